"""The pages: routes that serve HTML. The API lives beside, in `punto.web.routes`.

A page is a shell rendered here; what moves on it is drawn in the browser from the live view.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from punto.core.cards import RANKS
from punto.odds.asked import USUAL_DECKS
from punto.rules import rulebooks
from punto.service.accounts import GRANTABLE
from punto.service.hosted import Hosted
from punto.web import projecting
from punto.web.asking import table_of
from punto.web.context import house
from punto.web.shrinking import SHRUNK

TEMPLATES: Final = Path(__file__).parent.parent / "templates"
PLACES: Final = (
    ("/", "tables", "Tables"),
    ("/pit", "pit", "Pit"),
    ("/desk", "audit", "Audit"),
    ("/lab", "lab", "Odds lab"),
)
"""Where every page leads: the address, the word in the pages' dictionary, and in English."""
_pages = Environment(
    loader=FileSystemLoader(TEMPLATES),
    autoescape=select_autoescape(),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_pages.globals["places"] = PLACES


def _render(template: str, **values: Any) -> Response:
    return HTMLResponse(
        _pages.get_template(template).render(values), headers={"Cache-Control": "no-cache"}
    )


def _money(cents: int | None) -> str:
    return (
        "–" if cents is None else f"{cents // 100:,}" + (f".{cents % 100:02}" * bool(cents % 100))
    )


def _card(hosted: Hosted) -> dict[str, Any]:
    """Tell what the lobby and the head of a page say of a table."""
    shown = projecting.summary(hosted)
    limits = shown["limits"] or {}
    return shown | {
        "insures": bool(projecting.rules_of(hosted).insurance_rows),
        "minimum": _money(limits.get("minimum")),
        "maximum": _money(limits.get("maximum")),
        "differential": _money(limits.get("differential")),
    }


async def lobby(request: Request) -> Response:
    """Show every table of the floor."""
    return _render("lobby.html", tables=[_card(hosted) for hosted in house(request).floor])


async def seat(request: Request) -> Response:
    """Show a table to a patron."""
    return _render("seat.html", table=_card(table_of(request)))


async def board(request: Request) -> Response:
    """Show a table on the wall."""
    return _render("board.html", table=_card(table_of(request)))


async def dealer(request: Request) -> Response:
    """Show a table to the one who deals it; what may be done there is the session's matter."""
    return _render("dealer.html", table=_card(table_of(request)))


async def sign_in(_: Request) -> Response:
    """Show the page where staff signs in."""
    return _render("sign_in.html")


async def pit(_: Request) -> Response:
    """Show the floor to those who run it."""
    games = [
        {
            "id": rules.id.partition("@")[0],
            "title": rules.document.title,
            "title_zh": rules.document.title_zh,
            "layouts": " ".join(rules.layouts),
            "methods": " ".join(rules.policies.methods),
            "least": rules.decks.minimum,
            "most": rules.decks.maximum,
        }
        for rules in rulebooks().values()
    ]
    return _render("pit.html", games=games, roles=GRANTABLE)


async def desk(_: Request) -> Response:
    """Show the auditor's desk; whose books somebody reads is the session's matter."""
    return _render("desk.html")


async def past_round(request: Request) -> Response:
    """Show a round of the past to whoever reads its books."""
    table = _card(table_of(request))
    return _render("past.html", table=table, number=request.path_params["number"])


async def odds_lab(request: Request) -> Response:
    """Show the odds lab; what it says is counted when it asks."""
    tables = [
        {"id": hosted.config.id, "name": hosted.config.name}
        for hosted in house(request).floor
        if hosted.host.table.setup is not None
    ]
    games = [
        {
            "key": book.key,
            "id": book.id,
            "title": book.document.title,
            "title_zh": book.document.title_zh,
            "operator": book.document.operator,
            "layouts": " ".join(book.layouts),
            "least": book.decks.minimum,
            "most": book.decks.maximum,
            "insures": bool(book.insurance_rows),
        }
        for book in rulebooks().values()
    ]
    ranks = [str(rank) for rank in RANKS]
    return _render("lab.html", games=games, tables=tables, ranks=ranks, usual=USUAL_DECKS)


def routes() -> list[BaseRoute]:
    """List the routes of the pages."""
    pages = {
        "/": lobby,
        "/pit": pit,
        "/desk": desk,
        "/desk/{table_id}/{number:int}": past_round,
        "/lab": odds_lab,
        "/sign-in": sign_in,
        "/t/{table_id}": seat,
        "/t/{table_id}/board": board,
        "/t/{table_id}/dealer": dealer,
    }
    return [Route(at, page, methods=["GET"], middleware=SHRUNK) for at, page in pages.items()]
