"""Histories for tests: every kind of command and event at a table, recorded as a host records them.

The commands are frozen in `golden/plays.jsonl`; what follows from them is decided anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from punto.core import commands as c
from punto.core import events as e
from punto.core.cards import DECK, Card
from punto.core.conduct import LIVE, apply, decide
from punto.core.refusal import Refused
from punto.core.rulebook import Rulebook
from punto.core.state import Table
from punto.rules import rulebooks
from punto.store import codec
from punto.store.contract import Appended, Deed, Entry, NewDeed, Store
from punto.store.ledger import CAGE, entries_for, patron_account
from punto.store.memory import MemoryStore
from punto.store.recovery import Found, keep_snapshot
from punto.store.service_events import InterruptionDismissed, Recovered
from tests.support.conduct import CALLED, MANAGER

PLAYS = Path(__file__).parent / "golden" / "plays.jsonl"
CHIPS = 100_000_000
OUTSIDE = {"Recovered", "InterruptionDismissed", "ShoeCommitted", "ShoeRevealed"}
"""Events that no command of the table leads to."""


@dataclass(slots=True)
class Recorder:
    """Records a table as its host does: decide, derive the money, append, evolve."""

    store: Store
    rules: Rulebook
    id: str
    table: Table = field(default_factory=Table)
    position: int = 0
    at: datetime = CALLED

    @property
    def stream(self) -> str:
        return f"table:{self.id}"

    def created(self) -> Recorder:
        config = {
            "id": self.id,
            "name": f"Table {self.id}",
            "operator": self.rules.document.operator,
            "game": self.rules.game,
        }
        self.append({"type": "CreateTable", "v": 1, "config": config})
        return self

    def chips(self, patron: str, amount: int = CHIPS) -> Deed:
        moved = (
            Entry(account=CAGE, amount=-amount),
            Entry(account=patron_account(patron), amount=amount),
        )
        command = {"type": "MoveChips", "v": 1, "kind": "buy_in", "patron": patron}
        return self.append({**command, "amount": amount}, entries=moved)

    def does(self, command: c.Command) -> Deed:
        """Record a command with whatever it leads to."""
        answer = decide(self.table, command, self.rules, LIVE)
        if isinstance(answer, Refused):
            return self.append(command, refused=answer)
        return self.append(command, answer, entries=entries_for(self.id, self.table, answer))

    def notes(self, *events: e.Event) -> Deed:
        return self.append({"type": "Note", "v": 1}, events)

    def new(
        self,
        command: c.Command | dict[str, Any],
        events: tuple[e.Event, ...] = (),
        refused: Refused | None = None,
        entries: tuple[Entry, ...] = (),
    ) -> NewDeed:
        """Make the next deed."""
        key = f"key {self.position + 1}"
        at = self.at + timedelta(seconds=7 * self.position)
        body = codec.encode(
            stream=self.stream,
            position=self.position + 1,
            at=at.isoformat(),
            key=key,
            command=command,
            events=events,
            refused=refused,
            entries=entries,
        )
        return NewDeed(
            stream=self.stream, position=self.position + 1, key=key, body=body, entries=entries
        )

    def append(
        self,
        command: c.Command | dict[str, Any],
        events: tuple[e.Event, ...] = (),
        refused: Refused | None = None,
        entries: tuple[Entry, ...] = (),
    ) -> Deed:
        (outcome,) = self.store.append([self.new(command, events, refused, entries)])
        assert isinstance(outcome, Appended), outcome
        assert not outcome.again
        self.position += 1
        self.table = apply(self.table, events)
        return outcome.deed

    def snapshot(self) -> None:
        position, digest = self.store.last(self.stream)
        keep_snapshot(self.store, self.stream, Found(self.table, position, digest))


@cache
def plays() -> tuple[tuple[str, tuple[c.Command, ...]], ...]:
    """Read the chosen plays: a rulebook and the commands given at a table (`choose_plays.py`)."""
    rows = [json.loads(line) for line in PLAYS.read_text().splitlines()]
    return tuple((row["rules"], tuple(map(codec.command_from, row["commands"]))) for row in rows)


def fill(store: Store) -> list[Recorder]:
    """Play everything there is to play into a store, a table for each chosen play."""
    recorders: list[Recorder] = []
    for number, (rules_id, commands) in enumerate(plays(), 1):
        recorder = Recorder(store, rulebooks()[rules_id], f"t{number}").created()
        for patron in sorted({str(getattr(command, "patron", "Ann")) for command in commands}):
            recorder.chips(patron)
        for command in commands:
            recorder.does(command)
        recorder.notes(Recovered(interrupted=False))
        recorder.notes(InterruptionDismissed(actor=MANAGER, reason="it touched nothing"))
        recorder.snapshot()
        recorders.append(recorder)
    recorders.append(shoe(store))
    return recorders


def shoe(store: Store) -> Recorder:
    """Deal three rounds from a shoe whose order is committed, and reveal it."""
    rules = next(iter(rulebooks().values()))
    recorder = Recorder(store, rules, "shoe").created()
    recorder.chips("Ann")
    order = list(DECK * 8)
    Random(8).shuffle(order)
    text, nonce = " ".join(map(str, order)), "5a" * 32
    bound = sha256(f"{nonce}:{text}".encode()).hexdigest()
    for command in PlainRounds(rules, order).commands(recorder):
        if isinstance(command, c.LoadCards):
            answer = decide(recorder.table, command, rules, LIVE)
            assert not isinstance(answer, Refused)
            events = (*answer, e.ShoeCommitted(commitment=bound, decks=8))
            recorder.append(command, events)
        else:
            recorder.does(command)
    recorder.notes(e.ShoeRevealed(commitment=bound, order=text, nonce=nonce))
    return recorder


class PlainRounds:
    """Three plain rounds with a wager, cards from a given order."""

    def __init__(self, rules: Rulebook, order: list[Card]) -> None:
        self.rules = rules
        self.order = order

    def commands(self, recorder: Recorder) -> Iterator[c.Command]:
        from punto.core.state import Phase
        from tests.support.conduct import CASINO, DEALER, SUPERVISOR, patron, setup_for

        setup = setup_for(self.rules)
        yield c.OpenTable(actor=CASINO, setup=setup)
        yield c.LoadCards(actor=SUPERVISOR, reason="new")
        drawn = 0
        for number in range(3):
            at = CALLED + timedelta(minutes=number)
            yield c.CallForBets(actor=DEALER, at=at)
            yield c.PlaceWager(
                actor=patron("Ann"), id="w", patron="Ann", box="1", bet="player", stake=500
            )
            yield c.CloseBets(actor=DEALER, at=at + timedelta(seconds=20))
            while recorder.table.phase in (Phase.CLOSED, Phase.DEALING):
                yield c.DrawCard(actor=DEALER, card=self.order[drawn])
                drawn += 1
            yield c.Declare(actor=DEALER)
            yield c.Settle(actor=DEALER)


def filled() -> MemoryStore:
    """Return a store in memory with everything in it."""
    store = MemoryStore()
    fill(store)
    return store
