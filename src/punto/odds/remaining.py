"""Pair counts of the cards left: in how many ways do the first four cards make two totals?

With A[s] the ordered pairs of distinct cards of total s and D[v][s] the partners that give a
card of value v the total s, the ordered four-card draws of totals p and b are

    A[p] A[b] - 4 sum_v c_v D[v][p] D[v][b] + 2 [p = b] A[p]

by inclusion and exclusion over the cards that both Hands would share. Pairs are counted rank
by rank; the four ranks of value 0 differ in nothing else, so their part is summed beforehand.
"""

from __future__ import annotations

from typing import NamedTuple

from punto.odds.drawing import TOTALS
from punto.odds.lanes import Lanes


class ZeroRanks(NamedTuple):
    """Ten, J, Q and K after some of them were drawn, summed over which ones, ways included."""

    ways: int
    pairs: int
    """Ordered pairs of one rank."""
    two_pairs: int
    """Two ordered pairs of different ranks, in order."""
    fours: int
    """Ordered draws of four cards of one rank."""


def zero_ranks(counts: tuple[int, ...]) -> tuple[ZeroRanks, ZeroRanks, ZeroRanks]:
    """Sum over none, one and two of these cards being drawn as third cards."""
    whole = _zero_stat(counts)
    once = [(count, _drawn(counts, rank)) for rank, count in enumerate(counts) if count]
    twice = [
        (count * more, _drawn(left, rank))
        for count, left in once
        for rank, more in enumerate(left)
        if more
    ]
    return whole, _weighted(once), _weighted(twice)


def _drawn(counts: tuple[int, ...], rank: int) -> tuple[int, ...]:
    return (*counts[:rank], counts[rank] - 1, *counts[rank + 1 :])


def _zero_stat(counts: tuple[int, ...]) -> ZeroRanks:
    pairs = [count * (count - 1) for count in counts]
    return ZeroRanks(
        ways=1,
        pairs=sum(pairs),
        two_pairs=sum(pairs) ** 2 - sum(each * each for each in pairs),
        fours=sum(
            each * (count - 2) * (count - 3) for each, count in zip(pairs, counts, strict=True)
        ),
    )


def _weighted(draws: list[tuple[int, tuple[int, ...]]]) -> ZeroRanks:
    sums = [0, 0, 0, 0]
    for ways, counts in draws:
        for place, value in enumerate(_zero_stat(counts)):
            sums[place] += ways * value
    return ZeroRanks(*sums)


class Remaining:
    """Counts first-four draws from `values`, the cards left by value.

    Every count is multiplied by `zeros.ways`, the ways in which the cards of value 0 that are
    gone can have been drawn.
    """

    __slots__ = (
        "_drawn",
        "_pair_rows",
        "_paired",
        "_pairs",
        "_partners",
        "_totals",
        "_values",
        "_zeros",
        "lanes",
        "ordered",
        "ordered_row",
    )  # fmt: skip

    def __init__(self, values: list[int], zeros: ZeroRanks, lanes: Lanes) -> None:
        self.lanes = lanes
        self._values = values
        self._zeros = zeros
        unit = lanes.unit
        turns = lanes.rotations(sum(c * u for c, u in zip(values, unit, strict=True)))
        self._partners = [turns[v] - unit[2 * v % 10] for v in TOTALS]
        self.ordered_row = sum(c * d for c, d in zip(values, self._partners, strict=True))
        self.ordered = lanes.numbers(self.ordered_row)
        self._drawn = [-4 * zeros.ways * c for c in values]
        self._totals = zeros.ways * self.ordered_row
        self._pairs = [zeros.pairs, *(zeros.ways * c * (c - 1) for c in values[1:])]
        self._pair_rows = [z * unit[2 * v % 10] for v, z in enumerate(self._pairs)]
        self._paired = sum(self._pair_rows)

    def totals(self, b: int) -> int:
        """Count the draws in which Banker's first two cards total b, by Player's total."""
        values, own = self._values, self.ordered[b]
        row = own * (self._totals + 2 * self._zeros.ways * self.lanes.unit[b])
        for drawn, partners, v in zip(self._drawn, self._partners, TOTALS, strict=True):
            row += drawn * (values[b - v] - (2 * v % 10 == b)) * partners
        return row

    def all_deals(self, b: int) -> tuple[int]:
        """Return `totals(b)` as the only row, in the place of five by pair class."""
        return (self.totals(b),)

    def by_pairs(self, b: int) -> tuple[int, int, int, int, int]:
        """Split `totals(b)` by pair class, in the order of `PairClass`."""
        every = self.totals(b)
        player = self._player_paired(b)
        if b % 2:  # a pair has an even total
            return every - player, player, 0, 0, 0
        banker = self._banker_paired(b)
        two_ranks, twin = self._both_paired(b)
        both = two_ranks + twin
        return every - player - banker + both, player - both, banker - both, two_ranks, twin

    def _player_paired(self, b: int) -> int:
        """Player pair first, then any Banker Hand of total b from what is left."""
        values = self._values
        row = self.ordered[b] * self._paired
        for v, pairs in enumerate(self._pair_rows):
            row -= 4 * values[b - v] * pairs
        if b % 2 == 0:
            own = self._pairs[b // 2] + self._pairs[b // 2 + 5]
            row += 6 * own * self.lanes.unit[b]
        return row

    def _banker_paired(self, b: int) -> int:
        """Banker pair of total b first, then any Player Hand from what is left."""
        every = self.ordered_row + 2 * self.lanes.unit[b]
        return sum(self._pairs[v] * (every - 4 * self._partners[v]) for v in (b // 2, b // 2 + 5))

    def _both_paired(self, b: int) -> tuple[int, int]:
        """Both Hands paired, Banker with total b: in two ranks, and in one."""
        ways, zero_pairs, zero_two_pairs, zero_fours = self._zeros
        lane = self.lanes.unit[b]
        low, high = self._values[b // 2], self._values[b // 2 + 5]
        highs = high * (high - 1)
        high_fours = highs * (high - 2) * (high - 3)
        if b:
            lows = low * (low - 1)
            own_squares = ways * (lows * lows + highs * highs)
            fours = ways * (lows * (low - 2) * (low - 3) + high_fours)
            return self._paired * (lows + highs) - own_squares * lane, fours * lane
        own = zero_pairs + ways * highs
        other_ranks = (self._paired - own) // ways * own if ways else 0
        return (
            other_ranks + (zero_two_pairs + 2 * highs * zero_pairs) * lane,
            (zero_fours + ways * high_fours) * lane,
        )
