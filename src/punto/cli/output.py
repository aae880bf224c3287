"""How every command answers: JSON for programs, tables for people, one line for what is wrong.

A command is written as

    @answers
    def command(*, as_json: AsJson = False) -> None:

and may then raise `Failed`, `Misuse` or `RuleError` from any depth: the user reads one line on
standard error and the status is 2; with `--json` the same is an error object on standard output.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any, Final, NoReturn, ParamSpec, TypeAlias

import typer

from punto.core.checks import Misuse
from punto.core.refusal import Refused
from punto.rules import RuleError

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from punto.odds.asked import BadRequest

P = ParamSpec("P")

WRONG: Final = 2
"""The status when the user asked for what cannot be done."""
CLOSED_PIPE: Final = 141
INTERRUPTED: Final = 130
"""The statuses that a shell gives to a program ended by SIGPIPE and SIGINT."""

AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]
"""The option that every command has; `answers` looks for the argument `as_json`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """What is wrong, where, what would be right, and the clause that says so, if one does."""

    code: str
    message: str
    clause: str | None = None
    where: str | None = None

    @classmethod
    def of(cls, refused: Refused) -> Problem:
        """Say a refusal of the core in the words of the command line."""
        return cls(
            code=refused.code,
            message=refused.message,
            clause=refused.clauses[0] if refused.clauses else None,
            where=refused.where or None,
        )

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
        return " ".join(f"{where}{self.message}{clause}".split())


class Failed(Exception):  # noqa: N818 - it names what happened, not a kind of error
    """The command cannot do what it was asked; raised from any depth below `answers`."""

    def __init__(self, problem: Problem | Refused) -> None:
        """Carry what to say."""
        self.problem = Problem.of(problem) if isinstance(problem, Refused) else problem
        super().__init__(self.problem.message)


def asked_wrongly(bad: BadRequest) -> Failed:
    """Say what is wrong in an option that names cards."""
    message = "; ".join(part for part in (bad.message, bad.remedy) if part)
    problem = Problem(code=bad.code, message=message, clause=bad.clause, where=f"--{bad.where}")
    return Failed(problem)


def fail(problem: Problem | Refused, *, as_json: bool) -> NoReturn:
    """Say what is wrong and leave with status 2."""
    said = Problem.of(problem) if isinstance(problem, Refused) else problem
    if as_json:
        write(json.dumps(said.as_json(), ensure_ascii=False))
    else:
        typer.echo(said.as_line(), err=True)
    raise typer.Exit(WRONG)


def unknown(
    kind: str,
    given: str,
    known: Iterable[str],
    *,
    nearly: Iterable[str] = (),
    where: str | None = None,
) -> Problem:
    """Say that there is no such thing, and which one was probably meant, or all there are.

    `nearly` are further names that may be meant but are not listed.
    """
    names = list(known)
    by_fold = {name.casefold(): name for name in (*names, *nearly)}
    near = get_close_matches(given.casefold(), by_fold, n=1)
    hint = f"did you mean {by_fold[near[0]]}?" if near else f"there are {_listed(names)}"
    return Problem(
        code=f"unknown_{kind.replace(' ', '_')}",
        message=f"there is no {kind} {given!r}: {hint}",
        where=where,
    )


def _listed(names: list[str], most: int = 24) -> str:
    """List names, or the first and last of many."""
    return ", ".join(names) if len(names) <= most else f"{len(names)}, {names[0]} to {names[-1]}"


def print_json(value: object) -> None:
    """Print one JSON value, readable, always in UTF-8 whatever the terminal speaks."""
    write(json.dumps(value, ensure_ascii=False, indent=2))


def write(text: str | bytes) -> None:
    """Print a text and a line end, always in UTF-8."""
    typer.echo(text.encode() if isinstance(text, str) else text)


def answers(command: Callable[P, None]) -> Callable[P, None]:
    """Turn what the user got wrong into one line, a closed pipe and Ctrl-C into silence."""

    @wraps(command)
    def answered(*args: P.args, **kwargs: P.kwargs) -> None:
        as_json = bool(kwargs.get("as_json", False))
        try:
            command(*args, **kwargs)
            sys.stdout.flush()
        except Failed as failed:
            fail(failed.problem, as_json=as_json)
        except Misuse as misuse:
            fail(Problem(code="misuse", message=str(misuse)), as_json=as_json)
        except RuleError as error:
            place = ": ".join(part for part in (error.file, error.place) if part)
            problem = Problem(code="bad_rules", message=error.message, where=place)
            fail(problem, as_json=as_json)
        except BrokenPipeError:
            # Python flushes standard output once more when it ends; that must not fail aloud.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(CLOSED_PIPE) from None
        except OSError as error:
            problem = Problem(
                code="system", message=error.strerror or str(error), where=error.filename
            )
            fail(problem, as_json=as_json)
        except KeyboardInterrupt:
            raise typer.Exit(INTERRUPTED) from None

    return answered


def money(cents: int) -> str:
    """Write cents as an amount."""
    return f"{cents // 100:,}.{cents % 100:02}"


def console() -> Console:
    """Make the console for tables: colour on a terminal only, 80 columns when piped."""
    from rich.console import Console

    stream: Any = sys.stdout
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="replace")
    return Console(highlight=False, emoji=False, markup=False)


def table(*columns: str, right: Iterable[str] = (), title: str | None = None) -> Table:
    """Make a table with a head line and little ink; columns named in `right` hold numbers."""
    from rich import box
    from rich.table import Table

    made = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    numbers = set(right)
    for column in columns:
        made.add_column(column, justify="right" if column in numbers else "left", overflow="fold")
    return made
