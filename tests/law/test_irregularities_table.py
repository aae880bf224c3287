"""Table T6 in all its cells, in all four games, by what the table does."""

from __future__ import annotations

import pytest

from punto.core.rulebook import Kind
from punto.core.state import Face
from tests.support.conduct import refused
from tests.support.trouble import Troubled, troubled

RWS = ("tb4", "dhyx2", "tbi1")

CELLS_RWS = """
    foreign_card                 | void    | void    | void    | void
    wrong_card_count             | void    | void    | void    | void
    unshuffled                   | void    | void    | void    | void
    device_exhausted             | void    | void    | void    | void
    wrong_number_of_cards        | options | void    | stand   | void
    card_in_excess               | options | options | stand   | house
    card_exposed                 | options | options | stand   | house
    card_found_face_up           | options | options | stand   | house
    wrong_area                   | options | options | stand   | options
    wrong_person                 | options | options | stand   | options
    dealt_face_up                | options | options | stand   | stand
    drawn_together               | options | options | options | options
    drawn_together_order_unknown | options | options | options | options
    other_dealing_error          | options | options | options | options
    device_reset                 | options | options | options | options
    order_disturbed              | refer   | refer   | refer   | refer
    cards_not_passed             | refer   | refer   | refer   | refer
    player_gone_with_card        | refer   | refer   | refer   | refer
    device_moved                 | refer   | refer   | refer   | refer
    not_covered                  | refer   | refer   | refer   | refer
"""

CELLS_MBS = """
    foreign_card                 | void    | void    | void    | void
    wrong_card_count             | void    | void    | void    | void
    unshuffled                   | void    | void    | void    | void
    device_exhausted             | void    | void    | void    | void
    wrong_number_of_cards        | stand   | void    | stand   | void
    card_in_excess               | stand   | void    | stand   | void
    card_exposed                 | stand   | stand   | stand   | stand
    card_found_face_up           | stand   | stand   | stand   | stand
    wrong_area                   | stand   | void    | stand   | void
    wrong_person                 | stand   | stand   | stand   | stand
    dealt_face_up                | stand   | stand   | stand   | stand
    cards_not_passed             | stand   | stand   | stand   | stand
    drawn_together               | options | options | options | options
    drawn_together_order_unknown | void    | void    | options | options
    other_dealing_error          | refer   | refer   | refer   | refer
    order_disturbed              | stand   | void    | stand   | void
    device_reset                 | refer   | refer   | refer   | refer
    device_moved                 | stand   | void    | stand   | void
    not_covered                  | refer   | refer   | refer   | refer
"""
"""mbs5 has no table of the kind; its chapter 5 is typed the same way.

Two cards lie exposed where no outcome is established, so a reset is referred (I-95) and an order
that nobody knows is one of the initial deal (mbs5:5.8.2.1). A Player gone with a card needs a card
that nobody knows and has its own tests.
"""

Cell = tuple[str, bool, bool, str]


def cells(printed: str) -> list[Cell]:
    """Read the table: kind, established, repairable and what follows."""
    columns = ((False, True), (False, False), (True, True), (True, False))
    return [
        (words[0], established, repairable, word)
        for words in (line.replace("|", " ").split() for line in printed.strip().splitlines())
        for (established, repairable), word in zip(columns, words[1:], strict=True)
    ]


def met(game: str, kind: str, *, established: bool, repairable: bool) -> Troubled:
    """Let it happen with two cards exposed, or with four, and have it judged where it must be."""
    cards = "2 K 3 4" if established else "2 K"
    bets = "Ann player 100, Bob banker 200"
    table = troubled(game, bets, cards, exposed=True, face=Face.DOWN)
    table.reports(kind)
    if table.answer == "judgement":
        table.judges(repairable=repairable)
    return table


@pytest.mark.clause(
    *("tb4:5.5", "tb4:5.8.1", "tb4:5.9-tail2", "tb4:5.10", "tb4:5.11.1", "tb4:5.13"),
    *("dhyx2:5.5", "dhyx2:5.7.1", "dhyx2:5.8-tail2", "dhyx2:5.9", "dhyx2:5.10.1", "dhyx2:5.12"),
    *("tbi1:5.5", "tbi1:5.7.1", "tbi1:5.8-tail2", "tbi1:5.9", "tbi1:5.10.1", "tbi1:5.12"),
)
@pytest.mark.interpretation("I-86", "I-87")
@pytest.mark.parametrize(("kind", "established", "repairable", "follows"), cells(CELLS_RWS))
@pytest.mark.parametrize("game", RWS)
def test_every_cell_of_table_t6(
    game: str, kind: str, *, established: bool, repairable: bool, follows: str
) -> None:
    found = met(game, kind, established=established, repairable=repairable)
    assert found.answer == follows


@pytest.mark.clause("mbs5:5.1", "mbs5:5.2", "mbs5:5.7", "mbs5:5.7.1", "mbs5:5.8.2.1", "mbs5:6.1")
@pytest.mark.interpretation("I-91", "I-93", "I-97")
@pytest.mark.parametrize(("kind", "established", "repairable", "follows"), cells(CELLS_MBS))
def test_every_case_of_the_other_house(
    kind: str, *, established: bool, repairable: bool, follows: str
) -> None:
    found = met("mbs5", kind, established=established, repairable=repairable)
    assert found.answer == follows


@pytest.mark.clause("tb4:5.10", "dhyx2:5.9", "tbi1:5.9", "mbs5:5.7.1")
@pytest.mark.parametrize("game", [*RWS, "mbs5"])
def test_a_table_that_is_dealt_face_up_has_no_such_error(game: str) -> None:
    """The options are for tables that are dealt face down."""
    table = troubled(game, "Ann player 100", "2 K")
    answer = refused(table.reports, Kind.DEALT_FACE_UP, cards=(1,))
    row = table.rules.irregularities[Kind.DEALT_FACE_UP]
    assert (answer.code, answer.clauses) == ("not_face_down", row.clauses)


@pytest.mark.interpretation("I-86", "I-87")
@pytest.mark.parametrize("game", RWS)
@pytest.mark.parametrize(
    ("behind", "follows"),
    [
        (None, "stand"),
        (Kind.CARD_IN_EXCESS, "stand"),
        (Kind.WRONG_AREA, "stand"),
        (Kind.DRAWN_TOGETHER, "options"),
        (Kind.OTHER_DEALING_ERROR, "options"),
        (Kind.WRONG_NUMBER_OF_CARDS, "stand"),
    ],
)
def test_a_wrong_number_with_an_outcome_goes_by_the_error_behind_it(
    game: str, behind: Kind | None, follows: str
) -> None:
    table = troubled(game, "Ann player 100", "2 K 3 4")
    table.reports(Kind.WRONG_NUMBER_OF_CARDS, behind=behind).judges(repairable=True)
    assert table.answer == follows


def test_the_two_tables_name_every_kind_but_the_one_with_its_own_tests() -> None:
    every = set(map(str, Kind))
    assert {kind for kind, *_ in cells(CELLS_RWS)} == every
    assert {kind for kind, *_ in cells(CELLS_MBS)} == every - {Kind.PLAYER_GONE_WITH_CARD}


@pytest.mark.clause("mbs5:5.8.2.2")
@pytest.mark.interpretation("I-92", "I-93")
def test_an_unknown_order_after_the_initial_deal_gives_options_also_without_an_outcome() -> None:
    table = troubled("mbs5", "Ann player 100", "2 K 3 4", face=Face.DOWN)
    table.reports(Kind.DRAWN_TOGETHER_ORDER_UNKNOWN, "?? ??")
    assert table.answer == "options"
    assert table.round.incident is not None
    assert not table.round.incident.established
