"""`punto conformance`: where each clause is implemented and which tests show it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Annotated, TypeAlias

import typer

from punto.cli.output import Problem, fail
from punto.rules.conformance import (
    ClauseShown,
    Conformance,
    InterpretationShown,
    NoSources,
    checkout,
    report,
)

Shown: TypeAlias = ClauseShown | InterpretationShown


def command(
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    only_open: Annotated[
        bool, typer.Option("--open", help="List only what no test shows yet.")
    ] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Leave with status 1 while anything is open.")
    ] = False,
) -> None:
    """Show where each clause is implemented and which tests show it.

    Made from what the sources cite (`GAME:5.8.1`, `I-NN`) and what the tests declare
    (`@pytest.mark.clause`), read anew each time. Runs in a checkout of the repository.
    """
    try:
        found = report(checkout())
    except NoSources as lacking:
        fail(Problem(code="no_sources", message=str(lacking)), as_json=as_json)
    if as_json:
        typer.echo(json.dumps(_as_json(found), ensure_ascii=False, indent=1))
    else:
        _print(found, only_open=only_open)
    if found.unknown or (strict and _open(found)):
        raise typer.Exit(1)


def _open(found: Conformance) -> int:
    clauses = sum(1 for clause in found.clauses if clause.testable and not clause.tests)
    return clauses + sum(1 for entry in found.interpretations if not entry.tests)


def _as_json(found: Conformance) -> dict[str, list[dict[str, object]]]:
    return {
        "clauses": [
            {"clause": entry.clause, "implemented": entry.implemented, "tests": entry.tests}
            for entry in found.clauses
        ],
        "interpretations": [
            {
                "id": entry.id,
                "setting": entry.setting,
                "default": entry.default,
                "tests": entry.tests,
            }
            for entry in found.interpretations
        ],
    }


def _print(found: Conformance, *, only_open: bool) -> None:
    every: list[tuple[str, Shown, bool]] = [
        *((clause.clause, clause, clause.testable) for clause in found.clauses),
        *((entry.id, entry, True) for entry in found.interpretations),
    ]
    rows = [row for row in every if not only_open or (row[2] and not row[1].tests)]
    width = max((len(name) for name, _, _ in rows), default=0)
    for name, shown, obliged in rows:
        typer.echo(_row(name.ljust(width), shown, obliged=obliged))
    for unknown in found.unknown:
        typer.secho(f"no such clause or interpretation: {unknown}", err=True, fg="red")
    testable = [clause for clause in found.clauses if clause.testable]
    typer.echo(
        f"clauses: {len(found.clauses)}, "
        f"{_count(found.clauses, 'implemented')} cited by the sources; "
        f"testable: {_count(testable, 'tests')} of {len(testable)} shown by tests; "
        f"interpretations: {_count(found.interpretations, 'tests')} "
        f"of {len(found.interpretations)} shown by tests"
    )


def _count(shown: Sequence[Shown], field: str) -> int:
    return sum(1 for entry in shown if getattr(entry, field))


def _row(name: str, shown: Shown, *, obliged: bool) -> str:
    lacking = "open" if obliged else "nothing to test"
    return f"{name}  {_first(shown.implemented, '-'):<58}  {_first(shown.tests, lacking)}"


def _first(places: tuple[str, ...], otherwise: str) -> str:
    """Return the first place and how many more there are."""
    more = f" (+{len(places) - 1})" if len(places) > 1 else ""
    return f"{places[0]}{more}" if places else otherwise
