"""A floor: T tables for H hours, patrons with bets and stakes of their own, limits, the hold.

Patrons sit at a table all day. Each has a bet of a mix and, every round, a stake between the
limits: the minimum times a power of two, smaller ones likelier, never above the maximum. Player
and Banker bets of a table together keep within the Differential: what would exceed it is cut
down in the order of the seats, or refused where less than the minimum would be left
(tb4:5.2, mbs5:5.14). Patrons' choices come from streams of their own, so the cards stay those
of the shoe.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import numpy as np

from punto.core.checks import require
from punto.core.composition import fresh
from punto.core.outcome import Side
from punto.odds.bets import bet_odds, weighed
from punto.odds.drawing import drawing
from punto.odds.weights import joint
from punto.sim.compiled import WIDTH, below, start_stream, stretch_of, trace_lanes
from punto.sim.estimates import Estimate, from_sums, quantile, share
from punto.sim.jit import compiled
from punto.sim.jobs import Tally
from punto.sim.plan import ShoePlan
from punto.sim.streams import Purpose, key
from punto.sim.studies.base import StudyJob, as_lists, column_of, profits
from punto.sim.trace import VOID_CODE

BINS: Final = 4096
"""The result of a day is kept to this many steps of the maximum bet, each way."""

_SIDES: Final = {Side.PLAYER.value: 1, Side.BANKER.value: -1}
"""The bets that the Differential weighs against each other."""

MOST_SEATS: Final = 14
_DOUBLINGS: Final = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorJob(StudyJob):
    """Play days; `shoes` counts the shoes of all of them."""

    kind: ClassVar[str] = "floor"
    shoes_a_second: ClassVar[int] = 60_000

    tables: int = 10
    hours: int = 12
    rounds_an_hour: int = 60
    seats: int = 7
    minimum: int = 5_000
    maximum: int = 1_000_000
    """Limits of every bet, in cents."""
    differential: int = 2_000_000
    mix: tuple[tuple[str, int], ...] = (("player", 40), ("banker", 45), ("tie", 15))
    """Bets, each with its weight among patrons."""

    def __post_init__(self) -> None:
        """Refuse a floor that nobody could open."""
        super(FloorJob, self).__post_init__()
        require(1 <= self.tables <= 1000, f"{self.tables} tables: ask for 1 to 1000")
        require(1 <= self.hours <= 24 * 365, f"{self.hours} hours: ask for 1 to {24 * 365}")
        require(1 <= self.rounds_an_hour <= 400, f"{self.rounds_an_hour} rounds an hour: 1 to 400")
        require(1 <= self.seats <= MOST_SEATS, f"{self.seats} seats: ask for 1 to {MOST_SEATS}")
        require(
            0 < self.minimum <= self.maximum,
            f"limits of {self.minimum} to {self.maximum} cents leave nothing to bet",
        )
        require(
            self.differential >= self.minimum,
            "a Differential below the minimum leaves nothing to bet",
        )
        require(bool(self.mix), "a floor without bets holds nothing")
        for bet, weight in self.mix:
            column_of(self.rulebook, bet)
            require(weight > 0, f"bet {bet} has a weight of {weight}: give 1 or more")
        require(
            self.shoes % self.step == 0,
            f"{self.shoes} shoes are no whole number of days of {self.step}",
        )

    @classmethod
    def of_days(
        cls, days: int, *, plan: ShoePlan, tables: int, hours: int, rounds_an_hour: int, **rest: Any
    ) -> FloorJob:
        """Make a job of whole days."""
        require(days >= 1, f"{days} days: ask for 1 or more")
        return cls(
            shoes=days * max(1, tables * shoes_of_a_table(plan, hours * rounds_an_hour)),
            plan=plan,
            tables=tables,
            hours=hours,
            rounds_an_hour=rounds_an_hour,
            **rest,
        )

    @property
    def rounds(self) -> int:
        """Count a table's rounds of a day."""
        return self.hours * self.rounds_an_hour

    @property
    def shoes_a_table(self) -> int:
        """Count the shoes that a table may need at most in a day."""
        return shoes_of_a_table(self.plan, self.rounds)

    @property
    def step(self) -> int:
        """Count the shoes of a day."""
        return self.tables * self.shoes_a_table

    @property
    def days(self) -> int:
        """Count the days of the run."""
        return self.shoes // self.step

    @property
    def block(self) -> int:
        """Count the shoes of half a second, in whole days."""
        return max(1, self.shoes_a_second // 2 // self.step) * self.step

    def run(self, first: int, shoes: int) -> Tally:
        """Play the days of some shoes."""
        columns = [column_of(self.rulebook, bet) for bet, _ in self.mix]
        made = [profits(column) for column in columns]
        unit = math.lcm(*(each.unit for each in made))
        table = np.array([each.table * (unit // each.unit) for each in made], np.int64)
        sides = np.array([_SIDES.get(bet, 0) for bet, _ in self.mix], np.int64)
        weights = np.cumsum([weight for _, weight in self.mix], dtype=np.int64)
        ends = np.zeros(2 * BINS + 1, np.int64)
        sums = np.zeros((3, 2), np.int64)
        staked = np.zeros(len(self.mix), np.int64)
        _days(
            stretch_of(self.plan, self.seed, first, shoes),
            np.uint64(key(self.seed, Purpose.PATRONS)),
            (self.tables, self.shoes_a_table, self.rounds, self.seats),
            (self.minimum, self.maximum, self.differential, unit),
            (table, sides, weights),
            (ends, sums, staked),
        )
        return {
            "days": [shoes // self.step],
            **as_lists(ends=ends, sums=sums, staked=staked),
        }


def shoes_of_a_table(plan: ShoePlan, rounds: int) -> int:
    """Count the shoes that so many rounds may need at most: six cards each."""
    least = max(1, (plan.cards - plan.most_burnt - plan.cut_card) // 6)
    return -(-rounds // least)


@compiled
def _days(
    stretch: Any,
    shared: Any,
    floor: Any,
    limits: Any,
    bets: Any,
    into: Any,
) -> None:
    _, first, shoes, _, codes, _, _ = stretch
    tables, shoes_a_table, rounds_a_table, seats = floor
    minimum, maximum, differential, unit = limits
    table, sides, weights = bets
    ends, sums, staked = into
    state = np.empty(4, np.uint32)
    chosen = np.empty(seats, np.int64)
    day, table_day, dealt = np.int64(0), np.int64(0), np.int64(0)
    done = np.int64(0)
    while done < shoes:
        rounds = trace_lanes(stretch, done)
        for lane in range(min(WIDTH, shoes - done)):
            shoe = done + lane
            if shoe % shoes_a_table == 0:
                dealt = np.int64(0)
                table_day = np.int64(0)
                start_stream(shared, first + shoe, state, 0, 1)
                for seat in range(seats):
                    draw = below(state, weights[-1])
                    bet = 0
                    while weights[bet] <= draw:
                        bet += 1
                    chosen[seat] = bet
            for number in range(rounds):
                code = codes[number * WIDTH + lane]
                if code >= VOID_CODE or dealt == rounds_a_table:
                    break
                dealt += 1
                balance = np.int64(0)
                for seat in range(seats):
                    bet = chosen[seat]
                    stake = minimum
                    # a coin for each doubling, all of them in one draw
                    coins = below(state, 1 << _DOUBLINGS)
                    while coins & 1 and stake * 2 <= maximum:
                        stake *= 2
                        coins >>= 1
                    if sides[bet] != 0:
                        # how far this side may still go beyond the other
                        open_ = differential - balance * sides[bet]
                        stake = min(stake, open_)
                        if stake < minimum:
                            continue
                        balance += stake * sides[bet]
                    result = stake * table[bet, code]
                    table_day -= result
                    staked[bet] += stake
            if (shoe + 1) % shoes_a_table == 0:
                won = table_day // unit
                sums[0, 0] += won
                sums[0, 1] += (won // 100) ** 2
                day += won
            if (shoe + 1) % (shoes_a_table * tables) == 0:
                sums[1, 0] += day
                sums[1, 1] += (day // 100) ** 2
                sums[2, 0] += 1 if day < 0 else 0
                ends[min(max(day // maximum, -BINS), BINS) + BINS] += 1
                day = np.int64(0)
        done += WIDTH


@dataclass(frozen=True, slots=True)
class Floor:
    """What the house makes of a day, in cents."""

    days: int
    staked: float
    """The mean staked in a day."""
    result: Estimate
    """What the house wins in a day."""
    deviation: float
    exact: float
    """What the edges of the bets make of what was staked."""
    hold: float
    """The house's win for each unit staked."""
    table: Estimate
    """What one table wins in a day."""
    table_deviation: float
    losing: Estimate
    """The share of days on which the house loses."""
    quantiles: tuple[tuple[float, int], ...]
    """Quantiles of the house's day, in steps of the maximum bet."""
    by_bet: dict[str, tuple[float, float]]
    """What was staked on each bet in a day, and its exact edge."""


def floor(job: FloorJob, tally: Tally) -> Floor:
    """Turn the counts into what a casino manager reads."""
    days = tally["days"][0]
    table, table_2, day, day_2, losing, _ = tally["sums"]
    weights = weighed(joint(fresh(job.plan.decks), drawing(job.rulebook.tableau)))
    edges = [float(bet_odds(column_of(job.rulebook, bet), weights).edge) for bet, _ in job.mix]
    result = from_sums(days, day, day_2 * 1e4)
    one = from_sums(days * job.tables, table, table_2 * 1e4)
    staked = tally["staked"]
    expected = sum(edge * stake for edge, stake in zip(edges, staked, strict=True)) / days
    return Floor(
        days=days,
        staked=sum(staked) / days,
        result=result,
        deviation=result.error * math.sqrt(days),
        exact=expected,
        hold=day / sum(staked),
        table=one,
        table_deviation=one.error * math.sqrt(days * job.tables),
        losing=share(losing, days),
        quantiles=tuple(
            (each, (quantile(tally["ends"], each) - BINS) * job.maximum)
            for each in (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
        ),
        by_bet={
            bet: (stake / days, edge)
            for (bet, _), stake, edge in zip(job.mix, staked, edges, strict=True)
        },
    )
