"""Minimum and maximum, noticed in time and not."""

from __future__ import annotations

import pytest

from tests.playthroughs.playing import played


@pytest.mark.clause("tb4:5.2")
@pytest.mark.interpretation("I-38", "I-45")
def test_under_the_minimum_and_noticed() -> None:
    played("limits/under_the_minimum_and_noticed")


@pytest.mark.clause("tb4:5.2.1")
@pytest.mark.interpretation("I-39", "I-45")
def test_under_the_minimum_and_not_noticed() -> None:
    played("limits/under_the_minimum_and_not_noticed")


@pytest.mark.clause("mbs5:5.14")
@pytest.mark.interpretation("I-39", "I-40")
def test_under_the_minimum_once_only() -> None:
    played("limits/under_the_minimum_once_only")


@pytest.mark.clause("tb4:3.5")
@pytest.mark.interpretation("I-37", "I-45")
def test_over_the_maximum_stands_in_full() -> None:
    played("limits/over_the_maximum_stands_in_full")


@pytest.mark.clause("mbs5:5.15", "mbs5:3.5.1")
@pytest.mark.interpretation("I-41", "I-45")
def test_over_the_maximum_is_cut() -> None:
    played("limits/over_the_maximum_is_cut")


@pytest.mark.clause("tb4:3.4", "tb4:4.1.2")
@pytest.mark.interpretation("I-36", "I-38")
def test_a_bet_with_limits_of_its_own() -> None:
    played("limits/a_bet_with_limits_of_its_own")
