"""What outlasts an error: cards that come next, in their order, and bets that were never in."""

from __future__ import annotations

import pytest

from punto.core import commands as c
from punto.core.rulebook import Kind, Rulebook
from punto.core.state import Face, Phase
from tests.support.conduct import DEALER, MANAGER, SUPERVISOR, Dealt, refused
from tests.support.games import games

RWS = ("tb4", "dhyx2", "tbi1")


def in_excess(table: Dealt, cards: str, *, exposed: bool = True) -> Dealt:
    """Report cards in excess and have them put in order."""
    seen = tuple(c.Seen(card=card, exposed=exposed) for card in table.cards(cards))
    table.does(c.ReportIrregularity(actor=DEALER, kind=Kind.CARD_IN_EXCESS, drawn=seen))
    return table.does(c.JudgeReconstruction(actor=MANAGER, repairable=True, reason="in order"))


def ready(table: Dealt) -> str:
    """List the cards that lie ready, in order."""
    return " ".join(str(drawn.card) for drawn in table.table.carried)


@pytest.mark.clause("tb4:5.16", "dhyx2:5.16", "tbi1:5.16", "mbs5:5.1.1")
@pytest.mark.interpretation("I-82", "I-83")
@games("tb4", "mbs5", "dhyx2", "tbi1")
def test_a_void_returns_nothing_that_was_taken_back_before_close(rules: Rulebook) -> None:
    table = Dealt(rules).open().call().bets("Ann", "player", 100).bets("Ann", "tie", 50)
    table.withdraws("Ann", "tie").bets("Bob", "banker", 70).deals("2 3")
    table.does(c.ReportIrregularity(actor=DEALER, kind=Kind.FOREIGN_CARD))
    assert (table.back("Ann"), table.back("Bob")) == ({"player": 100}, {"banker": 70})


@pytest.mark.clause("tb4:5.8", "dhyx2:5.7", "tbi1:5.7")
@pytest.mark.interpretation("I-90")
@games(*RWS)
def test_another_seen_card_must_be_acknowledged_again(rules: Rulebook) -> None:
    table = Dealt(rules).open().call().bets("Ann", "player", 100).deals("4S KD 10H 9C").ends()
    in_excess(table, "9D").does(c.AcknowledgeExposedCard(actor=SUPERVISOR))
    assert table.fork().call().phase is Phase.BETTING
    in_excess(table, "8D")
    assert refused(table.call).code == "exposed_card_first"
    table.does(c.AcknowledgeExposedCard(actor=SUPERVISOR)).call().bets("Ann", "player", 100)
    assert ready(table) == "9D 8D"


@pytest.mark.clause("tb4:5.8", "dhyx2:5.7", "tbi1:5.7")
@pytest.mark.interpretation("I-90")
@games(*RWS)
def test_cards_in_excess_come_in_the_order_drawn_whenever_they_came(rules: Rulebook) -> None:
    """Six came after a Natural; the next round takes four and one more comes in error again."""
    table = Dealt(rules, face=Face.DOWN).open().call().bets("Ann", "player", 100)
    table.deals("4S KD 10H 9C").exposes(1, 2, 3, 4)
    in_excess(table, "3S KC 4H 9D 2S 6D 7H", exposed=False).ends().call().bets("Ann", "player", 100)
    table.deals("3S KC 4H 9D").exposes(1, 2, 3, 4)
    assert (table.phase, ready(table)) == (Phase.COMPLETE, "2S 6D 7H")
    assert ready(in_excess(table, "2S")) == "2S 6D 7H"
