"""`punto shoe`: any shoe of any simulation, card by card."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from punto.cli.choices import rulebook
from punto.cli.output import AsJson, answers, console, print_json, table
from punto.cli.simulation import Burn, CutCard, Decks, OneMore, Rounds, Seed, naming, shoe_plan
from punto.core.cards import Card
from punto.core.outcome import OutcomeClass, PairClass
from punto.core.tableau import deal
from punto.rules import rulebooks
from punto.sim.shoe import DealtShoe, check_stream, deal_shoe


@answers
def command(  # noqa: PLR0913 - an option is an argument
    *,
    seed: Seed = 1,
    number: Annotated[int, typer.Option("--number", help="Which shoe; the first is 0.")] = 0,
    game: Annotated[
        str | None,
        typer.Option("--game", help="Whose Table of Play.", show_default="all play the same"),
    ] = None,
    decks: Decks = 8,
    cut_card: CutCard = 14,
    burn: Burn = "0",
    one_more: OneMore = False,
    rounds: Rounds = None,
    save: Annotated[
        Path | None,
        typer.Option(
            "--save",
            help="Write the rounds as a record; `punto replay` plays it.",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Deal one shoe of a simulation again and show every round of it.

    Ask with the same seed, decks, cutting card and burning as the simulation had.
    """
    rules = rulebook(game) if game else next(iter(rulebooks().values()))
    with naming("--seed", "bad_seed"):
        check_stream(seed, 0)
    with naming("--number", "bad_number"):
        check_stream(seed, number)
    shoe = deal_shoe(
        shoe_plan(rules, decks, cut_card, burn, one_more=one_more, rounds=rounds),
        seed,
        number,
        rules.tableau,
    )
    outcomes = list(shoe.outcomes(rules.tableau))
    if save is not None:
        from punto.cli.shoe_record import record_of

        save.write_text(record_of(shoe, rules), encoding="utf-8")
    if as_json:
        print_json(_as_json(shoe, outcomes))
        return
    out = console()
    if shoe.burnt:
        out.print(f"Burnt: {_words(shoe.burnt)}")
    columns = ("round", "player", "banker", "points", "winner", "pairs")
    shown = table(*columns, right=("round",), title=f"Shoe {number} of seed {seed}")
    for place, (cards, outcome) in enumerate(zip(shoe.rounds, outcomes, strict=True), 1):
        hands = deal(cards, rules.tableau)
        shown.add_row(
            str(place),
            _words(hands.player),
            _words(hands.banker),
            f"{outcome.player_total} to {outcome.banker_total}",
            outcome.winner.value + (", natural" if outcome.natural else ""),
            "" if outcome.pairs is PairClass.NONE else outcome.pairs.name.lower(),
        )
    out.print(shown)
    if shoe.void:
        out.print(f"Void, the cards ran out (I-08): {_words(shoe.void)}")
    out.print(f"Behind, {len(shoe.behind)} cards: {_words(shoe.behind)}")


def _words(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))


def _as_json(shoe: DealtShoe, outcomes: list[OutcomeClass]) -> dict[str, object]:
    def texts(cards: tuple[Card, ...]) -> list[str]:
        return [str(card) for card in cards]

    return {
        "decks": shoe.plan.decks,
        "cut_card": shoe.plan.cut_card,
        "seed": shoe.seed,
        "number": shoe.number,
        "burnt": texts(shoe.burnt),
        "rounds": [
            {"cards": texts(cards), "class": outcome.code, "winner": outcome.winner.value}
            for cards, outcome in zip(shoe.rounds, outcomes, strict=True)
        ],
        "void": texts(shoe.void),
        "behind": texts(shoe.behind),
    }
