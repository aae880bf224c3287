"""The steps that a page tells: what the Table of Play has asked for, and no card more."""

from __future__ import annotations

from dataclasses import replace

import pytest

from punto.core.cards import DECK
from punto.core.outcome import Side
from punto.core.rulebook import Rulebook
from punto.core.state import Drawn, Round
from punto.core.tableau import deal
from punto.rules import rulebooks
from punto.service.table_of_play import steps
from tests.support.conduct import Dealt

BY_POINTS = [next(card for card in DECK if card.points == points) for points in range(10)]
HANDS = [(a, b, c, d) for a in range(10) for b in (0,) for c in range(10) for d in (0,)]


def dealt(rules: Rulebook, points: tuple[int, ...]) -> tuple[Round, int]:
    """Deal a whole round of these points; return it with the number of its cards."""
    table = Dealt(rules).open().call().close()
    hands = deal([BY_POINTS[n] for n in points], rules.tableau)
    cards = [*zip(hands.player, hands.banker, strict=False)]
    order = [card for pair in cards[:2] for card in (pair[0], pair[1])]
    third = [(Side.PLAYER, card) for card in hands.player[2:]]
    third += [(Side.BANKER, card) for card in hands.banker[2:]]
    sides = [(Side.PLAYER, Side.BANKER)[n % 2] for n in range(4)]
    drawn = [*zip(sides, order, strict=True), *third]
    shown = tuple(Drawn(card=card, belongs=side, exposed=True) for side, card in drawn)
    return replace(table.round, drawn=shown), len(shown)


@pytest.mark.clause("tb4:3.12", "mbs5:3.14")
@pytest.mark.parametrize("rules", rulebooks().values(), ids=lambda rules: rules.key)
def test_every_round_is_told_as_it_was_dealt(rules: Rulebook) -> None:
    natural = 0
    for player, _, banker, _ in HANDS:
        for fifth in range(10):
            round_, number = dealt(rules, (player, banker, 0, 0, fifth, 1))
            said = steps(round_, rules)
            draws = [one["hand"] for one in said if one["act"] == "draws"]
            natural += said[0]["act"] == "natural"
            third = [d.belongs.value for d in round_.drawn[4:] if d.belongs is not None]
            assert draws == third, (player, banker, fifth, said)
            assert len(said) == (1 if said[0]["act"] == "natural" else 2)
            assert number == 4 + len(draws)
    assert natural == 10 * (100 - 64)


@pytest.mark.interpretation("I-81")
@pytest.mark.parametrize("rules", rulebooks().values(), ids=lambda rules: rules.key)
def test_nothing_is_said_of_what_lies_face_down(rules: Rulebook) -> None:
    round_, _ = dealt(rules, (3, 4, 0, 0, 5, 1))
    whole = steps(round_, rules)
    assert [one["hand"] for one in whole] == ["player", "banker"]
    for hidden, told in ((0, 0), (3, 0), (4, 1)):
        drawn = list(round_.drawn)
        drawn[hidden] = replace(drawn[hidden], exposed=False)
        assert steps(replace(round_, drawn=tuple(drawn)), rules) == whole[:told]
    assert steps(replace(round_, drawn=()), rules) == []
