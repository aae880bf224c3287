"""Money as double entry, derived from the events of a deed and nothing else.

Accounts: `patron:NAME` holds chips, `risk:TABLE` the bets of the round, `house:TABLE` what the
House has won or lost there, `cage` the other side of chips bought and cashed in, `float:TABLE` what
patrons have carried to that table from others or, below zero, away. A bet is placed
from patron to risk, settled from risk to patron and House, and given back when it is withdrawn
or void. A correction is new entries; nothing is ever rewritten.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from punto.core import events as e
from punto.core.conduct import evolve
from punto.core.settle import Line
from punto.core.state import Placed, Table
from punto.store.contract import Entry

CAGE = "cage"


def patron_account(patron: str) -> str:
    """Name a patron's account."""
    return f"patron:{patron}"


def risk_account(table_id: str) -> str:
    """Name the account of the bets on a table."""
    return f"risk:{table_id}"


def house_account(table_id: str) -> str:
    """Name the account of what the House has won at a table."""
    return f"house:{table_id}"


def float_account(table_id: str) -> str:
    """Name the account of the chips that were carried to a table, or away from it."""
    return f"float:{table_id}"


def entries_for(
    table_id: str, before: Table, events: Sequence[e.Event], after: Table | None = None
) -> tuple[Entry, ...]:
    """Derive the entries of a deed; they sum to zero, account by account in order of name.

    `after` is the table that the events lead to, where that is known already.
    """
    book: Counter[str] = Counter()
    if not any(isinstance(event, MOVING) for event in events):
        return ()
    for number, event in enumerate(events, start=1):
        known = after if number == len(events) else None
        then = evolve(before, event) if known is None else known
        for patron, at_risk, home in _moves(before, then, event):
            book[patron_account(patron)] += home - at_risk
            book[risk_account(table_id)] += at_risk
            book[house_account(table_id)] -= home
        before = then
    return tuple(
        Entry(account=account, amount=amount) for account, amount in sorted(book.items()) if amount
    )


Move = tuple[str, int, int]
"""A patron, how much more of his is at risk, and how much came from the House."""

PLACING: Final = (e.WagerPlaced, e.WagerJoined, e.WagerChanged, e.WagerRejected)
ENDING: Final = (e.RoundSettled, e.RoundVoided, e.RoundWithoutResult)
MOVING: Final = (*PLACING, *ENDING, e.ResultCorrected, e.InsurancePlaced)
"""Events that move money."""


def _moves(before: Table, after: Table, event: e.Event) -> list[Move]:
    """Say what an event moves between a patron, the bets and the House."""
    if isinstance(event, ENDING):
        already = before.round is not None and before.round.over
        return _again(before, event.lines) if already else [_over(p, x) for p, x in event.lines]
    if isinstance(event, e.ResultCorrected):
        return _again(before, event.lines)
    if isinstance(event, e.InsurancePlaced):
        return [(event.insured.patron, event.insured.stake, 0)]
    if isinstance(event, PLACING):
        was, now = _at_risk(before), _at_risk(after)
        return [(p, now[p] - was[p], 0) for p in sorted(was | now) if now[p] != was[p]]
    return []


def _over(patron: str, line: Line) -> Move:
    """End a bet: all of its stake leaves the risk, and the House pays or keeps the difference."""
    return patron, -line.stake, line.returned - line.stake


def _again(before: Table, lines: Iterable[tuple[str, Line]]) -> list[Move]:
    """Correct a settlement: only what each patron gets differently moves."""
    change: Counter[str] = Counter()
    for patron, line in lines:
        change[patron] += line.returned
    for patron, line in before.round.lines if before.round is not None else ():
        change[patron] -= line.returned
    return [(patron, 0, amount) for patron, amount in sorted(change.items()) if amount]


def _at_risk(table: Table) -> Counter[str]:
    """Add up what each patron has on the layout, Insurance apart."""
    total: Counter[str] = Counter()
    wagers: tuple[Placed, ...] = () if table.round is None else table.round.wagers
    for wager in wagers:
        if wager.live:
            for share in wager.shares:
                total[share.patron] += share.stake
    return total
