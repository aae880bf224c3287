"""How many live views one address may hold; a place is free again however a view ends."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from punto.core.policies import Role
from punto.web.routes.live import CROWDED, GONE, MISSING
from tests.support.site import PASSWORD, Site, at_once, site

TABLE = "practice-tb4"
Message = MutableMapping[str, Any]


@dataclass(slots=True)
class View:
    """A live view of a table as the server meets it, with the other side in the test's hands."""

    at: Site
    address: str = "10.0.0.1"
    table: str | None = TABLE
    """None: all of them, over one line."""
    token: str = ""
    broken: bool = False
    """What is sent does not arrive: the line is gone, and nobody has said so."""
    heard: asyncio.Queue[Message] = field(default_factory=asyncio.Queue)
    says: asyncio.Queue[Message] = field(default_factory=asyncio.Queue)
    task: asyncio.Task[None] | None = None

    async def opens(self) -> View:
        headers = [(b"authorization", f"Bearer {self.token}".encode())] if self.token else []
        of = "" if self.table is None else f"tables/{self.table}/"
        scope = {
            "type": "websocket",
            "path": f"/api/{of}live",
            "query_string": b"",
            "headers": headers,
            "client": (self.address, 1234),
            "subprotocols": [],
        }
        self.says.put_nowait({"type": "websocket.connect"})
        app: Callable[..., Awaitable[None]] = self.at.transport.app
        self.task = asyncio.ensure_future(app(scope, self.says.get, self._hears))
        return self

    async def _hears(self, message: Message) -> None:
        if self.broken and message["type"] == "websocket.send":
            raise OSError("the line is gone")
        self.heard.put_nowait(message)

    async def ends(self) -> None:
        assert self.task is not None
        await asyncio.wait((self.task,))

    async def code(self) -> int:
        """Wait until the server closes, and say with what code."""
        while True:
            message = await self.heard.get()
            if message["type"] == "websocket.close":
                assert message["reason"]
                return int(message["code"])

    async def shown(self) -> Any:
        """Wait for what is shown first."""
        assert (await self.heard.get())["type"] == "websocket.accept"
        message = await self.heard.get()
        assert message["type"] == "websocket.send", message
        return json.loads(message["text"])


async def leaves(view: View) -> None:
    view.says.put_nowait({"type": "websocket.disconnect", "code": 1001})


async def is_cut_off(view: View) -> None:
    assert view.task is not None
    view.task.cancel()


async def loses_the_session(view: View) -> None:
    await view.at.house.access.change("test", "Revoke", "Mei")
    await view.at.steps()
    assert await view.code() == GONE


async def loses_the_line(view: View) -> None:
    view.broken = True
    await view.at.steps()


async def loses_the_table(view: View) -> None:
    view.at.table(TABLE).feed.end()


ENDS = [leaves, is_cut_off, loses_the_session, loses_the_line, loses_the_table]


@pytest.mark.parametrize("table", [TABLE, None])
@pytest.mark.parametrize("how", ENDS)
def test_who_holds_too_many_views_is_told_so_until_one_ends(
    how: Callable[[View], Awaitable[None]], table: str | None
) -> None:
    async def scenario() -> None:
        async with site(views=2) as at:
            await at.staff("Mei", Role.PIT_MANAGER)
            token = await at.house.access.log_in("Mei", PASSWORD)
            assert isinstance(token, str)
            one, two = [await View(at, table=table, token=token).opens() for _ in range(2)]
            for view in (one, two):
                assert (await view.shown())["view"]["phase"]
            for which in (TABLE, None):
                third = await View(at, table=which).opens()
                assert await third.code() == CROWDED
                await third.ends()
            other = await View(at, address="10.0.0.2").opens()
            assert (await other.shown())["view"]["phase"]
            assert len(at.house.views) == 3
            await how(two)
            await two.ends()
            later = await View(at, table=table).opens()
            if how is loses_the_table:
                assert (await later.heard.get())["type"] == "websocket.accept"
            else:
                await later.shown()
            for view in (one, other, later):
                await is_cut_off(view)
                await view.ends()
            assert len(at.house.views) == 0
            told = (await at.client().get("/metrics")).text.splitlines()
            assert {"punto_watchers_refused_total 2.0", "punto_watchers 0.0"} <= set(told)

    at_once(scenario())


def test_who_is_not_let_in_takes_no_place() -> None:
    async def scenario() -> None:
        async with site() as at:
            nowhere = await View(at, table="nowhere").opens()
            assert await nowhere.code() == MISSING
            await nowhere.ends()
            assert len(at.house.views) == 0

    at_once(scenario())
