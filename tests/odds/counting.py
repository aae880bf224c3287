"""The slow twin: deals every round card by card, straight from the Table of Play.

It shares nothing with the package under test. A round that ends early leaves cards undrawn; it
is counted once for every way in which the six-card draw could have gone on, so that all ways
sum to N(N-1)...(N-5).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
VALUES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0)

Ranks = tuple[int, ...]
Deal = tuple[Ranks, Ranks, int]
"""Ranks of the Player Hand and the Banker Hand by place, and the ordered six-card draws."""

BANKER_DRAWS = {
    0: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    1: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    2: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    3: (0, 1, 2, 3, 4, 5, 6, 7, 9),
    4: (2, 3, 4, 5, 6, 7),
    5: (4, 5, 6, 7),
    6: (6, 7),
    7: (),
}
"""Banker's two-card total: the values of Player's third card on which Banker draws."""


def total(ranks: Sequence[int]) -> int:
    return sum(VALUES[rank] for rank in ranks) % 10


def every_deal(counts: Sequence[int]) -> Iterator[Deal]:
    """Deal every round that these 13 rank counts allow."""
    left = list(counts)
    size = sum(counts)

    def draw() -> Iterator[tuple[int, int]]:
        for rank in range(13):
            count = left[rank]
            if count:
                left[rank] -= 1
                yield rank, count
                left[rank] += 1

    for p1, a in draw():
        for b1, b in draw():
            for p2, c in draw():
                for b2, d in draw():
                    yield from _third_cards((p1, p2), (b1, b2), a * b * c * d, size - 4, draw)


def _third_cards(
    player: Ranks,
    banker: Ranks,
    ways: int,
    size: int,
    draw: Callable[[], Iterator[tuple[int, int]]],
) -> Iterator[Deal]:
    p, b = total(player), total(banker)
    if p >= 8 or b >= 8 or (p >= 6 and b >= 6):
        yield player, banker, ways * size * (size - 1)
    elif p >= 6:
        for last, e in draw():
            yield player, (*banker, last), ways * e * (size - 1)
    else:
        for third, e in draw():
            if VALUES[third] not in BANKER_DRAWS[b]:
                yield (*player, third), banker, ways * e * (size - 1)
                continue
            for last, f in draw():
                yield (*player, third), (*banker, last), ways * e * f


def class_code(player: Ranks, banker: Ranks) -> int:
    pairs = 0
    if player[0] == player[1] and banker[0] == banker[1]:
        pairs = 4 if player[0] == banker[0] else 3
    elif player[0] == player[1]:
        pairs = 1
    elif banker[0] == banker[1]:
        pairs = 2
    sizes = (len(player) - 2) * 2 + len(banker) - 2
    return ((total(player) * 10 + total(banker)) * 4 + sizes) * 5 + pairs


def weigh(deals: Iterator[Deal]) -> Counter[int]:
    """Sum the ways of deals by class code."""
    weights: Counter[int] = Counter()
    for player, banker, ways in deals:
        weights[class_code(player, banker)] += ways
    return weights
