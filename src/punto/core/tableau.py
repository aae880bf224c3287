"""The Table of Play: who draws, who stands, with no choice for anybody (tb4:3.12, mbs5:3.14)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from punto.core.cards import Card, total
from punto.core.outcome import Side


@dataclass(frozen=True, slots=True)
class Tableau:
    """The drawing rules as a rulebook states them."""

    naturals: frozenset[int]
    player_draws: frozenset[int]
    banker_draws_when_player_stands: frozenset[int]
    banker_draws_on_third_card: Mapping[int, frozenset[int]]
    clauses: tuple[str, ...]
    by: tuple[str, ...]

    def player_takes_third(self, player: int, banker: int) -> bool:
        """Tell from the two-card totals whether Player draws; a Natural stops both (I-03)."""
        return not self.natural(player, banker) and player in self.player_draws

    def banker_takes_third(self, player: int, banker: int, player_third: int | None) -> bool:
        """Tell whether Banker draws; `player_third` is None when Player stood (I-03, I-04)."""
        if self.natural(player, banker):
            return False
        if player_third is None:
            return banker in self.banker_draws_when_player_stands
        return player_third in self.banker_draws_on_third_card.get(banker, frozenset())

    def natural(self, player: int, banker: int) -> bool:
        """Tell from the two-card totals whether a Natural ends the drawing (tb4:1.14)."""
        return player in self.naturals or banker in self.naturals

    def banker_always_draws(self, banker: int) -> bool:
        """Tell whether Banker draws whatever Player's third card is (I-74)."""
        return len(self.banker_draws_on_third_card.get(banker, frozenset())) == len(range(10))

    def next_hand(self, player: Sequence[Card], banker: Sequence[Card]) -> Side | None:
        """Name the Hand that the next card goes to, or None when the Hands are complete.

        The first and third card are Player's, the second and fourth Banker's (tb4:3.10,
        mbs5:3.12); then Player's third card comes before Banker's.
        """
        if len(player) < 2 or len(banker) < 2:
            return Side.PLAYER if len(player) <= len(banker) else Side.BANKER
        first_two = total(player[:2]), total(banker[:2])
        takes_third = self.player_takes_third(*first_two)
        if len(player) == 2 and takes_third:
            return Side.PLAYER
        third = player[2].points if takes_third else None
        if len(banker) == 2 and self.banker_takes_third(*first_two, third):
            return Side.BANKER
        return None


@dataclass(frozen=True, slots=True)
class Hands:
    """The cards of both Hands and what the draw order left over."""

    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    complete: bool
    surplus: tuple[Card, ...]


def deal(cards: Sequence[Card], tableau: Tableau) -> Hands:
    """Send cards in draw order to the Hands that the Table of Play names (tb4:3.10 to 3.12)."""
    hands: dict[Side, list[Card]] = {Side.PLAYER: [], Side.BANKER: []}
    player, banker = hands[Side.PLAYER], hands[Side.BANKER]
    for used, card in enumerate(cards):
        side = tableau.next_hand(player, banker)
        if side is None:
            return Hands(tuple(player), tuple(banker), complete=True, surplus=tuple(cards[used:]))
        hands[side].append(card)
    complete = tableau.next_hand(player, banker) is None
    return Hands(tuple(player), tuple(banker), complete=complete, surplus=())
