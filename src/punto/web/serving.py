"""Running the server: the store, the floor and the application in one process."""

from __future__ import annotations

import asyncio
import errno
import fcntl
import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Final

import msgspec
import uvicorn
from starlette.applications import Starlette

from punto.core.checks import Misuse, require
from punto.service.access import Access
from punto.service.clock import SystemClock
from punto.service.floor import Floor
from punto.service.practice import open_practice_floor
from punto.store.contract import Store, StoreFault
from punto.store.sqlite import FILE, SQLiteStore
from punto.store.writer import GroupWriter
from punto.web import logs
from punto.web.app import create_app
from punto.web.context import House
from punto.web.rates import Places, Rates
from punto.web.settings import Settings

LOG: Final = logging.getLogger("punto.serve")
ALONE: Final = 60.0
"""Seconds of a lease where a lock proves that nobody else is there."""
MOST_HEARD: Final = 4_096
"""Bytes of a message from a live view, which has nothing to say: it is read and dropped."""
HANDS_OVER: Final = 0.0005
"""Seconds after which the loop lets the writing thread go on. With Python's own 5 ms a commit took
longer to get its turns than to reach the disk."""
BACKLOG: Final = 2_048
"""Connections that may wait to be taken in."""
NOT_STARTED: Final = 3
"""How the process ends if the floor could not be opened; the log says why."""
STOP_WITHIN: Final = 3
"""Seconds that open connections get when the server is told to stop."""


@contextmanager
def only_process(folder: Path) -> Iterator[None]:
    """Keep a second server off an embedded store; the lock goes with the process."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Misuse(f"the data cannot go to {folder}: {error.strerror}; name a folder") from None
    with (folder / "lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            require(False, f"another punto serves {folder} already")
        yield


@contextmanager
def listening(settings: Settings) -> Iterator[socket.socket]:
    """Take the port before anything else starts: nothing is promised on one that is taken."""
    host, port = settings.host, settings.port
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        door = socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        raise Misuse(f"{host}, port {port}: {_why_not(error)}") from None
    with door:
        yield door


def _why_not(error: OSError) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return "another program listens there; choose another port with --port or PUNTO_PORT"
        case errno.EACCES:
            return "this account may not listen there; choose a port above 1023"
        case errno.EADDRNOTAVAIL:
            return "that is no address of this machine; 127.0.0.1 is this machine alone"
        case _:
            return f"nobody can listen there ({error.strerror})"


def owner_name() -> str:
    """Name this process among those that share a store."""
    return f"{socket.gethostname()}:{os.getpid()}"


def make_house(store: Store, settings: Settings, owner: str) -> House:
    """Put the services together."""
    clock = SystemClock()
    writer = GroupWriter(store)
    floor = Floor(
        store,
        writer,
        clock,
        owner=owner,
        shared=settings.shared,
        lease_seconds=settings.lease_seconds if settings.shared else ALONE,
        address=settings.address or _address(settings),
    )
    return House(
        store=store,
        writer=writer,
        floor=floor,
        access=Access(store, writer, clock, shared=settings.shared),
        clock=clock,
        rates=Rates(enforced=settings.rate_limits),
        views=Places(settings.views_per_address),
        secure_cookie=settings.secure_cookie,
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


def serve(settings: Settings, tell: Callable[[str], None]) -> None:
    """Serve until the process is told to stop."""
    logs.set_up(settings.log_level)
    with listening(settings) as door:
        settings = msgspec.structs.replace(settings, port=door.getsockname()[1])
        if settings.shared:
            house = make_house(open_shared(settings.store), settings, owner_name())
            run(house, settings, door, tell)
            return
        folder = Path(settings.store)
        with only_process(folder):
            # The lock proves that the last owner of the leases is gone: its name is taken over.
            house = make_house(SQLiteStore(folder / FILE), settings, "embedded")
            run(house, settings, door, tell)


def open_shared(address: str) -> Store:
    """Open a store that several processes use."""
    try:
        module = import_module("punto.store.postgres")
    except ModuleNotFoundError as missing:
        raise Misuse(f"PostgreSQL needs the package {missing.name}") from None
    store: Store = module.PostgresStore(address)
    return store


class Ear:
    """Hears what other processes append, and lets the floor catch up with it."""

    def __init__(self, address: str, floor: Floor) -> None:
        """Start to listen; the listener has a thread of its own."""
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Event()
        listening = import_module("punto.store.listening")
        self._listener = listening.Listener(address, lambda *_: self._wake(), self._wake)
        self._task = asyncio.create_task(self._follow(floor), name="punto-ear")

    def _wake(self) -> None:
        self._loop.call_soon_threadsafe(self._news.set)

    async def _follow(self, floor: Floor) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            try:
                await floor.catch_up()
            except StoreFault:
                LOG.exception("could not read what other processes have written")

    async def close(self) -> None:
        """Stop listening."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        await asyncio.to_thread(self._listener.close)


def run(house: House, settings: Settings, door: socket.socket, tell: Callable[[str], None]) -> None:
    """Run uvicorn with the settings that were measured."""
    ear: list[Ear] = []

    async def started() -> None:
        await begin(house, practice=settings.practice, tell=tell)
        if settings.shared:
            ear.append(Ear(settings.store, house.floor))
        # What is there now stays: looking through it for garbage held every table up for long.
        gc.collect()
        gc.freeze()
        tell(f"punto serves {_address(settings)}; Ctrl-C stops it")

    async def stopped() -> None:
        for each in ear:
            await each.close()
        await end(house)

    sys.setswitchinterval(HANDS_OVER)
    # uvicorn raises the signal again once it has stopped; by then everything is in order.
    signal.signal(signal.SIGTERM, lambda *_: None)
    app: Starlette = create_app(house, started=started, stopped=stopped)
    config = uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_max_size=MOST_HEARD,
        timeout_graceful_shutdown=STOP_WITHIN,
        log_config=None,
        access_log=False,
        server_header=False,
    )
    server = uvicorn.Server(config)
    with suppress(KeyboardInterrupt):
        server.run(sockets=[door])
    if not server.started:
        sys.exit(NOT_STARTED)


def _address(settings: Settings) -> str:
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"http://{host}:{settings.port}"
