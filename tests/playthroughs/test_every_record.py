"""Every golden record is played by a test of its own, and every irregularity is among them."""

from __future__ import annotations

import ast
from itertools import product

from punto.core.commands import ReportInterruption, ReportIrregularity
from punto.core.events import ReconstructionJudged
from punto.core.policies import Need
from punto.core.rulebook import Kind
from punto.record.document import Record, parse
from punto.record.golden import expected, records
from punto.record.replaying import replay
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
    assert len(there) >= 160
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


def _judgements() -> set[tuple[str, Kind, bool, bool]]:
    """List what was judged: game, kind, whether an outcome was established, and the judgement."""
    found = set()
    for record in _all():
        rules = find(record.game)
        for answered in replay(record, rules).answers:
            for happened in answered.events:
                before = happened.before.round
                incident = before.incident if before is not None else None
                if (
                    isinstance(happened.event, ReconstructionJudged)
                    and incident is not None
                    and incident.kind is not None
                ):
                    state = (incident.established, happened.event.repairable)
                    found.add((rules.key, incident.kind, *state))
    return found


def test_every_state_of_every_irregularity_that_is_judged_is_shown() -> None:
    wanted = {
        (find(game).key, kind, established, repairable)
        for game in GAMES
        for kind, row in find(game).irregularities.items()
        if row.needs is Need.JUDGEMENT
        for established, repairable in product((False, True), repeat=2)
    }
    assert len(wanted) > 80
    assert wanted - _judgements() == set()
