"""`punto layouts`: which bets each appendix carries, at which odds, for how many boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from punto.cli.choices import Game, rulebook
from punto.cli.output import AsJson, Failed, answers, console, print_json, table, unknown
from punto.core.bets import Bet
from punto.core.rulebook import Layout, Rulebook

if TYPE_CHECKING:
    from rich.table import Table

STATED, DEFAULTED = "●", "○"
LEGEND = f"{STATED} stated  {DEFAULTED} by default (I-25)"


@answers
def command(
    game: Game,
    letter: Annotated[
        str | None,
        typer.Argument(help="A layout by its appendix letter.", show_default=False),
    ] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Show the layouts of a game and the bets that each carries.

    Without LETTER all layouts side by side. A bet that the document names for the layout is
    stated; one that no clause places is on every layout by default.

        punto layouts tb4

        punto layouts rws-tiger-buffalo@4 P

        punto layouts tb4 P --json
    """
    rules = rulebook(game)
    if letter is not None and letter not in rules.layouts:
        raise Failed(unknown("layout", letter, rules.layouts, where="LETTER"))
    chosen = list(rules.layouts.values()) if letter is None else [rules.layouts[letter]]
    if as_json:
        print_json({"game": rules.id, "layouts": [_as_json(rules, layout) for layout in chosen]})
        return
    screen = console()
    screen.print(f"{rules.id}: {rules.document.title} {rules.document.title_zh}")
    if letter is None:
        screen.print(_side_by_side(rules))
        screen.print(LEGEND)
        screen.print(_boxes(rules))
    else:
        _draw(rules, rules.layouts[letter])


def _as_json(rules: Rulebook, layout: Layout) -> dict[str, Any]:
    return {
        "layout": layout.letter,
        "positions": {"least": layout.least_positions, "most": layout.most_positions},
        "clauses": list(layout.clauses),
        "interpretations": list(layout.by),
        "bets": [
            {
                "bet": bet,
                "name": rules.bets[bet].name,
                "name_zh": rules.bets[bet].name_zh,
                "stated": bet in layout.stated,
                "pays": _pays_json(rules.bets[bet]),
            }
            for bet in layout.bets
        ],
    }


def _pays_json(bet: Bet) -> list[dict[str, Any]]:
    return [
        {
            "row": row.name,
            "odds": None if row.odds is None else [row.odds.num, row.odds.den],
            "clauses": list(row.clauses),
            "interpretations": list(row.by),
        }
        for row in bet.rows
    ]


def _side_by_side(rules: Rulebook) -> Table:
    """One line a bet, one column a layout."""
    rows = table("bet", *rules.layouts)
    rows.padding = (0, 1, 0, 0)
    for bet in rules.bets.values():
        marks = (
            STATED if bet.id in layout.stated else DEFAULTED if bet.id in layout.bets else ""
            for layout in rules.layouts.values()
        )
        rows.add_row(bet.name, *marks)
    return rows


def _boxes(rules: Rulebook) -> str:
    """Say for how many boxes the layouts are, alike ones together."""
    alike: dict[str, list[str]] = {}
    for layout in rules.layouts.values():
        alike.setdefault(_positions(layout), []).append(layout.letter)
    return "boxes: " + "; ".join(
        f"{positions} on {' '.join(letters)}" for positions, letters in alike.items()
    )


def _positions(layout: Layout) -> str:
    """Say how many boxes a layout may have, as far as the document does."""
    least, most = layout.least_positions, layout.most_positions
    if least is None and most is None:
        return "not stated"
    if most is None:
        return f"{least} or more (the most is not stated)"
    return f"{least} to {most}"


def _draw(rules: Rulebook, layout: Layout) -> None:
    rows = table("", "bet", "pays", "rests on")
    rows.columns[2].no_wrap = True
    for name in layout.bets:
        bet = rules.bets[name]
        mark = STATED if name in layout.stated else DEFAULTED
        cited = dict.fromkeys(clause for row in bet.rows for clause in row.clauses)
        numbers = ", ".join(clause.partition(":")[2] for clause in cited)
        rows.add_row(mark, f"{name}\n{bet.name} {bet.name_zh}", _pays(bet), numbers)
    screen = console()
    screen.print(f"layout {layout.letter}, boxes: {_positions(layout)}")
    screen.print(rows)
    screen.print(LEGEND)


def _pays(bet: Bet) -> str:
    """Write every pay row of a bet, one a line."""
    if len(bet.rows) == 1:
        return str(bet.rows[0].odds)
    lines = (
        f"{'stake back' if row.odds is None else row.odds}: {row.name.replace('_', ' ')}"
        for row in bet.rows
    )
    return "\n".join(lines)
