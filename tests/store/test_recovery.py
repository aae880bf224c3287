"""A table is exactly where its last deed left it (R14), whatever became of the snapshot."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from punto.core.conduct import evolve
from punto.core.state import Table
from punto.store import codec, recovery
from punto.store.contract import GENESIS, Snapshot, Store, StoreFault
from punto.store.memory import MemoryStore
from punto.store.recovery import Found, recover, replay
from punto.store.sqlite import SQLiteStore
from tests.store.histories import Recorder, fill


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Recorder]]:
    """Play once; every test opens a copy."""
    store = MemoryStore()
    recorders = fill(store)
    path = tmp_path_factory.mktemp("played") / "punto.db"
    store.backup(path)
    return path, recorders


@pytest.fixture
def played(once: tuple[Path, list[Recorder]], tmp_path: Path) -> tuple[Store, list[Recorder]]:
    path, recorders = once
    shutil.copy(path, tmp_path / "punto.db")
    store = SQLiteStore(tmp_path / "punto.db")
    return store, [replace(recorder, store=store) for recorder in recorders]


def test_every_table_comes_back_bit_for_bit(played: tuple[Store, list[Recorder]]) -> None:
    store, recorders = played
    for recorder in recorders:
        found = recover(store, recorder.stream)
        again = replay(store, recorder.stream, Found(Table(), 0, GENESIS))
        assert found == again
        assert found.table == recorder.table
        assert codec.encode_table(found.table) == codec.encode_table(again.table)
        assert (found.position, found.hash) == store.last(recorder.stream)


def test_a_snapshot_shortens_the_way_and_changes_nothing(
    played: tuple[Store, list[Recorder]],
) -> None:
    store, recorders = played
    for recorder in recorders:
        middle = recorder.position // 2
        table = Table()
        digest = GENESIS
        for deed in store.read(recorder.stream, 0, middle):
            events = codec.events_of(codec.decode(deed.body))
            for event in events:
                table = evolve(table, event)
            digest = deed.hash
        recovery.keep_snapshot(store, recorder.stream, Found(table, middle, digest))
        start = recovery.from_snapshot(store, recorder.stream)
        assert start is not None
        assert start.position == middle
        assert codec.encode_table(start.table) == codec.encode_table(table)
        assert recover(store, recorder.stream).table == recorder.table


@pytest.mark.parametrize("bit", [0, 300, 600, 5_000])
def test_a_damaged_snapshot_is_passed_over(played: tuple[Store, list[Recorder]], bit: int) -> None:
    store, recorders = played
    recorder = recorders[0]
    snapshot = store.snapshot(recorder.stream)
    assert snapshot is not None
    body = bytearray(snapshot.body)
    body[bit // 8] ^= 1 << bit % 8
    store.put_snapshot(replace(snapshot, body=bytes(body)))
    assert recovery.from_snapshot(store, recorder.stream) is None
    assert recover(store, recorder.stream).table == recorder.table


def test_a_snapshot_of_another_history_or_shape_is_passed_over(
    played: tuple[Store, list[Recorder]], monkeypatch: pytest.MonkeyPatch
) -> None:
    store, (recorder, other, *_) = played
    theirs = store.snapshot(other.stream)
    assert theirs is not None
    store.put_snapshot(replace(theirs, stream=recorder.stream))
    assert recovery.from_snapshot(store, recorder.stream) is None
    recorder.snapshot()
    assert recovery.from_snapshot(store, recorder.stream) is not None
    monkeypatch.setattr(recovery, "shape", lambda: b"another program" + bytes(17))
    assert recovery.from_snapshot(store, recorder.stream) is None
    assert recover(store, recorder.stream).table == recorder.table


def test_a_broken_chain_is_not_recovered_over() -> None:
    store = MemoryStore()
    recorder = fill(store)[0]
    deeds = store._streams[recorder.stream]
    deeds[7] = replace(deeds[7], body=deeds[7].body.replace(b'"at":"2026', b'"at":"2025'))
    store.put_snapshot(Snapshot(stream=recorder.stream, position=0, hash=b"", body=b""))
    with pytest.raises(StoreFault, match="deed 8 does not follow"):
        recover(store, recorder.stream)


def test_a_new_stream_is_an_empty_table() -> None:
    assert recover(MemoryStore(), "table:1") == Found(Table(), 0, GENESIS)


def test_snapshots_are_due_every_so_often() -> None:
    assert [n for n in range(1, 2_001) if recovery.due(n)] == [500, 1_000, 1_500, 2_000]
