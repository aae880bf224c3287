"""A store in memory: the plainest thing that keeps the contract, and the twin of the others."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from punto.store.contract import (
    GENESIS,
    Appended,
    Deed,
    Entry,
    Fenced,
    Lease,
    NewDeed,
    NotEnoughMoney,
    Outcome,
    PositionTaken,
    Snapshot,
    chain,
    check_balanced,
    gains,
    must_not_go_below_zero,
)
from punto.store.copying import write_copy


class MemoryStore:
    """Keeps everything in lists and forgets it at the end."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Start empty; `clock` runs the leases."""
        self._clock = clock
        self._lock = Lock()
        self._streams: dict[str, list[Deed]] = {}
        self._keys: dict[tuple[str, str], Deed] = {}
        self._balances: dict[str, int] = {}
        self._entries: list[tuple[str, int, Entry]] = []
        self._snapshots: dict[str, Snapshot] = {}
        self._secrets: dict[tuple[str, str], bytes] = {}
        self._leases: dict[str, tuple[Lease, float]] = {}
        self._tokens: dict[str, int] = {}

    def append(self, deeds: Sequence[NewDeed]) -> list[Outcome]:
        """Append several deeds; each stands or fails alone."""
        for deed in deeds:
            check_balanced(deed)
        with self._lock:
            return [self._append(deed) for deed in deeds]

    def _append(self, deed: NewDeed) -> Outcome:
        known = self._keys.get((deed.stream, deed.key))
        if known is not None:
            return Appended(deed=known, again=True)
        if deed.token is not None and self._tokens.get(deed.stream) != deed.token:
            return Fenced(stream=deed.stream)
        position, previous = self.last(deed.stream)
        if deed.position != position + 1:
            return PositionTaken(stream=deed.stream, last=position)
        changed = gains(deed)
        for account, gained in changed.items():
            balance = self.balance(account)
            if balance + gained < 0 and must_not_go_below_zero(account):
                return NotEnoughMoney(account=account, balance=balance)
        for account, gained in changed.items():
            self._balances[account] = self.balance(account) + gained
        stored = Deed(
            stream=deed.stream,
            position=deed.position,
            key=deed.key,
            body=deed.body,
            hash=chain(previous, deed.body),
        )
        self._streams.setdefault(deed.stream, []).append(stored)
        self._keys[deed.stream, deed.key] = stored
        self._entries += [(deed.stream, deed.position, entry) for entry in deed.entries]
        return Appended(deed=stored, again=False)

    def read(self, stream: str, after: int = 0, limit: int | None = None) -> Iterator[Deed]:
        """Read the deeds of a stream in order."""
        deeds = self._streams.get(stream, [])
        return iter(deeds[after : None if limit is None else after + limit])

    def find(self, stream: str, key: str) -> Deed | None:
        """Find a deed by its idempotency key."""
        return self._keys.get((stream, key))

    def last(self, stream: str) -> tuple[int, bytes]:
        """Return position and hash of the last deed."""
        deeds = self._streams.get(stream)
        return (deeds[-1].position, deeds[-1].hash) if deeds else (0, GENESIS)

    def streams(self) -> list[str]:
        """List the streams by name."""
        return sorted(self._streams)

    def balance(self, account: str) -> int:
        """Return what an account holds."""
        return self._balances.get(account, 0)

    def balances(self, prefix: str = "") -> dict[str, int]:
        """Return all balances of accounts with a prefix."""
        return {a: b for a, b in sorted(self._balances.items()) if a.startswith(prefix)}

    def statement(self, account: str, limit: int = 100) -> list[tuple[str, int, int]]:
        """Return the last entries of an account, newest first."""
        mine = [(s, p, e.amount) for s, p, e in self._entries if e.account == account]
        return mine[::-1][:limit]

    def entries(self) -> Iterator[tuple[str, int, Entry]]:
        """Read every entry in the order of appending."""
        return iter(tuple(self._entries))

    def put_snapshot(self, snapshot: Snapshot) -> None:
        """Keep a snapshot."""
        self._snapshots[snapshot.stream] = snapshot

    def snapshot(self, stream: str) -> Snapshot | None:
        """Return the newest snapshot of a stream."""
        return self._snapshots.get(stream)

    def put_secret(self, stream: str, name: str, body: bytes) -> None:
        """Keep a secret."""
        self._secrets[stream, name] = body

    def secret(self, stream: str, name: str) -> bytes | None:
        """Return a secret of a stream."""
        return self._secrets.get((stream, name))

    def secrets(self) -> list[tuple[str, str]]:
        """List the secrets by stream and name."""
        return sorted(self._secrets)

    def acquire(self, stream: str, owner: str, seconds: float) -> Lease | None:
        """Take or renew the lease of a stream."""
        now = self._clock()
        with self._lock:
            held = self._leases.get(stream)
            if held is not None and held[1] > now and held[0].owner != owner:
                return None
            if held is not None and held[0].owner == owner and held[1] > now:
                lease = held[0]
            else:
                self._tokens[stream] = self._tokens.get(stream, 0) + 1
                lease = Lease(stream=stream, owner=owner, token=self._tokens[stream])
            self._leases[stream] = (lease, now + seconds)
            return lease

    def release(self, lease: Lease) -> None:
        """Give a lease back."""
        with self._lock:
            held = self._leases.get(lease.stream)
            if held is not None and held[0] == lease:
                del self._leases[lease.stream]

    def backup(self, target: Path) -> None:
        """Write everything into a SQLite file."""
        with self._lock:
            write_copy(self, target)

    @contextmanager
    def still(self) -> Iterator[MemoryStore]:
        """Lend a copy; what is in it is shared, since it never changes."""
        copy = MemoryStore(self._clock)
        with self._lock:
            copy._streams = {stream: list(deeds) for stream, deeds in self._streams.items()}
            copy._keys = dict(self._keys)
            copy._balances = dict(self._balances)
            copy._entries = list(self._entries)
            copy._snapshots = dict(self._snapshots)
            copy._secrets = dict(self._secrets)
        yield copy

    def close(self) -> None:
        """Nothing to let go of."""
