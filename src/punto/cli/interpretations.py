"""`punto interpretations`: where the documents leave a program to decide."""

from __future__ import annotations

import re
from typing import Annotated, Any

import typer

from punto.cli.cited import Shown, draw_shown, shown
from punto.cli.output import AsJson, Failed, answers, console, print_json, table, unknown
from punto.rules import Interpretation, interpretations


def _ids(incomplete: str) -> list[str]:
    return [name for name in interpretations() if name.startswith(incomplete)]


@answers
def command(
    number: Annotated[
        str | None,
        typer.Argument(
            metavar="[I-NN]",
            help="One of them, by its number.",
            autocompletion=_ids,
            show_default=False,
        ),
    ] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """List where the documents leave a program to decide, and what punto takes.

    With I-NN: the readings, the default taken, who may rule otherwise, and what hangs on it.

        punto interpretations

        punto interpretations 90

        punto interpretations 90 --json
    """
    if number is None:
        _list(as_json=as_json)
        return
    item = _find(number)
    seen = shown(item.id)
    if as_json:
        print_json(
            {
                **_as_json(item),
                "implemented": None if seen is None else list(seen.implemented),
                "tests": None if seen is None else list(seen.tests),
            }
        )
    else:
        _draw(item, seen)


def _find(given: str) -> Interpretation:
    """Find an interpretation by its number, with or without the I."""
    digits = re.fullmatch(r"(?:[iI]-?)?([0-9]{1,3})", given)
    name = f"I-{int(digits[1]):02}" if digits else given
    found = interpretations().get(name)
    if found is None:
        raise Failed(unknown("interpretation", given, interpretations(), where="I-NN"))
    return found


def _as_json(item: Interpretation) -> dict[str, Any]:
    return {
        "id": item.id,
        "title": item.title,
        "clauses": list(item.clauses),
        "readings": item.readings,
        "default": item.default,
        "decides": item.decides,
        "effect": item.effect,
    }


def _list(*, as_json: bool) -> None:
    if as_json:
        print_json({"interpretations": [_as_json(item) for item in interpretations().values()]})
        return
    rows = table("id", "what the documents leave open")
    for item in interpretations().values():
        rows.add_row(item.id, item.title)
    console().print(rows)


def _draw(item: Interpretation, seen: Shown | None) -> None:
    screen = console()
    screen.print(f"{item.id}: {item.title}", style="bold")
    for head, text in (
        ("Clauses", ", ".join(item.clauses)),
        ("Readings", item.readings),
        ("Taken", item.default),
        ("Decides", item.decides),
        ("Hangs on it", item.effect),
    ):
        screen.print(f"\n{head}", style="bold")
        screen.print(text)
    draw_shown(screen, seen, lacking="nothing yet")
