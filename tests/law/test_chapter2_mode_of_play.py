"""Chapter 2: the layouts that a game may be played on, and the cards that it is played with."""

from __future__ import annotations

import pytest

from punto.core.cards import DECK, parse_card
from punto.core.checks import Misuse
from punto.core.composition import fresh
from punto.core.rulebook import Rulebook
from punto.core.settle import Settlement
from tests.support.games import games
from tests.support.rounds import accepted_on, refusal, settle_bets

ROUND = "4 K 10 9"


@pytest.mark.clause("tb4:2.1.1")
@games("tb4")
def test_tiger_buffalo_has_the_layouts_a_to_r_and_no_other(rules: Rulebook) -> None:
    assert "".join(rules.layouts) == "ABCDEFGHIJKLMNOPQR"
    assert accepted_on(rules, "player") == "ABCDEFGHIJKLMNOPQR"


@pytest.mark.clause("dhyx2:2.1.1")
@games("dhyx2")
def test_da_hu_ying_xiong_has_the_layouts_a_to_r_and_no_other(rules: Rulebook) -> None:
    assert "".join(rules.layouts) == "ABCDEFGHIJKLMNOPQR"
    assert accepted_on(rules, "player") == "ABCDEFGHIJKLMNOPQR"


@pytest.mark.clause("tbi1:2.1.1")
@games("tbi1")
def test_tiger_buffalo_with_insurance_has_the_layouts_a_to_k_and_no_other(rules: Rulebook) -> None:
    assert "".join(rules.layouts) == "ABCDEFGHIJK"
    assert accepted_on(rules, "player") == "ABCDEFGHIJK"


@pytest.mark.clause("mbs5:2.2")
@games("mbs5")
def test_tiger_no_commission_has_the_layouts_a_to_h_and_no_other(rules: Rulebook) -> None:
    assert "".join(rules.layouts) == "ABCDEFGH"
    assert accepted_on(rules, "player") == "ABCDEFGH"


@pytest.mark.clause("tb4:2.1.1", "mbs5:2.2", "dhyx2:2.1.1", "tbi1:2.1.1")
@games("tb4", "mbs5", "dhyx2", "tbi1")
def test_a_layout_that_the_document_does_not_show_is_refused(rules: Rulebook) -> None:
    answer = refusal(settle_bets(rules, ROUND, {"player": 100}, layout="Z"))
    assert (answer.code, answer.where) == ("unknown_layout", "layout")
    assert " ".join(rules.layouts) in answer.remedy


@pytest.mark.interpretation("I-25")
@pytest.mark.parametrize(
    "bet",
    [
        pytest.param("player", marks=pytest.mark.clause("mbs5:2.2.1")),
        pytest.param("banker", marks=pytest.mark.clause("mbs5:2.2.2")),
        pytest.param("tie", marks=pytest.mark.clause("mbs5:2.2.3")),
        pytest.param("tiger", marks=pytest.mark.clause("mbs5:2.2.4")),
        pytest.param("big_tiger", marks=pytest.mark.clause("mbs5:2.2.5")),
        pytest.param("small_tiger", marks=pytest.mark.clause("mbs5:2.2.6")),
        pytest.param("tiger_pair", marks=pytest.mark.clause("mbs5:2.2.7")),
        pytest.param("tiger_tie", marks=pytest.mark.clause("mbs5:2.2.8")),
    ],
)
@games("mbs5")
def test_every_layout_has_a_playing_area_for_each_kind_of_wager(rules: Rulebook, bet: str) -> None:
    assert accepted_on(rules, bet) == "ABCDEFGH"


@pytest.mark.clause("tb4:2.2.1", "mbs5:2.1", "dhyx2:2.2.1", "tbi1:2.2.1")
@pytest.mark.interpretation("I-06")
@games("tb4", "mbs5", "dhyx2", "tbi1")
def test_four_to_ten_decks_are_played_and_no_other_number(rules: Rulebook) -> None:
    played = []
    for decks in range(-1, 21):
        answer = settle_bets(rules, ROUND, {"player": 100}, decks=decks)
        if isinstance(answer, Settlement):
            played.append(decks)
        else:
            assert (answer.code, answer.where) == ("decks_not_allowed", "decks")
    assert played == [4, 5, 6, 7, 8, 9, 10]


@pytest.mark.clause("tb4:2.2.1", "mbs5:2.1", "dhyx2:2.2.1", "tbi1:2.2.1")
@pytest.mark.interpretation("I-06")
@games("tb4", "mbs5", "dhyx2", "tbi1")
@pytest.mark.parametrize("decks", [4, 5])
def test_a_card_may_come_as_often_as_there_are_decks(rules: Rulebook, decks: int) -> None:
    same = [parse_card("AS")] * 5 + [parse_card("6H")]
    answer = settle_bets(rules, same, {"player": 100}, decks=decks)
    if decks == 5:
        assert isinstance(answer, Settlement)
    else:
        answer = refusal(answer)
        assert (answer.code, answer.where) == ("card_not_in_set", "cards")
        assert answer.clauses == (f"{rules.key}:{'2.1' if rules.key == 'mbs5' else '2.2.1'}",)


@pytest.mark.clause("tb4:2.2.1", "mbs5:2.1", "dhyx2:2.2.1", "tbi1:2.2.1")
@pytest.mark.interpretation("I-06")
@games("tb4", "mbs5", "dhyx2", "tbi1")
def test_a_deck_has_52_cards_and_no_joker(rules: Rulebook) -> None:
    assert not rules.decks.jokers
    assert len(set(DECK)) == 52
    assert fresh(rules.decks.maximum).size == 520
    for joker in ("JOKER", "*", "XS"):
        with pytest.raises(Misuse, match="is not a card"):
            parse_card(joker)
