"""The weights of all classes, against golden totals and against the slow twin."""

from __future__ import annotations

from math import perm

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from punto.core.bets import reachable
from punto.core.checks import Misuse
from punto.core.composition import Composition, fresh
from punto.core.outcome import Winner, decode
from punto.core.tableau import Tableau
from punto.odds.drawing import Drawing
from punto.odds.weights import joint, orderings

from .counting import every_deal, few_cards, weigh

EIGHT_DECKS = {
    Winner.BANKER: 2_292_252_566_437_888,
    Winner.PLAYER: 2_230_518_282_592_256,
    Winner.TIE: 475_627_426_473_216,
}


@pytest.mark.clause("tb4:3.12", "mbs5:3.14", "dhyx2:3.15", "tbi1:3.15")
def test_eight_decks_give_the_published_totals(rules: Drawing) -> None:
    weights = joint(fresh(8), rules)
    found = dict.fromkeys(Winner, 0)
    for code, ways in enumerate(weights):
        found[decode(code).winner] += ways
    assert found == EIGHT_DECKS
    assert sum(weights) == orderings(fresh(8)) == 4_998_398_275_503_360


def test_the_classes_with_weight_are_the_reachable_ones(rules: Drawing, tableau: Tableau) -> None:
    weighed = [code for code, ways in enumerate(joint(fresh(8), rules)) if ways]
    assert weighed == [outcome.code for outcome in reachable(tableau)]
    assert len(weighed) == 779


@pytest.mark.slow
@pytest.mark.interpretation("I-03", "I-04")
def test_a_fresh_shoe_agrees_with_dealing_every_round(rules: Drawing) -> None:
    twin = weigh(every_deal(fresh(8).counts))
    weights = joint(fresh(8), rules)
    assert {code: ways for code, ways in enumerate(weights) if ways} == dict(twin)


@given(few_cards(14))
@settings(max_examples=25, deadline=None)
def test_few_cards_agree_with_dealing_every_round(rules: Drawing, counts: list[int]) -> None:
    twin = weigh(every_deal(counts))
    weights = joint(Composition(tuple(counts)), rules)
    assert {code: ways for code, ways in enumerate(weights) if ways} == dict(twin)


@given(st.lists(st.integers(0, 40), min_size=13, max_size=13).filter(lambda c: sum(c) >= 6))
@settings(max_examples=60, deadline=None)
def test_weights_sum_to_the_ordered_six_card_draws(rules: Drawing, counts: list[int]) -> None:
    assert sum(joint(Composition(tuple(counts)), rules)) == perm(sum(counts), 6)


@given(
    st.lists(st.integers(0, 40), min_size=13, max_size=13).filter(lambda c: sum(c) >= 6),
    st.permutations(range(9, 13)),
)
@settings(max_examples=20, deadline=None)
def test_ten_jack_queen_and_king_are_alike(
    rules: Drawing, counts: list[int], order: list[int]
) -> None:
    swapped = counts[:9] + [counts[place] for place in order]
    assert joint(Composition(tuple(counts)), rules) == joint(Composition(tuple(swapped)), rules)


def test_a_hundred_decks_are_still_exact(rules: Drawing) -> None:
    assert sum(joint(fresh(100), rules)) == perm(5200, 6)


@pytest.mark.interpretation("I-08")
def test_five_cards_are_refused(rules: Drawing) -> None:
    with pytest.raises(Misuse, match="5 cards are too few"):
        joint(Composition((1, 1, 1, 1, 1) + (0,) * 8), rules)
