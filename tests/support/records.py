"""The golden records, replayed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from punto.record.document import parse
from punto.record.replaying import Replay, replay
from punto.rules import find

RECORDS: Final = Path(__file__).parents[1] / "playthroughs"


def replays() -> Iterator[Replay]:
    """Replay every golden record."""
    for path in sorted(RECORDS.rglob("*.toml")):
        record = parse(path.read_text(encoding="utf-8"))
        yield replay(record, find(record.game))
