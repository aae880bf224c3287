"""Whatever happens has words, and whatever is done to a record, its replay can be told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from punto.core import events
from punto.core.events import Event, Note
from punto.record.comparing import tell_compared
from punto.record.document import Record, parse
from punto.record.explaining import explain, patrons
from punto.record.replaying import replay
from punto.record.telling import tell
from punto.record.telling_json import as_json
from punto.record.words import PHRASES
from punto.rules import find, rulebooks
from tests.record.strategies import records

GOLDEN = sorted(Path(__file__).parents[1].glob("playthroughs/*/*.toml"))
GAMES = ("tb4", "mbs5", "dhyx2", "tbi1")


def _events() -> Iterator[type[Event]]:
    for found in vars(events).values():
        if isinstance(found, type) and issubclass(found, Event) and found not in (Event, Note):
            yield found


def test_every_event_has_one_phrase() -> None:
    assert set(_events()) == set(PHRASES)
    assert len(PHRASES) > 60


def test_the_golden_records_show_every_event_of_a_live_table() -> None:
    seen = {
        type(happened.event)
        for path in GOLDEN
        for record in [parse(path.read_text(encoding="utf-8"))]
        for answered in replay(record, find(record.game)).answers
        for happened in answered.events
    }
    unseen = {kind.__name__ for kind in _events() if kind not in seen}
    assert unseen <= {"ShoeCommitted", "ShoeRevealed"}


def _tell_everything(record: Record, game: str) -> None:
    """Replay a record under a game and tell it in every way; nothing may raise."""
    replayed = replay(record, find(game))
    assert tell(replayed).replace("\n", " ").isprintable()
    json.dumps(as_json(replayed))
    for patron in patrons(replayed):
        assert explain(replayed, patron).replace("\n", " ").isprintable()
    for other in rulebooks().values():
        assert other.id in tell_compared(replayed, other)


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
def test_a_record_in_any_disorder_is_answered_line_by_line(game: str, data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(GOLDEN))
    text = path.read_text(encoding="utf-8")
    head, _, play = text.partition("lines = '''\n")
    lines = play.removesuffix("'''\n").splitlines()
    for _ in range(data.draw(st.integers(1, 6))):
        source = data.draw(st.integers(0, len(lines) - 1))
        target = data.draw(st.integers(0, len(lines)))
        line = lines[source]
        if data.draw(st.booleans()):
            del lines[source]
        lines.insert(target, line)
    disordered = "\n".join(lines)
    _tell_everything(parse(f"{head}lines = '''\n{disordered}\n'''\n"), game)


@given(record=records(), game=st.sampled_from(GAMES))
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_any_commands_in_any_order_are_answered(record: Record, game: str) -> None:
    _tell_everything(record, game)
