"""Settings are real: another value in the rule data is another game, or is refused by name."""

from __future__ import annotations

from dataclasses import replace

import pytest

from punto.core import commands as c
from punto.core import events as e
from punto.core.limits import Limits
from punto.core.outcome import Side
from punto.core.policies import Cited, LongOddsBase, LongOddsScope
from punto.core.rulebook import Kind, Rulebook
from punto.core.state import Face
from tests.support.conduct import DEALER, MANAGER, Dealt, patron, refused
from tests.support.games import games

RWS = ("tb4", "dhyx2", "tbi1")
PLUS = ("dhyx2", "tbi1")


def with_policy(rules: Rulebook, section: str, name: str, value: object) -> Rulebook:
    """Give one setting of a rulebook another value, and leave its citation."""
    policy = getattr(rules.policies, section)
    cited = replace(getattr(policy, name), value=value)
    policies = replace(rules.policies, **{section: replace(policy, **{name: cited})})
    return replace(rules, policies=policies)


@pytest.mark.clause("tb4:3.7-tail", "dhyx2:3.7-tail", "tbi1:3.7-tail", "mbs5:3.5")
@games("tb4", "mbs5", "dhyx2", "tbi1")
def test_side_bets_stand_alone_unless_the_rules_ask_for_a_bet_on_a_hand(rules: Rulebook) -> None:
    alone = Dealt(rules).open().call().bets("Ann", "tie", 100).bets("Bob", "player", 100)
    assert set(alone.fork().close().playing()) == {"tie", "player"}
    asked = replace(rules.wagers, side_bets_alone=Cited(False, ("x:1",), ()))
    other = Dealt(replace(rules, wagers=asked)).open().call()
    other.bets("Ann", "tie", 100).bets("Bob", "tie", 50, "2", id="t2").bets("Bob", "player", 100)
    rejected = other.close().just(e.WagerRejected)
    assert (rejected.id, rejected.clauses) == ("tie", ("x:1",))
    assert set(other.playing()) == {"t2", "player"}


@pytest.mark.clause("tb4:5.17", "mbs5:3.7", "dhyx2:5.17", "tbi1:5.17")
@pytest.mark.interpretation("I-101")
@games("tb4", "mbs5", "dhyx2", "tbi1")
def test_staff_lay_bets_for_a_player_unless_the_rules_say_no(rules: Rulebook) -> None:
    assert Dealt(rules).open().call().bets("Ann", "player", 100, by=DEALER).playing()
    table = Dealt(with_policy(rules, "betting", "staff_may_place", False)).open().call()
    answer = refused(table.bets, "Ann", "player", 100, by=DEALER)
    assert (answer.code, answer.clauses) == (
        "staff_may_not_place",
        rules.policies.betting.staff_may_place.clauses,
    )
    assert table.bets("Ann", "player", 100).playing() == {"player": 100}


@pytest.mark.clause("tb4:3.6", "dhyx2:3.6", "tbi1:3.6", "mbs5:3.5.1")
@pytest.mark.interpretation("I-43")
@games("tb4", "mbs5", "dhyx2", "tbi1")
def test_others_bet_in_a_box_unless_the_rules_keep_it_for_its_holder(rules: Rulebook) -> None:
    assert Dealt(rules).open().seats("Ann").call().bets("Bob", "player", 100).playing()
    kept = with_policy(rules, "betting", "others_may_fill_box", False)
    table = Dealt(kept).open().seats("Ann").call()
    assert refused(table.bets, "Bob", "player", 100).code == "box_of_another"
    table.bets("Ann", "player", 100).bets("Bob", "player", 100, "2", id="b")
    assert table.unnoticed("Bob", "player", 70, id="c").playing() == {
        "player": 100,
        "b": 100,
        "c": 70,
    }


@pytest.mark.clause("dhyx2:4.2.2", "tbi1:4.2.2")
@pytest.mark.interpretation("I-73")
@games(*PLUS)
def test_a_private_table_may_go_without_insurance_unless_the_rules_say_no(rules: Rulebook) -> None:
    switch = c.SwitchInsurance(actor=MANAGER, offered=False)
    assert Dealt(rules, private=True).open().does(switch).table.insurance_off
    never = with_policy(rules, "insurance", "private_tables_may_switch_off", False)
    assert refused(Dealt(never, private=True).open().does, switch).code == "private_tables_only"


LIMITS = Limits(minimum=10, maximum=800, differential=4000)


def at_ten_to_one(rules: Rulebook, name: str, value: object) -> Dealt:
    """Offer 10 to 1 under a setting of Insurance."""
    return offered_long_odds(with_policy(rules, "insurance", name, value), LIMITS)


def offered_long_odds(rules: Rulebook, limits: Limits) -> Dealt:
    """Offer 10 to 1 on Banker: Banker 5 over Player 0 after the third card."""
    table = Dealt(rules, limits=limits).open().call()
    table.bets("Ann", "banker", 600, "1", id="a1").bets("Ann", "banker", 400, "2", id="a2")
    table.bets("Bob", "banker", 200, "2", id="b2").deals("K K 3 5").offers()
    table.insures("Ann", "banker", 10).insures("Bob", "banker", 10, "2", id="other")
    return table.draws("7").offers()


@pytest.mark.clause("dhyx2:3.12.2", "tbi1:3.12.2")
@pytest.mark.interpretation("I-63")
@games(*PLUS)
@pytest.mark.parametrize(
    ("base", "most"),
    [
        pytest.param(LongOddsBase.MAXIMUM_ELSE_DIFFERENTIAL, 200, id="maximum"),
        pytest.param(LongOddsBase.DIFFERENTIAL, 600, id="differential"),
        pytest.param(LongOddsBase.ORIGINAL_BET, 150, id="original"),
    ],
)
def test_the_quarter_is_taken_of_what_the_setting_names(
    rules: Rulebook, base: LongOddsBase, most: int
) -> None:
    """Never above the Original Bet of 600 in that box."""
    table = at_ten_to_one(rules, "long_odds_base", base)
    answer = refused(table.insures, "Ann", "banker", most + 1)
    assert (answer.code, "I-63" in answer.by) == ("insurance_above_cap", True)
    assert table.insures("Ann", "banker", most, id="it").round.insurances[-1].stake == most


@pytest.mark.clause("dhyx2:3.12.2", "tbi1:3.12.2")
@pytest.mark.interpretation("I-36", "I-63")
@games(*PLUS)
def test_where_no_limit_is_shown_there_is_no_quarter_of_it(rules: Rulebook) -> None:
    """Then the Original Bet of 600 is the cap at 10 to 1 too."""
    unlimited = with_policy(rules, "limits", "differential_displayed", False)
    table = offered_long_odds(unlimited, Limits(minimum=10))
    assert refused(table.insures, "Ann", "banker", 601).code == "insurance_above_cap"
    assert table.insures("Ann", "banker", 600, id="it").round.insurances[-1].stake == 600


@pytest.mark.clause("dhyx2:3.12.2", "tbi1:3.12.2")
@pytest.mark.interpretation("I-63")
@games(*PLUS)
@pytest.mark.parametrize(
    ("scope", "ann_elsewhere", "bob"),
    [
        pytest.param(LongOddsScope.PERSON, 50, 200, id="person"),
        pytest.param(LongOddsScope.BOX, 200, 0, id="box"),
        pytest.param(LongOddsScope.TABLE, 50, 0, id="table"),
    ],
)
def test_the_quarter_is_shared_by_whom_the_setting_names(
    rules: Rulebook, scope: LongOddsScope, ann_elsewhere: int, bob: int
) -> None:
    """A quarter of 800 is 200; Ann takes 150 of it at box 1, and what she still can at box 2."""
    table = at_ten_to_one(rules, "long_odds_scope", scope)
    table.insures("Ann", "banker", 150, "1", id="first")
    answer = refused(table.insures, "Ann", "banker", ann_elsewhere + 1, "2")
    assert answer.code == "insurance_above_cap"
    table.insures("Ann", "banker", ann_elsewhere, "2", id="second")
    answer = refused(table.insures, "Bob", "banker", bob + 1, "2")
    assert answer.code == "insurance_above_cap"
    if bob:
        table.insures("Bob", "banker", bob, "2", id="third")


@pytest.mark.clause("tb4:3.6", "dhyx2:3.6", "tbi1:3.6")
@pytest.mark.interpretation("I-43")
@games(*RWS)
def test_a_bet_that_is_raised_does_not_count_against_its_own_box(rules: Rulebook) -> None:
    table = Dealt(rules, limits=LIMITS).open().call()
    table.bets("Ann", "player", 500).bets("Bob", "player", 100, id="b")
    assert refused(table.raises, "Ann", "player", 701).code == "over_maximum"
    assert table.raises("Ann", "player", 700).playing() == {"player": 700, "b": 100}


@pytest.mark.clause("tb4:5.8", "dhyx2:5.7", "tbi1:5.7")
@pytest.mark.interpretation("I-90", "I-81")
@games(*RWS)
def test_a_card_that_everybody_has_seen_lies_face_up_at_a_face_down_table_too(
    rules: Rulebook,
) -> None:
    table = Dealt(rules).open().call().bets("Ann", "player", 100).deals("4 K 10 9")
    seen = c.Seen(card=table.card("9"), exposed=True)
    excess = c.ReportIrregularity(actor=DEALER, kind=Kind.CARD_IN_EXCESS, drawn=(seen,))
    table.does(excess).does(c.JudgeReconstruction(actor=MANAGER, repairable=True, reason="next"))
    table.ends().does(c.SetFace(actor=MANAGER, face=Face.DOWN))
    table.does(c.AcknowledgeExposedCard(actor=MANAGER)).call().bets("Ann", "player", 100)
    assert [drawn.exposed for drawn in table.deals("?? K").drawn()] == [True, False]
    assert refused(table.exposes, 1).code == "already_exposed"


def test_a_patron_lays_his_own_bet_whatever_the_staff_may_do() -> None:
    table = Dealt(with_policy(Dealt("tb4").rules, "betting", "staff_may_place", False))
    table.open().call().bets("Ann", "tie", 100, by=patron("Ann"))
    assert table.raises("Ann", "tie", 200).playing() == {"tie": 200}


@pytest.mark.clause("mbs5:3.9.2")
@pytest.mark.interpretation("I-107")
@games("mbs5")
def test_cards_go_to_whoever_wagered_most_unless_the_rules_ask_for_a_seat(rules: Rulebook) -> None:
    for asked, holder in ((False, "Bob"), (True, "Ann")):
        only = with_policy(rules, "squeeze", "seated_only", asked)
        table = Dealt(only, method="A", face=Face.DOWN).open().seats("Ann").call()
        table.bets("Ann", "player", 100).bets("Bob", "player", 200, "2", id="b").deals("?? ??")
        table.does(c.PassCards(actor=DEALER, side=Side.PLAYER))
        assert table.just(e.CardsPassed).patron == holder


NO_CLAUSE_NAMES = {
    **dict.fromkeys(("seat_patron", "unseat_patron", "note_absence", "cutting_card"), "dealer"),
    **dict.fromkeys(("post_notice", "burn_card", "load_cards", "correct_result"), "pit_supervisor"),
    **dict.fromkeys(
        ("open_table", "close_table", "assign_staff", "set_limits", "set_face"), "pit_manager"
    ),
}
"""Acts for which the documents name no rank, and the least that this program asks for (I-109)."""


@pytest.mark.interpretation("I-109")
@games("tb4", "mbs5", "dhyx2", "tbi1")
def test_where_no_clause_names_a_rank_the_house_asks_for_this_one(rules: Rulebook) -> None:
    assert {act: rules.authority[act].role for act in NO_CLAUSE_NAMES} == NO_CLAUSE_NAMES
