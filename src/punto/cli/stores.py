"""What the commands about a store share: opening one, and saying what is wrong in one line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from punto.cli.output import Failed, Problem

if TYPE_CHECKING:
    from punto.store.contract import Store

Where = Annotated[
    str,
    typer.Argument(
        metavar="STORE", help="A store: a folder, a file, or postgresql://...", show_default=False
    ),
]
"""The argument STORE."""
OneTable = Annotated[str | None, typer.Option("--table", help="Only this table.")]


def is_server(where: str) -> bool:
    """Tell a PostgreSQL connection from a file."""
    return where.startswith(("postgresql://", "postgres://"))


@contextmanager
def opened(where: str, *, new: bool = False) -> Iterator[Store]:
    """Open a store that exists, or a new one; a fault becomes one line."""
    from punto.store.contract import StoreFault

    try:
        store = _open(where, new=new)
        try:
            yield store
        finally:
            store.close()
    except StoreFault as fault:
        raise Failed(Problem(code="store", message=str(fault), where=_shown(where))) from fault


def _open(where: str, *, new: bool) -> Store:
    if is_server(where):
        from punto.store.postgres import PostgresStore

        return PostgresStore(where)
    from punto.store.sqlite import SQLiteStore

    path = file_of(where)
    if path.exists() == new:
        message = "exists already" if new else "there is no such store"
        raise Failed(Problem(code="no_store", message=message, where=str(path)))
    return SQLiteStore(path)


def file_of(where: str) -> Path:
    """Name the file of an embedded store; a server is given the folder around it."""
    from punto.store.sqlite import FILE

    path = Path(where)
    return path / FILE if path.is_dir() else path


def _shown(where: str) -> str:
    """Name a store without the password that may stand in its address."""
    if not is_server(where):
        return where
    scheme, _, rest = where.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2]}"


def these_tables(store: Store, table: str | None) -> list[str]:
    """Name the streams of all tables, or of the one that is meant."""
    from punto.store.history import tables

    return tables(store) if table is None else [one_table(store, table)]


def one_table(store: Store, table: str | None) -> str:
    """Name the stream of the table that is meant; a store of one table needs no name."""
    from punto.cli.output import unknown
    from punto.store.history import TABLE, tables

    names = tables(store)
    if table is None and len(names) == 1:
        return names[0]
    known = [name.removeprefix(TABLE) for name in names]
    if table is None:
        message = f"say which table with --table; there are {', '.join(known) or 'none'}"
        raise Failed(Problem(code="which_table", message=message))
    if table not in known:
        raise Failed(unknown("table", table, known))
    return f"{TABLE}{table}"
