"""Insurance Plus: what is on offer, up to how much, and how it ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from punto.core.cards import Card, total
from punto.core.checks import Misuse
from punto.core.limits import Limits
from punto.core.money import Cents
from punto.core.outcome import Side
from punto.core.policies import InsurancePolicy, LongOddsBase
from punto.core.rulebook import InsuranceRow, Rulebook, Stage


def stage_of(player: Sequence[Card], banker: Sequence[Card]) -> Stage | None:
    """Name the stage that the exposed cards are at, None where no Insurance can be due."""
    if len(banker) != 2:
        return None
    if len(player) == 2:
        return Stage.AFTER_FOUR_CARDS
    return Stage.AFTER_PLAYER_THIRD_CARD if len(player) == 3 else None


def offers(
    rules: Rulebook, player: Sequence[Card], banker: Sequence[Card]
) -> tuple[InsuranceRow, ...]:
    """List the Insurance on offer now: only while a card is still to be drawn (I-57).

    Never more than one row can apply at a stage (I-58), but that is the pay table's doing.
    """
    stage = stage_of(player, banker)
    if stage is None or rules.tableau.next_hand(player, banker) is None:
        return ()
    points = {Side.PLAYER: total(player), Side.BANKER: total(banker)}
    rows = (rules.insurance_row(side, stage, points[side], points[side.other]) for side in Side)
    return tuple(row for row in rows if row is not None)


def policy(rules: Rulebook) -> InsurancePolicy:
    """Return the policy of a game that has Insurance Plus."""
    found = rules.policies.insurance
    if found is None:
        raise Misuse(f"{rules.id} has no Insurance")
    return found


def is_long(rules: Rulebook, row: InsuranceRow) -> bool:
    """Tell whether a row pays the odds that have a cap of their own (dhyx2:3.12.2)."""
    return (row.odds.num, row.odds.den) == policy(rules).long_odds.value


def cap(rules: Rulebook, row: InsuranceRow, original: Cents, limits: Limits) -> Cents:
    """Return the most that one person may insure on one Hand at one offer (I-61 to I-63).

    That is the Original Bet; at 10 to 1 also `long_share` of it.
    """
    share = long_share(rules, row, original, limits)
    return original if share is None else min(original, share)


def long_share(rules: Rulebook, row: InsuranceRow, original: Cents, limits: Limits) -> Cents | None:
    """Return a quarter of the maximum limit for a row at 10 to 1 (dhyx2:3.12.2, I-63).

    Of the maximum Differential where no other maximum is set or the base says so. None where the
    row is another one or no limit is set.
    """
    if not is_long(rules, row):
        return None
    base = _long_base(policy(rules).long_odds_base.value, original, limits)
    num, den = policy(rules).long_odds_share.value
    return None if base is None else base * num // den


def _long_base(base: LongOddsBase, original: Cents, limits: Limits) -> Cents | None:
    match base:
        case LongOddsBase.MAXIMUM_ELSE_DIFFERENTIAL:
            return limits.differential if limits.maximum is None else limits.maximum
        case LongOddsBase.DIFFERENTIAL:
            return limits.differential
        case LongOddsBase.ORIGINAL_BET:
            return original
        case _:
            assert_never(base)
