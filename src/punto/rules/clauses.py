"""The 534 clauses in our own words, and the 111 interpretations."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from punto.rules.reading import Citations, Table, read_toml

DATA = Path(__file__).parent / "data"
_ID = re.compile(r'^id = "([^"]+)"$', re.MULTILINE)
_ANYTHING = Citations(own_key="", known=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One numbered paragraph, appendix or cover line: what software must do about it."""

    id: str
    kind: str
    text: str
    same_as: tuple[str, ...]
    testable: bool

    @property
    def key(self) -> str:
        """Return the key of its document."""
        return self.id.partition(":")[0]

    @property
    def number(self) -> str:
        """Return its number within the document."""
        return self.id.partition(":")[2]


@dataclass(frozen=True, slots=True, kw_only=True)
class Interpretation:
    """One place where the documents leave a program to decide."""

    id: str
    title: str
    clauses: tuple[str, ...]
    readings: str
    default: str
    decides: str
    effect: str


def _table(name: str) -> Table:
    values, _ = read_toml(DATA / name)
    return Table(name, "", values, _ANYTHING)


@cache
def clauses() -> Mapping[str, Clause]:
    """Load every clause by its id: the key of its document, a colon and its number."""
    table = _table("clauses.toml")
    found: dict[str, Clause] = {}
    for row in table.tables("clause"):
        clause = Clause(
            id=row.take("id", str),
            kind=row.take("kind", str),
            text=row.take("text", str),
            same_as=row.take_list("same_as", str),
            testable=row.take("testable", bool),
        )
        row.finish()
        if clause.id in found:
            raise row.error("id", f"{clause.id} stands twice")
        found[clause.id] = clause
    table.finish()
    for clause in found.values():
        for other in clause.same_as:
            if other not in found:
                raise table.error(clause.id, f"same_as names {other!r}, which is no clause")
    return MappingProxyType(found)


@cache
def interpretations() -> Mapping[str, Interpretation]:
    """Load every interpretation by its id: `I-` and its number."""
    table = _table("interpretations.toml")
    found: dict[str, Interpretation] = {}
    for row in table.tables("interpretation"):
        item = Interpretation(
            id=row.take("id", str),
            title=row.take("title", str),
            clauses=row.take_list("clauses", str),
            readings=row.take("readings", str),
            default=row.take("default", str),
            decides=row.take("decides", str),
            effect=row.take("effect", str),
        )
        row.finish()
        for clause in item.clauses:
            if clause not in clauses():
                raise row.error("clauses", f"names {clause!r}, which is no clause")
        found[item.id] = item
    table.finish()
    return MappingProxyType(found)


@cache
def interpretation_ids() -> frozenset[str]:
    """Find the ids of the interpretations alone: every rulebook needs them, few the texts."""
    return frozenset(_ID.findall((DATA / "interpretations.toml").read_text(encoding="utf-8")))
