"""Insurance before the round: how often each line of its pay table arises, and what follows.

A situation is a stage and both Hands' points at it, with a card still to be drawn (I-57). The
final result is known only later, so the classes do not hold it; it is counted here deal by
deal, over all Player totals at once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final

from punto.core.cards import Card, Suit, total
from punto.core.composition import Composition
from punto.core.insurance import offers
from punto.core.outcome import SLOTS, Side, Winner, decode
from punto.core.rulebook import InsuranceRow, Result, Rulebook, Stage
from punto.odds.drawing import TOTALS, Drawing
from punto.odds.given import Shown
from punto.odds.weights import Deck, orderings

Situation = tuple[Stage, int, int, bool]
"""Stage, Player's points, Banker's points, and whether a card is still to be drawn."""

Results = dict[Winner, int]
"""Weights of the final results."""


@dataclass(frozen=True, slots=True)
class InsuranceOdds:
    """An Insurance at one pair of points, or a whole line of them, for given cards left."""

    row: InsuranceRow
    own: tuple[int, ...]
    """Points of the insured Hand."""
    other: tuple[int, ...]
    win: int
    push: int
    lose: int
    orderings: int

    @property
    def arises(self) -> Fraction:
        """Return how often it is offered."""
        return Fraction(self.offered, self.orderings)

    @property
    def offered(self) -> int:
        """Return the ways in which it is offered."""
        return self.win + self.push + self.lose

    @property
    def edge(self) -> Fraction:
        """Return what a unit of stake is expected to cost once it is offered."""
        odds = self.row.odds
        return Fraction(self.lose * odds.den - self.win * odds.num, odds.den * self.offered)

    def share(self, ways: int) -> Fraction:
        """Return the share of these ways in those in which it is offered."""
        return Fraction(ways, self.offered)


def situations(composition: Composition, rules: Drawing) -> dict[Situation, Results]:
    """Weigh the final results after every situation that an Insurance could be offered in."""
    deck = Deck(composition, rules, by_pairs=False)
    lanes = deck.lanes
    rows: dict[tuple[Stage, int, bool, Winner], int] = defaultdict(int)
    for size, banker, third, last, (row,) in deck.deals():
        drawn = size > 0
        for winner, bits in _winners(third, (banker + last) % 10):
            part = row & lanes.mask(bits)
            if drawn:
                rows[Stage.AFTER_FOUR_CARDS, banker, True, winner] += part
            if size >= 2:
                later = Stage.AFTER_PLAYER_THIRD_CARD, banker, size == 3, winner
                rows[later] += part << third * lanes.width
    found: dict[Situation, Results] = {}
    for (stage, banker, to_come, winner), row in rows.items():
        for player, ways in enumerate(lanes.numbers(row)):
            if ways:
                results = found.setdefault(
                    (stage, player, banker, to_come), dict.fromkeys(Winner, 0)
                )
                results[winner] += ways
    return found


@cache
def _winners(third: int, banker: int) -> tuple[tuple[Winner, int], ...]:
    """Split Player's two-card totals by who wins once `third` is added to them."""
    masks = dict.fromkeys(Winner, 0)
    for p in TOTALS:
        final = (p + third) % 10
        if final == banker:
            masks[Winner.TIE] |= 1 << p
        else:
            masks[Winner.PLAYER if final > banker else Winner.BANKER] |= 1 << p
    return tuple(masks.items())


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the Insurance pay table and the cells that it is made of."""

    whole: InsuranceOdds
    cells: tuple[InsuranceOdds, ...]

    @property
    def name(self) -> str:
        """Name the line: side, own points, other points, stage."""
        row = self.whole.row
        stage = row.stage.replace("_", " ")
        return f"{row.side} {span(self.whole.own)} v {span(self.whole.other)} {stage}"

    @property
    def edges(self) -> tuple[Fraction, Fraction]:
        """Return the lowest and the highest edge of its cells."""
        edges = [cell.edge for cell in self.cells]
        return min(edges), max(edges)


def insurance_table(
    rulebook: Rulebook, composition: Composition, rules: Drawing, *, also_standing: bool = False
) -> list[Line]:
    """Weigh every line of the Insurance pay table that can arise.

    `also_standing` counts offers made although no card is still to be drawn, which I-57 refuses.
    """
    if not rulebook.insurance_rows:
        return []
    found = situations(composition, rules)
    every = orderings(composition)
    lines = []
    for row in rulebook.insurance_rows:
        cells = []
        for own in sorted(row.own):
            for other in sorted(row.other):
                results = _results(found, row, (own, other), also_standing=also_standing)
                if results:
                    cells.append(_odds(row, (own,), (other,), results, every))
        if cells:
            lines.append(Line(_sum(row, cells), tuple(cells)))
    return lines


def _results(
    found: dict[Situation, Results],
    row: InsuranceRow,
    points: tuple[int, int],
    *,
    also_standing: bool,
) -> Results:
    player, banker = points if row.side is Side.PLAYER else points[::-1]
    sums: Results = {}
    for to_come in (True, False) if also_standing else (True,):
        for winner, ways in found.get((row.stage, player, banker, to_come), {}).items():
            sums[winner] = sums.get(winner, 0) + ways
    return sums


def _odds(
    row: InsuranceRow,
    own: tuple[int, ...],
    other: tuple[int, ...],
    results: Results,
    every: int,
) -> InsuranceOdds:
    by_result = dict.fromkeys(Result, 0)
    for winner, ways in results.items():
        by_result[row.result(_ENDING[winner])] += ways
    win, push, lose = by_result[Result.WIN], by_result[Result.PUSH], by_result[Result.LOSE]
    return InsuranceOdds(row, own, other, win, push, lose, every)


_ENDING: Final = {
    winner: next(outcome for outcome in map(decode, range(SLOTS)) if outcome.winner is winner)
    for winner in Winner
}
"""Any class with that winner: an Insurance asks for nothing else (I-59, I-77)."""


def _sum(row: InsuranceRow, cells: Sequence[InsuranceOdds]) -> InsuranceOdds:
    return InsuranceOdds(
        row,
        tuple(sorted(row.own)),
        tuple(sorted(row.other)),
        sum(cell.win for cell in cells),
        sum(cell.push for cell in cells),
        sum(cell.lose for cell in cells),
        cells[0].orderings,
    )


def offers_given(rulebook: Rulebook, shown: Shown, weights: Sequence[int]) -> list[InsuranceOdds]:
    """Weigh the Insurance on offer after the cards shown, `weights` being given them.

    Until all cards drawn so far lie face up there is no offer (I-67).
    """
    hands = [
        [Card(rank, Suit.SPADES) for rank in hand if rank is not None]
        for hand in (shown.player, shown.banker)
    ]
    if None in shown.player + shown.banker or any(len(hand) < 2 for hand in hands):
        return []
    results = dict.fromkeys(Winner, 0)
    for code, ways in enumerate(weights):
        if ways:
            results[decode(code).winner] += ways
    points = {Side.PLAYER: total(hands[0]), Side.BANKER: total(hands[1])}
    return [
        _odds(row, (points[row.side],), (points[row.side.other],), results, sum(weights))
        for row in offers(rulebook, *hands)
    ]


def span(points: Sequence[int]) -> str:
    """Write points as a pay table does: `4`, or `0-5`."""
    return str(points[0]) if len(points) == 1 else f"{points[0]}-{points[-1]}"
