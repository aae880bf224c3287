"""What is wrong with a record: where, and what would be right."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class RecordError(Exception):
    """A record that cannot be read; the only error that reading one may raise."""

    def __init__(self, message: str, remedy: str, *, line: int = 0, column: int = 0) -> None:
        """Carry the place, counted from 1; 0 where the record as a whole is meant."""
        self.message = message
        self.remedy = remedy
        self.line = line
        self.column = column
        super().__init__(str(self))

    def at(self, line: int, column: int | None = None) -> RecordError:
        """Return the same error with its place."""
        where = self.column if column is None else column
        return RecordError(self.message, self.remedy, line=line, column=where)

    @property
    def place(self) -> str:
        """Say where it is."""
        if not self.line:
            return ""
        return f"line {self.line}" + (f", column {self.column}" if self.column else "")

    def __str__(self) -> str:
        """Say in one line where, what is wrong and what would be right."""
        where = f"{self.place}: " if self.place else ""
        return f"{where}{self.message}: {self.remedy}"


def suggestion(given: str, known: Iterable[str]) -> str:
    """Name what was probably meant, or everything that there is."""
    names = list(dict.fromkeys(known))
    near = get_close_matches(given.casefold(), [name.casefold() for name in names], n=1)
    if near:
        return f"did you mean {next(name for name in names if name.casefold() == near[0])}?"
    return f"one of {', '.join(names)}" if names else "there is none"
