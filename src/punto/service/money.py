"""Chips over the counter: buying in, cashing out, correcting; and what a table has won."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

import msgspec

from punto.core.refusal import Refused
from punto.core.state import Actor
from punto.service.host import Answer, TableHost
from punto.store import codec
from punto.store.contract import Entry, Store
from punto.store.ledger import CAGE, house_account, patron_account, risk_account

MOST: Final = 10**12
"""Cents in one movement: far above any cage, and far below what a column of a store holds."""


class Kind(StrEnum):
    """Why chips move outside a round."""

    BUY_IN = "buy_in"
    CASH_OUT = "cash_out"
    TRANSFER = "transfer"
    """To another table: nothing moves in the ledger but the place, which is noted."""
    CORRECTION = "correction"


def entries_of(
    kind: Kind, table_id: str, patron: str, amount: int, reason: str
) -> tuple[Entry, ...] | Refused:
    """Return the entries of a movement of chips, or say why there can be none."""
    least = -MOST if kind is Kind.CORRECTION else 1
    if amount == 0 or not least <= amount <= MOST:
        return _bad_amount(amount)
    if kind is Kind.CORRECTION and not reason.strip():
        return Refused(
            code="reason_missing",
            reason="the correction has no reason",
            remedy="say what is put right; it is stored with its author",
            where="reason",
        )
    mine = patron_account(patron)
    other, gained = {
        Kind.BUY_IN: (CAGE, amount),
        Kind.CASH_OUT: (CAGE, -amount),
        Kind.TRANSFER: (CAGE, 0),
        Kind.CORRECTION: (house_account(table_id), amount),
    }[kind]
    if gained == 0:
        return ()
    pair = Entry(account=mine, amount=gained), Entry(account=other, amount=-gained)
    return tuple(sorted(pair, key=lambda entry: entry.account))


def _bad_amount(amount: int) -> Refused:
    return Refused(
        code="bad_amount",
        reason=f"{amount} cents cannot change hands",
        remedy=f"name a whole number of cents from 1 to {MOST}",
        where="amount",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Takings:
    """What a table has taken. Win is what bets have brought, drop what was bought in there."""

    drop: int
    paid_out: int
    win: int
    at_risk: int

    @property
    def hold(self) -> tuple[int, int] | None:
        """Return win over drop as a fraction, None without a drop."""
        return (self.win, self.drop) if self.drop else None


def takings(store: Store, table_id: str, stream: str) -> Takings:
    """Add up what the ledger says of a table."""
    drop = paid_out = 0
    for where, _, amount in store.statement(CAGE, limit=1_000_000):
        if where == stream:
            drop += max(0, -amount)
            paid_out += max(0, amount)
    return Takings(
        drop=drop,
        paid_out=paid_out,
        win=store.balance(house_account(table_id)),
        at_risk=store.balance(risk_account(table_id)),
    )


def statement(store: Store, patron: str, limit: int) -> list[dict[str, Any]]:
    """List a patron's last movements of money, newest first, with what each was for."""
    lines: list[dict[str, Any]] = []
    for stream, position, amount in store.statement(patron_account(patron), limit):
        body = codec.decode(next(iter(store.read(stream, position - 1, 1))).body)
        kind = body.command["type"]
        lines.append(
            {
                "table": stream.partition(":")[2],
                "position": position,
                "at": body.at,
                "amount": amount,
                "for": body.command["kind"] if kind == "MoveChips" else kind,
            }
        )
    return lines


async def chips(
    host: TableHost,
    kind: Kind,
    patron: str,
    amount: int,
    actor: Actor,
    key: str,
    *,
    reason: str = "",
    agreed: str | None = None,
) -> Answer:
    """Move chips at a table's counter, on record with who did it and why."""
    entries = entries_of(kind, host.config.id, patron, amount, reason)
    command = {
        "type": "MoveChips",
        "actor": msgspec.to_builtins(actor),
        "kind": kind.value,
        "patron": patron,
        "amount": amount,
        "reason": reason,
        "agreed": agreed,
    }
    if isinstance(entries, Refused):
        return await host.record(command, key, refused=entries)
    return await host.record(command, key, entries=entries)
