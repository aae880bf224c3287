"""Playing: commands, seats, the automatic dealer."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from punto.core import commands as c
from punto.core.policies import Role
from punto.core.refusal import Refused
from punto.core.state import Actor, Face
from punto.service.access import Caller
from punto.service.audiences import Viewer, visible_events
from punto.service.host import Answer
from punto.service.hosted import Hosted
from punto.service.money import Kind, Movement, chips
from punto.service.practice import CHIPS, OPENER
from punto.store.ledger import patron_account
from punto.web import projecting
from punto.web.asking import actor_of, body_of, caller_of, key_of, table_of, viewer_of
from punto.web.commanding import check_same, command_from, stored_key
from punto.web.context import House, house
from punto.web.problems import Problem
from punto.web.routes.tables import answer
from punto.web.signing import with_cookie


async def command(request: Request) -> Response:
    """Take a command; the answer is durable when it is given."""
    body = await body_of(request, dict[str, Any])
    key = key_of(request)
    hosted = table_of(request)
    at = house(request)
    actor = actor_of(request, hosted)
    asked = command_from(body, actor, key, at.clock.now())
    with at.metrics.timed():
        given = await at.floor.handle(hosted, asked, stored_key(actor, key))
    result = "again" if given.again else "refused" if given.refused is not None else "done"
    at.metrics.commands.labels(type(asked).__name__, result).inc()
    if given.again and given.command is not None:
        check_same(body, given.command)
    if given.refused is not None:
        return Problem.of(given.refused).response(position=given.position)
    if _briefly(request):
        viewer = viewer_of(at, caller_of(request), hosted, purse=False)
        return answer(_told(given, viewer), headers=BRIEFLY)
    return answer(told(at, hosted, caller_of(request), given))


BRIEFLY: Final = {"Preference-Applied": "return=minimal"}


def _briefly(request: Request) -> bool:
    """Tell whether the caller wants to know only what came of it (RFC 7240)."""
    wishes = request.headers.get("prefer", "").split(",")
    return any(wish.strip().lower() == "return=minimal" for wish in wishes)


def told(at: House, hosted: Hosted, caller: Caller, given: Answer) -> dict[str, Any]:
    """Tell the caller what came of an act, as far as he may know it, and how the table is now."""
    viewer = viewer_of(at, caller, hosted)
    return {**_told(given, viewer), "view": projecting.view(at, hosted, viewer)}


def _told(given: Answer, viewer: Viewer) -> dict[str, Any]:
    """Tell a viewer what came of an act, as far as he may know it."""
    return {
        "position": given.position,
        "again": given.again,
        "events": visible_events(given.events, viewer),
    }


class Seat(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A wish to sit down."""

    name: str | None = None
    box: str | None = None
    token: str | None = None


async def sit_down(request: Request) -> Response:
    """Sit down at a practice table, or with a token from the dealer at another."""
    wanted = await body_of(request, Seat)
    at, hosted, caller = house(request), table_of(request), caller_of(request)
    if caller.account is not None:
        raise Problem(403, "staff_do_not_play", "a member of staff does not sit down to play")
    token, patron, box = await _admitted(at, hosted, caller, wanted)
    opened = at.access.caller(token) if token is not None else caller
    given = await _seat(at, hosted, patron, box, at_random=wanted.token is None)
    shown = told(at, hosted, opened, given)
    response = answer({"patron": patron, "token": token, **shown})
    return response if token is None else with_cookie(response, token, secure=at.secure_cookie)


async def _admitted(
    at: House, hosted: Hosted, caller: Caller, wanted: Seat
) -> tuple[str | None, str, str | None]:
    """Let somebody in: a new token or None, the name, the box that he gets."""
    config = hosted.config
    if wanted.token is not None:
        redeemed = await at.access.redeem(config.id, wanted.token)
        if isinstance(redeemed, Refused):
            raise Problem.of(redeemed)
        token, seat = redeemed
        return token, seat.patron, seat.box
    if not config.practice:
        raise Problem(
            403,
            "seat_token_needed",
            f"table {config.id} is not a practice table",
            remedy="ask the dealer for a seat token",
        )
    if caller.patron is not None and caller.plays_at(config.id, practice=True):
        await _chips(hosted, caller.patron, at)
        return None, caller.patron, wanted.box
    admitted = await at.access.admit((wanted.name or "Guest").strip(), config.id)
    if isinstance(admitted, Refused):
        raise Problem.of(admitted)
    await _chips(hosted, admitted[1], at)
    return admitted[0], admitted[1], wanted.box


async def _chips(hosted: Hosted, patron: str, at: House) -> None:
    """Fill up the play chips of whoever cannot bet the minimum any more."""
    setup = hosted.host.table.setup
    least = 1 if setup is None else setup.limits.minimum or 1
    balance = at.store.balance(patron_account(patron))
    if balance < least:
        given = await chips(
            hosted.host,
            Movement(kind=Kind.BUY_IN, patron=patron, amount=CHIPS),
            OPENER,
            f"chips-{hosted.host.position + 1}",
        )
        if given.refused is not None:
            raise Problem.of(given.refused)


async def _seat(
    at: House, hosted: Hosted, patron: str, box: str | None, *, at_random: bool
) -> Answer:
    """Seat a patron at a box; without a wish at the first that is free, else he stands."""
    table = hosted.host.table
    if patron in dict(table.seats).values() and box is None:
        return Answer(position=hosted.host.position)
    taken = dict(table.seats)
    boxes = () if table.setup is None else table.setup.boxes
    free = [label for label in boxes if label not in taken]
    wanted = box if box is not None or not at_random else next(iter(free), None)
    if wanted is None:
        return Answer(position=hosted.host.position)
    seat = c.SeatPatron(actor=HOST, patron=patron, box=wanted)
    given = await at.floor.handle(hosted, seat, f"seat-{patron}-{hosted.host.position + 1}")
    if given.refused is not None and box is not None:
        raise Problem.of(given.refused)
    return given


HOST = Actor(name="host", role=Role.DEALER)
"""Shows patrons to their seats."""


FASTER, SLOWEST, FASTEST = 1.5, 0.1, 20.0
ACTIONS = "an action is pause, step, run, faster, slower, face_down or face_up"


class DealerWish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the automatic dealer is to do."""

    action: str | None = None
    speed: float | None = None


async def control_dealer(request: Request) -> Response:
    """Pause the automatic dealer, let it take one step, let it run, or change how it deals."""
    wanted = await body_of(request, DealerWish)
    hosted = table_of(request)
    at = house(request)
    actor = actor_of(request, hosted)
    dealer = hosted.dealer
    if dealer is None:
        raise Problem(409, "no_automatic_dealer", "a person deals at this table")
    if not hosted.config.practice and not actor.role.at_least(Role.PIT_SUPERVISOR):
        raise Problem(403, "not_authorised", "it takes a pit supervisor or above")
    if wanted.speed is not None:
        if not SLOWEST <= wanted.speed <= FASTEST:
            said = f"a speed lies between {SLOWEST} and {FASTEST}"
            raise Problem(422, "bad_speed", said, where="speed")
        dealer.speed = wanted.speed
    match wanted.action:
        case "pause":
            dealer.pause()
        case "run":
            dealer.go_on()
        case "step":
            await dealer.step()
        case "faster" | "slower":
            factor = FASTER if wanted.action == "faster" else 1 / FASTER
            dealer.speed = min(max(dealer.speed * factor, SLOWEST), FASTEST)
        case "face_down" | "face_up":
            dealer.face = Face.DOWN if wanted.action == "face_down" else Face.UP
        case None:
            pass
        case _:
            raise Problem(422, "bad_action", "no such action", remedy=ACTIONS, where="action")
    viewer = viewer_of(at, caller_of(request), hosted)
    return answer(
        {
            "position": hosted.host.position,
            "dealer": projecting.dealer_of(hosted),
            "view": projecting.view(at, hosted, viewer),
        }
    )


class Judgement(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Why play can go on after a restart that interrupted a round."""

    reason: str


async def judge_interruption(request: Request) -> Response:
    """Find that an interruption did not touch the round (I-99)."""
    wanted = await body_of(request, Judgement)
    key = key_of(request)
    hosted = table_of(request)
    actor = actor_of(request, hosted)
    if not wanted.reason.strip():
        raise Problem(422, "reason_missing", "say why play can go on", where="reason")
    given = await hosted.host.dismiss_interruption(actor, wanted.reason, stored_key(actor, key))
    if given.again and given.command is not None:
        check_same({"type": "DismissInterruption", "reason": wanted.reason}, given.command)
    if given.refused is not None:
        raise Problem.of(given.refused)
    return answer(told(house(request), hosted, caller_of(request), given))


ROUTES: list[BaseRoute] = [
    Route("/api/tables/{table_id}/commands", command, methods=["POST"]),
    Route("/api/tables/{table_id}/seat", sit_down, methods=["POST"]),
    Route("/api/tables/{table_id}/interruption", judge_interruption, methods=["POST"]),
    Route("/api/tables/{table_id}/dealer", control_dealer, methods=["POST"]),
]
