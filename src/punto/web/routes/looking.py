"""Looking at what was and what may come: rounds, deeds, roads, odds."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from punto.core.checks import Misuse
from punto.core.outcome import Side, Winner
from punto.core.roads import Derived
from punto.rules import load
from punto.service import road_pictures, table_of_play
from punto.service.audiences import Viewer, line_of, outcome
from punto.service.history import Chapter
from punto.service.hosted import Hosted
from punto.service.retelling import Retold, retell
from punto.service.risk import risk
from punto.service.shown import beads_of, cards_left, odds, roads_of
from punto.web.asking import caller_of, number_of, table_of, viewer_of
from punto.web.context import house
from punto.web.problems import Problem, not_found
from punto.web.projecting import rules_of
from punto.web.reading import READERS, table_read
from punto.web.routes.tables import answer

PAGE = 20
MOST_ROUNDS = 200
MOST_DEEDS = 1_000


async def list_rounds(request: Request) -> Response:
    """List the last rounds, newest first; `before` a number goes on."""
    hosted = table_of(request)
    limit = number_of(request, "limit", PAGE, MOST_ROUNDS)
    before = number_of(request, "before", 0, 10**9) or None
    chapters = await asyncio.to_thread(hosted.history.last, limit, before)
    following = chapters[-1].number if chapters and chapters[-1].number > 1 else None
    return answer({"rounds": [chapter_of(one) for one in chapters], "next": following})


def chapter_of(one: Chapter) -> dict[str, Any]:
    """Show where a round is in the history and how it ended."""
    return {
        "number": one.number,
        "rules": one.rules,
        "opened_at": one.opened_at,
        "ending": one.ending,
        "positions": [one.first, one.last],
        "outcome": None if one.outcome is None else outcome(one.outcome),
    }


async def show_round(request: Request) -> Response:
    """Show a round that is over: cards, the caller's lines, why he was paid so, the record."""
    hosted = table_of(request)
    at, caller = house(request), caller_of(request)
    number = request.path_params["number"]
    table = hosted.host.table
    if table.round is not None and table.round.number == number and not table.round.over:
        raise Problem(409, "round_open", f"round {number} is not over")
    retold = await asyncio.to_thread(retell, hosted.history, number)
    if retold is None:
        raise not_found(f"round {number} at this table")
    return answer(_round(retold, viewer_of(at, caller, hosted)))


def _round(retold: Retold, viewer: Viewer) -> dict[str, Any]:
    staff = viewer.audience.staff
    told: dict[str, Any] | None = None
    explanation = ""
    if staff:
        explanation, told = retold.for_staff(), retold.facts_for_staff()
    elif viewer.patron is not None:
        explanation = retold.for_patron(viewer.patron)
        told = retold.facts_for_patron(viewer.patron) if explanation else None
    return {
        **chapter_of(retold.chapter),
        "cards": [
            {
                "card": str(drawn.card) if drawn.exposed and drawn.card is not None else None,
                "hand": drawn.belongs,
            }
            for drawn in retold.round.drawn
        ],
        "play": table_of_play.steps(retold.round, load(retold.chapter.rules)),
        "lines": [
            {"patron": patron, **line_of(line)}
            for patron, line in retold.round.lines
            if viewer.owns(patron)
        ],
        "explanation": explanation.splitlines(),
        "told": told,
        "record": retold.record if staff else None,
    }


async def list_deeds(request: Request) -> Response:
    """List the deeds of a table, for those who read the books.

    Those of a round under way are not among them: they name cards that lie face down.
    """
    hosted, at = table_read(request), house(request)
    after = number_of(request, "after", 0, 10**12)
    limit = number_of(request, "limit", 100, MOST_DEEDS)
    upto = await asyncio.to_thread(closed_upto, hosted)
    limit = max(0, min(limit, upto - after))
    stream = hosted.host.stream
    deeds = await asyncio.to_thread(lambda: list(at.store.read(stream, after, limit)))
    shown = [
        {"position": deed.position, "hash": deed.hash.hex(), "body": msgspec.Raw(deed.body)}
        for deed in deeds
    ]
    more = bool(deeds) and deeds[-1].position < upto
    return answer({"deeds": shown, "next": deeds[-1].position if more else None})


def closed_upto(hosted: Hosted) -> int:
    """Return the last position that is not of a round under way."""
    position, table = hosted.host.position, hosted.host.table
    if table.round is None or table.round.over:
        return position
    chapters = hosted.history.last(1)
    return chapters[0].first - 1 if chapters else position


async def show_roads(request: Request) -> Response:
    """Show the roads of the shoe, as logical columns and as pictures."""
    hosted = table_of(request)
    tag = f'W/"roads-{hosted.host.position}"'
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers={"ETag": tag})
    setup = hosted.host.table.setup
    found = await asyncio.to_thread(
        roads_of, hosted.history, None if setup is None else setup.layout
    )
    shown = {
        "beads": beads_of(found),
        "big": [
            {
                "side": column.side,
                "ties_before": column.ties_before,
                "entries": [
                    {"round": entry.bead.round, "ties": entry.ties} for entry in column.entries
                ],
            }
            for column in found.big
        ],
        "derived": {which.value: found.road(which) for which in Derived},
        "hints": {
            side.value: {which.value: found.hint(which, Winner(side.value)) for which in Derived}
            for side in Side
        },
        "counts": road_pictures.counts(found.beads),
        "svg": road_pictures.pictures(found),
    }
    return answer(shown, headers={"ETag": tag, "Cache-Control": "no-cache"})


async def show_odds(request: Request) -> Response:
    """Price every bet, and an open Insurance, for whoever has watched every card."""
    hosted = table_of(request)
    table = hosted.host.table
    if table.setup is None:
        raise Problem(409, "wrong_phase", "the table is not open")
    decks = table.setup.decks
    try:
        left, shown = cards_left(table, decks)
        found = await asyncio.to_thread(odds, rules_of(hosted).id, left, shown)
    except Misuse as misuse:
        raise Problem(409, "no_odds", f"there are no odds for these cards: {misuse}") from None
    return answer({"position": hosted.host.position, **found})


async def show_risk(request: Request) -> Response:
    """Show the pit what the bets may cost, and what a card known before them is worth."""
    hosted = table_of(request)
    if viewer_of(house(request), caller_of(request), hosted).audience not in READERS:
        raise Problem(403, "not_authorised", "it takes a pit supervisor or above, or an auditor")
    table, position = hosted.host.table, hosted.host.position
    if table.setup is None:
        raise Problem(409, "wrong_phase", "the table is not open")
    try:
        found = await asyncio.to_thread(risk, table, rules_of(hosted), table.setup.decks)
    except Misuse as misuse:
        raise Problem(409, "no_odds", f"there are no odds for these cards: {misuse}") from None
    return answer({"position": position, **found})


ROUTES: list[BaseRoute] = [
    Route("/api/tables/{table_id}/risk", show_risk, methods=["GET"]),
    Route("/api/tables/{table_id}/rounds", list_rounds, methods=["GET"]),
    Route("/api/tables/{table_id}/rounds/{number:int}", show_round, methods=["GET"]),
    Route("/api/tables/{table_id}/deeds", list_deeds, methods=["GET"]),
    Route("/api/tables/{table_id}/roads", show_roads, methods=["GET"]),
    Route("/api/tables/{table_id}/odds", show_odds, methods=["GET"]),
]
