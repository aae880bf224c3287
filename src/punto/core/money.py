"""Money is an integer number of cents, odds are a pair of integers; no float anywhere."""

from __future__ import annotations

from dataclasses import dataclass

from punto.core.checks import require

Cents = int
"""An amount in cents."""


@dataclass(frozen=True, slots=True)
class Odds:
    """Profit per stake, `num` to `den`; the stake comes back besides (I-22)."""

    num: int
    den: int

    def __post_init__(self) -> None:
        """Refuse odds that pay nothing or less."""
        require(self.num > 0 and self.den > 0, f"odds of {self.num} to {self.den} pay nothing")

    def __str__(self) -> str:
        """Write the odds as a pay table prints them."""
        return f"{self.num} to {self.den}"


def round_up(amount_num: int, amount_den: int, unit: Cents) -> Cents:
    """Round a fraction of a cent up to a whole payable unit, for the Player (I-23)."""
    return -(-amount_num // (amount_den * unit)) * unit


def profit(stake: Cents, odds: Odds, unit: Cents = 1) -> Cents:
    """Return what a winning stake earns, rounded up to the payable unit (I-22, I-23)."""
    return round_up(stake * odds.num, odds.den, unit)
