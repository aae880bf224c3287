"""Group commit: what waits from all tables becomes durable in one transaction.

One thread writes. While it commits, deeds of other tables gather; the next commit takes them all.
A fault of the store fails every deed that waited, none of which was acknowledged.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from queue import Full, Queue
from threading import Lock, Thread
from typing import Final

from punto.store.contract import NewDeed, Outcome, Store, StoreFault

MOST_WAITING: Final = 10_000
"""More than that is refused at once: a queue that only grows helps nobody."""
MOST_AT_ONCE: Final = 500

_Waiting = tuple[NewDeed, "Future[Outcome]"]


def _nobody_listens(_fault: BaseException) -> None:
    """Take a report that nobody asked for; the waiting futures carry the fault anyway."""


class GroupWriter:
    """Makes deeds of many tables durable together."""

    def __init__(
        self,
        store: Store,
        *,
        most_waiting: int = MOST_WAITING,
        on_fault: Callable[[BaseException], None] = _nobody_listens,
    ) -> None:
        """Start the writing thread; `on_fault` hears of every commit that failed."""
        self._store = store
        self._on_fault = on_fault
        self._room = most_waiting
        # One place more than deeds may take, so that `close` never waits for room.
        self._waiting: Queue[_Waiting | None] = Queue(most_waiting + 1)
        self._door = Lock()
        self._closed = False
        self._thread = Thread(target=self._write, name="punto-writer", daemon=True)
        self._thread.start()

    def submit(self, deed: NewDeed) -> Future[Outcome]:
        """Queue a deed; the future ends when it is durable or refused."""
        future: Future[Outcome] = Future()
        with self._door:
            if self._closed:
                msg = "the store is closing and takes no more deeds"
                raise StoreFault(msg)
            if self._waiting.qsize() >= self._room:
                msg = f"{self._room} deeds wait for the store already"
                raise StoreFault(msg) from Full()
            self._waiting.put_nowait((deed, future))
        return future

    async def append(self, deed: NewDeed) -> Outcome:
        """Append a deed; return when it is durable.

        Whoever stops waiting does not take the deed back: once queued, it may become durable.
        """
        return await asyncio.shield(asyncio.wrap_future(self.submit(deed)))

    def close(self) -> None:
        """Finish what waits and stop."""
        with self._door:
            if self._closed:
                return
            self._closed = True
            self._waiting.put_nowait(None)
        self._thread.join()

    def _write(self) -> None:
        """Commit batch after batch until the end."""
        ended = False
        while not ended:
            batch = [self._waiting.get()]
            while len(batch) < MOST_AT_ONCE and not self._waiting.empty():
                batch.append(self._waiting.get())
            ended = None in batch
            self._commit([item for item in batch if item is not None])

    def _commit(self, batch: list[_Waiting]) -> None:
        """Append a batch; whatever happens, nobody may wait for ever."""
        wanted = [item for item in batch if item[1].set_running_or_notify_cancel()]
        if not wanted:
            return
        try:
            outcomes = self._store.append([deed for deed, _ in wanted])
        except BaseException as error:  # noqa: BLE001 - the waiting ones get it, whatever it is
            for _, future in wanted:
                future.set_exception(error)
            self._on_fault(error)
            return
        for (_, future), outcome in zip(wanted, outcomes, strict=True):
            future.set_result(outcome)
