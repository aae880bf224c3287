"""`punto close-day`: one deed with the heads of all streams, so that no tail can be cut off."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated

import typer

from punto.cli.output import AsJson, Failed, Problem, answers, print_json, write
from punto.cli.stores import Where, opened


@answers
def command(
    where: Where,
    *,
    day: Annotated[
        str | None, typer.Option(metavar="DATE", help="The day, today if not given.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Record the heads of all tables under a date, once.

    Keep the hash that it prints elsewhere: it vouches for every deed of every table until then.
    """
    from punto.store.days import close_day

    now = datetime.now().astimezone()
    try:
        meant = now.date() if day is None else date.fromisoformat(day)
    except ValueError as error:
        message = f"{day!r} is no day: say it as 2026-03-01"
        raise Failed(Problem(code="day", message=message)) from error
    with opened(where) as store:
        deed = close_day(store, meant, now)
    if as_json:
        shown = {"day": meant.isoformat(), "position": deed.position, "hash": deed.hash.hex()}
        print_json(shown)
    else:
        write(f"{meant}  {deed.position}  {deed.hash.hex()}")
