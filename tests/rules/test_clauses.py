"""The 534 clauses and 111 interpretations: complete, in our words, and consistent."""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest

from punto.core.rulebook import Kind
from punto.rules import RuleError, clauses, interpretations, rulebooks
from punto.rules.clauses import interpretation_ids

KINDS: Final = {
    *("definition", "layout", "cards", "bet", "procedure", "settlement", "irregularity"),
    *("authority", "information"),
}

PER_DOCUMENT: Final = {"tb4": 141, "mbs5": 131, "dhyx2": 128, "tbi1": 134}


def test_every_clause_has_a_text_of_its_own_a_kind_and_a_place() -> None:
    found = clauses()
    assert len(found) == 534
    assert Counter(clause.key for clause in found.values()) == PER_DOCUMENT
    for name, clause in found.items():
        assert name == clause.id == f"{clause.key}:{clause.number}"
        assert clause.kind in KINDS
        assert len(clause.text.split()) >= 3, name
        assert clause.text.strip() == clause.text
        assert "\n" not in clause.text


def test_clauses_of_one_effect_name_each_other() -> None:
    found = clauses()
    for clause in found.values():
        assert clause.id not in clause.same_as
        assert len(clause.same_as) == len(set(clause.same_as)), clause.id
        for other in clause.same_as:
            assert found[other].key != clause.key, f"{clause.id} and {other}"
            assert clause.id in found[other].same_as, f"{clause.id} and {other}"


def test_sameness_is_one_whole_group_with_one_kind_and_one_answer_to_testable() -> None:
    found = clauses()
    for clause in found.values():
        group = {clause.id, *clause.same_as}
        for other in clause.same_as:
            assert {other, *found[other].same_as} == group
            assert found[other].kind == clause.kind
            assert found[other].testable == clause.testable


def test_there_are_111_interpretations_each_about_existing_clauses() -> None:
    found = interpretations()
    assert interpretation_ids() == set(found)
    assert list(found) == [f"I-{number:02}" for number in range(1, 112)]
    for item in found.values():
        assert item.clauses, item.id
        assert len(item.clauses) == len(set(item.clauses)), item.id
        assert set(item.clauses) <= set(clauses()), item.id
        for text in (item.title, item.readings, item.default, item.decides, item.effect):
            assert text.strip(), item.id


INDEX: Final = {
    "tb4:1.36": {"I-15", "I-20"},
    "tb4:3.7": {"I-13", "I-17", "I-26", "I-54"},
    "tb4:4.1.1": {"I-22", "I-23", "I-24"},
    "tb4:4.1.13": {"I-18", "I-25"},
    "tb4:5.8": {"I-81", "I-90", "I-96", "I-110"},
    "mbs5:1.1.13.3": {"I-09", "I-10", "I-12"},
    "mbs5:3.15.1": {"I-17", "I-21"},
    "mbs5:5.8.1": {"I-89", "I-92", "I-94"},
    "mbs5:App-A": {"I-27"},
    "dhyx2:3.12.2": {"I-36", "I-61", "I-62", "I-63", "I-64", "I-65", "I-76"},
    "dhyx2:4.1.2": {"I-23", "I-57", "I-58", "I-59", "I-67"},
    "dhyx2:5.13.2": {"I-71", "I-72"},
    "tbi1:cover-effective": {"I-31", "I-33"},
    "tbi1:4.1.8": {"I-23", "I-25", "I-57", "I-58", "I-59", "I-67"},
    "tb4:1.2": set[str](),
}
"""Samples of the index from clause to interpretations (table T11)."""


@pytest.mark.parametrize("clause", INDEX)
def test_the_interpretations_of_a_clause_are_those_of_the_index(clause: str) -> None:
    about = {item.id for item in interpretations().values() if clause in item.clauses}
    assert about == INDEX[clause]


def test_every_rulebook_rules_on_every_kind_of_irregularity() -> None:
    for rules in rulebooks().values():
        assert set(rules.irregularities) == set(Kind)


CLAUSE: Final = """
[[clause]]
id = "tb4:1.1"
kind = "definition"
text = "Something."
same_as = []
testable = true
"""

INTERPRETATION: Final = """
[[interpretation]]
id = "I-01"
title = "t"
clauses = ["tb4:9.9"]
readings = "r"
default = "d"
decides = "x"
effect = "e"
"""


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(import_module("punto.rules.clauses"), "DATA", tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (CLAUSE + CLAUSE, r"clause\[1\]\.id: tb4:1\.1 stands twice"),
        (CLAUSE.replace("[]", '["tb4:9"]'), r"tb4:1\.1: same_as names 'tb4:9', which is no clause"),
        (CLAUSE.replace("text", "words"), r"clause\[0\]\.text: is missing"),
        (CLAUSE + 'colour = "red"\n', r"clause\[0\]\.colour: is not a key"),
        (CLAUSE.replace("true", '"yes"'), r"clause\[0\]\.testable: must be a bool"),
        (CLAUSE.replace("[[clause]]", "[[clauses]]"), r"clauses: is not a key"),
    ],
)
def test_a_damaged_list_of_clauses_is_refused(data: Path, text: str, message: str) -> None:
    (data / "clauses.toml").write_text(text, encoding="utf-8")
    with pytest.raises(RuleError, match=rf"^clauses\.toml: {message}"):
        clauses.__wrapped__()


def test_an_interpretation_of_no_clause_is_refused(data: Path) -> None:
    (data / "interpretations.toml").write_text(INTERPRETATION, encoding="utf-8")
    with pytest.raises(RuleError, match=r"clauses: names 'tb4:9\.9', which is no clause"):
        interpretations.__wrapped__()
