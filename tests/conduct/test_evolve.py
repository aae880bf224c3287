"""`evolve` on what no `decide` has made: a note changes nothing, nonsense is a defect."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from punto.core import events as e
from punto.core.checks import Defect, known
from punto.core.conduct import evolve
from punto.core.outcome import Side
from punto.core.state import Choice, Table
from tests.support.trouble import troubled


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark(e.Note):
    text: str


def test_a_note_belongs_to_the_history_and_changes_no_table() -> None:
    table = troubled("tb4", "Ann player 100", "2 3").table
    assert evolve(table, Remark(text="the lamp over box 3 is out")) is table


@pytest.mark.parametrize(
    ("event", "broken"),
    [
        (e.MethodSet(method="A"), "an open table has a set-up"),
        (e.NoticeTakenDown(text="gone"), "what is taken down hung there"),
        (e.RevealOrderChosen(first=Side.PLAYER), "this phase has a round"),
    ],
)
def test_an_event_that_cannot_have_happened_is_a_defect(event: e.Event, broken: str) -> None:
    with pytest.raises(Defect, match=broken):
        evolve(Table(), event)


def test_a_choice_without_an_incident_is_a_defect() -> None:
    table = troubled("tb4", "Ann player 100", "2 3").table
    with pytest.raises(Defect, match="this phase has an incident"):
        evolve(table, e.OptionChosen(patron="Ann", choice=Choice.RETURN))


def test_what_is_known_is_handed_back() -> None:
    assert known(0, "a number") == 0
