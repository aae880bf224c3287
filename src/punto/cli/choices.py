"""What a user may name on the command line: a game, and what shells complete it to."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

from punto.cli.output import Failed, unknown
from punto.core.checks import Misuse
from punto.core.rulebook import Rulebook
from punto.rules import find, rulebooks


def game_names(incomplete: str = "") -> list[str]:
    """List the ids and keys of all games that begin as typed."""
    books = rulebooks().values()
    names = [*(book.id for book in books), *(book.key for book in books)]
    return [name for name in names if name.startswith(incomplete)]


def rulebook(name: str) -> Rulebook:
    """Find a game by id, by key or by id without version, or say which one was probably meant."""
    try:
        return find(name)
    except Misuse:
        versionless = (book.partition("@")[0] for book in rulebooks())
        problem = unknown(
            "game", name, rulebooks(), nearly=[*game_names(), *versionless], where="GAME"
        )
        raise Failed(problem) from None


Game: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A rulebook by id, by id without version, or by key; `punto games` lists them.",
        autocompletion=game_names,
        show_default=False,
    ),
]
"""The argument GAME of every command; `rulebook` resolves it."""
