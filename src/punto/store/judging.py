"""What becomes of deeds that are appended together, given what the store says is so.

The store reads what the whole group may touch, each deed is judged here in turn, and what stands is
written at once: a group costs a few statements, however many deeds are in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from punto.store.contract import (
    GENESIS,
    Appended,
    Deed,
    Entry,
    Fenced,
    NewDeed,
    NotEnoughMoney,
    Outcome,
    PositionTaken,
    chain,
    gains,
    must_not_go_below_zero,
)


@dataclass(slots=True, kw_only=True)
class Standing:
    """What is so in the store, as far as some deeds may touch it; judging them moves it on."""

    known: dict[tuple[str, str], Deed]
    """Deeds by stream and key."""
    tokens: dict[str, int | None]
    last: dict[str, tuple[int, bytes]]
    """Position and hash of the last deed of a stream."""
    balances: dict[str, int]
    added: list[Deed] = field(default_factory=list)
    """What is to be written: the deeds that stand,"""
    posted: list[tuple[Deed, Entry]] = field(default_factory=list)
    """their entries,"""
    changed: set[str] = field(default_factory=set)
    """and the accounts whose balance has moved."""

    def judge(self, deed: NewDeed) -> Outcome:
        """Say what becomes of a deed; it stands or fails alone."""
        known = self.known.get((deed.stream, deed.key))
        if known is not None:
            return Appended(deed=known, again=True)
        if deed.token is not None and self.tokens.get(deed.stream) != deed.token:
            return Fenced(stream=deed.stream)
        position, previous = self.last.get(deed.stream, (0, GENESIS))
        if deed.position != position + 1:
            return PositionTaken(stream=deed.stream, last=position)
        gained = gains(deed)
        for account, amount in gained.items():
            balance = self.balances.get(account, 0)
            if balance + amount < 0 and must_not_go_below_zero(account):
                return NotEnoughMoney(account=account, balance=balance)
        return Appended(deed=self._add(deed, previous, gained), again=False)

    def _add(self, deed: NewDeed, previous: bytes, gained: dict[str, int]) -> Deed:
        stored = Deed(
            stream=deed.stream,
            position=deed.position,
            key=deed.key,
            body=deed.body,
            hash=chain(previous, deed.body),
        )
        self.known[deed.stream, deed.key] = stored
        self.last[deed.stream] = stored.position, stored.hash
        for account, amount in gained.items():
            self.balances[account] = self.balances.get(account, 0) + amount
        self.added.append(stored)
        self.posted += [(stored, entry) for entry in deed.entries]
        self.changed.update(gained)
        return stored


def streams_of(deeds: Sequence[NewDeed]) -> list[str]:
    """List the streams that deeds belong to, each once."""
    return list(dict.fromkeys(deed.stream for deed in deeds))


def accounts_of(deeds: Iterable[NewDeed]) -> list[str]:
    """List the accounts that deeds may move, each once."""
    return list(dict.fromkeys(entry.account for deed in deeds for entry in deed.entries))
