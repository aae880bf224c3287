"""What one card gone does to every bet, and the best count that a person can keep.

The effect of removal of a rank is what a unit's expected result changes by when one card of
that rank leaves. Weighed by the cards left the effects sum to nothing: a card burnt unseen
changes no edge (I-05). A linear count adds a tag for every card seen; the best tags are the
effects themselves, and how well others do is their correlation with them.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from punto.core.cards import RANKS
from punto.core.composition import Composition
from punto.core.rulebook import Rulebook
from punto.odds.bets import all_bet_odds
from punto.odds.drawing import drawing
from punto.odds.insurance import insurance_table
from punto.odds.weights import check_enough, joint

Results = Mapping[str, Fraction]
"""Expected result of a unit, by bet or insurance line."""

Effects = dict[str, tuple[Fraction, ...]]
"""By bet or insurance line, the effect of removal of each rank, A 2 ... 10 J Q K."""


def bet_results(rulebook: Rulebook) -> Callable[[Composition], Results]:
    """Make the function that gives every bet's expected result for any cards left."""
    rules, columns = drawing(rulebook.tableau), tuple(rulebook.columns.values())

    def results(composition: Composition) -> Results:
        return {
            odds.bet.id: -odds.edge for odds in all_bet_odds(columns, joint(composition, rules))
        }

    return results


def insurance_results(rulebook: Rulebook) -> Callable[[Composition], Results]:
    """Make the function that gives every insurance line's expected result once it is offered."""
    rules = drawing(rulebook.tableau)

    def results(composition: Composition) -> Results:
        return {
            line.name: -line.whole.edge for line in insurance_table(rulebook, composition, rules)
        }

    return results


def effects_of_removal(
    results: Callable[[Composition], Results], composition: Composition
) -> Effects:
    """Compute the effect of removal of each rank; a rank that is not there has none."""
    check_enough(Composition((max(composition.size - 1, 0),) + (0,) * 12))
    before = results(composition)
    after: dict[tuple[int, ...], Results] = {}
    effects: dict[str, list[Fraction]] = {name: [] for name in before}
    for place, rank in enumerate(RANKS):
        left = composition.without([rank]) if composition.counts[place] else composition
        # the ranks of value 0 differ in name only
        alike = (*left.counts[:9], *sorted(left.counts[9:]))
        if alike not in after:
            after[alike] = results(left)
        for name, found in effects.items():
            found.append(after[alike].get(name, before[name]) - before[name])
    return {name: tuple(found) for name, found in effects.items()}


@dataclass(frozen=True, slots=True)
class Count:
    """Whole-number tags by rank and their correlation with the effects of removal."""

    tags: tuple[int, ...]
    correlation: float


def betting_correlation(
    tags: Sequence[float], effects: Sequence[Fraction], composition: Composition
) -> float:
    """Correlate tags with effects over the cards left."""
    counts, size = composition.counts, composition.size
    values = [float(effect) for effect in effects]
    mean_tag = sum(map(operator.mul, counts, tags)) / size
    mean = sum(map(operator.mul, counts, values)) / size
    both = squares = effect_squares = 0.0
    for count, tag, value in zip(counts, tags, values, strict=True):
        both += count * (tag - mean_tag) * (value - mean)
        squares += count * (tag - mean_tag) ** 2
        effect_squares += count * (value - mean) ** 2
    spread = math.sqrt(squares * effect_squares)
    return both / spread if spread else 0.0


def best_count(effects: Sequence[Fraction], composition: Composition, level: int) -> Count:
    """Find the balanced whole-number tags from -level to level that follow the effects best.

    Balanced means that the tags of a deck sum to 0, so that the count needs no correction. Over
    whole decks the correlation is then the sum of tag times effect over the root of the sum of
    squared tags. So it is enough to know, rank by rank, the best first sum for every balance and
    every sum of squares: no better count of that level exists.
    """
    groups = _alike(effects)
    best: dict[tuple[int, int], tuple[float, tuple[int, ...]]] = {(0, 0): (0.0, ())}
    room = len(effects)
    for places in groups:
        weight, value = len(places), float(effects[places[0]])
        room -= weight
        found: dict[tuple[int, int], tuple[float, tuple[int, ...]]] = {}
        for (balance, squares), (follows, tags) in best.items():
            for tag in range(-level, level + 1):
                moved = balance + weight * tag
                if abs(moved) > level * room:
                    continue
                state = moved, squares + weight * tag * tag
                reached = follows + weight * tag * value
                if state not in found or reached > found[state][0]:
                    found[state] = reached, (*tags, tag)
        best = found
    counts = [
        (follows / math.sqrt(squares), tags)
        for (_, squares), (follows, tags) in best.items()
        if squares
    ]
    follows, chosen = max(counts, default=(0.0, ()))
    best_tags = [0] * len(effects)
    if follows > 0:
        for places, tag in zip(groups, chosen, strict=True):
            for place in places:
                best_tags[place] = tag
    return Count(tuple(best_tags), betting_correlation(best_tags, effects, composition))


def _alike(effects: Sequence[Fraction]) -> list[tuple[int, ...]]:
    """Give ranks one tag that differ in name only: Ten, J, Q and K, unless a bet is on pairs."""
    tens = tuple(range(9, 13))
    alike = len({effects[place] for place in tens}) == 1
    return [*([tens] if alike else ((place,) for place in tens)), *((p,) for p in range(9))]
