"""Strict reading of rule data: unknown, missing or mistyped is an error with file and place."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")


class RuleError(Exception):
    """Rule data that cannot be used: which file, which place, what is wrong."""

    def __init__(self, file: str, place: str, message: str) -> None:
        """Say what is wrong and where."""
        super().__init__(f"{file}: {place}: {message}" if place else f"{file}: {message}")
        self.file = file
        self.place = place
        self.message = message


@dataclass(frozen=True, slots=True)
class Citations:
    """What may be cited: clauses of the table's own document, and what is `known`, if given."""

    own_key: str
    known: frozenset[str] | None


@dataclass(slots=True)
class Table:
    """A TOML table of which every key must be taken exactly once."""

    file: str
    place: str
    values: dict[str, Any]
    citations: Citations
    taken: set[str] = field(default_factory=set)

    def error(self, key: str, message: str) -> RuleError:
        """Make an error for one key of this table."""
        where = ".".join(part for part in (self.place, key) if part)
        return RuleError(self.file, where, message)

    def has(self, key: str) -> bool:
        """Tell whether an optional key is present."""
        return key in self.values

    def take(self, key: str, kind: type[T]) -> T:
        """Take a required value of one TOML type."""
        if key not in self.values:
            raise self.error(key, "is missing")
        self.taken.add(key)
        value: object = self.values[key]
        if type(value) is not kind:
            raise self.error(
                key, f"must be a {kind.__name__}, not {type(value).__name__} {value!r}"
            )
        return value

    def take_list(self, key: str, kind: type[T]) -> tuple[T, ...]:
        """Take a required list of values of one TOML type."""
        values: list[Any] = self.take(key, list)
        for index, value in enumerate(values):
            if type(value) is not kind:
                raise self.error(f"{key}[{index}]", f"must be a {kind.__name__}, not {value!r}")
        return tuple(values)

    def table(self, key: str) -> Table:
        """Take a required sub-table."""
        return self._sub(key, self.take(key, dict))

    def tables(self, key: str) -> Iterator[Table]:
        """Take an array of tables; an absent one is empty."""
        if not self.has(key):
            return
        for index, value in enumerate(self.take_list(key, dict)):
            yield self._sub(f"{key}[{index}]", value)

    def _sub(self, key: str, values: dict[str, Any]) -> Table:
        place = ".".join(part for part in (self.place, key) if part)
        return Table(self.file, place, values, self.citations)

    def cited(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Take the citations that every table of values must carry."""
        if not self.has("clause"):
            raise self.error("clause", "is missing: every value cites the clause behind it")
        clauses = self.take_list("clause", str)
        if not clauses:
            raise self.error("clause", "is empty: every value cites the clause behind it")
        by = self.take_list("by", str) if self.has("by") else ()
        for clause in clauses:
            if not clause.startswith(f"{self.citations.own_key}:") or self._unknown(clause):
                raise self.error("clause", f"cites {clause!r}, which is no clause of this document")
        for item in by:
            if self._unknown(item):
                raise self.error("by", f"cites {item!r}, which is no interpretation")
        return clauses, by

    def _unknown(self, citation: str) -> bool:
        known = self.citations.known
        return known is not None and citation not in known

    def finish(self) -> None:
        """Refuse keys that nobody took."""
        unknown = sorted(set(self.values) - self.taken)
        if unknown:
            raise self.error(unknown[0], "is not a key that is known here")


def read_toml(path: Path) -> tuple[dict[str, Any], bytes]:
    """Read a TOML file; damage is named with its line."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise RuleError(path.name, "", f"cannot be read: {error.strerror}") from error
    try:
        return tomllib.loads(content.decode()), content
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RuleError(path.name, "", f"is not TOML: {error}") from error
