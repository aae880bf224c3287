"""Where the sources cite a clause (`GAME:5.8.1`) or an interpretation (`I-NN`).

A citation in a comment, a docstring or a value of the rule data says: here is what does it. The
report of `punto.rules.conformance` is made of these, so that nobody keeps a list by hand. What
only explains the notation writes GAME and NN, for it implements nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

TEXT: Final = frozenset({".py", ".toml", ".sql", ".html", ".js", ".css"})

CATALOGUES: Final = frozenset({"clauses.toml", "interpretations.toml"})
"""The lists of what there is to cite; being on the list implements nothing."""


@dataclass(frozen=True, slots=True, order=True, kw_only=True)
class Citation:
    """One mention: of what, in which file, on which line."""

    path: str
    line: int
    target: str

    @property
    def place(self) -> str:
        """Return the place in the form that editors open."""
        return f"{self.path}:{self.line}"


class Vocabulary:
    """Recognises citations of the given games, whether or not there is such a clause."""

    def __init__(self, keys: Iterable[str]) -> None:
        """Take the keys of the games, as `tb4`."""
        games = "|".join(sorted(map(re.escape, keys)))
        self.pattern = re.compile(
            rf"\b(?:(?:{games}):[A-Za-z0-9]+(?:[.-][A-Za-z0-9]+)*|I-\d{{2,3}}\b)"
        )

    def cited(self, text: str) -> list[str]:
        """Return every citation in a text."""
        return self.pattern.findall(text)


def scan(folder: Path, root: Path, vocabulary: Vocabulary) -> Iterator[Citation]:
    """Yield every citation in the text files below a folder: code first, then the data."""
    paths = (path for path in folder.rglob("*") if path.suffix in TEXT)
    for path in sorted(paths, key=lambda path: (path.suffix != ".py", path)):
        if path.name in CATALOGUES:
            continue
        relative = path.relative_to(root).as_posix()
        lines = path.read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines, start=1):
            for target in dict.fromkeys(vocabulary.cited(line)):
                yield Citation(path=relative, line=number, target=target)
