"""What happened. Events are past; `evolve` needs nothing else to rebuild a table.

An event that rests on a rule carries the clauses and interpretations behind it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from punto.core.cards import Card
from punto.core.commands import Effect
from punto.core.limits import Limits
from punto.core.money import Cents
from punto.core.outcome import OutcomeClass, Side
from punto.core.policies import Role
from punto.core.rulebook import Kind, Stage
from punto.core.settle import Line
from punto.core.state import (
    Actor,
    Choice,
    Drawn,
    Face,
    Incident,
    Insured,
    Missed,
    Offer,
    Phase,
    Placed,
    Setup,
    Share,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Anything that happened; `actor` is None where a rule acted by itself."""

    actor: Actor | None = None
    clauses: tuple[str, ...] = ()
    by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Note(Event):
    """An event from outside the rules that belongs to the history and changes no table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOpened(Event):
    """The table opened."""

    setup: Setup


@dataclass(frozen=True, slots=True, kw_only=True)
class TableClosed(Event):
    """The table closed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffAssigned(Event):
    """A person took a role, or gave it up."""

    person: str
    role: Role | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsLoaded(Event):
    """A full set of cards is in the device."""

    decks: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeCommitted(Event):
    """The order of the cards is fixed: SHA-256 over `nonce:order`, published before the first."""

    commitment: str
    decks: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeRevealed(Event):
    """The order that was committed, shown after the last card."""

    commitment: str
    order: str
    nonce: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardBurnt(Event):
    """A card was taken out of play."""

    card: Card | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitsSet(Event):
    """Other limits are shown."""

    limits: Limits
    limits_by_bet: tuple[tuple[str, Limits], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodSet(Event):
    """Another dealing method holds."""

    method: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FaceSet(Event):
    """Cards are dealt the other way."""

    face: Face


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticePosted(Event):
    """A notice is shown."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeTakenDown(Event):
    """A notice is shown no longer."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WagersRestricted(Event):
    """Fewer wagers per playing area are taken."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class InsuranceSwitched(Event):
    """The no-insurance notice went up or came down."""

    offered: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PatronSeated(Event):
    """A patron took a seat."""

    patron: str
    box: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PatronUnseated(Event):
    """A seat is free again."""

    patron: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PatronLeft(Event):
    """A patron walked away."""

    patron: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundOpened(Event):
    """Bets were called for; the rulebook of the round is fixed."""

    number: int
    rules: str
    digest: str
    at: datetime
    insurance_offered: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ExposedCardAcknowledged(Event):
    """The pit knows that the first card is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerPlaced(Event):
    """A bet lies on the layout."""

    wager: Placed


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerJoined(Event):
    """Another Player has a share in a wager."""

    id: str
    share: Share
    unchecked: bool = False
    """Nobody held it against the limits (I-45)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerChanged(Event):
    """A Player's share has another stake; 0 takes it back."""

    id: str
    patron: str
    stake: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerRejected(Event):
    """The House rejected a bet, or all of it above `stake`."""

    id: str
    stake: Cents
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferentialExceeded(Event):
    """The Differential is above its limit, and bets can still move (mbs5:5.18)."""

    player: Cents
    banker: Cents
    maximum: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class BetsClosed(Event):
    """No more bets."""

    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class LateChangeIgnored(Event):
    """A wager was withdrawn after close and plays on (mbs5:5.5)."""

    id: str
    patron: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StakesReduced(Event):
    """Stakes play in part only: wager and amount at risk (tb4:5.1.1, mbs5:5.15)."""

    at_risk: tuple[tuple[str, Cents], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Flagged(Event):
    """Something that stands, but should be looked at."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDrawn(Event):
    """A card left the device, or was taken from those that come first."""

    drawn: Drawn
    from_device: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsCompleted(Event):
    """Both Hands are complete and lie face up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsCollected(Event):
    """The cards of the broken deal were taken off the table (mbs5:5.9)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardExposed(Event):
    """A card lies face up; `number` counts from 0."""

    number: int
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsReconstructed(Event):
    """Each card of the round is where it belongs now, in the order drawn."""

    drawn: tuple[Drawn, ...]
    carried: tuple[Drawn, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CuttingCardSeen(Event):
    """This round is the last from these cards."""

    first_of_round: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RevealOrderChosen(Event):
    """One Hand is revealed before the other."""

    first: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class SqueezeRequested(Event):
    """A patron asked to squeeze."""

    patron: str
    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class SqueezePermitted(Event):
    """A patron may squeeze the cards of a Hand."""

    patron: str
    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsPassed(Event):
    """A Hand's cards went to a patron, or stay with the Dealer."""

    side: Side
    patron: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsDeclined(Event):
    """A patron refused a Hand's cards."""

    side: Side
    patron: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceTaken(Event):
    """A Player controls the dealing device."""

    patron: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceReturned(Event):
    """The dealing device is back with the House."""

    patron: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AbsenceNoted(Event):
    """A handler is not there; the Dealer exposes for him."""

    patron: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InsuranceOffered(Event):
    """Insurance can be bought until the next card is drawn."""

    offer: Offer
    late: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class InsurancePlaced(Event):
    """An Insurance was bought."""

    insured: Insured


@dataclass(frozen=True, slots=True, kw_only=True)
class InsuranceDeclined(Event):
    """A Player said no to the offer."""

    patron: str
    forgone: bool = True
    """For the round; otherwise for this offer only (I-65)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InsuranceLapsed(Event):
    """The offer closed; these Players let their right go."""

    stage: Stage
    patrons: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class InsuranceMissed(Event):
    """An offer was due and was not made."""

    missed: Missed


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondOfferWaived(Event):
    """Nobody is offered Insurance after Player's third card this round (dhyx2:3.14)."""

    patron: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OriginalBetsRefunded(Event):
    """Original Bets went back for Insurance that was never offered (dhyx2:5.13.2)."""

    wagers: tuple[str, ...]
    patrons: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultDeclared(Event):
    """The result was announced."""

    outcome: OutcomeClass


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundSettled(Event):
    """Every bet was paid, taken or returned."""

    lines: tuple[tuple[str, Line], ...]
    under_minimum: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundVoided(Event):
    """The round has no result; everything goes back."""

    reason: str
    lines: tuple[tuple[str, Line], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundWithoutResult(Event):
    """Everybody took his bets back (I-89)."""

    lines: tuple[tuple[str, Line], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class IrregularityReported(Event):
    """Somebody stated what was seen."""

    kind: Kind
    note: str
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentHeld(Event):
    """Play waits; `phase` is HELD or CHOOSING."""

    incident: Incident
    phase: Phase


@dataclass(frozen=True, slots=True, kw_only=True)
class ReconstructionJudged(Event):
    """Somebody with the authority judged whether the cards can be put in order."""

    repairable: bool
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderAssigned(Event):
    """The order of cards drawn together was decided."""

    order: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionChosen(Event):
    """A Player chose."""

    patron: str
    choice: Choice


@dataclass(frozen=True, slots=True, kw_only=True)
class BetsReturned(Event):
    """Undecided bets went back: wagers and Insurance by id, of joint wagers single shares."""

    wagers: tuple[str, ...]
    insurances: tuple[str, ...]
    reason: str
    shares: tuple[tuple[str, str], ...] = ()
    """Wager and Player, where the others' shares play on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayResumed(Event):
    """The round goes on; `bound` have chosen to go on and have no second choice."""

    phase: Phase
    bound: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Interrupted(Event):
    """A technical interruption was reported."""

    power: bool
    note: str
    established: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingCardsReplaced(Event):
    """The cards that went were found by what is left, and equal ones took their place."""

    cards: tuple[tuple[int, Card], ...]
    set_aside: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsMustBeReplaced(Event):
    """No further round is dealt from these cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled(Event):
    """A ruling, with author, effect and reason (I-109)."""

    effect: Effect
    reason: str
    wagers: tuple[str, ...]
    interpretation: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultCorrected(Event):
    """The last round was put right before the next was called; both records are kept."""

    drawn: tuple[Drawn, ...]
    outcome: OutcomeClass
    lines: tuple[tuple[str, Line], ...]
    reason: str
