"""`punto doctor`: is this machine fit to serve, and is this store sound?"""

from __future__ import annotations

import os
import shutil
import socket
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from punto.cli.output import WRONG, AsJson, answers, console, print_json, table
from punto.cli.stores import is_server

if TYPE_CHECKING:
    from punto.store.contract import Store

SHARED: Final = ("psycopg", "psycopg_pool")
LEAST_POSTGRES: Final = 15
PACKAGES: Final = ("apsw", "argon2", "httpx", "jinja2", "prometheus_client", "starlette", "uvicorn")
LEAST_FREE: Final = 1_000_000_000
"""Bytes: a busy table writes some megabytes a day; backups want room as well."""
LEAST_FILES: Final = 4_096
"""File descriptors: one for every watcher, and common defaults allow 1,024."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What was looked at, what was found, and what to do."""

    what: str
    good: bool
    found: str
    remedy: str = ""


@answers
def command(
    store: Annotated[
        str,
        typer.Argument(
            metavar="STORE", help="The folder of the embedded store, or postgresql://..."
        ),
    ] = "var",
    *,
    port: Annotated[int, typer.Option(help="The port that the server will use.")] = 8000,
    as_json: AsJson = False,
) -> None:
    """Check whether this machine can serve, and whether a store is sound.

    The status is 2 where something has to be done first.

        punto doctor

        punto doctor data --port 8080

        punto doctor postgresql://punto@db/punto
    """
    findings = [check for look in LOOKS for check in look(store, port)]
    if as_json:
        print_json(
            {
                "fit": all(one.good for one in findings),
                "findings": [
                    {"what": o.what, "good": o.good, "found": o.found, "remedy": o.remedy}
                    for o in findings
                ],
            }
        )
    else:
        rows = table("", "what", "found", "to do")
        for one in findings:
            rows.add_row("ok" if one.good else "NO", one.what, one.found, one.remedy)
        console().print(rows)
    if not all(one.good for one in findings):
        raise typer.Exit(WRONG)


def _python(_: str, __: int) -> Iterator[Finding]:
    version = sys.version.split()[0]
    good = (3, 11) <= sys.version_info < (3, 14)
    yield Finding(
        what="Python", good=good, found=version, remedy="" if good else "use 3.11 to 3.13"
    )


def _packages(store: str, _: int) -> Iterator[Finding]:
    wanted = (*PACKAGES, *SHARED) if is_server(store) else PACKAGES
    missing = [name for name in wanted if find_spec(name) is None]
    yield Finding(
        what="packages",
        good=not missing,
        found="all there" if not missing else f"missing: {', '.join(missing)}",
        remedy="pip install 'punto[serve,postgres]'" if missing else "",
    )


def _limits(store: str, port: int) -> Iterator[Finding]:
    import resource

    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    enough = files >= LEAST_FILES or files == resource.RLIM_INFINITY
    remedy = "" if enough else f"ulimit -n {LEAST_FILES}, or LimitNOFILE in the unit"
    yield Finding(what="open files", good=enough, found=str(files), remedy=remedy)
    if not is_server(store):
        yield from _disk(Path(store))
    with socket.socket() as probe:
        free_port = probe.connect_ex(("127.0.0.1", port)) != 0
    remedy = "" if free_port else "choose another port, or stop what listens there"
    found = "free" if free_port else "taken"
    yield Finding(what=f"port {port}", good=free_port, found=found, remedy=remedy)


def _disk(folder: Path) -> Iterator[Finding]:
    there = next(path for path in (folder, *folder.resolve().parents) if path.exists())
    free = shutil.disk_usage(there).free
    roomy = free >= LEAST_FREE
    found = f"{free / 1e9:,.1f} GB free"
    yield Finding(what="disk", good=roomy, found=found, remedy="" if roomy else "make room")
    writable = os.access(there, os.W_OK)
    remedy = "" if writable else f"let this user write to {there}"
    yield Finding(
        what="folder", good=writable, found="writable" if writable else "read-only", remedy=remedy
    )


def _store(store: str, _: int) -> Iterator[Finding]:
    from punto.store.contract import StoreFault
    from punto.store.sqlite import FILE

    if not is_server(store) and not (Path(store) / FILE).exists():
        yield Finding(what="store", good=True, found="none yet; the first start makes one")
        return
    try:
        yield from _kept(store)
    except StoreFault as fault:
        remedy = "start PostgreSQL, or mend the way" if is_server(store) else "restore a backup"
        yield Finding(what="store", good=False, found=str(fault), remedy=remedy)


def _kept(store: str) -> Iterator[Finding]:
    from punto.store.sqlite import FILE, SQLiteStore

    opened: Store
    if is_server(store):
        from punto.store.postgres import PostgresStore

        opened = kept = PostgresStore(store)
        yield _version(kept.version())
    else:
        opened = SQLiteStore(Path(store) / FILE)
    try:
        streams = opened.streams()
        deeds = sum(opened.last(stream)[0] for stream in streams)
        balance = sum(opened.balances().values())
        yield Finding(what="store", good=True, found=f"{len(streams)} streams, {deeds} deeds")
        remedy = "" if balance == 0 else "punto verify says where"
        found = "the accounts sum to zero" if balance == 0 else f"the accounts are off by {balance}"
        yield Finding(what="money", good=balance == 0, found=found, remedy=remedy)
    finally:
        opened.close()


def _version(number: int) -> Finding:
    """Judge the version that PostgreSQL states, as 150004."""
    good = number // 10_000 >= LEAST_POSTGRES
    remedy = "" if good else f"use PostgreSQL {LEAST_POSTGRES} or later"
    found = f"{number // 10_000}.{number % 10_000}"
    return Finding(what="PostgreSQL", good=good, found=found, remedy=remedy)


LOOKS: Final[tuple[Callable[[str, int], Iterator[Finding]], ...]] = (
    _python,
    _packages,
    _limits,
    _store,
)
