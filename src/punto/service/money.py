"""Chips over the counter: buying in, cashing out, carrying to another table, correcting."""

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
from punto.store.ledger import CAGE, float_account, house_account, patron_account

MOST: Final = 10**12
"""Cents in one movement: far above any cage, and far below what a column of a store holds."""


class Kind(StrEnum):
    """Why chips move outside a round."""

    BUY_IN = "buy_in"
    CASH_OUT = "cash_out"
    TRANSFER = "transfer"
    """A patron carries chips to another table: they stay his, and the tables' floats move."""
    CORRECTION = "correction"


@dataclass(frozen=True, slots=True, kw_only=True)
class Movement:
    """Chips that change hands at a table's counter."""

    kind: Kind
    patron: str
    amount: int
    reason: str = ""
    agreed: str | None = None
    """Who else agreed."""
    to: str | None = None
    """To which table they go."""


def entries_of(
    kind: Kind, table_id: str, patron: str, amount: int, reason: str, *, to: str | None = None
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
    if kind is Kind.TRANSFER and (to is None or to == table_id):
        return Refused(
            code="no_destination",
            reason="the transfer names no other table",
            remedy="say to which table the chips go",
            where="to",
        )
    mine = patron_account(patron)
    gains, other, gained = {
        Kind.BUY_IN: (mine, CAGE, amount),
        Kind.CASH_OUT: (mine, CAGE, -amount),
        Kind.TRANSFER: (float_account(str(to)), float_account(table_id), amount),
        Kind.CORRECTION: (mine, house_account(table_id), amount),
    }[kind]
    pair = Entry(account=gains, amount=gained), Entry(account=other, amount=-gained)
    return tuple(sorted(pair, key=lambda entry: entry.account))


def _bad_amount(amount: int) -> Refused:
    return Refused(
        code="bad_amount",
        reason=f"{amount} cents cannot change hands",
        remedy=f"name a whole number of cents from 1 to {MOST}",
        where="amount",
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


async def chips(host: TableHost, move: Movement, actor: Actor, key: str) -> Answer:
    """Move chips at a table's counter, on record with who did it and why."""
    entries = entries_of(
        move.kind, host.config.id, move.patron, move.amount, move.reason, to=move.to
    )
    command = {
        "type": "MoveChips",
        "actor": msgspec.to_builtins(actor),
        "kind": move.kind.value,
        "patron": move.patron,
        "amount": move.amount,
        "reason": move.reason,
        "agreed": move.agreed,
    }
    if move.to is not None:
        command["to"] = move.to
    if isinstance(entries, Refused):
        return await host.record(command, key, refused=entries)
    return await host.record(command, key, entries=entries)
