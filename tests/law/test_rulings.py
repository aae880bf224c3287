"""What the rules leave to somebody: the shift manager's rulings, ranks and discretion."""

from __future__ import annotations

import pytest

from punto.core import commands as c
from punto.core import events as e
from punto.core.commands import Effect
from punto.core.policies import Need
from punto.core.rulebook import Kind
from punto.core.state import Phase
from punto.rules import find
from tests.support.conduct import CASINO, DEALER, MANAGER, SHIFT, STAFF, SUPERVISOR, refused
from tests.support.games import EVERY_GAME, WITH_INSURANCE
from tests.support.trouble import Troubled, troubled

FOUR_GAMES = pytest.mark.parametrize("game", EVERY_GAME)
BETS = "Ann player 100, Bob banker 200"


def referred(game: str, cards: str = "2S 3S") -> Troubled:
    """Let something happen that the rules do not cover."""
    return troubled(game, BETS, cards).reports(Kind.NOT_COVERED)


@pytest.mark.clause("tb4:5.18", "mbs5:6.1", "dhyx2:5.18", "tbi1:5.18")
@pytest.mark.interpretation("I-109")
@FOUR_GAMES
def test_what_is_not_covered_waits_for_the_shift_manager_whose_ruling_is_stored(game: str) -> None:
    table = referred(game)
    assert (table.answer, table.phase) == ("refer", Phase.HELD)
    assert refused(table.draws, "4").code == "wrong_phase"
    assert refused(table.resumes).code == "not_resolved"
    for staff in (DEALER, SUPERVISOR, MANAGER):
        assert refused(table.rules_that, "void", by=staff).code == "not_authorised"
    assert refused(table.rules_that, "void", reason=" ").code == "reason_missing"
    for number in ("I-0", "I-87 ", "i-87", "tb4:5.18", ""):
        nowhere = refused(table.rules_that, "continue", interpretation=number)
        assert (nowhere.code, nowhere.where) == ("unknown_interpretation", "interpretation")
        assert nowhere.clauses == table.rules.authority["rule"].clauses
        assert "from I-01 to I-111" in nowhere.remedy
    below = refused(table.rules_that, "void", by=DEALER, interpretation="I-0")
    assert below.code == "not_authorised"
    ruled = table.rules_that("continue", interpretation="I-87").just(e.Ruled)
    assert (ruled.actor, ruled.effect, ruled.reason) == (SHIFT, Effect.CONTINUE, "not covered")
    assert ruled.interpretation == "I-87"
    assert ruled.clauses == table.rules.authority["rule"].clauses
    table.draws("4S")


@pytest.mark.clause("mbs5:6.2", "tb4:5.18", "dhyx2:5.18", "tbi1:5.18")
@pytest.mark.interpretation("I-109")
@FOUR_GAMES
def test_a_higher_rank_may_rule_and_each_decision_asks_for_its_least_rank(game: str) -> None:
    referred(game).rules_that("void", by=CASINO)
    for number, least in enumerate((SUPERVISOR, MANAGER, SHIFT, CASINO)):
        table = troubled(game, BETS, "9 2 K K").reports(Kind.WRONG_NUMBER_OF_CARDS)
        table.judges(repairable=True, by=least)
        assert STAFF.index(least) == number + 1


@pytest.mark.clause("tb4:5.18", "mbs5:6.1", "dhyx2:5.18", "tbi1:5.18")
@FOUR_GAMES
def test_a_ruling_may_void_the_round_and_then_everything_goes_back(game: str) -> None:
    table = referred(game, "2S 3S 3H AS").rules_that("void")
    assert (table.back("Ann"), table.back("Bob")) == ({"player": 100}, {"banker": 200})
    assert table.just(e.RoundVoided).reason == "not covered"


@pytest.mark.clause("tb4:5.18", "mbs5:6.1", "dhyx2:5.18", "tbi1:5.18")
@FOUR_GAMES
def test_a_ruling_may_give_the_players_the_options(game: str) -> None:
    table = referred(game).rules_that("options")
    table.chooses("Ann", "return").resumes()
    assert table.returned() == {"player"}
    assert table.phase is Phase.DEALING


@pytest.mark.clause("tb4:5.18", "mbs5:6.1", "dhyx2:5.18", "tbi1:5.18")
@FOUR_GAMES
def test_a_ruling_may_return_named_wagers_that_are_in_play(game: str) -> None:
    table = referred(game)
    assert refused(table.rules_that, "return").code == "unknown_wager"
    assert refused(table.rules_that, "return", wagers=("none",)).code == "unknown_wager"
    table.rules_that("return", wagers=("banker",))
    assert table.playing() == {"player": 100}
    table.deals("3S AS 6H KH").ends()
    assert table.back("Bob") == {"banker": 200}


@pytest.mark.interpretation("I-76")
@pytest.mark.parametrize("game", WITH_INSURANCE)
def test_insurance_goes_back_with_the_original_bet_that_a_ruling_returns(game: str) -> None:
    table = troubled(game, "Cy banker 200", "2S 4S KS KH").offers().insures("Cy", "banker", 100)
    table.reports(Kind.NOT_COVERED).rules_that("return", wagers=("banker",))
    assert table.returned() == {"banker", "banker insurance"}


@pytest.mark.interpretation("I-76")
@pytest.mark.parametrize("game", WITH_INSURANCE)
def test_insurance_stays_while_another_original_bet_on_that_hand_is_left(game: str) -> None:
    table = Troubled(game).open().call()
    table.bets("Cy", "banker", 200, id="one").bets("Cy", "banker", 200, id="two")
    table.deals("2S 4S KS KH").offers().insures("Cy", "banker", 100)
    table.reports(Kind.NOT_COVERED).rules_that("return", wagers=("one",))
    assert table.returned() == {"one"}


@pytest.mark.clause("tb4:5.18", "mbs5:6.1", "dhyx2:5.18", "tbi1:5.18")
@FOUR_GAMES
def test_a_ruling_may_have_the_cards_replaced_after_the_round(game: str) -> None:
    table = referred(game, "9S 2S KS KH").rules_that("replace_cards")
    table.ends()
    assert refused(table.call).code == "cards_not_ready"


@FOUR_GAMES
def test_nothing_is_ruled_that_has_not_been_referred_but_a_reading_may_be_stored(
    game: str,
) -> None:
    table = troubled(game, BETS, "2S 3S")
    assert refused(table.rules_that, "void").code == "nothing_referred"
    before = table.table
    table.rules_that("continue", interpretation="I-57")
    assert table.table == before
    assert table.just(e.Ruled).interpretation == "I-57"


@pytest.mark.interpretation("I-84", "I-85")
@FOUR_GAMES
def test_between_rounds_a_ruling_may_go_on_or_have_the_cards_replaced(game: str) -> None:
    table = troubled(game, BETS, "9S 2S KS KH")
    table.ends()
    settled = table.lines()
    for effect in ("options", "return"):
        assert refused(table.rules_that, effect, wagers=("player",)).code == "no_round"
    held = table.fork().reports(Kind.NOT_COVERED)
    assert (held.phase, held.answer) == (Phase.HELD, "refer")
    for effect in ("options", "return"):
        assert refused(held.rules_that, effect, wagers=("player",)).code == "no_round"
    held.rules_that("continue")
    assert (held.phase, held.lines()) == (Phase.IDLE, settled)
    table.rules_that("replace_cards")
    assert refused(table.call).code == "cards_not_ready"


@pytest.mark.interpretation("I-85")
@pytest.mark.parametrize("game", ["mbs5", "dhyx2", "tbi1"])
def test_a_referral_after_settlement_opens_no_way_round_what_stands_at_once(game: str) -> None:
    table = troubled(game, BETS, "9S 2S KS KH")
    table.ends()
    table.reports(Kind.NOT_COVERED)
    assert refused(table.rules_that, "void").code == "settled_round_stands"


@pytest.mark.interpretation("I-85")
@FOUR_GAMES
def test_an_unfit_set_found_while_the_settled_round_is_referred_voids_nothing(game: str) -> None:
    table = troubled(game, BETS, "9S 2S KS KH")
    table.ends()
    table.reports(Kind.NOT_COVERED).reports(Kind.FOREIGN_CARD)
    assert not table.round.void
    assert table.back("Ann") == {"player": 200}


@pytest.mark.interpretation("I-87", "I-110")
@pytest.mark.parametrize("game", ["tb4", "dhyx2", "tbi1"])
def test_what_the_house_must_settle_after_a_judgement_waits_for_a_ruling(game: str) -> None:
    table = troubled(game, BETS, "2S 3S 3H AS").reports(Kind.CARD_IN_EXCESS, "5H")
    table.judges(repairable=False)
    assert table.answer == "house"
    table.rules_that("continue", reason="the card is the next by the order drawn").exposes(5)
    assert table.hands() == ("2S 3H 5H", "3S AS")


@FOUR_GAMES
def test_a_decision_that_nothing_waits_for_is_refused(game: str) -> None:
    table = referred(game)
    assert refused(table.judges, repairable=True).code == "not_needed"
    together = troubled(game, BETS, "2S 3S").reports(Kind.DRAWN_TOGETHER)
    order = c.AssignOrder(actor=CASINO, order=())
    assert refused(together.does, order).code == "not_needed"


@pytest.mark.interpretation("I-92", "I-98", "I-109", "I-110")
@FOUR_GAMES
def test_who_decides_a_kind_of_irregularity_is_who_may_give_the_command(game: str) -> None:
    """The rank beside a kind is what staff read; the one beside the act is what holds."""
    rules = find(game)
    acts = {
        Need.JUDGEMENT: "judge_reconstruction",
        Need.ORDER: "assign_order",
        Need.MISSING_CARD: "enter_missing_card",
        Need.RULING: "rule",
        Need.NOTHING: "report_irregularity",
    }
    for row in rules.irregularities.values():
        assert row.decided_by is rules.authority[acts[row.needs]].role, row.kind
