"""Reconstruction (tb4:1.24): where each card belongs, from the order in which it was drawn.

Cards count by order of drawing, not by where they came to lie (I-104): the first and third to
Player, the second and fourth to Banker, then as the Table of Play sends them; what no Hand
needs is the beginning of the next round (tb4:5.8, I-90, I-91). A card that nobody has seen may
leave open where a later card belongs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from punto.core.cards import Card
from punto.core.outcome import Side
from punto.core.tableau import Tableau


class Belongs(StrEnum):
    """Where a drawn card belongs."""

    PLAYER = "player"
    BANKER = "banker"
    NEXT_ROUND = "next_round"
    OPEN = "open"
    """Not known before an unseen card is exposed."""

    @property
    def side(self) -> Side | None:
        """Return the Hand, None where no Hand (yet) has the card."""
        return Side(self.value) if self in (Belongs.PLAYER, Belongs.BANKER) else None


@dataclass(frozen=True, slots=True)
class _Deal:
    """A round as far as the drawing rules see it: two-card totals and third cards."""

    player: tuple[int, ...] = ()
    banker: tuple[int, ...] = ()

    def next_side(self, tableau: Tableau) -> Side | None:
        if len(self.player) < 2 or len(self.banker) < 2:
            return Side.PLAYER if len(self.player) <= len(self.banker) else Side.BANKER
        player, banker = sum(self.player[:2]) % 10, sum(self.banker[:2]) % 10
        draws = tableau.player_takes_third(player, banker)
        if draws and len(self.player) == 2:
            return Side.PLAYER
        third = self.player[2] if draws else None
        if len(self.banker) == 2 and tableau.banker_takes_third(player, banker, third):
            return Side.BANKER
        return None

    def take(self, side: Side, points: int) -> _Deal:
        if side is Side.PLAYER:
            return _Deal((*self.player, points), self.banker)
        return _Deal(self.player, (*self.banker, points))


def reconstruct(drawn: Sequence[Card | None], tableau: Tableau) -> tuple[Belongs, ...]:
    """Say where each card belongs. None is a card that nobody has seen."""
    deals = {_Deal()}
    where: list[Belongs] = []
    for card in drawn:
        sides = {deal.next_side(tableau) for deal in deals}
        where.append(_agreed(sides))
        values = range(10) if card is None else (card.points,)
        following: set[_Deal] = set()
        for deal in deals:
            side = deal.next_side(tableau)
            following |= {deal} if side is None else {deal.take(side, v) for v in values}
        deals = following
    return tuple(where)


def _agreed(sides: set[Side | None]) -> Belongs:
    if len(sides) > 1:
        return Belongs.OPEN
    (side,) = sides
    return Belongs.NEXT_ROUND if side is None else Belongs(side.value)
