"""What the cards say, and the finite set of classes that stands between cards and money.

An `OutcomeClass` holds the two totals, the two hand sizes and the pair class. Everything
that any bet may depend on is in it and nothing else, so a bet is a column over the classes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import cached_property
from typing import Final

from punto.core.cards import Card, total
from punto.core.checks import require


class Side(StrEnum):
    """The two Hands of a round (tb4:1.12, mbs5:3.12)."""

    PLAYER = "player"
    BANKER = "banker"

    @property
    def other(self) -> Side:
        """Return the Hand opposite."""
        return Side.BANKER if self is Side.PLAYER else Side.PLAYER


class Winner(StrEnum):
    """The result of a round (tb4:3.13, tb4:1.30, tb4:3.14, mbs5:3.15)."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"


class PairClass(IntEnum):
    """Pairs among the four initial cards, by rank (tb4:3.10, mbs5:3.13, I-09, I-11)."""

    NONE = 0
    PLAYER = 1
    BANKER = 2
    BOTH = 3
    """Both Hands paired, in different ranks (I-12)."""
    TWIN = 4
    """Both Hands paired in one rank (I-10)."""

    @property
    def player(self) -> bool:
        """Tell whether the Player Hand is paired."""
        return self not in (PairClass.NONE, PairClass.BANKER)

    @property
    def banker(self) -> bool:
        """Tell whether the Banker Hand is paired."""
        return self not in (PairClass.NONE, PairClass.PLAYER)


SLOTS: Final = 10 * 10 * 2 * 2 * 5
"""Size of the table that a class code indexes; 779 of the codes can occur."""


@dataclass(frozen=True)
class OutcomeClass:
    """One class; `code` numbers it: (((P*10 + B)*2 + pc-2)*2 + bc-2)*5 + pair class."""

    player_total: int
    banker_total: int
    player_cards: int
    banker_cards: int
    pairs: PairClass

    @property
    def code(self) -> int:
        """Return the slot of this class in every column, weight list and histogram."""
        sizes = (self.player_cards - 2) * 2 + self.banker_cards - 2
        return ((self.player_total * 10 + self.banker_total) * 4 + sizes) * 5 + self.pairs

    @cached_property
    def winner(self) -> Winner:
        """Name the winner: more points win, equal points tie (tb4:3.13, tb4:3.14)."""
        if self.player_total == self.banker_total:
            return Winner.TIE
        return Winner.PLAYER if self.player_total > self.banker_total else Winner.BANKER

    @property
    def natural(self) -> bool:
        """Tell whether a two-card 8 or 9 ended the drawing (tb4:1.14, mbs5:1.1.5)."""
        two_card_totals = (
            self.player_total if self.player_cards == 2 else 0,
            self.banker_total if self.banker_cards == 2 else 0,
        )
        return self.player_cards == self.banker_cards == 2 and max(two_card_totals) >= 8


def decode(code: int) -> OutcomeClass:
    """Return the class with this code, whether or not it can occur."""
    require(0 <= code < SLOTS, f"class code {code} is outside 0 to {SLOTS - 1}")
    rest, pairs = divmod(code, 5)
    totals, sizes = divmod(rest, 4)
    player_total, banker_total = divmod(totals, 10)
    return OutcomeClass(player_total, banker_total, 2 + sizes // 2, 2 + sizes % 2, PairClass(pairs))


def pair_class(player: Sequence[Card], banker: Sequence[Card]) -> PairClass:
    """Class the pairs among the first two cards of each Hand (tb4:1.21, tb4:1.33)."""
    player_pair = player[0].rank is player[1].rank
    banker_pair = banker[0].rank is banker[1].rank
    if player_pair and banker_pair:
        return PairClass.TWIN if player[0].rank is banker[0].rank else PairClass.BOTH
    if player_pair:
        return PairClass.PLAYER
    return PairClass.BANKER if banker_pair else PairClass.NONE


def classify(player: Sequence[Card], banker: Sequence[Card]) -> OutcomeClass:
    """Put two finished Hands into their class."""
    return OutcomeClass(
        total(player), total(banker), len(player), len(banker), pair_class(player, banker)
    )
