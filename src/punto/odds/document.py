"""The answer of `punto odds --json`: every figure exact, as text where JSON would round it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from punto.core.composition import Composition
from punto.core.money import Odds
from punto.core.outcome import Winner, decode
from punto.core.rulebook import Rulebook
from punto.odds.bets import BetOdds, all_bet_odds
from punto.odds.drawing import drawing
from punto.odds.given import Shown, joint_given
from punto.odds.insurance import InsuranceOdds, Line, insurance_table, offers_given
from punto.odds.weights import orderings

Json = dict[str, Any]


def odds_document(rulebook: Rulebook, composition: Composition, shown: Shown) -> Json:
    """Price everything that a game offers with these cards left."""
    rules = drawing(rulebook.tableau)
    weights = joint_given(composition, shown, rules)
    document: Json = {
        "game": rulebook.id,
        "composition": list(composition.counts),
        "orderings": str(orderings(composition)),
        "bets": {
            odds.bet.id: _bet(odds) for odds in all_bet_odds(rulebook.columns.values(), weights)
        },
        "insurance": [_line(line) for line in insurance_table(rulebook, composition, rules)],
    }
    if shown.player or shown.banker:
        document["shown"] = {"player": _hand(shown.player), "banker": _hand(shown.banker)}
        document["orderings_given"] = str(sum(weights))
        document["result"] = _result(weights)
        document["insurance_offers"] = [
            _offer(offer) for offer in offers_given(rulebook, shown, weights)
        ]
    return document


def exact(value: Fraction) -> str:
    """Write a fraction as `a/b`, a whole number too."""
    return f"{value.numerator}/{value.denominator}"


def _hand(hand: Sequence[str | None]) -> list[str]:
    return ["?" if rank is None else str(rank) for rank in hand]


def _bet(odds: BetOdds) -> Json:
    return {
        "pays": [{"odds": _odds(each.odds), "ways": str(each.ways)} for each in odds.pays],
        "push": str(odds.push),
        "lose": str(odds.lose),
        "edge": exact(odds.edge),
        "edge_float": float(odds.edge),
        "variance_float": float(odds.variance),
        "hit_float": float(odds.hit_rate),
        "clauses": list(dict.fromkeys(clause for row in odds.bet.rows for clause in row.clauses)),
    }


def _result(weights: Sequence[int]) -> Json:
    ways = dict.fromkeys(Winner, 0)
    for code, weight in enumerate(weights):
        if weight:
            ways[decode(code).winner] += weight
    return {str(winner): exact(Fraction(each, sum(weights))) for winner, each in ways.items()}


def _cell(odds: InsuranceOdds) -> Json:
    return {
        "own": list(odds.own),
        "other": list(odds.other),
        "arises": exact(odds.arises),
        "win": exact(odds.share(odds.win)),
        "push": exact(odds.share(odds.push)),
        "lose": exact(odds.share(odds.lose)),
        "edge": exact(odds.edge),
        "edge_float": float(odds.edge),
    }


def _line(line: Line) -> Json:
    row = line.whole.row
    return {
        "side": str(row.side),
        "stage": str(row.stage),
        "odds": _odds(row.odds),
        **_cell(line.whole),
        "clauses": list(row.clauses),
        "cells": [_cell(cell) for cell in line.cells],
    }


def _offer(odds: InsuranceOdds) -> Json:
    return {
        "side": str(odds.row.side),
        "stage": str(odds.row.stage),
        "odds": _odds(odds.row.odds),
        **{key: value for key, value in _cell(odds).items() if key != "arises"},
    }


def _odds(odds: Odds | None) -> list[int]:
    return [odds.num, odds.den] if odds else [0, 1]
