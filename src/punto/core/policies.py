"""What may differ between rulebooks, as closed words. A rulebook picks one word for each.

Every policy is a `Cited` value: the word, the clauses behind it and the interpretations that
settle what the clauses leave open. The engine branches on these words, never on a game's name.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, Literal, TypeAlias, TypeVar

T = TypeVar("T")

Always: TypeAlias = Literal[True]
"""A setting that has one value: the engine knows no other, so the loader refuses one."""


@dataclass(frozen=True, slots=True)
class Cited(Generic[T]):
    """A value with the clauses and interpretations that it rests on."""

    value: T
    clauses: tuple[str, ...]
    by: tuple[str, ...]


class Role(StrEnum):
    """Who acts; staff in order of rank (I-109)."""

    PATRON = "patron"
    DEALER = "dealer"
    PIT_SUPERVISOR = "pit_supervisor"
    PIT_MANAGER = "pit_manager"
    SHIFT_MANAGER = "shift_manager"
    ASSISTANT_CASINO_MANAGER = "assistant_casino_manager"

    def at_least(self, least: Role) -> bool:
        """Tell whether this role may do what `least` may; patrons stand beside the staff."""
        if least is Role.PATRON:
            return self is Role.PATRON
        return self is not Role.PATRON and _RANK[self] >= _RANK[least]

    @property
    def named(self) -> str:
        """Name the role in a sentence: `a pit manager`, `an assistant casino manager`."""
        words = self.value.replace("_", " ")
        return f"an {words}" if words[0] in "aeiou" else f"a {words}"


_RANK = {role: rank for rank, role in enumerate(Role)}


class AfterClose(StrEnum):
    """What becomes of a bet that is changed after "No more Bets" (I-100)."""

    REFUSED = "refused"
    STAYS_IN_PLAY = "stays_in_play"


class UnderMinimumBefore(StrEnum):
    """A bet under the minimum, seen before close (I-38)."""

    RAISE_OR_WITHDRAW = "raise_or_withdraw"
    REFUSED = "refused"


class UnderMinimumAfter(StrEnum):
    """A bet under the minimum that nobody saw in time (I-39, I-40)."""

    STANDS = "stands"
    ONCE_THEN_RETURNED = "once_then_returned"


class OverMaximumBefore(StrEnum):
    """A bet over a displayed maximum, seen before close (I-37)."""

    REFUSED = "refused"


class OverMaximumAfter(StrEnum):
    """A bet over a displayed maximum that nobody saw in time (I-37, I-41)."""

    STANDS = "stands"
    CUT = "cut"


class MaximumScope(StrEnum):
    """What the maximum is measured on (I-36, I-42, I-43)."""

    BOX = "box"
    """All bets of one kind in one box together."""
    WAGER = "wager"


class SettledRoundStands(StrEnum):
    """From when a settled round is beyond a ruling (I-85)."""

    FROM_NEXT_CALL = "from_next_call"
    AT_ONCE = "at_once"


class MinimumScope(StrEnum):
    """What the minimum is measured on (I-38)."""

    WAGER = "wager"


class DifferentialScope(StrEnum):
    """What the Differential is measured over (I-48)."""

    TABLE = "table"


class DifferentialBefore(StrEnum):
    """How an excess is met while bets can still move (I-52, I-56)."""

    SEATED_FIRST = "seated_first"
    ASK_THEN_REMOVE = "ask_then_remove"


class AdjustableUntil(StrEnum):
    """When the Differential can no longer be put right by moving bets (I-53, I-56)."""

    CLOSE = "close"
    FIRST_CARD = "first_card"


class DifferentialAfter(StrEnum):
    """How an excess is met that is found later (I-49, I-56)."""

    PRO_RATA = "pro_rata"
    IN_FULL = "in_full"


class OpensAt(StrEnum):
    """When a round begins, and its rulebook is fixed (I-34)."""

    CALL_FOR_BETS = "call_for_bets"


class CorrectableUntil(StrEnum):
    """Until when the last round can be put right (I-84)."""

    NEXT_ROUND = "next_round"


class NotOnLayout(StrEnum):
    """A bet that the layout does not carry, found after close (I-26)."""

    RETURNED = "returned"


class Rounding(StrEnum):
    """How an amount that chips cannot make is paid (I-23)."""

    UP_TO_UNIT = "up_to_unit"


class VoidReturns(StrEnum):
    """What a void gives back (I-82, I-83)."""

    ALL = "all"


class WalkedAway(StrEnum):
    """What becomes of the bet of somebody who left (I-103)."""

    SETTLED = "settled"


class SqueezeEntitled(StrEnum):
    """Who may squeeze (I-106, I-107)."""

    HIGHEST_ON_TABLE = "highest_on_table"
    HIGHEST_ON_HAND = "highest_on_hand"


class CuttingCardEffect(StrEnum):
    """What the cutting card does to the shoe (I-07)."""

    LAST_ROUND = "last_round"


class CuttingCardWithdrawal(StrEnum):
    """Whether wagers may be withdrawn when it comes first (mbs5:3.17.1)."""

    NEVER = "never"
    HLGA = "hlga"


class InterruptionCovers(StrEnum):
    """Which interruptions the rule speaks of (I-99)."""

    ANY_INTERRUPTION = "any_interruption"
    POWER_FAILURE = "power_failure"


class Ruling(StrEnum):
    """What the rules require after an irregularity (I-87, table T6)."""

    VOID = "void"
    OPTIONS = "options"
    """Every Player chooses: continue, or have the undecided bets returned (I-88)."""
    STAND = "stand"
    """Put the cards in order if need be and let the round stand."""
    WITHDRAW = "withdraw"
    """Every Player may withdraw all undecided wagers before play goes on (I-94)."""
    HOUSE = "house"
    """The House rules on the cards; no options."""
    PLAY_ON = "play_on"
    BY_ERROR = "by_error"
    """By the row of the error behind it (I-86); a card in excess where nobody names another."""
    REPLACE = "replace"
    """Replace the missing card and finish the round (mbs5:5.11)."""
    REFER = "refer"
    """Not covered: to the shift manager (I-109)."""


class Need(StrEnum):
    """What an irregularity waits for before play can go on."""

    NOTHING = "nothing"
    JUDGEMENT = "judgement"
    """Can the cards be Reconstructed (I-110)?"""
    ORDER = "order"
    """Which of the cards drawn together comes first (I-92)?"""
    MISSING_CARD = "missing_card"
    """Which card has gone (I-98)?"""
    RULING = "ruling"
    """Not covered: a shift manager's word (I-109)."""


class OptionsOffered(StrEnum):
    """Which choice a Player is given (I-87, I-94)."""

    THREE_OPTIONS = "three_options"
    WITHDRAWAL = "withdrawal"


class OptionScope(StrEnum):
    """Which bets a Player's choice reaches (I-88)."""

    UNDECIDED_BETS = "undecided_bets"


class Silence(StrEnum):
    """What a Player who says nothing has chosen (I-89)."""

    CONTINUE = "continue"


class SurplusCards(StrEnum):
    """Where a card goes that no Hand of this round needs (I-90, I-91)."""

    NEXT_ROUND = "next_round"


class Discretion(StrEnum):
    """How freely the House judges Reconstruction (I-110)."""

    REASONABLE = "reasonable"
    ABSOLUTE = "absolute"


class Lapse(StrEnum):
    """What an unused Insurance offer costs (I-65)."""

    ROUND = "round"
    OFFER = "offer"


class CapScope(StrEnum):
    """What the Insurance cap is measured on (I-61, I-62)."""

    PERSON_BOX_HAND = "person_box_hand"


class LongOddsBase(StrEnum):
    """What the share at long odds is taken of (I-63)."""

    MAXIMUM_ELSE_DIFFERENTIAL = "maximum_else_differential"
    DIFFERENTIAL = "differential"
    ORIGINAL_BET = "original_bet"


class LongOddsScope(StrEnum):
    """Whose Insurance at one offer counts together against that share (I-63)."""

    PERSON = "person"
    BOX = "box"
    """All that is insured in one box, whoever insures it."""
    TABLE = "table"


class InsuranceWindow(StrEnum):
    """How long an offer is open (I-66, I-67)."""

    UNTIL_NEXT_CARD = "until_next_card"


class LateOfferCap(StrEnum):
    """What caps the winnings of a late offer (I-70)."""

    ORIGINAL_BET = "original_bet"


class MissedOfferRemedy(StrEnum):
    """What a Player gets whose offer was missed for good (I-71)."""

    ORIGINAL_BET_RETURNED = "original_bet_returned"


class InsuranceSettledOn(StrEnum):
    """What an Insurance is settled on (I-77)."""

    FINAL_RESULT = "final_result"


class OddsShownWrongly(StrEnum):
    """Which odds hold when a display disagrees (I-75)."""

    PAY_TABLE_PREVAILS = "pay_table_prevails"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPolicy:
    """Where a round begins and until when it can be corrected."""

    opens_at: Cited[OpensAt]
    correctable_until: Cited[CorrectableUntil]
    settled_round_stands: Cited[SettledRoundStands]


@dataclass(frozen=True, slots=True, kw_only=True)
class BettingPolicy:
    """How bets are taken; `wagers_per_area` of 0 sets no number."""

    added_after_close: Cited[AfterClose]
    withdrawn_after_close: Cited[AfterClose]
    wagers_per_area: Cited[int]
    joint_wagers: Cited[bool]
    others_may_fill_box: Cited[bool]
    staff_may_place: Cited[bool]
    bet_not_on_layout: Cited[NotOnLayout]


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitPolicy:
    """Minimum and maximum."""

    minimum_displayed: Cited[bool]
    differential_displayed: Cited[bool]
    minimum_scope: Cited[MinimumScope]
    maximum_scope: Cited[MaximumScope]
    under_minimum_before_close: Cited[UnderMinimumBefore]
    under_minimum_after_close: Cited[UnderMinimumAfter]
    over_maximum_before_close: Cited[OverMaximumBefore]
    over_maximum_after_close: Cited[OverMaximumAfter]


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferentialPolicy:
    """The Differential before and after close."""

    measured_over: Cited[DifferentialScope]
    before: Cited[DifferentialBefore]
    adjustable_until: Cited[AdjustableUntil]
    after: Cited[DifferentialAfter]


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyPolicy:
    """Payment arithmetic."""

    rounding: Cited[Rounding]
    void_returns: Cited[VoidReturns]
    walked_away: Cited[WalkedAway]


@dataclass(frozen=True, slots=True, kw_only=True)
class SqueezePolicy:
    """Who may squeeze."""

    entitled: Cited[SqueezeEntitled]
    seated_only: Cited[bool]
    before_card_is_drawn: Cited[bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class CuttingCardPolicy:
    """The cutting card."""

    effect: Cited[CuttingCardEffect]
    withdrawal_when_first: Cited[CuttingCardWithdrawal]


@dataclass(frozen=True, slots=True, kw_only=True)
class InterruptionPolicy:
    """Technical interruption or power failure."""

    covers: Cited[InterruptionCovers]
    open: Cited[Ruling]
    established: Cited[Ruling]


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionsPolicy:
    """The choice after a dealing error."""

    offered: Cited[OptionsOffered]
    scope: Cited[OptionScope]
    silence: Cited[Silence]
    surplus_cards: Cited[SurplusCards]
    discretion: Cited[Discretion]


@dataclass(frozen=True, slots=True, kw_only=True)
class InsurancePolicy:
    """Insurance Plus beside its pay table."""

    only_if_card_to_come: Cited[Always]
    lapse: Cited[Lapse]
    cap_scope: Cited[CapScope]
    long_odds: Cited[tuple[int, ...]]
    long_odds_share: Cited[tuple[int, ...]]
    long_odds_base: Cited[LongOddsBase]
    long_odds_scope: Cited[LongOddsScope]
    window: Cited[InsuranceWindow]
    waived_by_early_squeeze: Cited[Always]
    early_squeeze_totals: Cited[tuple[int, ...]]
    private_tables_may_switch_off: Cited[bool]
    late_offer_payout_cap: Cited[LateOfferCap]
    missed_offer_remedy: Cited[MissedOfferRemedy]
    settled_on: Cited[InsuranceSettledOn]
    odds_shown_wrongly: Cited[OddsShownWrongly]


@dataclass(frozen=True, slots=True, kw_only=True)
class Method:
    """A way of dealing (mbs5:3.8 to 3.11; one standard way in the other house)."""

    player_handles_cards: Cited[bool]
    player_draws: Cited[bool]
    hlga_only: Cited[bool]
    needs_reading_device: Cited[bool]
    chosen_by: Cited[Role]


@dataclass(frozen=True, slots=True, kw_only=True)
class Policies:
    """Every policy of a rulebook. `insurance` is None where the game has no Insurance Plus."""

    round: RoundPolicy
    betting: BettingPolicy
    limits: LimitPolicy
    differential: DifferentialPolicy
    money: MoneyPolicy
    squeeze: SqueezePolicy
    cutting_card: CuttingCardPolicy
    interruption: InterruptionPolicy
    options: OptionsPolicy
    insurance: InsurancePolicy | None = None
    methods: dict[str, Method]
