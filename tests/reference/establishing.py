"""Whether an outcome has been established: every completion of the round is tried (I-80, I-81).

tb4:5.4.1, dhyx2:5.4.1, tbi1:5.4.1, mbs5:5.17. Exposed cards only: a place in a Hand is a card that
lies face up there, or None. Any rank may still come, whatever the device holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from .dealing import (
    RANK_POINTS,
    Finished,
    banker_draws,
    player_draws,
    point_total,
    points_of,
    rank_of,
)
from .layouts import bets_of_layout
from .paying import RETURNED, Pays, pays

Places = tuple[str | None, str | None, str | None]
"""First, second and third card of a Hand."""

NOTHING: Places = (None, None, None)

EVERY_RANK = tuple(rank + "S" for rank in RANK_POINTS)
EVERY_VALUE = ("KS", "AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S")
"""A third card makes no pair, so one card of each value stands for all of that value."""


def first_cards(place: str | None) -> tuple[str, ...]:
    """Say which cards may lie in one of the four first places."""
    return EVERY_RANK if place is None else (place,)


def third_cards(place: str | None, *, drawn: bool) -> tuple[str | None, ...]:
    """Say which third cards a Hand may have; none at all if an exposed one cannot be there."""
    if drawn:
        return EVERY_VALUE if place is None else (place,)
    return (None,) if place is None else ()


def completions(player: Places, banker: Places) -> Iterator[Finished]:
    """Run through every round that the Table of Play can make of the exposed cards."""
    for p1 in first_cards(player[0]):
        for b1 in first_cards(banker[0]):
            for p2 in first_cards(player[1]):
                for b2 in first_cards(banker[1]):
                    yield from with_thirds((p1, p2), (b1, b2), player[2], banker[2])


def with_thirds(
    player: tuple[str, str],
    banker: tuple[str, str],
    player_third: str | None,
    banker_third: str | None,
) -> Iterator[Finished]:
    """Run through the third cards that the Table of Play allows to four first cards."""
    p, b = point_total(list(player)), point_total(list(banker))
    for p3 in third_cards(player_third, drawn=player_draws(p, b)):
        p3_points = None if p3 is None else points_of(p3)
        for b3 in third_cards(banker_third, drawn=banker_draws(p, b, p3_points)):
            yield Finished(
                player if p3 is None else (*player, p3), banker if b3 is None else (*banker, b3)
            )


def result_of(odds: Pays) -> str:
    """Word a pay row as win, lose or push."""
    if odds is None:
        return "lose"
    return "push" if odds == RETURNED else "win"


def decided_bets(game: str, layout: str, player: Places, banker: Places) -> dict[str, str]:
    """Give the layout's bets that can no longer change, each with `win` or `lose`.

    A sure push is not a decision; a sure win counts though its class may be open (I-80).
    """
    bets = tuple(bets_of_layout(game, layout))
    return dict(decided_among(bets, without_suits(player), without_suits(banker)))


def without_suits(places: Places) -> Places:
    """Give every card one suit, for no bet asks for it; so that equal questions meet once."""
    first, second, third = (None if card is None else rank_of(card) + "S" for card in places)
    return first, second, third


@cache
def decided_among(
    bets: tuple[str, ...], player: Places, banker: Places
) -> tuple[tuple[str, str], ...]:
    """Keep each bet as long as all completions so far agree on its result."""
    seen: dict[str, str] = {}
    open_bets = list(bets)
    for finished in completions(player, banker):
        still_open = []
        for bet in open_bets:
            result = result_of(pays(bet, finished))
            if seen.setdefault(bet, result) == result:
                still_open.append(bet)
        open_bets = still_open
        if not open_bets:
            break
    if not seen:
        raise ValueError("no round of the Table of Play shows these cards")
    return tuple((bet, seen[bet]) for bet in open_bets if seen[bet] != "push")


def outcome_established(game: str, layout: str, player: Places, banker: Places) -> bool:
    """Say whether any available bet has conclusively won or lost (I-80)."""
    return bool(decided_bets(game, layout, player, banker))


def result_fixed(player: Places, banker: Places) -> bool:
    """Say whether Player, Banker or Tie is fixed: what 5.13 of Insurance Plus means (I-72)."""
    winners: set[str] = set()
    for finished in completions(player, banker):
        winners.add(finished.winner)
        if len(winners) > 1:
            return False
    return True
