"""Cards seen before the bets: what a card drawn in excess is worth to whoever saw it.

Under tb4:5.8, dhyx2:5.7 and tbi1:5.7 a card drawn in excess opens the next round: the first is
Player's first card, the second Banker's first (I-90). Results are those of a unit staked with
that knowledge.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from punto.core.cards import Rank
from punto.core.composition import Composition
from punto.core.rulebook import Rulebook
from punto.odds.bets import all_bet_odds
from punto.odds.drawing import drawing
from punto.odds.given import Shown, joint_given


@dataclass(frozen=True, slots=True)
class Exposed:
    """What every bet is worth once these cards are seen."""

    cards: tuple[Rank, ...]
    chance: Fraction
    """How likely these cards are to be the ones."""
    results: Mapping[str, Fraction]

    @property
    def best(self) -> tuple[str, Fraction]:
        """Return the bet that is worth most, and its expected result."""
        return max(self.results.items(), key=lambda item: item[1])


def first_card(rulebook: Rulebook, composition: Composition) -> list[Exposed]:
    """Weigh every bet with Player's first card known (table T8)."""
    return [
        _exposed(rulebook, composition, (rank,)) for rank in Rank if composition.counts[rank.place]
    ]


def first_two_cards(rulebook: Rulebook, composition: Composition) -> list[Exposed]:
    """Weigh every bet with the first card of each Hand known."""
    return [
        _exposed(rulebook, composition, (player, banker))
        for player in Rank
        for banker in Rank
        if composition.counts[player.place]
        and composition.counts[banker.place] > (player is banker)
    ]


def _exposed(rulebook: Rulebook, composition: Composition, cards: tuple[Rank, ...]) -> Exposed:
    weights = joint_given(composition, Shown(cards[:1], cards[1:]), drawing(rulebook.tableau))
    chance, left = Fraction(1), composition
    for rank in cards:
        chance *= Fraction(left.counts[rank.place], left.size)
        left = left.without([rank])
    odds = all_bet_odds(rulebook.columns.values(), weights)
    return Exposed(cards, chance, {each.bet.id: -each.edge for each in odds})


def gain(exposures: list[Exposed]) -> Fraction:
    """Return what a unit earns on average by betting best, and only when it is worth it."""
    return sum((each.chance * max(each.best[1], Fraction(0)) for each in exposures), Fraction(0))
