"""A composition counts the cards of each rank; a shoe is a composition in an order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from punto.core.cards import DECK, RANKS, Card, Rank
from punto.core.checks import require

MIN_DECKS = 4
MAX_DECKS = 10
"""Four to ten decks (tb4:2.2.1, mbs5:2.1)."""


@dataclass(frozen=True, slots=True)
class Composition:
    """How many cards of each rank, A 2 ... 10 J Q K."""

    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        """Refuse what no set of cards can be."""
        require(
            len(self.counts) == len(RANKS),
            f"a composition counts 13 ranks (A 2 ... 10 J Q K), not {len(self.counts)}",
        )
        for rank, count in zip(RANKS, self.counts, strict=True):
            require(count >= 0, f"a composition cannot hold {count} cards of rank {rank}")

    @property
    def size(self) -> int:
        """Count all cards."""
        return sum(self.counts)

    def without(self, ranks: Iterable[Rank]) -> Composition:
        """Take cards of these ranks out."""
        counts = list(self.counts)
        for rank in ranks:
            counts[rank.place] -= 1
            require(
                counts[rank.place] >= 0,
                f"more cards of rank {rank} shown than the {self.counts[rank.place]} that are left",
            )
        return Composition(tuple(counts))


def fresh(decks: int) -> Composition:
    """Count a fresh set of `decks` decks (tb4:2.2.1, I-06)."""
    require(decks >= 1, f"{decks} decks of cards do not exist")
    return Composition((4 * decks,) * len(RANKS))


def full_set(decks: int) -> Counter[Card]:
    """List every card of a set of `decks` decks with how often it occurs."""
    return Counter(dict.fromkeys(DECK, decks))


def card_too_often(cards: Sequence[Card], decks: int) -> Card | None:
    """Find a card that occurs more often than `decks` decks hold it."""
    for card, count in Counter(cards).items():
        if count > decks:
            return card
    return None
