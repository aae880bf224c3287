"""A floor on which one seed fixes everything: patrons, staff, errors, crashes and the clock."""

from __future__ import annotations

import pytest

from punto.core.rulebook import Kind
from punto.store.contract import GENESIS, chain
from punto.testing.pit import Report, SimulatedPit
from tests.pit.refereeing import referee

HOURS = 6.25
"""With four tables and eight seeds: 200 hours at a table."""


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_every_invariant_holds_through_errors_and_crashes(seed: int) -> None:
    pit = SimulatedPit(seed)
    report = pit.run(HOURS)
    assert report.rounds > 500
    assert report.crashes > 3
    assert sum(report.irregularities.values()) > 30
    _chains_hold(pit, report)
    compared = referee(pit.store)
    assert compared["rounds"] > 500
    assert compared["lines"] > 1_000


def _chains_hold(pit: SimulatedPit, report: Report) -> None:
    for stream, head in report.heads.items():
        previous = GENESIS
        for deed in pit.store.read(stream):
            previous = chain(previous, deed.body)
            assert deed.hash == previous
        assert previous.hex() == head


def test_the_same_seed_gives_the_same_chain_heads() -> None:
    one, other = SimulatedPit(42).run(0.5), SimulatedPit(42).run(0.5)
    assert one.heads == other.heads
    assert one.events == other.events
    assert SimulatedPit(43).run(0.5).heads != one.heads


@pytest.mark.slow
def test_a_run_reaches_every_kind_of_irregularity_and_the_acts_that_answer_it() -> None:
    reports = [SimulatedPit(seed).run(4) for seed in (100, 101)]
    kinds = {kind for report in reports for kind in report.irregularities}
    assert kinds == {kind.value for kind in Kind}
    events = {event for report in reports for event in report.events}
    assert {
        "RoundVoided",
        "RoundWithoutResult",
        "CardsReconstructed",
        "OrderAssigned",
        "OptionChosen",
        "BetsReturned",
        "StakesReduced",
        "InsurancePlaced",
        "InsuranceLapsed",
        "InsuranceMissed",
        "Interrupted",
        "Ruled",
        "ExposedCardAcknowledged",
    } <= events
