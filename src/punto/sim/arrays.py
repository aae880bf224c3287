"""The NumPy twin of the compiled kernel: shoes side by side in arrays, the same bits."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from punto.core.cards import POINTS, RANKS
from punto.core.outcome import SLOTS
from punto.sim.plan import LANE_TABLE, LEAST_TO_DEAL, ShoePlan
from punto.sim.streams import Purpose, key
from punto.sim.trace import IDLE_CODE, UNSHOWN, VOID_CODE, Trace

_AT_ONCE: Final = 4096
_FULL: Final = np.uint64(0xFFFFFFFF)
_POINTS: Final = np.array([*POINTS, 0])
_PLAYER: Final = np.array(LANE_TABLE.player)
_BANKER: Final = np.array(LANE_TABLE.banker)

Words = npt.NDArray[np.uint64]
Indices = npt.NDArray[np.int64]
Where = npt.NDArray[np.bool_]


def _u64(number: int) -> np.uint64:
    return np.uint64(number & 0xFFFFFFFFFFFFFFFF)


def _mix(words: Words) -> Words:
    words = (words ^ (words >> _u64(30))) * _u64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> _u64(27))) * _u64(0x94D049BB133111EB)
    return words ^ (words >> _u64(31))


class _Streams:
    """The generators of many shoes; only those in a mask move."""

    def __init__(self, seed: int, purpose: Purpose, numbers: Words) -> None:
        golden = _u64(0x9E3779B97F4A7C15)
        scattered = _mix(_u64(key(seed, purpose)) + golden * numbers)
        low, high = _mix(scattered + golden), _mix(scattered + golden + golden)
        self._state = [low & _FULL, low >> _u64(32), high & _FULL, high >> _u64(32)]

    def words(self, moving: Where) -> Words:
        """Return the next 32 bits of each (`Stream.word`); meaningless where not moving."""
        a, b, c, d = self._state
        result = (_rotate((a + d) & _FULL, 7) + a) & _FULL
        c, d = c ^ a, d ^ b
        moved = [a ^ d, b ^ c, c ^ ((b << _u64(9)) & _FULL), _rotate(d, 11)]
        self._state = [
            np.where(moving, new, old) for new, old in zip(moved, self._state, strict=True)
        ]
        return result

    def pair(
        self, first: Indices, second: Indices, moving: Where, words: Words
    ) -> tuple[Indices, Indices]:
        """Split words into two indices, redrawing where refused (`Stream.pair`)."""
        bounds = first.astype(np.uint64), second.astype(np.uint64)
        surplus = _u64(1 << 32) % np.maximum(bounds[0] * bounds[1], _u64(1))
        one = np.zeros(len(first), np.int64)
        two = np.zeros(len(first), np.int64)
        while moving.any():
            product = words * bounds[0]
            after = (product & _FULL) * bounds[1]
            one = np.where(moving, (product >> _u64(32)).astype(np.int64), one)
            two = np.where(moving, (after >> _u64(32)).astype(np.int64), two)
            moving = moving & ((after & _FULL) < surplus)
            if moving.any():
                words = self.words(moving)
        return one, two

    def six(self, left: Indices, moving: Where) -> list[Indices]:
        """Return the indices of a round's six possible cards (`Stream.six`)."""
        words = [self.words(moving) for _ in range(3)]
        bounds = [left - taken for taken in range(6)]
        bounds[4:] = [np.maximum(bound, 1) for bound in bounds[4:]]
        indices: list[Indices] = []
        for place, word in enumerate(words):
            indices += self.pair(bounds[2 * place], bounds[2 * place + 1], moving, word)
        return indices


def _rotate(words: Words, by: int) -> Words:
    return ((words << _u64(by)) | (words >> _u64(32 - by))) & _FULL


class _Shoes:
    """The cumulative counts of many shoes."""

    def __init__(self, plan: ShoePlan, many: int) -> None:
        self.counts = np.tile(np.arange(1, 14) * 4 * plan.decks, (many, 1))

    @property
    def left(self) -> Indices:
        """Count the cards left in each."""
        left: Indices = self.counts[:, 12].copy()
        return left

    def take(self, indices: Indices, drawn: Where) -> Indices:
        """Take a card from each shoe in `drawn`; the rank, or UNSHOWN."""
        above = indices[:, None] < self.counts
        ranks = len(RANKS) - above.sum(axis=1)
        self.counts -= above & drawn[:, None]
        return np.where(drawn, ranks, UNSHOWN)


def _burn(plan: ShoePlan, shoes: _Shoes, streams: _Streams, many: int) -> Indices:
    shown = np.full(many, UNSHOWN)
    wanted = np.full(many, plan.burn)
    one = np.ones(many, np.int64)
    everywhere = np.ones(many, bool)
    if plan.burn_by_value:
        index, _ = streams.pair(shoes.left, one, everywhere, streams.words(everywhere))
        shown = shoes.take(index, everywhere)
        wanted = np.where(_POINTS[shown] == 0, 10, _POINTS[shown])
    while (moving := wanted > 0).any():
        index, _ = streams.pair(shoes.left, one, moving, streams.words(moving))
        shoes.take(index, moving)
        wanted = wanted - 1
    return shown


def _classes(ranks: list[Indices], points: list[Indices], third: Where, last: Where) -> Indices:
    player = (points[0] + points[2] + np.where(third, points[4], 0)) % 10
    banker_third = np.where(third, points[5], points[4])
    banker = (points[1] + points[3] + np.where(last, banker_third, 0)) % 10
    player_pair, banker_pair = ranks[0] == ranks[2], ranks[1] == ranks[3]
    twin = player_pair & banker_pair & (ranks[0] == ranks[1])
    pairs = player_pair + 2 * banker_pair + twin
    codes: Indices = ((player * 10 + banker) * 4 + 2 * third + last) * 5 + pairs
    return codes


def _deal(plan: ShoePlan, seed: int, numbers: Words) -> Trace:
    many = len(numbers)
    shoes = _Shoes(plan, many)
    shown = _burn(plan, shoes, _Streams(seed, Purpose.BURN, numbers), many)
    streams = _Streams(seed, Purpose.DEAL, numbers)
    codes = np.full((many, plan.most_rounds), IDLE_CODE, np.uint16)
    kept = np.full((many, plan.most_rounds, 6), UNSHOWN, np.uint8)
    earlier = np.zeros(many, np.int64)
    for number in range(plan.most_rounds):
        before = shoes.left
        active = before >= plan.starts_with
        if plan.one_more:
            active |= (earlier > plan.cut_card) & (before >= LEAST_TO_DEAL)
        if number:
            active &= codes[:, number - 1] != VOID_CODE
        earlier = before
        if not active.any():
            break
        indices = streams.six(before, active)
        ranks = [shoes.take(index, active) for index in indices[:4]]
        points = [_POINTS[rank] for rank in ranks]
        player, banker = (points[0] + points[2]) % 10, (points[1] + points[3]) % 10
        third = _PLAYER[player, banker]
        fifth = third | _BANKER[player, banker, 10]
        ranks.append(shoes.take(indices[4], active & fifth & (before > 4)))
        points.append(_POINTS[ranks[4]])
        last = _BANKER[player, banker, np.where(third, points[4], 10)]
        sixth = third & last
        ranks.append(shoes.take(indices[5], active & sixth & (before > 5)))
        points.append(_POINTS[ranks[5]])
        complete = before >= 4 + fifth + sixth
        code = np.where(complete, _classes(ranks, points, third, last), VOID_CODE)
        codes[:, number] = np.where(active, code, IDLE_CODE)
        kept[:, number] = np.stack(ranks, axis=1)
    return Trace(codes, kept, shown.astype(np.uint8))


class ArrayKernel:
    """NumPy alone: the twin that the compiled kernel is held against, and its understudy."""

    name = "numpy"
    shoes_a_second = 30_000

    def histogram(self, plan: ShoePlan, seed: int, first: int, shoes: int) -> list[int]:
        """Count the classes of shoes `first` to `first + shoes - 1`; the last slot is voids."""
        total = [0] * (SLOTS + 1)
        for start in range(first, first + shoes, _AT_ONCE):
            part = self.trace(plan, seed, start, min(_AT_ONCE, first + shoes - start)).histogram()
            total = [one + two for one, two in zip(total, part, strict=True)]
        return total

    def trace(self, plan: ShoePlan, seed: int, first: int, shoes: int) -> Trace:
        """Keep every round of the shoes."""
        numbers: Any = np.arange(first, first + shoes, dtype=np.uint64)
        return _deal(plan, seed, numbers)
