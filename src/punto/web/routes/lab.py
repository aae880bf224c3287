"""The odds lab: exact odds for whatever cards and odds are asked about. Nobody need be known.

A question is a query, the same for every answer, for the page and for the draft to download:
`game=GAME&decks=8&pay=small_tiger.small_tiger_wins.20-1`.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from punto.core.cards import RANKS
from punto.core.checks import Misuse
from punto.core.money import Odds
from punto.core.rulebook import Rulebook
from punto.odds.asked import BadRequest, cards_left, shown_cards
from punto.odds.lab import Asked, decks_document, lab_document, removal_document
from punto.rules import find, rulebooks
from punto.rules.draft import MARK, Place, draft_text, printed
from punto.web.problems import Problem
from punto.web.routes.tables import answer

TOML: Final = "application/toml"
_TEXT: Final = {"type": "string"}
QUERY: Final[dict[str, dict[str, Any]]] = {
    "game": _TEXT | {"minLength": 1},
    "layout": _TEXT | {"examples": ["A"]},
    "decks": _TEXT | {"examples": ["8"]},
    "composition": _TEXT | {"examples": [",".join(["32"] * len(RANKS))]},
    "seen": _TEXT | {"examples": ["A 2 10 K"]},
    "player": _TEXT | {"examples": ["A,4"]},
    "banker": _TEXT | {"examples": ["K,?"]},
    "pay": _TEXT | {"examples": ["small_tiger.small_tiger_wins.20-1"]},
}
"""The words of a question, each with its schema."""

MOST_CHANGES: Final = 200
"""Longer than any pay table."""

RIGHT: Final = {
    "decks": "give the number of decks alone, or the composition alone",
    "composition": "write 13 whole numbers, A 2 3 4 5 6 7 8 9 10 J Q K, six cards or more together",
    "seen": "list ranks or cards that are gone, for example A 2 10 K or AS 10H",
    "player": "list up to three cards in the order drawn, ? for one that lies face down",
    "banker": "list up to three cards in the order drawn, ? for one that lies face down",
}
"""What would be right, by field."""

_PAY: Final = re.compile(r"([a-z0-9_]+)\.([a-z0-9_]+)\.(\d{1,6})-(\d{1,6})", re.ASCII)

# One question at a time: counting holds the interpreter, and the tables come first.
_counting: Final = ThreadPoolExecutor(max_workers=1, thread_name_prefix="lab")


def asked_of(query: Mapping[str, str]) -> Asked:
    """Read a question; what cannot be meant is refused with the field that it stands in."""
    unknown = sorted(set(query) - set(QUERY))
    if unknown:
        raise _wrong("bad_query", f"{unknown[0]!r} means nothing here", unknown[0], known=QUERY)
    book = _game(query.get("game", ""))
    layout = query.get("layout") or None
    if layout is not None and layout not in book.layouts:
        message = f"there is no layout {layout!r} in {book.id}"
        raise _wrong("bad_layout", message, "layout", known=book.layouts)
    try:
        left = cards_left(
            book.decks, query.get("decks"), query.get("composition"), query.get("seen", "")
        )
        shown = shown_cards(left, query.get("player", ""), query.get("banker", ""))
    except BadRequest as bad:
        clauses = () if bad.clause is None else (bad.clause,)
        remedy = bad.remedy or RIGHT[bad.where]
        raise Problem(
            422, bad.code, bad.message, where=bad.where, clauses=clauses, remedy=remedy
        ) from None
    return Asked(
        rules_id=book.id,
        composition=left,
        shown=shown,
        layout=layout,
        odds=_pays(book, query.get("pay", "")),
    )


def _game(name: str) -> Rulebook:
    try:
        return find(name)
    except Misuse:
        known = [book.key for book in rulebooks().values()]
        raise _wrong("unknown_game", f"{name!r} is not a game", "game", known=known) from None


def _pays(book: Rulebook, text: str) -> tuple[tuple[Place, Odds], ...]:
    """Read changes of odds: `BET.ROW.20-1`, or `insurance.LINE.3-2`, with commas between."""
    known, found = printed(book), dict[Place, Odds]()
    parts = text.split(",") if text else []
    if len(parts) > MOST_CHANGES:
        raise Problem(422, "bad_pay", f"{len(parts)} changes are too many", where="pay")
    for part in parts:
        read = _PAY.fullmatch(part.strip())
        if read is None:
            message = f"{part!r} is no change of odds"
            raise Problem(
                422, "bad_pay", message, where="pay", remedy=f"write {QUERY['pay']['examples'][0]}"
            )
        place = (read[1], read[2])
        if place not in known:
            message = f"no odds stand at {'.'.join(place)} of {book.id}"
            names = [".".join(each) for each in known if each[0] == place[0]] or sorted(
                {bet for bet, _ in known}
            )
            raise _wrong("bad_pay", message, "pay", known=names)
        try:
            found[place] = Odds(int(read[3]), int(read[4]))
        except Misuse as misuse:
            remedy = "a profit and a stake above 0, for example 20-1"
            raise Problem(422, "bad_pay", str(misuse), where="pay", remedy=remedy) from None
    return tuple(sorted((place, odds) for place, odds in found.items() if odds != known[place]))


def _wrong(code: str, message: str, where: str, *, known: Any) -> Problem:
    return Problem(422, code, message, where=where, remedy=f"there are {', '.join(known)}")


async def _counted(request: Request, document: Callable[[Asked], dict[str, Any]]) -> Response:
    asked = asked_of(request.query_params)
    loop = asyncio.get_running_loop()
    try:
        return answer(await loop.run_in_executor(_counting, document, asked))
    except Misuse as misuse:
        where = "player" if asked.shown.ranks else "composition"
        raise Problem(422, "bad_cards", str(misuse), where=where, remedy=RIGHT[where]) from None


async def lab_odds(request: Request) -> Response:
    """Price every bet and Insurance for the cards and odds of a question."""
    return await _counted(request, lab_document)


async def lab_removal(request: Request) -> Response:
    """Say what one card gone does to every bet."""
    return await _counted(request, removal_document)


async def lab_decks(request: Request) -> Response:
    """Price every bet for each number of decks."""
    return await _counted(request, decks_document)


async def lab_draft(request: Request) -> Response:
    """Hand out the rulebook with the odds of a question, for `punto odds --rules`."""
    asked = asked_of(request.query_params)
    text = draft_text(asked.printed, dict(asked.odds))
    name = f"{asked.rules_id.partition('@')[0]}{MARK}.toml"
    return Response(
        text,
        media_type=TOML,
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


ROUTES: list[BaseRoute] = [
    Route("/api/odds", lab_odds, methods=["GET"]),
    Route("/api/odds/removal", lab_removal, methods=["GET"]),
    Route("/api/odds/decks", lab_decks, methods=["GET"]),
    Route("/api/odds/draft", lab_draft, methods=["GET"]),
]
