"""`punto games`: the approved games, and which of them are in force at a moment."""

from __future__ import annotations

from datetime import datetime, tzinfo
from typing import Annotated, Any

import typer

from punto.cli.output import AsJson, Failed, Problem, answers, console, print_json, table
from punto.core.rulebook import Rulebook
from punto.rules import NotApproved, resolve, rulebooks


@answers
def command(
    *,
    at: Annotated[
        str | None,
        typer.Option(
            metavar="MOMENT",
            help="A date or a time (ISO 8601); without a zone, the casinos' own.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the games, and with --at which of them were in force.

    punto games

    punto games --at 2024-01-01

    punto games --at 2025-08-08T07:59 --json
    """
    books = list(rulebooks().values())
    moment = None if at is None else _moment(at, books)
    shown = [_as_json(rules, moment) for rules in books]
    if as_json:
        print_json({"at": None if moment is None else moment.isoformat(), "games": shown})
    else:
        _draw(shown, moment)


def _moment(text: str, books: list[Rulebook]) -> datetime:
    """Read a moment; without a zone it is one of the casinos' clocks (I-33)."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        problem = Problem(
            code="bad_moment",
            message=f"{text!r} is not a moment: write 2025-08-08 or 2025-08-08T08:00+08:00",
            where="--at",
        )
        raise Failed(problem) from None
    zone: tzinfo | None = books[0].document.effective.tzinfo
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=zone)


def _as_json(rules: Rulebook, moment: datetime | None) -> dict[str, Any]:
    document = rules.document
    return {
        "id": rules.id,
        "key": rules.key,
        "title": document.title,
        "title_zh": document.title_zh,
        "operator": document.operator,
        "operator_name": document.operator_name,
        "version": document.version,
        "effective": document.effective.isoformat(),
        "zone": document.zone,
        "approval": document.approval,
        "decks": {"minimum": rules.decks.minimum, "maximum": rules.decks.maximum},
        "bets": list(rules.bets),
        "layouts": list(rules.layouts),
        "insurance": bool(rules.insurance_rows),
        "digest": rules.digest,
        **({} if moment is None else _in_force(rules, moment)),
    }


def _in_force(rules: Rulebook, moment: datetime) -> dict[str, Any]:
    """Say whether a rulebook binds a round that begins at the moment, and if not, why."""
    bound = resolve(rules.document.operator, rules.game, moment)
    if isinstance(bound, NotApproved):
        return {"in_force": False, "reason": bound.reason}
    if bound.id == rules.id:
        return {"in_force": True, "reason": None}
    return {"in_force": False, "reason": f"{bound.id} took its place"}


def _draw(games: list[dict[str, Any]], moment: datetime | None) -> None:
    screen = console()
    last = "insured" if moment is None else "in force"
    key = "insurance" if moment is None else "in_force"
    rows = table("game", "key", "from", "bets", "layouts", last, right=("bets",))
    for game in games:
        rows.add_row(
            f"{game['id']}\n{game['title']}\n{game['title_zh']}",
            game["key"],
            game["effective"][:16].replace("T", "\n"),
            str(len(game["bets"])),
            f"{game['layouts'][0]} to {game['layouts'][-1]}",
            "yes" if game[key] else "no",
        )
        rows.add_section()
    if moment is not None:
        screen.print(f"A round that begins at {moment.isoformat()}")
    screen.print(rows)
    for game in games:
        if game.get("reason"):
            screen.print(f"{game['id']}: {game['reason']}")
