"""Chapter 4: the Insurance Plus Pay Table and how Insurance ends."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from punto.core.insurance import offers
from punto.core.limits import Limits
from punto.core.outcome import Side
from punto.core.rulebook import Result, Rulebook, Stage
from tests.support.games import games
from tests.support.rounds import cards, settled

FOUR = "after_four_cards"
THIRD = "after_player_third_card"

PAY_TABLE = """
    player | after_four_cards        | 5   | 4   | 3 to 2
    player | after_four_cards        | 6   | 0-5 | 5 to 2
    player | after_four_cards        | 7   | 0-5 | 4 to 1
    player | after_player_third_card | 5   | 0-4 | 3 to 2
    player | after_player_third_card | 6   | 0-5 | 5 to 2
    player | after_player_third_card | 7   | 0-6 | 4 to 1
    player | after_player_third_card | 8   | 0-6 | 10 to 1
    player | after_player_third_card | 9*  | 0-6 | 10 to 1
    banker | after_four_cards        | 4   | 0-3 | 3 to 2
    banker | after_four_cards        | 5   | 0-4 | 3 to 2
    banker | after_four_cards        | 6   | 0-5 | 5 to 2
    banker | after_four_cards        | 7   | 0-5 | 4 to 1
    banker | after_player_third_card | 1-6 | 0*  | 10 to 1
    banker | after_player_third_card | 1   | 1   | 6 to 1
    banker | after_player_third_card | 2-6 | 1   | 10 to 1
    banker | after_player_third_card | 3-6 | 2   | 4 to 1
    banker | after_player_third_card | 4   | 3   | 5 to 2
"""
"""Side, stage, points of the insured Hand, points of the other Hand, odds; * pays on the Tie."""

Situation = tuple[Side, Stage, int, int]


def span(printed: str) -> range:
    first, _, last = printed.rstrip("*").partition("-")
    return range(int(first), int(last or first) + 1)


def printed() -> Iterator[tuple[Situation, tuple[str, bool]]]:
    for line in PAY_TABLE.strip().splitlines():
        side, stage, own, other, odds = (cell.strip() for cell in line.split("|"))
        for mine, theirs in product(span(own), span(other)):
            yield (Side(side), Stage(stage), mine, theirs), (odds, "*" in own + other)


@pytest.mark.clause("dhyx2:4.1.2", "tbi1:4.1.8")
@pytest.mark.interpretation("I-58")
@games("dhyx2", "tbi1")
def test_the_insurance_pay_table_is_the_printed_one_and_has_83_situations(rules: Rulebook) -> None:
    table = dict(printed())
    assert len(table) == len(list(printed())) == 83
    for situation in product(Side, Stage, range(10), range(10)):
        row = rules.insurance_row(*situation)
        found = None if row is None else (str(row.odds), row.pays_on_tie)
        assert found == table.get(situation), situation


@pytest.mark.clause("dhyx2:4.1.2", "tbi1:4.1.8")
@pytest.mark.interpretation("I-57", "I-58")
@games("dhyx2", "tbi1")
def test_each_of_the_83_situations_can_occur_with_a_card_to_come(rules: Rulebook) -> None:
    by_points = ("K", "A", *"23456789")
    met: set[Situation] = set()
    for player, banker, third in product(range(10), range(10), (None, *range(10))):
        hand = ("K", by_points[player], *([] if third is None else [by_points[third]]))
        if third is not None and not rules.tableau.player_takes_third(player, banker):
            continue
        points = (player + (third or 0)) % 10
        for row in offers(rules, cards(hand), cards(("K", by_points[banker]))):
            own, other = (points, banker) if row.side is Side.PLAYER else (banker, points)
            met.add((row.side, row.stage, own, other))
    assert met == set(dict(printed()))


@pytest.mark.clause("dhyx2:4.1.2", "tbi1:4.1.8")
@pytest.mark.interpretation("I-23")
@games("dhyx2", "tbi1")
@pytest.mark.parametrize(
    ("stake", "unit", "profit"), [(50, 1, 75), (51, 1, 77), (50, 50, 100), (100, 100, 200)]
)
def test_three_to_two_is_rounded_up_to_the_payable_unit(
    rules: Rulebook, stake: int, unit: int, profit: int
) -> None:
    limits = Limits(unit=unit)
    bought = [("player", FOUR, stake)]
    # Player 5 leads 4 and draws to 1; Banker draws to 9
    lines = settled(rules, "K 4 5 K 6 5", {"player": 100}, bought, limits=limits)
    assert lines[f"player {FOUR}"].profit == profit


@pytest.mark.clause("dhyx2:4.2.1", "tbi1:4.2.1")
@pytest.mark.interpretation("I-60", "I-77")
@games("dhyx2", "tbi1")
def test_insurance_is_settled_on_the_final_result_each_at_the_odds_of_its_stage(
    rules: Rulebook,
) -> None:
    stakes = {"player": 100, "banker": 100}
    both = [("banker", FOUR, 100), ("banker", THIRD, 100)]
    # Banker 4 leads 3 (3 to 2); Player draws 8 to 1, Banker stands and there is no second offer
    ahead = settled(rules, "K 4 3 K 8", stakes, both[:1])
    assert ahead[f"banker {FOUR}"].result is Result.LOSE
    # Banker 5 leads 3 (3 to 2); Player draws 7 to 0 (10 to 1 on the Tie); Banker draws
    for last, first, second in (
        ("6", Result.LOSE, Result.LOSE),  # Banker 1 over 0
        ("5", Result.PUSH, Result.WIN),  # 0 and 0
    ):
        lines = settled(rules, f"K 5 3 K 7 {last}", stakes, both)
        assert lines[f"banker {FOUR}"].result is first
        assert lines[f"banker {THIRD}"].result is second
    # Banker 5 leads 4 (3 to 2); Player draws 7 to 1 (10 to 1); Banker draws to 0 and loses
    paid = settled(rules, "K 5 4 K 7 5", stakes, both)
    assert [paid[f"banker {stage}"].profit for stage in (FOUR, THIRD)] == [150, 1000]


@pytest.mark.clause("dhyx2:4.2.1.a", "tbi1:4.2.1.a")
@pytest.mark.interpretation("I-59", "I-60")
@games("dhyx2", "tbi1")
def test_player_insured_at_nine_is_paid_on_the_nine_nine_tie_and_on_nothing_else(
    rules: Rulebook,
) -> None:
    stakes, bought = {"player": 100, "banker": 100}, [("banker", FOUR, 50), ("player", THIRD, 50)]
    tie = settled(rules, "K 4 2 K 7 5", stakes, bought)
    assert [line.returned for line in tie.values()] == [100, 100, 50, 550]
    won = settled(rules, "K 4 2 K 7 4", stakes, bought)
    assert won[f"player {THIRD}"].returned == 0


@pytest.mark.clause("dhyx2:4.2.1.b", "tbi1:4.2.1.b")
@pytest.mark.interpretation("I-59", "I-60")
@games("dhyx2", "tbi1")
def test_banker_insured_against_nothing_is_paid_on_the_nil_nil_tie_and_on_nothing_else(
    rules: Rulebook,
) -> None:
    stakes, bought = {"player": 100, "banker": 100}, [("banker", FOUR, 50), ("banker", THIRD, 50)]
    tie = settled(rules, "K 4 3 K 7 6", stakes, bought)
    assert [line.returned for line in tie.values()] == [100, 100, 50, 550]
    won = settled(rules, "K 4 3 K 7 5", stakes, bought)
    assert won[f"banker {THIRD}"].returned == 0


@pytest.mark.clause("dhyx2:4.2.1", "tbi1:4.2.1")
@pytest.mark.interpretation("I-60")
@games("dhyx2", "tbi1")
@pytest.mark.parametrize(
    ("draw", "bought"),
    [
        ("K 5 7 K 2", ("player", FOUR)),
        ("K 5 2 K 4 A", ("banker", FOUR)),
        ("K 4 K K 7 3", ("player", THIRD)),
        ("K 5 A K 4 K", ("banker", FOUR)),
    ],
)
def test_on_a_tie_every_other_insurance_comes_back(
    rules: Rulebook, draw: str, bought: tuple[str, str]
) -> None:
    side, stage = bought
    lines = settled(rules, draw, {"player": 100, "banker": 100}, [(side, stage, 70)])
    line = lines[f"{side} {stage}"]
    assert (line.result, line.profit, line.returned) == (Result.PUSH, 0, 70)
