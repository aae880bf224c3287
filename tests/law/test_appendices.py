"""The appendices: which layout has which positions and carries which bets (tables T1 to T4)."""

from __future__ import annotations

import pytest

from punto.core.rulebook import Layout, Rulebook
from punto.rules import find
from tests.support.games import games

BASE = {"player", "banker", "tie"}
PAIRS = {"player_pair", "banker_pair"}
TIGERS = {"big_tiger", "small_tiger"}
BUFFALOES = {"big_buffalo", "small_buffalo"}
CHAR_SIU = {"player_char_siu", "banker_char_siu"}
SEVENS = {"banker_big_7", "banker_small_7", "player_big_7", "player_small_7"}

PAIR_LAYOUT = BASE | PAIRS | TIGERS | BUFFALOES | CHAR_SIU
WU_DALANG_LAYOUT = BASE | TIGERS | BUFFALOES | CHAR_SIU | {"tiger_buffalo", "wu_dalang"}
TIGER_TIE_LAYOUT = BASE | TIGERS | BUFFALOES | CHAR_SIU | {"tiger_tie"}
EIGHT = BASE | TIGERS | {"tiger", "tiger_pair", "tiger_tie"}

Printed = tuple[str, tuple[int | None, int | None], set[str]]
"""Letter, positions, bets."""


def shown(layout: Layout) -> Printed:
    positions = layout.least_positions, layout.most_positions
    return layout.letter, positions, set(layout.bets)


@pytest.mark.interpretation("I-25")
@pytest.mark.parametrize(
    "printed",
    [
        pytest.param(("A", (1, 6), PAIR_LAYOUT), marks=pytest.mark.clause("tb4:App-A")),
        pytest.param(("B", (1, 6), PAIR_LAYOUT), marks=pytest.mark.clause("tb4:App-B")),
        pytest.param(("C", (1, 6), WU_DALANG_LAYOUT), marks=pytest.mark.clause("tb4:App-C")),
        pytest.param(("D", (1, 5), PAIR_LAYOUT), marks=pytest.mark.clause("tb4:App-D")),
        pytest.param(("E", (1, 5), PAIR_LAYOUT), marks=pytest.mark.clause("tb4:App-E")),
        pytest.param(("F", (1, 5), WU_DALANG_LAYOUT), marks=pytest.mark.clause("tb4:App-F")),
        pytest.param(("G", (1, 6), PAIR_LAYOUT), marks=pytest.mark.clause("tb4:App-G")),
        pytest.param(("H", (1, 6), WU_DALANG_LAYOUT), marks=pytest.mark.clause("tb4:App-H")),
        pytest.param(("I", (1, 5), WU_DALANG_LAYOUT), marks=pytest.mark.clause("tb4:App-I")),
        pytest.param(("J", (1, 6), PAIR_LAYOUT), marks=pytest.mark.clause("tb4:App-J")),
        pytest.param(("K", (10, 16), PAIR_LAYOUT), marks=pytest.mark.clause("tb4:App-K")),
        pytest.param(("L", (1, 5), PAIR_LAYOUT), marks=pytest.mark.clause("tb4:App-L")),
        pytest.param(("M", (1, 5), BASE | PAIRS | TIGERS), marks=pytest.mark.clause("tb4:App-M")),
        pytest.param(("N", (1, 5), BASE | PAIRS | TIGERS), marks=pytest.mark.clause("tb4:App-N")),
        pytest.param(("O", (1, 6), TIGER_TIE_LAYOUT), marks=pytest.mark.clause("tb4:App-O")),
        pytest.param(
            ("P", (1, 6), BASE | SEVENS | {"tiger", "tiger_pair", "wu_dalang"}),
            marks=pytest.mark.clause("tb4:App-P"),
        ),
        pytest.param(("Q", (1, 6), TIGER_TIE_LAYOUT), marks=pytest.mark.clause("tb4:App-Q")),
        pytest.param(("R", (10, 16), TIGER_TIE_LAYOUT), marks=pytest.mark.clause("tb4:App-R")),
    ],
    ids=lambda printed: printed[0],
)
def test_tiger_buffalo_layout(printed: Printed) -> None:
    layout = find("tb4").layouts[printed[0]]
    assert shown(layout) == printed
    assert set(layout.defaulted) == {"player", "banker"}


@pytest.mark.interpretation("I-25")
@pytest.mark.parametrize(
    "printed",
    [
        pytest.param(("A", (1, 6), PAIR_LAYOUT), marks=pytest.mark.clause("tbi1:App-A")),
        pytest.param(("B", (1, 6), PAIR_LAYOUT), marks=pytest.mark.clause("tbi1:App-B")),
        pytest.param(("C", (1, 6), WU_DALANG_LAYOUT), marks=pytest.mark.clause("tbi1:App-C")),
        pytest.param(("D", (1, 5), PAIR_LAYOUT), marks=pytest.mark.clause("tbi1:App-D")),
        pytest.param(("E", (1, 5), PAIR_LAYOUT), marks=pytest.mark.clause("tbi1:App-E")),
        pytest.param(("F", (1, 5), WU_DALANG_LAYOUT), marks=pytest.mark.clause("tbi1:App-F")),
        pytest.param(("G", (1, 6), PAIR_LAYOUT), marks=pytest.mark.clause("tbi1:App-G")),
        pytest.param(("H", (1, 6), WU_DALANG_LAYOUT), marks=pytest.mark.clause("tbi1:App-H")),
        pytest.param(("I", (1, 5), WU_DALANG_LAYOUT), marks=pytest.mark.clause("tbi1:App-I")),
        pytest.param(("J", (1, 6), PAIR_LAYOUT), marks=pytest.mark.clause("tbi1:App-J")),
        pytest.param(("K", (10, 16), PAIR_LAYOUT), marks=pytest.mark.clause("tbi1:App-K")),
    ],
    ids=lambda printed: printed[0],
)
def test_tiger_buffalo_with_insurance_layout(printed: Printed) -> None:
    layout = find("tbi1").layouts[printed[0]]
    assert shown(layout) == printed
    assert set(layout.defaulted) == {"player", "banker"}


@pytest.mark.interpretation("I-25", "I-27")
@pytest.mark.parametrize(
    "printed",
    [
        pytest.param(("A", (1, None), EIGHT), marks=pytest.mark.clause("mbs5:App-A")),
        pytest.param(("B", (1, 8), EIGHT), marks=pytest.mark.clause("mbs5:App-B")),
        pytest.param(("C", (1, 8), EIGHT), marks=pytest.mark.clause("mbs5:App-C")),
        pytest.param(("D", (1, 9), EIGHT), marks=pytest.mark.clause("mbs5:App-D")),
        pytest.param(("E", (8, 16), EIGHT), marks=pytest.mark.clause("mbs5:App-E")),
        pytest.param(("F", (1, 6), EIGHT), marks=pytest.mark.clause("mbs5:App-F")),
        pytest.param(("G", (1, 6), EIGHT), marks=pytest.mark.clause("mbs5:App-G")),
        pytest.param(("H", (1, 8), EIGHT), marks=pytest.mark.clause("mbs5:App-H")),
    ],
    ids=lambda printed: printed[0],
)
def test_tiger_no_commission_layout(printed: Printed) -> None:
    layout = find("mbs5").layouts[printed[0]]
    assert shown(layout) == printed
    assert layout.stated == (), "2.2 names the playing areas for all layouts together"


@pytest.mark.interpretation("I-25", "I-28")
@pytest.mark.parametrize(
    ("letter", "stated"),
    [
        pytest.param("A", set(), marks=pytest.mark.clause("dhyx2:App-A")),
        pytest.param("B", set(), marks=pytest.mark.clause("dhyx2:App-B")),
        pytest.param("C", {"tiger", "tiger_pair"}, marks=pytest.mark.clause("dhyx2:App-C")),
        pytest.param("D", {"tiger", "tiger_pair"}, marks=pytest.mark.clause("dhyx2:App-D")),
        pytest.param("E", set(), marks=pytest.mark.clause("dhyx2:App-E")),
        pytest.param("F", set(), marks=pytest.mark.clause("dhyx2:App-F")),
        pytest.param("G", set(), marks=pytest.mark.clause("dhyx2:App-G")),
        pytest.param("H", set(), marks=pytest.mark.clause("dhyx2:App-H")),
        pytest.param("I", set(), marks=pytest.mark.clause("dhyx2:App-I")),
        pytest.param("J", set(), marks=pytest.mark.clause("dhyx2:App-J")),
        pytest.param("K", set(), marks=pytest.mark.clause("dhyx2:App-K")),
        pytest.param("L", set(), marks=pytest.mark.clause("dhyx2:App-L")),
        pytest.param("M", set(), marks=pytest.mark.clause("dhyx2:App-M")),
        pytest.param("N", set(), marks=pytest.mark.clause("dhyx2:App-N")),
        pytest.param("O", set(), marks=pytest.mark.clause("dhyx2:App-O")),
        pytest.param("P", set(), marks=pytest.mark.clause("dhyx2:App-P")),
        pytest.param("Q", set(), marks=pytest.mark.clause("dhyx2:App-Q")),
        pytest.param("R", set(), marks=pytest.mark.clause("dhyx2:App-R")),
    ],
)
def test_da_hu_ying_xiong_layout_leaves_positions_and_bets_to_the_table(
    letter: str, stated: set[str]
) -> None:
    layout = find("dhyx2").layouts[letter]
    assert shown(layout) == (letter, (None, None), EIGHT)
    assert set(layout.stated) == stated, "what is legible on the drawing"


@pytest.mark.interpretation("I-30")
def test_no_rule_depends_on_which_drawing_is_which() -> None:
    tb4, tbi1 = find("tb4").layouts, find("tbi1").layouts
    assert shown(tb4["A"])[1:] == shown(tb4["B"])[1:]
    assert [x for x, layout in tb4.items() if set(layout.bets) >= SEVENS] == ["P"]
    assert set(tbi1["F"].bets) != set(tbi1["G"].bets)


@games("tb4", "mbs5", "dhyx2", "tbi1")
def test_no_bet_stands_twice_on_a_layout(rules: Rulebook) -> None:
    for layout in rules.layouts.values():
        assert len(layout.bets) == len(set(layout.bets))
        assert set(layout.bets) <= set(rules.bets)
