"""Power cut at every file operation of every kind of command and event (R1), and canaries (R2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from punto.store import codec
from punto.store.contract import NewDeed, Outcome
from punto.store.judging import Standing
from punto.store.sqlite import SQLiteStore
from punto.testing.faults import Damage
from tests.faults.harness import LostError, Open, Runner, Scene, points, scenes, workplace

DAMAGES = (Damage.LOST, Damage.TORN, Damage.MIXED)
PARTS = 12
TWICE = range(0, 69, 6)


@pytest.fixture
def folder() -> Iterator[Path]:
    with workplace() as place:
        yield place


def test_the_scenes_show_every_kind_of_command_and_event() -> None:
    shown = {kind for scene in scenes() for kind in scene.kinds}
    assert shown >= {*codec.COMMANDS, *codec.EVENTS}
    assert any(scene.next.entries for scene in scenes())


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_acknowledged_is_lost_and_nothing_is_half_done(part: int, folder: Path) -> None:
    runner = Runner(folder)
    expected = 0
    for scene in scenes()[part::PARTS]:
        each = list(points(runner, scene))
        expected += len(each) * len(DAMAGES)
        assert len(each) > 12, "an append, a snapshot and a checkpoint are many operations"
        for at in each:
            for damage in DAMAGES:
                prove = at == each[-1] and damage is Damage.MIXED
                runner.cut(scene, at, damage, Random(at), prove=prove)
    assert runner.runs == expected


def test_power_cut_again_during_recovery(folder: Path) -> None:
    runner = Runner(folder)
    reached = 0
    for n in TWICE:
        scene, chance = scenes()[n], Random(n)
        for at in points(runner, scene):
            reached += runner.cut_twice(scene, at, chance.randrange(1, 16), chance)
    assert reached > runner.runs // 2


# --- canaries: each of these must be caught ------------------------------------------------------


class MoneyOutside(SQLiteStore):
    """Writes the ledger in a transaction of its own, after the deed."""

    def append(self, deeds: Sequence[NewDeed]) -> list[Outcome]:
        self._later: list[Standing] = []
        outcomes = super().append(deeds)
        with self._transaction():
            for standing in self._later:
                super()._post(standing)
        return outcomes

    def _post(self, standing: Standing) -> None:
        self._later.append(standing)


class ForgetsKeys(SQLiteStore):
    """Does not ask whether a key is known."""

    def _standing(self, deeds: Sequence[NewDeed]) -> Standing:
        return replace(super()._standing(deeds), known={})


class ForgetsBalances(SQLiteStore):
    """Writes entries and leaves the balances as they were."""

    def _post(self, standing: Standing) -> None:
        super()._post(replace(standing, changed=set()))


def caught(runner: Runner, scene: Scene) -> Counter[str]:
    """Count what the harness says about a scene, by what it says."""
    said: Counter[str] = Counter()
    for at in points(runner, scene):
        for damage in DAMAGES:
            try:
                runner.cut(scene, at, damage, Random(at), prove=False)
            except LostError as lost:
                said[str(lost).partition("(")[0].partition(":")[0]] += 1
    return said


@pytest.mark.parametrize(
    ("open_", "synchronous", "says"),
    [
        (SQLiteStore, "NORMAL", "an acknowledged deed is gone"),
        (SQLiteStore, "OFF", "an acknowledged deed is gone"),
        (MoneyOutside, "FULL", "the entries are not those of the deeds"),
        (ForgetsKeys, "FULL", "trying again gives PositionTaken"),
        (ForgetsBalances, "FULL", "the balances are not those of the entries"),
    ],
)
def test_a_canary_is_caught(open_: Open, synchronous: str, says: str, folder: Path) -> None:
    runner = Runner(folder, open_, synchronous)
    said: Counter[str] = Counter()
    with_money = [scene for scene in scenes() if scene.next.entries]
    for scene in with_money[:3]:
        said += caught(runner, scene)
    assert said[says] > 0, said


def test_the_harness_finds_nothing_in_a_sound_store(folder: Path) -> None:
    runner = Runner(folder)
    assert caught(runner, scenes()[0]) == Counter()
