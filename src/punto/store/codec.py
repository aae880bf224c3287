"""Deeds as canonical bytes, and back: strict, versioned, readable in any language.

A body is JSON without spaces, keys in the order of the types, written once and never again.
Reading an event of an older version goes through its upcasters; stored bytes never change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from typing import Any, Final

import msgspec

from punto.core import commands, events
from punto.core.commands import Command
from punto.core.events import Event
from punto.core.refusal import Refused
from punto.core.state import Table
from punto.store import service_events
from punto.store.contract import Entry, StoreFault

FORMAT: Final = 1

Plain = dict[str, Any]
Upcaster = Callable[[Plain], Plain]

VERSIONS: Final[Mapping[str, int]] = {}
"""Event types that have changed since version 1."""
UPCASTERS: Final[Mapping[tuple[str, int], Upcaster]] = {}
"""From an event type and an old version to the plain event of the next version."""


class Body(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of a deed."""

    format: int = FORMAT
    stream: str
    position: int
    at: str
    """The moment, ISO 8601 with offset, of the service's clock."""
    key: str
    command: Plain
    events: list[Plain]
    refused: Plain | None
    entries: list[tuple[str, int]]


def _types(module: Any, base: type) -> dict[str, Any]:
    return {
        name: kind
        for name, kind in vars(module).items()
        if isinstance(kind, type) and is_dataclass(kind) and issubclass(kind, base)
        if kind not in (Command, Event, events.Note)
    }


EVENTS: Final[dict[str, type[Event]]] = _types(events, Event) | _types(service_events, Event)
COMMANDS: Final[dict[str, type[Command]]] = _types(commands, Command)


def plain(value: Event | Command | Refused) -> Plain:
    """Turn a dataclass into JSON values with its type and version."""
    name = type(value).__name__
    head: Plain = {"type": name, "v": VERSIONS.get(name, 1)}
    fields: Plain = msgspec.to_builtins(value, str_keys=True, order="deterministic")
    return head | fields


def event_from(stored: Plain) -> Event:
    """Read an event of any version that was ever written."""
    value = dict(stored)
    name, version = value.pop("type"), value.pop("v")
    if version > VERSIONS.get(name, 1):
        msg = f"{name} was stored in version {version}, by a newer punto"
        raise StoreFault(msg)
    while version < VERSIONS.get(name, 1):
        value = UPCASTERS[name, version](value)
        version += 1
    event: Event = _convert(EVENTS, name, value)
    return event


def command_from(stored: Plain) -> Command:
    """Read a command."""
    value = dict(stored)
    name = value.pop("type")
    value.pop("v", None)
    command: Command = _convert(COMMANDS, name, value)
    return command


def _convert(kinds: Mapping[str, type[Any]], name: str, value: Plain) -> Any:
    kind = kinds.get(name)
    if kind is None:
        msg = f"{name!r} is not a type that was ever stored"
        raise StoreFault(msg)
    unknown = set(value) - set(kind.__dataclass_fields__)
    if unknown:
        msg = f"{name} has no field {min(unknown)!r}"
        raise StoreFault(msg)
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        msg = f"{name}: {error}"
        raise StoreFault(msg) from error


def encode(
    *,
    stream: str,
    position: int,
    at: str,
    key: str,
    command: Command | Plain,
    events: tuple[Event, ...],
    refused: Refused | None,
    entries: tuple[Entry, ...],
) -> bytes:
    """Write the body of a deed."""
    body = Body(
        stream=stream,
        position=position,
        at=at,
        key=key,
        command=plain(command) if isinstance(command, Command) else command,
        events=[plain(event) for event in events],
        refused=None if refused is None else plain(refused),
        entries=[(entry.account, entry.amount) for entry in entries],
    )
    return msgspec.json.encode(body)


_BODY = msgspec.json.Decoder(Body)


def decode(body: bytes) -> Body:
    """Read the body of a deed."""
    try:
        found = _BODY.decode(body)
    except msgspec.MsgspecError as error:
        msg = f"a stored deed cannot be read: {error}"
        raise StoreFault(msg) from error
    if found.format != FORMAT:
        msg = f"a stored deed has format {found.format}; this program reads {FORMAT}"
        raise StoreFault(msg)
    return found


def events_of(body: Body) -> list[Event]:
    """Read the events of a deed."""
    return [event_from(event) for event in body.events]


_TABLE = msgspec.json.Decoder(Table)


def encode_table(table: Table) -> bytes:
    """Write a table for a snapshot."""
    return msgspec.json.encode(table, order="deterministic")


def decode_table(body: bytes) -> Table:
    """Read a table from a snapshot."""
    return _TABLE.decode(body)
