"""What anybody may ask the table to do. Commands are imperative; each says who acts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from punto.core.cards import Card
from punto.core.limits import Limits
from punto.core.money import Cents
from punto.core.outcome import Side
from punto.core.policies import Role
from punto.core.rulebook import Kind
from punto.core.state import Actor, Choice, Face, Setup


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """Anything that somebody asks for."""

    actor: Actor


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTable(Command):
    """Open the table with its layout, boxes, decks and limits."""

    setup: Setup


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseTable(Command):
    """Close the table between rounds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AssignStaff(Command):
    """Give a person a role at this table, or take it away."""

    person: str
    role: Role | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadCards(Command):
    """Put a shuffled set of cards into the device, the first or a new one."""

    decks: int | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BurnCard(Command):
    """Take a card out of play before a round (I-05)."""

    card: Card | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetLimits(Command):
    """Change the limits shown at the table."""

    limits: Limits
    limits_by_bet: tuple[tuple[str, Limits], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SetMethod(Command):
    """Choose the dealing method (mbs5:3.8.2)."""

    method: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SetFace(Command):
    """Deal face up or face down from the next round on."""

    face: Face


@dataclass(frozen=True, slots=True, kw_only=True)
class PostNotice(Command):
    """Show a notice at the table."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeNoticeDown(Command):
    """Take a notice down again; the no-insurance notice is `SwitchInsurance`'s."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RestrictWagers(Command):
    """Lower the number of wagers per playing area (mbs5:3.6.1)."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchInsurance(Command):
    """Put the no-insurance notice of a private table up or take it down (dhyx2:4.2.2)."""

    offered: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPatron(Command):
    """Give a patron the seat at a box."""

    patron: str
    box: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UnseatPatron(Command):
    """Free the seat of a patron."""

    patron: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PatronLeaves(Command):
    """Leave the table; the bets stay and are settled (tb4:5.3)."""

    patron: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CallForBets(Command):
    """Announce "Place your Bets, please"."""

    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class AcknowledgeExposedCard(Command):
    """Accept that the next round begins with a card that everybody has seen (I-90)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceWager(Command):
    """Lay a bet. Staff may lay it for the patron (tb4:5.17)."""

    id: str
    patron: str
    box: str
    bet: str
    stake: Cents
    at: datetime | None = None
    """When it was laid, where it reaches the table later (I-47)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptUnchecked(Command):
    """Enter a bet as it lies, without a check of the limits: nobody noticed it (I-45)."""

    id: str
    patron: str
    box: str
    bet: str
    stake: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinWager(Command):
    """Add a share of one's own to another Player's wager (mbs5:3.5.1)."""

    id: str
    patron: str
    stake: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class RaiseWager(Command):
    """Raise one's share of a wager to a new stake."""

    id: str
    patron: str
    stake: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class LowerWager(Command):
    """Lower one's share of a wager to a new stake."""

    id: str
    patron: str
    stake: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawWager(Command):
    """Take one's share of a wager back."""

    id: str
    patron: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveWager(Command):
    """Take a wager off the layout for the House (mbs5:5.18.3)."""

    id: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseBets(Command):
    """Announce "No more Bets"."""

    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawCard(Command):
    """Draw the next card. None is a card that nobody has seen yet."""

    card: Card | None = None
    exposed: bool | None = None
    """None follows the table: face up or face down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExposeCard(Command):
    """Turn a card of this round up, by its number in the order drawn, from 1."""

    number: int
    card: Card | None = None
    """What it shows, where nobody knew it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CuttingCard(Command):
    """The cutting card has come (mbs5:3.17)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AllowWithdrawal(Command):
    """Let Players withdraw when the cutting card came first (mbs5:3.17.1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseRevealOrder(Command):
    """Say which Hand is revealed first (mbs5:3.9.6)."""

    first: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestSqueeze(Command):
    """Ask to squeeze the cards of a Hand."""

    patron: str
    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class PermitSqueeze(Command):
    """Allow a patron to squeeze the cards of a Hand."""

    patron: str
    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class PassCards(Command):
    """Hand the cards of a Hand, face down, to whoever is entitled (mbs5:3.9.2)."""

    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclineCards(Command):
    """Refuse the cards of a Hand (mbs5:3.9.3)."""

    patron: str
    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class DesignateHandler(Command):
    """Choose who handles the cards of a Hand where the order yields nobody (mbs5:3.9.4.1)."""

    side: Side
    patron: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeDevice(Command):
    """Give a Player the dealing device (mbs5:3.11)."""

    patron: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveUpDevice(Command):
    """Give the dealing device back (mbs5:3.11.8.1)."""

    patron: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteAbsence(Command):
    """Note that the one who handles a Hand is not there (mbs5:5.10)."""

    patron: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenInsurance(Command):
    """Offer Insurance at the stage that the exposed cards are at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceInsurance(Command):
    """Insure one's Original Bet on a Hand in a box. Staff may place it for the patron."""

    id: str
    patron: str
    box: str
    side: Side
    stake: Cents
    late: bool = False
    """Under the late offer, not the ordinary one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclineInsurance(Command):
    """Say no to the open offer."""

    patron: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsentEarlySqueeze(Command):
    """Let Banker's third card come before Player's is opened (dhyx2:3.14)."""

    patron: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReopenInsurance(Command):
    """Make up for a neglected offer in time (dhyx2:5.13.1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RefundMissedInsurance(Command):
    """Return the Original Bets of those who meant to insure and would have won (dhyx2:5.13.2)."""

    patrons: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Declare(Command):
    """Announce the result. A named winner is checked against the cards."""

    winner: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Settle(Command):
    """Pay, take and return."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A card that came out of the device and is not yet on record."""

    card: Card | None = None
    exposed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportIrregularity(Command):
    """State what was seen; the answer is what the rules require."""

    kind: Kind
    note: str = ""
    drawn: tuple[Seen, ...] = ()
    """Cards drawn and not yet on record, in the order drawn."""
    cards: tuple[int, ...] = ()
    """Numbers, from 1, of recorded cards that are concerned."""
    behind: Kind | None = None
    """The error that a wrong number of cards came from, where it is known (I-86)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeReconstruction(Command):
    """Judge whether the cards can be Reconstructed (tb4:5.8, I-110)."""

    repairable: bool
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AssignOrder(Command):
    """Say in which order the cards drawn together come: their numbers, from 1 (tb4:5.11)."""

    order: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseOption(Command):
    """Choose to go on or to have the undecided bets returned."""

    patron: str
    choice: Choice


@dataclass(frozen=True, slots=True, kw_only=True)
class Resume(Command):
    """Go on with the round; who has not chosen goes on with it (I-89)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportInterruption(Command):
    """Report a power failure or another technical interruption (tb4:5.4, mbs5:5.17)."""

    power: bool
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterMissingCard(Command):
    """Find which cards have gone from the sorted rest, and replace them (mbs5:5.11)."""

    sorted_cards: tuple[Card, ...]
    set_aside: tuple[Card, ...]
    cards: tuple[Card, ...] = ()
    """The order in which they lay, where several went that differ."""


class Effect(StrEnum):
    """What a ruling does."""

    CONTINUE = "continue"
    VOID = "void"
    OPTIONS = "options"
    RETURN = "return"
    """Give the named wagers back."""
    REPLACE_CARDS = "replace_cards"
    """Stop and replace the cards; the settled round stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule(Command):
    """Decide what the rules do not settle (tb4:5.18, mbs5:6.1)."""

    effect: Effect
    reason: str
    wagers: tuple[str, ...] = ()
    interpretation: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectResult(Command):
    """Correct the recorded cards of the last round to the cards themselves (tb4:5.15)."""

    cards: tuple[Card, ...]
    reason: str
