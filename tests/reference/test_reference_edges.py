"""The settlement model held against table T9 and other facts about all rounds of 8 decks."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from .dealing import RANK_POINTS, Finished, banker_draws, player_draws
from .layouts import GAMES
from .paying import pays


def every_value_round() -> Counter[tuple[int, int, int, int]]:
    """Count (player total, banker total, player cards, banker cards) over the draws of 8 decks.

    A round that ends early counts once for each way to draw the cards that it leaves lying.
    """
    count = dict.fromkeys(range(1, 10), 32) | {0: 128}
    found: Counter[tuple[int, int, int, int]] = Counter()
    for p1, b1, p2, b2 in product(range(10), repeat=4):
        p, b = (p1 + p2) % 10, (b1 + b2) % 10
        thirds: list[int | None] = list(range(10)) if player_draws(p, b) else [None]
        for p3 in thirds:
            five = (p1, b1, p2, b2) if p3 is None else (p1, b1, p2, b2, p3)
            p_end, p_cards = (p + (p3 or 0)) % 10, len(five) - 2
            if not banker_draws(p, b, p3):
                found[p_end, b, p_cards, 2] += take(count, five)
                continue
            for b3 in range(10):
                found[p_end, (b + b3) % 10, p_cards, 3] += take(count, (*five, b3))
    return found


def take(count: dict[int, int], values: tuple[int, ...]) -> int:
    """Count the draws of six cards that begin with these values."""
    left = dict(count)
    ways = 1
    for value in values:
        ways *= left[value]
        left[value] -= 1
    for drawn in range(len(values), 6):
        ways *= 416 - drawn
    return ways


@pytest.fixture(scope="module")
def classes() -> Counter[tuple[int, int, int, int]]:
    return every_value_round()


def round_of(
    player_total: int, banker_total: int, player_cards: int, banker_cards: int
) -> Finished:
    """Make up Hands of these totals without a pair."""

    def hand(points: int, cards: int) -> tuple[str, ...]:
        last = next(rank for rank, value in RANK_POINTS.items() if value == points)
        first = "K" if last != "K" else "Q"
        return (last + "S", first + "S") if cards == 2 else ("J" + "S", first + "S", last + "S")

    return Finished(hand(player_total, player_cards), hand(banker_total, banker_cards))


T9_HITS = {
    "player": 44.62,
    "banker": 45.86,
    "tie": 9.52,
    "big_tiger": 1.66,
    "small_tiger": 3.72,
    "big_buffalo": 2.19,
    "small_buffalo": 4.07,
    "banker_big_7": 2.25,
    "banker_small_7": 5.43,
    "player_big_7": 2.73,
    "player_small_7": 5.43,
    "tiger_buffalo": 11.64,
    "tiger_tie": 1.92,
    "wu_dalang": 0.49,
    "tiger": 5.39,
    "banker_char_siu": 4.71,
    "player_char_siu": 4.56,
}

T9_EDGES = {
    "player": -1.24,
    "banker": -1.46,
    "tie": -14.36,
    "big_tiger": -15.25,
    "small_tiger": -14.33,
    "big_buffalo": -21.27,
    "small_buffalo": -14.57,
    "banker_big_7": -30.15,
    "banker_small_7": -13.05,
    "player_big_7": -15.41,
    "player_small_7": -13.05,
    "tiger_buffalo": -18.51,
    "tiger_tie": -30.74,
    "wu_dalang": -25.57,
    "tiger": -16.68,
    "banker_char_siu": -15.25,
    "player_char_siu": -16.47,
}


@pytest.mark.parametrize("bet", sorted(T9_HITS))
def test_hit_rates_and_edges_of_table_t9(
    bet: str, classes: Counter[tuple[int, int, int, int]]
) -> None:
    everything = sum(classes.values())
    hit = returned = 0.0
    for key, ways in classes.items():
        odds = pays(bet, round_of(*key))
        if odds is None:
            continue
        returned += ways / everything * (1 + odds[0] / odds[1])
        if odds != (0, 1):
            hit += ways / everything
    assert round(100 * hit, 2) == T9_HITS[bet]
    assert round(100 * (returned - 1), 2) == T9_EDGES[bet]


def test_the_counted_rounds_are_all_draws_of_six_of_416_cards(
    classes: Counter[tuple[int, int, int, int]],
) -> None:
    assert sum(classes.values()) == 416 * 415 * 414 * 413 * 412 * 411


def test_char_siu_9_over_8_never_comes_with_five_cards(
    classes: Counter[tuple[int, int, int, int]],
) -> None:
    """I-18."""
    wins = {
        (high, p_cards + b_cards)
        for (p, b, p_cards, b_cards) in classes
        for high in (max(p, b),)
        if pays("player_char_siu", round_of(p, b, p_cards, b_cards))
    }
    assert wins == {(7, 4), (7, 5), (7, 6), (8, 4), (8, 5), (8, 6), (9, 4), (9, 6)}


def test_there_are_78_pay_rows(classes: Counter[tuple[int, int, int, int]]) -> None:
    rounds = [round_of(*key) for key in classes]
    rounds += [
        Finished(("KS", "KH"), ("9S", "9H")),
        Finished(("KS", "KH"), ("KD", "KC")),
        Finished(("KS", "KH"), ("9S", "QH")),
        Finished(("KS", "QH"), ("9S", "9H")),
    ]
    rows = {
        (game, bet, odds)
        for game, table in GAMES.items()
        for bet in table
        for finished in rounds
        if (odds := pays(bet, finished)) is not None
    }
    assert len(rows) == 78
