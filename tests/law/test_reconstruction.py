"""Reconstruction: every card back in the sequence in which it should have been dealt."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.core.cards import DECK, Card, parse_card
from punto.core.outcome import Side
from punto.core.reconstruction import Belongs, reconstruct
from punto.core.tableau import deal
from punto.rules import find

RWS = ("tb4", "dhyx2", "tbi1")
PLAYER, BANKER = Belongs.PLAYER, Belongs.BANKER
NEXT, OPEN = Belongs.NEXT_ROUND, Belongs.OPEN


def cards(text: str) -> list[Card | None]:
    return [None if word == "??" else parse_card(word) for word in text.split()]


@pytest.mark.parametrize("key", RWS)
@pytest.mark.parametrize(
    ("drawn", "belongs"),
    [
        ("4S KD 10H 9C", (PLAYER, BANKER, PLAYER, BANKER)),
        # A Natural ends the drawing, so what came after it begins the next round.
        ("4S KD 10H 9C 7S 2D", (PLAYER, BANKER, PLAYER, BANKER, NEXT, NEXT)),
        # Player 3 draws; Banker 4 draws against a third card of 6; the seventh is left over.
        ("2S 4D AH KC 6S 5D 9H", (PLAYER, BANKER, PLAYER, BANKER, PLAYER, BANKER, NEXT)),
        # Player stands on 6, so the fifth card is Banker's.
        ("2S 3D 4H KC 8D", (PLAYER, BANKER, PLAYER, BANKER, BANKER)),
        # While a card of the four is unseen, nobody can say whose the fifth is.
        ("2S ?? 4H KC 8D", (PLAYER, BANKER, PLAYER, BANKER, OPEN)),
        # Player has 0 and a Banker of 1 draws in any case, whatever the unseen third card is.
        ("KS AD QH KC ?? 5D", (PLAYER, BANKER, PLAYER, BANKER, PLAYER, BANKER)),
    ],
)
@pytest.mark.clause("tb4:1.24", "dhyx2:1.17", "tbi1:1.21")
def test_cards_go_back_to_the_sequence_in_which_they_should_have_been_dealt(
    key: str, drawn: str, belongs: tuple[Belongs, ...]
) -> None:
    assert reconstruct(cards(drawn), find(key).tableau) == belongs


@given(order=st.lists(st.sampled_from(DECK), min_size=1, max_size=9))
def test_known_cards_lie_as_the_deal_would_have_laid_them(order: list[Card]) -> None:
    rules = find("tb4")
    where = reconstruct(order, rules.tableau)
    hands = deal(order, rules.tableau)
    assert tuple(_of(Side.PLAYER, order, where)) == hands.player
    assert tuple(_of(Side.BANKER, order, where)) == hands.banker
    assert OPEN not in where


@given(
    order=st.lists(st.sampled_from(DECK), min_size=5, max_size=7),
    unseen=st.sets(st.integers(0, 6), max_size=3),
)
def test_an_unseen_card_leaves_open_only_what_it_decides(
    order: list[Card], unseen: set[int]
) -> None:
    rules = find("tb4")
    told = reconstruct(order, rules.tableau)
    seen = [None if n in unseen else card for n, card in enumerate(order)]
    for known, found in zip(told, reconstruct(seen, rules.tableau), strict=True):
        assert found in (known, OPEN)


def _of(side: Side, order: Sequence[Card], where: Sequence[Belongs]) -> list[Card]:
    return [card for card, place in zip(order, where, strict=True) if place.side is side]
