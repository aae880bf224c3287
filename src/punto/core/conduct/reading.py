"""What a table shows: views that several rooms of the conduct need."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from punto.core import established as outcomes
from punto.core.cards import Card, Rank
from punto.core.checks import known
from punto.core.differential import Laid, Measure, measure
from punto.core.events import Event
from punto.core.money import Cents
from punto.core.outcome import Side
from punto.core.refusal import Refused
from punto.core.rulebook import Result, Rulebook
from punto.core.state import Drawn, Incident, Phase, Placed, Round, Setup, Table

Answer = list[Event] | Refused


def setup_of(table: Table) -> Setup:
    """Return the set-up of a table that is open."""
    return known(table.setup, "an open table has a set-up")


def round_of(table: Table) -> Round:
    """Return the round of a table in a phase that has one."""
    return known(table.round, "this phase has a round")


def incident_of(table: Table) -> Incident:
    """Return the incident of a table that is held or choosing."""
    return known(round_of(table).incident, "this phase has an incident")


def interrupted_phase(table: Table) -> Phase:
    """Return the phase that play was in, under an incident or not."""
    return table.phase if table.resume_to is None else table.resume_to


def hand(round_: Round, side: Side) -> list[tuple[int, Drawn]]:
    """List the cards of a Hand with their numbers, from 0 in the order drawn."""
    return [(n, drawn) for n, drawn in enumerate(round_.drawn) if drawn.belongs is side]


def shown(round_: Round, side: Side) -> tuple[Rank | None, ...]:
    """List the ranks of a Hand that lie face up; None for the others (I-81)."""
    return tuple(
        drawn.card.rank if drawn.exposed and drawn.card is not None else None
        for _, drawn in hand(round_, side)
    )


def exposed_hand(round_: Round, side: Side) -> tuple[Card, ...] | None:
    """Return the cards of a Hand if all of them lie face up."""
    cards = [drawn.card for _, drawn in hand(round_, side) if drawn.exposed]
    known = tuple(card for card in cards if card is not None)
    return known if len(known) == len(hand(round_, side)) else None


def both_exposed(round_: Round) -> tuple[tuple[Card, ...], tuple[Card, ...]] | None:
    """Return both Hands if every card of them lies face up and each has two."""
    player, banker = exposed_hand(round_, Side.PLAYER), exposed_hand(round_, Side.BANKER)
    if player is None or banker is None or len(player) < 2 or len(banker) < 2:
        return None
    return player, banker


def reachable(rules: Rulebook, round_: Round) -> int:
    """Return the class codes that the round can still end in, as the table sees it."""
    return outcomes.reachable_codes(
        rules.tableau, shown(round_, Side.PLAYER), shown(round_, Side.BANKER)
    )


def established(table: Table, rules: Rulebook, round_: Round) -> tuple[str, ...]:
    """List the available bets that can no longer change (I-80)."""
    layout = rules.layouts[setup_of(table).layout]
    codes = reachable(rules, round_)
    return tuple(b for b in layout.bets if outcomes.decided(rules, b, codes) is not None)


def result_fixed(rules: Rulebook, round_: Round) -> bool:
    """Tell whether Player, Banker or Tie is fixed (I-72)."""
    return outcomes.result_fixed(
        rules.tableau, shown(round_, Side.PLAYER), shown(round_, Side.BANKER)
    )


def decided_wager(rules: Rulebook, codes: int, wager: Placed) -> Result | None:
    """Return how a wager must end, None while it is open (I-88)."""
    return outcomes.decided(rules, wager.bet, codes)


@dataclass(frozen=True, slots=True)
class NextCard:
    """What the Table of Play requires: a card for a Hand, or none, or first an exposure."""

    side: Side | None
    wait: str = ""
    """Why it cannot be said yet."""


def next_card(round_: Round, rules: Rulebook) -> NextCard:
    """Say where the next card goes (tb4:3.10, tb4:3.12, mbs5:3.12, mbs5:3.14)."""
    player, banker = hand(round_, Side.PLAYER), hand(round_, Side.BANKER)
    if len(player) < 2 or len(banker) < 2:
        return NextCard(Side.PLAYER if len(player) <= len(banker) else Side.BANKER)
    first_two = _exposed_points([*player[:2], *banker[:2]])
    if first_two is None:
        return NextCard(None, "the four initial cards must lie face up first")
    player_total = (first_two[0] + first_two[1]) % 10
    banker_total = (first_two[2] + first_two[3]) % 10
    tableau = rules.tableau
    draws = tableau.player_takes_third(player_total, banker_total)
    if draws and len(player) == 2:
        return NextCard(Side.PLAYER)
    if len(banker) > 2:
        return NextCard(None)
    if not draws:
        takes = tableau.banker_takes_third(player_total, banker_total, None)
        return NextCard(Side.BANKER if takes else None)
    third = _exposed_points(player[2:3])
    if third is None:
        if round_.second_offer_waived and tableau.banker_always_draws(banker_total):
            return NextCard(Side.BANKER)
        return NextCard(None, "Player's third card must lie face up first")
    takes = tableau.banker_takes_third(player_total, banker_total, third[0])
    return NextCard(Side.BANKER if takes else None)


def _exposed_points(cards: Sequence[tuple[int, Drawn]]) -> list[int] | None:
    points = [d.card.points for _, d in cards if d.exposed and d.card is not None]
    return points if len(points) == len(cards) else None


def complete(round_: Round, rules: Rulebook) -> bool:
    """Tell whether both Hands are complete and lie face up."""
    coming = next_card(round_, rules)
    both = both_exposed(round_)
    return coming.side is None and not coming.wait and both is not None


def live_wagers(round_: Round) -> Iterator[Placed]:
    """List the wagers that still play."""
    return (wager for wager in round_.wagers if wager.live)


def find_wager(round_: Round, wager_id: str) -> Placed | None:
    """Find a wager that still plays by its id."""
    return next((w for w in live_wagers(round_) if w.id == wager_id), None)


def seated_at(table: Table, patron: str, box: str) -> bool:
    """Tell who is Seated at a box; on it anybody else is Standing (tb4:1.26, tb4:1.29, I-44)."""
    return dict(table.seats).get(box) == patron


def laid(table: Table, rules: Rulebook, *, noticed: bool) -> list[Laid]:
    """List the Original Bets for the Differential; `noticed` leaves unchecked ones out (I-45)."""
    round_ = round_of(table)
    return [
        Laid(
            id=wager.id,
            side=Side(wager.bet),
            stake=wager.playing,
            seated=seated_at(table, wager.patron, wager.box),
            order=wager.order,
        )
        for wager in live_wagers(round_)
        if wager.bet in rules.wagers.original.value and not (noticed and wager.unchecked)
    ]


def differential(table: Table, rules: Rulebook, *, noticed: bool = True) -> Measure:
    """Measure the Differential of the table (I-48)."""
    return measure(laid(table, rules, noticed=noticed))


def share_playing(wager: Placed, patron: str, unit: Cents) -> Cents:
    """Return a Player's part of what a wager plays for, in whole units (I-41)."""
    stake = sum(share.stake for share in wager.shares if share.patron == patron)
    if wager.at_risk is None or stake == wager.stake:
        return stake if wager.at_risk is None else wager.at_risk
    return wager.at_risk * stake // wager.stake // unit * unit


def original_bet(table: Table, rules: Rulebook, patron: str, side: Side, box: str | None) -> Cents:
    """Add up a patron's Original Bets on a Hand, in one box or in all (I-62, I-76)."""
    unit = setup_of(table).limits.unit
    return sum(
        share_playing(wager, patron, unit)
        for wager in live_wagers(round_of(table))
        if wager.bet == side.value
        and wager.bet in rules.wagers.original.value
        and (box is None or wager.box == box)
        and any(share.patron == patron for share in wager.shares)
    )


def patrons_in(round_: Round) -> list[str]:
    """List the Players of a round in the order of their first bet."""
    names = [
        share.patron
        for wager in live_wagers(round_)
        for share in wager.shares
        if not share.returned
    ]
    return list(dict.fromkeys(names))


def refuse(
    code: str,
    reason: str,
    remedy: str,
    clauses: Sequence[str] = (),
    by: Sequence[str] = (),
    where: str = "",
) -> Refused:
    """Make a refusal."""
    return Refused(
        code=code,
        reason=reason,
        remedy=remedy,
        clauses=tuple(clauses),
        by=tuple(by),
        where=where,
    )
