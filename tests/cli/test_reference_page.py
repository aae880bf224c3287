"""The reference page of the command line says what the commands do."""

from __future__ import annotations

import json
import re
from itertools import islice
from pathlib import Path

from typer.testing import CliRunner

from punto.cli.app import app

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "reference" / "cli.md").read_text(encoding="utf-8")
MADE_IN = (
    "src/punto/core/settle.py",
    "src/punto/record/reading.py",
    "src/punto/record/settling.py",
)
COMMANDS = ("games", "interpretations", "layouts", "output", "rules", "settle")


def test_what_goes_in_comes_out_as_the_page_says() -> None:
    blocks = re.findall(r"```json\n(.*?)```", PAGE, flags=re.DOTALL)
    given, expected = islice(blocks, 2)
    result = CliRunner().invoke(app, ["settle", "-", "--json"], input=given)
    assert json.loads(result.stdout) == json.loads(expected)
    assert list(json.loads(result.stdout)) == list(json.loads(expected))


def test_the_page_lists_every_code_and_no_other() -> None:
    sources = [
        (ROOT / path).read_text(encoding="utf-8")
        for path in (*MADE_IN, *(f"src/punto/cli/{name}.py" for name in COMMANDS))
    ]
    made = {
        code
        for text in sources
        for code in re.findall(r'(?:code=|_wrong_count\(\s*rules,|wrong\()\s*"(\w+)"', text)
    }
    kinds = ("game", "clause", "layout", "interpretation")
    errors = PAGE.partition("## Errors")[2].partition("## punto settle")[0]
    rows = re.findall(r"^\| (`\w+`.*?) \|", errors, flags=re.MULTILINE)
    listed = set(re.findall(r"`(\w+)`", " ".join(rows)))
    assert len(made) > 20
    assert listed == made | {f"unknown_{kind}" for kind in kinds}
