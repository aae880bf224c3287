"""Closing bets with "No more Bets", and meeting what nobody noticed in time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import assert_never

from punto.core import commands as c
from punto.core import events as e
from punto.core.conduct.balance import exceeded
from punto.core.conduct.evolve import evolve
from punto.core.conduct.reading import (
    Answer,
    laid,
    live_wagers,
    refuse,
    round_of,
    setup_of,
)
from punto.core.differential import Measure, measure, pro_rata
from punto.core.money import Cents
from punto.core.policies import (
    Cited,
    DifferentialAfter,
    OverMaximumAfter,
    UnderMinimumAfter,
)
from punto.core.rulebook import Rulebook
from punto.core.state import Table


def close(table: Table, command: c.CloseBets, rules: Rulebook) -> Answer:
    """Close bets, then meet what nobody noticed: limits first, the Differential after (I-41)."""
    round_ = round_of(table)
    if command.at.tzinfo is None or command.at < round_.opened_at:
        return refuse(
            "moment_before_opening",
            "bets cannot be closed before they were called for",
            f"give a moment from {round_.opened_at.isoformat()} on",
            rules.authority["close_bets"].clauses,
            ("I-47",),
            "at",
        )
    authority = rules.authority["close_bets"]
    found: list[e.Event] = [
        e.BetsClosed(actor=command.actor, at=command.at, clauses=authority.clauses, by=authority.by)
    ]
    found += _return_late(table, command.at, rules) + _return_foreign(table, rules)
    for event in found:
        table = evolve(table, event)
    alone = _return_alone(table, rules)
    for event in alone:
        table = evolve(table, event)
    found += alone
    over = _over_maximum(table, rules)
    for event in over:
        table = evolve(table, event)
    return [*found, *_under_minimum(table, rules), *over, *_late_differential(table, rules)]


def _return_late(table: Table, closed_at: datetime, rules: Rulebook) -> list[e.Event]:
    """Return bets that came before the announcement and were laid after it (I-47, I-100)."""
    cited = rules.policies.betting.added_after_close
    return [
        e.WagerRejected(
            id=wager.id,
            stake=0,
            reason="laid after bets were closed",
            clauses=cited.clauses,
            by=cited.by,
        )
        for wager in live_wagers(round_of(table))
        if wager.at is not None and wager.at > closed_at
    ]


def _return_foreign(table: Table, rules: Rulebook) -> list[e.Event]:
    """Return bets that the layout does not carry (I-26)."""
    carried = rules.layouts[setup_of(table).layout].bets
    cited = rules.policies.betting.bet_not_on_layout
    return [
        e.WagerRejected(
            id=wager.id,
            stake=0,
            reason=f"the layout does not carry {wager.bet}",
            clauses=cited.clauses,
            by=cited.by,
        )
        for wager in live_wagers(round_of(table))
        if wager.bet not in carried
    ]


def _return_alone(table: Table, rules: Rulebook) -> list[e.Event]:
    """Return side bets without a bet on a Hand, where the rules ask for one (tb4:3.7-tail)."""
    cited = rules.wagers.side_bets_alone
    if cited.value:
        return []
    wagers = list(live_wagers(round_of(table)))
    original = rules.wagers.original.value
    on_a_hand = {share.patron for w in wagers if w.bet in original for share in w.shares}
    return [
        e.WagerRejected(
            id=wager.id,
            stake=0,
            reason="a side bet needs a bet on a Hand",
            clauses=cited.clauses,
            by=cited.by,
        )
        for wager in wagers
        if wager.bet not in original and not {s.patron for s in wager.shares} <= on_a_hand
    ]


def _over_maximum(table: Table, rules: Rulebook) -> Sequence[e.Event]:
    """Cut what nobody saw over the maximum (mbs5:5.15), or let it stand and flag it (I-37)."""
    cited = rules.policies.limits.over_maximum_after_close
    setup = setup_of(table)
    match cited.value:
        case OverMaximumAfter.CUT:
            at_risk = tuple(
                (wager.id, maximum)
                for wager in live_wagers(round_of(table))
                if (maximum := setup.limits_for(wager.bet).maximum) and wager.stake > maximum
            )
            cut = e.StakesReduced(at_risk=at_risk, clauses=cited.clauses, by=cited.by)
            return (cut,) if at_risk else ()
        case OverMaximumAfter.STANDS:
            on_area: dict[tuple[str, str], Cents] = {}
            for wager in live_wagers(round_of(table)):
                area = (wager.box, wager.bet)
                on_area[area] = on_area.get(area, 0) + wager.stake
            return [
                e.Flagged(
                    text=f"{stake} cents on {bet} at box {box} are over the maximum of {maximum} "
                    "and play in full",
                    clauses=cited.clauses,
                    by=cited.by,
                )
                for (box, bet), stake in on_area.items()
                if (maximum := setup.limits_for(bet).maximum) and stake > maximum
            ]
        case _:
            assert_never(cited.value)


def _under_minimum(table: Table, rules: Rulebook) -> list[e.Event]:
    """Mark what nobody noticed under the minimum: it plays, or has had its one time (I-39)."""
    cited = rules.policies.limits.under_minimum_after_close
    setup = setup_of(table)
    once = cited.value is UnderMinimumAfter.ONCE_THEN_RETURNED
    return [
        e.Flagged(
            text=f"{share.patron} has {wager.stake} cents on {wager.bet} at box {wager.box}, "
            f"under the minimum of {minimum}: "
            + (
                "it goes back whatever the result"
                if once and share.patron in table.under_minimum_once
                else f"it plays{', this one time' if once else ''}"
            ),
            clauses=cited.clauses,
            by=cited.by,
        )
        for wager in live_wagers(round_of(table))
        if (minimum := setup.limits_for(wager.bet).minimum) and wager.stake < minimum
        for share in wager.shares
    ]


def _still_above(left: Measure, maximum: Cents, cited: Cited[DifferentialAfter]) -> list[e.Event]:
    """Mark what is accepted above the limit, where no bet can shrink any further (I-50)."""
    excess = left.excess(maximum)
    if not excess:
        return []
    text = f"the Differential stays {excess} cents above its maximum: no bet can shrink further"
    return [e.Flagged(text=text, clauses=cited.clauses, by=("I-50",))]


def _late_differential(table: Table, rules: Rulebook) -> Sequence[e.Event]:
    """Reduce in proportion what was not rejected, where the rules say so (tb4:5.1.1)."""
    setup = setup_of(table)
    maximum = setup.limits.differential
    bets = laid(table, rules, noticed=False)
    if maximum is None or not measure(bets).excess(maximum):
        return ()
    cited = rules.policies.differential.after
    match cited.value:
        case DifferentialAfter.PRO_RATA:
            minimum = setup.limits_for(measure(bets).heavier).minimum
            reduced = pro_rata(bets, maximum, minimum, setup.limits.unit)
            stakes = {bet.id: bet.stake for bet in bets}
            at_risk = tuple((i, s) for i, s in reduced.items() if s < stakes[i])
            cut = e.StakesReduced(at_risk=at_risk, clauses=cited.clauses, by=cited.by)
            left = measure(replace(bet, stake=reduced.get(bet.id, bet.stake)) for bet in bets)
            return [*([cut] if at_risk else []), *_still_above(left, maximum, cited)]
        case DifferentialAfter.IN_FULL:
            # What nobody noticed is not asked for; it is flagged when the first card comes (I-56).
            seen = laid(table, rules, noticed=True)
            return (exceeded(seen, maximum, rules),) if measure(seen).excess(maximum) else ()
        case _:
            assert_never(cited.value)
