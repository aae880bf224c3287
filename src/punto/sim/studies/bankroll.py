"""Bankrolls: how sessions end, how deep they sink, who is ruined, what share to bet.

A session is some consecutive shoes with one stake on a bet, in every round or where a count
says so. Its lowest point answers for every bankroll at once: a bankroll is ruined by the
sessions that sink by all of it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import numpy as np

from punto.core.checks import require
from punto.core.composition import fresh
from punto.odds.bets import bet_odds, weighed
from punto.odds.drawing import drawing
from punto.odds.weights import joint
from punto.sim.compiled import WIDTH, stretch_of, trace_lanes
from punto.sim.estimates import Estimate, from_sums, kelly, quantile, share
from punto.sim.jit import compiled
from punto.sim.jobs import Tally
from punto.sim.studies.base import StudyJob, as_lists, column_of, profits
from punto.sim.trace import UNSHOWN, VOID_CODE

REACH: Final = 2048
"""Results beyond so many stakes are taken for the outermost."""

ALWAYS: Final = -(10**9)
"""The trigger of one who bets every round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BankrollJob(StudyJob):
    """Play sessions."""

    kind: ClassVar[str] = "bankroll"
    shoes_a_second: ClassVar[int] = 500_000

    bet: str
    session: int = 4
    """Shoes in a session."""
    tags: tuple[int, ...] = (0,) * 13
    trigger: int = ALWAYS
    """The true count from which a stake is bet."""

    def __post_init__(self) -> None:
        """Refuse sessions that do not come out even."""
        super(BankrollJob, self).__post_init__()
        column_of(self.rulebook, self.bet)
        require(1 <= self.session <= 10_000, f"{self.session} shoes a session: ask for 1 to 10000")
        require(
            self.shoes % self.session == 0,
            f"{self.shoes} shoes are no whole number of sessions of {self.session}",
        )
        require(len(self.tags) == 13, f"{len(self.tags)} tags: a count needs 13")
        require(any(self.tags) or self.trigger == ALWAYS, "a trigger needs the tags of a count")

    @property
    def block(self) -> int:
        """Count the shoes of half a second, in whole sessions."""
        return max(1, self.shoes_a_second // 2 // self.session) * self.session

    @property
    def step(self) -> int:
        """Blocks hold whole sessions."""
        return self.session

    def run(self, first: int, shoes: int) -> Tally:
        """Play the sessions of some shoes."""
        column = column_of(self.rulebook, self.bet)
        profit = profits(column)
        ends = np.zeros((3, 2 * REACH + 1), np.int64)
        sums = np.zeros(4, np.int64)
        won = np.zeros(profit.best + profit.unit + 1, np.int64)
        _sessions(
            stretch_of(self.plan, self.seed, first, shoes),
            np.array([*self.tags, 0], np.int64),
            (self.trigger, self.session, profit.unit, profit.table),
            (ends, sums, won),
        )
        sessions = shoes // self.session
        return {"sessions": [sessions], **as_lists(ends=ends, sums=sums, won=won)}


@compiled
def _sessions(stretch: Any, tags: Any, how: Any, into: Any) -> None:
    _, _, shoes, plan, codes, ranks, shown = stretch
    trigger, session, unit, table = how
    ends, sums, won = into
    now, low, high = np.int64(0), np.int64(0), np.int64(0)
    drop, played, ahead = np.int64(0), np.int64(0), np.int64(0)
    done = np.int64(0)
    while done < shoes:
        rounds = trace_lanes(stretch, done)
        for lane in range(min(WIDTH, shoes - done)):
            if (done + lane) % session == 0:
                now, low, high, drop = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
            running = tags[shown[lane]]
            unseen = np.int64(52 * plan[0] - (1 if shown[lane] != UNSHOWN else 0))
            for number in range(rounds):
                code = codes[number * WIDTH + lane]
                if code >= VOID_CODE:
                    break
                if running * 52 >= trigger * unseen:
                    played += 1
                    now += table[code]
                    won[table[code] + unit] += 1
                    low = min(low, now)
                    high = max(high, now)
                    drop = max(drop, high - now)
                for card in range(6):
                    rank = ranks[(number * 6 + card) * WIDTH + lane]
                    running += tags[rank]
                    unseen -= 1 if rank != UNSHOWN else 0
            if (done + lane) % session == session - 1:
                sums[0] += now
                sums[1] += now * now
                ahead += 1 if now > 0 else 0
                # whole stakes, a broken one counted as sunk
                ends[0, min(max(now // unit, -REACH), REACH) + REACH] += 1
                ends[1, min(-(low // unit), REACH) + REACH] += 1
                ends[2, min(-(-drop // unit), REACH) + REACH] += 1
        done += WIDTH
    sums[2] += played
    sums[3] += ahead


@dataclass(frozen=True, slots=True)
class Sessions:
    """How sessions went, in stakes."""

    sessions: int
    bets: float
    """Bets for each session."""
    result: Estimate
    deviation: float
    """The standard deviation of a session's result."""
    exact: tuple[float, float] | None
    """The mean and deviation that as many bets from fresh shoes would have, if all are bet."""
    ahead: Estimate
    """The share of sessions that end with a gain."""
    ruin: tuple[tuple[int, Estimate], ...]
    """Bankrolls, each with the share of sessions that lose all of it on the way."""
    drawdown: tuple[tuple[float, int], ...]
    """Quantiles of the deepest fall from a peak."""
    results: dict[int, int]
    """Sessions by whole stakes won."""
    kelly: float
    """The share of the bankroll that makes it grow fastest, 0 without an advantage."""


BANKROLLS: Final = (10, 20, 50, 100, 200, 500, 1000, 2000)
QUANTILES: Final = (0.5, 0.75, 0.9, 0.95, 0.99)


def sessions(job: BankrollJob, tally: Tally) -> Sessions:
    """Turn the counts into risks."""
    column = column_of(job.rulebook, job.bet)
    unit = profits(column).unit
    many = tally["sessions"][0]
    total, squares, played, ahead = tally["sums"]
    width = 2 * REACH + 1
    final, lowest, drops = (tally["ends"][k * width : (k + 1) * width] for k in range(3))
    result = from_sums(many, total / unit, squares / unit**2)
    exact = None
    if job.trigger == ALWAYS:
        weights = joint(fresh(job.plan.decks), drawing(job.rulebook.tableau))
        odds = bet_odds(column, weighed(weights))
        bets = played / many
        exact = (-float(odds.edge) * bets, math.sqrt(float(odds.variance) * bets))
    return Sessions(
        sessions=many,
        bets=played / many,
        result=result,
        deviation=result.error * math.sqrt(many),
        exact=exact,
        ahead=share(ahead, many),
        ruin=tuple((size, share(sum(lowest[REACH + size :]), many)) for size in BANKROLLS),
        drawdown=tuple((each, quantile(drops, each) - REACH) for each in QUANTILES),
        results={at - REACH: count for at, count in enumerate(final) if count},
        kelly=kelly(
            [((at - unit) / unit, n / played) for at, n in enumerate(tally["won"])]
            if played
            else []
        ),
    )
