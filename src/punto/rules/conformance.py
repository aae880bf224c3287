"""For each clause and interpretation: where it is implemented and which tests show it.

Made from what sources cite and tests declare, each time anew; there is no list to fall behind.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import punto
from punto.rules import citations, declarations
from punto.rules.clauses import DATA, Clause, clauses, interpretations
from punto.rules.reading import read_toml

STATED_DEFAULT: Final = "stated default"


class NoSources(RuntimeError):  # noqa: N818 - it names what happened, not a kind of error
    """The report reads sources and tests, and an installed package has no tests."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClauseShown:
    """A clause, the places that implement it and the tests that show it."""

    clause: str
    testable: bool
    implemented: tuple[str, ...]
    tests: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class InterpretationShown:
    """An interpretation, the setting that holds it, the default, and the tests that show it."""

    id: str
    setting: str
    default: str
    implemented: tuple[str, ...]
    tests: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Conformance:
    """The whole report, and what is cited or declared but does not exist."""

    clauses: tuple[ClauseShown, ...]
    interpretations: tuple[InterpretationShown, ...]
    unknown: tuple[str, ...]


def checkout() -> Path:
    """Return the root of the source checkout that this package runs from."""
    root = Path(punto.__file__).parents[2]
    if not (root / "pyproject.toml").is_file() or not (root / "tests").is_dir():
        raise NoSources(
            "the conformance report is made from the sources and the tests; run it in a checkout "
            "of the repository, after `make setup`"
        )
    return root


def report(root: Path) -> Conformance:
    """Read sources, rule data and tests below the root of a checkout, and join them."""
    vocabulary = citations.Vocabulary({clause.key for clause in clauses().values()})
    places = _places(citations.scan(root / "src" / "punto", root, vocabulary))
    tests = declarations.by_target(declarations.declarations(root / "tests", root))
    settings = _settings()
    known = {*clauses(), *interpretations()}
    return Conformance(
        clauses=tuple(
            ClauseShown(
                clause=clause.id,
                testable=clause.testable,
                implemented=_implemented(clause, places),
                tests=tests.get(clause.id, ()),
            )
            for clause in clauses().values()
        ),
        interpretations=tuple(
            InterpretationShown(
                id=entry.id,
                setting=", ".join(settings.get(entry.id, (STATED_DEFAULT,))),
                default=entry.default,
                implemented=places.get(entry.id, ()),
                tests=tests.get(entry.id, ()),
            )
            for entry in interpretations().values()
        ),
        unknown=tuple(
            f"{where}: {target}"
            for target, found in sorted({**places, **tests}.items())
            if target not in known
            for where in found
        ),
    )


def _implemented(clause: Clause, places: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Return where a clause is cited, and the code that cites one of the same effect.

    Where two documents ask for the same, one piece of code does it and need name but one. The
    rule data of the other document is not taken over: it decides for its own game alone.
    """
    same = (place for other in clause.same_as for place in places.get(other, ()))
    code = (place for place in same if DATA.name not in Path(place).parts)
    own = places.get(clause.id, ())
    return tuple(sorted(dict.fromkeys((*code, *own)), key=lambda place: ".toml:" in place))


def _places(found: Iterable[citations.Citation]) -> Mapping[str, tuple[str, ...]]:
    places: dict[str, list[str]] = {}
    for citation in found:
        places.setdefault(citation.target, []).append(citation.place)
    return {target: tuple(where) for target, where in places.items()}


def _settings() -> Mapping[str, tuple[str, ...]]:
    """Return the tables of the rulebooks that each interpretation settles (`by = ["I-NN"]`)."""
    found: dict[str, dict[str, None]] = {}
    for path in sorted(DATA.glob("*.toml")):
        if path.name not in citations.CATALOGUES:
            for target, setting in _settled(read_toml(path)[0], ()):
                found.setdefault(target, {})[setting] = None
    return {target: tuple(settings) for target, settings in found.items()}


def _settled(table: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for target in table.get("by", ()):
        yield target, ".".join(path)
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _settled(value, (*path, key))
        elif isinstance(value, list):
            for part in value:
                if isinstance(part, dict):
                    name = part.get("id") or part.get("name")
                    yield from _settled(part, (*path, key, *([str(name)] if name else [])))
