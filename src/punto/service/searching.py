"""Finding rounds: by table, time, patron, outcome, ruling or irregularity; newest first.

What was read once is remembered in a few words, so that the next question is quick. A question
reads a bounded piece of the history and says how far it came; whoever asked goes on from there.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from heapq import merge
from threading import Lock
from typing import Annotated, Final

import msgspec

from punto.core.checks import Misuse
from punto.core.outcome import SLOTS, OutcomeClass, Winner, decode
from punto.rules import load
from punto.store.catalogue import Block, Entry, block_of, read_block
from punto.store.contract import Store
from punto.store.history import position_at

READ_AT_ONCE: Final = 16
"""Blocks that one question reads anew, beside the newest of each table: some 8,000 deeds."""
REMEMBERED: Final = 4_000
"""Sealed blocks kept in memory, a few kilobytes each: two million deeds."""
FOR_EVER: Final = datetime(9999, 1, 1, tzinfo=UTC)
INSTANT: Final = timedelta(microseconds=1)
PAIRS: Final = ("player", "banker", "both", "any")
ANY: Final = "any"


class Place(msgspec.Struct, frozen=True, order=True, array_like=True):
    """Where a round stands among those of all tables; the newest is the greatest."""

    at: Annotated[datetime, msgspec.Meta(tz=True)]
    stream: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is looked for; whatever is None is left open."""

    since: datetime | None = None
    until: datetime | None = None
    patron: str | None = None
    winner: Winner | None = None
    player_total: int | None = None
    banker_total: int | None = None
    natural: bool = False
    pair: str | None = None
    pays: str | None = None
    """A bet that the result pays, such as a Tiger: the rule data of the round say so."""
    ending: str | None = None
    decision: str | None = None
    """The name of the event, or `any`."""
    by: str | None = None
    """Who decided."""
    irregularity: str | None = None
    """Its kind, or `any`."""
    refused: bool = False
    """Something was refused in the round."""

    def matches(self, entry: Entry) -> bool:
        """Tell whether a round is one that is looked for."""
        return (
            _is(self.ending, entry.ending)
            and (self.patron is None or _named(self.patron, entry.patrons))
            and self._result(entry)
            and self._decided(entry)
            and (self.irregularity is None or _among(self.irregularity, entry.irregularities))
            and (not self.refused or entry.refused > 0)
        )

    def _result(self, entry: Entry) -> bool:
        asked = (self.winner, self.player_total, self.banker_total, self.pair, self.pays)
        if not self.natural and all(one is None for one in asked):
            return True
        if entry.code is None:
            return False
        found = _class(entry.code)
        return (
            _is(self.winner, found.winner)
            and _is(self.player_total, found.player_total)
            and _is(self.banker_total, found.banker_total)
            and (not self.natural or found.natural)
            and (self.pair is None or _paired(self.pair, found))
            and (self.pays is None or self.pays in winning_bets(entry.rules, entry.code))
        )

    def _decided(self, entry: Entry) -> bool:
        if self.decision is None and self.by is None:
            return True
        return any(
            self.decision in (None, ANY, kind) and (self.by is None or _named(self.by, [author]))
            for kind, author in entry.decisions
        )


def _is(wanted: object, found: object) -> bool:
    return wanted is None or wanted == found


def _among(wanted: str, found: Sequence[str]) -> bool:
    return bool(found) if wanted == ANY else wanted in found


def _named(wanted: str, names: Sequence[str]) -> bool:
    folded = wanted.casefold()
    return any(name.casefold() == folded for name in names)


def _paired(wanted: str, found: OutcomeClass) -> bool:
    pairs = found.pairs
    match wanted:
        case "player":
            return pairs.player
        case "banker":
            return pairs.banker
        case "both":
            return pairs.player and pairs.banker
        case _:
            return pairs.player or pairs.banker


_CLASSES: Final = tuple(decode(code) for code in range(SLOTS))


def _class(code: int) -> OutcomeClass:
    return _CLASSES[code]


@cache
def winning_bets(rules: str, code: int) -> frozenset[str]:
    """Name the side bets that a result pays under a rulebook; none under one not known here."""
    try:
        found = load(rules)
    except Misuse:
        return frozenset()
    original = found.wagers.original.value
    rows = {name: found.columns[name].row(code) for name in found.bets if name not in original}
    return frozenset(name for name, row in rows.items() if row is not None and row.odds is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundRound:
    """A round that was looked for."""

    stream: str
    entry: Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Rounds that were found, newest first."""

    rounds: tuple[FoundRound, ...]
    following: Place | None
    """Where to go on; None where there is nothing more."""
    reached: datetime | None
    """Up to which round everything has been looked at."""


class _EnoughError(Exception):
    """As much has been read as one question may read."""


@dataclass(slots=True)
class _Allowance:
    """How many sealed blocks one question may still read; each is then remembered."""

    blocks: int


class Catalogue:
    """Every round of a store in a few words, read when it is asked for."""

    def __init__(self, store: Store) -> None:
        """Read nothing yet."""
        self._store = store
        self._blocks: OrderedDict[tuple[str, int], bytes] = OrderedDict()
        self._lock = Lock()

    def search(
        self, streams: Sequence[str], question: Question, limit: int, after: Place | None = None
    ) -> Page:
        """Answer a question, going on from a place."""
        start = after or Place(at=FOR_EVER if question.until is None else question.until + INSTANT)
        allowance = _Allowance(READ_AT_ONCE)
        found: list[FoundRound] = []
        seen = start
        rounds = merge(
            *(self._rounds(stream, question, start, allowance) for stream in streams),
            key=lambda one: one[0],
            reverse=True,
        )
        try:
            for place, entry in rounds:
                if question.matches(entry):
                    found.append(FoundRound(stream=place.stream, entry=entry))
                seen = place
                if len(found) == limit:
                    break
            else:
                return Page(rounds=tuple(found), following=None, reached=None)
        except _EnoughError:
            pass
        reached = None if seen.at == FOR_EVER else seen.at
        return Page(rounds=tuple(found), following=seen, reached=reached)

    def _rounds(
        self, stream: str, question: Question, start: Place, allowance: _Allowance
    ) -> Iterator[tuple[Place, Entry]]:
        """Yield the rounds of a table that are before a place, newest first."""
        position, _ = self._store.last(stream)
        newest = block_of(position)
        if start.at != FOR_EVER:
            position = position_at(self._store, stream, start.at, position)
        for number in range(block_of(position), -1, -1) if position else ():
            block = self._block(stream, number, None if number == newest else allowance)
            for entry in reversed(block.entries):
                place = Place(entry.opened_at, stream, entry.number)
                if question.since is not None and entry.opened_at < question.since:
                    return
                if place < start:
                    yield place, entry

    def _block(self, stream: str, number: int, allowance: _Allowance | None) -> Block:
        """Return a block, read now or before; without an allowance it is read in any case."""
        key = stream, number
        with self._lock:
            known = self._blocks.get(key)
            if known is not None:
                self._blocks.move_to_end(key)
        if known is not None:
            return _BLOCK.decode(known)
        if allowance is not None and allowance.blocks == 0:
            raise _EnoughError
        block = read_block(self._store, stream, number)
        if block.sealed:
            if allowance is not None:
                allowance.blocks -= 1
            with self._lock:
                self._blocks[key] = msgspec.json.encode(block)
                while len(self._blocks) > REMEMBERED:
                    self._blocks.popitem(last=False)
        return block


_BLOCK: Final = msgspec.json.Decoder(Block)
