"""Starting and ending what is measured: servers and load, each in a process of its own."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Self
from urllib.request import Request, urlopen

Plain = dict[str, Any]
HERE: Final = Path(__file__).parent
PATIENCE: Final = 30.0
PATRONS: Final = 5
SERVE: Final = "from punto.cli.start import main; main()"


def free_port() -> int:
    """Find a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def memory_of(process: subprocess.Popen[Any]) -> int:
    """Return the bytes that a process holds in memory."""
    status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    return 0 if found is None else int(found[1]) * 1024


def processor_time(process: subprocess.Popen[Any]) -> float:
    """Return the seconds of processor that a process has used."""
    fields = Path(f"/proc/{process.pid}/stat").read_text(encoding="ascii").rpartition(") ")[2]
    words = fields.split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def _end(process: subprocess.Popen[Any]) -> None:
    process.terminate()
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _wait_for(address: str, process: subprocess.Popen[Any]) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            with urlopen(address, timeout=2):  # noqa: S310 - this machine
                return
        except OSError:
            if process.poll() is not None:
                break
            time.sleep(0.05)
    raise SystemExit(f"{address} does not answer")


class Load:
    """A process that plays or watches (`load.py`)."""

    def __enter__(self) -> Self:
        """Start it."""
        self._process = subprocess.Popen(
            [sys.executable, str(HERE / "load.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        return self

    def __exit__(self, *_: object) -> None:
        """End it."""
        _end(self._process)

    def ask(self, do: str, **what: Any) -> Plain:
        """Let it do something, and wait for the answer."""
        asks, answers = self._process.stdin, self._process.stdout
        if asks is None or answers is None:
            raise SystemExit("there is no way to talk to the load")
        asks.write(json.dumps({"do": do, **what}) + "\n")
        asks.flush()
        line = answers.readline()
        if not line:
            raise SystemExit("the load has stopped")
        answer: Plain = json.loads(line)
        return answer


class Punto:
    """The real server over an embedded store."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()

    def __enter__(self) -> Self:
        """Start it and wait until it is ready."""
        self._log = self.folder.with_suffix(".log").open("w+")
        served = ["serve", str(self.folder), "--port", str(self.port), "--no-practice"]
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVE, *served],
            stdout=self._log,
            stderr=subprocess.STDOUT,
            # One client speaks for a thousand patrons here, which the limits would not let it.
            env={**os.environ, "PUNTO_RATE_LIMITS": "false"},
        )
        _wait_for(f"http://127.0.0.1:{self.port}/readyz", self.process)
        return self

    def __exit__(self, *_: object) -> None:
        """End it."""
        _end(self.process)
        self._log.seek(0)
        wrong = [line for line in self._log if '"level":"error"' in line]
        self._log.close()
        if wrong:
            raise SystemExit(f"the server had errors: {wrong[0]}")

    def sign_in(self) -> str:
        """Sign the first account in; return its token."""
        said = self.folder.with_suffix(".log").read_text(encoding="utf-8")
        found = re.search(r"password (\S+) ", said)
        if found is None:
            raise SystemExit("the server told no password")
        body = json.dumps({"name": "manager", "password": found[1]}).encode()
        headers = {"Content-Type": "application/json", "X-Punto": "1"}
        asked = Request(f"http://127.0.0.1:{self.port}/api/login", body, headers)
        with urlopen(asked) as answer:  # noqa: S310
            token: str = json.load(answer)["token"]
            return token

    def groups(self) -> tuple[float, float]:
        """Say how often the server has committed, and how many deeds."""
        with urlopen(f"http://127.0.0.1:{self.port}/metrics") as answer:
            said = answer.read().decode()
        found = dict(re.findall(r"^punto_(commits|deeds)_total (\S+)$", said, re.MULTILINE))
        return float(found["commits"]), float(found["deeds"])


@contextmanager
def crud(folder: Path, tables: int) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """Run the plain server, with patrons who have chips; yield its port and process."""
    port = free_port()
    process = subprocess.Popen([sys.executable, str(HERE / "crud.py"), str(port), str(folder)])
    try:
        _wait_for(f"http://127.0.0.1:{port}/docs", process)
        for table in range(tables):
            for patron in range(PATRONS):
                address = f"http://127.0.0.1:{port}/patrons/p{table}-{patron}"
                with urlopen(Request(address, method="POST")):
                    pass
        yield port, process
    finally:
        _end(process)
