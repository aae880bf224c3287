"""Numbered SQL files, applied forward only; a file that was applied may not change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from punto.store.contract import StoreFault


@dataclass(frozen=True, slots=True)
class Migration:
    """One step of a schema."""

    number: int
    name: str
    sql: str

    @property
    def digest(self) -> str:
        """Return the digest under which it is recorded as applied."""
        return sha256(self.sql.encode()).hexdigest()


def migrations(kind: str) -> list[Migration]:
    """List the steps for a kind of database in order."""
    folder = Path(__file__).parent / kind
    return [
        Migration(int(path.name[:4]), path.stem[5:], path.read_text())
        for path in sorted(folder.glob("*.sql"))
    ]


def pending(kind: str, applied: Mapping[int, str], where: str) -> list[Migration]:
    """List the steps to apply; refuse what a newer or another program has made."""
    known = migrations(kind)
    newer = set(applied) - {step.number for step in known}
    if newer:
        msg = f"{where} was written by a newer punto (schema {max(newer)})"
        raise StoreFault(msg)
    for step in known:
        if applied.get(step.number, step.digest) != step.digest:
            msg = f"migration {step.number} of {where} is not the one this punto knows"
            raise StoreFault(msg)
    return [step for step in known if step.number not in applied]
