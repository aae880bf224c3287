"""`punto explain`: tell one patron why he was paid what he was paid."""

from __future__ import annotations

from typing import Annotated

import typer

from punto.cli.output import AsJson, Failed, answers, print_json, unknown, write
from punto.cli.replay import RecordFile, replayed_file


@answers
def command(
    file: RecordFile,
    *,
    patron: Annotated[
        str, typer.Option(metavar="NAME", help="Whose bets are explained.", show_default=False)
    ],
    as_json: AsJson = False,
) -> None:
    """Tell one patron in plain words why the bets of a record were paid so.

    Cards, Table of Play, condition of each bet, odds, arithmetic, clauses.
    """
    from punto.record.explaining import explain, patrons

    replayed = replayed_file(file)
    if patron not in patrons(replayed):
        raise Failed(unknown("patron", patron, patrons(replayed), where="--patron"))
    said = explain(replayed, patron)
    if as_json:
        staked, back = replayed.totals().get(patron, (0, 0))
        print_json(
            {
                "patron": patron,
                "staked": staked,
                "returned": back,
                "explanation": said.splitlines(),
            }
        )
    else:
        write(said.rstrip("\n"))
