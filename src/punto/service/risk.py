"""What the bets on a table may cost the house, and what a card known too early is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from punto.core.cards import Rank
from punto.core.composition import Composition
from punto.core.conduct.reading import live_wagers, share_playing
from punto.core.outcome import OutcomeClass, Winner
from punto.core.rulebook import Rulebook
from punto.core.state import Table
from punto.odds.bets import all_bet_odds
from punto.odds.drawing import drawing
from punto.odds.given import Shown, joint_given
from punto.odds.portfolio import ClassResult, Exposure, exposure
from punto.service.shown import cards_left

Plain = dict[str, Any]
WORST = 12
"""Classes that are shown one by one, the worst for the house first."""


def book_of(table: Table) -> dict[str, int]:
    """Add up what plays on each bet; Insurance comes later and stands beside it."""
    book: Counter[str] = Counter()
    if table.round is not None and not table.round.over:
        for wager in live_wagers(table.round):
            for share in wager.shares:
                book[wager.bet] += share_playing(wager, share.patron, 1)
    return dict(book)


def risk(table: Table, rules: Rulebook, decks: int) -> Plain:
    """Say for each outcome what the house wins or pays, and what is known before the bets."""
    left, shown = cards_left(table, decks)
    left = _with_those_to_come(left, table)
    known = _known(table)
    if known:
        shown = Shown(known[:1], known[1:])
    weights = joint_given(left, shown, drawing(rules.tableau))
    found = exposure(rules.columns, book_of(table), weights)
    return {
        "staked": sum(book_of(table).values()),
        "expected": round(found.expected),
        "deviation": round(found.deviation),
        "losing": float(found.chance_of_losing(1)),
        "outcomes": {str(winner): _outcome(found, winner) for winner in Winner},
        "classes": [
            _class(each)
            | {
                "winner": each.outcome.winner.value,
                "chance": each.ways / found.orderings,
                "house": round(each.house),
            }
            for each in found.results[:WORST]
            if each.house < 0
        ],
        "known": _advantage(known, rules, weights),
    }


def _outcome(found: Exposure, winner: Winner) -> Plain | None:
    """Show the worst and the best class of an outcome; None where it can no longer come."""
    among = [each for each in found.results if each.outcome.winner is winner]
    if not among:
        return None
    ways = sum(each.ways for each in among)
    return {
        "chance": ways / found.orderings,
        "worst": round(among[0].house),
        "by": _class(among[0]),
        "best": round(among[-1].house),
        "mean": round(sum(each.house * each.ways for each in among) / ways),
    }


def _class(result: ClassResult) -> Plain:
    one: OutcomeClass = result.outcome
    return {
        "player_total": one.player_total,
        "banker_total": one.banker_total,
        "player_cards": one.player_cards,
        "banker_cards": one.banker_cards,
        "player_pair": one.pairs.player,
        "banker_pair": one.pairs.banker,
    }


def _known(table: Table) -> tuple[Rank | None, ...]:
    """List the first cards of the coming round as far as everybody has seen them (I-90)."""
    if table.round is not None and not table.round.over and table.round.drawn:
        return ()
    ranks = tuple(
        drawn.card.rank if drawn.card is not None and drawn.exposed else None
        for drawn in table.carried[:2]
    )
    return ranks if any(ranks) else ()


def _with_those_to_come(left: Composition, table: Table) -> Composition:
    """Put back the cards that have left the device and are still to be dealt."""
    counts = list(left.counts)
    for drawn in table.carried:
        if drawn.card is not None:
            counts[drawn.card.rank.place] += 1
    return Composition(tuple(counts))


def _advantage(
    known: tuple[Rank | None, ...], rules: Rulebook, weights: Sequence[int]
) -> Plain | None:
    """Say what each bet costs whoever has seen these cards: less than nothing is his gain."""
    if not known:
        return None
    priced = all_bet_odds(rules.columns.values(), weights)
    return {
        "cards": [None if rank is None else str(rank) for rank in known],
        "edges": {each.bet.id: float(each.edge) for each in priced},
    }
