"""Every outcome class x every bet x every game, against the reference model, to the cent."""

from __future__ import annotations

from itertools import product
from typing import Final

import numpy as np
import pytest

from punto.core.bets import reachable
from punto.core.limits import Limits
from punto.core.outcome import OutcomeClass, PairClass, classify, decode
from punto.core.rulebook import Rulebook
from punto.core.settle import Wager, wager_line
from punto.core.tableau import deal
from tests.reference.dealing import RANK_POINTS
from tests.reference.paying import pays
from tests.reference.settlement import settle_line
from tests.support.games import games
from tests.support.rounds import Ending, endings, settled

UNITS: Final = (1, 5, 25, 100, 500)
STAKES: Final = (1, 3, 99, 2500, 2501, 10_000, 999_999_999)
"""One cent, odd amounts, a minimum and a maximum, and amounts that no unit divides."""


def class_of(ending: Ending) -> OutcomeClass:
    """Class an ending from what the reference model says of it."""
    pairs = {
        (False, False): PairClass.NONE,
        (True, False): PairClass.PLAYER,
        (False, True): PairClass.BANKER,
        (True, True): PairClass.TWIN if ending.same_pair_rank else PairClass.BOTH,
    }
    return OutcomeClass(
        ending.player_total,
        ending.banker_total,
        len(ending.player),
        len(ending.banker),
        pairs[ending.player_pair, ending.banker_pair],
    )


@games("tb4", "mbs5", "dhyx2", "tbi1")
def test_779_classes_can_be_reached_and_each_ending_falls_into_its_own(rules: Rulebook) -> None:
    by_core = {}
    for ending, drawn in endings().items():
        hands = deal(drawn, rules.tableau)
        outcome = classify(hands.player, hands.banker)
        assert outcome == class_of(ending)
        assert (outcome.winner, outcome.natural) == (ending.winner, ending.natural)
        assert outcome.pairs.player is ending.player_pair
        assert outcome.pairs.banker is ending.banker_pair
        by_core[outcome.code] = outcome
    assert len(by_core) == len(endings()) == 779
    assert [outcome.code for outcome in reachable(rules.tableau)] == sorted(by_core)
    assert set(reachable(rules.tableau)) == set(by_core.values())


def test_the_reachable_classes_are_those_of_every_sequence_of_ranks() -> None:
    """13^4 first cards x 13^2 thirds, at once: 4.8 million rounds drawn by the printed rules."""
    points = np.array(list(RANK_POINTS.values()))
    ranks = np.indices((13,) * 6, dtype=np.int16, sparse=True)
    values = [points[rank] for rank in ranks]
    player, banker = (values[0] + values[2]) % 10, (values[1] + values[3]) % 10
    natural = (player >= 8) | (banker >= 8)
    player_draws = ~natural & (player <= 5)
    third = values[4]
    on_third = (
        (banker <= 2)
        | ((banker == 3) & (third != 8))
        | ((banker == 4) & (third >= 2) & (third <= 7))
        | ((banker == 5) & (third >= 4) & (third <= 7))
        | ((banker == 6) & (third >= 6) & (third <= 7))
    )
    banker_draws = ~natural & np.where(player_draws, on_third, banker <= 5)
    last = np.where(player_draws, values[5], values[4])
    player_end = (player + player_draws * third) % 10
    banker_end = (banker + banker_draws * last) % 10
    player_pair, banker_pair = ranks[0] == ranks[2], ranks[1] == ranks[3]
    twin = player_pair & banker_pair & (ranks[0] == ranks[1])
    pairs = player_pair + 2 * banker_pair + twin
    sizes = player_draws * 2 + banker_draws
    codes = ((player_end * 10 + banker_end) * 4 + sizes) * 5 + pairs
    assert codes.size == 13**6
    assert sorted(np.unique(codes)) == sorted(class_of(ending).code for ending in endings())


def test_a_class_code_counts_its_classes_without_gap_or_repeat() -> None:
    every = product(range(10), range(10), (2, 3), (2, 3), PairClass)
    classes = [OutcomeClass(*parts) for parts in every]
    assert [outcome.code for outcome in classes] == list(range(2000))
    assert [decode(code) for code in range(2000)] == classes


@games("tb4", "mbs5", "dhyx2", "tbi1")
def test_every_bet_pays_on_every_class_what_the_reference_pays(rules: Rulebook) -> None:
    for bet, column in rules.columns.items():
        for ending in endings():
            row = column.row(class_of(ending).code)
            expected = pays(bet, ending)
            if row is None:
                assert expected is None, (bet, ending)
            elif row.odds is None:
                assert expected == (0, 1), (bet, ending)
            else:
                assert (row.odds.num, row.odds.den) == expected, (bet, ending)


@games("tb4", "mbs5", "dhyx2", "tbi1")
def test_every_bet_on_every_class_is_settled_to_the_cent_at_any_stake(rules: Rulebook) -> None:
    for bet in rules.bets:
        for ending in endings():
            code, expected = class_of(ending).code, pays(bet, ending)
            for stake in STAKES:
                line = wager_line(rules, Wager(id="w", bet=bet, stake=stake), code)
                told = settle_line("w", bet, stake, expected, 1)
                assert (line.result, line.profit, line.returned) == (
                    told["result"],
                    told["profit"],
                    told["returned"],
                ), (bet, ending, stake)


@games("tb4", "mbs5", "dhyx2", "tbi1")
@pytest.mark.interpretation("I-23")
def test_whatever_the_smallest_unit_the_profit_is_rounded_up_to_it(rules: Rulebook) -> None:
    grouped = {(bet, pays(bet, ending)): ending for bet in rules.bets for ending in endings()}
    assert {odds for _, odds in grouped} >= {None, (0, 1), (1, 1), (1, 2), (8, 1), (50, 1)}
    for ((bet, odds), ending), unit, stake in product(grouped.items(), UNITS, STAKES):
        line = wager_line(
            rules, Wager(id="w", bet=bet, stake=stake), class_of(ending).code, Limits(unit=unit)
        )
        told = settle_line("w", bet, stake, odds, unit)
        assert (line.profit, line.returned) == (told["profit"], told["returned"])
        exact = odds is None or line.profit * odds[1] == stake * odds[0]
        assert ("I-23" in line.by) is not exact, "a rounded line says why"


@games("tb4", "mbs5", "dhyx2", "tbi1")
def test_every_line_cites_its_own_document(rules: Rulebook) -> None:
    for bet, column in rules.columns.items():
        for ending in endings():
            line = wager_line(rules, Wager(id="w", bet=bet, stake=100), class_of(ending).code)
            row = column.row(class_of(ending).code)
            assert line.clauses == (column.bet.clauses if row is None else row.clauses)
            assert all(clause.startswith(f"{rules.key}:") for clause in line.clauses)


@games("tb4", "mbs5", "dhyx2", "tbi1")
def test_all_bets_of_a_layout_settle_together_as_they_do_alone(rules: Rulebook) -> None:
    for letter, layout in rules.layouts.items():
        stakes = {bet: 7 + 2 * place for place, bet in enumerate(layout.bets)}
        for drawn in list(endings().values())[ord(letter) :: 97]:
            together = settled(rules, drawn, stakes)
            for bet, stake in stakes.items():
                assert settled(rules, drawn, {bet: stake})[bet] == together[bet]
