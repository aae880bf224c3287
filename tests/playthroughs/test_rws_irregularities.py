"""Every irregularity of table T6 in every state, in the three games of one house."""

from __future__ import annotations

import pytest

from tests.playthroughs.playing import played


@pytest.mark.clause("tb4:5.5", "tb4:5.5.1", "tb4:5.5.2", "tb4:5.5.4", "tb4:5.5.5", "tb4:5.16")
@pytest.mark.interpretation("I-08", "I-14", "I-82", "I-85")
def test_cards_unfit_tb4() -> None:
    played("rws_irregularities/cards_unfit_tb4")


@pytest.mark.clause(
    "dhyx2:5.5", "dhyx2:5.5.1", "dhyx2:5.5.2", "dhyx2:5.5.4", "dhyx2:5.5.5", "dhyx2:5.16"
)
@pytest.mark.interpretation("I-08", "I-14", "I-82", "I-85")
def test_cards_unfit_dhyx2() -> None:
    played("rws_irregularities/cards_unfit_dhyx2")


@pytest.mark.clause("tbi1:5.5", "tbi1:5.5.1", "tbi1:5.5.2", "tbi1:5.5.4", "tbi1:5.5.5", "tbi1:5.16")
@pytest.mark.interpretation("I-08", "I-14", "I-82", "I-85")
def test_cards_unfit_tbi1() -> None:
    played("rws_irregularities/cards_unfit_tbi1")


@pytest.mark.clause("tb4:5.5.3", "tb4:5.8", "tb4:5.13", "tb4:5.13.3")
@pytest.mark.interpretation("I-53", "I-86", "I-87", "I-88", "I-89", "I-110")
def test_wrong_number_of_cards_tb4() -> None:
    played("rws_irregularities/wrong_number_of_cards_tb4")


@pytest.mark.clause("dhyx2:5.5.3", "dhyx2:5.7", "dhyx2:5.12", "dhyx2:5.12.3")
@pytest.mark.interpretation("I-53", "I-86", "I-87", "I-88", "I-89", "I-110")
def test_wrong_number_of_cards_dhyx2() -> None:
    played("rws_irregularities/wrong_number_of_cards_dhyx2")


@pytest.mark.clause("tbi1:5.5.3", "tbi1:5.7", "tbi1:5.12", "tbi1:5.12.3")
@pytest.mark.interpretation("I-53", "I-86", "I-87", "I-88", "I-89", "I-110")
def test_wrong_number_of_cards_tbi1() -> None:
    played("rws_irregularities/wrong_number_of_cards_tbi1")


@pytest.mark.clause(
    "tb4:5.8", "tb4:5.8.1", "tb4:5.13", "tb4:5.13.1", "tb4:5.13.2", "tb4:5.13.3", "tb4:5.13-tail"
)
@pytest.mark.interpretation("I-87", "I-88", "I-89", "I-90", "I-110")
def test_card_in_excess_tb4() -> None:
    played("rws_irregularities/card_in_excess_tb4")


@pytest.mark.clause(
    "dhyx2:5.7",
    "dhyx2:5.7.1",
    "dhyx2:5.12",
    "dhyx2:5.12.1",
    "dhyx2:5.12.2",
    "dhyx2:5.12.3",
    "dhyx2:5.12-tail",
)
@pytest.mark.interpretation("I-87", "I-88", "I-89", "I-90", "I-110")
def test_card_in_excess_dhyx2() -> None:
    played("rws_irregularities/card_in_excess_dhyx2")


@pytest.mark.clause(
    "tbi1:5.7",
    "tbi1:5.7.1",
    "tbi1:5.12",
    "tbi1:5.12.1",
    "tbi1:5.12.2",
    "tbi1:5.12.3",
    "tbi1:5.12-tail",
)
@pytest.mark.interpretation("I-87", "I-88", "I-89", "I-90", "I-110")
def test_card_in_excess_tbi1() -> None:
    played("rws_irregularities/card_in_excess_tbi1")


@pytest.mark.clause("tb4:5.8", "tb4:5.8.1", "tb4:5.13.3")
@pytest.mark.interpretation("I-81", "I-87", "I-90")
def test_card_exposed_tb4() -> None:
    played("rws_irregularities/card_exposed_tb4")


@pytest.mark.clause("dhyx2:5.7", "dhyx2:5.7.1", "dhyx2:5.12.3")
@pytest.mark.interpretation("I-81", "I-87", "I-90")
def test_card_exposed_dhyx2() -> None:
    played("rws_irregularities/card_exposed_dhyx2")


@pytest.mark.clause("tbi1:5.7", "tbi1:5.7.1", "tbi1:5.12.3")
@pytest.mark.interpretation("I-81", "I-87", "I-90")
def test_card_exposed_tbi1() -> None:
    played("rws_irregularities/card_exposed_tbi1")


@pytest.mark.clause(
    "tb4:5.9", "tb4:5.9.1", "tb4:5.9.2", "tb4:5.9-tail1", "tb4:5.9-tail2", "tb4:5.13.1"
)
@pytest.mark.interpretation("I-87", "I-88", "I-89", "I-104")
def test_wrong_area_tb4() -> None:
    played("rws_irregularities/wrong_area_tb4")


@pytest.mark.clause(
    "dhyx2:5.8", "dhyx2:5.8.1", "dhyx2:5.8.2", "dhyx2:5.8-tail1", "dhyx2:5.8-tail2", "dhyx2:5.12.1"
)
@pytest.mark.interpretation("I-87", "I-88", "I-89", "I-104")
def test_wrong_area_dhyx2() -> None:
    played("rws_irregularities/wrong_area_dhyx2")


@pytest.mark.clause(
    "tbi1:5.8", "tbi1:5.8.1", "tbi1:5.8.2", "tbi1:5.8-tail1", "tbi1:5.8-tail2", "tbi1:5.12.1"
)
@pytest.mark.interpretation("I-87", "I-88", "I-89", "I-104")
def test_wrong_area_tbi1() -> None:
    played("rws_irregularities/wrong_area_tbi1")


@pytest.mark.clause("tb4:5.10", "tb4:5.13.3")
@pytest.mark.interpretation("I-81", "I-87")
def test_dealt_face_up_tb4() -> None:
    played("rws_irregularities/dealt_face_up_tb4")


@pytest.mark.clause("dhyx2:5.9", "dhyx2:5.12.3")
@pytest.mark.interpretation("I-81", "I-87")
def test_dealt_face_up_dhyx2() -> None:
    played("rws_irregularities/dealt_face_up_dhyx2")


@pytest.mark.clause("tbi1:5.9", "tbi1:5.12.3")
@pytest.mark.interpretation("I-81", "I-87")
def test_dealt_face_up_tbi1() -> None:
    played("rws_irregularities/dealt_face_up_tbi1")


@pytest.mark.clause("tb4:5.11", "tb4:5.11.1", "tb4:5.11.2", "tb4:5.13.3")
@pytest.mark.interpretation("I-87", "I-88", "I-92")
def test_drawn_together_tb4() -> None:
    played("rws_irregularities/drawn_together_tb4")


@pytest.mark.clause("dhyx2:5.10", "dhyx2:5.10.1", "dhyx2:5.10.2", "dhyx2:5.12.3")
@pytest.mark.interpretation("I-87", "I-88", "I-92")
def test_drawn_together_dhyx2() -> None:
    played("rws_irregularities/drawn_together_dhyx2")


@pytest.mark.clause("tbi1:5.10", "tbi1:5.10.1", "tbi1:5.10.2", "tbi1:5.12.3")
@pytest.mark.interpretation("I-87", "I-88", "I-92")
def test_drawn_together_tbi1() -> None:
    played("rws_irregularities/drawn_together_tbi1")


@pytest.mark.clause("tb4:5.13", "tb4:5.13.1", "tb4:5.13.2", "tb4:5.13.3")
@pytest.mark.interpretation("I-87", "I-88", "I-89")
def test_other_dealing_errors_tb4() -> None:
    played("rws_irregularities/other_dealing_errors_tb4")


@pytest.mark.clause("dhyx2:5.12", "dhyx2:5.12.1", "dhyx2:5.12.2", "dhyx2:5.12.3")
@pytest.mark.interpretation("I-87", "I-88", "I-89")
def test_other_dealing_errors_dhyx2() -> None:
    played("rws_irregularities/other_dealing_errors_dhyx2")


@pytest.mark.clause("tbi1:5.12", "tbi1:5.12.1", "tbi1:5.12.2", "tbi1:5.12.3")
@pytest.mark.interpretation("I-87", "I-88", "I-89")
def test_other_dealing_errors_tbi1() -> None:
    played("rws_irregularities/other_dealing_errors_tbi1")


@pytest.mark.clause("tb4:5.8", "tb4:5.8.1")
@pytest.mark.interpretation("I-87", "I-90", "I-96")
def test_card_found_face_up_tb4() -> None:
    played("rws_irregularities/card_found_face_up_tb4")


@pytest.mark.clause("dhyx2:5.7", "dhyx2:5.7.1")
@pytest.mark.interpretation("I-87", "I-90", "I-96")
def test_card_found_face_up_dhyx2() -> None:
    played("rws_irregularities/card_found_face_up_dhyx2")


@pytest.mark.clause("tbi1:5.7", "tbi1:5.7.1")
@pytest.mark.interpretation("I-87", "I-90", "I-96")
def test_card_found_face_up_tbi1() -> None:
    played("rws_irregularities/card_found_face_up_tbi1")


@pytest.mark.clause("tb4:5.18")
@pytest.mark.interpretation("I-109")
def test_not_covered_tb4() -> None:
    played("rws_irregularities/not_covered_tb4")


@pytest.mark.clause("dhyx2:5.18")
@pytest.mark.interpretation("I-109")
def test_not_covered_dhyx2() -> None:
    played("rws_irregularities/not_covered_dhyx2")


@pytest.mark.clause("tbi1:5.18")
@pytest.mark.interpretation("I-109")
def test_not_covered_tbi1() -> None:
    played("rws_irregularities/not_covered_tbi1")


@pytest.mark.clause("tb4:5.4", "tb4:5.4.1", "tb4:5.4.2", "tb4:5.16")
@pytest.mark.interpretation("I-80", "I-82", "I-99")
def test_technical_interruption_tb4() -> None:
    played("rws_irregularities/technical_interruption_tb4")


@pytest.mark.clause("dhyx2:5.4", "dhyx2:5.4.1", "dhyx2:5.4.2", "dhyx2:5.16")
@pytest.mark.interpretation("I-80", "I-82", "I-99")
def test_technical_interruption_dhyx2() -> None:
    played("rws_irregularities/technical_interruption_dhyx2")


@pytest.mark.clause("tbi1:5.4", "tbi1:5.4.1", "tbi1:5.4.2", "tbi1:5.16")
@pytest.mark.interpretation("I-80", "I-82", "I-99")
def test_technical_interruption_tbi1() -> None:
    played("rws_irregularities/technical_interruption_tbi1")


@pytest.mark.clause("tb4:5.5.1", "tb4:5.5.2", "tb4:5.5.4", "tb4:5.5.5", "tb4:5.16")
@pytest.mark.interpretation("I-82", "I-85")
def test_cards_unfit_in_the_other_states_tb4() -> None:
    played("rws_irregularities/cards_unfit_in_the_other_states_tb4")


@pytest.mark.clause("dhyx2:5.5.1", "dhyx2:5.5.2", "dhyx2:5.5.4", "dhyx2:5.5.5", "dhyx2:5.16")
@pytest.mark.interpretation("I-82", "I-85")
def test_cards_unfit_in_the_other_states_dhyx2() -> None:
    played("rws_irregularities/cards_unfit_in_the_other_states_dhyx2")


@pytest.mark.clause("tbi1:5.5.1", "tbi1:5.5.2", "tbi1:5.5.4", "tbi1:5.5.5", "tbi1:5.16")
@pytest.mark.interpretation("I-82", "I-85")
def test_cards_unfit_in_the_other_states_tbi1() -> None:
    played("rws_irregularities/cards_unfit_in_the_other_states_tbi1")


@pytest.mark.clause("tb4:5.9", "tb4:5.9.1", "tb4:5.9.2", "tb4:5.9-tail1", "tb4:5.9-tail2")
@pytest.mark.interpretation("I-87", "I-88", "I-104")
def test_wrong_area_in_the_other_states_tb4() -> None:
    played("rws_irregularities/wrong_area_in_the_other_states_tb4")


@pytest.mark.clause("dhyx2:5.8", "dhyx2:5.8.1", "dhyx2:5.8.2", "dhyx2:5.8-tail1", "dhyx2:5.8-tail2")
@pytest.mark.interpretation("I-87", "I-88", "I-104")
def test_wrong_area_in_the_other_states_dhyx2() -> None:
    played("rws_irregularities/wrong_area_in_the_other_states_dhyx2")


@pytest.mark.clause("tbi1:5.8", "tbi1:5.8.1", "tbi1:5.8.2", "tbi1:5.8-tail1", "tbi1:5.8-tail2")
@pytest.mark.interpretation("I-87", "I-88", "I-104")
def test_wrong_area_in_the_other_states_tbi1() -> None:
    played("rws_irregularities/wrong_area_in_the_other_states_tbi1")


@pytest.mark.clause("tb4:5.8", "tb4:5.8.1", "tb4:5.13.1")
@pytest.mark.interpretation("I-87", "I-110")
def test_card_exposed_in_the_other_states_tb4() -> None:
    played("rws_irregularities/card_exposed_in_the_other_states_tb4")


@pytest.mark.clause("dhyx2:5.7", "dhyx2:5.7.1", "dhyx2:5.12.1")
@pytest.mark.interpretation("I-87", "I-110")
def test_card_exposed_in_the_other_states_dhyx2() -> None:
    played("rws_irregularities/card_exposed_in_the_other_states_dhyx2")


@pytest.mark.clause("tbi1:5.7", "tbi1:5.7.1", "tbi1:5.12.1")
@pytest.mark.interpretation("I-87", "I-110")
def test_card_exposed_in_the_other_states_tbi1() -> None:
    played("rws_irregularities/card_exposed_in_the_other_states_tbi1")


@pytest.mark.clause("tb4:5.11", "tb4:5.11.1")
@pytest.mark.interpretation("I-87", "I-92")
def test_order_unknown_without_an_outcome_tb4() -> None:
    played("rws_irregularities/order_unknown_without_an_outcome_tb4")


@pytest.mark.clause("dhyx2:5.10", "dhyx2:5.10.1")
@pytest.mark.interpretation("I-87", "I-92")
def test_order_unknown_without_an_outcome_dhyx2() -> None:
    played("rws_irregularities/order_unknown_without_an_outcome_dhyx2")


@pytest.mark.clause("tbi1:5.10", "tbi1:5.10.1")
@pytest.mark.interpretation("I-87", "I-92")
def test_order_unknown_without_an_outcome_tbi1() -> None:
    played("rws_irregularities/order_unknown_without_an_outcome_tbi1")


@pytest.mark.clause("tb4:5.13", "tb4:5.13.1", "tb4:5.13.2", "tb4:5.13.3")
@pytest.mark.interpretation("I-87", "I-88")
def test_other_dealing_errors_in_the_other_states_tb4() -> None:
    played("rws_irregularities/other_dealing_errors_in_the_other_states_tb4")


@pytest.mark.clause("dhyx2:5.12", "dhyx2:5.12.1", "dhyx2:5.12.2", "dhyx2:5.12.3")
@pytest.mark.interpretation("I-87", "I-88")
def test_other_dealing_errors_in_the_other_states_dhyx2() -> None:
    played("rws_irregularities/other_dealing_errors_in_the_other_states_dhyx2")


@pytest.mark.clause("tbi1:5.12", "tbi1:5.12.1", "tbi1:5.12.2", "tbi1:5.12.3")
@pytest.mark.interpretation("I-87", "I-88")
def test_other_dealing_errors_in_the_other_states_tbi1() -> None:
    played("rws_irregularities/other_dealing_errors_in_the_other_states_tbi1")


@pytest.mark.clause("tb4:5.8", "tb4:5.8.1")
@pytest.mark.interpretation("I-90", "I-96", "I-110")
def test_card_found_face_up_beyond_repair_tb4() -> None:
    played("rws_irregularities/card_found_face_up_beyond_repair_tb4")


@pytest.mark.clause("dhyx2:5.7", "dhyx2:5.7.1")
@pytest.mark.interpretation("I-90", "I-96", "I-110")
def test_card_found_face_up_beyond_repair_dhyx2() -> None:
    played("rws_irregularities/card_found_face_up_beyond_repair_dhyx2")


@pytest.mark.clause("tbi1:5.7", "tbi1:5.7.1")
@pytest.mark.interpretation("I-90", "I-96", "I-110")
def test_card_found_face_up_beyond_repair_tbi1() -> None:
    played("rws_irregularities/card_found_face_up_beyond_repair_tbi1")
