"""The session cookie."""

from __future__ import annotations

from typing import Final

from starlette.responses import Response

from punto.service.access import SESSION_LASTS
from punto.web.context import COOKIE

SECONDS: Final = int(SESSION_LASTS.total_seconds())


def with_cookie(response: Response, token: str, *, secure: bool) -> Response:
    """Hand a token to a browser: no script reads it, no other site makes it travel."""
    response.set_cookie(
        COOKIE, token, max_age=SECONDS, httponly=True, secure=secure, samesite="strict", path="/"
    )
    return response


def without_cookie(response: Response) -> Response:
    """Take the token away."""
    response.delete_cookie(COOKIE, httponly=True, samesite="strict", path="/")
    return response
