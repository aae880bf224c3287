"""Which bets can no longer change: "an outcome has been established" (I-80, I-81, table T5).

Every completion that the Table of Play allows is taken as possible, whatever cards are left.
The classes still reachable are a set of bits over the class codes, so a bet is decided when
its winning or its losing codes cover that set.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from punto.core.cards import RANKS, Rank
from punto.core.outcome import OutcomeClass, PairClass, Winner
from punto.core.rulebook import Layout, Result, Rulebook
from punto.core.tableau import Tableau

Shown = Sequence[Rank | None]
"""The cards of a Hand in order; None is a card that nobody at the table has seen (I-81)."""


def reachable_codes(tableau: Tableau, player: Shown, banker: Shown) -> int:
    """Return the class codes that the round can still end in, as bits."""
    return _reachable(_plain(tableau), _two(player), _two(banker), _third(player), _third(banker))


def decided(rules: Rulebook, bet: str, codes: int) -> Result | None:
    """Return win or lose if the bet ends so in every class; a sure push does not count."""
    wins, pays = rules.masks[bet]
    if not codes & ~wins:
        return Result.WIN
    return Result.LOSE if not codes & pays else None


def established(rules: Rulebook, layout: Layout, player: Shown, banker: Shown) -> tuple[str, ...]:
    """List the available bets that can no longer change, placed or not (I-80, I-105)."""
    codes = reachable_codes(rules.tableau, player, banker)
    return tuple(bet for bet in layout.bets if decided(rules, bet, codes) is not None)


def result_fixed(tableau: Tableau, player: Shown, banker: Shown) -> bool:
    """Tell whether Player, Banker or Tie is fixed: the reading for neglected offers (I-72)."""
    codes = reachable_codes(tableau, player, banker)
    return any(not codes & ~mask for mask in _by_winner().values())


@lru_cache(maxsize=1)
def _by_winner() -> dict[Winner, int]:
    masks = dict.fromkeys(Winner, 0)
    for player, banker, player_cards, banker_cards in product(range(10), range(10), (2, 3), (2, 3)):
        for pairs in PairClass:
            outcome = OutcomeClass(player, banker, player_cards, banker_cards, pairs)
            masks[outcome.winner] |= 1 << outcome.code
    return masks


_Plain = tuple[frozenset[int], frozenset[int], frozenset[int], tuple[frozenset[int], ...]]
_Two = tuple[Rank | None, Rank | None]


def _plain(tableau: Tableau) -> _Plain:
    """Boil the drawing rules down to something that can be a cache key."""
    rows = tableau.banker_draws_on_third_card
    return (
        tableau.naturals,
        tableau.player_draws,
        tableau.banker_draws_when_player_stands,
        tuple(rows.get(total, frozenset()) for total in range(10)),
    )


def _two(hand: Shown) -> _Two:
    first, second, *_ = (*hand, None, None)
    return first, second


def _third(hand: Shown) -> int | None:
    card = hand[2] if len(hand) > 2 else None
    return None if card is None else card.points


@lru_cache(maxsize=100_000)
def _reachable(
    plain: _Plain, player: _Two, banker: _Two, player_third: int | None, banker_third: int | None
) -> int:
    codes = 0
    for player_total, player_pair in _starts(player):
        for banker_total, banker_pair in _starts(banker):
            endings = _endings(plain, player_total, banker_total, player_third, banker_third)
            codes |= endings << _pair_class(player_pair, banker_pair)
    return codes


@lru_cache(maxsize=256)
def _starts(two: _Two) -> tuple[tuple[int, Rank | None], ...]:
    """List what the first two cards may be: their total, and the rank if they are a pair."""
    first, second = ((card,) if card is not None else RANKS for card in two)
    return tuple(
        {((a.points + b.points) % 10, a if a is b else None) for a, b in product(first, second)}
    )


def _pair_class(player: Rank | None, banker: Rank | None) -> PairClass:
    if player is not None and banker is not None:
        return PairClass.TWIN if player is banker else PairClass.BOTH
    if player is not None:
        return PairClass.PLAYER
    return PairClass.NONE if banker is None else PairClass.BANKER


@lru_cache(maxsize=20_000)
def _endings(
    plain: _Plain, player: int, banker: int, player_third: int | None, banker_third: int | None
) -> int:
    """Return the codes without pairs that two-card totals can lead to."""
    codes = 0
    for ending in _complete(plain, player, banker, player_third, banker_third):
        codes |= 1 << OutcomeClass(*ending, PairClass.NONE).code
    return codes


def _complete(
    plain: _Plain, player: int, banker: int, player_third: int | None, banker_third: int | None
) -> Iterator[tuple[int, int, int, int]]:
    naturals, player_draws, when_stands, on_third = plain
    natural = player in naturals or banker in naturals
    draws = not natural and player in player_draws
    for third in _values(player_third) if draws else (None,):
        total = player if third is None else (player + third) % 10
        banker_draws = not natural and (
            banker in when_stands if third is None else third in on_third[banker]
        )
        size = 3 if draws else 2
        if not banker_draws:
            yield total, banker, size, 2
            continue
        for last in _values(banker_third):
            yield total, (banker + last) % 10, size, 3


def _values(known: int | None) -> Sequence[int]:
    return range(10) if known is None else (known,)
