"""What a store promises, whatever it is made of: memory, SQLite or PostgreSQL.

A *stream* is the history of one table (or of the cage, or of the days). A *deed* is one step of
it: a command, the events that followed or the refusal, and the money entries, all in one body of
canonical bytes. A deed is appended whole in one transaction or not at all, and durable before it
is acknowledged. Its hash covers the body and the hash before it, so the history is a chain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final, Protocol

GENESIS: Final = bytes(32)
"""The hash before the first deed of a stream."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """Money that moved: what an account gained. The entries of a deed sum to zero."""

    account: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NewDeed:
    """A deed to append at `position`, the first being 1."""

    stream: str
    position: int
    key: str
    """The idempotency key: a stream holds it once."""
    body: bytes
    entries: tuple[Entry, ...] = ()
    token: int | None = None
    """The fencing token of the lease under which it is written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """A deed as it stands in the store."""

    stream: str
    position: int
    key: str
    body: bytes
    hash: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Appended:
    """The deed is durable. `again` means that its key was there already, and nothing was added."""

    deed: Deed
    again: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionTaken:
    """Somebody else appended first; `last` is where the stream is now."""

    stream: str
    last: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NotEnoughMoney:
    """An account that must not go below zero would."""

    account: str
    balance: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Fenced:
    """The lease under which this was written has passed to another process."""

    stream: str


Outcome = Appended | PositionTaken | NotEnoughMoney | Fenced


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """The state of a stream after a deed, to start replay from."""

    stream: str
    position: int
    hash: bytes
    body: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """A stream belongs to one process until a moment (seconds of the database's own clock)."""

    stream: str
    owner: str
    token: int


class StoreFault(Exception):  # noqa: N818 - it is the store that failed
    """The store cannot do what was asked: damaged, full, gone. Nothing was acknowledged."""


class Store(Protocol):
    """The contract. `punto.testing.stores` holds the suite that every store must pass."""

    def append(self, deeds: Sequence[NewDeed]) -> list[Outcome]:
        """Append several deeds in one transaction; each stands or fails alone."""
        ...

    def read(self, stream: str, after: int = 0, limit: int | None = None) -> Iterator[Deed]:
        """Read the deeds of a stream in order, from behind a position."""
        ...

    def find(self, stream: str, key: str) -> Deed | None:
        """Find a deed by its idempotency key."""
        ...

    def last(self, stream: str) -> tuple[int, bytes]:
        """Return position and hash of the last deed; 0 and GENESIS for a new stream."""
        ...

    def streams(self) -> list[str]:
        """List the streams by name."""
        ...

    def balance(self, account: str) -> int:
        """Return what an account holds, in cents."""
        ...

    def balances(self, prefix: str = "") -> dict[str, int]:
        """Return all balances of accounts with a prefix."""
        ...

    def statement(self, account: str, limit: int = 100) -> list[tuple[str, int, int]]:
        """Return the last entries of an account, newest first: stream, position, amount."""
        ...

    def entries(self) -> Iterator[tuple[str, int, Entry]]:
        """Read every entry in the order of appending: stream, position, entry."""
        ...

    def put_snapshot(self, snapshot: Snapshot) -> None:
        """Keep a snapshot; an older one of the stream may go."""
        ...

    def snapshot(self, stream: str) -> Snapshot | None:
        """Return the newest snapshot of a stream."""
        ...

    def put_secret(self, stream: str, name: str, body: bytes) -> None:
        """Keep something that must survive a crash and is in no log, such as a shoe's order."""
        ...

    def secret(self, stream: str, name: str) -> bytes | None:
        """Return a secret of a stream."""
        ...

    def secrets(self) -> list[tuple[str, str]]:
        """List the secrets by stream and name."""
        ...

    def acquire(self, stream: str, owner: str, seconds: float) -> Lease | None:
        """Take or renew the lease of a stream; None while another process holds it."""
        ...

    def release(self, lease: Lease) -> None:
        """Give a lease back."""
        ...

    def backup(self, target: Path) -> None:
        """Write a consistent copy, a SQLite file, while the store is in use."""
        ...

    def still(self) -> AbstractContextManager[Store]:
        """Lend the store as it is at one moment, to read at length while others write."""
        ...

    def close(self) -> None:
        """Let go of files and connections."""
        ...


def chain(previous: bytes, body: bytes) -> bytes:
    """Return the hash of a deed: SHA-256 over the hash before it and its body."""
    return sha256(previous + body).digest()


def must_not_go_below_zero(account: str) -> bool:
    """Tell whether an account is a patron's: nobody stakes what he does not have."""
    return account.startswith("patron:")


def gains(deed: NewDeed) -> dict[str, int]:
    """Add up what each account gains by a deed, in the order of its entries."""
    total: dict[str, int] = {}
    for entry in deed.entries:
        total[entry.account] = total.get(entry.account, 0) + entry.amount
    return total


def check_balanced(deed: NewDeed) -> None:
    """Refuse entries that do not sum to zero: always our defect."""
    if sum(entry.amount for entry in deed.entries):
        msg = f"the entries of deed {deed.position} of {deed.stream} do not sum to zero"
        raise StoreFault(msg)
