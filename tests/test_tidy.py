"""The habits of the house that no other tool holds."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from punto.rules import clauses, interpretations, rulebooks
from punto.rules.citations import TEXT, Vocabulary

ROOT: Final = Path(__file__).parents[1]
SRC: Final = ROOT / "src" / "punto"
CORE: Final = SRC / "core"
FOLDERS: Final = ("src", "tests", "docs", "examples", "benchmarks", ".ci")
BUILT: Final = frozenset({"_build", "generated", "__pycache__"})
LINES: Final = 600

CITES_NOTHING_ON_PURPOSE: Final = frozenset(
    {
        "tests/cli/test_conformance_command.py",
        "tests/rules/test_clauses.py",
        "tests/rules/test_conformance.py",
        "tests/rules/test_declarations.py",
        "tests/rules/test_registry.py",
        "tests/rules/test_strict_loading.py",
    }
)
"""Tests of what finds and refuses citations of what does not exist."""


@cache
def files() -> tuple[Path, ...]:
    """Return every text file that the repository keeps."""
    below = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*"))
    top = (path for path in ROOT.iterdir() if path.name != ".git")
    return tuple(
        sorted(
            path
            for path in (*below, *top)
            if path.is_file()
            and not BUILT & set(path.relative_to(ROOT).parts)
            and (path.suffix in TEXT | {".md", ".txt", ".json", ".ipynb", ".lock", ""})
            and not path.name.startswith(".coverage")
        )
    )


def short(path: Path) -> str:
    """Return the path as the repository knows it."""
    return path.relative_to(ROOT).as_posix()


def python(folder: Path) -> Iterator[tuple[Path, ast.Module]]:
    """Yield every Python file below a folder, parsed."""
    for path in sorted(folder.rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def test_no_python_file_is_longer_than_a_reader_bears() -> None:
    lengths = {
        short(path): len(path.read_text(encoding="utf-8").splitlines())
        for path in files()
        if path.suffix == ".py"
    }
    assert len(lengths) > 20, "the files were not found"
    assert {path: length for path, length in lengths.items() if length > LINES} == {}


def test_nothing_names_a_registry_or_a_place_on_one_machine() -> None:
    hosts = ("pypi" + ".org", "pythonhosted" + ".org", "npmjs" + ".org", "--index" + "-url=")
    places = re.compile(r"(?<![\w.~-])/(?:work|root|home|Users|opt)/\w")
    found = [
        f"{short(path)}:{number}"
        for path in files()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if places.search(line) or any(host in line for host in hosts)
    ]
    assert found == []


def test_whatever_is_cited_exists() -> None:
    vocabulary = Vocabulary({clause.key for clause in clauses().values()})
    known = {*clauses(), *interpretations()}
    cited = [
        (f"{short(path)}:{number}", target)
        for path in files()
        if short(path) not in CITES_NOTHING_ON_PURPOSE
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        for target in vocabulary.cited(line)
    ]
    assert len(cited) > 1000, "the citations were not found"
    assert [(where, target) for where, target in cited if target not in known] == []


def test_core_imports_the_standard_library_and_itself() -> None:
    foreign = []
    for path, tree in python(CORE):
        for node in ast.walk(tree):
            match node:
                case ast.Import(names=names):
                    modules = [alias.name for alias in names]
                case ast.ImportFrom(module=str(module)):
                    modules = [module]
                case _:
                    continue
            foreign += [
                f"{short(path)}:{node.lineno} {module}"
                for module in modules
                if module.split(".")[0] not in sys.stdlib_module_names
                and not module.startswith("punto.core")
            ]
    assert foreign == []


def _inexact(node: ast.AST) -> bool:
    """Tell a float, or what makes one: `1.5`, `float(x)`, `a / b`."""
    match node:
        case ast.Constant(value=float() | complex()):
            return True
        case ast.Name(id="float" | "complex"):
            return True
        case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
            return True
        case _:
            return False


CLOCK: Final = frozenset({"now", "utcnow", "today", "fromtimestamp"})


def test_core_holds_no_float_and_reads_no_clock() -> None:
    found = [
        f"{short(path)}:{getattr(node, 'lineno', 0)}"
        for path, tree in python(CORE)
        for node in ast.walk(tree)
        if _inexact(node) or (isinstance(node, ast.Attribute) and node.attr in CLOCK)
    ]
    assert found == []


def _docstrings(tree: ast.Module) -> set[int]:
    """Return the identities of the strings that stand alone: documentation, not code."""
    return {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


def test_no_code_names_a_game() -> None:
    """The four games are data; prose may name one as an example, code may not ask for one."""
    books = rulebooks().values()
    keys = {book.key for book in books}
    names = {book.id for book in books} | {book.id.partition("@")[0] for book in books}
    found = []
    for path, tree in python(SRC):
        prose = _docstrings(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                text = node.value
                named = text in keys or any(name in text for name in names)
                if named and id(node) not in prose and " " not in text:
                    found.append(f"{short(path)}:{node.lineno} {text!r}")
    assert found == []


@pytest.mark.parametrize("document", sorted(p.name for p in ROOT.glob("*.md")))
def test_links_between_documents_lead_somewhere(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    targets = re.findall(r"\]\((?!https?://|#|mailto:)([^)#\s]+)", text)
    assert [target for target in targets if not (ROOT / target).exists()] == []


def test_the_lock_covers_what_is_declared() -> None:
    """Every requirement of `pyproject.toml` is locked, and everything locked has a digest."""
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [
        *project["dependencies"],
        *(line for extra in project["optional-dependencies"].values() for line in extra),
    ]
    declared = {
        re.split(r"[\[<>=~! ;]", line)[0] for line in wanted if not line.startswith("punto[")
    }
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    entries = re.findall(r"^([a-z0-9._-]+)==.*\\\n    --hash=sha256:", lock, flags=re.MULTILINE)
    assert len(entries) == len(re.findall(r"^[a-z]", lock, flags=re.MULTILINE))
    assert declared - set(entries) == set()
