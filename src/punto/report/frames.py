"""The odds as Polars data frames, ready for Arrow and Parquet.

Ways are text, because a column of 64-bit numbers would not hold those of every composition;
`frame["ways"].cast(pl.Int64)` is exact up to ten decks.
"""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl

from punto.core.cards import RANKS
from punto.core.composition import Composition
from punto.core.outcome import decode
from punto.core.rulebook import Rulebook
from punto.odds.bets import all_bet_odds, profit
from punto.odds.drawing import drawing
from punto.odds.insurance import insurance_table
from punto.odds.removal import bet_results, effects_of_removal
from punto.odds.weights import joint, orderings


def classes(rulebook: Rulebook, composition: Composition) -> pl.DataFrame:
    """List every outcome class that can occur, with its weight."""
    every = orderings(composition)
    return pl.DataFrame(
        [
            {
                "class": code,
                "player_total": outcome.player_total,
                "banker_total": outcome.banker_total,
                "player_cards": outcome.player_cards,
                "banker_cards": outcome.banker_cards,
                "winner": str(outcome.winner),
                "pairs": outcome.pairs.name.lower(),
                "ways": str(ways),
                "probability": ways / every,
            }
            for code, ways in enumerate(joint(composition, drawing(rulebook.tableau)))
            if ways
            for outcome in (decode(code),)
        ]
    )


def bets(rulebook: Rulebook, composition: Composition) -> pl.DataFrame:
    """List every bet with its edge, hit rate, variance and deviation."""
    weights = joint(composition, drawing(rulebook.tableau))
    return pl.DataFrame(
        [
            {
                "bet": odds.bet.id,
                "edge": float(odds.edge),
                "hit_rate": float(odds.hit_rate),
                "variance": float(odds.variance),
                "deviation": odds.deviation,
                "push": str(odds.push),
                "lose": str(odds.lose),
            }
            for odds in all_bet_odds(rulebook.columns.values(), weights)
        ]
    )


def pay_rows(rulebook: Rulebook, composition: Composition) -> pl.DataFrame:
    """List every row that pays, with its odds, ways, probability and clauses."""
    weights = joint(composition, drawing(rulebook.tableau))
    return pl.DataFrame(
        [
            {
                "bet": odds.bet.id,
                "row": each.row.name,
                "odds_num": each.odds.num,
                "odds_den": each.odds.den,
                "profit": float(profit(each.row)),
                "ways": str(each.ways),
                "probability": float(odds.probability(each.ways)),
                "clauses": list(each.row.clauses),
            }
            for odds in all_bet_odds(rulebook.columns.values(), weights)
            for each in odds.pays
        ]
    )


def insurance(rulebook: Rulebook, composition: Composition) -> pl.DataFrame:
    """List every Insurance situation: how often it arises and what becomes of it."""
    table = insurance_table(rulebook, composition, drawing(rulebook.tableau))
    return pl.DataFrame(
        [
            {
                "side": str(cell.row.side),
                "stage": str(cell.row.stage),
                "own": cell.own[0],
                "other": cell.other[0],
                "odds_num": cell.row.odds.num,
                "odds_den": cell.row.odds.den,
                "arises": float(cell.arises),
                "win": float(cell.share(cell.win)),
                "push": float(cell.share(cell.push)),
                "lose": float(cell.share(cell.lose)),
                "edge": float(cell.edge),
            }
            for line in table
            for cell in line.cells
        ],
        schema=INSURANCE,
    )


INSURANCE = {
    "side": pl.String, "stage": pl.String, "own": pl.Int64, "other": pl.Int64,
    "odds_num": pl.Int64, "odds_den": pl.Int64, "arises": pl.Float64, "win": pl.Float64,
    "push": pl.Float64, "lose": pl.Float64, "edge": pl.Float64,
}  # fmt: skip
"""Columns of `insurance`, which a game without Insurance leaves empty."""


def removal(rulebook: Rulebook, composition: Composition) -> pl.DataFrame:
    """List the effect of removal of every rank on every bet, a row for each pair of them."""
    effects = effects_of_removal(bet_results(rulebook), composition)
    return pl.DataFrame(
        [
            {"bet": bet, "rank": str(rank), "effect": float(effect)}
            for bet, each in effects.items()
            for rank, effect in zip(RANKS, each, strict=True)
        ]
    )


def edges_by_decks(rulebook: Rulebook, decks: Iterable[int]) -> pl.DataFrame:
    """List every bet's edge for some numbers of fresh decks."""
    frames = [
        bets(rulebook, Composition((4 * number,) * len(RANKS)))
        .select("bet", "edge")
        .insert_column(0, pl.Series("decks", [number] * len(rulebook.bets), pl.Int64))
        for number in decks
    ]
    return pl.concat(frames)
