"""A real server in a process of its own, on loopback, that can be killed and started again."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, sleep
from typing import Final

import httpx

START: Final = [sys.executable, "-c", "from punto.cli.start import main; main()", "serve"]
PATIENCE: Final = 30.0


def free_port() -> int:
    """Find a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass(slots=True)
class Served:
    """A server over one store, however often it is started."""

    folder: Path
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[str] | None = None
    password: str = ""
    log: str = ""
    store: str = ""
    """The address of a shared store; the folder itself if empty."""

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait until it is ready."""
        out = self.folder.with_suffix(".log")
        with out.open("a") as log:
            self.process = subprocess.Popen(
                [*START, self.store or str(self.folder), "--port", str(self.port)],
                stdout=log,
                stderr=subprocess.STDOUT,
                text=True,
                env={**os.environ, "PUNTO_RATE_LIMITS": "false"},
            )
        until = monotonic() + PATIENCE
        while monotonic() < until:
            try:
                if httpx.get(f"{self.base}/readyz", timeout=2).status_code == 200:
                    break
            except httpx.HTTPError:
                pass
            assert self.process.poll() is None, out.read_text()
            sleep(0.05)
        else:
            raise AssertionError("the server does not get ready: " + out.read_text())
        self.log = out.read_text()
        told = re.search(r"password (\S+) ", self.log)
        self.password = told[1] if told else self.password

    def kill(self) -> None:
        """End it without a word, as a power cut ends it."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)

    def stop(self) -> int:
        """Ask it to stop, and return its status."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(20)

    def client(self, token: str | None = None) -> httpx.Client:
        headers = {"X-Punto": "1"} | ({} if token is None else {"Authorization": f"Bearer {token}"})
        return httpx.Client(base_url=self.base, headers=headers, timeout=10)

    def manager(self) -> httpx.Client:
        """Sign the first account in."""
        with self.client() as anybody:
            body = {"name": "manager", "password": self.password}
            signed = anybody.post("/api/login", json=body)
            assert signed.status_code == 200, signed.text
            return self.client(signed.json()["token"])


@contextmanager
def served(folder: Path, store: str = "") -> Iterator[Served]:
    """Serve a folder, or a shared store; whatever happens, nothing is left running."""
    server = Served(folder, store=store)
    try:
        server.start()
        yield server
    finally:
        if server.process is not None and server.process.poll() is None:
            server.process.kill()
            server.process.wait(10)
