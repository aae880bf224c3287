"""Looking back: which rounds there were, where in the history they are, what the shoe has shown.

Only the deeds that are asked for are read, backwards in stretches, so that the last rounds of a
long history cost as little as those of a short one.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from threading import RLock
from typing import Any, Final

from punto.core import events as e
from punto.core.events import Event
from punto.core.outcome import OutcomeClass
from punto.core.state import Table
from punto.service.host import Happened
from punto.store import codec
from punto.store.contract import GENESIS, Deed, Store
from punto.store.milestones import Milestones
from punto.store.recovery import Found

STRETCH: Final = 400
"""Deeds read at once on the way back."""
SPARSE: Final = 60
"""Deeds read at once while a round far back is looked for."""
REMEMBERED: Final = 20
"""Rounds whose beginnings are kept in memory."""
MARKING: Final = {
    kind.__name__: kind
    for kind in (
        e.TableOpened,
        e.CardsLoaded,
        e.RoundOpened,
        e.ResultDeclared,
        e.RoundSettled,
        e.RoundVoided,
        e.RoundWithoutResult,
        e.ResultCorrected,
    )
}
"""Events that begin or end a round or a shoe."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """A round in the history: the deeds from `first` to `last` belong to it."""

    number: int
    rules: str
    opened_at: str
    first: int
    last: int
    outcome: OutcomeClass | None = None
    ending: str = "open"


Mark = tuple[int, Event]


class History:
    """The rounds of one table, read when they are asked for."""

    def __init__(self, store: Store, stream: str) -> None:
        """Read nothing yet."""
        self._store = store
        self._stream = stream
        self._marks: list[Mark] = []
        self._from: int | None = None
        self._upto = 0
        self._now: Table | None = None
        self._before: dict[int, Table] = {}
        self._milestones = Milestones(store, stream)
        self._lock = RLock()

    def note(self, happened: Happened) -> None:
        """Remember how the table was before its latest rounds, so that they are quickly told."""
        for event in happened.events:
            if isinstance(event, e.RoundOpened) and self._now is not None:
                self._before[event.number] = self._now
                self._before.pop(event.number - REMEMBERED, None)
        self._now = happened.table

    def before(self, chapter: Chapter, most: int | None = None) -> Table:
        """Return the table as it was before a round; an old one is replayed to that point.

        At `most` so many deeds are replayed at once; if that is not enough, `BehindError` says so.
        """
        remembered = self._before.get(chapter.number)
        if remembered is not None:
            return remembered
        return self._milestones.at(chapter.first - 1, most).table

    def start(self, chapter: Chapter, most: int | None = None) -> Found:
        """Return the table as it was before a round, with its place in the chain."""
        return Found(
            self.before(chapter, most), chapter.first - 1, self._hash_at(chapter.first - 1)
        )

    def at(self, position: int, most: int | None = None) -> Found:
        """Return the table as it was after any deed."""
        return self._milestones.at(position, most)

    def _hash_at(self, position: int) -> bytes:
        """Read the hash of a deed."""
        deed = next(self._store.read(self._stream, position - 1, 1), None) if position else None
        return GENESIS if deed is None else deed.hash

    def last(self, limit: int, before: int | None = None) -> list[Chapter]:
        """Return the last rounds, newest first; `before` a number goes on from there."""
        with self._lock:
            self._forward()
            chapters = self._chapters()
            while len(_below(chapters, before)) < limit and self._back():
                chapters = self._chapters()
        return _below(chapters, before)[::-1][:limit]

    def shoe(self) -> list[Chapter]:
        """Return the rounds since cards were last loaded, oldest first."""
        with self._lock:
            self._forward()
            while not any(_begins(event) for _, event in self._marks) and self._back():
                pass
            start = max((at for at, event in self._marks if _begins(event)), default=0)
            return [chapter for chapter in self._chapters() if chapter.first > start]

    def find(self, number: int) -> Chapter | None:
        """Return one round."""
        with self._lock:
            self._forward()
            chapters = self._chapters()
            while not chapters and self._back():
                chapters = self._chapters()
        if not chapters or number < 1 or number > chapters[-1].number:
            return None
        if number < chapters[0].number:
            return self._search(number, chapters[0].first)
        return next((one for one in chapters if one.number == number), None)

    def deeds(self, chapter: Chapter) -> list[Deed]:
        """Read the deeds of a round."""
        return list(
            self._store.read(self._stream, chapter.first - 1, chapter.last - chapter.first + 1)
        )

    # --- reading on and back ----------------------------------------------------------------------

    def _forward(self) -> None:
        """Read what has been appended since."""
        if self._from is None:
            self._upto = self._store.last(self._stream)[0]
            self._from = self._upto
            self._back()
            return
        for deed in self._store.read(self._stream, self._upto):
            self._marks += _marks(deed)
            self._upto = deed.position

    def _back(self) -> bool:
        """Read a stretch further back; False where the history begins."""
        upto = self._from or 0
        if upto <= 0:
            return False
        start = max(0, upto - STRETCH)
        earlier: list[Mark] = []
        for deed in self._store.read(self._stream, start, upto - start):
            earlier += _marks(deed)
        self._marks = earlier + self._marks
        self._from = start
        return True

    def _chapters(self) -> list[Chapter]:
        return list(_fold(self._marks, self._upto))

    def _search(self, number: int, before: int) -> Chapter | None:
        """Halve the way back until the round is found."""
        low, high = 0, before - 1
        while low < high:
            middle = (low + high) // 2
            found = self._opened_behind(middle, high)
            if found is None or found[1].number > number:
                high = middle
            elif found[1].number < number:
                low = found[0]
            else:
                return self._chapter_at(found[0])
        found = self._opened_behind(low, before)
        exact = found is not None and found[1].number == number
        return self._chapter_at(found[0]) if found is not None and exact else None

    def _opened_behind(self, position: int, upto: int) -> tuple[int, e.RoundOpened] | None:
        """Find the first opening of a round behind a position."""
        while position < upto:
            for deed in self._store.read(self._stream, position, SPARSE):
                for at, event in _marks(deed):
                    if isinstance(event, e.RoundOpened):
                        return at, event
                position = deed.position
        return None

    def _chapter_at(self, first: int) -> Chapter:
        """Read on from the opening of a round to the next one's."""
        marks: list[Mark] = []
        last = first
        for deed in self._store.read(self._stream, first - 1):
            found = _marks(deed)
            if deed.position > first and any(isinstance(x, e.RoundOpened) for _, x in found):
                break
            marks += found
            last = deed.position
        return next(iter(_fold(marks, last)))


def _below(chapters: list[Chapter], before: int | None) -> list[Chapter]:
    if before is None:
        return chapters
    return chapters[: bisect_right(chapters, before - 1, key=lambda chapter: chapter.number)]


def _marks(deed: Deed) -> list[Mark]:
    """Read the events of a deed that matter here, and no others."""
    return [
        (deed.position, codec.event_from(stored))
        for stored in codec.decode(deed.body).events
        if stored["type"] in MARKING
    ]


def _begins(event: Event) -> bool:
    return isinstance(event, (e.CardsLoaded, e.TableOpened))


def _fold(marks: Iterable[Mark], upto: int) -> Iterator[Chapter]:
    """Put the marks together to rounds; a round goes on until the next one opens."""
    current: Chapter | None = None
    for position, event in marks:
        if isinstance(event, e.RoundOpened):
            if current is not None:
                yield replace(current, last=position - 1)
            current = Chapter(
                number=event.number,
                rules=event.rules,
                opened_at=event.at.isoformat(),
                first=position,
                last=upto,
            )
        elif current is not None:
            current = replace(current, **_told(event))
    if current is not None:
        yield current


def _told(event: Event) -> dict[str, Any]:
    match event:
        case e.ResultDeclared(outcome=outcome):
            return {"outcome": outcome}
        case e.ResultCorrected(outcome=outcome):
            return {"outcome": outcome, "ending": "settled"}
        case e.RoundSettled():
            return {"ending": "settled"}
        case e.RoundVoided():
            return {"outcome": None, "ending": "void"}
        case e.RoundWithoutResult():
            return {"outcome": None, "ending": "without result"}
        case _:
            return {}
