"""Player, Banker and Tie: combinations, probabilities and edges in print."""

from __future__ import annotations

import pytest

from punto.core.outcome import Winner

from .shoes import BANKER, PLAYER, TIE, chance, ways, wins_with

COMBINATIONS = {
    8: (2_292_252_566_437_888, 2_230_518_282_592_256, 475_627_426_473_216),
    6: (403_095_751_234_560, 392_220_492_728_832, 83_552_962_932_288),
}
"""www.casinoexploit.com/baccarat.html; the same for 8 decks at wizardofodds.com/games/baccarat."""


@pytest.mark.parametrize("decks", COMBINATIONS)
def test_combinations_by_decks(decks: int) -> None:
    assert tuple(ways(decks, hand) for hand in (BANKER, PLAYER, TIE)) == COMBINATIONS[decks]


def test_combinations_of_four_decks() -> None:
    """www.casinoexploit.com/baccarat.html, as far as the stored copy of the page reaches."""
    assert ways(4, BANKER) == 34_543_624_867_840
    assert ways(4, PLAYER) == 33_608_344_225_792


@pytest.mark.parametrize(
    ("decks", "banker", "player", "tie"),
    [(6, "0.458653", "0.446279", "0.095069"), (8, "0.458597", "0.446247", "0.095156")],
)
def test_probabilities(decks: int, banker: str, player: str, tie: str) -> None:
    """www.netbet.org/casino-games/baccarat/baccarat-house-edge-odds.html."""
    found = [f"{chance(decks, hand):.6f}" for hand in (BANKER, PLAYER, TIE)]
    assert found == [banker, player, tie]


def banker_edge(decks: int, commission: float) -> float:
    return chance(decks, PLAYER) - (1 - commission) * chance(decks, BANKER)


def tie_edge(decks: int, pays: int) -> float:
    return 1 - (pays + 1) * chance(decks, TIE)


@pytest.mark.parametrize(
    ("decks", "edges"),
    [
        (6, ("1.0558", "0.5972", "1.2374", "4.9313", "14.4382")),
        (8, ("1.0579", "0.5993", "1.2351", "4.8440", "14.3596")),
    ],
)
def test_edges_with_commission(decks: int, edges: tuple[str, ...]) -> None:
    """www.netbet.org, the same page: Banker at 5 % and 4 %, Player, Tie at 9 and at 8 to 1."""
    found = (
        banker_edge(decks, 0.05),
        banker_edge(decks, 0.04),
        chance(decks, BANKER) - chance(decks, PLAYER),
        tie_edge(decks, 9),
        tie_edge(decks, 8),
    )
    assert tuple(f"{100 * edge:.4f}" for edge in found) == edges


def test_one_deck() -> None:
    """baccarat.guru/rules/odds.html: Banker 1.01, Player 1.29, Tie 15.75, a pair 29.41 per cent."""
    assert f"{100 * banker_edge(1, 0.05):.2f}" == "1.01"
    assert f"{100 * (chance(1, BANKER) - chance(1, PLAYER)):.2f}" == "1.29"
    assert f"{100 * tie_edge(1, 8):.2f}" == "15.75"
    assert f"{100 * (1 - 12 * 3 / 51):.2f}" == "29.41"


def test_where_one_deck_is_printed_wrong() -> None:
    """The netbet page prints 15.57 for the Tie of one deck: two digits have changed places."""
    assert f"{100 * tie_edge(1, 8):.2f}" != "15.57"


def test_where_a_tie_at_nine_to_one_is_printed_wrong() -> None:
    """The casinoexploit page prints 4.80 for the Tie at 9 to 1 with 8 decks; it is 4.84.

    The page's own combinations give 4.84 too, and so does netbet's 4.8440.
    """
    assert f"{100 * tie_edge(8, 9):.2f}" == "4.84"


def test_where_the_player_edge_is_printed_wrong() -> None:
    """iplwin.uk/baccarat-odds prints 1.36 for Player beside 44.62 and 45.86, which give 1.24."""
    assert f"{100 * (chance(8, BANKER) - chance(8, PLAYER)):.2f}" == "1.24"


def test_where_eight_decks_are_printed_with_the_figures_of_six() -> None:
    """www.supercasinosites.com (effect of deck number) says 8 decks: Tie 9.51, Banker 45.87.

    These are the figures of six decks, whose Player would be 44.63; it prints 44.62.
    """
    assert [f"{100 * chance(8, hand):.2f}" for hand in (TIE, PLAYER, BANKER)] == [
        "9.52",
        "44.62",
        "45.86",
    ]
    assert [f"{100 * chance(6, hand):.2f}" for hand in (TIE, PLAYER, BANKER)] == [
        "9.51",
        "44.63",
        "45.87",
    ]


BANKER_WINS_BY_TOTAL = {
    1: ("24,291,119,898,624", "-0.009920923"),
    2: ("44,681,581,871,104", "-0.007881223"),
    3: ("72,927,778,568,192", "-0.005055698"),
    4: ("163,359,790,133,248", "0.003990401"),
    5: ("216,715,928,915,968", "0.009327724"),
    6: ("269,232,304,455,680", "0.014581045"),
    7: ("384,279,324,919,808", "0.026089433"),
    8: ("529,914,458,673,152", "0.040657614"),
    9: ("586,850,279,002,112", "0.04635302"),
}
"""excelpunks.com, Concepts 13: Banker wins by total, and Banker's edge were that one paid half.

The last edge is cut off in the stored copy of the page after eight places.
"""


@pytest.mark.parametrize("total", BANKER_WINS_BY_TOTAL)
def test_banker_paid_half_on_any_total(total: int) -> None:
    combinations, edge = BANKER_WINS_BY_TOTAL[total]
    wins = wins_with(Winner.BANKER, total)
    assert f"{ways(8, wins):,}" == combinations
    found = chance(8, PLAYER) - chance(8, BANKER) + chance(8, wins) / 2
    assert f"{found:.9f}".startswith(edge)


def test_where_a_spreadsheet_has_run_out_of_digits() -> None:
    """Excelpunks prints 2,230,518,282,592,260 for Player: 15 digits are right, the 16th is gone."""
    exact = ways(8, PLAYER)
    assert round(exact, -1) == 2_230_518_282_592_260
    assert exact == 2_230_518_282_592_256


@pytest.mark.clause("tb4:4.1.1", "mbs5:4.1", "dhyx2:4.1.1", "tbi1:4.1.1")
def test_the_two_usual_games_without_commission() -> None:
    """Eliot Jacobson, 888casino.com: card counting the Super Six baccarat side bet.

    Half pay on a Banker win with 6: 1.4581 per cent. A three-card 7 of Banker returned: 1.0183.
    """
    half_on_six = chance(8, PLAYER) - chance(8, BANKER)
    half_on_six += chance(8, wins_with(Winner.BANKER, 6)) / 2
    assert f"{100 * half_on_six:.4f}" == "1.4581"
    seven_returned = chance(8, PLAYER) - chance(8, BANKER)
    seven_returned += chance(8, wins_with(Winner.BANKER, 7, 3))
    assert f"{100 * seven_returned:.4f}" == "1.0183"
