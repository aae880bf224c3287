"""Which code reads a value of the rule data: the way from a clause to the line that acts on it.

A clause is cited by the value that it decides, and the value is read by code that need not name
the clause. The readings are found in the sources themselves, by following where the rulebook
goes: `rules.policies.round`, a name that stands for it, an act of the authority table.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

FOLDERS: Final = ("core", "rules")
"""Where rulebooks are acted on; the other rooms show them or count with them."""

_TABLES: Final[Mapping[str, str]] = {
    "policies": "policies",
    "authority": "authority",
    "irregularities": "irregularities",
    "bets": "bets",
    "columns": "bets",
    "masks": "bets",
    "insurance_rows": "insurance_rows",
    "insurance_row": "insurance_rows",
    "layouts": "layouts",
    "decks": "decks",
    "tableau": "table_of_play",
    "wagers": "wagers",
    "document": "document",
}
"""The tables of the data, by the attribute of a `Rulebook` that holds them."""

_ANY: Final = "*"
_LOOKUPS: Final = frozenset({"get", "items", "values"})


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Reading:
    """One place that reads a value, and the function around it."""

    path: str
    line: int
    function: str

    @property
    def place(self) -> str:
        """Return the place in the form that editors open."""
        return f"{self.path}:{self.line}"


def readings(package: Path, root: Path) -> Mapping[str, tuple[Reading, ...]]:
    """Find what reads each setting: `policies.round.opens_at`, `authority.settle`, `bets`.

    A function is named once, with the first line that reads.
    """
    found: dict[str, list[Reading]] = {}
    for folder in FOLDERS:
        for path in sorted((package / folder).rglob("*.py")):
            name = path.relative_to(root).as_posix()
            for setting, line, function in _in(ast.parse(path.read_text(encoding="utf-8"))):
                earlier = found.setdefault(setting, [])
                if all((e.path, e.function) != (name, function) for e in earlier):
                    earlier.append(Reading(path=name, line=line, function=function))
    return {setting: tuple(where) for setting, where in found.items()}


def readers_of(setting: str, found: Mapping[str, tuple[Reading, ...]]) -> tuple[Reading, ...]:
    """Return what reads a setting as `punto rules` names it, the closest first."""
    parts = setting.split(".")
    names = [".".join(parts[:length]) for length in range(len(parts), 0, -1)]
    if parts[:2] == ["policies", "methods"]:
        names.insert(0, ".".join(("policies", "methods", _ANY, *parts[3:])))
    return tuple(dict.fromkeys(reading for name in names for reading in found.get(name, ())))


def _in(tree: ast.Module) -> Iterator[tuple[str, int, str]]:
    yield from _Function(name="").read(tree.body)


@dataclass(slots=True)
class _Function:
    """One function: its name, and what the names in it stand for."""

    name: str
    stands_for: dict[str, str] = field(default_factory=dict)

    def read(self, body: list[ast.stmt]) -> Iterator[tuple[str, int, str]]:
        for statement in body:
            yield from self._visit(statement)

    def _visit(self, node: ast.AST) -> Iterator[tuple[str, int, str]]:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inner = f"{self.name}.{node.name}".strip(".")
            yield from _Function(name=inner).read(node.body)
            return
        path = self._path(node) if isinstance(node, ast.expr) else None
        if path is not None and isinstance(node, ast.expr):
            setting = _setting(path)
            if setting is not None:
                yield setting, node.lineno, self.name
        for child in ast.iter_child_nodes(node):
            yield from self._visit(child)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            meant = self._path(node.value)
            if meant is None:
                self.stands_for.pop(node.targets[0].id, None)
            else:
                self.stands_for[node.targets[0].id] = meant

    def _path(self, node: ast.expr) -> str | None:
        """Name what an expression stands for in the rule data, None for anything else."""
        match node:
            case ast.Name(id=name):
                return self.stands_for.get(name)
            case ast.Attribute(value=value, attr=attr):
                if _is_rulebook(value) and attr in _TABLES:
                    return _TABLES[attr]
                inner = self._path(value)
                return None if inner is None else inner if attr in _LOOKUPS else f"{inner}.{attr}"
            case ast.Subscript(value=value, slice=key):
                inner = self._path(value)
                word = str(key.value) if isinstance(key, ast.Constant) else _ANY
                return None if inner is None else f"{inner}.{word}"
            case ast.Call(func=ast.Name(id="policy") | ast.Attribute(attr="policy")):
                return "policies.insurance"
            case ast.Call(func=ast.Attribute() as function):
                inner = self._path(function)
                return f"{inner}.{_ANY}" if inner is not None else None
            case _:
                return None


def _is_rulebook(node: ast.expr) -> bool:
    """Tell a rulebook by what it is called everywhere."""
    match node:
        case ast.Name(id="rules" | "rulebook" | "book"):
            return True
        case ast.Attribute(attr="rules" | "rulebook"):
            return True
        case _:
            return False


def _setting(path: str) -> str | None:
    """Cut a path at the value that the data cites; None above it."""
    head, *rest = path.split(".")
    if head == "policies":
        deep = 3 if rest[:1] == ["methods"] else 2
        return ".".join((head, *rest[:deep])) if len(rest) == deep else None
    if head == "authority":
        return head if rest[:1] in ([], [_ANY]) else f"{head}.{rest[0]}" if len(rest) == 1 else None
    if head == "wagers":
        return f"{head}.{rest[0]}" if len(rest) == 1 else None
    return head if not rest else None
