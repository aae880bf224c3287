"""One deed on a faulty disk: what was acknowledged is there, whole and once, or nothing is.

A scene is a history before a deed, as the files of a SQLite store with a log that is in use. A
run opens it on a faulty disk, appends the deed, keeps a snapshot and closes. Then the disk is as
the fault left it; the store is opened on a sound one and compared with what must be there.
"""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from typing import Final

import apsw

from punto.store import codec, recovery
from punto.store.contract import (
    Appended,
    Deed,
    Entry,
    NewDeed,
    Snapshot,
    StoreFault,
    chain,
)
from punto.store.sqlite import SQLiteStore
from punto.store.verify import verify
from punto.testing.faults import Damage, Fault, FaultyDisk, PowerCut, scratch
from tests.store.histories import filled

Open = Callable[..., SQLiteStore]
Files = dict[str, bytes]
FILE: Final = "punto.db"


class LostError(AssertionError):
    """What was acknowledged is not there, or what is there was never whole."""


def hold(condition: object, what: str) -> None:
    if not condition:
        raise LostError(what)


@dataclass(frozen=True, slots=True)
class Scene:
    """A history and the deed that comes next."""

    name: str
    kinds: tuple[str, ...]
    files: tuple[tuple[str, bytes], ...]
    deeds: tuple[Deed, ...]
    """What is acknowledged before."""
    entries: tuple[tuple[str, int, Entry], ...]
    next: NewDeed


@cache
def scenes() -> tuple[Scene, ...]:
    """Make a scene for every kind of command and of event: few deeds that show them all."""
    store = filled()
    wanted = {*codec.COMMANDS, *codec.EVENTS}
    chosen: list[Scene] = []
    for stream in store.streams():
        deeds = list(store.read(stream))
        entries = [row for row in store.entries() if row[0] == stream]
        for n, deed in enumerate(deeds):
            body = codec.decode(deed.body)
            command = str(body.command["type"]) if body.refused is None else "a refusal"
            kinds = (command, *(event["type"] for event in body.events))
            if wanted & set(kinds):
                wanted -= set(kinds)
                chosen.append(_scene(command, kinds, deeds[:n], deed, entries))
    assert not wanted, wanted
    return tuple(chosen)


def _scene(
    name: str,
    kinds: tuple[str, ...],
    before: list[Deed],
    deed: Deed,
    entries: list[tuple[str, int, Entry]],
) -> Scene:
    mine: dict[int, tuple[Entry, ...]] = {}
    for _, position, entry in entries:
        mine[position] = (*mine.get(position, ()), entry)

    def new(item: Deed) -> NewDeed:
        return NewDeed(
            stream=item.stream,
            position=item.position,
            key=item.key,
            body=item.body,
            entries=mine.get(item.position, ()),
        )

    with workplace() as folder:
        store = SQLiteStore(folder / FILE)
        half = len(before) // 2
        store.append([new(item) for item in before[:half]])
        store.append([new(item) for item in before[half:]])
        files = tuple((path.name, path.read_bytes()) for path in _kept(folder))
        store.close()
    return Scene(
        name=name,
        kinds=kinds,
        files=files,
        deeds=tuple(before),
        entries=tuple(row for row in entries if row[1] < deed.position),
        next=new(deed),
    )


def _kept(folder: Path) -> list[Path]:
    """List the files that a disk keeps; the shared index of the log is in memory."""
    return sorted(path for path in folder.iterdir() if not path.name.endswith("-shm"))


class workplace:  # noqa: N801 - used as a word
    """A folder in memory for as long as it is used."""

    def __enter__(self) -> Path:
        self.folder = Path(tempfile.mkdtemp(prefix="punto-faults-", dir=scratch()))
        return self.folder

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.folder)


_NAMES = count(1)


class Runner:
    """Runs scenes on one faulty disk."""

    def __init__(self, folder: Path, open_: Open = SQLiteStore, synchronous: str = "FULL") -> None:
        self.disk = FaultyDisk(f"faulty{next(_NAMES)}")
        self.path = folder / FILE
        self._open = open_
        self._synchronous = synchronous
        self.runs = 0

    def lay_out(self, scene: Scene) -> None:
        """Put the files of a scene on the disk."""
        for path in self.path.parent.iterdir():
            path.unlink()
        for name, content in scene.files:
            (self.path.parent / name).write_bytes(content)
        self.disk.fresh()

    def operations(self, scene: Scene) -> int:
        """Count the operations of a run without a fault."""
        self.lay_out(scene)
        acknowledged = self.use(scene)
        assert acknowledged
        return self.disk.operations

    def use(self, scene: Scene) -> bool:
        """Append, keep a snapshot, close; tell whether the deed was acknowledged."""
        acknowledged = False
        store: SQLiteStore | None = None
        with suppress(PowerCut, StoreFault):
            store = self.open_faulty()
            (outcome,) = store.append([scene.next])
            assert isinstance(outcome, Appended), outcome
            acknowledged = True
            store.put_snapshot(snapshot_of(outcome.deed))
        close(store)
        return acknowledged

    def open_faulty(self) -> SQLiteStore:
        return self._open(self.path, vfs=self.disk.name, synchronous=self._synchronous)

    def cut(self, scene: Scene, at: int, damage: Damage, chance: Random, *, prove: bool) -> None:
        """Cut the power at an operation, and see what is left."""
        self.runs += 1
        self.lay_out(scene)
        self.disk.plan(Fault.CUT, at)
        acknowledged = self.use(scene)
        self.disk.reboot(damage, chance)
        self.check(scene, acknowledged=acknowledged, prove=prove)

    def cut_twice(self, scene: Scene, at: int, again: int, chance: Random) -> bool:
        """Cut the power, and again while the store recovers; tell whether it came to that."""
        self.runs += 1
        self.lay_out(scene)
        self.disk.plan(Fault.CUT, at)
        acknowledged = self.use(scene)
        self.disk.reboot(Damage.MIXED, chance)
        self.disk.plan(Fault.CUT, again)
        acknowledged = self.use(scene) or acknowledged
        reached = self.disk.operations >= again
        self.disk.reboot(Damage.MIXED, chance)
        self.check(scene, acknowledged=acknowledged, prove=False)
        return reached

    def fail(self, scene: Scene, at: int, fault: Fault) -> None:
        """Let an operation fail; the store refuses, stays readable, and goes on once it can."""
        self.runs += 1
        self.lay_out(scene)
        store = self.open_faulty()
        self.disk.plan(fault, at)
        acknowledged = False
        try:
            with suppress(StoreFault):
                store.append([scene.next])
                acknowledged = True
            there = list(store.read(scene.next.stream))
            hold(len(there) - len(scene.deeds) in (0, 1), "a failed append left more than a deed")
            hold(there[: len(scene.deeds)] == list(scene.deeds), "a fault changed the past")
            hold(len(there) > len(scene.deeds) or not acknowledged, "an acknowledged deed is gone")
            self.disk.heal()
            (outcome,) = store.append([scene.next])
            hold(isinstance(outcome, Appended), "the store does not go on after a fault")
        finally:
            self.disk.heal()
            close(store)
        self.disk.reboot(Damage.LOST, Random(at))
        self.check(scene, acknowledged=True, prove=False)

    def check(self, scene: Scene, *, acknowledged: bool, prove: bool) -> None:
        """Open on a sound disk and hold everything to what must be there."""
        try:
            store = self._open(self.path)
        except (StoreFault, apsw.Error) as error:
            raise LostError(f"the store does not open: {error}") from error
        try:
            self._whole(store, scene, acknowledged=acknowledged)
            if prove:
                hold(verify(store).good, f"not proved: {verify(store).wrong[:1]}")
            before = len(list(store.read(scene.next.stream)))
            (outcome,) = store.append([scene.next])
            if not isinstance(outcome, Appended):
                raise LostError(f"trying again gives {outcome}")
            hold(outcome.again == (before > len(scene.deeds)), "trying again is not recognised")
            self._whole(store, scene, acknowledged=True)
        except (StoreFault, apsw.Error) as error:
            raise LostError(f"the store is damaged: {error}") from error
        finally:
            close(store)

    def _whole(self, store: SQLiteStore, scene: Scene, *, acknowledged: bool) -> None:
        sound = [row[0] for row in store._db.execute("PRAGMA integrity_check")]
        hold(sound == ["ok"], f"the file is damaged: {sound[:1]}")
        found = list(store.read(scene.next.stream))
        past = list(scene.deeds)
        digest = past[-1].hash if past else bytes(32)
        new = Deed(
            stream=scene.next.stream,
            position=scene.next.position,
            key=scene.next.key,
            body=scene.next.body,
            hash=chain(digest, scene.next.body),
        )
        done = len(found) > len(past)
        hold(found == [*past, new][: len(found)] and len(found) >= len(past), "the past is gone")
        hold(done or not acknowledged, "an acknowledged deed is gone")
        entries = list(scene.entries)
        if done:
            entries += [(new.stream, new.position, entry) for entry in scene.next.entries]
        hold(list(store.entries()) == entries, "the entries are not those of the deeds")
        balances: Counter[str] = Counter()
        for _, _, entry in entries:
            balances[entry.account] += entry.amount
        hold(store.balances() == dict(balances), "the balances are not those of the entries")
        kept = store.snapshot(scene.next.stream)
        hold(kept in (None, snapshot_of(new)), "a snapshot is half done")
        hold(kept is None or done, "a snapshot is ahead of the history")


def snapshot_of(deed: Deed) -> Snapshot:
    """Make a whole snapshot of another program's shape: what is in it does not matter here."""
    body = b"some other shape".ljust(32) + b"a table " * 40
    sealed = recovery._seal(deed.hash, body) + body
    return Snapshot(stream=deed.stream, position=deed.position, hash=deed.hash, body=sealed)


def close(store: SQLiteStore | None) -> None:
    """Close a store whatever the disk says."""
    if store is not None:
        with suppress(PowerCut, apsw.Error, StoreFault):
            store.close()
        with suppress(PowerCut, apsw.Error):
            store._db.close(force=True)


def points(runner: Runner, scene: Scene) -> Iterator[int]:
    yield from range(1, runner.operations(scene) + 1)
