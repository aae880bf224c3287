"""How `punto odds` looks to a person."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from punto.cli.output import table
from punto.odds.insurance import span

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from punto.core.rulebook import Rulebook

STAGES = {
    "after_four_cards": "after four cards",
    "after_player_third_card": "after Player's third card",
}


def print_odds(console: Console, rulebook: Rulebook, document: dict[str, Any]) -> None:
    """Print the answer of `punto odds` as tables."""
    left = sum(document["composition"])
    console.print(f"{rulebook.id}, {left} cards left; result: of each unit staked, in per cent")
    if "result" in document:
        _print_shown(console, document)
    console.print(_bets(rulebook, document))
    if document["insurance"] and "result" not in document:
        for stage, heading in STAGES.items():
            console.print(_insurance(stage, f"Insurance {heading}", document["insurance"]))


def percent(value: str | float | Fraction, places: int = 4) -> str:
    """Write an exact fraction or a number in per cent."""
    number = Fraction(value) if isinstance(value, str) else value
    return f"{100 * float(number):.{places}f}"


def _print_shown(console: Console, document: dict[str, Any]) -> None:
    shown = document["shown"]
    console.print(
        f"shown: Player {' '.join(shown['player']) or '-'}, "
        f"Banker {' '.join(shown['banker']) or '-'}"
    )
    for winner, share in document["result"].items():
        console.print(f"  {winner:7} {percent(share):>9} %  ({share})")
    for offer in document["insurance_offers"]:
        odds = f"{offer['odds'][0]} to {offer['odds'][1]}"
        console.print(f"Insurance on {offer['side'].capitalize()} at {odds}:")
        for result in ("win", "push", "lose"):
            console.print(f"  {result:7} {percent(offer[result]):>9} %  ({offer[result]})")
        console.print(f"  {'edge':7} {percent(offer['edge']):>9} %  ({offer['edge']})")
    if not document["insurance_offers"] and document["insurance"]:
        console.print("no Insurance is on offer now (I-57, I-58)")


def _bets(rulebook: Rulebook, document: dict[str, Any]) -> Table:
    numbers = ("hit %", "result %", "deviation")
    found = table("bet", "pays to one", *numbers, "clause", right=numbers)
    for name, odds in document["bets"].items():
        bet = rulebook.bets[name]
        pays = [row.odds for row in bet.rows if row.odds]
        found.add_row(
            bet.name,
            ", ".join(dict.fromkeys(_to_one(row.num, row.den) for row in pays)),
            percent(odds["hit_float"], 3),
            percent(-odds["edge_float"]),
            f"{odds['variance_float'] ** 0.5:.4f}",
            next(clause for row in bet.rows for clause in row.clauses),
        )
    return found


def _insurance(stage: str, heading: str, lines: list[dict[str, Any]]) -> Table:
    numbers = ("arises %", "win %", "tie %", "result %", "worst", "best")
    found = table("on", "points", "to one", *numbers, right=numbers, title=heading)
    for line in lines:
        if line["stage"] != stage:
            continue
        results = [-cell["edge_float"] for cell in line["cells"]]
        found.add_row(
            line["side"].capitalize(),
            f"{span(line['own'])} v {span(line['other'])}",
            _to_one(*line["odds"]),
            percent(line["arises"], 3),
            percent(line["win"], 2),
            percent(line["push"], 2),
            percent(-line["edge_float"], 2),
            percent(min(results), 2),
            percent(max(results), 2),
        )
    return found


def _to_one(num: int, den: int) -> str:
    return f"{num / den:g}"
