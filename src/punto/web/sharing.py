"""What several ask for at once, made once: a view belongs to an audience, not to a connection.

A piece is kept under all that it was made from. As soon as the table moves, or a moment has passed,
it is made anew.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

T = TypeVar("T")
LASTS: Final = timedelta(milliseconds=100)
"""How old a view may be that is shown: it says what time it is."""


@dataclass(slots=True, kw_only=True)
class _Moment:
    """What was made of one table as it stands."""

    of: Hashable
    made_at: datetime
    pieces: dict[Hashable, Any] = field(default_factory=dict)


class Shared:
    """Pieces by table."""

    def __init__(self) -> None:
        """Start with nothing made."""
        self._moments: dict[str, _Moment] = {}

    def get(
        self, table: str, of: Hashable, now: datetime, key: Hashable, make: Callable[[], T]
    ) -> T:
        """Return a piece of a table in the state `of`; `key` says which, and for whom."""
        moment = self._moments.get(table)
        if moment is None or moment.of != of or not timedelta() <= now - moment.made_at < LASTS:
            moment = self._moments[table] = _Moment(of=of, made_at=now)
        if key not in moment.pieces:
            moment.pieces[key] = make()
        found: T = moment.pieces[key]
        return found
