"""Estimates with their uncertainty, and exact values to hold them against."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from punto.core.checks import require

Z95 = 1.959963984540054
"""Two-sided 95 %."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and its standard error."""

    mean: float
    error: float
    count: int

    @property
    def interval(self) -> tuple[float, float]:
        """Return the 95 % confidence interval."""
        return self.mean - Z95 * self.error, self.mean + Z95 * self.error

    def distance(self, exact: float) -> float:
        """Return how many standard errors lie between the estimate and an exact value."""
        if self.error == 0:
            return 0.0 if self.mean == exact else math.inf
        return (self.mean - exact) / self.error

    def as_json(self) -> dict[str, object]:
        """Return mean, error, interval and count."""
        return {
            "mean": self.mean,
            "error": self.error,
            "interval": list(self.interval),
            "count": self.count,
        }


def mean_of(values: Iterable[tuple[float, int]]) -> Estimate:
    """Estimate a mean from values and how often each came up."""
    pairs = [(value, count) for value, count in values if count]
    count = sum(each for _, each in pairs)
    if not count:
        return Estimate(math.nan, math.nan, 0)
    mean = math.fsum(value * each for value, each in pairs) / count
    spread = math.fsum((value - mean) ** 2 * each for value, each in pairs) / count
    return Estimate(mean, math.sqrt(spread / count), count)


def share(part: int, whole: int) -> Estimate:
    """Estimate a probability."""
    return mean_of([(1.0, part), (0.0, whole - part)])


def from_sums(count: int, total: float, squares: float) -> Estimate:
    """Estimate a mean from the sum and the sum of squares of independent values."""
    if not count:
        return Estimate(math.nan, math.nan, 0)
    mean = total / count
    return Estimate(mean, math.sqrt(max(squares / count - mean * mean, 0.0) / count), count)


def ratio(count: int, top: float, bottom: float, squares: tuple[float, float, float]) -> Estimate:
    """Estimate a ratio of two means over independent units, shoes mostly (delta method).

    `squares` are the sums of top², bottom² and top x bottom.
    """
    if not count or not bottom:
        return Estimate(math.nan, math.nan, count)
    value = top / bottom
    spread = squares[0] - 2 * value * squares[2] + value * value * squares[1]
    return Estimate(value, math.sqrt(max(spread, 0.0)) / abs(bottom), count)


def quantile(counts: Sequence[int], wanted: float) -> int:
    """Return the first place of a histogram by which a share of all counts is reached."""
    need, so_far = wanted * sum(counts), 0
    for place, count in enumerate(counts):
        so_far += count
        if so_far >= need:
            return place
    return len(counts) - 1


@dataclass(frozen=True, slots=True)
class Precision:
    """Stop a run once a quantity is known to this standard error, after some blocks at least."""

    error: float
    least_blocks: int = 8

    def __post_init__(self) -> None:
        """Refuse a precision that no run reaches."""
        require(
            self.error > 0 and math.isfinite(self.error),
            f"a precision of {self.error}: ask for a standard error above 0",
        )


def kelly(results: Sequence[tuple[float, float]]) -> float:
    """Return the share of a bankroll whose bet makes it grow fastest.

    `results` are a unit's gain and its probability. The share f solves the sum of
    p * gain / (1 + f * gain) = 0, which falls in f, so halving finds it.
    """

    def slope(share: float) -> float:
        return math.fsum(p * gain / (1 + share * gain) for gain, p in results if p)

    if slope(0.0) <= 0:
        return 0.0
    worst = min(gain for gain, p in results if p)
    if worst >= 0:
        return 1.0
    low, high = 0.0, min(1.0, -1 / worst)
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) > 0 else (low, middle)
    return low
