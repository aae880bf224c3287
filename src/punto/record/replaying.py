"""Deciding a record anew from its commands: what happened, refusals and settlements included."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from punto.core.commands import Command
from punto.core.conduct import decide, evolve
from punto.core.events import Event
from punto.core.money import Cents
from punto.core.refusal import Refused
from punto.core.rulebook import Rulebook
from punto.core.settle import Line as Settled
from punto.core.state import Round, Table
from punto.record.document import Record, scene
from punto.record.lines import Line, Remark, write_line


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    """An event with the table as it was before."""

    event: Event
    before: Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """A command and what became of it."""

    command: Command
    before: Table
    refused: Refused | None
    events: tuple[Happened, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A line of the play, as it is written, with the answers to its commands."""

    text: str
    remark: bool
    answers: tuple[Answered, ...]
    after: Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """A record decided anew."""

    record: Record
    rules: Rulebook
    opening: tuple[Answered, ...]
    steps: tuple[Step, ...]

    @property
    def answers(self) -> Iterator[Answered]:
        """List all answers in order."""
        yield from self.opening
        for step in self.steps:
            yield from step.answers

    @property
    def rounds(self) -> tuple[Round, ...]:
        """Return each round as it stood when the record ended or the next round began."""
        found: dict[int, Round] = {}
        for step in self.steps:
            if step.after.round is not None:
                found[step.after.round.number] = step.after.round
        return tuple(found.values())

    def totals(self) -> dict[str, tuple[Cents, Cents]]:
        """Add up by patron, over all rounds that are over: staked, and given back."""
        sums: dict[str, tuple[Cents, Cents]] = {}
        for round_ in self.rounds:
            for patron, line in round_.lines:
                staked, back = sums.get(patron, (0, 0))
                sums[patron] = (staked + line.stake, back + line.returned)
        return sums


def replay(record: Record, rules: Rulebook) -> Replay:
    """Decide every command of a record in order; a refusal changes nothing."""
    table = Table()
    opening: list[Answered] = []
    for command in record.opening:
        answered, table = _answer(table, command, rules)
        opening.append(answered)
    here, progress = scene(record)
    steps: list[Step] = []
    for line in record.play:
        if isinstance(line, Remark):
            steps.append(Step(text=line.text, remark=True, answers=(), after=table))
            continue
        text = write_line(line, record.cast, progress, here)
        answers, table = _line(table, line, rules)
        steps.append(Step(text=text, remark=False, answers=answers, after=table))
    return Replay(record=record, rules=rules, opening=tuple(opening), steps=tuple(steps))


def _line(table: Table, line: Line, rules: Rulebook) -> tuple[tuple[Answered, ...], Table]:
    answers: list[Answered] = []
    for command in line.commands:
        answered, table = _answer(table, command, rules)
        answers.append(answered)
    return tuple(answers), table


def _answer(table: Table, command: Command, rules: Rulebook) -> tuple[Answered, Table]:
    answer = decide(table, command, rules)
    if isinstance(answer, Refused):
        return Answered(command=command, before=table, refused=answer, events=()), table
    happened: list[Happened] = []
    after = table
    for event in answer:
        happened.append(Happened(event=event, before=after))
        after = evolve(after, event)
    done = Answered(command=command, before=table, refused=None, events=tuple(happened))
    return done, after


def by_patron(round_: Round) -> dict[str, list[Settled]]:
    """Sort the settlement of a round by patron, in the order of their bets."""
    found: dict[str, list[Settled]] = {}
    for patron, line in round_.lines:
        found.setdefault(patron, []).append(line)
    return found
