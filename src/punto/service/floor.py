"""All tables of one process: creating, taking over, dealing, and letting go.

A table belongs to one process through a lease. Whoever holds it writes with its fencing token;
when the lease is lost, the store refuses the next deed and the table is let go of here.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

import msgspec

from punto.core import commands as c
from punto.core.conduct import LIVE, decide
from punto.core.refusal import Refused
from punto.core.state import Actor, Setup, Table
from punto.rules import NotApproved, resolve
from punto.service.clock import Clock
from punto.service.dealers import AutomaticDealer
from punto.service.feed import Feed
from punto.service.history import History
from punto.service.host import (
    ROUND_PHASES,
    Answer,
    SteppedDown,
    TableConfig,
    TableHost,
    Writer,
    not_approved,
    stream_of,
)
from punto.service.restoring import CREATE, PREFIX, restore
from punto.store.contract import Lease, Store, StoreFault

LOG: Final = logging.getLogger("punto.floor")
AWAY: Final = timedelta(minutes=5)
"""Who has not been seen at a practice table for so long loses his seat there."""
LATELY: Final = timedelta(minutes=1)
TABLE_ID: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,47}")


@dataclass(slots=True, kw_only=True)
class Hosted:
    """A table that this process runs."""

    host: TableHost
    feed: Feed
    lease: Lease
    history: History
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


class Floor:
    """The tables of a process."""

    def __init__(
        self,
        store: Store,
        writer: Writer,
        clock: Clock,
        *,
        owner: str,
        shared: bool = False,
        lease_seconds: float = 4.0,
    ) -> None:
        """Prepare; `start` takes the tables over. `shared`: other processes use the store too."""
        self.store = store
        self.clock = clock
        self.owner = owner
        self._writer = writer
        self.shared = shared
        self._lease_seconds = lease_seconds
        self._tables: dict[str, Hosted] = {}
        self._known: set[str] = set()
        self.started = False
        self._keeper: asyncio.Task[None] | None = None

    def __iter__(self) -> Iterator[Hosted]:
        """List the tables of this process by id."""
        return iter([self._tables[name] for name in sorted(self._tables)])

    def __len__(self) -> int:
        """Count the tables of this process."""
        return len(self._tables)

    def find(self, table_id: str) -> Hosted | None:
        """Return a table of this process."""
        return self._tables.get(table_id)

    def exists(self, table_id: str) -> bool:
        """Tell whether there is such a table, here or at another process."""
        return table_id in self._tables or stream_of(table_id) in self._known

    @property
    def waiting(self) -> int:
        """Count the tables that exist and that this process does not run."""
        return len(self._known) - len(self._tables)

    # --- start and stop ---------------------------------------------------------------------------

    async def start(self) -> None:
        """Take over every table that nobody else runs, and keep the leases."""
        await self._look()
        await self._take_over()
        self.started = True
        self._keeper = asyncio.create_task(self._keep(), name="punto-leases")

    async def stop(self) -> None:
        """Stop dealing, finish what is under way, give the leases back."""
        self.started = False
        if self._keeper is not None:
            self._keeper.cancel()
            await asyncio.gather(self._keeper, return_exceptions=True)
        for hosted in tuple(self):
            await self._let_go(hosted)
            await asyncio.to_thread(self.store.release, hosted.lease)

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(self._lease_seconds / 4)
            try:
                await self._renew()
                if self.shared:
                    await self._look()
                await self._take_over()
            except StoreFault:
                LOG.exception("the leases could not be renewed")

    async def _look(self) -> None:
        streams = await asyncio.to_thread(self.store.streams)
        self._known |= {stream for stream in streams if stream.startswith(PREFIX)}

    async def _renew(self) -> None:
        for hosted in tuple(self):
            stream = hosted.host.stream
            lease = await asyncio.to_thread(
                self.store.acquire, stream, self.owner, self._lease_seconds
            )
            if lease is None or lease.token != hosted.lease.token:
                LOG.warning("lost the lease", extra={"table": hosted.config.id})
                await self._let_go(hosted)

    async def _take_over(self) -> None:
        for stream in sorted(self._known):
            if stream.removeprefix(PREFIX) not in self._tables:
                await self._take(stream)

    async def _take(self, stream: str) -> None:
        """Run a table if its lease is free; say so where that interrupted a round (I-99)."""
        lease = await asyncio.to_thread(self.store.acquire, stream, self.owner, self._lease_seconds)
        if lease is None:
            return
        found = await asyncio.to_thread(restore, self.store, stream)
        host = TableHost(
            found.config,
            self.store,
            self._writer,
            self.clock,
            table=found.table,
            position=found.position,
            token=lease.token,
        )
        await host.recover(interrupted=found.table.phase in ROUND_PHASES)
        self._run(host, lease)
        LOG.info("took a table over", extra={"table": found.config.id, "position": host.position})

    def _run(self, host: TableHost, lease: Lease) -> Hosted:
        hosted = Hosted(
            host=host, feed=Feed(), lease=lease, history=History(self.store, host.stream)
        )
        host.watch(hosted.feed.publish)
        host.watch(hosted.history.note)
        self._tables[host.config.id] = hosted
        self._known.add(host.stream)
        if host.config.dealer == "automatic":
            hosted.dealer = AutomaticDealer(
                host,
                self.clock,
                wanted=lambda: hosted.visited(self.clock.now()),
                absent=lambda: hosted.absent(self.clock.now()),
            )
            hosted.dealing = asyncio.create_task(
                self._deal(hosted, hosted.dealer), name=f"punto-dealer-{host.config.id}"
            )
        return hosted

    async def _deal(self, hosted: Hosted, dealer: AutomaticDealer) -> None:
        """Deal until the table is let go of; a fault of the store is waited out."""
        while True:
            try:
                await dealer.run()
            except StoreFault:
                LOG.exception("the dealer waits for the store", extra={"table": hosted.config.id})
                await self.clock.sleep(self._lease_seconds)
            except SteppedDown:
                # This task is the one that letting go would cancel and wait for.
                hosted.dealing = None
                await self._let_go(hosted)
                return

    async def _let_go(self, hosted: Hosted) -> None:
        """Stop running a table; its history stays for the next."""
        self._tables.pop(hosted.config.id, None)
        if hosted.dealing is not None:
            hosted.dealing.cancel()
            await asyncio.gather(hosted.dealing, return_exceptions=True)
        hosted.feed.end()

    # --- tables -----------------------------------------------------------------------------------

    async def create(
        self, config: TableConfig, setup: Setup, actor: Actor, key: str
    ) -> Hosted | Refused:
        """Create a table and open it, or say why not; nothing is written then."""
        refused = self._may_create(config, setup, actor)
        if refused is not None:
            return refused
        stream = stream_of(config.id)
        lease = await asyncio.to_thread(self.store.acquire, stream, self.owner, self._lease_seconds)
        if lease is None or self.store.last(stream)[0]:
            return _taken(config.id)
        host = TableHost(config, self.store, self._writer, self.clock, token=lease.token)
        command = {
            "type": CREATE,
            "actor": msgspec.to_builtins(actor),
            "config": msgspec.to_builtins(config),
        }
        await host.record(command, f"{key}/create")
        await host.handle(c.OpenTable(actor=actor, setup=setup), f"{key}/open")
        return self._run(host, lease)

    def _may_create(self, config: TableConfig, setup: Setup, actor: Actor) -> Refused | None:
        if not TABLE_ID.fullmatch(config.id):
            return Refused(
                code="bad_table_id",
                reason=f"{config.id!r} cannot name a table",
                remedy="use small letters, digits and hyphens, at most 48",
                where="id",
            )
        if self.exists(config.id):
            return _taken(config.id)
        rules = resolve(config.operator, config.game, self.clock.now())
        if isinstance(rules, NotApproved):
            return not_approved(rules)
        answer = decide(Table(), c.OpenTable(actor=actor, setup=setup), rules, LIVE)
        return answer if isinstance(answer, Refused) else None

    async def handle(self, hosted: Hosted, command: c.Command, key: str) -> Answer:
        """Answer a command; let the table go when another process turns out to run it."""
        try:
            return await hosted.host.handle(command, key)
        except SteppedDown:
            await self._let_go(hosted)
            raise


def _taken(table_id: str) -> Refused:
    return Refused(
        code="table_exists",
        reason=f"there is a table {table_id!r} already",
        remedy="choose another id",
        where="id",
    )
