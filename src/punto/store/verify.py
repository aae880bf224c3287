"""Prove a store: chain, keys, replay, money, shoes, snapshots, days; name the first bad place.

Everything is computed anew from the bodies of the deeds. What a store keeps beside them (hashes,
keys, entries, balances, snapshots) must then be equal to what was computed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from punto.rules import RuleError
from punto.store import codec, recovery
from punto.store.contract import GENESIS, Deed, Store, StoreFault, chain, must_not_go_below_zero
from punto.store.days import DAYS, Heads, recorded_heads
from punto.store.ledger import house_account, risk_account
from punto.store.verify_table import Counts, Proof, TableCheck, WrongError, config_from

TABLE: Final = "table:"
MONEY: Final = "money"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrong:
    """A place where something does not hold; position 0 is the stream as a whole."""

    stream: str
    position: int
    what: str
    proof: Proof = Proof.CHAIN

    def __str__(self) -> str:
        """Name the place first."""
        place = f"{self.stream}, deed {self.position}" if self.position else self.stream
        return f"{place}: {self.what}"


@dataclass(slots=True)
class Report:
    """What was checked and what does not hold, the first bad place of each stream."""

    streams: int = 0
    deeds: int = 0
    tables: Counts = field(default_factory=Counts)
    heads: Heads = field(default_factory=dict)
    wrong: list[Wrong] = field(default_factory=list)

    @property
    def good(self) -> bool:
        """Tell whether everything holds."""
        return not self.wrong

    def plain(self) -> dict[str, Any]:
        """Return the report as JSON values."""
        return {
            "good": self.good,
            "streams": self.streams,
            "deeds": self.deeds,
            "events": self.tables.events,
            "refusals": self.tables.refusals,
            "rounds": self.tables.rounds,
            "shoes": self.tables.shoes,
            "wrong": [
                {
                    "stream": wrong.stream,
                    "position": wrong.position,
                    "what": wrong.what,
                    "proof": wrong.proof.value,
                }
                for wrong in self.wrong
            ],
            "heads": {stream: list(head) for stream, head in sorted(self.heads.items())},
        }


Progress = Callable[[str, int], None]
Entries = list[tuple[str, int, str, int]]
"""Stream, position, account, amount."""


def _silent(_stream: str, _position: int) -> None:
    """Say nothing."""


def verify(
    store: Store,
    *,
    heads: Heads | None = None,
    only: str | None = None,
    progress: Progress = _silent,
) -> Report:
    """Check a whole store; `heads` are earlier ones, kept elsewhere, that must still be there.

    `only` checks one stream and the days that vouch for it; of the ledger what is that stream's.
    """
    report = Report()
    try:
        _streams(store, report, heads or {}, only, progress)
    except StoreFault as fault:
        report.wrong.append(Wrong(stream="store", position=0, what=str(fault)))
    return report


def _streams(
    store: Store, report: Report, heads: Heads, only: str | None, progress: Progress
) -> None:
    names = [name for name in store.streams() if only in (None, name) or name == DAYS]
    days = [name for name in names if name == DAYS]
    marks = _marks(heads)
    entries: Entries = []
    for stream in (*days, *(name for name in names if name != DAYS)):
        check = StreamCheck(store, stream, marks.pop(stream, {}))
        try:
            for position in check.run():
                progress(stream, position)
        except WrongError as wrong:
            place = Wrong(stream=stream, position=check.place, what=str(wrong), proof=wrong.proof)
            report.wrong.append(place)
        if stream == DAYS:
            for name, more in check.closed.items():
                marks.setdefault(name, {}).update(more)
        report.streams += 1
        report.deeds += check.position
        report.heads[stream] = (check.position, check.hash.hex())
        entries += check.entries
        _add(report.tables, check.counts)
    for stream in [name for name in marks if only in (None, name)]:
        what = "the whole stream is gone; earlier heads name it"
        report.wrong.append(Wrong(stream=stream, position=0, what=what))
    if report.good:
        report.wrong += _money(store, entries, only)


def _marks(heads: Heads) -> dict[str, dict[int, str]]:
    return {stream: {position: digest} for stream, (position, digest) in heads.items()}


def _add(total: Counts, more: Counts) -> None:
    total.events += more.events
    total.rounds += more.rounds
    total.refusals += more.refusals
    total.shoes += more.shoes


def linked(deed: Deed, place: int, before: bytes, keys: set[str]) -> codec.Body:
    """Hold a deed to its place and to the hash before it; return its body, with its key used."""
    if deed.position != place:
        msg = f"missing; deed {deed.position} stands in its place"
        raise WrongError(msg, Proof.CHAIN)
    if chain(before, deed.body) != deed.hash:
        msg = "the hash is not that of its body after the deed before it"
        raise WrongError(msg, Proof.CHAIN)
    try:
        body = codec.decode(deed.body)
    except StoreFault as error:
        raise WrongError(str(error), Proof.CHAIN) from error
    said = (body.stream, body.position, body.key)
    if said != (deed.stream, deed.position, deed.key):
        msg = f"stands as {deed.stream} {deed.position} {deed.key!r} but says {said}"
        raise WrongError(msg, Proof.CHAIN)
    if body.key in keys:
        msg = f"the key {body.key!r} was used before"
        raise WrongError(msg, Proof.CHAIN)
    keys.add(body.key)
    return body


class StreamCheck:
    """Checks one stream from its first deed to its last."""

    def __init__(self, store: Store, stream: str, marks: dict[int, str]) -> None:
        """Take the hashes that must be found at some positions."""
        self.position = 0
        self.hash = GENESIS
        self.place = 1
        """The deed that is being looked at."""
        self.entries: Entries = []
        self.closed: dict[str, dict[int, str]] = {}
        """From the days: what each other stream must show."""
        self.counts = Counts()
        self._store = store
        self._stream = stream
        self._marks = dict(marks)
        self._keys: set[str] = set()
        self._table: TableCheck | None = None

    def run(self) -> Iterator[int]:
        """Check deed by deed; raise WrongError at the first bad one."""
        snapshot = self._store.snapshot(self._stream)
        for deed in self._store.read(self._stream):
            self.place = self.position + 1
            body = self._linked(deed)
            try:
                self._meaning(body)
            except (StoreFault, RuleError) as error:
                raise WrongError(str(error)) from error
            self.position, self.hash = deed.position, deed.hash
            self._marked()
            if snapshot is not None and snapshot.position == self.position:
                self._snapshot()
            yield self.position
        self.place = self.position + 1
        if self._marks:
            msg = f"the end is missing: there was a deed {max(self._marks)}"
            raise WrongError(msg, Proof.CHAIN)
        if snapshot is not None and snapshot.position > self.position:
            msg = f"the end is missing: there is a snapshot of deed {snapshot.position}"
            raise WrongError(msg, Proof.CHAIN)

    def _linked(self, deed: Deed) -> codec.Body:
        """Hold a deed to the one before it, and its body to the place where it stands."""
        body = linked(deed, self.place, self.hash, self._keys)
        if sum(amount for _, amount in body.entries):
            msg = "the entries do not sum to zero"
            raise WrongError(msg, Proof.MONEY)
        self.entries += [(deed.stream, deed.position, a, n) for a, n in body.entries]
        return body

    def _meaning(self, body: codec.Body) -> None:
        """Decide a table's deed anew; remember what a closed day vouches for."""
        if self._stream == DAYS:
            for stream, (position, digest) in recorded_heads(body.command).items():
                self.closed.setdefault(stream, {})[position] = digest
        elif self._stream.startswith(TABLE):
            if self._table is None:
                self._table = TableCheck(config_from(body.command))
                self.counts = self._table.counts
            self._table.check(body)
        elif body.entries or body.events:
            msg = "money and play belong to the tables"
            raise WrongError(msg)

    def _marked(self) -> None:
        expected = self._marks.pop(self.position, None)
        if expected is not None and expected != self.hash.hex():
            msg = "the history was another one when its head was recorded"
            raise WrongError(msg, Proof.CHAIN)

    def _snapshot(self) -> None:
        """Hold the snapshot to what replay has come to."""
        snapshot = self._store.snapshot(self._stream)
        if snapshot is None or self._table is None:
            return
        if not recovery.whole(snapshot) or snapshot.hash != self.hash:
            msg = "the snapshot is damaged"
            raise WrongError(msg, Proof.SNAPSHOT)
        written = (
            codec.encode_table(recovery.opened(snapshot)) if recovery.intact(snapshot) else b""
        )
        if written and written != codec.encode_table(self._table.table):
            msg = "the snapshot is not what the history leads to"
            raise WrongError(msg, Proof.SNAPSHOT)


def _money(store: Store, expected: Entries, only: str | None) -> Iterator[Wrong]:
    """Compare entries and balances with what the deeds say."""
    stored = [
        (s, p, entry.account, entry.amount) for s, p, entry in store.entries() if only in (None, s)
    ]
    surplus, lacking = Counter(stored), Counter(expected)
    for stream, position, account, amount in sorted((surplus - lacking) | (lacking - surplus)):
        found = "is" if surplus[stream, position, account, amount] else "is not"
        what = f"the entry of {amount} on {account} {found} in the ledger, against the deed"
        yield Wrong(stream=stream, position=position, what=what, proof=Proof.MONEY)
        return
    balances: Counter[str] = Counter()
    for _, _, account, amount in expected:
        balances[account] += amount
    for account in sorted(filter(must_not_go_below_zero, balances if only is None else ())):
        if balances[account] < 0:
            what = f"{account} is below zero"
            yield Wrong(stream=MONEY, position=0, what=what, proof=Proof.MONEY)
            return
    kept = store.balances()
    for account in sorted(set(kept) | set(balances) if only is None else _own_accounts(only)):
        if kept.get(account, 0) != balances[account]:
            what = f"{account} holds {balances[account]} by its entries, not {kept.get(account, 0)}"
            yield Wrong(stream=MONEY, position=0, what=what, proof=Proof.MONEY)
            return


def _own_accounts(stream: str) -> set[str]:
    """Name the accounts that no other stream has entries on."""
    table = stream.removeprefix(TABLE)
    return {risk_account(table), house_account(table)}
