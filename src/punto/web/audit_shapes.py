"""The shapes of what the auditor's desk answers, for the description of the API."""

from __future__ import annotations

from typing import Any

import msgspec

from punto.web.shapes import Chapter


class Desk(msgspec.Struct, kw_only=True):
    """What the caller may look back at, and the words that a search can be made of."""

    name: str
    house: bool
    """All tables, the access log and the whole store."""
    tables: list[dict[str, Any]]
    bets: list[dict[str, str]]
    decisions: list[str]
    irregularities: list[str]
    now: str


class FoundRound(msgspec.Struct, kw_only=True):
    """A round that was found."""

    table: str
    number: int
    rules: str
    opened_at: str
    ended_at: str | None
    ending: str
    positions: list[int]
    outcome: dict[str, Any] | None
    pays: list[str]
    staked: int
    returned: int
    patrons: list[str]
    decisions: list[dict[str, str]]
    irregularities: list[str]
    refused: int


class FoundRounds(msgspec.Struct, kw_only=True):
    """Rounds that were found, newest first; `next` goes on where the search stopped."""

    rounds: list[FoundRound]
    next: str | None
    reached: str | None


class PastRound(Chapter, kw_only=True):
    """A round in full, for those who read the books."""

    table: str
    ended_at: str | None
    setup: dict[str, Any] | None
    cards: list[dict[str, Any]]
    wagers: list[dict[str, Any]]
    insurances: list[dict[str, Any]]
    lines: list[dict[str, Any]]
    bets: list[dict[str, str]]
    noted: list[dict[str, Any]]
    steps: int
    hash_before: str
    hash_after: str
    explanation: list[str]
    """In English; `told` has the same as data, for other languages."""
    told: dict[str, Any] | None
    record: str | None


class PastStep(msgspec.Struct, kw_only=True):
    """A deed of a round: what was asked, what followed, and the felt after it."""

    position: int
    at: str
    key: str
    hash: str
    command: str
    actor: dict[str, Any] | None
    text: str
    events: list[dict[str, Any]]
    refused: dict[str, Any] | None
    entries: list[tuple[str, int]]
    view: dict[str, Any]


class PastSteps(msgspec.Struct, kw_only=True):
    """The steps of a round in order; `next` is the position to go on behind."""

    steps: list[PastStep]
    next: int | None


class Wrong(msgspec.Struct, kw_only=True):
    """A place where something does not hold, and which proof fails by it."""

    stream: str
    position: int
    what: str
    proof: str


class Report(msgspec.Struct, kw_only=True):
    """What was checked; `wrong` is empty where everything holds."""

    good: bool
    streams: int
    deeds: int
    events: int
    refusals: int
    rounds: int
    shoes: int
    wrong: list[Wrong]
    heads: dict[str, tuple[int, str]]


class AgainstRecord(msgspec.Struct, kw_only=True):
    """Whether the record, replayed, ends as the log does; null where there is no record."""

    same: bool | None
    what: str | None


class Comparison(msgspec.Struct, kw_only=True):
    """A round decided anew from its commands."""

    log: Report
    record: AgainstRecord


class PastShoe(msgspec.Struct, kw_only=True):
    """A shoe: what was promised, what was shown, what was dealt, and whether it agrees."""

    name: str
    decks: int
    promised: dict[str, Any] | None
    revealed: dict[str, Any] | None
    dealt: list[dict[str, Any]]
    report: Report


class Attempt(msgspec.Struct, kw_only=True):
    """Something that was tried; `refused` says why it was not done."""

    position: int
    at: str
    type: str
    who: str
    role: str | None
    about: dict[str, Any]
    refused: dict[str, Any] | None
    events: list[str]
    hash: str


class Attempts(msgspec.Struct, kw_only=True):
    """Attempts, newest first."""

    attempts: list[Attempt]
    next: int | None
    reached: str | None
