"""Differential, limits and payments of a table held against examples worked by hand."""

from __future__ import annotations

import pytest

from .conduct import (
    TableLimits,
    all_took_theirs_back,
    counted_at_close,
    options_return,
    settle_bets,
    settle_laid,
    settled_as_recorded,
    void_returns,
    with_counted,
)
from .dealing import deal
from .hands import MBS5, TB4
from .limits import (
    Counted,
    MbsRound,
    before_close,
    mbs_after_close,
    mbs_area_has_room,
    mbs_joint_after_close,
    mbs_one_time,
    rws_after_close,
)
from .staking import (
    TableBet,
    differential,
    mbs_differential,
    place_one_after_another,
    pro_rata,
    reject_excess,
    removals_suffice,
)
from .windows import Laid


def bet(name: str, side: str, stake: int, time: int = 0, *, seated: bool = True) -> TableBet:
    return TableBet(name, name, 1, side, stake, time, seated)


T7 = [
    bet("A", "banker", 60_000),
    bet("B", "banker", 30_000),
    bet("C", "banker", 9_000),
    bet("D", "banker", 1_200),
    bet("E", "banker", 500),
    bet("P", "player", 20_000),
    bet("S", "tie", 90_000),
]


def test_table_t7_to_the_unit() -> None:
    assert differential(T7) == 80_700
    counted = pro_rata(T7, limit=50_000, minimum=1_000, unit=1)
    assert counted == {
        "A": 41_515,
        "B": 20_757,
        "C": 6_227,
        "D": 1_000,
        "E": 500,
        "P": 20_000,
        "S": 90_000,
    }
    assert sum(counted[name] for name in "ABCDE") == 69_999


def test_a_larger_unit_rounds_each_share_down() -> None:
    """I-51: 60,000 x 68,500 / 99,000 is 41,515.15, 30,000 x it 20,757.6, 9,000 x it 6,227.3."""
    counted = pro_rata(T7, limit=50_000, minimum=1_000, unit=100)
    assert [counted[name] for name in "ABCDE"] == [41_500, 20_700, 6_200, 1_000, 500]


def test_holding_one_bet_at_the_minimum_may_bring_the_next_below_it() -> None:
    """I-50, repeated: room 10,200 for 13,464 + 2,150 + 6 x 1,050 = 21,914.

    The first factor, 0.4655, leaves the small ones below 1,000 and the middle one 1,000.7. With
    6,000 gone to the small ones the factor is 4,200 / 15,614 and the middle one sinks too.
    """
    bets = [bet("big", "player", 13_464), bet("middle", "player", 2_150)]
    bets += [bet(f"s{n}", "player", 1_050) for n in range(6)]
    counted = pro_rata(bets, limit=10_200, minimum=1_000, unit=1)
    assert counted == {"big": 3_200, "middle": 1_000} | {f"s{n}": 1_000 for n in range(6)}


def test_where_all_at_the_minimum_still_exceeds_the_limit_the_excess_is_accepted() -> None:
    bets = [bet("a", "player", 1_500), bet("b", "player", 1_500)]
    assert pro_rata(bets, limit=1_200, minimum=1_000, unit=1) == {"a": 1_000, "b": 1_000}


def test_at_the_limit_nothing_shrinks() -> None:
    bets = [bet("a", "player", 1_500), bet("b", "banker", 500)]
    assert pro_rata(bets, limit=1_000, minimum=100, unit=1) == {"a": 1_500, "b": 500}
    assert pro_rata(bets, limit=999, minimum=100, unit=1) == {"a": 1_499, "b": 500}


def test_a_seated_bet_displaces_the_latest_standing_one() -> None:
    """I-52."""
    bets = [
        bet("s1", "banker", 400, 1, seated=False),
        bet("s2", "banker", 500, 2, seated=False),
        bet("seat", "banker", 300, 3),
    ]
    assert reject_excess(bets, limit=1_000) == {"s1": 400, "s2": 300, "seat": 300}
    assert reject_excess(bets, limit=250) == {"s1": 0, "s2": 0, "seat": 250}


def test_what_was_rejected_does_not_come_back_when_room_arises() -> None:
    bets = [
        bet("a", "banker", 700, 1),
        bet("b", "banker", 700, 2),
        bet("c", "player", 400, 3),
        bet("d", "banker", 900, 4),
    ]
    kept = place_one_after_another(bets, limit=1_000)
    assert kept == {"a": 700, "b": 300, "c": 400, "d": 400}
    assert reject_excess(bets, limit=1_000)["b"] == 700


def test_mbs_asks_until_the_first_card_and_then_settles_in_full() -> None:
    """mbs5:5.18, I-56."""
    bets = [bet("a", "banker", 900), bet("b", "player", 200), bet("t", "tie", 5_000)]
    asked = mbs_differential(bets, 500, first_card_drawn=False)
    assert (asked.remedy, asked.ask_to_decrease, asked.may_increase) == ("ask", "banker", "player")
    assert asked.excess == 200
    late = mbs_differential(bets, 500, first_card_drawn=True)
    assert (late.exceeded, late.remedy, late.ask_to_decrease) == (True, "settle in full", None)
    assert mbs_differential(bets, 700, first_card_drawn=False).exceeded is False
    assert removals_suffice(bets, {"a"}, 500)
    assert not removals_suffice(bets, {"b"}, 500)


def test_limits_before_the_close() -> None:
    verdicts = [before_close(stake, 100, 1_000) for stake in (99, 100, 1_000, 1_001)]
    assert verdicts == ["raise or withdraw", "accept", "accept", "refuse"]
    assert before_close(9_999, 100, None) == "accept"


def test_after_the_close_rws_lets_stand_and_mbs_cuts() -> None:
    """tb4:5.2.1, I-37; mbs5:5.14, 5.15."""
    assert rws_after_close(50, 100, 1_000) == Counted(50, 0, "under minimum")
    assert rws_after_close(1_500, 100, 1_000) == Counted(1_500, 0, "over maximum")
    assert mbs_after_close(1_500, 100, 1_000, had_one_before=False) == Counted(
        1_000, 500, "over maximum"
    )
    assert mbs_after_close(100, 100, 1_000, had_one_before=True) == Counted(100, 0, "")


def test_mbs_settles_under_the_minimum_one_round_only() -> None:
    """I-40: the whole first round, not a void one, and afresh after leaving."""
    rounds = [
        MbsRound({"ann": [50]}, void=True),
        MbsRound({"ann": [50, 60], "bob": [100]}),
        MbsRound({"ann": [50, 200], "bob": [90]}, left_after=frozenset({"ann"})),
        MbsRound({"ann": [50], "bob": [90]}),
    ]
    counted = [
        {person: [each.counted for each in rows] for person, rows in result.items()}
        for result in mbs_one_time(rounds, 100, None)
    ]
    assert counted == [
        {"ann": [50]},
        {"ann": [50, 60], "bob": [100]},
        {"ann": [0, 200], "bob": [90]},
        {"ann": [50], "bob": [0]},
    ]


def test_a_joint_wager_is_cut_by_share_and_judged_as_one() -> None:
    """I-41, I-42."""
    shares = {"ann": 900, "bob": 600}
    cut = mbs_joint_after_close(shares, 100, 1_000, 1, set())
    assert cut == {
        "ann": Counted(600, 300, "over maximum"),
        "bob": Counted(400, 200, "over maximum"),
    }
    small = mbs_joint_after_close({"ann": 60, "bob": 30}, 100, 1_000, 1, {"bob"})
    assert (small["ann"].counted, small["bob"].counted) == (60, 0)
    together = mbs_joint_after_close({"ann": 60, "bob": 40}, 100, 1_000, 1, {"bob"})
    assert (together["ann"].counted, together["bob"].counted) == (60, 40)


def test_three_wagers_to_an_area_or_fewer() -> None:
    assert [mbs_area_has_room(n, None) for n in range(4)] == [True, True, True, False]
    assert [mbs_area_has_room(n, 2) for n in range(4)] == [True, True, False, False]


LIMITS = TableLimits(minimum=1_000, maximum=None, differential=50_000, unit=1)


def test_the_part_cut_off_comes_back_win_or_lose() -> None:
    """I-24, I-49: Banker wins on 6, so A is paid half of 41,515, rounded up."""
    counted = counted_at_close(TB4, T7, LIMITS, set())
    won = settle_bets(T7, counted, deal(["2S", "6S", "KD", "KC", "2H"]), 1)
    assert won["A"].profit == 20_758
    assert won["A"].returned == 60_000 + 20_758
    lost = settle_bets(T7, counted, deal(["9S", "6S", "KD", "KC"]), 1)
    assert lost["A"].returned == 60_000 - 41_515
    assert lost["P"].returned == 40_000
    tied = settle_bets(T7, counted, deal(["9S", "9H", "KD", "KC"]), 1)
    assert tied["A"].returned == 60_000
    assert tied["S"].returned == 90_000 * 9


def test_mbs_counts_cut_stakes_before_the_differential() -> None:
    """I-41, I-56."""
    limits = TableLimits(minimum=100, maximum=1_000, differential=500, unit=1)
    bets = [bet("a", "banker", 2_000), bet("b", "player", 600), bet("c", "player", 50)]
    counted = counted_at_close(MBS5, bets, limits, {"c"})
    assert counted == {"a": 1_000, "b": 600, "c": 0}
    assert differential(with_counted(bets, counted)) == 400


def test_void_returns_bets_already_won_and_insurance() -> None:
    """I-82, I-76."""
    laid = [Laid("A", 1, "banker", "after_four_cards", 70)]
    assert void_returns(T7[:1], laid) == ({"A": 60_000}, [70])


def test_options_return_what_is_undecided_and_its_insurance() -> None:
    """I-88, I-76, I-89."""
    bets = [
        TableBet("o", "ann", 1, "banker", 100, 0, True),
        TableBet("p", "ann", 1, "tiger_pair", 10, 1, True),
        TableBet("q", "bob", 1, "banker", 200, 2, True),
    ]
    laid = [
        Laid("ann", 1, "banker", "after_four_cards", 50),
        Laid("bob", 1, "banker", "after_four_cards", 60),
    ]
    back, insurance = options_return(bets, laid, {"ann"}, {"tiger_pair": "lose"})
    assert back == {"o"}
    assert insurance == [True, False]
    assert not all_took_theirs_back(bets, back)
    everything, _ = options_return(bets, laid, {"ann", "bob"}, {})
    assert all_took_theirs_back(bets, everything)


def test_changes_after_the_close_do_not_count() -> None:
    """I-100: a raise goes back, a bet taken away still plays."""
    plays, back = settled_as_recorded({"a": 100, "b": 50, "d": 5}, {"a": 130, "c": 20, "d": 5})
    assert plays == {"a": 100, "b": 50, "d": 5}
    assert back == {"a": 30, "c": 20}


def test_insurance_of_a_table_is_settled_by_stage() -> None:
    """I-60, first example."""
    finished = deal(["3S", "4S", "KD", "QC", "7S", "6H"])
    laid = [
        Laid("ann", 1, "banker", "after_four_cards", 60),
        Laid("ann", 1, "banker", "after_player_third_card", 40),
    ]
    assert [payment.returned for payment in settle_laid(laid, finished, 1)] == [60, 440]
    with pytest.raises(ValueError, match="never on offer"):
        settle_laid([Laid("ann", 1, "player", "after_four_cards", 60)], finished, 1)
