"""`punto rules`: what a clause asks for, and where that is done."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from punto.cli.choices import Game, rulebook
from punto.cli.cited import Shown, Value, cited_values, draw_shown, shown
from punto.cli.output import AsJson, Failed, answers, console, print_json, table, unknown
from punto.core.rulebook import Rulebook
from punto.rules import Clause, Interpretation, clauses, interpretations

if TYPE_CHECKING:
    from rich.console import Console


READERS: Final = 12
"""How many functions that read a value a person is shown."""


@answers
def command(
    game: Game,
    clause: Annotated[
        str | None,
        typer.Argument(help="A clause by number, with or without key.", show_default=False),
    ] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Say what a clause asks for, and which values, interpretations, code and tests do it.

    Without CLAUSE it lists all clauses of the document. All wording is ours; the document's own
    words are the law.

        punto rules tb4

        punto rules tb4 3.12

        punto rules rws-da-hu-ying-xiong@2 4.1.2 --json
    """
    rules = rulebook(game)
    if clause is None:
        _list(rules, as_json=as_json)
        return
    found = _clause(rules, clause)
    values = list(cited_values(rules, found.id))
    bearing = [item for item in interpretations().values() if found.id in item.clauses]
    seen = shown(found.id)
    if as_json:
        print_json(_as_json(rules, found, values, bearing, seen))
    else:
        _draw(found, values, bearing, seen)


def _own(rules: Rulebook) -> list[Clause]:
    return [clause for clause in clauses().values() if clause.key == rules.key]


def _clause(rules: Rulebook, given: str) -> Clause:
    """Find a clause of this game by its number or its full id."""
    by_number = {clause.number: clause for clause in _own(rules)}
    found = by_number.get(given.removeprefix(f"{rules.key}:"))
    if found is None:
        ids = [clause.id for clause in by_number.values()]
        raise Failed(unknown("clause", given, ids, nearly=by_number, where="CLAUSE"))
    return found


def _list(rules: Rulebook, *, as_json: bool) -> None:
    if as_json:
        print_json({"game": rules.id, "clauses": [_clause_json(item) for item in _own(rules)]})
        return
    rows = table("clause", "kind", "what software must do")
    for item in _own(rules):
        rows.add_row(item.number, item.kind, item.text)
    screen = console()
    screen.print(f"{rules.id}: {rules.document.title} {rules.document.title_zh}")
    screen.print(rows)


def _clause_json(clause: Clause) -> dict[str, Any]:
    return {
        "clause": clause.id,
        "kind": clause.kind,
        "text": clause.text,
        "testable": clause.testable,
        "same_as": list(clause.same_as),
    }


def _as_json(
    rules: Rulebook,
    clause: Clause,
    values: list[Value],
    bearing: list[Interpretation],
    seen: Shown | None,
) -> dict[str, Any]:
    return {
        "game": rules.id,
        **_clause_json(clause),
        "values": [
            {
                "setting": item.setting,
                "value": item.value,
                "where": item.where,
                "read_by": [reading.place for reading in item.read_by],
            }
            for item in values
        ],
        "interpretations": [
            {"id": item.id, "title": item.title, "default": item.default} for item in bearing
        ],
        "implemented": None if seen is None else list(seen.implemented),
        "tests": None if seen is None else list(seen.tests),
    }


def _draw(
    clause: Clause, values: list[Value], bearing: list[Interpretation], seen: Shown | None
) -> None:
    screen = console()
    screen.print(f"{clause.id} ({clause.kind})", style="bold")
    screen.print(clause.text)
    if clause.same_as:
        screen.print(f"The same in effect: {', '.join(clause.same_as)}")
    screen.print("\nValues", style="bold")
    for value in values:
        screen.print(f"  {value.setting} = {_value_text(value)}")
        screen.print(f"    {value.where}", soft_wrap=True)
    if not values:
        screen.print("  no value of the rule data rests on it")
    _draw_readers(screen, values)
    screen.print("\nInterpretations", style="bold")
    for item in bearing:
        screen.print(f"  {item.id}  {item.title}")
    if not bearing:
        screen.print("  none bears on it")
    draw_shown(screen, seen, lacking="nothing yet" if clause.testable else "nothing to test")


def _draw_readers(screen: Console, values: list[Value]) -> None:
    """List the functions that read these values: where the rules are acted on."""
    readers = list(dict.fromkeys(reading for value in values for reading in value.read_by))
    if readers:
        screen.print("\nRead by", style="bold")
    for reading in readers[:READERS]:
        screen.print(f"  {reading.place}  {reading.function}", soft_wrap=True)
    if len(readers) > READERS:
        screen.print(f"  and {len(readers) - READERS} more; --json names all")


def _value_text(value: Value) -> str:
    """Write a value in one line, without the name that its setting ends in."""
    shown = value.value
    if isinstance(shown, dict):
        shown = {key: part for key, part in shown.items() if part != value.name}
    return json.dumps(shown, ensure_ascii=False, default=str)
