"""Staff accounts: who there is, what they may do, ending it at once. And seats for patrons."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from punto.core.policies import Role
from punto.core.refusal import Refused
from punto.service.accounts import Account, Grant
from punto.web.asking import actor_of, body_of, caller_of, sign_in, table_of
from punto.web.context import house
from punto.web.problems import Problem, not_found
from punto.web.routes.tables import answer

LEAST = Role.PIT_MANAGER
"""Who keeps the accounts, below his own role."""


class NewAccount(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An account to create."""

    name: str
    password: str
    grants: tuple[Grant, ...] = ()


class Change(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What to change of an account: any of these."""

    grants: tuple[Grant, ...] | None = None
    password: str | None = None
    current: str | None = None
    """The password that he has: needed by whoever changes his own, and by nobody else."""
    revoke: bool = False
    disabled: bool | None = None


class Invitation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron to invite to a table."""

    patron: str
    box: str | None = None


def keeper(request: Request) -> Account:
    """Return the account of who keeps the accounts, or refuse."""
    at, caller = house(request), caller_of(request)
    if caller.session is None:
        raise sign_in()
    role = None if caller.account is None else caller.account.role_at(None, at.clock.now())
    if caller.account is None or role is None or not role.at_least(LEAST):
        raise Problem(403, "not_authorised", "it takes a pit manager or above, on the whole floor")
    return caller.account


def _shown(account: Account, request: Request) -> dict[str, Any]:
    return {
        "name": account.name,
        "grants": account.grants,
        "disabled": account.disabled,
        "locked": account.locked(house(request).clock.now()),
    }


async def list_staff(request: Request) -> Response:
    """List the accounts."""
    keeper(request)
    access = house(request).access
    access.log.refresh()
    accounts = sorted(access.register.accounts.values(), key=lambda account: account.name)
    return answer({"staff": [_shown(account, request) for account in accounts]})


async def create_account(request: Request) -> Response:
    """Create an account; nobody gives a role above his own."""
    wanted = await body_of(request, NewAccount)
    by = keeper(request)
    access = house(request).access
    refused = await access.create_account(by.name, wanted.name, wanted.password, wanted.grants)
    if refused is not None:
        raise Problem.of(refused)
    return answer(_shown(access.register.accounts[wanted.name], request), 201)


async def change_account(request: Request) -> Response:
    """Change roles, password or standing; a revocation acts at once."""
    wanted = await body_of(request, Change)
    name = request.path_params["name"]
    access = house(request).access
    account = access.register.accounts.get(name)
    by = _may_change(request, name, account, wanted)
    await _prove(request, name, wanted)
    steps: list[tuple[str, dict[str, Any]]] = []
    if wanted.grants is not None:
        steps.append(("SetGrants", {"grants": wanted.grants}))
    if wanted.password is not None:
        steps.append(("SetPassword", {"password": wanted.password}))
    if wanted.revoke:
        steps.append(("Revoke", {}))
    if wanted.disabled is not None:
        steps.append(("Disable" if wanted.disabled else "Enable", {}))
    for kind, more in steps:
        refused = await access.change(by, kind, name, **more)
        if refused is not None:
            raise Problem.of(refused)
    return answer(_shown(access.register.accounts[name], request))


def _may_change(request: Request, name: str, account: Account | None, wanted: Change) -> str:
    """Let everybody change his own password, and those above change the accounts below."""
    caller = caller_of(request)
    own = caller.account is not None and caller.account.name == name
    if own and msgspec.structs.replace(wanted, password=None, current=None) == Change():
        return name
    by = keeper(request)
    if account is None:
        raise not_found(f"account {name!r}")
    now = house(request).clock.now()
    mine, theirs = by.role_at(None, now), account.highest()
    if mine is None or (theirs is not None and not mine.at_least(theirs)):
        raise Problem(403, "above_own_role", f"{name} stands above {by.name}")
    return by.name


async def _prove(request: Request, name: str, wanted: Change) -> None:
    """Ask whoever changes his own password for the one he has: a session alone may be borrowed."""
    account = caller_of(request).account
    due = wanted.password is not None and account is not None and account.name == name
    if due and wanted.current is None:
        raise Problem(
            422,
            "current_password",
            "a new password of one's own takes the present one",
            remedy="send the present password as `current`",
            where="current",
        )
    if not due and wanted.current is not None:
        said = "only a new password of one's own takes the present one"
        raise Problem(422, "bad_body", said, remedy="leave `current` out", where="current")
    if wanted.current is not None:
        proved = await house(request).access.check_password(name, wanted.current)
        if isinstance(proved, Refused):
            raise Problem.of(proved)


async def invite(request: Request) -> Response:
    """Give a patron a token to sit down with; it works once, within ten minutes."""
    wanted = await body_of(request, Invitation)
    hosted = table_of(request)
    actor = actor_of(request, hosted)
    if not actor.role.at_least(Role.DEALER) or hosted.config.practice:
        raise Problem(
            403, "not_authorised", "it takes a dealer, at a table that is not for practice"
        )
    token = await house(request).access.issue_seat_token(
        actor.name, hosted.config.id, wanted.patron, wanted.box
    )
    if isinstance(token, Refused):
        raise Problem.of(token)
    return answer({"token": token, "patron": wanted.patron, "table": hosted.config.id}, 201)


ROUTES: list[BaseRoute] = [
    Route("/api/staff", list_staff, methods=["GET"]),
    Route("/api/staff", create_account, methods=["POST"]),
    Route("/api/staff/{name}", change_account, methods=["POST"]),
    Route("/api/tables/{table_id}/seat-tokens", invite, methods=["POST"]),
]
