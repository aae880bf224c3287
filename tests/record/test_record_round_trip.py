"""A record is read back exactly as it was written, and a wrong one is answered with its place."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from punto.core.commands import Command
from punto.record.document import Record, lines_of, parse, write
from punto.record.phrases import PHRASES
from punto.record.problems import RecordError
from tests.record.strategies import COMMANDS, any_command, command_of, records

HEAD = """format = 1
game = "tb4"
time = 2026-03-05T21:14:00+08:00
[table]
layout = "A"
boxes = ["1", "2"]
[staff]
Lim = "dealer"
[patrons]
Ann = "seat 1"
"""
GOLDEN = sorted(Path(__file__).parents[1].glob("playthroughs/*/*.toml"))


def test_every_command_has_words() -> None:
    assert len(COMMANDS) > 50
    assert {phrase.command for phrase in PHRASES} == set(COMMANDS)


@pytest.mark.parametrize("kind", COMMANDS, ids=lambda kind: kind.__name__)
@given(data=st.data())
@settings(max_examples=25, suppress_health_check=list(HealthCheck))
def test_any_command_of_a_kind_is_read_back(kind: type[Command], data: st.DataObject) -> None:
    record = replace(parse(HEAD), play=lines_of([data.draw(command_of(kind))]))
    assert parse(write(record)) == record


@given(record=records())
@settings(max_examples=60, suppress_health_check=list(HealthCheck))
def test_any_record_is_read_back_and_written_the_same(record: Record) -> None:
    text = write(record)
    again = parse(text)
    assert again == record
    assert write(again) == text


@given(commands=st.lists(any_command, max_size=8))
@settings(max_examples=40, suppress_health_check=list(HealthCheck))
def test_commands_in_lines_are_the_same_commands(commands: list[Command]) -> None:
    assert [one for line in lines_of(commands) for one in line.commands] == commands


@given(text=st.text(max_size=200))
@settings(max_examples=300)
def test_any_text_is_a_record_or_an_error_that_says_what_would_be_right(text: str) -> None:
    _read_or_refuse(text)


_vocabulary = st.sampled_from(
    [
        *sorted({word for phrase in PHRASES for word in phrase.pattern.literals()}),
        *("Ann", "Lim", "w1", "3", "100", "12.50", "4S", "??", "banker", "tie", "all", "none"),
        *('"', ":", ",", "#", "21:14", "as dealer", "7H-down", "1=4S", "1,00", "-5", "'", "''"),
    ]
)


@given(words=st.lists(_vocabulary | st.text(max_size=5), max_size=9))
@settings(max_examples=500)
def test_any_line_is_a_deed_or_an_error_with_its_line(words: list[str]) -> None:
    said = " ".join(words)
    _read_or_refuse(f"{HEAD}[play]\nlines = '''\ncall for bets\n{said}\n'''\n")


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
@given(data=st.data())
@settings(max_examples=10, suppress_health_check=list(HealthCheck))
def test_a_damaged_record_is_read_or_refused(path: Path, data: st.DataObject) -> None:
    text = path.read_text(encoding="utf-8")
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 8)))
    _read_or_refuse(text[:start] + data.draw(st.text(max_size=4)) + text[end:])


def _read_or_refuse(text: str) -> None:
    """Read a text; it is a record that can be written, or `RecordError` says what is right."""
    try:
        record = parse(text)
    except RecordError as found:
        error = found
    else:
        assert parse(write(record)) == record
        return
    assert error.message
    assert error.remedy
    assert error.line >= 0
