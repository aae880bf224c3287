"""A table's host: the only one that writes its history.

A command goes through one door: decide, derive the money, append the deed, and only when that is
durable evolve the table and tell the world. A refused command is a deed too, so that every
attempt is on record.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Protocol

import msgspec

from punto.core import commands as c
from punto.core.conduct import LIVE, Automation, apply, foresee
from punto.core.events import CardsLoaded, Event, Interrupted, TableClosed
from punto.core.policies import Role
from punto.core.refusal import Refused
from punto.core.rulebook import Rulebook
from punto.core.state import Actor, Phase, Table
from punto.rules import NotApproved, load, resolve
from punto.service.clock import Clock
from punto.service.promises import hold
from punto.service.shoes import Shoe, new_shoe, shoe_from_bytes
from punto.store import codec
from punto.store import service_events as note
from punto.store.contract import (
    Appended,
    Deed,
    Entry,
    Fenced,
    NewDeed,
    NotEnoughMoney,
    Outcome,
    PositionTaken,
    Store,
    StoreFault,
)
from punto.store.ledger import entries_for
from punto.store.recovery import Found, due, keep_snapshot

CARDS_PER_DECK = 52
ROUND_PHASES = frozenset(Phase) - {Phase.SHUT, Phase.IDLE}


class Writer(Protocol):
    """Makes deeds durable, many tables' together (see `punto.store.writer`)."""

    async def append(self, deed: NewDeed) -> Outcome:
        """Append a deed; return when it is durable."""
        ...


class TableConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a table is, beside its set-up: fixed when it is created."""

    id: str
    name: str
    operator: str
    game: str
    practice: bool = False
    """Play chips for everybody, no staff needed."""
    shoe: str = "dealer"
    """`automatic`, `dealer` (cards are entered), `reader` or `scripted`."""
    dealer: str = "person"
    """`person` or `automatic`."""
    betting_seconds: float = 20.0
    insurance_seconds: float = 8.0
    pace_seconds: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What came of a command: durable when it is given."""

    position: int
    events: tuple[Event, ...] = ()
    refused: Refused | None = None
    again: bool = False
    """The key was known: this is the recorded answer."""
    command: dict[str, Any] | None = None
    """Then also the command that is on record."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    """What a host tells its watchers after each deed."""

    table_id: str
    position: int
    at: str
    events: tuple[Event, ...]
    refused: Refused | None
    table: Table


Watcher = Callable[[Happened], None]


class SteppedDown(Exception):  # noqa: N818 - it says what happened
    """Another process owns this table now."""


class TableHost:
    """Runs one table."""

    def __init__(
        self,
        config: TableConfig,
        store: Store,
        writer: Writer,
        clock: Clock,
        *,
        table: Table | None = None,
        position: int = 0,
        token: int | None = None,
        shuffle: Callable[[int], Shoe] = new_shoe,
    ) -> None:
        """Take a table over where its history left it."""
        self.config = config
        self.stream = stream_of(config.id)
        self.table = table or Table()
        self.position = position
        self.token = token
        self.interrupted = False
        self._in_doubt = False
        """A write failed: whether it is on record is read before the next one."""
        self._store = store
        self._writer = writer
        self._clock = clock
        self._shuffle = shuffle
        self._watchers: set[Watcher] = set()
        self._lock = asyncio.Lock()
        self._shoe = self._stored_shoe()

    # --- reading ----------------------------------------------------------------------------------

    @property
    def automation(self) -> frozenset[Automation]:
        """Say which steps the table takes by itself."""
        return LIVE if self.config.dealer == "person" else frozenset({Automation.OFFER_INSURANCE})

    def rules(self) -> Rulebook | NotApproved:
        """Return the rulebook of the open round, or the one in force now (I-34)."""
        round_ = self.table.round
        if round_ is not None and self.table.phase in ROUND_PHASES:
            return load(round_.rules)
        return resolve(self.config.operator, self.config.game, self._clock.now())

    def watch(self, watcher: Watcher) -> Callable[[], None]:
        """Tell `watcher` of every deed; the answer ends that."""
        self._watchers.add(watcher)
        return lambda: self._watchers.discard(watcher)

    def follow(self, deeds: Iterable[Deed]) -> None:
        """Take in what another process has made durable, and tell of it."""
        for deed in deeds:
            if deed.position != self.position + 1:
                continue
            body = codec.decode(deed.body)
            events = tuple(codec.events_of(body))
            self.position = deed.position
            self.table = apply(self.table, events)
            for event in events:
                if isinstance(event, note.Recovered):
                    self.interrupted = event.interrupted
                elif isinstance(event, (note.InterruptionDismissed, Interrupted)):
                    self.interrupted = False
            refused = None if body.refused is None else refused_from(body.refused)
            self._tell(body.at, events, refused)

    # --- writing ----------------------------------------------------------------------------------

    async def handle(self, command: c.Command, key: str) -> Answer:
        """Answer a command, once for each key."""
        async with self._lock:
            await self._make_sure()
            rules = self.rules()
            if isinstance(rules, NotApproved):
                return await self._refuse(command, key, not_approved(rules))
            if self.interrupted and not isinstance(command, c.ReportInterruption):
                return await self._refuse(command, key, _say_first(rules))
            command = self._with_cards(command)
            answer = foresee(self.table, command, rules, self.automation)
            if isinstance(answer, Refused):
                return await self._refuse(command, key, answer)
            events, after = answer
            return await self._perform(command, key, events, after, rules)

    async def record(
        self,
        command: dict[str, Any],
        key: str,
        *,
        events: tuple[Event, ...] = (),
        refused: Refused | None = None,
        entries: tuple[Entry, ...] = (),
    ) -> Answer:
        """Record a deed of the service itself: creation, money, recovery."""
        async with self._lock:
            await self._make_sure()
            return await self._append(command, key, events, refused, entries)

    async def recover(self, *, interrupted: bool) -> None:
        """Put on record that the server came back, and whether a round was under way."""
        await self.record(
            {"type": "Recover"},
            f"recover-{self.position + 1}",
            events=(note.Recovered(interrupted=interrupted, by=("I-99",)),),
        )
        self.interrupted = interrupted

    async def dismiss_interruption(self, actor: Actor, reason: str, key: str) -> Answer:
        """Go on after a restart that did not touch the round (I-99); for the pit to say."""
        refused = None
        if not actor.role.at_least(Role.PIT_SUPERVISOR):
            refused = Refused(
                code="not_authorised",
                reason=f"a {actor.role} may not judge an interruption",
                remedy="it takes a pit supervisor or above",
                by=("I-99",),
            )
        elif not self.interrupted:
            refused = Refused(
                code="not_interrupted",
                reason="no interruption waits to be judged",
                remedy="play on",
                by=("I-99",),
            )
        event = note.InterruptionDismissed(actor=actor, reason=reason, by=("I-99",))
        answer = await self.record(
            {"type": "DismissInterruption", "actor": msgspec.to_builtins(actor), "reason": reason},
            key,
            events=(event,) if refused is None else (),
            refused=refused,
        )
        if answer.refused is None and not answer.again:
            self.interrupted = False
        return answer

    async def _make_sure(self) -> None:
        """Take in what became durable although the store failed before it could say so."""
        if self._in_doubt:
            read = self._store.read
            self.follow(await asyncio.to_thread(lambda: list(read(self.stream, self.position))))
            self._in_doubt = False

    async def _perform(
        self,
        command: c.Command,
        key: str,
        events: tuple[Event, ...],
        after: Table,
        rules: Rulebook,
    ) -> Answer:
        more, shoe = self._shoe_events(events)
        events, after = events + more, apply(after, more)
        entries = entries_for(self.config.id, self.table, events, after)
        hold(self.config.id, self.table, after, command, entries, rules)
        if shoe is not None:
            kept = self.stream, shoe.commitment, shoe.to_bytes()
            await asyncio.to_thread(self._store.put_secret, *kept)
        answer = await self._append(command, key, events, None, entries, after)
        if answer.refused is None and not answer.again:
            if shoe is not None or _closes(events):
                self._shoe = shoe
            if any(isinstance(event, Interrupted) for event in events):
                self.interrupted = False
        return answer

    async def _refuse(self, command: c.Command, key: str, refused: Refused) -> Answer:
        return await self._append(command, key, (), refused, ())

    async def _append(
        self,
        command: c.Command | dict[str, Any],
        key: str,
        events: tuple[Event, ...],
        refused: Refused | None,
        entries: tuple[Entry, ...],
        after: Table | None = None,
    ) -> Answer:
        """Make a deed durable, then and only then let the table be `after` and tell.

        Without `after` the table is evolved by the events.
        """
        at = self._clock.now().isoformat()
        body = codec.encode(
            stream=self.stream,
            position=self.position + 1,
            at=at,
            key=key,
            command=command,
            events=events,
            refused=refused,
            entries=entries,
        )
        deed = NewDeed(
            stream=self.stream,
            position=self.position + 1,
            key=key,
            body=body,
            entries=entries,
            token=self.token,
        )
        try:
            outcome = await self._writer.append(deed)
        except StoreFault:
            self._in_doubt = True
            raise
        match outcome:
            case Appended(again=True):
                return _recorded(outcome.deed)
            case Appended(deed=kept):
                # A listener may have read the deed, and followed it, before we were told.
                if kept.position > self.position:
                    self.position = kept.position
                    self.table = apply(self.table, events) if after is None else after
                    if due(self.position):
                        found = Found(self.table, self.position, kept.hash)
                        await asyncio.to_thread(keep_snapshot, self._store, self.stream, found)
                    self._tell(at, events, refused)
                return Answer(position=kept.position, events=events, refused=refused)
            case NotEnoughMoney():
                return await self._append(command, key, (), _too_little(outcome), ())
            case PositionTaken() | Fenced():
                raise SteppedDown(self.config.id)

    def _tell(self, at: str, events: tuple[Event, ...], refused: Refused | None) -> None:
        happened = Happened(
            table_id=self.config.id,
            position=self.position,
            at=at,
            events=events,
            refused=refused,
            table=self.table,
        )
        for watcher in tuple(self._watchers):
            watcher(happened)

    # --- the automatic shoe -----------------------------------------------------------------------

    def _stored_shoe(self) -> Shoe | None:
        """Find the shoe that the history has committed to."""
        bound = self.table.commitment
        body = None if bound is None else self._store.secret(self.stream, bound)
        return None if body is None else shoe_from_bytes(body)

    def _with_cards(self, command: c.Command) -> c.Command:
        """Let the automatic shoe say which card comes, whoever draws it."""
        if self._shoe is None or self.table.setup is None:
            return command
        drawn = self.table.setup.decks * CARDS_PER_DECK - self.table.cards_left
        coming = self._shoe.cards[drawn:]
        match command:
            case c.DrawCard() if coming and not self.table.carried:
                return replace(command, card=coming[0])
            case c.BurnCard() if coming:
                return replace(command, card=coming[0])
            case c.ReportIrregularity(drawn=seen) if seen and len(coming) >= len(seen):
                cards = zip(seen, coming, strict=False)
                return replace(command, drawn=tuple(replace(s, card=x) for s, x in cards))
        return command

    def _shoe_events(self, events: tuple[Event, ...]) -> tuple[tuple[Event, ...], Shoe | None]:
        """Reveal the old order when cards are loaded, and commit to a new one; or at the close."""
        loaded = [event for event in events if isinstance(event, CardsLoaded)]
        if self.config.shoe != "automatic" or not loaded:
            return self.reveal() if _closes(events) else (), None
        shoe = self._shuffle(loaded[-1].decks)
        committed = note.ShoeCommitted(commitment=shoe.commitment, decks=loaded[-1].decks)
        return (*self.reveal(), committed), shoe

    def reveal(self) -> tuple[Event, ...]:
        """Show the order of the shoe that is done with."""
        if self._shoe is None:
            return ()
        shoe = self._shoe
        return (note.ShoeRevealed(commitment=shoe.commitment, order=shoe.order, nonce=shoe.nonce),)


def _closes(events: Iterable[Event]) -> bool:
    return any(isinstance(event, TableClosed) for event in events)


def stream_of(table_id: str) -> str:
    """Name the stream of a table."""
    return f"table:{table_id}"


def _recorded(deed: Deed) -> Answer:
    """Give the answer that is on record for a key."""
    body = codec.decode(deed.body)
    refused = None if body.refused is None else refused_from(body.refused)
    return Answer(
        position=deed.position,
        events=tuple(codec.events_of(body)),
        refused=refused,
        again=True,
        command=body.command,
    )


def refused_from(stored: codec.Plain) -> Refused:
    """Read a refusal from a deed."""
    return msgspec.convert(
        {key: value for key, value in stored.items() if key not in ("type", "v")}, Refused
    )


def not_approved(found: NotApproved) -> Refused:
    """Say that no rulebook is in force."""
    return Refused(
        code="not_approved",
        reason=f"no approved rules for {found.operator} {found.game}",
        remedy=found.reason,
        by=("I-33",),
    )


def _say_first(rules: Rulebook) -> Refused:
    cited = rules.policies.interruption.covers
    return Refused(
        code="interrupted",
        reason="the server stopped in the middle of this round",
        remedy="report the interruption, or a Pit Supervisor or above finds that it did not matter",
        clauses=cited.clauses,
        by=cited.by,
    )


def _too_little(outcome: NotEnoughMoney) -> Refused:
    name = outcome.account.partition(":")[2]
    return Refused(
        code="not_enough_chips",
        reason=f"{name} has {outcome.balance} cents in chips",
        remedy="stake less, or buy chips first",
        where="stake",
    )
