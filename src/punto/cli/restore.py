"""`punto restore`: a backup into an empty place, a new file or an empty PostgreSQL database."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from punto.cli.output import AsJson, Failed, Problem, answers, print_json, write
from punto.cli.stores import is_server, opened


@answers
def command(
    backup: Annotated[Path, typer.Argument(metavar="FILE", help="What `punto backup` wrote.")],
    to: Annotated[str, typer.Argument(metavar="STORE", help="A new file, or postgresql://...")],
    *,
    as_json: AsJson = False,
) -> None:
    """Restore a backup into a new file or an empty database.

    Every hash is computed anew and must be the one in the backup.
    """
    from punto.store.copying import copy_all

    with opened(str(backup)) as source, opened(to, new=not is_server(to)) as target:
        copied = copy_all(source, target)
        streams = source.streams()
        if any(source.last(stream) != target.last(stream) for stream in streams):
            raise Failed(Problem(code="restore", message="the heads differ from the backup's"))
    if as_json:
        print_json({"store": to, "deeds": copied, "streams": streams})
    else:
        write(f"{to}: {copied} deeds in {len(streams)} streams, every head as in the backup")
