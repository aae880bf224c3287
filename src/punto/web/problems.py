"""What is wrong, as `application/problem+json` with the clause that says so (RFC 9457)."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

import msgspec
from starlette.responses import Response

from punto.core.refusal import Refused

MEDIA_TYPE: Final = "application/problem+json"

STATUS: Final[Mapping[str, int]] = {
    "not_authorised": 403,
    "not_yourself": 403,
    "above_own_role": 403,
    "wrong_password": 401,
    "locked_out": 429,
    "wrong_phase": 409,
    "not_interrupted": 409,
    "interrupted": 409,
    "bets_closed": 409,
    "box_taken": 409,
    "seat_taken": 409,
    "table_exists": 409,
    "account_exists": 409,
    "not_enough_chips": 409,
}
"""Statuses of refusals; all others are 422: understood, and against the rules."""


class Problem(Exception):  # noqa: N818 - the name of the media type
    """A request that cannot be served; raised from any depth below a route."""

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        *,
        remedy: str = "",
        where: str = "",
        clauses: tuple[str, ...] = (),
        by: tuple[str, ...] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Carry what to say."""
        super().__init__(detail)
        self.recorded = False
        """Somebody below has put the attempt on record already."""
        self.status = status
        self.headers = dict(headers or {})
        self.body: dict[str, Any] = {
            "type": f"urn:punto:problem:{code}",
            "title": HTTPStatus(status).phrase,
            "status": status,
            "detail": detail,
            "code": code,
            "clauses": list(clauses),
            "by": list(by),
            "remedy": remedy,
            "where": where,
        }

    @classmethod
    def of(cls, refused: Refused, status: int | None = None) -> Problem:
        """Say a refusal of the core or of the service, which record what they refuse."""
        found = cls(
            status or STATUS.get(refused.code, 422),
            refused.code,
            refused.reason,
            remedy=refused.remedy,
            where=refused.where,
            clauses=refused.clauses,
            by=refused.by,
        )
        found.recorded = True
        return found

    def response(self, **more: Any) -> Response:
        """Make the response."""
        return Response(
            msgspec.json.encode({**self.body, **more}),
            status_code=self.status,
            media_type=MEDIA_TYPE,
            headers=self.headers,
        )


def not_found(what: str) -> Problem:
    """Say that there is no such thing."""
    return Problem(404, "not_found", f"there is no {what}")
