"""What everybody at a table has seen: the results of the shoe, and the cards that are left."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from punto.core.cards import Card
from punto.core.composition import Composition, fresh
from punto.core.conduct.reading import hand
from punto.core.outcome import Side
from punto.core.roads import Bead, Roads, bead, roads
from punto.core.rulebook import Rulebook
from punto.core.state import Table
from punto.odds.document import odds_document
from punto.odds.given import Shown
from punto.rules import load
from punto.service.history import History
from punto.service.searching import winning_bets


def roads_of(history: History, layout: str | None) -> Roads:
    """Draw the roads of the shoe that is being played; a void round has no place in them."""
    return roads(
        [
            bead(one.number, one.outcome, side_wins(load(one.rules), layout, one.outcome.code))
            for one in history.shoe()
            if one.outcome is not None and one.ending == "settled"
        ]
    )


def side_wins(rules: Rulebook, layout: str | None, code: int) -> list[str]:
    """List the side bets of the layout that a result pays."""
    found_layout = None if layout is None else rules.layouts.get(layout)
    offered = tuple(rules.bets) if found_layout is None else found_layout.bets
    paid = winning_bets(rules.id, code)
    return [name for name in offered if name in paid]


def beads_of(shown: Roads) -> list[dict[str, Any]]:
    """Write the bead plate as JSON values."""
    return [_bead(one) for one in shown.beads]


def _bead(one: Bead) -> dict[str, Any]:
    return {
        "round": one.round,
        "winner": one.winner.value,
        "points": one.points,
        "cards": one.cards,
        "natural": one.natural,
        "player_pair": one.player_pair,
        "banker_pair": one.banker_pair,
        "wins": list(one.wins),
    }


def cards_left(table: Table, decks: int) -> tuple[Composition, Shown]:
    """Say what is left for whoever has watched, and what this round shows.

    A card that only the device knows counts as not seen (I-81).
    """
    hidden: dict[Card, int] = {}
    shown = Shown()
    showing: list[Card] = []
    round_ = table.round
    if round_ is not None and not round_.over:
        for drawn in round_.drawn:
            if drawn.card is not None and not drawn.exposed:
                hidden[drawn.card] = hidden.get(drawn.card, 0) + 1
        hands = {side: [drawn for _, drawn in hand(round_, side)] for side in Side}
        shown = Shown(
            *(
                tuple(
                    drawn.card.rank if drawn.exposed and drawn.card is not None else None
                    for drawn in hands[side][:3]
                )
                for side in Side
            )
        )
        showing = [d.card for side in Side for d in hands[side] if d.exposed and d.card is not None]
    gone = [card.rank for card, number in table.seen for _ in range(number - hidden.get(card, 0))]
    left = list(fresh(decks).without(gone).counts)
    for card in showing:
        left[card.rank.place] += 1
    return Composition(tuple(left)), shown


@lru_cache(maxsize=512)
def odds(rules_id: str, left: Composition, shown: Shown) -> dict[str, Any]:
    """Price everything with these cards left; the same question is asked by a whole table."""
    return odds_document(load(rules_id), left, shown)
