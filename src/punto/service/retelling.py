"""A past round from its deeds: the record, and for each patron why he was paid so."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from punto.core import commands as c
from punto.core import events as e
from punto.core.checks import Misuse
from punto.core.conduct import evolve
from punto.core.events import Event
from punto.core.state import Round, Table
from punto.record.document import Record, lines_of, scene, write
from punto.record.explaining import explain
from punto.record.lines import Line, write_line
from punto.record.replaying import Answered, Happened, Replay, Step
from punto.record.telling import tell
from punto.rules import load
from punto.service.history import Chapter, History
from punto.service.host import refused_from
from punto.service.told import told_to_patron, told_to_staff
from punto.store import codec
from punto.store.codec import Body

Plain = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Retold:
    """A round as the log has it."""

    chapter: Chapter
    round: Round
    replay: Replay
    record: str | None
    """The record text; None where an act has no words in a record."""

    def for_patron(self, patron: str) -> str:
        """Explain to one patron, with nothing in it that is another's."""
        try:
            return explain(self._own(patron), patron)
        except Misuse:
            return ""

    def for_staff(self) -> str:
        """Tell everything."""
        return tell(self.replay)

    def facts_for_patron(self, patron: str) -> Plain:
        """Say as data what `for_patron` says."""
        return told_to_patron(self._own(patron), self.round, patron)

    def facts_for_staff(self) -> Plain:
        """Say as data what `for_staff` says."""
        return told_to_staff(self.replay, self.round)

    def _own(self, patron: str) -> Replay:
        return replace(self.replay, steps=tuple(_own(step, patron) for step in self.replay.steps))


def retell(history: History, number: int) -> Retold | None:
    """Find a round and tell it; None where there was none."""
    chapter = history.find(number)
    if chapter is None:
        return None
    bodies = [codec.decode(deed.body) for deed in history.deeds(chapter)]
    return _retold(chapter, history.before(chapter), bodies)


def _retold(chapter: Chapter, before: Table, bodies: list[Body]) -> Retold | None:
    record = _record(chapter, before, bodies)
    if record is None:
        return None
    here, progress = scene(record)
    steps: list[Step] = []
    table = before
    for body in bodies:
        command = command_of(body)
        happened: list[Happened] = []
        started = table
        for event in codec.events_of(body):
            happened.append(Happened(event=event, before=table))
            table = evolve(table, event)
        if command is None:
            continue
        refused = None if body.refused is None else refused_from(body.refused)
        answered = Answered(
            command=command, refused=refused, before=started, events=tuple(happened)
        )
        try:
            text = write_line(Line((command,)), record.cast, progress, here)
        except Misuse:
            text = type(command).__name__
        steps.append(Step(text=text, remark=False, answers=(answered,), after=table))
    if table.round is None:
        return None
    replay = Replay(record=record, rules=load(chapter.rules), opening=(), steps=tuple(steps))
    return Retold(chapter=chapter, round=table.round, replay=replay, record=_text(record))


def command_of(body: Body) -> c.Command | None:
    """Read the command of a deed; None where the service itself acted."""
    return codec.command_from(body.command) if body.command["type"] in codec.COMMANDS else None


def _record(chapter: Chapter, before: Table, bodies: list[Body]) -> Record | None:
    if before.setup is None:
        return None
    commands = [
        command
        for body in bodies
        if body.refused is None and (command := command_of(body)) is not None
    ]
    seated = {patron: box for box, patron in before.seats}
    named = [getattr(command, "patron", None) for command in commands]
    patrons = dict.fromkeys([*seated, *(name for name in named if isinstance(name, str))])
    staff = {
        command.actor.name: command.actor.role
        for command in commands
        if command.actor.name not in patrons
    }
    opened = next(command for command in commands if isinstance(command, c.CallForBets))
    return Record(
        game=chapter.rules,
        setup=before.setup,
        moment=opened.at,
        title=f"Round {chapter.number}",
        staff=tuple(staff.items()),
        patrons=tuple((name, seated.get(name)) for name in patrons),
        play=lines_of(commands),
    )


def _text(record: Record) -> str | None:
    try:
        return write(record)
    except Misuse:
        return None


def _own(step: Step, patron: str) -> Step:
    """Leave out of a step what is another patron's money."""
    answers = tuple(
        replace(
            answered,
            events=tuple(
                replace(happened, event=_own_event(happened.event, happened.before, patron))
                for happened in answered.events
            ),
        )
        for answered in step.answers
    )
    return replace(step, answers=answers)


def _own_event(event: Event, before: Table, patron: str) -> Event:
    round_ = before.round
    if round_ is None:
        return event
    wagers = {item.id for item in round_.wagers if item.share_of(patron) is not None}
    match event:
        case e.StakesReduced():
            return replace(event, at_risk=tuple(x for x in event.at_risk if x[0] in wagers))
        case e.BetsReturned():
            insured = {item.id for item in round_.insurances if item.patron == patron}
            return replace(
                event,
                wagers=tuple(one for one in event.wagers if one in wagers),
                shares=tuple(share for share in event.shares if share[1] == patron),
                insurances=tuple(one for one in event.insurances if one in insured),
            )
        case _:
            return event
