"""The shapes of answers, for the description of the API; the tests hold every answer to them."""

from __future__ import annotations

from typing import Any

import msgspec

from punto.service.accounts import Grant


class Problem(msgspec.Struct, kw_only=True):
    """What is wrong, with the clause that says so."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    clauses: list[str]
    by: list[str]
    remedy: str
    where: str
    position: int | msgspec.UnsetType = msgspec.UNSET


class Limits(msgspec.Struct, kw_only=True):
    """Limits in cents; null is a limit that is not set."""

    minimum: int | None
    maximum: int | None
    differential: int | None
    unit: int


class TableSummary(msgspec.Struct, kw_only=True):
    """What the lobby says of a table."""

    id: str
    name: str
    game: str
    operator: str
    rules: str
    title: str
    title_zh: str
    layout: str | None
    phase: str
    practice: bool
    shoe: str
    dealer: str
    boxes: int
    seats_taken: int
    rounds: int
    limits: Limits | None


class Tables(msgspec.Struct, kw_only=True):
    """The tables of the floor."""

    tables: list[TableSummary]
    next: str | None


class Made(msgspec.Struct, kw_only=True):
    """A table that was created."""

    table: TableSummary


class Next(msgspec.Struct, kw_only=True):
    """What comes next, with the clause."""

    words: str
    clauses: list[str]


class View(msgspec.Struct, kw_only=True):
    """A table as one audience may see it."""

    phase: str
    next: Next
    rounds: int
    notices: list[str]
    commitment: str | None
    cards_ready: bool
    cards_left: int
    cutting_card: bool
    insurance_off: bool
    device_holder: str | None
    setup: dict[str, Any] | None
    seats: dict[str, str]
    me: dict[str, Any] | None
    round: dict[str, Any] | None
    interrupted: bool
    dealer: dict[str, Any] | None
    now: str


class TableView(msgspec.Struct, kw_only=True):
    """A table at a position."""

    position: int
    audience: str
    table: TableSummary
    view: View


class Told(msgspec.Struct, kw_only=True):
    """What came of a command: durable when it is told. Without the view where that was asked."""

    position: int
    again: bool
    events: list[dict[str, Any]]
    view: View | msgspec.UnsetType = msgspec.UNSET


class Seated(Told, kw_only=True):
    """A seat; the token is null where the caller had one."""

    patron: str
    token: str | None


class Steered(msgspec.Struct, kw_only=True):
    """How the automatic dealer deals now."""

    position: int
    dealer: dict[str, Any]
    view: View


class Layout(msgspec.Struct, kw_only=True):
    """What lies on the felt."""

    rules: str
    layout: str
    boxes: list[str]
    bets: list[dict[str, Any]]


class Acts(msgspec.Struct, kw_only=True):
    """What a member of staff may do now, and which role each command takes."""

    role: str
    acts: list[dict[str, Any]]
    menu: list[dict[str, Any]]
    authority: dict[str, dict[str, Any]]


class Chapter(msgspec.Struct, kw_only=True):
    """A round in a list."""

    number: int
    rules: str
    opened_at: str
    ending: str
    positions: list[int]
    outcome: dict[str, Any] | None


class Rounds(msgspec.Struct, kw_only=True):
    """The last rounds, newest first."""

    rounds: list[Chapter]
    next: int | None


class Round(Chapter, kw_only=True):
    """A round, with the lines that the caller may see."""

    cards: list[dict[str, Any]]
    play: list[dict[str, Any]]
    lines: list[dict[str, Any]]
    explanation: list[str]
    """In English; `told` has the same as data, for other languages."""
    told: dict[str, Any] | None
    record: str | None


class Deeds(msgspec.Struct, kw_only=True):
    """Deeds as they stand in the store."""

    deeds: list[dict[str, Any]]
    next: int | None


class Roads(msgspec.Struct, kw_only=True):
    """The five roads of the shoe."""

    beads: list[dict[str, Any]]
    big: list[dict[str, Any]]
    derived: dict[str, list[list[str]]]
    hints: dict[str, dict[str, str | None]]
    counts: dict[str, int]
    svg: dict[str, str]


class Odds(msgspec.Struct, kw_only=True):
    """Exact odds for the cards that are left to whoever has watched."""

    position: int
    game: str
    composition: list[int]
    orderings: str
    bets: dict[str, dict[str, Any]]
    insurance: list[dict[str, Any]]


class Risk(msgspec.Struct, kw_only=True):
    """What the house stands to win or pay for each outcome, and what an early card is worth."""

    position: int
    staked: int
    expected: int
    deviation: int
    losing: float
    outcomes: dict[str, dict[str, Any] | None]
    classes: list[dict[str, Any]]
    known: dict[str, Any] | None


class Moved(msgspec.Struct, kw_only=True):
    """A movement of chips."""

    position: int
    again: bool
    balance: int


class Statement(msgspec.Struct, kw_only=True):
    """A patron's last movements of money, newest first."""

    patron: str
    balance: int
    entries: list[dict[str, Any]]


class BetTaken(msgspec.Struct, kw_only=True):
    """What one bet has brought; `at_risk` is what lies on it now."""

    bet: str
    settled: int
    staked: int
    returned: int
    win: int
    hold: list[int] | None
    at_risk: int


class Takings(msgspec.Struct, kw_only=True):
    """What a table has taken, in all or in a shift; hold is win and drop, null without a drop.

    Each bet with what was staked on it and went back is listed where `since` was asked for.
    """

    table: str
    since: str | None
    until: str | None
    drop: int
    paid_out: int
    carried: int
    corrected: int | None
    win: int
    hold: list[int] | None
    at_risk: int
    bets: list[BetTaken] | None


class SignedIn(msgspec.Struct, kw_only=True):
    """A session; the cookie carries the same token."""

    name: str
    token: str


class Me(msgspec.Struct, kw_only=True):
    """Who the caller is."""

    kind: str
    name: str | None


class StaffMember(msgspec.Struct, kw_only=True):
    """An account."""

    name: str
    grants: list[Grant]
    disabled: bool
    locked: bool


class Staff(msgspec.Struct, kw_only=True):
    """All accounts."""

    staff: list[StaffMember]


class Invited(msgspec.Struct, kw_only=True):
    """A token that seats a patron once."""

    token: str
    patron: str
    table: str


class Cited(msgspec.Struct, kw_only=True):
    """A clause or an interpretation, in our own words."""

    id: str
    title: str
    text: str
    """What the clause asks for, or the reading that is taken."""
    readings: str | None
    decides: str | None
    """Who may rule otherwise."""
    clauses: list[str]
    """Clauses that say the same, or that the interpretation is about."""
    interpretations: list[dict[str, str]]
    """Those that bear on the clause."""


class Alive(msgspec.Struct, kw_only=True):
    """The process answers."""

    alive: bool


class Ready(msgspec.Struct, kw_only=True):
    """Whether the server can serve."""

    ready: bool
    tables: int | msgspec.UnsetType = msgspec.UNSET
    elsewhere: int | msgspec.UnsetType = msgspec.UNSET
    reason: str | msgspec.UnsetType = msgspec.UNSET
