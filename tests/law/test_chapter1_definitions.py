"""Chapter 1, the words: points, Naturals, Ties, pairs, Original Bets and Insurance."""

from __future__ import annotations

from itertools import product

import pytest

from punto.core.insurance import offers
from punto.core.outcome import Side, Winner, classify
from punto.core.rulebook import Rulebook
from punto.core.tableau import deal
from tests.support.games import games
from tests.support.rounds import (
    cards,
    completed,
    endings,
    lost,
    paid,
    refusal,
    returned,
    settle_bets,
    settled,
    where,
    won,
)

POINTS = {rank: int(rank) for rank in "23456789"} | {"A": 1, "10": 0, "J": 0, "Q": 0, "K": 0}
SINGLE, DOUBLE, TWIN = 4, 20, 100


@pytest.mark.clause("tb4:1.1", "dhyx2:1.1", "tbi1:1.1")
@games("tb4", "dhyx2", "tbi1")
def test_the_table_of_play_alone_sends_the_fifth_card(rules: Rulebook) -> None:
    """Only the two totals decide: not the ranks, not the suits, and nobody's choice."""
    chosen: dict[tuple[int, int], set[Side | None]] = {}
    for one, two, three, four in product(POINTS, repeat=4):
        drawn = cards([one, two, three, four])
        totals = (POINTS[one] + POINTS[three]) % 10, (POINTS[two] + POINTS[four]) % 10
        hand = rules.tableau.next_hand((drawn[0], drawn[2]), (drawn[1], drawn[3]))
        chosen.setdefault(totals, set()).add(hand)
    assert len(chosen) == 100
    for (player, banker), hands in chosen.items():
        if player >= 8 or banker >= 8:
            assert hands == {None}, (player, banker)
        elif player <= 5:
            assert hands == {Side.PLAYER}, (player, banker)
        else:
            assert hands == {Side.BANKER if banker <= 5 else None}, (player, banker)


@pytest.mark.clause("tb4:1.14", "mbs5:1.1.5", "dhyx2:1.11", "tbi1:1.13")
@games("tb4", "mbs5", "dhyx2", "tbi1")
def test_a_natural_is_eight_or_nine_with_two_cards_in_either_hand_or_both(rules: Rulebook) -> None:
    for player, banker in product(range(10), repeat=2):
        assert rules.tableau.natural(player, banker) is bool({player, banker} & {8, 9})
    for draw, natural in {
        "Q 2 8 K": True,
        "Q Q 3 9": True,
        "Q Q 8 9": True,
        "Q Q 7 7": False,
        "4 Q Q 7 4": False,  # Player reaches 8 with three cards
        "Q 5 Q 9 9": False,  # Player reaches 9 with three cards
    }.items():
        hands = deal(cards(draw), rules.tableau)
        assert hands.complete, draw
        assert classify(hands.player, hands.banker).natural is natural, draw


@pytest.mark.clause("tb4:1.15", "dhyx2:1.12", "tbi1:1.14")
@pytest.mark.interpretation("I-23")
@games("tb4", "dhyx2", "tbi1")
def test_a_winning_banker_is_paid_even_money_but_half_on_six(rules: Rulebook) -> None:
    on_6 = where(lambda ending: ending.banker_total == 6 > ending.player_total)
    wins = where(lambda ending: ending.banker_total > ending.player_total)
    assert {float(odds): group for odds, group in paid(rules, "banker").items()} == {
        0.5: on_6,
        1.0: wins - on_6,
    }


@pytest.mark.clause("tb4:1.16", "dhyx2:1.13", "tbi1:1.15")
@pytest.mark.interpretation("I-20")
@games("tb4", "dhyx2", "tbi1")
def test_only_player_and_banker_bets_are_original_bets(rules: Rulebook) -> None:
    assert rules.wagers.original.value == ("player", "banker")
    with_a_tie_returned = {bet for bet in rules.bets if returned(rules, bet)}
    assert with_a_tie_returned == {"player", "banker"}


@pytest.mark.clause("tbi1:1.15", "tbi1:1.30")
@pytest.mark.interpretation("I-20")
@games("tbi1")
def test_wu_dalang_is_no_original_bet_and_gives_no_right_to_insure(rules: Rulebook) -> None:
    insured = [("player", "after_four_cards", 50)]
    answer = refusal(settle_bets(rules, "Q 2 7 3 K", {"wu_dalang": 100}, insured))
    assert answer.code == "no_original_bet"
    stakes = {"wu_dalang": 100, "player": 100}
    assert settled(rules, "Q 2 7 3 K", stakes, insured)["player after_four_cards"].returned == 0


@pytest.mark.clause("tb4:1.23", "mbs5:3.4", "dhyx2:1.16", "tbi1:1.20")
@pytest.mark.interpretation("I-02")
@games("tb4", "mbs5", "dhyx2", "tbi1")
def test_the_point_total_is_the_units_digit_of_the_sum(rules: Rulebook) -> None:
    for first, second, third in product(POINTS, repeat=3):
        drawn = completed(rules, (first, "2", second, "Q", third))
        hands = deal(drawn, rules.tableau)
        outcome = classify(hands.player, hands.banker)
        for hand, points in (
            (hands.player, outcome.player_total),
            (hands.banker, outcome.banker_total),
        ):
            total = sum(10 if card.rank == "10" else POINTS[card.rank] for card in hand)
            assert points == int(str(total)[-1])


@pytest.mark.clause("tb4:1.30", "mbs5:1.1.10", "dhyx2:1.22", "tbi1:1.27")
@pytest.mark.interpretation("I-19")
@games("tb4", "mbs5", "dhyx2", "tbi1")
def test_a_tie_is_a_round_that_ends_with_equal_points(rules: Rulebook) -> None:
    for draw, tie in {"Q Q 7 7": True, "2 A 5 6": True, "Q Q 6 7": False, "8 8 Q A": False}.items():
        hands = deal(cards(draw), rules.tableau)
        assert hands.complete, draw
        assert (classify(hands.player, hands.banker).winner is Winner.TIE) is tie, draw
    assert won(rules, "tie") == where(lambda ending: ending.player_total == ending.banker_total)
    assert lost(rules, "tie") == frozenset(endings()) - won(rules, "tie")


@pytest.mark.clause("mbs5:1.1.11")
@pytest.mark.interpretation("I-19")
@games("mbs5")
def test_the_tie_wager_wins_on_equal_totals_and_loses_otherwise(rules: Rulebook) -> None:
    assert won(rules, "tie") == where(lambda ending: ending.player_total == ending.banker_total)
    assert lost(rules, "tie") == where(lambda ending: ending.player_total != ending.banker_total)


@pytest.mark.clause("tb4:1.21", "tbi1:1.19")
@pytest.mark.interpretation("I-11", "I-13")
@games("tb4", "tbi1")
def test_player_pair_and_banker_pair_are_two_bets_each_on_its_own_first_two_cards(
    rules: Rulebook,
) -> None:
    player = where(lambda ending: ending.player[0][:-1] == ending.player[1][:-1])
    banker = where(lambda ending: ending.banker[0][:-1] == ending.banker[1][:-1])
    assert won(rules, "player_pair") == player
    assert won(rules, "banker_pair") == banker
    assert lost(rules, "player_pair") == frozenset(endings()) - player
    assert lost(rules, "banker_pair") == frozenset(endings()) - banker
    assert player - banker
    assert banker - player


@pytest.mark.clause("tb4:1.21", "tbi1:1.19")
@pytest.mark.interpretation("I-11")
@games("tb4", "tbi1")
def test_a_baccarat_pair_is_two_cards_of_one_rank_whatever_they_count(rules: Rulebook) -> None:
    for one, two in product(POINTS, repeat=2):
        for draw, bet in (
            ((one, "9", two, "Q"), "player_pair"),
            (("9", one, "Q", two), "banker_pair"),
        ):
            line = settled(rules, completed(rules, draw), {bet: 100})[bet]
            assert line.returned == (1200 if one == two else 0), (bet, one, two)


@pytest.mark.clause("tb4:1.33", "dhyx2:1.25")
@pytest.mark.interpretation("I-11")
@games("tb4", "dhyx2")
def test_tiger_pair_wins_if_either_hand_is_paired_by_rank(rules: Rulebook) -> None:
    for one, two in product(POINTS, repeat=2):
        for draw in ((one, "9", two, "Q"), ("9", one, "Q", two)):
            line = settled(rules, completed(rules, draw), {"tiger_pair": 100})["tiger_pair"]
            assert line.returned == (500 if one == two else 0), draw
    assert lost(rules, "tiger_pair") == where(
        lambda ending: not ending.player_pair and not ending.banker_pair
    )


@pytest.mark.clause("mbs5:1.1.13")
@pytest.mark.interpretation("I-09")
@games("mbs5")
def test_a_ten_and_a_face_card_or_two_different_face_cards_are_no_pair(rules: Rulebook) -> None:
    for one, two in product(POINTS, repeat=2):
        for draw in ((one, "9", two, "Q"), ("9", one, "Q", two)):
            line = settled(rules, completed(rules, draw), {"tiger_pair": 100})["tiger_pair"]
            assert line.returned == (500 if one == two else 0), draw


@pytest.mark.clause("tb4:1.33-single", "mbs5:1.1.13.1", "dhyx2:1.25-single")
@pytest.mark.interpretation("I-12")
@games("tb4", "mbs5", "dhyx2")
def test_a_single_tiger_pair_is_one_hand_paired_and_not_the_other(rules: Rulebook) -> None:
    assert paid(rules, "tiger_pair")[SINGLE] == where(
        lambda ending: ending.player_pair != ending.banker_pair
    )


@pytest.mark.clause("tb4:1.33-double", "mbs5:1.1.13.2", "dhyx2:1.25-double")
@pytest.mark.interpretation("I-12")
@games("tb4", "mbs5", "dhyx2")
def test_a_double_tiger_pair_is_both_hands_paired_in_different_ranks(rules: Rulebook) -> None:
    assert paid(rules, "tiger_pair")[DOUBLE] == where(
        lambda ending: (
            ending.player_pair
            and ending.banker_pair
            and ending.player[0][:-1] != ending.banker[0][:-1]
        )
    )


@pytest.mark.clause("tb4:1.33-twin", "mbs5:1.1.13.3", "dhyx2:1.25-twin")
@pytest.mark.interpretation("I-10", "I-12")
@games("tb4", "mbs5", "dhyx2")
def test_a_twin_tiger_pair_is_both_hands_paired_in_one_rank(rules: Rulebook) -> None:
    for one, two in product(POINTS, repeat=2):
        drawn = completed(rules, (one, two, one, two))
        line = settled(rules, drawn, {"tiger_pair": 100})["tiger_pair"]
        assert line.profit == 100 * (TWIN if one == two else DOUBLE), (one, two)


@pytest.mark.clause("dhyx2:1.10", "tbi1:1.12")
@pytest.mark.interpretation("I-57", "I-69")
@games("dhyx2", "tbi1")
def test_insurance_is_offered_only_while_a_third_card_is_to_come(rules: Rulebook) -> None:
    def odds(player: str, banker: str) -> list[str]:
        return [str(row.odds) for row in offers(rules, cards(player), cards(banker))]

    assert odds("Q 7", "Q 5") == ["4 to 1"], "Banker is to draw"
    assert odds("Q 8", "Q 5") == [], "a Natural: no card is to come"
    assert odds("5 K 3", "Q 4") == ["10 to 1"], "the second stage, Banker is to draw"
    assert odds("Q K 8", "Q 4") == [], "the same points, but Banker stands on a third card of 8"
