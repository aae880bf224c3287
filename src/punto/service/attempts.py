"""What was tried, and what came of it: at the doors of the house, or at one table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any, Final

from punto.core.refusal import Refused
from punto.service.audiences import refusal
from punto.service.host import refused_from
from punto.store import codec
from punto.store.catalogue import Glance, glance
from punto.store.contract import Deed, Store
from punto.store.history import backwards

READ_AT_ONCE: Final = 8_000
"""Deeds that one question reads."""
TOLD_APART: Final = frozenset({"type", "v", "actor", "by"})
"""Fields of a command that stand beside its particulars."""

Plain = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """Which attempts are looked for; whatever is None is left open."""

    who: str | None = None
    """Who tried, or whom it concerned."""
    kind: str | None = None
    refused: bool | None = None
    since: datetime | None = None
    until: datetime | None = None

    def matches(self, seen: Glance) -> bool:
        """Tell whether an attempt is one that is looked for."""
        return (
            self.kind in (None, seen.command.type)
            and self.refused in (None, seen.refused is not None)
            and (self.until is None or datetime.fromisoformat(seen.at) <= self.until)
            and (self.who is None or self._concerns(seen))
        )

    def before(self, seen: Glance) -> bool:
        """Tell whether an attempt is earlier than anything that is looked for."""
        return self.since is not None and datetime.fromisoformat(seen.at) < self.since

    def _concerns(self, seen: Glance) -> bool:
        asked = seen.command
        names = (asked.who, asked.name, asked.patron)
        return self.who is not None and self.who.casefold() in {
            name.casefold() for name in names if name
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempts:
    """Attempts that were found, newest first."""

    attempts: tuple[Plain, ...]
    following: int | None
    """Go on before this position; None where there is nothing more."""
    reached: str | None
    """The moment up to which everything has been looked at."""


def find_attempts(store: Store, stream: str, end: int, sought: Sought, limit: int) -> Attempts:
    """Look back from a position, over a bounded piece of the history."""
    found: list[Plain] = []
    position, reached = end, None
    for deed, seen in islice(_back(store, stream, end, sought), READ_AT_ONCE):
        position, reached = deed.position - 1, seen.at
        if sought.matches(seen):
            found.append(_attempt(deed))
            if len(found) == limit:
                break
    else:
        if end - position < READ_AT_ONCE:
            position = 0
    return Attempts(attempts=tuple(found), following=position or None, reached=reached)


def _back(store: Store, stream: str, end: int, sought: Sought) -> Iterator[tuple[Deed, Glance]]:
    for deed in backwards(store, stream, end):
        seen = glance(deed)
        if sought.before(seen):
            return
        yield deed, seen


def _attempt(deed: Deed) -> Plain:
    body = codec.decode(deed.body)
    command = body.command
    actor = command.get("actor")
    known = actor if isinstance(actor, dict) else {}
    refused: Refused | None = None if body.refused is None else refused_from(body.refused)
    return {
        "position": deed.position,
        "at": body.at,
        "type": command["type"],
        "who": known.get("name") or command.get("by") or command.get("name") or "",
        "role": known.get("role"),
        "about": {k: v for k, v in command.items() if k not in TOLD_APART and v is not None},
        "refused": None if refused is None else refusal(refused),
        "events": [event["type"] for event in body.events],
        "hash": deed.hash.hex(),
    }
