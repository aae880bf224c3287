"""Placing, changing, joining bets, and what comes too late."""

from __future__ import annotations

import pytest

from tests.playthroughs.playing import played


@pytest.mark.clause("tb4:3.3", "tb4:3.8", "tb4:5.7")
@pytest.mark.interpretation("I-46", "I-100")
def test_free_until_no_more_bets() -> None:
    played("betting/free_until_no_more_bets")


@pytest.mark.clause("mbs5:3.2", "mbs5:5.4", "mbs5:5.5")
@pytest.mark.interpretation("I-100")
def test_too_late_in_the_other_house() -> None:
    played("betting/too_late_in_the_other_house")


@pytest.mark.clause("tb4:3.8")
@pytest.mark.interpretation("I-47")
def test_a_bet_counts_by_its_own_time() -> None:
    played("betting/a_bet_counts_by_its_own_time")


@pytest.mark.clause("tb4:5.14", "tb4:5.17")
@pytest.mark.interpretation("I-101")
def test_staff_lay_a_bet_for_a_patron() -> None:
    played("betting/staff_lay_a_bet_for_a_patron")


@pytest.mark.clause("tb4:3.7", "tb4:4.1.11")
@pytest.mark.interpretation("I-26", "I-45")
def test_a_bet_that_the_layout_does_not_carry() -> None:
    played("betting/a_bet_that_the_layout_does_not_carry")


@pytest.mark.clause("mbs5:3.6", "mbs5:3.6.1")
@pytest.mark.interpretation("I-42")
def test_three_wagers_per_playing_area() -> None:
    played("betting/three_wagers_per_playing_area")


@pytest.mark.clause("mbs5:3.5.1", "mbs5:4.1")
@pytest.mark.interpretation("I-42", "I-38")
def test_a_wager_of_several_players() -> None:
    played("betting/a_wager_of_several_players")


@pytest.mark.clause("tb4:3.5", "tb4:3.6")
@pytest.mark.interpretation("I-36", "I-43")
def test_others_take_up_the_balance_of_a_box() -> None:
    played("betting/others_take_up_the_balance_of_a_box")
