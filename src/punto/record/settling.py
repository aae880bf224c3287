"""Settlement of the JSON of `punto settle` through the core: slow, and obviously right.

Every word about a wrong input comes from here; `punto.record.desk` is the fast twin.
"""

from __future__ import annotations

from dataclasses import replace
from difflib import get_close_matches

from punto.core.checks import Misuse
from punto.core.refusal import Refused
from punto.core.rulebook import Rulebook
from punto.core.settle import Insurance, Wager, settle
from punto.record.reading import (
    Wrong,
    cards_of,
    limits_of,
    quote,
    read,
    side_of,
    stage_of,
    wrong,
)
from punto.record.wire import Answer, Request
from punto.rules import load, rulebooks


def settle_json(data: bytes) -> Answer | Refused:
    """Settle one JSON object through the core, or say what is wrong with it."""
    request = read(data)
    return request if isinstance(request, Refused) else settle_request(request)


def settle_request(request: Request) -> Answer | Refused:
    """Settle a request through the core."""
    try:
        _check_ids(request)
        rules = _rulebook(request.game)
        settled = settle(
            rules,
            request.layout,
            cards_of(request),
            [Wager(id=item.id, bet=item.bet, stake=item.stake) for item in request.wagers],
            _insurance(request),
            decks=request.decks,
            limits=limits_of(request),
        )
    except Wrong as error:
        return error.refused
    if isinstance(settled, Refused):
        return _with_hint(settled, rules, request)
    return Answer.of(settled)


def _with_hint(refused: Refused, rules: Rulebook, request: Request) -> Refused:
    """Name the bet that a misspelt one was probably meant to be."""
    if refused.code != "unknown_bet":
        return refused
    given = next(wager.bet for wager in request.wagers if wager.bet not in rules.bets)
    near = get_close_matches(given, rules.bets, n=1)
    return replace(refused, remedy=f"did you mean {near[0]}?") if near else refused


def _rulebook(game: str) -> Rulebook:
    """Load the rulebook that a request names in full: a round is settled under one version."""
    try:
        return load(game)
    except Misuse:
        known = list(rulebooks())
        near = get_close_matches(game, known, n=1)
        remedy = f"did you mean {near[0]}?" if near else f"the games are {', '.join(known)}"
        raise wrong("unknown_game", "game", f"{quote(game)} is not a game", remedy) from None


def _insurance(request: Request) -> list[Insurance]:
    return [
        Insurance(
            id=item.id,
            side=side_of(item.side, f"insurance[{index}].side"),
            stage=stage_of(item.stage, f"insurance[{index}].stage"),
            stake=item.stake,
        )
        for index, item in enumerate(request.insurance)
    ]


def _check_ids(request: Request) -> None:
    """Refuse two lines with one id: nobody could tell which was paid."""
    placed = [
        *((f"wagers[{index}].id", item.id) for index, item in enumerate(request.wagers)),
        *((f"insurance[{index}].id", item.id) for index, item in enumerate(request.insurance)),
    ]
    seen: set[str] = set()
    for where, name in placed:
        if name in seen:
            reason = f"the id {quote(name)} stands twice"
            remedy = "give every bet an id of its own, Insurance included"
            raise wrong("duplicate_id", where, reason, remedy)
        seen.add(name)
