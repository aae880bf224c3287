"""Rounds that are settled, from the pay tables of all games."""

from __future__ import annotations

import pytest

from tests.playthroughs.playing import played


@pytest.mark.clause("tb4:4.1.1", "tb4:4.1.4", "tb4:3.10", "tb4:3.12")
@pytest.mark.interpretation("I-22")
def test_banker_on_six_is_paid_one_to_two() -> None:
    played("settlement/banker_on_six_is_paid_one_to_two")


@pytest.mark.clause("tb4:4.1.1", "tb4:1.15")
@pytest.mark.interpretation("I-23")
def test_half_a_cent_goes_to_the_player() -> None:
    played("settlement/half_a_cent_goes_to_the_player")


@pytest.mark.clause("tb4:4.1.1", "tb4:4.1.4", "tb4:3.12")
@pytest.mark.interpretation("I-17")
def test_big_tiger() -> None:
    played("settlement/big_tiger")


@pytest.mark.clause("tb4:4.1.9", "tb4:4.1.12", "tb4:4.1.6", "tb4:1.33-twin")
@pytest.mark.interpretation("I-10", "I-12", "I-17")
def test_twin_tiger_pair() -> None:
    played("settlement/twin_tiger_pair")


@pytest.mark.clause("tb4:4.1.11", "tb4:1.36")
@pytest.mark.interpretation("I-15", "I-11")
def test_wu_dalang() -> None:
    played("settlement/wu_dalang")


@pytest.mark.clause("mbs5:3.15.1", "mbs5:4.1", "mbs5:4.3", "mbs5:3.14")
@pytest.mark.interpretation("I-17", "I-21", "I-54")
def test_tie_on_six() -> None:
    played("settlement/tie_on_six")


@pytest.mark.clause("mbs5:4.2", "mbs5:1.1.13.2", "mbs5:3.13", "mbs5:3.14")
@pytest.mark.interpretation("I-03", "I-12")
def test_double_tiger_pair() -> None:
    played("settlement/double_tiger_pair")


@pytest.mark.clause("tb4:4.1.13", "tb4:1.20")
@pytest.mark.interpretation("I-18")
def test_char_siu_in_six_cards() -> None:
    played("settlement/char_siu_in_six_cards")


@pytest.mark.clause("tb4:3.7", "tb4:4.1.1", "tb4:4.1.3")
@pytest.mark.interpretation("I-54")
def test_one_patron_on_every_side() -> None:
    played("settlement/one_patron_on_every_side")


@pytest.mark.clause("dhyx2:4.1.1", "dhyx2:3.15")
@pytest.mark.interpretation("I-17")
def test_banker_on_six_with_insurance_declined() -> None:
    played("settlement/banker_on_six_with_insurance_declined")


@pytest.mark.clause("tbi1:4.1.1", "tbi1:3.15")
@pytest.mark.interpretation("I-16", "I-57")
def test_big_buffalo() -> None:
    played("settlement/big_buffalo")


@pytest.mark.clause("tb4:1.25")
@pytest.mark.interpretation("I-105")
def test_a_round_without_bets() -> None:
    played("settlement/a_round_without_bets")


@pytest.mark.clause("tb4:5.3")
@pytest.mark.interpretation("I-103")
def test_a_player_walks_away() -> None:
    played("settlement/a_player_walks_away")
