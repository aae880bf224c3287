"""The daily head: one deed that holds the heads of all streams, so that no tail can be cut off.

Closing the day appends to the stream `days`. Printed or sent elsewhere, its one hash vouches for
every deed of every table up to that moment.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Final

from punto.store import codec
from punto.store.contract import Appended, Deed, NewDeed, Store, StoreFault

DAYS: Final = "days"
CLOSE: Final = "CloseDay"

Heads = dict[str, tuple[int, str]]
"""Stream to the position of its last deed and its hash, in hexadecimal."""


def heads_of(store: Store) -> Heads:
    """Read the heads of all streams but this one."""
    found = {stream: store.last(stream) for stream in store.streams() if stream != DAYS}
    return {stream: (position, digest.hex()) for stream, (position, digest) in found.items()}


def close_day(store: Store, day: date, at: datetime) -> Deed:
    """Record the heads of all streams under a date, once; return the deed of that day."""
    key = f"day {day.isoformat()}"
    known = store.find(DAYS, key)
    if known is not None:
        return known
    position, _ = store.last(DAYS)
    command: dict[str, Any] = {
        "type": CLOSE,
        "v": 1,
        "day": day.isoformat(),
        "heads": {stream: list(head) for stream, head in heads_of(store).items()},
    }
    body = codec.encode(
        stream=DAYS,
        position=position + 1,
        at=at.isoformat(),
        key=key,
        command=command,
        events=(),
        refused=None,
        entries=(),
    )
    (outcome,) = store.append([NewDeed(stream=DAYS, position=position + 1, key=key, body=body)])
    if not isinstance(outcome, Appended):
        msg = f"the day {day} could not be closed: somebody else is closing one"
        raise StoreFault(msg)
    return outcome.deed


def recorded_heads(command: dict[str, Any]) -> Heads:
    """Read the heads out of the command of a closed day."""
    heads: dict[str, list[Any]] = command["heads"]
    return {stream: (int(position), str(digest)) for stream, (position, digest) in heads.items()}
