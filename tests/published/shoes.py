"""Counting what a source counts, from the exact weights."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from punto.core.composition import Composition, fresh
from punto.core.outcome import OutcomeClass, Winner, decode
from punto.odds.drawing import drawing
from punto.odds.weights import joint, orderings
from punto.rules import load

RULES = drawing(load("rws-tiger-buffalo@4").tableau)
"""Everybody's baccarat has this Table of Play; only the bets differ."""

Holds = Callable[[OutcomeClass], bool]


@cache
def classes(shoe: Composition) -> tuple[tuple[OutcomeClass, int], ...]:
    weights = joint(shoe, RULES)
    return tuple((decode(code), ways) for code, ways in enumerate(weights) if ways)


def ways(shoe: int | Composition, holds: Holds) -> int:
    """Count the ordered six-card draws of fresh decks, or of a shoe, that `holds` names."""
    return sum(each for outcome, each in classes(_shoe(shoe)) if holds(outcome))


def chance(shoe: int | Composition, holds: Holds) -> float:
    return ways(shoe, holds) / orderings(_shoe(shoe))


def _shoe(shoe: int | Composition) -> Composition:
    return fresh(shoe) if isinstance(shoe, int) else shoe


def won_by(winner: Winner) -> Holds:
    return lambda outcome: outcome.winner is winner


BANKER, PLAYER, TIE = map(won_by, (Winner.BANKER, Winner.PLAYER, Winner.TIE))


def wins_with(winner: Winner, total: int, cards: int | None = None) -> Holds:
    """Name wins of one Hand with a total, and a number of cards if it matters."""

    def holds(outcome: OutcomeClass) -> bool:
        if outcome.winner is not winner:
            return False
        if winner is Winner.PLAYER:
            return outcome.player_total == total and cards in (None, outcome.player_cards)
        return outcome.banker_total == total and cards in (None, outcome.banker_cards)

    return holds
