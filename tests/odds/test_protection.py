"""How well the game is protected: removal, counts, exposed cards, books, disputed readings."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import sqrt
from random import Random

import pytest
from hypothesis import given, settings

from punto.core.cards import RANKS, Rank
from punto.core.checks import Misuse
from punto.core.composition import Composition, fresh
from punto.odds.bets import all_bet_odds
from punto.odds.drawing import Drawing, drawing
from punto.odds.exposed import first_card, first_two_cards, gain
from punto.odds.portfolio import correlation, covariance, exposure
from punto.odds.readings import ProvisoGoverns, readings
from punto.odds.removal import (
    best_count,
    bet_results,
    betting_correlation,
    effects_of_removal,
    insurance_results,
)
from punto.odds.weights import joint
from punto.rules import load

from .counting import Ending, ending, every_deal, few_cards, pays, weigh

BOOK = load("rws-tiger-buffalo@4")
T8 = {
    "10 J Q K": ("-8.00", "+4.95"),
    "A": ("-7.83", "+4.80"),
    "2": ("-7.36", "+4.35"),
    "3": ("-6.72", "+3.74"),
    "4": ("-5.62", "+2.70"),
    "5": ("-3.47", "+0.55"),
    "6": ("+0.76", "-2.72"),
    "7": ("+7.37", "-9.35"),
    "8": ("+17.29", "-19.29"),
    "9": ("+21.53", "-23.52"),
}
"""Table T8: result of a unit on Player and on Banker, Player's first card known, 8 decks."""


@pytest.mark.clause("tb4:5.8", "dhyx2:5.7", "tbi1:5.7")
@pytest.mark.interpretation("I-90")
def test_a_card_exposed_before_the_bets_is_worth_what_table_t8_says() -> None:
    found = {
        str(each.cards[0]): tuple(f"{100 * float(each.results[bet]):+.2f}" for bet in PAIR)
        for each in first_card(BOOK, fresh(8))
    }
    assert found == {rank: figures for ranks, figures in T8.items() for rank in ranks.split()}


PAIR = ("player", "banker")


def test_exposed_cards_weighed_by_their_chance_give_the_whole_game() -> None:
    shoe = Composition((3, 1, 0, 2, 4, 1, 1, 1, 2, 0, 1, 2, 1))
    whole = bet_results(BOOK)(shoe)
    for exposures in (first_card(BOOK, shoe), first_two_cards(BOOK, shoe)):
        assert sum(each.chance for each in exposures) == 1
        for bet, result in whole.items():
            assert sum(each.chance * each.results[bet] for each in exposures) == result


def test_two_cards_exposed_are_worth_more_than_one() -> None:
    shoe = Composition((4,) * 9 + (16, 0, 0, 0))
    one, two = gain(first_card(BOOK, shoe)), gain(first_two_cards(BOOK, shoe))
    assert 0 < one < two


@pytest.mark.interpretation("I-05")
@pytest.mark.parametrize("decks", [4, 8])
def test_effects_of_removal_sum_to_nothing(decks: int) -> None:
    shoe = fresh(decks).without([Rank.ACE, Rank.SIX, Rank.KING, Rank.KING])
    for effects in effects_of_removal(bet_results(BOOK), shoe).values():
        pairs = zip(effects, shoe.counts, strict=True)
        assert sum(effect * count for effect, count in pairs) == 0


def test_an_effect_of_removal_is_the_difference_of_two_exact_edges(rules: Drawing) -> None:
    effects = effects_of_removal(bet_results(BOOK), fresh(8))

    def edge(shoe: Composition) -> Fraction:
        (odds,) = all_bet_odds([BOOK.columns["big_tiger"]], joint(shoe, rules))
        return odds.edge

    for rank in (Rank.THREE, Rank.EIGHT, Rank.QUEEN):
        after = edge(fresh(8).without([rank]))
        assert effects["big_tiger"][rank.place] == edge(fresh(8)) - after


def test_insurance_lines_have_effects_of_removal_too() -> None:
    effects = effects_of_removal(insurance_results(load("rws-da-hu-ying-xiong@2")), fresh(8))
    assert len(effects) == 17
    # Banker 1 against Player 1 loses only to a 9 drawn: taking a 9 out hurts, any other helps
    line = effects["banker 1 v 1 after player third card"]
    assert min(range(13), key=lambda place: line[place]) == Rank.NINE.place


def test_a_rank_that_is_gone_has_no_effect() -> None:
    shoe = Composition((4, 0) + (4,) * 11)
    effects = effects_of_removal(bet_results(BOOK), shoe)
    assert all(each[1] == 0 for each in effects.values())


def test_too_few_cards_have_no_effects() -> None:
    with pytest.raises(Misuse, match="too few"):
        effects_of_removal(bet_results(BOOK), Composition((6,) + (0,) * 12))


def test_a_count_of_a_shoe_half_gone_is_balanced_too() -> None:
    shoe = Composition((3, 9, 14, 2, 20, 1, 7, 11, 16, 5, 5, 9, 8))
    effects = effects_of_removal(bet_results(BOOK), shoe)["small_tiger"]
    count = best_count(effects, shoe, 2)
    assert sum(count.tags) == 0
    assert 0 < count.correlation == betting_correlation(count.tags, effects, shoe) <= 1


@pytest.mark.parametrize("bet", ["player", "banker", "tie", "big_tiger", "wu_dalang", "tiger_tie"])
def test_no_other_balanced_count_of_level_one_is_better(bet: str) -> None:
    effects = effects_of_removal(bet_results(BOOK), fresh(8))[bet]
    found = best_count(effects, fresh(8), 1)
    values = [float(effect) for effect in effects[:10]]
    size = sqrt(sum(value * value * (4 if place == 9 else 1) for place, value in enumerate(values)))
    best = 0.0
    for tags in product((-1, 0, 1), repeat=10):
        if sum(tags[:9]) + 4 * tags[9] == 0 and any(tags):
            both = sum(map(float.__mul__, values[:9], map(float, tags[:9])))
            both += 4 * values[9] * tags[9]
            best = max(best, both / (size * sqrt(sum(map(abs, tags[:9])) + 4 * abs(tags[9]))))
    assert found.correlation == pytest.approx(best)


def test_a_count_is_balanced_and_within_its_level() -> None:
    for effects in effects_of_removal(bet_results(BOOK), fresh(8)).values():
        for level in (1, 2, 3):
            count = best_count(effects, fresh(8), level)
            assert sum(count.tags) == 0
            assert max(map(abs, count.tags)) <= level
            correlation = betting_correlation(count.tags, effects, fresh(8))
            assert correlation == pytest.approx(count.correlation)
            assert len(set(count.tags[9:])) == 1


def test_bets_on_pairs_cannot_be_counted_card_by_card() -> None:
    effects = effects_of_removal(bet_results(BOOK), fresh(8))
    for bet in ("player_pair", "banker_pair", "tiger_pair"):
        assert set(effects[bet]) == {0}
        assert best_count(effects[bet], fresh(8), 2).correlation == 0


def test_the_effects_themselves_are_the_best_tags() -> None:
    effects = effects_of_removal(bet_results(BOOK), fresh(8))["banker"]
    tags = [float(effect) for effect in effects]
    assert betting_correlation(tags, effects, fresh(8)) == pytest.approx(1)


def test_covariance_agrees_with_settling_every_round(rules: Drawing) -> None:
    counts = [1, 0, 2, 1, 1, 2, 1, 0, 1, 0, 1, 1, 0]
    names = ("player", "banker", "tie", "tiger_pair", "tiger")
    table = covariance(
        [BOOK.columns[name] for name in names], joint(Composition(tuple(counts)), rules)
    )
    endings: Counter[Ending] = Counter()
    for player, banker, ways in every_deal(counts):
        endings[ending(player, banker)] += ways
    total = endings.total()

    def mean(*bets: str) -> Fraction:
        def result(end: Ending) -> Fraction:
            found = Fraction(1)
            for bet in bets:
                found *= pays(bet, end)
            return found

        return sum((result(end) * ways for end, ways in endings.items()), Fraction(0)) / total

    for row, one in enumerate(names):
        for place, other in enumerate(names):
            assert table[row][place] == mean(one, other) - mean(one) * mean(other)


def test_correlations_of_a_fresh_shoe(rules: Drawing) -> None:
    names = ("player", "banker", "player_pair", "tiger_pair", "small_tiger", "tiger")
    table = correlation(covariance([BOOK.columns[name] for name in names], joint(fresh(8), rules)))
    for place in range(len(names)):
        assert table[place][place] == pytest.approx(1)
    assert table[0][1] < -0.95
    assert table[2][3] > 0.4
    assert table[4][5] > 0.5


def test_the_exposure_of_a_book_is_its_worst_class(rules: Drawing) -> None:
    weights = joint(fresh(8), rules)
    found = exposure(BOOK.columns, {"banker": 10_000, "tiger": 1_000, "big_tiger": 500}, weights)
    worst = found.worst
    assert worst.house == -(5_000 + 20_000 + 25_000)
    assert (worst.outcome.banker_total, worst.outcome.banker_cards) == (6, 3)
    edges = {odds.bet.id: odds.edge for odds in all_bet_odds(BOOK.columns.values(), weights)}
    expected = 10_000 * edges["banker"] + 1_000 * edges["tiger"] + 500 * edges["big_tiger"]
    assert found.expected == expected
    big_tiger = 1 - sum(
        Fraction(each.ways, found.orderings) for each in found.results if each.house > -50_000
    )
    assert found.chance_of_losing(50_000) == big_tiger
    assert found.chance_of_losing(50_001) == 0


def test_opposite_bets_leave_the_house_only_the_edge(rules: Drawing) -> None:
    found = exposure(BOOK.columns, {"player": 100, "banker": 100}, joint(fresh(8), rules))
    assert {each.house for each in found.results} == {0, 50}
    assert found.worst.house == 0


@pytest.mark.parametrize("book", [{"nothing": 1}, {"player": -1}])
def test_a_book_that_cannot_be_is_refused(rules: Drawing, book: dict[str, int]) -> None:
    with pytest.raises(Misuse):
        exposure(BOOK.columns, book, joint(fresh(8), rules))


READINGS = {
    ("I-03", "banker"): ["0.35"],
    ("I-03", "player"): ["-3.04"],
    ("I-09", "tiger_pair"): ["29.9", "52.5"],
    ("I-10", "tiger_pair"): ["-14.5", "-12.9"],
    ("I-11", "player_pair"): ["75", "-80"],
    ("I-12", "tiger_pair"): ["-13.1"],
    ("I-15", "wu_dalang"): ["1025", "36"],
    ("I-16", "tiger_buffalo"): ["-5.0"],
    ("I-29", "small_tiger"): ["-21.8"],
    ("I-29", "small_buffalo"): ["-6.4"],
}
"""What the interpretations quote, 8 decks: result of a unit in per cent under other readings."""


@pytest.mark.interpretation("I-03", "I-09", "I-10", "I-11", "I-12", "I-15", "I-16", "I-29")
def test_the_quoted_effects_of_other_readings_are_reproduced() -> None:
    found = readings(BOOK, fresh(8))
    for (item, bet), quoted in READINGS.items():
        results = [
            float(100 * each.result)
            for each in found
            if (each.interpretation, each.bet) == (item, bet)
        ]
        for figure in quoted:
            places = len(figure.partition(".")[2])
            assert figure in [f"{result:.{places}f}" for result in results], (item, results)


@pytest.mark.interpretation("I-03")
@given(few_cards(12))
@settings(max_examples=10, deadline=None)
def test_the_proviso_above_a_natural_agrees_with_dealing_every_round(counts: list[int]) -> None:
    twin = weigh(every_deal(counts, natural_stops=False))
    weights = joint(Composition(tuple(counts)), drawing(ProvisoGoverns(BOOK.tableau)))
    assert {code: ways for code, ways in enumerate(weights) if ways} == dict(twin)


@pytest.mark.interpretation("I-57")
def test_insurance_offered_too_late_is_priced_as_a_reading() -> None:
    found = readings(load("rws-da-hu-ying-xiong@2"), fresh(8))
    late = [each for each in found if each.interpretation == "I-57"]
    assert len(late) == 9
    assert all(each.change < 0 for each in late)


def test_the_default_of_every_reading_is_the_price_of_the_bet(rules: Drawing) -> None:
    edges = {
        odds.bet.id: -odds.edge
        for odds in all_bet_odds(BOOK.columns.values(), joint(fresh(8), rules))
    }
    for each in readings(BOOK, fresh(8)):
        assert each.default == edges[each.bet]
        assert each.change == each.result - each.default != 0


def test_a_pair_of_one_rank_and_suit_agrees_with_drawing_two_cards() -> None:
    """I-11 (c), by counting the copies of each card of eight decks."""
    (suited,) = [
        each for each in readings(BOOK, fresh(8)) if "one rank and one suit" in each.reading
    ]
    assert suited.result == Fraction(52 * 8 * 7, 416 * 415) * 12 - 1


def test_readings_of_a_random_shoe_are_priced_for_that_shoe() -> None:
    random = Random(4)
    shoe = Composition(tuple(random.randrange(1, 30) for _ in RANKS))
    by_value = next(
        each for each in readings(BOOK, shoe) if each.reading == "a pair by point value"
    )
    counts, size = shoe.counts, shoe.size
    alike = [*counts[:9], sum(counts[9:])]
    assert (
        by_value.result
        == 12 * Fraction(sum(count * (count - 1) for count in alike), size * (size - 1)) - 1
    )
