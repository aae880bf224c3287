"""Tables: the list, one table as the caller sees it, creating one, the felt."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from punto.core.checks import Misuse
from punto.core.limits import Limits
from punto.core.policies import Role
from punto.core.refusal import Refused
from punto.core.state import Face, Setup
from punto.rules import find
from punto.service.acts import irregularity_menu, staff_authority
from punto.service.host import TableConfig
from punto.web import projecting
from punto.web.asking import (
    actor_of,
    body_of,
    caller_of,
    number_of,
    plain_json,
    sign_in,
    table_of,
    viewer_of,
)
from punto.web.context import house
from punto.web.problems import Problem
from punto.web.shrinking import SHRUNK

JSON = "application/json"
PAGE = 100
LONGEST_LABEL = 12
QUICKEST, SLOWEST = 0.05, 3_600.0


class Timers(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How long the automatic dealer waits, in seconds."""

    betting: float = 20.0
    insurance: float = 8.0
    pace: float = 1.0


class NewLimits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Limits of a table, in cents."""

    minimum: int | None = None
    maximum: int | None = None
    differential: int | None = None
    unit: int = 1


class NewTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table to create and open."""

    name: str
    game: str
    layout: str
    boxes: tuple[str, ...]
    id: str | None = None
    decks: int = 8
    limits: NewLimits = NewLimits()
    face: Face = Face.UP
    method: str = "standard"
    hlga: bool = False
    private: bool = False
    reading_device: bool = False
    practice: bool = False
    shoe: str = "dealer"
    dealer: str = "person"
    timers: Timers = Timers()


def answer(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Answer with JSON."""
    return Response(plain_json(value), status_code=status, media_type=JSON, headers=headers)


async def list_tables(request: Request) -> Response:
    """List the tables of the floor."""
    after = request.query_params.get("after", "")
    limit = number_of(request, "limit", PAGE, 1_000)
    tables = [hosted for hosted in house(request).floor if hosted.config.id > after]
    page = tables[:limit]
    more = page[-1].config.id if len(tables) > len(page) and page else None
    return answer({"tables": [projecting.summary(hosted) for hosted in page], "next": more})


async def show_table(request: Request) -> Response:
    """Show a table as the caller may see it."""
    hosted = table_of(request)
    at, caller = house(request), caller_of(request)
    viewer = viewer_of(at, caller, hosted)
    tag = f'W/"{hosted.host.position}-{viewer.audience.value}-{viewer.balance or 0}"'
    headers = {"ETag": tag, "Cache-Control": "private, no-cache", "Vary": "Cookie, Authorization"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    shown = {
        "position": hosted.host.position,
        "audience": viewer.audience.value,
        "table": projecting.summary(hosted),
        "view": projecting.view(at, hosted, viewer),
    }
    return answer(shown, headers=headers)


async def create_table(request: Request) -> Response:
    """Create a table and open it."""
    wanted = await body_of(request, NewTable)
    at, caller = house(request), caller_of(request)
    if caller.session is None:
        raise sign_in()
    table_id = wanted.id or f"table-{secrets.token_hex(4)}"
    actor = at.access.actor(caller, table_id, practice=False)
    if actor is None or not actor.role.at_least(Role.PIT_MANAGER):
        raise Problem(403, "not_authorised", "it takes a pit manager or above to open a table")
    config, setup = _table_from(wanted, table_id)
    made = await at.floor.create(config, setup, actor, f"open-{table_id}")
    if isinstance(made, Refused):
        raise Problem.of(made)
    headers = {"Location": f"/api/tables/{table_id}"}
    return answer({"table": projecting.summary(made)}, 201, headers)


def _table_from(wanted: NewTable, table_id: str) -> tuple[TableConfig, Setup]:
    try:
        rules = find(wanted.game)
        limits = Limits(**msgspec.structs.asdict(wanted.limits))
    except Misuse as misuse:
        raise Problem(422, "bad_table", str(misuse)) from None
    if wanted.shoe not in ("automatic", "dealer", "reader"):
        raise Problem(422, "bad_table", "a shoe is automatic, dealer or reader", where="shoe")
    if not _says_something(wanted.name, 64):
        raise Problem(
            422, "bad_table", "a table's name has 1 to 64 printable characters", where="name"
        )
    if not all(_says_something(label, LONGEST_LABEL) for label in wanted.boxes):
        said = f"a box is labelled with 1 to {LONGEST_LABEL} printable characters"
        raise Problem(422, "bad_table", said, where="boxes")
    if not all(
        QUICKEST <= seconds <= SLOWEST for seconds in msgspec.structs.astuple(wanted.timers)
    ):
        said = f"a timer lasts from {QUICKEST} to {SLOWEST} seconds"
        raise Problem(422, "bad_table", said, where="timers")
    if wanted.dealer not in ("person", "automatic"):
        raise Problem(422, "bad_table", "a dealer is person or automatic", where="dealer")
    if wanted.dealer == "automatic" and wanted.shoe != "automatic":
        raise Problem(422, "bad_table", "an automatic dealer needs an automatic shoe", where="shoe")
    config = TableConfig(
        id=table_id,
        name=wanted.name,
        operator=rules.document.operator,
        game=rules.game,
        practice=wanted.practice,
        shoe=wanted.shoe,
        dealer=wanted.dealer,
        betting_seconds=wanted.timers.betting,
        insurance_seconds=wanted.timers.insurance,
        pace_seconds=wanted.timers.pace,
    )
    setup = Setup(
        layout=wanted.layout,
        boxes=wanted.boxes,
        decks=wanted.decks,
        limits=limits,
        method=wanted.method,
        face=wanted.face,
        hlga=wanted.hlga,
        private=wanted.private,
        reading_device=wanted.reading_device or wanted.shoe == "reader",
    )
    return config, setup


def _says_something(text: str, most: int) -> bool:
    return 1 <= len(text) <= most and text.isprintable() and not text.isspace()


async def show_layout(request: Request) -> Response:
    """Show what lies on the felt of a table."""
    return answer(projecting.layout(table_of(request)), headers={"Cache-Control": "no-cache"})


async def show_acts(request: Request) -> Response:
    """Show a member of staff what can be done now, and what can go wrong."""
    hosted = table_of(request)
    actor = actor_of(request, hosted)
    found = projecting.acts(house(request), hosted, actor.role)
    rules = projecting.rules_of(hosted)
    return answer(
        {
            "role": actor.role.value,
            "acts": found,
            "menu": irregularity_menu(rules),
            "authority": staff_authority(rules),
        }
    )


ROUTES: list[BaseRoute] = [
    Route("/api/tables", list_tables, methods=["GET"], middleware=SHRUNK),
    Route("/api/tables", create_table, methods=["POST"]),
    Route("/api/tables/{table_id}", show_table, methods=["GET"]),
    Route("/api/tables/{table_id}/layout", show_layout, methods=["GET"], middleware=SHRUNK),
    Route("/api/tables/{table_id}/acts", show_acts, methods=["GET"]),
]
