"""A real server in a process of its own, on loopback, that can be killed and started again."""

from __future__ import annotations

import os
import random
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from time import monotonic, sleep
from typing import Final, Protocol

import httpx

from tests.support.nursery import Nursery

START: Final = [sys.executable, "-c", "from punto.cli.start import main; main()"]
PATIENCE: Final = 60.0
"""Seconds after which something does not come any more; a machine may be busy."""
PORTS: Final = (10_000, 32_768)


class Process(Protocol):
    """What is needed of a process."""

    def poll(self) -> int | None: ...
    def wait(self, timeout: float | None = None) -> int: ...
    def send_signal(self, number: int, /) -> None: ...
    def kill(self) -> None: ...


def address(conninfo: str) -> str:
    """Write `host=... dbname=...` as the query of an address."""
    return "postgresql://?" + "&".join(conninfo.replace("/", "%2F").split())


def free_port() -> int:
    """Find a port that nobody has, of those that no connection takes while a server is down."""
    while True:
        port = random.randrange(*PORTS)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


@dataclass(slots=True)
class Served:
    """A server over one store, however often it is started."""

    folder: Path
    port: int = field(default_factory=free_port)
    process: Process | None = None
    password: str = ""
    log: str = ""
    store: str = ""
    """The address of a shared store; the folder itself if empty."""
    more: dict[str, str] = field(default_factory=dict)
    """Settings, as variables."""
    nursery: Nursery | None = None
    """Where to fork the process; without, it starts from nothing."""

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait until it is ready."""
        self.process = self._begin()
        until = monotonic() + PATIENCE
        while monotonic() < until:
            if self._ready():
                break
            assert self.process.poll() is None, self.told()
            sleep(0.05 if self.nursery is None else 0.005)
        else:
            raise AssertionError("the server does not get ready: " + self.told())
        self.log = self.told()
        told = re.search(r"password (\S+) ", self.log)
        self.password = told[1] if told else self.password

    def _ready(self) -> bool:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=2)
        try:
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        except (OSError, HTTPException):
            return False
        finally:
            connection.close()

    def told(self) -> str:
        """Read what it has written."""
        return self._out.read_text()

    @property
    def _out(self) -> Path:
        return self.folder.with_suffix(".log")

    def _begin(self) -> Process:
        arguments = ["serve", self.store or str(self.folder), "--port", str(self.port)]
        settings = {"PUNTO_RATE_LIMITS": "false", **self.more}
        if self.nursery is not None:
            return self.nursery.fork(arguments, str(self._out), settings)
        with self._out.open("a") as log:
            return subprocess.Popen(
                [*START, *arguments],
                stdout=log,
                stderr=subprocess.STDOUT,
                env={**os.environ, **settings},
            )

    def kill(self) -> None:
        """End it without a word, as a power cut ends it."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)

    def stop(self) -> int:
        """Ask it to stop, and return its status."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)

    def client(self, token: str | None = None) -> httpx.Client:
        headers = {"X-Punto": "1"} | ({} if token is None else {"Authorization": f"Bearer {token}"})
        return httpx.Client(base_url=self.base, headers=headers, timeout=PATIENCE)

    def manager(self) -> httpx.Client:
        """Sign the first account in."""
        with self.client() as anybody:
            body = {"name": "manager", "password": self.password}
            signed = anybody.post("/api/login", json=body)
            assert signed.status_code == 200, signed.text
            return self.client(signed.json()["token"])


@contextmanager
def served(
    folder: Path,
    store: str = "",
    *,
    nursery: Nursery | None = None,
    more: dict[str, str] | None = None,
) -> Iterator[Served]:
    """Serve a folder, or a shared store; whatever happens, nothing is left running."""
    server = Served(folder, store=store, nursery=nursery, more=more or {})
    try:
        server.start()
        yield server
    finally:
        if server.process is not None and server.process.poll() is None:
            server.process.kill()
            server.process.wait(PATIENCE)
