"""Runs a job on an engine: merges blocks in order, shows progress, stops, saves, resumes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from punto import __version__
from punto.sim.engines import Engine, EngineError
from punto.sim.estimates import Precision
from punto.sim.folder import RunFolder, Saved
from punto.sim.jobs import Blocks, Job, Tally, add, block_size

SAVE_EVERY = 2.0
"""Seconds between two checkpoints: what a crash may cost."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run has come. `tally` is live: read it, do not keep it."""

    job: Job
    shoes: int
    tally: Tally
    seconds: float
    """Seconds of this sitting."""
    resumed: int
    """Shoes that an earlier sitting did."""

    @property
    def shoes_a_second(self) -> float:
        """Return the speed of this sitting."""
        return (self.shoes - self.resumed) / self.seconds if self.seconds else 0.0

    @property
    def seconds_left(self) -> float | None:
        """Estimate how long the rest takes."""
        rate = self.shoes_a_second
        return (self.job.shoes - self.shoes) / rate if rate else None


@dataclass(frozen=True, slots=True)
class Run:
    """A finished run: all shoes, or as many as the wanted precision took."""

    job: Job
    shoes: int
    tally: Tally
    seconds: float


Watch = Callable[[Progress], None]
Enough = Callable[[Tally, int], bool]
"""Tells from the tally and the blocks in it whether a run may stop."""


def _nobody(_: Progress) -> None:
    pass


def never(_: Tally, __: int) -> bool:
    """Go on to the last shoe."""
    return False


def until(error: Callable[[Tally], float], wanted: Precision) -> Enough:
    """Stop once an error is no more than wanted. An error of nothing means that nothing came up."""
    return lambda tally, blocks: blocks >= wanted.least_blocks and 0 < error(tally) <= wanted.error


def run(
    job: Job,
    engine: Engine,
    *,
    folder: RunFolder | None = None,
    watch: Watch = _nobody,
    enough: Enough = never,
) -> Run:
    """Run a job to its end.

    Blocks are merged in order of their number, whoever finishes first, so that stopping at a
    precision stops at the same shoe on every engine. With a folder the run is saved as it
    goes, whatever ends it, and the same job goes on from there.
    """
    saved = folder.resume(job) if folder else None
    state = saved or Saved(block=block_size(job), blocks=0, tally={}, seconds=0.0)
    blocks = Blocks(job.shoes, state.block)
    merger = _Merger(job, blocks, state)
    if not merger.complete and not (state.blocks and enough(state.tally, state.blocks)):
        try:
            with engine:
                for _ in merger.merge(engine, enough, watch):
                    if folder and merger.seconds_since_save > SAVE_EVERY:
                        folder.save(job, merger.saved())
        finally:
            if folder:
                folder.save(job, merger.saved())
    return Run(job, merger.shoes, merger.tally, merger.saved().seconds)


class _Merger:
    """The counts of blocks 0 to `_next` - 1, and those further on that came early."""

    def __init__(self, job: Job, blocks: Blocks, saved: Saved) -> None:
        self._job = job
        self._blocks = blocks
        self._size = saved.block
        self._next = saved.blocks
        self._early: dict[int, Tally] = {}
        self.tally = saved.tally
        self._before = saved.seconds
        self._resumed = self.shoes
        self._started = self._saved_at = time.perf_counter()

    @property
    def shoes(self) -> int:
        """Count the shoes merged."""
        return min(self._next * self._size, self._job.shoes)

    @property
    def complete(self) -> bool:
        """Tell whether every block is merged."""
        return self._next >= self._blocks.many

    @property
    def seconds_since_save(self) -> float:
        """Return how much would be lost now."""
        return time.perf_counter() - self._saved_at

    def saved(self) -> Saved:
        """Return what a checkpoint holds."""
        self._saved_at = time.perf_counter()
        seconds = self._before + self._saved_at - self._started
        return Saved(block=self._size, blocks=self._next, tally=self.tally, seconds=seconds)

    def merge(self, engine: Engine, enough: Enough, watch: Watch) -> Iterator[None]:
        """Take blocks as they are done, until all are or they are enough."""
        for done in engine.run(self._job, self._blocks.after(self._next)):
            if done.version != __version__:
                raise EngineError(
                    f"a worker runs punto {done.version}, this is {__version__}: install the same"
                )
            self._early[done.block.index] = done.tally
            while self._next in self._early:
                add(self.tally, self._early.pop(self._next))
                self._next += 1
                if enough(self.tally, self._next):
                    self._show(watch)
                    return
            self._show(watch)
            yield

    def _show(self, watch: Watch) -> None:
        seconds = time.perf_counter() - self._started
        watch(Progress(self._job, self.shoes, self.tally, seconds, self._resumed))
