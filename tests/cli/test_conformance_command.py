"""`punto conformance` prints the report for a person and for a program."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from punto.cli import conformance
from punto.cli.app import app
from punto.rules.conformance import ClauseShown, Conformance, InterpretationShown, NoSources

run = CliRunner()


def shown(*, tests: tuple[str, ...], unknown: tuple[str, ...] = ()) -> Conformance:
    """Return a report of one clause and one interpretation."""
    return Conformance(
        clauses=(
            ClauseShown(clause="tb4:1.1", testable=True, implemented=("src/a.py:1",), tests=tests),
            ClauseShown(clause="tb4:1.2", testable=False, implemented=(), tests=()),
        ),
        interpretations=(
            InterpretationShown(
                id="I-90", setting="policies.x", default="(a)", implemented=(), tests=tests
            ),
        ),
        unknown=unknown,
    )


def use(monkeypatch: pytest.MonkeyPatch, found: Conformance) -> None:
    """Let the command find this report."""

    def report(_root: Path) -> Conformance:
        return found

    monkeypatch.setattr(conformance, "report", report)


def test_json_follows_the_contract(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, shown(tests=("tests/t.py::test_a",)))
    result = run.invoke(app, ["conformance", "--json"])
    assert result.exit_code == 0
    assert json.loads(result.output) == {
        "clauses": [
            {"clause": "tb4:1.1", "implemented": ["src/a.py:1"], "tests": ["tests/t.py::test_a"]},
            {"clause": "tb4:1.2", "implemented": [], "tests": []},
        ],
        "interpretations": [
            {
                "id": "I-90",
                "setting": "policies.x",
                "default": "(a)",
                "tests": ["tests/t.py::test_a"],
            }
        ],
    }


def test_a_person_reads_one_line_each_and_a_summary(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, shown(tests=("tests/t.py::test_a", "tests/t.py::test_b")))
    lines = run.invoke(app, ["conformance"]).output.splitlines()
    assert lines[0].split() == ["tb4:1.1", "src/a.py:1", "tests/t.py::test_a", "(+1)"]
    assert lines[1].split() == ["tb4:1.2", "-", "nothing", "to", "test"]
    assert lines[-1] == (
        "clauses: 2, 1 cited by the sources; testable: 1 of 1 shown by tests; "
        "interpretations: 1 of 1 shown by tests"
    )


def test_open_lists_only_what_no_test_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, shown(tests=()))
    lines = run.invoke(app, ["conformance", "--open"]).output.splitlines()
    assert [line.split()[0] for line in lines[:-1]] == ["tb4:1.1", "I-90"]


@pytest.mark.parametrize(("tests", "status"), [((), 1), (("tests/t.py::test_a",), 0)])
def test_strict_fails_while_anything_is_open(
    monkeypatch: pytest.MonkeyPatch, tests: tuple[str, ...], status: int
) -> None:
    use(monkeypatch, shown(tests=tests))
    assert run.invoke(app, ["conformance", "--strict"]).exit_code == status


def test_a_citation_of_nothing_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, shown(tests=(), unknown=("src/a.py:1: tb4:99",)))
    result = run.invoke(app, ["conformance"])
    assert result.exit_code == 1
    assert "no such clause or interpretation: src/a.py:1: tb4:99" in result.output


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_without_sources_it_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, options: list[str]
) -> None:
    def checkout() -> Path:
        raise NoSources("run it in a checkout")

    monkeypatch.setattr(conformance, "checkout", checkout)
    result = run.invoke(app, ["conformance", *options])
    assert result.exit_code == 2
    if options:
        error = json.loads(result.output)["error"]
        assert error == {
            "code": "no_sources",
            "message": "run it in a checkout",
            "clause": None,
            "where": None,
        }
    else:
        assert result.output == "run it in a checkout\n"
