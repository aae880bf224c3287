"""Passing a request on to the process that runs the table, so that any process answers anybody."""

from __future__ import annotations

import re
from typing import Final

import httpx
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from punto.web.asking import elsewhere
from punto.web.context import House

TABLE: Final = re.compile(r"/api/tables/([^/]+)/.+")
PASSED: Final = "x-punto-passed-on"
"""Says that a request was passed on already: it is not sent round in circles."""
SENT: Final = (
    "authorization",
    "cookie",
    "content-type",
    "idempotency-key",
    "origin",
    "prefer",
    "sec-fetch-site",
    "x-punto",
    "host",
)
RETURNED: Final = ("content-type", "preference-applied", "retry-after", "set-cookie")
PATIENCE: Final = 5.0


class Forwarding:
    """Stands before the routes of a process that shares its store with others."""

    def __init__(self, app: ASGIApp, house: House) -> None:
        """Stand before an application."""
        self._app = app
        self._house = house
        self._http: httpx.AsyncClient | None = None
        """Made when it is first needed: loading certificates takes longer than all of a start."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request here, or pass it on."""
        address = self._address(scope)
        if address is None:
            await self._app(scope, receive, send)
            return
        response = await self._pass_on(Request(scope, receive), address)
        await response(scope, receive, send)

    def _address(self, scope: Scope) -> str | None:
        """Return where to pass a request on to; None where it is answered here."""
        floor = self._house.floor
        if not floor.shared or scope["type"] != "http" or scope["method"] != "POST":
            return None
        named = TABLE.fullmatch(scope["path"])
        hosted = None if named is None else floor.find(named[1])
        passed = any(name == PASSED.encode() for name, _ in scope["headers"])
        if named is None or passed or hosted is None or hosted.lease is not None:
            return None
        return floor.owner_of(named[1])

    async def _pass_on(self, request: Request, address: str) -> Response:
        headers = {name: request.headers[name] for name in SENT if name in request.headers}
        url = f"{address}{request.url.path}"
        body = await request.body()
        if self._http is None:
            self._http = httpx.AsyncClient(timeout=PATIENCE)
        try:
            answered = await self._http.post(url, content=body, headers=headers | {PASSED: "1"})
        except httpx.TransportError:
            return elsewhere(request.url.path).response()
        returned = {name: answered.headers[name] for name in RETURNED if name in answered.headers}
        return Response(answered.content, status_code=answered.status_code, headers=returned)
