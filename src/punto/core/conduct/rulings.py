"""Decisions that a rank has to make: judgement, order, missing cards, and what is not covered."""

from __future__ import annotations

from dataclasses import replace

from punto.core import commands as c
from punto.core import events as e
from punto.core.conduct.choosing import insured_by
from punto.core.conduct.evolve import apply, evolve
from punto.core.conduct.options import resume_with
from punto.core.conduct.reading import (
    Answer,
    incident_of,
    interrupted_phase,
    live_wagers,
    refuse,
    round_of,
    setup_of,
)
from punto.core.conduct.remedies import (
    apply_ruling,
    not_needed,
    phase_after,
    reconstructed,
    void,
)
from punto.core.missing import missing_cards
from punto.core.policies import (
    Need,
    Ruling,
    SettledRoundStands,
)
from punto.core.refusal import Refused
from punto.core.rulebook import Kind, Rulebook
from punto.core.state import Incident, Phase, Table


def judge(table: Table, command: c.JudgeReconstruction, rules: Rulebook) -> Answer:
    """Judge whether the cards can be put in order, and carry the ruling out (I-110)."""
    incident = incident_of(table)
    if incident.kind is None or incident.needs is not Need.JUDGEMENT:
        return not_needed("a judgement", incident, rules)
    if not command.reason.strip():
        return refuse(
            "reason_missing",
            "the judgement has no reason",
            "give the reason; it must be reviewable",
            rules.policies.options.discretion.clauses,
            ("I-110",),
            "reason",
        )
    row = rules.irregularities[incident.kind]
    ruling = incident.ruling or row.ruling(
        established=incident.established, repairable=command.repairable
    )
    if ruling is Ruling.BY_ERROR:
        ruling = _by_error(incident, rules)
    judged = replace(incident, repairable=command.repairable, ruling=ruling, needs=Need.NOTHING)
    return [
        e.ReconstructionJudged(
            actor=command.actor,
            repairable=command.repairable,
            reason=command.reason,
            clauses=rules.policies.options.discretion.clauses,
            by=rules.policies.options.discretion.by,
        ),
        *apply_ruling(table, judged, rules),
    ]


def _by_error(incident: Incident, rules: Rulebook) -> Ruling:
    """Look up what the error behind a wrong number of cards asks for (I-86)."""
    named = Kind.CARD_IN_EXCESS if incident.behind is None else incident.behind
    ruling = rules.irregularities[named].ruling(established=incident.established, repairable=True)
    return Ruling.STAND if ruling is Ruling.BY_ERROR else ruling


def assign_order(table: Table, command: c.AssignOrder, rules: Rulebook) -> Answer:
    """Decide which card drawn together comes first, once the options are closed (I-92)."""
    incident = incident_of(table)
    if incident.needs is not Need.ORDER:
        return not_needed("an order", incident, rules)
    wanted = tuple(n - 1 for n in command.order)
    if sorted(wanted) != sorted(incident.cards):
        numbers = " ".join(str(n + 1) for n in incident.cards)
        return refuse(
            "not_an_order",
            "the order must name each of the cards drawn together once",
            f"order the cards {numbers}",
            incident.clauses,
            incident.by,
            "order",
        )
    assigned = e.OrderAssigned(
        actor=command.actor, order=wanted, clauses=incident.clauses, by=incident.by
    )
    return [assigned, *resume_with(evolve(table, assigned), incident, rules)]


def enter_missing(table: Table, command: c.EnterMissingCard, rules: Rulebook) -> Answer:
    """Compute the cards that went from what is left, and put equal ones in their place."""
    round_ = round_of(table)
    incident = incident_of(table)
    if incident.needs is not Need.MISSING_CARD:
        return not_needed("a missing card", incident, rules)
    clauses, by = incident.clauses, incident.by
    if len(command.set_aside) != 2:
        return refuse(
            "two_cards_aside",
            f"{len(command.set_aside)} cards were set aside",
            "two cards are set aside in drawn order before the rest is sorted",
            clauses,
            by,
            "set_aside",
        )
    gone = [n for n in incident.cards if round_.drawn[n].card is None]
    lying = (*round_.drawn, *table.carried)
    in_play = [drawn.card for drawn in lying if drawn.card is not None]
    found = missing_cards(
        setup_of(table).decks, command.sorted_cards, in_play, command.set_aside, len(gone)
    )
    if isinstance(found, Refused):
        return found
    order = command.cards or found
    if sorted(map(str, order)) != sorted(map(str, found)):
        return refuse(
            "not_the_missing_cards",
            f"the cards missing are {' '.join(map(str, found))}",
            "name them in the order in which they lay",
            clauses,
            by,
            "cards",
        )
    replaced = e.MissingCardsReplaced(
        actor=command.actor,
        cards=tuple(zip(gone, order, strict=True)),
        set_aside=command.set_aside,
        clauses=clauses,
        by=by,
    )
    table = evolve(table, replaced)
    decks = setup_of(table).decks
    if table.cards_left < 0 or any(count > decks for _, count in table.seen):
        return refuse(
            "card_not_in_set",
            "these cards cannot be left by what has been drawn from this set",
            "sort and count the device and the discards again",
            clauses,
            by,
            "sorted_cards",
        )
    mended = reconstructed(table, rules)
    return [
        replaced,
        *mended,
        e.CardsMustBeReplaced(clauses=clauses, by=by),
        e.PlayResumed(phase=phase_after(apply(table, mended)), clauses=clauses, by=by),
    ]


def rule(table: Table, command: c.Rule, rules: Rulebook) -> Answer:
    """Store a ruling with author, effect and reason, and carry it out (I-109)."""
    authority = rules.authority["rule"]
    if not command.reason.strip():
        return refuse(
            "reason_missing",
            "the ruling has no reason",
            "give the reason; every ruling is stored with it",
            authority.clauses,
            authority.by,
            "reason",
        )
    if command.interpretation not in (None, *rules.interpretations):
        known = sorted(rules.interpretations, key=lambda id_: (len(id_), id_))
        return refuse(
            "unknown_interpretation",
            f"there is no interpretation {command.interpretation!r}",
            f"name one from {known[0]} to {known[-1]}, or none; the reason may say anything",
            authority.clauses,
            authority.by,
            "interpretation",
        )
    refused = _check_ruling(table, command, rules)
    if refused is not None:
        return refused
    ruled = e.Ruled(
        actor=command.actor,
        effect=command.effect,
        reason=command.reason,
        wagers=command.wagers,
        interpretation=command.interpretation,
        clauses=authority.clauses,
        by=authority.by,
    )
    return [ruled, *_carry_out(table, command, rules)]


def _check_ruling(table: Table, command: c.Rule, rules: Rulebook) -> Refused | None:
    """Refuse effects that the moment does not allow."""
    stands = rules.policies.round.settled_round_stands
    clauses, by = stands.clauses, stands.by
    if command.effect is c.Effect.CONTINUE:
        return None
    if interrupted_phase(table) is Phase.IDLE:
        last = table.round
        if command.effect is c.Effect.REPLACE_CARDS:
            return None
        if command.effect is c.Effect.VOID and last is not None and last.paid:
            if stands.value is SettledRoundStands.FROM_NEXT_CALL:
                return None
            return refuse(
                "settled_round_stands",
                "the settled round stands",
                "its outcome and settlement can no longer be voided",
                clauses,
                by,
            )
        return refuse(
            "no_round",
            "no round is open on which this could take effect",
            "between rounds a ruling can continue, replace the cards, or void the last round",
            clauses,
            by,
        )
    if table.phase is not Phase.HELD:
        return refuse(
            "nothing_referred",
            "nothing has been referred for a ruling",
            "report the irregularity first; the ruling answers it",
            rules.authority["rule"].clauses,
            rules.authority["rule"].by,
        )
    known = {w.id for w in live_wagers(round_of(table))}
    if command.effect is c.Effect.RETURN and not (command.wagers and set(command.wagers) <= known):
        return refuse(
            "unknown_wager",
            "the ruling must name wagers that are in play",
            f"in play are {', '.join(sorted(known)) or 'none'}",
            rules.authority["rule"].clauses,
            where="wagers",
        )
    return None


def _carry_out(table: Table, command: c.Rule, rules: Rulebook) -> list[e.Event]:
    authority = rules.authority["rule"]
    clauses, by = authority.clauses, authority.by
    match command.effect:
        case c.Effect.VOID:
            return [void(table, command.reason, clauses, by, rules)]
        case c.Effect.REPLACE_CARDS if table.phase is Phase.IDLE:
            return [e.CardsMustBeReplaced(clauses=clauses, by=by)]
        case c.Effect.CONTINUE if table.phase is not Phase.HELD:
            return []
        case c.Effect.OPTIONS:
            waiting = replace(
                incident_of(table), needs=Need.NOTHING, ruling=Ruling.OPTIONS, repairable=True
            )
            return apply_ruling(table, waiting, rules)
        case _:
            return _ruled_on(table, command, rules)


def _ruled_on(table: Table, command: c.Rule, rules: Rulebook) -> list[e.Event]:
    """Go on after a ruling: with wagers returned, with other cards next, or as it was."""
    authority = rules.authority["rule"]
    found: list[e.Event] = []
    if command.effect is c.Effect.RETURN:
        named = [w for w in live_wagers(round_of(table)) if w.id in command.wagers]
        found.append(
            e.BetsReturned(
                wagers=command.wagers,
                insurances=insured_by(table, named),
                reason=command.reason,
                clauses=authority.clauses,
                by=authority.by,
            )
        )
    if command.effect is c.Effect.REPLACE_CARDS:
        found.append(e.CardsMustBeReplaced(clauses=authority.clauses, by=authority.by))
    mended = reconstructed(table, rules)
    back = phase_after(apply(table, mended))
    return [*found, *mended, e.PlayResumed(phase=back, clauses=authority.clauses)]
