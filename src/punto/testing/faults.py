"""A disk that loses power, tears writes, fails or is full, under a real SQLite.

`FaultyDisk` is a VFS around the real one. It counts every operation that changes a file and keeps,
for each file, what a power cut would certainly leave (its content at the last sync) and what has
happened since. At the cut every write since then is lost, torn or kept, as chance has it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from random import Random
from typing import Any, Final

import apsw

SECTOR: Final = 512
MAIN_OR_LOG: Final = apsw.SQLITE_OPEN_MAIN_DB | apsw.SQLITE_OPEN_WAL | apsw.SQLITE_OPEN_MAIN_JOURNAL


class PowerCut(Exception):  # noqa: N818 - it says what happened
    """The power is gone; nothing reaches the disk any more."""


class Fault(StrEnum):
    """What goes wrong at an operation."""

    CUT = "cut"
    """The power is cut there."""
    ONCE = "once"
    """The operation fails, later ones work."""
    FOR_EVER = "for ever"
    """It and all that change a file fail from then on."""
    FULL = "full"
    """Every write from there on finds the disk full."""


class Damage(StrEnum):
    """What becomes of writes that were not synced when the power was cut."""

    LOST = "lost"
    TORN = "torn"
    KEPT = "kept"
    MIXED = "mixed"


_Change = tuple[str, int, bytes]
"""`write` at an offset, or `truncate` to a length."""


@dataclass(slots=True)
class _File:
    """What is certain and what is not."""

    certain: bytes | None
    """The content at the last sync; None for a file that may not exist after a cut."""
    since: list[_Change] = field(default_factory=list)


class FaultyDisk(apsw.VFS):
    """One disk; `plan` it, use it through `SQLiteStore(vfs=disk.name)`, then `reboot`."""

    def __init__(self, name: str) -> None:
        """Register the disk under a name."""
        self.name = name
        self._files: dict[str, _File] = {}
        self._fault = Fault.CUT
        self._at = 0
        self._down = False
        self.operations = 0
        super().__init__(name, "")

    def plan(self, fault: Fault = Fault.CUT, at: int = 0) -> None:
        """Let the operation number `at` from now on go wrong; 0 is never."""
        self._fault, self._at = fault, at
        self.operations = 0

    def heal(self) -> None:
        """Let everything work again."""
        self._at = 0

    def fresh(self) -> None:
        """Forget everything: another disk."""
        self._files.clear()
        self._down = False
        self.plan()

    def reboot(self, damage: Damage, chance: Random) -> None:
        """Leave on the real disk what a power cut leaves, and switch on again."""
        for path, file in self._files.items():
            _leave(Path(path), file, damage, chance)
            Path(f"{path}-shm").unlink(missing_ok=True)
        self.fresh()

    # --- what the files call ----------------------------------------------------------------------

    def changes(self, path: str, change: _Change | None, do: Callable[[], None]) -> None:
        """Pass a changing operation on, unless it is the one that goes wrong."""
        if self._down:
            raise PowerCut
        self.operations += 1
        reached = bool(self._at) and self.operations >= self._at
        if reached and self._fault is Fault.CUT:
            self._down = True
            if change is not None:
                self._files[path].since.append(change)
            raise PowerCut
        now = reached and (self.operations == self._at or self._fault is not Fault.ONCE)
        if now and self._fault is not Fault.FULL:
            if change is None and path in self._files:
                # The kernel reports a failed sync once and drops what it could not write.
                self._files[path].since.clear()
            raise apsw.IOError("the operation failed")
        if now and change is not None and change[0] == "write":
            raise apsw.FullError("the disk is full")
        do()
        if change is not None:
            self._files[path].since.append(change)

    def synced(self, path: str) -> None:
        """Remember that what was written since the last sync survives."""
        file = self._files[path]
        content = bytearray(file.certain or b"")
        for change in file.since:
            _apply(content, change)
        self._files[path] = _File(bytes(content))

    def reading(self) -> None:
        """Refuse to answer without power."""
        if self._down:
            raise PowerCut

    # --- the VFS ----------------------------------------------------------------------------------

    def xOpen(  # noqa: N802 - SQLite's name
        self, name: str | apsw.URIFilename | None, flags: list[int]
    ) -> apsw.VFSFile:
        """Open a file and watch it, if it is one that must survive."""
        self.reading()
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        if path is None or not flags[0] & MAIN_OR_LOG:
            return apsw.VFSFile("", name or "", flags)
        there = Path(path)
        if path not in self._files:
            self._files[path] = _File(there.read_bytes() if there.exists() else None)
        return _WatchedFile(self, path, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        """Delete a file; SQLite never needs it back, so it is gone at once."""
        real = super().xDelete
        self.changes(filename, None, lambda: real(filename, syncdir))
        self._files.pop(filename, None)


class _WatchedFile(apsw.VFSFile):
    """A file whose changes the disk may lose."""

    def __init__(self, disk: FaultyDisk, path: str, name: Any, flags: list[int]) -> None:
        self._disk = disk
        self._path = path
        super().__init__("", name, flags)

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802
        self._disk.reading()
        return super().xRead(amount, offset)

    def xWrite(self, data: Any, offset: int) -> None:  # noqa: N802
        change = ("write", offset, bytes(data))
        real = super().xWrite
        self._disk.changes(self._path, change, lambda: real(data, offset))

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        real = super().xTruncate
        change = ("truncate", newsize, b"")
        self._disk.changes(self._path, change, lambda: real(newsize))

    def xSync(self, flags: int) -> None:  # noqa: ARG002, N802
        # Whether the real disk syncs does not matter here, and it would take most of the time.
        self._disk.changes(self._path, None, lambda: self._disk.synced(self._path))


def _leave(path: Path, file: _File, damage: Damage, chance: Random) -> None:
    """Write what a cut leaves of a file."""
    if file.certain is None and not file.since:
        path.unlink(missing_ok=True)
        return
    content = bytearray(file.certain or b"")
    for kind, place, data in file.since:
        fate = chance.choice(tuple(Damage)[:3]) if damage is Damage.MIXED else damage
        if fate is Damage.LOST:
            continue
        torn = fate is Damage.TORN and kind == "write"
        _apply(content, (kind, place, _torn(data, chance) if torn else data))
    if file.certain is None and damage is Damage.LOST:
        path.unlink(missing_ok=True)
        return
    path.write_bytes(bytes(content))


def _apply(content: bytearray, change: _Change) -> None:
    kind, place, data = change
    if kind == "truncate":
        del content[place:]
    content.extend(bytes(max(0, place - len(content))))
    content[place : place + len(data)] = data


def _torn(data: bytes, chance: Random) -> bytes:
    """Keep the beginning of a write: some sectors, or some bytes of a short one."""
    if len(data) <= SECTOR:
        return data[: chance.randrange(len(data) + 1)]
    return data[: SECTOR * chance.randrange(len(data) // SECTOR + 1)]


def scratch() -> Path | None:
    """Name a folder in memory, where this system has one: syncing is simulated anyway."""
    memory = Path("/dev/shm")  # noqa: S108 - the caller makes a private folder in it
    return memory if os.access(memory, os.W_OK) else None
