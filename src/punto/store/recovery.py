"""A table exactly where its last durable deed left it: a snapshot, and the deeds after it.

Recovery is replay and nothing else. A snapshot only shortens it: one that is damaged, of another
program's shape, or not of this history is passed over, and the replay begins at the beginning.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Final

import msgspec

from punto.core.conduct import evolve
from punto.core.state import Table
from punto.store import codec
from punto.store.contract import GENESIS, Deed, Snapshot, Store, StoreFault, chain

EVERY: Final = 500
"""Deeds between two snapshots: so many take some tens of milliseconds to replay."""


@dataclass(frozen=True, slots=True)
class Found:
    """A table, the position of its last deed, and the hash there."""

    table: Table
    position: int
    hash: bytes


def recover(store: Store, stream: str) -> Found:
    """Rebuild a table from its newest good snapshot and what came after it."""
    start = from_snapshot(store, stream)
    return replay(store, stream, start or Found(Table(), 0, GENESIS))


def replay(store: Store, stream: str, start: Found) -> Found:
    """Go on from `start` to the end of the stream, checking the chain on the way."""
    table, position, digest = start.table, start.position, start.hash
    for deed in store.read(stream, position):
        position, digest = follow(deed, position, digest), deed.hash
        for event in codec.events_of(codec.decode(deed.body)):
            table = evolve(table, event)
    return Found(table, position, digest)


def follow(deed: Deed, position: int, digest: bytes) -> int:
    """Hold a deed to the one before it; return its position."""
    if deed.position != position + 1:
        msg = f"{deed.stream}: deed {position + 1} is missing"
        raise StoreFault(msg)
    if chain(digest, deed.body) != deed.hash:
        msg = f"{deed.stream}: deed {deed.position} does not follow from the one before it"
        raise StoreFault(msg)
    return deed.position


# --- snapshots ------------------------------------------------------------------------------------


def keep_snapshot(store: Store, stream: str, found: Found) -> None:
    """Store a snapshot; its body carries the shape of the program and a digest of itself."""
    body = shape() + codec.encode_table(found.table)
    sealed = _seal(found.hash, body) + body
    store.put_snapshot(
        Snapshot(stream=stream, position=found.position, hash=found.hash, body=sealed)
    )


def due(position: int) -> bool:
    """Tell whether a snapshot should be kept after the deed at `position`."""
    return position % EVERY == 0


def from_snapshot(store: Store, stream: str) -> Found | None:
    """Start from the snapshot if it is whole, of this program's shape and of this history."""
    snapshot = store.snapshot(stream)
    if snapshot is None or not intact(snapshot):
        return None
    deed = next(store.read(stream, snapshot.position - 1, 1), None)
    if deed is None or deed.position != snapshot.position or deed.hash != snapshot.hash:
        return None
    return Found(opened(snapshot), snapshot.position, snapshot.hash)


def intact(snapshot: Snapshot) -> bool:
    """Tell whether a snapshot is whole and has the shape that this program writes."""
    seal, body = snapshot.body[:32], snapshot.body[32:]
    return seal == _seal(snapshot.hash, body) and body[:32] == shape()


def whole(snapshot: Snapshot) -> bool:
    """Tell whether a snapshot is as it was written, by this program or an older one."""
    return snapshot.body[:32] == _seal(snapshot.hash, snapshot.body[32:])


def opened(snapshot: Snapshot) -> Table:
    """Read the table of an intact snapshot."""
    return codec.decode_table(snapshot.body[64:])


def _seal(digest: bytes, body: bytes) -> bytes:
    return sha256(b"snapshot" + digest + body).digest()


@cache
def shape() -> bytes:
    """Return the digest of what a table is made of: another shape, another program."""
    return sha256(msgspec.json.encode(msgspec.json.schema(Table), order="sorted")).digest()
