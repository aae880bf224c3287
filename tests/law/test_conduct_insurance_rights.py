"""Insurance Plus in a round: rights that lapse or are waived, and offers that were neglected."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from punto.core import commands as c
from punto.core import events as e
from punto.core.policies import Cited, Lapse
from punto.core.rulebook import Kind, Rulebook, Stage
from punto.core.state import Face, Phase
from tests.support.conduct import (
    DEALER,
    MANAGER,
    OF_POINTS,
    SHIFT,
    SUPERVISOR,
    Dealt,
    dealt,
    refused,
)
from tests.support.games import games

PLUS = ("dhyx2", "tbi1")
BOTH_OFFERS = "2 3 2 3"
"""Player 4, Banker 6: Banker at 5 to 2, then by Player's third card."""


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
    unseen = Dealt(rules, face=Face.DOWN).open().seats("Ann", "1").call()
    unseen.bets("Ann", "banker", 300, "1").deals("K K 3 2").exposes(1, 2, 3)
    assert refused(consent, unseen, "Ann").code == "banker_may_stand"
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
    table.bets("Cy", "banker", 70, "3", id="cy").bets("Ann", "tie", 30).deals("K K 3 5").draws("3")
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
    assert (table.back("Bob"), table.back("Cy")) == ({"player": 200}, {"cy": 0})


@pytest.mark.clause("dhyx2:5.13.2", "tbi1:5.13.2")
@pytest.mark.interpretation("I-71")
@games(*PLUS)
def test_the_result_lists_whose_missed_insurance_would_have_won(rules: Rulebook) -> None:
    """Only those with a bet that is still to give back, and nobody after a remedy or a tie."""
    table = Dealt(rules).open().call().bets("Ann", "banker", 100).bets("Bob", "player", 100, "2")
    table.bets("Cy", "banker", 70, "3", id="cy").deals("K K 3 5").draws("3")
    refund = c.RefundMissedInsurance(actor=MANAGER, patrons=("Ann",))
    remedied = table.fork().does(refund).declares()
    flag = table.declares().just(e.Flagged)
    assert "for Ann on banker, Cy on banker:" in flag.text
    assert "a pit manager or above" in flag.text
    policy = rules.policies.insurance
    assert policy is not None
    assert flag.clauses == policy.missed_offer_remedy.clauses
    assert "for Cy on banker:" in remedied.just(e.Flagged).text
    for cards in ("7 K", "7 5"):
        other = dealt(rules, "K K 3 5", banker=100)
        for card in cards.split():
            other.draws(card)
        assert not other.declares().happened(e.Flagged)


@pytest.mark.clause("dhyx2:3.14", "tbi1:3.14")
@pytest.mark.interpretation("I-74")
@games(*PLUS)
def test_bankers_third_card_is_let_come_early_only_while_it_is_to_come(rules: Rulebook) -> None:
    table = Dealt(rules, face=Face.DOWN).open().seats("Ann").call().bets("Ann", "player", 100)
    table.deals("K K 3 2").exposes(1, 2, 3, 4)
    early = c.ConsentEarlySqueeze(actor=SUPERVISOR, patron="Ann")
    table.does(early).draws("4").draws("5")
    assert refused(table.does, early).code == "banker_may_stand"


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
