"""Chapter 5 of the three RWS games: cards too many, astray, face up, or drawn together."""

from __future__ import annotations

import pytest

from punto.core import commands as c
from punto.core import events as e
from punto.core.conduct.incidents import OF_DEALT_CARDS
from punto.core.policies import Discretion
from punto.core.rulebook import Kind
from punto.core.state import Face, Phase
from tests.support.conduct import CALLED, DEALER, MANAGER, SUPERVISOR, refused
from tests.support.trouble import Troubled, troubled

RWS = pytest.mark.parametrize("game", ["tb4", "dhyx2", "tbi1"])

BETS = "Ann player 100, Bob banker 200"


def with_fifth_card(game: str, drawn: str = "5H") -> Troubled:
    """Deal a Natural and let the Dealer draw beyond it."""
    table = troubled(game, BETS, "9S 2S KS KH")
    return table.reports(Kind.CARD_IN_EXCESS, drawn)


@pytest.mark.clause("tb4:5.8", "dhyx2:5.7", "tbi1:5.7")
@pytest.mark.interpretation("I-90")
@RWS
def test_a_card_beyond_a_complete_round_begins_the_next(game: str) -> None:
    table = with_fifth_card(game).judges(repairable=True)
    table.ends()
    assert table.hands() == ("9S KS", "2S KH")
    assert table.back("Ann") == {"player": 200}
    left = table.table.cards_left
    table.call()
    assert refused(table.deals, "7S").code == "another_card_first"
    table.draws("5H").draws("2H")
    assert table.hands() == ("5H", "2H")
    assert table.table.cards_left == left - 1


@pytest.mark.clause("tb4:5.8", "dhyx2:5.7", "tbi1:5.7")
@pytest.mark.interpretation("I-90")
@RWS
def test_several_cards_begin_the_next_round_in_the_order_drawn(game: str) -> None:
    table = with_fifth_card(game, "5H 6H").judges(repairable=True)
    table.ends().call().close()
    table.draws("5H").draws("6H")
    assert table.hands() == ("5H", "6H")


@pytest.mark.clause("tb4:5.8", "dhyx2:5.7", "tbi1:5.7")
@pytest.mark.interpretation("I-90")
@RWS
def test_an_exposed_first_card_is_acknowledged_by_a_supervisor_before_the_call(game: str) -> None:
    table = with_fifth_card(game, "5H+").judges(repairable=True)
    table.ends()
    assert refused(table.call).code == "exposed_card_first"
    assert refused(table.acknowledges, by=DEALER).code == "not_authorised"
    table.acknowledges(by=SUPERVISOR)
    assert table.just(e.ExposedCardAcknowledged).actor == SUPERVISOR
    table.call().deals("5H")
    assert table.drawn()[0].exposed


@RWS
def test_there_is_nothing_to_acknowledge_where_no_card_was_seen(game: str) -> None:
    table = with_fifth_card(game, "5H").judges(repairable=True)
    table.ends()
    assert refused(table.acknowledges).code == "nothing_to_acknowledge"
    table.call()


@pytest.mark.clause("tb4:5.8", "dhyx2:5.7", "tbi1:5.7")
@RWS
def test_a_card_drawn_for_a_standing_player_is_reconstructed_as_bankers(game: str) -> None:
    table = troubled(game, BETS, "6S 2S KS KH")
    table.reports(Kind.CARD_IN_EXCESS, "5H").judges(repairable=True).exposes(5)
    assert table.hands() == ("6S KS", "2S KH 5H")
    assert table.phase is Phase.COMPLETE


@pytest.mark.clause("tb4:5.8", "dhyx2:5.7", "tbi1:5.7")
@pytest.mark.interpretation("I-110")
@RWS
def test_the_house_judges_reconstruction_through_a_supervisor_with_a_reason(game: str) -> None:
    table = with_fifth_card(game)
    assert refused(table.judges, repairable=True, by=DEALER).code == "not_authorised"
    silent = c.JudgeReconstruction(actor=SUPERVISOR, repairable=True, reason=" ")
    assert refused(table.does, silent).code == "reason_missing"
    judged = table.judges(repairable=True).just(e.ReconstructionJudged)
    assert (judged.actor, judged.reason) == (SUPERVISOR, "by the order drawn")
    stated = table.rules.policies.options.discretion.value
    assert stated is (Discretion.REASONABLE if game == "tb4" else Discretion.ABSOLUTE)


@pytest.mark.clause("tb4:5.8.1", "dhyx2:5.7.1", "tbi1:5.7.1")
@pytest.mark.interpretation("I-80", "I-81", "I-87")
@pytest.mark.parametrize("kind", [Kind.CARD_IN_EXCESS, Kind.CARD_EXPOSED])
@RWS
def test_the_options_are_given_while_no_bet_is_decided(game: str, kind: Kind) -> None:
    before = troubled(game, BETS, "2 3").reports(kind).judges(repairable=True)
    after = troubled(game, BETS, "2 3 3 A").reports(kind).judges(repairable=True)
    assert (before.answer, after.answer) == ("options", "stand")


@pytest.mark.interpretation("I-81")
def test_a_card_exposed_in_error_counts_where_it_belongs_to_a_hand() -> None:
    """On tb4 both Player cards decide something; the third card of the round is one of them."""
    third_open = troubled("tb4", BETS, "2 3").reports(Kind.CARD_EXPOSED, "7+")
    third_hidden = troubled("tb4", BETS, "2 3").reports(Kind.CARD_EXPOSED, "7")
    fourth_too = troubled("mbs5", BETS, "2 3").stops()
    assert third_open.judges(repairable=True).answer == "stand"
    assert third_hidden.judges(repairable=True).answer == "options"
    assert fourth_too.answer == "options"


@pytest.mark.clause("tb4:5.9", "tb4:5.9.1", "dhyx2:5.8", "dhyx2:5.8.1", "tbi1:5.8", "tbi1:5.8.1")
@pytest.mark.clause("tb4:5.9-tail1", "dhyx2:5.8-tail1", "tbi1:5.8-tail1")
@pytest.mark.interpretation("I-104")
@pytest.mark.parametrize("card", ["7H", "7H+"])
@RWS
def test_a_card_in_the_wrong_area_counts_by_the_order_drawn_seen_or_not(
    game: str, card: str
) -> None:
    table = troubled(game, BETS, "2S 3S").reports(Kind.WRONG_AREA, card).judges(repairable=True)
    assert table.hands() == ("2S 7H", "3S")
    if table.phase is Phase.CHOOSING:
        table.resumes()
    table.draws("4S")
    assert table.hands() == ("2S 7H", "3S 4S")


@pytest.mark.clause("tb4:5.9.2", "dhyx2:5.8.2", "tbi1:5.8.2")
@pytest.mark.clause("tb4:5.9-tail1", "dhyx2:5.8-tail1", "tbi1:5.8-tail1")
@pytest.mark.interpretation("I-104")
@RWS
def test_cards_given_to_the_wrong_person_go_back_to_their_hand(game: str) -> None:
    table = troubled(game, BETS, face=Face.DOWN)
    table.draws("2S").draws("3S").reports(Kind.WRONG_PERSON, "7H", cards=(1,))
    table.judges(repairable=True).resumes()
    assert table.hands() == ("2S 7H", "3S")
    assert [drawn.exposed for drawn in table.drawn()] == [False] * 3


@pytest.mark.clause("tb4:5.9-tail2", "dhyx2:5.8-tail2", "tbi1:5.8-tail2")
@pytest.mark.interpretation("I-87")
@RWS
def test_cards_astray_give_options_unless_decided_and_reconstructible(game: str) -> None:
    def answers(cards: str) -> tuple[str, str]:
        both = (troubled(game, BETS, cards).reports(Kind.WRONG_AREA) for _ in range(2))
        first, second = both
        return first.judges(repairable=True).answer, second.judges(repairable=False).answer

    assert answers("2 3") == ("options", "options")
    assert answers("2 3 3 A") == ("stand", "options")


@pytest.mark.clause("tb4:5.10", "dhyx2:5.9", "tbi1:5.9")
@pytest.mark.interpretation("I-80", "I-81", "I-87")
@RWS
def test_a_card_dealt_face_up_at_a_face_down_table_stands_with_options_at_first(game: str) -> None:
    table = troubled(game, BETS, face=Face.DOWN)
    table.draws("2S", exposed=True).reports(Kind.DEALT_FACE_UP, cards=(1,))
    assert table.answer == "options"
    table.resumes().draws("3S").draws("3H").draws("AS").exposes(2, 3, 4)
    table.draws("6S", exposed=True).reports(Kind.DEALT_FACE_UP, cards=(5,))
    assert table.answer == "stand"
    table.draws("KH").exposes(6).ends()
    assert table.back("Bob") == {"banker": 400}


@pytest.mark.clause("tb4:5.11", "tb4:5.11.1", "dhyx2:5.10", "dhyx2:5.10.1", "tbi1:5.10")
@pytest.mark.clause("tbi1:5.10.1")
@pytest.mark.interpretation("I-92")
@RWS
def test_two_cards_of_unknown_order_options_first_then_a_supervisor_says_which(game: str) -> None:
    table = troubled(game, BETS, "2S 3S")
    table.reports(Kind.DRAWN_TOGETHER_ORDER_UNKNOWN, "7H 8H")
    assert table.phase is Phase.CHOOSING
    assert refused(table.resumes).code == "not_resolved"
    table.chooses("Ann", "return")
    assert refused(table.orders, 4, 3, by=DEALER).code == "not_authorised"
    assert refused(table.orders, 3, 3, by=SUPERVISOR).code == "not_an_order"
    table.orders(4, 3, by=SUPERVISOR)
    assigned = table.just(e.OrderAssigned)
    assert (assigned.actor, assigned.order) == (SUPERVISOR, (3, 2))
    assert table.hands() == ("2S 8H", "3S 7H")
    assert table.returned() == {"player"}


@pytest.mark.clause("tb4:5.11", "tb4:5.11.1", "dhyx2:5.10", "dhyx2:5.10.1", "tbi1:5.10")
@pytest.mark.clause("tbi1:5.10.1")
@pytest.mark.interpretation("I-92")
@RWS
def test_a_known_order_needs_no_supervisor_and_gives_options_whatever_is_decided(game: str) -> None:
    table = troubled(game, BETS, "2S 3S 3H AS")
    table.reports(Kind.DRAWN_TOGETHER, "7H 8H")
    assert (table.answer, table.hands()) == ("options", ("2S 3H", "3S AS"))
    table.resumes().exposes(5, 6)
    assert table.hands() == ("2S 3H 7H", "3S AS 8H")


@pytest.mark.clause("tb4:5.11", "dhyx2:5.10", "tbi1:5.10")
@pytest.mark.interpretation("I-92")
@RWS
def test_the_order_is_assigned_also_where_nobody_has_bet(game: str) -> None:
    table = troubled(game, "", "2S 3S").reports(Kind.DRAWN_TOGETHER_ORDER_UNKNOWN, "7H+ 8H+")
    table.orders(4, 3, by=SUPERVISOR)
    assert table.hands() == ("2S 8H", "3S 7H")


@RWS
def test_the_first_two_cards_drawn_together_start_the_deal(game: str) -> None:
    table = troubled(game).reports(Kind.DRAWN_TOGETHER, "7H+ 8H+")
    assert (table.phase, table.hands()) == (Phase.DEALING, ("7H", "8H"))


@pytest.mark.clause("tb4:5.11.2", "dhyx2:5.10.2", "tbi1:5.10.2")
@RWS
def test_after_it_a_supervisor_may_have_all_cards_replaced(game: str) -> None:
    table = troubled(game, BETS, "9S 2S").reports(Kind.DRAWN_TOGETHER, "KS+ KH+")
    table.resumes().ends()
    assert refused(table.loads, by=DEALER).code == "not_authorised"
    table.loads(reason="two cards came together", by=SUPERVISOR)
    assert table.just(e.CardsLoaded).actor == SUPERVISOR
    assert table.table.cards_left == 8 * 52


@pytest.mark.clause("tb4:5.13", "tb4:5.13.1", "tb4:5.13.2", "tb4:5.13.3", "dhyx2:5.12")
@pytest.mark.clause("dhyx2:5.12.1", "dhyx2:5.12.2", "dhyx2:5.12.3", "tbi1:5.12", "tbi1:5.12.1")
@pytest.mark.clause("tbi1:5.12.2", "tbi1:5.12.3")
@pytest.mark.interpretation("I-87", "I-88")
@pytest.mark.parametrize("repairable", [True, False])
@RWS
def test_any_other_dealing_error_gives_the_three_options(game: str, *, repairable: bool) -> None:
    """Reconstructed or as the Hands lie: Bob plays on either way, and Ann takes hers back."""
    table = troubled(game, BETS, "2S 3S 3H AS").reports(Kind.OTHER_DEALING_ERROR, "5H")
    table.judges(repairable=repairable)
    assert table.answer == "options"
    table.chooses("Ann", "return").chooses("Bob", "continue").resumes()
    if repairable:
        table.exposes(5)
    else:
        table.draws("6H")
    table.draws("KD")
    player, banker = table.hands()
    assert (player, banker) == (f"2S 3H {'5H' if repairable else '6H'}", "3S AS KD")
    table.ends()
    assert (table.back("Ann"), table.back("Bob")) == ({"player": 100}, {"banker": 400})


@pytest.mark.clause("tb4:5.5.3", "dhyx2:5.5.3", "tbi1:5.5.3")
@pytest.mark.interpretation("I-86")
@RWS
def test_a_wrong_number_of_cards_beyond_repair_voids_even_the_settled_round(game: str) -> None:
    table = troubled(game, BETS, "9S 2S KS KH")
    table.ends()
    table.reports(Kind.WRONG_NUMBER_OF_CARDS).judges(repairable=False)
    assert table.round.void
    assert (table.back("Ann"), table.back("Bob")) == ({"player": 100}, {"banker": 200})


@pytest.mark.clause("tb4:5.5.3", "dhyx2:5.5.3", "tbi1:5.5.3")
@pytest.mark.clause("tb4:5.12", "dhyx2:5.11", "tbi1:5.11")
@pytest.mark.interpretation("I-84", "I-86")
@RWS
@pytest.mark.parametrize("kind", sorted(OF_DEALT_CARDS))
def test_an_error_noticed_after_the_next_call_touches_neither_round(game: str, kind: Kind) -> None:
    table = troubled(game, BETS, "9S 2S KS KH", exposed=True, face=Face.DOWN)
    table.ends().call(at=CALLED).bets("Ann", "tie", 100)
    answer = refused(table.reports, kind)
    assert (answer.code, "I-84" in answer.by) == ("no_card_dealt", True)
    assert set(table.rules.policies.round.correctable_until.clauses) <= set(answer.clauses)
    assert (table.round.number, table.phase, table.playing()) == (2, Phase.BETTING, {"tie": 100})
    assert not table.happened(e.RoundVoided)


@pytest.mark.interpretation("I-90")
@RWS
def test_a_card_drawn_while_bets_are_open_is_the_first_of_the_deal(game: str) -> None:
    table = Troubled(game)
    table.open().call().bets("Ann", "player", 100)
    table.reports(Kind.CARD_IN_EXCESS, "5H").judges(repairable=True, by=MANAGER).resumes()
    assert (table.phase, table.drawn()) == (Phase.BETTING, ())
    table.deals("5H 3H")
    assert table.hands() == ("5H", "3H")


@pytest.mark.interpretation("I-90")
@RWS
def test_a_card_drawn_after_settlement_begins_the_next_round(game: str) -> None:
    table = troubled(game, BETS, "9S 2S KS KH")
    table.ends()
    table.reports(Kind.CARD_IN_EXCESS, "5H").judges(repairable=True)
    assert (table.phase, table.back("Ann")) == (Phase.IDLE, {"player": 200})
    table.call().deals("5H")
    assert table.hands() == ("5H", "")


@pytest.mark.clause("dhyx2:5.3", "tbi1:5.3", "dhyx2:5.7", "tbi1:5.7")
@pytest.mark.interpretation("I-65", "I-67")
@pytest.mark.parametrize("game", ["dhyx2", "tbi1"])
def test_a_card_drawn_in_error_is_the_next_card_and_ends_an_open_offer(game: str) -> None:
    table = troubled(game, BETS, "2S 4S KS KH").offers().reports(Kind.CARD_IN_EXCESS, "7H")
    assert table.just(e.InsuranceLapsed).patrons == ("Bob",)
    assert table.round.offer is None
    missed = troubled(game, BETS, "2S 4S KS KH").reports(Kind.CARD_IN_EXCESS, "7H")
    assert missed.just(e.InsuranceMissed).missed.patrons == ("Bob",)
