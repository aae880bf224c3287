"""Signing in and out."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from punto.core.refusal import Refused
from punto.store.ledger import patron_account
from punto.web.asking import body_of, caller_of, check_not_forged
from punto.web.context import house
from punto.web.problems import Problem
from punto.web.routes.tables import answer
from punto.web.signing import with_cookie, without_cookie


class LogIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A name and its password."""

    name: str
    password: str


async def log_in(request: Request) -> Response:
    """Sign a member of staff in."""
    wanted = await body_of(request, LogIn)
    at = house(request)
    token = await at.access.log_in(wanted.name, wanted.password)
    if isinstance(token, Refused):
        raise Problem.of(token)
    return with_cookie(
        answer({"name": wanted.name, "token": token}), token, secure=at.secure_cookie
    )


async def log_out(request: Request) -> Response:
    """End the session at once."""
    check_not_forged(request)
    await house(request).access.log_out(caller_of(request))
    return without_cookie(Response(status_code=204))


async def me(request: Request) -> Response:
    """Say who the caller is."""
    caller = caller_of(request)
    if caller.session is None:
        return answer({"kind": "anybody", "name": None})
    if caller.account is not None:
        grants = msgspec.to_builtins(caller.account.grants)
        return answer({"kind": "staff", "name": caller.account.name, "grants": grants})
    name = caller.session.name
    balance = house(request).store.balance(patron_account(name))
    return answer({"kind": "patron", "name": name, "balance": balance})


ROUTES: list[BaseRoute] = [
    Route("/api/login", log_in, methods=["POST"]),
    Route("/api/logout", log_out, methods=["POST"]),
    Route("/api/me", me, methods=["GET"]),
]
