"""Fast settlement: cards to a class and a class to money by tables compiled once per rulebook.

A `Desk` answers exactly as `punto.record.settling` does, and hands over to it whatever is odd
about an input; tests hold the two together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import msgspec
from msgspec import UNSET

from punto.core.bets import Column
from punto.core.cards import DECK, Suit, parse_card
from punto.core.checks import Misuse
from punto.core.money import Cents
from punto.core.outcome import SLOTS, PairClass, decode
from punto.core.refusal import Refused
from punto.core.rulebook import Result, Rulebook
from punto.core.settle import ROUNDED
from punto.core.tableau import Tableau
from punto.record.settling import settle_json, settle_request
from punto.record.wire import MOST, Answer, LimitsJson, LineJson, OutcomeJson, Request, bare
from punto.rules import load

_decode: Final = msgspec.json.Decoder(Request).decode

_CARDS: Final = {
    text: DECK.index(parse_card(text)) for text in (*map(str, DECK), *(f"T{suit}" for suit in Suit))
}
_PLACES: Final = tuple(card.rank.place for card in DECK)
_POINTS: Final = tuple(card.points for card in DECK)

Cell: TypeAlias = tuple[
    str,  # result
    tuple[int, int] | None,  # odds
    int,  # profit is the stake times this ...
    int,  # ... over this
    bool,  # whether the stake goes back
    tuple[str, ...],  # clauses
    tuple[str, ...],  # interpretations
]
"""What becomes of one bet in one class."""

Drawing: TypeAlias = tuple[bool, tuple[bool, ...], bool]
"""For two-card totals: whether Player draws, whether Banker does on each third card and without."""


def _cells(column: Column) -> tuple[Cell, ...]:
    """Spell a bet out for every class code."""
    bet = column.bet
    lost: Cell = (str(Result.LOSE), None, 0, 1, False, bare(bet.clauses), bet.by)
    by_row: dict[int, Cell] = {
        id(row): (
            (str(Result.PUSH), None, 0, 1, True, bare(row.clauses), row.by)
            if row.odds is None
            else (
                str(Result.WIN),
                (row.odds.num, row.odds.den),
                row.odds.num,
                row.odds.den,
                True,
                bare(row.clauses),
                row.by,
            )
        )
        for row in bet.rows
    }
    rows = (column.row(code) for code in range(SLOTS))
    return tuple(lost if row is None else by_row[id(row)] for row in rows)


def _drawings(tableau: Tableau) -> tuple[Drawing, ...]:
    """Spell the Table of Play out for every two-card total of Player times ten plus Banker."""
    return tuple(
        (
            tableau.player_takes_third(player, banker),
            tuple(tableau.banker_takes_third(player, banker, third) for third in range(10)),
            tableau.banker_takes_third(player, banker, None),
        )
        for player in range(10)
        for banker in range(10)
    )


class Compiled:
    """One rulebook as tables: what its Table of Play draws and what each bet pays."""

    def __init__(self, rules: Rulebook) -> None:
        """Spell every bet out over the classes."""
        self.rules = rules
        self.cells: Mapping[str, tuple[Cell, ...]] = {
            bet: _cells(column) for bet, column in rules.columns.items()
        }
        self._least_decks = rules.decks.minimum
        self._drawings = _drawings(rules.tableau)

    def code(self, cards: Sequence[str]) -> int | None:
        """Return the class of cards in draw order; None where they are odd in any way.

        Odd is also a card that stands more often than the least number of decks may hold it.
        """
        try:
            drawn = [_CARDS[card] for card in cards]
        except KeyError:
            return None
        count = len(drawn)
        if count < 4 or count - len(set(drawn)) >= self._least_decks:
            return None
        first, second, third, fourth = drawn[:4]
        player = (_POINTS[first] + _POINTS[third]) % 10
        banker = (_POINTS[second] + _POINTS[fourth]) % 10
        player_draws, by_third, banker_draws = self._drawings[player * 10 + banker]
        used = 4
        sizes = 0
        if player_draws:
            if count < 5:
                return None
            points = _POINTS[drawn[4]]
            player = (player + points) % 10
            banker_draws = by_third[points]
            used, sizes = 5, 2
        if banker_draws:
            if count <= used:
                return None
            banker = (banker + _POINTS[drawn[used]]) % 10
            used, sizes = used + 1, sizes + 1
        if used != count:
            return None
        return ((player * 10 + banker) * 4 + sizes) * 5 + _pairs(drawn)

    def returned(self, code: int, bets: Iterable[tuple[str, Cents]], unit: Cents = 1) -> Cents:
        """Return what goes back for (bet, stake) pairs in a class: the sums alone."""
        cells = self.cells
        back = 0
        for bet, stake in bets:
            cell = cells[bet][code]
            if cell[4]:
                back += stake - (-stake * cell[2] // (cell[3] * unit)) * unit
        return back

    def settle_many(
        self, rounds: Iterable[tuple[int, Sequence[tuple[str, Cents]]]], unit: Cents = 1
    ) -> Iterator[Cents]:
        """Return what goes back in each of many rounds, each a class code and its bets."""
        return (self.returned(code, bets, unit) for code, bets in rounds)


def _pairs(drawn: Sequence[int]) -> int:
    """Class the pairs among the first four cards."""
    first, second, third, fourth = drawn[:4]
    rank = _PLACES[first]
    if rank == _PLACES[third]:
        if _PLACES[second] != _PLACES[fourth]:
            return PairClass.PLAYER
        return PairClass.TWIN if rank == _PLACES[second] else PairClass.BOTH
    return PairClass.BANKER if _PLACES[second] == _PLACES[fourth] else PairClass.NONE


def _bounds(limits: LimitsJson) -> tuple[Cents, Cents, Cents]:
    """Return the payable unit, and the least and the most that a wager may be."""
    least = 0 if limits.minimum is UNSET else limits.minimum
    return limits.unit, least, MOST if limits.maximum is UNSET else limits.maximum


@dataclass(frozen=True, slots=True)
class _Layout:
    """One layout of a compiled rulebook."""

    compiled: Compiled
    cells: Mapping[str, tuple[Cell, ...]]


class Desk:
    """Settles request after request and keeps what it has compiled."""

    def __init__(self) -> None:
        """Compile nothing yet."""
        self._compiled: dict[str, Compiled] = {}
        self._layouts: dict[tuple[str, str], _Layout] = {}
        self._outcomes: dict[int, OutcomeJson] = {}

    def answer(self, data: bytes) -> Answer | Refused:
        """Settle one JSON object, or say what is wrong with it."""
        try:
            request = _decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return settle_json(data)
        return self.settle(request)

    def settle(self, request: Request) -> Answer | Refused:
        """Settle one decoded request."""
        return self._quickly(request) or settle_request(request)

    def _layout(self, game: str, letter: str) -> _Layout | None:
        """Find a layout, compiling its rulebook at first use; unknown games and layouts are odd."""
        key = game, letter
        found = self._layouts.get(key)
        if found is None:
            try:
                rules = load(game)
            except Misuse:
                return None
            if letter not in rules.layouts:
                return None
            compiled = self._compiled.setdefault(game, Compiled(rules))
            on_it = {bet: compiled.cells[bet] for bet in rules.layouts[letter].bets}
            found = self._layouts[key] = _Layout(compiled, on_it)
        return found

    def _quickly(self, request: Request) -> Answer | None:
        """Answer what is in order; None for whatever needs more thought."""
        layout = self._layout(request.game, request.layout)
        if layout is None or request.insurance:
            return None
        unit, most = 1, MOST
        if request.limits is not UNSET:
            unit, least, most = _bounds(request.limits)
            if least > most:
                return None
        decks = layout.compiled.rules.decks
        code = layout.compiled.code(request.cards)
        wagers = request.wagers
        if code is None or not decks.minimum <= request.decks <= decks.maximum:
            return None
        cells, lines, staked, back = layout.cells, [], 0, 0
        try:
            for wager in wagers:
                stake = wager.stake
                result, odds, num, den, kept, clauses, by = cells[wager.bet][code]
                if stake > most:
                    return None
                won = -(-stake * num // (den * unit)) * unit
                if won * den != stake * num:
                    by = (*by, ROUNDED)
                returned = stake + won if kept else 0
                staked += stake
                back += returned
                lines.append(
                    LineJson(wager.id, wager.bet, stake, result, odds, won, returned, clauses, by)
                )
        except KeyError:
            return None
        if len({wager.id for wager in wagers}) != len(wagers):
            return None
        return Answer(request.game, request.layout, self._outcome(code), lines, staked, back)

    def _outcome(self, code: int) -> OutcomeJson:
        found = self._outcomes.get(code)
        if found is None:
            found = self._outcomes[code] = OutcomeJson.of(decode(code))
        return found
