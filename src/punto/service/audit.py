"""The stream `access`: who was let in, who was given what, and every attempt that was refused.

No secret stands in it: passwords and tokens are kept apart, hashed, as secrets of the store.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

from punto.core.refusal import Refused
from punto.service.clock import Clock
from punto.service.host import Writer
from punto.store import codec
from punto.store.contract import Appended, NewDeed, PositionTaken, Store, StoreFault

STREAM: Final = "access"
ATTEMPTS: Final = 20
"""How often to try again when another process has appended first."""

Plain = dict[str, Any]
Learn = Callable[[Plain, str, bool], None]
"""Takes an act, its moment, and whether it was refused."""


class AuditLog:
    """Appends to the stream of access and tells what is in it, other processes' deeds too."""

    def __init__(self, store: Store, writer: Writer, clock: Clock, learn: Learn) -> None:
        """Begin before the first deed; `refresh` reads what there is."""
        self._store = store
        self._writer = writer
        self._clock = clock
        self._learn = learn
        self._position = 0
        self._lock = asyncio.Lock()

    def refresh(self) -> None:
        """Read what has been appended since."""
        for deed in self._store.read(STREAM, self._position):
            body = codec.decode(deed.body)
            self._learn(body.command, body.at, body.refused is not None)
            self._position = deed.position

    async def append(self, act: Plain, key: str, refused: Refused | None = None) -> bool:
        """Put an act on record; False when its key was there already."""
        async with self._lock:
            for _ in range(ATTEMPTS):
                self.refresh()
                body = codec.encode(
                    stream=STREAM,
                    position=self._position + 1,
                    at=self._clock.now().isoformat(),
                    key=key,
                    command=act,
                    events=(),
                    refused=refused,
                    entries=(),
                )
                deed = NewDeed(stream=STREAM, position=self._position + 1, key=key, body=body)
                outcome = await self._writer.append(deed)
                if isinstance(outcome, Appended):
                    self.refresh()
                    return not outcome.again
                if not isinstance(outcome, PositionTaken):
                    break
        msg = "the access log could not be written"
        raise StoreFault(msg)
