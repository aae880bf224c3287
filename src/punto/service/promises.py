"""What must be so before a deed is written: the last look of a host at its own work.

A command that the conduct would answer wrongly, by whatever defect, is not written and not
acknowledged: `Defect` ends it, and the table stands as it was. These checks know nothing of how the
conduct comes to its answers, which is what makes them worth their microseconds. They stay on under
`python -O`, as every `invariant` does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from punto.core import commands as c
from punto.core.checks import invariant
from punto.core.conduct.access import ACTS, act_of
from punto.core.policies import Role
from punto.core.rulebook import Rulebook
from punto.core.state import Phase, Settled, Table
from punto.store.contract import Entry
from punto.store.ledger import risk_account

CARDS_PER_DECK: Final = 52
INTERRUPTED: Final = (Phase.HELD, Phase.CHOOSING)
BETWEEN: Final = (Phase.SHUT, Phase.IDLE)


def hold(
    table_id: str,
    before: Table,
    after: Table,
    command: c.Command,
    entries: Iterable[Entry],
    rules: Rulebook,
) -> None:
    """Raise `Defect` where an accepted command would break a promise."""
    _authority(before, command, rules)
    _phase(after)
    _cards(before, after)
    _money(table_id, before, after, entries)


def _authority(table: Table, command: c.Command, rules: Rulebook) -> None:
    """Nobody acts above his authority, nor when the act is not possible (I-109, I-110)."""
    role = command.actor.role
    handles = isinstance(command, (c.DrawCard, c.ExposeCard)) and role is Role.PATRON
    least = rules.authority[act_of(command)].role
    invariant(handles or role.at_least(least), "nobody acts above his authority")
    invariant(table.phase in ACTS[type(command)].phases, "an act has its phases")


def _phase(table: Table) -> None:
    round_ = table.round
    invariant((table.setup is None) == (table.phase is Phase.SHUT), "an open table is set up")
    held = table.phase in INTERRUPTED
    invariant((table.resume_to is not None) == held, "what is interrupted is resumed")
    under_way = round_ is not None and not round_.over
    invariant(not under_way or table.phase not in BETWEEN, "no round is under way between rounds")
    if table.phase in BETWEEN or round_ is None:
        invariant(table.phase in BETWEEN, "there is a round where one is dealt")
        return
    invariant(held == (round_.incident is not None), "an incident holds the round up")
    invariant(held or under_way, "the round is under way")
    open_ = round_.closed_at is None
    invariant(held or open_ == (table.phase is Phase.BETTING), "bets are open while they are open")
    declared = round_.outcome is not None
    invariant(held or declared == (table.phase is Phase.DECLARED), "a result was declared")


def _cards(before: Table, table: Table) -> None:
    """No card comes from nowhere, none is there more often than the decks have it."""
    if table.setup is None:
        return
    decks, round_ = table.setup.decks, table.round
    invariant(0 <= table.cards_left <= decks * CARDS_PER_DECK, "the device holds cards of the set")
    drawn = () if round_ is None else round_.drawn
    known_before = () if before.round is None else before.round.drawn
    if (table.seen, table.carried, drawn) == (before.seen, before.carried, known_before):
        return
    seen = dict(table.seen)
    invariant(all(0 <= times <= decks for times in seen.values()), "a card comes once a deck")
    if round_ is not None and not round_.over:
        known = Counter(one.card for one in (*round_.drawn, *table.carried) if one.card is not None)
        invariant(
            all(seen.get(card, 0) >= times for card, times in known.items()),
            "what lies on the table has left the device",
        )


def _money(table_id: str, before: Table, after: Table, entries: Iterable[Entry]) -> None:
    moved = Counter[str]()
    for entry in entries:
        moved[entry.account] += entry.amount
    invariant(sum(moved.values()) == 0, "money is conserved")
    invariant(
        moved[risk_account(table_id)] == at_risk(after) - at_risk(before),
        "what is at risk lies on the layout and nowhere else",
    )


def at_risk(table: Table) -> int:
    """Add up the stakes that lie on the layout."""
    round_ = table.round
    if round_ is None or round_.over:
        return 0
    laid = sum(w.stake for w in round_.wagers if w.live or w.settled is Settled.RETURNED)
    return laid + sum(insured.stake for insured in round_.insurances)
