"""Money derived with what is known already is money derived from nothing but the events."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from punto.core import commands as c
from punto.core import events as e
from punto.core.conduct import apply, decide, foresee
from punto.core.refusal import Refused
from punto.core.rulebook import Rulebook
from punto.core.state import Table
from punto.rules import rulebooks
from punto.store.ledger import MOVING, entries_for
from tests.conduct.at_random import AnybodyAt
from tests.store.histories import plays

SEEDS = range(20)
STEPS = 300


def test_the_table_that_was_foreseen_gives_the_same_entries() -> None:
    moved: set[type[e.Event]] = set()
    for rules_id, commands in plays():
        rules, table = rulebooks()[rules_id], Table()
        for command in commands:
            table, kinds = step(table, command, rules)
            moved |= kinds
    for rules, anybody in at_random():
        table = Table()
        for _ in range(STEPS):
            table, kinds = step(table, anybody.command(table), rules)
            moved |= kinds
    assert moved >= set(MOVING)


def at_random() -> Iterator[tuple[Rulebook, AnybodyAt]]:
    for rules in rulebooks().values():
        for seed in SEEDS:
            yield rules, AnybodyAt(Random(f"{rules.key} {seed}"), rules)


def step(table: Table, command: c.Command, rules: Rulebook) -> tuple[Table, set[type[e.Event]]]:
    """Give a command; return the table after it and the kinds of events that came with entries."""
    answer = foresee(table, command, rules)
    if isinstance(answer, Refused):
        assert decide(table, command, rules) == answer
        return table, set()
    events, after = answer
    assert decide(table, command, rules) == events
    assert after == apply(table, events)
    entries = entries_for("t", table, events)
    assert entries_for("t", table, events, after) == entries
    return after, {type(event) for event in events} if entries else set()
