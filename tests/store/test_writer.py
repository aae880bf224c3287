"""Group commit: many tables in one transaction, nobody waits for ever, no fault is swallowed."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import CancelledError
from threading import Event

import pytest

from punto.store.contract import Appended, NewDeed, Outcome, PositionTaken, StoreFault
from punto.store.memory import MemoryStore
from punto.store.writer import GroupWriter
from punto.testing.stores import deed


class Gate(MemoryStore):
    """A store that commits only when it is let, and counts its commits."""

    def __init__(self) -> None:
        super().__init__()
        self.entered = Event()
        self.open = Event()
        self.batches: list[int] = []
        self.fault: Exception | None = None

    def append(self, deeds: Sequence[NewDeed]) -> list[Outcome]:
        self.entered.set()
        assert self.open.wait(60)
        self.batches.append(len(deeds))
        if self.fault is not None:
            raise self.fault
        return super().append(deeds)


def test_what_waits_during_a_commit_goes_into_the_next_one() -> None:
    store = Gate()
    writer = GroupWriter(store)
    first = writer.submit(deed(1, stream="table:0"))
    assert store.entered.wait(60)
    rest = [writer.submit(deed(1, stream=f"table:{n}")) for n in range(1, 30)]
    store.open.set()
    assert all(isinstance(future.result(60), Appended) for future in (first, *rest))
    assert store.batches == [1, 29]
    writer.close()
    assert len(store.streams()) == 30


def test_each_deed_gets_its_own_answer() -> None:
    store = MemoryStore()
    writer = GroupWriter(store)
    good, late = writer.submit(deed(1)), writer.submit(deed(1, "late"))
    assert isinstance(good.result(60), Appended)
    assert late.result(60) == PositionTaken(stream="table:1", last=1)
    writer.close()


def test_a_fault_fails_all_that_waited_and_is_reported_and_the_writer_goes_on() -> None:
    store = Gate()
    heard: list[BaseException] = []
    writer = GroupWriter(store, on_fault=heard.append)
    store.fault = StoreFault("the disk is full")
    futures = [writer.submit(deed(1, stream=f"table:{n}")) for n in range(5)]
    store.open.set()
    for future in futures:
        with pytest.raises(StoreFault, match="disk is full"):
            future.result(60)
    assert len(heard) == len(store.batches)
    store.fault = None
    assert isinstance(writer.submit(deed(1)).result(60), Appended)
    writer.close()


def test_the_queue_is_bounded() -> None:
    store = Gate()
    writer = GroupWriter(store, most_waiting=3)
    first = writer.submit(deed(1, stream="table:0"))
    assert store.entered.wait(60)
    waiting = [writer.submit(deed(1, stream=f"table:{n}")) for n in (1, 2, 3)]
    with pytest.raises(StoreFault, match="3 deeds wait"):
        writer.submit(deed(1, stream="table:4"))
    store.open.set()
    writer.close()
    assert all(isinstance(future.result(0), Appended) for future in (first, *waiting))
    assert "table:4" not in store.streams()


def test_closing_finishes_what_waits_and_takes_no_more() -> None:
    store = MemoryStore()
    writer = GroupWriter(store)
    futures = [writer.submit(deed(1, stream=f"table:{n}")) for n in range(100)]
    writer.close()
    writer.close()
    assert all(future.done() for future in futures)
    assert len(store.streams()) == 100
    with pytest.raises(StoreFault, match="closing"):
        writer.submit(deed(1))


def test_a_deed_that_nobody_waits_for_any_more_does_not_stop_the_writer() -> None:
    store = Gate()
    writer = GroupWriter(store)
    first = writer.submit(deed(1, stream="table:0"))
    assert store.entered.wait(60)
    gone, after = writer.submit(deed(1, stream="table:1")), writer.submit(deed(1, stream="table:2"))
    assert gone.cancel()
    store.open.set()
    assert isinstance(first.result(60), Appended)
    assert isinstance(after.result(60), Appended)
    with pytest.raises(CancelledError):
        gone.result(60)
    writer.close()
    assert store.streams() == ["table:0", "table:2"]


def test_many_coroutines_append_at_once() -> None:
    store = MemoryStore()
    writer = GroupWriter(store)

    async def everybody() -> list[Outcome]:
        deeds = [deed(1, stream=f"table:{n}") for n in range(200)]
        return await asyncio.gather(*(writer.append(one) for one in deeds))

    assert all(isinstance(outcome, Appended) for outcome in asyncio.run(everybody()))
    writer.close()
    assert len(store.streams()) == 200


def test_a_coroutine_that_is_cancelled_does_not_take_its_deed_back() -> None:
    store = Gate()
    writer = GroupWriter(store)

    async def impatient() -> None:
        task = asyncio.create_task(writer.append(deed(1)))
        await asyncio.to_thread(store.entered.wait, 20)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        store.open.set()
        await asyncio.to_thread(writer.close)

    asyncio.run(impatient())
    assert store.streams() == ["table:1"]
