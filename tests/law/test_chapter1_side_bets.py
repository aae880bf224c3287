"""Chapter 1, the bets: on which rounds each of them wins (chapter 4 says how much)."""

from __future__ import annotations

import pytest

from punto.core.rulebook import Rulebook
from tests.support.games import games
from tests.support.rounds import Ending, endings, lost, outcomes, paid, returned, where, won


def banker_wins_with(ending: Ending, points: int) -> bool:
    return ending.banker_total == points > ending.player_total


def player_wins_with(ending: Ending, points: int) -> bool:
    return ending.player_total == points > ending.banker_total


@pytest.mark.clause("tb4:1.2")
@games("tb4")
def test_banker_big_7_wins_only_on_a_three_card_banker_seven(rules: Rulebook) -> None:
    assert won(rules, "banker_big_7") == where(
        lambda ending: banker_wins_with(ending, 7) and len(ending.banker) == 3
    )
    assert returned(rules, "banker_big_7") == frozenset()


@pytest.mark.clause("tb4:1.4")
@games("tb4")
def test_banker_small_7_wins_only_on_a_two_card_banker_seven(rules: Rulebook) -> None:
    assert won(rules, "banker_small_7") == where(
        lambda ending: banker_wins_with(ending, 7) and len(ending.banker) == 2
    )
    assert returned(rules, "banker_small_7") == frozenset()


@pytest.mark.clause("tb4:1.19")
@games("tb4")
def test_player_big_7_wins_only_on_a_three_card_player_seven(rules: Rulebook) -> None:
    assert won(rules, "player_big_7") == where(
        lambda ending: player_wins_with(ending, 7) and len(ending.player) == 3
    )
    assert returned(rules, "player_big_7") == frozenset()


@pytest.mark.clause("tb4:1.22")
@games("tb4")
def test_player_small_7_wins_only_on_a_two_card_player_seven(rules: Rulebook) -> None:
    assert won(rules, "player_small_7") == where(
        lambda ending: player_wins_with(ending, 7) and len(ending.player) == 2
    )
    assert returned(rules, "player_small_7") == frozenset()


@pytest.mark.clause("tb4:1.3", "tbi1:1.2")
@pytest.mark.interpretation("I-18")
@games("tb4", "tbi1")
def test_banker_char_siu_wins_one_above_player_and_loses_on_all_else(rules: Rulebook) -> None:
    wins = where(
        lambda ending: (ending.banker_total, ending.player_total) in {(7, 6), (8, 7), (9, 8)}
    )
    assert won(rules, "banker_char_siu") == wins
    assert lost(rules, "banker_char_siu") == frozenset(endings()) - wins
    by_cards = {
        number: frozenset(e for e in wins if len(e.player) + len(e.banker) == number)
        for number in (4, 5, 6)
    }
    assert set(paid(rules, "banker_char_siu").values()) == set(by_cards.values())


@pytest.mark.clause("tb4:1.20", "tbi1:1.18")
@pytest.mark.interpretation("I-18")
@games("tb4", "tbi1")
def test_player_char_siu_wins_one_above_banker_and_loses_on_all_else(rules: Rulebook) -> None:
    wins = where(
        lambda ending: (ending.player_total, ending.banker_total) in {(7, 6), (8, 7), (9, 8)}
    )
    assert won(rules, "player_char_siu") == wins
    assert lost(rules, "player_char_siu") == frozenset(endings()) - wins
    by_cards = {
        number: frozenset(e for e in wins if len(e.player) + len(e.banker) == number)
        for number in (4, 5, 6)
    }
    assert set(paid(rules, "player_char_siu").values()) == set(by_cards.values())


@pytest.mark.parametrize(
    ("bet", "high", "low"),
    [
        pytest.param("banker", 7, 6, marks=pytest.mark.clause("tb4:1.3.1", "tbi1:1.2.1")),
        pytest.param("banker", 8, 7, marks=pytest.mark.clause("tb4:1.3.2", "tbi1:1.2.2")),
        pytest.param("banker", 9, 8, marks=pytest.mark.clause("tb4:1.3.3", "tbi1:1.2.3")),
        pytest.param("player", 7, 6, marks=pytest.mark.clause("tb4:1.20.1", "tbi1:1.18.1")),
        pytest.param("player", 8, 7, marks=pytest.mark.clause("tb4:1.20.2", "tbi1:1.18.2")),
        pytest.param("player", 9, 8, marks=pytest.mark.clause("tb4:1.20.3", "tbi1:1.18.3")),
    ],
)
@pytest.mark.interpretation("I-18")
@games("tb4", "tbi1")
def test_char_siu_grades_each_pair_of_totals_by_the_cards_of_both_hands(
    rules: Rulebook, bet: str, high: int, low: int
) -> None:
    profits: dict[int, set[int]] = {}
    for ending, line in outcomes(rules.id, f"{bet}_char_siu").items():
        totals = ending.player_total, ending.banker_total
        if totals == ((high, low) if bet == "player" else (low, high)):
            profits.setdefault(len(ending.player) + len(ending.banker), set()).add(line.profit)
    # with five cards a Natural would have ended the drawing, so 9 over 8 has none
    five = {5: {1500}} if high < 9 else {}
    assert profits == {4: {1000}, 6: {5000}} | five


@pytest.mark.clause("tb4:1.6", "tbi1:1.4")
@pytest.mark.interpretation("I-16")
@games("tb4", "tbi1")
def test_big_buffalo_wins_only_on_a_three_card_player_six(rules: Rulebook) -> None:
    assert won(rules, "big_buffalo") == where(
        lambda ending: player_wins_with(ending, 6) and len(ending.player) == 3
    )
    assert returned(rules, "big_buffalo") == frozenset()


@pytest.mark.clause("tb4:1.27", "tbi1:1.24")
@pytest.mark.interpretation("I-16")
@games("tb4", "tbi1")
def test_small_buffalo_wins_only_on_a_two_card_player_six(rules: Rulebook) -> None:
    assert won(rules, "small_buffalo") == where(
        lambda ending: player_wins_with(ending, 6) and len(ending.player) == 2
    )
    assert returned(rules, "small_buffalo") == frozenset()


@pytest.mark.clause("tb4:1.7", "mbs5:1.1.1", "dhyx2:1.3", "tbi1:1.5")
@pytest.mark.interpretation("I-16")
@games("tb4", "mbs5", "dhyx2", "tbi1")
def test_big_tiger_wins_only_on_a_three_card_banker_six(rules: Rulebook) -> None:
    assert won(rules, "big_tiger") == where(
        lambda ending: banker_wins_with(ending, 6) and len(ending.banker) == 3
    )
    assert returned(rules, "big_tiger") == frozenset()


@pytest.mark.clause("tb4:1.28", "mbs5:1.1.7", "dhyx2:1.20", "tbi1:1.25")
@pytest.mark.interpretation("I-16")
@games("tb4", "mbs5", "dhyx2", "tbi1")
def test_small_tiger_wins_only_on_a_two_card_banker_six(rules: Rulebook) -> None:
    assert won(rules, "small_tiger") == where(
        lambda ending: banker_wins_with(ending, 6) and len(ending.banker) == 2
    )
    assert returned(rules, "small_tiger") == frozenset()


@pytest.mark.clause("tb4:1.31", "mbs5:1.1.12", "dhyx2:1.23")
@pytest.mark.interpretation("I-16")
@games("tb4", "mbs5", "dhyx2")
def test_tiger_wins_only_when_banker_wins_with_six(rules: Rulebook) -> None:
    assert won(rules, "tiger") == where(lambda ending: banker_wins_with(ending, 6))
    assert returned(rules, "tiger") == frozenset()


@pytest.mark.clause("tb4:1.32", "tbi1:1.28")
@pytest.mark.interpretation("I-16")
@games("tb4", "tbi1")
def test_tiger_buffalo_wins_when_either_hand_wins_with_six_and_loses_a_six_six_tie(
    rules: Rulebook,
) -> None:
    assert won(rules, "tiger_buffalo") == where(
        lambda ending: banker_wins_with(ending, 6) or player_wins_with(ending, 6)
    )
    ties_on_6 = where(lambda ending: ending.player_total == ending.banker_total == 6)
    assert ties_on_6
    assert ties_on_6 <= lost(rules, "tiger_buffalo")


@pytest.mark.clause("tb4:1.34", "mbs5:1.1.14", "dhyx2:1.24")
@games("tb4", "mbs5", "dhyx2")
def test_tiger_tie_wins_only_on_a_six_six_tie(rules: Rulebook) -> None:
    assert won(rules, "tiger_tie") == where(
        lambda ending: ending.player_total == 6 and ending.banker_total == 6
    )
    assert returned(rules, "tiger_tie") == frozenset()


@pytest.mark.clause("tb4:1.36", "tbi1:1.30")
@pytest.mark.interpretation("I-15")
@games("tb4", "tbi1")
def test_wu_dalang_wins_only_when_player_wins_with_one(rules: Rulebook) -> None:
    wins = won(rules, "wu_dalang")
    assert wins == where(lambda ending: (ending.player_total, ending.banker_total) == (1, 0))
    assert {len(ending.player) for ending in wins} == {3}
    tie_on_1 = where(lambda ending: (ending.player_total, ending.banker_total) == (1, 1))
    assert tie_on_1 <= lost(rules, "wu_dalang")


@pytest.mark.clause("tb4:1.21", "tbi1:1.19")
@pytest.mark.interpretation("I-11", "I-13")
@games("tb4", "tbi1")
def test_player_pair_and_banker_pair_are_two_bets_each_on_its_own_first_two_cards(
    rules: Rulebook,
) -> None:
    assert won(rules, "player_pair") == where(
        lambda ending: ending.player[0][:-1] == ending.player[1][:-1]
    )
    assert won(rules, "banker_pair") == where(
        lambda ending: ending.banker[0][:-1] == ending.banker[1][:-1]
    )
    assert won(rules, "player_pair") - won(rules, "banker_pair")
    assert won(rules, "banker_pair") - won(rules, "player_pair")
    assert returned(rules, "player_pair") | returned(rules, "banker_pair") == frozenset()
