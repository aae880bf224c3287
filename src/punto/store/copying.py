"""Everything of one store into another, so that a backup of any store is one SQLite file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from punto.store.contract import Appended, Deed, Entry, NewDeed, Store, StoreFault

AT_ONCE = 500


def write_copy(source: Store, target: Path) -> None:
    """Write everything of a store that stands still into a new SQLite file."""
    from punto.store.sqlite import SQLiteStore  # noqa: PLC0415 - only a backup needs SQLite

    if target.exists():
        msg = f"{target} exists already; a backup never overwrites"
        raise StoreFault(msg)
    copy = SQLiteStore(target)
    try:
        copy_all(source, copy)
    finally:
        copy.close()


def copy_all(source: Store, target: Store) -> int:
    """Copy deeds, money, snapshots and secrets into an empty store; return the number of deeds.

    Hashes are computed anew by the target, so a copy of damaged history does not go unnoticed.
    Leases stay behind: they belong to processes, not to the history.
    """
    if target.streams():
        msg = "the store to restore into is not empty"
        raise StoreFault(msg)
    copied = 0
    batch: list[tuple[Deed, tuple[Entry, ...]]] = []
    for item in _in_order(source):
        batch.append(item)
        if len(batch) == AT_ONCE:
            copied += _append(batch, target)
            batch.clear()
    copied += _append(batch, target)
    for stream in source.streams():
        snapshot = source.snapshot(stream)
        if snapshot is not None:
            target.put_snapshot(snapshot)
    for stream, name in source.secrets():
        body = source.secret(stream, name)
        if body is not None:
            target.put_secret(stream, name, body)
    return copied


def _in_order(source: Store) -> Iterator[tuple[Deed, tuple[Entry, ...]]]:
    """Yield every deed with its entries, so that each account sees them in the order of before."""
    reading = {stream: source.read(stream) for stream in source.streams()}
    done: defaultdict[str, int] = defaultdict(int)
    for (stream, position), rows in groupby(source.entries(), lambda row: (row[0], row[1])):
        while done[stream] < position:
            deed = next(reading[stream], None)
            if deed is None:
                msg = f"{stream} has entries of deed {position}, which does not exist"
                raise StoreFault(msg)
            done[stream] = deed.position
            entries = tuple(row[2] for row in rows) if deed.position == position else ()
            yield deed, entries
    for rest in reading.values():
        for deed in rest:
            yield deed, ()


def _append(batch: list[tuple[Deed, tuple[Entry, ...]]], target: Store) -> int:
    new = [
        NewDeed(
            stream=deed.stream,
            position=deed.position,
            key=deed.key,
            body=deed.body,
            entries=entries,
        )
        for deed, entries in batch
    ]
    for (deed, _), outcome in zip(batch, target.append(new), strict=True):
        if not isinstance(outcome, Appended) or outcome.deed.hash != deed.hash:
            msg = f"deed {deed.position} of {deed.stream} does not follow from the one before it"
            raise StoreFault(msg)
    return len(batch)
