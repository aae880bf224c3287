"""Where blocks are done: here, on all cores, or on a cluster. All give the same counts.

An engine takes blocks and yields them done, in any order. A worker that dies costs time only:
its blocks depend on nothing but the job and their number, so they are done again elsewhere.
"""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from dataclasses import dataclass, field
from importlib import import_module
from itertools import islice
from typing import Any, Final, Protocol, Self

from punto.core.checks import require
from punto.sim.jobs import Block, Done, Job, do

MOST_WORKERS: Final = 1024
_AHEAD: Final = 3
"""Blocks handed out for each worker: one being done, some waiting, so that none is idle."""
_ADDRESS: Final = re.compile(r"([a-z]+://)?[^\s/:]+:\d+|[a-z]+://\[[0-9a-fA-F:.]+\]:\d+")
"""A host and a port, with or without a protocol."""
_FAILURES: Final = 3
"""So often in a row may all workers die before the run is given up."""


class EngineError(Exception):
    """The workers cannot be reached, or die faster than they work."""


class Engine(Protocol):
    """Does blocks."""

    def run(self, job: Job, blocks: Iterator[Block]) -> Iterator[Done]:
        """Yield every block done, in any order."""
        ...

    def __enter__(self) -> Self:
        """Return the engine, ready."""
        ...

    def __exit__(self, *_: object) -> None:
        """Let the workers go."""
        ...


class Serial:
    """One core, one block after the other."""

    def run(self, job: Job, blocks: Iterator[Block]) -> Iterator[Done]:
        """Yield every block done, in order."""
        for block in blocks:
            yield do(job, block)

    def __enter__(self) -> Self:
        """Return the engine."""
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is held."""


def _ignore_interrupt() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@dataclass
class Pool:
    """All cores of this machine: threads where the work leaves the interpreter, else processes."""

    workers: int
    threads: bool
    _executor: Executor | None = field(default=None, init=False)

    def __enter__(self) -> Self:
        """Return the engine; the pool is made when there is work."""
        return self

    def _start(self) -> Executor:
        if self._executor is None:
            if self.threads:
                self._executor = ThreadPoolExecutor(self.workers)
            else:
                context = multiprocessing.get_context("spawn")
                self._executor = ProcessPoolExecutor(
                    self.workers, mp_context=context, initializer=_ignore_interrupt
                )
        return self._executor

    def run(self, job: Job, blocks: Iterator[Block]) -> Iterator[Done]:
        """Yield every block done; a pool whose process was killed is made anew."""
        waiting: dict[Future[Done], Block] = {}
        again: list[Block] = []
        failures = 0
        while True:
            while again and len(waiting) < self.workers * _AHEAD:
                block = again.pop()
                waiting[self._start().submit(do, job, block)] = block
            for block in islice(blocks, max(0, self.workers * _AHEAD - len(waiting))):
                waiting[self._start().submit(do, job, block)] = block
            if not waiting:
                return
            finished, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in finished:
                block = waiting.pop(future)
                try:
                    done = future.result()
                except BrokenExecutor:
                    again.append(block)
                else:
                    failures = 0
                    yield done
            if again:
                failures += 1
                if failures > _FAILURES:
                    raise EngineError("the worker processes were killed again and again")
                again.extend(waiting.values())
                waiting.clear()
                self._stop()

    def _stop(self) -> None:
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
            self._executor = None

    def __exit__(self, *_: object) -> None:
        """Let the workers go."""
        self._stop()


@dataclass
class Cluster:
    """Workers of a Dask scheduler, on this or other machines.

    The scheduler forgets a worker that is silent only after its `worker-ttl`, five minutes
    unless it is told otherwise: start it with DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL=10s.
    """

    address: str
    patience: float = 10.0
    """Seconds to wait for the scheduler, and then for a first worker."""
    notice: Callable[[str], None] = field(default=lambda _: None, compare=False)
    """Is told what the caller may want to change."""
    _client: Any = field(default=None, init=False)

    def __enter__(self) -> Self:
        """Connect, or say why that is not possible."""
        dask = _dask()
        if not _ADDRESS.fullmatch(self.address):
            # the client would start to connect and leave a traceback behind
            raise EngineError(
                f"{self.address!r} is no address of a scheduler: write tcp://host:8786"
            )
        try:
            self._client = dask.Client(self.address, timeout=self.patience, set_as_default=False)
            self._client.wait_for_workers(1, timeout=self.patience)
        except (OSError, TimeoutError, ValueError) as failed:
            self._close()
            reason = str(failed).partition("\n")[0] or type(failed).__name__
            raise EngineError(f"no workers answer at {self.address}: {reason}") from failed
        ttl = self._client.run_on_scheduler(_worker_ttl)
        if ttl is None or ttl > 60:
            patience = "for ever" if ttl is None else f"{ttl:.0f} s"
            self.notice(
                f"This scheduler waits {patience} for a worker that has frozen. Start it with "
                "DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL=10s."
            )
        return self

    def run(self, job: Job, blocks: Iterator[Block]) -> Iterator[Done]:
        """Yield every block done; the scheduler gives the blocks of a lost worker to others."""
        try:
            yield from self._run(job, blocks)
        except (OSError, CancelledError) as lost:
            raise EngineError(f"the scheduler at {self.address} was lost") from lost

    def _run(self, job: Job, blocks: Iterator[Block]) -> Iterator[Done]:
        dask, client = _dask(), self._client
        waiting: dict[Any, Block] = {}
        losses: dict[int, int] = {}
        completed = dask.as_completed(loop=client.loop)

        def submit(block: Block) -> None:
            key = f"punto-{job.name}-{job.seed}-{block.index}-{losses.get(block.index, 0)}"
            future = client.submit(do, job, block, key=f"{key}-{id(self)}", pure=False)
            waiting[future] = block
            completed.add(future)

        while True:
            threads = sum(client.nthreads().values())
            for block in islice(blocks, max(0, max(threads, 1) * _AHEAD - len(waiting))):
                submit(block)
            if not waiting:
                return
            future = next(completed)
            block = waiting.pop(future)
            try:
                done: Done = future.result()
            except dask.KilledWorker as killed:
                losses[block.index] = losses.get(block.index, 0) + 1
                if losses[block.index] > _FAILURES:
                    raise EngineError(f"block {block.index} kills its workers") from killed
                submit(block)
            else:
                yield done

    def _close(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None

    def __exit__(self, *_: object) -> None:
        """Leave the cluster as it was."""
        self._close()


def _dask() -> Any:
    """Import Dask, which is an optional extra and hardly typed."""
    try:
        return import_module("distributed")
    except ImportError as missing:
        raise EngineError(
            "a cluster needs Dask: install punto with the extra `cluster`"
        ) from missing


def _worker_ttl(dask_scheduler: Any) -> float | None:
    return None if dask_scheduler.worker_ttl is None else float(dask_scheduler.worker_ttl)


def cores() -> int:
    """Count the cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def check_workers(workers: int) -> None:
    """Refuse a number of workers that no machine has."""
    require(1 <= workers <= MOST_WORKERS, f"{workers} workers: ask for 1 to {MOST_WORKERS}")


def choose_engine(
    job: Job,
    workers: int | None,
    cluster: str | None,
    notice: Callable[[str], None] = lambda _: None,
) -> Engine:
    """Choose an engine: a cluster if one is named, else this machine's cores."""
    if cluster is not None:
        return Cluster(cluster, notice=notice)
    many = cores() if workers is None else workers
    check_workers(many)
    return Serial() if many == 1 else Pool(many, job.threads)
