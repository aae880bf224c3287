"""Running the server: the store, the floor and the application in one process."""

from __future__ import annotations

import fcntl
import logging
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import uvicorn
from starlette.applications import Starlette

from punto.core.checks import require
from punto.service.access import Access
from punto.service.clock import SystemClock
from punto.service.floor import Floor
from punto.service.practice import open_practice_floor
from punto.store.contract import Store
from punto.store.sqlite import SQLiteStore
from punto.store.writer import GroupWriter
from punto.web.app import create_app
from punto.web.context import House

LOG: Final = logging.getLogger("punto.serve")
FILE: Final = "punto.db"
STOP_WITHIN: Final = 3
"""Seconds that open connections get when the server is told to stop."""


@contextmanager
def only_process(folder: Path) -> Iterator[None]:
    """Keep a second server off an embedded store; the lock goes with the process."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            require(False, f"another punto serves {folder} already")
        yield


def owner_name() -> str:
    """Name this process among those that share a store."""
    return f"{socket.gethostname()}:{os.getpid()}"


def make_house(store: Store, *, owner: str, shared: bool, secure_cookie: bool = False) -> House:
    """Put the services together."""
    clock = SystemClock()
    writer = GroupWriter(store)
    return House(
        store=store,
        writer=writer,
        floor=Floor(store, writer, clock, owner=owner, shared=shared),
        access=Access(store, writer, clock, shared=shared),
        clock=clock,
        secure_cookie=secure_cookie,
    )


async def begin(house: House, *, practice: bool, tell: Callable[[str], None]) -> None:
    """Make the first account, take the tables over, open the practice floor."""
    first = await house.access.first_start()
    if first is not None:
        tell(f"First start. Account {first[0]!r}, password {first[1]} (shown this once).")
    await house.floor.start()
    if practice:
        await open_practice_floor(house.floor)


async def end(house: House) -> None:
    """Stop dealing, give the leases back, close the store."""
    await house.floor.stop()
    house.writer.close()
    house.store.close()


def serve_embedded(
    folder: Path,
    *,
    host: str,
    port: int,
    practice: bool,
    secure_cookie: bool,
    tell: Callable[[str], None],
) -> None:
    """Serve an embedded store until the process is told to stop."""
    with only_process(folder):
        store = SQLiteStore(folder / FILE)
        # The lock proves that the last owner of the leases is gone, so its name is taken over.
        house = make_house(store, owner="embedded", shared=False, secure_cookie=secure_cookie)
        run(house, host=host, port=port, practice=practice, tell=tell)


def run(house: House, *, host: str, port: int, practice: bool, tell: Callable[[str], None]) -> None:
    """Run uvicorn with the settings that were measured."""

    async def started() -> None:
        await begin(house, practice=practice, tell=tell)

    async def stopped() -> None:
        await end(house)

    app: Starlette = create_app(house, started=started, stopped=stopped)
    uvicorn.run(
        app,
        host=host,
        port=port,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=STOP_WITHIN,
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=True,
    )
