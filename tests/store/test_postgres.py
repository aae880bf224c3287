"""What only PostgreSQL does: notifications, the server's own clock, coming back after a stop."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from queue import Queue
from threading import Event

import psycopg
import pytest

from punto.store.contract import Appended, Fenced, StoreFault
from punto.store.copying import copy_all
from punto.store.days import close_day
from punto.store.listening import Listener
from punto.store.memory import MemoryStore
from punto.store.postgres import PostgresStore
from punto.store.recovery import recover
from punto.store.verify import verify
from punto.testing import postgres
from punto.testing.stores import appended, deed, moved
from tests.store.histories import fill
from tests.support.conduct import CALLED

pytestmark = pytest.mark.needs("postgres")


@pytest.fixture
def conninfo(postgres_server: postgres.Server) -> str:
    return postgres_server.database()


@pytest.fixture
def store(conninfo: str) -> Iterator[PostgresStore]:
    made = PostgresStore(conninfo)
    yield made
    made.close()


def test_every_play_is_proved_and_recovered_from_postgres(store: PostgresStore) -> None:
    memory = MemoryStore()
    recorders = fill(memory)
    copy_all(memory, store)
    close_day(store, date(2026, 3, 1), CALLED)
    report = verify(store)
    assert report.wrong == []
    for recorder in recorders:
        assert recover(store, recorder.stream).table == recorder.table
        assert store.last(recorder.stream) == memory.last(recorder.stream)


def test_other_processes_hear_of_every_deed(conninfo: str, store: PostgresStore) -> None:
    heard: Queue[tuple[str, int]] = Queue()
    listener = Listener(conninfo, lambda stream, at: heard.put((stream, at)), lambda: None)
    assert listener.open.wait(60)
    other = PostgresStore(conninfo)
    appended(other, deed(1, stream="table:a b"), deed(1, stream="table:2"))
    other.append([deed(1, "refused", stream="table:2")])
    appended(other, deed(2, stream="table:2"))
    expected = [("table:a b", 1), ("table:2", 1), ("table:2", 2)]
    assert sorted(heard.get(timeout=60) for _ in expected) == sorted(expected)
    listener.close()
    other.close()
    assert heard.empty()
    assert store.last("table:2")[0] == 2


def test_a_lease_passes_on_by_the_servers_clock(conninfo: str, store: PostgresStore) -> None:
    mine = store.acquire("table:1", "a", 3_600)
    assert mine is not None
    assert store.acquire("table:1", "b", 3_600) is None
    with psycopg.connect(conninfo) as db:
        db.execute("UPDATE lease SET expires = clock_timestamp() - interval '1 second'")
    theirs = store.acquire("table:1", "b", 3_600)
    assert theirs is not None
    assert theirs.token == mine.token + 1
    assert store.append([deed(1, token=mine.token)]) == [Fenced(stream="table:1")]


def test_what_is_acknowledged_is_durable_whatever_the_server_is_set_to(conninfo: str) -> None:
    with psycopg.connect(conninfo, autocommit=True) as db:
        name = db.info.dbname
        db.execute(f"ALTER DATABASE {name} SET synchronous_commit = off".encode())
    store = PostgresStore(conninfo)
    with store._connection() as db:
        assert db.execute("SHOW synchronous_commit").fetchone() == ("on",)
    store.close()


def test_a_changed_migration_is_refused(conninfo: str) -> None:
    with psycopg.connect(conninfo) as db:
        db.execute("UPDATE migration SET digest = 'another'")
    with pytest.raises(StoreFault, match="not the one this punto knows"):
        PostgresStore(conninfo)
    with psycopg.connect(conninfo) as db:
        db.execute("INSERT INTO migration VALUES (99, 'later')")
    with pytest.raises(StoreFault, match="newer punto"):
        PostgresStore(conninfo)


def test_a_balance_cannot_go_below_zero_behind_our_back(conninfo: str) -> None:
    with psycopg.connect(conninfo) as db, pytest.raises(psycopg.errors.CheckViolation):
        db.execute("INSERT INTO balance VALUES ('patron:Ann', -1)")


@pytest.mark.slow
def test_the_server_crashes_stops_and_comes_back() -> None:
    """Faults while it is away, nothing lost, one effect for each key, and the ear opens again."""
    with postgres.server() as server:
        conninfo = server.database()
        store = PostgresStore(conninfo, timeout=2)
        heard: Queue[tuple[str, int]] = Queue()
        caught_up = Event()
        listener = Listener(conninfo, lambda stream, at: heard.put((stream, at)), caught_up.set)
        assert caught_up.wait(60)
        for done, how in enumerate((signal.SIGQUIT, signal.SIGINT, signal.SIGKILL), 1):
            (mine,) = appended(store, deed(done, entries=moved("cage", "patron:Ann", 5)))
            assert heard.get(timeout=60) == ("table:1", done)
            caught_up.clear()
            server.stop(how)
            with pytest.raises(StoreFault):
                store.append([deed(done + 1)])
            server.start()
            assert caught_up.wait(60)
            again = store.append([deed(done, entries=moved("cage", "patron:Ann", 5))])
            assert again == [Appended(deed=mine, again=True)]
            assert store.balance("patron:Ann") == 5 * done
        listener.close()
        store.close()


def test_a_cut_connection_is_a_fault_or_nothing_and_then_forgotten(
    conninfo: str, store: PostgresStore
) -> None:
    appended(store, deed(1))
    with psycopg.connect(conninfo, autocommit=True) as db:
        db.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    appended(store, deed(2))
    assert [item.position for item in store.read("table:1")] == [1, 2]


def test_a_server_that_is_not_there_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(StoreFault, match="cannot go on"):
        PostgresStore(f"host={tmp_path} dbname=punto", timeout=0.2)
