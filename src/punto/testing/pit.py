"""The simulated pit: a floor of tables on which one seed fixes everything that happens.

Patrons, staff, cards, errors, irregularities, crashes and the clock all come from the seed, so a
run can be repeated to the last byte: same seed, same chain heads. After every deed the pit checks
what must always hold. It plays through `TableHost`, as the server does.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from random import Random
from typing import Final

import msgspec

from punto.core import commands as c
from punto.core.cards import DECK, Card
from punto.core.checks import invariant
from punto.core.conduct.choosing import undecided
from punto.core.conduct.reading import next_card, patrons_in, result_fixed
from punto.core.limits import Limits
from punto.core.policies import Need, Role, Ruling
from punto.core.refusal import Refused
from punto.core.rulebook import Kind, Rulebook
from punto.core.state import Actor, Choice, Face, Phase, Round, Setup, Table
from punto.rules import NotApproved, rulebooks
from punto.service.clock import SINGAPORE, ManualClock
from punto.service.host import Answer, TableConfig, TableHost
from punto.service.money import Kind as Chips
from punto.service.money import entries_of
from punto.service.restoring import CREATE, restore
from punto.store.contract import NewDeed, Outcome, Store, StoreFault
from punto.store.ledger import risk_account
from punto.store.memory import MemoryStore

OPENS: Final = datetime(2026, 1, 5, 10, tzinfo=SINGAPORE)
CARDS_PER_DECK: Final = 52
HOUR: Final = 3600.0
STAFF: Final[dict[Role, Actor]] = {
    role: Actor(name=role.value, role=role) for role in Role if role is not Role.PATRON
}
PATRONS: Final = ("Ann", "Bob", "Cy", "Dee", "Eve")
SECONDS: Final = {Phase.BETTING: 4.0, Phase.IDLE: 6.0}
"""How long a command takes in a phase; 2 seconds in the others."""


class DirectWriter:
    """Appends each deed by itself, at once: a pit has one thread and one order."""

    def __init__(self, store: Store) -> None:
        """Write to a store."""
        self._store = store

    async def append(self, deed: NewDeed) -> Outcome:
        """Append a deed."""
        return self._store.append([deed])[0]


@dataclass(slots=True)
class Report:
    """What a run was like; look at it, since a generator has blind spots."""

    rounds: int = 0
    crashes: int = 0
    commands: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    irregularities: Counter[str] = field(default_factory=Counter)
    heads: dict[str, str] = field(default_factory=dict)
    """The hash of the last deed of each table."""


@dataclass(slots=True)
class _Seat:
    """A table of the pit, with the cards that are really in its device."""

    host: TableHost
    shoe: list[Card] = field(default_factory=list)
    until: float = 0.0

    @property
    def table(self) -> Table:
        return self.host.table

    def truth(self, number: int) -> Card:
        """Return the card that lies at a place of the round, whoever has seen it."""
        table = self.table
        setup, round_ = table.setup, table.round
        if setup is None or round_ is None:
            msg = "a card lies at an open table"
            raise StoreFault(msg)
        gone = setup.decks * CARDS_PER_DECK - table.cards_left
        return self.shoe[gone - len(table.carried) - len(round_.drawn) + number]


class SimulatedPit:
    """Plays tables for as long as it is told to."""

    def __init__(self, seed: int, *, tables: int = 4, store: Store | None = None) -> None:
        """Prepare a floor; nothing happens before `run`."""
        self.rng = Random(seed)  # noqa: S311 - repeatable on purpose
        self.clock = ManualClock(OPENS)
        self.store = store or MemoryStore()
        self.report = Report()
        self._writer = DirectWriter(self.store)
        self._keys = 0
        books = list(rulebooks().values())
        self._seats = [self._new_table(n, books[n % len(books)]) for n in range(tables)]

    def run(self, hours: float) -> Report:
        """Play each table for a number of hours of its own time."""
        asyncio.run(self._run(hours))
        return self.report

    async def _run(self, hours: float) -> None:
        for seat in self._seats:
            await self._open(seat)
        playing = [seat for seat in self._seats if seat.until < hours * HOUR]
        while playing:
            seat = self.rng.choice(playing)
            seat.until += SECONDS.get(seat.table.phase, 2.0)
            self.clock.advance(0.5)
            await self._step(seat)
            playing = [seat for seat in playing if seat.until < hours * HOUR]
        for seat in self._seats:
            self.report.rounds += seat.table.rounds
            self.report.heads[seat.host.stream] = self.store.last(seat.host.stream)[1].hex()

    def _new_table(self, number: int, rules: Rulebook) -> _Seat:
        config = TableConfig(
            id=f"pit-{number}",
            name=f"Pit {number}",
            operator=rules.document.operator,
            game=rules.game,
        )
        return _Seat(TableHost(config, self.store, self._writer, self.clock))

    async def _open(self, seat: _Seat) -> None:
        rules = _rules(seat)
        layout = self.rng.choice(list(rules.layouts.values()))
        boxes = max(layout.least_positions or 1, min(layout.most_positions or 6, 6))
        setup = Setup(
            layout=layout.letter,
            boxes=tuple(str(n + 1) for n in range(boxes)),
            decks=self.rng.choice((4, 6, 8, 10)),
            limits=Limits(minimum=1_000, maximum=500_000, differential=300_000, unit=500),
            face=self.rng.choice(tuple(Face)),
            method=self.rng.choice([m for m in rules.policies.methods if m != "C"]),
        )
        config = msgspec.to_builtins(seat.host.config)
        await seat.host.record({"type": CREATE, "config": config}, "create")
        for patron in PATRONS:
            entries = entries_of(Chips.BUY_IN, seat.host.config.id, patron, 10_000_000, "")
            if isinstance(entries, tuple):
                body = {"type": "MoveChips", "patron": patron, "amount": 10_000_000}
                await seat.host.record(body, f"chips-{patron}", entries=entries)
        await self._do(seat, c.OpenTable(actor=STAFF[Role.PIT_MANAGER], setup=setup))
        for box, patron in zip(setup.boxes, PATRONS[:3], strict=False):
            seated = c.SeatPatron(actor=STAFF[Role.DEALER], patron=patron, box=box)
            await self._do(seat, seated)

    # --- one step ---------------------------------------------------------------------------------

    async def _step(self, seat: _Seat) -> None:
        """Do one thing at a table, and now and then pull its plug."""
        if seat.host.interrupted:
            return await self._after_crash(seat)
        if self._chance(0.001):
            return self._crash(seat)
        if self._chance(0.01):
            await self._do(seat, self._out_of_turn(seat))
        await self._do(seat, self._sensible(seat))
        return None

    def _chance(self, share: float) -> bool:
        return self.rng.random() < share

    def _crash(self, seat: _Seat) -> None:
        """Forget everything but the store, and come back."""
        host = seat.host
        found = restore(self.store, host.stream)
        invariant(found.table == host.table, "recovery finds the table as it was left")
        seat.host = TableHost(
            found.config,
            self.store,
            self._writer,
            self.clock,
            table=found.table,
            position=found.position,
        )
        seat.host.interrupted = found.table.phase not in (Phase.SHUT, Phase.IDLE)
        self.report.crashes += 1

    async def _after_crash(self, seat: _Seat) -> None:
        busy = seat.table.phase in (Phase.HELD, Phase.CHOOSING)
        if busy or self._chance(0.5):
            manager = STAFF[Role.PIT_MANAGER]
            await seat.host.dismiss_interruption(manager, "the cards lie as they lay", self._key())
        else:
            await self._do(seat, c.ReportInterruption(actor=STAFF[Role.DEALER], power=True))

    def _key(self) -> str:
        self._keys += 1
        return f"pit-{self._keys}"

    async def _do(self, seat: _Seat, command: c.Command) -> Answer:
        """Give a command, and hold the table to what must always be so."""
        answer = await seat.host.handle(command, self._key())
        self.report.commands[type(command).__name__] += 1
        if isinstance(answer.refused, Refused):
            self.report.refusals[answer.refused.code] += 1
            return answer
        self.report.events.update(type(event).__name__ for event in answer.events)
        if isinstance(command, c.ReportIrregularity):
            self.report.irregularities[command.kind.value] += 1
        if isinstance(command, c.LoadCards):
            decks = seat.table.setup.decks if seat.table.setup else 1
            seat.shoe = list(DECK * decks)
            self.rng.shuffle(seat.shoe)
        if isinstance(command, c.AssignOrder):
            self._reorder(seat, command.order)
        self._check(seat)
        return answer

    def _reorder(self, seat: _Seat, order: tuple[int, ...]) -> None:
        """Let the cards lie in the order that was decided."""
        table = seat.table
        if table.setup is None or table.round is None:
            return
        gone = table.setup.decks * CARDS_PER_DECK - table.cards_left
        start = gone - len(table.carried) - len(table.round.drawn)
        places = [start + n - 1 for n in sorted(order)]
        cards = [seat.shoe[start + n - 1] for n in order]
        for place, card in zip(places, cards, strict=True):
            seat.shoe[place] = card

    def _check(self, seat: _Seat) -> None:
        """What must hold at every table after every deed."""
        table = seat.table
        balances = self.store.balances()
        invariant(sum(balances.values()) == 0, "money is conserved")
        at_risk = 0
        if table.round is not None and not table.round.over:
            at_risk = sum(w.stake for w in table.round.wagers if w.live or w.settled == "returned")
            at_risk += sum(item.stake for item in table.round.insurances)
        held = balances.get(risk_account(seat.host.config.id), 0)
        invariant(held == at_risk, "what is at risk lies on the table and nowhere else")

    # --- what people do ---------------------------------------------------------------------------

    def _out_of_turn(self, seat: _Seat) -> c.Command:
        """Try something that somebody may not do, or not now."""
        dealer, patron = STAFF[Role.DEALER], self._patron()
        who = self.rng.choice((dealer, patron))
        return self.rng.choice(
            (
                c.Settle(actor=who),
                c.Rule(actor=dealer, effect=c.Effect.VOID, reason="because"),
                c.CloseBets(actor=patron, at=self.clock.now()),
                c.DrawCard(actor=patron),
                c.SetLimits(actor=dealer, limits=Limits(minimum=1)),
                c.WithdrawWager(actor=patron, id="w1", patron=patron.name),
                self._wager(seat, patron),
            )
        )

    def _patron(self) -> Actor:
        return Actor(name=self.rng.choice(PATRONS), role=Role.PATRON)

    def _sensible(self, seat: _Seat) -> c.Command:
        """Do what somebody would do now."""
        table, dealer = seat.table, STAFF[Role.DEALER]
        match table.phase:
            case Phase.IDLE:
                return self._between(seat)
            case Phase.BETTING:
                return self._betting(seat)
            case Phase.CLOSED | Phase.DEALING:
                return self._dealing(seat, _round(table))
            case Phase.COMPLETE:
                return c.Declare(actor=dealer)
            case Phase.DECLARED:
                return c.Settle(actor=dealer)
            case Phase.HELD:
                return self._held(seat, _round(table))
            case Phase.CHOOSING:
                return self._choosing(seat, _round(table))
            case Phase.SHUT:
                return c.PostNotice(actor=STAFF[Role.PIT_SUPERVISOR], text="shut")

    def _between(self, seat: _Seat) -> c.Command:
        table = seat.table
        if not table.cards_ready or table.cutting_card_seen or table.cards_left < 12:
            return c.LoadCards(actor=STAFF[Role.PIT_SUPERVISOR], reason="a new shoe")
        if any(drawn.exposed for drawn in table.carried) and not table.exposed_acknowledged:
            return c.AcknowledgeExposedCard(actor=STAFF[Role.PIT_SUPERVISOR])
        if self._chance(0.05):
            return self._notice(table)
        return c.CallForBets(actor=STAFF[Role.DEALER], at=self.clock.now())

    def _notice(self, table: Table) -> c.Command:
        """Put a notice up, or take the one down that hangs there."""
        supervisor = STAFF[Role.PIT_SUPERVISOR]
        if table.notices:
            return c.TakeNoticeDown(actor=supervisor, text=table.notices[0])
        return c.PostNotice(actor=supervisor, text="Last shoe of the night")

    def _betting(self, seat: _Seat) -> c.Command:
        if self._chance(0.15):
            return c.CloseBets(actor=STAFF[Role.DEALER], at=self.clock.now())
        patron = self._patron()
        if self._chance(0.1):
            wager = self._wager(seat, patron)
            return c.AcceptUnchecked(
                actor=STAFF[Role.DEALER],
                id=wager.id,
                patron=wager.patron,
                box=wager.box,
                bet=wager.bet,
                stake=wager.stake,
            )
        return self._wager(seat, patron)

    def _wager(self, seat: _Seat, patron: Actor) -> c.PlaceWager:
        rules, setup = _rules(seat), seat.table.setup
        bets = list(rules.layouts[setup.layout].bets) if setup else ["player"]
        main = self._chance(0.6)
        amounts = (500, 1_000, 2_500, 10_000, 35_500, 200_000, 600_000)
        return c.PlaceWager(
            actor=patron,
            id=self._key(),
            patron=patron.name,
            box=self.rng.choice(setup.boxes if setup else ("1",)),
            bet=self.rng.choice(("player", "banker")) if main else self.rng.choice(bets),
            stake=self.rng.choice(amounts),
        )

    def _dealing(self, seat: _Seat, round_: Round) -> c.Command:
        dealer = STAFF[Role.DEALER]
        if self._chance(0.02):
            return self._irregularity(seat, round_)
        if self._chance(0.002):
            return c.ReportInterruption(actor=dealer, power=self._chance(0.5))
        if round_.offer is not None and self._chance(0.7):
            return self._insurance(seat, round_)
        if round_.missed and not result_fixed(_rules(seat), round_) and self._chance(0.3):
            return c.ReopenInsurance(actor=STAFF[Role.PIT_MANAGER])
        offered = round_.offer is None and len(round_.drawn) in (4, 5) and self._chance(0.5)
        if offered and _rules(seat).insurance_rows:
            return c.OpenInsurance(actor=dealer)
        return self._next_card(seat, round_)

    def _next_card(self, seat: _Seat, round_: Round) -> c.Command:
        dealer = STAFF[Role.DEALER]
        if next_card(round_, _rules(seat)).side is not None:
            table = seat.table
            if table.cards_left < 1 and not table.carried:
                return c.ReportIrregularity(actor=dealer, kind=Kind.DEVICE_EXHAUSTED)
            if table.carried or (table.setup is not None and table.setup.face is Face.DOWN):
                return c.DrawCard(actor=dealer)
            decks = table.setup.decks if table.setup is not None else 1
            return c.DrawCard(
                actor=dealer, card=seat.shoe[decks * CARDS_PER_DECK - table.cards_left]
            )
        hidden = [n for n, drawn in enumerate(round_.drawn) if not drawn.exposed]
        if not hidden:
            return c.Declare(actor=dealer)
        number = self.rng.choice(hidden)
        return c.ExposeCard(actor=dealer, number=number + 1, card=seat.truth(number))

    def _insurance(self, seat: _Seat, round_: Round) -> c.Command:
        offer = round_.offer
        patron = self._patron() if offer is None or not offer.patrons else None
        name = self.rng.choice(offer.patrons) if offer is not None and offer.patrons else ""
        actor = patron or Actor(name=name, role=Role.PATRON)
        if self._chance(0.2):
            return c.DeclineInsurance(actor=actor, patron=actor.name)
        boxes = [w.box for w in round_.wagers if w.patron == actor.name] or ["1"]
        row = self.rng.choice(_rules(seat).insurance_rows if offer is None else offer.rows)
        return c.PlaceInsurance(
            actor=actor,
            id=self._key(),
            patron=actor.name,
            box=self.rng.choice(boxes),
            side=row.side,
            stake=self.rng.choice((500, 1_000, 2_500, 10_000)),
        )

    def _irregularity(self, seat: _Seat, round_: Round) -> c.Command:
        """Let something go wrong: cards drawn that should not have been, or another mishap."""
        kind = self.rng.choice(tuple(Kind))
        table = seat.table
        number = min(self.rng.choice((0, 0, 1, 1, 2)), table.cards_left)
        decks = table.setup.decks if table.setup is not None else 1
        start = decks * CARDS_PER_DECK - table.cards_left
        seen = tuple(
            c.Seen(card=card, exposed=True) if self._chance(0.5) else c.Seen()
            for card in seat.shoe[start : start + number]
        )
        hidden = [n + 1 for n, drawn in enumerate(round_.drawn) if drawn.card is None]
        concerned = self.rng.sample(range(1, len(round_.drawn) + 1), min(1, len(round_.drawn)))
        if kind is Kind.PLAYER_GONE_WITH_CARD:
            seen, concerned = (), hidden[:1]
        return c.ReportIrregularity(
            actor=STAFF[Role.DEALER],
            kind=kind,
            drawn=seen,
            cards=() if seen else tuple(concerned),
        )

    def _held(self, seat: _Seat, round_: Round) -> c.Command:
        incident = round_.incident
        if incident is None:
            return c.Resume(actor=STAFF[Role.DEALER])
        match incident.needs:
            case Need.JUDGEMENT:
                return c.JudgeReconstruction(
                    actor=STAFF[Role.PIT_SUPERVISOR],
                    repairable=self._chance(0.8),
                    reason="seen on the footage",
                )
            case Need.MISSING_CARD:
                return self._sorted_cards(seat, round_)
            case Need.NOTHING:
                return c.Resume(actor=STAFF[Role.DEALER])
            case _:
                effects = tuple(effect for effect in c.Effect if effect is not c.Effect.RETURN)
                return c.Rule(
                    actor=STAFF[Role.SHIFT_MANAGER],
                    effect=self.rng.choice(effects),
                    reason="as it seemed right",
                )

    def _sorted_cards(self, seat: _Seat, round_: Round) -> c.Command:
        """Sort what is left, as the floor does when a Player is gone with a card."""
        decks = seat.table.setup.decks if seat.table.setup is not None else 1
        start = decks * CARDS_PER_DECK - seat.table.cards_left
        incident = round_.incident
        gone = set() if incident is None else set(incident.cards)
        on_table = range(start - len(round_.drawn), start)
        aside = tuple(seat.shoe[start : start + 2])
        in_play = {n for n in on_table if round_.drawn[n - on_table.start].card is not None}
        missing = {on_table.start + n for n in gone}
        rest = [
            card
            for n, card in enumerate(seat.shoe)
            if n not in in_play and n not in missing and n not in (start, start + 1)
        ]
        return c.EnterMissingCard(
            actor=STAFF[Role.SHIFT_MANAGER], sorted_cards=tuple(rest), set_aside=aside
        )

    def _choosing(self, seat: _Seat, round_: Round) -> c.Command:
        incident = round_.incident
        chosen = dict(incident.choices) if incident is not None else {}
        waiting = [
            patron
            for patron in patrons_in(round_)
            if patron not in chosen
            and patron not in round_.bound
            and undecided(seat.table, patron, _rules(seat))
        ]
        if waiting and self._chance(0.6):
            name = self.rng.choice(waiting)
            return c.ChooseOption(
                actor=Actor(name=name, role=Role.PATRON),
                patron=name,
                choice=self.rng.choice(tuple(Choice)),
            )
        if incident is not None and incident.needs is Need.ORDER:
            order = [n + 1 for n in incident.cards]
            self.rng.shuffle(order)
            role = Role.PIT_MANAGER if incident.ruling is Ruling.WITHDRAW else Role.PIT_SUPERVISOR
            return c.AssignOrder(actor=STAFF[role], order=tuple(order))
        return c.Resume(actor=STAFF[Role.DEALER])


def _rules(seat: _Seat) -> Rulebook:
    rules = seat.host.rules()
    if isinstance(rules, NotApproved):
        raise StoreFault(rules.reason)
    return rules


def _round(table: Table) -> Round:
    if table.round is None:
        msg = "this phase has a round"
        raise StoreFault(msg)
    return table.round
