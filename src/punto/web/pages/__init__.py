"""The pages: routes that serve HTML. The API lives beside, in `punto.web.routes`."""

from __future__ import annotations

from starlette.routing import BaseRoute


def routes() -> list[BaseRoute]:
    """List the routes of the pages."""
    return []
