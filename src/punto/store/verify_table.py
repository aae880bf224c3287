"""Decide a table's history anew and hold every event, entry and card of it to the answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from hashlib import sha256
from typing import Any, Final

import msgspec

from punto.core import events as e
from punto.core.cards import DECK, Card, parse_card
from punto.core.checks import Misuse
from punto.core.conduct import LIVE, Automation, decide, evolve
from punto.core.refusal import Refused
from punto.core.rulebook import Rulebook
from punto.core.state import Phase, Table
from punto.rules import NotApproved, load, resolve
from punto.store import codec
from punto.store.contract import Entry
from punto.store.ledger import CAGE, entries_for, float_account, house_account, patron_account

CREATE: Final = "CreateTable"
BETWEEN: Final = (Phase.SHUT, Phase.IDLE)
OUTSIDE_THE_RULES: Final = (e.Note, e.ShoeCommitted, e.ShoeRevealed)
"""Events that the service adds; no command of the table decides them."""
BY_THE_SERVICE: Final = frozenset({"not_approved", "interrupted", "not_enough_chips"})
"""Refusals that depend on more than the table: time, a restart, a balance."""


class Proof(StrEnum):
    """What a check of a history proves, one after the other for each deed."""

    CHAIN = "chain"
    """Every deed stands where it was written, letter by letter."""
    PLAY = "play"
    """Every command was answered as the rules answer it."""
    MONEY = "money"
    """The entries are those that the events make, and the ledger holds them."""
    SHOE = "shoe"
    """Every order that was shown is the one that was bound, and the one that was dealt."""
    SNAPSHOT = "snapshot"
    """The snapshot is where replay arrives."""


class WrongError(Exception):
    """What does not hold, and which proof fails by it."""

    def __init__(self, what: str, proof: Proof = Proof.PLAY) -> None:
        """Say it."""
        super().__init__(what)
        self.proof = proof


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """What of a table's creation decides how its commands were answered."""

    id: str
    operator: str
    game: str
    dealer: str = "person"

    @property
    def automation(self) -> frozenset[Automation]:
        """Say which steps the table takes by itself."""
        return LIVE if self.dealer == "person" else frozenset({Automation.OFFER_INSURANCE})


def config_from(command: codec.Plain) -> Config:
    """Read the configuration out of the deed that created the table."""
    if command.get("type") != CREATE:
        msg = "the history does not begin with the creation of a table"
        raise WrongError(msg)
    try:
        return msgspec.convert(command.get("config"), Config)
    except msgspec.ValidationError as error:
        msg = f"the table's configuration cannot be read: {error}"
        raise WrongError(msg) from error


@dataclass(slots=True)
class _Shoe:
    """An automatic shoe whose order is bound and not yet known."""

    commitment: str
    decks: int
    drawn: list[tuple[int, Card]]
    """The cards that have left it, with their place from the top."""


@dataclass(slots=True)
class Counts:
    """What was checked."""

    events: int = 0
    rounds: int = 0
    refusals: int = 0
    shoes: int = 0


class TableCheck:
    """Follows one table deed by deed."""

    def __init__(self, config: Config, table: Table | None = None) -> None:
        """Start with a new table, or where an exported piece of history begins."""
        self.config = config
        self.table = table or Table()
        self.counts = Counts()
        self._shoe = _bound(self.table)
        self._ended: _Shoe | None = None
        """The shoe before this one: its order is shown when the next one is loaded."""

    def check(self, body: codec.Body) -> None:
        """Check a deed and move on; raise WrongError with what does not hold."""
        events = codec.events_of(body)
        if body.command.get("type") in codec.COMMANDS:
            self._decided_anew(body, events)
        else:
            self._of_the_service(body, events)
        before = self.table
        derived = entries_for(self.config.id, before, events)
        for event in events:
            self._event(event)
        if body.command.get("type") in codec.COMMANDS or derived:
            _same_entries(derived, body.entries)
        self.counts.events += len(events)
        self.counts.refusals += body.refused is not None

    # --- deciding anew ----------------------------------------------------------------------------

    def _decided_anew(self, body: codec.Body, events: Sequence[e.Event]) -> None:
        command = codec.command_from(body.command)
        code = None if body.refused is None else str(body.refused.get("code"))
        if code is not None and events:
            msg = "a refused command has events"
            raise WrongError(msg)
        if code in BY_THE_SERVICE:
            return
        rules = self._rules(body.at)
        try:
            answer = decide(self.table, command, rules, self.config.automation)
        except Misuse as misuse:
            msg = f"{type(command).__name__} cannot be decided: {misuse}"
            raise WrongError(msg) from misuse
        if isinstance(answer, Refused):
            if code != answer.code:
                recorded = "accepted" if code is None else f"refused as {code}"
                msg = f"{type(command).__name__} was {recorded}; it must be refused: {answer.code}"
                raise WrongError(msg)
            return
        if code is not None:
            msg = f"{type(command).__name__} was refused as {code}; it must be accepted"
            raise WrongError(msg)
        recorded_events = tuple(x for x in events if not isinstance(x, OUTSIDE_THE_RULES))
        if recorded_events != answer:
            found, expected = _names(recorded_events), _names(answer)
            what = "other values" if found == expected else f"{found}, not {expected}"
            msg = f"{type(command).__name__} led to {what}"
            raise WrongError(msg)

    def _rules(self, at: str) -> Rulebook:
        round_ = self.table.round
        if round_ is not None and self.table.phase not in BETWEEN:
            return load(round_.rules)
        found = resolve(self.config.operator, self.config.game, datetime.fromisoformat(at))
        if isinstance(found, NotApproved):
            msg = f"no rules were in force at {at}: {found.reason}"
            raise WrongError(msg)
        return found

    def _of_the_service(self, body: codec.Body, events: Sequence[e.Event]) -> None:
        """Hold what the service recorded by itself to what it may do."""
        for event in events:
            if not isinstance(event, OUTSIDE_THE_RULES):
                msg = f"{body.command.get('type')} cannot lead to {type(event).__name__}"
                raise WrongError(msg)
        if body.entries:
            _chips_over_the_counter(self.config.id, body)

    # --- events -----------------------------------------------------------------------------------

    def _event(self, event: e.Event) -> None:
        before = self.table
        after = evolve(before, event)
        match event:
            case e.RoundOpened():
                self._opened(event)
            case e.ShoeCommitted():
                self._committed(event, after)
            case e.ShoeRevealed():
                self._revealed(event)
            case e.CardDrawn() if event.from_device and event.drawn.card is not None:
                self._drawn(before, event.drawn.card)
            case e.CardBurnt() if event.card is not None:
                self._drawn(before, event.card)
            case e.CardsLoaded():
                self._ended, self._shoe = self._shoe, None
            case _:
                pass
        self.table = after

    def _opened(self, event: e.RoundOpened) -> None:
        self.counts.rounds += 1
        try:
            rules = load(event.rules)
        except Misuse as misuse:
            msg = f"round {event.number} was played under {event.rules}, which is not known"
            raise WrongError(msg) from misuse
        if rules.digest != event.digest:
            msg = f"round {event.number} was played under another {event.rules} than is known here"
            raise WrongError(msg)

    # --- the automatic shoe -----------------------------------------------------------------------

    def _committed(self, event: e.ShoeCommitted, table: Table) -> None:
        if table.cards_left != event.decks * len(DECK):
            msg = "the order of the shoe was committed after the first card"
            raise WrongError(msg, Proof.SHOE)
        self._shoe = _Shoe(event.commitment, event.decks, [])

    def _drawn(self, before: Table, card: Card) -> None:
        if self._shoe is not None:
            place = self._shoe.decks * len(DECK) - before.cards_left
            self._shoe.drawn.append((place, card))

    def _revealed(self, event: e.ShoeRevealed) -> None:
        if sha256(f"{event.nonce}:{event.order}".encode()).hexdigest() != event.commitment:
            msg = "the order shown is not the one that was committed"
            raise WrongError(msg, Proof.SHOE)
        shoe = self._shoe or self._ended
        self._shoe = self._ended = None
        if shoe is None:
            return
        if shoe.commitment != event.commitment:
            msg = "the order shown is of another shoe"
            raise WrongError(msg, Proof.SHOE)
        cards = [parse_card(text) for text in event.order.split()]
        if sorted(map(str, cards)) != sorted(map(str, DECK * shoe.decks)):
            msg = f"the order shown is not of {shoe.decks} whole decks"
            raise WrongError(msg, Proof.SHOE)
        for place, card in shoe.drawn:
            if cards[place] != card:
                msg = f"card {place + 1} of the shoe was {cards[place]}, but {card} was dealt"
                raise WrongError(msg, Proof.SHOE)
        self.counts.shoes += 1


def _bound(table: Table) -> _Shoe | None:
    """Take over the shoe of a table whose history is not followed from its beginning."""
    if table.commitment is None or table.setup is None:
        return None
    return _Shoe(table.commitment, table.setup.decks, [])


def _names(events: Sequence[e.Event]) -> str:
    return ", ".join(type(event).__name__ for event in events) or "nothing"


def _same_entries(derived: Sequence[Entry], recorded: Sequence[tuple[str, int]]) -> None:
    expected = [(entry.account, entry.amount) for entry in derived]
    if expected != list(recorded):
        msg = f"the entries are {list(recorded)}, but the events make {expected}"
        raise WrongError(msg, Proof.MONEY)


def _chips_over_the_counter(table_id: str, body: codec.Body) -> None:
    """Hold a movement of chips to its kind, patron and amount, on both sides."""
    command: dict[str, Any] = body.command
    mine, house = patron_account(str(command.get("patron"))), house_account(table_id)
    kind, amount = command.get("kind", "buy_in"), command.get("amount")
    here, there = float_account(table_id), float_account(str(command.get("to")))
    ways = {
        "buy_in": (mine, CAGE, 1),
        "cash_out": (mine, CAGE, -1),
        "correction": (mine, house, 1),
        "transfer": (there, here, 1),
    }
    if kind not in ways or not isinstance(amount, int) or amount == 0:
        msg = f"{command.get('type')} is no movement of chips: {kind} of {amount}"
        raise WrongError(msg, Proof.MONEY)
    gains, other, sign = ways[kind]
    if sorted(body.entries) != sorted([(gains, sign * amount), (other, -sign * amount)]):
        moved = ", ".join(f"{account} {change:+}" for account, change in body.entries)
        msg = f"{command.get('type')}, a {kind} of {amount}, moves {moved}"
        raise WrongError(msg, Proof.MONEY)
