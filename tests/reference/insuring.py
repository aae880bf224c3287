"""The Insurance Plus Pay Table and its settlement (dhyx2:4.1.2, 4.2; tbi1:4.1.8, 4.2)."""

from __future__ import annotations

from .dealing import Finished, point_total
from .paying import RETURNED, Pays

FOUR = "after_four_cards"
THIRD = "after_player_third_card"
STAGES = (FOUR, THIRD)

Row = tuple[str, str, tuple[int, ...], tuple[int, ...], tuple[int, int], bool]

DOCUMENT_ROWS: list[Row] = [
    # side, stage, points of the insured Hand, points of the other, odds, pays on a Tie
    ("player", FOUR, (5,), (4,), (3, 2), False),
    ("player", FOUR, (6,), (0, 1, 2, 3, 4, 5), (5, 2), False),
    ("player", FOUR, (7,), (0, 1, 2, 3, 4, 5), (4, 1), False),
    ("player", THIRD, (5,), (0, 1, 2, 3, 4), (3, 2), False),
    ("player", THIRD, (6,), (0, 1, 2, 3, 4, 5), (5, 2), False),
    ("player", THIRD, (7,), (0, 1, 2, 3, 4, 5, 6), (4, 1), False),
    ("player", THIRD, (8,), (0, 1, 2, 3, 4, 5, 6), (10, 1), False),
    ("player", THIRD, (9,), (0, 1, 2, 3, 4, 5, 6), (10, 1), True),
    ("banker", FOUR, (4,), (0, 1, 2, 3), (3, 2), False),
    ("banker", FOUR, (5,), (0, 1, 2, 3, 4), (3, 2), False),
    ("banker", FOUR, (6,), (0, 1, 2, 3, 4, 5), (5, 2), False),
    ("banker", FOUR, (7,), (0, 1, 2, 3, 4, 5), (4, 1), False),
    ("banker", THIRD, (1, 2, 3, 4, 5, 6), (0,), (10, 1), True),
    ("banker", THIRD, (1,), (1,), (6, 1), False),
    ("banker", THIRD, (2, 3, 4, 5, 6), (1,), (10, 1), False),
    ("banker", THIRD, (3, 4, 5, 6), (2,), (4, 1), False),
    ("banker", THIRD, (4,), (3,), (5, 2), False),
]
"""The pay table as printed, the same in both documents; the starred rows pay on a Tie (I-59)."""

SITUATIONS = [
    (side, stage, own, other, odds, on_tie)
    for side, stage, owns, others, odds, on_tie in DOCUMENT_ROWS
    for own in owns
    for other in others
]
"""The same, one situation a row."""


def find_situation(
    side: str, stage: str, own: int, other: int
) -> tuple[tuple[int, int], bool] | None:
    """Look the situation up: its odds and whether it pays on a Tie, or None without a row."""
    for row_side, row_stage, row_own, row_other, odds, on_tie in SITUATIONS:
        if (row_side, row_stage, row_own, row_other) == (side, stage, own, other):
            return odds, on_tie
    return None


def situation_in_round(r: Finished, side: str, stage: str) -> tuple[tuple[int, int], bool] | None:
    """Find what was on offer at a stage of a finished round, None when nothing was.

    An offer needs a card still to be drawn (I-57); the second stage needs Player's third card.
    """
    if stage == FOUR:
        player_points = point_total(list(r.player[:2]))
        still_to_draw = len(r.player) + len(r.banker) > 4
    else:
        player_points = point_total(list(r.player))
        still_to_draw = len(r.player) == 3 and len(r.banker) == 3
    if not still_to_draw:
        return None
    banker_points = point_total(list(r.banker[:2]))
    if side == "player":
        return find_situation(side, stage, player_points, banker_points)
    return find_situation(side, stage, banker_points, player_points)


def insurance_pays(r: Finished, side: str, odds: tuple[int, int], pays_on_tie: bool) -> Pays:
    """Settle on the final result at the odds of its own stage (I-77).

    A starred row pays on the Tie and on nothing else (I-59); every other Insurance comes back on
    a Tie (I-60).
    """
    if pays_on_tie:
        return odds if r.winner == "tie" else None
    if r.winner == "tie":
        return RETURNED
    return None if r.winner == side else odds
