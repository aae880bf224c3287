"""`punto odds`: exact odds for the cards left, before or during a round."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from punto.cli.output import AsJson, Failed, Problem, answers, console, print_json, table
from punto.core.checks import Misuse
from punto.core.composition import Composition, fresh

if TYPE_CHECKING:
    from punto.core.rulebook import Rulebook
    from punto.odds.given import Hand, Shown

GAME_HELP = "Rulebook: an id (rws-tiger-buffalo@4), an id without version, or a document key (tb4)."


@answers
def command(
    game: Annotated[str | None, typer.Argument(help=GAME_HELP)] = None,
    *,
    decks: Annotated[
        int | None, typer.Option(help="A fresh shoe of so many decks; 8 if nothing is said.")
    ] = None,
    composition: Annotated[
        str | None,
        typer.Option(
            metavar="c1,...,c13",
            help="Cards left by rank, A 2 ... 10 J Q K, before the round: with the cards shown.",
        ),
    ] = None,
    player: Annotated[
        str, typer.Option(metavar="RANKS", help="Player's exposed cards, as A,4 (? = face down).")
    ] = "",
    banker: Annotated[
        str, typer.Option(metavar="RANKS", help="Banker's exposed cards, as K,2.")
    ] = "",
    rules: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Price a draft rulebook (TOML) instead.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Price every bet and every Insurance exactly for the cards left.

    With cards shown: the result, every bet and the Insurance on offer, given those cards.
    """
    from punto.odds.document import odds_document

    rulebook = which_rules(game, rules)
    left = cards_left(rulebook, decks, composition)
    document = odds_document(rulebook, left, shown_cards(left, player, banker))
    if as_json:
        print_json(document)
        return
    from punto.cli.odds_tables import print_odds

    print_odds(console(), table, rulebook, document)


def which_rules(game: str | None, rules: Path | None) -> Rulebook:
    """Load the rulebook that was named, or the draft in a file."""
    from punto.rules import find, load_file

    if rules is not None:
        if game is not None:
            raise Failed(
                Problem(
                    code="two_rulebooks",
                    message="name a game or give --rules, not both",
                    where="--rules",
                )
            )
        if not rules.is_file():
            raise Failed(
                Problem(code="no_file", message=f"there is no file {rules}", where="--rules")
            )
        return load_file(rules)
    if game is None:
        raise Failed(
            Problem(
                code="no_game",
                message="name a game (tb4, mbs5, dhyx2, tbi1) or a draft with --rules FILE",
                where="GAME",
            )
        )
    try:
        return find(game)
    except Misuse as misuse:
        raise Failed(Problem(code="unknown_game", message=str(misuse), where="GAME")) from None


def cards_left(rulebook: Rulebook, decks: int | None, composition: str | None) -> Composition:
    """Read which cards are left, and refuse what cannot be or is not allowed."""
    if composition is not None:
        if decks is not None:
            raise _bad_cards("give --decks or --composition, not both", "--composition")
        return _composition(composition)
    number = 8 if decks is None else decks
    if not rulebook.decks.minimum <= number <= rulebook.decks.maximum:
        clause = rulebook.decks.clauses[0]
        raise Failed(
            Problem(
                code="decks_not_allowed",
                message=(
                    f"{number} decks are not allowed: {rulebook.decks.minimum} to "
                    f"{rulebook.decks.maximum}; for other cards use --composition"
                ),
                clause=clause,
                where="--decks",
            )
        )
    return fresh(number)


def _composition(text: str) -> Composition:
    parts = [part.strip() for part in text.split(",")]
    try:
        counts = tuple(int(part) for part in parts)
    except ValueError:
        wrong = next(part for part in parts if not part.lstrip("-").isdigit())
        raise _bad_cards(
            f"{wrong!r} is not a number of cards: write 13 whole numbers, for example "
            "32,32,32,32,32,32,32,32,32,32,32,32,32",
            "--composition",
        ) from None
    from punto.odds.weights import check_enough

    try:
        left = Composition(counts)
        check_enough(left)
    except Misuse as misuse:
        raise _bad_cards(str(misuse), "--composition") from None
    return left


def shown_cards(left: Composition, player: str, banker: str) -> Shown:
    """Read the exposed cards and check that the cards left hold them."""
    from punto.odds.given import Shown

    hands = _hand(player, "--player"), _hand(banker, "--banker")
    try:
        shown = Shown(*hands)
        left.without(shown.ranks)
    except Misuse as misuse:
        raise _bad_cards(str(misuse), "--player" if player else "--banker") from None
    return shown


def _hand(text: str, where: str) -> Hand:
    from punto.core.cards import parse_rank

    try:
        return tuple(
            None if part.strip() == "?" else parse_rank(part.strip().upper())
            for part in text.split(",")
            if text.strip()
        )
    except Misuse as misuse:
        raise _bad_cards(str(misuse), where) from None


def _bad_cards(message: str, where: str) -> Failed:
    return Failed(Problem(code="bad_cards", message=message, where=where))
