"""A Player leaves with a card: the missing one is found by what is left (mbs5:5.11)."""

from __future__ import annotations

import pytest

from punto.core import commands as c
from punto.core import events as e
from punto.core.cards import Card, parse_card
from punto.core.composition import full_set
from punto.core.rulebook import Kind
from punto.core.state import Face, Phase
from tests.support.conduct import DEALER, MANAGER, SHIFT, refused
from tests.support.trouble import Troubled, troubled

BETS = "Ann player 100, Bob banker 200"
ASIDE = (parse_card("4C"), parse_card("9D"))


def gone(cards: str = "2S 3S ?? AS", number: int = 3) -> Troubled:
    """Deal four cards face down; a Player leaves with one that nobody has seen."""
    table = troubled("mbs5", BETS, cards, face=Face.DOWN)
    return table.reports(Kind.PLAYER_GONE_WITH_CARD, cards=(number,))


@pytest.mark.clause("mbs5:5.11", "mbs5:5.11.1", "mbs5:5.11.2", "mbs5:5.11.2.1", "mbs5:5.11.3")
@pytest.mark.clause("mbs5:5.11.4", "mbs5:5.11.5")
@pytest.mark.interpretation("I-98")
def test_the_missing_card_is_computed_replaced_and_the_round_finished_with_those_aside() -> None:
    table = gone()
    assert table.answer == "missing_card"
    left = table.table.cards_left
    table.finds_missing((parse_card("3H"),), ASIDE, by=SHIFT)
    assert table.just(e.MissingCardsReplaced).cards == ((2, parse_card("3H")),)
    assert table.table.cards_left == left - 2
    table.exposes(1, 2, 3, 4)
    assert refused(table.draws, "9D").code == "another_card_first"
    table.draws("4C").exposes(5).draws("9D").exposes(6)
    assert table.hands() == ("2S 3H 4C", "3S AS 9D")
    table.ends()
    assert (table.back("Ann"), table.back("Bob")) == ({"player": 200}, {"banker": 0})
    assert refused(table.call).code == "cards_not_ready"
    table.loads().call()
    assert table.table.carried == ()


@pytest.mark.clause("mbs5:5.11.4")
def test_the_two_cards_aside_stay_unused_where_no_draw_is_due() -> None:
    table = gone("9S 3S ?? AS").finds_missing((parse_card("KH"),), ASIDE)
    table.exposes(1, 2, 3, 4).ends()
    assert table.hands() == ("9S KH", "3S AS")
    assert [drawn.card for drawn in table.table.carried] == list(ASIDE)


@pytest.mark.clause("mbs5:5.11.1")
@pytest.mark.interpretation("I-98")
def test_only_a_shift_manager_enters_it_with_two_cards_set_aside_in_order() -> None:
    table = gone()
    missing = (parse_card("3H"),)
    assert refused(table.finds_missing, missing, ASIDE, by=MANAGER).code == "not_authorised"
    assert refused(table.finds_missing, missing, ASIDE[:1]).code == "two_cards_aside"


@pytest.mark.clause("mbs5:5.11.2.1")
@pytest.mark.interpretation("I-98")
def test_the_count_must_leave_exactly_the_cards_that_went() -> None:
    table = gone()
    two = (parse_card("3H"), parse_card("4H"))
    assert refused(table.finds_missing, two, ASIDE).code == "count_does_not_match"
    everything = tuple(full_set(8).elements())
    sorted_all = c.EnterMissingCard(actor=SHIFT, sorted_cards=everything, set_aside=ASIDE)
    assert refused(table.does, sorted_all).code == "card_not_in_set"


@pytest.mark.clause("mbs5:5.11.2.1", "mbs5:5.11.3")
@pytest.mark.interpretation("I-98")
def test_of_two_missing_cards_the_order_is_said() -> None:
    table = troubled("mbs5", BETS, "?? 3S ?? AS", face=Face.DOWN)
    table.reports(Kind.PLAYER_GONE_WITH_CARD, cards=(1, 3))
    two = (parse_card("9H"), parse_card("KH"))
    wrong = c.EnterMissingCard(
        actor=SHIFT, sorted_cards=_rest(table, two), set_aside=ASIDE, cards=two[:1] * 2
    )
    assert refused(table.does, wrong).code == "not_the_missing_cards"
    table.finds_missing(two[::-1], ASIDE)
    assert table.hands() == ("KH 9H", "3S AS")


def _rest(table: Troubled, missing: tuple[Card, ...]) -> tuple[Card, ...]:
    rest = full_set(8)
    rest.subtract([d.card for d in table.drawn() if d.card is not None])
    rest.subtract([*missing, *ASIDE])
    return tuple(rest.elements())


@pytest.mark.clause("mbs5:5.11.2.1")
def test_what_has_been_drawn_from_this_set_cannot_be_what_is_missing() -> None:
    """Four decks hold four of a card; all four were dealt in the round before."""
    table = troubled("mbs5", BETS, "3H 3H 3H 3H", decks=4)
    table.ends().call().close()
    for text in ("2S", "3S", None, "AS"):
        table.draws(text, exposed=False)
    table.reports(Kind.PLAYER_GONE_WITH_CARD, cards=(3,))
    gone_again = (parse_card("3H"),)
    assert refused(table.finds_missing, gone_again, ASIDE).code == "card_not_in_set"
    table.finds_missing((parse_card("3D"),), ASIDE)


@pytest.mark.clause("mbs5:5.11")
def test_a_card_that_is_on_record_needs_no_replacement() -> None:
    table = troubled("mbs5", BETS, "2S 3S 3H AS", face=Face.DOWN)
    refusal = refused(table.reports, Kind.PLAYER_GONE_WITH_CARD, cards=(3,))
    assert refusal.code == "nothing_missing"
    assert table.phase is Phase.DEALING


@pytest.mark.interpretation("I-98")
def test_where_three_more_cards_could_be_needed_the_case_is_referred() -> None:
    early = gone("2S ?? 3S", number=2)
    assert early.answer == "refer"
    early.rules_that("void")
    assert early.back("Ann") == {"player": 100}


@pytest.mark.clause("mbs5:5.11.1")
def test_two_cards_cannot_be_set_aside_from_a_device_that_holds_fewer() -> None:
    table = Troubled("mbs5", decks=4, face=Face.DOWN)
    table.open()
    for _ in range(4 * 52 - 5):
        table.burns()
    table.call().deals("2S 3S ?? AS").reports(Kind.PLAYER_GONE_WITH_CARD, cards=(3,))
    assert refused(table.finds_missing, (parse_card("3H"),), ASIDE).code == "card_not_in_set"


@pytest.mark.clause("mbs5:5.11.4")
def test_a_card_taken_before_it_was_on_record_finds_its_hand() -> None:
    table = troubled("mbs5", BETS, "2S 3S 3H AS")
    table.reports(Kind.PLAYER_GONE_WITH_CARD, "??").finds_missing((parse_card("6H"),), ASIDE)
    assert table.hands() == ("2S 3H 6H", "3S AS")
    assert refused(table.settles).code == "wrong_phase"


def test_nobody_enters_a_missing_card_that_is_not_asked_for() -> None:
    table = troubled("mbs5", BETS, "2S 3S").reports(Kind.CARD_IN_EXCESS, "5S")
    entered = c.EnterMissingCard(actor=SHIFT, sorted_cards=(), set_aside=())
    assert refused(table.does, entered).code == "not_needed"
    judged = c.JudgeReconstruction(actor=SHIFT, repairable=True, reason="seen")
    table.does(judged)
    assert refused(table.does, judged).code == "wrong_phase"
    assert refused(table.does, c.Resume(actor=DEALER)).code == "wrong_phase"
