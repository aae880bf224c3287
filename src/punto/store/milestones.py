"""A table as it stood anywhere in its history, without beginning at the beginning every time.

What is passed on the way is remembered at intervals. Nothing of it is kept with the history, and
nothing is taken on trust: it is the same fold, with the chain checked on the way.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from operator import attrgetter
from threading import Lock
from typing import Final

from punto.core.conduct import evolve
from punto.core.state import Table
from punto.store import codec
from punto.store.contract import GENESIS, Store
from punto.store.recovery import Found, follow, from_snapshot

APART: Final = 2_000
"""Deeds between two milestones: so many are folded in some tens of milliseconds."""


class BehindError(Exception):
    """As much as may be replayed at once was not enough; the next try goes on from there."""

    def __init__(self, reached: int, wanted: int) -> None:
        """Say how far it came."""
        super().__init__(f"the history was read up to deed {reached} of {wanted}")
        self.reached = reached
        self.wanted = wanted


class Milestones:
    """Remembers one table at intervals of its history."""

    def __init__(self, store: Store, stream: str) -> None:
        """Know the beginning only."""
        self._store = store
        self._stream = stream
        self._known = [Found(Table(), 0, GENESIS)]
        self._lock = Lock()

    def at(self, position: int, most: int | None = None) -> Found:
        """Return the table after the deed at a position, or after the last one before it."""
        with self._lock:
            found = self._nearest(position)
            begun = found.position
            for deed in self._store.read(self._stream, begun, position - begun):
                table = found.table
                for event in codec.events_of(codec.decode(deed.body)):
                    table = evolve(table, event)
                found = Found(table, follow(deed, found.position, found.hash), deed.hash)
                enough = most is not None and found.position - begun >= most
                if found.position % APART == 0 or (enough and found.position < position):
                    self._remember(found)
                if enough and found.position < position:
                    raise BehindError(found.position, position)
            return found

    def _nearest(self, position: int) -> Found:
        """Return what is known at a position or before it; the store's snapshot may be nearer."""
        place = bisect_right(self._known, position, key=attrgetter("position")) - 1
        nearest = self._known[place]
        snapshot = from_snapshot(self._store, self._stream)
        if snapshot is not None and nearest.position < snapshot.position <= position:
            return snapshot
        return nearest

    def _remember(self, found: Found) -> None:
        place = bisect_right(self._known, found.position, key=attrgetter("position")) - 1
        if self._known[place].position < found.position:
            insort(self._known, found, key=attrgetter("position"))
