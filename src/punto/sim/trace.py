"""Every round of some shoes as arrays: what studies read that need more than a histogram."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from punto.core.outcome import SLOTS

Codes = npt.NDArray[np.uint16]
Ranks = npt.NDArray[np.uint8]

VOID_CODE: Final = SLOTS
"""A round that ran out of cards (I-08)."""
IDLE_CODE: Final = 2047
"""No round: the shoe had ended."""
UNSHOWN: Final = 13
"""In place of the rank of a card that was not drawn, or not shown before burning."""


@dataclass(frozen=True, slots=True)
class Trace:
    """`codes[shoe, round]` and `ranks[shoe, round, card]`, cards in draw order.

    `shown[shoe]` is the rank of the card shown before burning by value.
    """

    codes: Codes
    ranks: Ranks
    shown: npt.NDArray[np.uint8]

    def histogram(self) -> list[int]:
        """Count the classes; the last slot is voids."""
        dealt = self.codes[self.codes <= VOID_CODE]
        return [int(count) for count in np.bincount(dealt, minlength=SLOTS + 1)]
