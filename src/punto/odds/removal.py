"""What one card gone does to every bet, and the best count that a person can keep.

The effect of removal of a rank is what a unit's expected result changes by when one card of
that rank leaves. Weighed by the cards left the effects sum to nothing: a card burnt unseen
changes no edge (I-05). A linear count adds a tag for every card seen; the best tags are the
effects themselves, and how well others do is their correlation with them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

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
    mean = sum(c * tag for c, tag in zip(counts, tags, strict=True)) / size
    both = squares = effect_squares = 0.0
    for count, tag, effect in zip(counts, tags, effects, strict=True):
        both += count * (tag - mean) * float(effect)
        squares += count * (tag - mean) ** 2
        effect_squares += count * float(effect) ** 2
    spread = math.sqrt(squares * effect_squares)
    return both / spread if spread else 0.0


def best_count(effects: Sequence[Fraction], composition: Composition, level: int) -> Count:
    """Find balanced whole-number tags from -level to level that follow the effects best.

    Starting points are the effects, stretched and rounded; each is improved by changing one or
    two tags at a time until none of these helps. Ten, J, Q and K share a tag if their effects
    are equal, as they are unless a bet is on pairs. Balanced means that the tags of a whole
    deck sum to 0, so that the count needs no correction.
    """
    groups = _alike(effects)
    sizes = [len(group) for group in groups]
    largest = max(abs(float(effect)) for effect in effects)
    if not largest:
        return Count((0,) * len(effects), 0.0)
    goal = [float(effects[group[0]]) / largest for group in groups]

    def score(tags: Sequence[int]) -> float:
        whole = [0.0] * len(effects)
        for group, tag in zip(groups, tags, strict=True):
            for place in group:
                whole[place] = tag
        return betting_correlation(whole, effects, composition)

    best: tuple[float, tuple[int, ...]] = (0.0, (0,) * len(groups))
    starts = {
        tuple(max(-level, min(level, round(each * step / 20))) for each in goal)
        for step in range(8, 20 * level + 21)
    }
    for start in sorted(starts):
        balanced = _balance(start, sizes, goal, level)
        if balanced is not None:
            best = max(best, _climb(balanced, sizes, level, score))
    tags = [0] * len(effects)
    for group, tag in zip(groups, best[1], strict=True):
        for place in group:
            tags[place] = tag
    return Count(tuple(tags), best[0])


def _alike(effects: Sequence[Fraction]) -> list[list[int]]:
    groups = [[place] for place in range(9)]
    tens = {effects[place] for place in range(9, 13)}
    return (
        [*groups, list(range(9, 13))] if len(tens) == 1 else [*groups, *([p] for p in range(9, 13))]
    )


def _balance(
    tags: Sequence[int], sizes: Sequence[int], goal: Sequence[float], level: int
) -> tuple[int, ...] | None:
    """Move tags against their sum, those first that the effects ask for least."""
    moved = list(tags)
    for _ in range(4 * level * len(tags)):
        excess = sum(tag * size for tag, size in zip(moved, sizes, strict=True))
        if excess == 0:
            return tuple(moved)
        step = -1 if excess > 0 else 1
        places = [
            place
            for place, size in enumerate(sizes)
            if size <= abs(excess) and abs(moved[place] + step) <= level
        ]
        if not places:
            return None
        moved[min(places, key=lambda p: (abs(moved[p] + step - goal[p] * level), p))] += step
    return None


def _climb(
    tags: tuple[int, ...],
    sizes: Sequence[int],
    level: int,
    score: Callable[[Sequence[int]], float],
) -> tuple[float, tuple[int, ...]]:
    """Change two tags at a time, keeping the balance, as long as it helps."""
    best = (score(tags), tags)
    while True:
        tried = best
        for up, down in product(range(len(tags)), repeat=2):
            common = math.gcd(sizes[up], sizes[down])
            moved = list(best[1])
            moved[up] += sizes[down] // common
            moved[down] -= sizes[up] // common
            if up != down and max(map(abs, moved)) <= level:
                tried = max(tried, (score(moved), tuple(moved)))
        if tried == best:
            return best
        best = tried
