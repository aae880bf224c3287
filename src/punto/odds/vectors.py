"""The inner loop of the compiled counts: eight Player totals in one vector.

Numba compiles a loop over eight lanes to scalar code when anything in it is unclear to the
vectorizer, without a sound. These three functions are written as LLVM vector instructions, so
a vector is a vector; a processor without 512-bit registers splits it and is as exact.
"""

from __future__ import annotations

from typing import Any, Final

from llvmlite import ir
from numba import types

from punto.odds.jit import emitted

LANES: Final = 8
"""Player's two-card totals 0 to 7: with 8 or 9 nobody draws."""

_I64: Final = ir.IntType(64)
_ROW: Final = ir.VectorType(_I64, LANES)


class _Emit:
    """Vector instructions over int64 arrays."""

    def __init__(self, context: Any, builder: Any, signature: Any, arguments: Any) -> None:
        self.builder = builder
        self.arrays = [
            context.make_array(kind)(context, builder, value).data
            if isinstance(kind, types.Array)
            else value
            for kind, value in zip(signature.args, arguments, strict=True)
        ]

    def at(self, data: Any, place: Any) -> Any:
        index = ir.Constant(_I64, place) if isinstance(place, int) else place
        return self.builder.gep(data, [index])

    def load(self, data: Any, place: Any) -> Any:
        pointer = self.builder.bitcast(self.at(data, place), _ROW.as_pointer())
        return self.builder.load(pointer, align=8)

    def store(self, row: Any, data: Any, place: Any) -> None:
        pointer = self.builder.bitcast(self.at(data, place), _ROW.as_pointer())
        self.builder.store(row, pointer, align=8)

    def number(self, data: Any, place: int) -> Any:
        return self.spread(self.builder.load(self.at(data, place)))

    def spread(self, scalar: Any) -> Any:
        undefined = ir.Constant(_ROW, ir.Undefined)
        first = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
        one = self.builder.insert_element(undefined, scalar, ir.Constant(ir.IntType(32), 0))
        return self.builder.shuffle_vector(one, undefined, first)

    def unit(self, lane: int, factor: int = 1) -> Any:
        return ir.Constant(_ROW, [factor * (each == lane) for each in range(LANES)])

    def times(self, row: Any, other: Any) -> Any:
        return self.builder.mul(row, other)

    def plus(self, row: Any, other: Any) -> Any:
        return self.builder.add(row, other)


def _int64s(*arrays: Any) -> bool:
    return all(
        isinstance(each, types.Array) and each.dtype == types.int64 and each.layout == "C"
        for each in arrays
    )


@emitted
def count_rows(_typing: Any, twice: Any, scratch: Any, ordered: Any, rows: Any) -> Any:
    """Fill `rows[8 b + p]` with the four-card draws of totals p and b, for p and b below 8.

    `twice` holds the ten counts by value, two times over; `ordered[p]` becomes the ordered
    pairs of total p. `punto.odds.remaining` says why this counts them.
    """
    if not _int64s(twice, scratch, ordered, rows):
        return None

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        e = _Emit(context, builder, signature, arguments)
        counts, partners_of, pairs, out = e.arrays
        partners = []
        every: Any = ir.Constant(_ROW, [0] * LANES)
        for v in range(10):
            own = e.number(counts, v)
            row = builder.sub(e.load(counts, 10 - v), e.unit(2 * v % 10))
            partners.append(row)
            drawn = e.times(own, row)
            every = e.plus(every, drawn)
            e.store(drawn, partners_of, LANES * v)
        e.store(every, pairs, 0)
        for b in range(LANES):
            shared: Any = ir.Constant(_ROW, [0] * LANES)
            for v in range(10):
                shared = e.plus(shared, e.times(e.number(partners_of, LANES * v + b), partners[v]))
            free = e.times(e.number(pairs, b), e.plus(every, e.unit(b, 2)))
            four = ir.Constant(_ROW, [2] * LANES)
            e.store(builder.sub(free, builder.shl(shared, four)), out, LANES * b)
        return context.get_dummy_value()

    return types.void(twice, scratch, ordered, rows), emit


@emitted
def count_paired(_typing: Any, twice: Any, pairs: Any, ordered: Any, rows: Any) -> Any:
    """Fill `rows[8 h + s]` with the draws of one Hand paired, total 2h, the other of total s.

    `pairs[v]` holds the ordered pairs of one rank among the cards of value v.
    """
    if not _int64s(twice, pairs, ordered, rows):
        return None

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        e = _Emit(context, builder, signature, arguments)
        counts, paired, all_pairs, out = e.arrays
        every = e.load(all_pairs, 0)
        for h in range(4):
            low, high = e.number(paired, h), e.number(paired, h + 5)
            free = e.times(e.plus(low, high), e.plus(every, e.unit(2 * h, 6)))
            shared = e.plus(
                e.times(low, e.load(counts, 10 - h)), e.times(high, e.load(counts, 5 - h))
            )
            four = ir.Constant(_ROW, [2] * LANES)
            e.store(builder.sub(free, builder.shl(shared, four)), out, LANES * h)
        return context.get_dummy_value()

    return types.void(twice, pairs, ordered, rows), emit


@emitted
def add_row(
    _typing: Any, sums: Any, _at: Any, rows: Any, _row: Any, cuts: Any, _cut: Any, _ways: Any
) -> Any:
    """Add `ways` times the row, cut to the lanes of its case, to eight sums.

    Called as add_row(sums, at, rows, row, cuts, cut, ways).
    """
    if not _int64s(sums, rows, cuts):
        return None

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        e = _Emit(context, builder, signature, arguments)
        into, place, source, source_at, masks, mask_at, factor = e.arrays
        cut = builder.and_(e.load(source, source_at), e.load(masks, mask_at))
        e.store(e.plus(e.load(into, place), e.times(cut, e.spread(factor))), into, place)
        return context.get_dummy_value()

    i64 = types.int64
    return types.void(sums, i64, rows, i64, cuts, i64, i64), emit


__all__ = ["LANES", "add_row", "count_paired", "count_rows"]
