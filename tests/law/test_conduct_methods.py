"""Methods A, B and C of Marina Bay: who draws, who is handed the cards, who reveals them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from punto.core import commands as c
from punto.core import events as e
from punto.core.conduct import AUTOMATIC, Automation
from punto.core.outcome import Side
from punto.core.rulebook import Rulebook
from punto.core.state import Face, Phase
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

PLAYER, BANKER = Side.PLAYER, Side.BANKER
IN_HLGA: dict[str, Any] = {"hlga": True, "reading_device": True}


def method(rules: Rulebook, letter: str) -> Dealt:
    """Open a table that is dealt face down by one of the methods."""
    return Dealt(rules, method=letter, face=Face.DOWN, **IN_HLGA).open()


def passes(table: Dealt, side: Side) -> str | None:
    """Pass a Hand's cards, and say who has them now; None is the Dealer."""
    return table.does(c.PassCards(actor=DEALER, side=side)).just(e.CardsPassed).patron


def declines(table: Dealt, name: str, side: Side) -> str | None:
    """Refuse a Hand's cards, and say who has them now."""
    command = c.DeclineCards(actor=patron(name), patron=name, side=side)
    return table.does(command).just(e.CardsPassed).patron


def takes_device(table: Dealt, name: str) -> Dealt:
    return table.does(c.TakeDevice(actor=CASINO, patron=name))


# --- which method ---------------------------------------------------------------------------------


@pytest.mark.clause("mbs5:3.8", "mbs5:3.8.2")
@pytest.mark.interpretation("I-111")
@games("mbs5")
def test_a_round_runs_under_one_declared_method_that_changes_between_rounds_only(
    rules: Rulebook,
) -> None:
    assert tuple(rules.policies.methods) == ("A", "B", "C")
    assert refused(Dealt(rules, method="D").open).code == "unknown_method"
    table = method(rules, "A")
    to_b = c.SetMethod(actor=MANAGER, method="B")
    steps: tuple[Callable[[], Dealt], ...] = (
        lambda: table.call().bets("Ann", "player", 100),
        table.close,
        lambda: table.deals("9 K"),
        lambda: table.deals("K 8").exposes(1, 2, 3, 4),
        table.declares,
    )
    for step in steps:
        step()
        assert refused(table.does, to_b).code == "wrong_phase"
    table.settles().does(to_b)
    assert table.table.setup is not None
    assert table.table.setup.method == "B"


@pytest.mark.clause("mbs5:3.8.2")
@pytest.mark.interpretation("I-109", "I-111")
@games("mbs5")
def test_a_and_b_are_the_pit_managers_choice_and_c_the_assistant_casino_managers(
    rules: Rulebook,
) -> None:
    table = method(rules, "A")
    for letter in "AB":
        choice = c.SetMethod(actor=SUPERVISOR, method=letter)
        assert refused(table.does, choice).code == "not_authorised"
        table.does(c.SetMethod(actor=MANAGER, method=letter))
    for actor in (MANAGER, SHIFT):
        answer = refused(table.does, c.SetMethod(actor=actor, method="C"))
        assert (answer.code, answer.clauses) == ("not_authorised", ("mbs5:3.8.2",))
        assert refused(Dealt(rules, method="C", **IN_HLGA).open, actor).code == "not_authorised"
    table.does(c.SetMethod(actor=CASINO, method="C"))
    outside = Dealt(rules, method="A", reading_device=True).open()
    assert refused(outside.does, c.SetMethod(actor=CASINO, method="C")).code == "hlga_only"


@pytest.mark.clause("mbs5:3.8.1")
@games("mbs5")
def test_under_a_and_b_no_player_gets_the_device(rules: Rulebook) -> None:
    for letter in "AB":
        table = method(rules, letter).call().bets("Ann", "player", 100).close()
        answer = refused(takes_device, table, "Ann")
        assert (answer.code, "mbs5:3.8.1" in answer.clauses) == ("dealer_keeps_device", True)
        assert refused(table.draws, "9", by=patron("Ann")).code == "not_authorised"
        assert table.draws("9").just(e.CardDrawn).actor == DEALER


@pytest.mark.clause("mbs5:3.8.1")
@pytest.mark.interpretation("I-111")
@games("mbs5")
def test_when_the_method_changes_from_c_the_device_goes_back_to_the_dealer(rules: Rulebook) -> None:
    table = takes_device(method(rules, "C"), "Ann")
    table.does(c.SetMethod(actor=MANAGER, method="B"))
    assert table.just(e.DeviceReturned).patron == "Ann"
    assert table.call().close().draws("9").table.device_holder is None


# --- method A -------------------------------------------------------------------------------------


@pytest.mark.clause("mbs5:3.9.1")
@games("mbs5")
def test_under_a_the_dealer_draws_and_announces(rules: Rulebook) -> None:
    table = method(rules, "A").call().bets("Ann", "player", 100).deals("9 K K 8")
    assert {event.actor for event in table.happened(e.CardDrawn)} == {DEALER}
    table.exposes(1, 2, 3, 4)
    declare = c.Declare(actor=patron("Ann"))
    assert refused(table.does, declare).code == "not_authorised"
    assert table.declares("player").just(e.ResultDeclared).actor == DEALER


def laid(rules: Rulebook) -> Dealt:
    """Lay Player wagers of 100, 300, 200, 300, 300 at the boxes 2, 4, 1, 3, 5, in this order."""
    table = method(rules, "A").call()
    for name, stake, box in (
        ("Ann", 100, "2"),
        ("Bob", 300, "4"),
        ("Cy", 200, "1"),
        ("Di", 300, "3"),
        ("Ed", 300, "5"),
    ):
        table.bets(name, "player", stake, box, id=name)
    return table.bets("Fay", "tie", 9_000, "1").bets("Gil", "banker", 50, "2", id="Gil")


@pytest.mark.clause("mbs5:3.9.2")
@pytest.mark.interpretation("I-107")
@games("mbs5")
def test_each_hand_goes_face_down_to_the_highest_amount_on_that_hand(rules: Rulebook) -> None:
    table = method(rules, "A").call().bets("Ann", "player", 200, "1", id="a1")
    table.bets("Bob", "player", 300, "2", id="b").bets("Ann", "player", 150, "3", id="a2")
    table.bets("Cy", "tie", 9_000, "1").bets("Bob", "banker", 40, "2").bets("Cy", "banker", 60, "1")
    assert refused(passes, table, PLAYER).code == "wrong_phase"
    table.deals("9 K K 8")
    # Ann has 350 on Player in all, Cy the most on Banker; side wagers do not count
    assert (passes(table, PLAYER), passes(table, BANKER)) == ("Ann", "Cy")
    assert not any(drawn.exposed for drawn in table.drawn())
    table.exposes(1, 3, by=patron("Ann"))
    assert refused(table.exposes, 2, by=patron("Ann")).code == "not_authorised"
    assert table.exposes(2, 4, by=patron("Cy")).phase is Phase.COMPLETE


@pytest.mark.clause("mbs5:3.9.3", "mbs5:3.9.4", "mbs5:3.9.5", "mbs5:3.9.4.1")
@pytest.mark.interpretation("I-107")
@games("mbs5")
def test_cards_go_from_who_declines_to_the_next_equals_counter_clockwise(rules: Rulebook) -> None:
    """Of the three equals Bob laid his first; from box 4 the table goes on to 5 and round to 3."""
    table = laid(rules).deals("9 K K 8")
    assert passes(table, PLAYER) == "Bob"
    assert refused(declines, table, "Di", PLAYER).code == "not_handed"
    order = [declines(table, name, PLAYER) for name in ("Bob", "Ed", "Di", "Cy")]
    assert order == ["Ed", "Di", "Cy", "Ann"]
    # nobody is left: the Dealer has them, unless the Pit Supervisor chooses somebody
    assert declines(table, "Ann", PLAYER) is None
    choose = c.DesignateHandler(actor=DEALER, side=PLAYER, patron="Gil")
    assert refused(table.does, choose).code == "not_authorised"
    table.does(c.DesignateHandler(actor=SUPERVISOR, side=PLAYER, patron="Gil"))
    assert table.just(e.CardsPassed).clauses == ("mbs5:3.9.4.1",)
    assert table.exposes(1, by=patron("Gil")).drawn()[0].exposed


@pytest.mark.clause("mbs5:3.9.4")
@pytest.mark.interpretation("I-107")
@games("mbs5")
def test_of_equal_highest_wagers_the_first_placed_comes_first(rules: Rulebook) -> None:
    for names in (("Ann", "Bob"), ("Bob", "Ann")):
        table = method(rules, "A").call()
        for name in names:
            table.bets(name, "banker", 100, {"Ann": "1", "Bob": "2"}[name], id=name)
        assert passes(table.deals("9 K K 8"), BANKER) == names[0]


@pytest.mark.clause("mbs5:3.9.4.1")
@pytest.mark.interpretation("I-107")
@games("mbs5")
def test_while_the_order_yields_somebody_the_choice_is_not_free(rules: Rulebook) -> None:
    table = laid(rules).deals("9 K K 8")
    for name in ("Gil", "Ed"):
        choose = c.DesignateHandler(actor=SUPERVISOR, side=PLAYER, patron=name)
        assert refused(table.does, choose).code == "order_yields"
    table.does(c.DesignateHandler(actor=SUPERVISOR, side=PLAYER, patron="Bob"))
    assert table.just(e.CardsPassed).patron == "Bob"


@pytest.mark.clause("mbs5:3.9.4.1")
@pytest.mark.interpretation("I-107")
@games("mbs5")
def test_where_nobody_wagered_on_a_hand_the_dealer_exposes_it(rules: Rulebook) -> None:
    table = method(rules, "A").call().bets("Ann", "tie", 100).deals("9 K K 8")
    assert passes(table, BANKER) is None
    assert table.exposes(2, 4).drawn()[3].exposed


@pytest.mark.clause("mbs5:3.9.6")
@pytest.mark.interpretation("I-81")
@games("mbs5")
@pytest.mark.parametrize(("first", "numbers"), [(PLAYER, (1, 3)), (BANKER, (2, 4))])
def test_the_dealer_says_which_hand_is_revealed_first(
    rules: Rulebook, first: Side, numbers: tuple[int, int]
) -> None:
    table = method(rules, "A").call().bets("Ann", "player", 100).deals("9 K K 8")
    order = c.ChooseRevealOrder(actor=DEALER, first=first)
    assert table.does(order).just(e.RevealOrderChosen).first is first
    other = 3 - numbers[0]
    assert refused(table.exposes, other).code == "other_hand_first"
    table.exposes(*numbers)
    assert refused(table.does, order).code == "cards_exposed"
    assert table.exposes(other, other + 2).phase is Phase.COMPLETE


@pytest.mark.clause("mbs5:3.9.7")
@games("mbs5")
def test_third_cards_come_face_down_and_who_squeezes_a_hand_exposes_its_own(
    rules: Rulebook,
) -> None:
    """Ann squeezes Player; nobody squeezes Banker, so the Dealer turns its third card at once."""
    table = method(rules, "A").call().bets("Ann", "player", 100).deals("2 K 3 2")
    assert passes(table, PLAYER) == "Ann"
    table.exposes(1, 3, by=patron("Ann")).exposes(2, 4).draws("4")
    assert not table.drawn()[4].exposed
    table.exposes(5, by=patron("Ann")).draws("5")
    assert not table.drawn()[5].exposed
    assert refused(table.exposes, 6, by=patron("Ann")).code == "not_authorised"
    assert table.exposes(6).phase is Phase.COMPLETE


@pytest.mark.clause("mbs5:3.9.7")
@games("mbs5")
def test_a_table_that_runs_itself_leaves_a_squeezed_third_card_face_down(rules: Rulebook) -> None:
    table = Dealt(
        rules, method="A", face=Face.DOWN, automation=frozenset({Automation.EXPOSE})
    ).open()
    table.call().bets("Ann", "player", 100).close()
    # the four cards are known, so a table that runs itself turns them up with the fourth
    table.draws("2").draws("K").does(c.PassCards(actor=DEALER, side=PLAYER)).draws("3").draws("2")
    assert [drawn.exposed for drawn in table.drawn()] == [False, True, False, True]
    table.exposes(1, 3, by=patron("Ann")).draws("4")
    assert not table.drawn()[4].exposed
    table.exposes(5, by=patron("Ann")).draws("5")
    assert table.drawn()[5].exposed


@pytest.mark.clause("mbs5:3.16")
@pytest.mark.interpretation("I-107")
@games("mbs5")
def test_a_pit_manager_may_let_anybody_squeeze_and_that_goes_before_the_order(
    rules: Rulebook,
) -> None:
    table = laid(rules).close()
    allow = c.PermitSqueeze(actor=SUPERVISOR, patron="Zoe", side=PLAYER)
    assert refused(table.does, allow).code == "not_authorised"
    table.does(c.RequestSqueeze(actor=patron("Zoe"), patron="Zoe", side=PLAYER))
    table.does(c.PermitSqueeze(actor=MANAGER, patron="Zoe", side=PLAYER)).deals("9 K K 8")
    assert passes(table, PLAYER) == "Zoe"
    assert table.exposes(1, 3, by=patron("Zoe")).drawn()[2].exposed
    assert table.just(e.CardExposed).clauses == ("mbs5:3.9.6", "mbs5:3.11.5")


@pytest.mark.clause("mbs5:5.10")
@pytest.mark.interpretation("I-103")
@games("mbs5")
def test_for_a_handler_who_is_not_there_the_dealer_exposes(rules: Rulebook) -> None:
    table = method(rules, "A").call().bets("Ann", "player", 100).deals("2 K 3 2")
    assert passes(table, PLAYER) == "Ann"
    table.exposes(1, by=patron("Ann"))
    table.does(c.NoteAbsence(actor=DEALER, patron="Ann")).exposes(2, 3, 4).draws("4")
    # nor is he there to receive further cards, and they do not go to anybody else
    assert passes(table, PLAYER) is None
    table.exposes(5).draws("5").exposes(6).ends()
    assert table.back("Ann") == {"player": 200}


@pytest.mark.clause("mbs5:5.10")
@games("mbs5")
def test_a_table_that_runs_itself_does_not_wait_for_a_handler_who_is_away(rules: Rulebook) -> None:
    table = Dealt(rules, method="A", face=Face.DOWN, automation=AUTOMATIC).open().call()
    table.bets("Ann", "player", 100).close().draws("9").draws("K")
    table.does(c.PassCards(actor=DEALER, side=PLAYER)).draws("K").draws("8")
    assert table.phase is Phase.DEALING
    table.does(c.NoteAbsence(actor=DEALER, patron="Ann"))
    assert (table.phase, table.back("Ann")) == (Phase.IDLE, {"player": 200})


# --- method B -------------------------------------------------------------------------------------


@pytest.mark.clause("mbs5:3.10.1")
@games("mbs5")
def test_under_b_the_dealer_draws_and_lays_each_card_in_its_area(rules: Rulebook) -> None:
    table = Dealt(rules, method="B").open().call().bets("Ann", "player", 100).deals("2 K 3 2 4 5")
    assert [drawn.belongs for drawn in table.drawn()] == [PLAYER, BANKER] * 3
    assert all(drawn.exposed for drawn in table.drawn())
    assert {event.actor for event in table.happened(e.CardDrawn)} == {DEALER}
    assert table.declares().just(e.ResultDeclared).actor == DEALER


@pytest.mark.clause("mbs5:3.10.2")
@games("mbs5")
def test_under_b_no_player_touches_the_cards(rules: Rulebook) -> None:
    table = method(rules, "B").call().bets("Ann", "player", 100).deals("9 K K 8")
    for command in (
        c.PassCards(actor=DEALER, side=PLAYER),
        c.RequestSqueeze(actor=patron("Ann"), patron="Ann", side=PLAYER),
        c.PermitSqueeze(actor=MANAGER, patron="Ann", side=PLAYER),
        c.DesignateHandler(actor=SUPERVISOR, side=PLAYER, patron="Ann"),
    ):
        answer = refused(table.does, command)
        assert (answer.code, "mbs5:3.10.2" in answer.clauses) == ("no_handling", True)
    assert refused(table.exposes, 1, by=patron("Ann")).code == "not_authorised"
    assert table.exposes(1, 2, 3, 4).phase is Phase.COMPLETE


# --- method C -------------------------------------------------------------------------------------


@pytest.mark.clause("mbs5:3.11.1")
@pytest.mark.interpretation("I-81")
@games("mbs5")
def test_under_c_a_player_draws_from_a_device_that_reads_cards(rules: Rulebook) -> None:
    blind = Dealt(rules, method="C", hlga=True)
    assert refused(blind.open).code == "reading_device_needed"
    table = takes_device(method(rules, "C"), "Ann").call().bets("Ann", "player", 100).close()
    # what the device has read does not lie face up
    table.draws("9", by=patron("Ann"))
    assert (table.drawn()[0].exposed, table.just(e.CardDrawn).actor) == (False, patron("Ann"))
    for other in (DEALER, patron("Bob")):
        assert refused(table.draws, "K", by=other).code in ("device_held", "not_authorised")
    table.deals("K K 8", by=patron("Ann")).exposes(1, 2, 3, 4)
    declare = c.Declare(actor=patron("Ann"))
    assert refused(table.does, declare).code == "not_authorised"
    assert table.declares().just(e.ResultDeclared).actor == DEALER


@pytest.mark.clause("mbs5:3.11.2")
@pytest.mark.interpretation("I-108", "I-105")
@games("mbs5")
def test_who_draws_without_a_wager_does_so_on_the_assistant_casino_managers_word(
    rules: Rulebook,
) -> None:
    table = method(rules, "C").call().bets("Bob", "player", 100)
    for actor in (DEALER, MANAGER, SHIFT, patron("Ann")):
        command = c.TakeDevice(actor=actor, patron="Ann")
        assert refused(table.does, command).code == "not_authorised"
    takes_device(table, "Ann").deals("9 K K 8", by=patron("Ann"))
    # he has no wager that could lose, so he keeps the device
    assert table.exposes(1, 2, 3, 4).ends().table.device_holder == "Ann"


@pytest.mark.clause("mbs5:3.11.3")
@games("mbs5")
def test_a_hand_that_another_player_exposes_goes_to_him_through_the_dealer(
    rules: Rulebook,
) -> None:
    table = takes_device(method(rules, "C"), "Ann").call().bets("Ann", "player", 100)
    table.bets("Bob", "banker", 100).deals("9 K K 8", by=patron("Ann"))
    by_hand = c.PassCards(actor=patron("Ann"), side=BANKER)
    assert refused(table.does, by_hand).code == "not_authorised"
    assert refused(table.exposes, 2, by=patron("Bob")).code == "not_authorised"
    assert passes(table, BANKER) == "Bob"
    assert table.just(e.CardsPassed).actor == DEALER
    assert not any(drawn.exposed for drawn in table.drawn())
    assert table.exposes(2, 4, by=patron("Bob")).drawn()[1].exposed


@pytest.mark.clause("mbs5:3.11.5", "mbs5:3.11.6", "mbs5:3.11.7")
@games("mbs5")
def test_under_c_the_holder_deals_on_and_exposed_cards_lie_in_their_areas(rules: Rulebook) -> None:
    table = takes_device(method(rules, "C"), "Ann").call().bets("Ann", "player", 100)
    table.bets("Bob", "banker", 100).deals("2 K 3 2", by=patron("Ann"))
    passes(table, PLAYER)
    passes(table, BANKER)
    table.exposes(1, 3, by=patron("Ann")).exposes(2, 4, by=patron("Bob"))
    assert refused(table.draws, "4").code == "device_held"
    table.draws("4", by=patron("Ann"))
    assert refused(table.exposes, 5, by=patron("Bob")).code == "not_authorised"
    table.exposes(5, by=patron("Ann")).draws("5", by=patron("Ann")).exposes(6)
    assert [(drawn.belongs, drawn.exposed) for drawn in table.drawn()] == [
        *((PLAYER, True), (BANKER, True), (PLAYER, True), (BANKER, True)),
        *((PLAYER, True), (BANKER, True)),
    ]


@pytest.mark.clause("mbs5:3.11.8", "mbs5:3.11.8.1")
@pytest.mark.interpretation("I-108")
@games("mbs5")
def test_a_player_keeps_the_device_over_rounds_until_he_gives_it_up(rules: Rulebook) -> None:
    table = takes_device(method(rules, "C"), "Ann")
    for _ in range(2):
        table.call().bets("Ann", "player", 100).deals("9 K K 8", by=patron("Ann"))
        table.exposes(1, 2, 3, 4).ends()
        assert table.table.device_holder == "Ann"
    assert refused(takes_device, table, "Bob").code == "device_held"
    give = c.GiveUpDevice(actor=patron("Bob"), patron="Bob")
    assert refused(table.does, give).code == "not_holder"
    table.does(c.GiveUpDevice(actor=patron("Ann"), patron="Ann"))
    assert table.just(e.DeviceReturned).clauses == ("mbs5:3.11.8.1",)
    assert takes_device(table, "Bob").table.device_holder == "Bob"


@pytest.mark.clause("mbs5:3.11.8", "mbs5:3.11.8.2")
@pytest.mark.interpretation("I-108")
@games("mbs5")
@pytest.mark.parametrize(
    ("bets", "cards", "keeps"),
    [
        pytest.param(["player"], "4 K 10 9", False, id="player lost"),
        pytest.param(["banker"], "9 K 10 8", False, id="banker lost"),
        pytest.param(["player", "banker"], "9 K 10 8", False, id="one of both lost"),
        pytest.param(["player"], "9 K 10 8", True, id="won"),
        pytest.param(["player"], "9 K 10 9", True, id="tie"),
        pytest.param(["tie", "tiger"], "9 K 10 8", True, id="only side wagers lost"),
    ],
)
def test_the_device_goes_when_his_player_or_banker_wager_loses(
    rules: Rulebook, bets: list[str], cards: str, *, keeps: bool
) -> None:
    table = takes_device(method(rules, "C"), "Ann").call()
    for bet in bets:
        table.bets("Ann", bet, 100)
    table.bets("Bob", "player", 100, "2", id="p").bets("Bob", "banker", 100, "2", id="b")
    table.deals(cards, by=patron("Ann")).exposes(1, 2, 3, 4).ends()
    assert table.table.device_holder == ("Ann" if keeps else None)
    assert len(table.happened(e.DeviceReturned)) == (0 if keeps else 1)


@pytest.mark.clause("mbs5:3.11.8")
@pytest.mark.interpretation("I-103", "I-108")
@games("mbs5")
def test_the_device_goes_back_when_its_holder_leaves_or_is_not_there(rules: Rulebook) -> None:
    table = takes_device(method(rules, "C"), "Ann").call().bets("Ann", "player", 100).close()
    table.draws("9", by=patron("Ann"))
    assert refused(table.draws, "K").code == "device_held"
    away = table.fork().does(c.NoteAbsence(actor=DEALER, patron="Ann")).draws("K")
    assert away.table.device_holder == "Ann"
    assert table.leaves("Ann").table.device_holder is None
    assert table.draws("K").just(e.CardDrawn).actor == DEALER


@games("tb4", "dhyx2", "tbi1")
def test_resorts_world_deals_in_one_way_and_keeps_the_device(rules: Rulebook) -> None:
    assert tuple(rules.policies.methods) == ("standard",)
    table = Dealt(rules).open()
    assert refused(takes_device, table, "Ann").code == "dealer_keeps_device"
    assert refused(table.does, c.SetMethod(actor=MANAGER, method="B")).code == "unknown_method"
