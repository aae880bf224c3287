"""Group commit: what waits from all tables becomes durable in one transaction.

One thread writes. While it commits, deeds of other tables gather; the next commit takes them all.
A fault of the store fails every deed that waited, none of which was acknowledged.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, Full, SimpleQueue
from threading import Lock, Thread
from typing import Final

from punto.store.contract import NewDeed, Outcome, Store, StoreFault

MOST_WAITING: Final = 10_000
"""More than that is refused at once: a queue that only grows helps nobody."""
MOST_AT_ONCE: Final = 500

Result = Outcome | BaseException


@dataclass(frozen=True, slots=True)
class _Later:
    """A coroutine that waits for its deed."""

    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Outcome]


_Waiting = tuple[NewDeed, "Future[Outcome] | _Later"]


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
        self._waiting: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._door = Lock()
        self._closed = False
        self.commits = 0
        """How many groups were written,"""
        self.deeds = 0
        """and how many deeds were in them."""
        self._thread = Thread(target=self._write, name="punto-writer", daemon=True)
        self._thread.start()

    def submit(self, deed: NewDeed) -> Future[Outcome]:
        """Queue a deed; the future ends when it is durable or refused."""
        future: Future[Outcome] = Future()
        self._queue(deed, future)
        return future

    async def append(self, deed: NewDeed) -> Outcome:
        """Append a deed; return when it is durable.

        Whoever stops waiting does not take the deed back: once queued, it may become durable.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Outcome] = loop.create_future()
        self._queue(deed, _Later(loop, future))
        return await future

    def _queue(self, deed: NewDeed, reply: Future[Outcome] | _Later) -> None:
        with self._door:
            if self._closed:
                msg = "the store is closing and takes no more deeds"
                raise StoreFault(msg)
            if self._waiting.qsize() >= self._room:
                msg = f"{self._room} deeds wait for the store already"
                raise StoreFault(msg) from Full()
            self._waiting.put((deed, reply))

    def close(self) -> None:
        """Finish what waits and stop."""
        with self._door:
            if self._closed:
                return
            self._closed = True
            self._waiting.put(None)
        self._thread.join()

    def _write(self) -> None:
        """Commit batch after batch until the end."""
        ended = False
        while not ended:
            batch = [self._waiting.get()]
            with suppress(Empty):
                while len(batch) < MOST_AT_ONCE:
                    batch.append(self._waiting.get_nowait())
            ended = None in batch
            self._commit([item for item in batch if item is not None])

    def _commit(self, batch: list[_Waiting]) -> None:
        """Append a batch; whatever happens, nobody may wait for ever."""
        wanted = [
            (deed, reply)
            for deed, reply in batch
            if isinstance(reply, _Later) or reply.set_running_or_notify_cancel()
        ]
        if not wanted:
            return
        replies = [reply for _, reply in wanted]
        try:
            outcomes = self._store.append([deed for deed, _ in wanted])
        except BaseException as error:  # noqa: BLE001 - the waiting ones get it, whatever it is
            try:
                self._on_fault(error)
            finally:
                self._answer(replies, [error] * len(wanted))
            return
        self.commits += 1
        self.deeds += len(wanted)
        self._answer(replies, outcomes)

    def _answer(
        self, replies: Sequence[Future[Outcome] | _Later], results: Sequence[Result]
    ) -> None:
        """Let everybody go on; each event loop is woken once for all who wait in it."""
        loops: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Outcome], Result]]]
        loops = defaultdict(list)
        for reply, result in zip(replies, results, strict=True):
            if isinstance(reply, _Later):
                loops[reply.loop].append((reply.future, result))
            elif isinstance(result, BaseException):
                reply.set_exception(result)
            else:
                reply.set_result(result)
        for loop, waiting in loops.items():
            # A loop that was closed meanwhile has nobody left who could be told.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(_tell, waiting)


def _tell(waiting: list[tuple[asyncio.Future[Outcome], Result]]) -> None:
    for future, result in waiting:
        if future.done():
            continue
        if isinstance(result, BaseException):
            future.set_exception(result)
        else:
            future.set_result(result)
