"""Every golden record is played by a test of its own, and every irregularity is among them."""

from __future__ import annotations

import ast
from itertools import product

from punto.core.commands import ReportInterruption, ReportIrregularity
from punto.core.rulebook import Kind
from punto.record.document import Record, parse
from punto.record.golden import expected, records
from punto.rules import find
from tests.playthroughs.playing import ROOT

GAMES = ("tb4", "mbs5", "dhyx2", "tbi1")


def _played() -> list[str]:
    return [
        str(node.args[0].value)
        for path in sorted(ROOT.glob("test_*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "played"
        and isinstance(node.args[0], ast.Constant)
    ]


def _all() -> list[Record]:
    return [parse(path.read_text(encoding="utf-8")) for path in records(ROOT)]


def test_each_record_has_one_test_and_one_text() -> None:
    there = [path.relative_to(ROOT).with_suffix("").as_posix() for path in records(ROOT)]
    assert len(there) >= 120
    assert sorted(_played()) == there
    assert [path.name for path in records(ROOT) if not expected(path).exists()] == []
    texts = sorted(ROOT.rglob("*.txt"))
    assert texts == sorted(expected(path) for path in records(ROOT))


def test_every_irregularity_is_reported_in_every_game() -> None:
    shown = {
        (find(record.game).key, command.kind)
        for record in _all()
        for command in record.commands
        if isinstance(command, ReportIrregularity)
    }
    assert set(product(GAMES, Kind)) - shown == set()


def test_an_interruption_is_reported_in_every_game() -> None:
    shown = {
        find(record.game).key
        for record in _all()
        for command in record.commands
        if isinstance(command, ReportInterruption)
    }
    assert shown == set(GAMES)


def test_every_record_tells_a_reader_what_it_shows() -> None:
    titles = [record.title for record in _all()]
    assert all(len(title) > 15 for title in titles)
    assert len(set(titles)) == len(titles)
