"""A table of the floor, with everything that hangs on it in this process."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from punto.service.dealers import AutomaticDealer
from punto.service.feed import Feed
from punto.service.history import History
from punto.service.host import TableConfig, TableHost
from punto.store.contract import Lease

AWAY: Final = timedelta(minutes=5)
"""Who has not been seen at a practice table for so long loses his seat there."""
LATELY: Final = timedelta(minutes=1)


@dataclass(slots=True, kw_only=True)
class Hosted:
    """A table as this process knows it: run here, or followed while another process runs it."""

    host: TableHost
    feed: Feed
    history: History
    lease: Lease | None = None
    """None while another process runs the table."""
    seen: dict[str, datetime] = field(default_factory=dict)
    """When each patron last asked for anything; at a practice table that keeps his seat."""
    dealer: AutomaticDealer | None = None
    dealing: asyncio.Task[None] | None = None

    def absent(self, now: datetime) -> str | None:
        """Name a patron who sits at a practice table and has not been seen for a while."""
        if not self.config.practice:
            return None
        for _, patron in self.host.table.seats:
            if now - self.seen.setdefault(patron, now) > AWAY:
                return patron
        return None

    def visited(self, now: datetime) -> bool:
        """Tell whether anybody is there: a live view, or a patron who asked lately."""
        return bool(len(self.feed)) or any(now - at < LATELY for at in self.seen.values())

    @property
    def config(self) -> TableConfig:
        """Return what the table is."""
        return self.host.config
