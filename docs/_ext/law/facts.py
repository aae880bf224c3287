"""What the pages are made of: the clauses, the report, and the places in sources and tests."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from punto.cli.cited import cited_values
from punto.rules import Clause, Interpretation, clauses, interpretations, rulebooks
from punto.rules.citations import Vocabulary
from punto.rules.conformance import ClauseShown, InterpretationShown, report
from punto.rules.readers import Reading

GENERATED = "rules/generated"
INTERPRETATIONS = f"{GENERATED}/interpretations"


@dataclass(frozen=True, slots=True)
class Symbol:
    """A function or class and the lines that it spans."""

    name: str
    first: int
    last: int


@dataclass(frozen=True)
class Facts:
    """Everything that is known, read once for a build."""

    root: Path
    clauses: Mapping[str, Clause]
    interpretations: Mapping[str, Interpretation]
    clause_shown: Mapping[str, ClauseShown]
    interpretation_shown: Mapping[str, InterpretationShown]
    vocabulary: Vocabulary

    @classmethod
    def read(cls, root: Path) -> Facts:
        """Read rule data, sources and tests of a checkout."""
        found = report(root)
        return cls(
            root=root,
            clauses=clauses(),
            interpretations=interpretations(),
            clause_shown={entry.clause: entry for entry in found.clauses},
            interpretation_shown={entry.id: entry for entry in found.interpretations},
            vocabulary=Vocabulary({clause.key for clause in clauses().values()}),
        )

    @cached_property
    def bearing(self) -> Mapping[str, list[str]]:
        """Return the interpretations that bear on each clause, by its text or by theirs."""
        found: dict[str, dict[str, None]] = defaultdict(dict)
        for entry in self.interpretations.values():
            for clause in entry.clauses:
                found[clause][entry.id] = None
        for item in self.clauses.values():
            for target in self.vocabulary.cited(item.text):
                if target in self.interpretations:
                    found[item.id][target] = None
        return {clause: sorted(ids) for clause, ids in found.items()}

    @cached_property
    def readers(self) -> Mapping[str, tuple[Reading, ...]]:
        """Return for each clause what reads the values that rest on it."""
        books = {book.key: book for book in rulebooks().values()}
        return {
            clause: tuple(
                dict.fromkeys(
                    reading
                    for value in cited_values(books[item.key], clause)
                    for reading in value.read_by
                )
            )
            for clause, item in self.clauses.items()
        }

    @cached_property
    def files(self) -> Mapping[str, Path]:
        """Return the sources and tests that get a page of their own."""
        shown = (*self.clause_shown.values(), *self.interpretation_shown.values())
        names = {place.rpartition(":")[0] for entry in shown for place in entry.implemented}
        names |= {test.partition("::")[0] for entry in shown for test in entry.tests}
        names |= {reading.path for found in self.readers.values() for reading in found}
        return {name: self.root / name for name in sorted(names)}

    @cached_property
    def _symbols(self) -> Mapping[str, list[Symbol]]:
        return {
            name: list(_symbols(ast.parse(path.read_text(encoding="utf-8")).body, ""))
            for name, path in self.files.items()
            if path.suffix == ".py"
        }

    def enclosing(self, file: str, line: int) -> str | None:
        """Return the innermost function or class around a line."""
        around = [
            symbol for symbol in self._symbols.get(file, ()) if symbol.first <= line <= symbol.last
        ]
        return max(around, key=lambda symbol: symbol.first).name if around else None

    def line_of_test(self, file: str, qualified: str) -> int:
        """Return the line where a test begins; a generated test begins with its file."""
        dotted = qualified.replace("::", ".")
        return next((s.first for s in self._symbols.get(file, ()) if s.name == dotted), 1)


@cache
def facts_of(root: Path) -> Facts:
    """Read the facts of a checkout once for a build."""
    return Facts.read(root)


def _symbols(body: Iterable[ast.stmt], prefix: str) -> Iterable[Symbol]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{prefix}{node.name}"
            yield Symbol(name, node.lineno, node.end_lineno or node.lineno)
            yield from _symbols(node.body, f"{name}.")


def chapter(clause: Clause) -> str:
    """Return the chapter that a clause belongs to, as a page name."""
    head = clause.number.split(".")[0]
    if head.startswith("App-"):
        return "appendices"
    return "cover" if head.startswith("cover-") else head


def anchor(target: str) -> str:
    """Return the anchor of a clause or an interpretation."""
    kept = "".join(sign if sign.isalnum() else "-" for sign in target.lower())
    return f"law-{kept}"


def page_of(facts: Facts, target: str) -> str | None:
    """Return the page that shows a clause or an interpretation."""
    if target in facts.interpretations:
        return INTERPRETATIONS
    clause = facts.clauses.get(target)
    return f"{GENERATED}/{clause.key}/{chapter(clause)}" if clause else None
