"""The Differential: what is refused before the close and what shrinks after it.

tb4:5.1, dhyx2:5.1, tbi1:5.1; mbs5:5.18. Only Bets on the Player and Banker Hands count
(tb4:1.10, I-20, I-79), all boxes together (I-48), gross for a person on both sides (I-54).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class TableBet:
    """One bet on the layout; `time` is the order in which the bets were laid."""

    id: str
    person: str
    box: int
    bet: str
    stake: int
    time: int
    seated: bool


def total_on(bets: list[TableBet], side: str) -> int:
    """Add up the stakes on one Hand."""
    return sum(bet.stake for bet in bets if bet.bet == side)


def differential(bets: list[TableBet]) -> int:
    """Difference of the two totals (tb4:1.10, mbs5:1.1.9)."""
    return abs(total_on(bets, "player") - total_on(bets, "banker"))


def heavier_side(bets: list[TableBet]) -> str | None:
    """Name the Hand with the larger total, None when they are equal."""
    player, banker = total_on(bets, "player"), total_on(bets, "banker")
    if player == banker:
        return None
    return "player" if player > banker else "banker"


def other_side(side: str) -> str:
    """Name the other Hand."""
    return "banker" if side == "player" else "player"


def room_for_heavier(bets: list[TableBet], side: str, limit: int) -> int:
    """Say how much the heavier side may hold: the lighter side and the maximum (I-49)."""
    return total_on(bets, other_side(side)) + limit


def priority(bet: TableBet) -> tuple[bool, int]:
    """Seated Players come before Standing Players, then the earlier before the later (I-52)."""
    return (not bet.seated, bet.time)


def reject_excess(bets: list[TableBet], limit: int) -> dict[str, int]:
    """Before the close (RWS): give the stake that each bet may keep.

    The heavier side is filled up to the limit by priority; what does not fit is rejected, so the
    latest Standing bet is cut first (tb4:5.1, I-52).
    """
    keep = {bet.id: bet.stake for bet in bets}
    side = heavier_side(bets)
    if side is None:
        return keep
    room = room_for_heavier(bets, side, limit)
    for bet in sorted((bet for bet in bets if bet.bet == side), key=priority):
        keep[bet.id] = min(bet.stake, room)
        room -= keep[bet.id]
    return keep


def place_one_after_another(bets: list[TableBet], limit: int) -> dict[str, int]:
    """Lay bets in the order of time, rejecting at each one what is then in excess.

    A rejected amount stays rejected, also when room arises later.
    """
    standing: list[TableBet] = []
    for bet in sorted(bets, key=lambda bet: bet.time):
        standing.append(bet)
        keep = reject_excess(standing, limit)
        standing = [with_stake(each, keep[each.id]) for each in standing]
    return {bet.id: bet.stake for bet in standing}


def with_stake(bet: TableBet, stake: int) -> TableBet:
    """Give the same bet another stake."""
    return TableBet(bet.id, bet.person, bet.box, bet.bet, stake, bet.time, bet.seated)


def pro_rata(bets: list[TableBet], limit: int, minimum: int, unit: int) -> dict[str, int]:
    """After the close (RWS): give the stake that each bet wins or loses on.

    Only the heavier side shrinks (I-49). A bet under the minimum stays whole (tb4:5.1.2); a bet
    that would sink below the minimum is held there, and the others bear the difference, again and
    again until nothing changes (tb4:5.1.1, I-50). Shares are rounded down to the unit (I-51).
    """
    counted = {bet.id: bet.stake for bet in bets}
    side = heavier_side(bets)
    if side is None or differential(bets) <= limit:
        return counted
    on_side = [bet for bet in bets if bet.bet == side]
    room = room_for_heavier(bets, side, limit)
    shrinking = [bet for bet in on_side if bet.stake >= minimum]
    room -= sum(bet.stake for bet in on_side if bet.stake < minimum)
    while shrinking:
        factor = Fraction(room, sum(bet.stake for bet in shrinking))
        too_small = [bet for bet in shrinking if bet.stake * factor < minimum]
        if not too_small:
            for bet in shrinking:
                units = bet.stake * factor // unit
                counted[bet.id] = max(units * unit, minimum)
            break
        for bet in too_small:
            counted[bet.id] = minimum
            room -= minimum
            shrinking.remove(bet)
    return counted


@dataclass(frozen=True)
class TableDifferential:
    """What mbs5:5.18 asks for at this moment."""

    exceeded: bool
    remedy: str
    ask_to_decrease: str | None
    may_increase: str | None
    excess: int


def mbs_differential(
    bets: list[TableBet], limit: int, *, first_card_drawn: bool
) -> TableDifferential:
    """Compare the table differential with its limit (mbs5:5.18.1, 5.18.2).

    It may be put right until the first card is drawn, also after the close. Found later, all is
    settled in full and only flagged, for there is no pro rata rule here (I-56).
    """
    side = heavier_side(bets)
    excess = differential(bets) - limit
    if side is None or excess <= 0:
        return TableDifferential(False, "none", None, None, 0)
    if first_card_drawn:
        return TableDifferential(True, "settle in full", None, None, excess)
    return TableDifferential(True, "ask", side, other_side(side), excess)


def removals_suffice(bets: list[TableBet], removed: set[str], limit: int) -> bool:
    """Say whether the wagers that the Pit Manager removed meet the limit (mbs5:5.18.3)."""
    return differential([bet for bet in bets if bet.id not in removed]) <= limit
