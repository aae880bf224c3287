"""Insurance: how it ends at every pair of points, and what taking it only when it pays is worth.

Whether to insure is decided with exact knowledge of the cards seen, the ones on the table
included, by weighing every third card that may still come. Offers are those of the pay table
while a card is still to be drawn (I-57).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

import numpy as np

from punto.core.checks import require
from punto.core.outcome import Side, Winner
from punto.core.rulebook import InsuranceRow, Rulebook, Stage
from punto.sim.compiled import WIDTH, stretch_of, trace_lanes
from punto.sim.estimates import Estimate, mean_of, ratio
from punto.sim.jit import compiled, part
from punto.sim.jobs import Tally
from punto.sim.plan import LANE_TABLE
from punto.sim.studies.base import Ints, StudyJob, as_lists
from punto.sim.studies.perfect import DEPTH, DEPTHS, PARTS
from punto.sim.trace import UNSHOWN, VOID_CODE

STAGES: Final = tuple(Stage)
SIDES: Final = tuple(Side)
WINNERS: Final = (Winner.PLAYER, Winner.BANKER, Winner.TIE)
_COARSE: Final = 10**3
_SUMS: Final = 5
"""Over shoes: taken, gain, taken squared, gain squared, taken times gain."""

_BANKER: Final = np.array(LANE_TABLE.banker)
_PLAYER: Final = np.array(LANE_TABLE.player)


@dataclass(frozen=True, slots=True, kw_only=True)
class InsuranceJob(StudyJob):
    """Settle and weigh every Insurance that comes up."""

    kind: ClassVar[str] = "insurance"
    shoes_a_second: ClassVar[int] = 40_000

    margin: float = 0.0
    """Take it where the advantage is above this."""

    def __post_init__(self) -> None:
        """Refuse a game without Insurance."""
        super(InsuranceJob, self).__post_init__()
        require(bool(self.rulebook.insurance_rows), f"{self.game} has no Insurance")
        require(0 <= self.margin < 1, f"a margin of {self.margin}: give 0 to 1")

    def run(self, first: int, shoes: int) -> Tally:
        """Go through some shoes."""
        rows, odds = offers_table(self.rulebook)
        ends = np.zeros((2, 10, 10, 3), np.int64)
        taken = np.zeros((len(odds), DEPTHS, 3), np.int64)
        sums = np.zeros(_SUMS, np.int64)
        dealt = np.zeros(DEPTHS, np.int64)
        _insure(
            stretch_of(self.plan, self.seed, first, shoes),
            (_PLAYER, _BANKER),
            (rows, odds),
            int(self.margin * PARTS),
            (ends, taken, sums, dealt),
        )
        return {
            "shoes": [shoes],
            **as_lists(ends=ends, taken=taken, sums=sums, dealt=dealt),
        }


def offers_table(rules: Rulebook) -> tuple[Ints, Ints]:
    """Write the pay table out: row by [stage, side, own, other], and [num, den, tie] by row."""
    rows = np.full((2, 2, 10, 10), -1, np.int64)
    for stage, by_stage in enumerate(STAGES):
        for side, by_side in enumerate(SIDES):
            for own in range(10):
                for other in range(10):
                    row = rules.insurance_row(by_side, by_stage, own, other)
                    if row is not None:
                        rows[stage, side, own, other] = rules.insurance_rows.index(row)
    odds = [(row.odds.num, row.odds.den, int(row.pays_on_tie)) for row in rules.insurance_rows]
    return rows, np.array(odds, np.int64)


@part
def _banker_ends(values: Any, player: Any, banker: Any, ways: Any, weights: Any) -> None:
    """Weigh the results of Banker's draw from the cards unseen."""
    for value in range(10):
        total = (banker + value) % 10
        winner = 2 if total == player else (0 if player > total else 1)
        weights[winner] += ways * values[value]


@part
def _weigh(values: Any, unseen: Any, player: Any, banker: Any, tables: Any, weights: Any) -> None:
    """Weigh the results after four cards, over ordered pairs of third cards."""
    takes, draws = tables
    weights[:] = 0
    if not takes[player, banker]:
        _banker_ends(values, player, banker, unseen - 1, weights)
        return
    for third in range(10):
        ways = values[third]
        if ways == 0:
            continue
        total = (player + third) % 10
        if draws[player, banker, third]:
            values[third] -= 1
            _banker_ends(values, total, banker, ways, weights)
            values[third] += 1
        else:
            winner = 2 if total == banker else (0 if total > banker else 1)
            weights[winner] += ways * (unseen - 1)


@part
def _consider(
    stage: Any, points: Any, weights: Any, pay: Any, depth: Any, margin: Any, taken: Any
) -> Any:
    """Look both Hands' offers up and take what pays; the value is how many and their gain."""
    rows, odds = pay
    many, gain = np.int64(0), np.int64(0)
    total = weights[0] + weights[1] + weights[2]
    for side in range(2):
        row = rows[stage, side, points[side], points[1 - side]]
        if row < 0:
            continue
        if odds[row, 2]:
            win, lose = weights[2], weights[0] + weights[1]
        else:
            win, lose = weights[1 - side], weights[side]
        value = (win * odds[row, 0] - lose * odds[row, 1]) / (total * odds[row, 1])
        parts = np.int64(np.rint(value * PARTS))
        taken[row, depth, 0] += 1
        if parts > margin:
            taken[row, depth, 1] += 1
            taken[row, depth, 2] += parts
            many += 1
            gain += parts
    return many, gain


@compiled
def _insure(
    stretch: Any,
    tables: Any,
    pay: Any,
    margin: Any,
    into: Any,
) -> None:
    _, _, shoes, plan, codes, ranks, shown = stretch
    ends, taken, sums, dealt = into
    values, card = np.empty(10, np.int64), np.empty(6, np.int64)
    weights = np.empty(3, np.int64)
    done = np.int64(0)
    while done < shoes:
        rounds = trace_lanes(stretch, done)
        for lane in range(min(WIDTH, shoes - done)):
            values[:] = 4 * plan[0]
            values[0] = 16 * plan[0]
            unseen = np.int64(52 * plan[0])
            if shown[lane] != UNSHOWN:
                values[shown[lane] + 1 if shown[lane] < 9 else 0] -= 1
                unseen -= 1
            bought, gained = np.int64(0), np.int64(0)
            for number in range(rounds):
                code = codes[number * WIDTH + lane]
                if code >= VOID_CODE:
                    break
                depth = unseen // DEPTH
                dealt[depth] += 1
                for place in range(6):
                    rank = ranks[(number * 6 + place) * WIDTH + lane]
                    card[place] = -1 if rank == UNSHOWN else (rank + 1 if rank < 9 else 0)
                for place in range(4):
                    values[card[place]] -= 1
                unseen -= 4
                player, banker = (card[0] + card[2]) % 10, (card[1] + card[3]) % 10
                last, first_end = code // 200, code // 20 % 10
                winner = 2 if last == first_end else (0 if last > first_end else 1)
                if card[4] >= 0:
                    ends[0, player, banker, winner] += 1
                    _weigh(values, unseen, player, banker, tables, weights)
                    many, gain = _consider(0, (player, banker), weights, pay, depth, margin, taken)
                    bought += many
                    gained += gain
                    values[card[4]] -= 1
                    unseen -= 1
                if card[5] >= 0:
                    total = (player + card[4]) % 10
                    ends[1, total, banker, winner] += 1
                    weights[:] = 0
                    _banker_ends(values, total, banker, 1, weights)
                    many, gain = _consider(1, (total, banker), weights, pay, depth, margin, taken)
                    bought += many
                    gained += gain
                    values[card[5]] -= 1
                    unseen -= 1
            sums[0] += bought
            sums[1] += gained
            sums[2] += bought * bought
            sums[3] += (gained // _COARSE) ** 2
            sums[4] += bought * (gained // _COARSE)
        done += WIDTH


@dataclass(frozen=True, slots=True)
class Cell:
    """One pair of points of one line: how it ended for whoever insured every time."""

    row: InsuranceRow
    own: int
    other: int
    win: int
    push: int
    lose: int
    rounds: int

    @property
    def offered(self) -> int:
        """Count the offers."""
        return self.win + self.push + self.lose

    def arises(self) -> Estimate:
        """Estimate how often it is offered."""
        return mean_of([(1.0, self.offered), (0.0, self.rounds - self.offered)])

    def cost(self) -> Estimate:
        """Estimate what a unit costs the one who insures."""
        gain = self.row.odds.num / self.row.odds.den
        return mean_of([(-gain, self.win), (0.0, self.push), (1.0, self.lose)])


def cells(job: InsuranceJob, tally: Tally) -> list[Cell]:
    """Sort the results by the cells of the pay table that came up."""
    ends = np.array(tally["ends"], object).reshape(2, 10, 10, 3)
    rounds = sum(tally["dealt"])
    found = []
    for row in job.rulebook.insurance_rows:
        for own in sorted(row.own):
            for other in sorted(row.other):
                points = (own, other) if row.side is Side.PLAYER else (other, own)
                player, banker, tie = (int(each) for each in ends[STAGES.index(row.stage)][points])
                lost = banker if row.side is Side.PLAYER else player
                won = player if row.side is Side.PLAYER else banker
                if row.pays_on_tie:
                    cell = Cell(row, own, other, tie, 0, lost + won, rounds)
                else:
                    cell = Cell(row, own, other, lost, tie, won, rounds)
                if cell.offered:
                    found.append(cell)
    return found


@dataclass(frozen=True, slots=True)
class Taken:
    """A line of the pay table: how often insuring pays, and what it is worth."""

    row: InsuranceRow
    offered: int
    taken: int
    advantage: float
    gain: float
    """Units gained for each shoe."""
    by_depth: tuple[tuple[int, float], ...]
    """Gain for each shoe if dealing stopped with at least so many cards unseen."""


def lines(job: InsuranceJob, tally: Tally) -> list[Taken]:
    """Work out what each line is worth to one who knows."""
    shoes = tally["shoes"][0]
    rows = job.rulebook.insurance_rows
    taken = np.array(tally["taken"], object).reshape(len(rows), DEPTHS, 3)
    found = []
    for row, own in zip(rows, taken, strict=True):
        offered, many, gain = (int(each) for each in own.sum(axis=0))
        depths = tuple(
            (max(depth * DEPTH, job.plan.cut_card), int(own[depth:, 2].sum()) / PARTS / shoes)
            for depth in range(DEPTHS)
            if tally["dealt"][depth]
        )
        advantage = gain / PARTS / many if many else 0.0
        found.append(Taken(row, offered, many, advantage, gain / PARTS / shoes, depths))
    return found


def gain_of_all(tally: Tally) -> Estimate:
    """Estimate the units gained for each shoe over all lines."""
    shoes = tally["shoes"][0]
    _, gain, _, gain_2, _ = tally["sums"]
    return ratio(
        shoes,
        gain / PARTS,
        shoes,
        (gain_2 / (PARTS // _COARSE) ** 2, shoes, gain / PARTS),
    )
