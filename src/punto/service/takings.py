"""What a table has taken: in all, or in a shift, bet by bet.

In all it is what the ledger holds. For a shift the deeds of that time are read: a correction counts
when it was made, and only by what it changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from punto.core import events as e
from punto.core.settle import Line
from punto.service.money import Kind
from punto.store import codec
from punto.store.contract import Store
from punto.store.history import backwards
from punto.store.ledger import CAGE, float_account, house_account, risk_account

MOVE: Final = "MoveChips"
ENDS: Final = (e.RoundSettled, e.RoundVoided, e.RoundWithoutResult, e.ResultCorrected)
TELLING: Final = tuple(
    f'"{name}"'.encode() for name in (MOVE, "RoundOpened", *(x.__name__ for x in ENDS))
)
"""What stands in a deed that moved chips or ended bets; the others need not be decoded."""

Lines = tuple[tuple[str, Line], ...]


@dataclass(slots=True, kw_only=True)
class Takings:
    """What a table has taken. Win is what bets have brought, drop what was bought in there."""

    drop: int = 0
    paid_out: int = 0
    win: int = 0
    at_risk: int = 0
    carried: int = 0
    """Chips that patrons have carried here from other tables, less those carried away."""
    corrected: int = 0
    """What corrections of money gave to patrons."""
    bets: Counter[str] = field(default_factory=Counter)
    """How often each bet was settled,"""
    staked: Counter[str] = field(default_factory=Counter)
    """what was staked on it,"""
    returned: Counter[str] = field(default_factory=Counter)
    """and what went back."""

    @property
    def hold(self) -> tuple[int, int] | None:
        """Return win over drop as a fraction, None without a drop."""
        return (self.win, self.drop) if self.drop else None


def takings(store: Store, table_id: str, stream: str) -> Takings:
    """Add up what the ledger says of a table."""
    found = Takings(
        win=store.balance(house_account(table_id)),
        at_risk=store.balance(risk_account(table_id)),
        carried=store.balance(float_account(table_id)),
    )
    for where, _, amount in store.statement(CAGE, limit=1_000_000):
        if where == stream:
            found.drop += max(0, -amount)
            found.paid_out += max(0, amount)
    return found


def takings_between(
    store: Store, table_id: str, stream: str, since: datetime, until: datetime | None
) -> Takings:
    """Add up what happened at a table from a moment on, up to another and without it."""
    found = Takings(at_risk=store.balance(risk_account(table_id)))
    standing: Lines = ()
    for body in reversed(list(_telling(store, stream, since, until))):
        counts = datetime.fromisoformat(body.at) >= since
        if counts and body.command.get("type") == MOVE and body.refused is None:
            _moved(found, table_id, body)
        for event in codec.events_of(body):
            if isinstance(event, e.RoundOpened):
                standing = ()
            elif isinstance(event, ENDS):
                if counts:
                    _ended(found, event.lines, 1)
                    _ended(found, standing, -1)
                standing = event.lines
    found.win -= found.corrected
    return found


def _telling(
    store: Store, stream: str, since: datetime, until: datetime | None
) -> Iterator[codec.Body]:
    """Read back to the last round that ended before: a correction changes what that paid."""
    for deed in backwards(store, stream):
        if not any(word in deed.body for word in TELLING):
            continue
        body = codec.decode(deed.body)
        at = datetime.fromisoformat(body.at)
        if until is not None and at >= until:
            continue
        yield body
        if at < since and any(isinstance(event, ENDS) for event in codec.events_of(body)):
            return


def _moved(found: Takings, table_id: str, body: codec.Body) -> None:
    amount = int(body.command["amount"])
    match body.command.get("kind"):
        case Kind.BUY_IN:
            found.drop += amount
        case Kind.CASH_OUT:
            found.paid_out += amount
        case Kind.CORRECTION:
            found.corrected += amount
        case _:
            found.carried += dict(body.entries).get(float_account(table_id), 0)


def _ended(found: Takings, lines: Iterable[tuple[str, Line]], sign: int) -> None:
    for _, line in lines:
        found.bets[line.bet] += sign
        found.staked[line.bet] += sign * line.stake
        found.returned[line.bet] += sign * line.returned
        found.win += sign * (line.stake - line.returned)
