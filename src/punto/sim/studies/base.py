"""What all studies share: shoes dealt in lanes, profits as a table over the classes."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Final

import numpy as np
import numpy.typing as npt

from punto.core.bets import Column
from punto.core.checks import require
from punto.core.outcome import SLOTS
from punto.core.rulebook import Rulebook
from punto.rules import find
from punto.sim.histogram import plan_as_json
from punto.sim.jobs import Tally, check_shoes
from punto.sim.kernels import plays_lane_table
from punto.sim.plan import ShoePlan
from punto.sim.shoe import check_stream

Ints = npt.NDArray[np.int64]

_HALF_SECOND: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyJob(ABC):
    """The fields of every study. A subclass names itself, runs a block and adds its own."""

    kind: ClassVar[str]
    shoes_a_second: ClassVar[int]
    game: str
    plan: ShoePlan
    shoes: int
    seed: int

    def __post_init__(self) -> None:
        """Refuse numbers that mean nothing."""
        check_shoes(self.shoes)
        check_stream(self.seed, self.shoes)
        require(
            plays_lane_table(self.rulebook),
            f"{self.game} has a Table of Play of its own, which the studies do not play",
        )

    @property
    def rulebook(self) -> Rulebook:
        """Return the rules; workers load them themselves."""
        return find(self.game)

    @property
    def block(self) -> int:
        """Count the shoes of half a second."""
        return max(1, self.shoes_a_second // _HALF_SECOND)

    @property
    def name(self) -> str:
        """Name the kind of study, for the manifest."""
        return self.kind

    @property
    def threads(self) -> bool:
        """Studies run compiled, outside the interpreter."""
        return True

    @property
    def step(self) -> int:
        """Every shoe stands alone."""
        return 1

    @abstractmethod
    def run(self, first: int, shoes: int) -> Tally:
        """Do the shoes `first` to `first + shoes - 1`."""

    def describe(self) -> Mapping[str, object]:
        """Return every field, the plan's laid open."""
        own = {each.name: getattr(self, each.name) for each in fields(self) if each.name != "plan"}
        return {name: _plain(value) for name, value in own.items()} | plan_as_json(self.plan)


def _plain(value: object) -> object:
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


@dataclass(frozen=True, slots=True)
class Profits:
    """A bet's profit for each class code, in whole parts of a stake."""

    unit: int
    """Parts in a stake: as many as make every odds whole."""
    table: Ints

    @property
    def best(self) -> int:
        """Return the most that can be won."""
        return int(self.table.max())


def profits(column: Column) -> Profits:
    """Write a bet's profits out."""
    unit = math.lcm(1, *(row.odds.den for row in column.bet.rows if row.odds))
    table = np.full(SLOTS, -unit, np.int64)
    for code in range(SLOTS):
        row = column.row(code)
        if row is not None:
            table[code] = row.odds.num * unit // row.odds.den if row.odds else 0
    return Profits(unit, table)


def column_of(rulebook: Rulebook, bet: str) -> Column:
    """Find a bet's column, or say which bets there are."""
    require(
        bet in rulebook.columns,
        f"{rulebook.id} has no bet {bet!r}: {', '.join(rulebook.columns)}",
    )
    return rulebook.columns[bet]


def as_lists(**arrays: npt.NDArray[Any]) -> dict[str, list[int]]:
    """Turn counted arrays into a tally."""
    return {name: [int(each) for each in array.ravel()] for name, array in arrays.items()}
