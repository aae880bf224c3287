"""Linear counts: add a tag for each card seen, bet when the true count reaches a trigger.

The true count is the running count for each 52 cards not yet seen. One run answers for
every trigger: rounds are sorted by the whole part of their true count, rounded down, and a
trigger takes its own and all higher ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import numpy as np

from punto.core.bets import LOSES
from punto.core.cards import RANKS
from punto.core.checks import require
from punto.sim.compiled import WIDTH, stretch_of, trace_lanes
from punto.sim.estimates import Estimate, kelly, ratio
from punto.sim.jit import compiled
from punto.sim.jobs import Tally
from punto.sim.studies.base import StudyJob, as_lists, column_of, profits
from punto.sim.trace import UNSHOWN, VOID_CODE

LOWEST: Final = -8
HIGHEST: Final = 100
BUCKETS: Final = HIGHEST - LOWEST + 1
"""True counts outside are taken for the outermost."""

MOST_TAG: Final = 1000
_SUMS: Final = 5
"""Over shoes: bets, profit, bets squared, profit squared, bets times profit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CountJob(StudyJob):
    """Count cards for one bet."""

    kind: ClassVar[str] = "count"
    shoes_a_second: ClassVar[int] = 1_000_000

    bet: str
    tags: tuple[int, ...]
    """What each rank adds when it is seen: A 2 ... 10 J Q K."""

    def __post_init__(self) -> None:
        """Refuse what cannot be counted."""
        super(CountJob, self).__post_init__()
        column_of(self.rulebook, self.bet)
        require(
            len(self.tags) == len(RANKS),
            f"{len(self.tags)} tags: a count needs 13 (A 2 ... 10 J Q K)",
        )
        require(any(self.tags), "a count whose tags are all 0 never moves")
        require(
            all(abs(tag) <= MOST_TAG for tag in self.tags), f"tags are whole, to {MOST_TAG} at most"
        )

    def run(self, first: int, shoes: int) -> Tally:
        """Count through some shoes."""
        column = column_of(self.rulebook, self.bet)
        marks = np.full(VOID_CODE, len(column.bet.rows), np.int64)
        for code, mark in enumerate(column.marks):
            if mark != LOSES:
                marks[code] = mark
        sums = np.zeros((BUCKETS, _SUMS), np.int64)
        rows = np.zeros((BUCKETS, len(column.bet.rows) + 1), np.int64)
        _count(
            stretch_of(self.plan, self.seed, first, shoes),
            np.array([*self.tags, 0], np.int64),
            profits(column).table,
            marks,
            sums,
            rows,
        )
        return {"shoes": [shoes], **as_lists(sums=sums, rows=rows)}


@compiled
def _count(
    stretch: Any,
    tags: Any,
    table: Any,
    marks: Any,
    sums: Any,
    rows: Any,
) -> None:
    _, _, shoes, plan, codes, ranks, shown = stretch
    bets, won = np.zeros(BUCKETS, np.int64), np.zeros(BUCKETS, np.int64)
    done = np.int64(0)
    while done < shoes:
        rounds = trace_lanes(stretch, done)
        for lane in range(min(WIDTH, shoes - done)):
            bets[:] = 0
            won[:] = 0
            running = tags[shown[lane]]
            unseen = np.int64(52 * plan[0] - (1 if shown[lane] != UNSHOWN else 0))
            top = 0
            for number in range(rounds):
                code = codes[number * WIDTH + lane]
                if code >= VOID_CODE:
                    break
                bucket = min(max(running * 52 // unseen, LOWEST), HIGHEST) - LOWEST
                top = max(top, bucket)
                bets[bucket] += 1
                won[bucket] += table[code]
                rows[bucket, marks[code]] += 1
                for card in range(6):
                    rank = ranks[(number * 6 + card) * WIDTH + lane]
                    running += tags[rank]
                    unseen -= 1 if rank != UNSHOWN else 0
            taken, gained = np.int64(0), np.int64(0)
            for bucket in range(top, -1, -1):
                taken += bets[bucket]
                gained += won[bucket]
                sums[bucket, 0] += taken
                sums[bucket, 1] += gained
                sums[bucket, 2] += taken * taken
                sums[bucket, 3] += gained * gained
                sums[bucket, 4] += taken * gained
        done += WIDTH


@dataclass(frozen=True, slots=True)
class Trigger:
    """What betting at a true count or above comes to."""

    at: int
    frequency: Estimate
    """Bets for each round dealt."""
    advantage: Estimate
    """What a unit staked is expected to gain."""
    units: Estimate
    """Units gained for each 100 rounds dealt."""
    desirability: float
    """1000 times the gain over its standard deviation, for each round dealt."""
    kelly: float
    """The share of the bankroll that makes it grow fastest, 0 without an advantage."""


def triggers(job: CountJob, tally: Tally) -> list[Trigger]:
    """Work out every trigger that was ever reached."""
    column = column_of(job.rulebook, job.bet)
    unit = profits(column).unit
    sums = np.array(tally["sums"], object).reshape(BUCKETS, _SUMS)
    rows = np.array(tally["rows"], object).reshape(BUCKETS, -1)
    shoes = tally["shoes"][0]
    # all rounds are those at the lowest bucket and above
    everything = sums[0]
    gains = [row.odds.num / row.odds.den if row.odds else 0.0 for row in column.bet.rows] + [-1.0]
    found = []
    for bucket in range(BUCKETS):
        bets, gained, bets_2, gained_2, product = (int(each) for each in sums[bucket])
        if not bets:
            break
        counts = [int(each) for each in rows[bucket:].sum(axis=0)]
        advantage = ratio(shoes, gained / unit, bets, (gained_2 / unit**2, bets_2, product / unit))
        rounds = int(everything[0])
        # a shoe's rounds hardly vary, so they may be taken as given
        units = ratio(shoes, 100 * gained / unit, rounds, (1e4 * gained_2 / unit**2, 0.0, 0.0))
        frequency = ratio(shoes, bets, rounds, (bets_2, 0.0, 0.0))
        spread = sum(gain**2 * count for gain, count in zip(gains, counts, strict=True))
        found.append(
            Trigger(
                LOWEST + bucket,
                frequency,
                advantage,
                units,
                1000 * gained / unit / (spread * rounds) ** 0.5,
                kelly(_shares(gains, counts)),
            )
        )
    return found


def best(found: Sequence[Trigger]) -> Trigger | None:
    """Return the trigger that gains most for each round dealt, if any gains."""
    gaining = [trigger for trigger in found if trigger.units.mean > 0]
    return max(gaining, key=lambda trigger: trigger.units.mean, default=None)


def _shares(gains: Sequence[float], counts: Sequence[int]) -> list[tuple[float, float]]:
    whole = sum(counts)
    return [(gain, count / whole) for gain, count in zip(gains, counts, strict=True)]
