"""The Differential: how far Banker bets and Player bets lie apart, and what an excess leads to.

Measured over the table (I-48) on Original Bets alone (I-20, I-79), each bet on its own (I-54).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from punto.core.money import Cents, round_up
from punto.core.outcome import Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Laid:
    """An Original Bet as the Differential sees it; `order` is the order of placing."""

    id: str
    side: Side
    stake: Cents
    seated: bool
    order: int


@dataclass(frozen=True, slots=True)
class Measure:
    """Both totals."""

    player: Cents
    banker: Cents

    @property
    def difference(self) -> Cents:
        """Return the Differential (tb4:1.10, mbs5:1.1.9)."""
        return abs(self.banker - self.player)

    @property
    def heavier(self) -> Side:
        """Name the side with more on it; Banker when they are equal, which nobody asks."""
        return Side.PLAYER if self.player > self.banker else Side.BANKER

    def excess(self, maximum: Cents | None) -> Cents:
        """Return by how much the Differential is above its limit."""
        return 0 if maximum is None else max(0, self.difference - maximum)

    def room(self, side: Side, maximum: Cents | None) -> Cents | None:
        """Return how much more `side` can take; None without a limit."""
        if maximum is None:
            return None
        own, other = (
            (self.player, self.banker) if side is Side.PLAYER else (self.banker, self.player)
        )
        return max(0, other + maximum - own)


def measure(laid: Iterable[Laid]) -> Measure:
    """Add both sides up."""
    totals = dict.fromkeys(Side, 0)
    for bet in laid:
        totals[bet.side] += bet.stake
    return Measure(totals[Side.PLAYER], totals[Side.BANKER])


def rejections(
    laid: Sequence[Laid], maximum: Cents | None, minimum: Cents | None, unit: Cents
) -> Mapping[str, Cents]:
    """Say what of the heavier side must go before close: bet id to the stake that is left.

    Seated Players come first in filling the room, so Standing bets go first, the latest first
    (tb4:5.1, I-52). What is left is a payable amount; a bet that would be left under the minimum
    goes whole (tb4:5.2).
    """
    totals = measure(laid)
    excess = totals.excess(maximum)
    left: dict[str, Cents] = {}
    last_to_go = sorted(
        (bet for bet in laid if bet.side is totals.heavier),
        key=lambda bet: (bet.seated, -bet.order),
    )
    for bet in last_to_go:
        if excess <= 0:
            break
        stays = max(0, bet.stake - excess) // unit * unit
        if minimum is not None and stays < minimum:
            stays = 0
        left[bet.id] = stays
        excess -= bet.stake - stays
    return left


def pro_rata(
    laid: Sequence[Laid], maximum: Cents, minimum: Cents | None, unit: Cents
) -> Mapping[str, Cents]:
    """Reduce the heavier side to the lighter total plus the maximum (tb4:5.1.1, I-49 to I-51).

    A bet that lay under the minimum stays whole (tb4:5.1.2, I-55). A bet that would fall under
    the minimum is held there and the others bear the difference, until nothing changes (I-50).
    If even that exceeds the limit it stops there. No stake can be laid between the minimum and
    the next payable amount, which therefore stands for it. Stakes are rounded down to the unit
    and what is left over is not redistributed.
    """
    totals = measure(laid)
    least = round_up(minimum or 0, 1, unit)
    heavier = {bet.id: bet.stake for bet in laid if bet.side is totals.heavier}
    allowed = sum(heavier.values()) - totals.excess(maximum)
    whole = {name: stake for name, stake in heavier.items() if stake < least}
    held: dict[str, Cents] = {}
    shrinking = {name: stake for name, stake in heavier.items() if name not in whole}
    room, weight = 0, 1
    while shrinking:
        room = allowed - sum(whole.values()) - sum(held.values())
        weight = sum(shrinking.values())
        below = [name for name, stake in shrinking.items() if stake * room < least * weight]
        if not below:
            break
        for name in below:
            held[name] = least
            del shrinking[name]
    reduced = {
        name: max(least, stake * room // weight // unit * unit) for name, stake in shrinking.items()
    }
    return whole | held | reduced
