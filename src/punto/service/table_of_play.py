"""How the Table of Play has been applied so far, from what lies face up and from nothing else."""

from __future__ import annotations

from typing import Any

from punto.core.cards import Card, total
from punto.core.conduct.reading import exposed_hand, hand
from punto.core.outcome import Side
from punto.core.rulebook import Rulebook
from punto.core.state import Round

Plain = dict[str, Any]


def steps(round_: Round, rules: Rulebook) -> list[Plain]:
    """Say step by step who draws, on what and against what (tb4:3.12, mbs5:3.14)."""
    player, banker = (_face_up(round_, side) for side in Side)
    if len(player) < 2 or len(banker) < 2:
        return []
    first = total(player[:2]), total(banker[:2])
    if rules.tableau.natural(*first):
        return [{"act": "natural", "player": first[0], "banker": first[1]}]
    draws = rules.tableau.player_takes_third(*first)
    said = [_step(Side.PLAYER, first[0], draws=draws, against=None)]
    if draws and len(player) < 3:
        return said
    third = player[2].points if draws else None
    takes = rules.tableau.banker_takes_third(*first, third)
    return [*said, _step(Side.BANKER, first[1], draws=takes, against=third)]


def _face_up(round_: Round, side: Side) -> tuple[Card, ...]:
    """Return a Hand up to the first card that nobody can see."""
    known = exposed_hand(round_, side)
    if known is not None:
        return known
    two = [drawn.card for _, drawn in hand(round_, side)[:2] if drawn.exposed]
    seen = tuple(card for card in two if card is not None)
    return seen if len(seen) == 2 else ()


def _step(side: Side, points: int, *, draws: bool, against: int | None) -> Plain:
    act = "draws" if draws else "stands"
    return {"act": act, "hand": side.value, "total": points, "against": against}
