"""Where the rule data cites a clause: value, setting, the line of the file and what reads it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import punto
from punto.core.rulebook import Rulebook
from punto.rules.clauses import DATA
from punto.rules.conformance import NoSources, checkout, report
from punto.rules.readers import Reading, readers_of, readings

if TYPE_CHECKING:
    from rich.console import Console

_HEADER: Final = re.compile(r"^\[+([\w.]+)\]+$")
_NAMES: Final = ("id", "name", "letter", "kind")
_CITATIONS: Final = frozenset({"clause", "by"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """One value of the rule data that cites a clause."""

    setting: str
    value: Any
    where: str
    read_by: tuple[Reading, ...] = ()

    @property
    def name(self) -> str:
        """Return the last part of the setting."""
        return self.setting.rpartition(".")[2]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What a checkout shows of a clause or an interpretation."""

    implemented: tuple[str, ...]
    tests: tuple[str, ...]


@dataclass(slots=True)
class _Block:
    """One table of a TOML file, as it stands in the text."""

    header: str
    first: int
    lines: list[str] = field(default_factory=list)

    def values(self) -> dict[str, Any]:
        return tomllib.loads("\n".join(self.lines))

    def line_of(self, key: str) -> int:
        begins = re.compile(rf"{re.escape(key)}\s*=")
        return self.first + next(n for n, line in enumerate(self.lines) if begins.match(line))


def cited_values(rules: Rulebook, clause: str) -> Iterator[Value]:
    """Yield every value of a rulebook's data that cites a clause, in the order of the file."""
    path = DATA / f"{rules.id}.toml"
    shown = path.relative_to(_root()).as_posix()
    for setting, value, cited, line in _settings_of(path):
        if clause in cited:
            yield Value(
                setting=setting,
                value=value,
                where=f"{shown}:{line}",
                read_by=readers_of(setting, _readings()),
            )


@cache
def _readings() -> Mapping[str, tuple[Reading, ...]]:
    """Find once what reads the rule data."""
    return readings(Path(punto.__file__).parent, _root())


def _root() -> Path:
    """Return what places are told from: the checkout, or where the package is installed."""
    try:
        return checkout()
    except NoSources:
        return Path(punto.__file__).parents[1]


@cache
def _settings_of(path: Path) -> tuple[tuple[str, Any, list[str], int], ...]:
    """Read a file of rule data once."""
    return tuple(_settings(path.read_text(encoding="utf-8")))


def _settings(text: str) -> Iterator[tuple[str, Any, list[str], int]]:
    """Yield setting, value, citations and line of every cited table and inline table."""
    names: dict[str, str] = {}
    blocks = list(_blocks(text))
    for place, block in enumerate(blocks):
        values = block.values()
        name = next((str(values[key]) for key in _NAMES if key in values), None)
        if name is not None:
            names[block.header] = name
        setting = _setting(block.header, names)
        inline = {key: row for key, row in values.items() if _is_cited(row)}
        if _is_cited(values):
            own = {k: v for k, v in values.items() if k not in _CITATIONS and k not in inline}
            yield setting, own | _uncited(blocks, place), values["clause"], block.line_of("clause")
        for key, row in inline.items():
            rest = {k: v for k, v in row.items() if k not in _CITATIONS}
            value = rest["is"] if set(rest) == {"is"} else rest
            yield f"{setting}.{key}".strip("."), value, row["clause"], block.line_of(key)


def _is_cited(values: object) -> bool:
    return isinstance(values, dict) and "clause" in values


def _uncited(blocks: list[_Block], place: int) -> dict[str, Any]:
    """Collect the tables below this one that share its citation because they have none."""
    found: dict[str, Any] = {}
    prefix = f"{blocks[place].header}."
    for block in blocks[place + 1 :]:
        if not block.header.startswith(prefix):
            break
        values = block.values()
        if not _is_cited(values) and not any(_is_cited(row) for row in values.values()):
            found[block.header.removeprefix(prefix)] = values
    return found


def _setting(header: str, names: Mapping[str, str]) -> str:
    """Name a table by its header and the names of the rows that it is part of."""
    parts: list[str] = []
    path = ""
    for part in header.split(".") if header else []:
        path = f"{path}.{part}".strip(".")
        parts += [part, names[path]] if path in names else [part]
    return ".".join(parts)


def _blocks(text: str) -> Iterator[_Block]:
    block = _Block(header="", first=1)
    for number, line in enumerate(text.splitlines(), start=1):
        header = _HEADER.match(line)
        if header is None:
            block.lines.append(line)
            continue
        yield block
        block = _Block(header=header[1], first=number + 1)
    yield block


def shown(target: str) -> Shown | None:
    """Find where a clause or an interpretation is implemented and which tests show it.

    None outside a checkout: an installed package has no tests to read.
    """
    try:
        found = report(checkout())
    except NoSources:
        return None
    every: dict[str, Any] = {entry.clause: entry for entry in found.clauses}
    every |= {entry.id: entry for entry in found.interpretations}
    return Shown(implemented=every[target].implemented, tests=every[target].tests)


def draw_shown(screen: Console, seen: Shown | None, *, lacking: str) -> None:
    """List the places, one a line, so that a terminal makes links of them."""
    for head, places in (
        ("Implemented", seen and seen.implemented),
        ("Shown by tests", seen and seen.tests),
    ):
        screen.print(f"\n{head}", style="bold")
        for place in places or ():
            screen.print(f"  {place}", soft_wrap=True)
        if places is None:
            screen.print("  known in a checkout of the repository only")
        elif not places:
            screen.print(f"  {lacking}")
