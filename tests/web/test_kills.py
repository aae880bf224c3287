"""Processes killed and databases stopped under load over HTTP: one effect for each key (R4)."""

from __future__ import annotations

import random
import signal
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Semaphore
from time import monotonic, sleep

import psycopg
import pytest

from punto.store.postgres import PostgresStore
from punto.testing import postgres
from punto.testing.faults import scratch
from tests.support.nursery import Nursery, nursery
from tests.support.served import PATIENCE, Served, address, served
from tests.web import kills
from tests.web.kills import MORE, TABLE, Line, Load, Sent

PARTS, KILLS = 10, 20
SHARED_KILLS = 8
SHARED = MORE | {"PUNTO_LEASE_SECONDS": "3"}
"""The shortest that a machine with other things to do keeps renewing in time."""
SELLERS, SALES = 4, 60
CUTS = 8
AWAY = {(503, "store_fault"), (503, "table_moves"), (503, "not_known")}
Blow = Callable[[postgres.Server], None]


@pytest.fixture(scope="module")
def born() -> Iterator[Nursery]:
    with nursery() as opened:
        yield opened


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_a_killed_server_has_done_exactly_what_it_answered(part: int, born: Nursery) -> None:
    with tempfile.TemporaryDirectory(dir=scratch()) as name:
        load = kills.run_embedded(KILLS, Path(name) / "store", born, part)
    assert load.answered > KILLS
    assert load.silent + load.undone > 0, "no kill came between a command and its answer"


@pytest.mark.slow
@pytest.mark.needs("postgres")
def test_a_killed_server_over_postgres_has_done_exactly_what_it_answered(
    born: Nursery, tmp_path: Path
) -> None:
    with postgres.server() as database:
        conninfo = database.database()
        with served(tmp_path / "one", address(conninfo), nursery=born, more=SHARED) as server:
            load = kills.run(server, SHARED_KILLS, random.Random(1))
        proved(conninfo, load)
    assert load.silent + load.undone > 0, "no kill came between a command and its answer"


def proved(conninfo: str, load: Load) -> None:
    store = PostgresStore(conninfo)
    try:
        kills.prove(store, load)
    finally:
        store.close()


def sell_on(server: Served, token: str, load: Load, mine: int, sold: Callable[[], None]) -> None:
    """Sell chips, and repeat each sale under its key until it is done."""
    with Line(server, token) as line:
        for step in range(SALES):
            key = f"sale {mine} {step}"
            body = {"kind": "buy_in", "patron": "Ann", "amount": 100 + step}
            one = load.sent[key] = Sent(f"{TABLE}/money", body)
            until = monotonic() + 2 * PATIENCE
            while one.position is None:
                assert monotonic() < until, f"{key}: the server does not recover"
                # The server lives through everything here: it may refuse, but not hang up.
                status, answer = line.send(one.path, body, key)
                if status == 200:
                    one.position = answer["position"]
                    load.answered += 1
                    load.silent += answer["again"]
                else:
                    assert (status, answer["code"]) in AWAY, answer
                    load.undone += 1
                    sleep(0.02)
            sold()


def disturbed(born: Nursery, folder: Path, blows: Sequence[Blow]) -> Load:
    """Sell over HTTP while PostgreSQL is struck; the server is never started again."""
    load, sold = Load(), Semaphore(0)
    with postgres.server() as database:
        conninfo = database.database()
        with served(folder / "one", address(conninfo), nursery=born, more=SHARED) as server:
            token = kills.sign_in(server)
            kills.open_table(server, token, load)
            process = server.process
            with ThreadPoolExecutor(SELLERS) as hands:
                at_work = [
                    hands.submit(sell_on, server, token, load, mine, sold.release)
                    for mine in range(SELLERS)
                ]
                for blow in blows:
                    for _ in range(SELLERS * SALES // (len(blows) + 1)):
                        assert sold.acquire(timeout=PATIENCE), server.told()
                    blow(database)
                for done in at_work:
                    done.result()
            assert server.process is process
            assert server.stop() == 0
        proved(conninfo, load)
    return load


def cut(database: postgres.Server) -> None:
    """End every connection of the server, whatever it is doing."""
    with psycopg.connect(database.conninfo("postgres"), autocommit=True) as db:
        db.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname <> 'postgres' AND pid <> pg_backend_pid()"
        )


def stopped(how: signal.Signals) -> Blow:
    """Stop the database, by request, as in a crash, or dead; and start it again."""

    def blow(database: postgres.Server) -> None:
        database.stop(how)
        database.start()

    return blow


@pytest.mark.slow
@pytest.mark.needs("postgres")
def test_a_database_that_stops_under_load_and_comes_back(born: Nursery, tmp_path: Path) -> None:
    ways = (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL)
    load = disturbed(born, tmp_path, [stopped(how) for how in ways])
    assert load.undone > 0, "nobody noticed that the database was away"


@pytest.mark.slow
@pytest.mark.needs("postgres")
def test_connections_cut_under_load(born: Nursery, tmp_path: Path) -> None:
    load = disturbed(born, tmp_path, [cut] * CUTS)
    assert load.answered == SELLERS * SALES
