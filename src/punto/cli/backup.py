"""`punto backup`: a consistent copy of a store while it is in use, as one SQLite file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from punto.cli.output import AsJson, answers, print_json, write
from punto.cli.stores import Where, opened


@answers
def command(
    where: Where,
    to: Annotated[Path, typer.Argument(metavar="FILE", help="A file that does not exist yet.")],
    *,
    as_json: AsJson = False,
) -> None:
    """Copy a store while it is in use, and prove the copy."""
    from punto.store.verify import verify

    with opened(where) as store:
        store.backup(to)
    with opened(str(to)) as copy:
        report = verify(copy)
    if as_json:
        print_json(report.plain())
    else:
        proof = "proved" if report.good else f"NOT GOOD: {report.wrong[0]}"
        write(f"{to}: {report.deeds} deeds in {report.streams} streams, {proof}")
    if not report.good:
        raise typer.Exit(1)
