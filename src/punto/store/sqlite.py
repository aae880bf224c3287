"""The embedded store: one SQLite file, write-ahead log, every commit synced before it counts."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from threading import RLock
from typing import Any, Final

import apsw
import msgspec

from punto.store.contract import (
    GENESIS,
    Deed,
    Entry,
    Lease,
    NewDeed,
    Outcome,
    Snapshot,
    StoreFault,
    check_balanced,
)
from punto.store.judging import Standing, accounts_of, streams_of
from punto.store.migrations import pending
from punto.store.tidying import Tidier

FILE: Final = "punto.db"
"""Its name in the folder that a server is given."""
BUSY_MS = 5_000
PAGE = 1_000
"""Deeds read at once, so that reading a long history never holds a lock or much memory."""

_STREAMS: Final = (
    "WITH RECURSIVE s (name) AS (SELECT min(stream) FROM deed UNION ALL "
    "SELECT (SELECT min(stream) FROM deed WHERE stream > s.name) FROM s WHERE s.name IS NOT NULL) "
    "SELECT name FROM s WHERE name IS NOT NULL"
)
"""From one stream to the next by the index: a long history is not read for its name."""

MOST_VALUES: Final = 30_000
"""SQLite takes 32,766 values in one statement."""

_HEADS: Final = (
    "WITH asked (stream) AS (VALUES {values}) SELECT json_group_array(json_array(asked.stream, "
    "(SELECT token FROM lease WHERE lease.stream = asked.stream), deed.position, hex(deed.hash))) "
    "FROM asked LEFT JOIN deed ON deed.stream = asked.stream AND deed.position = "
    "(SELECT max(position) FROM deed WHERE deed.stream = asked.stream)"
)
"""In one row: each row lets go of the interpreter's lock and has to wait for it."""
_KNOWN: Final = (
    "WITH asked (stream, key) AS (VALUES {values}) "
    "SELECT deed.stream, deed.position, deed.key, deed.body, deed.hash FROM asked "
    "CROSS JOIN deed ON deed.stream = asked.stream AND deed.key = asked.key"
)
_HELD: Final = (
    "WITH asked (account) AS (VALUES {values}) "
    "SELECT json_group_array(json_array(balance.account, balance.amount)) FROM asked "
    "CROSS JOIN balance ON balance.account = asked.account"
)

_ORPHANS: Final = 'SELECT "table", rowid FROM pragma_foreign_key_check'


class SQLiteStore:
    """Keeps the contract in one file. Safe to share between threads."""

    def __init__(
        self,
        path: Path,
        *,
        synchronous: str = "FULL",
        vfs: str | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Open or create the file and bring its schema up to date.

        `synchronous` other than FULL loses acknowledged deeds in a power cut; it is there for
        the tests that must see that happen.
        """
        self._clock = clock
        self._vfs = vfs
        self._lock = RLock()
        self.path = path
        with _faults():
            self._db = apsw.Connection(str(path), vfs=vfs)
            self._db.set_busy_timeout(BUSY_MS)
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute(f"PRAGMA synchronous = {synchronous}")
            self._db.execute("PRAGMA foreign_keys = ON")
            self._migrate()
            self._open_reader()
        self._tidier = Tidier(lambda: apsw.Connection(str(path), vfs=vfs))
        self._db.set_wal_hook(self._tidier.logged)

    def _open_reader(self) -> None:
        """Read through a connection of its own: looking never waits for a commit's sync."""
        self._reading = RLock()
        self._reader = apsw.Connection(
            str(self.path), flags=apsw.SQLITE_OPEN_READONLY, vfs=self._vfs
        )
        self._reader.set_busy_timeout(BUSY_MS)

    def _migrate(self) -> None:
        """Apply what is new; refuse a file that a newer or another program has made."""
        with self._transaction():
            self._db.execute(
                "CREATE TABLE IF NOT EXISTS migration (number INTEGER PRIMARY KEY, digest TEXT)"
            )
            applied = dict(self._db.execute("SELECT number, digest FROM migration"))
            for step in pending("sqlite", applied, str(self.path)):
                self._db.execute(step.sql)
                self._db.execute("INSERT INTO migration VALUES (?, ?)", (step.number, step.digest))

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Take the write lock first, so that what is read inside is still so at the commit."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    def append(self, deeds: Sequence[NewDeed]) -> list[Outcome]:
        """Append several deeds in one transaction; each stands or fails alone."""
        for deed in deeds:
            check_balanced(deed)
        with self._lock, _faults(), self._transaction():
            standing = self._standing(deeds)
            outcomes = [standing.judge(deed) for deed in deeds]
            self._write("INSERT INTO deed", [_row(deed) for deed in standing.added])
            self._post(standing)
            return outcomes

    def _standing(self, deeds: Sequence[NewDeed]) -> Standing:
        """Read what the deeds may touch, in three questions however many there are."""
        heads = self._gather(_HEADS, [(stream,) for stream in streams_of(deeds)])
        keys = [(deed.stream, deed.key) for deed in deeds]
        return Standing(
            known={(row[0], row[2]): _deed(row) for row in self._ask(_KNOWN, keys)},
            tokens={stream: token for stream, token, _, _ in heads},
            last={s: (at, bytes.fromhex(digest)) for s, _, at, digest in heads if at is not None},
            balances=dict(self._gather(_HELD, [(account,) for account in accounts_of(deeds)])),
        )

    def _post(self, standing: Standing) -> None:
        """Write the entries of the deeds that stand and what the accounts hold after them."""
        self._write(
            "INSERT INTO entry",
            [
                (entry.account, deed.stream, deed.position, entry.amount)
                for deed, entry in standing.posted
            ],
        )
        self._write(
            "INSERT OR REPLACE INTO balance",
            [(account, standing.balances[account]) for account in sorted(standing.changed)],
        )

    def _ask(self, sql: str, rows: list[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
        """Ask one question about many things."""
        for place, number, values in _portions(rows):
            filled = sql.format(values=", ".join([place] * number))
            yield from self._db.execute(filled, values)

    def _gather(self, sql: str, rows: list[tuple[Any, ...]]) -> list[Any]:
        """Ask one question about many things that is answered in JSON."""
        answers = (msgspec.json.decode(text) for (text,) in self._ask(sql, rows))
        return list(chain.from_iterable(answers))

    def _write(self, insert: str, rows: list[tuple[Any, ...]]) -> None:
        """Write many rows in one statement.

        Each statement lets go of the interpreter's lock and then has to wait for it.
        """
        for place, number, values in _portions(rows):
            places = ", ".join([place] * number)
            self._db.execute(f"{insert} VALUES {places}", values)

    def _one(self, sql: str, *values: Any) -> tuple[Any, ...] | None:
        return next(iter(self._reader.execute(sql, values)), None)

    def _find(self, stream: str, key: str) -> Deed | None:
        row = self._one(
            "SELECT stream, position, key, body, hash FROM deed WHERE stream = ? AND key = ?",
            stream,
            key,
        )
        return None if row is None else _deed(row)

    def _last(self, stream: str) -> tuple[int, bytes]:
        row = self._one(
            "SELECT position, hash FROM deed WHERE stream = ? ORDER BY position DESC LIMIT 1",
            stream,
        )
        return (0, GENESIS) if row is None else (row[0], row[1])

    def read(self, stream: str, after: int = 0, limit: int | None = None) -> Iterator[Deed]:
        """Read the deeds of a stream in order, page by page."""
        left = limit
        while left is None or left > 0:
            page = PAGE if left is None else min(PAGE, left)
            with self._reading, _faults():
                rows = list(
                    self._reader.execute(
                        "SELECT stream, position, key, body, hash FROM deed "
                        "WHERE stream = ? AND position > ? ORDER BY position LIMIT ?",
                        (stream, after, page),
                    )
                )
            yield from map(_deed, rows)
            if len(rows) < page:
                return
            after = rows[-1][1]
            left = None if left is None else left - len(rows)

    def find(self, stream: str, key: str) -> Deed | None:
        """Find a deed by its idempotency key."""
        with self._reading, _faults():
            return self._find(stream, key)

    def last(self, stream: str) -> tuple[int, bytes]:
        """Return position and hash of the last deed."""
        with self._reading, _faults():
            return self._last(stream)

    def streams(self) -> list[str]:
        """List the streams by name."""
        with self._reading, _faults():
            return [row[0] for row in self._reader.execute(_STREAMS)]

    def balance(self, account: str) -> int:
        """Return what an account holds."""
        with self._reading, _faults():
            return self._balance(account)

    def _balance(self, account: str) -> int:
        row = self._one("SELECT amount FROM balance WHERE account = ?", account)
        return 0 if row is None else row[0]

    def balances(self, prefix: str = "") -> dict[str, int]:
        """Return all balances of accounts with a prefix."""
        with self._reading, _faults():
            rows = self._reader.execute(
                "SELECT account, amount FROM balance WHERE substr(account, 1, ?) = ? "
                "ORDER BY account",
                (len(prefix), prefix),
            )
            return dict(rows)

    def statement(self, account: str, limit: int = 100) -> list[tuple[str, int, int]]:
        """Return the last entries of an account, newest first."""
        with self._reading, _faults():
            rows = self._reader.execute(
                "SELECT stream, position, amount FROM entry WHERE account = ? "
                "ORDER BY rowid DESC LIMIT ?",
                (account, limit),
            )
            return list(rows)

    def entries(self) -> Iterator[tuple[str, int, Entry]]:
        """Read every entry in the order of appending, page by page."""
        after = 0
        while True:
            with self._reading, _faults():
                rows = list(
                    self._reader.execute(
                        "SELECT rowid, stream, position, account, amount FROM entry "
                        "WHERE rowid > ? ORDER BY rowid LIMIT ?",
                        (after, PAGE),
                    )
                )
            for _, stream, position, account, amount in rows:
                yield stream, position, Entry(account=account, amount=amount)
            if len(rows) < PAGE:
                return
            after = rows[-1][0]

    def put_snapshot(self, snapshot: Snapshot) -> None:
        """Keep a snapshot in place of an older one."""
        with self._lock, _faults():
            self._db.execute(
                "INSERT OR REPLACE INTO snapshot VALUES (?, ?, ?, ?)",
                (snapshot.stream, snapshot.position, snapshot.hash, snapshot.body),
            )

    def snapshot(self, stream: str) -> Snapshot | None:
        """Return the newest snapshot of a stream."""
        with self._reading, _faults():
            row = self._one(
                "SELECT stream, position, hash, body FROM snapshot WHERE stream = ?", stream
            )
        if row is None:
            return None
        return Snapshot(stream=row[0], position=row[1], hash=row[2], body=row[3])

    def put_secret(self, stream: str, name: str, body: bytes) -> None:
        """Keep a secret."""
        with self._lock, _faults():
            self._db.execute("INSERT OR REPLACE INTO secret VALUES (?, ?, ?)", (stream, name, body))

    def secret(self, stream: str, name: str) -> bytes | None:
        """Return a secret of a stream."""
        with self._reading, _faults():
            row = self._one("SELECT body FROM secret WHERE stream = ? AND name = ?", stream, name)
        return None if row is None else row[0]

    def secrets(self) -> list[tuple[str, str]]:
        """List the secrets by stream and name."""
        with self._reading, _faults():
            return list(self._reader.execute("SELECT stream, name FROM secret ORDER BY 1, 2"))

    def acquire(self, stream: str, owner: str, seconds: float) -> Lease | None:
        """Take or renew the lease of a stream."""
        now = self._clock()
        lease: Lease | None = None
        with self._lock, _faults(), self._transaction():
            held_by = "SELECT owner, token, expires FROM lease WHERE stream = ?"
            row = next(iter(self._db.execute(held_by, (stream,))), None)
            held = row is not None and row[0] is not None and row[2] > now
            if row is None or not held or row[0] == owner:
                token = 1 if row is None else row[1] + (0 if held else 1)
                self._db.execute(
                    "INSERT OR REPLACE INTO lease VALUES (?, ?, ?, ?)",
                    (stream, owner, token, now + seconds),
                )
                lease = Lease(stream=stream, owner=owner, token=token)
        return lease

    def release(self, lease: Lease) -> None:
        """Give a lease back."""
        with self._lock, _faults():
            self._db.execute(
                "UPDATE lease SET owner = NULL, expires = 0 WHERE stream = ? AND token = ?",
                (lease.stream, lease.token),
            )

    def backup(self, target: Path) -> None:
        """Copy the file as it is at one moment, while it is in use."""
        if target.exists():
            msg = f"{target} exists already; a backup never overwrites"
            raise StoreFault(msg)
        with _faults():
            # A connection of its own reads one moment of the log and holds up nobody.
            source = apsw.Connection(str(self.path), vfs=self._vfs)
            copy = apsw.Connection(str(target))
            try:
                with copy.backup("main", source, "main") as step:
                    step.step()
            finally:
                copy.close()
                source.close()

    @contextmanager
    def still(self) -> Iterator[SQLiteStore]:
        """Lend a connection of its own that reads one moment of the log and holds up nobody."""
        with _faults():
            store = _StillStore(self.path, self._vfs)
        try:
            yield store
        finally:
            store.close()

    def damage(self) -> list[str]:
        """Let SQLite check the file itself: pages, indexes, constraints; empty is good."""
        with self._lock, _faults():
            found = [str(row[0]) for row in self._db.execute("PRAGMA integrity_check")]
            found += [f"{row[0]} {row[1]} has no deed" for row in self._db.execute(_ORPHANS)]
        return [] if found == ["ok"] else [what for what in found if what != "ok"]

    def close(self) -> None:
        """Close the file, the connection that wrote last: it tidies the log away."""
        with self._lock, self._reading:
            try:
                self._tidier.close()
                self._reader.close()
            finally:
                self._db.close()


class _StillStore(SQLiteStore):
    """A file at one moment: what is committed later is not seen, and nothing can be written."""

    def __init__(self, path: Path, vfs: str | None) -> None:
        self._clock = time.time
        self._vfs = vfs
        self._lock = RLock()
        self.path = path
        self._open_reader()
        self._db = self._reader
        self._tidier = Tidier(lambda: self._reader)  # which never has anything to do
        self._db.execute("BEGIN")
        self._db.execute("SELECT count(*) FROM migration")  # the moment is that of the first read


def _portions(rows: list[tuple[Any, ...]]) -> Iterator[tuple[str, int, list[Any]]]:
    """Cut rows so that a statement can take them: the place of a row, how many, their values."""
    width = len(rows[0]) if rows else 1
    place = f"({', '.join('?' * width)})"
    most = MOST_VALUES // width
    for start in range(0, len(rows), most):
        portion = rows[start : start + most]
        yield place, len(portion), list(chain.from_iterable(portion))


def _row(deed: Deed) -> tuple[Any, ...]:
    return deed.stream, deed.position, deed.key, deed.body, deed.hash


def _deed(row: tuple[Any, ...]) -> Deed:
    return Deed(stream=row[0], position=row[1], key=row[2], body=row[3], hash=row[4])


@contextmanager
def _faults() -> Iterator[None]:
    """Turn what SQLite says into a fault of the store."""
    try:
        yield
    except apsw.Error as error:
        msg = f"the store cannot go on: {error}"
        raise StoreFault(msg) from error
