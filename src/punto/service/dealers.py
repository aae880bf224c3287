"""The automatic dealer: it opens, waits, closes, deals, offers, settles, and never hurries.

It asks the table for one step at a time, exactly as a person would, so nothing that it does is
outside the rules. It can be paused and made to take single steps.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from punto.core import commands as c
from punto.core.conduct.handing import candidates, top_bettor
from punto.core.conduct.reading import hand, live_wagers, next_card
from punto.core.outcome import Side
from punto.core.policies import Role
from punto.core.rulebook import Rulebook
from punto.core.state import Actor, Face, Phase, Round, Table
from punto.rules import NotApproved
from punto.service.clock import Clock
from punto.service.host import Answer, TableHost

DEALER: Final = Actor(name="automatic dealer", role=Role.PIT_MANAGER)
"""At an unattended table the dealer stands in for the pit as well (tb4:1.17)."""


def next_command(table: Table, rules: Rulebook, now: datetime) -> c.Command | None:
    """Say what a dealer does next, None where it is for others to act."""
    round_ = table.round
    match table.phase:
        case Phase.IDLE:
            return _between(table, now)
        case Phase.BETTING:
            return c.CloseBets(actor=DEALER, at=now)
        case Phase.CLOSED | Phase.DEALING if round_ is not None:
            return _deal(table, round_, rules)
        case Phase.COMPLETE:
            return c.Declare(actor=DEALER)
        case Phase.DECLARED:
            return c.Settle(actor=DEALER)
        case Phase.CHOOSING:
            return c.Resume(actor=DEALER)
        case _:
            return None


def _between(table: Table, now: datetime) -> c.Command:
    if not table.cards_ready or table.cutting_card_seen or table.cards_left < 14:
        return c.LoadCards(actor=DEALER, reason="the cards are played out")
    if any(drawn.exposed for drawn in table.carried) and not table.exposed_acknowledged:
        return c.AcknowledgeExposedCard(actor=DEALER)
    return c.CallForBets(actor=DEALER, at=now)


def _deal(table: Table, round_: Round, rules: Rulebook) -> c.Command | None:
    """Draw what is due; hand out or turn up what lies face down once no card is due."""
    coming = next_card(round_, rules)
    if coming.side is not None:
        return c.DrawCard(actor=DEALER)
    given = _hand_out(table, round_, rules)
    if given is not None:
        return given
    number = _to_turn_up(round_)
    if number is None:
        return None
    return c.ExposeCard(actor=DEALER, number=number, card=round_.drawn[number - 1].card)


def _hand_out(table: Table, round_: Round, rules: Rulebook) -> c.Command | None:
    """Pass a Hand to whoever may squeeze it, with leave if it takes one (tb4:3.9, mbs5:3.9.2)."""
    setup = table.setup
    if setup is None or not rules.policies.methods[setup.method].player_handles_cards.value:
        return None
    for side in Side:
        hidden = any(not drawn.exposed for _, drawn in hand(round_, side))
        if not hidden or side in dict(round_.handlers):
            continue
        if candidates(table, side, rules):
            return c.PassCards(actor=DEALER, side=side)
        best = top_bettor(table, rules)
        if best is not None and _has_bet(round_, best, side):
            return c.PermitSqueeze(actor=DEALER, patron=best, side=side)
    return None


def _has_bet(round_: Round, patron: str, side: Side) -> bool:
    bets = (wager for wager in live_wagers(round_) if wager.bet == side.value)
    return any(wager.patron == patron for wager in bets) and (side, patron) not in round_.declined


def _to_turn_up(round_: Round) -> int | None:
    """Number the next card that lies face down: those that nobody squeezes come first."""
    held = {side for side, patron in round_.handlers if patron is not None}
    hidden = [n for n, drawn in enumerate(round_.drawn, 1) if not drawn.exposed and drawn.belongs]
    return min(hidden, key=lambda n: (round_.drawn[n - 1].belongs in held, n), default=None)


def squeezing(table: Table) -> bool:
    """Tell whether all that is left to turn up lies before patrons who squeeze it."""
    round_ = table.round
    number = None if round_ is None or table.phase is not Phase.DEALING else _to_turn_up(round_)
    if round_ is None or number is None:
        return False
    return dict(round_.handlers).get(round_.drawn[number - 1].belongs or Side.PLAYER) is not None


class AutomaticDealer:
    """Deals at one table until it is stopped."""

    def __init__(
        self,
        host: TableHost,
        clock: Clock,
        *,
        wanted: Callable[[], bool] = lambda: True,
        absent: Callable[[], str | None] = lambda: None,
    ) -> None:
        """Stand at a table; nothing happens before `run` or `step`.

        A new round begins only while `wanted` says that somebody is there, and between rounds a
        patron whom `absent` names loses his seat.
        """
        self.host = host
        self.wanted = wanted
        self.absent = absent
        self.speed = 1.0
        self.face: Face | None = None
        """How the next round shall be dealt; None as the table is set up."""
        self.next_at: str | None = None
        """When the next step is due, for a page that counts down."""
        self._clock = clock
        self._running = asyncio.Event()
        self._running.set()

    @property
    def paused(self) -> bool:
        """Tell whether the dealer waits to be told."""
        return not self._running.is_set()

    def pause(self) -> None:
        """Stop after the step under way."""
        self._running.clear()

    def go_on(self) -> None:
        """Deal on."""
        self._running.set()

    async def step(self) -> Answer | None:
        """Take one step now."""
        rules = self.host.rules()
        if isinstance(rules, NotApproved):
            return None
        if self.host.interrupted:
            key = f"dealer-{self.host.position}"
            return await self.host.dismiss_interruption(DEALER, "an unattended table", key)
        gone = self.absent() if self.host.table.phase is Phase.IDLE else None
        command = (
            self._turned() or next_command(self.host.table, rules, self._clock.now())
            if gone is None
            else c.UnseatPatron(actor=DEALER, patron=gone)
        )
        if command is None:
            return None
        return await self.host.handle(command, f"dealer-{self.host.position + 1}")

    def _turned(self) -> c.Command | None:
        """Set the table to be dealt the other way, where somebody has asked for it."""
        table = self.host.table
        if table.phase is not Phase.IDLE or table.setup is None:
            return None
        if self.face in (None, table.setup.face):
            return None
        return c.SetFace(actor=DEALER, face=self.face)

    def wait_before(self) -> float:
        """Return how long to wait before the next step, in seconds."""
        config, table = self.host.config, self.host.table
        if table.phase is Phase.BETTING:
            seconds = config.betting_seconds
        elif table.phase is Phase.CHOOSING or (
            table.round is not None and table.round.offer is not None
        ):
            seconds = config.insurance_seconds
        elif squeezing(table):
            seconds = config.insurance_seconds * 2
        elif table.phase is Phase.IDLE and table.rounds:
            seconds = config.pace_seconds * 4
        else:
            seconds = config.pace_seconds
        return seconds / max(self.speed, 0.01)

    def _stage(self) -> tuple[object, ...]:
        """Name where the round is; bets do not move it, steps do."""
        table = self.host.table
        round_ = table.round
        drawn = () if round_ is None else round_.drawn
        return table.phase, table.rounds, drawn, round_ is not None and round_.offer is not None

    async def _wait(self) -> bool:
        """Wait for as long as the step needs; False when somebody took it by hand meanwhile."""
        stage, seconds = self._stage(), self.wait_before()
        self.next_at = (self._clock.now() + timedelta(seconds=seconds)).isoformat()
        await self._clock.sleep(seconds)
        return stage == self._stage()

    async def run(self) -> None:
        """Deal for ever; a refused step is tried again after the usual wait."""
        while True:
            await self._running.wait()
            due = await self._wait()
            idle = (
                self.host.table.phase is Phase.IDLE and not self.wanted() and self.absent() is None
            )
            if due and not self.paused and not idle:
                await self.step()
