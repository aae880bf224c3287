"""What `settle` refuses, where it says the fault lies, and which clause it names."""

from __future__ import annotations

import pytest

from punto.core.limits import Limits
from punto.core.rulebook import Result, Rulebook
from punto.core.settle import Settlement, Wager, settle, wager_line
from punto.rules import find
from tests.support.games import games
from tests.support.rounds import cards, refusal, settle_bets, settled

FOUR = "after_four_cards"
THIRD = "after_player_third_card"


def test_the_contracts_own_example() -> None:
    rules = find("rws-tiger-buffalo@4")
    drawn = cards("4 K 10 9")
    done = settle(rules, "A", drawn, [Wager(id="w1", bet="banker", stake=10000)])
    assert isinstance(done, Settlement)
    assert (done.game, done.layout) == ("rws-tiger-buffalo@4", "A")
    outcome = done.outcome
    assert (outcome.player_total, outcome.banker_total) == (4, 9)
    assert (outcome.player_cards, outcome.banker_cards) == (2, 2)
    assert outcome.natural
    (line,) = done.lines
    assert (line.id, line.bet, line.stake, line.result) == ("w1", "banker", 10000, Result.WIN)
    assert (str(line.odds), line.profit, line.returned) == ("1 to 1", 10000, 20000)
    assert (line.clauses, line.by) == (("tb4:4.1.1",), ())
    assert (done.staked, done.returned) == (10000, 20000)


@games("tb4", "mbs5", "dhyx2", "tbi1")
@pytest.mark.parametrize(
    ("draw", "code", "to_come"),
    [
        ("", "too_few_cards", "player"),
        ("4", "too_few_cards", "banker"),
        ("4 K", "too_few_cards", "player"),
        ("4 K 10", "too_few_cards", "banker"),
        ("4 K A K", "too_few_cards", "player"),
        ("4 3 A K 10", "too_few_cards", "banker"),
        ("4 K 10 9 2", "too_many_cards", ""),
        ("4 3 2 4 2", "too_many_cards", ""),
        ("4 3 A K 10 9 8", "too_many_cards", ""),
    ],
)
def test_too_few_and_too_many_cards_are_refused_with_what_the_table_of_play_asks_for(
    rules: Rulebook, draw: str, code: str, to_come: str
) -> None:
    answer = refusal(settle_bets(rules, draw, {"player": 100}))
    assert (answer.code, answer.where) == (code, "cards")
    assert answer.clauses[0].startswith(f"{rules.key}:3.")
    assert str(len(draw.split())) in answer.reason
    assert to_come in answer.remedy


@games("tb4", "mbs5", "dhyx2", "tbi1")
@pytest.mark.parametrize("stake", [0, -1, -10000])
@pytest.mark.interpretation("I-23")
def test_a_stake_that_is_not_above_nothing_is_refused(rules: Rulebook, stake: int) -> None:
    answer = refusal(settle_bets(rules, "4 K 10 9", {"player": 100, "banker": stake}))
    assert (answer.code, answer.where, answer.by) == ("bad_stake", "wagers[1].stake", ("I-23",))
    assert str(stake) in answer.reason


@games("dhyx2", "tbi1")
def test_an_insurance_stake_that_is_not_above_nothing_is_refused(rules: Rulebook) -> None:
    bought = [("player", FOUR, 10), ("player", FOUR, 0)]
    answer = refusal(settle_bets(rules, "Q 2 7 3 K", {"player": 100}, bought))
    assert (answer.code, answer.where) == ("bad_stake", "insurance[1].stake")


@games("dhyx2", "tbi1")
@pytest.mark.parametrize(
    ("draw", "bought", "reason"),
    [
        ("Q 2 7 3 K", ("player", THIRD, 1), "Player drew no third card"),
        ("Q Q 9 3", ("player", FOUR, 1), "no card was to come with Player 9 against 3 for Banker"),
        ("Q 2 7 3 K", ("banker", FOUR, 1), "no banker Insurance is on offer with Player 7"),
        ("Q 4 4 Q 8", ("banker", THIRD, 1), "no card was to come with Player 2 against 4"),
    ],
)
def test_the_refusal_says_why_an_insurance_was_not_on_offer(
    rules: Rulebook, draw: str, bought: tuple[str, str, int], reason: str
) -> None:
    answer = refusal(settle_bets(rules, draw, {"player": 100, "banker": 100}, [bought]))
    assert answer.code == "insurance_not_on_offer"
    assert reason in answer.reason
    assert answer.clauses[0] == f"{rules.key}:3.12"


def test_the_house_pays_nothing_on_no_wagers() -> None:
    done = settle_bets(find("tb4"), "4 K 10 9", {}, layout="A")
    assert isinstance(done, Settlement)
    assert (done.lines, done.staked, done.returned) == ((), 0, 0)


@pytest.mark.interpretation("I-37")
@games("tb4", "dhyx2", "tbi1")
def test_a_bet_over_the_maximum_that_nobody_saw_stands_in_full(rules: Rulebook) -> None:
    line = settled(rules, "4 K 10 9", {"banker": 5000}, limits=Limits(maximum=1000))["banker"]
    assert (line.profit, line.returned) == (5000, 10000)
    assert not [clause for clause in line.clauses if ":5." in clause]


@pytest.mark.interpretation("I-41")
@games("mbs5")
@pytest.mark.parametrize(
    ("bet", "profit", "returned"),
    [("banker", 1000, 6000), ("player", 0, 4000), ("tie", 0, 4000)],
)
def test_a_wager_over_the_maximum_is_cut_to_it_and_the_rest_comes_back_win_or_lose(
    rules: Rulebook, bet: str, profit: int, returned: int
) -> None:
    line = settled(rules, "4 K 10 9", {bet: 5000}, limits=Limits(maximum=1000))[bet]
    assert (line.stake, line.profit, line.returned) == (5000, profit, returned)
    assert "mbs5:5.15" in line.clauses
    assert "I-41" in line.by
    exact = settled(rules, "4 K 10 9", {bet: 1000}, limits=Limits(maximum=1000))[bet]
    assert "mbs5:5.15" not in exact.clauses


def test_a_line_names_the_rounding_only_where_it_rounded() -> None:
    rules = find("mbs5")
    six = find("mbs5").columns["banker"].marks.index(0)
    for stake, by in ((100, ()), (101, ("I-23",))):
        assert wager_line(rules, Wager(id="w", bet="banker", stake=stake), six).by == by


@games("dhyx2", "tbi1")
def test_a_rounded_insurance_names_the_rounding(rules: Rulebook) -> None:
    draw, stakes = "K 4 5 K 6 5", {"player": 1000}
    for stake, rounded in ((100, False), (101, True)):
        line = settled(rules, draw, stakes, [("player", FOUR, stake)])[f"player {FOUR}"]
        assert line.result is Result.WIN
        assert ("I-23" in line.by) is rounded
