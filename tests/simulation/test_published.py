"""Published results of counting, reproduced within their own rounding and our error."""

from __future__ import annotations

import pytest

from punto.sim.engines import Serial
from punto.sim.plan import ShoePlan
from punto.sim.runner import run
from punto.sim.studies.count import CountJob, triggers

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
