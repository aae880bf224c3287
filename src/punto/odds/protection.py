"""The answer of `punto protect --json`: how well a game is protected, with these cards left."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final

from punto.core.cards import RANKS
from punto.core.composition import Composition
from punto.core.rulebook import Rulebook
from punto.odds.document import exact
from punto.odds.drawing import drawing
from punto.odds.exposed import Exposed, first_card, first_two_cards, gain
from punto.odds.portfolio import correlation, covariance, exposure
from punto.odds.readings import readings
from punto.odds.removal import best_count, bet_results, effects_of_removal, insurance_results
from punto.odds.weights import joint

Json = dict[str, Any]

LEVELS: Final = (1, 2, 3)
"""The largest tags that a person can be expected to keep."""


class View(StrEnum):
    """What to look at."""

    REMOVAL = "removal"
    EXPOSED = "exposed"
    READINGS = "readings"
    CORRELATION = "correlation"


def protection(rulebook: Rulebook, composition: Composition, view: View) -> Json:
    """Work one view out."""
    answer: Json = {"game": rulebook.id, "composition": list(composition.counts)}
    match view:
        case View.REMOVAL:
            answer |= _removal(rulebook, composition)
        case View.EXPOSED:
            answer |= _exposed(rulebook, composition)
        case View.READINGS:
            answer["readings"] = _readings(rulebook, composition)
        case View.CORRELATION:
            answer |= _correlation(rulebook, composition)
    return answer


def _removal(rulebook: Rulebook, composition: Composition) -> Json:
    found: Json = {"ranks": [str(rank) for rank in RANKS]}
    for part, results in (
        ("bets", bet_results(rulebook)),
        ("insurance", insurance_results(rulebook)),
    ):
        found[part] = {
            name: {
                "effects": [exact(effect) for effect in effects],
                "counts": [
                    {"tags": list(count.tags), "correlation": count.correlation}
                    for count in (best_count(effects, composition, level) for level in LEVELS)
                ],
            }
            for name, effects in effects_of_removal(results, composition).items()
        }
    return found


def _exposed(rulebook: Rulebook, composition: Composition) -> Json:
    one, two = first_card(rulebook, composition), first_two_cards(rulebook, composition)
    return {
        "one_card": [_seen(each) for each in one],
        "two_cards": [_seen(each) for each in two],
        "gain_of_one": exact(gain(one)),
        "gain_of_two": exact(gain(two)),
    }


def _seen(exposed: Exposed) -> Json:
    return {
        "cards": [str(card) for card in exposed.cards],
        "chance": exact(exposed.chance),
        "best": exposed.best[0],
        "results": {bet: float(result) for bet, result in exposed.results.items()},
    }


def _readings(rulebook: Rulebook, composition: Composition) -> list[Json]:
    return [
        {
            "interpretation": each.interpretation,
            "bet": each.bet,
            "reading": each.reading,
            "default": exact(-each.default),
            "edge": exact(-each.result),
            "edge_float": float(-each.result),
        }
        for each in readings(rulebook, composition)
    ]


def _correlation(rulebook: Rulebook, composition: Composition) -> Json:
    weights = joint(composition, drawing(rulebook.tableau))
    table = covariance(list(rulebook.columns.values()), weights)
    return {
        "bets": list(rulebook.columns),
        "covariance": [[exact(each) for each in row] for row in table],
        "correlation": correlation(table),
    }


def book_document(rulebook: Rulebook, composition: Composition, book: Mapping[str, int]) -> Json:
    """Say what a book of wagers (bet to cents) may cost the house before the first card."""
    found = exposure(rulebook.columns, book, joint(composition, drawing(rulebook.tableau)))
    return {
        "game": rulebook.id,
        "composition": list(composition.counts),
        "book": dict(book),
        "staked": sum(book.values()),
        "expected": exact(found.expected),
        "expected_float": float(found.expected),
        "deviation_float": found.deviation,
        "worst": exact(found.worst.house),
        "classes": [
            {
                "player": each.outcome.player_total,
                "banker": each.outcome.banker_total,
                "player_cards": each.outcome.player_cards,
                "banker_cards": each.outcome.banker_cards,
                "pairs": each.outcome.pairs.name.lower(),
                "ways": str(each.ways),
                "house": exact(each.house),
            }
            for each in found.results
        ],
    }
