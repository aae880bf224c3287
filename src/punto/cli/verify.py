"""`punto verify`: prove a store or a bundle, and name the first bad place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from punto.cli.output import AsJson, Failed, Problem, answers, print_json, write
from punto.cli.stores import Where, is_server, opened

if TYPE_CHECKING:
    from punto.store.days import Heads
    from punto.store.verify import Report

BAD = 1
"""The status when something does not hold."""


@answers
def command(
    where: Where,
    *,
    heads: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Heads of before (what --json printed); must be there."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Prove chain, money, replay and shoes of a store or a bundle.

    Status 1 and the first bad place of each stream if something does not hold.
    """
    from punto.store.bundle import is_bundle

    earlier = None if heads is None else _heads(heads)
    path = Path(where)
    if not is_server(where) and path.is_file() and is_bundle(path):
        what, report = _bundle(path)
    else:
        what, report = where, _store(where, earlier)
    if as_json:
        print_json(report.plain())
    else:
        _tell(what, report)
    if not report.good:
        raise typer.Exit(BAD)


def _store(where: str, heads: Heads | None) -> Report:
    from punto.store.sqlite import SQLiteStore
    from punto.store.verify import Wrong, verify

    with opened(where) as store:
        report = verify(store, heads=heads)
        if isinstance(store, SQLiteStore):
            damaged = store.damage()
            report.wrong += [Wrong(stream="file", position=0, what=what) for what in damaged]
        return report


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
