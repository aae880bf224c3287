"""One line of a play, cut into words: bare words, quoted names, and the free text behind a colon.

`Ann bets 100 on banker at 3 as w1`, `judge repairable: the order is known`. A comma at the end
of a word is not part of it. A name in quotes is never a word of the grammar.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Final

from punto.record.problems import RecordError

_WORD: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s"]+')
_PLAIN: Final = re.compile(r"[^\W_](?:(?:[\w.+-]|'(?!'))*\w)?")
_THREE: Final = re.compile(r"'(?='')")
"""A quote that would help to end the block that holds the play."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word with the column where it begins, from 1."""

    text: str
    column: int
    quoted: bool = False

    def says(self, words: tuple[str, ...]) -> bool:
        """Tell whether this is one of these words of the grammar."""
        return not self.quoted and self.text in words


@dataclass(frozen=True, slots=True)
class Words:
    """A line: its words, and the free text behind the colon, None where there is none."""

    tokens: tuple[Token, ...]
    text: str | None
    end: int
    """The column behind the last word."""

    def column(self, place: int) -> int:
        """Return the column of a word, or where the next one would stand."""
        return self.tokens[place].column if place < len(self.tokens) else self.end


def split(line: str) -> Words:
    """Cut a line into words."""
    tokens: list[Token] = []
    place = 0
    while True:
        while place < len(line) and line[place].isspace():
            place += 1
        if place == len(line):
            return Words(tuple(tokens), None, len(line.rstrip()) + 1)
        if line[place] == ":" and (place + 1 == len(line) or line[place + 1].isspace()):
            return Words(tuple(tokens), _text(line, place + 1), place + 1)
        token, place = _word(line, place)
        if token.text or token.quoted:
            tokens.append(token)


def _word(line: str, start: int) -> tuple[Token, int]:
    """Read one word; a colon or comma that ends it belongs to the line."""
    match = _WORD.match(line, start)
    if match is None:
        raise RecordError("a quote is not closed", 'write a name as "Ann Lee"', column=start + 1)
    found = match[0]
    end = match.end()
    if found.startswith('"'):
        return Token(_unquote(found, start + 1), start + 1, quoted=True), end
    bare = found.rstrip(",")
    colon = bare.endswith(":") and (end == len(line) or line[end].isspace())
    if colon and len(bare) > 1:
        return Token(bare[:-1], start + 1), start + len(bare) - 1
    return Token(bare, start + 1), end


def _unquote(text: str, column: int) -> str:
    try:
        return str(json.loads(text, strict=False))
    except ValueError:
        raise RecordError(
            f"{text} cannot be read", 'write a quote inside quotes as \\"', column=column
        ) from None


def _text(line: str, start: int) -> str:
    text = line[start:].strip()
    if not text.startswith('"'):
        return text
    column = start + 1 + len(line[start:]) - len(line[start:].lstrip())
    if not _WORD.fullmatch(text):
        raise RecordError(
            "text that begins with a quote must end with one",
            "quote all of it or leave the quotes out",
            column=column,
        )
    return _unquote(text, column)


def quote(text: str) -> str:
    """Write any text in quotes, on one line, in signs that a TOML text may hold."""
    printable = all(char.isprintable() for char in text)
    written = json.dumps(text, ensure_ascii=not printable).replace("\x7f", r"\u007f")
    return _THREE.sub(r"\\u0027", written)


def name(text: str, reserved: frozenset[str] | set[str]) -> str:
    """Write a name, in quotes where it could be taken for something else."""
    plain = _PLAIN.fullmatch(text) and text.isprintable() and text not in reserved
    return text if plain else quote(text)


def free_text(text: str) -> str:
    """Write the text behind a colon, in quotes where it would not be read back as it is."""
    faithful = text == text.strip() and text.isprintable() and text[:1] != '"' and "'''" not in text
    return text if text and faithful else quote(text)
