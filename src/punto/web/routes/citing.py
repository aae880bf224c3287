"""What a clause asks for and how an interpretation is read, for whoever meets a citation."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from punto.rules import clauses, find, interpretations
from punto.web.problems import not_found
from punto.web.routes.tables import answer


def _cited(ref: str) -> dict[str, Any] | None:
    clause, reading = clauses().get(ref), interpretations().get(ref)
    if clause is not None:
        bearing = [one for one in interpretations().values() if ref in one.clauses]
        document = find(clause.key).document
        return {
            "id": ref,
            "title": f"{document.title}, {clause.number}",
            "text": clause.text,
            "readings": None,
            "decides": None,
            "clauses": list(clause.same_as),
            "interpretations": [{"id": one.id, "title": one.title} for one in bearing],
        }
    if reading is not None:
        return {
            "id": ref,
            "title": reading.title,
            "text": reading.default,
            "readings": reading.readings,
            "decides": reading.decides,
            "clauses": list(reading.clauses),
            "interpretations": [],
        }
    return None


async def show_cited(request: Request) -> Response:
    """Show a clause or an interpretation in our own words."""
    ref = request.path_params["ref"]
    found = await asyncio.to_thread(_cited, ref)
    if found is None:
        raise not_found(f"clause or interpretation {ref!r}")
    return answer(found, headers={"Cache-Control": "max-age=3600"})


ROUTES: list[BaseRoute] = [Route("/api/clauses/{ref}", show_cited, methods=["GET"])]
