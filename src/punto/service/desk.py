"""The auditor's desk: what is remembered for it, and proofs that hold nobody up."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from threading import Event
from typing import Any, Final

from punto.service.searching import Catalogue
from punto.store.contract import Store
from punto.store.verify import Report, verify

TELL_EVERY: Final = 0.25
"""Seconds between two words on how far a proof has come."""


class _StoppedError(Exception):
    """Whoever asked is gone."""


@dataclass(slots=True)
class _Progress:
    """How far a proof has come; written by its thread, read by the loop."""

    total: int
    done: int = 0
    stream: str = ""
    position: int = 0

    def plain(self) -> dict[str, Any]:
        return {
            "stream": self.stream,
            "position": self.position,
            "done": self.done,
            "total": self.total,
        }


class Desk:
    """One for each process."""

    def __init__(self, store: Store) -> None:
        """Read nothing yet."""
        self.catalogue = Catalogue(store)
        self.proving: str | None = None
        """What is being proved now: one thing at a time, so that dealing goes on."""
        self._store = store

    async def prove(self, only: str | None) -> AsyncGenerator[dict[str, Any], None]:
        """Prove a table or the whole store as it is now; tell how far it is, then the report.

        The work is done beside the loop, against one moment of the store, and pauses after every
        deed, so that nobody at a table waits for it. It ends when nobody listens any more.
        """
        self.proving = only or "store"
        stop = Event()
        progress = _Progress(total=0)
        task = asyncio.create_task(asyncio.to_thread(self._prove, only, progress, stop))
        try:
            while not task.done():
                yield progress.plain()
                await asyncio.wait({task}, timeout=TELL_EVERY)
            report = task.result()
            yield progress.plain()
            yield {"report": report.plain()}
        finally:
            stop.set()
            await asyncio.wait({task})
            if not task.cancelled():
                task.exception()
            self.proving = None

    def _prove(self, only: str | None, progress: _Progress, stop: Event) -> Report:
        def passed(stream: str, position: int) -> None:
            progress.stream, progress.position = stream, position
            progress.done += 1
            time.sleep(0)
            if stop.is_set():
                raise _StoppedError

        with self._store.still() as still:
            streams = [stream for stream in still.streams() if only in (None, stream)]
            progress.total = sum(still.last(stream)[0] for stream in streams)
            return verify(still, only=only, progress=passed)
