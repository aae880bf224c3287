"""A PostgreSQL server for tests: own data directory, unix socket only, gone with its process.

Debian keeps the server's programs off the path, and the server refuses to run as root; both are
taken care of. One template database is migrated once, and each test gets a copy of it.
"""

from __future__ import annotations

import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import psycopg

from punto.store.postgres import PostgresStore

DEBIAN: Final = Path("/usr/lib/postgresql")
PATIENCE: Final = 30.0
STILL_THERE: Final = "pre-existing shared memory block"
PR_SET_PDEATHSIG: Final = 1
SETTINGS: Final = {
    "listen_addresses": "",
    "unix_socket_permissions": "0777",
    "shared_buffers": "32MB",
    "max_connections": "80",
}


def programs() -> Path | None:
    """Find the folder of the newest server's programs; PUNTO_POSTGRES_BIN overrides."""
    told = os.environ.get("PUNTO_POSTGRES_BIN")
    if told:
        return Path(told)
    debian = sorted(DEBIAN.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    found = str(debian[-1]) if debian else shutil.which("initdb")
    return None if found is None else Path(found).parent


@dataclass(slots=True)
class Server:
    """A server under our control: it can be stopped, killed and started again."""

    folder: Path
    programs: Path
    durable: bool
    _process: subprocess.Popen[Any] | None = None
    _made: int = 0
    _as: dict[str, Any] = field(default_factory=dict)

    def start(self) -> None:
        """Start the server and wait until it answers."""
        deadline = time.monotonic() + PATIENCE
        while not self._comes_up(deadline):
            # Children of one that was killed may still be about to notice.
            told = (self.folder / "log").read_text()[-2000:]
            if time.monotonic() > deadline or STILL_THERE not in told:
                msg = f"PostgreSQL does not start: {told}"
                raise RuntimeError(msg)
            time.sleep(0.05)

    def _comes_up(self, deadline: float) -> bool:
        """Start the server once; tell whether it answers."""
        sync = "on" if self.durable else "off"
        options = {**SETTINGS, "fsync": sync, "full_page_writes": sync}
        command = [str(self.programs / "postgres"), "-D", str(self.folder / "data")]
        command += ["-k", str(self.folder)]
        for name, value in options.items():
            command += ["-c", f"{name}={value}"]
        with (self.folder / "log").open("ab") as log:
            process: subprocess.Popen[Any] = subprocess.Popen(  # noqa: S603 - our own command
                command,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                preexec_fn=_die_too,  # noqa: PLW1509 - one call of the C library, no Python lock
                **self._as,
            )
        self._process = process
        while time.monotonic() < deadline and process.poll() is None:
            try:
                psycopg.connect(self.conninfo("postgres")).close()
            except psycopg.OperationalError:
                time.sleep(0.02)
            else:
                return True
        return False

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server: SIGINT shuts down at once but in order, SIGQUIT is a crash."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(PATIENCE)
            self._process = None

    def conninfo(self, database: str) -> str:
        """Say how to connect."""
        return f"host={self.folder} dbname={database} user=punto"

    def database(self) -> str:
        """Make a migrated, empty database and say how to connect to it."""
        with psycopg.connect(self.conninfo("postgres"), autocommit=True) as db:
            if not self._made:
                db.execute("CREATE DATABASE template")
                PostgresStore(self.conninfo("template"), connections=1).close()
            self._made += 1
            name = f"test{self._made}"
            db.execute(f"CREATE DATABASE {name} TEMPLATE template STRATEGY file_copy".encode())
        return self.conninfo(name)


@contextmanager
def server(*, durable: bool = False) -> Iterator[Server]:
    """Run a server for as long as the context lasts."""
    found = programs()
    if found is None:
        msg = "no PostgreSQL server is installed"
        raise RuntimeError(msg)
    folder = Path(tempfile.mkdtemp(prefix="punto-pg-"))
    other: dict[str, Any] = {}
    if os.geteuid() == 0:
        owner = pwd.getpwnam("postgres")
        other = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}
        os.chown(folder, owner.pw_uid, owner.pw_gid)
    folder.chmod(0o755)
    running = Server(folder, found, durable, _as=other)
    try:
        subprocess.run(  # noqa: S603 - our own command
            [
                str(found / "initdb"),
                *("-D", str(folder / "data"), "-U", "punto"),
                *("--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"),
            ],
            check=True,
            capture_output=True,
            cwd=folder,
            **other,
        )
        running.start()
        yield running
    finally:
        running.stop(signal.SIGQUIT)
        shutil.rmtree(folder, ignore_errors=True)


_LIBC: Final = ctypes.CDLL(None)


def _die_too() -> None:
    """Ask Linux to end the server when the process that started it ends, however it ends."""
    _LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGQUIT)
