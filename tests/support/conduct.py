"""A table to play at: every verb gives one command, and a verb that is refused raises.

table = Dealt("tb4").open().call().bets("Ann", "player", 100).close()
table.deals("4 K 10 9").ends()
assert table.back("Ann") == {"player": 200}
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from typing import Any, Final, Self, TypeVar

from punto.core import commands as c
from punto.core import events as e
from punto.core.cards import Card, parse_card
from punto.core.conduct import LIVE, Automation, apply, decide
from punto.core.limits import Limits
from punto.core.outcome import Side
from punto.core.policies import Role
from punto.core.refusal import Refused
from punto.core.rulebook import Rulebook
from punto.core.settle import Line
from punto.core.state import Actor, Choice, Drawn, Phase, Round, Setup, Table
from punto.rules import find

DEALER: Final = Actor(name="Dora", role=Role.DEALER)
SUPERVISOR: Final = Actor(name="Paul", role=Role.PIT_SUPERVISOR)
MANAGER: Final = Actor(name="Mei", role=Role.PIT_MANAGER)
SHIFT: Final = Actor(name="Sam", role=Role.SHIFT_MANAGER)
CASINO: Final = Actor(name="Chen", role=Role.ASSISTANT_CASINO_MANAGER)
STAFF: Final = (DEALER, SUPERVISOR, MANAGER, SHIFT, CASINO)

CALLED: Final = datetime(2026, 3, 1, 20, 0, tzinfo=timezone(timedelta(hours=8)))
CLOSED: Final = CALLED + timedelta(seconds=30)

SHOWN: Final = Limits(minimum=10, differential=1_000_000)
"""Limits that are in nobody's way."""

OF_POINTS: Final = ("K", "A", *"23456789")
"""A rank for each number of points."""

E = TypeVar("E", bound=e.Event)


class WasRefusedError(AssertionError):
    """A verb was refused where the test expected it to happen."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(f"{refused.code}: {refused.reason} ({refused.remedy})")
        self.refused = refused


def refused(verb: Callable[..., object], *args: object, **named: object) -> Refused:
    """Give a command that must be refused, and return the refusal."""
    try:
        verb(*args, **named)
    except WasRefusedError as refusal:
        return refusal.refused
    msg = f"{verb.__name__} was not refused"
    raise AssertionError(msg)


def patron(name: str) -> Actor:
    """Let a patron act for himself."""
    return Actor(name=name, role=Role.PATRON)


def setup_for(rules: Rulebook, **changes: Any) -> Setup:
    """Describe an ordinary table of a game: a layout with a known number of boxes."""
    letter = changes.get("layout")
    if letter is None:
        letter = next(x for x, layout in rules.layouts.items() if layout.most_positions != 0)
    layout = rules.layouts[letter]
    number = max(layout.least_positions or 1, min(layout.most_positions or 5, 5))
    ordinary = Setup(
        layout=letter,
        boxes=tuple(str(n + 1) for n in range(number)),
        decks=8,
        limits=SHOWN,
        method=next(iter(rules.policies.methods)),
    )
    return replace(ordinary, **changes)


class Dealt:
    """A table under one rulebook, with everything that has happened at it."""

    def __init__(
        self, game: str | Rulebook, *, automation: frozenset[Automation] = LIVE, **setup: Any
    ) -> None:
        self.rules = find(game) if isinstance(game, str) else game
        self.setup = setup_for(self.rules, **setup)
        self.automation = automation
        self.table = Table()
        self.events: list[e.Event] = []
        self.last: tuple[e.Event, ...] = ()
        self._number = 0

    # --- what the table shows ---------------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        return self.table.phase

    @property
    def round(self) -> Round:
        assert self.table.round is not None
        return self.table.round

    def happened(self, kind: type[E]) -> list[E]:
        """List what happened of this kind, since the table opened."""
        return [event for event in self.events if isinstance(event, kind)]

    def just(self, kind: type[E]) -> E:
        """Return the one event of this kind that the last command led to."""
        found = [event for event in self.last if isinstance(event, kind)]
        assert len(found) == 1, self.last
        return found[0]

    def lines(self, patron_name: str | None = None) -> list[Line]:
        """List how the bets of the last round ended."""
        return [line for who, line in self.round.lines if patron_name in (None, who)]

    def line(self, wager: str, patron_name: str | None = None) -> Line:
        """Return how one wager or Insurance ended, by its id."""
        found = [line for line in self.lines(patron_name) if line.id == wager]
        assert len(found) == 1, found
        return found[0]

    def back(self, patron_name: str) -> dict[str, int]:
        """Say what a Player got back for each wager: stake returned and profit."""
        return {line.id: line.returned for line in self.lines(patron_name)}

    def playing(self) -> dict[str, int]:
        """Say for how much each wager that lies on the layout plays."""
        return {wager.id: wager.playing for wager in self.round.wagers if wager.live}

    # --- giving commands --------------------------------------------------------------------------

    def does(self, command: c.Command) -> Self:
        """Give a command that must be accepted."""
        answer = decide(self.table, command, self.rules, self.automation)
        if isinstance(answer, Refused):
            raise WasRefusedError(answer)
        self.table = apply(self.table, answer)
        self.events += answer
        self.last = answer
        return self

    def fork(self) -> Self:
        """Copy the table, to try two ways on from here."""
        other = type(self)(self.rules, automation=self.automation)
        other.setup, other.table, other.last = self.setup, self.table, self.last
        other.events, other._number = list(self.events), self._number
        return other

    def _id(self, wager_id: str | None, bet: str) -> str:
        """Call a wager by its bet, and by a number besides where that is taken."""
        if wager_id is not None:
            return wager_id
        taken = {w.id for w in self.round.wagers} | {i.id for i in self.round.insurances}
        return bet if bet not in taken else f"{bet} {len(taken) + 1}"

    # --- the table --------------------------------------------------------------------------------

    def open(self, by: Actor = CASINO) -> Self:
        """Open the table and put cards into the device."""
        return self.does(c.OpenTable(actor=by, setup=self.setup)).loads()

    def loads(self, decks: int | None = None, by: Actor = SUPERVISOR, reason: str = "new") -> Self:
        return self.does(c.LoadCards(actor=by, decks=decks, reason=reason))

    def shows(self, limits: Limits, by: Actor = MANAGER, **of_bet: Limits) -> Self:
        """Show other limits."""
        return self.does(c.SetLimits(actor=by, limits=limits, limits_by_bet=tuple(of_bet.items())))

    def seats(self, name: str, box: str = "1", by: Actor = DEALER) -> Self:
        return self.does(c.SeatPatron(actor=by, patron=name, box=box))

    def leaves(self, name: str) -> Self:
        return self.does(c.PatronLeaves(actor=patron(name), patron=name))

    def call(self, by: Actor = DEALER, at: datetime = CALLED) -> Self:
        """Announce "Place your Bets, please"."""
        return self.does(c.CallForBets(actor=by, at=at))

    def close(self, by: Actor = DEALER, at: datetime = CLOSED) -> Self:
        """Announce "No more Bets"."""
        return self.does(c.CloseBets(actor=by, at=at))

    # --- bets -------------------------------------------------------------------------------------

    def bets(
        self,
        name: str,
        bet: str,
        stake: int,
        box: str = "1",
        *,
        id: str | None = None,  # noqa: A002 - the word of the command
        by: Actor | None = None,
        at: datetime | None = None,
    ) -> Self:
        """Lay a bet; the wager is called like the bet unless `id` says otherwise."""
        command = c.PlaceWager(
            actor=by or patron(name),
            id=self._id(id, bet),
            patron=name,
            box=box,
            bet=bet,
            stake=stake,
            at=at,
        )
        return self.does(command)

    def unnoticed(
        self,
        name: str,
        bet: str,
        stake: int,
        box: str = "1",
        *,
        id: str | None = None,  # noqa: A002 - the word of the command
        by: Actor = DEALER,
    ) -> Self:
        """Let a bet lie that nobody checked."""
        return self.does(
            c.AcceptUnchecked(
                actor=by, id=self._id(id, bet), patron=name, box=box, bet=bet, stake=stake
            )
        )

    def joins(self, name: str, wager: str, stake: int) -> Self:
        return self.does(c.JoinWager(actor=patron(name), id=wager, patron=name, stake=stake))

    def raises(self, name: str, wager: str, stake: int, by: Actor | None = None) -> Self:
        return self.does(c.RaiseWager(actor=by or patron(name), id=wager, patron=name, stake=stake))

    def lowers(self, name: str, wager: str, stake: int, by: Actor | None = None) -> Self:
        return self.does(c.LowerWager(actor=by or patron(name), id=wager, patron=name, stake=stake))

    def withdraws(self, name: str, wager: str, by: Actor | None = None) -> Self:
        return self.does(c.WithdrawWager(actor=by or patron(name), id=wager, patron=name))

    def removes(self, wager: str, reason: str = "above the Differential") -> Self:
        return self.does(c.RemoveWager(actor=MANAGER, id=wager, reason=reason))

    # --- cards ------------------------------------------------------------------------------------

    def card(self, text: str) -> Card:
        """Read a card; a rank alone gets a suit, which decides nothing."""
        if text[-1] in "SHDC":
            return parse_card(text)
        self._number += 1
        return parse_card(text + "SHDC"[self._number % 4])

    def cards(self, texts: str | Sequence[str]) -> tuple[Card, ...]:
        """Read several cards, as `4 K 10H 9`."""
        return tuple(
            self.card(text) for text in (texts.split() if isinstance(texts, str) else texts)
        )

    def draws(
        self, text: str | None = None, *, exposed: bool | None = None, by: Actor = DEALER
    ) -> Self:
        """Draw one card; without a name it is a card that nobody has seen."""
        card = None if text is None else self.card(text)
        return self.does(c.DrawCard(actor=by, card=card, exposed=exposed))

    def deals(
        self, texts: str, *, exposed: bool | None = None, by: Actor = DEALER, opening: bool = True
    ) -> Self:
        """Draw several cards, closing bets first where they are open."""
        if opening and self.phase is Phase.BETTING:
            self.close()
        for text in texts.split():
            self.draws(None if text == "??" else text, exposed=exposed, by=by)
        return self

    def exposes(self, *numbers: int, card: str | None = None, by: Actor = DEALER) -> Self:
        """Turn cards up by their numbers in the order drawn, from 1."""
        shown = None if card is None else self.card(card)
        for number in numbers:
            self.does(c.ExposeCard(actor=by, number=number, card=shown))
        return self

    def drawn(self) -> tuple[Drawn, ...]:
        return self.round.drawn

    # --- Insurance --------------------------------------------------------------------------------

    def offers(self, by: Actor = DEALER) -> Self:
        return self.does(c.OpenInsurance(actor=by))

    def insures(
        self,
        name: str,
        side: Side | str,
        stake: int,
        box: str = "1",
        *,
        id: str | None = None,  # noqa: A002 - the word of the command
        late: bool = False,
        by: Actor | None = None,
    ) -> Self:
        """Buy Insurance; it is called like `player insurance` unless `id` says otherwise."""
        return self.does(
            c.PlaceInsurance(
                actor=by or patron(name),
                id=self._id(id, f"{side} insurance"),
                patron=name,
                box=box,
                side=Side(side),
                stake=stake,
                late=late,
            )
        )

    def declines(self, name: str) -> Self:
        return self.does(c.DeclineInsurance(actor=patron(name), patron=name))

    # --- the end ----------------------------------------------------------------------------------

    def declares(self, winner: str | None = None) -> Self:
        return self.does(c.Declare(actor=DEALER, winner=winner))

    def settles(self) -> Self:
        return self.does(c.Settle(actor=DEALER))

    def ends(self) -> Self:
        """Declare and settle a round whose Hands are complete."""
        return self.declares().settles()

    # --- choices ----------------------------------------------------------------------------------

    def chooses(self, name: str, choice: Choice | str) -> Self:
        return self.does(c.ChooseOption(actor=patron(name), patron=name, choice=Choice(choice)))

    def resumes(self, by: Actor = DEALER) -> Self:
        return self.does(c.Resume(actor=by))


def dealt(rules: str | Rulebook, cards: str, **stakes: int) -> Dealt:
    """Let Ann bet, each stake on the bet that names it, and deal."""
    table = Dealt(rules).open().call()
    for bet, stake in stakes.items():
        table.bets("Ann", bet, stake)
    return table.deals(cards)
