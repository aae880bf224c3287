"""What a member of staff can do now: quickly said, and the same as trying each act."""

from __future__ import annotations

from collections.abc import Iterator

from punto.core import commands as c
from punto.core.conduct import apply, decide
from punto.core.policies import Role
from punto.core.refusal import Refused
from punto.core.rulebook import Rulebook
from punto.core.state import Actor, Table
from punto.rules import rulebooks
from punto.service import acts
from punto.service.acts import possible_acts, refused_by
from tests.store.histories import plays
from tests.support.conduct import CALLED

ROLES = (Role.PATRON, Role.DEALER, Role.PIT_SUPERVISOR, Role.SHIFT_MANAGER)


def tables() -> Iterator[tuple[Table, Rulebook]]:
    """Yield every table that the chosen plays come by, under its rules or those of another game."""
    books = list(rulebooks().values())
    for rules_id, commands in plays():
        rules = rulebooks()[rules_id]
        other = books[(books.index(rules) + 1) % len(books)]
        table = Table()
        for number, command in enumerate(commands):
            yield table, other if number % 4 == 3 else rules
            answer = decide(table, command, rules)
            table = table if isinstance(answer, Refused) else apply(table, answer)


def test_what_can_be_done_is_what_trying_it_says() -> None:
    codes: set[str | None] = set()
    for number, (table, rules) in enumerate(tables()):
        actor = Actor(name="", role=ROLES[number % len(ROLES)])
        for (_, _, _, make), act in zip(
            acts.SIMPLE_ACTS, possible_acts(table, rules, actor, CALLED), strict=True
        ):
            command: c.Command = make(actor, CALLED)
            if act["number"] is not None:
                command = c.ExposeCard(actor=actor, number=act["number"])
            refused = refused_by(table, command, rules)
            assert (act["refused"], act["possible"]) == (refused, refused is None)
            codes.add(None if refused is None else refused["code"])
    assert codes >= {None, "wrong_phase", "not_authorised", "other_rules", "not_in_this_game"}
