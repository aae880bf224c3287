"""Runs that are saved, interrupted, resumed and finished."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest

from punto import __version__
from punto.core.checks import Misuse
from punto.rules import load
from punto.sim import runner
from punto.sim.engines import EngineError, Serial
from punto.sim.estimates import Precision
from punto.sim.folder import CHECKPOINT, MANIFEST, RunFolder, Saved
from punto.sim.histogram import Histogram, HistogramJob
from punto.sim.jobs import Block, Done, Job, Tally
from punto.sim.kernels import KernelName
from punto.sim.plan import ShoePlan
from punto.sim.runner import Progress, run, until

RULES = load("rws-tiger-buffalo@4")


def histogram_job(shoes: int = 6400, seed: int = 7) -> HistogramJob:
    return HistogramJob(
        game=RULES.id, plan=ShoePlan(), shoes=shoes, seed=seed, kernel=KernelName.COMPILED
    )


class Interrupted(Serial):
    """Is stopped by Ctrl-C after some blocks."""

    def __init__(self, after: int) -> None:
        self.after = after
        self.blocks: list[int] = []

    def run(self, job: Job, blocks: Iterator[Block]) -> Iterator[Done]:
        for done in super().run(job, blocks):
            if len(self.blocks) == self.after:
                raise KeyboardInterrupt
            self.blocks.append(done.block.index)
            yield done


def folder(path: Path) -> RunFolder:
    return RunFolder(path / "run", RULES.digest)


def test_an_interrupted_run_goes_on_where_it_was(tmp_path: Path) -> None:
    job = histogram_job()
    with pytest.raises(KeyboardInterrupt):
        run(job, Interrupted(20), folder=folder(tmp_path))
    checkpoint = json.loads((tmp_path / "run" / CHECKPOINT).read_text())
    assert checkpoint["blocks"] == 20
    later = Interrupted(10**6)
    seen: list[Progress] = []
    done = run(job, later, folder=folder(tmp_path), watch=seen.append)
    assert later.blocks[0] == 20, "what was finished is not done again"
    assert seen[0].resumed == 20 * checkpoint["block"]
    assert done.tally == run(job, Serial()).tally
    assert done.shoes == job.shoes


def test_a_finished_run_is_not_done_again(tmp_path: Path) -> None:
    job = histogram_job(640)
    first = run(job, Serial(), folder=folder(tmp_path))
    again = run(job, Interrupted(0), folder=folder(tmp_path))
    assert again.tally == first.tally
    assert again.shoes == job.shoes


def test_a_crash_between_two_checkpoints_costs_what_came_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "SAVE_EVERY", 0.0)
    job, kept = histogram_job(), folder(tmp_path)
    saved: list[int] = []
    save = kept.save

    def until_the_tenth(job: Job, state: Saved) -> None:
        if len(saved) < 10:
            saved.append(state.blocks)
            save(job, state)

    monkeypatch.setattr(kept, "save", until_the_tenth)
    with pytest.raises(KeyboardInterrupt):
        run(job, Interrupted(30), folder=kept)
    assert saved == list(range(1, 11))
    later = Interrupted(10**6)
    done = run(job, later, folder=folder(tmp_path))
    assert later.blocks[0] == 10
    assert done.tally == run(job, Serial()).tally


def test_half_a_checkpoint_never_replaces_a_whole_one(tmp_path: Path) -> None:
    job = histogram_job()
    with pytest.raises(KeyboardInterrupt):
        run(job, Interrupted(5), folder=folder(tmp_path))
    (tmp_path / "run" / "checkpoint.part").write_text('{"block": 1')
    later = Interrupted(10**6)
    run(job, later, folder=folder(tmp_path))
    assert later.blocks[0] == 5


@pytest.mark.parametrize("other", [histogram_job(shoes=64), histogram_job(seed=8)])
def test_a_folder_holds_one_run(tmp_path: Path, other: HistogramJob) -> None:
    run(histogram_job(640), Serial(), folder=folder(tmp_path))
    with pytest.raises(Misuse, match="holds another run"):
        run(other, Serial(), folder=folder(tmp_path))


def test_a_folder_knows_its_rulebook(tmp_path: Path) -> None:
    run(histogram_job(640), Serial(), folder=folder(tmp_path))
    with pytest.raises(Misuse, match="rulebook_digest"):
        run(histogram_job(640), Serial(), folder=RunFolder(tmp_path / "run", "0" * 64))


def test_other_folders_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "holiday.txt").write_text("mine")
    with pytest.raises(Misuse, match="holds other things"):
        run(histogram_job(64), Serial(), folder=folder(tmp_path))
    (tmp_path / "file").write_text("")
    with pytest.raises(Misuse, match="is a file"):
        run(histogram_job(64), Serial(), folder=RunFolder(tmp_path / "file", ""))


@pytest.mark.parametrize("text", ["", "[]", '{"format":'])
def test_a_damaged_manifest_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / MANIFEST).write_text(text)
    with pytest.raises(Misuse, match=r"manifest\.json"):
        run(histogram_job(64), Serial(), folder=folder(tmp_path))


def test_results_are_parquet_with_a_manifest(tmp_path: Path) -> None:
    job, kept = histogram_job(640), folder(tmp_path)
    done = run(job, Serial(), folder=kept)
    counts = Histogram.of(done.tally)
    codes = [code for code, count in enumerate(counts.counts) if count]
    kept.finish(job, {"digest": counts.digest}, {"code": codes})
    assert pl.read_parquet(tmp_path / "run" / "result.parquet")["code"].to_list() == codes
    manifest = json.loads((tmp_path / "run" / MANIFEST).read_text())
    assert manifest["job"]["seed"] == 7
    assert manifest["rulebook_digest"] == RULES.digest
    assert manifest["punto"] == __version__
    assert manifest["finished"] is True
    assert manifest["digest"] == counts.digest


class Outdated(Serial):
    """Runs another version."""

    def run(self, job: Job, blocks: Iterator[Block]) -> Iterator[Done]:
        for done in super().run(job, blocks):
            yield Done(done.block, done.tally, "0.0.0-other")


def test_a_worker_of_another_version_is_refused() -> None:
    with pytest.raises(EngineError, match=r"runs punto 0\.0\.0-other"):
        run(histogram_job(64), Outdated())


def test_progress_says_how_long_is_left() -> None:
    seen: list[Progress] = []
    run(histogram_job(640), Serial(), watch=seen.append)
    assert [each.shoes for each in seen] == list(range(64, 641, 64))
    halfway = Progress(histogram_job(640), 320, {}, seconds=2.0, resumed=0)
    assert halfway.shoes_a_second == 160
    assert halfway.seconds_left == 2.0
    assert Progress(histogram_job(640), 0, {}, seconds=0.0, resumed=0).seconds_left is None


def test_a_resumed_run_stops_at_the_shoe_where_it_would_have_stopped(tmp_path: Path) -> None:
    def error(tally: Tally) -> float:
        return 1 / math.sqrt(sum(tally["classes"]))

    enough = until(error, Precision(1 / math.sqrt(3000), least_blocks=8))
    whole = run(histogram_job(), Serial(), enough=enough)
    with pytest.raises(KeyboardInterrupt):
        run(histogram_job(), Interrupted(3), folder=folder(tmp_path), enough=enough)
    resumed = run(histogram_job(), Serial(), folder=folder(tmp_path), enough=enough)
    assert (resumed.shoes, resumed.tally) == (whole.shoes, whole.tally)
    assert whole.shoes < histogram_job().shoes


def test_an_error_of_nothing_is_no_precision() -> None:
    assert not until(lambda _: 0.0, Precision(0.1, least_blocks=1))({}, 100)
    assert not until(lambda _: float("nan"), Precision(0.1, least_blocks=1))({}, 100)
    assert until(lambda _: 0.1, Precision(0.1, least_blocks=1))({}, 1)
