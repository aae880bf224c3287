"""The Differential before and after the close, in both houses."""

from __future__ import annotations

import pytest

from tests.playthroughs.playing import played


@pytest.mark.clause("tb4:5.1.1", "tb4:5.1.2", "tb4:1.10")
@pytest.mark.interpretation("I-48", "I-49", "I-50", "I-51", "I-55", "I-24")
def test_pro_rata() -> None:
    played("differential/pro_rata")


@pytest.mark.clause("tb4:5.1", "tb4:1.26", "tb4:1.29")
@pytest.mark.interpretation("I-44", "I-52")
def test_the_seated_player_comes_first() -> None:
    played("differential/the_seated_player_comes_first")


@pytest.mark.clause("tb4:5.1", "tb4:1.10")
@pytest.mark.interpretation("I-48", "I-52", "I-110")
def test_what_no_longer_fits_is_refused() -> None:
    played("differential/what_no_longer_fits_is_refused")


@pytest.mark.clause("mbs5:5.18", "mbs5:5.18.1", "mbs5:5.18.2", "mbs5:1.1.9")
@pytest.mark.interpretation("I-56")
def test_asked_to_lower_and_to_raise() -> None:
    played("differential/asked_to_lower_and_to_raise")


@pytest.mark.clause("mbs5:5.18.3")
@pytest.mark.interpretation("I-56")
def test_the_pit_manager_removes_wagers() -> None:
    played("differential/the_pit_manager_removes_wagers")


@pytest.mark.clause("mbs5:5.18")
@pytest.mark.interpretation("I-56")
def test_found_too_late_it_plays_in_full() -> None:
    played("differential/found_too_late_it_plays_in_full")


@pytest.mark.clause("dhyx2:5.1.1", "dhyx2:3.12.2")
@pytest.mark.interpretation("I-49", "I-76")
def test_insurance_up_to_what_plays() -> None:
    played("differential/insurance_up_to_what_plays")


@pytest.mark.clause("tb4:5.1.1", "tb4:4.1.1")
@pytest.mark.interpretation("I-24", "I-49")
def test_reduced_first_paid_one_to_two_then() -> None:
    played("differential/reduced_first_paid_one_to_two_then")


@pytest.mark.clause("dhyx2:5.1.1", "dhyx2:5.1.2")
@pytest.mark.interpretation("I-50", "I-55")
def test_all_at_the_minimum() -> None:
    played("differential/all_at_the_minimum")
