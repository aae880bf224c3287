"""Table T5: when an outcome is established, by trying every completion."""

from __future__ import annotations

from collections import Counter

import pytest

from .dealing import RANK_POINTS, player_draws, point_total
from .establishing import (
    NOTHING,
    Places,
    decided_bets,
    outcome_established,
    result_fixed,
)
from .hands import DHYX2, MBS5, TB4, TBI1, hand
from .layouts import GAMES


def kinds_of_two_cards() -> Counter[tuple[str, str]]:
    """Count the 169 pairs of ranks, one example for each Point Total with and without a pair.

    No bet of any layout tells two Hands of one kind apart. T5 takes all ranks as equally likely.
    """
    example: dict[tuple[int, bool], tuple[str, str]] = {}
    kinds: Counter[tuple[str, str]] = Counter()
    for first in RANK_POINTS:
        for second in RANK_POINTS:
            kind = ((RANK_POINTS[first] + RANK_POINTS[second]) % 10, first == second)
            kinds[example.setdefault(kind, (first + "S", second + "S"))] += 1
    return kinds


def share_of_hands(game: str, layout: str, side: str) -> float:
    """Share of two-card Hands that alone establish an outcome (T5)."""
    established = 0
    for cards, ways in kinds_of_two_cards().items():
        places: Places = (*cards, None)
        hands = (places, NOTHING) if side == "player" else (NOTHING, places)
        if outcome_established(game, layout, *hands):
            established += ways
    return round(100 * established / 169, 1)


@pytest.mark.parametrize(
    ("game", "layout", "player", "banker"),
    [(TB4, "A", 100.0, 100.0), (TB4, "P", 100.0, 100.0), (DHYX2, "A", 43.2, 91.7)],
)
def test_table_t5_two_cards_of_one_hand(
    game: str, layout: str, player: float, banker: float
) -> None:
    assert share_of_hands(game, layout, "player") == player
    assert share_of_hands(game, layout, "banker") == banker


@pytest.mark.parametrize("game", sorted(GAMES))
def test_table_t5_no_card_or_one_of_each_hand_decides_nothing(game: str) -> None:
    layouts = {TB4: "ACMOP", TBI1: "AC", MBS5: "A", DHYX2: "A"}[game]
    for layout in layouts:
        assert not outcome_established(game, layout, NOTHING, NOTHING)
        assert not outcome_established(game, layout, hand("9"), hand("9"))


def test_table_t5_all_four_cards_always_decide_a_bet_of_every_layout() -> None:
    """Every rank and value pattern of the four cards, one card of each value and a pair."""
    hands = [hand(f"{value} K") for value in "A23456789Q"] + [hand("3 3"), hand("K K")]
    for game, rows in GAMES.items():
        for layout in rows["player"]:
            if game == TB4 and layout not in "ACMOP":
                continue
            for player in hands:
                assert all(outcome_established(game, layout, player, b) for b in hands)


def test_table_t5_result_alone_is_fixed_less_often() -> None:
    """37.9 % by the four cards; 36.8 % after Player's third card where Player draws."""
    fixed = fixed_after_third = drew = 0
    for player, player_ways in kinds_of_two_cards().items():
        for banker, banker_ways in kinds_of_two_cards().items():
            ways = player_ways * banker_ways
            there: Places = (*banker, None)
            fixed += ways * result_fixed((*player, None), there)
            if not player_draws(point_total(list(player)), point_total(list(banker))):
                continue
            drew += ways * 13
            fixed_after_third += ways * sum(
                result_fixed((*player, third + "S"), there) for third in RANK_POINTS
            )
    assert round(100 * fixed / 169**2, 1) == 37.9
    assert round(100 * fixed_after_third / drew, 1) == 36.8


def test_a_sure_push_is_no_decision_and_a_sure_pair_is_one() -> None:
    """I-80: 7-7 is a Tie for sure; a paired Player Hand wins Tiger Pair, its class still open."""
    tied = decided_bets(MBS5, "A", hand("7 K"), hand("7 Q"))
    assert tied["tie"] == "win"
    assert "player" not in tied
    assert decided_bets(MBS5, "A", hand("4 4"), NOTHING)["tiger_pair"] == "win"


def test_a_third_card_that_cannot_be_there_is_an_error() -> None:
    with pytest.raises(ValueError, match="no round"):
        decided_bets(MBS5, "A", hand("9 K 2"), hand("2 K"))
