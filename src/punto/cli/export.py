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
    shoe_of: Annotated[
        int | None, typer.Option(min=1, help="The shoe that this round was dealt from.")
    ] = None,
    to: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to write; never overwrites.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write a round or a shoe as a bundle that proves itself without a server.

    `punto verify BUNDLE` checks it anywhere.

        punto export data --table main --round 17

        punto export data --table main --shoe-of 17
    """
    from punto.store.bundle import round_piece, shoe_piece, write_bundle
    from punto.store.history import shoe_of as shoe_of_round

    if [number, shoe, shoe_of].count(None) != 2:
        message = "say what to export: --round N, --shoe N or --shoe-of ROUND"
        raise Failed(Problem(code="what", message=message))
    with opened(where) as store:
        stream = one_table(store, table)
        if number is not None:
            what, (config, piece) = f"round {number}", round_piece(store, stream, number)
        else:
            which = shoe if shoe_of is None else shoe_of_round(store, stream, shoe_of)
            what, (config, piece) = f"shoe {which}", shoe_piece(store, stream, which or 0)
    path = to or Path(f"{stream.partition(':')[2]}-{what.replace(' ', '-')}.jsonl")
    if path.exists():
        message = "exists already; an export never overwrites"
        raise Failed(Problem(code="exists", message=message, where=str(path)))
    write_bundle(path, what, stream, config, piece)
    if as_json:
        print_json({"file": str(path), "what": what, "stream": stream, "deeds": len(piece.deeds)})
    else:
        write(f"{path}: {what} of {stream}, {len(piece.deeds)} deeds")
