"""Numbered SQL files, applied forward only; a file that was applied may not change."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path


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
