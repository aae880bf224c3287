"""The answers of the odds lab: every figure of a game with odds, cards and layout as one likes.

The pay tables are those of an approved rulebook, with any of its odds changed. What is counted
are ways, which no odds change; so a count is kept, and other odds only weigh it again. Ways and
fractions are text, as JSON would round them; a reader can do every sum again, to the unit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from punto.core.bets import Bet, Condition, PayRow
from punto.core.cards import RANKS
from punto.core.composition import Composition, fresh
from punto.core.money import Odds
from punto.core.outcome import PairClass, Winner, decode
from punto.core.rulebook import Rulebook
from punto.odds.asked import written_hand
from punto.odds.bets import BetOdds, all_bet_odds
from punto.odds.compare import changes
from punto.odds.document import exact
from punto.odds.drawing import drawing
from punto.odds.given import Shown, joint_given
from punto.odds.insurance import InsuranceOdds, insurance_table, offers_given
from punto.odds.removal import effects_of_removal
from punto.odds.weights import orderings
from punto.rules import load
from punto.rules.draft import INSURANCE, Place, with_odds

Json = dict[str, Any]

KEPT: Final = 1024
"""Counts that are kept: a few kilobytes each, for whoever changes odds or one card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What the lab is asked about."""

    rules_id: str
    composition: Composition
    shown: Shown = field(default_factory=Shown)
    layout: str | None = None
    """The letter of a layout whose bets alone are wanted; None for every bet."""
    odds: tuple[tuple[Place, Odds], ...] = ()
    """Odds other than the printed ones."""

    @property
    def printed(self) -> Rulebook:
        """Return the approved rulebook."""
        return load(self.rules_id)

    @property
    def draft(self) -> Rulebook:
        """Return the rulebook with the odds that are asked about."""
        return with_odds(self.printed, dict(self.odds))

    @property
    def bets(self) -> tuple[str, ...]:
        """List the bets that are wanted."""
        book = self.printed
        return tuple(book.bets) if self.layout is None else book.layouts[self.layout].bets


@dataclass(frozen=True, slots=True)
class Counted:
    """Everything about a round that no odds change."""

    bets: Mapping[str, BetOdds]
    winners: Mapping[Winner, int]
    offers: tuple[InsuranceOdds, ...]


@lru_cache(maxsize=KEPT)
def counted(rules_id: str, composition: Composition, shown: Shown) -> Counted:
    """Count the ways of every bet under the printed pay tables."""
    book = load(rules_id)
    weights = joint_given(composition, shown, drawing(book.tableau))
    winners = dict.fromkeys(Winner, 0)
    for code, ways in enumerate(weights):
        if ways:
            winners[decode(code).winner] += ways
    bets = {each.bet.id: each for each in all_bet_odds(book.columns.values(), weights)}
    return Counted(bets, winners, tuple(offers_given(book, shown, weights)))


@lru_cache(maxsize=KEPT)
def insurance(rules_id: str, composition: Composition) -> Mapping[int, InsuranceOdds]:
    """Count the lines of the Insurance pay table that can arise, by their number from 1."""
    book = load(rules_id)
    lines = insurance_table(book, composition, drawing(book.tableau))
    return {book.insurance_rows.index(line.whole.row) + 1: line.whole for line in lines}


def repriced(odds: BetOdds, bet: Bet) -> BetOdds:
    """Weigh the ways of a bet again under another pay table with the same rows."""
    rows = {row.name: row for row in bet.rows}
    pays = []
    for each in odds.pays:
        row = rows[each.row.name]
        pays.append(replace(each, row=row, odds=row.odds or each.odds))
    return BetOdds(bet, tuple(pays), odds.push, odds.lose)


def reinsured(rulebook: Rulebook, number: int, odds: InsuranceOdds) -> InsuranceOdds:
    """Weigh the ways of an Insurance again under another pay table with the same lines."""
    return replace(odds, row=rulebook.insurance_rows[number - 1])


def lab_document(asked: Asked) -> Json:
    """Price every bet and Insurance; with cards shown, given them."""
    printed, draft = asked.printed, asked.draft
    found = counted(asked.rules_id, asked.composition, asked.shown)
    ways = sum(found.winners.values())
    shown = asked.shown
    before_the_round = not shown.player and not shown.banker
    lines = insurance(asked.rules_id, asked.composition) if before_the_round else {}
    offers = {printed.insurance_rows.index(each.row) + 1: each for each in found.offers}
    return {
        "game": printed.id,
        "layout": asked.layout,
        "composition": list(asked.composition.counts),
        "cards_left": asked.composition.size,
        "shown": None
        if before_the_round
        else {"player": _hand(shown, "player"), "banker": _hand(shown, "banker")},
        "orderings": str(orderings(asked.composition)),
        "ways": str(ways),
        "result": {
            str(winner): {"ways": str(each), "chance": exact(Fraction(each, ways))}
            for winner, each in found.winners.items()
        },
        "bets": [
            _bet(found.bets[name], draft.bets[name], printed.wagers.original.value)
            for name in asked.bets
        ],
        "insurance": [_line(draft, number, each) for number, each in lines.items()],
        "offers": [_line(draft, number, each) for number, each in offers.items()],
        "changes": [
            {"where": each.where, "before": each.before, "after": each.after}
            for each in (changes(printed, draft) if asked.odds else ())
        ],
    }


def _hand(shown: Shown, side: str) -> list[str]:
    return [written_hand([rank]) for rank in getattr(shown, side)]


def _bet(odds: BetOdds, bet: Bet, main: Iterable[str]) -> Json:
    found = repriced(odds, bet)
    ways = {each.row.name: each.ways for each in found.pays}
    before = {each.row.name: each.odds for each in odds.pays}
    return {
        "bet": bet.id,
        "name": bet.name,
        "name_zh": bet.name_zh,
        "main": bet.id in main,
        "clauses": list(bet.clauses),
        "by": list(bet.by),
        "rows": [_row(row, ways.get(row.name, found.push), before) for row in bet.rows],
        "lose": str(found.lose),
        "edge": exact(found.edge),
        "edge_float": float(found.edge),
        "printed_edge": exact(odds.edge),
        "variance": exact(found.variance),
        "variance_float": float(found.variance),
        "deviation_float": found.deviation,
        "hit": exact(found.hit_rate),
        "hit_float": float(found.hit_rate),
    }


def _row(row: PayRow, ways: int, before: Mapping[str, Odds]) -> Json:
    """Show a pay row; one without odds gives the stake back."""
    return {
        "row": row.name,
        "when": words_of(row.when),
        "odds": None if row.odds is None else [row.odds.num, row.odds.den],
        "printed": None if row.odds is None else [before[row.name].num, before[row.name].den],
        "ways": str(ways),
        "clauses": list(row.clauses),
        "by": list(row.by),
    }


def words_of(condition: Condition) -> Json:
    """Show the words of a pay row that are set, with the values that each allows."""
    return {
        word: [
            each.name.lower() if isinstance(each, PairClass) else each for each in sorted(allowed)
        ]
        for word, allowed in condition.words()
    }


def _line(draft: Rulebook, number: int, odds: InsuranceOdds) -> Json:
    found = reinsured(draft, number, odds)
    row, before = found.row, odds.row.odds
    return {
        "line": number,
        "side": str(row.side),
        "stage": str(row.stage),
        "own": list(odds.own),
        "other": list(odds.other),
        "pays_on_tie": row.pays_on_tie,
        "odds": [row.odds.num, row.odds.den],
        "printed": [before.num, before.den],
        "orderings": str(odds.orderings),
        "win": str(odds.win),
        "push": str(odds.push),
        "lose": str(odds.lose),
        "arises": exact(odds.arises),
        "edge": exact(found.edge),
        "edge_float": float(found.edge),
        "printed_edge": exact(odds.edge),
        "clauses": list(row.clauses),
        "by": list(row.by),
    }


def _results(asked: Asked) -> Callable[[Composition], Mapping[str, Fraction]]:
    """Make the function that gives what a unit brings, by bet and by `insurance.N`."""
    draft, wanted = asked.draft, asked.bets

    def results(composition: Composition) -> Mapping[str, Fraction]:
        bets = counted(asked.rules_id, composition, Shown()).bets
        lines = insurance(asked.rules_id, composition)
        return {name: -repriced(bets[name], draft.bets[name]).edge for name in wanted} | {
            f"{INSURANCE}.{number}": -reinsured(draft, number, each).edge
            for number, each in lines.items()
        }

    return results


def removal_document(asked: Asked) -> Json:
    """Say what one card gone, of each rank, does to what a unit brings; before the round."""
    effects = effects_of_removal(_results(asked), asked.composition)
    return {
        "game": asked.rules_id,
        "composition": list(asked.composition.counts),
        "ranks": [str(rank) for rank in RANKS],
        "effects": {name: [exact(each) for each in found] for name, found in effects.items()},
        "effects_float": {name: [float(each) for each in found] for name, found in effects.items()},
    }


def decks_document(asked: Asked) -> Json:
    """Give every edge for each number of fresh decks that the rules allow."""
    printed, draft = asked.printed, asked.draft
    decks = range(printed.decks.minimum, printed.decks.maximum + 1)
    by_decks = [counted(asked.rules_id, fresh(number), Shown()).bets for number in decks]
    edges: Json = {}
    for name in asked.bets:
        before = [bets[name].edge for bets in by_decks]
        after = [repriced(bets[name], draft.bets[name]).edge for bets in by_decks]
        edges[name] = {
            "edges": [exact(edge) for edge in after],
            "edges_float": [float(edge) for edge in after],
            "printed_float": [float(edge) for edge in before],
        }
    return {
        "game": printed.id,
        "decks": list(decks),
        "clauses": list(printed.decks.clauses),
        "bets": edges,
    }
