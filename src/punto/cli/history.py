"""`punto history`: the last rounds, every ruling by somebody, every void since a day."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Annotated, Any

import typer

from punto.cli.output import (
    AsJson,
    Failed,
    Problem,
    answers,
    console,
    money,
    print_json,
    table,
    write,
)
from punto.cli.stores import OneTable, Where, opened, these_tables

if TYPE_CHECKING:
    from punto.store.contract import Store
    from punto.store.history import Noted, Played

UNITS = {"h": 1, "d": 24, "w": 7 * 24}
LAST = 10


@answers
def command(
    where: Where,
    *,
    of: OneTable = None,
    rounds: Annotated[
        int | None, typer.Option(min=1, help="The last so many rounds of each table.")
    ] = None,
    rulings: Annotated[bool, typer.Option("--rulings", help="Every ruling.")] = False,
    by: Annotated[
        str | None, typer.Option(help="By this person; rulings, if nothing else is asked for.")
    ] = None,
    voids: Annotated[bool, typer.Option("--voids", help="Every void round.")] = False,
    since: Annotated[
        str | None,
        typer.Option(metavar="WHEN", help="Since then: 7d, 12h, 2w, or a date, or a moment."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show the last rounds, every ruling by somebody, every void since a day.

    Without a question, the last ten rounds of each table; with --since, all rounds since then.

        punto history data --table main --rounds 3

        punto history data --rulings --by Chen

        punto history data --voids --since 7d
    """
    from punto.store.history import RULINGS, VOIDS, noted

    moment = None if since is None else _moment(since)
    by_somebody = by is not None and not voids
    kinds = (RULINGS if rulings or by_somebody else ()) + (VOIDS if voids else ())
    with opened(where) as store:
        streams = these_tables(store, of)
        if kinds:
            found = [n for at in streams for n in noted(store, at, kinds, by=by, since=moment)]
            _show_noted(found, as_json=as_json)
        else:
            played = [item for at in streams for item in _rounds(store, at, rounds, moment)]
            _show_rounds(played, as_json=as_json)


def _moment(text: str) -> datetime:
    """Read `7d` as seven days ago, or a date or moment; a date begins in this zone."""
    if text[-1:] in UNITS and text[:-1].isdigit():
        return datetime.now().astimezone() - timedelta(hours=int(text[:-1]) * UNITS[text[-1]])
    try:
        return datetime.fromisoformat(text).astimezone()
    except ValueError as error:
        message = f"{text!r} is no moment: say 7d, 12h, 2w, 2026-03-01 or a full ISO 8601 moment"
        raise Failed(Problem(code="moment", message=message)) from error


def _rounds(store: Store, stream: str, number: int | None, since: datetime | None) -> list[Played]:
    from punto.store.history import last_rounds, rounds_since

    if since is None:
        return last_rounds(store, stream, number or LAST)
    found = rounds_since(store, stream, since)
    return found if number is None else found[-number:]


def _at(text: str) -> str:
    """Write a moment to the second, in the zone that it was recorded in."""
    return datetime.fromisoformat(text).strftime("%Y-%m-%d %H:%M:%S")


def _in_words(name: str) -> str:
    """Write the name of an event so that it breaks between words: `RoundVoided`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).capitalize()


def _show_rounds(played: list[Played], *, as_json: bool) -> None:
    if as_json:
        print_json([_round_json(item) for item in played])
        return
    if not played:
        write("No round is on record for this.")
    for stream in dict.fromkeys(item.stream for item in played):
        rows = table(
            *("round", "opened", "result", "cards", "staked", "returned"),
            right=("round", "staked", "returned"),
            title=stream.partition(":")[2],
        )
        for item in played:
            if item.stream == stream:
                rows.add_row(*_round_row(item))
        console().print(rows)


def _round_row(item: Played) -> tuple[str, ...]:
    staked = sum(line.stake for _, line in item.lines)
    returned = sum(line.returned for _, line in item.lines)
    points = "" if item.points is None else f" {item.points[0]}-{item.points[1]}"
    cards = " ".join(item.cards)
    result = f"{item.result}{points}"
    return str(item.number), _at(item.opened), result, cards, money(staked), money(returned)


def _round_json(item: Played) -> dict[str, Any]:
    import msgspec

    shown: dict[str, Any] = {
        "table": item.stream.partition(":")[2],
        "round": item.number,
        "rules": item.rules,
        "opened": item.opened,
        "ended": item.ended,
        "result": item.result,
        "points": item.points,
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
    if not ordered:
        write("Nothing is on record for this.")
        return
    rows = table(
        *("at", "table", "round", "deed", "what", "by", "reason", "clauses"),
        right=("round", "deed"),
    )
    for noted in ordered:
        rows.add_row(
            _at(noted.at),
            noted.stream.partition(":")[2],
            str(noted.round or ""),
            str(noted.position),
            _in_words(type(noted.event).__name__),
            noted.actor,
            getattr(noted.event, "reason", ""),
            " ".join(noted.event.clauses),
        )
    console().print(rows)
