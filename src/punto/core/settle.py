"""From an outcome to money: every bet a lookup, every line with its clauses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from punto.core import insurance as plus
from punto.core.cards import Card, total
from punto.core.composition import card_too_often
from punto.core.limits import NO_LIMITS, Limits
from punto.core.money import Cents, Odds, profit
from punto.core.outcome import OutcomeClass, Side, classify
from punto.core.policies import OverMaximumAfter
from punto.core.refusal import Refused
from punto.core.rulebook import InsuranceRow, Layout, Result, Rulebook, Stage
from punto.core.tableau import Hands, deal

ROUNDED = "I-23"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wager:
    """A bet of one patron, as it lay when bets were closed."""

    id: str
    bet: str
    stake: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Insurance:
    """An Insurance of one patron, with the stage at which it was placed."""

    id: str
    side: Side
    stage: Stage
    stake: Cents

    @property
    def bet(self) -> str:
        """Return the name under which it is settled."""
        return f"{self.side}_insurance"


@dataclass(frozen=True, slots=True)
class Line:
    """One settled bet: `returned` is all that goes back to the patron, stake included."""

    id: str
    bet: str
    stake: Cents
    result: Result
    odds: Odds | None
    profit: Cents
    returned: Cents
    clauses: tuple[str, ...]
    by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Settlement:
    """What one patron staked and gets back in one round."""

    game: str
    layout: str
    outcome: OutcomeClass
    lines: tuple[Line, ...]

    @property
    def staked(self) -> Cents:
        """Add the stakes up, Insurance included."""
        return sum(line.stake for line in self.lines)

    @property
    def returned(self) -> Cents:
        """Add up what goes back."""
        return sum(line.returned for line in self.lines)


def pay(
    stake: Cents,
    result: Result,
    odds: Odds | None,
    unit: Cents = 1,
) -> tuple[Cents, Cents]:
    """Return profit and the amount that goes back (I-22, I-23)."""
    if result is Result.LOSE:
        return 0, 0
    if odds is None or result is Result.PUSH:
        return 0, stake
    won = profit(stake, odds, unit)
    return won, stake + won


def wager_line(
    rules: Rulebook,
    wager: Wager,
    code: int,
    limits: Limits = NO_LIMITS,
    at_risk: Cents | None = None,
) -> Line:
    """Settle one wager on a class.

    `at_risk` is the part of the stake that plays, all of it unless told; the rest goes back.
    """
    row = rules.columns[wager.bet].row(code)
    stake = wager.stake if at_risk is None else at_risk
    clauses: tuple[str, ...]
    by: tuple[str, ...]
    if row is None:
        result, odds = Result.LOSE, None
        bet = rules.bets[wager.bet]
        clauses, by = bet.clauses, bet.by
    else:
        odds = row.odds
        result = Result.PUSH if odds is None else Result.WIN
        clauses, by = row.clauses, row.by
    maximum = limits.maximum
    if maximum is not None and stake > maximum:
        over = rules.policies.limits.over_maximum_after_close
        if over.value is OverMaximumAfter.CUT:
            stake = maximum
            clauses, by = clauses + over.clauses, by + over.by
    won, returned = pay(stake, result, odds, limits.unit)
    if odds is not None and won * odds.den != stake * odds.num:
        by = (*by, ROUNDED)
    return Line(
        wager.id,
        wager.bet,
        wager.stake,
        result,
        odds,
        won,
        returned + wager.stake - stake,
        clauses,
        by,
    )


def insurance_line(
    insurance: Insurance, row: InsuranceRow, outcome: OutcomeClass, unit: Cents = 1
) -> Line:
    """Settle one Insurance on the final result, at the odds of its own stage (I-77)."""
    result = row.result(outcome)
    odds = row.odds if result is Result.WIN else None
    won, returned = pay(insurance.stake, result, odds, unit)
    by = row.by
    if odds is not None and won * odds.den != insurance.stake * odds.num:
        by = (*by, ROUNDED)
    return Line(
        insurance.id,
        insurance.bet,
        insurance.stake,
        result,
        odds,
        won,
        returned,
        row.clauses,
        by,
    )


def settle(
    rules: Rulebook,
    layout: str,
    cards: Sequence[Card],
    wagers: Sequence[Wager],
    insurance: Sequence[Insurance] = (),
    *,
    decks: int = 8,
    limits: Limits = NO_LIMITS,
) -> Settlement | Refused:
    """Settle one patron's round from the cards in draw order."""
    table = rules.layouts.get(layout)
    if table is None:
        return _unknown_layout(rules, layout)
    hands = _hands(rules, cards, decks)
    if isinstance(hands, Refused):
        return hands
    refused = _check_wagers(rules, table, wagers)
    if refused is not None:
        return refused
    rows = _insurance_rows(rules, hands, wagers, insurance, limits) if insurance else ()
    if isinstance(rows, Refused):
        return rows
    outcome = classify(hands.player, hands.banker)
    code = outcome.code
    lines = [wager_line(rules, wager, code, limits) for wager in wagers]
    lines += [
        insurance_line(item, row, outcome, limits.unit)
        for item, row in zip(insurance, rows, strict=True)
    ]
    return Settlement(rules.id, layout, outcome, tuple(lines))


def _unknown_layout(rules: Rulebook, letter: str) -> Refused:
    return Refused(
        code="unknown_layout",
        reason=f"{rules.id} has no layout {letter!r}",
        remedy=f"its layouts are {' '.join(rules.layouts)}",
        clauses=rules.wagers.offered.clauses[-1:],
        by=("I-25",),
        where="layout",
    )


def _hands(rules: Rulebook, cards: Sequence[Card], decks: int) -> Hands | Refused:
    clauses, by = rules.decks.clauses, rules.decks.by
    if not rules.decks.minimum <= decks <= rules.decks.maximum:
        return Refused(
            code="decks_not_allowed",
            reason=f"{decks} decks are not allowed",
            remedy=f"play with {rules.decks.minimum} to {rules.decks.maximum} decks",
            clauses=clauses,
            by=by,
            where="decks",
        )
    too_often = card_too_often(cards, decks)
    if too_often is not None:
        return Refused(
            code="card_not_in_set",
            reason=f"the card {too_often} stands more often than {decks} decks hold it",
            remedy=f"a set of {decks} decks holds it {decks} times",
            clauses=clauses,
            by=by,
            where="cards",
        )
    hands = deal(cards, rules.tableau)
    if not hands.complete:
        to_come = rules.tableau.next_hand(hands.player, hands.banker)
        return _wrong_count(
            rules,
            "too_few_cards",
            f"{len(cards)} cards do not finish the round",
            f"the Table of Play draws another card for {to_come}",
        )
    if hands.surplus:
        used = len(hands.player) + len(hands.banker)
        return _wrong_count(
            rules,
            "too_many_cards",
            f"{len(cards)} cards are too many",
            f"the Table of Play ends this round with {used} cards",
        )
    return hands


def _wrong_count(rules: Rulebook, code: str, reason: str, remedy: str) -> Refused:
    return Refused(
        code=code,
        reason=reason,
        remedy=remedy,
        clauses=rules.tableau.clauses[-1:],
        where="cards",
    )


def _check_wagers(rules: Rulebook, layout: Layout, wagers: Iterable[Wager]) -> Refused | None:
    for index, wager in enumerate(wagers):
        if wager.bet not in layout.bets:
            return _no_such_bet(rules, layout, wager.bet, f"wagers[{index}].bet")
        if wager.stake <= 0:
            return bad_stake(wager.stake, f"wagers[{index}].stake")
    return None


def _no_such_bet(rules: Rulebook, layout: Layout, bet: str, where: str) -> Refused:
    if bet not in rules.bets:
        return Refused(
            code="unknown_bet",
            reason=f"{rules.id} has no bet {bet!r}",
            remedy=f"its bets are {', '.join(rules.bets)}",
            clauses=rules.wagers.offered.clauses[:1],
            where=where,
        )
    return Refused(
        code="bet_not_on_layout",
        reason=f"layout {layout.letter} does not carry {bet}",
        remedy=f"it carries {', '.join(layout.bets)}",
        clauses=rules.bets[bet].rows[0].clauses[:1],
        by=rules.policies.betting.bet_not_on_layout.by,
        where=where,
    )


def bad_stake(stake: object, where: str) -> Refused:
    """Refuse a stake that is not a positive whole number of cents."""
    return Refused(
        code="bad_stake",
        reason=f"a stake of {stake!r} cannot be laid",
        remedy="a stake is a whole number of cents above 0",
        by=("I-23",),
        where=where,
    )


def _insurance_rows(
    rules: Rulebook,
    hands: Hands,
    wagers: Sequence[Wager],
    insurance: Sequence[Insurance],
    limits: Limits,
) -> tuple[InsuranceRow, ...] | Refused:
    """Find the row of each Insurance, or say why it could not have been placed."""
    if rules.policies.insurance is None:
        return Refused(
            code="no_insurance_in_game",
            reason=f"{rules.id} has no Insurance",
            remedy="leave insurance out",
            clauses=rules.wagers.offered.clauses[:1],
            where="insurance",
        )
    laid: dict[tuple[Side, Stage], Cents] = {}
    rows: list[InsuranceRow] = []
    for index, item in enumerate(insurance):
        where = f"insurance[{index}]"
        if item.stake <= 0:
            return bad_stake(item.stake, f"{where}.stake")
        row = _row_on_offer(rules, hands, item)
        if row is None:
            return _not_on_offer(rules, hands, item, where)
        original = sum(wager.stake for wager in wagers if wager.bet == item.side.value)
        key = item.side, item.stage
        laid[key] = laid.get(key, 0) + item.stake
        refused = _over_cap(rules, row, original, laid[key], limits, where)
        if refused is not None:
            return refused
        rows.append(row)
    return tuple(rows)


def _row_on_offer(rules: Rulebook, hands: Hands, item: Insurance) -> InsuranceRow | None:
    """Look at the table as it lay at the stage, before the next card was drawn."""
    shown = 2 if item.stage is Stage.AFTER_FOUR_CARDS else 3
    if len(hands.player) < shown:
        return None
    for row in plus.offers(rules, hands.player[:shown], hands.banker[:2]):
        if row.side is item.side:
            return row
    return None


def _not_on_offer(rules: Rulebook, hands: Hands, item: Insurance, where: str) -> Refused:
    shown = 2 if item.stage is Stage.AFTER_FOUR_CARDS else 3
    policy = plus.policy(rules)
    points = f"{total(hands.player[:shown])} against {total(hands.banker[:2])}"
    if len(hands.player) < shown:
        reason = "Player drew no third card, so there is no offer after it"
    elif rules.tableau.next_hand(hands.player[:shown], hands.banker[:2]) is None:
        reason = f"no card was to come with Player {points} for Banker, so nothing is on offer"
    else:
        reason = f"no {item.side} Insurance is on offer with Player {points} for Banker"
    return Refused(
        code="insurance_not_on_offer",
        reason=reason,
        remedy="leave it out; the Insurance Plus Pay Table lists every offer",
        clauses=policy.only_if_card_to_come.clauses[:1] + rules.insurance_rows[0].clauses,
        by=("I-57", "I-58"),
        where=where,
    )


def _over_cap(
    rules: Rulebook,
    row: InsuranceRow,
    original: Cents,
    laid: Cents,
    limits: Limits,
    where: str,
) -> Refused | None:
    policy = plus.policy(rules)
    if original == 0:
        return Refused(
            code="no_original_bet",
            reason=f"there is no Original Bet on {row.side} to insure",
            remedy=f"only a bet on {row.side} gives the right to insure that Hand",
            clauses=policy.cap_scope.clauses[:1],
            by=("I-62",),
            where=where,
        )
    most = plus.cap(rules, row, original, limits)
    if laid <= most:
        return None
    return Refused(
        code="insurance_above_cap",
        reason=f"{laid} cents of Insurance at one offer are above the cap",
        remedy=f"at most {most} cents may be insured here at {row.odds}",
        clauses=policy.long_odds.clauses,
        by=policy.cap_scope.by,
        where=f"{where}.stake",
    )
