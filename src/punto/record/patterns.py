"""Patterns: a line of words with fields in it, read and written by the same description.

    bets|bet {stake:money} on {bet} at {box} [as {id}]

A word may have several forms, the first is written. `{field:codec}` is a value, `{field:codec*}`
one or more; square brackets may be left out. What is left out has the value that it has anyway.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from punto.record.tokens import Token
from punto.record.values import Codec, Mismatch, Scene

_PIECE: Final = re.compile(r"\[|\]|\{(\w+):(\w+)(\*?)\}|[\w|]+")


@dataclass(frozen=True, slots=True)
class Literal:
    """A word of the grammar, in its forms."""

    forms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """A value, or one or more of them."""

    name: str
    codec: Codec
    many: bool

    def lacks(self, value: Any) -> bool:
        """Tell whether there is nothing to write, though something must be written."""
        return value == () if self.many else value is None and not self.codec.writes_none


@dataclass(frozen=True, slots=True)
class Optional:
    """What may be left out."""

    parts: tuple[Part, ...]


Part: TypeAlias = Literal | Field | Optional
Values: TypeAlias = dict[str, Any]


@dataclass(slots=True)
class Furthest:
    """How far the words made sense, and what would have been right there."""

    place: int = -1
    wanted: list[str] = field(default_factory=list)

    def missed(self, mismatch: Mismatch) -> None:
        """Remember what was wanted at the furthest place."""
        if mismatch.place > self.place:
            self.place, self.wanted = mismatch.place, []
        if mismatch.place == self.place and mismatch.wanted not in self.wanted:
            self.wanted.append(mismatch.wanted)


@dataclass(frozen=True, slots=True)
class Pattern:
    """A line as a sequence of parts."""

    text: str
    parts: tuple[Part, ...]

    @property
    def verb(self) -> tuple[str, ...]:
        """Return the forms of the word that the line begins with."""
        first = self.parts[0]
        return first.forms if isinstance(first, Literal) else ()

    def literals(self) -> Iterator[str]:
        """List every word of the grammar in it."""
        for part in _flat(self.parts):
            if isinstance(part, Literal):
                yield from part.forms

    def fields(self) -> Iterator[Field]:
        """List its fields."""
        yield from (part for part in _flat(self.parts) if isinstance(part, Field))

    def required(self) -> Iterator[Field]:
        """List the fields that may not be left out."""
        yield from (part for part in self.parts if isinstance(part, Field))

    def read(
        self, tokens: Sequence[Token], place: int, scene: Scene, furthest: Furthest
    ) -> tuple[Values, int]:
        """Read as far as the pattern goes."""
        values: Values = {}
        return values, _read(self.parts, tokens, place, scene, values, furthest)

    def write(
        self, values: Mapping[str, Any], defaults: Mapping[str, Any], form: int, scene: Scene
    ) -> str:
        """Write the values, leaving out what has its default; `form` picks the verb's form."""
        words = _write(self.parts, values, defaults, form, scene)
        return " ".join(word for word in words if word)


def _flat(parts: Sequence[Part]) -> Iterator[Literal | Field]:
    for part in parts:
        if isinstance(part, Optional):
            yield from _flat(part.parts)
        else:
            yield part


def compile_pattern(text: str, codecs: Mapping[str, Codec]) -> Pattern:
    """Read a pattern."""
    stack: list[list[Part]] = [[]]
    for match in _PIECE.finditer(text):
        if match[0] == "[":
            stack.append([])
        elif match[0] == "]":
            inner = tuple(stack.pop())
            stack[-1].append(Optional(inner))
        elif match[1]:
            stack[-1].append(Field(match[1], codecs[match[2]], bool(match[3])))
        else:
            stack[-1].append(Literal(tuple(match[0].split("|"))))
    return Pattern(text, tuple(stack[0]))


def _read(
    parts: Sequence[Part],
    tokens: Sequence[Token],
    place: int,
    scene: Scene,
    values: Values,
    furthest: Furthest,
) -> int:
    for part in parts:
        match part:
            case Literal(forms):
                if place >= len(tokens) or not tokens[place].says(forms):
                    raise Mismatch(place, f'"{forms[0]}"')
                place += 1
            case Field(name, codec, True):
                values[name], place = _read_many(codec, tokens, place, scene, furthest)
            case Field(name, codec, _):
                values[name], place = codec.read(tokens, place, scene)
            case Optional(inner):
                place = _read_optional(inner, tokens, place, scene, values, furthest)
    return place


def _read_many(
    codec: Codec, tokens: Sequence[Token], place: int, scene: Scene, furthest: Furthest
) -> tuple[tuple[Any, ...], int]:
    first, place = codec.read(tokens, place, scene)
    found = [first]
    while place < len(tokens):
        try:
            value, place = codec.read(tokens, place, scene)
        except Mismatch as mismatch:
            furthest.missed(mismatch)
            break
        found.append(value)
    return tuple(found), place


def _read_optional(
    parts: Sequence[Part],
    tokens: Sequence[Token],
    place: int,
    scene: Scene,
    values: Values,
    furthest: Furthest,
) -> int:
    try:
        return _read(parts, tokens, place, scene, values, furthest)
    except Mismatch as mismatch:
        if mismatch.place != place:
            raise
        furthest.missed(mismatch)
        return place


def _write(
    parts: Sequence[Part],
    values: Mapping[str, Any],
    defaults: Mapping[str, Any],
    form: int,
    scene: Scene,
) -> Iterator[str]:
    for part in parts:
        match part:
            case Literal(forms):
                yield forms[min(form, len(forms) - 1)]
                form = 0
            case Field(name, codec, True):
                yield from (codec.write(value, scene) for value in values[name])
            case Field(name, codec, _):
                yield codec.write(values[name], scene)
            case Optional(inner):
                said = {item.name for item in _flat(inner) if isinstance(item, Field)}
                if any(not _same(values[name], defaults[name]) for name in said):
                    yield from _write(inner, values, defaults, 0, scene)


def _same(one: object, other: object) -> bool:
    """Tell whether two values are written alike; equal moments may name different hours."""
    return one == other and str(one) == str(other)
