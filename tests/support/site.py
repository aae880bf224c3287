"""A table server in this process: no port, no waiting, time stands still until it is moved.

async with site() as at:
    ann = await at.sits("Ann")
    await at.deals_until("practice-tb4", Phase.BETTING)
    assert (await ann.does("PlaceWager", box="1", bet="player", stake=1_000)).status_code == 200
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, TypeVar

import httpx
from argon2 import PasswordHasher

from punto.core.policies import Role
from punto.core.state import Phase
from punto.service.access import Access
from punto.service.accounts import EVERY, Grant
from punto.service.clock import SINGAPORE, ManualClock
from punto.service.floor import Floor
from punto.service.hosted import Hosted
from punto.service.practice import open_practice_floor
from punto.store.contract import Store
from punto.store.memory import MemoryStore
from punto.store.writer import GroupWriter
from punto.web.app import create_app
from punto.web.context import House
from punto.web.rates import Places, Rates

T = TypeVar("T")
START: Final = datetime(2026, 3, 1, 20, 0, tzinfo=SINGAPORE)
QUICK: Final = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
PASSWORD: Final = "a long password"  # noqa: S105 - of accounts that live for one test
BASE: Final = "http://house"


class StillClock(ManualClock):
    """A clock whose sleepers sleep until the test ends: dealers act when they are told to."""

    async def sleep(self, seconds: float) -> None:
        del seconds
        await asyncio.Event().wait()


def at_once(scenario: Coroutine[Any, Any, T]) -> T:
    """Run a scenario to its end."""
    return asyncio.run(scenario)


@dataclass(slots=True, kw_only=True)
class Guest:
    """Somebody with a session, at one table."""

    client: httpx.AsyncClient
    table: str
    name: str = ""
    keys: int = 0

    @property
    def path(self) -> str:
        return f"/api/tables/{self.table}"

    async def does(self, kind: str, *, key: str | None = None, **fields: Any) -> httpx.Response:
        """Give a command under a key of its own, or under a given one."""
        self.keys += 1
        headers = {"Idempotency-Key": key or f"key {self.keys}"}
        body = {"type": kind, **fields}
        return await self.client.post(f"{self.path}/commands", json=body, headers=headers)

    async def sees(self, below: str = "") -> Any:
        """Look at the table, or at something below it."""
        response = await self.client.get(self.path + below)
        assert response.status_code == 200, response.text
        return response.json()

    async def posts(self, below: str, **fields: Any) -> httpx.Response:
        self.keys += 1
        headers = {"Idempotency-Key": f"key {self.keys}"}
        return await self.client.post(self.path + below, json=fields, headers=headers)


@dataclass(slots=True, kw_only=True)
class Site:
    """A house with its doors open."""

    house: House
    clock: StillClock
    transport: httpx.ASGITransport
    clients: list[httpx.AsyncClient] = field(default_factory=list)

    def client(self, token: str | None = None) -> httpx.AsyncClient:
        headers = {"X-Punto": "1"} | ({} if token is None else {"Authorization": f"Bearer {token}"})
        made = httpx.AsyncClient(transport=self.transport, base_url=BASE, headers=headers)
        self.clients.append(made)
        return made

    def table(self, table_id: str) -> Hosted:
        hosted = self.house.floor.find(table_id)
        assert hosted is not None, table_id
        return hosted

    async def sits(self, name: str, table: str = "practice-tb4", box: str | None = None) -> Guest:
        client = self.client()
        wish = {"name": name} | ({} if box is None else {"box": box})
        response = await client.post(f"/api/tables/{table}/seat", json=wish)
        assert response.status_code == 200, response.text
        return Guest(client=client, table=table, name=response.json()["patron"])

    async def staff(
        self,
        name: str,
        role: Role | str,
        table: str = "practice-tb4",
        tables: tuple[str, ...] = (EVERY,),
    ) -> Guest:
        grant = Grant(role=str(role), tables=tables)
        refused = await self.house.access.create_account("test", name, PASSWORD, (grant,))
        assert refused is None, refused
        token = await self.house.access.log_in(name, PASSWORD)
        assert isinstance(token, str), token
        return Guest(client=self.client(token), table=table, name=name)

    async def steps(self, table: str = "practice-tb4") -> None:
        """Let the automatic dealer take one step."""
        dealer = self.table(table).dealer
        assert dealer is not None
        await dealer.step()

    async def deals_until(self, table: str, phase: Phase, most: int = 60) -> None:
        """Let the automatic dealer deal until the table is in a phase."""
        for _ in range(most):
            if self.table(table).host.table.phase is phase:
                return
            await self.steps(table)
        message = f"{table} does not come to {phase}"
        raise AssertionError(message)

    async def opens(self, table: str, by: Guest, **more: Any) -> httpx.Response:
        """Open a table with a dealer of flesh and blood."""
        body = {
            "id": table,
            "name": table,
            "game": "rws-tiger-buffalo",
            "layout": "A",
            "boxes": ["1", "2"],
            "limits": {"minimum": 1_000, "differential": 1_000_000},
        }
        return await by.client.post("/api/tables", json=body | more)


@asynccontextmanager
async def site(
    store: Store | None = None,
    *,
    practice: bool = True,
    owner: str = "here",
    shared: bool = False,
    rates: bool = False,
    views: int = 1_000,
) -> AsyncIterator[Site]:
    """Open a house over a store; a new one in memory if none is given."""
    kept = store if store is not None else MemoryStore()
    clock = StillClock(START)
    writer = GroupWriter(kept)
    house = House(
        store=kept,
        writer=writer,
        floor=Floor(kept, writer, clock, owner=owner, shared=shared),
        access=Access(kept, writer, clock, shared=shared, hasher=QUICK),
        clock=clock,
        rates=Rates(enforced=rates),
        views=Places(views),
    )
    await house.floor.start()
    if practice:
        await open_practice_floor(house.floor)
    transport = httpx.ASGITransport(app=create_app(house), raise_app_exceptions=False)
    opened = Site(house=house, clock=clock, transport=transport)
    try:
        yield opened
    finally:
        for client in opened.clients:
            await client.aclose()
        await house.floor.stop()
        writer.close()
