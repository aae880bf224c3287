"""The weights given cards on the table, against filtering every round that could be dealt."""

from __future__ import annotations

from math import prod

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from punto.core.cards import Rank
from punto.core.checks import Misuse
from punto.core.composition import Composition, fresh
from punto.odds.drawing import Drawing
from punto.odds.given import Shown, joint_given
from punto.odds.weights import joint

from .counting import RANKS, Deal, every_deal, few_cards, weigh


def shows(deal: Deal, shown: Shown) -> bool:
    for hand, known in ((deal[0], shown.player), (deal[1], shown.banker)):
        if len(known) > len(hand):
            return False
        if any(r is not None and RANKS[c] != r for c, r in zip(hand, known, strict=False)):
            return False
    return True


def ways_shown(counts: list[int], shown: Shown) -> int:
    """Ways in which the shown cards themselves can have been drawn."""
    left = dict(zip(RANKS, counts, strict=True))
    ways = []
    for rank in shown.ranks:
        ways.append(left[rank])
        left[rank] -= 1
    return prod(ways)


@st.composite
def rounds_in_progress(draw: st.DrawFn) -> tuple[list[int], Shown]:
    counts = draw(few_cards(11))
    deals = list(every_deal(counts))
    player, banker, _ = deals[draw(st.integers(0, len(deals) - 1))]

    def some(hand: tuple[int, ...]) -> tuple[Rank | None, ...]:
        length = draw(st.integers(0, len(hand)))
        return tuple(
            None if draw(st.integers(0, 3)) == 0 else Rank(RANKS[card]) for card in hand[:length]
        )

    return counts, Shown(some(player), some(banker))


@given(rounds_in_progress())
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_cards_shown_agree_with_filtering_every_round(
    rules: Drawing, case: tuple[list[int], Shown]
) -> None:
    counts, shown = case
    twin = weigh(deal for deal in every_deal(counts) if shows(deal, shown))
    weights = joint_given(Composition(tuple(counts)), shown, rules)
    ways = ways_shown(counts, shown)
    assert {code: each * ways for code, each in enumerate(weights) if each} == dict(twin)


@pytest.mark.parametrize("first", [1, 2])
def test_shown_cards_weighed_by_their_chance_give_the_whole(rules: Drawing, first: int) -> None:
    shoe = fresh(6)
    whole = [0] * 2000
    for rank in Rank:
        for other in Rank if first == 2 else (None,):
            shown = Shown((rank,), () if other is None else (other,))
            chance = 24 if other is None else 24 * (24 - (rank is other))
            for code, ways in enumerate(joint_given(shoe, shown, rules)):
                whole[code] += chance * ways
    assert whole == joint(shoe, rules)


def test_nothing_shown_is_the_round_before_it_starts(rules: Drawing) -> None:
    assert joint_given(fresh(4), Shown(), rules) == joint(fresh(4), rules)
    assert joint_given(fresh(4), Shown((None,), (None, None)), rules) == joint(fresh(4), rules)


def test_a_finished_round_has_one_class(rules: Drawing) -> None:
    shown = Shown((Rank.NINE, Rank.KING), (Rank.TWO, Rank.TWO))
    assert sum(ways > 0 for ways in joint_given(fresh(8), shown, rules)) == 1


@pytest.mark.interpretation("I-03")
def test_a_third_card_after_a_natural_is_refused(rules: Drawing) -> None:
    shown = Shown((Rank.NINE, Rank.KING, Rank.ACE), (Rank.TWO, Rank.TWO))
    with pytest.raises(Misuse, match="no round can show these cards"):
        joint_given(fresh(8), shown, rules)


def test_cards_that_are_not_there_are_refused(rules: Drawing) -> None:
    shoe = Composition((0,) + (1,) * 12)
    with pytest.raises(Misuse, match="more cards of rank A shown"):
        joint_given(shoe, Shown((Rank.ACE,)), rules)


def test_a_hand_of_four_cards_is_refused() -> None:
    with pytest.raises(Misuse, match="a Banker Hand has at most three cards, not 4"):
        Shown((), (Rank.ACE,) * 4)
