"""The Players' choice after a dealing error, and how play goes on from it."""

from __future__ import annotations

from punto.core import commands as c
from punto.core import events as e
from punto.core.conduct.choosing import insured_by, may_choose, undecided
from punto.core.conduct.evolve import apply
from punto.core.conduct.finishing import void_lines
from punto.core.conduct.reading import (
    Answer,
    incident_of,
    interrupted_phase,
    live_wagers,
    refuse,
    round_of,
)
from punto.core.conduct.remedies import (
    phase_after,
    reconstructed,
    reopened,
    settled_anew,
)
from punto.core.policies import (
    Need,
)
from punto.core.rulebook import Rulebook
from punto.core.state import Choice, Incident, Phase, Table


def choose(table: Table, command: c.ChooseOption, rules: Rulebook) -> Answer:
    """Choose once: go on, or have the undecided bets back (tb4:5.13, mbs5:5.8.1)."""
    round_ = round_of(table)
    incident = incident_of(table)
    options = rules.policies.options
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
    incident = incident_of(table)
    if incident.needs is not Need.NOTHING:
        return refuse(
            "not_resolved",
            "play cannot go on yet",
            f"the table waits for {str(incident.needs).replace('_', ' ')}",
            incident.clauses,
        )
    return resume_with(table, incident, rules, command)


def resume_with(
    table: Table, incident: Incident, rules: Rulebook, command: c.Resume | None = None
) -> list[e.Event]:
    """Return what Players took back, put the cards in order, and go on."""
    cited = rules.policies.options
    bound = _bound(table, incident, rules) if table.phase is Phase.CHOOSING else ()
    found = _returned(table, incident, rules)
    table = apply(table, found)
    if incident.reopen:
        return found + reopened(incident)
    if found and not any(live_wagers(round_of(table))):
        lines = void_lines(round_of(table), cited.offered.clauses, cited.offered.by)
        return [
            *found,
            e.RoundWithoutResult(lines=lines, clauses=cited.silence.clauses, by=cited.silence.by),
        ]
    if incident.repairable and incident.cards:
        mended = reconstructed(table, rules)
        found += mended
        table = apply(table, mended)
    if interrupted_phase(table) is Phase.IDLE:
        return found + settled_anew(table, incident, rules)
    return [
        *found,
        e.PlayResumed(
            actor=None if command is None else command.actor,
            phase=phase_after(table),
            bound=bound,
            clauses=cited.silence.clauses if table.phase is Phase.CHOOSING else incident.clauses,
            by=cited.silence.by if table.phase is Phase.CHOOSING else incident.by,
        ),
    ]


def _leaving(incident: Incident) -> set[str]:
    return {patron for patron, choice in incident.choices if choice is Choice.RETURN}


def _bound(table: Table, incident: Incident, rules: Rulebook) -> tuple[str, ...]:
    """Name those who go on, and so have no second choice in this round (tb4:5.13-tail)."""
    leaving = _leaving(incident)
    return tuple(p for p in may_choose(table) if p not in leaving and undecided(table, p, rules))


def _returned(table: Table, incident: Incident, rules: Rulebook) -> list[e.Event]:
    """Return the undecided bets of those who took them back, with their Insurance (I-76, I-88)."""
    leaving = _leaving(incident)
    back = {(w.id, p) for p in leaving for w in undecided(table, p, rules)}
    if not back:
        return []
    live = list(live_wagers(round_of(table)))
    whole = [w for w in live if all((w.id, s.patron) in back or s.returned for s in w.shares)]
    cited = rules.policies.options.scope
    return [
        e.BetsReturned(
            wagers=tuple(wager.id for wager in whole),
            insurances=insured_by(table, whole),
            reason="taken back under the options",
            shares=tuple(
                (wager.id, share.patron)
                for wager in live
                if wager not in whole
                for share in wager.shares
                if (wager.id, share.patron) in back
            ),
            clauses=cited.clauses,
            by=cited.by,
        )
    ]
