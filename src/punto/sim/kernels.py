"""Which kernel deals: the fastest that is installed, and all of them give the same shoes."""

from __future__ import annotations

from enum import StrEnum
from importlib.util import find_spec
from typing import Protocol

from punto.core.checks import require
from punto.core.outcome import SLOTS
from punto.core.rulebook import Rulebook
from punto.core.tableau import Tableau
from punto.sim.plan import LANE_TABLE, ShoePlan, draw_table, same_play
from punto.sim.shoe import deal_shoe


class KernelName(StrEnum):
    """The kernels, fastest first."""

    COMPILED = "compiled"
    NUMPY = "numpy"
    PLAIN = "plain"


class Kernel(Protocol):
    """Deals shoes and counts their classes."""

    @property
    def name(self) -> str:
        """Name the kernel."""
        ...

    @property
    def shoes_a_second(self) -> int:
        """Estimate the speed of one core, for the size of blocks and the time a run takes."""
        ...

    def histogram(self, plan: ShoePlan, seed: int, first: int, shoes: int) -> list[int]:
        """Count the classes of shoes `first` to `first + shoes - 1`; the last slot is voids."""
        ...


class PlainKernel:
    """The core alone, card by card: needs nothing but Python, obeys any Table of Play."""

    name = "plain"
    shoes_a_second = 400

    def __init__(self, tableau: Tableau) -> None:
        self._tableau = tableau

    def histogram(self, plan: ShoePlan, seed: int, first: int, shoes: int) -> list[int]:
        """Count the classes of shoes `first` to `first + shoes - 1`; the last slot is voids."""
        counts = [0] * (SLOTS + 1)
        for number in range(first, first + shoes):
            shoe = deal_shoe(plan, seed, number, self._tableau)
            for outcome in shoe.outcomes(self._tableau):
                counts[outcome.code] += 1
            counts[SLOTS] += bool(shoe.void)
        return counts


def installed() -> KernelName:
    """Name the fastest kernel that can run here."""
    if find_spec("numba") and find_spec("numpy"):
        return KernelName.COMPILED
    return KernelName.NUMPY if find_spec("numpy") else KernelName.PLAIN


def plays_lane_table(rulebook: Rulebook) -> bool:
    """Tell whether a rulebook's Table of Play is the one that the fast kernels have built in."""
    return same_play(draw_table(rulebook.tableau), LANE_TABLE)


def choose(rulebook: Rulebook, wanted: KernelName | None = None) -> KernelName:
    """Choose a kernel for a rulebook; a Table of Play of its own needs the plain one."""
    if not plays_lane_table(rulebook):
        require(
            wanted in (None, KernelName.PLAIN),
            f"{rulebook.id} has a Table of Play of its own: only the plain kernel plays it",
        )
        return KernelName.PLAIN
    return wanted or installed()


def kernel(name: KernelName, rulebook: Rulebook) -> Kernel:
    """Load a kernel."""
    match name:
        case KernelName.COMPILED:
            from punto.sim.compiled import CompiledKernel  # noqa: PLC0415 - Numba is optional

            return CompiledKernel()
        case KernelName.NUMPY:
            from punto.sim.arrays import ArrayKernel  # noqa: PLC0415 - NumPy is optional

            return ArrayKernel()
        case KernelName.PLAIN:
            return PlainKernel(rulebook.tableau)
