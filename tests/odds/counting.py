"""The slow twin: deals every round card by card, straight from the Table of Play.

It shares nothing with the package under test. A round that ends early leaves cards undrawn; it
is counted once for every way in which the six-card draw could have gone on, so that all ways
sum to N(N-1)...(N-5).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from hypothesis import strategies as st

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


def every_deal(counts: Sequence[int], *, natural_stops: bool = True) -> Iterator[Deal]:
    """Deal every round that these 13 rank counts allow.

    Without `natural_stops` a Banker of 0 to 5 draws whenever Player stood, on 8 or 9 too: the
    reading of the proviso that I-03 does not take.
    """
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
                    start = (p1, p2), (b1, b2), a * b * c * d
                    yield from _third_cards(*start, size - 4, draw, natural_stops=natural_stops)


def _third_cards(
    player: Ranks,
    banker: Ranks,
    ways: int,
    size: int,
    draw: Callable[[], Iterator[tuple[int, int]]],
    *,
    natural_stops: bool,
) -> Iterator[Deal]:
    p, b = total(player), total(banker)
    if b >= 8 or (p >= 6 and b >= 6) or (p >= 8 and natural_stops):
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


PayRows = tuple[tuple[Fraction, Callable[["Ending"], bool]], ...]


@dataclass(frozen=True)
class Ending:
    """What a finished round offers to a pay table."""

    p: int
    b: int
    pc: int
    bc: int
    player_pair: bool
    banker_pair: bool
    same_rank: bool

    @property
    def cards(self) -> int:
        return self.pc + self.bc


def ending(player: Ranks, banker: Ranks) -> Ending:
    return Ending(
        total(player),
        total(banker),
        len(player),
        len(banker),
        player[0] == player[1],
        banker[0] == banker[1],
        player[0] == player[1] == banker[0] == banker[1],
    )


PUSH = Fraction(0)


def _char_siu(ahead: Callable[[Ending], int], points: Callable[[Ending], int]) -> PayRows:
    def row(cards: int) -> Callable[[Ending], bool]:
        return lambda e: ahead(e) == 1 and points(e) in (7, 8, 9) and e.cards == cards

    return tuple((Fraction(odds), row(cards)) for cards, odds in ((4, 10), (5, 15), (6, 50)))


BETS: dict[str, PayRows] = {
    "player": ((Fraction(1), lambda e: e.p > e.b), (PUSH, lambda e: e.p == e.b)),
    "banker": (
        (Fraction(1, 2), lambda e: e.b > e.p and e.b == 6),
        (Fraction(1), lambda e: e.b > e.p and e.b != 6),
        (PUSH, lambda e: e.p == e.b),
    ),
    "tie": ((Fraction(8), lambda e: e.p == e.b),),
    "player_pair": ((Fraction(11), lambda e: e.player_pair),),
    "banker_pair": ((Fraction(11), lambda e: e.banker_pair),),
    "big_tiger": ((Fraction(50), lambda e: e.b > e.p and e.b == 6 and e.bc == 3),),
    "small_tiger": ((Fraction(22), lambda e: e.b > e.p and e.b == 6 and e.bc == 2),),
    "big_buffalo": ((Fraction(35), lambda e: e.p > e.b and e.p == 6 and e.pc == 3),),
    "small_buffalo": ((Fraction(20), lambda e: e.p > e.b and e.p == 6 and e.pc == 2),),
    "banker_big_7": ((Fraction(30), lambda e: e.b > e.p and e.b == 7 and e.bc == 3),),
    "banker_small_7": ((Fraction(15), lambda e: e.b > e.p and e.b == 7 and e.bc == 2),),
    "player_big_7": ((Fraction(30), lambda e: e.p > e.b and e.p == 7 and e.pc == 3),),
    "player_small_7": ((Fraction(15), lambda e: e.p > e.b and e.p == 7 and e.pc == 2),),
    "tiger_buffalo": ((Fraction(6), lambda e: e.p != e.b and max(e.p, e.b) == 6),),
    "tiger_pair": (
        (Fraction(4), lambda e: e.player_pair != e.banker_pair),
        (Fraction(20), lambda e: e.player_pair and e.banker_pair and not e.same_rank),
        (Fraction(100), lambda e: e.same_rank),
    ),
    "tiger_tie": ((Fraction(35), lambda e: e.p == e.b == 6),),
    "wu_dalang": ((Fraction(150), lambda e: e.p == 1 and e.b == 0),),
    "tiger": (
        (Fraction(12), lambda e: e.b > e.p and e.b == 6 and e.bc == 2),
        (Fraction(20), lambda e: e.b > e.p and e.b == 6 and e.bc == 3),
    ),
    "banker_char_siu": _char_siu(lambda e: e.b - e.p, lambda e: e.b),
    "player_char_siu": _char_siu(lambda e: e.p - e.b, lambda e: e.p),
}
"""Every bet of the four games as the pay tables print it; what no row names loses."""


def pays(bet: str, end: Ending) -> Fraction:
    """Settle one unit on a bet: its profit."""
    paid = [odds for odds, holds in BETS[bet] if holds(end)]
    assert len(paid) <= 1
    return paid[0] if paid else Fraction(-1)


def few_cards(most: int) -> st.SearchStrategy[list[int]]:
    """Six cards or some more, as 13 rank counts."""
    ranks = st.lists(st.integers(0, 12), min_size=6, max_size=most)
    return ranks.map(lambda drawn: [drawn.count(rank) for rank in range(13)])
