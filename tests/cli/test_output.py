"""Errors in one line or one object; tables that read well without colour."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
import typer
from typer.testing import CliRunner

from punto.cli.output import AsJson, Failed, Problem, answers, console, print_json, table, unknown
from punto.core.checks import Defect, Misuse
from punto.core.refusal import Refused
from punto.rules import RuleError

run = CliRunner()


def app_of(error: BaseException | None) -> typer.Typer:
    """Make an app of one command that meets with this."""
    app = typer.Typer(add_completion=False)

    @app.command()
    @answers
    def command(*, as_json: AsJson = False) -> None:
        if error is not None:
            raise error
        print_json({"fine": as_json})

    return app


REFUSED = Refused(
    code="too_late", reason="bets are closed", remedy="wait", clauses=("tb4:3.9",), where="bet"
)
ERRORS: list[tuple[Exception, str, dict[str, str | None]]] = [
    (
        Failed(REFUSED),
        "bet: bets are closed: wait (tb4:3.9)",
        {
            "code": "too_late",
            "message": "bets are closed: wait",
            "clause": "tb4:3.9",
            "where": "bet",
        },
    ),
    (
        Failed(Problem(code="x", message="two\nlines")),
        "two lines",
        {"code": "x", "message": "two\nlines", "clause": None, "where": None},
    ),
    (
        Misuse("no such rank"),
        "no such rank",
        {"code": "misuse", "message": "no such rank", "clause": None, "where": None},
    ),
    (
        RuleError("a.toml", "bets[0]", "is wrong"),
        "a.toml: bets[0]: is wrong",
        {"code": "bad_rules", "message": "is wrong", "clause": None, "where": "a.toml: bets[0]"},
    ),
    (
        PermissionError(13, "Permission denied", "secret.json"),
        "secret.json: Permission denied",
        {
            "code": "system",
            "message": "Permission denied",
            "clause": None,
            "where": "secret.json",
        },
    ),
]


@pytest.mark.parametrize(("error", "line", "problem"), ERRORS, ids=lambda row: type(row).__name__)
def test_what_a_user_got_wrong_is_one_line_or_one_object_and_status_2(
    error: Exception, line: str, problem: dict[str, str | None]
) -> None:
    plain = run.invoke(app_of(error))
    assert (plain.exit_code, plain.stdout, plain.stderr) == (2, "", f"{line}\n")
    as_json = run.invoke(app_of(error), ["--json"])
    assert (as_json.exit_code, as_json.stderr) == (2, "")
    assert json.loads(as_json.stdout) == {"error": problem}


def test_a_defect_is_not_dressed_up_as_the_users_fault() -> None:
    result = run.invoke(app_of(Defect("we broke it")))
    assert result.exit_code == 1
    assert isinstance(result.exception, Defect)


def test_an_interrupted_command_says_nothing() -> None:
    result = run.invoke(app_of(KeyboardInterrupt()))
    assert (result.exit_code, result.output) == (130, "")


def test_json_is_utf8_and_readable() -> None:
    def command() -> None:
        print_json({"name": "虎牛"})

    assert _printed(command) == '{\n  "name": "虎牛"\n}\n'


def test_a_table_keeps_to_80_columns_and_loses_no_letter_of_a_long_word() -> None:
    def command() -> None:
        rows = table("word", "number", right=["number"])
        rows.add_row("x" * 200, "1")
        console().print(rows)

    printed = _printed(command)
    assert printed.count("x") == 200
    assert max(map(len, printed.splitlines())) <= 80


def _printed(command: Callable[[], None]) -> str:
    app = typer.Typer(add_completion=False)
    app.command()(command)
    return run.invoke(app).stdout


@pytest.mark.parametrize(
    ("given", "hint"),
    [
        ("tb5", "did you mean tb4?"),
        ("TB4", "did you mean tb4?"),
        ("whist", "there are tb4, mbs5"),
    ],
)
def test_an_unknown_name_is_answered_with_what_there_is(given: str, hint: str) -> None:
    problem = unknown("game", given, ["tb4", "mbs5"], where="GAME")
    assert problem.code == "unknown_game"
    assert problem.message == f"there is no game {given!r}: {hint}"


def test_many_names_are_counted_and_not_listed() -> None:
    message = unknown("clause", "?", [str(n) for n in range(100)]).message
    assert message == "there is no clause '?': there are 100, 0 to 99"
