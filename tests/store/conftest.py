from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from punto.store.contract import Store
from punto.store.copying import copy_all
from punto.store.memory import MemoryStore
from punto.store.sqlite import SQLiteStore
from punto.testing.stores import Bench


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[object]:
    from punto.testing import postgres

    with postgres.server() as running:
        yield running


@pytest.fixture(
    params=["memory", "sqlite", pytest.param("postgres", marks=pytest.mark.needs("postgres"))]
)
def bench(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Bench]:
    """One kind of store after the other, each with a way to open it again and to restore it."""
    opened: list[Store] = []

    def keep(store: Store) -> Store:
        opened.append(store)
        return store

    made: Bench
    if request.param == "memory":
        memory = MemoryStore()
        made = Bench(open=lambda: memory, restore=_into(lambda: keep(MemoryStore())), shared=False)
    elif request.param == "sqlite":
        made = Bench(
            open=lambda: keep(SQLiteStore(tmp_path / "punto.db")),
            restore=_into(lambda: keep(SQLiteStore(tmp_path / "restored.db"))),
        )
    else:
        from punto.store.postgres import PostgresStore
        from punto.testing.postgres import Server

        server = request.getfixturevalue("postgres_server")
        assert isinstance(server, Server)
        conninfo = server.database()
        made = Bench(
            open=lambda: keep(PostgresStore(conninfo)),
            restore=_into(lambda: keep(PostgresStore(server.database()))),
        )
    yield made
    for store in opened:
        store.close()


def _into(fresh: Callable[[], Store]) -> Callable[[Path], Store]:
    def restore(backup: Path) -> Store:
        source, target = SQLiteStore(backup), fresh()
        copy_all(source, target)
        source.close()
        return target

    return restore
