"""Bets as data, and each compiled to a column over the outcome classes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from itertools import product
from typing import Any, Final

from punto.core.cards import RANKS
from punto.core.checks import require
from punto.core.money import Odds
from punto.core.outcome import SLOTS, OutcomeClass, PairClass, Winner, decode
from punto.core.tableau import Tableau

Ints = frozenset[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """The vocabulary of pay rows. Every word that is set must hold; an unset word always does."""

    winner: frozenset[Winner] | None = None
    player_total: Ints | None = None
    banker_total: Ints | None = None
    winning_total: Ints | None = None
    margin: Ints | None = None
    player_cards: Ints | None = None
    banker_cards: Ints | None = None
    total_cards: Ints | None = None
    pairs: frozenset[PairClass] | None = None

    def holds(self, outcome: OutcomeClass) -> bool:
        """Tell whether an outcome class meets every word."""
        facts = _facts(outcome)
        return all(facts[word] in allowed for word, allowed in self.words())

    def words(self) -> Iterator[tuple[str, frozenset[Any]]]:
        """List the words that are set, with the values that each allows."""
        for word in fields(self):
            allowed = getattr(self, word.name)
            if allowed is not None:
                yield word.name, allowed

    def mask(self) -> int:
        """Return the class codes that meet every word as a set of bits: `holds`, all at once."""
        mask = _ALL_CODES
        for word, allowed in self.words():
            by_value = _codes_by_fact()[word]
            either = 0
            for value in allowed:
                either |= by_value.get(value, 0)
            mask &= either
        return mask


_ALL_CODES: Final = (1 << SLOTS) - 1


def _facts(outcome: OutcomeClass) -> dict[str, Any]:
    return {
        "winner": outcome.winner,
        "player_total": outcome.player_total,
        "banker_total": outcome.banker_total,
        "winning_total": max(outcome.player_total, outcome.banker_total),
        "margin": abs(outcome.player_total - outcome.banker_total),
        "player_cards": outcome.player_cards,
        "banker_cards": outcome.banker_cards,
        "total_cards": outcome.player_cards + outcome.banker_cards,
        "pairs": outcome.pairs,
    }


@cache
def _codes_by_fact() -> Mapping[str, Mapping[Any, int]]:
    """For each word and value, the codes with that value, as bits."""
    found: dict[str, dict[Any, int]] = {}
    for code in range(SLOTS):
        for word, value in _facts(decode(code)).items():
            by_value = found.setdefault(word, {})
            by_value[value] = by_value.get(value, 0) | 1 << code
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class PayRow:
    """One line of a pay table. Odds of None return the stake without profit."""

    name: str
    when: Condition
    odds: Odds | None
    clauses: tuple[str, ...]
    by: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bet:
    """A kind of bet: where no row holds, it loses."""

    id: str
    name: str
    name_zh: str
    rows: tuple[PayRow, ...]
    clauses: tuple[str, ...]
    by: tuple[str, ...]


LOSES: Final = 255
"""The mark in a column where no pay row holds."""


@dataclass(frozen=True, slots=True)
class Column:
    """A bet over the classes: `marks[code]` is the index of the pay row, or LOSES."""

    bet: Bet
    marks: bytes

    def row(self, code: int) -> PayRow | None:
        """Return the pay row that a class falls under, None where the bet loses."""
        mark = self.marks[code]
        return None if mark == LOSES else self.bet.rows[mark]


def check_rows(bet: Bet) -> None:
    """Refuse a bet of which two pay rows hold at once."""
    seen: dict[str, int] = {}
    for row in bet.rows:
        mask = row.when.mask()
        for name, other in seen.items():
            require(not mask & other, f"pay rows {name} and {row.name} overlap")
        seen[row.name] = mask


def compile_bet(bet: Bet) -> Column:
    """Work a bet out for every class code."""
    marks = bytearray([LOSES]) * SLOTS
    for index, row in enumerate(bet.rows):
        mask = row.when.mask()
        while mask:
            lowest = mask & -mask
            marks[lowest.bit_length() - 1] = index
            mask ^= lowest
    return Column(bet, bytes(marks))


_Start = tuple[int, int | None]
"""A two-card Hand: its total and, if it is a pair, the index of its rank."""


def _two_card_hands() -> frozenset[_Start]:
    return frozenset(
        (
            (one.points + two.points) % 10,
            one.place if one is two else None,
        )
        for one, two in product(RANKS, repeat=2)
    )


def _pairs(player: int | None, banker: int | None) -> PairClass:
    if player is not None and banker is not None:
        return PairClass.TWIN if player == banker else PairClass.BOTH
    if player is not None:
        return PairClass.PLAYER
    return PairClass.NONE if banker is None else PairClass.BANKER


def _finished(tableau: Tableau, player: int, banker: int) -> Iterator[tuple[int, int, int, int]]:
    thirds = range(10) if tableau.player_takes_third(player, banker) else (None,)
    for third in thirds:
        player_end = (player + (third or 0)) % 10
        player_cards = 2 if third is None else 3
        if tableau.banker_takes_third(player, banker, third):
            for last in range(10):
                yield player_end, (banker + last) % 10, player_cards, 3
        else:
            yield player_end, banker, player_cards, 2


def reachable(tableau: Tableau) -> tuple[OutcomeClass, ...]:
    """List every class that a round can end in, in order of code: 779 under each rulebook."""
    classes = {
        OutcomeClass(*ending, _pairs(player_pair, banker_pair))
        for (player, player_pair), (banker, banker_pair) in product(_two_card_hands(), repeat=2)
        for ending in _finished(tableau, player, banker)
    }
    return tuple(sorted(classes, key=lambda outcome: outcome.code))
