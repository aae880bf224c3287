"""The end of a round: declaring, settling, voiding, and putting the last one right."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from punto.core import commands as c
from punto.core import events as e
from punto.core.cards import Card
from punto.core.checks import known
from punto.core.conduct.insuring import would_have_won
from punto.core.conduct.reading import (
    Answer,
    both_exposed,
    refuse,
    round_of,
    setup_of,
    share_playing,
)
from punto.core.limits import Limits
from punto.core.outcome import OutcomeClass, classify
from punto.core.policies import UnderMinimumAfter
from punto.core.refusal import Refused
from punto.core.rulebook import Result, Rulebook
from punto.core.settle import Insurance, Line, Wager, insurance_line, wager_line
from punto.core.state import Drawn, Phase, Placed, Round, Settled, Share, Table
from punto.core.tableau import Hands, deal

Lines = tuple[tuple[str, Line], ...]


def declare(table: Table, command: c.Declare, rules: Rulebook) -> Answer:
    """Announce the result that the cards show (I-102)."""
    both = known(both_exposed(round_of(table)), "complete Hands lie face up")
    clauses = rules.authority["declare"].clauses
    outcome = classify(*both)
    if command.winner is not None and command.winner != outcome.winner.value:
        return refuse(
            "not_the_result",
            f"the cards show {outcome.winner}, {outcome.player_total} to {outcome.banker_total}, "
            f"not {command.winner}",
            f"declare {outcome.winner}; the cards prevail",
            clauses,
            ("I-102",),
            "winner",
        )
    declared = e.ResultDeclared(actor=command.actor, outcome=outcome, clauses=clauses)
    return [declared, *_owed_for_missed(round_of(table), outcome, rules)]


def _owed_for_missed(round_: Round, outcome: OutcomeClass, rules: Rulebook) -> list[e.Event]:
    """List whose Insurance was not offered and would have won, for the pit to ask (I-71)."""
    owed = {
        (patron, side)
        for missed in round_.missed
        for patron in missed.patrons
        for side in would_have_won(round_, outcome, patron)
        for wager in round_.wagers
        if wager.live and (wager.patron, wager.bet) == (patron, side.value)
    }
    if rules.policies.insurance is None or not owed:
        return []
    cited = rules.policies.insurance.missed_offer_remedy
    names = ", ".join(f"{patron} on {side}" for patron, side in sorted(owed))
    return [
        e.Flagged(
            text=f"Insurance was not offered and would have won for {names}: "
            f"{rules.authority['refund_missed_insurance'].role.named} or above returns the "
            "Original Bet of each who meant to insure",
            clauses=cited.clauses,
            by=cited.by,
        )
    ]


def settle(table: Table, command: c.Settle, rules: Rulebook) -> Answer:
    """Pay, take and return every bet, and note what outlasts the round."""
    round_ = round_of(table)
    outcome = known(round_.outcome, "a declared round has a result")
    lines = settlement_lines(table, round_, outcome, rules)
    found: list[e.Event] = [
        e.RoundSettled(
            actor=command.actor,
            lines=lines,
            under_minimum=_under_minimum(table, rules),
            clauses=rules.authority["settle"].clauses,
        )
    ]
    return found + _device_passes_on(table, lines, rules)


def _under_minimum(table: Table, rules: Rulebook) -> tuple[str, ...]:
    """Name the Players who have their one time under the minimum now (mbs5:5.14, I-40)."""
    if rules.policies.limits.under_minimum_after_close.value is UnderMinimumAfter.STANDS:
        return ()
    setup = setup_of(table)
    small = (
        share.patron
        for wager in round_of(table).wagers
        if wager.live and wager.stake < (setup.limits_for(wager.bet).minimum or 0)
        for share in wager.shares
        if not share.returned and share.patron not in table.under_minimum_once
    )
    return tuple(dict.fromkeys(small))


def settlement_lines(table: Table, round_: Round, outcome: OutcomeClass, rules: Rulebook) -> Lines:
    """Settle every share of every wager as it lay at close, and Insurance (tb4:5.14, I-101)."""
    lines: list[tuple[str, Line]] = []
    for wager in round_.wagers:
        lines += [
            (share.patron, _share_line(table, wager, share, outcome, rules))
            for share in wager.shares
            if wager.settled is not Settled.WITHDRAWN
        ]
    for item in round_.insurances:
        insurance = Insurance(
            id=item.id, side=item.row.side, stage=item.row.stage, stake=item.stake
        )
        if item.live:
            line = insurance_line(insurance, item.row, outcome, setup_of(table).limits.unit)
        else:
            line = _returned(
                item.id, insurance.bet, item.stake, item.settled_clauses, item.settled_by
            )
        lines.append((item.patron, line))
    return tuple(lines)


def _share_line(
    table: Table, wager: Placed, share: Share, outcome: OutcomeClass, rules: Rulebook
) -> Line:
    """Settle one Player's share: what is at risk plays, the rest comes back."""
    if not wager.live:
        return _returned(wager.id, wager.bet, share.stake, wager.settled_clauses, wager.settled_by)
    if share.returned:
        back = rules.policies.options.scope
        return _returned(wager.id, wager.bet, share.stake, back.clauses, back.by)
    setup = setup_of(table)
    limits = setup.limits_for(wager.bet)
    once = rules.policies.limits.under_minimum_after_close
    small = wager.stake < (limits.minimum or 0)
    had_his_time = share.patron in table.under_minimum_once - round_of(table).under_minimum
    returns = once.value is UnderMinimumAfter.ONCE_THEN_RETURNED
    if small and returns and had_his_time:
        return _returned(wager.id, wager.bet, share.stake, once.clauses, once.by)
    playing = share_playing(wager, share.patron, setup.limits.unit)
    line = wager_line(
        rules,
        Wager(id=wager.id, bet=wager.bet, stake=share.stake),
        outcome.code,
        Limits(unit=setup.limits.unit),
        at_risk=playing,
    )
    if small:
        line = replace(line, clauses=line.clauses + once.clauses, by=line.by + once.by)
    if wager.at_risk is None:
        return line
    return replace(
        line, clauses=line.clauses + wager.settled_clauses, by=line.by + wager.settled_by
    )


def _returned(
    wager_id: str, bet: str, stake: int, clauses: tuple[str, ...], by: tuple[str, ...]
) -> Line:
    return Line(wager_id, bet, stake, Result.PUSH, None, 0, stake, clauses, by)


def void_lines(round_: Round, clauses: tuple[str, ...], by: tuple[str, ...]) -> Lines:
    """Return everything, also what had been won or taken back already (I-82, I-83)."""
    wagers = [
        (share.patron, _returned(wager.id, wager.bet, share.stake, clauses, by))
        for wager in round_.wagers
        if wager.settled is not Settled.WITHDRAWN
        for share in wager.shares
    ]
    insurances = [
        (item.patron, _returned(item.id, f"{item.row.side}_insurance", item.stake, clauses, by))
        for item in round_.insurances
    ]
    return tuple(wagers + insurances)


def _device_passes_on(table: Table, lines: Lines, rules: Rulebook) -> list[e.Event]:
    """Take the device back when its holder's wager on a Hand loses (mbs5:3.11.8.2, I-108)."""
    holder = table.device_holder
    lost = any(
        patron == holder and line.result is Result.LOSE and line.bet in rules.wagers.original.value
        for patron, line in lines
    )
    if holder is None or not lost:
        return []
    method = rules.policies.methods[setup_of(table).method]
    return [
        e.DeviceReturned(
            patron=holder,
            reason="his wager lost",
            clauses=method.player_draws.clauses,
            by=("I-108",),
        )
    ]


def correction(table: Table, rules: Rulebook, reason: str) -> list[e.Event]:
    """Settle the last round anew after its cards were put in order (I-84)."""
    round_ = round_of(table)
    cited = rules.policies.round.correctable_until
    both = both_exposed(round_)
    if both is None or rules.tableau.next_hand(*both) is not None:
        return [
            e.Flagged(
                text="the Hands are not complete; correct the result to the cards that they need",
                clauses=cited.clauses,
                by=cited.by,
            )
        ]
    outcome = classify(*both)
    lines = settlement_lines(table, round_, outcome, rules)
    if (outcome, lines) == (round_.outcome, round_.lines):
        return []
    return [
        e.ResultCorrected(
            drawn=round_.drawn,
            outcome=outcome,
            lines=lines,
            reason=reason,
            clauses=cited.clauses,
            by=cited.by,
        )
    ]


def correct(table: Table, command: c.CorrectResult, rules: Rulebook) -> Answer:
    """Correct the record of the last round to its cards, until the next is called (I-84, I-102)."""
    cited = rules.policies.round.correctable_until
    round_ = table.round
    if table.phase is not Phase.IDLE or round_ is None or not round_.paid:
        return refuse(
            "too_late",
            "only the last settled round can be corrected, and only before the next is called",
            "earlier rounds stand as they were settled",
            cited.clauses,
            cited.by,
        )
    hands = _check_cards(table, command.cards, rules)
    if isinstance(hands, Refused):
        return hands
    if not command.reason.strip():
        return refuse(
            "reason_missing",
            "the correction has no reason",
            "say what was wrong with the record",
            cited.clauses,
            cited.by,
            "reason",
        )
    aside = tuple(drawn for drawn in round_.drawn if drawn.belongs is None)
    drawn = _in_draw_order(command.cards, rules) + aside
    outcome = classify(hands.player, hands.banker)
    return [
        e.ResultCorrected(
            actor=command.actor,
            drawn=drawn,
            outcome=outcome,
            lines=settlement_lines(table, round_, outcome, rules),
            reason=command.reason,
            clauses=cited.clauses,
            by=cited.by,
        )
    ]


def _check_cards(table: Table, cards: tuple[Card, ...], rules: Rulebook) -> Hands | Refused:
    """Refuse cards that do not end a round, or that earlier rounds have used up."""
    clauses = rules.tableau.clauses[-1:]
    was = [drawn.card for drawn in round_of(table).drawn if drawn.belongs is not None]
    seen = Counter(cards)
    if not table.fresh:
        seen.update(dict(table.seen))
        seen.subtract(card for card in was if card is not None)
    too_often = next((card for card in cards if seen[card] > setup_of(table).decks), None)
    too_many = not table.fresh and len(cards) - len(was) > table.cards_left
    if too_often is not None or too_many:
        return refuse(
            "card_not_in_set",
            f"{'the cards' if too_often is None else too_often} cannot have been drawn",
            f"a set of {setup_of(table).decks} decks holds no more of them",
            rules.decks.clauses,
            where="cards",
        )
    hands = deal(cards, rules.tableau)
    if not hands.complete or hands.surplus:
        return refuse(
            "too_few_cards" if not hands.complete else "too_many_cards",
            "the cards do not make a finished round",
            "name the cards in the order drawn, as the Table of Play ends the round",
            clauses,
            where="cards",
        )
    return hands


def _in_draw_order(cards: tuple[Card, ...], rules: Rulebook) -> tuple[Drawn, ...]:
    drawn: list[Drawn] = []
    for n in range(len(cards)):
        hands = deal(cards[:n], rules.tableau)
        side = rules.tableau.next_hand(hands.player, hands.banker)
        drawn.append(Drawn(card=cards[n], belongs=side, exposed=True))
    return tuple(drawn)
