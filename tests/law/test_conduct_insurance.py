"""Insurance Plus in a round: offers, caps, lapse, waiver, and offers that the Dealer neglected."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from punto.core import commands as c
from punto.core import events as e
from punto.core.conduct import Automation
from punto.core.limits import Limits
from punto.core.policies import Cited, Lapse, OddsShownWrongly
from punto.core.rulebook import Kind, Rulebook, Stage
from punto.core.state import Face, Phase
from tests.reference.insuring import FOUR, SITUATIONS, THIRD, find_situation
from tests.support.conduct import (
    CASINO,
    DEALER,
    MANAGER,
    SHIFT,
    SUPERVISOR,
    Dealt,
    patron,
    refused,
)
from tests.support.games import games

PLUS = ("dhyx2", "tbi1")
OF_POINTS = ("K", "A", *"23456789")
"""A rank for each number of points."""

PLAYER_LEADS = "K K 7 6"
"""Player 7 over Banker 6: at 4 to 1, and Banker stands on 6 against a standing 7."""
BOTH_OFFERS = "2 3 2 3"
"""Player 4, Banker 6: Banker at 5 to 2, then by Player's third card."""


def dealt(rules: Rulebook, cards: str, **stakes: int) -> Dealt:
    """Let Ann bet on Hands, and deal; the Dealer has not yet offered anything."""
    table = Dealt(rules).open().call()
    for bet, stake in stakes.items():
        table.bets("Ann", bet, stake)
    return table.deals(cards)


# --- what is offered, and when --------------------------------------------------------------------


@pytest.mark.clause("dhyx2:3.12", "dhyx2:3.12.1", "dhyx2:4.1.2", "tbi1:3.12", "tbi1:3.12.1")
@pytest.mark.clause("tbi1:4.1.8", "dhyx2:1.10", "tbi1:1.12")
@pytest.mark.interpretation("I-57", "I-58", "I-67", "I-68", "I-69")
@games(*PLUS)
def test_each_of_the_83_situations_is_offered_exactly_when_a_card_is_to_come(
    rules: Rulebook,
) -> None:
    """Every pair of totals and every third card of Player, with bets on both Hands."""
    start = Dealt(rules).open().call().bets("Ann", "player", 100).bets("Ann", "banker", 100).close()
    offered: set[tuple[str, str, int, int]] = set()

    def due(table: Dealt, stage: str, player: int, banker: int) -> None:
        table = table.fork()
        expected = {
            side: found
            for side, own, other in (("player", player, banker), ("banker", banker, player))
            if (found := find_situation(side, stage, own, other)) is not None
        }
        if table.phase is not Phase.DEALING:  # the Hands are complete: no card is to come (I-57)
            assert refused(table.offers).code == "wrong_phase"
        elif not expected:
            assert refused(table.offers).code == "nothing_to_offer"
        else:
            rows = table.offers().just(e.InsuranceOffered).offer.rows
            assert {
                row.side.value: ((row.odds.num, row.odds.den), row.pays_on_tie) for row in rows
            } == expected
            points = {"player": (player, banker), "banker": (banker, player)}
            offered.update((side, stage, *points[side]) for side in expected)

    for player, banker in product(range(10), repeat=2):
        four = start.fork().deals(f"K K {OF_POINTS[player]} {OF_POINTS[banker]}")
        due(four, FOUR, player, banker)
        draws = four.phase is Phase.DEALING and player <= 5
        for third in range(10) if draws else ():
            five = four.fork().draws(OF_POINTS[third])
            due(five, THIRD, (player + third) % 10, banker)
    assert offered == {situation[:4] for situation in SITUATIONS}
    assert len(offered) == 83


@pytest.mark.clause("dhyx2:3.12", "tbi1:3.12")
@pytest.mark.interpretation("I-57")
@games(*PLUS)
def test_an_insured_hand_that_can_no_longer_lose_is_not_on_offer(rules: Rulebook) -> None:
    """Player 5 after a third card of 0 against Banker 4, who must stand."""
    table = dealt(rules, "K K 5 4", player=100).draws("K")
    assert table.phase is Phase.COMPLETE
    assert refused(table.insures, "Ann", "player", 100).code == "insurance_not_on_offer"


@pytest.mark.clause("dhyx2:3.12", "tbi1:3.12")
@pytest.mark.interpretation("I-67", "I-81")
@games(*PLUS)
def test_an_offer_opens_when_all_cards_of_its_stage_lie_face_up(rules: Rulebook) -> None:
    table = Dealt(rules, face=Face.DOWN).open().call().bets("Ann", "banker", 100)
    table.deals(BOTH_OFFERS).exposes(1, 2, 3)
    assert refused(table.offers).code == "nothing_to_offer"
    offer = table.exposes(4).offers().just(e.InsuranceOffered).offer
    assert (offer.stage, offer.patrons) == (Stage.AFTER_FOUR_CARDS, ("Ann",))
    table.insures("Ann", "banker", 50).draws("7")
    assert refused(table.offers).code == "nothing_to_offer"
    assert table.exposes(5).offers().just(e.InsuranceOffered).offer.stage is (
        Stage.AFTER_PLAYER_THIRD_CARD
    )


@pytest.mark.clause("dhyx2:3.12", "tbi1:3.12", "dhyx2:3.8", "tbi1:3.8")
@pytest.mark.interpretation("I-66", "I-67")
@games(*PLUS)
def test_insurance_has_its_own_window_that_the_next_card_closes(rules: Rulebook) -> None:
    table = dealt(rules, BOTH_OFFERS, banker=100)
    assert refused(table.insures, "Ann", "banker", 50).code == "insurance_not_on_offer"
    table.offers().insures("Ann", "banker", 50)
    assert refused(table.bets, "Ann", "banker", 50).code == "bets_closed"
    assert refused(table.offers).code == "nothing_to_offer"
    table.draws("K")
    assert refused(table.insures, "Ann", "banker", 50).code == "insurance_not_on_offer"
    assert [item.stake for item in table.round.insurances] == [50]


@games(*PLUS)
def test_a_table_may_make_each_offer_by_itself(rules: Rulebook) -> None:
    itself = frozenset({Automation.OFFER_INSURANCE})
    table = Dealt(rules, automation=itself).open().call().bets("Ann", "banker", 100)
    table.deals(BOTH_OFFERS)
    assert table.just(e.InsuranceOffered).offer.patrons == ("Ann",)
    assert table.insures("Ann", "banker", 100).round.insurances[0].stake == 100


@games("tb4", "mbs5")
def test_the_games_without_insurance_plus_know_no_insurance(rules: Rulebook) -> None:
    table = dealt(rules, PLAYER_LEADS.replace("6", "5"), player=100)
    assert refused(table.offers).code == "not_in_this_game"
    assert refused(table.insures, "Ann", "player", 50).code == "not_in_this_game"


# --- who may insure what, and how much ------------------------------------------------------------


@pytest.mark.clause("dhyx2:3.11", "tbi1:3.11")
@pytest.mark.interpretation("I-62", "I-78")
@games(*PLUS)
def test_whoever_bet_on_a_hand_may_insure_that_hand_in_part_or_in_whole(rules: Rulebook) -> None:
    table = Dealt(rules).open().seats("Ann", "1").call().bets("Ann", "banker", 300, "1", id="a")
    table.bets("Bob", "banker", 100, "1", id="b").bets("Cy", "player", 100, "2")
    table.bets("Di", "tie", 100, "2").deals(BOTH_OFFERS).offers()
    assert table.just(e.InsuranceOffered).offer.patrons == ("Ann", "Bob")
    # a Standing Player too, any amount down to the smallest unit, and through the Dealer
    table.insures("Ann", "banker", 1, id="in part")
    table.insures("Bob", "banker", 100, id="in whole", by=DEALER)
    assert table.just(e.InsurancePlaced).actor == DEALER
    for name, box in (("Cy", "2"), ("Di", "2"), ("Ann", "2")):
        assert refused(table.insures, name, "banker", 10, box).code == "no_original_bet"
    assert refused(table.insures, "Cy", "player", 10, "2").code == "insurance_not_on_offer"


@pytest.mark.clause("dhyx2:3.12.2", "tbi1:3.12.2")
@pytest.mark.interpretation("I-61", "I-62", "I-64")
@games(*PLUS)
def test_at_each_offer_insurance_goes_up_to_the_original_bet_in_its_box(rules: Rulebook) -> None:
    table = Dealt(rules).open().call().bets("Ann", "banker", 100, "1", id="w1")
    table.bets("Ann", "banker", 60, "2", id="w2").deals(BOTH_OFFERS).offers()
    over = refused(table.insures, "Ann", "banker", 101, "1")
    assert (over.code, "at most 100 cents" in over.remedy) == ("insurance_above_cap", True)
    table.insures("Ann", "banker", 70, "1", id="i1").insures("Ann", "banker", 30, "1", id="i2")
    assert refused(table.insures, "Ann", "banker", 1, "1").code == "insurance_above_cap"
    assert refused(table.insures, "Ann", "banker", 61, "2").code == "insurance_above_cap"
    table.insures("Ann", "banker", 60, "2", id="i3")


@pytest.mark.clause("dhyx2:3.12.2", "tbi1:3.12.2")
@pytest.mark.interpretation("I-61")
@games(*PLUS)
def test_after_players_third_card_the_cap_begins_anew(rules: Rulebook) -> None:
    """Banker 5 over Player 3, and again over Player 0 after a 7."""
    table = dealt(rules, "K K 3 5", banker=100).offers().insures("Ann", "banker", 100, id="i1")
    table.draws("7").offers().insures("Ann", "banker", 100, id="i2")
    assert sum(item.stake for item in table.round.insurances) == 200
    table.draws("5").ends()
    # 0 and 0: the first comes back, the second wins 10 to 1, the Original Bet comes back
    assert table.back("Ann") == {"banker": 100, "i1": 100, "i2": 1100}


@pytest.mark.clause("dhyx2:3.12.2", "tbi1:3.12.2")
@pytest.mark.interpretation("I-63", "I-36")
@games(*PLUS)
@pytest.mark.parametrize(
    ("limits", "by_bet", "most"),
    [
        pytest.param(Limits(minimum=10, maximum=800, differential=4000), (), 200, id="maximum"),
        pytest.param(Limits(minimum=10, differential=2000), (), 500, id="differential"),
        pytest.param(
            Limits(minimum=10, maximum=800, differential=4000),
            (("banker", Limits(minimum=10, maximum=400)),),
            100,
            id="maximum of the kind",
        ),
        pytest.param(
            Limits(minimum=10, maximum=800, differential=2000),
            (("banker", Limits(minimum=10)),),
            500,
            id="no maximum for the kind",
        ),
    ],
)
def test_at_ten_to_one_a_quarter_of_the_maximum_limit_is_the_cap(
    rules: Rulebook, limits: Limits, by_bet: tuple[tuple[str, Limits], ...], most: int
) -> None:
    """Banker 5 over Player 0 after the third card."""
    table = Dealt(rules, limits=limits, limits_by_bet=by_bet).open().call()
    table.bets("Ann", "banker", 400, "1", id="w1").bets("Bob", "banker", 80, "2", id="w2")
    table.bets("Ann", "banker", 350, "3", id="w3")
    table.deals("K K 3 5").offers().insures("Ann", "banker", 400, "1").insures(
        "Bob", "banker", 80, "2"
    )
    table.draws("7").offers()
    in_one_box = min(most, 400)
    assert (
        refused(table.insures, "Ann", "banker", in_one_box + 1, "1").code == "insurance_above_cap"
    )
    table.insures("Ann", "banker", in_one_box, "1", id="long")
    # the quarter is per Player over all his boxes, and never above his Original Bet
    left = most - in_one_box
    assert refused(table.insures, "Ann", "banker", left + 1, "3").code == "insurance_above_cap"
    assert refused(table.insures, "Bob", "banker", 81, "2").code == "insurance_above_cap"
    table.insures("Bob", "banker", 80, "2", id="whole")
    assert [item.stake for item in table.round.insurances][-2:] == [in_one_box, 80]


@pytest.mark.clause("dhyx2:3.12.2", "tbi1:3.12.2")
@pytest.mark.interpretation("I-76")
@games(*PLUS)
def test_the_cap_is_the_original_bet_as_it_plays_after_a_reduction(rules: Rulebook) -> None:
    table = Dealt(rules, limits=Limits(minimum=10, differential=300)).open().call()
    table.unnoticed("Ann", "banker", 500).deals(BOTH_OFFERS).offers()
    assert table.playing() == {"banker": 300}
    assert refused(table.insures, "Ann", "banker", 301).code == "insurance_above_cap"
    assert table.insures("Ann", "banker", 300).just(e.InsurancePlaced).insured.stake == 300


@pytest.mark.interpretation("I-76", "I-82", "I-88")
@pytest.mark.clause("dhyx2:5.16", "tbi1:5.16")
@games(*PLUS)
def test_when_the_original_bet_comes_back_its_insurance_does_too(rules: Rulebook) -> None:
    table = dealt(rules, BOTH_OFFERS, banker=100).offers().insures("Ann", "banker", 60, id="i")
    void = table.fork().does(c.ReportIrregularity(actor=DEALER, kind=Kind.FOREIGN_CARD))
    assert void.back("Ann") == {"banker": 100, "i": 60}
    table.does(c.ReportIrregularity(actor=DEALER, kind=Kind.OTHER_DEALING_ERROR))
    if table.phase is Phase.HELD:
        table.does(c.JudgeReconstruction(actor=SUPERVISOR, repairable=True, reason="plain"))
    table.chooses("Ann", "return").resumes()
    assert (table.round.over, table.back("Ann")) == (True, {"banker": 100, "i": 60})


@games(*PLUS)
def test_an_insurance_is_a_payable_amount_with_an_id_of_its_own(rules: Rulebook) -> None:
    table = dealt(rules, BOTH_OFFERS, banker=100).offers().insures("Ann", "banker", 10, id="i")
    assert refused(table.insures, "Ann", "banker", 10, id="i").code == "duplicate_id"
    for stake in (0, -10):
        assert refused(table.insures, "Ann", "banker", stake).code == "bad_stake"


@pytest.mark.clause("dhyx2:3.12", "dhyx2:5.15", "tbi1:3.12", "tbi1:5.15")
@pytest.mark.interpretation("I-75")
@games(*PLUS)
def test_odds_shown_wrongly_are_on_record_and_the_pay_table_prevails(rules: Rulebook) -> None:
    policy = rules.policies.insurance
    assert policy is not None
    assert policy.odds_shown_wrongly.value is OddsShownWrongly.PAY_TABLE_PREVAILS
    table = dealt(rules, BOTH_OFFERS, banker=100)
    table.does(c.PostNotice(actor=SUPERVISOR, text="the lammer showed 9 to 1")).offers()
    table.insures("Ann", "banker", 100, id="i").draws("4").ends()
    assert table.table.notices == ("the lammer showed 9 to 1",)
    # Player 8 beats Banker 6: paid at 5 to 2
    assert table.back("Ann") == {"banker": 0, "i": 350}


# --- lapse ----------------------------------------------------------------------------------------


def with_lapse(rules: Rulebook, lapse: Lapse) -> Rulebook:
    """Set from when a Player who does not insure has let his right go."""
    policy = rules.policies.insurance
    assert policy is not None
    setting = Cited(lapse, policy.lapse.clauses, policy.lapse.by)
    insurance = replace(policy, lapse=setting)
    return replace(rules, policies=replace(rules.policies, insurance=insurance))


@pytest.mark.clause("dhyx2:5.3", "tbi1:5.3")
@pytest.mark.interpretation("I-65")
@games(*PLUS)
def test_who_lets_an_open_offer_pass_has_forgone_insurance_for_the_round(rules: Rulebook) -> None:
    table = Dealt(rules).open().call()
    for name, box in (("Ann", "1"), ("Bob", "2"), ("Cy", "3")):
        table.bets(name, "banker", 100, box, id=name)
    table.bets("Di", "player", 100, "4", id="Di")
    table.deals("K K 3 5").offers().insures("Ann", "banker", 10, "1").declines("Cy")
    assert refused(table.insures, "Cy", "banker", 10, "3").code == "insurance_forgone"
    table.draws("7")
    assert table.just(e.InsuranceLapsed).patrons == ("Bob",)
    offer = table.offers().just(e.InsuranceOffered).offer
    assert offer.patrons == ("Ann",)
    assert refused(table.insures, "Bob", "banker", 10, "2").code == "insurance_forgone"


@pytest.mark.clause("dhyx2:5.3", "tbi1:5.3")
@pytest.mark.interpretation("I-65")
@games(*PLUS)
def test_who_had_no_offer_after_four_cards_keeps_his_right(rules: Rulebook) -> None:
    """Banker 4 over Player 2; a 7 takes Player to 9, which is insured against the Tie."""
    table = Dealt(rules).open().call().bets("Ann", "banker", 100).bets("Bob", "player", 100, "2")
    table.deals("K K 2 4").offers().draws("7").offers()
    assert table.just(e.InsuranceOffered).offer.patrons == ("Bob",)
    assert table.insures("Bob", "player", 50, "2").round.insurances[0].row.pays_on_tie


@pytest.mark.clause("dhyx2:5.3", "tbi1:5.3")
@pytest.mark.interpretation("I-65")
@games(*PLUS)
def test_who_has_insured_and_says_no_to_more_keeps_his_right(rules: Rulebook) -> None:
    table = (
        dealt(rules, "K K 3 5", banker=100).offers().insures("Ann", "banker", 40).declines("Ann")
    )
    assert refused(table.insures, "Ann", "banker", 10).code == "insurance_forgone"
    assert table.draws("7").offers().just(e.InsuranceOffered).offer.patrons == ("Ann",)


@pytest.mark.clause("dhyx2:5.3", "tbi1:5.3")
@pytest.mark.interpretation("I-65")
@games(*PLUS)
def test_by_setting_each_offer_may_lapse_on_its_own(rules: Rulebook) -> None:
    table = Dealt(with_lapse(rules, Lapse.OFFER)).open().call()
    table.bets("Ann", "banker", 100, "1", id="a").bets("Bob", "banker", 100, "2", id="b")
    table.deals("K K 3 5").offers().declines("Ann")
    assert refused(table.insures, "Ann", "banker", 10, "1").code == "insurance_forgone"
    table.draws("7").offers()
    assert set(table.just(e.InsuranceOffered).offer.patrons) == {"Ann", "Bob"}


@pytest.mark.clause("dhyx2:5.3", "tbi1:5.3", "dhyx2:5.3.1", "tbi1:5.3.1")
@pytest.mark.interpretation("I-65", "I-103")
@games(*PLUS)
def test_who_walks_away_forgoes_insurance_and_what_he_bought_is_settled(rules: Rulebook) -> None:
    table = Dealt(rules).open().call().bets("Ann", "banker", 100, "1", id="a")
    table.bets("Bob", "banker", 100, "2", id="b").deals("K K 3 5").offers()
    table.insures("Ann", "banker", 100, "1", id="i").leaves("Ann")
    assert refused(table.insures, "Ann", "banker", 100, "1", by=DEALER).code == "insurance_forgone"
    table.insures("Bob", "banker", 10, "2").draws("3")
    # Player 6 over Banker 5, who stands
    assert table.ends().back("Ann") == {"a": 0, "i": 250}


# --- the second offer waived ----------------------------------------------------------------------


def consent(table: Dealt, name: str) -> Dealt:
    return table.does(c.ConsentEarlySqueeze(actor=SUPERVISOR, patron=name))


def before_third(rules: Rulebook, cards: str) -> Dealt:
    """Seat Ann with the highest bet at a table that is dealt face down."""
    table = Dealt(rules, face=Face.DOWN).open().seats("Ann", "1").call()
    table.bets("Ann", "banker", 300, "1", id="a").bets("Bob", "player", 500, "2", id="b")
    return table.deals(cards).exposes(1, 2, 3, 4)


@pytest.mark.clause("dhyx2:3.14", "tbi1:3.14")
@pytest.mark.interpretation("I-74", "I-106", "I-110")
@games(*PLUS)
@pytest.mark.parametrize("banker", [0, 1, 2])
def test_bankers_third_card_may_come_before_players_is_opened_and_that_waives_the_second_offer(
    rules: Rulebook, banker: int
) -> None:
    table = before_third(rules, f"K K 3 {OF_POINTS[banker]}")
    assert refused(consent, table, "Bob").code == "not_highest_bettor"
    ask = c.ConsentEarlySqueeze(actor=DEALER, patron="Ann")
    assert refused(table.does, ask).code == "not_authorised"
    consent(table, "Ann").draws("5")
    table.draws("A")
    assert [drawn.exposed for drawn in table.drawn()[4:]] == [False, False]
    table.exposes(6)
    assert refused(table.offers).code == "nothing_to_offer"
    table.exposes(5)
    assert (table.phase, table.happened(e.InsuranceMissed)) == (Phase.COMPLETE, [])


@pytest.mark.clause("dhyx2:3.14", "tbi1:3.14")
@pytest.mark.interpretation("I-74")
@games(*PLUS)
def test_where_the_second_offer_may_be_waived_there_was_no_first_one_to_lose(
    rules: Rulebook,
) -> None:
    for player, banker in product(range(6), range(3)):
        table = before_third(rules, f"K K {OF_POINTS[player]} {OF_POINTS[banker]}")
        assert refused(table.offers).code == "nothing_to_offer"
        consent(table, "Ann").draws("4").exposes(5)
        assert refused(table.offers).code == "nothing_to_offer"
        assert table.draws("K").happened(e.InsuranceMissed) == []


@pytest.mark.clause("dhyx2:3.14", "tbi1:3.14")
@pytest.mark.interpretation("I-74")
@games(*PLUS)
def test_where_banker_may_have_to_stand_or_player_stands_the_request_is_refused(
    rules: Rulebook,
) -> None:
    for banker in range(3, 7):
        table = before_third(rules, f"K K 3 {OF_POINTS[banker]}")
        assert refused(consent, table, "Ann").code == "banker_may_stand"
        table.draws("5")
        assert refused(table.draws, "A").code == "expose_first"
    stands = before_third(rules, "K K 6 2")
    assert refused(consent, stands, "Ann").code == "banker_may_stand"
    opened = before_third(rules, "K K 3 2").draws("5").exposes(5)
    assert refused(consent, opened, "Ann").code == "banker_may_stand"


# --- private tables -------------------------------------------------------------------------------


@pytest.mark.clause("dhyx2:4.2.2", "tbi1:4.2.2")
@pytest.mark.interpretation("I-73", "I-71")
@games(*PLUS)
def test_under_a_no_insurance_notice_nothing_is_offered_and_nothing_was_missed(
    rules: Rulebook,
) -> None:
    table = Dealt(rules, private=True).open()
    off = c.SwitchInsurance(actor=MANAGER, offered=False)
    table.call().bets("Ann", "banker", 100)
    assert refused(table.does, off).code == "wrong_phase"
    table.deals(BOTH_OFFERS).offers().draws("4").ends()
    assert refused(table.does, c.SwitchInsurance(actor=DEALER, offered=False)).code == (
        "not_authorised"
    )
    table.does(off).call().bets("Ann", "banker", 100).deals(BOTH_OFFERS)
    assert refused(table.offers).code == "nothing_to_offer"
    table.draws("4").ends()
    assert table.happened(e.InsuranceMissed) == []
    refund = c.RefundMissedInsurance(actor=MANAGER, patrons=("Ann",))
    assert refused(table.does, refund).code == "nothing_missed"
    # from the next round after the notice is taken down Insurance is offered again
    table.does(c.SwitchInsurance(actor=MANAGER, offered=True)).call().bets("Ann", "banker", 100)
    assert table.deals(BOTH_OFFERS).offers().round.offer is not None


# --- offers that the Dealer neglected -------------------------------------------------------------


def neglected(rules: Rulebook, **stakes: int) -> Dealt:
    """Banker 5 led Player 3 and nothing was offered; a 7 took Player to 0."""
    return dealt(rules, "K K 3 5", **(stakes or {"banker": 100})).draws("7")


def reopens(table: Dealt) -> Dealt:
    return table.does(c.ReopenInsurance(actor=MANAGER))


@pytest.mark.clause("dhyx2:5.13", "dhyx2:5.13.1", "tbi1:5.13", "tbi1:5.13.1")
@pytest.mark.interpretation("I-68", "I-70", "I-72")
@games(*PLUS)
def test_a_neglected_offer_is_made_up_for_at_the_row_of_the_present_situation(
    rules: Rulebook,
) -> None:
    table = neglected(rules)
    missed = table.just(e.InsuranceMissed).missed
    assert (missed.stage, missed.patrons) == (Stage.AFTER_FOUR_CARDS, ("Ann",))
    for actor in (DEALER, SUPERVISOR):
        assert refused(table.does, c.ReopenInsurance(actor=actor)).code == "not_authorised"
    offer = reopens(table).just(e.InsuranceOffered)
    assert (offer.late, offer.offer.rows[0].stage) == (True, Stage.AFTER_PLAYER_THIRD_CARD)
    # winnings of at most the Original Bet: 10 at 10 to 1
    over = refused(table.insures, "Ann", "banker", 11, late=True)
    assert (over.code, "5.13.1" in " ".join(over.clauses)) == ("insurance_above_cap", True)
    table.insures("Ann", "banker", 10, late=True, id="late").draws("5").ends()
    assert table.back("Ann") == {"banker": 100, "late": 110}


@pytest.mark.clause("dhyx2:5.13.1", "tbi1:5.13.1")
@pytest.mark.interpretation("I-70", "I-23")
@games(*PLUS)
def test_late_winnings_stay_within_the_original_bet_in_each_box_also_when_rounded_up(
    rules: Rulebook,
) -> None:
    """Banker 4 over Player 3 after a third card, at 5 to 2."""
    table = Dealt(rules).open().call().bets("Ann", "banker", 100, "1", id="w1")
    table.bets("Ann", "banker", 50, "2", id="w2").deals("K K A 4").draws("2")
    reopens(table)
    for number in (13, 13, 13):
        table.insures("Ann", "banker", number, "1", late=True)
    # 3 x 33 cents are won already, each rounded up: one cent is left, and nothing fits
    assert refused(table.insures, "Ann", "banker", 1, "1", late=True).code == "insurance_above_cap"
    table.insures("Ann", "banker", 20, "2", late=True, id="other box").draws("7").ends()
    for box, original in (("1", 100), ("2", 50)):
        ids = {item.id for item in table.round.insurances if item.box == box}
        won = sum(line.profit for line in table.lines("Ann") if line.id in ids)
        assert 0 < won <= original


@pytest.mark.clause("dhyx2:5.13.1", "tbi1:5.13.1")
@pytest.mark.interpretation("I-70")
@games(*PLUS)
def test_an_offer_at_its_own_time_has_no_cap_on_winnings(rules: Rulebook) -> None:
    table = neglected(rules)
    table.offers().insures("Ann", "banker", 100, id="ordinary").draws("5").ends()
    assert table.back("Ann") == {"banker": 100, "ordinary": 1100}


@pytest.mark.clause("dhyx2:5.13.1", "tbi1:5.13.1")
@pytest.mark.interpretation("I-70", "I-72")
@games(*PLUS)
def test_only_those_affected_are_offered_late_and_only_while_the_result_is_open(
    rules: Rulebook,
) -> None:
    """Cy, who bets on Player only, missed nothing after four cards."""
    table = Dealt(rules).open().call().bets("Ann", "banker", 100).bets("Cy", "player", 100, "2")
    table.deals("K K 3 5").draws("7")
    assert reopens(table).just(e.InsuranceOffered).offer.patrons == ("Ann",)
    assert refused(reopens, table).code == "no_late_offer"
    nothing = dealt(rules, "K K 3 2", banker=100).draws("7")
    assert refused(reopens, nothing).code == "no_late_offer"
    fixed = dealt(rules, "K K 3 5", banker=100).draws("3")  # 6 over 5, and Banker stands
    assert refused(reopens, fixed).code in ("no_late_offer", "wrong_phase")


@pytest.mark.clause("dhyx2:5.13.2", "tbi1:5.13.2")
@pytest.mark.interpretation("I-71", "I-72")
@games(*PLUS)
@pytest.mark.parametrize("when", ["complete", "declared", "settled"])
def test_noticed_too_late_the_original_bet_returns_to_who_would_have_won(
    rules: Rulebook, when: str
) -> None:
    """Player 6 over Banker 5: Ann's Insurance would have won. Bob's Player bet is not touched."""
    table = Dealt(rules).open().call().bets("Ann", "banker", 100).bets("Bob", "player", 100, "2")
    table.bets("Ann", "tie", 30).deals("K K 3 5").draws("3")
    if when != "complete":
        table.declares()
    if when == "settled":
        table.settles()
    refund = c.RefundMissedInsurance(actor=MANAGER, patrons=("Ann",))
    assert refused(table.does, replace(refund, actor=SUPERVISOR)).code == "not_authorised"
    assert refused(table.does, replace(refund, patrons=("Bob",))).code == "nothing_missed"
    assert table.does(refund).just(e.OriginalBetsRefunded).wagers == ("banker",)
    assert refused(table.does, refund).code == "nothing_missed"
    if when == "complete":
        table.declares()
    if when != "settled":
        table.settles()
    # the stake and no winnings
    assert table.back("Ann") == {"banker": 100, "tie": 0}
    assert table.back("Bob") == {"player": 200}


@pytest.mark.clause("dhyx2:5.13.2", "tbi1:5.13.2")
@pytest.mark.interpretation("I-71")
@games(*PLUS)
def test_where_the_insurance_would_have_lost_or_the_round_tied_nothing_is_owed(
    rules: Rulebook,
) -> None:
    refund = c.RefundMissedInsurance(actor=MANAGER, patrons=("Ann",))
    for cards in ("7 K", "7 5"):  # Banker wins; 0 and 0, where the Original Bet comes back
        table = dealt(rules, "K K 3 5", banker=100)
        for card in cards.split():
            table.draws(card)
        assert table.phase is Phase.COMPLETE
        assert refused(table.does, refund).code == "nothing_missed"


@pytest.mark.clause("dhyx2:5.13.2", "tbi1:5.13.2")
@pytest.mark.interpretation("I-71", "I-82")
@games(*PLUS)
def test_nothing_is_owed_to_nobody_nor_before_a_round_nor_for_a_void_one(rules: Rulebook) -> None:
    refund = c.RefundMissedInsurance(actor=MANAGER, patrons=("Ann",))
    assert refused(Dealt(rules).open().does, refund).code == "nothing_missed"
    table = neglected(rules)
    over = table.fork().draws("K")
    assert refused(over.does, replace(refund, patrons=())).code == "nothing_missed"
    table.does(c.ReportIrregularity(actor=DEALER, kind=Kind.FOREIGN_CARD))
    assert table.back("Ann") == {"banker": 100}
    assert refused(table.does, refund).code == "nothing_missed"


@pytest.mark.clause("dhyx2:5.13.1", "dhyx2:5.13.2", "tbi1:5.13.1", "tbi1:5.13.2")
@pytest.mark.interpretation("I-70", "I-71")
@games(*PLUS)
def test_who_was_offered_late_has_had_his_remedy(rules: Rulebook) -> None:
    """Banker 6 led Player 5; a 6 takes Player to 1, and Banker draws."""
    table = dealt(rules, "K K 5 6", player=100, banker=100).draws("6")
    assert [event.missed.stage for event in table.happened(e.InsuranceMissed)] == [
        Stage.AFTER_FOUR_CARDS
    ]
    reopens(table).draws("K").ends()
    assert len(table.happened(e.InsuranceMissed)) == 1
    refund = c.RefundMissedInsurance(actor=SHIFT, patrons=("Ann",))
    assert refused(table.does, refund).code == "nothing_missed"


@games(*PLUS)
def test_a_patron_cannot_open_or_close_an_offer(rules: Rulebook) -> None:
    table = dealt(rules, BOTH_OFFERS, banker=100)
    assert refused(table.offers, patron("Ann")).code == "not_authorised"
    assert table.offers(CASINO).round.offer is not None
