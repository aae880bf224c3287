"""The conformance report is made of citations and declarations, and only of what exists."""

from __future__ import annotations

from pathlib import Path

import pytest

import punto
from punto.rules import citations
from punto.rules.conformance import STATED_DEFAULT, NoSources, checkout, report

ROOT = Path(__file__).parents[2]
GAMES = ("tb4", "mbs5")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("as tb4:5.8.1, and mbs5:3.14.", ["tb4:5.8.1", "mbs5:3.14"]),
        ("(tb4:1.33-single; I-90)", ["tb4:1.33-single", "I-90"]),
        ("tb4:2.1.1.a or tb4:App-A", ["tb4:2.1.1.a", "tb4:App-A"]),
        ('clause = ["tb4:cover-approval"]', ["tb4:cover-approval"]),
        ("xtb4:1.1 tbx:1.1 I-9 AI-90 I-9000 tb4: 1.1", []),
    ],
)
def test_what_is_a_citation(text: str, expected: list[str]) -> None:
    assert citations.Vocabulary(GAMES).cited(text) == expected


def test_code_is_cited_before_data_and_the_catalogues_are_not_counted(tmp_path: Path) -> None:
    source = tmp_path / "src"
    source.mkdir()
    (source / "a.toml").write_text('x = 1\nclause = ["tb4:1.1"]\n', encoding="utf-8")
    (source / "z.py").write_text('"""One.\n\nTwo tb4:1.1, tb4:1.1."""\n', encoding="utf-8")
    (source / "clauses.toml").write_text('id = "tb4:1.1"\n', encoding="utf-8")
    (source / "picture.bin").write_bytes(b"\xfftb4:1.1")

    found = list(citations.scan(source, tmp_path, citations.Vocabulary(GAMES)))

    assert [citation.place for citation in found] == ["src/z.py:3", "src/a.toml:2"]


def write_checkout(root: Path, *, source: str, test: str) -> None:
    """Make a checkout of one source file and one test."""
    (root / "src" / "punto").mkdir(parents=True)
    (root / "src" / "punto" / "it.py").write_text(source, encoding="utf-8")
    (root / "tests").mkdir()
    (root / "tests" / "test_it.py").write_text(test, encoding="utf-8")


def test_the_report_joins_sources_and_tests(tmp_path: Path) -> None:
    write_checkout(
        tmp_path,
        source='"""Does tb4:1.1 and I-90; and mbs5:99.9."""\n',
        test='import pytest\n\n@pytest.mark.clause("tb4:1.1", "tb4:1.999")\ndef test_x(): ...\n',
    )

    found = report(tmp_path)

    assert len(found.clauses) == 534
    assert len(found.interpretations) == 111
    clauses = {entry.clause: entry for entry in found.clauses}
    assert clauses["tb4:1.1"].implemented == ("src/punto/it.py:1",)
    assert clauses["tb4:1.1"].tests == ("tests/test_it.py::test_x",)
    assert clauses["tb4:1.2"].implemented == ()
    assert clauses["tb4:1.2"].tests == ()
    assert sum(entry.testable for entry in found.clauses) == 489
    ninety = next(entry for entry in found.interpretations if entry.id == "I-90")
    assert ninety.implemented == ("src/punto/it.py:1",)
    assert ninety.default
    assert found.unknown == (
        "src/punto/it.py:1: mbs5:99.9",
        "tests/test_it.py::test_x: tb4:1.999",
    )


def test_code_that_cites_a_clause_of_the_same_effect_does_this_one_too(tmp_path: Path) -> None:
    write_checkout(tmp_path, source='"""Does tb4:5.13-tail."""\n', test="")
    data = tmp_path / "src" / "punto" / "data"
    data.mkdir()
    (data / "one.toml").write_text('clause = ["tb4:5.13-tail"]\n', encoding="utf-8")

    clauses = {entry.clause: entry for entry in report(tmp_path).clauses}

    code, rule_data = "src/punto/it.py:1", "src/punto/data/one.toml:1"
    assert clauses["tb4:5.13-tail"].implemented == (code, rule_data)
    assert clauses["dhyx2:5.12-tail"].implemented == (code,)
    assert clauses["tb4:5.13"].implemented == ()


def test_an_interpretation_is_a_setting_of_the_rulebooks_or_a_stated_default() -> None:
    settings = {entry.id: entry.setting for entry in report(ROOT).interpretations}
    assert "table_of_play" in settings["I-03"]
    assert STATED_DEFAULT in settings.values()


def test_an_installed_package_says_that_it_has_no_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(punto, "__file__", str(tmp_path / "lib" / "punto" / "__init__.py"))
    with pytest.raises(NoSources, match="run it in a checkout"):
        checkout()


def test_this_is_a_checkout() -> None:
    assert checkout() == ROOT
