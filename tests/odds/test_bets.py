"""Bets: printed edges, and every figure against settling every round that could be dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import perm

import pytest
from hypothesis import given, settings

from punto.core.bets import Column
from punto.core.composition import Composition, fresh
from punto.odds.bets import BetOdds, all_bet_odds
from punto.odds.drawing import Drawing
from punto.odds.weights import joint
from punto.rules import rulebooks

from .counting import BETS, Ending, ending, every_deal, few_cards, pays

EDGES = {
    "player": ("-1.24", "-1.24", "-1.23", "44.62"),
    "banker": ("-1.45", "-1.46", "-1.46", "45.86"),
    "tie": ("-14.44", "-14.36", "-14.31", "9.52"),
    "player_pair": ("-11.25", "-10.36", "-9.83", "7.47"),
    "banker_pair": ("-11.25", "-10.36", "-9.83", "7.47"),
    "big_tiger": ("-15.30", "-15.25", "-15.22", "1.66"),
    "small_tiger": ("-14.35", "-14.33", "-14.32", "3.72"),
    "big_buffalo": ("-21.31", "-21.27", "-21.25", "2.19"),
    "small_buffalo": ("-14.59", "-14.57", "-14.55", "4.07"),
    "banker_big_7": ("-30.14", "-30.15", "-30.15", "2.25"),
    "banker_small_7": ("-12.97", "-13.05", "-13.09", "5.43"),
    "player_big_7": ("-15.39", "-15.41", "-15.41", "2.73"),
    "player_small_7": ("-12.97", "-13.05", "-13.09", "5.43"),
    "tiger_buffalo": ("-18.54", "-18.51", "-18.49", "11.64"),
    "tiger_pair": ("-17.17", "-16.12", "-15.49", "14.38"),
    "tiger_tie": ("-30.85", "-30.74", "-30.66", "1.92"),
    "wu_dalang": ("-25.70", "-25.57", "-25.48", "0.49"),
    "tiger": ("-16.72", "-16.68", "-16.66", "5.39"),
    "banker_char_siu": ("-15.25", "-15.25", "-15.25", "4.71"),
    "player_char_siu": ("-16.48", "-16.47", "-16.47", "4.56"),
}
"""Table T9: result of a unit in per cent with 6, 8 and 10 decks; hit rate with 8."""


@pytest.fixture(scope="module")
def columns() -> Mapping[str, Column]:
    return {name: column for book in rulebooks().values() for name, column in book.columns.items()}


def percent(value: Fraction) -> str:
    return f"{float(value * 100):.2f}"


@pytest.fixture(scope="module")
def by_decks(rules: Drawing, columns: Mapping[str, Column]) -> dict[int, dict[str, BetOdds]]:
    return {
        decks: {odds.bet.id: odds for odds in all_bet_odds(columns.values(), joint(shoe, rules))}
        for decks, shoe in ((decks, fresh(decks)) for decks in (6, 8, 10))
    }


def test_the_table_names_every_bet_of_the_four_games(columns: Mapping[str, Column]) -> None:
    assert set(columns) == set(EDGES) == set(BETS)


@pytest.mark.parametrize("bet", EDGES)
@pytest.mark.clause("tb4:4.1.1", "mbs5:4.1", "dhyx2:4.1.1", "tbi1:4.1.1")
def test_edges_and_hit_rates_are_those_of_table_t9(
    by_decks: dict[int, dict[str, BetOdds]], bet: str
) -> None:
    *edges, hit = EDGES[bet]
    assert [percent(-by_decks[decks][bet].edge) for decks in (6, 8, 10)] == edges
    assert percent(by_decks[8][bet].hit_rate) == hit


def test_one_bet_has_one_price_in_every_game(rules: Drawing) -> None:
    weights = joint(fresh(8), rules)
    edges: dict[str, set[Fraction]] = {}
    for book in rulebooks().values():
        for odds in all_bet_odds(book.columns.values(), weights):
            edges.setdefault(odds.bet.id, set()).add(odds.edge)
    assert {bet for bet, found in edges.items() if len(found) > 1} == set()


def test_the_contract_figures_of_banker(by_decks: dict[int, dict[str, BetOdds]]) -> None:
    banker = by_decks[8]["banker"]
    assert [each.ways for each in banker.pays] == [269_232_304_455_680, 2_023_020_261_982_208]
    assert f"{float(banker.edge):.7f}" == "0.0145810"
    assert f"{float(banker.variance):.3f}" == "0.864"


@given(few_cards(13))
@settings(max_examples=15, deadline=None)
def test_every_figure_agrees_with_settling_every_round(
    rules: Drawing, columns: Mapping[str, Column], counts: list[int]
) -> None:
    endings: Counter[Ending] = Counter()
    for player, banker, ways in every_deal(counts):
        endings[ending(player, banker)] += ways
    total = perm(sum(counts), 6)
    for odds in all_bet_odds(columns.values(), joint(Composition(tuple(counts)), rules)):
        results = [(pays(odds.bet.id, end), ways) for end, ways in endings.items()]
        mean = sum(profit * ways for profit, ways in results) / total
        square = sum(profit * profit * ways for profit, ways in results) / total
        assert odds.orderings == total
        assert odds.edge == -mean
        assert odds.variance == square - mean * mean
        assert odds.hit_rate * total == sum(ways for profit, ways in results if profit > 0)
        assert odds.push == sum(ways for profit, ways in results if profit == 0)
        assert odds.lose == sum(ways for profit, ways in results if profit < 0)
