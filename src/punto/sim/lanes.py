"""A round of every shoe in a register: the inner loop of the compiled kernel, as vectors.

Shoes stand side by side in 16-bit lanes and play their rounds in step. A shoe is no array of
cards but 12 cumulative counts, one vector each; a draw compares its index with the 12 counts
and lowers those above it. No memory is gathered and, but for the rare refusal of a random
word, nothing branches.

The loop is written as LLVM vector instructions instead of being left to the loop vectorizer,
because that one gives up without a sound: an expression that widens to 64 bits costs fourfold
and looks the same. Here a vector is a vector on every processor; one without the widest
registers splits it and computes the same bits. `punto.sim.shoe` says what is computed,
`punto.sim.streams` with which random bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from llvmlite import ir

PROCESSORS: Final = (("avx512bw", 64), ("avx2", 32), ("", 16))
"""The widest useful number of lanes by processor feature, measured."""

NOT_DRAWN: Final = 32767
"""An index above every count: changes none, reads as a King."""

IDLE: Final = 2047
"""The code of a lane whose shoe has ended."""
VOID: Final = 2000
"""The code of a round that ran out of cards (I-08); classes are 0 to 1999."""

# A word may be refused only when the rest of its second product is below first * second, at
# most 520 * 519 < 5 * 65536: so a look at the rest's upper half is enough to know most are fine.
SUSPECT_BELOW: Final = 5

Value = Any
"""llvmlite does not type its values."""

_I64: Final = ir.IntType(64)


class Lanes:
    """Emits vector instructions for `width` shoes side by side."""

    def __init__(self, builder: Any, width: int) -> None:
        self.b = builder
        self.width = width
        self.half = ir.VectorType(ir.IntType(16), width)
        self.word = ir.VectorType(ir.IntType(32), width)
        self.byte = ir.VectorType(ir.IntType(8), width)
        self.mask = ir.VectorType(ir.IntType(1), width)

    # --- small words ---

    def const(self, number: int) -> Value:
        """Return a vector of 16-bit constants."""
        return ir.Constant(self.half, [number & 0xFFFF] * self.width)

    def const32(self, number: int) -> Value:
        """Return a vector of 32-bit constants."""
        return ir.Constant(self.word, [number] * self.width)

    def spread(self, scalar: Value) -> Value:
        """Copy one 16-bit number to every lane."""
        one = self.b.insert_element(
            ir.Constant(self.half, ir.Undefined), scalar, ir.Constant(ir.IntType(32), 0)
        )
        first = ir.Constant(ir.VectorType(ir.IntType(32), self.width), [0] * self.width)
        return self.b.shuffle_vector(one, ir.Constant(self.half, ir.Undefined), first)

    def load(self, pointer: Value, place: int, kind: Any) -> Value:
        """Load the vector at a place of an array that need not be aligned."""
        vectors = self.b.bitcast(pointer, kind.as_pointer())
        at = self.b.gep(vectors, [ir.Constant(_I64, place)])
        return self.b.load(at, align=kind.element.width // 8)

    def store(self, vector: Value, pointer: Value, place: Value) -> None:
        """Store a vector at a place of an array that need not be aligned."""
        vectors = self.b.bitcast(pointer, vector.type.as_pointer())
        self.b.store(vector, self.b.gep(vectors, [place]), align=vector.type.element.width // 8)

    def any(self, mask: Value) -> Value:
        """Tell whether a mask holds in some lane."""
        bits = ir.IntType(self.width)
        return self.b.icmp_unsigned("!=", self.b.bitcast(mask, bits), ir.Constant(bits, 0))

    def minus_where(self, mask: Value) -> Value:
        """Return -1 in the lanes of a mask, 0 elsewhere: what masks cost least as."""
        return self.b.sext(mask, self.half)

    def at_most(self, vector: Value, limit: int) -> Value:
        """Compare small unsigned numbers with a limit."""
        return self.b.icmp_unsigned("<", vector, self.const(limit + 1))

    def less_ten(self, vector: Value) -> Value:
        """Take ten off where that is possible: an unsigned minimum does it."""
        less = self.b.sub(vector, self.const(10))
        return self.b.select(self.b.icmp_unsigned("<", vector, less), vector, less)

    # --- random words and indices ---

    def step(self, state: Sequence[Value]) -> tuple[list[Value], Value]:
        """Advance every lane's generator: new state and 32 bits (xoshiro128++)."""
        b = self.b
        one, two, three, four = state
        result = b.add(self._rotate(b.add(one, four), 7), one)
        three, four = b.xor(three, one), b.xor(four, two)
        shifted = b.shl(two, self.const32(9))
        two, one = b.xor(two, three), b.xor(one, four)
        return [one, two, b.xor(three, shifted), self._rotate(four, 11)], result

    def _rotate(self, word: Value, by: int) -> Value:
        left, right = self.const32(by), self.const32(32 - by)
        return self.b.or_(self.b.shl(word, left), self.b.lshr(word, right))

    def _times(self, high: Value, low: Value, bound: Value) -> tuple[Value, Value, Value]:
        """Multiply 32 bits, in two halves, by 16: the index and both halves of the rest."""
        b = self.b
        carried, rest = self._upper(low, bound), b.mul(low, bound)
        middle = b.add(carried, b.mul(high, bound))
        carry = self.minus_where(b.icmp_unsigned("<", middle, carried))
        return b.sub(self._upper(high, bound), carry), middle, rest

    def _upper(self, one: Value, two: Value) -> Value:
        wide = self.b.mul(self.b.zext(one, self.word), self.b.zext(two, self.word))
        return self.b.trunc(self.b.lshr(wide, self.const32(16)), self.half)

    def pair(self, word: Value, first: Value, second: Value) -> tuple[Value, Value, Value, Value]:
        """Split words into two indices; also both halves of what is left (`streams.split`)."""
        low = self.b.trunc(word, self.half)
        high = self.b.trunc(self.b.lshr(word, self.const32(16)), self.half)
        one, middle, rest = self._times(high, low, first)
        two, middle, rest = self._times(middle, rest, second)
        return one, two, middle, rest

    def refused(self, middle: Value, rest: Value, first: Value, second: Value) -> Value:
        """Tell exactly which lanes must draw another word."""
        b = self.b
        product = b.mul(b.zext(first, self.word), b.zext(second, self.word))
        # an idle lane's bounds may be zero, and a division by zero stops the program
        none = b.icmp_unsigned("==", product, self.const32(0))
        product = b.select(none, self.const32(1), product)
        surplus = b.urem(b.sub(self.const32(0), product), product)
        upper = b.shl(b.zext(middle, self.word), self.const32(16))
        return b.icmp_unsigned("<", b.or_(upper, b.zext(rest, self.word)), surplus)

    # --- cards ---

    def draw(self, counts: list[Value], index: Value) -> tuple[Value, Value]:
        """Take the card at `index`, lowering `counts`: rank - 12 and points - 10 (10 being 0).

        A cumulative count above the index is one that the card is under, so its rank is 12
        less as many as there are; points stop at the ninth, Ten to King being alike.
        """
        rank = points = self.const(0)
        for place in range(12):
            under = self.minus_where(self.b.icmp_signed("<", index, counts[place]))
            counts[place] = self.b.add(counts[place], under)
            rank = self.b.add(rank, under)
            if place == 8:
                points = rank
        return rank, points


class Loop:
    """A block that repeats, with the values that it carries round."""

    def __init__(self, lanes: Lanes, name: str, start: Sequence[Value]) -> None:
        self._b = lanes.b
        before = self._b.block
        self._head = self._b.append_basic_block(name)
        self._body = self._b.append_basic_block(f"{name}.body")
        self._exit = self._b.append_basic_block(f"{name}.exit")
        self._b.branch(self._head)
        self._b.position_at_end(self._head)
        self.carried = [self._b.phi(value.type) for value in start]
        for phi, value in zip(self.carried, start, strict=True):
            phi.add_incoming(value, before)

    def enter_while(self, condition: Value) -> None:
        """Go into the body as long as the condition holds."""
        self._b.cbranch(condition, self._body, self._exit)
        self._b.position_at_end(self._body)

    def repeat(self, values: Sequence[Value]) -> None:
        """Close the body; what follows is emitted after the loop."""
        for phi, value in zip(self.carried, values, strict=True):
            phi.add_incoming(value, self._b.block)
        self._b.branch(self._head)
        self._b.position_at_end(self._exit)


def width_for(features: str) -> int:
    """Choose the number of lanes from a processor's features, as LLVM lists them."""
    enabled = {name[1:] for name in features.split(",") if name.startswith("+")} | {""}
    return next(width for feature, width in PROCESSORS if feature in enabled)
