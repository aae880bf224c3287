"""Reading requests: who asks, from where, what for. Strict about all three."""

from __future__ import annotations

from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec
from starlette.requests import HTTPConnection, Request

from punto.core.state import Actor
from punto.service.access import Caller
from punto.service.audiences import Audience, Viewer
from punto.service.hosted import Hosted
from punto.store.ledger import patron_account
from punto.web.context import COOKIE, House, house
from punto.web.problems import Problem, not_found

S = TypeVar("S")
LONGEST_KEY = 128
KEPT = "punto.token"
"""Where a request keeps its token once it was read."""


def token_of(connection: HTTPConnection) -> str | None:
    """Return the token that a request carries: the header before the cookie."""
    scope = connection.scope
    if KEPT not in scope:
        scope[KEPT] = _bearer(connection) or connection.cookies.get(COOKIE)
    found: str | None = scope[KEPT]
    return found


def _bearer(connection: HTTPConnection) -> str:
    scheme, _, value = connection.headers.get("authorization", "").partition(" ")
    return value.strip() if scheme.lower() == "bearer" else ""


def caller_of(connection: HTTPConnection) -> Caller:
    """Say who asks."""
    return house(connection).access.caller(token_of(connection))


def address_of(connection: HTTPConnection) -> str:
    """Say where a request comes from: through a proxy that is known, from whom it names."""
    return connection.client.host if connection.client is not None else ""


def same_origin(connection: HTTPConnection) -> bool:
    """Tell whether a browser sent this from a page of our own; programs send no origin."""
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    try:
        return urlsplit(origin).netloc == connection.headers.get("host", "")
    except ValueError:
        return False


def check_not_forged(request: Request) -> None:
    """Refuse what another site may have made a browser send.

    A cookie travels by itself, a header of ours does not: a page elsewhere cannot set it.
    """
    if _bearer(request):
        return
    if request.headers.get("x-punto") != "1" or not same_origin(request):
        raise Problem(
            403,
            "cross_site",
            "a request that changes something must come from a page of this server",
            remedy="send the header X-Punto: 1, from the same origin",
        )


async def body_of(request: Request, kind: type[S]) -> S:
    """Read a JSON body of a known shape; unknown fields are refused."""
    check_not_forged(request)
    return decode(await request.body(), kind)


def decode(body: bytes, kind: type[S]) -> S:
    """Read JSON of a known shape."""
    try:
        return msgspec.json.decode(body or b"{}", type=kind)
    except msgspec.ValidationError as error:
        message, _, where = str(error).partition(" - at `")
        raise Problem(422, "bad_body", message, where=where.strip("`$.")) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Problem(400, "bad_json", f"the body is not JSON: {error}") from None


def key_of(request: Request) -> str:
    """Return the idempotency key, without which no command is taken."""
    key = request.headers.get("idempotency-key", "")
    if not 1 <= len(key) <= LONGEST_KEY or not key.isprintable():
        raise Problem(
            400,
            "idempotency_key",
            "a command needs an Idempotency-Key of 1 to 128 printable characters",
            remedy="send a new key with each command, and the same again when you repeat it",
        )
    return key


def number_of(request: Request, name: str, default: int, most: int) -> int:
    """Read a whole number from the query."""
    text = request.query_params.get(name)
    if text is None:
        return default
    if not text.isascii() or not text.isdigit() or len(text) > 12 or int(text) > most:
        raise Problem(422, "bad_query", f"{name} is a whole number up to {most}", where=name)
    return int(text)


def table_of(connection: HTTPConnection) -> Hosted:
    """Find the table in the path, or say where it is."""
    table_id = connection.path_params["table_id"]
    floor = house(connection).floor
    hosted = floor.find(table_id)
    if hosted is None and floor.exists(table_id):
        raise elsewhere(table_id)
    if hosted is None:
        raise not_found(f"table {table_id!r}")
    if hosted.lease is None and connection.scope.get("method") == "POST":
        raise elsewhere(table_id)
    return hosted


def elsewhere(table_id: str) -> Problem:
    """Say that the table is on its way from one process to another."""
    return Problem(
        503,
        "table_moves",
        f"table {table_id} is being taken over",
        remedy="repeat the request with the same key",
        headers={"Retry-After": "1"},
    )


def viewer_of(at: House, caller: Caller, hosted: Hosted, *, purse: bool = True) -> Viewer:
    """Say as whom the caller looks at a table; what he has in his purse only if that is shown."""
    config = hosted.config
    audience = at.access.audience(caller, config.id, practice=config.practice)
    if caller.account is not None:
        role = caller.account.role_at(config.id, at.clock.now())
        return Viewer(audience=audience, role=role)
    if audience is not Audience.PATRON or caller.patron is None:
        return Viewer(audience=audience)
    hosted.seen[caller.patron] = at.clock.now()
    balance = at.store.balance(patron_account(caller.patron)) if purse else None
    return Viewer(audience=audience, patron=caller.patron, balance=balance)


def actor_of(request: Request, hosted: Hosted) -> Actor:
    """Say as whom the caller acts at a table, or refuse who may not act at all."""
    caller = caller_of(request)
    config = hosted.config
    actor = house(request).access.actor(caller, config.id, practice=config.practice)
    if actor is not None:
        return actor
    if caller.session is None:
        raise sign_in()
    raise Problem(403, "not_here", f"{caller.session.name} has no part at table {config.id}")


def sign_in() -> Problem:
    """Say that somebody has to be known first."""
    return Problem(
        401,
        "sign_in",
        "nobody is signed in",
        remedy="sit down at a practice table, or log in",
        headers={"WWW-Authenticate": "Bearer"},
    )


def plain_json(value: Any) -> bytes:
    """Write JSON."""
    return msgspec.json.encode(value)
