"""What differs between two rulebooks, and what it does to every edge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Any, Final

from punto.core.composition import Composition
from punto.core.money import Odds
from punto.core.outcome import PairClass
from punto.core.rulebook import InsuranceRow, Rulebook
from punto.odds.insurance import span
from punto.odds.removal import bet_results, insurance_results

SKIPPED: Final = frozenset({"clauses", "by", "digest", "sha256"})
"""Citations and digests: they differ between any two documents and decide nothing."""

NAMES: Final = ("id", "letter", "name", "kind")
"""Fields that name an item of a list, the first that an item has."""


PRESENT: Final = "present"
"""What a change says of a whole bet, layout or line that only one of the two has."""


@dataclass(frozen=True, slots=True)
class Change:
    """One value that differs; None where the rulebook has no such value."""

    where: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class Repriced:
    """A bet's or insurance line's expected result under both; None where it is not offered."""

    name: str
    before: Fraction | None
    after: Fraction | None

    @property
    def differs(self) -> bool:
        """Tell whether the price changes."""
        return self.before != self.after


def changes(before: Rulebook, after: Rulebook) -> list[Change]:
    """List every value that differs, by its place in the rule data."""
    old, new = dict(_values(before, "")), dict(_values(after, ""))
    old_parts, new_parts = _parts(old), _parts(new)
    found: dict[str, Change] = {}
    for place in dict.fromkeys([*old, *new]):
        if place not in new:
            part = _missing(place, new_parts)
            found[part] = Change(part, old.get(part, PRESENT), None)
        elif place not in old:
            part = _missing(place, old_parts)
            found[part] = Change(part, None, new.get(part, PRESENT))
        elif old[place] != new[place]:
            found[place] = Change(place, old[place], new[place])
    return list(found.values())


def _parts(values: Mapping[str, str]) -> set[str]:
    """List every place and every part of the data that a place lies in."""
    steps = (tuple(accumulate(place.split("."), _below)) for place in values)
    return {part for step in steps for part in step}


def _missing(place: str, parts: set[str]) -> str:
    """Name the largest part around a place that the other rulebook does not have at all."""
    around = accumulate(place.split("."), _below)
    return next(part for part in around if part not in parts)


def repriced(before: Rulebook, after: Rulebook, composition: Composition) -> list[Repriced]:
    """Price every bet and insurance line under both rulebooks."""
    found = []
    for results_of in (bet_results, insurance_results):
        old, new = results_of(before)(composition), results_of(after)(composition)
        found += [
            Repriced(name, old.get(name), new.get(name)) for name in dict.fromkeys([*old, *new])
        ]
    return found


def _values(value: Any, place: str) -> Iterator[tuple[str, str]]:
    """Flatten rule data to its values by place."""
    if isinstance(value, Odds):
        yield place, str(value)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            if field.name not in SKIPPED:
                yield from _values(getattr(value, field.name), _below(place, field.name))
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield from _values(each, _below(place, str(key)))
    elif isinstance(value, tuple) and value and is_dataclass(value[0]):
        for each in value:
            yield from _values(each, _below(place, _name(each)))
    elif value is not None:
        yield place, _text(value)


def _below(place: str, name: str) -> str:
    return f"{place}.{name}" if place else name


def _name(item: Any) -> str:
    if isinstance(item, InsuranceRow):
        points = f"{span(sorted(item.own))} v {span(sorted(item.other))}"
        return f"{item.side} {points} {item.stage}"
    return next(str(getattr(item, name)) for name in NAMES if hasattr(item, name))


def _text(value: Any) -> str:
    if isinstance(value, PairClass):
        return value.name.lower()
    if isinstance(value, frozenset):
        return ", ".join(map(_text, sorted(value)))
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return str(value)
