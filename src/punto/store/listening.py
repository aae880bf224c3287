"""Hear of deeds that other processes appended to PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from typing import Any, Final

import psycopg

from punto.store.postgres import CHANNEL

WAKES: Final = 0.5
"""Seconds between looks at whether to stop."""
RETRY: Final = 0.2

Connection = psycopg.Connection[tuple[Any, ...]]


class Listener:
    """A thread that calls `heard(stream, position)` for every deed that anybody appends.

    A notification may be missed while the connection is down. So `caught_up()` is called each
    time the ear is open anew: from then on nothing is missed, and what came before can be read.
    """

    def __init__(
        self,
        conninfo: str,
        heard: Callable[[str, int], None],
        caught_up: Callable[[], None],
    ) -> None:
        """Start listening; both callbacks run on the listening thread and must not raise."""
        self._conninfo = conninfo
        self._heard = heard
        self._caught_up = caught_up
        self._stop = Event()
        self.open = Event()
        """Set while the ear is open."""
        self._thread = Thread(target=self._run, name="punto-listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                with psycopg.connect(self._conninfo, autocommit=True) as connection:
                    self._listen(connection)
            except psycopg.Error:
                # The server is away or the line was cut: try again until told to stop.
                self._stop.wait(RETRY)
            finally:
                self.open.clear()

    def _listen(self, connection: Connection) -> None:
        connection.execute(f"LISTEN {CHANNEL}".encode())
        self.open.set()
        self._caught_up()
        while not self._stop.is_set():
            for notice in connection.notifies(timeout=WAKES):
                stream, _, position = notice.payload.rpartition(" ")
                self._heard(stream, int(position))
                if self._stop.is_set():
                    return
