"""Any command, any record: whatever the types allow."""

from __future__ import annotations

import types
import typing
from dataclasses import fields
from datetime import UTC, datetime, timedelta, timezone
from enum import StrEnum
from typing import Any

from hypothesis import strategies as st

from punto.core import commands
from punto.core.cards import DECK, Card
from punto.core.commands import Command, Seen
from punto.core.limits import Limits
from punto.core.policies import Role
from punto.core.state import Actor, Face, Setup
from punto.record.document import Record, lines_of
from punto.record.lines import Line, Remark

COMMANDS = tuple(
    found
    for found in vars(commands).values()
    if isinstance(found, type) and issubclass(found, Command) and found is not Command
)


def _speakable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


# Hypothesis wants these bare; the zones come on top.
EARLIEST = datetime(1, 1, 3)  # noqa: DTZ001
LATEST = datetime(9999, 12, 29)  # noqa: DTZ001

WORDS = st.sampled_from(
    ("Ann", "Bob", "w1", "3", "as", "deal", "none", "player", "Ann Lee", "", '"', "'''", "a:", "??")
)
names = WORDS | st.text(max_size=6).filter(_speakable)
texts = st.text(max_size=12).filter(_speakable) | WORDS
cents = st.integers(-(10**15), 10**15)
positive = st.integers(1, 10**15)
cards = st.sampled_from(DECK)
zones = st.sampled_from((UTC, timezone(timedelta(hours=8)), timezone(timedelta(minutes=-90))))
moments = st.datetimes(EARLIEST, LATEST, timezones=zones)


@st.composite
def _limits(draw: st.DrawFn) -> Limits:
    minimum, maximum = sorted((draw(positive), draw(positive)))
    return Limits(
        minimum=draw(st.sampled_from((minimum, None))),
        maximum=draw(st.sampled_from((maximum, None))),
        differential=draw(st.none() | positive),
        unit=draw(st.just(1) | positive),
    )


limits = _limits()
by_bet = st.lists(st.tuples(names, limits), max_size=2, unique_by=lambda item: str(item[0])).map(
    tuple
)
setups = st.builds(
    Setup,
    layout=names,
    boxes=st.lists(names, max_size=3).map(tuple),
    decks=st.integers(-5, 20),
    limits=limits,
    limits_by_bet=by_bet,
    method=names,
    face=st.sampled_from(Face),
    hlga=st.booleans(),
    private=st.booleans(),
    reading_device=st.booleans(),
)
actors = st.builds(Actor, name=names, role=st.sampled_from(Role))


def of_type(annotation: Any, name: str) -> st.SearchStrategy[Any]:
    """Give values of an annotated type."""
    origin = typing.get_origin(annotation)
    if origin in (typing.Union, types.UnionType):
        return st.one_of([of_type(part, name) for part in typing.get_args(annotation)])
    if origin is tuple and typing.get_args(annotation)[-1] is Ellipsis:
        inner = of_type(typing.get_args(annotation)[0], name)
        return st.lists(inner, max_size=4).map(tuple)
    if origin is tuple:
        return by_bet if name == "limits_by_bet" else st.nothing()
    if isinstance(annotation, type) and issubclass(annotation, StrEnum):
        return st.sampled_from(annotation)
    known: dict[Any, st.SearchStrategy[Any]] = {
        str: texts if name in ("reason", "note", "text") else names,
        int: cents if name == "stake" else st.integers(-9999, 10**6),
        bool: st.booleans(),
        type(None): st.none(),
        datetime: moments,
        Actor: actors,
        Card: cards,
        Limits: limits,
        Setup: setups,
        Seen: st.builds(Seen, card=st.none() | cards, exposed=st.booleans()),
    }
    return known[annotation]


def command_of(kind: type[Command]) -> st.SearchStrategy[Command]:
    """Give any command of one kind."""
    hints = typing.get_type_hints(kind)
    values = {}
    for item in fields(kind):
        if item.name == "limits_by_bet":
            values[item.name] = by_bet
        else:
            values[item.name] = of_type(hints[item.name], item.name)
    return st.builds(kind, **values)


any_command = st.sampled_from(COMMANDS).flatmap(command_of)
remarks = st.text(max_size=12).filter(
    lambda text: text == text.strip() and text.isprintable() and "'''" not in text
)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Give any record that can be held."""
    people = draw(st.lists(names, max_size=5, unique=True))
    cut = draw(st.integers(0, len(people)))
    staff_roles = st.sampled_from([role for role in Role if role is not Role.PATRON])
    lines: list[Line | Remark] = list(lines_of(draw(st.lists(any_command, max_size=6))))
    if draw(st.booleans()):
        lines.insert(draw(st.integers(0, len(lines))), Remark(draw(remarks)))
    return Record(
        game=draw(names),
        title=draw(texts),
        moment=draw(moments),
        opened=draw(st.booleans()),
        setup=draw(setups),
        staff=tuple((name, draw(staff_roles)) for name in people[:cut]),
        patrons=tuple((name, draw(st.none() | names.filter(bool))) for name in people[cut:]),
        paid=tuple((name, draw(cents)) for name in draw(st.lists(names, max_size=2, unique=True))),
        play=tuple(lines),
    )
