"""What stands before every route: strict headers, limits on size and haste, the request log."""

from __future__ import annotations

import logging
import math
import time
from typing import Final

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from punto.service.access import hash_of
from punto.web.asking import address_of, token_of
from punto.web.context import House
from punto.web.problems import Problem
from punto.web.rates import ACT, COUNT, LOGIN, SEAT, Rate

LOG: Final = logging.getLogger("punto.requests")
MOST_BODY: Final = 64 * 1024
"""Bytes; the longest command names a few hundred cards."""

COUNTED: Final = "/api/odds"
"""Paths below which every question is counted out."""

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; connect-src 'self'; img-src 'self' data:; object-src 'none'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
}
RAW_HEADERS: Final = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]


class _TooLargeError(Exception):
    """The body is longer than anything that the API takes."""


class Guards:
    """Adds the headers to every response; refuses what is too large or comes too often."""

    def __init__(self, app: ASGIApp, house: House) -> None:
        """Stand before an application."""
        self._app = app
        self._house = house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = time.perf_counter()
        status = 0

        async def guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = message.setdefault("headers", [])
                there = {name for name, _ in headers}
                headers += [header for header in RAW_HEADERS if header[0] not in there]
            await send(message)

        try:
            self._check_haste(scope)
            await self._app(scope, _limited(receive), guarded)
        except Problem as problem:
            await problem.response()(scope, receive, guarded)
        except _TooLargeError:
            if status:
                raise
            large = Problem(413, "too_large", f"a body has at most {MOST_BODY} bytes")
            await large.response()(scope, receive, guarded)
        finally:
            self._note(scope, status, time.perf_counter() - begun)

    def _check_haste(self, scope: Scope) -> None:
        """Refuse whoever changes or counts things faster than a person or a program should."""
        if scope["method"] != "POST" and not scope["path"].startswith(COUNTED):
            return
        kind, rate = _rate_of(scope["path"])
        connection = HTTPConnection(scope)
        token = token_of(connection) if rate is ACT else None
        who = address_of(connection) if token is None else hash_of(token)
        wait = self._house.rates.wait(who, kind, rate)
        if wait:
            raise Problem(
                429,
                "too_often",
                "this comes too often",
                remedy=f"wait {math.ceil(wait)} seconds",
                headers={"Retry-After": str(math.ceil(wait))},
            )

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        """Count the request, and log it unless it only read."""
        route = getattr(scope.get("endpoint"), "__name__", "none")
        method = scope["method"] if scope["method"] in ("GET", "HEAD", "POST") else "other"
        self._house.metrics.requests.labels(method, route, str(status)).inc()
        level = logging.DEBUG if method != "POST" and status < 500 else logging.INFO
        told = {"method": method, "route": route, "status": status}
        LOG.log(level, "request", extra=told | {"milliseconds": round(seconds * 1000, 2)})


def _rate_of(path: str) -> tuple[str, Rate]:
    if path == "/api/login":
        return "login", LOGIN
    if path.startswith(COUNTED):
        return "count", COUNT
    return ("seat", SEAT) if path.endswith("/seat") else ("act", ACT)


def _limited(receive: Receive) -> Receive:
    """Count the bytes of a body as they come."""
    read = 0

    async def counted() -> Message:
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        if read > MOST_BODY:
            raise _TooLargeError
        return message

    return counted
