"""The Table of Play as bit masks: bit p of a mask stands for a Player two-card total of p.

The weights are counted for all ten Player totals at once, so the question is never whether a
Hand draws but for which Player totals it does.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Protocol

TOTALS: Final = range(10)
"""Point totals, and equally the ten values of a card (I-01)."""

_ALL: Final = (1 << 10) - 1

Masks = tuple[int, ...]


class TableOfPlay(Protocol):
    """What the odds need to know of `punto.core.tableau.Tableau`, or of another reading of it."""

    def player_takes_third(self, player: int, banker: int) -> bool:
        """Tell from the two-card totals whether Player draws."""
        ...

    def banker_takes_third(self, player: int, banker: int, player_third: int | None) -> bool:
        """Tell whether Banker draws; `player_third` is None when Player stood."""
        ...


@dataclass(frozen=True, slots=True)
class Drawing:
    """Who draws, by Banker's two-card total b and the value t of Player's third card."""

    neither: Masks
    """[b]: the Player totals with which both Hands stand on two cards."""
    banker_only: Masks
    """[b]: the Player totals with which Player stands and Banker draws."""
    player_only: tuple[Masks, ...]
    """[b][t]: the Player totals with which Player draws t and Banker stands."""
    both: tuple[Masks, ...]
    """[b][t]: the Player totals with which Player draws t and Banker draws too."""


def drawing(tableau: TableOfPlay) -> Drawing:
    """Tabulate a Table of Play (tb4:3.12, mbs5:3.14)."""
    player = [_mask(tableau.player_takes_third(p, b) for p in TOTALS) for b in TOTALS]
    standing = [_mask(tableau.banker_takes_third(p, b, None) for p in TOTALS) for b in TOTALS]
    after = [
        [_mask(tableau.banker_takes_third(p, b, t) for p in TOTALS) for t in TOTALS] for b in TOTALS
    ]
    return Drawing(
        neither=tuple(_ALL & ~player[b] & ~standing[b] for b in TOTALS),
        banker_only=tuple(standing[b] & ~player[b] for b in TOTALS),
        player_only=tuple(tuple(player[b] & ~after[b][t] for t in TOTALS) for b in TOTALS),
        both=tuple(tuple(player[b] & after[b][t] for t in TOTALS) for b in TOTALS),
    )


def _mask(flags: Iterable[bool]) -> int:
    return sum(flag << p for p, flag in enumerate(flags))
