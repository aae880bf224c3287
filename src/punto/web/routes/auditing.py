"""The auditor's desk over HTTP: find rounds, read what was tried, prove the history."""

from __future__ import annotations

import asyncio
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import AsyncIterator
from functools import cache
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from punto.core.outcome import Winner, decode
from punto.core.rulebook import Kind
from punto.rules import rulebooks
from punto.service.accounts import Account
from punto.service.attempts import Sought, find_attempts
from punto.service.audiences import outcome
from punto.service.audit import STREAM as ACCESS
from punto.service.desk import Desk
from punto.service.searching import ANY, PAIRS, FoundRound, Place, Question, winning_bets
from punto.store.catalogue import DECISIONS, ENDINGS, INTERRUPTION, RESTART
from punto.web.asking import number_of, plain_json
from punto.web.context import house
from punto.web.problems import Problem, not_found
from punto.web.reading import (
    LONGEST,
    TABLE,
    bad_query,
    beside,
    choice_of,
    chosen,
    flag_of,
    moment_of,
    not_for_you,
    readable,
    reader,
    reads_house,
    text_of,
    total_of,
)
from punto.web.routes.looking import closed_upto
from punto.web.routes.past import LINES
from punto.web.routes.tables import answer

PAGE: Final = 20
MOST_ROUNDS: Final = 100
DECISION_NAMES: Final = tuple(kind.__name__ for kind in DECISIONS)
IRREGULARITIES: Final = (*(kind.value for kind in Kind), INTERRUPTION, RESTART)
ENDS: Final = ("open", *ENDINGS.values())


def desk(request: Request) -> Desk:
    """Return the desk of this process."""
    found: Desk = request.app.state.desk
    return found


def _place_of(request: Request) -> Place | None:
    text = text_of(request, "after")
    if text is None:
        return None
    try:
        return msgspec.json.decode(urlsafe_b64decode(text.encode()), type=Place)
    except (ValueError, msgspec.MsgspecError):
        raise bad_query("after", "after is what an earlier answer gave as next") from None


def _question(request: Request) -> Question:
    winner = choice_of(request, "winner", Winner)
    return Question(
        since=moment_of(request, "since"),
        until=moment_of(request, "until"),
        patron=text_of(request, "patron"),
        winner=None if winner is None else Winner(winner),
        player_total=total_of(request, "player_total"),
        banker_total=total_of(request, "banker_total"),
        natural=flag_of(request, "natural"),
        pair=choice_of(request, "pair", PAIRS),
        pays=text_of(request, "pays"),
        ending=choice_of(request, "ending", ENDS),
        decision=choice_of(request, "decision", (ANY, *DECISION_NAMES)),
        by=text_of(request, "by"),
        irregularity=choice_of(request, "irregularity", (ANY, *IRREGULARITIES)),
        refused=flag_of(request, "refused"),
    )


# --- finding ------------------------------------------------------------------------------------


@cache
def _side_bets() -> list[dict[str, str]]:
    """List the side bets of all rulebooks, each once, for the search."""
    found: dict[str, dict[str, str]] = {}
    for rules in rulebooks().values():
        for name, bet in rules.bets.items():
            if name not in rules.wagers.original.value:
                found[name] = {"bet": name, "name": bet.name, "name_zh": bet.name_zh}
    return list(found.values())


async def show_desk(request: Request) -> Response:
    """Say what the caller may look back at, and what can be searched for."""
    streams = await readable(request)
    account, at = reader(request), house(request)
    tables = []
    for stream in streams:
        table_id = stream.removeprefix(TABLE)
        hosted = at.floor.find(table_id)
        name = table_id if hosted is None else hosted.config.name
        tables.append({"id": table_id, "name": name})
    return answer(
        {
            "name": account.name,
            "house": reads_house(request, account),
            "tables": tables,
            "bets": _side_bets(),
            "decisions": DECISION_NAMES,
            "irregularities": IRREGULARITIES,
            "now": at.clock.now().isoformat(),
        }
    )


async def find_rounds(request: Request) -> Response:
    """Find rounds, newest first; a long search comes in pieces."""
    streams = await chosen(request)
    question, after = _question(request), _place_of(request)
    limit = max(1, number_of(request, "limit", PAGE, MOST_ROUNDS))
    search = desk(request).catalogue.search
    page = await beside(lambda: search(streams, question, limit, after))
    following = page.following
    return answer(
        {
            "rounds": [_found(one) for one in page.rounds],
            "next": None
            if following is None
            else urlsafe_b64encode(msgspec.json.encode(following)).decode(),
            "reached": None if page.reached is None else page.reached.isoformat(),
        }
    )


def _found(one: FoundRound) -> dict[str, Any]:
    entry = one.entry
    code = entry.code
    return {
        "table": one.stream.removeprefix(TABLE),
        "number": entry.number,
        "rules": entry.rules,
        "opened_at": entry.opened_at.isoformat(),
        "ended_at": entry.ended_at,
        "ending": entry.ending,
        "positions": [entry.first, entry.last],
        "outcome": None if code is None else outcome(decode(code)),
        "pays": [] if code is None else sorted(winning_bets(entry.rules, code)),
        "staked": entry.staked,
        "returned": entry.returned,
        "patrons": entry.patrons,
        "decisions": [{"type": kind, "by": by} for kind, by in entry.decisions],
        "irregularities": entry.irregularities,
        "refused": entry.refused,
    }


# --- proof and attempts -------------------------------------------------------------------------


async def prove(request: Request) -> Response:
    """Prove a table, or the whole store: a line for how far it is, and at last the report."""
    account = reader(request)
    (only,) = await chosen(request) if text_of(request, "table") else (None,)
    if only is None and not reads_house(request, account):
        raise not_for_you()
    at = desk(request)
    if at.proving is not None:
        raise Problem(
            409,
            "proving",
            f"{at.proving} is being proved now",
            remedy="wait for that, then ask again",
        )
    return StreamingResponse(_lines(at.prove(only)), media_type=LINES)


async def _lines(values: AsyncIterator[dict[str, Any]]) -> AsyncIterator[bytes]:
    async for value in values:
        yield plain_json(value) + b"\n"


async def list_attempts(request: Request) -> Response:
    """List what was tried and what came of it: at the doors of the house, or at a table."""
    account = reader(request)
    store = house(request).store
    sought = Sought(
        who=text_of(request, "who"),
        kind=text_of(request, "kind"),
        refused=True if flag_of(request, "refused") else None,
        since=moment_of(request, "since"),
        until=moment_of(request, "until"),
    )
    limit = max(1, number_of(request, "limit", PAGE, MOST_ROUNDS))
    before = number_of(request, "before", 0, 10**12)
    stream, end = await _log(request, account)
    upto = min(end, before - 1) if before else end
    found = await beside(lambda: find_attempts(store, stream, upto, sought, limit))
    following = None if found.following is None else found.following + 1
    return answer({"attempts": found.attempts, "next": following, "reached": found.reached})


async def _log(request: Request, account: Account) -> tuple[str, int]:
    """Say which log is asked for, and how far it may be read."""
    if text_of(request, "table") is None:
        if not reads_house(request, account):
            raise not_for_you()
        last = await asyncio.to_thread(house(request).store.last, ACCESS)
        return ACCESS, last[0]
    (stream,) = await chosen(request)
    hosted = house(request).floor.find(stream.removeprefix(TABLE))
    if hosted is None:
        raise not_found(f"table {stream.removeprefix(TABLE)!r}")
    return stream, await asyncio.to_thread(closed_upto, hosted)


def _words(*allowed: str) -> dict[str, Any]:
    return {"type": "string", "enum": list(allowed)}


_TEXT: Final[dict[str, Any]] = {"type": "string", "maxLength": LONGEST}
_MOMENT: Final = {**_TEXT, "examples": ["2026-03-01T20:00", "2026-03-01T20:00:00+08:00"]}
_YES: Final = _words("0", "1")
_POINTS: Final[dict[str, Any]] = {"type": "integer", "minimum": 0, "maximum": 9}
SPAN: Final = {"since": _MOMENT, "until": _MOMENT}
ROUND_FILTERS: Final = {
    "table": _TEXT,
    **SPAN,
    "patron": _TEXT,
    "winner": _words(*Winner),
    "player_total": _POINTS,
    "banker_total": _POINTS,
    "natural": _YES,
    "pair": _words(*PAIRS),
    "pays": _TEXT,
    "ending": _words(*ENDS),
    "decision": _words(ANY, *DECISION_NAMES),
    "by": _TEXT,
    "irregularity": _words(ANY, *IRREGULARITIES),
    "refused": _YES,
    "after": _TEXT,
}
ATTEMPT_FILTERS: Final = {"table": _TEXT, **SPAN, "who": _TEXT, "kind": _TEXT, "refused": _YES}
PROOF_FILTERS: Final = {"table": _TEXT}

ROUTES: list[BaseRoute] = [
    Route("/api/audit", show_desk, methods=["GET"]),
    Route("/api/audit/rounds", find_rounds, methods=["GET"]),
    Route("/api/audit/attempts", list_attempts, methods=["GET"]),
    Route("/api/audit/proof", prove, methods=["GET"]),
]
