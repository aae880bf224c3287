"""`punto serve`: the table server on this machine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from punto.cli.output import Failed, Problem, answers


@answers
def command(
    store: Annotated[
        str | None,
        typer.Argument(
            metavar="STORE",
            help="A folder for the data, or postgresql://... for several servers.",
            show_default="var",
        ),
    ] = None,
    *,
    config: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Settings (TOML).", show_default=False)
    ] = None,
    host: Annotated[
        str | None, typer.Option(help="The address to listen on.", show_default="127.0.0.1")
    ] = None,
    port: Annotated[
        int | None, typer.Option(help="The port to listen on.", show_default="8000")
    ] = None,
    practice: Annotated[
        bool | None,
        typer.Option(
            "--practice/--no-practice",
            help="Open a practice table for each approved game.",
            show_default="on",
        ),
    ] = None,
) -> None:
    """Run the table server: a practice table for each game, and tables of your own.

    Settings come from the file, then from variables such as PUNTO_PORT, then from here. The
    first start creates the account `manager` and prints its password once.

        punto serve

        punto serve data --port 8080

        punto serve --config punto.toml
    """
    from punto.store.contract import StoreFault
    from punto.web.serving import serve
    from punto.web.settings import read

    settings = read(config, store=store, host=host, port=port, practice=practice)
    try:
        serve(settings, typer.echo)
    except StoreFault as fault:
        raise Failed(Problem(code="store", message=str(fault), where="STORE")) from None
