"""Chapter 3: which bets are offered, and Insurance as far as a finished round shows it."""

from __future__ import annotations

from itertools import product

import pytest

from punto.core.insurance import cap, offers
from punto.core.limits import Limits
from punto.core.outcome import Side
from punto.core.rulebook import Result, Rulebook, Stage
from punto.core.settle import Settlement
from tests.support.games import games
from tests.support.rounds import (
    Bought,
    accepted_on,
    cards,
    refusal,
    settle_bets,
    settled,
)

FOUR = "after_four_cards"
THIRD = "after_player_third_card"
ROUND = "4 K 10 9"


@pytest.mark.clause("tb4:3.7")
@pytest.mark.interpretation("I-25")
@games("tb4")
def test_tiger_buffalo_offers_twenty_kinds_of_bet_where_the_layout_carries_them(
    rules: Rulebook,
) -> None:
    assert set(rules.bets) == {
        *("player", "banker", "tie", "tiger_tie", "player_pair", "banker_pair", "big_tiger"),
        *("small_tiger", "big_buffalo", "small_buffalo", "banker_big_7", "banker_small_7"),
        *("player_big_7", "player_small_7", "tiger_buffalo", "tiger_pair", "tiger", "wu_dalang"),
        *("player_char_siu", "banker_char_siu"),
    }
    assert len(rules.bets) == 20
    for letter, layout in rules.layouts.items():
        stakes = dict.fromkeys(layout.bets, 100)
        together = settle_bets(rules, ROUND, stakes, layout=letter)
        assert isinstance(together, Settlement), "all that a layout carries may be bet at once"
        assert len(together.lines) == len(stakes)


@pytest.mark.clause("tbi1:3.7")
@pytest.mark.interpretation("I-25")
@games("tbi1")
def test_tiger_buffalo_with_insurance_offers_thirteen_kinds_of_bet(rules: Rulebook) -> None:
    assert set(rules.bets) == {
        *("player", "banker", "tie", "player_pair", "banker_pair", "big_tiger", "small_tiger"),
        *("big_buffalo", "small_buffalo", "tiger_buffalo", "wu_dalang"),
        *("player_char_siu", "banker_char_siu"),
    }
    assert len(rules.bets) == 13
    for letter, layout in rules.layouts.items():
        stakes = dict.fromkeys(layout.bets, 100)
        assert isinstance(settle_bets(rules, ROUND, stakes, layout=letter), Settlement)


EIGHT = {"player", "banker", "tie", "tiger", "big_tiger", "small_tiger", "tiger_pair", "tiger_tie"}


@pytest.mark.clause("mbs5:3.5", "dhyx2:3.7")
@pytest.mark.interpretation("I-25")
@games("mbs5", "dhyx2")
def test_eight_kinds_of_wager_are_offered_singly_or_together(rules: Rulebook) -> None:
    assert set(rules.bets) == EIGHT
    for bet in EIGHT:
        assert accepted_on(rules, bet) == "".join(rules.layouts)
    together = settle_bets(rules, ROUND, dict.fromkeys(EIGHT, 100))
    assert isinstance(together, Settlement)
    assert {line.bet for line in together.lines} == EIGHT


@pytest.mark.clause("tb4:3.7", "mbs5:3.5", "dhyx2:3.7", "tbi1:3.7")
@games("tb4", "mbs5", "dhyx2", "tbi1")
def test_a_bet_that_the_game_does_not_have_is_refused(rules: Rulebook) -> None:
    answer = refusal(settle_bets(rules, ROUND, {"lucky_six": 100}, layout="A"))
    assert (answer.code, answer.where) == ("unknown_bet", "wagers[0].bet")
    assert all(bet in answer.remedy for bet in rules.bets)


@pytest.mark.clause("tb4:3.7", "tbi1:3.7")
@pytest.mark.interpretation("I-26")
@games("tb4", "tbi1")
def test_a_bet_that_the_layout_does_not_carry_is_refused(rules: Rulebook) -> None:
    answer = refusal(settle_bets(rules, ROUND, {"player": 100, "wu_dalang": 100}, layout="A"))
    assert (answer.code, answer.where) == ("bet_not_on_layout", "wagers[1].bet")
    assert answer.by == ("I-26",)


@pytest.mark.clause("tb4:3.7-tail", "dhyx2:3.7-tail", "tbi1:3.7-tail")
@games("tb4", "dhyx2", "tbi1")
def test_side_bets_need_no_bet_on_player_or_banker(rules: Rulebook) -> None:
    assert rules.wagers.side_bets_alone.value is True
    for bet in set(rules.bets) - {"player", "banker"}:
        assert set(settled(rules, ROUND, {bet: 100})) == {bet}


@pytest.mark.clause("dhyx2:3.11", "tbi1:3.11")
@pytest.mark.interpretation("I-62")
@games("dhyx2", "tbi1")
def test_only_an_original_bet_on_a_hand_gives_the_right_to_insure_that_hand(
    rules: Rulebook,
) -> None:
    player_ahead, insured = "Q 2 7 3 K", [("player", FOUR, 50)]
    for without in ("banker", "tie", "big_tiger"):
        answer = refusal(settle_bets(rules, player_ahead, {without: 1000}, insured))
        assert (answer.code, answer.where) == ("no_original_bet", "insurance[0]")
    assert settled(rules, player_ahead, {"player": 50}, insured)


@pytest.mark.clause("dhyx2:3.11", "tbi1:3.11")
@pytest.mark.interpretation("I-77")
@games("dhyx2", "tbi1")
def test_insurance_is_paid_at_the_table_odds_when_the_insured_hand_loses(rules: Rulebook) -> None:
    insured = [("player", FOUR, 50)]
    for last, result, returned in (
        ("4", Result.WIN, 250),  # Player 7, Banker 5 draws to 9: paid 4 to 1
        ("K", Result.LOSE, 0),  # Player 7 beats 5
        ("2", Result.PUSH, 50),  # 7 and 7
    ):
        line = settled(rules, f"Q 2 7 3 {last}", {"player": 100}, insured)[f"player {FOUR}"]
        assert (line.result, line.returned) == (result, returned)


@pytest.mark.clause("dhyx2:3.12.1", "tbi1:3.12.1")
@pytest.mark.interpretation("I-57", "I-68")
@games("dhyx2", "tbi1")
def test_player_is_insured_with_two_or_three_cards_and_banker_only_with_two(
    rules: Rulebook,
) -> None:
    def offered(player: str, banker: str) -> list[tuple[Side, Stage]]:
        return [(row.side, row.stage) for row in offers(rules, cards(player), cards(banker))]

    assert offered("Q 7", "Q 4") == [(Side.PLAYER, Stage.AFTER_FOUR_CARDS)]
    assert offered("Q 5 2", "Q 4") == [(Side.PLAYER, Stage.AFTER_PLAYER_THIRD_CARD)]
    assert offered("Q 2", "Q 5") == [(Side.BANKER, Stage.AFTER_FOUR_CARDS)]
    assert offered("Q 4 6", "Q 6") == [(Side.BANKER, Stage.AFTER_PLAYER_THIRD_CARD)]
    assert offered("Q 4 6", "Q 5 A") == [], "Banker has three cards"
    assert offered("Q", "Q") == [], "before the four cards"


@pytest.mark.clause("dhyx2:3.12.1", "tbi1:3.12.1")
@pytest.mark.interpretation("I-57")
@games("dhyx2", "tbi1")
def test_no_insurance_stands_where_no_card_is_to_come(rules: Rulebook) -> None:
    stakes = {"player": 100, "banker": 100}
    for draw, bought in (
        ("Q Q 8 5", ("player", FOUR, 50)),  # a Natural
        ("Q Q Q 4 8", ("player", THIRD, 50)),  # Banker 4 stands on a third card of 8
        ("Q 2 7 3 K", ("player", THIRD, 50)),  # Player drew no third card
        ("Q 2 7 3 K", ("banker", FOUR, 50)),  # Banker is behind: no row
    ):
        answer = refusal(settle_bets(rules, draw, stakes, [bought]))
        assert (answer.code, answer.where) == ("insurance_not_on_offer", "insurance[0]")
        assert answer.by == ("I-57", "I-58")


@pytest.mark.clause("tb4:3.7", "mbs5:3.5")
@games("tb4", "mbs5")
def test_a_game_without_insurance_plus_refuses_insurance(rules: Rulebook) -> None:
    answer = refusal(settle_bets(rules, "Q 2 7 3 K", {"player": 100}, [("player", FOUR, 50)]))
    assert (answer.code, answer.where) == ("no_insurance_in_game", "insurance")


BOTH_STAGES = "Q 4 K Q 7 K"
"""Banker 4 leads 0 and may be insured at 3 to 2; Player draws a 7 and leads, at 4 to 1."""


@pytest.mark.clause("dhyx2:3.12.2", "tbi1:3.12.2")
@pytest.mark.interpretation("I-61", "I-62")
@games("dhyx2", "tbi1")
def test_each_offer_is_capped_at_the_original_bet_on_that_hand(rules: Rulebook) -> None:
    twice_banker, stakes = "Q 4 3 Q 7", {"player": 100, "banker": 300}
    # Banker 4 leads 3, then 0: insured at 3 to 2 and again at 10 to 1
    both = [("banker", FOUR, 300), ("banker", THIRD, 300)]
    lines = settled(rules, f"{twice_banker} K", stakes, both)
    assert [line.stake for line in lines.values()] == [100, 300, 300, 300]
    for index, stage in enumerate((FOUR, THIRD)):
        over = [*both]
        over[index] = ("banker", stage, 301)
        answer = refusal(settle_bets(rules, f"{twice_banker} K", stakes, over))
        assert (answer.code, answer.where) == ("insurance_above_cap", f"insurance[{index}].stake")
    own_hand_only = refusal(settle_bets(rules, BOTH_STAGES, stakes, [("player", THIRD, 101)]))
    assert own_hand_only.code == "insurance_above_cap"


@pytest.mark.clause("dhyx2:3.12.2", "tbi1:3.12.2")
@pytest.mark.interpretation("I-61")
@games("dhyx2", "tbi1")
def test_several_insurances_within_one_offer_are_added(rules: Rulebook) -> None:
    halves: list[Bought] = [("banker", FOUR, 150), ("banker", FOUR, 150)]
    assert settled(rules, BOTH_STAGES, {"banker": 300}, halves)
    answer = refusal(settle_bets(rules, BOTH_STAGES, {"banker": 299}, halves))
    assert (answer.code, answer.where) == ("insurance_above_cap", "insurance[1].stake")


@pytest.mark.clause("dhyx2:3.12.2", "tbi1:3.12.2")
@pytest.mark.interpretation("I-36", "I-63")
@games("dhyx2", "tbi1")
@pytest.mark.parametrize(
    ("limits", "most"),
    [
        (Limits(), 5000),
        (Limits(maximum=10000), 2500),
        (Limits(differential=8000), 2000),
        (Limits(maximum=10000, differential=400), 2500),
        (Limits(maximum=10001), 2500),
        (Limits(maximum=40000), 5000),
    ],
)
def test_at_ten_to_one_a_quarter_of_the_maximum_limit_is_a_second_cap(
    rules: Rulebook, limits: Limits, most: int
) -> None:
    draw, stakes = "Q 4 3 Q 7 K", {"banker": 5000}
    assert settled(rules, draw, stakes, [("banker", THIRD, most)], limits=limits)
    answer = refusal(settle_bets(rules, draw, stakes, [("banker", THIRD, most + 1)], limits=limits))
    assert answer.code == "insurance_above_cap"
    assert str(most) in answer.remedy


@pytest.mark.clause("dhyx2:3.12.2", "tbi1:3.12.2")
@pytest.mark.interpretation("I-63")
@games("dhyx2", "tbi1")
def test_only_the_ten_to_one_rows_have_the_second_cap(rules: Rulebook) -> None:
    limits = Limits(maximum=4000)
    for row in rules.insurance_rows:
        most = cap(rules, row, 5000, limits)
        assert most == (1000 if str(row.odds) == "10 to 1" else 5000)


@pytest.mark.clause("dhyx2:3.17", "tbi1:3.17")
@pytest.mark.interpretation("I-59")
@games("dhyx2", "tbi1")
def test_a_tie_gives_player_banker_and_insurance_stakes_back_save_on_the_tie_rows(
    rules: Rulebook,
) -> None:
    stakes = {"player": 100, "banker": 300}
    at_7 = settled(rules, "Q 2 7 3 2", stakes, [("player", FOUR, 60)])
    assert [line.returned for line in at_7.values()] == [100, 300, 60]
    at_9 = settled(rules, "Q 4 2 Q 7 5", stakes, [("banker", FOUR, 60), ("player", THIRD, 60)])
    assert [line.returned for line in at_9.values()] == [100, 300, 60, 660]
    at_0 = settled(rules, "Q 4 3 Q 7 6", stakes, [("banker", FOUR, 60), ("banker", THIRD, 60)])
    assert [line.returned for line in at_0.values()] == [100, 300, 60, 660]


@pytest.mark.interpretation("I-58")
@games("dhyx2", "tbi1")
def test_one_offer_never_reaches_both_hands(rules: Rulebook) -> None:
    tens = {0: "K", 1: "A"}
    for player, banker in product(range(10), repeat=2):
        two = [cards(["K", tens.get(points, str(points))]) for points in (player, banker)]
        assert len(offers(rules, two[0], two[1])) <= 1
        for third in range(10):
            three = (*two[0], *cards([tens.get(third, str(third))]))
            assert len(offers(rules, three, two[1])) <= 1
