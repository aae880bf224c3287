"""What holds for any cards, stakes, odds and conditions."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from punto.core.bets import Condition
from punto.core.cards import DECK, Card, total
from punto.core.composition import Composition, fresh
from punto.core.limits import Limits
from punto.core.money import Odds, profit, round_up
from punto.core.outcome import SLOTS, PairClass, Winner, classify, decode
from punto.core.rulebook import Result, Rulebook
from punto.core.settle import Settlement, Wager, pay, settle, wager_line
from punto.core.tableau import deal
from punto.rules import find, rulebooks

CARDS = st.sampled_from(DECK)
STAKES = st.integers(1, 10**9)
UNITS = st.sampled_from((1, 5, 25, 100, 500, 1000))
ODDS = st.builds(Odds, st.integers(1, 200), st.integers(1, 9))
RULES = st.sampled_from(list(rulebooks().values()))

TB4 = find("tb4")


@given(st.lists(CARDS, max_size=10), RULES)
def test_any_list_of_cards_can_be_dealt_and_none_is_lost(
    drawn: list[Card], rules: Rulebook
) -> None:
    hands = deal(drawn, rules.tableau)
    used = len(hands.player) + len(hands.banker)
    order = [*hands.player[:1], *hands.banker[:1], *hands.player[1:2], *hands.banker[1:2]]
    order += [*hands.player[2:], *hands.banker[2:]]
    assert [*order, *hands.surplus] == drawn
    assert used <= 6
    assert hands.complete is (rules.tableau.next_hand(hands.player, hands.banker) is None)
    assert hands.complete or not hands.surplus
    if hands.complete:
        outcome = classify(hands.player, hands.banker)
        assert decode(outcome.code) == outcome
        assert rules.tableau.natural(total(hands.player[:2]), total(hands.banker[:2])) is (
            outcome.natural
        )


@given(STAKES, ODDS, UNITS)
@pytest.mark.interpretation("I-23")
def test_rounding_up_is_never_below_the_exact_amount_and_less_than_a_unit_above(
    stake: int, odds: Odds, unit: int
) -> None:
    won = profit(stake, odds, unit)
    assert won % unit == 0
    assert 0 <= won * odds.den - stake * odds.num < unit * odds.den


@given(st.integers(0, 10**9), st.integers(1, 1000), UNITS)
def test_an_amount_that_chips_can_make_is_not_rounded(
    amount: int, denominator: int, unit: int
) -> None:
    assert round_up(amount * unit * denominator, denominator, unit) == amount * unit


@given(STAKES, STAKES, ODDS, UNITS)
def test_a_larger_stake_never_wins_less(one: int, two: int, odds: Odds, unit: int) -> None:
    low, high = sorted((one, two))
    assert profit(low, odds, unit) <= profit(high, odds, unit)


@given(STAKES, ODDS, UNITS)
@pytest.mark.interpretation("I-22")
def test_what_goes_back_is_nothing_the_stake_or_the_stake_and_the_profit(
    stake: int, odds: Odds, unit: int
) -> None:
    assert pay(stake, Result.LOSE, odds, unit) == (0, 0)
    assert pay(stake, Result.PUSH, odds, unit) == (0, stake)
    assert pay(stake, Result.PUSH, None, unit) == (0, stake)
    won, returned = pay(stake, Result.WIN, odds, unit)
    assert returned - won == stake
    assert won > 0


@st.composite
def tables(draw: st.DrawFn) -> tuple[Rulebook, str, list[Card], list[Wager], Limits]:
    rules = draw(RULES)
    letter = draw(st.sampled_from(list(rules.layouts)))
    drawn = draw(st.lists(CARDS, min_size=6, max_size=6))
    surplus = deal(drawn, rules.tableau).surplus
    bets = draw(st.lists(st.sampled_from(rules.layouts[letter].bets), max_size=8))
    wagers = [
        Wager(id=f"w{number}", bet=bet, stake=draw(STAKES)) for number, bet in enumerate(bets)
    ]
    limits = Limits(unit=draw(UNITS), maximum=draw(st.none() | STAKES))
    return rules, letter, drawn[: 6 - len(surplus)], wagers, limits


@given(tables())
@settings(max_examples=300)
def test_money_is_conserved_and_every_line_is_one_of_the_wagers(
    table: tuple[Rulebook, str, list[Card], list[Wager], Limits],
) -> None:
    rules, letter, drawn, wagers, limits = table
    done = settle(rules, letter, drawn, wagers, decks=10, limits=limits)
    assert isinstance(done, Settlement)
    assert [(line.id, line.bet, line.stake) for line in done.lines] == [
        (wager.id, wager.bet, wager.stake) for wager in wagers
    ]
    assert done.staked == sum(wager.stake for wager in wagers)
    assert done.returned == sum(line.returned for line in done.lines)
    for line in done.lines:
        kept_by_the_house = line.stake + line.profit - line.returned
        assert 0 <= kept_by_the_house <= line.stake
        assert line.profit == 0 or line.result is Result.WIN
        assert kept_by_the_house == 0 or line.result is Result.LOSE
        assert line.odds is None or line.result is Result.WIN


@given(tables(), st.randoms(use_true_random=False))
def test_the_order_of_the_wagers_changes_no_line(
    table: tuple[Rulebook, str, list[Card], list[Wager], Limits],
    chance: Random,
) -> None:
    rules, letter, drawn, wagers, limits = table
    mixed = list(wagers)
    chance.shuffle(mixed)
    one = settle(rules, letter, drawn, wagers, decks=10, limits=limits)
    two = settle(rules, letter, drawn, mixed, decks=10, limits=limits)
    assert isinstance(one, Settlement)
    assert isinstance(two, Settlement)
    assert {line.id: line for line in one.lines} == {line.id: line for line in two.lines}


@given(
    st.integers(0, SLOTS - 1),
    st.sampled_from(list(TB4.bets)),
    STAKES,
    st.integers(0, 10**9),
    UNITS,
)
@pytest.mark.interpretation("I-24", "I-49")
def test_a_stake_is_reduced_first_and_then_paid_and_the_rest_comes_back(
    code: int, bet: str, stake: int, cut: int, unit: int
) -> None:
    at_risk, limits = max(0, stake - cut), Limits(unit=unit)
    line = wager_line(TB4, Wager(id="w", bet=bet, stake=stake), code, limits, at_risk)
    whole = wager_line(TB4, Wager(id="w", bet=bet, stake=at_risk), code, limits)
    assert line.stake == stake
    assert line.profit == whole.profit
    assert line.returned == whole.returned + stake - at_risk


def some(values: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    return st.none() | st.frozensets(values, max_size=5)


DIGITS = st.integers(0, 9)
SIZES = st.integers(2, 3)


@given(
    st.builds(
        Condition,
        winner=some(st.sampled_from(Winner)),
        player_total=some(DIGITS),
        banker_total=some(DIGITS),
        winning_total=some(DIGITS),
        margin=some(DIGITS),
        player_cards=some(SIZES),
        banker_cards=some(SIZES),
        total_cards=some(st.integers(4, 6)),
        pairs=some(st.sampled_from(PairClass)),
    )
)
@settings(max_examples=40)
def test_the_mask_of_a_condition_is_what_holds_class_by_class(condition: Condition) -> None:
    mask = condition.mask()
    slow = sum(1 << code for code in range(SLOTS) if condition.holds(decode(code)))
    assert mask == slow


def test_the_mask_of_every_pay_row_is_what_holds_class_by_class() -> None:
    for rules in rulebooks().values():
        for bet, column in rules.columns.items():
            for code in range(SLOTS):
                holding = [row for row in rules.bets[bet].rows if row.when.holds(decode(code))]
                assert len(holding) <= 1
                assert column.row(code) is (holding[0] if holding else None)


@given(st.integers(1, 10), st.lists(CARDS, max_size=20))
def test_a_composition_loses_exactly_the_cards_that_are_taken_out(
    decks: int, drawn: list[Card]
) -> None:
    full = fresh(decks)
    assert full.size == 52 * decks
    shown = [card.rank for card in drawn][: 4 * decks]
    left = full.without(shown)
    assert left.size == full.size - len(shown)
    assert isinstance(left, Composition)
    assert [full.counts[rank.place] - left.counts[rank.place] for rank in shown] == [
        shown.count(rank) for rank in shown
    ]
