"""Several bets on one round: how they move together, and what a whole book may cost the house.

Bets of one round are settled on the same class, so every joint figure is a sum over classes.
Stakes are in cents and results are exact.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from punto.core.bets import Column
from punto.core.checks import require
from punto.core.outcome import OutcomeClass, decode
from punto.odds.bets import Weighed, profit, weighed


def profits(column: Column, classes: Weighed) -> list[Fraction]:
    """List what a unit on a bet earns in each class."""
    by_mark: dict[int, Fraction] = {}
    found = []
    for code, _ in classes:
        mark = column.marks[code]
        if mark not in by_mark:
            by_mark[mark] = profit(column.row(code))
        found.append(by_mark[mark])
    return found


def covariance(columns: Sequence[Column], weights: Sequence[int]) -> list[list[Fraction]]:
    """Return the covariance of a unit on each bet with a unit on each other."""
    classes = weighed(weights)
    total = sum(ways for _, ways in classes)
    scale = math.lcm(*(each.denominator for c in columns for each in _odds_of(c)))
    results = [[int(each * scale) for each in profits(column, classes)] for column in columns]
    means = [_weigh(result, classes) for result in results]
    square = scale * scale * total * total
    table = [[Fraction(0)] * len(columns) for _ in columns]
    for row, left in enumerate(results):
        weighted = [each * ways for each, (_, ways) in zip(left, classes, strict=True)]
        for column in range(row, len(columns)):
            both = sum(map(int.__mul__, weighted, results[column]))
            moment = Fraction(both * total - means[row] * means[column], square)
            table[row][column] = table[column][row] = moment
    return table


def _odds_of(column: Column) -> list[Fraction]:
    return [profit(row) for row in column.bet.rows]


def _weigh(result: Sequence[int], classes: Weighed) -> int:
    return sum(each * ways for each, (_, ways) in zip(result, classes, strict=True))


def correlation(covariances: Sequence[Sequence[Fraction]]) -> list[list[float]]:
    """Turn covariances into correlations; a bet that cannot vary correlates with nothing."""
    deviations = [math.sqrt(row[place]) for place, row in enumerate(covariances)]
    return [
        [
            float(each) / (deviations[row] * deviations[place])
            if deviations[row] and deviations[place]
            else 0.0
            for place, each in enumerate(line)
        ]
        for row, line in enumerate(covariances)
    ]


@dataclass(frozen=True, slots=True)
class ClassResult:
    """What the house wins (or, below 0, pays) if a round ends in this class."""

    outcome: OutcomeClass
    ways: int
    house: Fraction


@dataclass(frozen=True)
class Exposure:
    """What a book of wagers means for the house before the first card."""

    results: tuple[ClassResult, ...]
    """By class, the worst for the house first."""

    @property
    def worst(self) -> ClassResult:
        """Return the class in which the house pays most."""
        return self.results[0]

    @cached_property
    def orderings(self) -> int:
        """Sum the weights."""
        return sum(each.ways for each in self.results)

    @cached_property
    def expected(self) -> Fraction:
        """Return what the house expects to win."""
        return sum((each.house * each.ways for each in self.results), Fraction(0)) / self.orderings

    @cached_property
    def variance(self) -> Fraction:
        """Return the variance of what the house wins."""
        squares = sum((each.house**2 * each.ways for each in self.results), Fraction(0))
        return squares / self.orderings - self.expected**2

    @property
    def deviation(self) -> float:
        """Return the standard deviation of what the house wins."""
        return math.sqrt(self.variance)

    def chance_of_losing(self, amount: int) -> Fraction:
        """Return how likely the house is to pay at least this much, net."""
        ways = sum(each.ways for each in self.results if each.house <= -amount)
        return Fraction(ways, self.orderings)


def exposure(
    columns: Mapping[str, Column], book: Mapping[str, int], weights: Sequence[int]
) -> Exposure:
    """Work out the house's result of a book (bet to stake in cents) for every class."""
    for bet, stake in book.items():
        require(bet in columns, f"there is no bet {bet!r}: {', '.join(columns)}")
        require(stake >= 0, f"a stake cannot be {stake} cents")
    classes = weighed(weights)
    house = [Fraction(0)] * len(classes)
    for bet, stake in book.items():
        for place, each in enumerate(profits(columns[bet], classes)):
            house[place] -= stake * each
    results = [
        ClassResult(decode(code), ways, result)
        for (code, ways), result in zip(classes, house, strict=True)
    ]
    return Exposure(tuple(sorted(results, key=lambda each: (each.house, -each.ways))))
