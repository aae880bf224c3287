"""What the disk allows: the same bytes in the same groups, in a plain file and in the store."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

from punto.store import codec
from punto.store.contract import Entry, NewDeed
from punto.store.sqlite import SQLiteStore

SOME = 2_000


def bodies(store: Path) -> list[bytes]:
    """Read the last deeds that were written, as they are stored."""
    asked = "SELECT body FROM deed ORDER BY position DESC LIMIT ?"
    with closing(sqlite3.connect(f"file:{store / 'punto.db'}?mode=ro", uri=True)) as connection:
        return [row[0] for row in connection.execute(asked, (SOME,))]


def groups(size: float) -> Iterator[range]:
    """Number things without end, in groups of so many on the average."""
    done = 0
    for number in count(1):
        end = max(done + 1, int(number * size))
        yield range(done, end)
        done = end


def raw(folder: Path, deeds: list[bytes], group: float, seconds: float) -> float:
    """Append to a plain file and sync each group; return how many deeds a second."""
    begun = time.perf_counter()
    with (folder / "raw").open("ab", buffering=0) as file:
        for some in groups(group):
            file.write(b"".join(deeds[n % len(deeds)] for n in some))
            os.fdatasync(file.fileno())
            if (passed := time.perf_counter() - begun) > seconds:
                return some.stop / passed
    return 0.0


def stored(folder: Path, deeds: list[bytes], group: float, seconds: float) -> float:
    """Append to a store of its own, a transaction for each group; return how many a second."""
    moved = [codec.decode(body).entries for body in deeds]

    def deed(n: int) -> NewDeed:
        # Accounts that may go below zero: chips do not matter here.
        entries = tuple(Entry(account=f"x{a}", amount=cents) for a, cents in moved[n % len(deeds)])
        stream, position = f"table:{n % 20}", n // 20 + 1
        body = deeds[n % len(deeds)]
        return NewDeed(stream=stream, position=position, key=str(n), body=body, entries=entries)

    with closing(SQLiteStore(folder / f"{time.time_ns()}.db")) as store:
        begun = time.perf_counter()
        for some in groups(group):
            store.append([deed(n) for n in some])
            if (passed := time.perf_counter() - begun) > seconds:
                return some.stop / passed
    return 0.0
