"""Insurance Plus in the round: offers, buying, lapse, waiver, and offers that were missed."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from punto.core import commands as c
from punto.core import events as e
from punto.core import insurance as plus
from punto.core.cards import total
from punto.core.conduct.handing import top_bettor
from punto.core.conduct.reading import (
    Answer,
    both_exposed,
    hand,
    next_card,
    original_bet,
    patrons_in,
    refuse,
    round_of,
    setup_of,
)
from punto.core.limits import Limits
from punto.core.money import Cents, profit
from punto.core.outcome import OutcomeClass, Side, Winner
from punto.core.policies import Lapse, LongOddsScope
from punto.core.refusal import Refused
from punto.core.rulebook import InsuranceRow, Result, Rulebook, Stage
from punto.core.settle import bad_stake
from punto.core.state import Insured, Missed, Offer, Phase, Round, Table


def due_offer(table: Table, rules: Rulebook) -> Offer | None:
    """Say which Insurance is to be offered now, None if there is none or nobody to offer it to."""
    round_ = round_of(table)
    rows = rows_now(round_, rules)
    if not rows or rows[0].stage in round_.offers_made:
        return None
    if rows[0].stage is Stage.AFTER_PLAYER_THIRD_CARD and round_.second_offer_waived:
        return None
    patrons = entitled(table, rows, rules)
    return Offer(stage=rows[0].stage, rows=rows, patrons=patrons) if patrons else None


def rows_now(round_: Round, rules: Rulebook) -> tuple[InsuranceRow, ...]:
    """List the rows on offer with the exposed cards, while a card is to come (I-57, I-67)."""
    both = both_exposed(round_)
    if not round_.insurance_offered or both is None or next_card(round_, rules).side is None:
        return ()
    return plus.offers(rules, *both)


def entitled(table: Table, rows: tuple[InsuranceRow, ...], rules: Rulebook) -> tuple[str, ...]:
    """Name the Players with an Original Bet to insure and a right that they have not let go."""
    round_ = round_of(table)
    return tuple(
        patron
        for patron in patrons_in(round_)
        if patron not in round_.forgone
        and any(original_bet(table, rules, patron, row.side, None) for row in rows)
    )


def open_offer(table: Table, command: c.OpenInsurance, rules: Rulebook) -> Answer:
    """Offer Insurance at this stage."""
    offer = due_offer(table, rules)
    if offer is None:
        policy = plus.policy(rules)
        return refuse(
            "nothing_to_offer",
            "no Insurance is due now",
            "it is due when all cards lie face up, a row fits, a card is to come and somebody has "
            "an Original Bet on that Hand",
            policy.window.clauses,
            (*policy.window.by, "I-58"),
        )
    return [offered(offer, rules, command)]


def offered(offer: Offer, rules: Rulebook, command: c.OpenInsurance | None) -> e.InsuranceOffered:
    """Make the event of an offer."""
    policy = plus.policy(rules)
    return e.InsuranceOffered(
        actor=None if command is None else command.actor,
        offer=offer,
        clauses=policy.window.clauses + offer.rows[0].clauses,
        by=policy.window.by,
    )


def close_offers(table: Table, rules: Rulebook) -> list[e.Event]:
    """Close the open offer on the next draw, or note one that was due and not made (I-65, I-66)."""
    round_ = round_of(table)
    found: list[e.Event] = []
    if round_.offer is not None:
        found += _lapse(round_, round_.offer, rules)
    elif rules.insurance_rows:
        due = due_offer(table, rules)
        # Who is made an offer late has no other one to miss (dhyx2:5.13.1).
        late = () if round_.late_offer is None else round_.late_offer.patrons
        patrons = () if due is None else tuple(p for p in due.patrons if p not in late)
        if due is not None and patrons:
            policy = plus.policy(rules)
            missed = Missed(stage=due.stage, rows=due.rows, patrons=patrons)
            found.append(
                e.InsuranceMissed(
                    missed=missed,
                    clauses=policy.missed_offer_remedy.clauses,
                    by=policy.missed_offer_remedy.by,
                )
            )
    return found


def _lapse(round_: Round, offer: Offer, rules: Rulebook) -> list[e.Event]:
    policy = plus.policy(rules)
    insured = _insured_at(round_, offer.stage)
    silent = tuple(p for p in offer.patrons if p not in insured and p not in round_.forgone)
    forgone = silent if policy.lapse.value is Lapse.ROUND else ()
    return [
        e.InsuranceLapsed(
            stage=offer.stage, patrons=forgone, clauses=policy.lapse.clauses, by=policy.lapse.by
        )
    ]


def _insured_at(round_: Round, stage: Stage) -> set[str]:
    return {item.patron for item in round_.insurances if item.row.stage is stage}


def place(table: Table, command: c.PlaceInsurance, rules: Rulebook) -> Answer:
    """Insure an Original Bet up to the cap of the offer."""
    policy = plus.policy(rules)
    round_ = round_of(table)
    offer = round_.late_offer if command.late else round_.offer
    row = next((r for r in offer.rows if r.side is command.side), None) if offer else None
    if offer is None or row is None or table.phase is not Phase.DEALING:
        return refuse(
            "insurance_not_on_offer",
            f"no {command.side} Insurance is on offer",
            "Insurance can be bought from the offer until the next card is drawn",
            policy.window.clauses,
            policy.window.by,
            "side",
        )
    refused = _check_insurance(table, command, row, offer, rules)
    if refused is not None:
        return refused
    insured = Insured(
        id=command.id,
        patron=command.patron,
        box=command.box,
        stake=command.stake,
        row=row,
        late=command.late,
    )
    return [
        e.InsurancePlaced(
            actor=command.actor,
            insured=insured,
            clauses=policy.cap_scope.clauses,
            by=policy.cap_scope.by,
        )
    ]


def _check_insurance(
    table: Table, command: c.PlaceInsurance, row: InsuranceRow, offer: Offer, rules: Rulebook
) -> Refused | None:
    policy = plus.policy(rules)
    round_ = round_of(table)
    limits = setup_of(table).limits
    if command.stake <= 0 or command.stake % limits.unit:
        return bad_stake(command.stake, "stake")
    taken = {wager.id for wager in round_.wagers} | {item.id for item in round_.insurances}
    if command.id in taken or not command.id:
        return refuse(
            "duplicate_id",
            f"the Insurance id {command.id!r} is taken or empty",
            "give every Insurance an id of its own",
            policy.cap_scope.clauses[:1],
            where="id",
        )
    original = original_bet(table, rules, command.patron, command.side, command.box)
    if original == 0:
        return refuse(
            "no_original_bet",
            f"{command.patron} has no Original Bet on {command.side} at box {command.box}",
            "only a bet on a Hand gives the right to insure that Hand",
            policy.cap_scope.clauses[:1],
            ("I-62",),
            "side",
        )
    if command.patron in round_.forgone or command.patron not in offer.patrons:
        return refuse(
            "insurance_forgone",
            f"{command.patron} has forgone the right to Insurance for this round",
            "the right ends with the round for whoever lets an open offer pass or leaves",
            policy.lapse.clauses,
            policy.lapse.by,
            "patron",
        )
    return _check_cap(table, command, row, original, rules)


def _check_cap(
    table: Table, command: c.PlaceInsurance, row: InsuranceRow, original: Cents, rules: Rulebook
) -> Refused | None:
    """Hold the Insurance to its cap: per person, box and Hand at each offer (I-61 to I-63)."""
    policy = plus.policy(rules)
    setup = setup_of(table)
    shown = setup.limits_for(command.side.value)
    limits = replace(shown, differential=setup.limits.differential)
    mine = [
        item
        for item in round_of(table).insurances
        if (item.patron, item.row.side) == (command.patron, command.side)
    ]
    in_box = [item for item in mine if item.box == command.box]
    here = sum(item.stake for item in in_box if _of_one_offer(item, command, row))
    most = plus.cap(rules, row, original, limits) - here
    clauses, by = policy.cap_scope.clauses, policy.cap_scope.by
    if plus.is_long(rules, row):
        most = min(most, _long_room(table, command, row, limits, rules))
        clauses, by = policy.long_odds.clauses, policy.long_odds.by
    if command.late:
        # The winnings of all late Insurance together stay within the Original Bet (I-70).
        unit = setup.limits.unit
        won = sum(profit(item.stake, item.row.odds, unit) for item in in_box if item.late)
        most = min(most, (original - won) // unit * unit * row.odds.den // row.odds.num)
        clauses, by = policy.late_offer_payout_cap.clauses, policy.late_offer_payout_cap.by
    if command.stake <= most:
        return None
    return refuse(
        "insurance_above_cap",
        f"{command.stake} cents of Insurance at {row.odds} are above the cap",
        f"at most {max(0, most)} cents more may be insured here",
        clauses,
        by,
        "stake",
    )


def _of_one_offer(item: Insured, command: c.PlaceInsurance, row: InsuranceRow) -> bool:
    """Tell whether an Insurance was bought from the offer that is asked about (I-61)."""
    same = (item.row.side, item.row.stage, item.late)
    return same == (row.side, row.stage, command.late)


def _long_room(
    table: Table, command: c.PlaceInsurance, row: InsuranceRow, limits: Limits, rules: Rulebook
) -> Cents:
    """Return what is left of the quarter at 10 to 1: per Player and offer over all boxes (I-63)."""
    whole = original_bet(table, rules, command.patron, command.side, None)
    share = plus.long_share(rules, row, whole, limits)
    if share is None:
        return whole
    scope = plus.policy(rules).long_odds_scope.value
    laid = sum(
        item.stake
        for item in round_of(table).insurances
        if _of_one_offer(item, command, row) and _counts_together(item, command, scope)
    )
    return share - laid


def _counts_together(item: Insured, command: c.PlaceInsurance, scope: LongOddsScope) -> bool:
    match scope:
        case LongOddsScope.PERSON:
            return item.patron == command.patron
        case LongOddsScope.BOX:
            return item.box == command.box
        case LongOddsScope.TABLE:
            return True
        case _:
            assert_never(scope)


def would_have_won(round_: Round, outcome: OutcomeClass, patron: str) -> set[Side]:
    """Name the Hands whose missed Insurance would have won for a patron (I-71).

    Where the row pays on a tie the Original Bet comes back by itself, so nothing is left to give.
    """
    if outcome.winner is Winner.TIE:
        return set()
    return {
        row.side
        for missed in round_.missed
        if patron in missed.patrons
        for row in missed.rows
        if row.result(outcome) is Result.WIN
    }


def decline(table: Table, command: c.DeclineInsurance, rules: Rulebook) -> Answer:
    """Say no; the right for the round goes with it, or that for this offer (I-65)."""
    policy = plus.policy(rules)
    round_ = round_of(table)
    if round_.offer is None or command.patron not in round_.offer.patrons:
        return refuse(
            "insurance_not_on_offer",
            f"no Insurance is on offer to {command.patron}",
            "there is nothing to decline",
            policy.window.clauses,
            policy.window.by,
            "patron",
        )
    return [
        e.InsuranceDeclined(
            actor=command.actor,
            patron=command.patron,
            forgone=policy.lapse.value is Lapse.ROUND
            and command.patron not in _insured_at(round_, round_.offer.stage),
            clauses=policy.lapse.clauses,
            by=policy.lapse.by,
        )
    ]


def consent_early_squeeze(table: Table, command: c.ConsentEarlySqueeze, rules: Rulebook) -> Answer:
    """Let Banker's third card come before Player's is opened; the second offer goes (I-74)."""
    policy = plus.policy(rules)
    cited = policy.waived_by_early_squeeze
    round_ = round_of(table)
    both = _first_two(round_)
    if top_bettor(table, rules) != command.patron:
        return refuse(
            "not_highest_bettor",
            f"{command.patron} is not the one with the highest bet who may ask",
            "the Seated Player with the highest bet may ask",
            cited.clauses,
            (*cited.by, "I-106"),
            "patron",
        )
    allowed = (
        both is not None
        and both[1] in policy.early_squeeze_totals.value
        and rules.tableau.player_takes_third(*both)
        and len(hand(round_, Side.BANKER)) == 2
        and not any(drawn.exposed for _, drawn in hand(round_, Side.PLAYER)[2:])
    )
    if not allowed:
        totals = ", ".join(str(t) for t in policy.early_squeeze_totals.value)
        return refuse(
            "banker_may_stand",
            "Banker's third card cannot come before Player's is known",
            f"this is possible when Player draws and Banker has {totals}, who draws in any case",
            policy.early_squeeze_totals.clauses,
            policy.early_squeeze_totals.by,
        )
    return [
        e.SecondOfferWaived(
            actor=command.actor, patron=command.patron, clauses=cited.clauses, by=cited.by
        )
    ]


def _first_two(round_: Round) -> tuple[int, int] | None:
    hands = [hand(round_, side)[:2] for side in Side]
    cards = [[d.card for _, d in two if d.exposed and d.card is not None] for two in hands]
    if any(len(two) < 2 for two in cards):
        return None
    return total(cards[0]), total(cards[1])
