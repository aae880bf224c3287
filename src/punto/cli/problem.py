"""What the command line says when it cannot do what it was asked, for people and for programs."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import NoReturn

import typer


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """What is wrong, where, what would be right, and the clause that says so, if one does."""

    code: str
    message: str
    clause: str | None = None
    where: str | None = None

    def as_json(self) -> dict[str, dict[str, str | None]]:
        """Return the object that `--json` prints."""
        return {
            "error": {
                "code": self.code,
                "message": self.message,
                "clause": self.clause,
                "where": self.where,
            }
        }

    def as_line(self) -> str:
        """Return the one line that a person reads."""
        where = f"{self.where}: " if self.where else ""
        clause = f" ({self.clause})" if self.clause else ""
        return f"{where}{self.message}{clause}"


def refuse(problem: Problem, *, as_json: bool) -> NoReturn:
    """Say what is wrong and leave with status 2."""
    if as_json:
        typer.echo(json.dumps(problem.as_json(), ensure_ascii=False))
    else:
        typer.echo(problem.as_line(), err=True)
    raise typer.Exit(2)
