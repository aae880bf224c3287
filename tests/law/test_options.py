"""Chapter 5: the Players' options, what a choice reaches, and how play goes on."""

from __future__ import annotations

import pytest

from punto.core import commands as c
from punto.core import events as e
from punto.core.limits import Limits
from punto.core.policies import OptionScope, OptionsOffered, Silence, SurplusCards
from punto.core.rulebook import Kind
from punto.core.state import Choice, Face, Phase
from punto.rules import find
from tests.support.conduct import DEALER, patron, refused
from tests.support.games import EVERY_GAME, WITH_INSURANCE
from tests.support.trouble import Troubled, troubled

RWS = pytest.mark.parametrize("game", ["tb4", "dhyx2", "tbi1"])
FOUR_GAMES = pytest.mark.parametrize("game", EVERY_GAME)

BETS = "Ann player 100, Bob banker 200"
EARLY, LATE = "2S 3S", "2S 3S 3H AS"
"""Two cards, with nothing decided; four cards, Player 5 and Banker 4, with a draw to come."""


def asked(game: str, bets: str = BETS, cards: str = EARLY) -> Troubled:
    """Give the Players the options: two cards came together, and their order is known."""
    return troubled(game, bets, cards).reports(Kind.DRAWN_TOGETHER)


@pytest.mark.clause("tb4:5.13.3", "dhyx2:5.12.3", "tbi1:5.12.3", "mbs5:5.8.1")
@pytest.mark.interpretation("I-53", "I-88", "I-94")
@FOUR_GAMES
def test_one_choice_returns_all_that_is_not_yet_decided(game: str) -> None:
    table = asked(game, BETS + ", Ann banker 300, Ann tie 50")
    table.chooses("Ann", "return").resumes()
    assert table.just(e.BetsReturned).wagers == ("player", "banker 3", "tie")
    assert table.playing() == {"banker": 200}


@pytest.mark.clause("tb4:5.13.3", "dhyx2:5.12.3", "tbi1:5.12.3", "mbs5:5.8.2.2")
@pytest.mark.interpretation("I-88", "I-94")
@pytest.mark.parametrize(
    ("game", "side"),
    [
        ("tb4", "player_pair"),
        ("mbs5", "tiger_pair"),
        ("dhyx2", "tiger_pair"),
        ("tbi1", "player_pair"),
    ],
)
def test_a_bet_that_is_decided_is_settled_and_not_returned(game: str, side: str) -> None:
    table = asked(game, f"Ann player 100, Ann {side} 50, Bob banker 200", LATE)
    table.chooses("Ann", "return").resumes().draws("6").draws("K").ends()
    assert table.back("Ann") == {"player": 100, side: 0}


@pytest.mark.interpretation("I-88")
@pytest.mark.parametrize(("game", "side"), [("tb4", "player_pair"), ("dhyx2", "tiger_pair")])
def test_a_bet_that_is_already_won_is_paid_though_its_player_takes_the_rest_back(
    game: str, side: str
) -> None:
    table = asked(game, f"Ann player 100, Ann {side} 50, Bob banker 200", "2S KS 2H 4S")
    table.chooses("Ann", "return").resumes().draws("6").draws("K").ends()
    assert table.back("Ann")["player"] == 100
    assert table.back("Ann")[side] > 50


@pytest.mark.clause("tb4:5.13-tail", "dhyx2:5.12-tail", "tbi1:5.12-tail")
@pytest.mark.interpretation("I-88")
@FOUR_GAMES
def test_who_plays_on_accepts_all_further_cards_and_has_no_second_choice(game: str) -> None:
    table = asked(game).chooses("Ann", "continue")
    assert refused(table.chooses, "Ann", "return").code == "chosen_already"
    table.resumes()
    assert table.round.bound == {"Ann", "Bob"}
    table.reports(Kind.DRAWN_TOGETHER)
    assert table.answer == "stand"
    table.draws("3H")


@pytest.mark.clause("tb4:5.13-tail", "dhyx2:5.12-tail", "tbi1:5.12-tail", "mbs5:5.8.2.2")
@pytest.mark.interpretation("I-88")
@FOUR_GAMES
def test_who_is_bound_has_no_choice_though_play_waits_for_an_order(game: str) -> None:
    """The order is wanted in any case, so the table asks again."""
    table = asked(game, cards="2S KS 2H 4S").chooses("Ann", "continue").resumes()
    table.reports(Kind.DRAWN_TOGETHER_ORDER_UNKNOWN, "3H 4D")
    assert table.phase is Phase.CHOOSING
    for name in ("Ann", "Bob"):
        assert refused(table.chooses, name, "return").code == "chosen_already"


@pytest.mark.interpretation("I-89")
@FOUR_GAMES
def test_who_says_nothing_until_the_dealer_resumes_plays_on(game: str) -> None:
    table = asked(game).chooses("Bob", "return").resumes()
    assert table.returned() == {"banker"}
    assert table.playing() == {"player": 100}
    assert "I-89" in table.just(e.PlayResumed).by


@pytest.mark.interpretation("I-89")
@FOUR_GAMES
def test_who_left_plays_on(game: str) -> None:
    table = asked(game).leaves("Ann").resumes()
    assert table.playing() == {"player": 100, "banker": 200}


@pytest.mark.interpretation("I-89")
@FOUR_GAMES
def test_where_all_take_theirs_back_the_round_closes_without_a_result(game: str) -> None:
    table = asked(game).chooses("Ann", "return").chooses("Bob", "return").resumes()
    assert (table.phase, table.round.without_result, table.round.void) == (Phase.IDLE, True, False)
    assert (table.back("Ann"), table.back("Bob")) == ({"player": 100}, {"banker": 200})
    assert table.table.carried == ()
    table.call().deals("9")
    assert table.hands() == (str(table.drawn()[0].card), "")


@pytest.mark.interpretation("I-76")
@pytest.mark.parametrize("game", WITH_INSURANCE)
def test_insurance_goes_back_with_its_original_bet(game: str) -> None:
    table = troubled(game, "Ann banker 200, Bob banker 200", "2S 4S KS KH").offers()
    table.insures("Ann", "banker", 100, id="of Ann").insures("Bob", "banker", 100, id="of Bob")
    table.reports(Kind.DRAWN_TOGETHER).chooses("Ann", "return").resumes()
    assert table.returned() == {"banker", "of Ann"}
    table.draws("7").draws("QS").ends()
    assert table.back("Ann") == {"banker": 200, "of Ann": 100}
    assert table.back("Bob") == {"banker 2": 0, "of Bob": 250}


@pytest.mark.interpretation("I-53")
@RWS
def test_bets_returned_later_leave_the_reduction_of_the_others_as_it_was(game: str) -> None:
    table = Troubled(game, limits=Limits(minimum=10, differential=1_000)).open().call()
    table.unnoticed("Ann", "banker", 3_000).unnoticed("Bob", "banker", 1_000).close()
    assert table.playing() == {"banker": 750, "banker 2": 250}
    table.deals(EARLY).reports(Kind.DRAWN_TOGETHER).chooses("Ann", "return").resumes()
    assert table.playing() == {"banker 2": 250}


@pytest.mark.clause("mbs5:5.8.1", "mbs5:5.8.2.2")
@pytest.mark.interpretation("I-42", "I-94")
def test_of_a_joint_wager_only_the_share_of_the_one_who_withdraws_goes_back() -> None:
    table = Troubled("mbs5").open().call()
    table.bets("Ann", "banker", 100, id="joint").joins("Bob", "joint", 300).deals(EARLY)
    table.reports(Kind.DRAWN_TOGETHER).chooses("Ann", "return").resumes()
    assert table.just(e.BetsReturned).shares == (("joint", "Ann"),)
    assert table.playing() == {"joint": 300}
    assert refused(table.reports(Kind.DRAWN_TOGETHER).resumes).code == "wrong_phase"
    table.deals("3H AS 6S KS").ends()
    assert (table.back("Ann"), table.back("Bob")) == ({"joint": 100}, {"joint": 600})


@pytest.mark.interpretation("I-42", "I-89", "I-94")
def test_where_all_sharers_withdraw_nothing_is_left_to_play_for() -> None:
    table = Troubled("mbs5").open().call()
    table.bets("Ann", "banker", 100, id="joint").joins("Bob", "joint", 300).deals(EARLY)
    table.reports(Kind.DRAWN_TOGETHER)
    table.chooses("Ann", "return").chooses("Bob", "return").resumes()
    assert table.round.without_result
    assert (table.back("Ann"), table.back("Bob")) == ({"joint": 100}, {"joint": 300})


@FOUR_GAMES
def test_only_who_has_an_open_bet_has_a_choice_and_staff_may_speak_for_him(game: str) -> None:
    table = asked(game)
    assert refused(table.chooses, "Nobody", "return").code == "nothing_to_choose"
    spoken = c.ChooseOption(actor=DEALER, patron="Ann", choice=Choice.RETURN)
    table.does(spoken).resumes()
    assert table.returned() == {"player"}
    stranger = c.ChooseOption(actor=patron("Bob"), patron="Ann", choice=Choice.RETURN)
    assert refused(table.does, stranger).code == "not_yourself"


@FOUR_GAMES
def test_where_nothing_is_undecided_there_are_no_options_to_give(game: str) -> None:
    table = troubled(game, BETS, "9 2 K K").reports(Kind.DRAWN_TOGETHER)
    assert (table.answer, table.phase) == ("stand", Phase.COMPLETE)


@pytest.mark.clause("mbs5:3.17.1")
@pytest.mark.interpretation("I-07", "I-35", "I-94")
def test_the_withdrawal_that_the_dealer_allows_is_such_a_choice() -> None:
    table = Troubled("mbs5", hlga=True, face=Face.DOWN).open().call()
    table.bets("Ann", "player", 100).bets("Bob", "banker", 200).close()
    table.does(c.CuttingCard(actor=DEALER)).does(c.AllowWithdrawal(actor=DEALER))
    table.chooses("Ann", "return").resumes()
    assert (table.phase, table.playing()) == (Phase.CLOSED, {"banker": 200})


@pytest.mark.interpretation("I-87", "I-88", "I-89", "I-90", "I-91", "I-94")
@pytest.mark.parametrize(
    ("game", "offered"),
    [
        ("tb4", OptionsOffered.THREE_OPTIONS),
        ("mbs5", OptionsOffered.WITHDRAWAL),
        ("dhyx2", OptionsOffered.THREE_OPTIONS),
        ("tbi1", OptionsOffered.THREE_OPTIONS),
    ],
)
def test_the_options_are_settings_of_the_rulebook(game: str, offered: OptionsOffered) -> None:
    options = find(game).policies.options
    assert options.offered.value is offered
    assert options.scope.value is OptionScope.UNDECIDED_BETS
    assert options.silence.value is Silence.CONTINUE
    assert options.surplus_cards.value is SurplusCards.NEXT_ROUND


@pytest.mark.clause("dhyx2:5.8", "dhyx2:5.8.1", "dhyx2:5.8-tail1", "dhyx2:5.12.2", "dhyx2:5.12.3")
@pytest.mark.clause("tbi1:5.8", "tbi1:5.8.1", "tbi1:5.8-tail1", "tbi1:5.12.2", "tbi1:5.12.3")
@pytest.mark.interpretation("I-76", "I-88", "I-104")
@pytest.mark.parametrize("game", WITH_INSURANCE)
def test_five_cards_came_out_the_fourth_was_for_the_other_hand_two_patrons_had_insurance(
    game: str,
) -> None:
    """What now?

    Player 2 and K is 2, Banker 4 and K is 4: both patrons insured Banker at 3 to 2 when the error
    showed: the fourth card had lain in Player's area, and a fifth is out. By the order drawn the
    fourth is Banker's and the fifth Player's. Nobody's Banker bet is decided, so both may choose:
    Cy takes his bet back and his Insurance with it; Dee plays on with the Reconstructed Hands.
    """
    table = troubled(game, "Cy banker 200, Dee banker 200", "2S 4S KS KH").offers()
    table.insures("Cy", "banker", 100, id="of Cy").insures("Dee", "banker", 100, id="of Dee")
    table.reports(Kind.OTHER_DEALING_ERROR, "7H+", cards=(4,)).judges(repairable=True)
    assert table.hands() == ("2S KS 7H", "4S KH")
    assert table.answer == "options"
    table.chooses("Cy", "return").chooses("Dee", "continue").resumes()
    assert table.returned() == {"banker", "of Cy"}
    table.draws("QS").ends()
    assert table.hands() == ("2S KS 7H", "4S KH QS")
    assert table.back("Cy") == {"banker": 200, "of Cy": 100}
    assert table.back("Dee") == {"banker 2": 0, "of Dee": 250}


@pytest.mark.interpretation("I-46", "I-100")
@FOUR_GAMES
def test_while_play_is_held_before_close_no_bet_moves_and_afterwards_it_may(game: str) -> None:
    table = Troubled(game).open().call().bets("Ann", "player", 100)
    table.reports(Kind.NOT_COVERED)
    assert refused(table.bets, "Bob", "banker", 200).code == "play_held"
    assert refused(table.withdraws, "Ann", "player").code == "play_held"
    table.rules_that("continue").withdraws("Ann", "player")
    assert table.playing() == {}


@pytest.mark.interpretation("I-81", "I-104")
@FOUR_GAMES
def test_where_a_card_belongs_is_open_while_those_before_it_lie_face_down(game: str) -> None:
    """A fifth card, unseen like the others, waits until the four are turned up."""
    table = troubled(game, BETS, face=Face.DOWN).deals("?? ?? ?? ??")
    table.reports(Kind.CARD_IN_EXCESS, "??").judges(repairable=True)
    if table.phase is Phase.CHOOSING:
        table.resumes()
    assert len(table.table.carried) == 1
    for number, card in enumerate(("6S", "2S", "KS", "KH"), start=1):
        table.exposes(number, card=card)
    left = table.table.cards_left
    table.draws("5H").exposes(5)
    assert (table.hands(), table.table.cards_left) == (("6S KS", "2S KH 5H"), left)
    table.ends()
