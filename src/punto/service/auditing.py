"""A past round for whoever looks back: every step of it, and whether it holds.

Steps are the stored events folded again, seen through the auditor's projection; whether they
hold is what `punto verify` says of the very bundle that can be taken away.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from punto.core import events as e
from punto.core.checks import Misuse
from punto.core.conduct import evolve
from punto.core.rulebook import Rulebook
from punto.core.state import Actor, Round, Table
from punto.record.document import parse
from punto.record.problems import RecordError
from punto.record.replaying import Happened, replay
from punto.record.words import say
from punto.rules import load
from punto.service.audiences import Audience, Viewer, line_of, refusal, view
from punto.service.history import Chapter, History
from punto.service.host import refused_from
from punto.service.retelling import retell
from punto.service.told import happened
from punto.store import codec
from punto.store.bundle import bundle_lines, round_piece, verify_lines
from punto.store.catalogue import DECISIONS
from punto.store.contract import Deed, Store
from punto.store.recovery import Found
from punto.store.service_events import Recovered
from punto.store.verify import Report

Plain = dict[str, Any]
AUDITOR: Final = Viewer(audience=Audience.AUDITOR)
MOST: Final = 10_000
"""Deeds that are replayed at once on the way to an old round."""

NOTED: Final = (
    *DECISIONS,
    e.IrregularityReported,
    e.Interrupted,
    e.Flagged,
    e.RoundVoided,
    e.RoundWithoutResult,
    e.WagerRejected,
    e.BetsReturned,
    e.LateChangeIgnored,
    e.DifferentialExceeded,
    e.MissingCardsReplaced,
    e.InsuranceMissed,
    e.CardsMustBeReplaced,
    Recovered,
)
"""What an auditor asks about first: decisions, and what was out of the ordinary."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A deed of the round with the table before and after it."""

    deed: Deed
    body: codec.Body
    before: Table
    events: tuple[tuple[e.Event, Table], ...]
    """Each with the table before it."""
    after: Table


@dataclass(frozen=True, kw_only=True)
class Past:
    """A round of the past, as the log has it."""

    store: Store
    history: History
    stream: str
    chapter: Chapter
    start: Found

    @cached_property
    def rules(self) -> Rulebook:
        """Return the rulebook that the round was played under."""
        return load(self.chapter.rules)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """Fold the round again, deed by deed."""
        return tuple(self._steps())

    def _steps(self) -> Iterator[Step]:
        table = self.start.table
        for deed in self.history.deeds(self.chapter):
            body = codec.decode(deed.body)
            before, events = table, []
            for event in codec.events_of(body):
                events.append((event, table))
                table = evolve(table, event)
            yield Step(deed=deed, body=body, before=before, events=tuple(events), after=table)

    @property
    def round(self) -> Round:
        """Return the round as it stood in the end."""
        found = [step.after.round for step in self.steps if step.after.round is not None]
        return found[-1]

    # --- what there is to see -----------------------------------------------------------------

    def step(self, step: Step) -> Plain:
        """Show a deed: what was asked, what followed, and the felt as it stood then."""
        body = step.body
        return {
            "position": step.deed.position,
            "at": body.at,
            "key": body.key,
            "hash": step.deed.hash.hex(),
            "command": body.command["type"],
            "actor": _actor(body.command),
            "text": step.deed.body.decode(),
            "events": [
                {
                    **happened(Happened(event=event, before=before), self.rules),
                    "said": self._said(event, before),
                }
                for event, before in step.events
            ],
            "refused": None if body.refused is None else refusal(refused_from(body.refused)),
            "entries": [[account, amount] for account, amount in body.entries],
            "view": view(step.after, self.rules, AUDITOR),
        }

    def _said(self, event: e.Event, before: Table) -> str:
        return say(event, before, self.rules)

    def noted(self) -> Iterator[Plain]:
        """List rulings, irregularities and refusals, each with clause, author and time."""
        for step in self.steps:
            actor = _actor(step.body.command)
            place = {"position": step.deed.position, "at": step.body.at}
            for event, before in step.events:
                if isinstance(event, NOTED):
                    by = actor if event.actor is None else _person(event.actor)
                    yield {
                        **place,
                        **happened(Happened(event=event, before=before), self.rules),
                        "decision": isinstance(event, DECISIONS),
                        "actor": by,
                        "said": self._said(event, before) or type(event).__name__,
                    }
            if step.body.refused is not None:
                refused = refusal(refused_from(step.body.refused))
                yield {
                    **place,
                    "type": step.body.command["type"],
                    "decision": False,
                    "actor": actor,
                    "said": refused["message"],
                    "clauses": refused["clauses"],
                    "interpretations": refused["by"],
                    "refused": refused["code"],
                    "refusal": refused,
                }

    def cards(self) -> list[Plain]:
        """List the cards in the order drawn, each with the Hand that it counted for."""
        return [
            {
                "number": number,
                "card": None if drawn.card is None else str(drawn.card),
                "hand": drawn.belongs,
                "exposed": drawn.exposed,
            }
            for number, drawn in enumerate(self.round.drawn, 1)
        ]

    def lines(self) -> list[Plain]:
        """List the settled lines with the box and the bet that each is about."""
        boxes = {wager.id: wager.box for wager in self.round.wagers}
        boxes |= {insured.id: insured.box for insured in self.round.insurances}
        return [
            {"patron": patron, "box": boxes.get(line.id), **line_of(line)}
            for patron, line in self.round.lines
        ]

    # --- whether it holds ---------------------------------------------------------------------

    def bundle(self) -> list[bytes]:
        """Write the round as a bundle that proves itself without a server."""
        number = self.chapter.number
        config, piece = round_piece(self.store, self.stream, number, self.start)
        return list(bundle_lines(f"round {number}", self.stream, config, piece))

    def proof(self) -> Report:
        """Decide every command again and hold the log to it, and the chain."""
        _, report = verify_lines(self.bundle(), "the round")
        return report

    def against_record(self) -> Plain:
        """Read the record of the round as a text, replay it, and hold the result to the log.

        A record begins with the round. Where the round leans on what was so before, such as who
        held the dealing device, it cannot be replayed from its record alone.
        """
        retold = retell(self.history, self.chapter.number)
        if retold is None or retold.record is None:
            return {"same": None, "what": "this round has an act that a record has no words for"}
        try:
            told = replay(parse(retold.record), self.rules)
        except (Misuse, RecordError) as error:
            return {"same": None, "what": f"the record cannot be replayed: {error}"}
        refused = next((one.refused for one in told.answers if one.refused is not None), None)
        if refused is not None or not told.rounds:
            why = "" if refused is None else f": {refused.reason}"
            return {"same": None, "what": f"the round leans on what was so before it{why}"}
        had = self.steps[0].before.under_minimum_once
        what = _difference(told.rounds[-1], self.round)
        if what == SETTLEMENT and _money(told.rounds[-1], had) == _money(self.round, had):
            names = ", ".join(sorted(had))
            return {
                "same": None,
                "what": f"the round leans on what was so before it: {names} had the one time "
                "under the minimum (I-40)",
            }
        return {"same": not what, "what": what or None}


def find_past(
    store: Store, history: History, stream: str, number: int, most: int = MOST
) -> Past | None:
    """Find a round of the past; `BehindError` where the way to it was too long for one request."""
    chapter = history.find(number)
    if chapter is None:
        return None
    start = history.start(chapter, most)
    return Past(store=store, history=history, stream=stream, chapter=chapter, start=start)


def under_way(table: Table, number: int) -> bool:
    """Tell whether a round is not over, so that not all of its cards are anybody's business."""
    return table.round is not None and table.round.number == number and not table.round.over


def _difference(told: Round, logged: Round) -> str:
    """Name the first thing in which two rounds differ; "" where they end alike."""
    pairs = {
        "the result": (told.outcome, logged.outcome),
        "whether it is void": (told.void, logged.void),
        "whether it has a result": (told.without_result, logged.without_result),
        "the cards": (
            [(d.card, d.belongs) for d in told.drawn],
            [(d.card, d.belongs) for d in logged.drawn],
        ),
        SETTLEMENT: (_money(told), _money(logged)),
    }
    return next((what for what, (one, other) in pairs.items() if one != other), "")


SETTLEMENT: Final = "the settlement"


def _money(round_: Round, but: Collection[str] = ()) -> list[tuple[str, str, int, int]]:
    """List what every bet brought, but those of some patrons."""
    lines = ((patron, x.bet, x.stake, x.returned) for patron, x in round_.lines)
    return sorted(line for line in lines if line[0] not in but)


def _actor(command: codec.Plain) -> Plain | None:
    """Name who gave a command; None where the service acted by itself."""
    actor = command.get("actor")
    return actor if isinstance(actor, dict) else None


def _person(actor: Actor) -> Plain:
    return {"name": actor.name, "role": actor.role.value}
