"""Insurance Plus in a round: what is offered, when, to whom, and up to how much."""

from __future__ import annotations

from itertools import product

import pytest

from punto.core import commands as c
from punto.core import events as e
from punto.core.conduct import Automation
from punto.core.limits import Limits
from punto.core.policies import OddsShownWrongly
from punto.core.rulebook import Kind, Rulebook, Stage
from punto.core.state import Face, Phase
from tests.reference.insuring import FOUR, SITUATIONS, THIRD, find_situation
from tests.support.conduct import (
    CASINO,
    DEALER,
    OF_POINTS,
    SUPERVISOR,
    Dealt,
    dealt,
    patron,
    refused,
)
from tests.support.games import games

PLUS = ("dhyx2", "tbi1")
BOTH_OFFERS = "2 3 2 3"
"""Player 4, Banker 6: Banker at 5 to 2, then by Player's third card."""


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
    assert refused(table.declines, "Ann").code == "insurance_not_on_offer"
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
    table = dealt(rules, "K K 7 5", player=100)
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
    for name in ("Cy", "Di"):
        assert refused(table.declines, name).code == "insurance_not_on_offer"
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


@games(*PLUS)
def test_a_patron_cannot_open_or_close_an_offer(rules: Rulebook) -> None:
    table = dealt(rules, BOTH_OFFERS, banker=100)
    assert refused(table.offers, patron("Ann")).code == "not_authorised"
    assert table.offers(CASINO).round.offer is not None
