"""Published results of counting, reproduced within their own rounding and our error."""

from __future__ import annotations

import pytest

from punto.sim.engines import Serial
from punto.sim.plan import ShoePlan
from punto.sim.runner import run
from punto.sim.studies.count import CountJob, triggers
from punto.sim.studies.perfect import PerfectJob, ceilings

# E. Jacobson, "Card Counting the Big Tiger Baccarat Side Bet" (advancedadvantageplay.com, July
# 2024): 100 million shoes of eight decks, the cutting card at 14 cards, with the burning and the
# one more round after the cutting card that are usual where it was written.
TAGS = (0, 0, -1, -1, -1, -2, 1, 2, 2, 0, 0, 0, 0)


@pytest.mark.slow
def test_big_tiger_counted_with_a_trigger_of_eight() -> None:
    job = CountJob(
        game="rws-tiger-buffalo@4",
        plan=ShoePlan(cut_card=14, burn_by_value=True, one_more=True),
        shoes=600_000,
        seed=11,
        bet="big_tiger",
        tags=TAGS,
    )
    found = {each.at: each for each in triggers(job, run(job, Serial()).tally)}[8]
    assert found.frequency.error < 0.0002
    assert abs(found.frequency.distance(0.03536)) < 4
    assert abs(found.advantage.distance(0.07227)) < 4
    assert abs(found.units.distance(0.256)) < 4


# E. Jacobson, "Beating the Lucky Pairs baccarat side bet, update 2" (888casino.com): 100 million
# shoes by a perfect player on both pair bets at 11 to 1, 37.54 for stakes of 100. The cards are
# burnt and the cutting card treated as above.
@pytest.mark.slow
def test_pairs_by_perfect_knowledge() -> None:
    job = PerfectJob(
        game="rws-tiger-buffalo@4",
        plan=ShoePlan(cut_card=14, burn_by_value=True, one_more=True),
        shoes=5_000,
        seed=3,
    )
    found = {each.bet: each.gain for each in ceilings(job, run(job, Serial()).tally)}
    for bet in ("player_pair", "banker_pair"):
        assert found[bet].error < 0.01
        assert abs(found[bet].distance(0.3754 / 2)) < 4
