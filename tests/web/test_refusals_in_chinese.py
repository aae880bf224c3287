"""Whatever can be refused has a sentence for those who read Chinese."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import punto

SOURCES: Final = Path(punto.__file__).parent
REFUSES: Final = {"refuse": 0, "Refused": 0, "Problem": 1}
"""What makes a refusal, and the place of its code among the arguments."""
ROOMS: Final = ("core", "service", "web")
SENTENCE: Final = re.compile(r'^  (\w+): "([^"]+)",$', re.MULTILINE)
OUTSIDE: Final = {"no_problem"}
"""What a client says of an answer that is none of ours."""


def codes(source: Path) -> Iterator[str]:
    """Find the codes that a file refuses with."""
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        place = REFUSES.get(ast.unparse(node.func).rpartition(".")[2])
        if place is None:
            continue
        given = {keyword.arg: keyword.value for keyword in node.keywords}
        code = given.get("code", node.args[place] if len(node.args) > place else None)
        either = [code.body, code.orelse] if isinstance(code, ast.IfExp) else [code]
        for part in either:
            if isinstance(part, ast.Constant):
                yield str(part.value)


def sentences() -> dict[str, str]:
    text = (SOURCES / "web/static/refusals_zh.js").read_text(encoding="utf-8")
    found = SENTENCE.findall(text)
    assert len(found) == text.count("\n  "), "a line is no sentence"
    assert len(dict(found)) == len(found), "a code has two sentences"
    return dict(found)


def test_every_refusal_says_in_chinese_what_it_means() -> None:
    files = [path for room in ROOMS for path in (SOURCES / room).rglob("*.py")]
    refused = {code for path in files for code in codes(path)} - OUTSIDE
    assert len(refused) > 120
    assert refused <= set(sentences()), refused - set(sentences())


def test_each_sentence_is_chinese_and_ends() -> None:
    for code, sentence in sentences().items():
        assert sentence.endswith("。"), code
        assert not re.search("[a-z]{2,}", sentence), code
