"""Time comes in from outside, so that a test can hold it still."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta, timezone
from typing import Protocol

SINGAPORE = timezone(timedelta(hours=8), "Asia/Singapore")
"""UTC+8 all the year round (I-33)."""


class Clock(Protocol):
    """Says what time it is, and waits."""

    def now(self) -> datetime:
        """Return the moment, with its zone."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        ...


class SystemClock:
    """The machine's own clock."""

    def now(self) -> datetime:
        """Return the moment in Singapore."""
        return datetime.now(SINGAPORE)

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


class ManualClock:
    """A clock that moves when it is told to; sleeping moves it."""

    def __init__(self, start: datetime) -> None:
        """Begin at a moment."""
        self._now = start

    def now(self) -> datetime:
        """Return the moment."""
        return self._now

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self._now += timedelta(seconds=seconds)

    async def sleep(self, seconds: float) -> None:
        """Let time pass and give others their turn."""
        self.advance(seconds)
        await asyncio.sleep(0)
