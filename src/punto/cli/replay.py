"""`punto replay`: decide a record anew and print what happened and who gets what."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from punto.cli.output import AsJson, Failed, Problem, answers, print_json, write

if TYPE_CHECKING:
    from punto.record.replaying import Replay

RecordFile = Annotated[
    Path,
    typer.Argument(metavar="FILE", help="A round record (TOML).", show_default=False),
]
"""The argument FILE of every command that reads a record."""


@answers
def command(
    file: RecordFile,
    *,
    under: Annotated[
        str | None,
        typer.Option(metavar="RULEBOOK", help="Show what another rulebook would have paid."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Decide a round record anew and print what happened and who gets what.

    Every refusal and ruling with its clauses. Docs: reference/record.
    """
    from punto.cli.choices import rulebook
    from punto.record.comparing import compare, tell_compared
    from punto.record.telling import tell
    from punto.record.telling_json import as_json as replay_json
    from punto.record.telling_json import compared_json

    replayed = replayed_file(file)
    other = None if under is None else rulebook(under)
    if as_json and other is None:
        print_json(replay_json(replayed))
    elif as_json and other is not None:
        print_json(compared_json(compare(replayed, other), replayed, other))
    elif other is not None:
        write(tell_compared(replayed, other).rstrip("\n"))
    else:
        write(tell(replayed).rstrip("\n"))


def replayed_file(file: Path) -> Replay:
    """Read and replay the record in a file, or say in one line what is wrong with it."""
    from punto.cli.choices import rulebook
    from punto.record.document import parse
    from punto.record.problems import RecordError
    from punto.record.replaying import replay

    try:
        text = file.read_bytes().decode()
    except OSError as error:
        reason = error.strerror or "it cannot be read"
        problem = Problem(code="no_file", message=f"{reason}: {file}", where="FILE")
        raise Failed(problem) from None
    except UnicodeDecodeError:
        message = "the record is not written in UTF-8"
        raise Failed(Problem(code="not_utf8", message=message, where=str(file))) from None
    try:
        record = parse(text)
    except RecordError as error:
        where = f"{file}, {error.place}" if error.place else str(file)
        message = f"{error.message}: {error.remedy}"
        raise Failed(Problem(code="bad_record", message=message, where=where)) from None
    return replay(record, rulebook(record.game))
