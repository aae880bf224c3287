"""The five roads of a shoe, by logical columns, whatever a drawn grid makes of them.

The Big Road has a column for each streak; a Tie is a mark on the entry before it. The three
derived roads compare columns of the Big Road one, two and three back. Rounds that are void or
without a result are not shown to any road.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from punto.core.checks import require
from punto.core.outcome import OutcomeClass, Side, Winner


class Mark(StrEnum):
    """A mark of a derived road: red says that the shoe repeats itself, blue that it does not."""

    RED = "red"
    BLUE = "blue"


class Derived(StrEnum):
    """The derived roads."""

    BIG_EYE = "big_eye"
    SMALL = "small"
    COCKROACH = "cockroach"

    @property
    def back(self) -> int:
        """Return how many columns of the Big Road it looks back."""
        return 1 + list(Derived).index(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bead:
    """A result as the bead plate shows it."""

    round: int
    winner: Winner
    points: int | None = None
    """Of the winning Hand; of both in a Tie. None where only the winner is known."""
    cards: int | None = None
    """Cards of both Hands."""
    natural: bool = False
    player_pair: bool = False
    banker_pair: bool = False
    wins: tuple[str, ...] = ()
    """Side bets that this result pays, by their names in the rulebook."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A place in the Big Road: a win, and the Ties that followed it."""

    bead: Bead
    ties: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A streak of the Big Road. `side` is None while a shoe has had nothing but Ties."""

    side: Side | None
    entries: tuple[Entry, ...] = ()
    ties_before: int = 0
    """Ties before the first win of the shoe."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Roads:
    """All five roads."""

    beads: tuple[Bead, ...]
    big: tuple[Column, ...]
    derived: tuple[tuple[Derived, tuple[tuple[Mark, ...], ...]], ...]
    """For each derived road its columns: runs of equal marks."""

    def road(self, which: Derived) -> tuple[tuple[Mark, ...], ...]:
        """Return the columns of a derived road."""
        return dict(self.derived)[which]

    def hint(self, which: Derived, winner: Winner) -> Mark | None:
        """Return the mark that a road would get if `winner` won next; a Tie gives none."""
        require(winner is not Winner.TIE, "a Tie gives no mark")
        mark = None
        for lengths in _growing([*_sides(self.beads), _SIDE[winner]]):
            mark = _mark(lengths, which.back)
        return mark


def bead(round_: int, outcome: OutcomeClass, wins: Iterable[str] = ()) -> Bead:
    """Make the bead of a result."""
    return Bead(
        round=round_,
        winner=outcome.winner,
        points=max(outcome.player_total, outcome.banker_total),
        cards=outcome.player_cards + outcome.banker_cards,
        natural=outcome.natural,
        player_pair=outcome.pairs.player,
        banker_pair=outcome.pairs.banker,
        wins=tuple(wins),
    )


def roads(beads: Sequence[Bead]) -> Roads:
    """Draw the roads of a shoe from its results in order."""
    sides = _sides(beads)
    return Roads(
        beads=tuple(beads),
        big=_big(beads),
        derived=tuple((which, _derived(sides, which.back)) for which in Derived),
    )


_SIDE = {Winner.PLAYER: Side.PLAYER, Winner.BANKER: Side.BANKER}


def _sides(beads: Iterable[Bead]) -> list[Side]:
    """List the wins in order; Ties make no step."""
    return [_SIDE[bead.winner] for bead in beads if bead.winner is not Winner.TIE]


def _big(beads: Iterable[Bead]) -> tuple[Column, ...]:
    columns: list[tuple[Side | None, list[Entry]]] = []
    before = 0
    for result in beads:
        side = _SIDE.get(result.winner)
        if side is not None:
            if not columns or columns[-1][0] is not side:
                columns.append((side, []))
            columns[-1][1].append(Entry(bead=result))
        elif columns:
            last = columns[-1][1]
            last[-1] = Entry(bead=last[-1].bead, ties=last[-1].ties + 1)
        else:
            before += 1
    if not columns:
        return (Column(side=None, ties_before=before),) if before else ()
    return tuple(
        Column(side=side, entries=tuple(entries), ties_before=0 if number else before)
        for number, (side, entries) in enumerate(columns)
    )


def _growing(sides: Iterable[Side]) -> Iterator[list[int]]:
    """Yield after every win how long each streak is."""
    lengths: list[int] = []
    last: Side | None = None
    for side in sides:
        if side is last:
            lengths[-1] += 1
        else:
            lengths.append(1)
        last = side
        yield lengths


def _mark(lengths: Sequence[int], back: int) -> Mark | None:
    """Return the mark for the last place of the Big Road, None before a road begins.

    At the head of a column: are the column before and the one `back` before that equally long?
    Further down: has the column `back` to the left a place beside this one, or none beside the
    one above either?
    """
    column, row = len(lengths) - 1, lengths[-1] - 1
    if row == 0:
        if column - 1 - back < 0:
            return None
        return Mark.RED if lengths[column - 1] == lengths[column - 1 - back] else Mark.BLUE
    if column - back < 0:
        return None
    return Mark.BLUE if lengths[column - back] == row else Mark.RED


def _derived(sides: Iterable[Side], back: int) -> tuple[tuple[Mark, ...], ...]:
    columns: list[list[Mark]] = []
    for lengths in _growing(sides):
        mark = _mark(lengths, back)
        if mark is None:
            continue
        if columns and columns[-1][-1] is mark:
            columns[-1].append(mark)
        else:
            columns.append([mark])
    return tuple(tuple(column) for column in columns)
