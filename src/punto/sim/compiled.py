"""The fast kernel: the loop of `emit` with a shoe prepared in each lane, compiled by Numba."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba import types
from numba.core.registry import cpu_target

from punto.core.outcome import SLOTS
from punto.sim.emit import Limits, Pointers, emit_shoes
from punto.sim.jit import compiled, emitted, part
from punto.sim.lanes import NOT_DRAWN, Lanes, width_for
from punto.sim.plan import ShoePlan
from punto.sim.streams import Purpose, key
from punto.sim.trace import IDLE_CODE, UNSHOWN, Codes, Ranks, Trace

_TARGET: Final[Any] = cpu_target.target_context

WIDTH: Final = width_for(_TARGET.codegen().magic_tuple()[2])
"""Shoes side by side on this processor; results do not depend on it."""

MOST_ROUNDS: Final = 132
"""Room for the rounds of any shoe: ten decks, four cards a round, one more after the last."""

_TABLE: Final = 2048
_GOLDEN: Final = np.uint64(0x9E3779B97F4A7C15)
_ONE: Final = np.uint64(0xBF58476D1CE4E5B9)
_TWO: Final = np.uint64(0x94D049BB133111EB)


def _typed_codes(
    _: Any, counts: Any, left: Any, state: Any, least: Any, beyond: Any, codes: Any
) -> Any:
    return types.int64(counts, left, state, least, beyond, codes), _generate_codes


def _generate_codes(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    at = _pointers(context, builder, signature.args, args)
    pointers = Pointers(at[0], at[1], at[2], at[5], None)
    return emit_shoes(Lanes(builder, WIDTH), pointers, Limits(args[3], args[4]))


def _typed_trace(
    _: Any, counts: Any, left: Any, state: Any, least: Any, beyond: Any, codes: Any, ranks: Any
) -> Any:
    return types.int64(counts, left, state, least, beyond, codes, ranks), _generate_trace


def _generate_trace(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    at = _pointers(context, builder, signature.args, args)
    pointers = Pointers(at[0], at[1], at[2], at[5], at[6])
    return emit_shoes(Lanes(builder, WIDTH), pointers, Limits(args[3], args[4]))


def _pointers(context: Any, builder: Any, kinds: Any, args: Any) -> dict[int, Any]:
    return {
        place: context.make_array(kind)(context, builder, args[place]).data
        for place, kind in enumerate(kinds)
        if isinstance(kind, types.Array)
    }


_play_codes: Final = emitted(_typed_codes)
_play_trace: Final = emitted(_typed_trace)


@part
def _mix(word: Any) -> Any:
    word = (word ^ (word >> np.uint64(30))) * _ONE
    word = (word ^ (word >> np.uint64(27))) * _TWO
    return word ^ (word >> np.uint64(31))


@part
def start_stream(shared: Any, number: Any, state: Any, lane: Any, width: Any) -> None:
    """Write `streams.state` of one shoe into its lane."""
    scattered = _mix(np.uint64(shared) + _GOLDEN * np.uint64(number))
    low = _mix(scattered + _GOLDEN)
    high = _mix(scattered + _GOLDEN + _GOLDEN)
    state[lane] = np.uint32(low)
    state[width + lane] = np.uint32(low >> np.uint64(32))
    state[2 * width + lane] = np.uint32(high)
    state[3 * width + lane] = np.uint32(high >> np.uint64(32))


@part
def _word(state: Any) -> Any:
    """Advance one generator (`Stream.word`)."""
    full = np.uint64(0xFFFFFFFF)
    a, b, c, d = np.uint64(state[0]), np.uint64(state[1]), np.uint64(state[2]), np.uint64(state[3])
    total = (a + d) & full
    result = (((total << np.uint64(7)) | (total >> np.uint64(25))) + a) & full
    c ^= a
    d ^= b
    state[0] = np.uint32(a ^ d)
    state[1] = np.uint32(b ^ c)
    state[2] = np.uint32(c ^ ((b << np.uint64(9)) & full))
    state[3] = np.uint32((d << np.uint64(11)) | (d >> np.uint64(21)))
    return result


@part
def below(state: Any, bound: Any) -> Any:
    """Draw one exactly uniform index (`Stream.below`)."""
    surplus = np.uint64(1 << 32) % np.uint64(bound)
    product = _word(state) * np.uint64(bound)
    while (product & np.uint64(0xFFFFFFFF)) < surplus:
        product = _word(state) * np.uint64(bound)
    return np.int64(product >> np.uint64(32))


@part
def _burn(
    counts: Any, left: Any, lane: Any, width: Any, burn: Any, by_value: Any, state: Any
) -> Any:
    """Take the burnt cards out of one lane; the value is the rank shown, UNSHOWN for none."""
    shown = UNSHOWN
    many = burn
    taken = 0
    if by_value:
        many = 1
    while taken < many:
        index = below(state, left[lane])
        rank = 12
        for place in range(11, -1, -1):
            if index < counts[place * width + lane]:
                counts[place * width + lane] -= 1
                rank = place
        left[lane] -= 1
        if by_value and taken == 0:
            shown = rank
            many += 10 if rank >= 9 else rank + 1
        taken += 1
    return shown


@part
def prepare(
    keys: Any,
    first: Any,
    shoes: Any,
    plan: Any,
    counts: Any,
    left: Any,
    state: Any,
    shown: Any,
) -> None:
    """Put shoe `first` and those that follow into the lanes; lanes beyond `shoes` stay idle."""
    decks, _, _, burn, by_value, _ = plan
    width = left.size
    for place in range(12):
        for lane in range(width):
            counts[place * width + lane] = (place + 1) * 4 * decks
    for lane in range(width):
        left[lane] = 52 * decks if lane < shoes else 0
        shown[lane] = UNSHOWN
        start_stream(keys[0], first + lane, state, lane, width)
    if burn or by_value:
        own = np.empty(4, np.uint32)
        for lane in range(min(shoes, width)):
            start_stream(keys[1], first + lane, own, 0, 1)
            shown[lane] = _burn(counts, left, lane, width, burn, by_value, own)


@compiled
def _histogram(keys: Any, first: Any, shoes: Any, plan: Any) -> Any:
    counts, left = np.empty(12 * WIDTH, np.uint16), np.empty(WIDTH, np.uint16)
    state, shown = np.empty(4 * WIDTH, np.uint32), np.empty(WIDTH, np.uint8)
    codes = np.empty(MOST_ROUNDS * WIDTH, np.uint16)
    total = np.zeros(_TABLE, np.int64)
    done = np.int64(0)
    while done < shoes:
        # four tables, so that the same class twice in a row does not wait for itself; counted
        # from a buffer, because straight from the vectors it costs ten times as much
        table = np.zeros(4 * _TABLE, np.uint32)
        stop = min(shoes, done + 100_000)
        while done < stop:
            prepare(keys, first + done, stop - done, plan, counts, left, state, shown)
            rounds = _play_codes(counts, left, state, np.int16(plan[1]), np.int16(plan[2]), codes)
            for place in range(0, min(rounds, plan[5]) * WIDTH, 4):
                table[np.uint64(codes[place])] += np.uint32(1)
                table[np.uint64(_TABLE + np.uint64(codes[place + 1]))] += np.uint32(1)
                table[np.uint64(2 * _TABLE + np.uint64(codes[place + 2]))] += np.uint32(1)
                table[np.uint64(3 * _TABLE + np.uint64(codes[place + 3]))] += np.uint32(1)
            done += min(WIDTH, stop - done)
        for slot in range(4 * _TABLE):
            total[slot % _TABLE] += table[slot]
    return total


@part
def trace_lanes(stretch: Any, done: Any) -> Any:
    """Deal up to WIDTH shoes of a stretch, `done` having been dealt; the value is the rounds.

    Codes stand by (round, lane) and ranks by (round, card, lane), to be read at once.
    """
    keys, first, shoes, plan, codes, ranks, shown = stretch
    counts, left = np.empty(12 * WIDTH, np.uint16), np.empty(WIDTH, np.uint16)
    state = np.empty(4 * WIDTH, np.uint32)
    prepare(keys, first + done, shoes - done, plan, counts, left, state, shown)
    least, beyond = np.int16(plan[1]), np.int16(plan[2])
    return min(_play_trace(counts, left, state, least, beyond, codes, ranks), plan[5])


@compiled
def _trace(stretch: Any, into: Any) -> None:
    _, _, shoes, _, codes, ranks, shown = stretch
    all_codes, all_ranks, all_shown = into
    for done in range(0, shoes, WIDTH):
        rounds = trace_lanes(stretch, done)
        for lane in range(min(WIDTH, shoes - done)):
            all_shown[done + lane] = shown[lane]
            for number in range(rounds):
                all_codes[done + lane, number] = codes[number * WIDTH + lane]
                for card in range(6):
                    rank = ranks[(number * 6 + card) * WIDTH + lane]
                    all_ranks[done + lane, number, card] = rank


def stretch_of(plan: ShoePlan, seed: int, first: int, shoes: int) -> tuple[Any, ...]:
    """Return some consecutive shoes as kernels take them, with room for a set of lanes."""
    most = MOST_ROUNDS * WIDTH
    room = np.empty(most, np.uint16), np.empty(6 * most, np.uint8), np.empty(WIDTH, np.uint8)
    return keys_of(seed), first, shoes, plan_of(plan), *room


def keys_of(seed: int) -> tuple[np.uint64, np.uint64]:
    """Return the shared keys that kernels take: of the deal and of burning."""
    return np.uint64(key(seed, Purpose.DEAL)), np.uint64(key(seed, Purpose.BURN))


def plan_of(plan: ShoePlan) -> tuple[int, int, int, int, bool, int]:
    """Return a plan as the numbers that kernels take."""
    beyond = plan.cut_card if plan.one_more else NOT_DRAWN
    kept = plan.most_rounds
    return plan.decks, plan.starts_with, beyond, plan.burn, plan.burn_by_value, kept


class CompiledKernel:
    """Numba and vectors: the default where Numba is installed."""

    name = "compiled"
    shoes_a_second = 3_000_000

    def histogram(self, plan: ShoePlan, seed: int, first: int, shoes: int) -> list[int]:
        """Count the classes of shoes `first` to `first + shoes - 1`; the last slot is voids."""
        table = _histogram(keys_of(seed), first, shoes, plan_of(plan))
        return [int(count) for count in table[: SLOTS + 1]]

    def trace(self, plan: ShoePlan, seed: int, first: int, shoes: int) -> Trace:
        """Keep every round of the shoes."""
        codes: Codes = np.full((shoes, plan.most_rounds), IDLE_CODE, np.uint16)
        ranks: Ranks = np.full((shoes, plan.most_rounds, 6), UNSHOWN, np.uint8)
        shown = np.empty(shoes, np.uint8)
        _trace(stretch_of(plan, seed, first, shoes), (codes, ranks, shown))
        return Trace(codes, ranks, shown)
