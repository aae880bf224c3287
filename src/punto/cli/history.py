"""`punto history`: the last rounds, every ruling by somebody, every void since a day."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Annotated, Any

import typer

from punto.cli.output import AsJson, Failed, Problem, answers, console, print_json, table
from punto.cli.stores import OneTable, Where, opened

if TYPE_CHECKING:
    from punto.store.contract import Store
    from punto.store.history import Noted, Played

UNITS = {"h": 1, "d": 24, "w": 7 * 24}


@answers
def command(
    where: Where,
    *,
    of: OneTable = None,
    rounds: Annotated[
        int | None, typer.Option(min=1, help="The last so many rounds of each table.")
    ] = None,
    rulings: Annotated[bool, typer.Option("--rulings", help="Every ruling.")] = False,
    by: Annotated[str | None, typer.Option(help="Only rulings by this person.")] = None,
    voids: Annotated[bool, typer.Option("--voids", help="Every void round.")] = False,
    since: Annotated[
        str | None,
        typer.Option(metavar="WHEN", help="Voids since then: 7d, 12h, 2w, or a date with a zone."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show the last rounds, every ruling by somebody, every void since a day.

    Without a question, the last ten rounds of each table.
    """
    from punto.store import history

    moment = None if since is None else _moment(since)
    with opened(where) as store:
        streams = history.tables(store, of)
        if rulings or by is not None:
            found = [n for stream in streams for n in history.rulings(store, stream, by)]
            _show_noted(found, as_json=as_json)
        elif voids or since is not None:
            found = [n for stream in streams for n in history.voids(store, stream, moment)]
            _show_noted(found, as_json=as_json)
        else:
            _show_rounds(store, streams, rounds or 10, as_json=as_json)


def _moment(text: str) -> datetime:
    """Read `7d` as seven days ago, or a date or moment; a date begins in this zone."""
    if text[-1:] in UNITS and text[:-1].isdigit():
        return datetime.now().astimezone() - timedelta(hours=int(text[:-1]) * UNITS[text[-1]])
    try:
        return datetime.fromisoformat(text).astimezone()
    except ValueError as error:
        message = f"{text!r} is no moment: say 7d, 12h, 2w, 2026-03-01 or a full ISO 8601 moment"
        raise Failed(Problem(code="moment", message=message)) from error


def _show_rounds(store: Store, streams: list[str], number: int, *, as_json: bool) -> None:
    from punto.store.history import last_rounds

    played = [item for stream in streams for item in last_rounds(store, stream, number)]
    if as_json:
        print_json([_round_json(item) for item in played])
        return
    for stream in streams:
        rows = table(
            *("round", "opened", "result", "cards", "staked", "returned"),
            right=("round", "staked", "returned"),
            title=f"{stream.partition(':')[2]} (money in cents)",
        )
        for item in played:
            if item.stream == stream:
                rows.add_row(*_round_row(item))
        console().print(rows)


def _round_row(item: Played) -> tuple[str, ...]:
    staked = sum(line.stake for _, line in item.lines)
    returned = sum(line.returned for _, line in item.lines)
    opened = datetime.fromisoformat(item.opened).strftime("%Y-%m-%d %H:%M:%S")
    cards = " ".join(item.cards)
    return str(item.number), opened, item.result, cards, str(staked), str(returned)


def _round_json(item: Played) -> dict[str, Any]:
    import msgspec

    shown: dict[str, Any] = {
        "table": item.stream.partition(":")[2],
        "round": item.number,
        "rules": item.rules,
        "opened": item.opened,
        "ended": item.ended,
        "result": item.result,
        "cards": list(item.cards),
        "deeds": [item.first, item.last],
    }
    lines = [{"patron": who, **msgspec.to_builtins(line)} for who, line in item.lines]
    return {**shown, "lines": lines}


def _show_noted(found: list[Noted], *, as_json: bool) -> None:
    from punto.store.codec import plain

    ordered = sorted(found, key=lambda noted: datetime.fromisoformat(noted.at))
    if as_json:
        print_json(
            [
                {
                    "table": noted.stream.partition(":")[2],
                    "deed": noted.position,
                    "round": noted.round,
                    "at": noted.at,
                    "by": noted.actor,
                    "event": plain(noted.event),
                }
                for noted in ordered
            ]
        )
        return
    rows = table("at", "table", "round", "deed", "what", "by", "reason", "clauses")
    for noted in ordered:
        rows.add_row(
            noted.at,
            noted.stream.partition(":")[2],
            str(noted.round or ""),
            str(noted.position),
            type(noted.event).__name__,
            noted.actor,
            getattr(noted.event, "reason", ""),
            " ".join(noted.event.clauses),
        )
    console().print(rows)
