"""A round that is over, told as data: what a page needs to tell it in another language.

It holds what the explanation of the record says and no more: to a patron what concerned this
patron, to staff every deed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from punto.core.bets import PayRow
from punto.core.cards import total
from punto.core.commands import Command
from punto.core.outcome import Side
from punto.core.refusal import Refused
from punto.core.rulebook import Rulebook
from punto.core.settle import Line
from punto.core.state import Insured, Placed, Round
from punto.odds.lab import words_of
from punto.record.explaining import concerning, ground_of, rounded
from punto.record.replaying import Answered, Happened, Replay
from punto.record.telling import is_insurance, left_out
from punto.record.wording import hand_of
from punto.service.audiences import line_of, refusal
from punto.service.facts import facts, hands, setup_of
from punto.service.particulars import offered
from punto.service.table_of_play import steps

Plain = dict[str, Any]


def told_to_patron(replay: Replay, round_: Round, patron: str) -> Plain:
    """Tell a patron what concerned this patron; nothing that is another's is in it."""
    told = (
        (over, one)
        for over in (False, True)
        for _, one in concerning(replay, round_, patron, over=over)
    )
    deeds = [_deed(over, None, [one], replay.rules) for over, one in told]
    return _told(replay, round_, deeds, (patron,))


def told_to_staff(replay: Replay, round_: Round) -> Plain:
    """Tell everything, deed by deed."""
    deeds = [
        _deed(_over(answered), answered.command, list(_of(answered)), replay.rules)
        for answered in replay.answers
    ]
    record = replay.record
    cast = {
        "title_zh": replay.rules.document.title_zh,
        "rules": replay.rules.id,
        "setup": setup_of(record.setup),
        "staff": [[name, role.value] for name, role in record.staff],
        "patrons": [[name, box] for name, box in record.patrons],
    }
    return cast | _told(replay, round_, deeds, None)


def _of(answered: Answered) -> Iterator[Happened | Refused]:
    yield from answered.events
    if answered.refused is not None:
        yield answered.refused


def _over(answered: Answered) -> bool:
    return answered.before.round is not None and answered.before.round.over


def _deed(
    over: bool, command: Command | None, told: list[Happened | Refused], rules: Rulebook
) -> Plain:
    actor = None if command is None else command.actor
    return {
        "over": over,
        "command": None if command is None else type(command).__name__,
        "actor": None if actor is None else {"name": actor.name, "role": actor.role.value},
        "events": [happened(one, rules) for one in told if isinstance(one, Happened)],
        "refused": next((refusal(one) for one in told if isinstance(one, Refused)), None),
    }


def happened(one: Happened, rules: Rulebook) -> Plain:
    """Show an event with what it says and what it rests on."""
    return {
        "type": type(one.event).__name__,
        "facts": facts(one.event, one.before, rules),
        "clauses": list(one.event.clauses),
        "interpretations": list(one.event.by),
    }


def _told(
    replay: Replay, round_: Round, deeds: list[Plain], patrons: tuple[str, ...] | None
) -> Plain:
    rules = replay.rules
    # A round without a result may have cards that nobody has seen.
    seen = round_.paid and round_.outcome is not None
    return {
        "deeds": deeds,
        "hands": hands(round_) if seen else None,
        "totals": {side.value: _totals(round_, side) for side in Side} if seen else None,
        "play": steps(round_, rules) if seen else [],
        "clauses": list(rules.tableau.clauses[-1:]),
        "bets": [
            _bet(patron, line, round_, rules)
            for patron, line in round_.lines
            if patrons is None or patron in patrons
        ],
    }


def _totals(round_: Round, side: Side) -> list[int]:
    """Count a Hand after two cards and after all of them."""
    cards = hand_of(round_, side)
    return [total(cards[:2]), total(cards)]


def _bet(patron: str, line: Line, round_: Round, rules: Rulebook) -> Plain:
    placed = next((item for item in round_.wagers if item.id == line.id), None)
    insured = next((item for item in round_.insurances if item.id == line.id), None)
    return {
        "patron": patron,
        **line_of(line),
        "unplayed": left_out(line, placed),
        "rounded": rounded(line, placed),
        "ground": _ground(line, placed, insured, round_, rules),
    }


def _ground(
    line: Line, placed: Placed | None, insured: Insured | None, round_: Round, rules: Rulebook
) -> Plain | None:
    """Say what a bet won, lost or came back by; None where it never came to that."""
    if round_.outcome is None or not round_.paid:
        return None
    if insured is not None and is_insurance(line):
        return {"insured": {**offered(insured.row), "stage": insured.row.stage.value}}
    if placed is None or not placed.live:
        return None
    ground = ground_of(line, round_.outcome, rules)
    if isinstance(ground, Side):
        return {"beaten_by": ground.value}
    return {"rows": [_row(row) for row in ground]} if ground else None


def _row(row: PayRow) -> Plain:
    odds = None if row.odds is None else [row.odds.num, row.odds.den]
    return {"when": words_of(row.when), "odds": odds}
