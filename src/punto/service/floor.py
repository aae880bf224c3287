"""All tables of one process: creating, taking over, dealing, and letting go.

A table belongs to one process through a lease. Whoever holds it writes with its fencing token;
when the lease is lost, the store refuses the next deed and the table is let go of here.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Iterator
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
from punto.service.hosted import Hosted
from punto.service.restoring import CREATE, PREFIX, restore
from punto.store.contract import Deed, Lease, Store, StoreFault

LOG: Final = logging.getLogger("punto.floor")
ADDRESSES: Final = "floor"
"""Where the processes note at which address they can be asked about a table."""
TABLE_ID: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,47}")


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
        address: str | None = None,
    ) -> None:
        """Prepare; `start` takes the tables over.

        `shared`: other processes use the store too, and ask this one at `address`.
        """
        self.store = store
        self.clock = clock
        self.owner = owner
        self._writer = writer
        self.shared = shared
        self._lease_seconds = lease_seconds
        self._address = address
        self._tables: dict[str, Hosted] = {}
        self._known: set[str] = set()
        self._watchers: set[Callable[[], None]] = set()
        self.started = False
        self._keeper: asyncio.Task[None] | None = None

    def __iter__(self) -> Iterator[Hosted]:
        """List the tables by id, those that other processes run as well."""
        return iter([self._tables[name] for name in sorted(self._tables)])

    def __len__(self) -> int:
        """Count the tables that this process runs."""
        return sum(hosted.lease is not None for hosted in self._tables.values())

    def find(self, table_id: str) -> Hosted | None:
        """Return a table, whoever runs it."""
        return self._tables.get(table_id)

    def watch(self, watcher: Callable[[], None]) -> Callable[[], None]:
        """Tell `watcher` when there is another table; the answer ends that."""
        self._watchers.add(watcher)
        return lambda: self._watchers.discard(watcher)

    def exists(self, table_id: str) -> bool:
        """Tell whether there is such a table."""
        return table_id in self._tables or stream_of(table_id) in self._known

    @property
    def waiting(self) -> int:
        """Count the tables that exist and that this process does not run."""
        return len(self._known) - len(self)

    def owner_of(self, table_id: str) -> str | None:
        """Return the address at which the process that runs a table can be asked."""
        found = self.store.secret(ADDRESSES, table_id)
        return None if found is None else found.decode()

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
            lease = hosted.lease
            await self._let_go(hosted)
            hosted.feed.end()
            if lease is not None:
                await asyncio.to_thread(self.store.release, lease)

    async def _keep(self) -> None:
        """Renew the leases in good time; look oftener whether a table has to be taken over."""
        loop = asyncio.get_running_loop()
        between = self._lease_seconds / 4
        renewed = loop.time()
        while True:
            await asyncio.sleep(min(between, 1.0))
            try:
                if loop.time() - renewed >= between:
                    await self._renew()
                    renewed = loop.time()
                if self.shared:
                    await self._look()
                await self._take_over()
                await self.catch_up()
            except StoreFault:
                LOG.exception("the leases could not be renewed")

    async def _look(self) -> None:
        streams = await asyncio.to_thread(self.store.streams)
        self._known |= {stream for stream in streams if stream.startswith(PREFIX)}

    async def _renew(self) -> None:
        for hosted in tuple(self):
            held = hosted.lease
            if held is None:
                continue
            stream = hosted.host.stream
            lease = await asyncio.to_thread(
                self.store.acquire, stream, self.owner, self._lease_seconds
            )
            if lease is None or lease.token != held.token:
                LOG.warning("lost the lease", extra={"table": hosted.config.id})
                await self._let_go(hosted)

    async def _take_over(self) -> None:
        for stream in sorted(self._known):
            hosted = self._tables.get(stream.removeprefix(PREFIX))
            if hosted is None or hosted.lease is None:
                await self._take(stream, hosted)

    async def _take(self, stream: str, known: Hosted | None) -> None:
        """Run a table if its lease is free, else follow it.

        What interrupted a round is put to somebody in authority (I-99).
        """
        lease = await asyncio.to_thread(self.store.acquire, stream, self.owner, self._lease_seconds)
        if lease is None and known is not None:
            return
        found = await asyncio.to_thread(restore, self.store, stream)
        host = TableHost(
            found.config,
            self.store,
            self._writer,
            self.clock,
            table=found.table,
            position=found.position,
            token=None if lease is None else lease.token,
        )
        hosted = self._admit(host, known)
        if lease is None:
            return
        try:
            await host.recover(interrupted=found.table.phase in ROUND_PHASES)
        except SteppedDown:
            return
        self._run(hosted, lease)
        LOG.info("took a table over", extra={"table": found.config.id, "position": host.position})

    def _admit(self, host: TableHost, known: Hosted | None) -> Hosted:
        """Make a table known here; whoever watched it already watches on."""
        hosted = known or Hosted(host=host, feed=Feed(), history=History(self.store, host.stream))
        hosted.host = host
        host.watch(hosted.feed.publish)
        host.watch(hosted.history.note)
        self._tables[host.config.id] = hosted
        self._known.add(host.stream)
        for watcher in tuple(self._watchers):
            watcher()
        return hosted

    def _run(self, hosted: Hosted, lease: Lease) -> None:
        hosted.lease = lease
        config = hosted.config
        if self.shared and self._address is not None:
            self.store.put_secret(ADDRESSES, config.id, self._address.encode())
        if config.dealer == "automatic":
            hosted.dealer = AutomaticDealer(
                hosted.host,
                self.clock,
                wanted=lambda: self.shared or hosted.visited(self.clock.now()),
                absent=lambda: None if self.shared else hosted.absent(self.clock.now()),
            )
            hosted.dealing = asyncio.create_task(
                self._deal(hosted, hosted.dealer), name=f"punto-dealer-{config.id}"
            )

    async def catch_up(self) -> None:
        """Read what other processes have appended to the tables that they run."""
        for hosted in tuple(self):
            if hosted.lease is None:
                host = hosted.host
                deeds = await asyncio.to_thread(self._newer, host.stream, host.position)
                host.follow(deeds)

    def _newer(self, stream: str, position: int) -> list[Deed]:
        return list(self.store.read(stream, position))

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

    async def step_down(self, table_id: str) -> None:
        """Let a table go that another process turned out to have written to."""
        hosted = self._tables.get(table_id)
        if hosted is not None and hosted.lease is not None:
            await self._let_go(hosted)

    async def _let_go(self, hosted: Hosted) -> None:
        """Stop running a table; from now on it is only followed."""
        hosted.lease = None
        hosted.dealer = None
        dealing, hosted.dealing = hosted.dealing, None
        if dealing is not None:
            dealing.cancel()
            await asyncio.gather(dealing, return_exceptions=True)

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
        hosted = self._admit(host, None)
        self._run(hosted, lease)
        return hosted

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
