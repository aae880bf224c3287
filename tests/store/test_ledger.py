"""Money derived with what is known already is money derived from nothing but the events."""

from __future__ import annotations

from punto.core import events as e
from punto.core.conduct import apply, decide, foresee
from punto.core.refusal import Refused
from punto.core.state import Table
from punto.rules import rulebooks
from punto.store.ledger import MOVING, entries_for
from tests.store.histories import plays


def test_the_table_that_was_foreseen_gives_the_same_entries() -> None:
    shown, moved = set(), set()
    for rules_id, commands in plays():
        rules, table = rulebooks()[rules_id], Table()
        for command in commands:
            answer = foresee(table, command, rules)
            if isinstance(answer, Refused):
                assert decide(table, command, rules) == answer
                continue
            events, after = answer
            assert decide(table, command, rules) == events
            assert after == apply(table, events)
            entries = entries_for("t", table, events)
            assert entries_for("t", table, events, after) == entries
            shown |= {type(event) for event in events}
            moved |= {type(event) for event in events if entries}
            table = after
    assert shown >= set(MOVING)
    assert moved & set(MOVING) >= {e.WagerPlaced, e.InsurancePlaced, e.RoundSettled, e.RoundVoided}
