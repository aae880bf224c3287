"""The same counts on one core, all cores and a cluster, whoever dies on the way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from punto.sim.engines import Cluster, EngineError, Pool, Serial, choose_engine
from punto.sim.histogram import Histogram, HistogramJob
from punto.sim.jobs import Block, Blocks, Done, Job, Tally, block_size
from punto.sim.kernels import KernelName
from punto.sim.plan import ShoePlan
from punto.sim.runner import Progress, run

PLAN = ShoePlan(decks=8, cut_card=14)


def histogram_job(shoes: int, kernel: KernelName = KernelName.COMPILED) -> HistogramJob:
    return HistogramJob(game="rws-tiger-buffalo@4", plan=PLAN, shoes=shoes, seed=7, kernel=kernel)


@pytest.fixture(scope="module")
def one_core() -> Histogram:
    return Histogram.of(run(histogram_job(3000), Serial()).tally)


@pytest.mark.parametrize("workers", [1, 2, 8])
def test_threads_count_the_same(workers: int, one_core: Histogram) -> None:
    found = Histogram.of(run(histogram_job(3000), Pool(workers, threads=True)).tally)
    assert found.digest == one_core.digest
    assert found.rounds == sum(found.counts) > 3000 * 70


@pytest.mark.slow
def test_processes_count_the_same(one_core: Histogram) -> None:
    job = histogram_job(3000, KernelName.NUMPY)
    assert Histogram.of(run(job, Pool(2, threads=False)).tally).digest == one_core.digest


@pytest.mark.parametrize("size", [1, 63, 64, 1000, 5000])
def test_the_size_of_blocks_does_not_matter(size: int, one_core: Histogram) -> None:
    job = histogram_job(3000)
    counts = [0] * 2001
    blocks = list(Blocks(job.shoes, size).after(0))
    assert [block.first for block in blocks] == list(range(0, 3000, size))
    for block in blocks[:200]:
        part = job.run(block.first, block.shoes)["classes"]
        counts = [one + two for one, two in zip(counts, part, strict=True)]
    rest = sum(block.shoes for block in blocks[200:])
    if rest:
        part = job.run(3000 - rest, rest)["classes"]
        counts = [one + two for one, two in zip(counts, part, strict=True)]
    assert tuple(counts[:2000]) == one_core.counts


@dataclass(frozen=True, slots=True)
class Fragile:
    """Counts its shoes; the first process that meets block 3 is killed in it."""

    mark: str
    shoes: int = 64 * 64
    seed: int = 0
    block: int = 64
    step: int = 1
    threads: bool = False
    name: str = "fragile"

    def describe(self) -> dict[str, object]:
        return {}

    def run(self, first: int, shoes: int) -> Tally:
        if first == 3 * 64 and not Path(self.mark).exists():
            Path(self.mark).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return {"shoes": [shoes], "sum": [sum(range(first, first + shoes))]}


@pytest.mark.slow
def test_a_killed_process_costs_time_only(tmp_path: Path) -> None:
    job = Fragile(str(tmp_path / "killed"))
    tally = run(job, Pool(2, threads=False)).tally
    assert (tmp_path / "killed").exists()
    assert tally == {"shoes": [job.shoes], "sum": [sum(range(job.shoes))]}


class Overtaking(Serial):
    """Hands blocks out in pairs, the later one first."""

    def run(self, job: Job, blocks: Iterator[Block]) -> Iterator[Done]:
        for block in blocks:
            second = next(blocks, None)
            later = [] if second is None else list(super().run(job, iter([second])))
            yield from later
            yield from super().run(job, iter([block]))


def test_stopping_early_stops_at_the_same_shoe_whoever_is_first() -> None:
    def enough(tally: Tally, _: int) -> bool:
        return sum(tally["classes"]) > 100_000

    seen: list[Progress] = []
    in_order = run(histogram_job(6400), Serial(), enough=enough, watch=seen.append)
    out_of_order = run(histogram_job(6400), Overtaking(), enough=enough)
    assert in_order.shoes == out_of_order.shoes < 6400
    assert in_order.tally == out_of_order.tally
    assert [progress.shoes for progress in seen] == sorted(progress.shoes for progress in seen)
    assert seen[-1].shoes == in_order.shoes


def test_blocks_are_sized_by_the_job_alone() -> None:
    assert block_size(histogram_job(100)) == 64
    assert block_size(histogram_job(64 * 64 * 3)) == 192
    assert block_size(histogram_job(1 << 40)) == histogram_job(1).block


def test_an_unreachable_cluster_is_named() -> None:
    engine = Cluster("tcp://127.0.0.1:9", patience=0.2)
    with pytest.raises(EngineError, match=r"tcp://127\.0\.0\.1:9"), engine:
        pass


def test_engines_are_chosen_by_what_is_asked() -> None:
    job = histogram_job(1)
    assert isinstance(choose_engine(job, 1, None), Serial)
    assert choose_engine(job, 3, None) == Pool(3, threads=True)
    assert choose_engine(job, None, "tcp://10.0.0.1:8786") == Cluster("tcp://10.0.0.1:8786")


class LocalCluster:
    """A scheduler and workers as processes of their own, as on machines of their own."""

    def __init__(self, folder: Path, workers: int) -> None:
        self._file = folder / "scheduler.json"
        environment = {
            **os.environ,
            "DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "10s",
            "DASK_DISTRIBUTED__WORKER__DAEMON": "False",
            "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        }
        where = ["--scheduler-file", str(self._file), "--no-dashboard"]
        commands = [["scheduler", "--host", "127.0.0.1", "--port", "0", *where]]
        own = ["--no-nanny", "--nthreads", "1", "--local-directory", str(folder)]
        commands += [["worker", *where, *own]] * workers
        self._processes = [
            subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.dask_{name}", *rest],
                env=environment,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            for name, *rest in commands
        ]

    @property
    def address(self) -> str:
        import json

        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if self._file.exists() and (text := self._file.read_text()):
                return str(json.loads(text)["address"])
            self._processes[0].poll()
        raise AssertionError("the scheduler did not start")

    def kill_a_worker(self) -> None:
        self._processes[-1].kill()
        self._processes[-1].wait()

    def kill_the_scheduler(self) -> None:
        self._processes[0].kill()
        self._processes[0].wait()

    def close(self) -> None:
        for process in reversed(self._processes):
            process.kill()
            process.wait()


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_a_cluster_that_loses_a_worker_counts_the_same(tmp_path: Path) -> None:
    job = histogram_job(64 * 64, KernelName.NUMPY)
    cluster = LocalCluster(tmp_path, workers=2)
    killed: list[int] = []

    def watch(progress: Progress) -> None:
        if progress.shoes >= 10 * 64 and not killed:
            cluster.kill_a_worker()
            killed.append(progress.shoes)

    try:
        notices: list[str] = []
        engine = Cluster(cluster.address, patience=30, notice=notices.append)
        done = run(job, engine, watch=watch)
    finally:
        cluster.close()
    assert killed
    assert killed[0] < job.shoes, "the worker died before the run was over"
    assert notices == []
    serial = run(histogram_job(64 * 64), Serial())
    assert Histogram.of(done.tally).digest == Histogram.of(serial.tally).digest


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_a_cluster_that_loses_its_scheduler_says_so(tmp_path: Path) -> None:
    cluster = LocalCluster(tmp_path, workers=1)
    lost: list[int] = []

    def watch(progress: Progress) -> None:
        if not lost:
            cluster.kill_the_scheduler()
            lost.append(progress.shoes)

    try:
        engine = Cluster(cluster.address, patience=12)
        with pytest.raises(EngineError, match="was lost"):
            run(histogram_job(640 * 64, KernelName.NUMPY), engine, watch=watch)
    finally:
        cluster.close()
    assert lost
