"""Irregularities and interruptions: what was seen, and which cell of table T6 answers it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from punto.core import commands as c
from punto.core import events as e
from punto.core.conduct.dealing import still_in_set
from punto.core.conduct.reading import (
    Answer,
    established,
    refuse,
    round_of,
)
from punto.core.conduct.remedies import apply_ruling, held, placed_in_order, void
from punto.core.policies import (
    InterruptionCovers,
    Need,
    Ruling,
)
from punto.core.refusal import Refused
from punto.core.rulebook import Irregularity, Kind, Rulebook
from punto.core.state import Drawn, Incident, Phase, Round, Table

SET_OF_CARDS = frozenset(
    {Kind.FOREIGN_CARD, Kind.WRONG_CARD_COUNT, Kind.UNSHUFFLED, Kind.DEVICE_EXHAUSTED}
)
"""Kinds that lie in the cards themselves: they void a round and ask for other cards (I-85)."""


def report(table: Table, command: c.ReportIrregularity, rules: Rulebook) -> Answer:
    """Answer what was seen with what the rules require."""
    row = rules.irregularities[command.kind]
    refused = _check_report(table, command, row)
    if refused is not None:
        return refused
    numbers = _numbers(table, command)
    found: list[e.Event] = [
        e.IrregularityReported(
            actor=command.actor,
            kind=command.kind,
            note=command.note,
            cards=numbers,
            clauses=row.clauses,
            by=row.by,
        )
    ]
    if command.kind in SET_OF_CARDS:
        return found + _cards_unfit(table, row)
    found += [
        e.CardDrawn(drawn=Drawn(card=seen.card, belongs=None, exposed=seen.exposed))
        for seen in command.drawn
    ]
    incident = _open_incident(table, command, row, numbers, rules)
    if incident.needs is Need.NOTHING:
        return found + apply_ruling(table, incident, command.drawn, rules)
    choosing = incident.needs is Need.ORDER and incident.ruling in (Ruling.OPTIONS, Ruling.WITHDRAW)
    if incident.ruling is Ruling.VOID and incident.needs is Need.ORDER:
        return found + apply_ruling(table, incident, command.drawn, rules)
    phase = Phase.CHOOSING if choosing else Phase.HELD
    return [*found, held(incident, phase)]


def _check_report(table: Table, command: c.ReportIrregularity, row: Irregularity) -> Refused | None:
    busy = table.phase in (Phase.HELD, Phase.CHOOSING)
    if busy and command.kind not in SET_OF_CARDS:
        return refuse(
            "one_at_a_time",
            "another irregularity waits to be resolved",
            "resolve it first",
            row.clauses,
        )
    if table.phase is Phase.IDLE and table.round is None and command.kind not in SET_OF_CARDS:
        return refuse(
            "no_round",
            "there is no round to which this could belong",
            "report it in the round in which it happens",
            row.clauses,
        )
    number = 0 if table.round is None else len(table.round.drawn)
    wrong = [n for n in command.cards if not 1 <= n <= number]
    if wrong:
        return refuse(
            "unknown_card",
            f"there is no card {wrong[0]} on the table",
            f"name cards from 1 to {number}",
            row.clauses,
            where="cards",
        )
    for seen in command.drawn:
        if seen.exposed and seen.card is None:
            return refuse(
                "exposed_but_unknown",
                "a card that lies face up is known",
                "enter the card",
                row.clauses,
                where="drawn",
            )
        if seen.card is not None and not still_in_set(table, seen.card):
            return refuse(
                "card_not_in_set",
                f"every {seen.card} has been drawn",
                "report wrong_card_count or foreign_card",
                row.clauses,
                where="drawn",
            )
    if len(command.drawn) > table.cards_left:
        return refuse(
            "device_exhausted",
            f"{len(command.drawn)} cards cannot have been drawn; {table.cards_left} were left",
            "count again",
            row.clauses,
            where="drawn",
        )
    if command.drawn and command.kind in SET_OF_CARDS:
        return refuse(
            "not_needed",
            "the round is void; the cards drawn do not matter",
            "report it without them",
            row.clauses,
            where="drawn",
        )
    return None


def _numbers(table: Table, command: c.ReportIrregularity) -> tuple[int, ...]:
    start = 0 if table.round is None else len(table.round.drawn)
    new = tuple(range(start, start + len(command.drawn)))
    return tuple(n - 1 for n in command.cards) + new


def _cards_unfit(table: Table, row: Irregularity) -> list[e.Event]:
    """Void an open round; between rounds stop and replace the cards, no more (I-85)."""
    replace_cards = e.CardsMustBeReplaced(clauses=row.clauses, by=row.by)
    if table.phase is Phase.IDLE:
        stands = e.Flagged(
            text="no round is open: the settled round stands unless the rules and a shift "
            "manager say otherwise",
            clauses=row.clauses,
            by=("I-85",),
        )
        return [stands, replace_cards]
    return [void(table, str(row.kind).replace("_", " "), row.clauses, row.by), replace_cards]


def _open_incident(
    table: Table,
    command: c.ReportIrregularity,
    row: Irregularity,
    numbers: tuple[int, ...],
    rules: Rulebook,
) -> Incident:
    """Find the cell of table T6 as far as it can be found before a judgement."""
    after = _with_reported(round_of(table), command.drawn, rules)
    decided = bool(established(table, rules, after))
    ruling: Ruling | None = None
    if row.initial_deal is not None and _in_initial_deal(table, command):
        ruling = row.initial_deal
    elif row.exposed is not None and any(drawn.exposed for drawn in after.drawn):
        ruling = row.exposed
    elif row.needs is not Need.JUDGEMENT:
        ruling = row.ruling(established=decided, repairable=True)
    needs = row.needs
    if ruling is Ruling.REFER:
        needs = Need.RULING
    return Incident(
        kind=row.kind,
        needs=needs,
        ruling=ruling,
        established=decided,
        repairable=None if row.needs is Need.JUDGEMENT else True,
        cards=numbers,
        reopen=row.kind is Kind.DEVICE_RESET and ruling is Ruling.WITHDRAW,
        clauses=row.clauses,
        by=row.by,
    )


def _in_initial_deal(table: Table, command: c.ReportIrregularity) -> bool:
    """Tell whether one of the first four cards is concerned (mbs5:1.1.4, mbs5:5.8.2.1)."""
    return len(round_of(table).drawn) < 4 and bool(command.drawn)


def _with_reported(round_: Round, drawn: Sequence[c.Seen], rules: Rulebook) -> Round:
    """See the round with the reported cards where they belong, for I-80 and I-81."""
    if not drawn:
        return round_
    extra = tuple(Drawn(card=seen.card, belongs=None, exposed=seen.exposed) for seen in drawn)
    everything = round_.drawn + extra
    return replace(round_, drawn=placed_in_order(everything, rules)[0])


def interruption(table: Table, command: c.ReportInterruption, rules: Rulebook) -> Answer:
    """Branch on whether some available bet is decided (tb4:5.4, mbs5:5.17, I-80, I-99)."""
    if table.phase in (Phase.HELD, Phase.CHOOSING):
        return refuse(
            "one_at_a_time",
            "play is held already",
            "resolve what it is held for; the interruption needs no step of its own",
            rules.policies.interruption.covers.clauses,
        )
    policy = rules.policies.interruption
    decided = established(table, rules, round_of(table))
    cited = policy.established if decided else policy.open
    covered = policy.covers.value is InterruptionCovers.ANY_INTERRUPTION or command.power
    ruling = cited.value if covered else Ruling.REFER
    incident = Incident(
        kind=None,
        needs=Need.NOTHING if covered else Need.RULING,
        ruling=ruling,
        established=bool(decided),
        repairable=True,
        clauses=cited.clauses if covered else policy.covers.clauses,
        by=cited.by if covered else policy.covers.by,
    )
    found: list[e.Event] = [
        e.Interrupted(
            actor=command.actor,
            power=command.power,
            note=command.note,
            established=decided,
            clauses=incident.clauses,
            by=incident.by,
        )
    ]
    if ruling is Ruling.PLAY_ON:
        return [*found, held(incident, Phase.HELD)]
    return found + apply_ruling(table, incident, (), rules)
