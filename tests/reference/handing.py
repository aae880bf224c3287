"""Who is handed the cards, and who may squeeze (mbs5:3.9, I-107; tb4:3.9, I-106)."""

from __future__ import annotations

from .staking import TableBet


def mbs_order_of_handlers(
    bets: list[TableBet], side: str, counter_clockwise: list[str]
) -> list[str]:
    """List to whom the cards of a Hand are offered, one after the other (mbs5:3.9.2 to 3.9.5).

    The largest amount on that Hand comes first; of equal ones the first laid, then on
    counter-clockwise from that Player. `counter_clockwise` is the order of persons around the
    table. An empty list leaves it to the Pit Supervisor (mbs5:3.9.4.1).
    """
    amounts: dict[str, int] = {}
    first_laid: dict[str, int] = {}
    for bet in sorted(bets, key=lambda bet: bet.time):
        if bet.bet == side:
            amounts[bet.person] = amounts.get(bet.person, 0) + bet.stake
            first_laid.setdefault(bet.person, bet.time)
    order: list[str] = []
    for amount in sorted(set(amounts.values()), reverse=True):
        equal = [person for person in amounts if amounts[person] == amount]
        starter = min(equal, key=lambda person: first_laid[person])
        start = counter_clockwise.index(starter)
        around = counter_clockwise[start:] + counter_clockwise[:start]
        order += [person for person in around if person in equal]
    return order


def rws_squeezer(bets: list[TableBet], *, seated_only: bool) -> str | None:
    """Name who may ask to squeeze: the highest single Original Bet, the first laid if equal.

    Only Seated Players in dhyx2 and tbi1, any Player in tb4 (I-106).
    """
    originals = [
        bet for bet in bets if bet.bet in ("player", "banker") and (bet.seated or not seated_only)
    ]
    if not originals:
        return None
    return min(originals, key=lambda bet: (-bet.stake, bet.time)).person


def method_c_control_ends(winner: str, wagers: set[str], *, gives_up: bool) -> bool:
    """End a Player's hold of the device (mbs5:3.11.8, I-108): given up, or his wager lost.

    A Tie and a lost side wager do not end it.
    """
    if gives_up:
        return True
    lost = {"player": "banker", "banker": "player"}.get(winner)
    return lost in wagers
