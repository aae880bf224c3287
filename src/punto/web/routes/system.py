"""For those who operate the server: health, readiness, metrics, the description of the API."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from punto.service.audit import STREAM
from punto.store.contract import StoreFault
from punto.web import metrics
from punto.web.context import house
from punto.web.openapi import document
from punto.web.routes.tables import answer


async def healthz(_: Request) -> Response:
    """Say that the process answers."""
    return answer({"alive": True})


async def readyz(request: Request) -> Response:
    """Say whether the store can be read and every table is run by somebody."""
    at = house(request)
    try:
        await asyncio.to_thread(at.store.last, STREAM)
    except StoreFault as fault:
        return answer({"ready": False, "reason": str(fault)}, 503)
    ready = at.floor.started and (at.floor.shared or at.floor.waiting == 0)
    shown = {"ready": ready, "tables": len(at.floor), "elsewhere": at.floor.waiting}
    return answer(shown, 200 if ready else 503)


async def figures(request: Request) -> Response:
    """Show the metrics."""
    at = house(request)
    told = at.metrics.read(at.floor, at.writer, len(at.views))
    return Response(told, media_type=metrics.MEDIA_TYPE)


async def describe(_: Request) -> Response:
    """Describe the API."""
    return answer(document())


ROUTES: list[BaseRoute] = [
    Route("/healthz", healthz, methods=["GET"]),
    Route("/readyz", readyz, methods=["GET"]),
    Route("/metrics", figures, methods=["GET"]),
    Route("/openapi.json", describe, methods=["GET"]),
]
