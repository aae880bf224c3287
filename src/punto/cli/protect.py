"""`punto protect`: effects of removal, counts, exposed cards, disputed readings, books."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table

from punto.cli.choices import Game, rulebook
from punto.cli.odds_tables import percent
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
from punto.core.cards import RANKS
from punto.core.checks import Misuse
from punto.core.composition import Composition
from punto.core.rulebook import Rulebook
from punto.odds.asked import BadRequest, cards_left
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
        raise asked_wrongly(bad) from None
    document = _book(rules, left, book) if book else protection(rules, left, view)
    if as_json:
        print_json(document)
        return
    screen = console()
    for each in (_book_tables if book else TABLES[view])(document):
        if isinstance(each, Table) and each.columns[0].no_wrap:
            # a number that is cut off is a wrong number: rather let the terminal break the line
            screen.width = max(screen.width, _width(screen, each))
        screen.print(each)


def _width(screen: Console, made: Table) -> int:
    return Measurement.get(screen, screen.options.update(max_width=1000), made).maximum


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
    every = [each["effects"] for part in ("bets", "insurance") for each in document[part].values()]
    places, ranks = _ranks([effects[9:] for effects in every])
    tables: list[Table | str] = []
    for part, what in (("bets", "one gone"), ("insurance", "insured, cards")):
        rows = {_short(name): each for name, each in document[part].items()}
        if not rows:
            continue
        title = "What one card gone changes, in hundred-thousandths of the stake"
        effects = narrow(what, *ranks, title=title)
        counts = narrow("tags", *ranks, "corr.", title="Best counts")
        for name, each in rows.items():
            values = [1e5 * float(Fraction(each["effects"][place])) for place in places]
            effects.add_row(name, *(f"{value:.{int(abs(value) < 99.95)}f}" for value in values))
            for level, count in enumerate(each["counts"]):
                if count["correlation"]:
                    tags = (count["tags"][place] for place in places)
                    signed = (f"{tag:+d}" if tag else "0" for tag in tags)
                    counts.add_row("" if level else name, *signed, f"{count['correlation']:.3f}")
        tables += [effects, counts]
    return tables


def _ranks(of_ten_to_king: list[list[Any]]) -> tuple[range, list[str]]:
    """Choose the columns: one for Ten, J, Q and K as long as they are alike in every row."""
    ranks = [str(rank) for rank in RANKS]
    if all(each == row[0] for row in of_ten_to_king for each in row):
        return range(10), [*ranks[:9], "0"]
    return range(13), ranks


def _short(name: str) -> str:
    """Name an Insurance line by its points and by how many cards lie there."""
    for stage, cards in ((" after four cards", 4), (" after player third card", 5)):
        if name.endswith(stage):
            return f"{name.removesuffix(stage)}, {cards}"
    return name


def narrow(first: str, *numbers: str, title: str) -> Table:
    """Make a table of many numbers that fits in eighty columns, so that none is cut off."""
    made = table(first, *numbers, right=numbers, title=title)
    made.padding = 0
    for column in made.columns:
        column.no_wrap = True
    return made


def brief(share: float) -> str:
    """Write a share in per cent with three digits or so: -8.00, -19.3, 183."""
    per_cent = 100 * share
    places = 2 if abs(per_cent) < 9.995 else 1 if abs(per_cent) < 99.95 else 0
    return f"{per_cent:.{places}f}"


def _exposed_tables(document: Json) -> list[Table | str]:
    one = {tuple(each["cards"]): each for each in document["one_card"]}
    two = {tuple(each["cards"]): each for each in document["two_cards"]}
    zeros = [one[rank,]["results"] for rank in ("10", "J", "Q", "K") if (rank,) in one]
    merged = {"10": "0"} if all(each == zeros[0] for each in zeros) else {}
    shown = [str(rank) for rank in RANKS if (str(rank),) in one]
    if merged:
        # of those of value 0 one is enough, the first that is there
        spare = [rank for rank in shown if rank in ("10", "J", "Q", "K")][1:]
        shown = [rank for rank in shown if rank not in spare]
    heads = [merged.get(rank, rank) for rank in shown]
    bets = narrow("result %", *heads, title="Every bet, by Player's first card (0: ten, J, Q, K)")
    for bet in document["one_card"][0]["results"]:
        bets.add_row(bet, *(brief(one[rank,]["results"][bet]) for rank in shown))
    named = ", ".join(
        f"{head} {one[rank,]['best']}" for head, rank in zip(heads, shown, strict=True)
    )
    best = narrow("Player", *heads, title="The best bet; Banker's first card across")
    for head, player in zip(heads, shown, strict=True):
        found = [two.get((player, banker)) for banker in shown]
        best.add_row(head, *(brief(f["results"][f["best"]]) if f else "" for f in found))
    gained = [percent(document[f"gain_of_{number}"]) for number in ("one", "two")]
    said = (
        f"a unit on the best bet, when it pays, earns {gained[0]} % of a unit a round with one "
        f"card seen, {gained[1]} % with the first card of each Hand seen (I-90)"
    )
    return [bets, f"best: {named}", best, said]


def _readings_tables(document: Json) -> list[Table | str]:
    numbers = ("default %", "then %")
    made = table("item", "bet", "reading", *numbers, right=numbers, title="Results of a unit")
    for each in document["readings"]:
        figures = (percent(-Fraction(each[key]), 2) for key in ("default", "edge"))
        made.add_row(each["interpretation"], each["bet"], each["reading"], *figures)
    return [made]


COMPANIONS = 3
"""Bets shown that move most with a bet, and most against it."""


def _correlation_tables(document: Json) -> list[Table | str]:
    names = document["bets"]
    made = table("bet", "wins most with", "loses most with", title="Correlation of results, %")
    for name, row in zip(names, document["correlation"], strict=True):
        others = sorted(
            (value, other)
            for other, value in zip(names, row, strict=True)
            if other != name and abs(value) >= 0.005
        )
        with_it = [f"{other} {100 * value:.0f}" for value, other in reversed(others) if value > 0]
        against = [f"{other} {100 * value:.0f}" for value, other in others if value < 0]
        made.add_row(name, *(", ".join(some[:COMPANIONS]) for some in (with_it, against)))
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
