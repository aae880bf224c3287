"""The Players' choice after a dealing error, and how play goes on from it."""

from __future__ import annotations

from punto.core import commands as c
from punto.core import events as e
from punto.core.conduct.choosing import may_choose, undecided
from punto.core.conduct.finishing import void_lines
from punto.core.conduct.reading import (
    Answer,
    live_wagers,
    refuse,
    round_of,
)
from punto.core.conduct.remedies import betting_again, not_needed, phase_after, reconstructed
from punto.core.policies import (
    Need,
)
from punto.core.rulebook import Rulebook
from punto.core.state import Choice, Incident, Phase, Table


def choose(table: Table, command: c.ChooseOption, rules: Rulebook) -> Answer:
    """Choose once: go on, or have the undecided bets back (tb4:5.13, mbs5:5.8.1)."""
    round_ = round_of(table)
    incident = round_.incident
    options = rules.policies.options
    if incident is None:
        return not_needed("a choice", incident, rules)
    if command.patron in dict(incident.choices) or command.patron in round_.bound:
        return refuse(
            "chosen_already",
            f"{command.patron} has chosen",
            "the choice binds for this round",
            options.scope.clauses,
            options.scope.by,
            "patron",
        )
    if not undecided(table, command.patron, rules):
        return refuse(
            "nothing_to_choose",
            f"{command.patron} has no bet that is still open",
            "a bet that is decided is settled",
            options.scope.clauses,
            options.scope.by,
            "patron",
        )
    return [
        e.OptionChosen(
            actor=command.actor,
            patron=command.patron,
            choice=command.choice,
            clauses=options.offered.clauses,
            by=options.offered.by,
        )
    ]


def resume(table: Table, command: c.Resume, rules: Rulebook) -> Answer:
    """Go on; who has not chosen goes on too (I-89)."""
    incident = round_of(table).incident
    if incident is None or incident.needs is not Need.NOTHING:
        waits = "nothing" if incident is None else str(incident.needs).replace("_", " ")
        return refuse(
            "not_resolved",
            "play cannot go on yet",
            f"the table waits for {waits}",
            () if incident is None else incident.clauses,
        )
    return resume_with(table, incident, rules, command)


def resume_with(
    table: Table, incident: Incident, rules: Rulebook, command: c.Resume | None = None
) -> list[e.Event]:
    """Return what Players took back, put the cards in order, and go on."""
    returned, patrons = _returns(table, incident, rules)
    cited = rules.policies.options
    choosing = table.phase is Phase.CHOOSING
    bound = (
        tuple(p for p in may_choose(table) if p not in patrons and undecided(table, p, rules))
        if choosing
        else ()
    )
    found: list[e.Event] = []
    if returned:
        found.append(returned)
    nobody_left = (
        bool(returned)
        and all(wager.id in returned.wagers for wager in live_wagers(round_of(table)))
        if returned
        else False
    )
    if nobody_left and not incident.reopen:
        lines = void_lines(round_of(table), cited.offered.clauses, cited.offered.by)
        return [
            *found,
            e.RoundWithoutResult(lines=lines, clauses=cited.silence.clauses, by=cited.silence.by),
        ]
    if incident.reopen:
        return [*found, e.CardsCollected(clauses=incident.clauses), betting_again(incident)]
    if incident.repairable and incident.cards:
        found += reconstructed(table, (), rules)
    back = table.resume_to or Phase.DEALING
    return [
        *found,
        e.PlayResumed(
            actor=None if command is None else command.actor,
            phase=phase_after(table, back),
            bound=bound,
            clauses=cited.silence.clauses,
            by=cited.silence.by,
        ),
    ]


def _returns(
    table: Table, incident: Incident, rules: Rulebook
) -> tuple[e.BetsReturned | None, set[str]]:
    """List the undecided bets of those who took them back, with their Insurance (I-76, I-88)."""
    leaving = {patron for patron, choice in incident.choices if choice is Choice.RETURN}
    wagers = {w.id: w for patron in leaving for w in undecided(table, patron, rules)}
    if not wagers:
        return None, leaving
    insured = tuple(
        item.id
        for item in round_of(table).insurances
        if item.live
        and item.patron in leaving
        and any((w.bet, w.box) == (item.row.side.value, item.box) for w in wagers.values())
    )
    cited = rules.policies.options.scope
    order = tuple(w.id for w in live_wagers(round_of(table)) if w.id in wagers)
    returned = e.BetsReturned(
        wagers=order,
        insurances=insured,
        reason="taken back under the options",
        clauses=cited.clauses,
        by=cited.by,
    )
    return returned, leaving
