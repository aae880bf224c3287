"""Insurance during the round: what is on offer, to whom, how much, and offers missed.

dhyx2:3.11, 3.12, 3.14, 5.3, 5.13; tbi1 alike. A place that is None is a card not exposed.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from .dealing import Finished, next_hand, player_draws, point_total
from .establishing import Places, result_fixed
from .insuring import FOUR, THIRD, find_situation, insurance_pays, situation_in_round
from .paying import RETURNED

TEN_TO_ONE = (10, 1)


@dataclass(frozen=True)
class Offer:
    """Insurance on one Hand at one stage."""

    stage: str
    side: str
    odds: tuple[int, int]
    pays_on_tie: bool


def exposed_hands(player: Places, banker: Places) -> tuple[list[str], list[str]] | None:
    """Give both Hands when the first four cards lie face up, else None (I-67)."""
    first_four = (*player[:2], *banker[:2])
    if any(card is None for card in first_four):
        return None
    return [card for card in player if card], [card for card in banker if card]


def open_offers(
    player: Places, banker: Places, *, waived: bool = False, no_insurance_notice: bool = False
) -> list[Offer]:
    """List what is on offer with these cards exposed and the next card not yet drawn.

    A card must still be due (I-57); a waiver takes the second stage from everybody (I-74), a
    notice takes all (dhyx2:4.2.2, I-73). Both Hands never have an offer at once (I-58).
    """
    hands = exposed_hands(player, banker)
    if hands is None or no_insurance_notice or len(hands[1]) == 3 or next_hand(hands) is None:
        return []
    stage = FOUR if len(hands[0]) == 2 else THIRD
    if stage == THIRD and waived:
        return []
    points = {"player": point_total(hands[0]), "banker": point_total(hands[1])}
    offers = []
    for side, other in (("player", "banker"), ("banker", "player")):
        row = find_situation(side, stage, points[side], points[other])
        if row is not None:
            offers.append(Offer(stage, side, *row))
    return offers


def squeeze_request_allowed(player: Places, banker: Places) -> bool:
    """Allow Banker's third card first only where it comes in any case (dhyx2:3.14, I-74)."""
    hands = exposed_hands(player, banker)
    if hands is None:
        return False
    player_two, banker_two = point_total(hands[0][:2]), point_total(hands[1][:2])
    return banker_two in (0, 1, 2) and player_draws(player_two, banker_two)


@dataclass(frozen=True)
class Original:
    """A bet on a Hand, with the stake that counts after any pro rata (I-76)."""

    person: str
    box: int
    side: str
    stake: int


@dataclass(frozen=True)
class Laid:
    """An Insurance laid by a person in a box at a stage."""

    person: str
    box: int
    side: str
    stage: str
    stake: int


def original_on(originals: list[Original], person: str, box: int, side: str) -> int:
    """Add up a person's Bets in a box on a Hand (I-62)."""
    return sum(
        each.stake
        for each in originals
        if (each.person, each.box, each.side) == (person, box, side)
    )


def still_insurable(
    offer: Offer,
    person: str,
    box: int,
    originals: list[Original],
    laid: list[Laid],
    ten_to_one_base: int | None,
) -> int:
    """Say how much more this person may lay in this box on this offer (dhyx2:3.12.2, tbi1:3.12.2).

    The Original Bet caps each offer anew, per person, box and Hand (I-61, I-62). At 10 to 1 a
    quarter of the maximum caps the person's whole offer (I-63); `ten_to_one_base` is the maximum
    or else the maximum Differential.
    """
    on_offer = [
        each
        for each in laid
        if (each.person, each.side, each.stage) == (person, offer.side, offer.stage)
    ]
    in_box = sum(each.stake for each in on_offer if each.box == box)
    room = original_on(originals, person, box, offer.side) - in_box
    if offer.odds == TEN_TO_ONE and ten_to_one_base is not None:
        room = min(room, ten_to_one_base // 4 - sum(each.stake for each in on_offer))
    return max(room, 0)


def cut_to_cap(stake: int, allowed: int) -> tuple[int, int]:
    """Found later above its cap: what stands and what comes back (I-64)."""
    stands = min(stake, allowed)
    return stands, stake - stands


def forgone(
    person: str,
    first_offers: list[Offer],
    originals: list[Original],
    laid: list[Laid],
    announced: set[str],
    walked_away: set[str],
    scope: str = "round",
) -> bool:
    """Say whether a person has no right to the second offer any more (dhyx2:5.3, tbi1:5.3, I-65).

    Who walks away has forgone it. Else it is forgone, for the whole round, by one to whom the
    first offer was open (he had an Original Bet on that Hand) and who neither laid nor announced
    Insurance before the next card. `scope` "offer" is the other setting.
    """
    if person in walked_away:
        return True
    if scope == "offer" or person in announced:
        return False
    was_open = any(
        each.person == person and each.side == offer.side
        for each in originals
        for offer in first_offers
    )
    took_it = any(each.person == person and each.stage == FOUR for each in laid)
    return was_open and not took_it


def late_offers(
    player: Places, banker: Places, *, waived: bool = False, no_insurance_notice: bool = False
) -> list[Offer]:
    """List what a Pit Manager offers when a neglected offer is noticed in time (5.13.1).

    In time is before the result is fixed (I-72); the row is that of the present situation (I-70).
    """
    if exposed_hands(player, banker) is None or result_fixed(player, banker):
        return []
    return open_offers(player, banker, waived=waived, no_insurance_notice=no_insurance_notice)


def late_room(
    original: int, odds: tuple[int, int], late_laid: list[tuple[int, tuple[int, int]]]
) -> int:
    """Say how much may still be laid late: all winnings together within the Original (I-70).

    `late_laid` holds stake and odds of the late Insurance already laid in this round. The ordinary
    caps hold besides.
    """
    used = sum((Fraction(stake * n, m) for stake, (n, m) in late_laid), Fraction(0))
    n, m = odds
    return max(int((original - used) * m // n), 0)


def missed_offer_refunds(
    finished: Finished,
    stage: str,
    side: str,
    originals: list[Original],
    confirmed: set[str],
    *,
    no_insurance_notice: bool = False,
) -> dict[tuple[str, int], int]:
    """Noticed too late: give back the lost Original of those confirmed by name (5.13.2, I-71).

    Only where the missed Insurance would have won and the Hand lost; in a Tie the Original comes
    back anyway, and under a notice there is nothing to remedy.
    """
    row = situation_in_round(finished, side, stage)
    if row is None or no_insurance_notice or finished.winner == "tie":
        return {}
    odds = insurance_pays(finished, side, *row)
    if odds is None or odds == RETURNED:
        return {}
    refunds: dict[tuple[str, int], int] = {}
    for each in originals:
        if each.side == side and each.person in confirmed:
            key = (each.person, each.box)
            refunds[key] = refunds.get(key, 0) + each.stake
    return refunds
