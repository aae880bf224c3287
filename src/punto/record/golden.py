"""Golden records: each record beside the text that its replay must print, to the letter.

    python -m punto.record.golden tests/playthroughs            compare, and show what differs
    python -m punto.record.golden --update tests/playthroughs   write the texts anew

A text is law only after a person has read it against the documents.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from difflib import unified_diff
from pathlib import Path

from punto.record.document import parse
from punto.record.replaying import replay
from punto.record.telling import tell
from punto.rules import find


def records(folder: Path) -> tuple[Path, ...]:
    """List the records below a folder."""
    return tuple(sorted(folder.rglob("*.toml")))


def expected(record: Path) -> Path:
    """Return the place of the text that belongs to a record."""
    return record.with_suffix(".txt")


def told(record: Path) -> str:
    """Replay a record and return its text."""
    read = parse(record.read_text(encoding="utf-8"))
    return tell(replay(read, find(read.game)))


def difference(record: Path) -> str:
    """Say how the text of a replay differs from the expected one; "" where it does not."""
    place = expected(record)
    law = place.read_text(encoding="utf-8") if place.exists() else ""
    lines = unified_diff(
        law.splitlines(keepends=True),
        told(record).splitlines(keepends=True),
        "expected",
        "replayed",
    )
    return "".join(lines)


def main(arguments: Sequence[str]) -> int:
    """Compare, or write anew; return how many records differed."""
    update = "--update" in arguments
    folders = [Path(one) for one in arguments if one != "--update"]
    differing = list(_differing(folders, update=update))
    sys.stdout.writelines(differing)
    return 0 if update else min(1, len(differing))


def _differing(folders: Sequence[Path], *, update: bool) -> Iterator[str]:
    for record in (one for folder in folders for one in records(folder)):
        found = difference(record)
        if found:
            yield f"{record}\n{found}\n"
            if update:
                expected(record).write_text(told(record), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
