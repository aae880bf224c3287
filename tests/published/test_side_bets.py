"""Side bets in print: those of our games, and others that the same classes decide."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from functools import partial
from math import sqrt

import pytest

from punto.core.composition import fresh
from punto.core.outcome import OutcomeClass, Winner
from punto.odds.bets import bet_odds, weighed
from punto.odds.removal import best_count, bet_results, betting_correlation, effects_of_removal
from punto.odds.weights import joint
from punto.rules import load

from .shoes import RULES, chance, ways, wins_with

BOOK = load("rws-tiger-buffalo@4")
BIG_TIGER_TAGS = (0, 0, -1, -1, -1, -2, 1, 2, 2, 0, 0, 0, 0)


def test_big_tiger() -> None:
    """Eliot Jacobson, advancedadvantageplay.com, July 2024: edge, deviation and hit rate."""
    odds = bet_odds(BOOK.columns["big_tiger"], weighed(joint(fresh(8), RULES)))
    assert f"{100 * float(odds.edge):.4f}" == "15.2533"
    assert f"{odds.deviation:.3f}" == "6.519"
    assert f"{100 * float(odds.hit_rate):.3f}" == "1.662"
    # the same author's table of side bets, advancedadvantageplay.com/side-bets
    assert f"{float(odds.variance):.3f}" == "42.503"


def test_the_count_for_big_tiger() -> None:
    """The same page: tags 0 0 -1 -1 -1 -2 +1 +2 +2 0, betting correlation 0.981.

    It adds that no balanced system is obviously better. The best of the same level reaches 0.986.
    """
    effects = effects_of_removal(bet_results(BOOK), fresh(8))["big_tiger"]
    assert f"{betting_correlation(BIG_TIGER_TAGS, effects, fresh(8)):.3f}" == "0.981"
    better = best_count(effects, fresh(8), 2)
    assert better.tags[:10] == (0, 0, -2, -1, -1, -2, 2, 2, 2, 0)
    assert f"{better.correlation:.3f}" == "0.986"


def one_row(winner: Winner, total: int, cards: int, pays: int) -> tuple[float, float, float]:
    """Edge, deviation and hit rate of a bet that pays on one kind of win."""
    hit = chance(8, wins_with(winner, total, cards))
    mean = (pays + 1) * hit - 1
    square = pays * pays * hit + 1 - hit
    return -mean, sqrt(square - mean * mean), hit


def test_dragon_7() -> None:
    """Eliot Jacobson, 888casino.com: card counting the Dragon/Fortune 7."""
    edge, deviation, hit = one_row(Winner.BANKER, 7, 3, 40)
    assert (f"{100 * edge:.4f}", f"{deviation:.4f}", f"{100 * hit:.4f}") == (
        "7.6113",
        "6.0849",
        "2.2534",
    )


def test_where_dragon_7_is_printed_wrong() -> None:
    """The same author's co-count of Dragon and Panda prints 7.6110: the last digit is wrong.

    Elsewhere he prints 7.6113 and 7.611.
    """
    edge, _, _ = one_row(Winner.BANKER, 7, 3, 40)
    assert f"{100 * edge:.4f}" != "7.6110"
    assert f"{100 * edge:.3f}" == "7.611"


def test_panda_8() -> None:
    """Eliot Jacobson, 888casino.com: co-card counting Dragon and Panda."""
    edge, _, _ = one_row(Winner.PLAYER, 8, 3, 25)
    assert f"{100 * edge:.4f}" == "10.1876"


def test_super_six() -> None:
    """leovegas.com: Super 6 at 12 to 1 has a house edge of 29.98 per cent."""
    edge = 1 - 13 * chance(8, wins_with(Winner.BANKER, 6))
    assert f"{100 * edge:.2f}" == "29.98"


@pytest.mark.clause("tb4:4.1.3", "tbi1:4.1.3")
@pytest.mark.parametrize(("decks", "edge"), [(8, "10.36"), (6, "11.25")])
def test_player_pair_and_banker_pair(decks: int, edge: str) -> None:
    """baccarat.guru/rules/odds.html and baccarat.team: a pair at 11 to 1."""
    classes = weighed(joint(fresh(decks), RULES))
    for bet in ("player_pair", "banker_pair"):
        odds = bet_odds(BOOK.columns[bet], classes)
        assert f"{100 * float(odds.edge):.2f}" == edge


def test_pairs_of_eight_decks() -> None:
    """iplwin.uk/baccarat-odds: Player Pair hits 7.47 %; either pair at 5 to 1 costs 13.71 %."""
    paired = chance(8, lambda outcome: outcome.pairs.player)
    assert f"{100 * paired:.2f}" == "7.47"
    either = chance(8, lambda outcome: outcome.pairs.player or outcome.pairs.banker)
    assert f"{100 * (1 - 6 * either):.2f}" == "13.71"


DRAGON_BONUS = {
    Winner.PLAYER: {
        9: 18_409_431_764_992,
        8: 34_097_645_543_424,
        7: 89_590_261_473_280,
        6: 141_238_897_317_888,
        5: 166_169_165_987_840,
        4: 186_780_352_174_080,
    },
    Winner.BANKER: {
        9: 15_390_342_909_952,
        8: 28_305_092_784_128,
        7: 79_517_099_278_336,
        6: 119_200_072_366_080,
        5: 157_275_882_332_160,
        4: 201_147_167_287_296,
    },
}
"""wizardofodds.com/games/baccarat/side-bets: wins without a Natural by margin, 8 decks."""

PAYS = {9: 30, 8: 10, 7: 6, 6: 4, 5: 2, 4: 1}


def _wins_by(margin: int, winner: Winner, outcome: OutcomeClass) -> bool:
    ahead = abs(outcome.player_total - outcome.banker_total)
    return not outcome.natural and outcome.winner is winner and ahead == margin


def _takes(cards: int, outcome: OutcomeClass) -> bool:
    return outcome.player_cards + outcome.banker_cards == cards


@pytest.mark.parametrize("winner", DRAGON_BONUS)
def test_dragon_bonus(winner: Winner) -> None:
    found = {
        margin: ways(
            8,
            partial(_wins_by, margin, winner),
        )
        for margin in PAYS
    }
    assert found == DRAGON_BONUS[winner]
    assert ways(8, lambda outcome: outcome.natural and outcome.winner is winner) == (
        812_685_054_124_032
    )
    assert ways(8, lambda outcome: outcome.natural and outcome.winner is Winner.TIE) == (
        89_325_908_267_520
    )


@pytest.mark.parametrize(("winner", "edge"), [(Winner.PLAYER, "2.65"), (Winner.BANKER, "9.37")])
def test_the_edge_of_dragon_bonus(winner: Winner, edge: str) -> None:
    paid = sum(DRAGON_BONUS[winner][margin] * (pays + 1) for margin, pays in PAYS.items())
    natural = 2 * 812_685_054_124_032 + 89_325_908_267_520
    assert f"{100 * (1 - (paid + natural) / 4_998_398_275_503_360):.2f}" == edge


@pytest.mark.parametrize(
    ("decks", "probabilities", "returns"),
    [
        (6, ("0.378925", "0.303540", "0.317535"), ("-0.052688", "-0.089380", "-0.047395")),
        (8, ("0.378868", "0.303444", "0.317687"), ("-0.05283", "-0.089668", "-0.046939")),
    ],
)
def test_four_five_and_six_cards(
    decks: int, probabilities: tuple[str, ...], returns: tuple[str, ...]
) -> None:
    """wizardofodds.com/games/baccarat/side-bets: 4-5-6 at 3 to 2, 2 to 1 and 2 to 1.

    The returns are those of the printed, rounded probabilities, so five of the six are off in
    the last digit: 6 decks and 5 cards give -0.089381, not -0.089380.
    """
    for cards, pays, probability, gain in zip(
        (4, 5, 6), (1.5, 2, 2), probabilities, returns, strict=True
    ):
        found = chance(decks, partial(_takes, cards))
        assert f"{found:.6f}" == probability
        of_rounded = (Decimal(pays) + 1) * Decimal(probability) - 1
        assert of_rounded.quantize(Decimal("1e-6"), ROUND_HALF_UP) == Decimal(gain)
        assert (pays + 1) * found - 1 == pytest.approx(float(gain), abs=2e-6)


SUPER_BACCARAT = {
    Winner.PLAYER: {
        9: (6, "613,074,020,540,416", "0.122654", "-0.141421"),
        8: (6, "555,823,197,134,848", "0.111200", "-0.221598"),
        7: (9, "408,043,979,470,848", "0.081635", "-0.183651"),
        6: (11, "312,658,895,192,064", "0.062552", "-0.249378"),
        5: (30, "122,838,277,197,824", "0.024576", "-0.238159"),
        4: (45, "86,165,771,096,064", "0.017239", "-0.207021"),
        3: (60, "62,946,423,310,336", "0.012593", "-0.231808"),
        2: (90, "44,328,525,111,296", "0.008869", "-0.192962"),
        1: (160, "24,639,193,538,560", "0.004929", "-0.206364"),
    },
    Winner.BANKER: {
        9: (6, "586,850,279,002,112", "0.117408", "-0.178146"),
        8: (7, "529,914,458,673,152", "0.106017", "-0.151865"),
        7: (9, "384,279,324,919,808", "0.076880", "-0.231195"),
        5: (17, "216,715,928,915,968", "0.043357", "-0.219573"),
    },
}
"""Wizard of Odds, Super Baccarat: wins by total, 8 decks: odds, combinations, chance, return."""


@pytest.mark.parametrize("winner", SUPER_BACCARAT)
@pytest.mark.interpretation("I-15")
def test_super_baccarat(winner: Winner) -> None:
    """Player's win with 1 is also Wu Dalang, which our games pay at 150 to 1."""
    for total, (pays, combinations, probability, gain) in SUPER_BACCARAT[winner].items():
        wins = wins_with(winner, total)
        assert f"{ways(8, wins):,}" == combinations
        assert f"{chance(8, wins):.6f}" == probability
        assert f"{(pays + 1) * chance(8, wins) - 1:.6f}" == gain
