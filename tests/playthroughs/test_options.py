"""The options and withdrawals: what they reach, whom they bind, and cards that nobody has seen."""

from __future__ import annotations

import pytest

from tests.playthroughs.playing import played


@pytest.mark.clause("tb4:5.8")
@pytest.mark.interpretation("I-90")
def test_an_unseen_card_in_excess_is_the_next_due_tb4() -> None:
    played("options/an_unseen_card_in_excess_is_the_next_due_tb4")


@pytest.mark.clause("dhyx2:5.7")
@pytest.mark.interpretation("I-90")
def test_an_unseen_card_in_excess_is_the_next_due_dhyx2() -> None:
    played("options/an_unseen_card_in_excess_is_the_next_due_dhyx2")


@pytest.mark.clause("mbs5:5.7")
@pytest.mark.interpretation("I-91")
def test_an_unseen_card_in_excess_is_the_next_due_mbs5() -> None:
    played("options/an_unseen_card_in_excess_is_the_next_due_mbs5")


@pytest.mark.clause("tb4:5.8")
@pytest.mark.interpretation("I-90")
def test_two_cards_in_excess() -> None:
    played("options/two_cards_in_excess")


@pytest.mark.clause("tb4:5.13.3")
@pytest.mark.interpretation("I-14", "I-53", "I-88")
def test_decided_bets_stay() -> None:
    played("options/decided_bets_stay")


@pytest.mark.clause("tb4:5.13-tail", "tb4:5.13")
@pytest.mark.interpretation("I-88")
def test_a_choice_binds_for_the_round() -> None:
    played("options/a_choice_binds_for_the_round")


@pytest.mark.clause("tb4:5.13", "tb4:5.3")
@pytest.mark.interpretation("I-89", "I-103")
def test_silence_is_going_on() -> None:
    played("options/silence_is_going_on")


@pytest.mark.clause("tb4:5.5.4", "tb4:5.16")
@pytest.mark.interpretation("I-14", "I-82")
def test_a_void_takes_back_what_was_won() -> None:
    played("options/a_void_takes_back_what_was_won")


@pytest.mark.clause("mbs5:5.8.2.2")
@pytest.mark.interpretation("I-88", "I-94")
def test_a_decided_wager_is_not_withdrawn() -> None:
    played("options/a_decided_wager_is_not_withdrawn")


@pytest.mark.clause("mbs5:5.17.1")
@pytest.mark.interpretation("I-42", "I-94")
def test_one_of_two_partners_withdraws() -> None:
    played("options/one_of_two_partners_withdraws")


@pytest.mark.clause("tb4:5.5.3")
@pytest.mark.interpretation("I-84", "I-86")
def test_wrong_number_noticed_before_the_next_call_tb4() -> None:
    played("options/wrong_number_noticed_before_the_next_call_tb4")


@pytest.mark.clause("dhyx2:5.5.3")
@pytest.mark.interpretation("I-84", "I-86")
def test_wrong_number_noticed_before_the_next_call_dhyx2() -> None:
    played("options/wrong_number_noticed_before_the_next_call_dhyx2")


@pytest.mark.clause("tbi1:5.5.3")
@pytest.mark.interpretation("I-84", "I-86")
def test_wrong_number_noticed_before_the_next_call_tbi1() -> None:
    played("options/wrong_number_noticed_before_the_next_call_tbi1")


@pytest.mark.clause("tb4:3.13", "tb4:3.10")
@pytest.mark.interpretation("I-81", "I-102")
def test_hands_must_lie_open() -> None:
    played("options/hands_must_lie_open")


@pytest.mark.clause("tb4:5.6", "tb4:5.12")
@pytest.mark.interpretation("I-84")
def test_an_error_found_in_a_later_round() -> None:
    played("options/an_error_found_in_a_later_round")
