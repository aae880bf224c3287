"""Group commit: what waits from all tables becomes durable in one transaction.

One thread writes. While it commits, deeds of other tables gather; the next commit takes them all.
A fault of the store fails every deed that waited, none of which was acknowledged.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from queue import Queue
from threading import Thread
from typing import Final

from punto.store.contract import NewDeed, Outcome, Store, StoreFault

MOST_WAITING: Final = 10_000
"""More than that is refused at once: a queue that only grows helps nobody."""
MOST_AT_ONCE: Final = 500

_Waiting = tuple[NewDeed, "Future[Outcome]"]


class GroupWriter:
    """Makes deeds of many tables durable together."""

    def __init__(self, store: Store) -> None:
        """Start the writing thread."""
        self._store = store
        self._waiting: Queue[_Waiting | None] = Queue(MOST_WAITING)
        self._closed = False
        self._thread = Thread(target=self._write, name="punto-writer", daemon=True)
        self._thread.start()

    def submit(self, deed: NewDeed) -> Future[Outcome]:
        """Queue a deed; the future ends when it is durable or refused."""
        if self._closed or self._waiting.full():
            msg = "the store takes no more deeds now"
            raise StoreFault(msg)
        future: Future[Outcome] = Future()
        self._waiting.put((deed, future))
        return future

    async def append(self, deed: NewDeed) -> Outcome:
        """Append a deed; return when it is durable."""
        return await asyncio.wrap_future(self.submit(deed))

    def close(self) -> None:
        """Finish what waits and stop."""
        if not self._closed:
            self._closed = True
            self._waiting.put(None)
            self._thread.join()

    def _write(self) -> None:
        """Commit batch after batch until the end."""
        ended = False
        while not ended:
            first = self._waiting.get()
            batch = [first]
            while len(batch) < MOST_AT_ONCE and not self._waiting.empty():
                batch.append(self._waiting.get())
            ended = None in batch
            self._commit([item for item in batch if item is not None])

    def _commit(self, batch: list[_Waiting]) -> None:
        if not batch:
            return
        try:
            outcomes = self._store.append([deed for deed, _ in batch])
        except Exception as error:  # noqa: BLE001 - whatever it was, nobody may wait for ever
            for _, future in batch:
                future.set_exception(error)
            return
        for (_, future), outcome in zip(batch, outcomes, strict=True):
            future.set_result(outcome)
