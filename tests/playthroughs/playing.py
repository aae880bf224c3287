"""A golden record, played: the text to the letter, and the money that a person worked out."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from punto.record.document import parse, write
from punto.record.golden import expected, told
from punto.record.replaying import replay
from punto.rules import find

ROOT: Final = Path(__file__).parent


def played(name: str) -> None:
    """Replay a record and hold it against its text and against what it says was paid."""
    path = ROOT / f"{name}.toml"
    record = parse(path.read_text(encoding="utf-8"))
    assert parse(write(record)) == record
    replayed = replay(record, find(record.game))
    returned = {patron: back for patron, (_, back) in replayed.totals().items()}
    assert returned == dict(record.paid)
    assert told(path) == expected(path).read_text(encoding="utf-8")
