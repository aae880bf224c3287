"""`punto serve`: the table server on this machine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from punto.cli.output import answers


@answers
def command(
    store: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Where the data goes.", show_default=True)
    ] = Path("var"),
    *,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on.")] = 8000,
    practice: Annotated[
        bool, typer.Option(help="Open a practice table for each approved game.")
    ] = True,
    secure_cookie: Annotated[
        bool, typer.Option(help="Send cookies over TLS only; for a server behind a TLS proxy.")
    ] = False,
) -> None:
    """Run the table server: a practice table for each game, and tables of your own.

    punto serve

    punto serve /srv/punto --host 0.0.0.0 --port 8080
    """
    from punto.web.serving import serve_embedded

    typer.echo(f"punto serves http://{host}:{port} from {store}")
    serve_embedded(
        store,
        host=host,
        port=port,
        practice=practice,
        secure_cookie=secure_cookie,
        tell=typer.echo,
    )
