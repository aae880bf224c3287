"""What a bet is worth: its column over the classes, weighed.

Every figure is a whole number or a `Fraction`; a float is made only where one is printed.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from punto.core.bets import LOSES, Bet, Column, PayRow
from punto.core.money import Odds

Weighed = Sequence[tuple[int, int]]
"""Class codes that can occur, each with its weight."""


def weighed(weights: Sequence[int]) -> Weighed:
    """Keep the classes that can occur."""
    return [(code, ways) for code, ways in enumerate(weights) if ways]


def profit(row: PayRow | None) -> Fraction:
    """Return what one unit of stake earns on a pay row; None is the row of all losses."""
    if row is None:
        return Fraction(-1)
    return Fraction(row.odds.num, row.odds.den) if row.odds else Fraction(0)


@dataclass(frozen=True, slots=True)
class Pays:
    """A pay row that earns something, and in how many ways it is reached."""

    row: PayRow
    odds: Odds
    ways: int


@dataclass(frozen=True)
class BetOdds:
    """A bet for given cards left; all ways sum to `orderings`."""

    bet: Bet
    pays: tuple[Pays, ...]
    """The rows that pay, in the order of the pay table."""
    push: int
    lose: int

    @cached_property
    def orderings(self) -> int:
        """Sum all ways."""
        return self.push + self.lose + sum(each.ways for each in self.pays)

    @property
    def edge(self) -> Fraction:
        """Return what a unit of stake is expected to cost the bettor; below 0 it gains."""
        return -self._moment(1)

    @property
    def variance(self) -> Fraction:
        """Return the variance of a unit's result."""
        return self._moment(2) - self._moment(1) ** 2

    @property
    def deviation(self) -> float:
        """Return the standard deviation of a unit's result."""
        return math.sqrt(self.variance)

    @property
    def hit_rate(self) -> Fraction:
        """Return how often the bet is paid."""
        return self.probability(sum(each.ways for each in self.pays))

    def probability(self, ways: int) -> Fraction:
        """Return the share of these ways in all."""
        return Fraction(ways, self.orderings)

    def _moment(self, power: int) -> Fraction:
        gained = sum((each.ways * profit(each.row) ** power for each in self.pays), Fraction(0))
        return (gained + self.lose * (1 if power == 2 else -1)) / self.orderings


def bet_odds(column: Column, classes: Weighed) -> BetOdds:
    """Weigh a bet."""
    marks = column.marks
    ways = [0] * (LOSES + 1)
    for code, weight in classes:
        ways[marks[code]] += weight
    rows = column.bet.rows
    return BetOdds(
        bet=column.bet,
        pays=tuple(Pays(row, row.odds, ways[mark]) for mark, row in enumerate(rows) if row.odds),
        push=sum(ways[mark] for mark, row in enumerate(rows) if not row.odds),
        lose=ways[LOSES],
    )


def all_bet_odds(columns: Iterable[Column], weights: Sequence[int]) -> list[BetOdds]:
    """Weigh bets over the same classes."""
    classes = weighed(weights)
    return [bet_odds(column, classes) for column in columns]
