"""Bets while they are open: the call and the close, moving a bet, bets laid by staff, boxes."""

from __future__ import annotations

from datetime import timedelta

import pytest

from punto.core import events as e
from punto.core.commands import RestrictWagers
from punto.core.limits import Limits
from punto.core.rulebook import Rulebook
from punto.core.state import Phase
from tests.support.conduct import CALLED, CLOSED, DEALER, MANAGER, SUPERVISOR, Dealt, refused
from tests.support.games import games

RWS = ("tb4", "dhyx2", "tbi1")
EVERY = ("tb4", "mbs5", "dhyx2", "tbi1")


# --- the call and the close -----------------------------------------------------------------------


@pytest.mark.clause("tb4:3.3", "mbs5:3.1", "dhyx2:3.3", "tbi1:3.3")
@games(*EVERY)
def test_no_bet_is_taken_before_the_call_and_any_from_it_on(rules: Rulebook) -> None:
    table = Dealt(rules).open()
    assert refused(table.bets, "Ann", "player", 100, id="early").code == "bets_not_open"
    assert table.call().bets("Ann", "player", 100).playing() == {"player": 100}


@pytest.mark.clause(
    *("tb4:3.8", "mbs5:3.2", "dhyx2:3.8", "tbi1:3.8"),
    *("tb4:5.7", "mbs5:5.4", "dhyx2:5.6", "tbi1:5.6"),
)
@pytest.mark.interpretation("I-47", "I-100")
@games(*EVERY)
def test_after_no_more_bets_nothing_is_placed_or_raised(rules: Rulebook) -> None:
    table = Dealt(rules).open().call().bets("Ann", "player", 100).close()
    assert table.round.closed_at == CLOSED
    for stage in ("closed", "4", "K", "10", "9"):
        if stage != "closed":
            table.draws(stage)
        for late in (
            refused(table.bets, "Ann", "banker", 100),
            refused(table.bets, "Ann", "banker", 100, by=DEALER),
            refused(table.raises, "Ann", "player", 200),
        ):
            assert late.code == "bets_closed"
            assert set(late.clauses) & {f"{rules.key}:{x}" for x in ("3.8", "3.2", "5.7", "5.6")}
        assert table.playing() == {"player": 100}


@pytest.mark.clause("tb4:5.7", "dhyx2:5.6", "tbi1:5.6")
@pytest.mark.interpretation("I-100")
@games(*RWS)
def test_after_no_more_bets_nothing_is_taken_back_at_resorts_world(rules: Rulebook) -> None:
    table = Dealt(rules).open().call().bets("Ann", "player", 100).close()
    assert refused(table.withdraws, "Ann", "player").code == "bets_closed"
    assert refused(table.lowers, "Ann", "player", 50).code == "bets_closed"
    assert table.playing() == {"player": 100}


@pytest.mark.clause("mbs5:5.5")
@pytest.mark.interpretation("I-100")
@games("mbs5")
def test_a_wager_taken_back_too_late_wins_or_loses_all_the_same_at_marina_bay(
    rules: Rulebook,
) -> None:
    closed = Dealt(rules).open().call().bets("Ann", "player", 100).close()
    closed.withdraws("Ann", "player")
    ignored = closed.just(e.LateChangeIgnored)
    assert (ignored.id, ignored.clauses) == ("player", ("mbs5:5.5",))
    closed.lowers("Ann", "player", 10).just(e.LateChangeIgnored)
    assert closed.fork().deals("9 K 10 8").ends().back("Ann") == {"player": 200}
    assert closed.fork().deals("4 K 10 9").ends().back("Ann") == {"player": 0}


@pytest.mark.clause("tb4:5.14", "dhyx2:5.14", "tbi1:5.14")
@pytest.mark.interpretation("I-47", "I-100", "I-101")
@games(*RWS)
def test_a_bet_is_settled_where_it_lay_at_close_even_if_another_was_meant(rules: Rulebook) -> None:
    table = Dealt(rules).open().call().bets("Ann", "tie", 100).bets("Ann", "player", 100)
    table.withdraws("Ann", "tie").bets("Ann", "banker", 50).close()
    for wanted in ("player", "tie"):
        assert refused(table.bets, "Ann", wanted, 500).code == "bets_closed"
    table.deals("9 K 10 8").ends()
    assert table.back("Ann") == {"player": 200, "banker": 0}


@pytest.mark.interpretation("I-47")
@games(*EVERY)
def test_what_reaches_the_table_late_counts_by_its_own_time(rules: Rulebook) -> None:
    """A bet laid in time may arrive after close; one laid after close goes back."""
    table = Dealt(rules).open().call().close()
    before, after = CLOSED - timedelta(seconds=1), CLOSED + timedelta(seconds=1)
    assert table.fork().bets("Ann", "player", 100, at=before).playing() == {"player": 100}
    assert refused(table.bets, "Ann", "player", 100, at=after).code == "bets_closed"
    table.draws("4")
    assert refused(table.bets, "Ann", "player", 100, at=before).code == "bets_closed"


@pytest.mark.interpretation("I-47", "I-100")
@games(*EVERY)
def test_a_bet_stamped_after_the_close_that_came_before_it_goes_back(rules: Rulebook) -> None:
    table = Dealt(rules).open().call()
    table.bets("Ann", "player", 100, at=CLOSED).bets(
        "Bob", "banker", 100, at=CLOSED + timedelta(seconds=1)
    )
    table.close(at=CLOSED)
    assert table.playing() == {"player": 100}
    assert table.just(e.WagerRejected).id == "banker"
    early = Dealt(rules).open().call()
    assert refused(early.bets, "Ann", "player", 100, at=CALLED - timedelta(seconds=1)).code == (
        "bets_not_open"
    )
    assert refused(early.bets, "Ann", "player", 100, at=CALLED.replace(tzinfo=None)).code == (
        "moment_without_zone"
    )


@pytest.mark.interpretation("I-47")
@games(*EVERY)
def test_bets_close_at_a_recorded_moment_not_before_the_call(rules: Rulebook) -> None:
    table = Dealt(rules).open().call()
    answer = refused(table.close, at=CALLED - timedelta(seconds=1))
    assert (answer.code, answer.where) == ("moment_before_opening", "at")
    assert refused(table.close, at=CLOSED.replace(tzinfo=None)).code == "moment_before_opening"
    assert table.close(at=CALLED).round.closed_at == CALLED


# --- moving a bet ---------------------------------------------------------------------------------


@pytest.mark.clause("tb4:3.3", "mbs5:3.1", "dhyx2:3.3", "tbi1:3.3")
@pytest.mark.interpretation("I-46")
@games(*EVERY)
def test_until_close_a_bet_may_be_raised_lowered_and_taken_back(rules: Rulebook) -> None:
    table = Dealt(rules).open().call().bets("Ann", "player", 100).bets("Bob", "banker", 40)
    assert table.raises("Ann", "player", 300).playing() == {"player": 300, "banker": 40}
    assert table.lowers("Ann", "player", 20).playing() == {"player": 20, "banker": 40}
    assert table.withdraws("Ann", "player").playing() == {"banker": 40}
    assert not table.happened(e.Flagged)
    table.deals("4 K 10 9").ends()
    assert (table.back("Ann"), table.back("Bob")) == ({}, {"banker": 80})


@pytest.mark.interpretation("I-46")
@games(*EVERY)
def test_a_raise_goes_up_and_a_lowering_down_and_each_touches_its_own_bet(rules: Rulebook) -> None:
    table = Dealt(rules).open().call().bets("Ann", "player", 100)
    assert refused(table.raises, "Ann", "player", 100).code == "wrong_direction"
    assert refused(table.lowers, "Ann", "player", 100).code == "wrong_direction"
    assert refused(table.lowers, "Ann", "player", 0).code == "wrong_direction"
    assert refused(table.raises, "Bob", "player", 200).code == "not_your_wager"
    assert refused(table.withdraws, "Ann", "banker").code == "unknown_wager"
    assert refused(table.bets, "Bob", "banker", 100, id="player").code == "duplicate_id"
    for stake in (0, -100):
        assert refused(table.bets, "Bob", "banker", stake).code == "bad_stake"
    assert table.playing() == {"player": 100}


@pytest.mark.interpretation("I-54")
@pytest.mark.clause("tb4:3.7", "mbs5:3.5", "dhyx2:3.7", "tbi1:3.7")
@games(*EVERY)
def test_a_player_may_bet_on_all_sides_and_each_bet_is_settled_by_itself(rules: Rulebook) -> None:
    table = Dealt(rules).open().call()
    table.bets("Ann", "player", 100).bets("Ann", "banker", 200).bets("Ann", "tie", 50)
    table.deals("4 K 10 9").ends()
    assert table.back("Ann") == {"player": 0, "banker": 400, "tie": 0}


@pytest.mark.interpretation("I-26")
@pytest.mark.clause("tb4:3.7", "tbi1:3.7")
@games("tb4", "tbi1")
def test_a_bet_that_the_layout_lacks_is_refused_and_found_later_goes_back(rules: Rulebook) -> None:
    letter, lacking = next(
        (letter, bet)
        for letter, layout in rules.layouts.items()
        for bet in rules.bets
        if bet not in layout.bets
    )
    table = Dealt(rules, layout=letter).open().call().bets("Ann", "player", 100)
    assert refused(table.bets, "Ann", lacking, 100).code == "bet_not_on_layout"
    table.unnoticed("Ann", lacking, 100).close()
    assert table.just(e.WagerRejected).id == lacking
    assert table.playing() == {"player": 100}
    assert refused(Dealt(rules).open().call().bets, "Ann", "lucky six", 100).code == "unknown_bet"


@pytest.mark.interpretation("I-23")
@games(*EVERY)
def test_a_table_may_refuse_stakes_that_its_chips_cannot_make(rules: Rulebook) -> None:
    chips = Limits(minimum=50, differential=10_000, unit=50)
    table = Dealt(rules, limits=chips).open().call()
    assert refused(table.bets, "Ann", "player", 120).code == "not_payable"
    assert table.bets("Ann", "player", 150).playing() == {"player": 150}
    assert refused(table.raises, "Ann", "player", 175).code == "not_payable"


# --- bets laid by staff ---------------------------------------------------------------------------


@pytest.mark.clause("tb4:5.17", "mbs5:3.7", "dhyx2:5.17", "tbi1:5.17")
@pytest.mark.interpretation("I-101")
@games(*EVERY)
def test_staff_lay_and_move_bets_at_a_players_request_and_they_are_his(rules: Rulebook) -> None:
    for employee in (DEALER, SUPERVISOR, MANAGER):
        table = Dealt(rules).open().call().bets("Ann", "player", 100, by=employee)
        placed = table.just(e.WagerPlaced)
        assert (placed.actor, placed.wager.patron) == (employee, "Ann")
        table.raises("Ann", "player", 200, by=employee)
        table.lowers("Ann", "player", 150, by=employee)
        assert table.fork().withdraws("Ann", "player", by=employee).playing() == {}
        assert table.deals("9 K 10 8").ends().back("Ann") == {"player": 300}


@pytest.mark.clause("tb4:5.17", "mbs5:3.7", "dhyx2:5.17", "tbi1:5.17")
@pytest.mark.interpretation("I-101")
@games(*EVERY)
def test_a_bet_that_staff_laid_wrongly_stands_as_it_lies(rules: Rulebook) -> None:
    """Ann said Player; Banker is where the chips lie, and Banker is what is settled."""
    table = Dealt(rules).open().call().bets("Ann", "banker", 100, by=DEALER)
    assert table.fork().deals("9 K 10 8").ends().back("Ann") == {"banker": 0}
    assert table.fork().deals("4 K 10 9").ends().back("Ann") == {"banker": 200}


# --- boxes, Seated and Standing Players -----------------------------------------------------------


@pytest.mark.clause("tb4:1.26", "dhyx2:1.19", "tbi1:1.23")
@pytest.mark.clause("tb4:1.29", "dhyx2:1.21", "tbi1:1.26")
@pytest.mark.interpretation("I-44")
@games(*RWS)
def test_one_is_seated_where_one_sits_and_standing_at_every_other_box(rules: Rulebook) -> None:
    """Ann sits at 1 and bets at 1 and 2; Bob sits at 2. The Differential ranks their bets."""
    table = Dealt(rules, limits=Limits(minimum=10, differential=300)).open()
    table.seats("Ann", "1").seats("Bob", "2").call()
    table.bets("Ann", "player", 100, "1", id="seated")
    table.bets("Ann", "player", 200, "2", id="standing")
    table.bets("Bob", "player", 200, "2", id="holder")
    assert table.playing() == {"seated": 100, "holder": 200}


@pytest.mark.interpretation("I-44")
@games(*RWS)
def test_where_nobody_sits_all_are_standing_and_accepted_in_order_of_time(rules: Rulebook) -> None:
    table = (
        Dealt(rules, limits=Limits(minimum=10, differential=300)).open().seats("Ann", "1").call()
    )
    table.bets("Ann", "player", 200, "3", id="first").bets("Bob", "player", 100, "3", id="second")
    assert refused(table.bets, "Cy", "player", 10, "3").code == "differential_exceeded"
    table.bets("Ann", "player", 150, "1", id="seated")
    assert table.playing() == {"first": 150, "seated": 150}


@pytest.mark.interpretation("I-44")
@games(*EVERY)
def test_a_seat_is_for_one_and_is_free_again_when_he_goes(rules: Rulebook) -> None:
    table = Dealt(rules).open().seats("Ann", "1")
    answer = refused(table.seats, "Bob", "1")
    assert (answer.code, answer.where) == ("seat_taken", "box")
    assert refused(table.seats, "Bob", "nowhere").code == "unknown_box"
    table.seats("Ann", "2")
    assert table.table.seats == (("2", "Ann"),)
    assert table.leaves("Ann").seats("Bob", "2").table.seats == (("2", "Bob"),)


@pytest.mark.clause("tb4:3.6", "dhyx2:3.6", "tbi1:3.6")
@pytest.mark.interpretation("I-36", "I-43")
@games(*RWS)
def test_others_fill_a_box_up_to_its_maximum_and_its_holder_is_not_asked(rules: Rulebook) -> None:
    boxed = Limits(minimum=10, maximum=500, differential=100_000)
    table = Dealt(rules, limits=boxed).open().seats("Ann", "1").call()
    table.bets("Ann", "player", 300, "1", id="a").bets("Bob", "player", 150, "1", id="b")
    over = refused(table.bets, "Cy", "player", 60, "1", id="c")
    assert over.code == "over_maximum"
    assert over.reason.startswith("510 cents on player at box 1")
    assert over.remedy == "at most 50 cents can be laid"
    table.bets("Cy", "player", 50, "1", id="c")
    # the maximum is that of the box and kind: the other side and the other box have their own
    table.bets("Bob", "banker", 500, "1", id="other side").bets("Bob", "player", 500, "2", id="d")
    assert sum(table.playing().values()) == 1500


@pytest.mark.clause("tb4:3.6", "dhyx2:3.6", "tbi1:3.6")
@pytest.mark.interpretation("I-43")
@games(*RWS)
def test_without_a_box_maximum_others_fill_a_box_up_to_the_differential(rules: Rulebook) -> None:
    table = Dealt(rules, limits=Limits(minimum=10, differential=500)).open()
    table.seats("Ann", "1").call().bets("Ann", "player", 300, "1", id="a")
    table.bets("Bob", "player", 200, "1", id="b")
    assert refused(table.bets, "Cy", "player", 10, "1").code == "differential_exceeded"
    assert table.bets("Cy", "banker", 10, "1", id="free choice of side").playing()["b"] == 200


# --- playing areas at Marina Bay ------------------------------------------------------------------


@pytest.mark.clause("mbs5:3.6")
@pytest.mark.interpretation("I-42")
@games("mbs5")
def test_at_most_three_wagers_lie_on_a_playing_area(rules: Rulebook) -> None:
    table = Dealt(rules).open().call()
    for name in ("Ann", "Bob", "Cy"):
        table.bets(name, "player", 100, "1", id=name)
    answer = refused(table.bets, "Di", "player", 100, "1")
    assert (answer.code, answer.clauses) == ("area_full", ("mbs5:3.6", "mbs5:3.6.1"))
    # an area is one bet at one position; adding to a wager is no new one; room may come back
    table.bets("Di", "banker", 100, "1", id="d1").bets("Di", "player", 100, "2", id="d2")
    table.raises("Ann", "Ann", 200).joins("Di", "Ann", 50).withdraws("Bob", "Bob")
    assert table.bets("Ed", "player", 100, "1", id="Ed").playing() == {
        "Ann": 250,
        "Cy": 100,
        "d1": 100,
        "d2": 100,
        "Ed": 100,
    }


@pytest.mark.clause("mbs5:3.6.1")
@pytest.mark.interpretation("I-42")
@games("mbs5")
def test_a_pit_manager_may_lower_the_number_of_wagers_and_nobody_below_him(rules: Rulebook) -> None:
    table = Dealt(rules).open()
    fewer = RestrictWagers(actor=MANAGER, number=1)
    assert refused(table.does, RestrictWagers(actor=SUPERVISOR, number=1)).code == "not_authorised"
    for number in (0, 4):
        assert refused(table.does, RestrictWagers(actor=MANAGER, number=number)).code == (
            "bad_number"
        )
    table.does(fewer).call().bets("Ann", "player", 100, "1")
    assert refused(table.bets, "Bob", "player", 100, "1").code == "area_full"
    assert refused(table.does, fewer).code == "wrong_phase"


@pytest.mark.interpretation("I-42", "I-43")
@games(*RWS)
def test_resorts_world_sets_no_number_of_wagers_and_knows_no_joint_ones(rules: Rulebook) -> None:
    table = Dealt(rules).open()
    assert refused(table.does, RestrictWagers(actor=MANAGER, number=2)).code == "no_such_limit"
    table.call()
    for number in range(7):
        table.bets("Ann", "player", 100, "1", id=f"{number}")
    assert len(table.playing()) == 7
    assert refused(table.joins, "Bob", "1", 100).code == "no_joint_wagers"


@pytest.mark.clause("mbs5:3.5.1")
@pytest.mark.interpretation("I-42", "I-38")
@games("mbs5")
def test_several_players_make_up_one_wager_and_are_settled_by_their_shares(rules: Rulebook) -> None:
    between = Limits(minimum=100, maximum=500, differential=100_000)
    table = Dealt(rules, limits=between).open().call().bets("Ann", "banker", 100, id="joint")
    # Bob's 60 alone would be under the minimum: limits are those of the common stake
    table.joins("Bob", "joint", 60)
    assert table.playing() == {"joint": 160}
    assert refused(table.joins, "Cy", "joint", 341).code == "over_maximum"
    assert refused(table.joins, "Bob", "joint", 10).code == "already_in_wager"
    assert refused(table.joins, "Cy", "joint", 0).code == "bad_stake"
    assert refused(table.joins, "Cy", "no such", 10).code == "unknown_wager"
    assert refused(table.lowers, "Ann", "joint", 39).code == "under_minimum"
    table.lowers("Ann", "joint", 40).deals("4 K 10 9").ends()
    assert (table.back("Ann"), table.back("Bob")) == ({"joint": 80}, {"joint": 120})


@pytest.mark.interpretation("I-42")
@games("mbs5")
def test_a_share_is_its_players_own(rules: Rulebook) -> None:
    table = Dealt(rules).open().call().bets("Ann", "player", 100, id="joint")
    table.joins("Bob", "joint", 50).joins("Cy", "joint", 25)
    assert refused(table.withdraws, "Di", "joint").code == "not_your_wager"
    table.withdraws("Ann", "joint").raises("Cy", "joint", 75).deals("4 K 10 9").ends()
    assert [(who, line.stake) for who, line in table.round.lines] == [("Bob", 50), ("Cy", 75)]


# --- who left -------------------------------------------------------------------------------------


@pytest.mark.clause("tb4:5.3", "dhyx2:5.3.1", "tbi1:5.3.1")
@pytest.mark.interpretation("I-103")
@games(*EVERY)
def test_the_bets_of_a_player_who_left_are_settled_and_held_for_him(rules: Rulebook) -> None:
    table = Dealt(rules).open().seats("Ann").call().bets("Ann", "player", 100)
    table.bets("Ann", "banker", 60).close().leaves("Ann")
    table.deals("9 K 10 8").ends()
    assert table.phase is Phase.IDLE
    assert table.back("Ann") == {"player": 200, "banker": 0}
    assert "Ann" in table.round.absent
