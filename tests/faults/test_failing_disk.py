"""The n-th file operation fails, once or for ever, or the disk is full (R3)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from punto.store.contract import NewDeed, StoreFault
from punto.store.sqlite import SQLiteStore
from punto.testing.faults import Damage, Fault
from tests.faults.harness import FILE, Runner, close, scenes, workplace

FAULTS = (Fault.ONCE, Fault.FOR_EVER, Fault.FULL)


@pytest.fixture
def runner() -> Iterator[Runner]:
    with workplace() as folder:
        yield Runner(folder)


def operations(runner: Runner, n: int) -> int:
    """Count the operations of an append alone."""
    runner.lay_out(scenes()[n])
    store = runner.open_faulty()
    runner.disk.plan()
    store.append([scenes()[n].next])
    done = runner.disk.operations
    close(store)
    return done


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
def test_the_store_refuses_stays_readable_and_goes_on(fault: Fault, runner: Runner) -> None:
    expected = 0
    for n, scene in enumerate(scenes()):
        most = operations(runner, n)
        assert most >= 3
        expected += most
        for at in range(1, most + 1):
            runner.fail(scene, at, fault)
    assert runner.runs == expected


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_while_opening_is_a_fault_and_not_a_loss(fault: Fault, runner: Runner) -> None:
    """Recovery after a cut fails too; once the disk works, everything is there."""
    scene = next(scene for scene in scenes() if scene.next.entries)
    for at in range(1, 12):
        runner.lay_out(scene)
        runner.disk.plan(fault, at)
        acknowledged = runner.use(scene)
        runner.disk.heal()
        runner.disk.reboot(Damage.KEPT, Random(at))
        runner.check(scene, acknowledged=acknowledged, prove=False)


# SQLite goes on over a journal that it cannot delete, on purpose; apsw mentions it.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_new_store_on_a_failing_disk_is_refused_and_works_later(runner: Runner) -> None:
    refused = 0
    for at in range(1, 30):
        for path in runner.path.parent.iterdir():
            path.unlink()
        runner.disk.fresh()
        runner.disk.plan(Fault.ONCE, at)
        store: SQLiteStore | None = None
        try:
            store = runner.open_faulty()
        except StoreFault:
            refused += 1
        finally:
            close(store)
        runner.disk.heal()
        again = SQLiteStore(runner.path.parent / FILE)
        assert again.streams() == []
        again.append([NewDeed(stream="table:1", position=1, key="first", body=b"{}")])
        assert again.last("table:1")[0] == 1
        again.close()
    assert refused > 3
