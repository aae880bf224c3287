"""Chapter 5: a technical interruption or a power failure, by whether an outcome is established."""

from __future__ import annotations

import pytest

from punto.core import events as e
from punto.core.rulebook import Kind
from punto.core.state import Face, Phase
from tests.support.conduct import refused
from tests.support.games import EVERY_GAME, WITH_INSURANCE
from tests.support.trouble import Troubled, troubled

RWS = pytest.mark.parametrize("game", ["tb4", "dhyx2", "tbi1"])
FOUR_GAMES = pytest.mark.parametrize("game", EVERY_GAME)

BETS = "Ann player 100, Bob banker 200"


@pytest.mark.clause("tb4:5.4", "tb4:5.4.2", "dhyx2:5.4", "dhyx2:5.4.2", "tbi1:5.4", "tbi1:5.4.2")
@pytest.mark.interpretation("I-80", "I-99")
@pytest.mark.parametrize("cards", ["", "2 3"])
@pytest.mark.parametrize("power", [True, False])
@RWS
def test_with_every_bet_open_any_interruption_voids(game: str, cards: str, *, power: bool) -> None:
    table = troubled(game, BETS, cards).stops(power=power)
    assert table.round.void
    assert (table.back("Ann"), table.back("Bob")) == ({"player": 100}, {"banker": 200})


@pytest.mark.clause("tb4:5.4", "tb4:5.4.1", "dhyx2:5.4", "dhyx2:5.4.1", "tbi1:5.4", "tbi1:5.4.1")
@pytest.mark.interpretation("I-80", "I-99")
@RWS
def test_with_a_bet_decided_play_goes_on_and_the_round_is_concluded(game: str) -> None:
    table = troubled(game, BETS, "2 3 3 A").stops()
    interrupted = table.just(e.Interrupted)
    assert interrupted.established
    assert (table.answer, table.phase) == ("play on", Phase.HELD)
    assert refused(table.draws, "6").code == "wrong_phase"
    table.resumes().draws("6").draws("K").ends()
    assert (table.back("Ann"), table.back("Bob")) == ({"player": 0}, {"banker": 400})


@pytest.mark.clause("tb4:5.4.1", "tbi1:5.4.1", "tb4:5.4.2", "tbi1:5.4.2")
@pytest.mark.interpretation("I-80")
@pytest.mark.parametrize(
    ("game", "cards", "decided"),
    [
        ("tb4", "2 3", set()),
        ("tb4", "9 3 K", {"big_buffalo", "small_buffalo", "player_pair"}),
        ("tbi1", "2 3 3", {"small_buffalo", "player_pair"}),
        ("dhyx2", "2 3 3", set()),
        ("dhyx2", "9 3 9", {"tiger_pair"}),
        ("mbs5", "2 3 3", set()),
    ],
)
def test_when_an_outcome_is_established_follows_from_the_layout_not_from_the_bets_laid(
    game: str, cards: str, decided: set[str]
) -> None:
    table = troubled(game, "Ann tie 100", cards).stops()
    established = set(table.just(e.Interrupted).established)
    assert decided <= established
    assert bool(established) is bool(decided)


@pytest.mark.interpretation("I-105")
@FOUR_GAMES
def test_a_round_without_bets_is_played_and_its_layouts_bets_count_all_the_same(game: str) -> None:
    table = troubled(game, "", "2 3 3 A").stops()
    assert table.just(e.Interrupted).established
    table.resumes().draws("6").draws("K").ends()
    assert (table.round.paid, table.lines()) == (True, [])


@pytest.mark.clause("tb4:5.4.2", "dhyx2:5.4.2", "tbi1:5.4.2", "mbs5:5.17.1")
@pytest.mark.interpretation("I-81")
@pytest.mark.parametrize(
    ("game", "answer"), [("tb4", "void"), ("mbs5", "options"), ("dhyx2", "void"), ("tbi1", "void")]
)
def test_cards_that_lie_face_down_decide_nothing_whatever_they_are(game: str, answer: str) -> None:
    table = troubled(game, BETS, "9 2 K K", face=Face.DOWN).stops()
    assert table.answer == answer


@pytest.mark.clause("mbs5:5.17.1")
@pytest.mark.interpretation("I-80", "I-94", "I-99")
def test_a_power_failure_with_all_open_lets_each_withdraw_all_or_nothing_and_goes_on() -> None:
    table = troubled("mbs5", BETS + ", Ann tie 50", "2 3").stops(power=True)
    assert (table.answer, table.phase) == ("options", Phase.CHOOSING)
    table.chooses("Ann", "return").chooses("Bob", "continue").resumes()
    assert table.returned() == {"player", "tie"}
    table.deals("K K 9 2").ends()
    assert table.back("Ann") == {"player": 100, "tie": 50}
    assert table.back("Bob") == {"banker": 400}


@pytest.mark.clause("mbs5:5.17.2")
@pytest.mark.interpretation("I-80")
def test_a_power_failure_with_a_wager_decided_goes_on_without_options() -> None:
    table = troubled("mbs5", BETS, "2 3 3 A").stops(power=True)
    assert table.answer == "play on"
    assert refused(table.chooses, "Ann", "return").code == "wrong_phase"
    table.resumes().draws("6").draws("K").ends()
    assert table.back("Bob") == {"banker": 400}


@pytest.mark.interpretation("I-99")
@pytest.mark.parametrize("cards", ["2 3", "2 3 3 A"])
def test_another_interruption_is_referred_in_the_mbs_game(cards: str) -> None:
    table = troubled("mbs5", BETS, cards).stops(power=False)
    assert table.answer == "refer"
    table.rules_that("continue")
    assert table.phase is Phase.DEALING


@pytest.mark.interpretation("I-99")
@RWS
def test_play_that_must_go_on_and_cannot_is_held_and_only_a_lack_of_cards_voids_it(
    game: str,
) -> None:
    table = troubled(game, BETS, "2S 3S 3H AS").stops()
    assert (table.phase, table.hands()) == (Phase.HELD, ("2S 3H", "3S AS"))
    table.reports(Kind.DEVICE_EXHAUSTED)
    assert table.round.void


@pytest.mark.interpretation("I-99")
@RWS
def test_an_interruption_after_the_result_changes_nothing_but_the_moment(game: str) -> None:
    table = troubled(game, BETS, "9 2 K K")
    table.declares().stops().resumes()
    assert table.phase is Phase.COMPLETE
    table.ends()
    assert table.back("Ann") == {"player": 200}


@pytest.mark.interpretation("I-80", "I-81")
@pytest.mark.parametrize("game", WITH_INSURANCE)
def test_an_open_insurance_is_a_bet_and_never_the_first_to_be_decided(game: str) -> None:
    table = troubled(game, "Bob banker 200", "2 4 K K").offers().insures("Bob", "banker", 100)
    table.stops()
    assert table.answer == "play on"
    table.resumes().draws("9")
    assert table.table.round is not None
    assert [item.live for item in table.round.insurances] == [True]


@pytest.mark.clause("tb4:5.4.2", "mbs5:5.17.1")
@pytest.mark.parametrize(("game", "answer"), [("tb4", "void"), ("mbs5", "options")])
def test_an_interruption_while_bets_are_open(game: str, answer: str) -> None:
    table = Troubled(game)
    table.open().call().bets("Ann", "player", 100).stops()
    assert table.answer == answer
    if game == "mbs5":
        table.resumes()
        assert table.phase is Phase.BETTING
