"""A whole round from the close of bets to its end, with at most one irregularity.

Cards are exposed one by one in the order drawn. Each Insurance window closes with the next card;
the irregularity is seen after the Insurance of that moment was laid and before the next card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from .conduct import (
    Payment,
    TableLimits,
    all_took_theirs_back,
    counted_at_close,
    options_return,
    settle_bets,
    settle_laid,
    void_returns,
)
from .dealing import Finished, next_hand
from .establishing import Places, decided_bets
from .insuring import FOUR
from .layouts import GAMES_WITH_INSURANCE
from .rulings import PLAY_ON, REOPEN, VOID, Ruling, Seen, rule
from .staking import TableBet
from .windows import Laid, Offer, Original, forgone, open_offers, still_insurable


@dataclass(frozen=True)
class Trouble:
    """What is seen when so many cards lie exposed, and who would take the bets back."""

    seen: Seen
    after_cards: int
    takers: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Round:
    """Everything that happens in one round."""

    game: str
    layout: str
    limits: TableLimits
    bets: Sequence[TableBet]
    cards: Sequence[str]
    had_one_before: frozenset[str] = frozenset()
    insurance: Sequence[Laid] = ()
    announced: frozenset[str] = frozenset()
    walked_away: frozenset[str] = frozenset()
    waived: bool = False
    no_insurance_notice: bool = False
    trouble: Trouble | None = None


@dataclass
class Ended:
    """How the round ended: payments by bet, and by place in the list of Insurance asked for.

    An Insurance that was refused is not among the payments.
    """

    status: str
    payments: dict[str, Payment] = field(default_factory=dict)
    insurance: dict[int, Payment] = field(default_factory=dict)
    ruling: Ruling | None = None
    established: bool = False
    finished: Finished | None = None
    taken_back: set[str] = field(default_factory=set)


def play(this: Round) -> Ended:
    """Play one round to its end."""
    counted = counted_at_close(this.game, list(this.bets), this.limits, set(this.had_one_before))
    end = Ended("settled")
    accepted: dict[int, Laid] = {}
    first_offers: list[Offer] = []
    player: list[str] = []
    banker: list[str] = []
    device = list(this.cards)
    while True:
        offers = offers_now(this, player, banker)
        if len(player) + len(banker) == 4:
            first_offers = offers
        lay_insurance(this, counted, end.taken_back, offers, first_offers, accepted)
        if this.trouble is not None and this.trouble.after_cards == len(player) + len(banker):
            goes_on = meet_trouble(
                this, this.trouble, places(player), places(banker), accepted, end
            )
            if not goes_on:
                return end
        hand = next_hand((player, banker))
        if hand is None:
            break
        if not device:
            return voided(this, accepted, end)
        (player if hand == "player" else banker).append(device.pop(0))
    end.finished = Finished(tuple(player), tuple(banker))
    settle_the_rest(this, counted, accepted, end.finished, end)
    return end


def places(cards: list[str]) -> Places:
    """Give a Hand as its three places."""
    first, second, third = [*cards, None, None, None][:3]
    return first, second, third


def offers_now(this: Round, player: list[str], banker: list[str]) -> list[Offer]:
    """List the Insurance on offer in this game at this moment."""
    if this.game not in GAMES_WITH_INSURANCE:
        return []
    return open_offers(
        places(player),
        places(banker),
        waived=this.waived,
        no_insurance_notice=this.no_insurance_notice,
    )


def lay_insurance(
    this: Round,
    counted: dict[str, int],
    taken_back: set[str],
    offers: list[Offer],
    first_offers: list[Offer],
    accepted: dict[int, Laid],
) -> None:
    """Accept what is asked for in this window, in the order asked; refuse what is above its cap."""
    originals = [
        Original(bet.person, bet.box, bet.bet, counted[bet.id])
        for bet in this.bets
        if bet.bet in ("player", "banker") and bet.id not in taken_back
    ]
    base = this.limits.maximum if this.limits.maximum is not None else this.limits.differential
    for number, asked in enumerate(this.insurance):
        for offer in offers:
            if (offer.side, offer.stage) != (asked.side, asked.stage):
                continue
            laid = list(accepted.values())
            if offer.stage != FOUR and forgone(
                asked.person,
                first_offers,
                originals,
                laid,
                set(this.announced),
                set(this.walked_away),
            ):
                continue
            room = still_insurable(offer, asked.person, asked.box, originals, laid, base)
            if asked.person not in this.walked_away and asked.stake <= room:
                accepted[number] = asked


def meet_trouble(
    this: Round,
    trouble: Trouble,
    player: Places,
    banker: Places,
    accepted: dict[int, Laid],
    end: Ended,
) -> bool:
    """Do what the ruling requires; say whether the round goes on."""
    decided = decided_bets(this.game, this.layout, player, banker)
    end.established = bool(decided)
    seen = replace(
        trouble.seen,
        established=end.established,
        initial_deal=trouble.after_cards < 4,
        first_card_drawn=trouble.after_cards > 0,
        card_exposed=trouble.after_cards > 0,
    )
    end.ruling = rule(this.game, seen)
    if end.ruling.play == VOID:
        voided(this, accepted, end)
        return False
    if end.ruling.options:
        take_back(this, set(trouble.takers), decided, accepted, end)
    reopened = end.ruling.play == REOPEN  # mbs5:5.9 lets all bet anew, also if all withdrew
    if this.bets and all_took_theirs_back(list(this.bets), end.taken_back) and not reopened:
        end.status = "closed without a result"
        return False
    if end.ruling.play != PLAY_ON:
        end.status = end.ruling.play
        return False
    return True


def take_back(
    this: Round,
    takers: set[str],
    decided: dict[str, str],
    accepted: dict[int, Laid],
    end: Ended,
) -> None:
    """Give the takers their undecided bets back, and the Insurance that goes with them (I-88)."""
    numbers = list(accepted)
    back, with_it = options_return(list(this.bets), list(accepted.values()), takers, decided)
    end.taken_back = back
    for bet in this.bets:
        if bet.id in back:
            end.payments[bet.id] = Payment(bet.stake, 0, 0)
    for number, goes in zip(numbers, with_it, strict=True):
        if goes:
            end.insurance[number] = Payment(accepted.pop(number).stake, 0, 0)


def voided(this: Round, accepted: dict[int, Laid], end: Ended) -> Ended:
    """Return everything that still lies there."""
    bets, insurance = void_returns(list(this.bets), list(accepted.values()))
    end.status = VOID
    end.payments = {name: Payment(stake, 0, 0) for name, stake in bets.items()}
    for number, stake in zip(accepted, insurance, strict=True):
        end.insurance[number] = Payment(stake, 0, 0)
    return end


def settle_the_rest(
    this: Round,
    counted: dict[str, int],
    accepted: dict[int, Laid],
    finished: Finished,
    end: Ended,
) -> None:
    """Settle what was not taken back."""
    left = [bet for bet in this.bets if bet.id not in end.taken_back]
    end.payments |= settle_bets(left, counted, finished, this.limits.unit)
    settled = settle_laid(list(accepted.values()), finished, this.limits.unit)
    end.insurance |= dict(zip(accepted, settled, strict=True))
