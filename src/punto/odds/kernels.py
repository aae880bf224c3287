"""The weights of the classes, compiled: the same counts as `weights`, agreeing to the unit.

64-bit integers are enough: ten decks have 520^6 = 2e16 ordered six-card draws, and no number
on the way is much larger. `layout` says what the arrays hold.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from punto.odds.jit import compiled, part
from punto.odds.layout import (
    ANY_BANKER,
    ANY_BOTH,
    ANY_PLAYER,
    BANKER,
    BOTH,
    CUT_BANKER,
    CUT_BOTH,
    CUT_PLAYER,
    PLAYER,
    STAND,
    SUMS,
)
from punto.odds.vectors import add_row, count_rows

Int64s = NDArray[np.int64]


@part
def zero_rank_sums(ten: int, jack: int, queen: int, king: int, out: Int64s) -> None:
    """Fill `out[4 k + i]` with the figures of `remaining.zero_ranks` after k such cards drawn."""
    counts = np.empty(4, np.int64)
    counts[0], counts[1], counts[2], counts[3] = ten, jack, queen, king
    out[:] = 0
    _zero_stat(counts, 1, out, 0)
    for first in range(4):
        ways = counts[first]
        if ways == 0:
            continue
        counts[first] -= 1
        _zero_stat(counts, ways, out, 4)
        for second in range(4):
            more = counts[second]
            if more == 0:
                continue
            counts[second] -= 1
            _zero_stat(counts, ways * more, out, 8)
            counts[second] += 1
        counts[first] += 1


@part
def _zero_stat(counts: Int64s, ways: int, out: Int64s, at: int) -> None:
    pairs = squares = fours = 0
    for each in counts:
        pair = each * (each - 1)
        pairs += pair
        squares += pair * pair
        fours += pair * (each - 2) * (each - 3)
    out[at] += ways
    out[at + 1] += ways * pairs
    out[at + 2] += ways * (pairs * pairs - squares)
    out[at + 3] += ways * fours


@part
def take(twice: Int64s, value: int, cards: int) -> None:
    """Take cards of a value out, or put them back when `cards` is negative."""
    twice[value] -= cards
    twice[value + 10] -= cards


@part
def sum_totals(
    twice: Int64s, size: int, zeros: Int64s, cuts: Int64s, work: Int64s, sums: Int64s
) -> None:
    """Sum the deals with third cards into `sums`, by totals and numbers of cards only."""
    scratch, ordered, rows = work[:80], work[80:88], work[88:152]
    sums[:] = 0
    for t in range(10):
        if twice[t] == 0:
            continue
        ways_t = twice[t] if t else 1
        take(twice, t, 1)
        drawn_zeros = 1 if t == 0 else 0
        count_rows(twice, scratch, ordered, rows)
        ways = ways_t * (size - 5) * zeros[4 * drawn_zeros]
        for b in range(8):
            if cuts[ANY_BANKER + b]:
                place = BANKER + (b + t) % 10 * 8
                add_row(sums, place, rows, 8 * b, cuts, CUT_BANKER + 8 * b, ways)
            if cuts[ANY_PLAYER + t * 8 + b]:
                place = PLAYER + (t * 10 + b) * 8
                add_row(sums, place, rows, 8 * b, cuts, CUT_PLAYER + (t * 8 + b) * 8, ways)
        for u in range(t, 10):
            if twice[u] == 0:
                continue
            ways = ways_t * (twice[u] if u else 1) * zeros[4 * (drawn_zeros + (u == 0))]
            take(twice, u, 1)
            count_rows(twice, scratch, ordered, rows)
            for b in range(8):
                if cuts[ANY_BOTH + t * 8 + b]:
                    place = BOTH + (t * 10 + (b + u) % 10) * 8
                    add_row(sums, place, rows, 8 * b, cuts, CUT_BOTH + (t * 8 + b) * 8, ways)
                if u != t and cuts[ANY_BOTH + u * 8 + b]:
                    place = BOTH + (u * 10 + (b + t) % 10) * 8
                    add_row(sums, place, rows, 8 * b, cuts, CUT_BOTH + (u * 8 + b) * 8, ways)
            take(twice, u, -1)
        take(twice, t, -1)


@part
def _fold(sums: Int64s, out: Int64s) -> None:
    """Turn sums by t and Player's two-card total into weights by final totals and sizes."""
    for t in range(10):
        for p in range(8):
            at = (p + t) % 10 * 40
            for b in range(10):
                place = (t * 10 + b) * 8 + p
                out[at + b * 4 + 3] += sums[BOTH + place]
                out[at + b * 4 + 2] += sums[PLAYER + place]
    for p in range(8):
        for b in range(10):
            out[p * 40 + b * 4 + 1] += sums[BANKER + b * 8 + p]


@part
def _stand(twice: Int64s, size: int, cuts: Int64s, pairs: Int64s, out: Int64s) -> None:
    """Add the deals in which both Hands stand on two cards; `pairs` gets A[s]."""
    for s in range(10):
        total = 0
        for v in range(10):
            total += twice[v] * (twice[10 + s - v] - (2 * v % 10 == s))
        pairs[s] = total
    for p in range(10):
        for b in range(10):
            if cuts[STAND + p * 10 + b]:
                shared = 0
                for v in range(10):
                    shared += (
                        twice[v]
                        * (twice[10 + p - v] - (2 * v % 10 == p))
                        * (twice[10 + b - v] - (2 * v % 10 == b))
                    )
                ways = pairs[p] * (pairs[b] + 2 * (p == b)) - 4 * shared
                out[p * 40 + b * 4] += ways * (size - 4) * (size - 5)


@part
def by_value(counts: Int64s, twice: Int64s) -> int:
    """Count the cards by value, twice over, and return how many there are."""
    twice[0] = counts[9] + counts[10] + counts[11] + counts[12]
    size = int(twice[0])
    for v in range(1, 10):
        twice[v] = counts[v - 1]
        size += counts[v - 1]
    for v in range(10):
        twice[10 + v] = twice[v]
    return size


@part
def totals(counts: Int64s, cuts: Int64s, work: Int64s, out: Int64s) -> None:
    """Weigh totals and numbers of cards: `out[((P * 10 + B) * 4 + size index]`."""
    twice, zeros, sums = work[:20], work[20:32], work[32 : 32 + SUMS]
    rest = work[32 + SUMS :]
    size = by_value(counts, twice)
    zero_rank_sums(counts[9], counts[10], counts[11], counts[12], zeros)
    out[:] = 0
    sum_totals(twice, size, zeros, cuts, rest, sums)
    _fold(sums, out)
    _stand(twice, size, cuts, rest, out)


@part
def pair_weights(counts: Int64s, out: Int64s) -> None:
    """Weigh the five pair classes in closed form: they depend on the first four cards only."""
    pairs = squares = fours = size = 0
    for each in counts:
        pair = each * (each - 1)
        size += each
        pairs += pair
        squares += pair * pair
        fours += pair * (each - 2) * (each - 3)
    later = (size - 4) * (size - 5)
    two_ranks = pairs * pairs - squares
    one_hand = pairs * (size - 2) * (size - 3) - two_ranks - fours
    none = size * (size - 1) * (size - 2) * (size - 3) - 2 * one_hand - two_ranks - fours
    out[0], out[1], out[2] = none * later, one_hand * later, one_hand * later
    out[3], out[4] = two_ranks * later, fours * later


@compiled
def win_counts_of_many(
    counts: Int64s, cuts: Int64s, starts: Int64s, places: Int64s, out: Int64s
) -> None:
    """Sum, for each row of `counts`, the weights that every pay row names.

    Row r names the places from `starts[r]` on: below 400 by totals and sizes, then pair classes.
    """
    work = np.empty(32 + SUMS + 152, np.int64)
    weights = np.empty(405, np.int64)
    for each in range(counts.shape[0]):
        totals(counts[each], cuts, work, weights[:400])
        pair_weights(counts[each], weights[400:])
        for row in range(len(starts) - 1):
            ways = 0
            for at in range(starts[row], starts[row + 1]):
                ways += weights[places[at]]
            out[each, row] = ways
