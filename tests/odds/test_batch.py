"""The compiled counts against the plain ones, and against the closed form of pairs."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from punto.core.bets import Bet, Column, Condition, PayRow, compile_bet
from punto.core.checks import Misuse
from punto.core.composition import Composition, fresh
from punto.core.money import Odds
from punto.core.outcome import PairClass, Winner
from punto.odds.bets import all_bet_odds
from punto.odds.drawing import Drawing, drawing
from punto.odds.weights import joint
from punto.rules import rulebooks

np = pytest.importorskip("numpy")
pytest.importorskip("numba")
batch = pytest.importorskip("punto.odds.batch")

COLUMNS = tuple(
    {
        name: column for book in rulebooks().values() for name, column in book.columns.items()
    }.values()
)


def random_compositions(number: int, most: int = 40) -> object:
    """Shoes of any depth, some ranks gone, up to ten decks."""
    random = np.random.default_rng(20_251_118)
    highest = random.integers(1, most + 1, (number, 1))
    counts = random.integers(0, highest + 1, (number, 13))
    counts[::7, 3] = counts[::11, 12] = 0
    return counts[counts.sum(axis=1) >= 6]


def test_the_joint_distribution_agrees_with_the_plain_count(rules: Drawing) -> None:
    compositions = np.vstack([random_compositions(150), [[40] * 13], [[32] * 13], [[1] * 13]])
    fast = batch.joint_batch(compositions, rules)
    for composition, weights in zip(compositions.tolist(), fast.tolist(), strict=True):
        assert weights == joint(Composition(tuple(composition)), rules)


def test_win_counts_agree_with_the_plain_count(rules: Drawing) -> None:
    compositions = np.vstack([random_compositions(150), [[40] * 13]])
    fast = batch.Batch(COLUMNS, rules).win_counts(compositions)
    plain = batch.Batch(COLUMNS, rules, compiled=False).win_counts(compositions)
    assert (fast == plain).all()


def test_edges_are_those_of_the_exact_fractions(rules: Drawing) -> None:
    counts = batch.Batch(COLUMNS, rules)
    (edges,) = counts.edges(np.array([fresh(8).counts]))
    exact = {
        odds.bet.id: float(odds.edge) for odds in all_bet_odds(COLUMNS, joint(fresh(8), rules))
    }
    assert dict(zip(counts.bets, edges, strict=True)) == pytest.approx(exact, abs=1e-13)


def a_bet_on_totals_and_pairs() -> Column:
    when = Condition(winner=frozenset({Winner.TIE}), pairs=frozenset({PairClass.TWIN}))
    row = PayRow(name="both", when=when, odds=Odds(500, 1), clauses=(), by=())
    bet = Bet(id="tied_twin", name="", name_zh="", rows=(row,), clauses=(), by=())
    return compile_bet(bet)


def test_a_bet_on_totals_and_pairs_together_is_counted_too(rules: Drawing) -> None:
    columns = [a_bet_on_totals_and_pairs(), *COLUMNS]
    compositions = random_compositions(25)
    fast = batch.win_counts(compositions, columns, rules)
    plain = batch.Batch(columns, rules, compiled=False).win_counts(compositions)
    assert (fast == plain).all()
    assert fast[:, 0].any()


@pytest.mark.parametrize(
    ("compositions", "message"),
    [
        ([[1] * 12], "rows of 13 rank counts"),
        ([[-1] + [9] * 12], "fewer than no cards"),
        ([[1] * 5 + [0] * 8], "fewer than six cards"),
        ([[41] * 13], "use punto.odds.weights"),
    ],
)
def test_compositions_that_cannot_be_counted_are_refused(
    rules: Drawing, compositions: list[list[int]], message: str
) -> None:
    with pytest.raises(Misuse, match=message):
        batch.Batch(COLUMNS, rules).win_counts(np.array(compositions))


@dataclass(frozen=True)
class DrawsOnEight:
    """A Table of Play under which a Natural does not end the drawing."""

    def player_takes_third(self, player: int, banker: int) -> bool:
        return player <= 5 or banker == 9

    def banker_takes_third(self, player: int, banker: int, player_third: int | None) -> bool:
        return banker <= 5 and player_third != player + 20


def test_another_table_of_play_is_counted_plainly_or_refused() -> None:
    other = drawing(DrawsOnEight())
    with pytest.raises(Misuse, match="a Natural ends the drawing"):
        batch.joint_batch(np.array([[4] * 13]), other)
    plain = batch.joint_batch(np.array([[4] * 13]), other, compiled=False)
    assert int(plain.sum()) == 52 * 51 * 50 * 49 * 48 * 47
