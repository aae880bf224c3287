"""`punto roads`: the five roads of a shoe, as text or as SVG."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from punto.cli.output import AsJson, Failed, Problem, answers, print_json, unknown, write

if TYPE_CHECKING:
    from punto.core.roads import Bead, Roads


@answers
def command(
    results: Annotated[
        str | None,
        typer.Argument(
            help="Winners in order: B, P and T for Banker, Player and Tie.", show_default=False
        ),
    ] = None,
    *,
    record: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Take the rounds of a record.", show_default=False),
    ] = None,
    svg: Annotated[
        str | None,
        typer.Option(
            metavar="ROAD",
            help="Draw one road (bead, big, big_eye, small, cockroach), or all of them.",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Draw the five roads of a shoe, as text or SVG.

    The derived roads follow the logical columns of the big road, not the drawn grid. Void rounds
    of a record are left out.

        punto roads BBPPTBPBBB

        punto roads BBPPTBPBBB --svg all > roads.svg
    """
    from punto.core.roads import roads
    from punto.service.road_pictures import as_text, pictures, sheet

    if (results is None) == (record is None):
        raise Failed(
            Problem(code="which_results", message="give RESULTS or --record, one of the two")
        )
    found = roads(_spelt(results) if results is not None else _recorded(record or Path()))
    if svg is not None:
        drawn = {**pictures(found), "all": sheet(found)}
        if svg not in drawn:
            raise Failed(unknown("road", svg, drawn, where="--svg"))
        write(drawn[svg])
    elif as_json:
        print_json(_as_json(found))
    else:
        typer.echo(as_text(found), nl=False)


def _spelt(results: str) -> list[Bead]:
    from punto.core.outcome import Winner
    from punto.core.roads import Bead

    winners = {"B": Winner.BANKER, "P": Winner.PLAYER, "T": Winner.TIE}
    wrong = next((letter for letter in results.upper() if letter not in winners), None)
    if wrong is not None:
        message = f"{wrong!r} is no result: write B, P or T for each round"
        raise Failed(Problem(code="bad_results", message=message, where="RESULTS"))
    return [
        Bead(round=number, winner=winners[letter])
        for number, letter in enumerate(results.upper(), start=1)
    ]


def _recorded(file: Path) -> list[Bead]:
    from punto.cli.replay import replayed_file
    from punto.core.commands import OpenTable
    from punto.core.roads import bead
    from punto.service.shown import side_wins

    replayed = replayed_file(file)
    opened = (one for one in replayed.record.opening if isinstance(one, OpenTable))
    layout = next((one.setup.layout for one in opened), None)
    return [
        bead(number, outcome, side_wins(replayed.rules, layout, outcome.code))
        for number, outcome in (
            (one.number, one.outcome) for one in replayed.rounds if not one.void
        )
        if outcome is not None
    ]


def _as_json(found: Roads) -> dict[str, object]:
    from punto.service.road_pictures import counts

    return {
        "counts": counts(found.beads),
        "big": [
            {
                "side": column.side,
                "ties_before": column.ties_before,
                "entries": [{"round": x.bead.round, "ties": x.ties} for x in column.entries],
            }
            for column in found.big
        ],
        "derived": dict(found.derived),
    }
