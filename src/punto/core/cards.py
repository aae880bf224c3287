"""Ranks, suits and cards, and what each is worth (tb4:3.2, mbs5:3.3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from punto.core.checks import Misuse


class Suit(StrEnum):
    """The four suits; they decide nothing but which card is missing (mbs5:5.11.3)."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


class Rank(StrEnum):
    """The thirteen ranks, in the order in which compositions count them."""

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"

    @property
    def place(self) -> int:
        """Return the place in a composition: A is 0, K is 12."""
        return _PLACES[self]

    @property
    def points(self) -> int:
        """Return face value modulo 10 everywhere, a Ten and a face card 0 (I-01, I-02).

        tb4:3.2.1, tb4:3.2.2, tb4:3.2.3, mbs5:3.3.1, mbs5:3.3.2.
        """
        return _POINTS[self]


RANKS: Final[tuple[Rank, ...]] = tuple(Rank)
_PLACES: Final = {rank: place for place, rank in enumerate(RANKS)}
_POINTS: Final = {rank: place + 1 if place < 9 else 0 for rank, place in _PLACES.items()}

POINTS: Final[tuple[int, ...]] = tuple(rank.points for rank in RANKS)
"""Points by rank index."""


@dataclass(frozen=True, slots=True)
class Card:
    """One card. Backs and decks do not matter, so two equal cards are the same value."""

    rank: Rank
    suit: Suit

    @property
    def points(self) -> int:
        """Return what the card adds to a Hand."""
        return self.rank.points

    def __str__(self) -> str:
        """Write the card the way that `parse_card` reads it."""
        return f"{self.rank}{self.suit}"


DECK: Final[tuple[Card, ...]] = tuple(Card(rank, suit) for suit in Suit for rank in RANKS)
"""The 52 cards of one deck, no joker (I-06)."""

_BY_TEXT: Final = {str(card): card for card in DECK} | {
    f"T{suit}": Card(Rank.TEN, suit) for suit in Suit
}
_RANK_BY_TEXT: Final = {str(rank): rank for rank in RANKS} | {"T": Rank.TEN}


def parse_card(text: str) -> Card:
    """Read a card such as `4S`, `10H` or `TH`."""
    card = _BY_TEXT.get(text)
    if card is None:
        msg = (
            f"{text!r} is not a card: write a rank (A 2 3 4 5 6 7 8 9 10 J Q K) and then "
            "a suit (S H D C), for example 10H"
        )
        raise Misuse(msg)
    return card


def parse_rank(text: str) -> Rank:
    """Read a rank such as `4`, `10`, `T` or `K`."""
    rank = _RANK_BY_TEXT.get(text)
    if rank is None:
        msg = f"{text!r} is not a rank: A 2 3 4 5 6 7 8 9 10 J Q K"
        raise Misuse(msg)
    return rank


def total(cards: Iterable[Card]) -> int:
    """Score a Hand: the units digit of the sum (tb4:1.23, mbs5:3.4.1, mbs5:3.4.2)."""
    return sum(card.points for card in cards) % 10
