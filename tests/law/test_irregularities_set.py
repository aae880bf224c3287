"""Chapter 5: the set of cards is not as it must be, or runs out."""

from __future__ import annotations

import pytest

from punto.core import events as e
from punto.core.rulebook import Kind, Result
from punto.core.state import Phase
from tests.support.conduct import refused
from tests.support.games import EVERY_GAME, WITH_INSURANCE
from tests.support.trouble import Troubled, troubled

FOUR_GAMES = pytest.mark.parametrize("game", EVERY_GAME)


def everything_back(table: Troubled) -> bool:
    """Tell whether each line of the round gives exactly its stake back."""
    return all(
        (line.result, line.returned, line.profit) == (Result.PUSH, line.stake, 0)
        for line in table.lines()
    )


def voided_by(game: str, kind: Kind) -> Troubled:
    """Find it in mid-round, when a Tiger Pair and others are decided already."""
    table = troubled(game, "Ann player 100, Bob banker 200, Ann tie 50", "2 K 2 4")
    return table.reports(kind)


@pytest.mark.clause(
    "tb4:5.5.1", "tb4:5.16", "mbs5:5.1", "mbs5:5.1.1", "dhyx2:5.5.1", "dhyx2:5.16", "tbi1:5.5.1"
)
@pytest.mark.clause("tbi1:5.16", "tb4:5.5", "dhyx2:5.5", "tbi1:5.5")
@pytest.mark.interpretation("I-82", "I-83", "I-85")
@FOUR_GAMES
def test_a_card_that_is_not_of_the_set_voids_the_round(game: str) -> None:
    table = voided_by(game, Kind.FOREIGN_CARD)
    assert table.round.void
    assert table.back("Ann") == {"player": 100, "tie": 50}
    assert table.back("Bob") == {"banker": 200}
    assert everything_back(table)


@pytest.mark.clause("tb4:5.5.2", "mbs5:5.1", "mbs5:5.1.1", "dhyx2:5.5.2", "tbi1:5.5.2")
@FOUR_GAMES
def test_too_many_or_too_few_cards_in_the_set_void_the_round(game: str) -> None:
    table = voided_by(game, Kind.WRONG_CARD_COUNT)
    assert table.round.void
    assert everything_back(table)


@pytest.mark.clause("tb4:5.5.5", "mbs5:5.1", "mbs5:5.1.1", "dhyx2:5.5.5", "tbi1:5.5.5")
@FOUR_GAMES
def test_unshuffled_cards_void_the_round(game: str) -> None:
    table = voided_by(game, Kind.UNSHUFFLED)
    assert table.round.void
    assert everything_back(table)


@pytest.mark.clause("tb4:5.5.4", "mbs5:5.3", "dhyx2:5.5.4", "tbi1:5.5.4")
@pytest.mark.interpretation("I-08", "I-82", "I-83")
@FOUR_GAMES
def test_a_device_that_runs_out_voids_also_what_was_won(game: str) -> None:
    table = voided_by(game, Kind.DEVICE_EXHAUSTED)
    assert table.round.void
    assert everything_back(table)


@pytest.mark.clause("tb4:5.5.4", "mbs5:5.3", "dhyx2:5.5.4", "tbi1:5.5.4")
@pytest.mark.interpretation("I-08")
@FOUR_GAMES
def test_a_round_that_needs_four_cards_is_complete_with_the_last_four(game: str) -> None:
    table = nearly_empty(game, 4)
    assert "fewer than six cards are left" in table.happened(e.Flagged)[-1].text
    table.bets("Ann", "player", 100).deals("9 2 K K").ends()
    assert table.table.cards_left == 0
    assert table.back("Ann") == {"player": 200}


@pytest.mark.clause("tb4:5.5.4", "mbs5:5.3", "dhyx2:5.5.4", "tbi1:5.5.4")
@pytest.mark.interpretation("I-08")
@FOUR_GAMES
def test_a_card_that_is_due_and_not_there_is_refused_until_the_round_is_void(game: str) -> None:
    table = nearly_empty(game, 4)
    table.bets("Ann", "player", 100).deals("2 3 2 3")
    assert refused(table.draws, "5").code == "device_exhausted"
    table.reports(Kind.DEVICE_EXHAUSTED)
    assert table.back("Ann") == {"player": 100}


def nearly_empty(game: str, left: int) -> Troubled:
    """Open a round with so many cards in the device."""
    table = Troubled(game, decks=4)
    table.open()
    for _ in range(4 * 52 - left):
        table.burns()
    table.call()
    return table


@pytest.mark.clause("dhyx2:5.5.1", "dhyx2:5.16", "tbi1:5.5.1", "tbi1:5.16")
@pytest.mark.interpretation("I-76", "I-82")
@pytest.mark.parametrize("game", WITH_INSURANCE)
def test_a_void_gives_insurance_back_too(game: str) -> None:
    table = troubled(game, "Bob banker 200", "2 4 K K").offers().insures("Bob", "banker", 100)
    table.reports(Kind.FOREIGN_CARD)
    assert table.back("Bob") == {"banker": 200, "banker insurance": 100}


@pytest.mark.clause("tb4:5.5", "mbs5:5.1.2", "dhyx2:5.5-tail", "tbi1:5.5-tail")
@pytest.mark.interpretation("I-85")
@pytest.mark.parametrize("kind", [Kind.FOREIGN_CARD, Kind.WRONG_CARD_COUNT, Kind.UNSHUFFLED])
@FOUR_GAMES
def test_found_between_rounds_it_stops_play_and_voids_nothing(game: str, kind: Kind) -> None:
    table = troubled(game, "Ann player 100", "9 2 K K")
    table.ends()
    settled = table.lines()
    table.reports(kind)
    assert (table.phase, table.lines(), table.round.void) == (Phase.IDLE, settled, False)
    assert refused(table.call).code == "cards_not_ready"
    table.loads().call()


@pytest.mark.clause("mbs5:5.1.2", "dhyx2:5.5-tail", "tbi1:5.5-tail")
@pytest.mark.interpretation("I-84", "I-85")
@FOUR_GAMES
def test_found_in_the_next_round_it_voids_that_one_and_leaves_the_earlier_alone(game: str) -> None:
    table = troubled(game, "Ann player 100", "9 2 K K")
    table.ends()
    first = table.happened(e.RoundSettled)
    table.call().bets("Ann", "player", 300).deals("2 3").reports(Kind.WRONG_CARD_COUNT)
    assert table.happened(e.RoundSettled) == first
    assert (table.round.number, table.back("Ann")) == (2, {"player": 300})


@pytest.mark.clause("tb4:5.6", "mbs5:5.1.2", "dhyx2:5.5-tail", "tbi1:5.5-tail")
@pytest.mark.interpretation("I-84", "I-85")
@pytest.mark.parametrize(
    ("game", "voids"), [("tb4", True), ("mbs5", False), ("dhyx2", False), ("tbi1", False)]
)
def test_only_tb4_lets_the_settled_round_be_voided_before_the_next_call(
    game: str, *, voids: bool
) -> None:
    table = troubled(game, "Ann player 100", "9 2 K K")
    table.ends()
    table.reports(Kind.FOREIGN_CARD)
    if voids:
        table.rules_that("void", reason="a foreign card lay among those dealt")
        assert table.back("Ann") == {"player": 100}
    else:
        refusal = refused(table.rules_that, "void", reason="a foreign card lay there")
        assert refusal.code == "settled_round_stands"
        assert table.back("Ann") == {"player": 200}


@pytest.mark.clause("mbs5:5.13")
def test_after_a_void_new_cards_are_allowed_and_not_required() -> None:
    table = troubled("mbs5", "Ann player 100", "2 3")
    table.reports(Kind.ORDER_DISTURBED).judges(repairable=False)
    assert table.round.void
    used = table.table.cards_left
    again = table.fork()
    again.call()
    assert again.phase is Phase.BETTING
    assert again.table.cards_left == used
    table.loads(reason="after a void").call()
    assert table.table.cards_left > used


@FOUR_GAMES
def test_the_cards_drawn_do_not_matter_where_the_set_is_unfit(game: str) -> None:
    table = troubled(game, "Ann player 100", "2 3")
    assert refused(table.reports, Kind.UNSHUFFLED, "4").code == "not_needed"


@pytest.mark.interpretation("I-85")
@FOUR_GAMES
def test_an_unfit_set_ends_also_a_round_that_waits_for_a_judgement(game: str) -> None:
    table = troubled(game, "Ann player 100", "2 3")
    table.reports(Kind.CARD_IN_EXCESS).reports(Kind.FOREIGN_CARD)
    assert (table.round.void, table.phase) == (True, Phase.IDLE)
    assert table.back("Ann") == {"player": 100}
