"""The result of `punto simulate`: how often each class came up, and what that says of each bet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

from punto.core.bets import LOSES, Bet, Column, PayRow
from punto.core.outcome import SLOTS, decode
from punto.core.rulebook import Rulebook
from punto.rules import find
from punto.sim.estimates import Estimate, mean_of
from punto.sim.jobs import Tally, check_shoes
from punto.sim.kernels import KernelName, kernel
from punto.sim.plan import ShoePlan
from punto.sim.shoe import check_stream

_HALF_SECOND = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class HistogramJob:
    """Deal whole shoes and count the outcome classes."""

    game: str
    plan: ShoePlan
    shoes: int
    seed: int
    kernel: KernelName
    name: str = "simulate"

    def __post_init__(self) -> None:
        """Refuse numbers that mean nothing."""
        check_shoes(self.shoes)
        check_stream(self.seed, self.shoes)

    @property
    def block(self) -> int:
        """Count the shoes of half a second."""
        return max(1, kernel(self.kernel, find(self.game)).shoes_a_second // _HALF_SECOND)

    @property
    def step(self) -> int:
        """Every shoe stands alone."""
        return 1

    @property
    def threads(self) -> bool:
        """Only the compiled kernel runs outside the interpreter."""
        return self.kernel is KernelName.COMPILED

    def describe(self) -> Mapping[str, object]:
        """Return what decides the result; the kernel does not."""
        return {
            "game": self.game,
            "shoes": self.shoes,
            "seed": self.seed,
            **plan_as_json(self.plan),
        }

    def run(self, first: int, shoes: int) -> Tally:
        """Count the classes of some shoes."""
        dealer = kernel(self.kernel, find(self.game))
        return {"classes": dealer.histogram(self.plan, self.seed, first, shoes)}


def plan_as_json(plan: ShoePlan) -> dict[str, object]:
    """Return the fields of a plan."""
    return {
        "decks": plan.decks,
        "cut_card": plan.cut_card,
        "burn": plan.burn,
        "burn_by_value": plan.burn_by_value,
        "one_more": plan.one_more,
        "rounds": plan.rounds,
    }


@dataclass(frozen=True)
class Histogram:
    """Counts of the class codes 0 to 1999, and of rounds that ran out of cards."""

    counts: tuple[int, ...]
    voids: int

    @classmethod
    def of(cls, tally: Tally) -> Histogram:
        """Read what a `HistogramJob` counted."""
        *counts, voids = tally["classes"]
        return cls(tuple(counts), voids)

    @cached_property
    def rounds(self) -> int:
        """Count the rounds that came to a result."""
        return sum(self.counts)

    @cached_property
    def cards(self) -> int:
        """Count their cards."""
        sizes = [decode(code) for code in range(SLOTS)]
        return sum(
            count * (each.player_cards + each.banker_cards)
            for count, each in zip(self.counts, sizes, strict=True)
        )

    @property
    def digest(self) -> str:
        """Return the SHA-256 of the 2000 counts, each as eight bytes, least first."""
        return sha256(b"".join(count.to_bytes(8, "little") for count in self.counts)).hexdigest()


@dataclass(frozen=True)
class BetCount:
    """How often each pay row of a bet came up."""

    bet: Bet
    rows: tuple[tuple[PayRow, int], ...]
    lose: int

    @property
    def pays(self) -> tuple[tuple[PayRow, int], ...]:
        """Return the rows that pay, in the order of the pay table."""
        return tuple((row, count) for row, count in self.rows if row.odds)

    @property
    def push(self) -> int:
        """Count the stakes that came back without profit."""
        return sum(count for row, count in self.rows if not row.odds)

    @property
    def rounds(self) -> int:
        """Count all rounds."""
        return self.lose + sum(count for _, count in self.rows)

    def cost(self) -> Estimate:
        """Estimate what a unit of stake costs the bettor: the house edge."""
        gains = [(row.odds.num / row.odds.den if row.odds else 0.0, n) for row, n in self.rows]
        return mean_of([*((-gain, count) for gain, count in gains), (1.0, self.lose)])


def count_bet(column: Column, counts: Sequence[int]) -> BetCount:
    """Sort the classes by what they do to a bet."""
    marks = [0] * (LOSES + 1)
    for mark, count in zip(column.marks, counts, strict=True):
        marks[mark] += count
    rows = tuple((row, marks[index]) for index, row in enumerate(column.bet.rows))
    return BetCount(column.bet, rows, marks[LOSES])


def count_bets(rulebook: Rulebook, histogram: Histogram) -> dict[str, BetCount]:
    """Sort the classes for every bet of a game."""
    return {name: count_bet(column, histogram.counts) for name, column in rulebook.columns.items()}
