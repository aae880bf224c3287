"""Insurance Plus: offers, caps, lapse, waiver, what was neglected, and ties."""

from __future__ import annotations

import pytest

from tests.playthroughs.playing import played


@pytest.mark.clause("dhyx2:3.11", "dhyx2:3.12", "dhyx2:4.1.2", "dhyx2:5.3")
@pytest.mark.interpretation("I-65", "I-67", "I-77")
def test_player_six_against_four() -> None:
    played("insurance/player_six_against_four")


@pytest.mark.clause("dhyx2:4.1.2", "dhyx2:4.2.1", "dhyx2:4.2.1.b", "dhyx2:3.12.2")
@pytest.mark.interpretation("I-59", "I-60", "I-61")
def test_both_offers_and_a_tie_on_nothing() -> None:
    played("insurance/both_offers_and_a_tie_on_nothing")


@pytest.mark.clause("tbi1:4.1.8", "tbi1:4.2.1", "tbi1:4.2.1.a")
@pytest.mark.interpretation("I-59", "I-60", "I-65")
def test_both_hands_insured_and_a_tie_on_nine() -> None:
    played("insurance/both_hands_insured_and_a_tie_on_nine")


@pytest.mark.clause("dhyx2:5.3", "dhyx2:3.12")
@pytest.mark.interpretation("I-65")
def test_who_lets_an_offer_pass() -> None:
    played("insurance/who_lets_an_offer_pass")


@pytest.mark.clause("dhyx2:3.12.2")
@pytest.mark.interpretation("I-63", "I-77")
def test_a_quarter_of_the_maximum_at_ten_to_one() -> None:
    played("insurance/a_quarter_of_the_maximum_at_ten_to_one")


@pytest.mark.clause("tbi1:3.12.2")
@pytest.mark.interpretation("I-36", "I-63")
def test_a_quarter_of_the_differential() -> None:
    played("insurance/a_quarter_of_the_differential")


@pytest.mark.clause("dhyx2:3.12", "dhyx2:3.12.1", "dhyx2:4.1.2")
@pytest.mark.interpretation("I-57", "I-58")
def test_no_offer_when_banker_stands() -> None:
    played("insurance/no_offer_when_banker_stands")


@pytest.mark.clause("dhyx2:3.11", "dhyx2:3.12.2", "dhyx2:5.17")
@pytest.mark.interpretation("I-61", "I-62", "I-64", "I-66", "I-78")
def test_what_may_be_insured() -> None:
    played("insurance/what_may_be_insured")


@pytest.mark.clause("dhyx2:4.2.1", "dhyx2:3.17")
@pytest.mark.interpretation("I-77")
def test_a_tie_returns_insurance() -> None:
    played("insurance/a_tie_returns_insurance")


@pytest.mark.clause("dhyx2:5.3", "dhyx2:5.3.1")
@pytest.mark.interpretation("I-65", "I-103")
def test_who_leaves_cannot_insure() -> None:
    played("insurance/who_leaves_cannot_insure")


@pytest.mark.clause("dhyx2:3.14")
@pytest.mark.interpretation("I-74", "I-106")
def test_squeezing_early_waives_the_second_offer() -> None:
    played("insurance/squeezing_early_waives_the_second_offer")


@pytest.mark.clause("tbi1:3.14")
@pytest.mark.interpretation("I-74")
def test_no_early_squeeze_with_three() -> None:
    played("insurance/no_early_squeeze_with_three")


@pytest.mark.clause("dhyx2:4.2.2")
@pytest.mark.interpretation("I-35", "I-71", "I-73")
def test_a_private_table_without_insurance() -> None:
    played("insurance/a_private_table_without_insurance")


@pytest.mark.clause("tbi1:4.2.2")
@pytest.mark.interpretation("I-35", "I-73")
def test_no_notice_at_an_open_table() -> None:
    played("insurance/no_notice_at_an_open_table")


@pytest.mark.clause("dhyx2:5.13", "dhyx2:5.13.1")
@pytest.mark.interpretation("I-70", "I-72")
def test_neglected_and_noticed_in_time() -> None:
    played("insurance/neglected_and_noticed_in_time")


@pytest.mark.clause("dhyx2:5.13", "dhyx2:5.13.2")
@pytest.mark.interpretation("I-71")
def test_neglected_and_noticed_too_late() -> None:
    played("insurance/neglected_and_noticed_too_late")


@pytest.mark.clause("tbi1:5.13", "tbi1:5.13.2")
@pytest.mark.interpretation("I-71")
def test_neglected_and_noticed_after_settlement() -> None:
    played("insurance/neglected_and_noticed_after_settlement")


@pytest.mark.clause("dhyx2:5.16", "dhyx2:5.5.1")
@pytest.mark.interpretation("I-76", "I-82")
def test_a_void_returns_insurance() -> None:
    played("insurance/a_void_returns_insurance")


@pytest.mark.clause("tbi1:5.12", "tbi1:5.12.3")
@pytest.mark.interpretation("I-76", "I-88")
def test_insurance_goes_back_with_its_bet() -> None:
    played("insurance/insurance_goes_back_with_its_bet")
