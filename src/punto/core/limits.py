"""The limits of a table (tb4:3.4, mbs5:3.5.1, I-36)."""

from __future__ import annotations

from dataclasses import dataclass

from punto.core.checks import require
from punto.core.money import Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Amounts in cents; None is a limit that is not set. `unit` is the smallest payable amount."""

    minimum: Cents | None = None
    maximum: Cents | None = None
    differential: Cents | None = None
    unit: Cents = 1

    def __post_init__(self) -> None:
        """Refuse limits that no bet could meet."""
        for name in ("minimum", "maximum", "differential"):
            value = getattr(self, name)
            require(value is None or value > 0, f"{name} must be above 0, not {value}")
        require(self.unit > 0, f"unit must be above 0, not {self.unit}")
        if self.minimum is not None and self.maximum is not None:
            require(
                self.minimum <= self.maximum,
                f"the minimum {self.minimum} is above the maximum {self.maximum}",
            )


NO_LIMITS = Limits()
