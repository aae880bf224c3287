"""Questions that auditors ask of a history: the last rounds, rulings, voids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from punto.core import events as e
from punto.core.outcome import OutcomeClass
from punto.core.settle import Line
from punto.store import codec
from punto.store.catalogue import glance
from punto.store.contract import Deed, Store, StoreFault

PAGE: Final = 200
TABLE: Final = "table:"

RULINGS: Final = (e.Ruled, e.ReconstructionJudged, e.OrderAssigned, e.ResultCorrected)
"""What somebody in authority decided."""
VOIDS: Final = (e.RoundVoided, e.RoundWithoutResult)
ENDS: Final = (e.RoundSettled, *VOIDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted:
    """An event with its place in the history."""

    stream: str
    position: int
    at: str
    round: int | None
    event: e.Event
    actor: str
    """Who asked for it; empty where a rule acted by itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A round with what was staked and given back."""

    stream: str
    number: int
    rules: str
    first: int
    """The position of the call for bets."""
    last: int
    """The position of the last deed of the round that was found."""
    opened: str
    ended: str | None
    """None for a round that is still open."""
    result: str
    points: tuple[int, int] | None
    """Player's and Banker's; None without a result."""
    cards: tuple[str, ...]
    lines: tuple[tuple[str, Line], ...]


def tables(store: Store, table: str | None = None) -> list[str]:
    """List the streams of tables, or the one of a table."""
    wanted = None if table is None else f"{TABLE}{table.removeprefix(TABLE)}"
    names = [stream for stream in store.streams() if stream.startswith(TABLE)]
    return [stream for stream in names if wanted in (None, stream)]


def backwards(store: Store, stream: str, end: int | None = None) -> Iterator[Deed]:
    """Read a history from its end, or from the deed at `end`, page by page."""
    end = store.last(stream)[0] if end is None else end
    while end > 0:
        start = max(0, end - PAGE)
        yield from reversed(list(store.read(stream, start, end - start)))
        end = start


def last_rounds(store: Store, stream: str, number: int) -> list[Played]:
    """Return the last rounds of a table in the order in which they were played."""
    taken: list[Deed] = []
    opened = 0
    for deed in backwards(store, stream):
        taken.append(deed)
        events = codec.events_of(codec.decode(deed.body)) if b"RoundOpened" in deed.body else []
        opened += sum(isinstance(event, e.RoundOpened) for event in events)
        if opened == number:
            break
    return _rounds(stream, taken[::-1])


def rounds_since(store: Store, stream: str, moment: datetime) -> list[Played]:
    """Return the rounds of a table that began at a moment or later, in order."""
    return _rounds(stream, store.read(stream, _before(store, stream, moment)))


def position_at(store: Store, stream: str, moment: datetime, last: int) -> int:
    """Halve the way to the last deed, up to `last`, that is not later than a moment."""
    low, high = 0, last
    while low < high:
        middle = (low + high + 1) // 2
        deed = next(store.read(stream, middle - 1, 1))
        if datetime.fromisoformat(glance(deed).at) <= moment:
            low = middle
        else:
            high = middle - 1
    return low


def _before(store: Store, stream: str, moment: datetime) -> int:
    """Return the last position before a moment."""
    return position_at(store, stream, moment - timedelta.resolution, store.last(stream)[0])


def shoe_of(store: Store, stream: str, number: int) -> int:
    """Count which shoe of a table, from 1, the first card of a round was drawn from."""
    loads, found = 0, False
    words = (b'"CardsLoaded"', b'"RoundOpened"', b'"CardDrawn"')
    for deed in store.read(stream):
        if not any(word in deed.body for word in words):
            continue
        for event in codec.events_of(codec.decode(deed.body)):
            if found and isinstance(event, e.CardDrawn | e.RoundOpened):
                return loads
            loads += isinstance(event, e.CardsLoaded)
            found = found or (isinstance(event, e.RoundOpened) and event.number == number)
    if not found:
        msg = f"{stream} has no round {number}"
        raise StoreFault(msg)
    return loads


def _rounds(stream: str, deeds: Iterable[Deed]) -> list[Played]:
    found: list[Played] = []
    open_: _Open | None = None
    for deed in deeds:
        body = codec.decode(deed.body)
        for event in codec.events_of(body):
            if isinstance(event, e.RoundOpened):
                if open_ is not None:
                    found.append(open_.played(stream))
                open_ = _Open(event, deed.position, body.at)
            elif open_ is not None:
                open_.take(event, deed.position, body.at)
    if open_ is not None:
        found.append(open_.played(stream))
    return found


class _Open:
    """A round as it is read."""

    def __init__(self, event: e.RoundOpened, position: int, at: str) -> None:
        self.event = event
        self.first = self.last = position
        self.opened = at
        self.ended: str | None = None
        self.result = "open"
        self.points: tuple[int, int] | None = None
        self.cards: tuple[str, ...] = ()
        self.lines: tuple[tuple[str, Line], ...] = ()

    def take(self, event: e.Event, position: int, at: str) -> None:
        match event:
            case e.CardDrawn():
                self.cards += ("?" if event.drawn.card is None else str(event.drawn.card),)
            case e.CardExposed() if event.number < len(self.cards):
                cards = list(self.cards)
                cards[event.number] = str(event.card)
                self.cards = tuple(cards)
            case e.ResultDeclared():
                self._shows(event.outcome)
            case e.RoundVoided():
                self.result, self.points = "void", None
            case e.RoundWithoutResult():
                self.result, self.points = "no result", None
            case e.ResultCorrected():
                self._shows(event.outcome)
                self.lines = event.lines
            case _:
                pass
        if isinstance(event, ENDS):
            self.lines, self.ended = event.lines, at
        if self.ended is None or isinstance(event, (*ENDS, e.ResultCorrected)):
            self.last = position

    def _shows(self, outcome: OutcomeClass) -> None:
        self.result = outcome.winner.value
        self.points = outcome.player_total, outcome.banker_total

    def played(self, stream: str) -> Played:
        return Played(
            stream=stream,
            number=self.event.number,
            rules=self.event.rules,
            first=self.first,
            last=self.last,
            opened=self.opened,
            ended=self.ended,
            result=self.result,
            points=self.points,
            cards=self.cards,
            lines=self.lines,
        )


def noted(
    store: Store,
    stream: str,
    kinds: tuple[type[e.Event], ...],
    *,
    by: str | None = None,
    since: datetime | None = None,
) -> Iterator[Noted]:
    """Yield rulings, voids or whatever is asked for: all, by one person, since a moment."""
    for one in _noted(store, stream, kinds, since):
        if by is None or one.actor.casefold() == by.casefold():
            yield one


def _noted(
    store: Store, stream: str, kinds: tuple[type[e.Event], ...], since: datetime | None
) -> Iterator[Noted]:
    """Yield events of some kinds; a word search spares reading the other deeds."""
    words = [f'"{kind.__name__}"'.encode() for kind in (*kinds, e.RoundOpened)]
    start = 0 if since is None else _before(store, stream, since)
    number = _round_at(store, stream, start)
    for deed in store.read(stream, start):
        if not any(word in deed.body for word in words):
            continue
        body = codec.decode(deed.body)
        for event in codec.events_of(body):
            if isinstance(event, e.RoundOpened):
                number = event.number
            elif isinstance(event, kinds):
                yield Noted(
                    stream=stream,
                    position=deed.position,
                    at=body.at,
                    round=number,
                    event=event,
                    actor=_actor(event, body),
                )


def _round_at(store: Store, stream: str, position: int) -> int | None:
    """Return the number of the round that was last begun at a position."""
    for deed in backwards(store, stream, position):
        if b'"RoundOpened"' in deed.body:
            for event in codec.events_of(codec.decode(deed.body)):
                if isinstance(event, e.RoundOpened):
                    return event.number
    return None


def _actor(event: e.Event, body: codec.Body) -> str:
    """Name who did it: the event's actor, or else the command's."""
    if event.actor is not None:
        return event.actor.name
    actor = body.command.get("actor")
    return str(actor.get("name", "")) if isinstance(actor, dict) else ""
