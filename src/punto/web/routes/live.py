"""The live view of a table over WebSocket: every deed, projected for whoever watches."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from punto.service.audiences import Viewer, visible_events
from punto.service.feed import News, Subscription
from punto.service.hosted import Hosted
from punto.web import projecting
from punto.web.asking import plain_json, same_origin, table_of, token_of, viewer_of
from punto.web.context import House, house
from punto.web.problems import Problem

HEARTBEAT: Final = 15.0
"""Seconds without news after which a sign of life is sent."""
MOST_PATIENCE: Final = 30.0
"""Seconds that a reader may take for one message before it is let go."""
FORGED, GONE, MISSING, MOVED = 4403, 4401, 4404, 4503


async def live(socket: WebSocket) -> None:
    """Send the view and everything that happens, from a position on."""
    if not same_origin(socket):
        await socket.close(FORGED, "another site's page may not watch")
        return
    try:
        hosted = table_of(socket)
    except Problem as problem:
        await socket.close(
            MISSING if problem.status == 404 else MOVED, problem.body["detail"][:100]
        )
        return
    await socket.accept()
    subscription = hosted.feed.subscribe()
    listening = asyncio.create_task(_listen(socket))
    sending = asyncio.create_task(_send(socket, hosted, _after(socket), subscription))
    try:
        await asyncio.wait((listening, sending), return_when=asyncio.FIRST_COMPLETED)
    finally:
        subscription.close()
        for task in (listening, sending):
            task.cancel()
        await asyncio.gather(listening, sending, return_exceptions=True)


async def _listen(socket: WebSocket) -> None:
    """Read and drop what the other side sends, until it leaves: commands go over POST."""
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.receive_text()


def _after(socket: WebSocket) -> int | None:
    text = socket.query_params.get("after", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 12 else None


async def _send(
    socket: WebSocket, hosted: Hosted, after: int | None, subscription: Subscription
) -> None:
    """Send what is missing, then what comes; who has lost his session is let go."""
    at, token = house(socket), token_of(socket)
    signed_in = at.access.caller(token).session is not None
    found: News | None = News() if after is None else hosted.feed.since(after)
    while not subscription.ended:
        caller = at.access.caller(token)
        if signed_in and caller.session is None:
            await socket.close(GONE, "the session has ended")
            return
        viewer = viewer_of(at, caller, hosted)
        if found is not None:
            await _within(socket, _news(at, hosted, viewer, found))
        elif not subscription.ended:
            beat = {"heartbeat": True, "position": hosted.host.position}
            await _within(socket, plain_json(beat | {"at": at.clock.now().isoformat()}).decode())
        found = await subscription.next(HEARTBEAT)
    await socket.close(MOVED, "the table is being taken over")


def _news(at: House, hosted: Hosted, viewer: Viewer, news: News) -> str:
    """Write news together with the newest view; the same for all who see the same."""
    told = [happened.position for happened in news.happened]
    key = ("news", viewer, *told[:1], *told[-1:], news.skipped)

    def write() -> str:
        message = {
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


async def _within(socket: WebSocket, message: str) -> None:
    """Send a message, but not to a reader who never takes it."""
    async with asyncio.timeout(MOST_PATIENCE):
        await socket.send_text(message)


ROUTES: list[BaseRoute] = [WebSocketRoute("/api/tables/{table_id}/live", live)]
