"""`punto odds`: exact odds for the cards left, before or during a round."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from punto.cli.choices import game_names, rulebook
from punto.cli.output import AsJson, Failed, Problem, answers, asked_wrongly, console, print_json
from punto.core.checks import Misuse
from punto.core.rulebook import Rulebook
from punto.odds.asked import BadRequest, cards_left, shown_cards
from punto.rules import load_file

OptionalGame: TypeAlias = Annotated[
    str | None,
    typer.Argument(
        metavar="GAME",
        help="A rulebook by id, by id without version, or by key; `punto games` lists them.",
        autocompletion=game_names,
        show_default=False,
    ),
]
"""GAME of a command that can take a draft rulebook instead."""


@answers
def command(
    game: OptionalGame = None,
    *,
    decks: Annotated[
        str | None,
        typer.Option(metavar="N", help="A fresh set of N decks; 8 if nothing else is said."),
    ] = None,
    composition: Annotated[
        str | None,
        typer.Option(
            metavar="c1,...,c13",
            help="Cards left by rank, A 2 ... 10 J Q K, before the round: with the cards shown.",
        ),
    ] = None,
    player: Annotated[
        str,
        typer.Option(metavar="A,4", help="Player's exposed cards in order; ? is a card face down."),
    ] = "",
    banker: Annotated[str, typer.Option(metavar="K,2", help="Banker's exposed cards.")] = "",
    rules: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Check and price a draft rulebook (TOML) instead."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Price every bet and every Insurance exactly, for any cards left.

    With cards shown: the result, every bet and the Insurance on offer, given those cards. Every
    figure is counted, none is simulated.

    A fresh shoe, a table in the middle of a round, and a draft with other odds:

        punto odds tb4 --decks 8

        punto odds dhyx2 --player A,4 --banker K,4

        punto odds --rules my.toml
    """
    from punto.odds.document import odds_document

    book = which_rules(game, rules)
    try:
        left = cards_left(book.decks, decks, composition)
        shown = shown_cards(left, player, banker)
    except BadRequest as bad:
        raise asked_wrongly(bad) from None
    try:
        document = odds_document(book, left, shown)
    except Misuse as misuse:
        raise Failed(
            Problem(code="bad_cards", message=str(misuse), where="--player, --banker")
        ) from None
    if as_json:
        print_json(document)
        return
    from punto.cli.odds_tables import print_odds

    print_odds(console(), book, document)


def which_rules(game: str | None, rules: Path | None) -> Rulebook:
    """Load the rulebook that was named, or the draft in a file."""
    if (game is None) == (rules is None):
        message = "name a game, or a draft rulebook with --rules FILE"
        raise Failed(
            Problem(code="which_rules", message=message + (", not both" * (game is not None)))
        )
    if rules is None:
        return rulebook(game or "")
    if not rules.is_file():
        raise Failed(
            Problem(code="file_not_found", message=f"there is no file {rules}", where="--rules")
        )
    return load_file(rules)
