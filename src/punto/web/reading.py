"""Who may look back, at which tables; what a question asks for; reading that takes its time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Final, TypeVar

from starlette.requests import Request

from punto.core.policies import Role
from punto.service.accounts import Account
from punto.service.audiences import Audience
from punto.service.clock import SINGAPORE
from punto.service.hosted import Hosted
from punto.store.contract import StoreFault
from punto.store.milestones import BehindError
from punto.web.asking import caller_of, sign_in, table_of, viewer_of
from punto.web.context import house
from punto.web.problems import Problem, not_found

T = TypeVar("T")
READERS: Final = (Audience.PIT, Audience.AUDITOR)
LEAST: Final = Role.PIT_SUPERVISOR
"""From which rank on the floor's staff reads the books."""
TABLE: Final = "table:"
LONGEST: Final = 200
"""Characters of a word to search for."""


# --- who may look back --------------------------------------------------------------------------


def reader(request: Request) -> Account:
    """Return the account of who asks, or say that it takes one."""
    caller = caller_of(request)
    if caller.session is None:
        raise sign_in()
    if caller.account is None:
        raise not_for_you()
    return caller.account


def reads_house(request: Request, account: Account) -> bool:
    """Tell whether somebody reads the books of every table, and the access log."""
    now = house(request).clock.now()
    role = account.role_at(None, now)
    return account.audits(None, now) or (role is not None and role.at_least(LEAST))


def not_for_you() -> Problem:
    """Say that these are not the caller's books."""
    return Problem(
        403,
        "not_authorised",
        "it takes a pit supervisor or above, or an auditor",
        remedy="sign in as somebody who reads the books",
    )


async def readable(request: Request) -> list[str]:
    """List the tables whose books the caller reads; those of other processes as well."""
    account, at = reader(request), house(request)
    now = at.clock.now()
    names = await asyncio.to_thread(at.store.streams)
    tables = [name for name in names if name.startswith(TABLE)]
    mine = [
        name for name in tables if account.audience_at(name.removeprefix(TABLE), now) in READERS
    ]
    if not mine and not reads_house(request, account):
        raise not_for_you()
    return mine


async def chosen(request: Request) -> list[str]:
    """List the tables that are asked for: the one that is named, or all."""
    streams = await readable(request)
    wanted = text_of(request, "table")
    if wanted is None:
        return streams
    if TABLE + wanted in streams:
        return [TABLE + wanted]
    if house(request).floor.exists(wanted):
        raise not_for_you()
    raise not_found(f"table {wanted!r}")


def table_read(request: Request) -> Hosted:
    """Return the table in the path, for somebody who reads its books."""
    reader(request)
    hosted = table_of(request)
    if viewer_of(house(request), caller_of(request), hosted).audience not in READERS:
        raise not_for_you()
    return hosted


# --- what is asked ------------------------------------------------------------------------------


def text_of(request: Request, name: str) -> str | None:
    """Read a word from the query."""
    text = request.query_params.get(name, "").strip()
    if len(text) > LONGEST:
        raise bad_query(name, f"{name} has at most {LONGEST} characters")
    return text or None


def choice_of(request: Request, name: str, allowed: Iterable[str]) -> str | None:
    """Read one of some words from the query."""
    text = text_of(request, name)
    known = tuple(allowed)
    if text is not None and text not in known:
        raise bad_query(name, f"{name} is one of {', '.join(known)}")
    return text


def flag_of(request: Request, name: str) -> bool:
    """Read a yes from the query: 1."""
    return choice_of(request, name, ("0", "1")) == "1"


def total_of(request: Request, name: str) -> int | None:
    """Read the points of a Hand from the query."""
    text = choice_of(request, name, map(str, range(10)))
    return None if text is None else int(text)


def moment_of(request: Request, name: str) -> datetime | None:
    """Read a moment from the query; without an offset it is Singapore time."""
    text = text_of(request, name)
    if text is None:
        return None
    try:
        found = datetime.fromisoformat(text)
        zoned = found if found.tzinfo is not None else found.replace(tzinfo=SINGAPORE)
        zoned.timestamp()
    except (ValueError, OverflowError):
        raise bad_query(name, f"{name} is a moment such as 2026-03-01T20:00") from None
    return zoned


def bad_query(name: str, detail: str) -> Problem:
    """Say what is wrong with a question."""
    return Problem(422, "bad_query", detail, where=name)


async def beside(work: Callable[[], T]) -> T:
    """Read the history beside the loop; say what cannot be read, and what takes longer."""
    try:
        return await asyncio.to_thread(work)
    except BehindError as behind:
        raise Problem(
            503,
            "reading_back",
            str(behind),
            remedy="ask again: it goes on from there",
            headers={"Retry-After": "1"},
        ) from None
    except StoreFault as fault:
        raise Problem(
            503,
            "unreadable",
            str(fault),
            remedy="verify the table; if the store is away, ask again later",
        ) from None
