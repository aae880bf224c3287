"""Chapter 5: errors found late, and results corrected to the cards until the next call."""

from __future__ import annotations

import pytest

from punto.core import commands as c
from punto.core import events as e
from punto.core.limits import Limits
from punto.core.rulebook import Kind, Result
from punto.core.state import Phase
from punto.rules import find
from tests.support.conduct import CALLED, DEALER, SUPERVISOR, refused
from tests.support.games import EVERY_GAME, WITH_INSURANCE
from tests.support.trouble import Troubled, troubled

FOUR_GAMES = pytest.mark.parametrize("game", EVERY_GAME)
BETS = "Ann player 100, Bob banker 200"


def settled(game: str, cards: str = "9S 2S KS KH", bets: str = BETS) -> Troubled:
    table = troubled(game, bets, cards)
    return table.ends()


@pytest.mark.clause("tb4:5.15", "mbs5:6.3", "dhyx2:5.15", "tbi1:5.15")
@pytest.mark.interpretation("I-84", "I-102")
@FOUR_GAMES
def test_the_cards_prevail_over_a_wrong_record_and_both_are_kept(game: str) -> None:
    """Entered as a Natural against 2; what lies on the table is another first card, and draws."""
    table = settled(game)
    assert table.back("Ann") == {"player": 200}
    table.corrects("AS 2S KS KH 6D KD")
    assert table.back("Ann") == {"player": 200}
    table.corrects("AS 2S KS KH 9D KD")
    assert (table.back("Ann"), table.back("Bob")) == ({"player": 0}, {"banker": 400})
    records = [event.outcome for event in table.happened(e.ResultDeclared)]
    corrected = [event.outcome for event in table.happened(e.ResultCorrected)]
    assert (len(records), len(corrected)) == (1, 2)
    assert table.round.outcome == corrected[-1]


@pytest.mark.clause("tb4:5.15", "mbs5:6.3", "dhyx2:5.15", "tbi1:5.15")
@pytest.mark.interpretation("I-102")
@FOUR_GAMES
def test_an_announcement_is_held_to_the_cards(game: str) -> None:
    table = troubled(game, BETS, "9S 2S KS KH")
    assert refused(table.declares, "banker").code == "not_the_result"
    table.declares("player").settles()
    assert table.back("Ann") == {"player": 200}


@pytest.mark.clause("tb4:5.6", "tb4:5.12", "mbs5:5.1.2", "mbs5:5.16", "dhyx2:5.5-tail")
@pytest.mark.clause("dhyx2:5.11", "tbi1:5.5-tail", "tbi1:5.11")
@pytest.mark.interpretation("I-84")
@FOUR_GAMES
def test_once_the_next_round_is_called_the_earlier_ones_stand(game: str) -> None:
    table = settled(game)
    first = table.happened(e.RoundSettled)[0]
    table.call(at=CALLED)
    refusal = refused(table.corrects, "AS 2S KS KH 9D KD")
    assert refusal.code == "too_late"
    assert set(refusal.clauses) <= set(table.rules.policies.round.correctable_until.clauses)
    table.bets("Ann", "player", 300).deals("2S 9S KS KH").ends()
    assert table.happened(e.RoundSettled)[0] == first
    assert table.back("Ann") == {"player": 0}
    assert not table.happened(e.ResultCorrected)


@pytest.mark.clause("tb4:5.12", "dhyx2:5.11", "tbi1:5.11")
@pytest.mark.interpretation("I-84")
@pytest.mark.parametrize("game", ["tb4", "dhyx2", "tbi1"])
def test_an_error_of_the_last_round_leaves_the_result_of_this_one_alone(game: str) -> None:
    table = settled(game).call().bets("Ann", "player", 300).deals("9S 2S KS KH")
    table.reports(Kind.OTHER_DEALING_ERROR).judges(repairable=True)
    table.ends()
    assert table.back("Ann") == {"player": 600}


@pytest.mark.interpretation("I-84")
@FOUR_GAMES
def test_a_correction_needs_a_supervisor_a_reason_and_a_finished_round(game: str) -> None:
    table = settled(game)
    assert refused(table.corrects, "9S 2S KS KH", by=DEALER).code == "not_authorised"
    silent = c.CorrectResult(actor=SUPERVISOR, cards=table.cards("9S 2S KS KH"), reason="")
    assert refused(table.does, silent).code == "reason_missing"
    assert refused(table.corrects, "9S 2S KS").code == "too_few_cards"
    assert refused(table.corrects, "9S 2S KS KH 5D").code == "too_many_cards"
    assert refused(table.corrects, " ".join(["KS"] * 3 + ["9S"] * 9)).code == "card_not_in_set"
    open_round = troubled(game, BETS, "9S 2S")
    assert refused(open_round.corrects, "9S 2S KS KH").code == "too_late"


@pytest.mark.interpretation("I-84", "I-102")
@FOUR_GAMES
def test_a_correction_puts_the_count_of_the_cards_right_too(game: str) -> None:
    table = settled(game)
    left = table.table.cards_left
    table.corrects("AS 2S KS KH 9D KD")
    assert table.table.cards_left == left - 2
    seen = {str(card): number for card, number in table.table.seen}
    assert (seen["9S"], seen["AS"], seen["9D"]) == (0, 1, 1)


@pytest.mark.interpretation("I-84")
def test_a_correction_cannot_name_a_card_that_earlier_rounds_used_up() -> None:
    table = troubled("tb4", BETS, "3H 3H 3H 3H", decks=4)
    table.ends().call().close()
    table.deals("9S 2S KS KH").ends()
    assert refused(table.corrects, "3H 2S KS 9H").code == "card_not_in_set"
    table.corrects("9D 2S KS KH")


@pytest.mark.interpretation("I-84")
def test_a_correction_after_new_cards_leaves_those_alone() -> None:
    table = settled("tb4").loads()
    table.corrects("AS 2S KS KH 9D KD")
    assert table.back("Bob") == {"banker": 400}
    assert (table.table.cards_left, table.table.seen) == (8 * 52, ())


@pytest.mark.interpretation("I-84", "I-104")
@FOUR_GAMES
def test_cards_found_astray_after_settlement_are_put_in_order_and_settled_anew(game: str) -> None:
    """Two cards of the third draw changed places; by their order Player had 6 and Banker stood."""
    table = settled(game, "2S 3S 3H AS 6H KH")
    assert table.back("Bob") == {"banker": 400}
    table.reports(Kind.DRAWN_TOGETHER_ORDER_UNKNOWN, cards=(5, 6)).orders(6, 5)
    assert (table.phase, table.hands()) == (Phase.IDLE, ("2S 3H KH", "3S AS"))
    assert table.table.carried[0].card == table.card("6H")
    assert (table.back("Ann"), table.back("Bob")) == ({"player": 200}, {"banker": 0})
    assert refused(table.call).code == "exposed_card_first"


@pytest.mark.interpretation("I-84")
@pytest.mark.parametrize("game", ["tb4", "dhyx2", "tbi1"])
def test_where_a_hand_lacks_a_card_it_is_said_and_the_result_is_corrected(game: str) -> None:
    """By their order Player had 5 and had to draw, which nobody did: the cards are named again."""
    table = settled(game, "9S 2S KS 6H")
    assert table.back("Ann") == {"player": 200}
    table.reports(Kind.DRAWN_TOGETHER_ORDER_UNKNOWN, cards=(3, 4)).orders(4, 3)
    assert "not complete" in table.just(e.Flagged).text
    assert (table.phase, table.back("Ann")) == (Phase.IDLE, {"player": 200})
    table.corrects("9S 2S 6H KS 5D 5S")
    assert table.back("Bob") == {"banker": 400}


@pytest.mark.interpretation("I-84")
@FOUR_GAMES
def test_what_changes_nothing_corrects_nothing(game: str) -> None:
    table = settled(game)
    table.reports(Kind.WRONG_NUMBER_OF_CARDS).judges(repairable=True)
    assert not table.happened(e.ResultCorrected)
    assert table.phase is Phase.IDLE


@pytest.mark.clause("mbs5:5.14", "mbs5:5.16")
@pytest.mark.interpretation("I-40", "I-84")
def test_a_correction_is_still_the_one_time_of_a_wager_under_the_minimum() -> None:
    table = Troubled("mbs5", limits=Limits(minimum=100)).open().call()
    table.unnoticed("Ann", "player", 40).deals("9S 2S KS KH").ends()
    assert table.back("Ann") == {"player": 80}
    table.corrects("2S 9S KS KH")
    assert table.back("Ann") == {"player": 0}
    table.call().unnoticed("Ann", "player", 40).deals("9S 2S KS KH").ends()
    assert (table.back("Ann"), table.lines()[0].result) == ({"player": 40}, Result.PUSH)


@pytest.mark.clause("mbs5:5.14")
@pytest.mark.interpretation("I-40")
def test_who_leaves_after_betting_has_had_his_one_time_until_that_round_is_over() -> None:
    table = Troubled("mbs5", limits=Limits(minimum=100)).open().call()
    table.unnoticed("Ann", "player", 40).deals("9S 2S KS KH").ends()
    table.call().unnoticed("Ann", "player", 40).close().leaves("Ann")
    table.deals("9S 2S KS KH").ends()
    assert table.back("Ann") == {"player": 40}
    table.call().unnoticed("Ann", "player", 40).deals("9S 2S KS KH").ends()
    assert table.back("Ann") == {"player": 80}


@pytest.mark.clause("mbs5:5.14", "mbs5:3.5.1")
@pytest.mark.interpretation("I-40", "I-42")
def test_in_a_joint_wager_under_the_minimum_each_sharer_has_his_own_one_time() -> None:
    """Cy's share was in when the wager was laid; he took it back, and 120 is under 150."""
    table = Troubled("mbs5", limits=Limits(minimum=150)).open().call()
    table.unnoticed("Ann", "player", 40).deals("9S 2S KS KH").ends().call()
    table.bets("Cy", "player", 150, id="joint").joins("Ann", "joint", 60).joins("Bob", "joint", 60)
    table.withdraws("Cy", "joint").deals("9S 2S KS KH").ends()
    assert (table.back("Ann"), table.back("Bob")) == ({"joint": 60}, {"joint": 120})
    assert table.table.under_minimum_once == {"Ann", "Bob"}


@pytest.mark.interpretation("I-76", "I-84")
@pytest.mark.parametrize("game", WITH_INSURANCE)
def test_a_correction_settles_insurance_anew_as_well(game: str) -> None:
    table = troubled(game, "Cy banker 200", "2S 4S KS KH").offers().insures("Cy", "banker", 100)
    table.draws("7H").draws("QS").ends()
    assert table.back("Cy") == {"banker": 0, "banker insurance": 250}
    table.corrects("2S 4S KS KH 9H")
    assert table.back("Cy") == {"banker": 400, "banker insurance": 0}


@pytest.mark.clause("tb4:1.25", "mbs5:1.1.6", "dhyx2:1.18", "tbi1:1.22")
@pytest.mark.interpretation("I-34", "I-84")
@FOUR_GAMES
def test_a_settled_round_is_corrected_under_the_rules_it_was_played_by(game: str) -> None:
    table = settled(game)
    table.rules = find("tbi1" if game == "tb4" else "tb4")
    assert refused(table.corrects, "AS 2S KS KH 9D KD").code == "other_rules"
    assert refused(table.reports, Kind.CARD_IN_EXCESS).code == "other_rules"


@pytest.mark.interpretation("I-32", "I-34")
def test_a_table_set_up_for_one_game_opens_no_round_of_another() -> None:
    table = settled("mbs5")
    table.rules = find("tb4")
    assert refused(table.call).code == "other_rules"
    sister = settled("tb4")
    sister.rules = find("tbi1")
    sister.call()
    assert sister.round.rules == "rws-tiger-buffalo-insurance@1"
