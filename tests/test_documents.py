"""Every example in README and docs runs and says what the document says it says."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from sybil import Example, Sybil
from sybil.parsers.myst import CodeBlockParser, PythonCodeBlockParser

ROOT: Final = Path(__file__).parents[1]
DOCUMENTS: Final = sorted(
    path
    for path in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"))
    if not {"_build", "generated"} & set(path.relative_to(ROOT).parts)
)
FLAGS: Final = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def sessions(text: str) -> list[tuple[str, str]]:
    """Split a console block into commands (`$ ...`) and what each prints."""
    found: list[tuple[str, str]] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], ""))
        elif found:
            command, output = found[-1]
            found[-1] = (command, f"{output}{line}\n")
    return found


def run(command: str) -> str:
    """Run a line as a reader would, with the `punto` of this environment first on the path."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ran = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        cwd=ROOT,
        env={**os.environ, "PATH": path, "COLUMNS": "100"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    return ran.stdout + ran.stderr


def ruled(text: str) -> str:
    """Make every ruled line equally long: its length follows the longest cell."""
    return re.sub("─+", "─", text)


def evaluate_console(example: Example) -> str | None:
    """Say what a console block prints other than it claims, if anything."""
    for command, expected in sessions(example.parsed):
        printed = run(command)
        if not doctest.OutputChecker().check_output(ruled(expected), ruled(printed), FLAGS):
            return f"$ {command}\nexpected:\n{expected}\nprinted:\n{printed}"
    return None


SYBIL: Final = Sybil(
    parsers=[CodeBlockParser("console", evaluate_console), PythonCodeBlockParser()]
)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_the_examples_of_a_document_run(path: Path) -> None:
    for example in SYBIL.parse(path).examples():
        example.evaluate()


def test_a_wrong_example_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("```console\n$ punto --version\npunto 999\n```\n", encoding="utf-8")
    (example,) = SYBIL.parse(page).examples()
    with pytest.raises(Exception, match="punto 999"):
        example.evaluate()
