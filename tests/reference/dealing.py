"""Cards, points and the Table of Play, typed from the documents' tables.

tb4:3.10 to 3.14, dhyx2:3.10 to 3.17, tbi1:3.10 to 3.17, mbs5:3.3, 3.4, 3.12 to 3.15.
"""

from __future__ import annotations

from dataclasses import dataclass

from .refusal import ReferenceRefusal

RANK_POINTS = {
    "A": 1,
    "2": 2,
    "3": 3,
    "4": 4,
    "5": 5,
    "6": 6,
    "7": 7,
    "8": 8,
    "9": 9,
    "10": 0,
    "J": 0,
    "Q": 0,
    "K": 0,
}
"""tb4:3.2, mbs5:3.3; a Ten counts 0 everywhere (I-01), picture cards are J, Q, K (I-02)."""

SUITS = ("S", "H", "D", "C")

PLAYER_DRAWS_ON = (0, 1, 2, 3, 4, 5)
NATURAL = (8, 9)

BANKER_DRAWS_WHEN_PLAYER_STANDS = (0, 1, 2, 3, 4, 5)
"""tb4:3.11, dhyx2:3.13, tbi1:3.13, last line of mbs5:3.14 (I-04)."""

BANKER_DRAWS_ON_PLAYERS_THIRD = {
    0: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    1: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    2: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    3: (0, 1, 2, 3, 4, 5, 6, 7, 9),
    4: (2, 3, 4, 5, 6, 7),
    5: (4, 5, 6, 7),
    6: (6, 7),
    7: (),
}
"""Banker's first two cards, then the values of Player's third card on which Banker draws."""


def read_card(text: object) -> str:
    """Give a card as rank and suit, a Ten always as `10`."""
    if not isinstance(text, str) or len(text) < 2:
        raise ReferenceRefusal("not a card")
    rank, suit = text[:-1], text[-1]
    if rank == "T":
        rank = "10"
    if rank not in RANK_POINTS or suit not in SUITS:
        raise ReferenceRefusal("not a card")
    return rank + suit


def rank_of(card: str) -> str:
    """Cut off the suit, which decides nothing (I-09, I-11)."""
    return card[:-1]


def points_of(card: str) -> int:
    """Value one card (tb4:3.2, mbs5:3.3)."""
    return RANK_POINTS[rank_of(card)]


def point_total(cards: list[str]) -> int:
    """Score a Hand: the last digit of the sum (tb4:1.23, mbs5:3.4)."""
    return sum(points_of(card) for card in cards) % 10


def player_draws(player_two: int, banker_two: int) -> bool:
    """Say whether Player takes a third card; a Natural on either side stops it (I-03)."""
    if player_two in NATURAL or banker_two in NATURAL:
        return False
    return player_two in PLAYER_DRAWS_ON


def banker_draws(player_two: int, banker_two: int, player_third: int | None) -> bool:
    """Say whether Banker takes a third card, given the value of Player's third, if any."""
    if player_two in NATURAL or banker_two in NATURAL:
        return False
    if player_third is None:
        return banker_two in BANKER_DRAWS_WHEN_PLAYER_STANDS
    return player_third in BANKER_DRAWS_ON_PLAYERS_THIRD[banker_two]


def next_hand(hands: tuple[list[str], list[str]]) -> str | None:
    """Name the Hand that gets the next card, or None when the round is complete.

    The four initial cards go Player, Banker, Player, Banker (tb4:3.10, mbs5:3.12).
    """
    player, banker = hands
    if len(player) + len(banker) < 4:
        return "player" if len(player) == len(banker) else "banker"
    player_two, banker_two = point_total(player[:2]), point_total(banker[:2])
    if len(player) == 2 and player_draws(player_two, banker_two):
        return "player"
    third = points_of(player[2]) if len(player) == 3 else None
    if len(banker) == 2 and banker_draws(player_two, banker_two, third):
        return "banker"
    return None


@dataclass(frozen=True)
class Finished:
    """A complete round: both Hands, as they lie."""

    player: tuple[str, ...]
    banker: tuple[str, ...]

    @property
    def player_total(self) -> int:
        return point_total(list(self.player))

    @property
    def banker_total(self) -> int:
        return point_total(list(self.banker))

    @property
    def winner(self) -> str:
        """The higher Point Total wins, equal ones are a Tie (tb4:3.13, 3.14, mbs5:3.15)."""
        if self.player_total > self.banker_total:
            return "player"
        if self.banker_total > self.player_total:
            return "banker"
        return "tie"

    @property
    def natural(self) -> bool:
        """8 or 9 with two cards, in either Hand (tb4:1.14, mbs5:1.1.5)."""
        player_two = point_total(list(self.player[:2]))
        banker_two = point_total(list(self.banker[:2]))
        return player_two in NATURAL or banker_two in NATURAL

    @property
    def player_pair(self) -> bool:
        """The first two cards are of one rank (I-09, I-11)."""
        return rank_of(self.player[0]) == rank_of(self.player[1])

    @property
    def banker_pair(self) -> bool:
        """The first two cards are of one rank (I-09, I-11)."""
        return rank_of(self.banker[0]) == rank_of(self.banker[1])

    @property
    def same_pair_rank(self) -> bool:
        """Both Hands are paired in one rank (I-10)."""
        same = rank_of(self.player[0]) == rank_of(self.banker[0])
        return self.player_pair and self.banker_pair and same


def deal(cards: list[str]) -> Finished:
    """Deal these cards in order; they must be exactly as many as the Table of Play takes."""
    player: list[str] = []
    banker: list[str] = []
    for card in cards:
        hand = next_hand((player, banker))
        if hand is None:
            raise ReferenceRefusal("too many cards")
        (player if hand == "player" else banker).append(card)
    if next_hand((player, banker)) is not None:
        raise ReferenceRefusal("too few cards")
    return Finished(tuple(player), tuple(banker))
