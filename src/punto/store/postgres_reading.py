"""What a PostgreSQL store answers, over a pool of connections or at one moment of one of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Final, LiteralString, NoReturn

import psycopg

from punto.store.contract import (
    GENESIS,
    Deed,
    Entry,
    Lease,
    NewDeed,
    Outcome,
    Snapshot,
    StoreFault,
)

PAGE: Final = 1_000

Connection = psycopg.Connection[tuple[Any, ...]]
Row = tuple[Any, ...]

_DEED: Final = "SELECT stream, position, key, body, hash FROM deed "

_STREAMS: Final = (
    "WITH RECURSIVE s (name) AS (SELECT min(stream) FROM deed UNION ALL "
    "SELECT (SELECT min(stream) FROM deed WHERE stream > s.name) FROM s WHERE s.name IS NOT NULL) "
    "SELECT name FROM s WHERE name IS NOT NULL"
)
"""From one stream to the next by the index: a long history is not read for its name."""


@contextmanager
def faults() -> Iterator[None]:
    """Turn what PostgreSQL says, or that it says nothing, into a fault of the store."""
    try:
        yield
    except psycopg.Error as error:
        msg = f"the store cannot go on: {error}"
        raise StoreFault(msg) from error


class Reading(ABC):
    """The half of the contract that changes nothing."""

    @abstractmethod
    def _connection(self) -> AbstractContextManager[Connection]:
        """Lend a connection."""

    def _rows(self, sql: LiteralString, *values: object) -> list[Row]:
        with self._connection() as db:
            return db.execute(sql, values).fetchall()

    def _one(self, sql: LiteralString, *values: object) -> Row | None:
        with self._connection() as db:
            return db.execute(sql, values).fetchone()

    def read(self, stream: str, after: int = 0, limit: int | None = None) -> Iterator[Deed]:
        """Read the deeds of a stream in order, page by page."""
        left = limit
        while left is None or left > 0:
            page = PAGE if left is None else min(PAGE, left)
            rows = self._rows(
                _DEED + "WHERE stream = %s AND position > %s ORDER BY position LIMIT %s",
                stream,
                after,
                page,
            )
            yield from map(deed_from, rows)
            if len(rows) < page:
                return
            after = rows[-1][1]
            left = None if left is None else left - len(rows)

    def find(self, stream: str, key: str) -> Deed | None:
        """Find a deed by its idempotency key."""
        row = self._one(_DEED + "WHERE stream = %s AND key = %s", stream, key)
        return None if row is None else deed_from(row)

    def last(self, stream: str) -> tuple[int, bytes]:
        """Return position and hash of the last deed."""
        row = self._one(
            "SELECT position, hash FROM deed WHERE stream = %s ORDER BY position DESC LIMIT 1",
            stream,
        )
        return (0, GENESIS) if row is None else (row[0], row[1])

    def streams(self) -> list[str]:
        """List the streams by name."""
        return [row[0] for row in self._rows(_STREAMS)]

    def balance(self, account: str) -> int:
        """Return what an account holds."""
        row = self._one("SELECT amount FROM balance WHERE account = %s", account)
        return 0 if row is None else row[0]

    def balances(self, prefix: str = "") -> dict[str, int]:
        """Return all balances of accounts with a prefix."""
        rows = self._rows(
            "SELECT account, amount FROM balance WHERE starts_with(account, %s) ORDER BY account",
            prefix,
        )
        return {row[0]: row[1] for row in rows}

    def statement(self, account: str, limit: int = 100) -> list[tuple[str, int, int]]:
        """Return the last entries of an account, newest first."""
        rows = self._rows(
            "SELECT stream, position, amount FROM entry WHERE account = %s "
            "ORDER BY number DESC LIMIT %s",
            account,
            limit,
        )
        return [(row[0], row[1], row[2]) for row in rows]

    def entries(self) -> Iterator[tuple[str, int, Entry]]:
        """Read every entry in the order of appending, page by page."""
        after = 0
        while True:
            rows = self._rows(
                "SELECT number, stream, position, account, amount FROM entry "
                "WHERE number > %s ORDER BY number LIMIT %s",
                after,
                PAGE,
            )
            for _, stream, position, account, amount in rows:
                yield stream, position, Entry(account=account, amount=amount)
            if len(rows) < PAGE:
                return
            after = rows[-1][0]

    def snapshot(self, stream: str) -> Snapshot | None:
        """Return the newest snapshot of a stream."""
        row = self._one(
            "SELECT stream, position, hash, body FROM snapshot WHERE stream = %s", stream
        )
        if row is None:
            return None
        return Snapshot(stream=row[0], position=row[1], hash=row[2], body=row[3])

    def secret(self, stream: str, name: str) -> bytes | None:
        """Return a secret of a stream."""
        row = self._one("SELECT body FROM secret WHERE stream = %s AND name = %s", stream, name)
        return None if row is None else row[0]

    def secrets(self) -> list[tuple[str, str]]:
        """List the secrets by stream and name."""
        rows = self._rows("SELECT stream, name FROM secret ORDER BY stream, name")
        return [(row[0], row[1]) for row in rows]


class AtOneMoment(Reading):
    """A store that stands still: one transaction that sees what was committed when it began."""

    def __init__(self, db: Connection) -> None:
        """Read through a connection whose isolation level is at least repeatable read."""
        self._db = db

    @contextmanager
    def _connection(self) -> Iterator[Connection]:
        with faults():
            yield self._db

    def append(self, deeds: Sequence[NewDeed]) -> list[Outcome]:
        """Refuse: the past does not change."""
        _refuse(deeds)

    def put_snapshot(self, snapshot: Snapshot) -> None:
        """Refuse."""
        _refuse(snapshot)

    def put_secret(self, stream: str, name: str, body: bytes) -> None:
        """Refuse."""
        _refuse(stream, name, body)

    def acquire(self, stream: str, owner: str, seconds: float) -> Lease | None:
        """Refuse."""
        _refuse(stream, owner, seconds)

    def release(self, lease: Lease) -> None:
        """Refuse."""
        _refuse(lease)

    def backup(self, target: Path) -> None:
        """Refuse."""
        _refuse(target)

    @contextmanager
    def still(self) -> Iterator[AtOneMoment]:
        """Stand still already."""
        yield self

    def close(self) -> None:
        """Leave the connection to whoever opened it."""


def _refuse(*_: object) -> NoReturn:
    msg = "this is a past moment of a store, and the past does not change"
    raise StoreFault(msg)


def deed_from(row: Row) -> Deed:
    """Make a deed of a row."""
    return Deed(stream=row[0], position=row[1], key=row[2], body=row[3], hash=row[4])
