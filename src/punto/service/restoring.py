"""A table as its last durable deed left it, and what it was created as."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import msgspec

from punto.core.state import Table
from punto.service.host import TableConfig
from punto.store import codec
from punto.store.contract import Store, StoreFault
from punto.store.recovery import recover

CREATE: Final = "CreateTable"
PREFIX: Final = "table:"


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """What the history of a table says."""

    config: TableConfig
    table: Table
    position: int


def restore(store: Store, stream: str) -> Restored:
    """Rebuild a table."""
    config = config_of(store, stream)
    found = recover(store, stream)
    return Restored(config=config, table=found.table, position=found.position)


def config_of(store: Store, stream: str) -> TableConfig:
    """Read what the table was created as, from its first deed."""
    first = next(iter(store.read(stream, limit=1)), None)
    command = None if first is None else codec.decode(first.body).command
    if command is None or command.get("type") != CREATE:
        msg = f"the history of {stream} does not begin with the creation of a table"
        raise StoreFault(msg)
    config: dict[str, Any] = command["config"]
    return msgspec.convert(config, TableConfig)
