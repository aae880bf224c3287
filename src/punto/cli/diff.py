"""`punto diff`: what changed between two rulebooks, and what it does to every edge."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from punto.cli.choices import game_names, rulebook
from punto.cli.output import (
    AsJson,
    Failed,
    Problem,
    answers,
    asked_wrongly,
    console,
    print_json,
    table,
)
from punto.core.cards import DECK
from punto.core.rulebook import Rulebook
from punto.odds.asked import USUAL_DECKS, BadRequest, cards_left
from punto.odds.compare import Repriced, changes, repriced
from punto.rules import load_file

EitherRulebook: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="RULEBOOK",
        help="A game as in `punto games`, or the file of a draft (TOML).",
        autocompletion=game_names,
        show_default=False,
    ),
]


@answers
def command(
    before: EitherRulebook,
    after: EitherRulebook,
    *,
    decks: Annotated[str, typer.Option(metavar="N", help="Decks to price with.")] = str(
        USUAL_DECKS
    ),
    as_json: AsJson = False,
) -> None:
    """Say what changed from one rulebook to another, and what it does to every edge.

    Two of the games, and a draft against the game that it was made from:

        punto diff dhyx2 tbi1

        punto diff tb4 my.toml --decks 6
    """
    old, new = _either(before), _either(after)
    try:
        left = cards_left(old.decks, decks, None)
        cards_left(new.decks, decks, None)
    except BadRequest as bad:
        raise asked_wrongly(bad) from None
    number = left.size // len(DECK)
    found, prices = changes(old, new), repriced(old, new, left)
    if as_json:
        print_json(
            {
                "before": old.id,
                "after": new.id,
                "decks": number,
                "changes": [
                    {"where": each.where, "before": each.before, "after": each.after}
                    for each in found
                ],
                "edges": {each.name: _edges(each) for each in prices},
            }
        )
        return
    screen = console()
    changed = table("where", before, after, title="What changed")
    for each in found:
        changed.add_row(each.where, each.before or "-", each.after or "-")
    screen.print(changed if found else "no value differs")
    numbers = ("before %", "after %", "change")
    priced = table("bet or insurance", *numbers, right=numbers, title=f"Results, {number} decks")
    for price in prices:
        if price.differs:
            priced.add_row(price.name, *_figures(price))
    screen.print(priced if priced.row_count else "no edge changes")


def _either(name: str) -> Rulebook:
    path = Path(name)
    if path.suffix == ".toml":
        if not path.is_file():
            raise Failed(Problem(code="file_not_found", message=f"there is no file {name}"))
        return load_file(path)
    return rulebook(name)


def _edges(price: Repriced) -> dict[str, float | None]:
    return {
        "before": None if price.before is None else float(-price.before),
        "after": None if price.after is None else float(-price.after),
    }


def _figures(price: Repriced) -> tuple[str, str, str]:
    def percent(value: Fraction | None) -> str:
        return "-" if value is None else f"{100 * float(value):.4f}"

    if price.before is None or price.after is None:
        return percent(price.before), percent(price.after), percent(None)
    return percent(price.before), percent(price.after), percent(price.after - price.before)
