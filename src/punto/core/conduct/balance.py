"""The Differential while bets can still move: what a change of bets makes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from punto.core import events as e
from punto.core.checks import invariant
from punto.core.conduct.evolve import apply
from punto.core.conduct.reading import Answer, laid, refuse, setup_of
from punto.core.differential import Laid, measure, rejections
from punto.core.money import Cents
from punto.core.policies import (
    DifferentialBefore,
)
from punto.core.rulebook import Rulebook
from punto.core.state import Table


def with_differential(
    table: Table, changed: list[e.Event], wager_id: str, rules: Rulebook
) -> Answer:
    """Add what the Differential makes of a change, or refuse the change for it."""
    maximum = setup_of(table).limits.differential
    after = laid(apply(table, changed), rules, noticed=True)
    if maximum is None or not measure(after).excess(maximum):
        return changed
    cited = rules.policies.differential.before
    match cited.value:
        case DifferentialBefore.ASK_THEN_REMOVE:
            return [*changed, exceeded(after, maximum, rules)]
        case DifferentialBefore.SEATED_FIRST:
            return _seated_first(table, changed, after, wager_id, rules)
        case _:
            assert_never(cited.value)


def _seated_first(
    table: Table, changed: list[e.Event], after: list[Laid], wager_id: str, rules: Rulebook
) -> Answer:
    """Reject the excess, Standing bets first; a bet that cannot fit is refused (I-52)."""
    limits = setup_of(table).limits
    invariant(limits.differential is not None, "there is a Differential to exceed")
    cited = rules.policies.differential.before
    before = {bet.id: bet for bet in laid(table, rules, noticed=True)}
    changing = next((bet for bet in after if bet.id == wager_id), None)
    grew = changing is not None and (
        wager_id not in before or before[wager_id].stake < changing.stake
    )
    if grew and changing is not None:
        # Last in line among its kind: only Standing bets make room, and only for a Seated one.
        changing = replace(changing, order=max(bet.order for bet in after) + 1)
        after = [changing if bet.id == wager_id else bet for bet in after]
    minimum = setup_of(table).limits_for(measure(after).heavier).minimum
    left = rejections(after, limits.differential, minimum, limits.unit)
    if grew and changing is not None and wager_id in left:
        room = _room(after, changing, limits.differential or 0) // limits.unit * limits.unit
        return refuse(
            "differential_exceeded",
            f"the Differential would be {measure(after).difference} cents, above its maximum of "
            f"{limits.differential}",
            f"there is room for {room} cents on {changing.side}",
            cited.clauses,
            cited.by,
            "stake",
        )
    return [
        *changed,
        *(
            e.WagerRejected(
                id=other,
                stake=stake,
                reason="above the maximum Differential",
                clauses=cited.clauses,
                by=cited.by,
            )
            for other, stake in left.items()
        ),
    ]


def _room(after: Sequence[Laid], wanted: Laid, maximum: Cents) -> Cents:
    """Say how much of a stake would fit; a Seated Player's may displace Standing ones (I-52)."""
    others = [bet for bet in after if bet.id != wanted.id]
    if wanted.seated:
        others = [bet for bet in others if bet.seated or bet.side is not wanted.side]
    return measure(others).room(wanted.side, maximum) or 0


def exceeded(bets: Sequence[Laid], maximum: Cents, rules: Rulebook) -> e.DifferentialExceeded:
    """Make the event that calls for stakes to be moved (mbs5:5.18)."""
    totals = measure(bets)
    cited = rules.policies.differential.before
    return e.DifferentialExceeded(
        player=totals.player,
        banker=totals.banker,
        maximum=maximum,
        clauses=cited.clauses,
        by=cited.by,
    )
