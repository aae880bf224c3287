"""What each round was, in a few words, so that rounds can be searched for.

A stream is cut into blocks of a fixed number of deeds; a round belongs to the block in which bets
were called for. A block whose rounds are all followed by another is sealed: what it says never
changes, so it need not be read twice. Nothing here is kept with the history: it can be told anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final

import msgspec

from punto.core import events as e
from punto.store import codec
from punto.store.contract import Deed, Store, StoreFault
from punto.store.service_events import InterruptionDismissed, Recovered

BLOCK: Final = 512
"""Deeds of a block: some twenty rounds."""
REST: Final = 64
"""Deeds read at once beyond a block, to the end of its last round."""

DECISIONS: Final = (
    e.Ruled,
    e.ReconstructionJudged,
    e.OrderAssigned,
    e.ResultCorrected,
    InterruptionDismissed,
)
"""What somebody in authority decided about a round."""
INTERRUPTION: Final = "interruption"
RESTART: Final = "restart"
ENDINGS: Final = {
    e.RoundSettled: "settled",
    e.RoundVoided: "void",
    e.RoundWithoutResult: "without result",
}

TOLD: Final = frozenset(
    kind.__name__
    for kind in (
        e.RoundOpened,
        e.ResultDeclared,
        e.IrregularityReported,
        e.Interrupted,
        Recovered,
        *DECISIONS,
        *ENDINGS,
    )
)
"""The events that an entry is made of; the others are passed over unread."""


class Entry(msgspec.Struct, kw_only=True, array_like=True):
    """A round in the catalogue."""

    number: int
    rules: str
    opened_at: datetime
    """When the call for bets went on record, by the clock that all deeds are timed by."""
    first: int
    last: int
    """The deed before the next call for bets, or the last one there is."""
    ending: str = "open"
    ended_at: str | None = None
    code: int | None = None
    """The outcome class; None without a result."""
    staked: int = 0
    returned: int = 0
    patrons: list[str] = []
    """Who had money in it or asked for something, by name."""
    decisions: list[tuple[str, str]] = []
    """What was decided, as the name of the event, and by whom."""
    irregularities: list[str] = []
    refused: int = 0


class _Named(msgspec.Struct):
    type: str


class _Actor(msgspec.Struct):
    name: str
    role: str = ""


class Asked(msgspec.Struct):
    """Of a command only what it was and who gave it."""

    type: str
    actor: _Actor | None = None
    patron: str | None = None
    by: str | None = None
    name: str | None = None

    @property
    def who(self) -> str:
        """Name whoever gave it."""
        if self.actor is not None:
            return self.actor.name
        return self.by or self.name or ""


class Glance(msgspec.Struct):
    """A deed at a glance: a tenth of the work of reading it."""

    at: str
    command: Asked
    events: list[_Named]
    refused: _Named | None = None


_GLANCE: Final = msgspec.json.Decoder(Glance)


def glance(deed: Deed) -> Glance:
    """Look at a deed without reading all of it."""
    try:
        return _GLANCE.decode(deed.body)
    except msgspec.MsgspecError as error:
        msg = f"{deed.stream}, deed {deed.position} cannot be read: {error}"
        raise StoreFault(msg) from error


class Block(msgspec.Struct, array_like=True):
    """The rounds that began in a block."""

    entries: list[Entry]
    sealed: bool
    upto: int
    """The last deed that was read for it."""


def block_of(position: int) -> int:
    """Return the block that a position is in, the first being 0."""
    return (position - 1) // BLOCK


def read_block(store: Store, stream: str, block: int) -> Block:
    """Read the rounds that began in a block, each to its end."""
    start, end = block * BLOCK, (block + 1) * BLOCK
    entries: list[Entry] = []
    upto = start
    for deed in _deeds(store, stream, start):
        seen = glance(deed)
        opens = any(event.type == "RoundOpened" for event in seen.events)
        if deed.position > end and (opens or not entries):
            return Block(entries, sealed=True, upto=deed.position - 1)
        upto = deed.position
        if opens or entries:
            _take(entries, deed, seen)
    return Block(entries, sealed=not entries and upto >= end, upto=upto)


def _deeds(store: Store, stream: str, after: int) -> Iterator[Deed]:
    """Read on in stretches, so that little is read beyond what is needed."""
    stretch = BLOCK
    while True:
        found = list(store.read(stream, after, stretch))
        yield from found
        if len(found) < stretch:
            return
        after, stretch = found[-1].position, REST


def _take(entries: list[Entry], deed: Deed, seen: Glance) -> None:
    """Add what a deed says to the round that it belongs to; a call for bets begins another."""
    body = None
    if any(event.type in TOLD for event in seen.events):
        body = codec.decode(deed.body)
        for event in body.events:
            if event["type"] in TOLD:
                _event(entries, codec.event_from(event), deed.position, seen)
    round_ = entries[-1]
    round_.last = deed.position
    round_.refused += seen.refused is not None
    actor = seen.command.actor
    if actor is not None and actor.role == "patron":
        _patron(round_, actor.name)
    if seen.command.patron:
        _patron(round_, seen.command.patron)


def _patron(round_: Entry, name: str) -> None:
    if name not in round_.patrons:
        round_.patrons.append(name)


def _event(entries: list[Entry], event: e.Event, position: int, seen: Glance) -> None:
    if isinstance(event, e.RoundOpened):
        entries.append(
            Entry(
                number=event.number,
                rules=event.rules,
                opened_at=datetime.fromisoformat(seen.at),
                first=position,
                last=position,
            )
        )
        return
    round_ = entries[-1]
    if isinstance(event, DECISIONS):
        author = seen.command.who if event.actor is None else event.actor.name
        round_.decisions.append((type(event).__name__, author))
    match event:
        case e.ResultDeclared():
            round_.code = event.outcome.code
        case e.ResultCorrected():
            round_.code = event.outcome.code
            _lines(round_, event)
        case e.RoundSettled() | e.RoundVoided() | e.RoundWithoutResult():
            round_.ending = ENDINGS[type(event)]
            round_.ended_at = seen.at
            round_.code = round_.code if isinstance(event, e.RoundSettled) else None
            _lines(round_, event)
        case e.IrregularityReported():
            round_.irregularities.append(event.kind.value)
        case e.Interrupted():
            round_.irregularities.append(INTERRUPTION)
        case Recovered(interrupted=True):
            round_.irregularities.append(RESTART)
        case _:
            pass


def _lines(
    round_: Entry,
    event: e.RoundSettled | e.RoundVoided | e.RoundWithoutResult | e.ResultCorrected,
) -> None:
    round_.staked = sum(line.stake for _, line in event.lines)
    round_.returned = sum(line.returned for _, line in event.lines)
    for patron, _ in event.lines:
        _patron(round_, patron)
