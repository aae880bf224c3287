"""Dealing, squeezing, handing, methods, the cutting card, the rules in force."""

from __future__ import annotations

import pytest

from tests.playthroughs.playing import played


@pytest.mark.clause("tb4:3.10", "tb4:3.12")
@pytest.mark.interpretation("I-81")
def test_face_down() -> None:
    played("dealing/face_down")


@pytest.mark.clause("tb4:3.9")
@pytest.mark.interpretation("I-106", "I-110")
def test_the_highest_bettor_squeezes() -> None:
    played("dealing/the_highest_bettor_squeezes")


@pytest.mark.clause("dhyx2:3.9")
@pytest.mark.interpretation("I-106")
def test_only_a_seated_player_squeezes() -> None:
    played("dealing/only_a_seated_player_squeezes")


@pytest.mark.clause("mbs5:3.9.1", "mbs5:3.9.2", "mbs5:3.9.3")
@pytest.mark.interpretation("I-107")
def test_method_a_passes_to_the_highest() -> None:
    played("dealing/method_a_passes_to_the_highest")


@pytest.mark.clause("mbs5:3.9.4", "mbs5:3.9.4.1", "mbs5:3.9.5")
@pytest.mark.interpretation("I-107")
def test_equal_highest_wagers() -> None:
    played("dealing/equal_highest_wagers")


@pytest.mark.clause("mbs5:3.16")
@pytest.mark.interpretation("I-107")
def test_the_pit_manager_lets_anybody_squeeze() -> None:
    played("dealing/the_pit_manager_lets_anybody_squeeze")


@pytest.mark.clause("mbs5:3.10.1", "mbs5:3.10.2", "mbs5:3.8.1")
def test_method_b_no_player_touches_the_cards() -> None:
    played("dealing/method_b_no_player_touches_the_cards")


@pytest.mark.clause("mbs5:3.8.2", "mbs5:3.11.1", "mbs5:3.11.8", "mbs5:3.11.8.2")
@pytest.mark.interpretation("I-35", "I-108")
def test_method_c_in_the_hlga() -> None:
    played("dealing/method_c_in_the_hlga")


@pytest.mark.clause("mbs5:3.8.2", "mbs5:1.1.3")
@pytest.mark.interpretation("I-35")
def test_method_c_outside_the_hlga() -> None:
    played("dealing/method_c_outside_the_hlga")


@pytest.mark.clause("mbs5:3.11.8.1")
@pytest.mark.interpretation("I-108")
def test_the_device_is_given_up() -> None:
    played("dealing/the_device_is_given_up")


@pytest.mark.clause("mbs5:3.9.6")
@pytest.mark.interpretation("I-81")
def test_the_order_of_revealing() -> None:
    played("dealing/the_order_of_revealing")


@pytest.mark.clause("mbs5:5.10")
@pytest.mark.interpretation("I-103")
def test_a_handler_who_is_not_there() -> None:
    played("dealing/a_handler_who_is_not_there")


@pytest.mark.clause("mbs5:3.17")
@pytest.mark.interpretation("I-07")
def test_the_cutting_card() -> None:
    played("dealing/the_cutting_card")


@pytest.mark.clause("mbs5:3.17", "mbs5:3.17.1")
@pytest.mark.interpretation("I-07", "I-35", "I-94")
def test_the_cutting_card_first_in_the_hlga() -> None:
    played("dealing/the_cutting_card_first_in_the_hlga")


@pytest.mark.clause("mbs5:3.17.1")
@pytest.mark.interpretation("I-35")
def test_no_withdrawal_outside_the_hlga() -> None:
    played("dealing/no_withdrawal_outside_the_hlga")


@pytest.mark.clause("tb4:3.10")
@pytest.mark.interpretation("I-05")
def test_a_burnt_card() -> None:
    played("dealing/a_burnt_card")


@pytest.mark.clause("mbs5:3.8", "mbs5:3.8.2")
@pytest.mark.interpretation("I-111")
def test_the_method_changes_between_rounds() -> None:
    played("dealing/the_method_changes_between_rounds")


@pytest.mark.clause("tb4:cover-effective")
@pytest.mark.interpretation("I-33", "I-34")
def test_the_rules_in_force() -> None:
    played("dealing/the_rules_in_force")


@pytest.mark.clause("tb4:3.9")
@pytest.mark.interpretation("I-106")
def test_equal_highest_bets_and_the_squeeze() -> None:
    played("dealing/equal_highest_bets_and_the_squeeze")


@pytest.mark.clause("dhyx2:5.5.4")
@pytest.mark.interpretation("I-07")
def test_the_cutting_card_in_the_other_house() -> None:
    played("dealing/the_cutting_card_in_the_other_house")


@pytest.mark.clause("tb4:3.4", "tb4:2.1.1", "tb4:2.1.1.a", "tb4:2.2.1", "tb4:1.26")
@pytest.mark.interpretation("I-06", "I-28", "I-36")
def test_a_day_at_the_table() -> None:
    played("dealing/a_day_at_the_table")
