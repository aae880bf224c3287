"""What the tests declare to show, read from their sources without running them.

A test declares with `@pytest.mark.clause("GAME:5.8.1", ...)` and
`@pytest.mark.interpretation("I-NN")`, on itself, on its class, on its module (`pytestmark`) or on
one of its parameter sets. The words must be written out, so that a reader and a search find them;
`tests/rules/test_declarations.py` holds this reading against what pytest collects.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

MARKS: Final = frozenset({"clause", "interpretation"})
NOT_SHOWING: Final = frozenset({"skip", "xfail"})
"""A test that never runs, or is expected to fail, shows nothing."""

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


class Undeclared(ValueError):  # noqa: N818 - it names what happened, not a kind of error
    """A marker whose words cannot be read without running the test."""


@dataclass(frozen=True, slots=True, order=True)
class Declaration:
    """One test and one clause or interpretation that it declares to show."""

    test: str
    target: str


def declarations(folder: Path, root: Path) -> Iterator[Declaration]:
    """Yield what every test module below a folder declares."""
    for path in sorted(folder.rglob("test_*.py")):
        source = path.read_text(encoding="utf-8")
        yield from _Module(path.relative_to(root).as_posix(), ast.parse(source)).declarations()


class _Module:
    """One test module: its constants, and the marks that reach each of its tests."""

    def __init__(self, name: str, tree: ast.Module) -> None:
        self._name = name
        self._tree = tree
        self._constants = dict(_assignments(tree.body))

    def declarations(self) -> Iterator[Declaration]:
        yield from self._body(self._tree.body, self._name, ())

    def _body(
        self, body: list[ast.stmt], prefix: str, outer: tuple[ast.expr, ...]
    ) -> Iterator[Declaration]:
        local = dict(_assignments(body))
        own = (*outer, *([local["pytestmark"]] if "pytestmark" in local else []))
        for node in body:
            if isinstance(node, Function) and node.name.startswith("test"):
                yield from self._test(f"{prefix}::{node.name}", (*own, *node.decorator_list))
            elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
                marks = (*own, *node.decorator_list)
                yield from self._body(node.body, f"{prefix}::{node.name}", marks)
        for name, value in local.items():
            if name.startswith("Test") and _is_state_machine(value):
                yield from self._test(f"{prefix}::{name}::runTest", own)

    def _test(self, name: str, marks: tuple[ast.expr, ...]) -> Iterator[Declaration]:
        found = [mark for expression in marks for mark in self._marks(expression)]
        if any(kind in NOT_SHOWING for kind, _ in found):
            return
        targets = (
            target
            for kind, call in found
            if kind in MARKS and call is not None
            for argument in call.args
            for target in self._words(argument)
        )
        for target in dict.fromkeys(targets):
            yield Declaration(name, target)

    def _marks(
        self, expression: ast.expr, seen: frozenset[str] = frozenset()
    ) -> Iterator[tuple[str, ast.Call | None]]:
        """Yield the marks in an expression, looking through the module's constants."""
        calls = {id(node.func): node for node in ast.walk(expression) if isinstance(node, ast.Call)}
        for node in ast.walk(expression):
            if isinstance(node, ast.Attribute) and _is_mark(node.value):
                yield node.attr, calls.get(id(node))
            elif isinstance(node, ast.Name) and node.id not in seen:
                value = self._constants.get(node.id)
                if value is not None:
                    yield from self._marks(value, seen | {node.id})

    def _words(self, argument: ast.expr) -> Iterator[str]:
        """Yield the words of a marker's argument: strings, or a constant sequence of them."""
        match argument:
            case ast.Constant(value=str(word)):
                yield word
            case ast.Starred(value=value):
                yield from self._words(value)
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                for part in parts:
                    yield from self._words(part)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                yield from self._words(left)
                yield from self._words(right)
            case ast.Name(id=name) if name in self._constants:
                yield from self._words(self._constants[name])
            case _:
                raise Undeclared(
                    f"{self._name}:{argument.lineno}: write the clauses of a marker out as "
                    f"strings, or as a constant of this module; {ast.unparse(argument)} can "
                    "only be read by running it"
                )


def _assignments(body: Iterable[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    for node in body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                yield name, value
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                yield name, value
            case _:
                pass


def _is_mark(node: ast.expr) -> bool:
    """Tell `pytest.mark` from anything else that has attributes."""
    match node:
        case ast.Attribute(value=ast.Name(id="pytest"), attr="mark"):
            return True
        case _:
            return False


def _is_state_machine(value: ast.expr) -> bool:
    """Tell the test that Hypothesis makes of a state machine."""
    return isinstance(value, ast.Attribute) and value.attr == "TestCase"


def by_target(found: Iterable[Declaration]) -> Mapping[str, tuple[str, ...]]:
    """Turn declarations about: the tests that show each clause or interpretation."""
    tests: dict[str, list[str]] = {}
    for declaration in sorted(found):
        tests.setdefault(declaration.target, []).append(declaration.test)
    return {target: tuple(names) for target, names in tests.items()}
