"""Chips over the counter, a patron's statement, a table's takings."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from punto.core.policies import Role
from punto.core.refusal import Refused
from punto.core.state import Actor
from punto.service.access import check_name
from punto.service.audiences import Audience
from punto.service.hosted import Hosted
from punto.service.money import Kind, Movement, chips, statement
from punto.service.risk import book_of
from punto.service.takings import Takings, takings, takings_between
from punto.store.ledger import patron_account
from punto.web.asking import (
    actor_of,
    body_of,
    caller_of,
    key_of,
    number_of,
    sign_in,
    table_of,
    viewer_of,
)
from punto.web.commanding import check_same, stored_key
from punto.web.context import House, house
from punto.web.problems import Problem, not_found
from punto.web.reading import bad_query, beside, moment_of
from punto.web.routes.tables import answer

LEAST = {
    Kind.BUY_IN: Role.DEALER,
    Kind.CASH_OUT: Role.DEALER,
    Kind.TRANSFER: Role.PIT_SUPERVISOR,
    Kind.CORRECTION: Role.PIT_MANAGER,
}
SECOND = Role.PIT_SUPERVISOR
"""The least role of the second person that a correction needs."""


class Second(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Another member of staff, who agrees with name and password."""

    name: str
    password: str


class Chips(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A movement of chips, in cents. A correction may be negative and needs a second person."""

    kind: Kind
    patron: str
    amount: int
    reason: str = ""
    to: str | None = None
    """Where a transfer goes."""
    second: Second | None = None


async def move_chips(request: Request) -> Response:
    """Buy in, cash out, transfer or correct."""
    wanted = await body_of(request, Chips)
    key = key_of(request)
    at, hosted = house(request), table_of(request)
    actor = actor_of(request, hosted)
    if not actor.role.at_least(LEAST[wanted.kind]):
        least = LEAST[wanted.kind].replace("_", " ")
        raise Problem(403, "not_authorised", f"it takes a {least} or above")
    refused = check_name(wanted.patron, "patron")
    if refused is not None:
        raise Problem.of(refused)
    if hosted.config.practice != (wanted.patron in at.access.register.practising):
        raise Problem(422, "other_chips", "play chips and chips are not exchanged", where="patron")
    _check_transfer(at, hosted, wanted)
    agreed = await _second(at, hosted, wanted, actor)
    given = await chips(
        hosted.host,
        Movement(
            kind=wanted.kind,
            patron=wanted.patron,
            amount=wanted.amount,
            reason=wanted.reason,
            agreed=agreed,
            to=wanted.to,
        ),
        actor,
        stored_key(actor, key),
    )
    if given.again and given.command is not None:
        check_same(
            {
                "kind": wanted.kind,
                "patron": wanted.patron,
                "amount": wanted.amount,
                "to": wanted.to,
            },
            given.command,
        )
    if given.refused is not None:
        return Problem.of(given.refused).response(position=given.position)
    balance = at.store.balance(patron_account(wanted.patron))
    return answer({"position": given.position, "again": given.again, "balance": balance})


def _check_transfer(at: House, hosted: Hosted, wanted: Chips) -> None:
    """Let chips go only where they are worth something, and only those that are there."""
    if wanted.kind is not Kind.TRANSFER:
        if wanted.to is not None:
            raise Problem(422, "bad_body", "only a transfer goes anywhere", where="to")
        return
    other = None if wanted.to is None else at.floor.find(wanted.to)
    if other is None or other.config.practice != hosted.config.practice:
        raise Problem(422, "no_destination", "there is no such table for these chips", where="to")
    balance = at.store.balance(patron_account(wanted.patron))
    if wanted.amount > balance:
        said = f"{wanted.patron} has {balance} cents in chips"
        raise Problem(409, "not_enough_chips", said, remedy="carry less", where="amount")


async def _second(at: House, hosted: Hosted, wanted: Chips, actor: Actor) -> str | None:
    """Ask for a second person where one alone may not act."""
    if wanted.kind is not Kind.CORRECTION:
        return None
    if wanted.second is None or wanted.second.name == actor.name:
        raise Problem(
            403,
            "second_person",
            "a correction of money takes two",
            remedy="another pit supervisor or above agrees with name and password",
            where="second",
        )
    account = await at.access.check_password(wanted.second.name, wanted.second.password)
    if isinstance(account, Refused):
        raise Problem.of(account)
    if account.password_by == actor.name:
        raise Problem(
            403,
            "second_person",
            f"{actor.name} chose the password of {account.name}",
            remedy=f"{account.name} chooses one first",
            where="second",
        )
    role = account.role_at(hosted.config.id, at.clock.now())
    if role is None or not role.at_least(SECOND):
        raise Problem(403, "second_person", f"{account.name} may not agree to this", where="second")
    return account.name


async def show_statement(request: Request) -> Response:
    """Show a patron's last movements of money: to himself, and to those who read the books."""
    patron = request.path_params["patron"]
    at, caller = house(request), caller_of(request)
    if caller.session is None:
        raise sign_in()
    now = at.clock.now()
    reads = caller.account is not None and (
        caller.account.role_at(None, now) is not None or caller.account.audits(None, now)
    )
    if not reads and caller.patron != patron:
        raise Problem(403, "not_yourself", "this is another patron's statement")
    if check_name(patron) is not None and caller.patron != patron:
        raise not_found(f"patron {patron!r}")
    limit = number_of(request, "limit", 100, 1_000)
    lines = await asyncio.to_thread(statement, at.store, patron, limit)
    balance = at.store.balance(patron_account(patron))
    return answer({"patron": patron, "balance": balance, "entries": lines})


async def show_takings(request: Request) -> Response:
    """Show what a table has taken: drop, win, hold, and what is at risk now."""
    hosted = table_of(request)
    at = house(request)
    viewer = viewer_of(at, caller_of(request), hosted)
    if viewer.audience not in (Audience.PIT, Audience.AUDITOR):
        raise Problem(403, "not_authorised", "it takes a pit supervisor or above, or an auditor")
    since, until = moment_of(request, "since"), moment_of(request, "until")
    table_id, stream, store = hosted.config.id, hosted.host.stream, at.store
    if since is None and until is not None:
        raise bad_query("since", "since when?")
    found = await beside(
        lambda: (
            takings(store, table_id, stream)
            if since is None
            else takings_between(store, table_id, stream, since, until)
        )
    )
    shown: dict[str, Any] = {
        "table": table_id,
        "since": None if since is None else since.isoformat(),
        "until": None if until is None else until.isoformat(),
        "drop": found.drop,
        "paid_out": found.paid_out,
        "carried": found.carried,
        "corrected": None if since is None else found.corrected,
        "win": found.win,
        "hold": found.hold,
        "at_risk": found.at_risk,
        "bets": None if since is None else _by_bet(found, hosted),
    }
    return answer(shown)


def _by_bet(found: Takings, hosted: Hosted) -> list[dict[str, Any]]:
    """List what each bet has brought, and what lies on it now."""
    now = book_of(hosted.host.table)
    rows = []
    for bet in sorted({*found.bets, *now}):
        staked, returned = found.staked[bet], found.returned[bet]
        rows.append(
            {
                "bet": bet,
                "settled": found.bets[bet],
                "staked": staked,
                "returned": returned,
                "win": staked - returned,
                "hold": [staked - returned, staked] if staked else None,
                "at_risk": now.get(bet, 0),
            }
        )
    return rows


ROUTES: list[BaseRoute] = [
    Route("/api/tables/{table_id}/money", move_chips, methods=["POST"]),
    Route("/api/tables/{table_id}/takings", show_takings, methods=["GET"]),
    Route("/api/patrons/{patron}/statement", show_statement, methods=["GET"]),
]
