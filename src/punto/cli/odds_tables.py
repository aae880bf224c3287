"""How `punto odds` looks to a person."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from punto.core.rulebook import Rulebook

STAGES = {
    "after_four_cards": "after four cards",
    "after_player_third_card": "after Player's third card",
}


def print_odds(
    console: Console,
    table: Callable[..., Table],
    rulebook: Rulebook,
    document: dict[str, Any],
) -> None:
    """Print the answer of `punto odds` as tables."""
    left = sum(document["composition"])
    console.print(f"{rulebook.document.title}, {rulebook.id}")
    console.print(f"{left} cards left; a minus is what the bettor loses of each unit staked")
    if "result" in document:
        _print_shown(console, document)
    console.print(_bets(table, rulebook, document))
    if document["insurance"] and "result" not in document:
        console.print(_insurance(table, document))


def percent(value: str | float, places: int = 4) -> str:
    """Write an exact fraction or a number in per cent."""
    number = float(Fraction(value)) if isinstance(value, str) else value
    return f"{100 * number:.{places}f}"


def _print_shown(console: Console, document: dict[str, Any]) -> None:
    shown = document["shown"]
    console.print(
        f"shown: Player {' '.join(shown['player']) or '-'}, "
        f"Banker {' '.join(shown['banker']) or '-'}"
    )
    for winner, share in document["result"].items():
        console.print(f"  {winner:7} {percent(share):>9} %  ({share})")
    for offer in document["insurance_offers"]:
        console.print(
            f"Insurance on {offer['side'].capitalize()} at {offer['odds'][0]} to "
            f"{offer['odds'][1]}: wins {percent(offer['win'])} %, returned "
            f"{percent(offer['push'])} %, lost {percent(offer['lose'])} %, "
            f"result {percent(-offer['edge_float'])} % ({offer['edge']})"
        )
    if not document["insurance_offers"] and document["insurance"]:
        console.print("no Insurance is on offer now (I-57, I-58)")


def _bets(table: Callable[..., Table], rulebook: Rulebook, document: dict[str, Any]) -> Table:
    numbers = ("hit %", "result %", "deviation")
    found = table("bet", "pays", *numbers, "clause", right=numbers, title="Bets")
    for name, odds in document["bets"].items():
        bet = rulebook.bets[name]
        pays = [f"{row.odds.num}:{row.odds.den}" for row in bet.rows if row.odds]
        found.add_row(
            f"{bet.name} {bet.name_zh}".strip(),
            ", ".join(dict.fromkeys(pays)),
            percent(odds["hit_float"], 3),
            percent(-odds["edge_float"]),
            f"{odds['variance_float'] ** 0.5:.4f}",
            next(clause for row in bet.rows for clause in row.clauses),
        )
    return found


def _insurance(table: Callable[..., Table], document: dict[str, Any]) -> Table:
    numbers = ("arises %", "win %", "tie %", "result %", "worst to best cell %")
    found = table("insured", "points", "pays", *numbers, right=numbers, title="Insurance")
    stage = ""
    for line in document["insurance"]:
        if line["stage"] != stage:
            stage = line["stage"]
            found.add_row(f"{STAGES[stage]}:")
        edges = [-cell["edge_float"] for cell in line["cells"]]
        found.add_row(
            f"  {line['side'].capitalize()}",
            f"{_span(line['own'])} v {_span(line['other'])}",
            f"{line['odds'][0]}:{line['odds'][1]}",
            percent(line["arises"], 3),
            percent(line["win"], 2),
            percent(line["push"], 2),
            percent(-line["edge_float"], 2),
            f"{percent(min(edges), 2)} to {percent(max(edges), 2)}",
        )
    return found


def _span(points: list[int]) -> str:
    return str(points[0]) if len(points) == 1 else f"{points[0]}-{points[-1]}"
