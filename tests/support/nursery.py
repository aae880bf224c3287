"""Server processes that start in no time: one process has imported everything, and forks them.

What it forks is a process of its own in every way: it opens its store, listens on its port, and is
killed like any other. Only the second that Python needs to load the program is paid once.

    with nursery() as born:
        server = Served(folder, nursery=born)
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from threading import Lock
from typing import Any, Final

LOADED: Final = (
    "punto.cli.app",
    "punto.cli.serve",
    "punto.web.serving",
    "punto.store.postgres",
    "punto.store.listening",
    "uvicorn.lifespan.on",
    "uvicorn.loops.uvloop",
    "uvicorn.protocols.http.httptools_impl",
    "uvicorn.protocols.websockets.websockets_sansio_impl",
)


@dataclass(slots=True)
class Child:
    """A forked process, with the verbs of `subprocess.Popen` that `Served` uses."""

    pid: int
    nursery: Nursery
    status: int | None = None

    def poll(self) -> int | None:
        if self.status is None:
            self.status = self.nursery.ask({"look": self.pid})
        return self.status

    def wait(self, timeout: float | None = None) -> int:
        del timeout  # A test that hangs is ended by its own limit.
        if self.status is None:
            self.status = self.nursery.ask({"wait": self.pid})
        assert self.status is not None
        return self.status

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class Nursery:
    """Where server processes are forked."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.nursery"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._lock = Lock()

    def ask(self, what: dict[str, Any]) -> int | None:
        with self._lock:
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            self._process.stdin.write(json.dumps(what) + "\n")
            self._process.stdin.flush()
            answer: int | None = json.loads(self._process.stdout.readline())
            return answer

    def fork(self, arguments: list[str], log: str, environment: dict[str, str]) -> Child:
        """Run `punto` with these arguments."""
        pid = self.ask({"arguments": arguments, "log": log, "environment": environment})
        assert pid is not None
        return Child(pid, self)

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(60)
        self._process.stdout.close()


@contextmanager
def nursery() -> Iterator[Nursery]:
    """Open a nursery; whoever was born there ends with it."""
    opened = Nursery()
    try:
        yield opened
    finally:
        opened.close()


def _born(what: dict[str, Any]) -> None:
    """Be a `punto` process."""
    log = os.open(what["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for there, here in ((nothing, 0), (log, 1), (log, 2)):
        os.dup2(there, here)
    os.environ.update(what["environment"])
    sys.argv = ["punto", *what["arguments"]]
    status = 0
    try:
        import_module("punto.cli.start").main()
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else 1
    except BaseException:  # noqa: BLE001 - whatever it is, a process would show it and end
        sys.excepthook(*sys.exc_info())
        status = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def _serve() -> None:
    """Fork on demand until nobody asks any more."""
    for name in LOADED:
        import_module(name)
    children: set[int] = set()
    for line in sys.stdin:
        what = json.loads(line)
        answer: int | None
        if "arguments" in what:
            answer = os.fork()
            if answer == 0:
                _born(what)
            children.add(answer)
        else:
            pid = what.get("wait") or what["look"]
            there, status = os.waitpid(pid, 0 if "wait" in what else os.WNOHANG)
            answer = os.waitstatus_to_exitcode(status) if there else None
            children -= {there}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
    for pid in children:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


if __name__ == "__main__":
    _serve()
