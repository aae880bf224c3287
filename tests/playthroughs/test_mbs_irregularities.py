"""Every irregularity of the other house."""

from __future__ import annotations

import pytest

from tests.playthroughs.playing import played


@pytest.mark.clause("mbs5:5.1", "mbs5:5.1.1", "mbs5:5.1.2", "mbs5:5.3")
@pytest.mark.interpretation("I-08", "I-82", "I-83", "I-85")
def test_cards_unfit() -> None:
    played("mbs_irregularities/cards_unfit")


@pytest.mark.clause("mbs5:5.2", "mbs5:5.7")
@pytest.mark.interpretation("I-83", "I-91", "I-104")
def test_incorrect_order_is_put_right() -> None:
    played("mbs_irregularities/incorrect_order_is_put_right")


@pytest.mark.clause("mbs5:5.7", "mbs5:5.2")
@pytest.mark.interpretation("I-90", "I-91")
def test_a_card_too_many() -> None:
    played("mbs_irregularities/a_card_too_many")


@pytest.mark.clause("mbs5:5.7.1")
@pytest.mark.interpretation("I-97")
def test_shown_by_mistake() -> None:
    played("mbs_irregularities/shown_by_mistake")


@pytest.mark.clause("mbs5:5.7")
@pytest.mark.interpretation("I-91")
def test_passed_to_the_wrong_player() -> None:
    played("mbs_irregularities/passed_to_the_wrong_player")


@pytest.mark.clause("mbs5:5.8", "mbs5:5.8.1")
@pytest.mark.interpretation("I-88", "I-89", "I-92", "I-94")
def test_drawn_together_order_known() -> None:
    played("mbs_irregularities/drawn_together_order_known")


@pytest.mark.clause("mbs5:5.8.2", "mbs5:5.8.2.1", "mbs5:5.8.2.2")
@pytest.mark.interpretation("I-83", "I-92", "I-93", "I-94")
def test_drawn_together_order_unknown() -> None:
    played("mbs_irregularities/drawn_together_order_unknown")


@pytest.mark.clause("mbs5:5.2", "mbs5:5.12.1", "mbs5:5.12.2", "mbs5:5.13")
@pytest.mark.interpretation("I-83", "I-93", "I-96")
def test_order_altered_in_the_device() -> None:
    played("mbs_irregularities/order_altered_in_the_device")


@pytest.mark.clause("mbs5:5.9")
@pytest.mark.interpretation("I-94", "I-95")
def test_the_device_must_be_reset() -> None:
    played("mbs_irregularities/the_device_must_be_reset")


@pytest.mark.clause("mbs5:5.6")
@pytest.mark.interpretation("I-96")
def test_a_card_found_face_up() -> None:
    played("mbs_irregularities/a_card_found_face_up")


@pytest.mark.clause(
    "mbs5:5.11",
    "mbs5:5.11.1",
    "mbs5:5.11.2",
    "mbs5:5.11.2.1",
    "mbs5:5.11.3",
    "mbs5:5.11.4",
    "mbs5:5.11.5",
)
@pytest.mark.interpretation("I-98")
def test_a_player_leaves_with_a_card() -> None:
    played("mbs_irregularities/a_player_leaves_with_a_card")


@pytest.mark.clause("mbs5:6.1", "mbs5:6.2")
@pytest.mark.interpretation("I-109")
def test_not_covered() -> None:
    played("mbs_irregularities/not_covered")


@pytest.mark.clause("mbs5:5.17", "mbs5:5.17.1", "mbs5:5.17.2")
@pytest.mark.interpretation("I-80", "I-94", "I-99")
def test_power_failure() -> None:
    played("mbs_irregularities/power_failure")


@pytest.mark.clause("mbs5:5.2", "mbs5:5.7", "mbs5:5.12.1", "mbs5:5.12.2")
@pytest.mark.interpretation("I-83", "I-91", "I-93")
def test_the_other_states() -> None:
    played("mbs_irregularities/the_other_states")
