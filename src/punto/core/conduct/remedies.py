"""Carrying out what the rules require: void, Reconstruction, options, going on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from punto.core import commands as c
from punto.core import events as e
from punto.core.conduct.choosing import anybody_to_choose
from punto.core.conduct.finishing import correction, void_lines
from punto.core.conduct.reading import (
    refuse,
    round_of,
)
from punto.core.policies import (
    Need,
    Ruling,
)
from punto.core.reconstruction import reconstruct
from punto.core.refusal import Refused
from punto.core.rulebook import Kind, Rulebook
from punto.core.state import Drawn, Incident, Phase, Table


def held(incident: Incident, phase: Phase, command: c.Command | None = None) -> e.IncidentHeld:
    """Hold play for an incident."""
    return e.IncidentHeld(
        actor=None if command is None else command.actor,
        incident=incident,
        phase=phase,
        clauses=incident.clauses,
        by=incident.by,
    )


def void(table: Table, reason: str, clauses: Sequence[str], by: Sequence[str]) -> e.RoundVoided:
    """Void the round and return everything (I-82)."""
    return e.RoundVoided(
        reason=reason,
        lines=void_lines(round_of(table), tuple(clauses), tuple(by)),
        clauses=tuple(clauses),
        by=tuple(by),
    )


def placed_in_order(
    drawn: tuple[Drawn, ...], rules: Rulebook
) -> tuple[tuple[Drawn, ...], tuple[Drawn, ...]]:
    """Send each card where it belongs by order of drawing; what is left over comes next."""
    where = reconstruct([card.card for card in drawn], rules.tableau)
    placed = tuple(replace(card, belongs=w.side) for card, w in zip(drawn, where, strict=True))
    first_surplus = next((n for n, w in enumerate(where) if w.side is None), len(drawn))
    return placed[:first_surplus], placed[first_surplus:]


def reconstructed(table: Table, extra: Sequence[c.Seen], rules: Rulebook) -> list[e.Event]:
    """Put the cards in order (tb4:5.9-tail1, mbs5:5.7)."""
    round_ = round_of(table)
    new = tuple(Drawn(card=seen.card, belongs=None, exposed=seen.exposed) for seen in extra)
    drawn = round_.drawn + new
    placed, surplus = placed_in_order(drawn, rules)
    if placed == round_.drawn and not surplus:
        return []
    cited = rules.policies.options.surplus_cards
    return [
        e.CardsReconstructed(
            drawn=placed,
            carried=surplus,
            clauses=cited.clauses,
            by=(*cited.by, "I-104"),
        )
    ]


def apply_ruling(
    table: Table, incident: Incident, extra: Sequence[c.Seen], rules: Rulebook
) -> list[e.Event]:
    """Carry out what the rules require."""
    back = table.phase if table.resume_to is None else table.resume_to
    settled = back is Phase.IDLE
    ruling = incident.ruling
    if ruling is Ruling.VOID:
        reason = str(incident.kind or "interruption").replace("_", " ")
        return [void(table, reason, incident.clauses, incident.by)]
    if ruling in (Ruling.REFER, Ruling.HOUSE):
        return [held(replace(incident, needs=Need.RULING), Phase.HELD)]
    if ruling is Ruling.REPLACE:
        return [held(replace(incident, needs=Need.MISSING_CARD), Phase.HELD)]
    mended = reconstructed(table, extra, rules) if incident.repairable else []
    if settled:
        return mended + correction(table, mended, rules, str(incident.kind))
    waits = incident.kind == Kind.DRAWN_TOGETHER and ruling is not Ruling.STAND
    if ruling in (Ruling.OPTIONS, Ruling.WITHDRAW) and anybody_to_choose(table, rules):
        waiting = replace(incident, needs=Need.NOTHING)
        return (
            [held(waiting, Phase.CHOOSING)] if waits else [*mended, held(waiting, Phase.CHOOSING)]
        )
    resumed = e.PlayResumed(phase=phase_after(table, back), clauses=incident.clauses)
    if incident.reopen:
        return [e.CardsCollected(clauses=incident.clauses, by=incident.by), betting_again(incident)]
    return [*mended, resumed]


def betting_again(incident: Incident) -> e.PlayResumed:
    """Open betting again after the device was reset (mbs5:5.9)."""
    return e.PlayResumed(phase=Phase.BETTING, clauses=incident.clauses, by=incident.by)


def phase_after(table: Table, back: Phase) -> Phase:
    """Return to where play was; with cards on the table that is the deal."""
    if back in (Phase.CLOSED, Phase.COMPLETE, Phase.DECLARED):
        return Phase.DEALING if back is not Phase.CLOSED or round_of(table).drawn else back
    return back


def not_needed(what: str, incident: Incident | None, rules: Rulebook) -> Refused:
    """Refuse a decision that nothing waits for."""
    waits = "nothing" if incident is None else str(incident.needs).replace("_", " ")
    return refuse(
        "not_needed",
        f"{what} is not what the table waits for",
        f"it waits for {waits}",
        rules.authority["report_irregularity"].clauses,
    )
