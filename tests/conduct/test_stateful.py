"""Any sequence of commands, from anybody: a legal table or a refusal with its reason, always."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from punto.core import events as e
from punto.core.conduct import AUTOMATIC, LIVE
from punto.core.conduct.access import ACTS
from punto.core.conduct.evolve import _EVOLVE
from punto.rules import find
from tests.conduct.at_random import AnybodyAt
from tests.conduct.invariants import Watched
from tests.support.games import EVERY_GAME, WITH_INSURANCE

RUNS = 120
STEPS = 300
OTHER_RULES = 0.01

FROM_OUTSIDE = frozenset({e.ShoeCommitted, e.ShoeRevealed})
"""Events that no command of the table leads to: an automatic shoe makes them."""


@cache
def played(key: str) -> tuple[Counter[object], Counter[object]]:
    """Play many tables of a game at random; count the commands accepted and what happened."""
    accepted: Counter[object] = Counter()
    happened: Counter[object] = Counter()
    for seed in range(RUNS):
        chance = Random(f"{key} {seed}")
        rules = find(key)
        watched = Watched(rules, AUTOMATIC if seed % 3 == 0 else LIVE)
        anybody = AnybodyAt(chance, rules)
        for _ in range(STEPS):
            other = find(chance.choice(EVERY_GAME)) if chance.random() < OTHER_RULES else None
            watched.does(anybody.command(watched.table), other)
            anybody.rules = watched.rules
        watched.replays()
        accepted += watched.accepted
        happened += Counter(type(event) for event in watched.events)
    return accepted, happened


@pytest.mark.slow
@pytest.mark.parametrize("key", EVERY_GAME)
def test_whatever_anybody_does_the_table_stays_legal_or_says_why_not(key: str) -> None:
    accepted, _ = played(key)
    assert accepted.total() > 10 * RUNS
    assert set(accepted) <= set(ACTS)


@pytest.mark.slow
def test_every_command_was_accepted_and_every_event_happened() -> None:
    accepted, happened = Counter[object](), Counter[object]()
    for key in EVERY_GAME:
        accepted += played(key)[0]
        happened += played(key)[1]
    assert set(accepted) == set(ACTS)
    assert set(happened) == set(_EVOLVE) - FROM_OUTSIDE


@pytest.mark.slow
@pytest.mark.parametrize("key", WITH_INSURANCE)
def test_insurance_is_offered_bought_and_missed_on_the_way(key: str) -> None:
    _, happened = played(key)
    met = {e.InsuranceOffered, e.InsurancePlaced, e.InsuranceLapsed, e.InsuranceMissed}
    assert met <= set(happened)


class AnyTable(RuleBasedStateMachine):
    """Shrinks a sequence of commands that breaks the table."""

    @initialize(key=st.sampled_from(EVERY_GAME), automatic=st.booleans(), seed=st.integers(0, 99))
    def open(self, key: str, *, automatic: bool, seed: int) -> None:
        rules = find(key)
        self.watched = Watched(rules, AUTOMATIC if automatic else LIVE)
        self.anybody = AnybodyAt(Random(seed), rules)

    @rule(seed=st.integers(0, 2**32))
    def somebody_does_something(self, seed: int) -> None:
        self.anybody.chance = Random(seed)
        self.watched.does(self.anybody.command(self.watched.table))

    def teardown(self) -> None:
        if hasattr(self, "watched"):
            self.watched.replays()


AnyTable.TestCase.settings = settings(max_examples=30, stateful_step_count=120, deadline=None)
TestAnyTable = AnyTable.TestCase
