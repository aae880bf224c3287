"""A table as a sequence of questions: what do you stake, and what do you insure?

Each round asks for stakes; then, while a card is still to be drawn and a patron with an
Original Bet may insure (I-57, I-62), for Insurance after four cards and after Player's third
card. Stakes are whole units of the least chip.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from punto.core import insurance as plus
from punto.core.cards import RANKS, Card, total
from punto.core.checks import Defect, require
from punto.core.limits import NO_LIMITS
from punto.core.outcome import Side
from punto.core.refusal import Refused
from punto.core.rulebook import InsuranceRow, Rulebook, Stage
from punto.core.settle import Insurance, Wager, settle
from punto.core.tableau import deal
from punto.sim.plan import ShoePlan
from punto.sim.shoe import deal_shoe

SIDES: Final = tuple(Side)
NO_CARD: Final = len(RANKS)
"""In place of the rank of a card that does not lie there."""

MOST_MONEY: Final = 10**12
"""In units: more than any shoe could bring to the largest bankroll."""

Stakes = npt.NDArray[np.int64]


class Phase(IntEnum):
    """What is asked for."""

    BETTING = 0
    AFTER_FOUR_CARDS = 1
    AFTER_PLAYER_THIRD_CARD = 2


_STAGES: Final = {
    Phase.AFTER_FOUR_CARDS: (Stage.AFTER_FOUR_CARDS, 4),
    Phase.AFTER_PLAYER_THIRD_CARD: (Stage.AFTER_PLAYER_THIRD_CARD, 5),
}
"""The stage and how many cards lie on the table then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSetting:
    """How the table is set."""

    rules: Rulebook
    layout: str = "A"
    plan: ShoePlan = field(default_factory=ShoePlan)
    most: int = 10
    """The most units on one bet."""
    bankroll: int = 1000
    """What a patron sits down with, in units."""
    unit: int = 100
    """A unit in cents, which can be halved: odds of 1 to 2 are paid in full."""

    def __post_init__(self) -> None:
        """Refuse a table at which nobody could play."""
        require(
            self.layout in self.rules.layouts,
            f"{self.rules.id} has no layout {self.layout!r}: {' '.join(self.rules.layouts)}",
        )
        require(1 <= self.most <= 10**6, f"{self.most} units at most on a bet: give 1 to a million")
        require(
            1 <= self.bankroll <= 10**9,
            f"a bankroll of {self.bankroll} units: give 1 to a thousand million",
        )
        require(self.unit >= 1, f"a unit of {self.unit} cents cannot be laid")

    @property
    def bets(self) -> tuple[str, ...]:
        """Return the bets of the layout, the order of the stakes in an action."""
        return self.rules.layouts[self.layout].bets

    @property
    def width(self) -> int:
        """Count the numbers of an action: a stake for each bet, then Insurance of both Hands."""
        return len(self.bets) + len(SIDES)


@dataclass(slots=True)
class Seat:
    """A patron, in cents and units."""

    money: int
    wagers: tuple[Wager, ...] = ()
    insurance: tuple[Insurance, ...] = ()

    def original(self, side: Side) -> int:
        """Return the Original Bet on a Hand in cents (I-62)."""
        return sum(wager.stake for wager in self.wagers if wager.bet == side.value)

    @property
    def staked(self) -> int:
        """Add up what lies on the table."""
        return sum(each.stake for each in self.wagers) + sum(each.stake for each in self.insurance)


class Table:
    """Deals one shoe to some seats, question by question."""

    def __init__(self, setting: TableSetting, seats: int) -> None:
        self.setting = setting
        self.seats = [Seat(setting.bankroll * setting.unit) for _ in range(seats)]
        self.phase = Phase.BETTING
        self._rounds: tuple[tuple[Card, ...], ...] = ()
        self._round = 0
        self._seen: Stakes = np.zeros(len(RANKS), np.int64)

    def open(self, seed: int, number: int) -> None:
        """Bring a fresh shoe and seat the patrons with fresh bankrolls."""
        setting = self.setting
        shoe = deal_shoe(setting.plan, seed, number, setting.rules.tableau)
        self._rounds = shoe.rounds
        self.seats = [Seat(setting.bankroll * setting.unit) for _ in self.seats]
        self.phase = Phase.BETTING
        self._round = 0
        self._seen[:] = 0
        if setting.plan.burn_by_value:
            self._see(shoe.burnt[:1])

    @property
    def over(self) -> bool:
        """Tell whether the shoe has no further round."""
        return self._round == len(self._rounds)

    def broke(self, seat: int) -> bool:
        """Tell whether a patron between rounds has no unit left."""
        return self.phase is Phase.BETTING and self.seats[seat].money < self.setting.unit

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return the cards that lie on the table face up, in draw order."""
        if self.phase is Phase.BETTING:
            return ()
        return self._rounds[self._round][: _STAGES[self.phase][1]]

    def offers(self) -> dict[Side, InsuranceRow]:
        """Return the Insurance on offer now, by insured Hand."""
        if self.phase is Phase.BETTING:
            return {}
        hands = deal(self.cards, self.setting.rules.tableau)
        rows = plus.offers(self.setting.rules, hands.player, hands.banker)
        return {row.side: row for row in rows}

    def step(self, actions: Sequence[Sequence[int] | npt.NDArray[Any]]) -> list[float]:
        """Take every seat's answer and go on to the next question; the gains are in units."""
        require(not self.over, "the shoe is over: open another")
        require(len(actions) == len(self.seats), f"{len(self.seats)} seats answer, not {actions!r}")
        for seat, action in zip(self.seats, actions, strict=True):
            require(len(action) == self.setting.width, f"an answer has {self.setting.width} stakes")
            if self.phase is Phase.BETTING:
                self._bet(seat, action)
            else:
                self._insure(seat, action)
        return self._go_on()

    def _affordable(self, seat: Seat, units: int) -> int:
        """Return a stake in cents, cut down to what the patron still has, in whole units."""
        unit = self.setting.unit
        return max(0, min(int(units), self.setting.most, seat.money // unit)) * unit

    def _bet(self, seat: Seat, action: Sequence[int] | npt.NDArray[Any]) -> None:
        laid: list[Wager] = []
        for bet, units in zip(self.setting.bets, action, strict=False):
            stake = self._affordable(seat, units)
            if stake:
                seat.money -= stake
                laid.append(Wager(id=bet, bet=bet, stake=stake))
        originals = self.setting.rules.wagers.original.value
        alone = self.setting.rules.wagers.side_bets_alone.value
        if not alone and not any(wager.bet in originals for wager in laid):
            seat.money += sum(wager.stake for wager in laid)
            laid = []
        seat.wagers = tuple(laid)

    def _insure(self, seat: Seat, action: Sequence[int] | npt.NDArray[Any]) -> None:
        rows = self.offers()
        for side, units in zip(SIDES, action[len(self.setting.bets) :], strict=True):
            original = seat.original(side)
            if side not in rows or not original:
                continue
            unit = self.setting.unit
            most = plus.cap(self.setting.rules, rows[side], original, NO_LIMITS) // unit * unit
            stake = min(self._affordable(seat, units), most)
            if stake:
                seat.money -= stake
                stage, _ = _STAGES[self.phase]
                item = Insurance(id=f"{side}_{stage}", side=side, stage=stage, stake=stake)
                seat.insurance = (*seat.insurance, item)

    def _go_on(self) -> list[float]:
        for phase in (Phase.AFTER_FOUR_CARDS, Phase.AFTER_PLAYER_THIRD_CARD):
            if phase > self.phase and self._reaches(phase):
                return [0.0] * len(self.seats)
        return self._settle()

    def _reaches(self, phase: Phase) -> bool:
        """Move to a stage if the cards lead there and somebody may insure; the cards are seen."""
        before, self.phase = self.phase, phase
        rows = self.offers()
        if any(seat.original(side) for side in rows for seat in self.seats):
            return True
        self.phase = before
        return False

    def _settle(self) -> list[float]:
        setting = self.setting
        cards = self._rounds[self._round]
        gains = []
        for seat in self.seats:
            settled = settle(
                setting.rules,
                setting.layout,
                cards,
                seat.wagers,
                seat.insurance,
                decks=setting.plan.decks,
            )
            if isinstance(settled, Refused):
                raise Defect(settled.message)
            seat.money += settled.returned
            gains.append((settled.returned - settled.staked) / setting.unit)
            seat.wagers, seat.insurance = (), ()
        self._see(cards)
        self._round += 1
        self.phase = Phase.BETTING
        return gains

    def _see(self, cards: Sequence[Card]) -> None:
        for card in cards:
            self._seen[card.rank.place] += 1

    def observe(self, seat: int) -> dict[str, Any]:
        """Return what a patron sees."""
        patron, cards = self.seats[seat], self.cards
        hands = deal(cards, self.setting.rules.tableau)
        ranks = [card.rank.place for card in cards] + [NO_CARD] * (6 - len(cards))
        staked = {wager.bet: wager.stake for wager in patron.wagers}
        odds = np.zeros((len(SIDES), 2), np.int64)
        for side, row in self.offers().items():
            if patron.original(side):
                odds[SIDES.index(side)] = row.odds.num, row.odds.den
        return {
            "phase": np.int64(self.phase),
            "seen": self._seen + np.bincount(ranks, minlength=NO_CARD + 1)[:NO_CARD],
            "cards": np.array(ranks, np.int64),
            "points": np.array([total(hands.player), total(hands.banker)], np.int64),
            "offers": odds,
            "staked": np.array(
                [staked.get(bet, 0) // self.setting.unit for bet in self.setting.bets], np.int64
            ),
            "money": np.array([patron.money / self.setting.unit], np.float64),
        }
