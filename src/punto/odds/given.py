"""The weights of the classes once some cards of the round are known.

`Shown` says which. The cards not shown are, given those that are, an ordered draw from the
rest, so a class weighs what it does before the round with the shown places filled. The first
four cards are completed rank by rank (at most two are unknown when all cards shown are the
first two), then the third cards are drawn from what is left, Banker's last for all totals at
once.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import chain
from math import perm

from punto.core.cards import POINTS, Rank
from punto.core.checks import require
from punto.core.composition import Composition
from punto.core.outcome import SLOTS, PairClass
from punto.odds.drawing import TOTALS, Drawing
from punto.odds.lanes import Lanes
from punto.odds.weights import CARD_SIZES, check_enough, joint

Hand = tuple[Rank | None, ...]
"""Ranks of a Hand in the order drawn, None where a card is face down or unknown."""


@dataclass(frozen=True, slots=True)
class Shown:
    """Cards known of a round. A third place, even of None, says that a third card was drawn."""

    player: Hand = ()
    banker: Hand = ()

    def __post_init__(self) -> None:
        for side, hand in (("Player", self.player), ("Banker", self.banker)):
            require(len(hand) <= 3, f"a {side} Hand has at most three cards, not {len(hand)}")

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """List the known ranks."""
        return tuple(rank for rank in chain(self.player, self.banker) if rank is not None)

    @property
    def first_four(self) -> tuple[Hand, Hand]:
        """Return two places of each Hand, unknown ones filled with None."""
        return _two(self.player), _two(self.banker)


def _two(hand: Hand) -> Hand:
    return (*hand, None, None)[:2]


def joint_given(composition: Composition, shown: Shown, rules: Drawing) -> list[int]:
    """Weigh every outcome class given the cards shown, which `composition` still holds."""
    check_enough(composition)
    left = composition.without(shown.ranks)
    if not shown.player and not shown.banker:
        return joint(composition, rules)
    weights = _ThirdCards(left, shown, rules).weigh()
    require(any(weights), "no round can show these cards: the Table of Play forbids it")
    return weights


_Start = tuple[int, int, tuple[int, ...]]
"""Both two-card totals and, sorted, the values of the cards that completed them."""


def _starts(left: Composition, shown: Shown) -> dict[_Start, list[int]]:
    """Complete the first four cards in every way: ways by pair class for each start."""
    counts = list(left.counts)
    starts: dict[_Start, list[int]] = defaultdict(lambda: [0] * len(PairClass))

    def complete(known: list[int], places: list[int | None], ways: int) -> None:
        if not places:
            p1, p2, b1, b2 = known
            pairs = _pair_class(p1, p2, b1, b2)
            gone = sorted(POINTS[rank] for rank, at in zip(known, fixed, strict=True) if at is None)
            totals = (POINTS[p1] + POINTS[p2]) % 10, (POINTS[b1] + POINTS[b2]) % 10
            starts[(*totals, tuple(gone))][pairs] += ways
            return
        place, rest = places[0], places[1:]
        if place is not None:
            complete([*known, place], rest, ways)
            return
        for rank, count in enumerate(counts):
            if count:
                counts[rank] -= 1
                complete([*known, rank], rest, ways * count)
                counts[rank] += 1

    fixed = [None if rank is None else rank.place for rank in chain(*shown.first_four)]
    complete([], fixed, 1)
    return starts


def _pair_class(p1: int, p2: int, b1: int, b2: int) -> PairClass:
    if p1 == p2:
        if b1 == b2:
            return PairClass.TWIN if p1 == b1 else PairClass.BOTH
        return PairClass.PLAYER
    return PairClass.BANKER if b1 == b2 else PairClass.NONE


class _ThirdCards:
    """Draws the third cards after every start; rows here are over Banker's final total."""

    def __init__(self, left: Composition, shown: Shown, rules: Drawing) -> None:
        self.starts = _starts(left, shown)
        self.rules = rules
        self.values = [sum(left.counts[9:]), *left.counts[:9]]
        self.player_drew, self.banker_drew = len(shown.player) == 3, len(shown.banker) == 3
        self.third, self.last = _third_value(shown.player), _third_value(shown.banker)
        unknown = sum(rank is None for rank in chain(*shown.first_four))
        self.size = left.size - unknown
        """Cards left after the first four cards and the third cards shown."""
        self.spare = (self.third is None) + (self.last is None)
        self.lanes = Lanes(perm(left.size, unknown + self.spare))
        unit = self.lanes.unit
        self.last_rows = self.lanes.rotations(sum(map(int.__mul__, self.values, unit)))
        """[b]: Banker's third card drawn before Player's: ways by the total it makes of b."""
        self.sums: list[list[list[int]]] = [
            [[0] * len(PairClass) for _ in TOTALS] for _ in CARD_SIZES
        ]

    def weigh(self) -> list[int]:
        for (p, b, gone), ways in self.starts.items():
            for value in gone:
                self.values[value] -= 1
            for size, player, row in self.endings(p, b, gone):
                into = self.sums[size][player]
                for pairs, way in enumerate(ways):
                    if way:
                        into[pairs] += row * way
            for value in gone:
                self.values[value] += 1
        weights = [0] * SLOTS
        for size, by_total in enumerate(self.sums):
            for player, by_class in enumerate(by_total):
                for pairs, row in enumerate(by_class):
                    if row:
                        first = player * 200 + size * 5 + pairs
                        weights[first : first + 200 : 20] = self.lanes.numbers(row)
        return weights

    def endings(self, p: int, b: int, gone: tuple[int, ...]) -> list[tuple[int, int, int]]:
        """List (size, Player's final total, row over Banker's) after two-card totals p and b."""
        bit = 1 << p
        rules, unit = self.rules, self.lanes.unit
        found = []
        if rules.neither[b] & bit and not self.player_drew and not self.banker_drew:
            found.append((0, p, perm(self.size, self.spare) * unit[b]))
        last_row = self.last_row(b, gone)
        if rules.banker_only[b] & bit and not self.player_drew:
            unused = self.size - (self.last is None)
            found.append((1, p, last_row * unused))
        for t in TOTALS if self.third is None else (self.third,):
            ways = self.values[t] if self.third is None else 1
            if not ways:
                continue
            if rules.both[b][t] & bit:
                taken = unit[(b + t) % 10] if self.third is None and self.last is None else 0
                found.append((3, (p + t) % 10, (last_row - taken) * ways))
            elif rules.player_only[b][t] & bit and not self.banker_drew:
                unused = self.size - (self.third is None)
                found.append((2, (p + t) % 10, ways * unused * unit[b]))
        return found

    def last_row(self, b: int, gone: tuple[int, ...]) -> int:
        """Draw Banker's third card from what the first four left: ways by the total it makes."""
        unit = self.lanes.unit
        if self.last is not None:
            return unit[(b + self.last) % 10]
        return self.last_rows[b] - sum([unit[(b + value) % 10] for value in gone])


def _third_value(hand: Hand) -> int | None:
    return hand[2].points if len(hand) == 3 and hand[2] is not None else None
