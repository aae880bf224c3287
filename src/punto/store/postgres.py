"""The store for several processes and machines: PostgreSQL 15 and later decides who was first.

An append locks the heads of its streams, then the balances it touches, each in order of name, so
that appends wait for each other and never block for ever. What it finds then is still so at the
commit. Every commit tells the other processes `stream position` (see `punto.store.listening`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psycopg
from psycopg_pool import ConnectionPool

from punto.store.contract import (
    GENESIS,
    Appended,
    Deed,
    Entry,
    Fenced,
    Lease,
    NewDeed,
    NotEnoughMoney,
    Outcome,
    PositionTaken,
    Snapshot,
    chain,
    check_balanced,
    gains,
    must_not_go_below_zero,
)
from punto.store.copying import write_copy
from punto.store.migrations import pending
from punto.store.postgres_reading import AtOneMoment, Connection, Reading, deed_from, faults

CHANNEL: Final = "punto_deeds"
SETTINGS: Final = "-c synchronous_commit=on -c lock_timeout=10s"
"""Acknowledged means durable, whatever the server's configuration says."""
GIVE_UP: Final = 0.5
"""Seconds after which the pool stops trying by itself, at ever longer intervals, to reach a server
that is away: the next append then tries at once."""
MIGRATING: Final = 0x70756E746F
"""The advisory lock under which a schema is brought up to date."""


@dataclass(slots=True)
class _Head:
    """Where a stream is while its lock is held."""

    position: int
    hash: bytes
    token: int


class PostgresStore(Reading):
    """Keeps the contract in PostgreSQL. Safe to share between threads and processes."""

    def __init__(self, conninfo: str, *, connections: int = 4, timeout: float = 5.0) -> None:
        """Connect and bring the schema up to date; `timeout` bounds the wait for a connection."""
        self.conninfo = conninfo
        self._pool: ConnectionPool[Connection] = ConnectionPool(
            conninfo,
            min_size=1,
            max_size=connections,
            timeout=timeout,
            reconnect_timeout=GIVE_UP,
            kwargs={"options": SETTINGS, "autocommit": False},
            check=ConnectionPool.check_connection,
            open=False,
            name="punto-store",
        )
        try:
            with faults():
                self._pool.open(wait=True, timeout=timeout)
            self._migrate()
        except BaseException:
            self._pool.close()
            raise

    @contextmanager
    def _connection(self) -> Iterator[Connection]:
        """Lend a connection; its transaction commits at the end, or is rolled back by a fault."""
        with faults(), self._pool.connection() as connection:
            yield connection

    def version(self) -> int:
        """Return the version of the server as it states it: 150004 is 15.4."""
        with self._connection() as db:
            return db.info.server_version

    def _migrate(self) -> None:
        with self._connection() as db:
            db.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATING,))
            db.execute(
                "CREATE TABLE IF NOT EXISTS migration (number bigint PRIMARY KEY, digest text)"
            )
            rows = db.execute("SELECT number, digest FROM migration").fetchall()
            for step in pending("postgres", {row[0]: row[1] for row in rows}, "this database"):
                db.execute(step.sql.encode())
                db.execute("INSERT INTO migration VALUES (%s, %s)", (step.number, step.digest))

    # --- appending --------------------------------------------------------------------------------

    def append(self, deeds: Sequence[NewDeed]) -> list[Outcome]:
        """Append several deeds in one transaction; each stands or fails alone."""
        for deed in deeds:
            check_balanced(deed)
        if not deeds:
            return []
        with self._connection() as db:
            heads = _lock_heads(db, {deed.stream for deed in deeds})
            known = _known(db, deeds)
            accounts = {entry.account for deed in deeds for entry in deed.entries}
            balances, fresh = _lock_balances(db, accounts)
            outcomes: list[Outcome] = []
            added: list[tuple[NewDeed, Deed]] = []
            for deed in deeds:
                outcome = _judge(deed, heads[deed.stream], known, balances)
                outcomes.append(outcome)
                if isinstance(outcome, Appended) and not outcome.again:
                    known[deed.stream, deed.key] = outcome.deed
                    added.append((deed, outcome.deed))
            _write(db, added, balances, fresh)
        return outcomes

    # --- beside the history -----------------------------------------------------------------------

    def put_snapshot(self, snapshot: Snapshot) -> None:
        """Keep a snapshot in place of an older one."""
        with self._connection() as db:
            db.execute(
                "INSERT INTO snapshot VALUES (%s, %s, %s, %s) ON CONFLICT (stream) DO UPDATE "
                "SET position = excluded.position, hash = excluded.hash, body = excluded.body",
                (snapshot.stream, snapshot.position, snapshot.hash, snapshot.body),
            )

    def put_secret(self, stream: str, name: str, body: bytes) -> None:
        """Keep a secret."""
        with self._connection() as db:
            db.execute(
                "INSERT INTO secret VALUES (%s, %s, %s) "
                "ON CONFLICT (stream, name) DO UPDATE SET body = excluded.body",
                (stream, name, body),
            )

    def acquire(self, stream: str, owner: str, seconds: float) -> Lease | None:
        """Take or renew the lease of a stream; the database's clock decides."""
        with self._connection() as db:
            db.execute("INSERT INTO lease (stream) VALUES (%s) ON CONFLICT DO NOTHING", (stream,))
            row = db.execute(
                "UPDATE lease SET owner = %(owner)s, "
                "token = token + CASE WHEN lease.owner = %(owner)s AND expires > clock_timestamp() "
                "THEN 0 ELSE 1 END, "
                "expires = clock_timestamp() + %(seconds)s * interval '1 second' "
                "WHERE stream = %(stream)s AND (owner IS NULL OR owner = %(owner)s "
                "OR expires <= clock_timestamp()) RETURNING token",
                {"stream": stream, "owner": owner, "seconds": seconds},
            ).fetchone()
        return None if row is None else Lease(stream=stream, owner=owner, token=row[0])

    def release(self, lease: Lease) -> None:
        """Give a lease back."""
        with self._connection() as db:
            db.execute(
                "UPDATE lease SET owner = NULL, expires = '-infinity' "
                "WHERE stream = %s AND token = %s",
                (lease.stream, lease.token),
            )

    def backup(self, target: Path) -> None:
        """Write everything, as it is at one moment, into a SQLite file."""
        with self.still() as store:
            write_copy(store, target)

    @contextmanager
    def still(self) -> Iterator[AtOneMoment]:
        """Lend a connection of its own that sees what was committed when it first read."""
        with faults(), psycopg.connect(self.conninfo) as db:
            db.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            db.read_only = True
            db.execute("SELECT 1 FROM migration LIMIT 1")
            yield AtOneMoment(db)

    def close(self) -> None:
        """Let go of the connections."""
        self._pool.close()


def _lock_heads(db: Connection, streams: set[str]) -> dict[str, _Head]:
    """Lock streams in order of name, new ones too, and find their heads once that is done."""
    names = sorted(streams)
    db.execute(
        "INSERT INTO lease (stream) SELECT s FROM unnest(%s::text[]) AS s "
        "WHERE s NOT IN (SELECT stream FROM lease WHERE stream = ANY(%s)) "
        'ORDER BY s COLLATE "C" ON CONFLICT DO NOTHING',
        (names, names),
    )
    locked = db.execute(
        "SELECT stream, token FROM lease WHERE stream = ANY(%s) ORDER BY stream FOR UPDATE",
        (names,),
    )
    heads = {row[0]: _Head(0, GENESIS, row[1]) for row in locked}
    # A statement of its own: the one above saw the world as it was before it had to wait.
    last = db.execute(
        "SELECT s, d.position, d.hash FROM unnest(%s::text[]) AS s CROSS JOIN LATERAL "
        "(SELECT position, hash FROM deed WHERE stream = s ORDER BY position DESC LIMIT 1) AS d",
        (names,),
    )
    for stream, position, digest in last:
        heads[stream].position, heads[stream].hash = position, digest
    return heads


def _known(db: Connection, deeds: Sequence[NewDeed]) -> dict[tuple[str, str], Deed]:
    """Find the deeds whose keys are there already."""
    rows = db.execute(
        "SELECT d.stream, d.position, d.key, d.body, d.hash FROM deed d "
        "JOIN unnest(%s::text[], %s::text[]) AS wanted (stream, key) USING (stream, key)",
        ([deed.stream for deed in deeds], [deed.key for deed in deeds]),
    )
    return {(row[0], row[2]): deed_from(row) for row in rows}


def _lock_balances(db: Connection, accounts: set[str]) -> tuple[dict[str, int], set[str]]:
    """Lock balances in order of name; tell which accounts are new."""
    if not accounts:
        return {}, set()
    names = sorted(accounts)
    fresh = db.execute(
        "INSERT INTO balance SELECT a, 0 FROM unnest(%s::text[]) AS a "
        'ORDER BY a COLLATE "C" ON CONFLICT DO NOTHING RETURNING account',
        (names,),
    ).fetchall()
    rows = db.execute(
        "SELECT account, amount FROM balance WHERE account = ANY(%s) ORDER BY account FOR UPDATE",
        (names,),
    )
    return {row[0]: row[1] for row in rows}, {row[0] for row in fresh}


def _judge(
    deed: NewDeed, head: _Head, known: dict[tuple[str, str], Deed], balances: dict[str, int]
) -> Outcome:
    """Say what becomes of a deed, and move head and balances along if it stands."""
    found = known.get((deed.stream, deed.key))
    if found is not None:
        return Appended(deed=found, again=True)
    if deed.token is not None and head.token != deed.token:
        return Fenced(stream=deed.stream)
    if deed.position != head.position + 1:
        return PositionTaken(stream=deed.stream, last=head.position)
    changed = gains(deed)
    for account, gained in changed.items():
        if balances[account] + gained < 0 and must_not_go_below_zero(account):
            return NotEnoughMoney(account=account, balance=balances[account])
    for account, gained in changed.items():
        balances[account] += gained
    head.position, head.hash = deed.position, chain(head.hash, deed.body)
    stored = Deed(
        stream=deed.stream,
        position=deed.position,
        key=deed.key,
        body=deed.body,
        hash=head.hash,
    )
    return Appended(deed=stored, again=False)


def _write(
    db: Connection,
    added: list[tuple[NewDeed, Deed]],
    balances: dict[str, int],
    fresh: set[str],
) -> None:
    """Write what stands, each table in one statement, and tell the other processes."""
    used = {entry.account for new, _ in added for entry in new.entries}
    if fresh - used:
        db.execute("DELETE FROM balance WHERE account = ANY(%s)", (sorted(fresh - used),))
    if not added:
        return
    deeds = [deed for _, deed in added]
    db.execute(
        "INSERT INTO deed SELECT * FROM unnest"
        "(%s::text[], %s::bigint[], %s::text[], %s::bytea[], %s::bytea[])",
        (
            [deed.stream for deed in deeds],
            [deed.position for deed in deeds],
            [deed.key for deed in deeds],
            [deed.body for deed in deeds],
            [deed.hash for deed in deeds],
        ),
    )
    if used:
        _post(db, added, {account: balances[account] for account in sorted(used)})
    db.execute(
        "SELECT pg_notify(%s, n) FROM unnest(%s::text[]) AS n",
        (CHANNEL, [f"{deed.stream} {deed.position}" for deed in deeds]),
    )


def _post(db: Connection, added: list[tuple[NewDeed, Deed]], after: dict[str, int]) -> None:
    """Write the entries in order and what the accounts hold after them."""
    rows: list[tuple[Entry, Deed]] = [(e, deed) for new, deed in added for e in new.entries]
    db.execute(
        "INSERT INTO entry (account, stream, position, amount) SELECT a, s, p, m FROM unnest"
        "(%s::text[], %s::text[], %s::bigint[], %s::bigint[]) WITH ORDINALITY AS n (a, s, p, m, o)"
        " ORDER BY o",
        (
            [entry.account for entry, _ in rows],
            [deed.stream for _, deed in rows],
            [deed.position for _, deed in rows],
            [entry.amount for entry, _ in rows],
        ),
    )
    db.execute(
        "UPDATE balance SET amount = n.amount "
        "FROM unnest(%s::text[], %s::bigint[]) AS n (account, amount) "
        "WHERE balance.account = n.account",
        (list(after), list(after.values())),
    )
