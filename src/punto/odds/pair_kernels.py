"""The weights of the classes by pair class, compiled: `remaining.by_pairs`, for whole rows.

Summed are, besides all deals, those with Player paired, with Banker paired, with both paired
in two ranks and with both in one; the five pair classes follow by subtraction at the end.
A Hand paired has an even total, written 2h.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from punto.odds.jit import compiled, part
from punto.odds.kernels import Int64s, by_value, take, zero_rank_sums
from punto.odds.layout import (
    ANY_BANKER,
    ANY_BOTH,
    ANY_PLAYER,
    BANKER,
    BOTH,
    CUT_BANKER,
    CUT_BANKER_PAIRED,
    CUT_BOTH,
    CUT_BOTH_PAIRED,
    CUT_PLAYER,
    CUT_PLAYER_PAIRED,
    PAIRED_BANKER,
    PAIRED_BOTH,
    PAIRED_PLAYER,
    PAIRED_SUMS,
    PLAYER,
    STAND,
    SUMS,
)
from punto.odds.vectors import add_row, count_paired, count_rows

# Where the parts of the work space begin.
TWICE: Final = 0
ZEROS: Final = 20
SCRATCH: Final = 32
ORDERED: Final = 112
ROWS: Final = 120
PAIRS: Final = 184
PAIRED: Final = 194
TWO_RANKS: Final = 226
ONE_RANK: Final = 242
EVERY: Final = 246
"""All deals."""
FOR_BANKER: Final = EVERY + SUMS
"""Banker paired, laid out as all deals."""
FOR_PLAYER: Final = FOR_BANKER + SUMS
FOR_BOTH: Final = FOR_PLAYER + PAIRED_SUMS
"""Both paired in two ranks: by case, t, h and Banker's final total."""
FOR_TWIN: Final = FOR_BOTH + 3 * 400
WORK: Final = FOR_TWIN + 3 * 400


@part
def _count(work: Int64s, drawn_zeros: int) -> int:
    """Count rows and pairs of what is left; return the ways of the drawn cards of value 0."""
    twice = work[TWICE:ZEROS]
    zeros = work[ZEROS + 4 * drawn_zeros : ZEROS + 4 * drawn_zeros + 4]
    scale, pairs = zeros[0], work[PAIRS : PAIRS + 10]
    count_rows(twice, work[SCRATCH:ORDERED], work[ORDERED:ROWS], work[ROWS:PAIRS])
    pairs[0] = zeros[1]
    for v in range(1, 10):
        pairs[v] = scale * twice[v] * (twice[v] - 1)
    count_paired(twice, pairs, work[ORDERED:ROWS], work[PAIRED:TWO_RANKS])
    return int(scale)


@part
def _count_both(work: Int64s, drawn_zeros: int) -> None:
    """Count both Hands paired, by half totals: two ranks in 4 x 4 places, one rank in 4."""
    twice = work[TWICE:ZEROS]
    zeros = work[ZEROS + 4 * drawn_zeros : ZEROS + 4 * drawn_zeros + 4]
    scale = zeros[0]
    for h in range(4):
        low, high = twice[h] * (twice[h] - 1), twice[h + 5] * (twice[h + 5] - 1)
        high_fours = high * (twice[h + 5] - 2) * (twice[h + 5] - 3)
        if h:
            low_fours = low * (twice[h] - 2) * (twice[h] - 3)
            work[TWO_RANKS + 5 * h] = scale * 2 * low * high
            work[ONE_RANK + h] = scale * (low_fours + high_fours)
        else:
            work[TWO_RANKS] = zeros[2] + 2 * high * zeros[1]
            work[ONE_RANK] = zeros[3] + scale * high_fours
        own = low + high
        for other in range(h):
            pairs = scale * (twice[other] * (twice[other] - 1)) if other else zeros[1]
            pairs += scale * (twice[other + 5] * (twice[other + 5] - 1))
            work[TWO_RANKS + 4 * h + other] = own * pairs
            work[TWO_RANKS + 4 * other + h] = own * pairs


@part
def _add(work: Int64s, cuts: Int64s, case: int, t: int, last: int, ways: int, scale: int) -> None:
    """Add the deals in which `case` holds: Player's third card t, Banker's `last`, if any.

    Cases are 0 both draw, 1 Player alone, 2 Banker alone; a card not drawn counts 0.
    """
    any_at = (ANY_BOTH, ANY_PLAYER, ANY_BANKER)[case] + 8 * t
    cut_at = (CUT_BOTH, CUT_PLAYER, CUT_BANKER)[case] + 64 * t
    sums_at = (BOTH, PLAYER, BANKER)[case] + 80 * t
    for b in range(8):
        if cuts[any_at + b]:
            place = sums_at + (b + last) % 10 * 8
            row, mask = ROWS + 8 * b, cut_at + 8 * b
            add_row(work, EVERY + place, work, row, cuts, mask, ways * scale)
            if b % 2 == 0:
                row = PAIRED + 4 * b
                add_row(work, FOR_BANKER + place, work, row, cuts, mask, ways)
    cut_at = (CUT_BOTH_PAIRED, CUT_PLAYER_PAIRED, CUT_BANKER_PAIRED)[case] + 32 * t
    sums_at = (PAIRED_BOTH, PAIRED_PLAYER, PAIRED_BANKER)[case] + 72 * t
    both_at = 400 * case + 40 * t
    for h in range(4):
        mask = cut_at + 8 * h
        place = FOR_PLAYER + sums_at + 18 * h + last
        add_row(work, place, work, PAIRED + 8 * h, cuts, mask, ways)
        for half in range(4):
            if cuts[mask + 2 * half]:
                place = both_at + 10 * h + (2 * half + last) % 10
                work[FOR_BOTH + place] += ways * work[TWO_RANKS + 4 * h + half]
                if half == h:
                    work[FOR_TWIN + place] += ways * work[ONE_RANK + h]


@part
def _third_cards(work: Int64s, size: int, cuts: Int64s) -> None:
    twice = work[TWICE:ZEROS]
    for t in range(10):
        if twice[t] == 0:
            continue
        ways_t = twice[t] if t else 1
        take(twice, t, 1)
        drawn_zeros = 1 if t == 0 else 0
        scale = _count(work, drawn_zeros)
        _count_both(work, drawn_zeros)
        _add(work, cuts, 1, t, 0, ways_t * (size - 5), scale)
        _add(work, cuts, 2, 0, t, ways_t * (size - 5), scale)
        for u in range(t, 10):
            if twice[u] == 0:
                continue
            ways = ways_t * (twice[u] if u else 1)
            take(twice, u, 1)
            zeros_now = drawn_zeros + (1 if u == 0 else 0)
            scale = _count(work, zeros_now)
            _count_both(work, zeros_now)
            _add(work, cuts, 0, t, u, ways, scale)
            if u != t:
                _add(work, cuts, 0, u, t, ways, scale)
            take(twice, u, -1)
        take(twice, t, -1)


@part
def _fold(work: Int64s, out: Int64s) -> None:
    """Turn the sums into weights: totals turned by t, the five pair classes set apart."""
    for case in range(3):
        size = 3 - case if case < 2 else 1
        thirds = 10 if case < 2 else 1
        sums_at = (BOTH, PLAYER, BANKER)[case]
        paired_at = FOR_PLAYER + (PAIRED_BOTH, PAIRED_PLAYER, PAIRED_BANKER)[case]
        for t in range(thirds):
            for b in range(10):
                for p in range(8):
                    place = sums_at + 80 * t + 8 * b + p
                    at = (p + t) % 10 * 200 + b * 20 + size * 5
                    banker = work[FOR_BANKER + place]
                    out[at] += work[EVERY + place] - banker
                    out[at + 2] += banker
            for h in range(4):
                row = (2 * h + t) % 10 * 200 + size * 5
                for b in range(18):
                    player = work[paired_at + 72 * t + 18 * h + b]
                    at = row + b % 10 * 20
                    out[at] -= player
                    out[at + 1] += player
                for b in range(10):
                    place = 400 * case + 40 * t + 10 * h + b
                    _both(out, row + b * 20, work[FOR_BOTH + place], work[FOR_TWIN + place])


@part
def _both(out: Int64s, at: int, two_ranks: int, one_rank: int) -> None:
    """Move deals with both Hands paired from where they were counted to their classes."""
    both = two_ranks + one_rank
    out[at] += both
    out[at + 1] -= both
    out[at + 2] -= both
    out[at + 3] += two_ranks
    out[at + 4] += one_rank


@part
def _stand(work: Int64s, size: int, cuts: Int64s, out: Int64s) -> None:
    """Add the deals in which both Hands stand on two cards."""
    twice, ordered = work[TWICE:ZEROS], work[SCRATCH : SCRATCH + 10]
    pairs, zeros = work[PAIRS : PAIRS + 10], work[ZEROS : ZEROS + 4]
    for s in range(10):
        ordered[s] = 0
        for v in range(10):
            ordered[s] += twice[v] * (twice[10 + s - v] - (2 * v % 10 == s))
    pairs[0] = zeros[1]
    for v in range(1, 10):
        pairs[v] = twice[v] * (twice[v] - 1)
    ways = (size - 4) * (size - 5)
    for p in range(10):
        for b in range(10):
            if not cuts[STAND + p * 10 + b]:
                continue
            at = p * 200 + b * 20
            out[at] += ways * _four_cards(twice, ordered, p, b)
            if p % 2 == 0:
                player = ways * _one_paired(twice, ordered, pairs, p // 2, b)
                out[at] -= player
                out[at + 1] += player
            if b % 2 == 0:
                banker = ways * _one_paired(twice, ordered, pairs, b // 2, p)
                out[at] -= banker
                out[at + 2] += banker
            if p % 2 == 0 and b % 2 == 0:
                _both_stand(out, at, ways, twice, pairs, zeros)


@part
def _four_cards(twice: Int64s, ordered: Int64s, p: int, b: int) -> int:
    shared = 0
    for v in range(10):
        to_p = twice[10 + p - v] - (2 * v % 10 == p)
        shared += twice[v] * to_p * (twice[10 + b - v] - (2 * v % 10 == b))
    return int(ordered[p] * (ordered[b] + 2 * (p == b)) - 4 * shared)


@part
def _one_paired(twice: Int64s, ordered: Int64s, pairs: Int64s, half: int, other: int) -> int:
    found = 0
    for v in (half, half + 5):
        free = ordered[other] - 4 * twice[10 + other - v] + 6 * (2 * half == other)
        found += pairs[v] * free
    return int(found)


@part
def _both_stand(
    out: Int64s, at: int, ways: int, twice: Int64s, pairs: Int64s, zeros: Int64s
) -> None:
    p, b = at // 400, at % 200 // 40
    two_ranks = one_rank = 0
    if p != b:
        two_ranks = (pairs[p] + pairs[p + 5]) * (pairs[b] + pairs[b + 5])
    else:
        two_ranks = 2 * pairs[p] * pairs[p + 5] + (zeros[2] if p == 0 else 0)
        for v in (p, p + 5):
            if v == 0:
                one_rank += zeros[3]
            else:
                one_rank += pairs[v] * (twice[v] - 2) * (twice[v] - 3)
    _both(out, at, ways * two_ranks, ways * one_rank)


@part
def classes(counts: Int64s, cuts: Int64s, work: Int64s, out: Int64s) -> None:
    """Weigh every class: `out` is indexed by class code."""
    work[EVERY:WORK] = 0
    out[:] = 0
    size = by_value(counts, work[TWICE:ZEROS])
    zero_rank_sums(counts[9], counts[10], counts[11], counts[12], work[ZEROS:SCRATCH])
    _third_cards(work, size, cuts)
    _fold(work, out)
    _stand(work, size, cuts, out)


@compiled
def classes_of_many(counts: Int64s, cuts: Int64s, out: Int64s) -> None:
    """Weigh every class for each row of `counts`."""
    work = np.empty(WORK, np.int64)
    for each in range(counts.shape[0]):
        classes(counts[each], cuts, work, out[each])


@compiled
def class_win_counts_of_many(
    counts: Int64s, cuts: Int64s, starts: Int64s, places: Int64s, out: Int64s
) -> None:
    """Do what `kernels.win_counts_of_many` does with places that are class codes."""
    work = np.empty(WORK, np.int64)
    weights = np.empty(2000, np.int64)
    for each in range(counts.shape[0]):
        classes(counts[each], cuts, work, weights)
        for row in range(len(starts) - 1):
            ways = 0
            for at in range(starts[row], starts[row + 1]):
                ways += weights[places[at]]
            out[each, row] = ways
