"""`punto protect`: effects of removal, counts, exposed cards, disputed readings, books."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Annotated, Any

import typer
from rich.table import Table

from punto.cli.choices import Game, rulebook
from punto.cli.odds_request import BadRequest, cards_left
from punto.cli.odds_tables import percent
from punto.cli.output import AsJson, Failed, Problem, answers, console, print_json, table
from punto.core.checks import Misuse
from punto.core.composition import Composition
from punto.core.rulebook import Rulebook
from punto.odds.protection import View, book_document, protection

Json = dict[str, Any]


@answers
def command(
    game: Game,
    *,
    view: Annotated[View, typer.Option(help="What to look at.")] = View.REMOVAL,
    book: Annotated[
        str,
        typer.Option(
            metavar="BET=CENTS,...",
            help="Instead: what this book of wagers may cost the house, by outcome class.",
        ),
    ] = "",
    decks: Annotated[
        str | None, typer.Option(metavar="N", help="A fresh set of N decks; 8 by default.")
    ] = None,
    composition: Annotated[
        str | None,
        typer.Option(metavar="c1,...,c13", help="Cards left by rank, A 2 ... 10 J Q K."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Measure how well a game is protected against those who know more than its odds.

    Views: removal (what each card gone does to each bet, and the best counts), exposed (cards
    seen before the bets), readings (what disputed words are worth), correlation.

        punto protect tb4

        punto protect tb4 --view exposed --decks 6

        punto protect dhyx2 --book banker=500000,tiger=20000,big_tiger=10000
    """
    rules = rulebook(game)
    try:
        left = cards_left(rules.decks, decks, composition)
    except BadRequest as bad:
        problem = Problem(code=bad.code, message=bad.message, clause=bad.clause, where=bad.where)
        raise Failed(problem) from None
    document = _book(rules, left, book) if book else protection(rules, left, view)
    if as_json:
        print_json(document)
        return
    screen = console()
    for each in (_book_tables if book else TABLES[view])(document):
        screen.print(each)


def _book(rules: Rulebook, left: Composition, text: str) -> Json:
    stakes: dict[str, int] = {}
    for part in text.split(","):
        bet, _, cents = part.partition("=")
        if not cents.strip().isdigit():
            message = f"{part!r} is not a bet with its stake in cents: write banker=10000"
            raise Failed(Problem(code="bad_book", message=message, where="--book"))
        stakes[bet.strip()] = stakes.get(bet.strip(), 0) + int(cents)
    try:
        return book_document(rules, left, stakes)
    except Misuse as misuse:
        raise Failed(Problem(code="bad_book", message=str(misuse), where="--book")) from None


def _removal_tables(document: Json) -> list[Table | str]:
    ranks = [*document["ranks"][:9], "0"]
    effects = table(
        "in millionths", *ranks, right=ranks, title="What one card gone changes, by its rank"
    )
    counts = table(
        "tags", *ranks, "correlation", right=[*ranks, "correlation"], title="Best counts"
    )
    for name, each in (document["bets"] | document["insurance"]).items():
        values = [float(Fraction(effect)) for effect in each["effects"][:10]]
        effects.add_row(name, *(f"{1e6 * value:.0f}" for value in values))
        for level, count in enumerate(each["counts"]):
            if count["correlation"]:
                tags = (f"{tag:+d}" if tag else "0" for tag in count["tags"][:10])
                counts.add_row("" if level else name, *tags, f"{count['correlation']:.3f}")
    return [effects, counts]


def _exposed_tables(document: Json) -> list[Table | str]:
    made = table("Player's first card", "best bet", "result %", right=["result %"])
    for each in document["one_card"]:
        made.add_row(*each["cards"], each["best"], percent(each["results"][each["best"]]))
    one, two = (percent(document[f"gain_of_{number}"]) for number in ("one", "two"))
    said = (
        f"a unit on the best bet, when it pays, earns {one} % of a unit a round with one card "
        f"seen, {two} % with the first card of each Hand seen (I-90)"
    )
    return [made, said]


def _readings_tables(document: Json) -> list[Table | str]:
    numbers = ("default %", "then %")
    made = table("item", "bet", "reading", *numbers, right=numbers, title="Results of a unit")
    for each in document["readings"]:
        figures = (percent(-Fraction(each[key]), 2) for key in ("default", "edge"))
        made.add_row(each["interpretation"], each["bet"], each["reading"], *figures)
    return [made]


def _correlation_tables(document: Json) -> list[Table | str]:
    names = document["bets"]
    heads = [str(number) for number in range(1, len(names) + 1)]
    made = table("", *heads, right=heads, title="Correlation of results, in per cent")
    for number, (name, row) in enumerate(zip(names, document["correlation"], strict=True), 1):
        made.add_row(f"{number} {name}", *(f"{100 * each:.0f}" for each in row))
    return [made]


def _book_tables(document: Json) -> list[Table | str]:
    numbers = ("house wins", "chance %", "classes")
    made = table(*numbers, "for example", right=numbers, title="What the house wins, in cents")
    classes = document["classes"]
    total = sum(int(each["ways"]) for each in classes)
    by_result: dict[str, list[Json]] = {}
    for each in classes:
        by_result.setdefault(each["house"], []).append(each)
    for house, alike in list(by_result.items())[:12]:
        first = alike[0]
        hands = (
            f"Player {first['player']} with {first['player_cards']} cards, "
            f"Banker {first['banker']} with {first['banker_cards']}"
        )
        chance = percent(sum(int(each["ways"]) for each in alike) / total)
        made.add_row(f"{float(Fraction(house)):,.0f}", chance, str(len(alike)), hands)
    expected, deviation = document["expected_float"], document["deviation_float"]
    return [
        made,
        f"staked {document['staked']:,}, expected {expected:,.0f}, deviation {deviation:,.0f}",
    ]


TABLES: dict[View, Callable[[Json], list[Table | str]]] = {
    View.REMOVAL: _removal_tables,
    View.EXPOSED: _exposed_tables,
    View.READINGS: _readings_tables,
    View.CORRELATION: _correlation_tables,
}
