"""Table T5: in what share of all deals an outcome is established, by the cards that lie face up.

The table counts every rank as equally likely, whatever has left the device.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement

import pytest

from punto.core.cards import RANKS, Rank
from punto.core.conduct.reading import established as at_the_table
from punto.core.established import established, result_fixed
from punto.core.outcome import Side
from punto.core.rulebook import Layout, Rulebook
from tests.support.conduct import Dealt
from tests.support.games import games

NONE: tuple[Rank, ...] = ()
Hands = tuple[Sequence[Rank], Sequence[Rank]]


@cache
def pairs() -> tuple[tuple[tuple[Rank, Rank], int], ...]:
    """List the two-card Hands without regard to order, with the number of their orders."""
    return tuple(((a, b), 1 if a is b else 2) for a, b in combinations_with_replacement(RANKS, 2))


def first_two(side: Side) -> Iterator[tuple[Hands, int]]:
    for two, orders in pairs():
        yield ((two, NONE) if side is Side.PLAYER else (NONE, two)), orders


def one_of_each() -> Iterator[tuple[Hands, int]]:
    for player in RANKS:
        for banker in RANKS:
            yield ((player,), (banker,)), 1


def player_banker_player() -> Iterator[tuple[Hands, int]]:
    for two, orders in pairs():
        for banker in RANKS:
            yield (two, (banker,)), orders


def all_four() -> Iterator[tuple[Hands, int]]:
    for player, player_orders in pairs():
        for banker, banker_orders in pairs():
            yield (player, banker), player_orders * banker_orders


def share(deals: Iterator[tuple[Hands, int]], holds: Callable[[Hands], object]) -> Fraction:
    """Add up the deals for which a statement holds."""
    every = met = 0
    for hands, weight in deals:
        every += weight
        met += weight if holds(hands) else 0
    return Fraction(met, every)


def shares(rules: Rulebook, layout: Layout) -> list[str]:
    """Give the line of table T5 for a layout, in per cent to one place."""

    def decided(hands: Hands) -> tuple[str, ...]:
        return established(rules, layout, *hands)

    def first_alone(side: Side) -> Iterator[tuple[Hands, int]]:
        return ((((rank,), NONE) if side is Side.PLAYER else (NONE, (rank,)), 1) for rank in RANKS)

    nothing = [
        share(iter([((NONE, NONE), 1)]), decided),
        share(first_alone(Side.PLAYER), decided),
        share(first_alone(Side.BANKER), decided),
        share(one_of_each(), decided),
    ]
    later = [
        share(first_two(Side.PLAYER), decided),
        share(first_two(Side.BANKER), decided),
        share(player_banker_player(), decided),
        share(all_four(), decided),
    ]
    return [f"{float(max(nothing)):.1%}", *(f"{float(part):.1%}" for part in later)]


@pytest.mark.clause("tb4:5.4.1", "tbi1:5.4.1")
@pytest.mark.interpretation("I-80", "I-81")
@games("tb4", "tbi1")
def test_with_tiger_buffalo_the_first_two_cards_of_either_hand_establish_an_outcome(
    rules: Rulebook,
) -> None:
    kinds = {layout.bets: layout for layout in rules.layouts.values()}
    for layout in kinds.values():
        assert shares(rules, layout) == ["0.0%", "100.0%", "100.0%", "100.0%", "100.0%"]


@pytest.mark.clause("mbs5:5.17.1", "mbs5:5.17.2", "dhyx2:5.4.1")
@pytest.mark.interpretation("I-80", "I-81")
@games("mbs5", "dhyx2")
def test_with_the_eight_bets_an_outcome_is_established_with_four_cards_at_the_latest(
    rules: Rulebook,
) -> None:
    (bets,) = {frozenset(layout.bets) for layout in rules.layouts.values()}
    assert len(bets) == 8
    layout = next(iter(rules.layouts.values()))
    assert shares(rules, layout) == ["0.0%", "43.2%", "91.7%", "43.2%", "100.0%"]


@pytest.mark.interpretation("I-72", "I-80")
@games("dhyx2")
def test_the_result_alone_is_fixed_by_the_four_cards_in_fewer_than_two_deals_of_five(
    rules: Rulebook,
) -> None:
    def fixed(hands: Hands) -> bool:
        return result_fixed(rules.tableau, *hands)

    assert share(first_two(Side.PLAYER), fixed) == share(first_two(Side.BANKER), fixed) == 0
    assert share(player_banker_player(), fixed) == 0
    assert f"{float(share(all_four(), fixed)):.1%}" == "37.9%"
    assert f"{float(share(after_third(rules), fixed)):.1%}" == "36.8%"


def after_third(rules: Rulebook) -> Iterator[tuple[Hands, int]]:
    """List the deals in which Player draws, with the third card."""
    for (player, banker), weight in all_four():
        totals = [sum(rank.points for rank in two) % 10 for two in (player, banker)]
        if not rules.tableau.player_takes_third(totals[0], totals[1]):
            continue
        for rank in RANKS:
            yield ((*player, rank), banker), weight


@pytest.mark.interpretation("I-80", "I-105")
@games("tb4", "mbs5", "dhyx2", "tbi1")
def test_what_counts_are_the_bets_of_the_layout_laid_or_not(rules: Rulebook) -> None:
    empty = Dealt(rules).open().call().deals("4 K A 2")
    layout = rules.layouts[empty.setup.layout]
    decided = at_the_table(empty.table, rules, empty.round)
    assert decided
    assert set(decided) < set(layout.bets)
    laid = Dealt(rules).open().call().bets("Ann", "player", 100).deals("4 K A 2")
    assert at_the_table(laid.table, rules, laid.round) == decided
