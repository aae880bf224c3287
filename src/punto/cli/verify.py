"""`punto verify`: prove a store or a bundle, and name the first bad place."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from punto.cli.output import AsJson, Failed, Problem, answers, print_json, write
from punto.cli.stores import OneTable, Where, is_server, one_table, opened

if TYPE_CHECKING:
    from punto.store.days import Heads
    from punto.store.verify import Report

BAD = 1
"""The status when something does not hold."""
SELDOM = 100
"""Deeds between two words on how far a proof is."""


@answers
def command(
    where: Where,
    *,
    table: OneTable = None,
    heads: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Heads of before (what --json printed); must be there."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Prove chain, money, replay and shoes of a store or a bundle.

    Status 1 and the first bad place of each stream if something does not hold. A store may be in
    use meanwhile.

        punto verify data

        punto verify data --table main

        punto verify main-round-17.jsonl
    """
    from punto.store.bundle import is_bundle

    earlier = None if heads is None else _heads(heads)
    path = Path(where)
    if not is_server(where) and path.is_file() and is_bundle(path):
        what, report = _bundle(path)
    else:
        what, report = where, _store(where, table, earlier)
    if as_json:
        print_json(report.plain())
    else:
        _tell(what, report)
    if not report.good:
        raise typer.Exit(BAD)


def _store(where: str, table: str | None, heads: Heads | None) -> Report:
    from punto.store.sqlite import SQLiteStore
    from punto.store.verify import Wrong, verify

    with opened(where) as store:
        only = None if table is None else one_table(store, table)
        streams = store.streams() if only is None else [only]
        deeds = sum(store.last(stream)[0] for stream in streams)
        with watched(deeds) as progress:
            report = verify(store, heads=heads, only=only, progress=progress)
        if isinstance(store, SQLiteStore):
            damaged = store.damage()
            report.wrong += [Wrong(stream="file", position=0, what=what) for what in damaged]
        return report


@contextmanager
def watched(deeds: int) -> Iterator[Callable[[str, int], None]]:
    """Show how far a proof is, on a terminal only."""
    if not sys.stderr.isatty():
        yield lambda _stream, _position: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.fields[stream]}"),
        BarColumn(),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} deeds"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("", total=deeds, stream="")
        done = count(1)

        def tell(stream: str, _position: int) -> None:
            if (now := next(done)) % SELDOM == 0 or now == deeds:
                shown.update(task, completed=now, stream=stream)

        yield tell


def _bundle(path: Path) -> tuple[str, Report]:
    from punto.store.bundle import verify_bundle
    from punto.store.contract import StoreFault

    try:
        head, report = verify_bundle(path)
    except StoreFault as fault:
        raise Failed(Problem(code="bundle", message=str(fault))) from fault
    return f"{head.what} of {head.stream}, after deed {head.after}", report


def _heads(path: Path) -> Heads:
    try:
        given: dict[str, list[Any]] = json.loads(path.read_text())["heads"]
        return {
            stream: (int(position), str(digest)) for stream, (position, digest) in given.items()
        }
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        message = "holds no heads; it takes what `punto verify --json` printed"
        raise Failed(Problem(code="heads", message=message, where=str(path))) from error


def _tell(what: str, report: Report) -> None:
    counts = report.tables
    for wrong in report.wrong:
        write(f"WRONG  {wrong}")
    write(
        f"{what}: {report.deeds} deeds in {report.streams} streams, {counts.events} events, "
        f"{counts.refusals} refusals, {counts.rounds} rounds, {counts.shoes} shoes shown"
    )
    if not report.good:
        return
    write("Chain, keys, rules, replay, money and shoes hold.")
    for stream, (position, digest) in sorted(report.heads.items()):
        write(f"  {stream}  {position}  {digest}")
