"""From a clause to the line that acts on it: what reads each value of the rule data."""

from __future__ import annotations

from dataclasses import fields
from enum import StrEnum
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from punto.cli.cited import cited_values
from punto.core.policies import Policies
from punto.core.rulebook import Wagers
from punto.rules import clauses, rulebooks
from punto.rules.conformance import report
from punto.rules.readers import Reading, readers_of, readings

ROOT = Path(__file__).parents[2]
SOURCE = """
def close(table, rules):
    policy = rules.policies.betting
    cited = policy.added_after_close
    cited = None
    return policy.added_after_close.value, cited.value

class Desk:
    def take(self):
        method = self.rules.policies.methods[self.name]
        return method.player_draws, plus.policy(self.rules).lapse.value

def may(rules, act):
    return rules.authority.get(act) or rules.authority["settle"].role

def pays(rules, bet):
    return rules.columns[bet].row(0), rules.bets, other.bets, rules.wagers.original.value

def within(book):
    def inner():
        return book.irregularities[1].ruling(), book.policies.round
    return inner
"""


@pytest.fixture
def found(tmp_path: Path) -> dict[str, list[tuple[int, str]]]:
    (tmp_path / "core").mkdir()
    (tmp_path / "core" / "it.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "it.py").write_text("x = rules.decks\n", encoding="utf-8")
    return {
        setting: [(reading.line, reading.function) for reading in where]
        for setting, where in readings(tmp_path, tmp_path).items()
    }


@pytest.mark.parametrize(
    ("setting", "where"),
    [
        ("policies.betting.added_after_close", [(4, "close")]),
        ("policies.methods.*.player_draws", [(11, "Desk.take")]),
        ("policies.insurance.lapse", [(11, "Desk.take")]),
        ("authority", [(14, "may")]),
        ("authority.settle", [(14, "may")]),
        ("bets", [(17, "pays")]),
        ("wagers.original", [(17, "pays")]),
        ("irregularities", [(21, "within.inner")]),
    ],
)
def test_a_reading_is_found_through_names_and_lookups(
    found: dict[str, list[tuple[int, str]]], setting: str, where: list[tuple[int, str]]
) -> None:
    assert found[setting] == where


def test_nothing_else_is_a_reading(found: dict[str, list[tuple[int, str]]]) -> None:
    assert len(found) == 8


def test_a_setting_is_read_by_what_reads_it_and_then_by_what_reads_its_table() -> None:
    one, two = (Reading(path="a.py", line=n, function="f") for n in (1, 2))
    found = {"authority.settle": (two,), "authority": (one, two), "policies.methods.*.x": (one,)}
    assert readers_of("authority.settle", found) == (two, one)
    assert readers_of("authority.declare", found) == (one, two)
    assert readers_of("policies.methods.A.x", found) == (one,)
    assert readers_of("decks", found) == ()


def settings() -> dict[str, Any]:
    """List every setting with the kind of value that it takes."""
    found = {
        f"wagers.{item.name}": get_args(get_type_hints(Wagers)[item.name])[0]
        for item in fields(Wagers)
    }
    hints = get_type_hints(Policies)
    for section, hint in hints.items():
        kinds = [kind for kind in (hint, *get_args(hint)) if hasattr(kind, "__dataclass_fields__")]
        for kind in kinds:
            values = {name: get_args(cited)[0] for name, cited in get_type_hints(kind).items()}
            prefix = f"policies.{section}" + (".*" if section == "methods" else "")
            found |= {f"{prefix}.{name}": value for name, value in values.items()}
    return found


def test_every_setting_that_has_a_choice_is_read_by_the_engine() -> None:
    """One value is a stated default; where there are two, something must look which it is."""
    found = readings(ROOT / "src" / "punto", ROOT)
    choices = {
        name
        for name, kind in settings().items()
        if kind in (bool, int)
        or (isinstance(kind, type) and issubclass(kind, StrEnum) and len(kind) > 1)
    }
    assert len(choices) > 20
    assert choices <= set(found)


def test_every_testable_clause_is_cited_and_leads_to_code() -> None:
    """Nobody has to search: a clause names its code, or a value that code is known to read."""
    books = {rules.key: rules for rules in rulebooks().values()}
    for shown in report(ROOT).clauses:
        if shown.testable:
            values = cited_values(books[clauses()[shown.clause].key], shown.clause)
            code = [place for place in shown.implemented if ".toml:" not in place]
            code += [reading.place for value in values for reading in value.read_by]
            assert shown.implemented, shown.clause
            assert code, shown.clause


def test_what_explains_the_notation_implements_nothing() -> None:
    """No citation stands in the rooms that read citations."""
    readers = tuple(f"rules/{name}.py" for name in ("citations", "clauses", "declarations"))
    readers += ("rules/conformance.py", "rules/readers.py", "cli/conformance.py", "cli/cited.py")
    shown = report(ROOT)
    places = [place for entry in shown.clauses for place in entry.implemented]
    places += [place for entry in shown.interpretations for place in entry.implemented]
    assert not [place for place in places if place.partition(":")[0].endswith(readers)]
