"""Chapter 3: what cards count, how they are dealt, and the Table of Play."""

from __future__ import annotations

from itertools import product

import pytest

from punto.core.outcome import Side, classify
from punto.core.rulebook import Result, Rulebook
from punto.core.tableau import deal
from punto.rules import find
from tests.support.games import games
from tests.support.rounds import (
    cards,
    completed,
    endings,
    returned,
    settled,
    where,
    won,
)


def points(rules: Rulebook, rank: str) -> int:
    """Count a card as Player's only card that is worth anything."""
    drawn = completed(rules, (rank, "9", "K", "K"))
    hands = deal(drawn, rules.tableau)
    return classify(hands.player[:2], hands.banker).player_total


@pytest.mark.clause("tb4:3.2", "mbs5:3.3", "dhyx2:3.2", "tbi1:3.2")
@pytest.mark.interpretation("I-01")
@games("tb4", "mbs5", "dhyx2", "tbi1")
def test_every_card_counts_modulo_ten_in_any_suit(rules: Rulebook) -> None:
    ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    assert [points(rules, rank) for rank in ranks] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0]


@pytest.mark.clause("tb4:3.2.1", "dhyx2:3.2.1", "tbi1:3.2.1")
@games("tb4", "dhyx2", "tbi1")
def test_an_ace_counts_one(rules: Rulebook) -> None:
    assert points(rules, "A") == 1


@pytest.mark.clause("tb4:3.2.2", "dhyx2:3.2.2", "tbi1:3.2.2")
@pytest.mark.interpretation("I-01")
@games("tb4", "dhyx2", "tbi1")
def test_two_to_ten_count_as_printed_and_a_ten_leaves_the_units_digit(rules: Rulebook) -> None:
    assert [points(rules, str(face)) for face in range(2, 11)] == [2, 3, 4, 5, 6, 7, 8, 9, 0]


@pytest.mark.clause("tb4:3.2.3", "dhyx2:3.2.3", "tbi1:3.2.3")
@pytest.mark.interpretation("I-02")
@games("tb4", "dhyx2", "tbi1")
def test_jack_queen_and_king_count_nothing_and_the_ace_is_no_picture(rules: Rulebook) -> None:
    assert [points(rules, rank) for rank in "JQKA"] == [0, 0, 0, 1]


@pytest.mark.clause("mbs5:3.3.1")
@games("mbs5")
def test_two_to_nine_count_as_printed_and_an_ace_one(rules: Rulebook) -> None:
    assert [points(rules, rank) for rank in "23456789A"] == [2, 3, 4, 5, 6, 7, 8, 9, 1]


@pytest.mark.clause("mbs5:3.3.2")
@games("mbs5")
def test_ten_jack_queen_and_king_count_nothing(rules: Rulebook) -> None:
    assert [points(rules, rank) for rank in ("10", "J", "Q", "K")] == [0, 0, 0, 0]


@pytest.mark.clause("mbs5:3.4.1")
@games("mbs5")
def test_a_sum_up_to_nine_is_the_point_total(rules: Rulebook) -> None:
    for draw, total in {"K K K 8": 0, "4 K 3 K 2": 7, "2 7 3 K 4": 9, "9 K K K": 9}.items():
        hands = deal(completed(rules, draw.split()), rules.tableau)
        assert classify(hands.player, hands.banker).player_total == total, draw


@pytest.mark.clause("mbs5:3.4.2")
@games("mbs5")
def test_of_a_sum_of_ten_or_more_the_right_digit_is_the_point_total(rules: Rulebook) -> None:
    for draw, total in {"5 K 5 7 K": 0, "9 K 9 K": 8, "8 7 7 K 9": 4, "9 7 6 K 5": 0}.items():
        hands = deal(completed(rules, draw.split()), rules.tableau)
        assert classify(hands.player, hands.banker).player_total == total, draw


@pytest.mark.clause("tb4:3.10", "mbs5:3.12", "dhyx2:3.10", "tbi1:3.10")
@games("tb4", "mbs5", "dhyx2", "tbi1")
def test_four_cards_go_to_player_banker_player_banker(rules: Rulebook) -> None:
    table = rules.tableau
    one, two, three, four = cards("2 3 4 5")
    assert table.next_hand((), ()) is Side.PLAYER
    assert table.next_hand((one,), ()) is Side.BANKER
    assert table.next_hand((one,), (two,)) is Side.PLAYER
    assert table.next_hand((one, three), (two,)) is Side.BANKER
    hands = deal((one, two, three, four), table)
    assert (hands.player, hands.banker) == ((one, three), (two, four))


@pytest.mark.clause("mbs5:3.12.1")
@games("mbs5")
def test_the_first_and_the_third_card_are_players(rules: Rulebook) -> None:
    drawn = cards("9 2 K 4")
    assert deal(drawn, rules.tableau).player == (drawn[0], drawn[2])


@pytest.mark.clause("mbs5:3.12.2")
@games("mbs5")
def test_the_second_and_the_fourth_card_are_bankers(rules: Rulebook) -> None:
    drawn = cards("9 2 K 4")
    assert deal(drawn, rules.tableau).banker == (drawn[1], drawn[3])


@pytest.mark.parametrize(
    ("rules", "bets"),
    [
        pytest.param(
            find("tb4"),
            {"player_pair": (0, 2), "banker_pair": (1, 3), "tiger_pair": (0, 1, 2, 3)},
            marks=pytest.mark.clause("tb4:3.10"),
        ),
        pytest.param(
            find("mbs5"), {"tiger_pair": (0, 1, 2, 3)}, marks=pytest.mark.clause("mbs5:3.13")
        ),
        pytest.param(
            find("dhyx2"), {"tiger_pair": (0, 1, 2, 3)}, marks=pytest.mark.clause("dhyx2:3.10")
        ),
        pytest.param(
            find("tbi1"),
            {"player_pair": (0, 2), "banker_pair": (1, 3)},
            marks=pytest.mark.clause("tbi1:3.10"),
        ),
    ],
    ids=["tb4", "mbs5", "dhyx2", "tbi1"],
)
def test_the_four_cards_alone_decide_the_pair_bets(
    rules: Rulebook, bets: dict[str, tuple[int, ...]]
) -> None:
    for four in (("2", "K", "3", "K"), ("K", "2", "K", "3"), ("2", "A", "3", "2")):
        for bet, places in bets.items():
            paired = any(four[one] == four[one + 2] for one in (0, 1) if one in places)
            results = {
                settled(rules, completed(rules, (*four, *thirds)), {bet: 100})[bet].result
                for thirds in (("2", "3"), ("K", "K"), ("3", "2"), ("A", "A"))
            }
            assert results == {Result.WIN if paired else Result.LOSE}, (four, bet)


@pytest.mark.clause("tb4:3.11", "dhyx2:3.13", "tbi1:3.13", "mbs5:3.14")
@pytest.mark.interpretation("I-04")
@games("tb4", "dhyx2", "tbi1", "mbs5")
def test_when_player_stands_on_6_or_7_banker_draws_on_0_to_5_and_stands_on_6_or_7(
    rules: Rulebook,
) -> None:
    for player, banker in product((6, 7), range(8)):
        assert not rules.tableau.player_takes_third(player, banker)
        assert rules.tableau.banker_takes_third(player, banker, None) is (banker <= 5)


@pytest.mark.clause("tb4:3.11", "tb4:3.12", "dhyx2:3.13", "dhyx2:3.15", "tbi1:3.13", "tbi1:3.15")
@pytest.mark.clause("mbs5:3.14")
@pytest.mark.interpretation("I-03")
@games("tb4", "dhyx2", "tbi1", "mbs5")
def test_a_natural_in_either_hand_stops_both_whatever_the_proviso_says(rules: Rulebook) -> None:
    for player, banker in product(range(10), repeat=2):
        if player >= 8 or banker >= 8:
            assert not rules.tableau.player_takes_third(player, banker)
            for third in (None, *range(10)):
                assert not rules.tableau.banker_takes_third(player, banker, third)
    stands_on_8 = deal(cards("K K 8 3"), rules.tableau)
    assert stands_on_8.complete, "Banker 3 does not draw against a Natural"


BANKER_DRAWS = {
    0: "0-1-2-3-4-5-6-7-8-9",
    1: "0-1-2-3-4-5-6-7-8-9",
    2: "0-1-2-3-4-5-6-7-8-9",
    3: "0-1-2-3-4-5-6-7-9",
    4: "2-3-4-5-6-7",
    5: "4-5-6-7",
    6: "6-7",
    7: "",
}
"""Banker's first two cards: the value of Player's third card on which Banker draws."""

BANKER_STANDS = {3: "8", 4: "0-1-8-9", 5: "0-1-2-3-8-9", 6: "0-1-2-3-4-5-8-9"}
"""The column beside it, where the document prints one."""


def numbers(printed: str) -> set[int]:
    return {int(number) for number in printed.split("-") if number}


@pytest.mark.clause("tb4:3.12", "mbs5:3.14", "dhyx2:3.15", "tbi1:3.15")
@pytest.mark.interpretation("I-01", "I-04")
@games("tb4", "mbs5", "dhyx2", "tbi1")
def test_the_table_of_play_is_carried_out_as_printed(rules: Rulebook) -> None:
    table = rules.tableau
    for player, banker in product(range(8), repeat=2):
        assert table.player_takes_third(player, banker) is (player in {0, 1, 2, 3, 4, 5})
        if player in {6, 7}:
            continue
        draws = {third for third in range(10) if table.banker_takes_third(player, banker, third)}
        assert draws == numbers(BANKER_DRAWS[banker])
        if banker in BANKER_STANDS:
            assert set(range(10)) - draws == numbers(BANKER_STANDS[banker])


@pytest.mark.clause("tb4:3.12", "mbs5:3.14", "dhyx2:3.15", "tbi1:3.15")
@pytest.mark.interpretation("I-01")
@games("tb4", "mbs5", "dhyx2", "tbi1")
@pytest.mark.parametrize("zero", ["10", "J", "Q", "K"])
def test_a_ten_as_players_third_card_counts_zero_in_the_table_of_play(
    rules: Rulebook, zero: str
) -> None:
    for banker, draws in BANKER_DRAWS.items():
        two = {0: "K", 1: "A"}.get(banker, str(banker))
        hands = deal(cards(["2", two, "3", "K", zero]), rules.tableau)
        assert hands.complete is ("0" not in draws.split("-")), banker


@pytest.mark.clause("tb4:3.13", "mbs5:3.15", "dhyx2:3.16", "tbi1:3.16")
@games("tb4", "mbs5", "dhyx2", "tbi1")
def test_the_hand_with_more_points_wins_and_nine_is_the_most(rules: Rulebook) -> None:
    assert won(rules, "player") == where(lambda ending: ending.player_total > ending.banker_total)
    assert won(rules, "banker") == where(lambda ending: ending.banker_total > ending.player_total)
    assert max(ending.player_total for ending in endings()) == 9
    nine_over_eight = settled(rules, "K K 8 9", {"player": 100, "banker": 100})
    assert [line.returned for line in nine_over_eight.values()] == [0, 200]


@pytest.mark.clause("tb4:3.14")
@pytest.mark.interpretation("I-19")
@games("tb4")
def test_a_tie_gives_player_and_banker_stakes_back(rules: Rulebook) -> None:
    ties = where(lambda ending: ending.player_total == ending.banker_total)
    assert returned(rules, "player") == ties
    assert returned(rules, "banker") == ties
    lines = settled(rules, "K K 7 7", {"player": 100, "banker": 700})
    assert [(line.profit, line.returned) for line in lines.values()] == [(0, 100), (0, 700)]


@pytest.mark.clause("mbs5:3.15.1")
@pytest.mark.interpretation("I-17", "I-21")
@games("mbs5")
def test_a_tie_gives_player_and_banker_back_pays_tie_and_pays_tiger_tie_only_at_six(
    rules: Rulebook,
) -> None:
    stakes = {"player": 100, "banker": 100, "tie": 100, "tiger_tie": 100}
    at_7 = settled(rules, "K K 7 7", stakes)
    assert [line.returned for line in at_7.values()] == [100, 100, 900, 0]
    at_6 = settled(rules, "K K 6 6", stakes)
    assert [line.returned for line in at_6.values()] == [100, 100, 900, 3600]
    ties = where(lambda ending: ending.player_total == ending.banker_total)
    assert returned(rules, "player") == returned(rules, "banker") == won(rules, "tie") == ties
