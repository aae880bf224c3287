"""What a PAR sheet says, before it is written as a workbook or a page."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import Final

from punto.core.composition import Composition, fresh
from punto.core.rulebook import Rulebook
from punto.odds.bets import BetOdds, all_bet_odds
from punto.odds.drawing import drawing
from punto.odds.insurance import Line, insurance_table
from punto.odds.portfolio import correlation, covariance
from punto.odds.readings import Reading, readings
from punto.odds.removal import Count, Effects, best_count, bet_results, effects_of_removal
from punto.odds.weights import joint, orderings

ROUNDS: Final = tuple(10**power for power in range(3, 8))
"""The numbers of rounds of the confidence table."""

LEVELS: Final = {"90 %": 1.644854, "95 %": 1.959964, "99 %": 2.575829}
"""Confidence and how many standard deviations to either side it takes."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A line of a bet's table: what it pays for a unit, and in how many ways it comes."""

    bet: str
    name: str
    num: int
    den: int
    """Profit as a fraction; -1 to 1 where the stake is lost, 0 where it comes back."""
    ways: int
    clauses: tuple[str, ...]


class ParSheet:
    """Every figure of one game with fresh decks; each is computed when first asked for."""

    def __init__(self, rulebook: Rulebook, decks: int) -> None:
        self.rulebook = rulebook
        self.decks = decks
        self.composition: Composition = fresh(decks)
        self.orderings = orderings(self.composition)
        self._rules = drawing(rulebook.tableau)
        self._weights = joint(self.composition, self._rules)

    @cached_property
    def bets(self) -> list[BetOdds]:
        """Price every bet."""
        return all_bet_odds(self.rulebook.columns.values(), self._weights)

    @cached_property
    def outcomes(self) -> list[Outcome]:
        """List every line of every bet: what pays, what comes back, what is lost."""
        found = []
        for odds in self.bets:
            name = odds.bet.name
            for each in odds.pays:
                row = each.row
                fraction = each.odds.num, each.odds.den
                found.append(Outcome(name, row.name, *fraction, each.ways, row.clauses))
            pushes = [row for row in odds.bet.rows if row.odds is None]
            if pushes:
                cited = tuple(clause for row in pushes for clause in row.clauses)
                found.append(Outcome(name, "stake returned", 0, 1, odds.push, cited))
            found.append(Outcome(name, "lost", -1, 1, odds.lose, odds.bet.clauses))
        return found

    @cached_property
    def insurance(self) -> list[Line]:
        """Price every line of the Insurance pay table; none if the game has no Insurance."""
        return insurance_table(self.rulebook, self.composition, self._rules)

    @cached_property
    def effects(self) -> Effects:
        """Compute the effects of removal of each rank on each bet."""
        return effects_of_removal(bet_results(self.rulebook), self.composition)

    @cached_property
    def counts(self) -> dict[str, Count]:
        """Find the best balanced count of tags up to two for each bet that can be counted."""
        found = {
            bet: best_count(effects, self.composition, 2) for bet, effects in self.effects.items()
        }
        return {bet: count for bet, count in found.items() if count.correlation}

    @cached_property
    def readings(self) -> list[Reading]:
        """Price the disputed readings."""
        return readings(self.rulebook, self.composition)

    @cached_property
    def correlation(self) -> list[list[float]]:
        """Correlate every bet with every other."""
        return correlation(covariance(list(self.rulebook.columns.values()), self._weights))


def confidence(odds: BetOdds, rounds: int, deviations: float) -> tuple[float, float]:
    """Return the range of the bettor's result per unit over so many rounds."""
    mean = -float(odds.edge)
    reach = deviations * odds.deviation / sqrt(rounds)
    return mean - reach, mean + reach


def percent(value: Fraction | float, places: int = 4) -> str:
    """Write a share or a result in per cent."""
    return f"{100 * float(value):.{places}f}"
