"""Minimum and maximum: what is refused in time, and what becomes of what nobody noticed."""

from __future__ import annotations

import pytest

from punto.core import commands as c
from punto.core import events as e
from punto.core.limits import Limits
from punto.core.rulebook import Result, Rulebook
from tests.support.conduct import SUPERVISOR, Dealt, refused
from tests.support.games import games

RWS = ("tb4", "dhyx2", "tbi1")
EVERY = ("tb4", "mbs5", "dhyx2", "tbi1")

LIMITS = Limits(minimum=100, maximum=500, differential=1_000_000)
PLAYER_WINS = "9 K 10 8"
BANKER_WINS = "4 K 10 9"


def called(rules: Rulebook, limits: Limits = LIMITS) -> Dealt:
    return Dealt(rules, limits=limits).open().call()


# --- before close ---------------------------------------------------------------------------------


@pytest.mark.clause("tb4:3.5", "mbs5:3.5.1", "dhyx2:3.5", "tbi1:3.5")
@pytest.mark.interpretation("I-36", "I-37", "I-45")
@games(*EVERY)
def test_a_bet_outside_the_shown_limits_is_refused_with_what_would_do(rules: Rulebook) -> None:
    table = called(rules)
    under = refused(table.bets, "Ann", "player", 99)
    assert (under.code, "at least 100 cents" in under.remedy) == ("under_minimum", True)
    over = refused(table.bets, "Ann", "player", 501)
    assert (over.code, "at most 500 cents" in over.remedy) == ("over_maximum", True)
    for answer in (under, over):
        assert answer.where == "stake"
        assert all(clause.startswith(f"{rules.key}:") for clause in answer.clauses)
    table.bets("Ann", "player", 100, id="least").bets("Ann", "banker", 500, id="most")
    assert refused(table.raises, "Ann", "most", 501).code == "over_maximum"
    assert refused(table.lowers, "Ann", "least", 99).code == "under_minimum"
    assert table.playing() == {"least": 100, "most": 500}


@pytest.mark.clause("tb4:5.2", "dhyx2:5.2", "tbi1:5.2")
@pytest.mark.interpretation("I-38", "I-45")
@games(*RWS)
def test_a_bet_under_the_minimum_may_be_raised_or_taken_back_before_close(rules: Rulebook) -> None:
    table = called(rules).unnoticed("Ann", "player", 60)
    advice = refused(table.raises, "Ann", "player", 80)
    assert advice.clauses == (f"{rules.key}:5.2",)
    assert advice.remedy == "raise the bet to at least 100 cents, or take it back"
    assert table.fork().raises("Ann", "player", 100).playing() == {"player": 100}
    assert table.fork().withdraws("Ann", "player").playing() == {}


@pytest.mark.clause("tb4:5.2", "dhyx2:5.2", "tbi1:5.2")
@pytest.mark.interpretation("I-38")
@games(*RWS)
def test_the_minimum_is_for_each_player_and_bet_and_may_differ_by_kind(rules: Rulebook) -> None:
    table = Dealt(rules, limits=LIMITS, limits_by_bet=(("tie", Limits(minimum=20)),)).open().call()
    table.bets("Ann", "player", 100, "1", id="a")
    assert refused(table.bets, "Bob", "player", 50, "1").code == "under_minimum"
    assert refused(table.bets, "Ann", "player", 50, "1").code == "under_minimum"
    assert refused(table.bets, "Ann", "tie", 19).code == "under_minimum"
    assert table.bets("Ann", "tie", 20).playing() == {"a": 100, "tie": 20}


@pytest.mark.interpretation("I-36", "I-43")
@games(*RWS)
def test_a_maximum_may_be_set_for_some_kinds_of_bet_only(rules: Rulebook) -> None:
    of_tie = Limits(minimum=20, maximum=50)
    open_ended = Limits(minimum=100, differential=1_000_000)
    table = Dealt(rules, limits=open_ended, limits_by_bet=(("tie", of_tie),)).open().call()
    assert refused(table.bets, "Ann", "tie", 60).code == "over_maximum"
    table.bets("Ann", "tie", 30, id="a").bets("Bob", "player", 90_000)
    assert refused(table.bets, "Bob", "tie", 30).code == "over_maximum"


# --- found after close, Resorts World -------------------------------------------------------------


@pytest.mark.clause("tb4:5.2.1", "dhyx2:5.2.1", "tbi1:5.2.1")
@pytest.mark.interpretation("I-39", "I-45")
@games(*RWS)
def test_a_small_bet_that_nobody_noticed_wins_or_loses_every_time(rules: Rulebook) -> None:
    table = called(rules)
    for cards, back in ((PLAYER_WINS, 120), (BANKER_WINS, 0), (PLAYER_WINS, 120)):
        table.unnoticed("Ann", "player", 60).deals(cards).ends()
        assert table.back("Ann") == {"player": back}
        table.call()


@pytest.mark.interpretation("I-37", "I-45")
@pytest.mark.clause("tb4:3.5", "dhyx2:3.5", "tbi1:3.5")
@games(*RWS)
def test_a_bet_over_the_maximum_that_nobody_noticed_stands_in_full_and_is_flagged(
    rules: Rulebook,
) -> None:
    table = called(rules).unnoticed("Ann", "player", 700).bets("Bob", "banker", 500).close()
    flag = table.just(e.Flagged)
    assert ("player" in flag.text, flag.by) == (True, ("I-37",))
    assert table.playing() == {"player": 700, "banker": 500}
    assert table.deals(PLAYER_WINS).ends().back("Ann") == {"player": 1400}


@pytest.mark.interpretation("I-39", "I-45")
@pytest.mark.clause("tb4:5.2.1", "dhyx2:5.2.1", "tbi1:5.2.1")
@games(*RWS)
def test_a_bet_under_the_minimum_that_nobody_noticed_is_flagged_and_says_why_it_stands(
    rules: Rulebook,
) -> None:
    table = called(rules).unnoticed("Ann", "player", 60).bets("Bob", "banker", 500).close()
    flag, clauses = table.just(e.Flagged), rules.policies.limits.under_minimum_after_close.clauses
    assert (flag.text.partition(":")[2], flag.clauses) == (" it plays", clauses)
    table.deals(PLAYER_WINS).ends()
    assert set(clauses) < set(table.line("player").clauses)
    assert not set(clauses) & set(table.line("banker").clauses)


@pytest.mark.interpretation("I-39", "I-40")
@pytest.mark.clause("mbs5:5.14")
@games("mbs5")
def test_the_one_time_and_what_follows_it_are_flagged(rules: Rulebook) -> None:
    table = called(rules).unnoticed("Ann", "player", 60).close()
    assert "it plays, this one time" in table.just(e.Flagged).text
    table.deals(PLAYER_WINS).ends()
    assert "mbs5:5.14" in table.line("player").clauses
    table.call().unnoticed("Ann", "player", 60).unnoticed("Bob", "tie", 60).close()
    assert [flag.text.partition(": ")[2] for flag in table.happened(e.Flagged)[1:]] == [
        "it goes back whatever the result",
        "it plays, this one time",
    ]


@pytest.mark.interpretation("I-45")
@games(*EVERY)
def test_who_let_a_bet_lie_unchecked_is_on_record(rules: Rulebook) -> None:
    table = called(rules).unnoticed("Ann", "player", 60, by=SUPERVISOR)
    placed = table.just(e.WagerPlaced)
    assert (placed.actor, placed.wager.unchecked, placed.by) == (SUPERVISOR, True, ("I-45",))
    assert not table.raises("Ann", "player", 150).round.wagers[0].unchecked


@pytest.mark.interpretation("I-45")
@games(*EVERY)
def test_what_cannot_be_a_bet_at_all_is_refused_unchecked_too(rules: Rulebook) -> None:
    table = called(rules).unnoticed("Ann", "player", 60)
    assert refused(table.unnoticed, "Ann", "player", 60, id="player").code == "duplicate_id"
    assert refused(table.unnoticed, "Ann", "player", 0).code == "bad_stake"
    assert refused(table.unnoticed, "Ann", "lucky six", 60).code == "unknown_bet"
    assert refused(table.unnoticed, "Ann", "player", 60, "no box").code == "unknown_box"
    assert refused(table.removes, "banker").code == "unknown_wager"


# --- found after close, Marina Bay ----------------------------------------------------------------


@pytest.mark.clause("mbs5:5.14")
@pytest.mark.interpretation("I-38", "I-39", "I-40")
@games("mbs5")
def test_small_wagers_are_settled_for_one_round_of_a_player_and_then_returned(
    rules: Rulebook,
) -> None:
    table = called(rules)
    table.unnoticed("Ann", "player", 60).unnoticed("Ann", "tie", 70).deals(PLAYER_WINS).ends()
    assert table.back("Ann") == {"player": 120, "tie": 0}
    # the next ones come back whether they win or lose; another Player's first is settled
    table.call().unnoticed("Ann", "player", 60).unnoticed("Ann", "banker", 60)
    table.unnoticed("Bob", "player", 50, id="bob").bets("Ann", "tie", 100)
    table.deals(PLAYER_WINS).ends()
    assert table.back("Ann") == {"player": 60, "banker": 60, "tie": 0}
    assert {line.result for line in table.lines("Ann") if line.stake == 60} == {Result.PUSH}
    assert table.back("Bob") == {"bob": 100}


@pytest.mark.clause("mbs5:5.14")
@pytest.mark.interpretation("I-40")
@games("mbs5")
def test_a_lost_small_wager_is_the_one_time_too_until_the_player_leaves(rules: Rulebook) -> None:
    table = called(rules).unnoticed("Ann", "player", 60).deals(BANKER_WINS).ends()
    assert table.back("Ann") == {"player": 0}
    table.call().unnoticed("Ann", "player", 60).deals(BANKER_WINS).ends()
    assert table.back("Ann") == {"player": 60}
    table.leaves("Ann").call().unnoticed("Ann", "player", 60).deals(BANKER_WINS).ends()
    assert table.back("Ann") == {"player": 0}


@pytest.mark.clause("mbs5:5.14")
@pytest.mark.interpretation("I-40", "I-42")
@games("mbs5")
def test_in_a_small_joint_wager_each_share_is_settled_by_its_players_own_count(
    rules: Rulebook,
) -> None:
    table = called(rules).unnoticed("Ann", "player", 60).deals(PLAYER_WINS).ends().call()
    # Cy's leaving the common stake brings it under the minimum
    table.bets("Cy", "player", 100, id="joint").joins("Ann", "joint", 40).joins("Bob", "joint", 50)
    assert "under the minimum" in table.withdraws("Cy", "joint").just(e.Flagged).text
    table.deals(PLAYER_WINS).ends()
    assert (table.back("Ann"), table.back("Bob")) == ({"joint": 40}, {"joint": 100})
    table.call().unnoticed("Bob", "player", 60).deals(PLAYER_WINS).ends()
    assert table.back("Bob") == {"player": 60}


@pytest.mark.clause("mbs5:5.14", "mbs5:5.16")
@pytest.mark.interpretation("I-40", "I-84")
@games("mbs5")
def test_a_corrected_round_still_settles_the_small_wager_of_its_own_round(rules: Rulebook) -> None:
    table = called(rules).unnoticed("Ann", "player", 60).deals(BANKER_WINS).ends()
    cards = table.cards(PLAYER_WINS)
    table.does(c.CorrectResult(actor=SUPERVISOR, cards=cards, reason="misread"))
    assert table.back("Ann") == {"player": 120}
    table.call().unnoticed("Ann", "player", 60).deals(PLAYER_WINS).ends()
    assert table.back("Ann") == {"player": 60}


@pytest.mark.clause("mbs5:5.15")
@pytest.mark.interpretation("I-41")
@games("mbs5")
@pytest.mark.parametrize(("cards", "back"), [(PLAYER_WINS, 1200), (BANKER_WINS, 200)])
def test_a_wager_over_the_maximum_wins_or_loses_the_maximum_and_the_rest_returns(
    rules: Rulebook, cards: str, back: int
) -> None:
    table = called(rules).unnoticed("Ann", "player", 700).bets("Bob", "tie", 500).close()
    assert table.just(e.StakesReduced).at_risk == (("player", 500),)
    assert table.playing() == {"player": 500, "tie": 500}
    assert table.deals(cards).ends().back("Ann") == {"player": back}
    assert "mbs5:5.15" in table.line("player").clauses


@pytest.mark.clause("mbs5:5.15", "mbs5:3.5.1")
@pytest.mark.interpretation("I-41", "I-42")
@games("mbs5")
def test_a_joint_wager_over_the_maximum_is_cut_share_by_share(rules: Rulebook) -> None:
    table = Dealt(rules, limits=Limits(minimum=100, maximum=1000)).open().call()
    table.bets("Ann", "player", 600, id="joint").joins("Bob", "joint", 300)
    raised = table.fork()
    raised.unnoticed("Cy", "player", 1500, id="alone").deals(PLAYER_WINS).ends()
    assert raised.back("Cy") == {"alone": 500 + 2 * 1000}
    assert (raised.back("Ann"), raised.back("Bob")) == ({"joint": 1200}, {"joint": 600})


@pytest.mark.clause("mbs5:5.15", "mbs5:5.18")
@pytest.mark.interpretation("I-41", "I-56")
@games("mbs5")
def test_wagers_are_cut_to_the_maximum_before_the_differential_is_measured(rules: Rulebook) -> None:
    limits = Limits(minimum=100, maximum=500, differential=600)
    table = called(rules, limits).unnoticed("Ann", "player", 900).close()
    assert not [event for event in table.last if isinstance(event, e.DifferentialExceeded)]
    assert not [event for event in table.draws("4").last if isinstance(event, e.Flagged)]


@pytest.mark.clause("mbs5:5.15", "mbs5:5.18.1")
@pytest.mark.interpretation("I-41", "I-56")
@games("mbs5")
def test_a_cut_wager_that_is_lowered_plays_for_no_more_than_it_is(rules: Rulebook) -> None:
    table = called(rules, Limits(minimum=100, maximum=500, differential=600))
    table.bets("Bob", "player", 500, "1", id="b").bets("Cy", "player", 400, "2", id="c")
    table.unnoticed("Ann", "player", 700, "3", id="a").close()
    assert table.playing()["a"] == 500
    table.lowers("Ann", "a", 300)
    assert table.playing()["a"] == 300
    table.lowers("Bob", "b", 100).lowers("Cy", "c", 100).deals(BANKER_WINS).ends()
    assert table.back("Ann") == {"a": 0}


@pytest.mark.clause("mbs5:5.16")
@pytest.mark.interpretation("I-40", "I-41")
@games("mbs5")
def test_what_earlier_rounds_paid_outside_the_limits_is_settled(rules: Rulebook) -> None:
    table = called(rules).unnoticed("Ann", "player", 60).deals(PLAYER_WINS).ends().call()
    cards = table.cards(BANKER_WINS)
    late = c.CorrectResult(actor=SUPERVISOR, cards=cards, reason="the wager was too small")
    assert refused(table.does, late).code == "too_late"
    settled = table.happened(e.RoundSettled)[0]
    assert [(who, line.returned) for who, line in settled.lines] == [("Ann", 120)]
