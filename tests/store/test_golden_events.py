"""What was ever stored is read for ever: one frozen deed of every event type, and upcasting.

`golden/events_1.jsonl` holds bodies of format 1. It only ever grows; a type that changes gets a
new version and an upcaster, and its old sample stays. To add samples of new types:

    python -m tests.store.test_golden_events
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from punto.core.conduct import evolve
from punto.core.state import Table
from punto.store import codec
from punto.store.contract import StoreFault
from punto.store.memory import MemoryStore
from tests.store.histories import fill

GOLDEN = Path(__file__).parent / "golden" / "events_1.jsonl"


def samples() -> dict[str, bytes]:
    rows = GOLDEN.read_bytes().splitlines()
    return {json.loads(row)["name"]: json.loads(row)["body"].encode() for row in rows}


def test_there_is_a_sample_of_every_event_type_that_is_written_now() -> None:
    assert set(samples()) == set(codec.EVENTS)


@pytest.mark.parametrize("name", sorted(codec.EVENTS))
def test_every_sample_is_read_and_nothing_of_it_is_lost(name: str) -> None:
    stored = samples()[name]
    body = codec.decode(stored)
    events = codec.events_of(body)
    assert name in {type(event).__name__ for event in events}
    current = [x["v"] == codec.VERSIONS.get(x["type"], 1) for x in body.events]
    if all(current):
        written = msgspec.json.decode(msgspec.json.encode([codec.plain(x) for x in events]))
        assert keeps(written, body.events)
    assert msgspec.json.encode(body) == stored


def keeps(written: Any, stored: Any) -> bool:
    """Hold what is written now to all that was stored; a field with a default may be new."""
    if isinstance(stored, dict):
        return all(key in written and keeps(written[key], stored[key]) for key in stored)
    if isinstance(stored, list):
        return len(written) == len(stored) and all(map(keeps, written, stored))
    return type(written) is type(stored) and bool(written == stored)


def test_the_samples_have_not_been_touched() -> None:
    """The format is frozen: whoever must change this digest has broken every stored history."""
    lines = GOLDEN.read_bytes().splitlines()
    digest = sha256(b"\n".join(lines)).hexdigest()
    assert digest == (GOLDEN.parent / "events_1.sha256").read_text().strip()


def test_an_old_version_is_upcast_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codec, "VERSIONS", {"NoticePosted": 3})
    upcasters = {
        ("NoticePosted", 1): lambda value: {**value, "words": value["text"].split()},
        ("NoticePosted", 2): lambda value: {
            **{k: v for k, v in value.items() if k != "words"},
            "text": " ".join(reversed(value["words"])),
        },
    }
    monkeypatch.setattr(codec, "UPCASTERS", upcasters)
    for version, text in ((1, "b a"), (3, "a b")):
        event = codec.event_from({"type": "NoticePosted", "v": version, "text": "a b"})
        assert evolve(Table(), event).notices == (text,)
        assert codec.plain(event)["v"] == 3


def test_a_version_from_the_future_is_refused() -> None:
    with pytest.raises(StoreFault, match="version 9"):
        codec.event_from({"type": "NoticePosted", "v": 9, "text": "later"})


@pytest.mark.parametrize(
    ("stored", "says"),
    [
        ({"type": "Abracadabra", "v": 1}, "not a type that was ever stored"),
        ({"type": "NoticePosted", "v": 1, "text": "a", "colour": "red"}, "no field 'colour'"),
        ({"type": "NoticePosted", "v": 1, "text": 5}, "Expected `str`"),
        ({"type": "WagersRestricted", "v": 1, "number": "5"}, "Expected `int`"),
    ],
)
def test_what_was_never_written_is_refused(stored: codec.Plain, says: str) -> None:
    with pytest.raises(StoreFault, match=says):
        codec.event_from(stored)


def add_samples() -> None:
    """Add a sample of each type that has none: the shortest deed that shows it."""
    store = MemoryStore()
    fill(store)
    known = samples() if GOLDEN.exists() else {}
    found: dict[str, bytes] = {}
    for stream in store.streams():
        for deed in store.read(stream):
            for event in codec.decode(deed.body).events:
                if event["type"] not in known:
                    shortest = min(deed.body, found.get(event["type"], deed.body), key=len)
                    found[event["type"]] = shortest
    for name, body in sorted(found.items()):
        known[name] = body
    rows = [
        json.dumps({"name": n, "body": b.decode()}, ensure_ascii=False) for n, b in known.items()
    ]
    GOLDEN.write_text("\n".join(rows) + "\n")
    digest = sha256(b"\n".join(GOLDEN.read_bytes().splitlines())).hexdigest()
    (GOLDEN.parent / "events_1.sha256").write_text(digest + "\n")


if __name__ == "__main__":
    add_samples()
