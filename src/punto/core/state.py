"""The table and the round as values; `evolve` makes the next one, nothing else does."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from punto.core.cards import Card
from punto.core.limits import NO_LIMITS, Limits
from punto.core.money import Cents
from punto.core.outcome import OutcomeClass, Side
from punto.core.policies import Need, Role, Ruling
from punto.core.rulebook import InsuranceRow, Kind, Stage
from punto.core.settle import Line


class Face(StrEnum):
    """How a table is dealt (tb4:3.9, tb4:5.10)."""

    UP = "up"
    DOWN = "down"


class Phase(StrEnum):
    """Where a table is. `HELD` and `CHOOSING` interrupt the phases of a round."""

    SHUT = "shut"
    """The table is not open."""
    IDLE = "idle"
    """Between rounds; the last one can still be corrected."""
    BETTING = "betting"
    CLOSED = "closed"
    """Bets closed, no card drawn."""
    DEALING = "dealing"
    """From the first card until both Hands are complete and exposed."""
    COMPLETE = "complete"
    """Both Hands complete and exposed, the result not yet declared."""
    DECLARED = "declared"
    HELD = "held"
    """An irregularity waits for a judgement, an order, a card or a ruling."""
    CHOOSING = "choosing"
    """Players choose between the options that the rules give them."""


class Settled(StrEnum):
    """What became of a wager or an Insurance that no longer plays."""

    WITHDRAWN = "withdrawn"
    """Taken back before close: it never was in the round."""
    RETURNED = "returned"
    """Given back after close, by an option or a rule."""


class Choice(StrEnum):
    """What a Player does when options are given (tb4:5.13, mbs5:5.8.1)."""

    CONTINUE = "continue"
    RETURN = "return"


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """Who acts, in which role; acting persons count as what they act as (tb4:1.17, mbs5:6.2)."""

    name: str
    role: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """One Player's part of a wager; most wagers have one (mbs5:3.5.1, I-42)."""

    patron: str
    stake: Cents
    returned: bool = False
    """He took it back under an option while the others' shares play on (I-94)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A wager on the layout."""

    id: str
    box: str
    bet: str
    shares: tuple[Share, ...]
    order: int
    at: datetime | None = None
    """When it was laid, where that is said: its own time counts (I-47)."""
    unchecked: bool = False
    """It came in without a check of the limits, so nobody noticed it (I-45)."""
    at_risk: Cents | None = None
    """The part that plays, where it is less than the stake (tb4:5.1.1)."""
    settled: Settled | None = None
    settled_clauses: tuple[str, ...] = ()
    settled_by: tuple[str, ...] = ()

    @property
    def stake(self) -> Cents:
        """Add the shares up."""
        return sum(share.stake for share in self.shares)

    @property
    def playing(self) -> Cents:
        """Return the amount that wins or loses."""
        left = sum(share.stake for share in self.shares if not share.returned)
        return left if self.at_risk is None else self.at_risk * left // self.stake

    @property
    def patron(self) -> str:
        """Return the Player who made the wager, first of the shares."""
        return self.shares[0].patron

    @property
    def live(self) -> bool:
        """Tell whether the wager still plays."""
        return self.settled is None

    def share_of(self, patron: str) -> Share | None:
        """Return a Player's share that he has not taken back."""
        return next((s for s in self.shares if s.patron == patron and not s.returned), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Insured:
    """An Insurance that was placed, with the row of its stage."""

    id: str
    patron: str
    box: str
    stake: Cents
    row: InsuranceRow
    late: bool = False
    """Placed under a late offer (dhyx2:5.13.1)."""
    settled: Settled | None = None
    settled_clauses: tuple[str, ...] = ()
    settled_by: tuple[str, ...] = ()

    @property
    def live(self) -> bool:
        """Tell whether the Insurance still plays."""
        return self.settled is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """A card of this round, in the order drawn. `card` is None while nobody knows it."""

    card: Card | None
    belongs: Side | None
    """The Hand it counts for; None for a card that no Hand of this round has."""
    exposed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """An Insurance offer: `open` until the next card is drawn (I-67)."""

    stage: Stage
    rows: tuple[InsuranceRow, ...]
    patrons: tuple[str, ...]
    """Those whose right it is: an Original Bet on an insurable Hand, not forgone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Missed:
    """An offer that was due and not made (dhyx2:5.13)."""

    stage: Stage
    rows: tuple[InsuranceRow, ...]
    patrons: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Incident:
    """An irregularity under way."""

    kind: Kind | None
    """None for a technical interruption or a withdrawal that the Dealer allowed."""
    needs: Need
    ruling: Ruling | None
    established: bool
    repairable: bool | None
    behind: Kind | None = None
    """The error behind a wrong number of cards, where somebody named it (I-86)."""
    cards: tuple[int, ...] = ()
    """The cards concerned, by number in the order drawn, from 0."""
    reopen: bool = False
    """Betting opens again afterwards (mbs5:5.9)."""
    choices: tuple[tuple[str, Choice], ...] = ()
    clauses: tuple[str, ...] = ()
    by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """One round of play."""

    number: int
    rules: str
    """Id of the rulebook, fixed when bets were called for (I-34)."""
    opened_at: datetime
    closed_at: datetime | None = None
    insurance_offered: bool = True
    """False under a no-insurance notice (dhyx2:4.2.2)."""
    wagers: tuple[Placed, ...] = ()
    insurances: tuple[Insured, ...] = ()
    drawn: tuple[Drawn, ...] = ()
    reveal_first: Side | None = None
    offer: Offer | None = None
    late_offer: Offer | None = None
    """An offer that makes up for a neglected one (dhyx2:5.13.1)."""
    offers_made: tuple[Stage, ...] = ()
    missed: tuple[Missed, ...] = ()
    forgone: frozenset[str] = frozenset()
    """Patrons who have no right to Insurance any more (dhyx2:5.3)."""
    second_offer_waived: bool = False
    handlers: tuple[tuple[Side, str | None], ...] = ()
    """Who was handed which Hand's cards; None is the Dealer."""
    declined: tuple[tuple[Side, str], ...] = ()
    squeezes: tuple[tuple[Side, str], ...] = ()
    absent: frozenset[str] = frozenset()
    left: frozenset[str] = frozenset()
    """Players who left the table; what they had here before ends with the round (I-40)."""
    incident: Incident | None = None
    bound: frozenset[str] = frozenset()
    """Players who chose to go on and have no second choice (tb4:5.13-tail)."""
    outcome: OutcomeClass | None = None
    lines: tuple[tuple[str, Line], ...] = ()
    """Settlement: patron and line."""
    void: bool = False
    without_result: bool = False
    """Everybody took his bets back (I-89)."""

    paid: bool = False
    under_minimum: frozenset[str] = frozenset()
    """Players who had their one time under the minimum in this round (mbs5:5.14)."""

    @property
    def over(self) -> bool:
        """Tell whether the round is over."""
        return self.void or self.without_result or self.paid


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """How a table is set up; it changes between rounds only."""

    layout: str
    boxes: tuple[str, ...]
    """Labels in counter-clockwise order, as the layout prints them (I-28)."""
    decks: int
    limits: Limits = NO_LIMITS
    limits_by_bet: tuple[tuple[str, Limits], ...] = ()
    """Limits of their own for some bets (I-36, I-38)."""
    method: str = "standard"
    face: Face = Face.UP
    hlga: bool = False
    private: bool = False
    reading_device: bool = False

    def limits_for(self, bet: str) -> Limits:
        """Return the limits that hold for a kind of bet."""
        return dict(self.limits_by_bet).get(bet, self.limits)


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Everything that is so at a table."""

    phase: Phase = Phase.SHUT
    setup: Setup | None = None
    staff: tuple[tuple[str, Role], ...] = ()
    seats: tuple[tuple[str, str], ...] = ()
    """Box and the patron who sits there."""
    notices: tuple[str, ...] = ()
    wagers_per_area: int | None = None
    """The Pit Manager's lower number (mbs5:3.6.1)."""
    insurance_off: bool = False
    device_holder: str | None = None
    cards_ready: bool = False
    cards_left: int = 0
    fresh: bool = False
    """No round has been dealt from these cards, so the last one was dealt from others."""
    seen: tuple[tuple[Card, int], ...] = ()
    """Cards that have left the device, by how often."""
    commitment: str | None = None
    """What binds the order of the cards in an automatic shoe."""
    carried: tuple[Drawn, ...] = ()
    """Cards that are out of the device and come next, in this round or else in the next (I-90)."""
    exposed_acknowledged: bool = False
    cutting_card_seen: bool = False
    under_minimum_once: frozenset[str] = frozenset()
    """Players who have had a wager under the minimum settled here (mbs5:5.14, I-40)."""
    rounds: int = 0
    round: Round | None = None
    """The round under way, or the last one while it can be corrected."""
    orders: int = 0
    """Counts wagers, so that the order of placing is known."""
    resume_to: Phase | None = None
    """The phase that an incident interrupted."""
