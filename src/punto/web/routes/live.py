"""Live views over WebSocket, of a table or of all: every deed, projected for whoever watches."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final

from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from punto.service.audiences import Viewer, visible_events
from punto.service.feed import News
from punto.service.hosted import Hosted
from punto.web import projecting
from punto.web.asking import address_of, plain_json, same_origin, table_of, token_of, viewer_of
from punto.web.context import House, house
from punto.web.problems import Problem

HEARTBEAT: Final = 15.0
"""Seconds without news after which a sign of life is sent."""
MOST_PATIENCE: Final = 30.0
"""Seconds that a reader may take for one message before it is let go."""
FORGED, GONE, MISSING, CROWDED, MOVED = 4403, 4401, 4404, 4429, 4503


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A connection, and who is at its other end."""

    socket: WebSocket
    at: House
    token: str | None
    signed_in: bool
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def say(self, message: str) -> None:
        """Send a message, one at a time, but not to a reader who never takes it."""
        async with self.turn, asyncio.timeout(MOST_PATIENCE):
            await self.socket.send_text(message)


async def live(socket: WebSocket) -> None:
    """Send the view of a table and everything that happens there, from a position on."""
    if not await _from_here(socket):
        return
    try:
        hosted = table_of(socket)
    except Problem as problem:
        await socket.close(
            MISSING if problem.status == 404 else MOVED, problem.body["detail"][:100]
        )
        return
    async with _let_in(socket) as line:
        if line is not None:
            after = _position(socket.query_params.get("after", ""))
            await _until_one_ends(_listen(socket), _send(line, hosted, after))


async def live_floor(socket: WebSocket) -> None:
    """Send the same of every table that there is, and of those that come."""
    if not await _from_here(socket):
        return
    async with _let_in(socket) as line:
        if line is not None:
            after = _positions(socket.query_params.get("after", ""))
            await _until_one_ends(_listen(socket), _send_all(line, after))


async def _from_here(socket: WebSocket) -> bool:
    if same_origin(socket):
        return True
    await socket.close(FORGED, "another site's page may not watch")
    return False


@asynccontextmanager
async def _let_in(socket: WebSocket) -> AsyncIterator[Line | None]:
    """Give the connection a place until it ends; None where its address has no more of them."""
    at, token = house(socket), token_of(socket)
    with at.views.one(address_of(socket)) as free:
        # The code of a close is told only to whom was let in.
        await socket.accept()
        if free:
            signed_in = at.access.caller(token).session is not None
            yield Line(socket=socket, at=at, token=token, signed_in=signed_in)
            return
        at.metrics.crowded.inc()
        await socket.close(CROWDED, "too many live views from this address")
        yield None


def _position(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 12 else None


def _positions(text: str) -> dict[str, int]:
    """Read `table:position` pairs with commas between; what is none is left out."""
    pairs = (pair.partition(":") for pair in text.split(","))
    found = {table: _position(position) for table, _, position in pairs}
    return {table: position for table, position in found.items() if position is not None}


async def _until_one_ends(*work: Coroutine[Any, Any, None]) -> None:
    tasks = [asyncio.create_task(each) for each in work]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        await _end(tasks)


async def _end(tasks: list[asyncio.Task[Any]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _listen(socket: WebSocket) -> None:
    """Read and drop what the other side sends, until it leaves: commands go over POST."""
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.receive_text()


async def _send_all(line: Line, after: dict[str, int]) -> None:
    """Send of every table, until one of them says that it is over with this line."""
    another = asyncio.Event()
    forget = line.at.floor.watch(another.set)
    sending: dict[str, asyncio.Task[None]] = {}
    waiting: list[asyncio.Task[Any]] = []
    try:
        while not any(task.done() for task in sending.values()):
            another.clear()
            for hosted in line.at.floor:
                name = hosted.config.id
                if name not in sending:
                    sending[name] = asyncio.create_task(_send(line, hosted, after.get(name)))
            waiting = [asyncio.create_task(another.wait())]
            await asyncio.wait([*waiting, *sending.values()], return_when=asyncio.FIRST_COMPLETED)
    finally:
        forget()
        await _end([*waiting, *sending.values()])


async def _send(line: Line, hosted: Hosted, after: int | None) -> None:
    """Send what is missing, then what comes; who has lost his session is let go."""
    subscription = hosted.feed.subscribe()
    found: News | None = News() if after is None else hosted.feed.since(after)
    try:
        while not subscription.ended:
            caller = line.at.access.caller(line.token)
            if line.signed_in and caller.session is None:
                await line.socket.close(GONE, "the session has ended")
                return
            viewer = viewer_of(line.at, caller, hosted)
            if found is not None:
                await line.say(_news(line.at, hosted, viewer, found))
            elif not subscription.ended:
                await line.say(_sign_of_life(line.at, hosted))
            found = await subscription.next(HEARTBEAT)
    finally:
        subscription.close()
    await line.socket.close(MOVED, "the table is being taken over")


def _sign_of_life(at: House, hosted: Hosted) -> str:
    told = {"table": hosted.config.id, "heartbeat": True, "position": hosted.host.position}
    return plain_json(told | {"at": at.clock.now().isoformat()}).decode()


def _news(at: House, hosted: Hosted, viewer: Viewer, news: News) -> str:
    """Write news together with the newest view; the same for all who see the same."""
    told = [happened.position for happened in news.happened]
    key = ("news", viewer, *told[:1], *told[-1:], news.skipped)

    def write() -> str:
        message = {
            "table": hosted.config.id,
            "position": hosted.host.position,
            "events": [
                {"position": happened.position, **event}
                for happened in news.happened
                for event in visible_events(happened.events, viewer)
            ],
            "skipped": news.skipped,
            "view": projecting.view(at, hosted, viewer),
        }
        return plain_json(message).decode()

    return projecting.shared(at, hosted, key, write)


ROUTES: list[BaseRoute] = [
    WebSocketRoute("/api/tables/{table_id}/live", live),
    WebSocketRoute("/api/live", live_floor),
]
