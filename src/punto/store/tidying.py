"""Moving what the write-ahead log holds into the file, beside the thread that commits.

SQLite by itself lets the commit that fills the log do this, which then takes several syncs instead
of one. Here a thread does it while commits go on. What they have added meanwhile is left over, so
from time to time a commit moves that rest, which is little, and the log starts anew.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing, suppress
from threading import Event, Lock, Thread
from typing import Final

import apsw

EVERY: Final = 4_000
"""Pages that are added to the log before they are moved: most are the same few pages again."""
MOST: Final = 8_000
"""Pages in the log (32 MB) from which on a commit moves the rest."""


class Tidier:
    """Keeps the log of one file short."""

    def __init__(self, connect: Callable[[], apsw.Connection]) -> None:
        """Wait for work; `connect` opens a connection for it when there is some."""
        self._connect = connect
        self._due = Event()
        self._starting = Lock()
        self._closed = False
        self._thread: Thread | None = None
        self._moved = 0
        self.idle = Event()
        """Set while there is nothing to do."""
        self.idle.set()

    def logged(self, committing: apsw.Connection, _name: str, pages: int) -> int:
        """Hear from a commit how long the log is; it is durable, whatever happens here."""
        if pages < self._moved:
            self._moved = 0
        if pages >= self._moved + EVERY and self.idle.is_set():
            self._start(pages)
        elif pages >= (MOST if self.idle.is_set() else 5 * MOST):
            # Whatever keeps it from working is met again by the next commit, or by a writer.
            with suppress(apsw.Error):
                committing.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
        return apsw.SQLITE_OK

    def _start(self, pages: int) -> None:
        with self._starting:
            if self._closed:
                return
            self._moved = pages
            self.idle.clear()
            self._due.set()
            if self._thread is None:
                self._thread = Thread(target=self._work, name="punto-tidier", daemon=True)
                self._thread.start()

    def _work(self) -> None:
        """Move what is there whenever it is due; after a fault the next start tries again."""
        try:
            self._move()
        except apsw.Error:
            with self._starting:
                self._thread = None
        finally:
            self.idle.set()

    def _move(self) -> None:
        with closing(self._connect()) as connection:
            while self._due.wait() and not self._closed:
                self._due.clear()
                # As a statement it opens the log, which a new connection has not done yet.
                list(connection.execute("PRAGMA wal_checkpoint(PASSIVE)"))
                self.idle.set()

    def close(self) -> None:
        """Finish what is under way and stop."""
        with self._starting:
            self._closed = True
            self._due.set()
            working = self._thread
        if working is not None:
            working.join()
