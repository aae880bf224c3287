"""The exact weight of every outcome class, for any cards left.

A round uses four to six cards, but all six can be thought drawn: the weight of a class is the
number of ordered six-card draws that end in it, and all weights sum to N(N-1)...(N-5). By
exchangeability the third cards may be drawn first; the first four then come from what is
left, and `Remaining` counts those in closed form. Method and figures: docs/learn/odds.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import perm
from typing import Final, NamedTuple

from punto.core.checks import require
from punto.core.composition import Composition
from punto.core.outcome import SLOTS
from punto.odds.drawing import TOTALS, Drawing
from punto.odds.lanes import Lanes
from punto.odds.remaining import Remaining, zero_ranks

ROUND_CARDS: Final = 6
"""The most cards that a round can take."""

CARD_SIZES: Final = ((2, 2), (2, 3), (3, 2), (3, 3))
"""Player's and Banker's number of cards, in the order of the class codes."""

Rows = tuple[int, ...]
"""One row of weights over Player's two-card total for all deals, or one for each pair class."""

_Count = Callable[[int], Rows]
"""From Banker's two-card total to the rows."""


class Deals(NamedTuple):
    """All deals with the same third cards and Banker's two-card total."""

    size: int
    """Index into CARD_SIZES."""
    banker: int
    """Banker's two-card total."""
    third: int
    """Value of Player's third card; 0 if there is none."""
    last: int
    """Value of Banker's third card; 0 if there is none."""
    rows: Rows


def orderings(composition: Composition) -> int:
    """Count the ordered six-card draws, N(N-1)...(N-5)."""
    return perm(composition.size, ROUND_CARDS)


def values(composition: Composition) -> list[int]:
    """Count the cards left by value; Ten, J, Q and K are worth 0 (I-01)."""
    return [sum(composition.counts[9:]), *composition.counts[:9]]


def check_enough(composition: Composition) -> None:
    """Refuse fewer cards than every round can be completed with (I-08)."""
    require(
        composition.size >= ROUND_CARDS,
        f"{composition.size} cards are too few: a round can take six (I-08)",
    )


class Deck:
    """The cards left, from which every round is dealt, third cards first."""

    def __init__(self, composition: Composition, rules: Drawing, *, by_pairs: bool) -> None:
        check_enough(composition)
        self.lanes = Lanes(orderings(composition))
        self._rules = rules
        self._by_pairs = by_pairs
        self._left = values(composition)
        self._zeros = zero_ranks(composition.counts[9:])
        self._size = composition.size

    def deals(self) -> Iterator[Deals]:
        """List all deals with their six-card weights."""
        yield from self._no_third_card()
        for t in TOTALS:
            if not self._left[t]:
                continue
            # which of the cards of value 0 was drawn is already summed in `zeros`
            ways = self._left[t] if t else 1
            self._left[t] -= 1
            yield from self._one_third_card(t, ways)
            for u in range(t, 10):
                if self._left[u]:
                    ways_both = ways * self._left[u] if u else ways
                    self._left[u] -= 1
                    yield from self._two_third_cards(t, u, ways_both)
                    self._left[u] += 1
            self._left[t] += 1

    def _no_third_card(self) -> Iterator[Deals]:
        count = self._counter(0)
        ways = (self._size - 4) * (self._size - 5)
        for b, stand in enumerate(self._rules.neither):
            if stand:
                yield Deals(0, b, 0, 0, self._cut(count(b), stand, ways))

    def _one_third_card(self, t: int, ways: int) -> Iterator[Deals]:
        count = self._counter(t == 0)
        ways *= self._size - 5
        for b in TOTALS:
            to_banker, to_player = self._rules.banker_only[b], self._rules.player_only[b][t]
            if not to_banker and not to_player:
                continue
            rows = count(b)
            if to_banker:
                yield Deals(1, b, 0, t, self._cut(rows, to_banker, ways))
            if to_player:
                yield Deals(2, b, t, 0, self._cut(rows, to_player, ways))

    def _two_third_cards(self, t: int, u: int, ways: int) -> Iterator[Deals]:
        count = self._counter((t == 0) + (u == 0))
        for b, after in enumerate(self._rules.both):
            t_first, u_first = after[t], after[u] if u != t else 0
            if not t_first and not u_first:
                continue
            rows = count(b)
            if t_first:
                yield Deals(3, b, t, u, self._cut(rows, t_first, ways))
            if u_first:
                yield Deals(3, b, u, t, self._cut(rows, u_first, ways))

    def _counter(self, zeros_drawn: int) -> _Count:
        remaining = Remaining(self._left, self._zeros[zeros_drawn], self.lanes)
        return remaining.by_pairs if self._by_pairs else remaining.all_deals

    def _cut(self, rows: Rows, bits: int, ways: int) -> Rows:
        mask = self.lanes.mask(bits)
        return tuple([(row & mask) * ways for row in rows])


def joint(composition: Composition, rules: Drawing) -> list[int]:
    """Weigh every outcome class: a list over the class codes that sums to `orderings`."""
    deck = Deck(composition, rules, by_pairs=True)
    sums = [[[0] * 5 for _ in TOTALS] for _ in CARD_SIZES]
    for size, banker, third, last, rows in deck.deals():
        into = sums[size][(banker + last) % 10]
        turn = third * deck.lanes.width
        for pairs, row in enumerate(rows):
            if row:
                into[pairs] += row << turn
    weights = [0] * SLOTS
    for size, by_total in enumerate(sums):
        for banker, by_class in enumerate(by_total):
            for pairs, row in enumerate(by_class):
                if row:
                    first = banker * 20 + size * 5 + pairs
                    weights[first::200] = deck.lanes.numbers(row)
    return weights
