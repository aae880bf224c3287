"""One round of the past over HTTP: every step of it, whether it holds, its shoe, its bundle."""

from __future__ import annotations

from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from punto.core.state import Placed
from punto.service.auditing import MOST, Past, find_past, under_way
from punto.service.retelling import retell
from punto.service.shoe_proof import PastShoe, find_shoe
from punto.web.asking import number_of
from punto.web.context import house
from punto.web.problems import Problem, not_found
from punto.web.projecting import limits_of
from punto.web.reading import TABLE, beside, table_read
from punto.web.routes.looking import chapter_of, closed_upto
from punto.web.routes.tables import answer

STEPS: Final = 40
MOST_STEPS: Final = 100
LINES: Final = "application/x-ndjson"


async def _past(request: Request) -> Past:
    """Find the round in the path; one that is under way is nobody's to look into."""
    hosted = table_read(request)
    number = request.path_params["number"]
    if under_way(hosted.host.table, number):
        raise Problem(409, "round_open", f"round {number} is not over")
    store, history, stream = house(request).store, hosted.history, hosted.host.stream
    found = await beside(lambda: find_past(store, history, stream, number))
    if found is None:
        raise not_found(f"round {number} at this table")
    return found


async def show_past(request: Request) -> Response:
    """Show a round in full: cards, bets, lines, what was ruled and refused, why."""
    past = await _past(request)
    return answer(await beside(lambda: _in_full(past)))


def _in_full(past: Past) -> dict[str, Any]:
    steps, round_ = past.steps, past.round
    last = steps[-1]
    setup = steps[0].after.setup
    final = past.step(last)["view"]["round"]
    retold = retell(past.history, past.chapter.number)
    ended = next((s.body.at for s in steps if s.after.round and s.after.round.over), None)
    return {
        **chapter_of(past.chapter),
        "table": past.stream.removeprefix(TABLE),
        "ended_at": ended,
        "setup": None
        if setup is None
        else {
            "layout": setup.layout,
            "boxes": list(setup.boxes),
            "decks": setup.decks,
            "face": setup.face.value,
            "method": setup.method,
            "limits": limits_of(setup.limits),
        },
        "cards": past.cards(),
        "wagers": [_wager(one) for one in round_.wagers],
        "insurances": final["insurances"],
        "lines": past.lines(),
        "bets": [
            {"bet": name, "name": bet.name, "name_zh": bet.name_zh}
            for name, bet in past.rules.bets.items()
        ],
        "noted": list(past.noted()),
        "steps": len(steps),
        "hash_before": past.start.hash.hex(),
        "hash_after": last.deed.hash.hex(),
        "explanation": [] if retold is None else retold.for_staff().splitlines(),
        "told": None if retold is None else retold.facts_for_staff(),
        "record": None if retold is None else retold.record,
    }


def _wager(wager: Placed) -> dict[str, Any]:
    return {
        "id": wager.id,
        "box": wager.box,
        "bet": wager.bet,
        "at": None if wager.at is None else wager.at.isoformat(),
        "stake": wager.stake,
        "at_risk": wager.at_risk,
        "shares": [
            {"patron": share.patron, "stake": share.stake, "returned": share.returned}
            for share in wager.shares
        ],
        "settled": None if wager.settled is None else wager.settled.value,
        "clauses": list(wager.settled_clauses),
        "interpretations": list(wager.settled_by),
    }


async def show_steps(request: Request) -> Response:
    """Show the steps of a round, each with the felt as it stood then."""
    past = await _past(request)
    after = number_of(request, "after", 0, 10**12)
    limit = max(1, number_of(request, "limit", STEPS, MOST_STEPS))

    def piece() -> dict[str, Any]:
        wanted = [step for step in past.steps if step.deed.position > after]
        shown = [past.step(step) for step in wanted[:limit]]
        more = len(wanted) > limit
        return {"steps": shown, "next": shown[-1]["position"] if more else None}

    return answer(await beside(piece))


async def compare_round(request: Request) -> Response:
    """Decide every command of a round anew: equal, or the first difference."""
    past = await _past(request)
    report = await beside(past.proof)
    record = await beside(past.against_record)
    return answer({"log": report.plain(), "record": record})


def _download(lines: list[bytes], table: str, name: str) -> Response:
    file = f"{table}-{name}.jsonl".replace(" ", "-")
    disposition = {"Content-Disposition": f'attachment; filename="{file}"'}
    return Response(b"".join(lines), media_type=LINES, headers=disposition)


async def take_round(request: Request) -> Response:
    """Give a round away as a bundle that `punto verify` checks anywhere."""
    past = await _past(request)
    table = past.stream.removeprefix(TABLE)
    return _download(await beside(past.bundle), table, f"round {past.chapter.number}")


async def _shoe(request: Request) -> PastShoe:
    """Find the shoe of the round in the path, as far as its rounds are over."""
    past = await _past(request)
    upto = await beside(lambda: closed_upto(table_read(request)))
    return await beside(
        lambda: find_shoe(past.store, past.history, past.stream, past.chapter, upto, MOST)
    )


async def show_shoe(request: Request) -> Response:
    """Show the shoe that a round was dealt from: promise, order, cards, and whether they agree."""
    shoe = await _shoe(request)
    report = await beside(shoe.proof)
    return answer({**await beside(shoe.shown), "report": report.plain()})


async def take_shoe(request: Request) -> Response:
    """Give a shoe away as a bundle that `punto verify` checks anywhere."""
    shoe = await _shoe(request)
    return _download(await beside(shoe.bundle), shoe.stream.removeprefix(TABLE), shoe.name)


ROUND: Final = "/api/tables/{table_id}/rounds/{number:int}"
ROUTES: list[BaseRoute] = [
    Route(f"{ROUND}/full", show_past, methods=["GET"]),
    Route(f"{ROUND}/steps", show_steps, methods=["GET"]),
    Route(f"{ROUND}/comparison", compare_round, methods=["GET"]),
    Route(f"{ROUND}/bundle", take_round, methods=["GET"]),
    Route(f"{ROUND}/shoe", show_shoe, methods=["GET"]),
    Route(f"{ROUND}/shoe/bundle", take_shoe, methods=["GET"]),
]
