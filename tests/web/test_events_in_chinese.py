"""Whatever can happen has a sentence for those who read Chinese, and so has why it did."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import punto
from punto.core.events import Note
from punto.store import codec

SOURCES: Final = Path(punto.__file__).parent
STATIC: Final = SOURCES / "web" / "static"
KEY: Final = re.compile(r"^  (\w+):", re.MULTILINE)
REASON: Final = re.compile(r'^  "?([\w ]+)"?: "', re.MULTILINE)


def block(file: str, begins: str) -> str:
    """Take what stands between braces or brackets in a file."""
    text = (STATIC / file).read_text(encoding="utf-8").partition(begins)[2]
    return re.split(r"\n[}\]];", text, maxsplit=1)[0]


def reasons(source: Path) -> Iterator[str]:
    """Find the reasons that the rules themselves give, in events and as an automatic dealer."""
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and re.match(r"[ec]\.\w+$", ast.unparse(node.func)):
            for keyword in node.keywords:
                if keyword.arg == "reason" and isinstance(keyword.value, ast.Constant):
                    yield str(keyword.value.value)


def test_every_event_has_words_in_chinese() -> None:
    told = set(KEY.findall(block("events_zh.js", "export const EVENTS = {")))
    happens = set(codec.EVENTS) - {Note.__name__}
    assert len(happens) > 60
    assert happens <= told, happens - told


def test_every_reason_of_the_rules_has_words_in_chinese() -> None:
    told = set(REASON.findall(block("reasons_zh.js", "const REASONS = {")))
    files = [path for room in ("core", "service") for path in (SOURCES / room).rglob("*.py")]
    given = {reason for path in files for reason in reasons(path)}
    assert len(given) >= 9
    assert given <= told, given - told
