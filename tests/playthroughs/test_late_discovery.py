"""What is found after settlement, and after the next call."""

from __future__ import annotations

import pytest

from tests.playthroughs.playing import played


@pytest.mark.clause("tb4:5.15", "tb4:5.6", "tb4:5.12")
@pytest.mark.interpretation("I-84", "I-102")
def test_the_cards_prevail_tb4() -> None:
    played("late_discovery/the_cards_prevail_tb4")


@pytest.mark.clause("dhyx2:5.15", "dhyx2:5.5-tail", "dhyx2:5.11")
@pytest.mark.interpretation("I-84", "I-102")
def test_the_cards_prevail_dhyx2() -> None:
    played("late_discovery/the_cards_prevail_dhyx2")


@pytest.mark.clause("mbs5:6.3", "mbs5:5.1.2")
@pytest.mark.interpretation("I-84", "I-102")
def test_the_cards_prevail_mbs5() -> None:
    played("late_discovery/the_cards_prevail_mbs5")


@pytest.mark.clause("tb4:5.5.1", "tb4:5.6")
@pytest.mark.interpretation("I-84", "I-85")
def test_foreign_card_between_rounds_tb4() -> None:
    played("late_discovery/foreign_card_between_rounds_tb4")


@pytest.mark.clause("dhyx2:5.5.1", "dhyx2:5.5-tail")
@pytest.mark.interpretation("I-85")
def test_foreign_card_between_rounds_dhyx2() -> None:
    played("late_discovery/foreign_card_between_rounds_dhyx2")


@pytest.mark.clause("mbs5:5.1", "mbs5:5.1.2")
@pytest.mark.interpretation("I-85")
def test_foreign_card_between_rounds_mbs5() -> None:
    played("late_discovery/foreign_card_between_rounds_mbs5")


@pytest.mark.clause("tb4:5.5.3", "tb4:5.15")
@pytest.mark.interpretation("I-84")
def test_wrong_number_found_after_settlement() -> None:
    played("late_discovery/wrong_number_found_after_settlement")
