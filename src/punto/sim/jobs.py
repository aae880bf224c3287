"""What a run is made of: a job that can be done block by block, anywhere, in any order."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from punto import __version__
from punto.core.checks import require

Tally = dict[str, list[int]]
"""What a block counted: whole numbers only, so that sums do not depend on their order."""

MOST_SHOES = 1 << 40
BLOCKS_AT_LEAST = 64
"""Even a short run is cut into so many blocks, for progress and for many cores."""


class Job(Protocol):
    """A simulation as a value: it can be sent to another process or machine."""

    @property
    def name(self) -> str:
        """Name the kind of job, for the manifest."""
        ...

    @property
    def shoes(self) -> int:
        """Count the shoes of the whole run."""
        ...

    @property
    def seed(self) -> int:
        """Return the seed that all its shoes share."""
        ...

    @property
    def block(self) -> int:
        """Count the shoes that take about half a second."""
        ...

    @property
    def step(self) -> int:
        """Count the shoes that belong together and are never in two blocks, mostly 1."""
        ...

    @property
    def threads(self) -> bool:
        """Tell whether the work leaves the interpreter free, so that threads are enough."""
        ...

    def describe(self) -> Mapping[str, object]:
        """Return all that decides the result, for the manifest; JSON values only."""
        ...

    def run(self, first: int, shoes: int) -> Tally:
        """Do the shoes `first` to `first + shoes - 1`."""
        ...


@dataclass(frozen=True, slots=True)
class Block:
    """Some consecutive shoes."""

    index: int
    first: int
    shoes: int


@dataclass(frozen=True, slots=True)
class Done:
    """A block that is finished."""

    block: Block
    tally: Tally
    version: str


def do(job: Job, block: Block) -> Done:
    """Do one block; this is what workers are sent."""
    return Done(block, job.run(block.first, block.shoes), __version__)


def block_size(job: Job) -> int:
    """Size the blocks by the job alone, so that every engine makes the same ones."""
    share = -(-job.shoes // BLOCKS_AT_LEAST)
    least = BLOCKS_AT_LEAST // math.gcd(BLOCKS_AT_LEAST, job.step) * job.step
    wanted = min(job.block, -(-share // least) * least)
    return max(1, wanted // job.step) * job.step


@dataclass(frozen=True, slots=True)
class Blocks:
    """All blocks of a run, none made before it is needed."""

    shoes: int
    size: int

    @property
    def many(self) -> int:
        """Count them; the last may be smaller."""
        return -(-self.shoes // self.size)

    def after(self, index: int) -> Iterator[Block]:
        """Make the blocks from `index` on."""
        for each in range(index, self.many):
            first = each * self.size
            yield Block(each, first, min(self.size, self.shoes - first))


def add(total: Tally, part: Tally) -> None:
    """Add a block's counts to a total."""
    for name, counts in part.items():
        if name in total:
            total[name] = [one + two for one, two in zip(total[name], counts, strict=True)]
        else:
            total[name] = list(counts)


def check_shoes(shoes: int) -> None:
    """Refuse a number of shoes that cannot be dealt."""
    require(
        1 <= shoes <= MOST_SHOES,
        f"{shoes} shoes: ask for 1 to {MOST_SHOES}",
    )
