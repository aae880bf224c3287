"""Carrying out what the rules require: void, Reconstruction, options, going on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from punto.core import commands as c
from punto.core import events as e
from punto.core.conduct.choosing import anybody_to_choose
from punto.core.conduct.evolve import apply
from punto.core.conduct.finishing import correction, void_lines
from punto.core.conduct.reading import (
    interrupted_phase,
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


def void(
    table: Table, reason: str, clauses: Sequence[str], by: Sequence[str], rules: Rulebook
) -> e.RoundVoided:
    """Void the round: no result, and everything goes back (tb4:1.35, tb4:5.16, I-82)."""
    returns = rules.policies.money.void_returns
    return e.RoundVoided(
        reason=reason,
        lines=void_lines(
            round_of(table),
            tuple(dict.fromkeys((*clauses, *returns.clauses))),
            tuple(dict.fromkeys((*by, *returns.by))),
        ),
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


def reconstructed(table: Table, rules: Rulebook) -> list[e.Event]:
    """Put the cards in order (tb4:5.9-tail1, mbs5:5.7)."""
    round_ = round_of(table)
    placed, surplus = placed_in_order(round_.drawn, rules)
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


def apply_ruling(table: Table, incident: Incident, rules: Rulebook) -> list[e.Event]:
    """Carry out what the rules require."""
    ruling = incident.ruling
    if ruling is Ruling.VOID:
        return _voided(table, incident, rules)
    if ruling in (Ruling.REFER, Ruling.HOUSE):
        return [held(replace(incident, needs=Need.RULING), Phase.HELD)]
    mended = reconstructed(table, rules) if incident.repairable else []
    if interrupted_phase(table) is Phase.IDLE:
        return mended + settled_anew(apply(table, mended), incident, rules)
    if ruling in (Ruling.OPTIONS, Ruling.WITHDRAW) and anybody_to_choose(table, rules):
        choosing = held(replace(incident, needs=Need.NOTHING), Phase.CHOOSING)
        # The options on cards drawn together come before they are assigned (I-92).
        return [choosing] if incident.kind is Kind.DRAWN_TOGETHER else [*mended, choosing]
    if incident.reopen:
        return reopened(incident)
    back = phase_after(apply(table, mended))
    return [*mended, e.PlayResumed(phase=back, clauses=incident.clauses)]


def _voided(table: Table, incident: Incident, rules: Rulebook) -> list[e.Event]:
    """Void, and ask for other cards where the rule behind it does (mbs5:5.12.2)."""
    reason = str(incident.kind or "interruption").replace("_", " ")
    found: list[e.Event] = [void(table, reason, incident.clauses, incident.by, rules)]
    if incident.kind is not None and rules.irregularities[incident.kind].void_needs_new_cards:
        found.append(e.CardsMustBeReplaced(clauses=incident.clauses, by=incident.by))
    return found


def settled_anew(table: Table, incident: Incident, rules: Rulebook) -> list[e.Event]:
    """Settle the last round by its cards as they stand now, and go back to between rounds."""
    reason = str(incident.kind).replace("_", " ")
    return [*correction(table, rules, reason), e.PlayResumed(phase=Phase.IDLE)]


def reopened(incident: Incident) -> list[e.Event]:
    """Take the cards off and open betting again after the device was reset (mbs5:5.9)."""
    return [
        e.CardsCollected(clauses=incident.clauses, by=incident.by),
        e.PlayResumed(phase=Phase.BETTING, clauses=incident.clauses, by=incident.by),
    ]


def phase_after(table: Table) -> Phase:
    """Return to where play was; with cards on the table that is the deal."""
    back = interrupted_phase(table)
    if back in (Phase.BETTING, Phase.IDLE):
        return back
    return Phase.DEALING if round_of(table).drawn else Phase.CLOSED


def not_needed(what: str, incident: Incident, rules: Rulebook) -> Refused:
    """Refuse a decision that nothing waits for."""
    return refuse(
        "not_needed",
        f"{what} is not what the table waits for",
        f"it waits for {str(incident.needs).replace('_', ' ')}",
        rules.authority["report_irregularity"].clauses,
    )
