"""The application: routes, what guards them, and its life from start to stop."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from secrets import token_hex
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles

from punto.core.refusal import Refused
from punto.service.desk import Desk
from punto.service.host import SteppedDown
from punto.store.contract import StoreFault
from punto.web import pages
from punto.web.asking import caller_of, elsewhere
from punto.web.context import House, house
from punto.web.forwarding import Forwarding
from punto.web.guards import Guards
from punto.web.problems import Problem
from punto.web.routes import (
    auditing,
    citing,
    counting,
    lab,
    live,
    looking,
    past,
    playing,
    signing_in,
    staff,
    system,
    tables,
)
from punto.web.shrinking import SMALL

LOG: Final = logging.getLogger("punto.web")
LONGEST_PATH: Final = 200
STATIC: Final = Path(__file__).parent / "static"


def api_routes() -> list[BaseRoute]:
    """List the endpoints, what is asked for most often first."""
    rooms = (
        playing,
        tables,
        looking,
        past,
        auditing,
        citing,
        lab,
        counting,
        signing_in,
        staff,
        live,
        system,
    )
    return [route for room in rooms for route in room.ROUTES]


Step = Callable[[], Awaitable[None]]


async def _nothing() -> None:
    """Start and stop nothing: whoever made the house does that."""


def create_app(house: House, *, started: Step = _nothing, stopped: Step = _nothing) -> Starlette:
    """Make the application for a house; `started` and `stopped` run at both ends of its life."""

    @asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[None]:
        await started()
        try:
            yield
        finally:
            await stopped()

    routes = [*api_routes(), *pages.routes()]
    if STATIC.is_dir():
        still = GZipMiddleware(StaticFiles(directory=STATIC), minimum_size=SMALL)
        routes.append(Mount("/static", still, name="static"))
    middleware = [Middleware(Guards, house=house)]
    if house.floor.shared:
        middleware.append(Middleware(Forwarding, house=house))
    app = Starlette(
        routes=routes,
        middleware=middleware,
        exception_handlers={
            Problem: _problem,
            HTTPException: _http,
            SteppedDown: _stepped_down,
            StoreFault: _store_fault,
            Exception: _defect,
        },
        lifespan=life,
    )
    app.state.house = house
    app.state.desk = Desk(house.store)
    return app


async def _problem(request: Request, error: Exception) -> Response:
    if not isinstance(error, Problem):
        return _unknown()
    if error.status == 403 and request.method == "POST" and not error.recorded:
        await _record(request, error)
    return error.response()


async def _record(request: Request, problem: Problem) -> None:
    """Put on record what somebody tried who may not, and what no table or service has recorded."""
    caller = caller_of(request)
    if caller.session is None:
        return
    act = {
        "type": "Attempt",
        "by": caller.session.name,
        "staff": caller.session.staff,
        "path": request.url.path[:LONGEST_PATH],
    }
    refused = Refused(
        code=problem.body["code"],
        reason=problem.body["detail"],
        remedy=problem.body["remedy"],
        clauses=tuple(problem.body["clauses"]),
    )
    await house(request).access.log.append(act, f"attempt-{token_hex(12)}", refused)


async def _http(_: Request, error: Exception) -> Response:
    if not isinstance(error, HTTPException):
        return _unknown()
    code = {404: "not_found", 405: "method_not_allowed"}.get(error.status_code, "bad_request")
    return Problem(error.status_code, code, error.detail, headers=error.headers).response()


async def _stepped_down(request: Request, error: Exception) -> Response:
    await house(request).floor.step_down(str(error))
    return elsewhere(str(error)).response()


async def _store_fault(_: Request, error: Exception) -> Response:
    LOG.error("the store cannot go on: %s", error)
    return Problem(
        503,
        "store_fault",
        "the store cannot write now; nothing was acknowledged",
        remedy="repeat the request with the same key",
        headers={"Retry-After": "2"},
    ).response()


async def _defect(_: Request, error: Exception) -> Response:
    LOG.error("a defect of the server", exc_info=error)
    return _unknown()


def _unknown() -> Response:
    return Problem(500, "defect", "the server has a defect; it is in its log").response()
