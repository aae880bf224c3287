"""What a simulated shoe is made of: decks, burning, the place of the cutting card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from punto.core.checks import require
from punto.core.composition import MAX_DECKS, MIN_DECKS
from punto.core.tableau import Tableau

MOST_BURNT_BY_VALUE: Final = 11
"""The card shown and as many as it is worth, ten for a Ten or a face card."""

LEAST_TO_DEAL: Final = 4
"""No round is counted that cannot have four cards (I-08)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoePlan:
    """How every shoe of a run is prepared and how deep it is dealt.

    The cutting card lies so that `cut_card` cards are behind it. When it appears during a
    round, that round is finished and is the last; when it is the first card of a round, that
    round is played and is the last (mbs5:3.17, I-07). In numbers: a round starts while at
    least `cut_card` cards are left. Tables that do not play the round which the cutting card
    opens, "more than 14 cards left", are `cut_card=15`. `one_more` is the custom of other
    houses: after a round in which the cutting card appeared, not as its first card, one more.

    `rounds` ends a shoe after so many at the latest. As many as are dealt from every shoe
    (`rounds_always`) show the odds without the effect of the cutting card: which shoes have
    another round depends on the cards, so the last rounds are no fair sample.

    Nothing is burnt unless asked for (I-05): `burn` cards face down, or, `burn_by_value`, one
    card shown and as many more as it is worth.
    """

    decks: int = 8
    cut_card: int = 14
    burn: int = 0
    burn_by_value: bool = False
    one_more: bool = False
    rounds: int | None = None

    def __post_init__(self) -> None:
        """Refuse what no dealer could prepare."""
        require(
            MIN_DECKS <= self.decks <= MAX_DECKS,
            f"{self.decks} decks: the rules allow {MIN_DECKS} to {MAX_DECKS} (tb4:2.2.1)",
        )
        require(self.burn >= 0, f"{self.burn} cards cannot be burnt")
        require(
            not (self.burn and self.burn_by_value),
            "burn a number of cards or by the value of the first, not both",
        )
        require(
            self.rounds is None or self.rounds >= 1,
            f"{self.rounds} rounds a shoe: ask for 1 or more",
        )
        deepest = self.cards - self.most_burnt
        require(
            0 <= self.cut_card <= deepest,
            f"a cutting card with {self.cut_card} cards behind it: these {self.decks} decks "
            f"leave 0 to {deepest}",
        )
        require(
            deepest >= 6,
            f"burning {self.burn} of {self.cards} cards leaves none to deal",
        )

    @property
    def cards(self) -> int:
        """Count the cards of a fresh shoe."""
        return 52 * self.decks

    @property
    def most_burnt(self) -> int:
        """Count the cards that burning may take at most."""
        return MOST_BURNT_BY_VALUE if self.burn_by_value else self.burn

    @property
    def starts_with(self) -> int:
        """Return the fewest cards left with which a round still starts."""
        return max(self.cut_card, LEAST_TO_DEAL)

    @property
    def most_rounds(self) -> int:
        """Bound the rounds of a shoe: each takes at least four cards."""
        bound = (self.cards - self.starts_with) // 4 + 1 + self.one_more
        return bound if self.rounds is None else min(bound, self.rounds)

    @property
    def rounds_always(self) -> int:
        """Count the rounds that every shoe has, however the cards fall: six cards each."""
        return (self.cards - self.most_burnt - self.starts_with) // 6 + 1

    def starts(self, left: int, before: int) -> bool:
        """Tell whether a round starts with `left` cards, `before` having been left at the last."""
        more = self.one_more and before > self.cut_card and left >= LEAST_TO_DEAL
        return more or left >= self.starts_with


@dataclass(frozen=True, slots=True)
class DrawTable:
    """The Table of Play as the kernels read it.

    `player[p][b]` tells whether Player draws on two-card totals p and b; `banker[p][b][v]`
    whether Banker does, v being Player's third card's points, 10 when Player stood.
    """

    player: tuple[tuple[bool, ...], ...]
    banker: tuple[tuple[tuple[bool, ...], ...], ...]


def draw_table(tableau: Tableau) -> DrawTable:
    """Write a rulebook's Table of Play out."""
    totals = range(10)
    return DrawTable(
        tuple(tuple(tableau.player_takes_third(p, b) for b in totals) for p in totals),
        tuple(
            tuple(
                tuple(tableau.banker_takes_third(p, b, None if v == 10 else v) for v in range(11))
                for b in totals
            )
            for p in totals
        ),
    )


def _lane_player(player: int, banker: int) -> bool:
    return max(player, banker) <= 7 and player <= 5


def _lane_banker(player: int, banker: int, third: int) -> bool:
    if max(player, banker) > 7:
        return False
    if third == 10:
        return banker <= 5
    limit = 3 + (third >> 1) if third < 8 else (2 if third == 8 else 3)
    return banker <= limit


LANE_TABLE: Final = DrawTable(
    tuple(tuple(_lane_player(p, b) for b in range(10)) for p in range(10)),
    tuple(
        tuple(tuple(_lane_banker(p, b, v) for v in range(11)) for b in range(10)) for p in range(10)
    ),
)
"""The Table of Play that the vector kernel has built in: Banker draws on at most 3 plus half
of Player's third card, 2 on an Eight, 3 on a Nine or nothing (tb4:3.12)."""


def same_play(one: DrawTable, other: DrawTable) -> bool:
    """Compare two Tables of Play where they can be asked: no third card for a Player who stands."""
    for player in range(10):
        if one.player[player] != other.player[player]:
            return False
        for banker in range(10):
            thirds = range(10) if one.player[player][banker] else (10,)
            left, right = one.banker[player][banker], other.banker[player][banker]
            if any(left[third] != right[third] for third in thirds):
                return False
    return True
