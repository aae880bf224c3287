"""Perfect knowledge: the exact odds of every bet at every round, given the cards seen.

The gain is the sum of the exact advantages of the rounds that have one, not of their results:
so no luck of the cards drawn is left in it, and a thousand shoes say what a million would say
by counting wins. It is the ceiling of what any count could gain.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

import numpy as np

from punto.core.checks import require
from punto.odds.batch import Batch
from punto.odds.bets import profit
from punto.odds.drawing import drawing
from punto.odds.weights import ROUND_CARDS
from punto.sim.compiled import CompiledKernel
from punto.sim.estimates import Estimate, ratio
from punto.sim.jit import compiled
from punto.sim.jobs import Tally
from punto.sim.studies.base import StudyJob, as_lists
from punto.sim.trace import VOID_CODE

PARTS: Final = 10**9
"""Advantages are added as whole billionths of a stake."""
_COARSE: Final = 10**3
"""Squares are of millionths, which keeps them within 64 bits."""

DEPTH: Final = 26
"""Depths are told apart by half decks not yet seen."""
DEPTHS: Final = 21

_SUMS: Final = 5
"""Favourable rounds, their gain, gain squared over shoes, advantage of all rounds, squared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PerfectJob(StudyJob):
    """Know the exact odds before every round."""

    kind: ClassVar[str] = "perfect"
    shoes_a_second: ClassVar[int] = 1_500

    margin: float = 0.0
    """Bet where the advantage is above this."""

    def __post_init__(self) -> None:
        """Refuse what is no advantage."""
        super(PerfectJob, self).__post_init__()
        require(0 <= self.margin < 1, f"a margin of {self.margin}: give 0 to 1")
        # the round of the cutting card began with one card more than are behind it, or more
        least = self.plan.cut_card - (ROUND_CARDS - 1 if self.plan.one_more else 0)
        require(
            least >= ROUND_CARDS,
            "perfect knowledge weighs whole rounds: leave at least 6 cards behind the cutting "
            "card, 11 with a round more",
        )

    def run(self, first: int, shoes: int) -> Tally:
        """Weigh every bet before every round of some shoes."""
        rules = self.rulebook
        batch = Batch(rules.columns.values(), drawing(rules.tableau))
        trace = CompiledKernel().trace(self.plan, self.seed, first, shoes)
        rounds = int((trace.codes < VOID_CODE).sum())
        compositions = np.empty((rounds, 13), np.int64)
        owner = np.empty(rounds, np.int64)
        _compositions(trace.codes, trace.ranks, trace.shown, self.plan.decks, compositions, owner)
        wins = batch.win_counts(compositions)
        unseen = compositions.sum(axis=1)
        orderings = np.prod([unseen - drawn for drawn in range(ROUND_CARDS)], axis=0)
        many = len(batch.bets)
        sums = np.zeros((many, _SUMS), np.int64)
        depths = np.zeros((many, DEPTHS, 2), np.int64)
        dealt = np.bincount(unseen // DEPTH, minlength=DEPTHS)
        for place, bet in enumerate(batch.bets):
            advantage = np.full(rounds, -1.0)
            for at, row in enumerate(batch.rows):
                if row.bet == bet:
                    # in the order of the pay table, so that every machine rounds alike
                    advantage += wins[:, at] / orderings * float(profit(row.row) + 1)
            parts = np.rint(advantage * PARTS).astype(np.int64)
            _gather(parts, owner, unseen, int(self.margin * PARTS), sums[place], depths[place])
        return {
            "shoes": [shoes],
            "rounds": [rounds],
            **as_lists(sums=sums, depths=depths, dealt=dealt),
        }


@compiled
def _compositions(
    codes: Any, ranks: Any, shown: Any, decks: Any, compositions: Any, owner: Any
) -> None:
    at = 0
    counts = np.empty(14, np.int64)
    for shoe in range(codes.shape[0]):
        counts[:] = 4 * decks
        counts[shown[shoe]] -= 1
        for number in range(codes.shape[1]):
            if codes[shoe, number] >= VOID_CODE:
                break
            compositions[at] = counts[:13]
            owner[at] = shoe
            at += 1
            for card in range(6):
                counts[ranks[shoe, number, card]] -= 1


@compiled
def _gather(parts: Any, owner: Any, unseen: Any, margin: Any, sums: Any, depths: Any) -> None:
    last = owner.size - 1
    gain, every = np.int64(0), np.int64(0)
    for at in range(owner.size):
        each = parts[at]
        every += each
        if each > margin:
            gain += each
            sums[0] += 1
            depth = unseen[at] // DEPTH
            depths[depth, 0] += 1
            depths[depth, 1] += each
        if at == last or owner[at + 1] != owner[at]:
            sums[1] += gain
            sums[2] += (gain // _COARSE) ** 2
            sums[3] += every
            sums[4] += (every // _COARSE) ** 2
            gain, every = np.int64(0), np.int64(0)


@dataclass(frozen=True, slots=True)
class Ceiling:
    """What perfect knowledge makes of one bet."""

    bet: str
    frequency: float
    """Favourable rounds for each round dealt."""
    advantage: float
    """The mean advantage of a favourable round."""
    gain: Estimate
    """Units gained for each shoe, one unit on each favourable round."""
    edge: Estimate
    """The mean house edge over all rounds: the fresh shoe's, but for the cutting card."""
    by_depth: tuple[tuple[int, float], ...]
    """Gain for each shoe if dealing stopped with at least so many cards unseen."""


def ceilings(job: PerfectJob, tally: Tally) -> list[Ceiling]:
    """Work the ceiling of every bet out."""
    shoes, rounds = tally["shoes"][0], tally["rounds"][0]
    names = tuple(job.rulebook.columns)
    sums = np.array(tally["sums"], object).reshape(len(names), _SUMS)
    depths = np.array(tally["depths"], object).reshape(len(names), DEPTHS, 2)
    fine = (PARTS // _COARSE) ** 2
    found = []
    for bet, own, by_depth in zip(names, sums, depths, strict=True):
        favourable, gain, gain_2, every, every_2 = (int(each) for each in own)
        mean = every / PARTS / rounds
        # a shoe's sum squared, centred: its rounds share one mean
        spread = every_2 / fine - shoes * (every / PARTS / shoes) ** 2
        found.append(
            Ceiling(
                bet,
                favourable / rounds,
                gain / PARTS / favourable if favourable else 0.0,
                ratio(shoes, gain / PARTS, shoes, (gain_2 / fine, shoes, gain / PARTS)),
                Estimate(-mean, max(spread, 0.0) ** 0.5 / rounds, rounds),
                tuple(
                    (
                        max(depth * DEPTH, job.plan.cut_card),
                        sum(int(each) for each in by_depth[depth:, 1]) / PARTS / shoes,
                    )
                    for depth in range(DEPTHS)
                    if tally["dealt"][depth]
                ),
            )
        )
    return found
