"""Roads as pictures (SVG) and as text. Only here does a long streak bend: that is drawing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Generic, TypeVar
from xml.sax.saxutils import quoteattr

from punto.core.outcome import Side, Winner
from punto.core.roads import Bead, Column, Derived, Entry, Mark, Roads

T = TypeVar("T")

ROWS: Final = 6
CELL: Final = 20
LEAST_COLUMNS: Final = 12
RED, BLUE, GREEN, INK, PAPER, GRID = (
    "#c8102e",
    "#1257a8",
    "#2e7d32",
    "#1b1b1b",
    "#fffdf7",
    "#d8d2c4",
)
AMBER, BROWN = "#f0a800", "#8a5424"
FONTS: Final = "system-ui, 'Noto Sans', 'Noto Sans CJK TC', 'PingFang TC', sans-serif"
COLOUR: Final = {Winner.BANKER: RED, Winner.PLAYER: BLUE, Winner.TIE: GREEN}
LETTER: Final = {Winner.BANKER: "庄", Winner.PLAYER: "閒", Winner.TIE: "和"}
TITLES: Final = {
    "bead": "Bead plate 珠盤路",
    "big": "Big road 大路",
    "big_eye": "Big eye boy 大眼仔路",
    "small": "Small road 小路",
    "cockroach": "Cockroach road 曱甴路",
}
BEASTS: Final = {"tiger": AMBER, "buffalo": BROWN}
"""Families of side bets that have a mark of their own, told by the names of the bets."""


@dataclass(frozen=True, slots=True)
class Placed(Generic[T]):
    """Something at a place of a drawn grid."""

    column: int
    row: int
    item: T


def bent(columns: Iterable[Sequence[T]], rows: int = ROWS) -> list[Placed[T]]:
    """Place logical columns on a grid: down until the end or another streak, then to the right."""
    taken: set[tuple[int, int]] = set()
    placed: list[Placed[T]] = []
    head = -1
    for column in columns:
        head += 1
        while (head, 0) in taken:
            head += 1
        x, y, turned = head, 0, False
        for number, item in enumerate(column):
            if number:
                turned = turned or y + 1 == rows or (x, y + 1) in taken
                x, y = (x + 1, y) if turned else (x, y + 1)
            taken.add((x, y))
            placed.append(Placed(x, y, item))
    return placed


def pictures(roads: Roads) -> Mapping[str, str]:
    """Draw every road."""
    drawn = {"bead": bead_plate(roads.beads), "big": big_road(roads.big)}
    return drawn | {which.value: derived_road(which, roads.road(which)) for which in Derived}


def bead_plate(beads: Sequence[Bead]) -> str:
    """Draw every result in order, six to a column."""
    cells = [Placed(*divmod(number, ROWS), bead) for number, bead in enumerate(beads)]
    return _svg("bead", cells, (_bead(cell) for cell in cells), _said(beads))


def big_road(columns: Sequence[Column]) -> str:
    """Draw the streaks; Ties are lines through the entry before them."""
    cells = bent([column.entries for column in columns])
    before = columns[0].ties_before if columns else 0
    shapes = [_entry(cell, before if (cell.column, cell.row) == (0, 0) else 0) for cell in cells]
    if before and not cells:
        shapes.append(_ties(0, 0, before))
    return _svg("big", cells, shapes, f"{len(columns)} streaks")


def derived_road(which: Derived, columns: Sequence[Sequence[Mark]]) -> str:
    """Draw a derived road."""
    cells = bent(columns)
    marks = sum(len(column) for column in columns)
    return _svg(which.value, cells, (_mark(which, cell) for cell in cells), f"{marks} marks")


def _svg(name: str, cells: Sequence[Placed[T]], shapes: Iterable[str], said: str) -> str:
    """Draw the grid with what stands on it, a free column after the last."""
    columns = max([LEAST_COLUMNS, *(cell.column + 2 for cell in cells)])
    width, height = columns * CELL, ROWS * CELL
    lines = "".join(f"M{x * CELL} 0V{height}" for x in range(columns + 1))
    lines += "".join(f"M0 {y * CELL}H{width}" for y in range(ROWS + 1))
    label = quoteattr(f"{TITLES[name]}: {said}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="road-{name}" role="img" '
        f'aria-label={label} font-family="{FONTS}" viewBox="-1 -1 {width + 2} {height + 2}">'
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>'
        f'<path d="{lines}" fill="none" stroke="{GRID}" stroke-width=".6"/>'
        f"{''.join(shapes)}</svg>"
    )


def _centre(cell: Placed[T]) -> tuple[float, float]:
    return (cell.column + 0.5) * CELL, (cell.row + 0.5) * CELL


def _bead(cell: Placed[Bead]) -> str:
    x, y = _centre(cell)
    bead = cell.item
    size = CELL * 0.46
    text = (
        f'<text x="{x}" y="{y + 4}" font-size="11" text-anchor="middle" fill="#fff">'
        f"{LETTER[bead.winner]}</text>"
    )
    ring = f' stroke="{INK}" stroke-width="2"' if bead.natural else ""
    return (
        f'<g class="{bead.winner.value}"><title>{_told(bead)}</title>'
        f'<circle cx="{x}" cy="{y}" r="{size}" fill="{COLOUR[bead.winner]}"{ring}/>'
        f"{text}{_pairs(bead, x, y)}{_wins(bead, x, y)}</g>"
    )


def _entry(cell: Placed[Entry], ties_before: int = 0) -> str:
    """Draw a win; Ties before the first win of a shoe are marked on it as well."""
    bead = cell.item.bead
    shape = _marked(cell, cell.item.ties + ties_before)
    return f'<g class="{bead.winner.value}"><title>{_told(bead)}</title>{shape}</g>'


def _marked(cell: Placed[Entry], ties: int) -> str:
    """Draw a win with its marks."""
    x, y = _centre(cell)
    bead = cell.item.bead
    ring = (
        f'<circle cx="{x}" cy="{y}" r="{CELL * 0.36}" fill="none" '
        f'stroke="{COLOUR[bead.winner]}" stroke-width="2.6"/>'
    )
    dot = f'<circle cx="{x}" cy="{y}" r="2.4" fill="{INK}"/>' if bead.natural else ""
    return f"{ring}{dot}{_pairs(bead, x, y)}{_wins(bead, x, y)}{_ties(cell.column, cell.row, ties)}"


def _ties(column: int, row: int, ties: int) -> str:
    if not ties:
        return ""
    x, y = column * CELL, row * CELL
    line = (
        f'<path class="tie" d="M{x + 4} {y + CELL - 4}L{x + CELL - 4} {y + 4}" '
        f'stroke="{GREEN}" stroke-width="2"/>'
    )
    if ties == 1:
        return line
    number = f'<text x="{x + CELL / 2}" y="{y + CELL / 2 + 3}" font-size="9" text-anchor="middle"'
    halo = f'stroke="{PAPER}" stroke-width="2.4" paint-order="stroke"'
    return f'{line}{number} fill="{GREEN}" font-weight="bold" {halo}>{ties}</text>'


def _pairs(bead: Bead, x: float, y: float) -> str:
    """Mark a pair with a dot: Banker's at the upper left, Player's at the lower right."""
    off = CELL * 0.35
    dots = ((bead.banker_pair, -off, RED), (bead.player_pair, off, BLUE))
    return "".join(
        f'<circle cx="{x + at:g}" cy="{y + at:g}" r="2.9" fill="{colour}" stroke="#fff" '
        'stroke-width="1"/>'
        for there, at, colour in dots
        if there
    )


def beasts(bead: Bead) -> list[str]:
    """Name the families of side bets that a result pays."""
    return [beast for beast in BEASTS if any(beast in name for name in bead.wins)]


def _wins(bead: Bead, x: float, y: float) -> str:
    """Mark a win of a family: one fills the upper right corner, the other the lower left."""
    reach, size = CELL * 0.48, CELL * 0.38
    shapes = []
    for beast in beasts(bead):
        way = -1 if beast == "buffalo" else 1
        shapes.append(
            f'<path class="{beast}" d="M{x + way * reach:g} {y - way * reach:g}'
            f'h{-way * size:g}l{way * size:g} {way * size:g}z" fill="{BEASTS[beast]}" '
            'stroke="#fff" stroke-width=".7"/>'
        )
    return "".join(shapes)


def _mark(which: Derived, cell: Placed[Mark]) -> str:
    x, y = _centre(cell)
    colour = RED if cell.item is Mark.RED else BLUE
    size = CELL * 0.32
    if which is Derived.COCKROACH:
        return (
            f'<path d="M{x - size} {y + size}L{x + size} {y - size}" stroke="{colour}" '
            'stroke-width="2.6"/>'
        )
    filled = which is Derived.SMALL
    paint = f'fill="{colour}"' if filled else f'fill="none" stroke="{colour}" stroke-width="2.6"'
    return f'<circle cx="{x}" cy="{y}" r="{size}" {paint}/>'


def _told(bead: Bead) -> str:
    extra = [word for there, word in _words(bead) if there]
    winner = "Tie" if bead.winner is Winner.TIE else f"{bead.winner.value.capitalize()} wins"
    points = "" if bead.points is None else f" on {bead.points}"
    return ", ".join([f"Round {bead.round}: {winner}{points}", *extra])


def _words(bead: Bead) -> list[tuple[bool, str]]:
    return [
        (bead.natural, "Natural"),
        (bead.player_pair, "Player Pair"),
        (bead.banker_pair, "Banker Pair"),
        *((True, beast.capitalize()) for beast in beasts(bead)),
    ]


def _said(beads: Sequence[Bead]) -> str:
    found = counts(beads)
    return ", ".join(f"{name.replace('_', ' ')} {number}" for name, number in found.items())


def counts(beads: Sequence[Bead]) -> dict[str, int]:
    """Count what a board counts."""
    tally = {winner.value: sum(bead.winner is winner for bead in beads) for winner in Winner}
    return (
        {"rounds": len(beads)}
        | tally
        | {
            "player_pair": sum(bead.player_pair for bead in beads),
            "banker_pair": sum(bead.banker_pair for bead in beads),
            "natural": sum(bead.natural for bead in beads),
        }
        | {beast: sum(beast in beasts(bead) for bead in beads) for beast in BEASTS}
    )


def sheet(roads: Roads) -> str:
    """Draw all five roads on one sheet: results above, derived roads at half the size below."""
    drawn = pictures(roads)
    title, gap = CELL * 0.8, CELL * 0.6
    parts: list[str] = []
    top, widest = gap, 0.0
    for row, scale in ((("bead", "big"), 1.0), (("big_eye", "small", "cockroach"), 0.5)):
        left = gap
        for name in row:
            width, height = _size(drawn[name])
            place = f'x="{left:g}" y="{top + title:g}"'
            size = f'width="{width * scale:g}" height="{height * scale:g}"'
            parts.append(
                f'<text x="{left + 1:g}" y="{top + title * 0.7:g}" font-size="9" fill="{INK}">'
                f"{TITLES[name]}</text>" + drawn[name].replace("<svg ", f"<svg {place} {size} ", 1)
            )
            left += width * scale + gap
        widest = max(widest, left)
        top += title + _size(drawn[row[0]])[1] * scale + gap
    parts.append(_legend(gap, top))
    top += CELL
    said = quoteattr(f"Five roads: {_said(roads.beads)}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="roads" role="img" aria-label={said} '
        f'font-family="{FONTS}" viewBox="0 0 {widest:g} {top:g}">'
        f'<rect width="{widest:g}" height="{top:g}" fill="#fff"/>{"".join(parts)}</svg>'
    )


def _legend(left: float, top: float) -> str:
    """Say what the marks mean, each on a win of Banker."""
    win = Bead(round=0, winner=Winner.BANKER)
    marks = (
        ("Natural 例牌", replace(win, natural=True), 0),
        ("Tie 和", win, 1),
        ("Banker Pair 庄對", replace(win, banker_pair=True), 0),
        ("Player Pair 閒對", replace(win, player_pair=True), 0),
        ("Tiger 老虎", replace(win, wins=("tiger",)), 0),
        ("Buffalo 水牛", replace(win, wins=("buffalo",)), 0),
    )
    return "".join(
        f'<g transform="translate({left + place * CELL * 4.4:g} {top:g}) scale(.6)">'
        f"{_marked(Placed(0, 0, Entry(bead=bead)), ties)}"
        f'<text x="26" y="15" font-size="12" fill="{INK}">{words}</text></g>'
        for place, (words, bead, ties) in enumerate(marks)
    )


def _size(picture: str) -> tuple[float, float]:
    """Read width and height back from a picture."""
    _, _, width, height = picture.partition('viewBox="')[2].partition('"')[0].split()
    return float(width), float(height)


KEY: Final = "B2: two Ties on that win.  o red: the shoe repeats itself.  x blue: it does not."


def as_text(roads: Roads) -> str:
    """Write every road with letters, for a terminal."""
    letter = {Winner.BANKER: "B", Winner.PLAYER: "P", Winner.TIE: "T"}
    beads = [Placed(*divmod(n, ROWS), letter[bead.winner]) for n, bead in enumerate(roads.beads)]
    big = bent(
        [
            [_entry_text(column.side, entry) for entry in column.entries]
            for column in roads.big
            if column.side is not None
        ]
    )
    before = roads.big[0].ties_before if roads.big else 0
    if before:
        first = roads.big[0].entries[0] if roads.big[0].entries else None
        ties = before + (first.ties if first else 0)
        side = roads.big[0].side
        big[:1] = [Placed(0, 0, f"{'T' if side is None else side.value[0].upper()}{ties}")]
    derived = [
        (which.value, bent([["o" if mark is Mark.RED else "x" for mark in c] for c in columns]))
        for which, columns in roads.derived
    ]
    grids = [("bead", beads), ("big", big), *derived]
    drawn = [f"{TITLES[name]}\n{_grid(cells)}" for name, cells in grids]
    return "\n\n".join([*drawn, KEY]) + "\n"


def _entry_text(side: Side, entry: Entry) -> str:
    """Write a win; small after a Tie would mislead, so Ties are counted beside it."""
    return side.value[0].upper() + (str(entry.ties) if entry.ties else "")


def _grid(cells: Sequence[Placed[str]]) -> str:
    wide = max((cell.column + 1 for cell in cells), default=0)
    rows = [["."] * wide for _ in range(ROWS)]
    for cell in cells:
        rows[cell.row][cell.column] = cell.item
    return "\n".join(" ".join(f"{text:2}" for text in row).rstrip() for row in rows)
