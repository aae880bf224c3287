"""Estimates: means, errors, ratios and the share to bet."""

from __future__ import annotations

import math

import pytest

from punto.core.checks import Misuse
from punto.sim.estimates import (
    Estimate,
    Precision,
    from_sums,
    kelly,
    mean_of,
    quantile,
    ratio,
    share,
)


def test_a_mean_and_its_error() -> None:
    found = mean_of([(1.0, 30), (-1.0, 70)])
    assert found.mean == pytest.approx(-0.4)
    assert found.error == pytest.approx(math.sqrt((1 - 0.16) / 100))
    low, high = found.interval
    assert high - low == pytest.approx(2 * 1.959964 * found.error)
    assert share(30, 100).mean == 0.3
    summed = from_sums(100, -40.0, 100.0)
    assert (summed.mean, summed.error) == pytest.approx((found.mean, found.error))


def test_nothing_counted_is_nothing_known() -> None:
    assert math.isnan(mean_of([]).mean)
    assert math.isnan(from_sums(0, 0, 0).mean)
    assert math.isnan(ratio(0, 0, 0, (0, 0, 0)).mean)


def test_distance_is_in_standard_errors() -> None:
    assert Estimate(0.5, 0.1, 9).distance(0.3) == pytest.approx(2)
    assert Estimate(0.5, 0.0, 9).distance(0.5) == 0
    assert Estimate(0.5, 0.0, 9).distance(0.4) == math.inf


def test_the_error_of_a_ratio_knows_that_top_and_bottom_move_together() -> None:
    # top is always half of bottom, so the ratio is certain however both scatter
    pairs = [(1.0, 2.0), (3.0, 6.0), (5.0, 10.0)]
    squares = (
        sum(a * a for a, _ in pairs),
        sum(b * b for _, b in pairs),
        sum(a * b for a, b in pairs),
    )
    found = ratio(3, sum(a for a, _ in pairs), sum(b for _, b in pairs), squares)
    assert found.mean == 0.5
    assert found.error == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(
    ("results", "wanted"),
    [
        ([(1.0, 0.5), (-1.0, 0.5)], 0.0),
        ([(1.0, 0.6), (-1.0, 0.4)], 0.2),
        ([(2.0, 0.5), (-1.0, 0.5)], 0.25),
        ([(50.0, 0.021), (-1.0, 0.979)], (51 * 0.021 - 1) / 50),
        ([(1.0, 1.0)], 1.0),
        ([], 0.0),
    ],
)
def test_kelly(results: list[tuple[float, float]], wanted: float) -> None:
    assert kelly(results) == pytest.approx(wanted, abs=1e-9)


def test_quantiles_of_a_histogram() -> None:
    assert [quantile([1, 0, 2, 1], each) for each in (0.25, 0.5, 0.75, 1.0)] == [0, 2, 2, 3]
    assert quantile([0, 0], 0.5) == 0


@pytest.mark.parametrize("error", [0.0, -1.0, math.nan, math.inf])
def test_a_precision_that_no_run_reaches_is_refused(error: float) -> None:
    with pytest.raises(Misuse):
        Precision(error)
