"""Chapter 5 of the MBS game: disturbed, misdealt and exposed cards, and the device."""

from __future__ import annotations

import pytest

from punto.core import commands as c
from punto.core import events as e
from punto.core.conduct import AUTOMATIC, decide
from punto.core.limits import Limits
from punto.core.outcome import Side
from punto.core.refusal import Refused
from punto.core.rulebook import Kind
from punto.core.state import Face, Phase
from tests.support.conduct import CASINO, CLOSED, DEALER, MANAGER, SUPERVISOR, refused
from tests.support.trouble import Troubled, troubled

BETS = "Ann player 100, Bob banker 200"


@pytest.mark.clause("mbs5:5.2")
@pytest.mark.interpretation("I-83", "I-93")
@pytest.mark.parametrize("cards", ["", "2 3", "2 3 3 A"])
def test_an_order_disturbed_beyond_repair_voids_seen_or_not(cards: str) -> None:
    table = troubled("mbs5", BETS, cards)
    mended = table.fork()
    table.reports(Kind.ORDER_DISTURBED).judges(repairable=False)
    assert table.round.void
    assert (table.back("Ann"), table.back("Bob")) == ({"player": 100}, {"banker": 200})
    mended.reports(Kind.ORDER_DISTURBED).judges(repairable=True)
    assert mended.answer == "stand"


@pytest.mark.clause("mbs5:5.6")
@pytest.mark.interpretation("I-96")
def test_a_card_found_face_up_in_the_device_is_played_as_if_face_down() -> None:
    table = troubled("mbs5", BETS, "2 3").reports(Kind.CARD_FOUND_FACE_UP)
    assert (table.answer, table.phase) == ("stand", Phase.DEALING)
    table.deals("3 A")
    assert table.round.offer is None


@pytest.mark.interpretation("I-96")
def test_found_before_the_first_card_it_is_referred_only_while_bets_are_open() -> None:
    early = Troubled("mbs5")
    early.open().call()
    early.reports(Kind.CARD_FOUND_FACE_UP)
    assert early.answer == "refer"
    early.rules_that("continue")
    assert early.phase is Phase.BETTING
    closed = troubled("mbs5", BETS).reports(Kind.CARD_FOUND_FACE_UP)
    assert (closed.answer, closed.phase) == ("stand", Phase.CLOSED)


@pytest.mark.clause("mbs5:5.7")
@pytest.mark.interpretation("I-91")
def test_cards_dealt_in_a_wrong_order_are_reconstructed_and_the_round_goes_on() -> None:
    table = troubled("mbs5", BETS, "6S 2S KS KH").reports(Kind.WRONG_AREA, "5H+")
    table.judges(repairable=True)
    assert (table.hands(), table.phase) == (("6S KS", "2S KH 5H"), Phase.COMPLETE)
    assert not table.happened(e.OptionChosen)


@pytest.mark.clause("mbs5:5.7")
@pytest.mark.interpretation("I-91")
def test_cards_passed_to_the_wrong_player_are_fetched_and_the_round_goes_on() -> None:
    table = troubled("mbs5", BETS, "2 3", face=Face.DOWN).reports(Kind.WRONG_PERSON, cards=(1,))
    assert table.answer == "stand"


@pytest.mark.interpretation("I-91")
def test_a_card_too_many_is_the_next_in_order_or_begins_the_next_round() -> None:
    table = troubled("mbs5", BETS, "9S 2S KS KH").reports(Kind.CARD_IN_EXCESS, "5H")
    table.judges(repairable=True).ends().call().deals("5H")
    assert table.hands() == ("5H", "")
    lost = troubled("mbs5", BETS, "9S 2S KS KH").reports(Kind.CARD_IN_EXCESS, "5H")
    assert lost.judges(repairable=False).round.void


@pytest.mark.clause("mbs5:5.7.1")
@pytest.mark.interpretation("I-97")
@pytest.mark.parametrize("kind", [Kind.CARDS_NOT_PASSED, Kind.DEALT_FACE_UP, Kind.CARD_EXPOSED])
@pytest.mark.parametrize("cards", ["2 3", "2 3 3 A"])
def test_what_is_no_wrong_delivery_stands_without_options(kind: Kind, cards: str) -> None:
    table = troubled("mbs5", BETS, cards, exposed=True, face=Face.DOWN).reports(kind, cards=(1,))
    assert (table.answer, table.phase) == ("stand", Phase.DEALING)
    assert refused(table.chooses, "Ann", "return").code == "wrong_phase"


@pytest.mark.clause("mbs5:5.8", "mbs5:5.8.1")
@pytest.mark.interpretation("I-92", "I-94")
def test_cards_drawn_together_options_before_reconstruction() -> None:
    table = troubled("mbs5", BETS, "2S 3S 3H AS")
    table.reports(Kind.DRAWN_TOGETHER, "6H+ KH+")
    assert (table.answer, table.hands()) == ("options", ("2S 3H", "3S AS"))
    table.chooses("Ann", "return").chooses("Bob", "continue").resumes()
    assert table.hands() == ("2S 3H 6H", "3S AS KH")
    table.ends()
    assert (table.back("Ann"), table.back("Bob")) == ({"player": 100}, {"banker": 400})


@pytest.mark.clause("mbs5:5.8.2.1")
@pytest.mark.interpretation("I-83", "I-92")
@pytest.mark.parametrize(
    ("dealt", "drawn", "cards"),
    [("", "?? ??", ()), ("2 3 3", "?? ??", ()), ("2 3 3 A", "", (3, 4))],
)
def test_an_unknown_order_in_the_initial_deal_voids(
    dealt: str, drawn: str, cards: tuple[int, ...]
) -> None:
    table = troubled("mbs5", BETS, dealt)
    table.reports(Kind.DRAWN_TOGETHER_ORDER_UNKNOWN, drawn, cards=cards)
    assert table.round.void
    assert table.back("Bob") == {"banker": 200}


@pytest.mark.clause("mbs5:5.8.2.2")
@pytest.mark.interpretation("I-88", "I-92", "I-93")
def test_later_the_pit_manager_orders_and_players_withdraw_what_is_left_or_play() -> None:
    """The Tiger Pair is lost with the four cards and is settled, not withdrawn."""
    table = troubled("mbs5", BETS + ", Ann tiger_pair 50", "2S 3S 3H AS")
    table.reports(Kind.DRAWN_TOGETHER_ORDER_UNKNOWN, "6H+ KH+").chooses("Ann", "return")
    assert refused(table.orders, 6, 5, by=SUPERVISOR).code == "not_authorised"
    table.orders(6, 5, by=MANAGER)
    assert table.hands() == ("2S 3H KH", "3S AS")
    table.declares().settles()
    assert table.back("Ann") == {"player": 100, "tiger_pair": 0}


@pytest.mark.clause("mbs5:5.9")
@pytest.mark.interpretation("I-94", "I-95")
def test_a_reset_device_reopens_betting_and_the_deal_starts_afresh() -> None:
    table = troubled("mbs5", BETS, face=Face.DOWN).deals("2 3")
    table.reports(Kind.DEVICE_RESET).chooses("Ann", "return").resumes()
    assert (table.phase, table.drawn()) == (Phase.BETTING, ())
    assert table.playing() == {"banker": 200}
    table.bets("Cy", "player", 300).raises("Bob", "banker", 400).close(at=CLOSED)
    table.deals("9 2 K K").exposes(1, 2, 3, 4).ends()
    assert table.back("Ann") == {"player": 100}
    assert (table.back("Bob"), table.back("Cy")) == ({"banker": 0}, {"player 3": 600})


@pytest.mark.clause("mbs5:5.9")
@pytest.mark.interpretation("I-95")
def test_a_reset_with_a_card_exposed_is_referred_and_without_bets_reopens_at_once() -> None:
    assert troubled("mbs5", BETS, "2").reports(Kind.DEVICE_RESET).answer == "refer"
    empty = troubled("mbs5", face=Face.DOWN).deals("2 3")
    assert empty.reports(Kind.DEVICE_RESET).answer == "reopen"


@pytest.mark.clause("mbs5:5.9")
def test_betting_opens_again_also_where_everybody_withdrew() -> None:
    table = troubled("mbs5", "Ann player 100").reports(Kind.DEVICE_RESET)
    table.chooses("Ann", "return").resumes()
    assert (table.phase, table.playing()) == (Phase.BETTING, {})
    table.bets("Ann", "banker", 50).deals("2 9 K K").ends()
    assert table.back("Ann") == {"player": 100, "banker": 100}


@pytest.mark.clause("mbs5:5.9", "mbs5:5.15")
@pytest.mark.interpretation("I-41")
def test_what_was_cut_at_the_first_close_is_measured_anew_at_the_second() -> None:
    table = Troubled("mbs5", limits=Limits(minimum=10, maximum=300))
    table.open().call().unnoticed("Ann", "player", 900).close()
    assert table.playing() == {"player": 300}
    table.reports(Kind.DEVICE_RESET).resumes().lowers("Ann", "player", 200).close()
    assert table.playing() == {"player": 200}


@pytest.mark.clause("mbs5:5.10")
@pytest.mark.interpretation("I-103")
def test_the_dealer_exposes_the_cards_of_an_absent_player() -> None:
    table = troubled("mbs5", "Ann player 100", face=Face.DOWN).deals("9 2 K K")
    table.does(c.PassCards(actor=DEALER, side=Side.PLAYER))
    assert table.round.handlers == ((Side.PLAYER, "Ann"),)
    table.does(c.NoteAbsence(actor=DEALER, patron="Ann")).exposes(1, 2, 3, 4).ends()
    assert table.back("Ann") == {"player": 200}


@pytest.mark.clause("mbs5:5.10")
def test_an_automatic_table_waits_for_the_handler_and_not_for_one_who_is_gone() -> None:
    table = Troubled("mbs5", face=Face.DOWN, automation=AUTOMATIC)
    table.open().call().bets("Ann", "player", 100).close()
    table.deals("9 2 K")
    table.does(c.PassCards(actor=DEALER, side=Side.PLAYER)).draws("K")
    assert [drawn.exposed for drawn in table.drawn()] == [False, True, False, True]
    table.does(c.NoteAbsence(actor=DEALER, patron="Ann"))
    assert table.round.paid


@pytest.mark.clause("mbs5:5.12.1")
@pytest.mark.interpretation("I-96")
def test_cards_that_showed_while_the_device_moved_are_played_as_face_down() -> None:
    table = troubled("mbs5", BETS, "2 3").reports(Kind.DEVICE_MOVED).judges(repairable=True)
    assert (table.answer, table.phase) == ("stand", Phase.DEALING)


@pytest.mark.clause("mbs5:5.12.2")
@pytest.mark.interpretation("I-83", "I-93")
def test_an_order_altered_by_the_move_voids_and_the_cards_must_be_replaced() -> None:
    table = troubled("mbs5", BETS, "2 3").reports(Kind.DEVICE_MOVED).judges(repairable=False)
    assert table.round.void
    assert refused(table.call).code == "cards_not_ready"
    table.loads().call()


def test_a_report_is_refused_where_it_cannot_be_true() -> None:
    """Cards that nobody could have drawn, cards that are not there, two things at once."""
    table = troubled("mbs5", BETS, "2 3", decks=4)
    assert refused(table.reports, Kind.CARD_IN_EXCESS, cards=(3,)).code == "unknown_card"
    assert refused(table.reports, Kind.CARD_IN_EXCESS, cards=(1, 1)).code == "unknown_card"
    assert refused(table.reports, Kind.CARD_EXPOSED, "??+").code == "exposed_but_unknown"
    aces = " ".join(["AS"] * 5)
    assert refused(table.reports, Kind.CARD_IN_EXCESS, aces).code == "card_not_in_set"
    table.reports(Kind.CARD_IN_EXCESS, "5")
    assert refused(table.reports, Kind.CARD_EXPOSED).code == "one_at_a_time"
    assert refused(table.stops).code == "one_at_a_time"
    answer = decide(table.table, c.Resume(actor=DEALER), table.rules)
    assert isinstance(answer, Refused)
    assert answer.code == "not_resolved"


def test_between_rounds_only_a_settled_round_can_be_spoken_of() -> None:
    table = Troubled("mbs5")
    table.open()
    assert refused(table.reports, Kind.CARD_IN_EXCESS).code == "no_round"
    table.call().close()
    table.reports(Kind.FOREIGN_CARD)
    assert refused(table.reports, Kind.CARD_IN_EXCESS).code == "no_round"


def test_no_more_cards_can_be_reported_than_the_device_held() -> None:
    table = Troubled("mbs5", decks=4)
    table.open()
    for _ in range(4 * 52 - 1):
        table.burns()
    table.call().close()
    assert refused(table.reports, Kind.CARD_IN_EXCESS, "2 3").code == "device_exhausted"


def test_a_card_that_lies_ready_is_the_one_that_was_drawn() -> None:
    table = troubled("mbs5", BETS, "9S 2S KS KH").reports(Kind.CARD_IN_EXCESS, "5H+")
    table.judges(repairable=True).ends()
    table.acknowledges().call().close()
    assert refused(table.reports, Kind.WRONG_AREA, "7H").code == "another_card_first"
    table.reports(Kind.WRONG_AREA, "??").judges(repairable=True)
    assert table.hands() == ("5H", "")
    assert table.drawn()[0].exposed


@pytest.mark.clause("mbs5:3.8.1")
def test_the_device_comes_back_where_the_next_method_leaves_it_to_the_dealer() -> None:
    table = Troubled("mbs5", hlga=True, reading_device=True, method="C").open()
    table.does(c.TakeDevice(actor=CASINO, patron="Ann"))
    other = table.fork().does(c.SetMethod(actor=CASINO, method="C"))
    assert other.table.device_holder == "Ann"
    table.does(c.SetMethod(actor=CASINO, method="A"))
    assert table.just(e.DeviceReturned).patron == "Ann"
    assert table.table.device_holder is None
