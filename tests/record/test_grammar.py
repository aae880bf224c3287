"""The documented grammar is that of the program, and golden records follow it."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest

from punto.record import golden
from punto.record.document import parse
from punto.record.grammar import ebnf
from punto.record.phrases import PHRASES
from punto.record.problems import RecordError

ROOT = Path(__file__).parents[2]
PLAYTHROUGHS = ROOT / "tests" / "playthroughs"


def test_the_reference_page_holds_the_grammar() -> None:
    page = (ROOT / "docs" / "reference" / "record.md").read_text(encoding="utf-8")
    assert ebnf() in page


def test_the_grammar_names_every_word_of_every_phrase() -> None:
    grammar = ebnf()
    for phrase in PHRASES:
        for word in phrase.pattern.literals():
            assert f'"{word}"' in grammar


def test_the_record_of_the_reference_page_is_one() -> None:
    page = (ROOT / "docs" / "reference" / "record.md").read_text(encoding="utf-8")
    record = parse(page.partition("```toml\n")[2].partition("```")[0])
    assert dict(record.paid) == {"Ann": 72500, "Bob": 0}
    assert len(record.commands) == 12


def test_an_error_says_where_and_what_would_be_right() -> None:
    error = RecordError("wrong", "write right", line=3, column=4)
    assert str(error) == "line 3, column 4: wrong: write right"


def test_golden_texts_are_compared_and_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = tmp_path / "one.toml"
    source = PLAYTHROUGHS / "settlement" / "wu_dalang.toml"
    record.write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    shown = StringIO()
    monkeypatch.setattr("sys.stdout", shown)
    assert golden.main([str(tmp_path)]) == 1
    assert "+  Round 1 is settled." in shown.getvalue()
    assert golden.main(["--update", str(tmp_path)]) == 0
    assert golden.main([str(tmp_path)]) == 0
    law = source.with_suffix(".txt").read_text(encoding="utf-8")
    assert golden.expected(record).read_text(encoding="utf-8") == law
