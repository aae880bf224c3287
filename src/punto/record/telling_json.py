"""A replay as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from punto.core.refusal import Refused
from punto.core.rulebook import Rulebook
from punto.core.settle import Line
from punto.core.state import Round
from punto.record import wording as w
from punto.record.comparing import Compared
from punto.record.replaying import Answered, Happened, Replay
from punto.record.words import say


def as_json(replay: Replay) -> dict[str, Any]:
    """Return everything that a replay shows; amounts are in cents."""
    totals = replay.totals()
    paid = dict(replay.record.paid)
    return {
        "game": replay.rules.id,
        "digest": replay.rules.digest,
        "title": replay.record.title,
        "refused": [_refusal(one.refused) for one in replay.opening if one.refused is not None],
        "steps": [
            {"line": step.text, "answers": [_answer(one, replay) for one in step.answers]}
            for step in replay.steps
            if not step.remark
        ],
        "rounds": [_round(one) for one in replay.rounds],
        "patrons": [
            {"patron": patron, "staked": staked, "returned": back, "paid": paid.get(patron)}
            for patron, (staked, back) in totals.items()
        ],
    }


def _answer(answered: Answered, replay: Replay) -> dict[str, Any]:
    command = answered.command
    return {
        "command": type(command).__name__,
        "actor": {"name": command.actor.name, "role": command.actor.role},
        "refused": None if answered.refused is None else _refusal(answered.refused),
        "events": [_event(one, replay) for one in answered.events],
    }


def _event(happened: Happened, replay: Replay) -> dict[str, Any]:
    event = happened.event
    return {
        "event": type(event).__name__,
        "says": say(event, happened.before, replay.rules),
        "clauses": event.clauses,
        "interpretations": event.by,
    }


def _refusal(refused: Refused) -> dict[str, Any]:
    return {
        "code": refused.code,
        "reason": refused.reason,
        "remedy": refused.remedy,
        "clauses": refused.clauses,
        "interpretations": refused.by,
        "where": refused.where or None,
    }


def _round(round_: Round) -> dict[str, Any]:
    return {
        "number": round_.number,
        "rules": round_.rules,
        "ended": ending(round_),
        "cards": [
            {
                "card": None if item.card is None else str(item.card),
                "hand": item.belongs,
                "exposed": item.exposed,
            }
            for item in round_.drawn
        ],
        "result": None if round_.outcome is None else w.result(round_.outcome),
        "lines": [_line(patron, line) for patron, line in round_.lines],
    }


def ending(round_: Round) -> str:
    """Name how a round ended."""
    if round_.void:
        return "void"
    if round_.without_result:
        return "without result"
    return "settled" if round_.paid else "open"


def _line(patron: str, line: Line) -> dict[str, Any]:
    return {
        "patron": patron,
        "id": line.id,
        "bet": line.bet,
        "stake": line.stake,
        "result": line.result,
        "odds": None if line.odds is None else [line.odds.num, line.odds.den],
        "profit": line.profit,
        "returned": line.returned,
        "clauses": line.clauses,
        "interpretations": line.by,
    }


def compared_json(compared: Iterable[Compared], replay: Replay, other: Rulebook) -> dict[str, Any]:
    """Return what another rulebook would have paid."""
    return {
        "game": replay.rules.id,
        "under": other.id,
        "lines": [
            {
                "round": one.round,
                "here": _line(one.patron, one.here),
                "there": None if one.other is None else _line(one.patron, one.other),
                "not_carried": one.missing or None,
            }
            for one in compared
        ],
    }
