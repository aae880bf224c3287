"""The five roads, by logical columns."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.core.checks import Misuse
from punto.core.outcome import Winner
from punto.core.roads import Bead, Derived, Roads, roads
from punto.service.road_pictures import as_text, bent, counts, pictures, sheet

WINNERS = {"B": Winner.BANKER, "P": Winner.PLAYER, "T": Winner.TIE}


def drawn(results: str) -> Roads:
    return roads(
        [
            Bead(round=number, winner=WINNERS[letter], points=6, cards=4)
            for number, letter in enumerate(results, start=1)
        ]
    )


def marks(results: str, which: Derived) -> str:
    """Write the marks of a road in order: r and b."""
    return "".join(mark.value[0] for column in drawn(results).road(which) for mark in column)


def test_two_and_two_give_one_big_eye_mark() -> None:
    assert marks("BBPP", Derived.BIG_EYE) == "r"


@pytest.mark.parametrize(
    ("results", "big_eye", "small", "cockroach"),
    [
        ("", "", "", ""),
        ("B", "", "", ""),
        ("BP", "", "", ""),
        ("BPP", "b", "", ""),
        ("BPB", "r", "", ""),
        ("BBPB", "b", "", ""),
        ("BBPPP", "rb", "", ""),
        ("BBPPPP", "rbr", "", ""),
        ("BPBP", "rr", "r", ""),
        ("BPBPB", "rrr", "rr", "r"),
        ("BBPPBBPP", "rrrrr", "rrr", "r"),
    ],
)
def test_roads_begin_where_there_is_something_to_compare(
    results: str, big_eye: str, small: str, cockroach: str
) -> None:
    assert marks(results, Derived.BIG_EYE) == big_eye
    assert marks(results, Derived.SMALL) == small
    assert marks(results, Derived.COCKROACH) == cockroach


def test_a_tie_marks_the_entry_before_it_and_makes_no_column() -> None:
    found = drawn("TBTTBPT")
    assert [len(column.entries) for column in found.big] == [2, 1]
    assert found.big[0].ties_before == 1
    assert [entry.ties for entry in found.big[0].entries] == [2, 0]
    assert found.big[1].entries[0].ties == 1
    assert len(found.beads) == 7


def test_a_shoe_of_ties_has_no_streak_yet() -> None:
    [column] = drawn("TTT").big
    assert (column.side, column.entries, column.ties_before) == (None, (), 3)


def test_a_long_streak_bends_in_the_picture_and_nowhere_else() -> None:
    long = drawn("B" * 9 + "PP")
    assert [len(column.entries) for column in long.big] == [9, 2]
    cells = [(cell.column, cell.row) for cell in bent([range(9), range(2)])]
    assert cells[:9] == [(0, y) for y in range(6)] + [(1, 5), (2, 5), (3, 5)]
    assert cells[9:] == [(1, 0), (1, 1)]
    # A road that read the drawn grid would take the tail for columns of one.
    assert marks("B" * 9 + "PP", Derived.BIG_EYE) == "r"
    assert marks("B" * 9 + "PPB", Derived.BIG_EYE) == "rb"


def test_a_streak_turns_where_another_lies_below() -> None:
    cells = [(cell.column, cell.row) for cell in bent([range(8), range(7)])]
    assert cells[6:8] == [(1, 5), (2, 5)]
    assert cells[8:] == [(1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (2, 4), (3, 4)]
    assert len(set(cells)) == 15


def by_the_book(results: str, back: int) -> str:
    """Mark after the words of the players' guides, from the columns' whole shape each time."""
    columns: list[str] = []
    found = ""
    for letter in results.replace("T", ""):
        if columns and columns[-1][0] == letter:
            columns[-1] += letter
        else:
            columns.append(letter)
        here, depth = len(columns) - 1, len(columns[-1])
        if depth > 1:
            if here - back < 0:
                continue
            left = len(columns[here - back])
            beside, above = left >= depth, left >= depth - 1
            found += "r" if beside == above else "b"
        elif here - back - 1 >= 0:
            same = len(columns[here - 1]) == len(columns[here - 1 - back])
            found += "r" if same else "b"
    return found


@given(st.text("BPT", max_size=90))
def test_derived_roads_follow_the_guides(results: str) -> None:
    for which in Derived:
        assert marks(results, which) == by_the_book(results, which.back)


@given(st.text("BPT", max_size=60), st.sampled_from("BP"), st.sampled_from(list(Derived)))
def test_a_hint_is_the_mark_that_then_comes(results: str, letter: str, which: Derived) -> None:
    hint = drawn(results).hint(which, WINNERS[letter])
    assert marks(results + letter, which) == marks(results, which) + (
        "" if hint is None else hint.value[0]
    )


def test_a_tie_has_no_hint() -> None:
    with pytest.raises(Misuse, match="no mark"):
        drawn("BP").hint(Derived.SMALL, Winner.TIE)


@given(st.text("BPT", max_size=80))
def test_every_picture_is_sound_and_shows_every_result(results: str) -> None:
    drawn_roads = drawn(results)
    shown = {name: ElementTree.fromstring(svg) for name, svg in pictures(drawn_roads).items()}  # noqa: S314
    groups = {name: len(svg.findall("{*}g")) for name, svg in shown.items()}
    assert groups["bead"] == len(results)
    assert groups["big"] == len(results.replace("T", ""))
    assert "style" not in "".join(pictures(drawn_roads).values())
    text = as_text(drawn_roads)
    assert text.count("B") >= results.count("B")
    cells = bent([column.entries for column in drawn_roads.big])
    assert len({(cell.column, cell.row) for cell in cells}) == len(cells)


def marked(**marks: Any) -> str:
    bead = Bead(round=1, winner=Winner.BANKER, points=6, cards=6, **marks)
    return pictures(roads([bead]))["bead"]


@pytest.mark.parametrize(
    ("wins", "marks"),
    [
        (("banker_pair", "wu_dalang"), set()),
        (("small_tiger",), {"tiger"}),
        (("big_buffalo",), {"buffalo"}),
        (("tiger_buffalo",), {"tiger", "buffalo"}),
    ],
)
def test_tigers_and_buffaloes_have_marks_of_their_own(
    wins: tuple[str, ...], marks: set[str]
) -> None:
    bead = Bead(round=1, winner=Winner.BANKER, points=6, cards=6, wins=wins)
    picture = pictures(roads([bead]))["bead"]
    assert {beast for beast in ("tiger", "buffalo") if f'class="{beast}"' in picture} == marks
    assert {beast for beast in ("tiger", "buffalo") if counts([bead, bead])[beast] == 2} == marks


def test_ties_before_the_first_win_are_counted_with_it() -> None:
    assert "B3" in as_text(drawn("TTBT"))
    assert ">3</text>" in pictures(drawn("TTBT"))["big"]
    assert "T2" in as_text(drawn("TT"))
    assert ">2</text>" in pictures(drawn("TT"))["big"]


def test_a_sheet_holds_all_five_roads() -> None:
    whole = ElementTree.fromstring(sheet(drawn("BBPPTBPBBB")))  # noqa: S314
    assert [road.get("class") for road in whole.findall("{*}svg")] == [
        "road-bead", "road-big", "road-big_eye", "road-small", "road-cockroach",
    ]  # fmt: skip
    assert all(float(road.get("x", "-1")) > 0 for road in whole.findall("{*}svg"))
