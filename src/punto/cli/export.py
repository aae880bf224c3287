"""`punto export`: write a round or a shoe as a bundle that proves itself without a server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from punto.cli.output import AsJson, Failed, Problem, answers, print_json, write
from punto.cli.stores import OneTable, Where, one_table, opened


@answers
def command(
    where: Where,
    *,
    table: OneTable = None,
    number: Annotated[
        int | None, typer.Option("--round", min=1, help="The number of the round.")
    ] = None,
    shoe: Annotated[
        int | None, typer.Option(min=1, help="The number of the shoe, counted from 1.")
    ] = None,
    to: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to write; never overwrites.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write a round or a shoe as a bundle that proves itself without a server.

    `punto verify BUNDLE` checks it anywhere.
    """
    from punto.store.bundle import round_piece, shoe_piece, write_bundle

    if (number is None) == (shoe is None):
        raise Failed(Problem(code="what", message="say what to export: --round N or --shoe N"))
    with opened(where) as store:
        stream = one_table(store, table)
        if number is not None:
            what, (config, piece) = f"round {number}", round_piece(store, stream, number)
        else:
            what, (config, piece) = f"shoe {shoe}", shoe_piece(store, stream, shoe or 0)
    path = to or Path(f"{stream.partition(':')[2]}-{what.replace(' ', '-')}.jsonl")
    if path.exists():
        message = "exists already; an export never overwrites"
        raise Failed(Problem(code="exists", message=message, where=str(path)))
    write_bundle(path, what, stream, config, piece)
    if as_json:
        print_json({"file": str(path), "what": what, "stream": stream, "deeds": len(piece.deeds)})
    else:
        write(f"{path}: {what} of {stream}, {len(piece.deeds)} deeds")
