"""Exact odds for many compositions at once.

    batch = Batch(rulebook.columns.values(), drawing(rulebook.tableau))
    batch.win_counts(compositions)      # int64, a column for each of batch.rows
    batch.edges(compositions)           # float, a column for each of batch.bets

Compositions are an integer array of 13 columns. With Numba installed (the extra `sim`) this
runs compiled, several hundred thousand compositions a second; without it the plain count does
the same. Both give the same numbers to the unit.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from punto.core.bets import Column, PayRow
from punto.core.checks import require
from punto.core.composition import MAX_DECKS, Composition
from punto.core.outcome import SLOTS
from punto.odds import layout
from punto.odds.bets import profit
from punto.odds.drawing import TOTALS, Drawing
from punto.odds.weights import ROUND_CARDS, joint

Int64s = NDArray[np.int64]
Floats = NDArray[np.float64]

MOST_CARDS = 52 * MAX_DECKS
"""Up to ten decks every count fits 64 bits."""


@dataclass(frozen=True, slots=True)
class Row:
    """A pay row of a bet, the row of a returned stake included."""

    bet: str
    row: PayRow


class Batch:
    """Counts the wins of some bets under one Table of Play."""

    def __init__(
        self, columns: Iterable[Column], rules: Drawing, *, compiled: bool | None = None
    ) -> None:
        columns = tuple(columns)
        self.bets = tuple(column.bet.id for column in columns)
        self.rows = tuple(Row(column.bet.id, row) for column in columns for row in column.bet.rows)
        self._rules = rules
        self._compiled = find_spec("numba") is not None if compiled is None else compiled
        self._by_totals = all(_totals_or_pairs(column) for column in columns)
        named = [
            _places(column, mark, by_totals=self._by_totals)
            for column in columns
            for mark in range(len(column.bet.rows))
        ]
        self._starts = np.cumsum([0, *map(len, named)], dtype=np.int64)
        self._places = np.array([place for places in named for place in places], np.int64)
        # the stake is lost unless a row holds, so every way of a row earns its profit plus one
        self._gains = np.zeros((len(self.rows), len(columns)))
        for at, each in enumerate(self.rows):
            self._gains[at, self.bets.index(each.bet)] = float(profit(each.row) + 1)

    def win_counts(self, compositions: NDArray[Any]) -> Int64s:
        """Count, for each composition, the ordered six-card draws that reach each of `rows`."""
        counts = _checked(compositions)
        out = np.empty((len(counts), len(self.rows)), np.int64)
        if self._compiled:
            kernel = (
                _compiled("kernels").win_counts_of_many
                if self._by_totals
                else _compiled("pair_kernels").class_win_counts_of_many
            )
            kernel(counts, cuts(self._rules), self._starts, self._places, out)
            return out
        for each, composition in enumerate(counts):
            weights = self._plain(composition)
            for row, start in enumerate(self._starts[:-1]):
                named = self._places[start : self._starts[row + 1]]
                out[each, row] = sum(weights[place] for place in named)
        return out

    def edges(self, compositions: NDArray[Any]) -> Floats:
        """Return what a unit on each of `bets` is expected to cost; below 0 it gains."""
        size = _checked(compositions).sum(axis=1).astype(np.float64)
        orderings = np.prod([size - drawn for drawn in range(ROUND_CARDS)], axis=0)
        shares = self.win_counts(compositions) / orderings[:, None]
        edges: Floats = 1.0 - shares @ self._gains
        return edges

    def _plain(self, composition: Int64s) -> list[int]:
        weights = joint(Composition(tuple(composition.tolist())), self._rules)
        if not self._by_totals:
            return weights
        by_totals = [sum(weights[code : code + 5]) for code in range(0, SLOTS, 5)]
        return by_totals + [sum(weights[pairs::5]) for pairs in range(5)]


def joint_batch(
    compositions: NDArray[Any], rules: Drawing, *, compiled: bool | None = None
) -> Int64s:
    """Weigh every class for each composition: an array of 2000 columns, by class code."""
    counts = _checked(compositions)
    out = np.empty((len(counts), SLOTS), np.int64)
    if find_spec("numba") is not None if compiled is None else compiled:
        _compiled("pair_kernels").classes_of_many(counts, cuts(rules), out)
    else:
        for each, composition in enumerate(counts):
            out[each] = joint(Composition(tuple(composition.tolist())), rules)
    return out


def win_counts(compositions: NDArray[Any], columns: Iterable[Column], rules: Drawing) -> Int64s:
    """Count the wins of every pay row of some bets, once; keep a `Batch` to do it often."""
    return Batch(columns, rules).win_counts(compositions)


def _compiled(name: str) -> Any:
    """Import compiled code, which takes a moment, only where it is used."""
    return import_module(f"punto.odds.{name}")


def _checked(compositions: NDArray[Any]) -> Int64s:
    counts = np.ascontiguousarray(compositions, np.int64)
    require(
        counts.ndim == 2 and counts.shape[1] == 13,
        f"compositions are rows of 13 rank counts, not an array of shape {counts.shape}",
    )
    sizes = counts.sum(axis=1)
    require(bool((counts >= 0).all()), "a composition cannot hold fewer than no cards of a rank")
    require(
        bool((sizes >= ROUND_CARDS).all()),
        "a composition of fewer than six cards is too small: a round can take six (I-08)",
    )
    require(
        bool((sizes <= MOST_CARDS).all()),
        f"the batch counts in 64 bits, which holds {MOST_CARDS} cards; use punto.odds.weights",
    )
    return counts


def _totals_or_pairs(column: Column) -> bool:
    marks = column.marks
    by_pairs = all(marks[code] == marks[code % 5] for code in range(SLOTS))
    by_totals = all(marks[code] == marks[code - code % 5] for code in range(SLOTS))
    return by_pairs or by_totals


def _places(column: Column, mark: int, *, by_totals: bool) -> list[int]:
    """List where the weights of a pay row stand."""
    codes = [code for code in range(SLOTS) if column.marks[code] == mark]
    if not by_totals:
        return codes
    if all(column.marks[code] == column.marks[code % 5] for code in range(SLOTS)):
        return [400 + pairs for pairs in range(5) if column.marks[pairs] == mark]
    return [code // 5 for code in codes if code % 5 == 0]


@cache
def cuts(rules: Drawing) -> Int64s:
    """Lay the Table of Play out as `kernels` reads it."""
    require(
        all(_low(rules.banker_only[b]) and _rows_low(rules.player_only[b]) for b in TOTALS)
        and all(_rows_low(rules.both[b]) for b in TOTALS)
        and not any(rules.banker_only[b] or any(rules.both[b]) for b in (8, 9))
        and not any(any(rules.player_only[b]) for b in (8, 9)),
        "the compiled count needs a Table of Play under which a Natural ends the drawing (I-03)",
    )
    out = np.zeros(layout.CUTS, np.int64)
    for b in range(8):
        for t in TOTALS:
            _cut(out, rules.both[b][t], layout.CUT_BOTH, layout.CUT_BOTH_PAIRED, t, b)
            _cut(out, rules.player_only[b][t], layout.CUT_PLAYER, layout.CUT_PLAYER_PAIRED, t, b)
            out[layout.ANY_BOTH + 8 * t + b] = rules.both[b][t] != 0
            out[layout.ANY_PLAYER + 8 * t + b] = rules.player_only[b][t] != 0
        _cut(out, rules.banker_only[b], layout.CUT_BANKER, layout.CUT_BANKER_PAIRED, 0, b)
        out[layout.ANY_BANKER + b] = rules.banker_only[b] != 0
    for b, stand in enumerate(rules.neither):
        for p in TOTALS:
            out[layout.STAND + 10 * p + b] = stand >> p & 1
    return out


def _cut(out: Int64s, bits: int, rows: int, paired: int, t: int, b: int) -> None:
    for p in range(8):
        out[rows + (8 * t + b) * 8 + p] = -(bits >> p & 1)
    for half in range(4):
        out[paired + (4 * t + half) * 8 + b] = -(bits >> 2 * half & 1)


def _low(bits: int) -> bool:
    return bits >> 8 == 0


def _rows_low(masks: Iterable[int]) -> bool:
    return all(map(_low, masks))
