"""Roads and streaks: what a shoe looks like on the board, and whether the board foretells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

import numpy as np

from punto.sim.compiled import WIDTH, stretch_of, trace_lanes
from punto.sim.estimates import Estimate, mean_of, share
from punto.sim.jit import compiled, part
from punto.sim.jobs import Tally
from punto.sim.studies.base import StudyJob, as_lists
from punto.sim.trace import VOID_CODE

MOST_ROUNDS: Final = 160
LONGEST: Final = 64
ROADS: Final = ("big_eye", "small", "cockroach")
"""They look back one, two and three columns further."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoadsJob(StudyJob):
    """Draw the roads of every shoe."""

    kind: ClassVar[str] = "roads"
    shoes_a_second: ClassVar[int] = 500_000

    def run(self, first: int, shoes: int) -> Tally:
        """Draw the roads of some shoes."""
        rounds = np.zeros(MOST_ROUNDS, np.int64)
        ties = np.zeros(MOST_ROUNDS, np.int64)
        columns = np.zeros(MOST_ROUNDS, np.int64)
        streaks = np.zeros((3, LONGEST + 1), np.int64)
        longest = np.zeros(LONGEST + 1, np.int64)
        after = np.zeros((3, 3), np.int64)
        marks = np.zeros((3, 2), np.int64)
        _roads(
            stretch_of(self.plan, self.seed, first, shoes),
            (rounds, ties, columns, streaks, longest, after, marks),
        )
        return {
            "shoes": [shoes],
            **as_lists(
                rounds=rounds,
                ties=ties,
                columns=columns,
                streaks=streaks,
                longest=longest,
                after=after,
                marks=marks,
            ),
        }


@part
def _mark(lengths: Any, column: Any, row: Any, back: Any) -> Any:
    """Return a derived road's mark at a place of the Big Road: 0 red, 1 blue, -1 none yet.

    It compares logical columns, not the bent ones that are drawn. At the head of a column: are
    the two columns before, `back` apart, equally long? Further down: has the column `back`
    to the left a mark beside this place, or none beside the one above either?
    """
    if row == 0:
        if column - 1 - back < 0:
            return -1
        return 0 if lengths[column - 1] == lengths[column - 1 - back] else 1
    if column - back < 0:
        return -1
    return 1 if lengths[column - back] == row else 0


@compiled
def _roads(stretch: Any, into: Any) -> None:
    _, _, shoes, _, codes, _, _ = stretch
    rounds_of, ties_of, columns_of, streaks, longest, after, marks = into
    lengths = np.empty(MOST_ROUNDS, np.int64)
    done = np.int64(0)
    while done < shoes:
        rounds = trace_lanes(stretch, done)
        for lane in range(min(WIDTH, shoes - done)):
            ties, column, last, run, tied, best = 0, -1, -1, 0, 0, 0
            dealt = 0
            for number in range(rounds):
                code = codes[number * WIDTH + lane]
                if code >= VOID_CODE:
                    break
                dealt += 1
                player, banker = code // 200, code // 20 % 10
                winner = 2 if player == banker else (0 if player > banker else 1)
                after[last, winner] += 1
                if winner == 2:
                    ties += 1
                    tied += 1
                    continue
                if tied:
                    streaks[2, min(tied, LONGEST)] += 1
                    tied = 0
                if winner != last:
                    if last >= 0:
                        streaks[last, min(run, LONGEST)] += 1
                        best = max(best, run)
                    column += 1
                    lengths[column] = 0
                    last, run = winner, 0
                for road in range(3):
                    mark = _mark(lengths, column, run, road + 1)
                    if mark >= 0:
                        marks[road, mark] += 1
                run += 1
                lengths[column] = run
            if last >= 0:
                streaks[last, min(run, LONGEST)] += 1
                best = max(best, run)
            if tied:
                streaks[2, min(tied, LONGEST)] += 1
            longest[min(best, LONGEST)] += 1
            rounds_of[dealt] += 1
            ties_of[ties] += 1
            columns_of[column + 1] += 1
        done += WIDTH


@dataclass(frozen=True, slots=True)
class Board:
    """What the shoes looked like."""

    rounds: Estimate
    ties: Estimate
    columns: Estimate
    longest: Estimate
    rounds_by: dict[int, int]
    """Shoes by their number of rounds."""
    longest_by: dict[int, int]
    """Shoes by their longest streak, ties passed over."""
    streaks: dict[str, dict[int, int]]
    """Streaks of each winner by length."""
    banker_after: dict[str, Estimate]
    """Banker's share of the decided rounds that follow each winner, and that open a shoe."""
    red: dict[str, Estimate]
    """The share of red marks on each derived road.

    Of the two results that can come next, one would be marked red and the other blue, so this
    is also how often whoever bets on the regular mark is right.
    """


def board(tally: Tally) -> Board:
    """Turn the counts into what a manager reads."""

    def spread(name: str) -> Estimate:
        return mean_of([(float(value), count) for value, count in enumerate(tally[name])])

    def table(counts: list[int]) -> dict[int, int]:
        return {value: count for value, count in enumerate(counts) if count}

    streaks, after = tally["streaks"], tally["after"]
    # the last row of `after` is index -1 too: the rounds before any winner
    openings = ("player", "banker", "opening")
    width = LONGEST + 1
    return Board(
        rounds=spread("rounds"),
        ties=spread("ties"),
        columns=spread("columns"),
        longest=spread("longest"),
        rounds_by=table(tally["rounds"]),
        longest_by=table(tally["longest"]),
        streaks={
            name: table(streaks[place * width : (place + 1) * width])
            for place, name in enumerate(("player", "banker", "tie"))
        },
        banker_after={
            name: share(after[3 * place + 1], after[3 * place] + after[3 * place + 1])
            for place, name in enumerate(openings)
        },
        red=_shares(tally["marks"]),
    )


def least_known(tally: Tally) -> Estimate:
    """Return the share that is known least of all that `board` gives."""
    found = board(tally)
    shares = (*found.banker_after.values(), *found.red.values())
    return max(shares, key=lambda each: each.error)


def _shares(counts: list[int]) -> dict[str, Estimate]:
    return {
        name: share(counts[2 * place], counts[2 * place] + counts[2 * place + 1])
        for place, name in enumerate(ROADS)
    }
