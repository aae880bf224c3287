"""What each disputed reading of the documents is worth.

The documents leave some words open. For those whose readings change an edge, this prices the
default and every other reading, by counting: bets on totals over the classes, a Table of Play
read otherwise over its own classes, pairs read otherwise over all first four ranks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import product

from punto.core.bets import Condition, PayRow, compile_bet
from punto.core.cards import POINTS, Rank
from punto.core.composition import Composition
from punto.core.money import Odds
from punto.core.outcome import Side, Winner
from punto.core.rulebook import Rulebook
from punto.core.tableau import Tableau
from punto.odds.bets import all_bet_odds, profit
from punto.odds.drawing import Drawing, drawing
from punto.odds.insurance import insurance_table
from punto.odds.weights import joint


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading of one interpretation, and what a unit on a bet is expected to bring then."""

    interpretation: str
    bet: str
    reading: str
    result: Fraction
    default: Fraction
    """The same under the default reading."""

    @property
    def change(self) -> Fraction:
        """Return what the reading would give the bettor over the default."""
        return self.result - self.default


def readings(rulebook: Rulebook, composition: Composition) -> list[Reading]:
    """Price every reading that changes an edge of this game."""
    rules = drawing(rulebook.tableau)
    weights = joint(composition, rules)
    prices = _Prices(rulebook, composition, weights)
    found = [
        *_naturals(prices, rulebook.tableau),
        *_pairs(prices),
        *_totals(prices),
        *_payments(prices),
        *_insurance(rulebook, composition, rules),
    ]
    return sorted(found, key=lambda each: (each.interpretation, each.reading))


class _Prices:
    """Prices of the rulebook's bets, and of the same bets read otherwise."""

    def __init__(self, rulebook: Rulebook, composition: Composition, weights: list[int]) -> None:
        self.bets = rulebook.bets
        self.columns = rulebook.columns
        self.composition = composition
        self.weights = weights
        self.default = self.all(weights)

    def all(self, weights: list[int]) -> dict[str, Fraction]:
        odds = all_bet_odds(self.columns.values(), weights)
        return {each.bet.id: -each.edge for each in odds}

    def reading(self, item: str, bet: str, reading: str, result: Fraction) -> Reading:
        return Reading(item, bet, reading, result, self.default[bet])

    def with_rows(self, item: str, bet: str, reading: str, rows: tuple[PayRow, ...]) -> Reading:
        """Price a bet with other pay rows."""
        column = compile_bet(replace(self.bets[bet], rows=rows))
        (odds,) = all_bet_odds([column], self.weights)
        return self.reading(item, bet, reading, -odds.edge)

    def with_condition(self, item: str, bet: str, reading: str, when: Condition) -> Reading:
        """Price a bet of one row that is met under another condition."""
        (row,) = self.bets[bet].rows
        return self.with_rows(item, bet, reading, (replace(row, when=when),))


# --- I-03: does a Natural stop the drawing ---


@dataclass(frozen=True, slots=True)
class ProvisoGoverns:
    """The Table of Play with its proviso above the Natural, as I-03 (b) reads it.

    A Player Hand that stands on 8 or 9 has not drawn, so a Banker of 0 to 5 draws.
    """

    tableau: Tableau

    def player_takes_third(self, player: int, banker: int) -> bool:
        """Tell whether Player draws: as the Table of Play has it."""
        return self.tableau.player_takes_third(player, banker)

    def banker_takes_third(self, player: int, banker: int, player_third: int | None) -> bool:
        """Tell whether Banker draws: always by the proviso when Player did not."""
        if player_third is None:
            return banker in self.tableau.banker_draws_when_player_stands
        return self.tableau.banker_takes_third(player, banker, player_third)


def _naturals(prices: _Prices, tableau: Tableau) -> Iterator[Reading]:
    results = prices.all(joint(prices.composition, drawing(ProvisoGoverns(tableau))))
    for bet, result in results.items():
        if result != prices.default[bet]:
            yield prices.reading("I-03", bet, "the proviso goes before a Natural", result)


# --- I-09 to I-13: what a pair is and what it pays ---

Ranks = tuple[int, int, int, int]
"""Player's first two ranks, then Banker's."""


def _pairs(prices: _Prices) -> Iterator[Reading]:
    deals = list(_first_four(prices.composition))

    def price(result: Callable[[Ranks], Fraction | int]) -> Fraction:
        total = sum(ways for _, ways in deals)
        return Fraction(sum((result(ranks) * ways for ranks, ways in deals), Fraction(0))) / total

    if "tiger_pair" in prices.bets:
        yield from _tiger_pairs(prices, price)
    if "player_pair" in prices.bets:
        yield from _plain_pairs(prices, price)


Price = Callable[[Callable[[Ranks], Fraction | int]], Fraction]


def _tiger_pairs(prices: _Prices, price: Price) -> Iterator[Reading]:
    rows = {row.name: profit(row) for row in prices.bets["tiger_pair"].rows}
    single, double, twin = rows["single"], rows["double"], rows["twin"]

    def graded(paired: Callable[[int, int], bool], same: Callable[[Ranks], bool]) -> Fraction:
        def result(ranks: Ranks) -> Fraction | int:
            player, banker = paired(*ranks[:2]), paired(*ranks[2:])
            if player and banker:
                return twin if same(ranks) else double
            return single if player or banker else -1

        return price(result)

    def paid_for_each(ranks: Ranks, *, single_too: bool) -> Fraction | int:
        player, banker = _rank(*ranks[:2]), _rank(*ranks[2:])
        if not player or not banker:
            return single if player or banker else -1
        return double + twin * _one_rank(ranks) + single * single_too

    for item, reading, result in (
        ("I-09", "ten and face cards pair; twin of the same ranks", graded(_tens, _same_ranks)),
        ("I-09", "ten and face cards pair; twin of one value", graded(_tens, _one_value)),
        ("I-10", "twin also of J, Q and K", graded(_rank, _faces)),
        ("I-10", "twin of one value", graded(_rank, _one_value)),
        ("I-12", "twin paid as double too", price(partial(paid_for_each, single_too=False))),
        (
            "I-12",
            "twin and double paid as single too",
            price(partial(paid_for_each, single_too=True)),
        ),
    ):
        yield prices.reading(item, "tiger_pair", reading, result)


def _plain_pairs(prices: _Prices, price: Price) -> Iterator[Reading]:
    (row,) = prices.bets["player_pair"].rows
    pays = profit(row)
    counts, size = prices.composition.counts, prices.composition.size
    # a suit is not in a composition; of a fresh rank a quarter of the cards share one
    suited = Fraction(sum(c * (c - 4) for c in counts if c >= 4), 4 * size * (size - 1))
    for item, reading, result in (
        (
            "I-11",
            "a pair by point value",
            price(lambda ranks: pays if _value(*ranks[:2]) else -1),
        ),
        ("I-11", "a pair of one rank and one suit (fresh decks)", suited * (pays + 1) - 1),
        (
            "I-13",
            "one bet that wins with a pair in either Hand",
            price(lambda ranks: pays if _rank(*ranks[:2]) or _rank(*ranks[2:]) else -1),
        ),
    ):
        yield prices.reading(item, "player_pair", reading, result)


def _rank(one: int, two: int) -> bool:
    return one == two


def _value(one: int, two: int) -> bool:
    return POINTS[one] == POINTS[two]


def _one_rank(ranks: Ranks) -> bool:
    return len(set(ranks)) == 1


def _same_ranks(ranks: Ranks) -> bool:
    return sorted(ranks[:2]) == sorted(ranks[2:])


def _one_value(ranks: Ranks) -> bool:
    return _value(ranks[0], ranks[2])


def _faces(ranks: Ranks) -> bool:
    return _one_rank(ranks) or min(ranks) > _TEN


def _tens(one: int, two: int) -> bool:
    """Two cards of one point value, but for two different face cards (mbs5:1.1.13)."""
    return one == two or (_value(one, two) and _TEN in (one, two))


_TEN = Rank.TEN.place


def _first_four(composition: Composition) -> Iterator[tuple[Ranks, int]]:
    counts = composition.counts
    places = range(len(counts))
    for p1, p2, b1, b2 in product(places, places, places, places):
        ways, left = 1, list(counts)
        for rank in (p1, p2, b1, b2):
            ways *= left[rank]
            left[rank] -= 1
        if ways:
            yield (p1, p2, b1, b2), ways


# --- I-15, I-16, I-18: which totals win ---


def _totals(prices: _Prices) -> Iterator[Reading]:
    six = frozenset({6})
    one = frozenset({1})
    every = frozenset(range(10))
    if "wu_dalang" in prices.bets:
        for reading, banker in (
            ("Player totals 1, whatever Banker has", every),
            ("Player totals 1 against Banker 0 or 1", frozenset({0, 1})),
        ):
            when = Condition(player_total=one, banker_total=banker)
            yield prices.with_condition("I-15", "wu_dalang", reading, when)
    if "tiger_buffalo" in prices.bets:
        when = Condition(winning_total=six)
        yield prices.with_condition("I-16", "tiger_buffalo", "a 6-6 tie wins", when)
    for bet, when in _SIXES.items():
        if bet in prices.bets:
            yield prices.with_condition("I-16", bet, "a 6-6 tie wins", when)
    for bet in ("banker_char_siu", "player_char_siu"):
        if bet in prices.bets:
            returned = PayRow(
                name="tie_returned",
                when=Condition(winner=frozenset({Winner.TIE})),
                odds=None,
                clauses=(),
                by=("I-18",),
            )
            rows = (*prices.bets[bet].rows, returned)
            yield prices.with_rows("I-18", bet, "a tie is returned", rows)


def _six(side: Side, cards: int) -> Condition:
    held = frozenset({Winner(side), Winner.TIE})
    if side is Side.BANKER:
        return Condition(winner=held, banker_total=frozenset({6}), banker_cards=frozenset({cards}))
    return Condition(winner=held, player_total=frozenset({6}), player_cards=frozenset({cards}))


_SIXES = {
    "big_tiger": _six(Side.BANKER, 3),
    "small_tiger": _six(Side.BANKER, 2),
    "big_buffalo": _six(Side.PLAYER, 3),
    "small_buffalo": _six(Side.PLAYER, 2),
}


# --- I-22, I-29: what the figures of a pay table mean ---


def _payments(prices: _Prices) -> Iterator[Reading]:
    for bet in ("tie", "tiger_tie", "player"):
        if bet in prices.bets:
            rows = tuple(map(_received, prices.bets[bet].rows))
            reading = "the odds are what is received in all"
            yield prices.with_rows("I-22", bet, reading, rows)
    for bet, odds in (("small_tiger", 20), ("small_buffalo", 22)):
        if bet in prices.bets and "small_buffalo" in prices.bets:
            (row,) = prices.bets[bet].rows
            rows = (replace(row, odds=Odds(odds, 1)),)
            reading = f"{odds} to 1, as read on a layout drawing"
            yield prices.with_rows("I-29", bet, reading, rows)


def _received(row: PayRow) -> PayRow:
    """Read n to m as n received for m staked, the stake not besides."""
    if row.odds is None:
        return row
    left = row.odds.num - row.odds.den
    return replace(row, odds=Odds(left, row.odds.den) if left else None)


# --- I-57: Insurance when no card is to come ---


def _insurance(rulebook: Rulebook, composition: Composition, rules: Drawing) -> Iterator[Reading]:
    default = insurance_table(rulebook, composition, rules)
    standing = insurance_table(rulebook, composition, rules, also_standing=True)
    for line, other in zip(default, standing, strict=True):
        if line.whole.offered != other.whole.offered:
            reading = "offered also when Banker is bound to stand"
            results = -other.whole.edge, -line.whole.edge
            yield Reading("I-57", f"insurance: {line.name}", reading, *results)
