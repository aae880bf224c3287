"""Irregularities and interruptions: what was seen, and which cell of table T6 answers it."""

from __future__ import annotations

from dataclasses import replace

from punto.core import commands as c
from punto.core import events as e
from punto.core.conduct.dealing import another_card_first, card_not_in_set, still_in_set
from punto.core.conduct.evolve import apply, evolve
from punto.core.conduct.insuring import close_offers
from punto.core.conduct.reading import (
    Answer,
    established,
    interrupted_phase,
    refuse,
    round_of,
    setup_of,
)
from punto.core.conduct.remedies import (
    apply_ruling,
    held,
    placed_in_order,
    void,
)
from punto.core.policies import (
    InterruptionCovers,
    Need,
    Ruling,
)
from punto.core.refusal import Refused
from punto.core.rulebook import SET_OF_CARDS, Irregularity, Kind, Rulebook
from punto.core.state import Drawn, Face, Incident, Phase, Round, Table

OF_DEALT_CARDS = frozenset(
    {
        Kind.WRONG_NUMBER_OF_CARDS,
        Kind.CARD_IN_EXCESS,
        Kind.WRONG_AREA,
        Kind.WRONG_PERSON,
        Kind.DEALT_FACE_UP,
        Kind.DRAWN_TOGETHER,
        Kind.DRAWN_TOGETHER_ORDER_UNKNOWN,
        Kind.CARDS_NOT_PASSED,
    }
)
"""Kinds that cannot be without a card that was dealt; before one they are of an earlier round."""

INITIAL_CARDS = 4
"""The initial deal (mbs5:1.1.4)."""


def report(table: Table, command: c.ReportIrregularity, rules: Rulebook) -> Answer:
    """Answer what was seen with what the rules require."""
    row = rules.irregularities[command.kind]
    numbers = _numbers(table, command)
    refused = _check_moment(table, command, row, rules) or _check_numbers(table, command, row)
    if refused is not None:
        return refused
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
        return found + _cards_unfit(table, row, rules)
    drawn = _drawn(table, command, row, rules)
    if isinstance(drawn, Refused):
        return drawn
    now = apply(table, drawn)
    incident = replace(_open_incident(now, row, numbers, rules), behind=command.behind)
    if incident.ruling is Ruling.REPLACE and not _hidden(now, numbers):
        return refuse(
            "nothing_missing",
            "no card has gone whose value is unknown",
            "name the cards that went; one that is on record needs no replacement",
            row.clauses,
            row.by,
            "cards",
        )
    return found + drawn + _answer(now, incident, rules)


def _answer(table: Table, incident: Incident, rules: Rulebook) -> list[e.Event]:
    """Hold play for what is still wanted, as an order (mbs5:5.8.2), or carry the ruling out."""
    if incident.needs is Need.NOTHING or incident.ruling is Ruling.VOID:
        return apply_ruling(table, incident, rules)
    choosing = incident.needs is Need.ORDER and incident.ruling in (Ruling.OPTIONS, Ruling.WITHDRAW)
    return [held(incident, Phase.CHOOSING if choosing else Phase.HELD)]


def _check_moment(
    table: Table, command: c.ReportIrregularity, row: Irregularity, rules: Rulebook
) -> Refused | None:
    """Refuse what cannot be met now: a second thing at a time, or something without a round."""
    if command.kind in SET_OF_CARDS:
        if not command.drawn:
            return None
        return refuse(
            "not_needed",
            "the cards drawn do not matter where the set itself is unfit",
            "report it without them",
            row.clauses,
            where="drawn",
        )
    if table.phase in (Phase.HELD, Phase.CHOOSING):
        return refuse(
            "one_at_a_time",
            "another irregularity waits to be resolved",
            "resolve it first",
            row.clauses,
        )
    if table.phase is Phase.IDLE and (table.round is None or not table.round.paid):
        return refuse(
            "no_round",
            "there is no round to which this could belong",
            "report it in the round in which it happens",
            row.clauses,
        )
    if command.kind is Kind.DEALT_FACE_UP and setup_of(table).face is Face.UP:
        return refuse(
            "not_face_down",
            "this table is dealt face up",
            "a card that should not have been seen is reported as card_exposed",
            row.clauses,
            row.by,
            "kind",
        )
    no_card = not (round_of(table).drawn or command.drawn)
    if no_card and table.phase is Phase.BETTING and command.kind in OF_DEALT_CARDS:
        stands = rules.policies.round.correctable_until
        return refuse(
            "no_card_dealt",
            "no card of this round has been dealt",
            "name the cards that were drawn; an error of an earlier round is too late, it stands",
            tuple(dict.fromkeys((*row.clauses, *stands.clauses))),
            stands.by,
        )
    return None


def _check_numbers(
    table: Table, command: c.ReportIrregularity, row: Irregularity
) -> Refused | None:
    number = 0 if table.round is None else len(table.round.drawn)
    wrong = [n for n in command.cards if not 1 <= n <= number]
    if not wrong and len(set(command.cards)) == len(command.cards):
        return None
    return refuse(
        "unknown_card",
        f"there is no card {wrong[0]} on the table" if wrong else "a card is named twice",
        f"name cards from 1 to {number}, each once",
        row.clauses,
        where="cards",
    )


def _drawn(
    table: Table, command: c.ReportIrregularity, row: Irregularity, rules: Rulebook
) -> list[e.Event] | Refused:
    """Record the cards that were drawn; what lies ready from before comes first (I-90)."""
    dealing = table.phase is Phase.DEALING
    # The next card is drawn, in error or not, and an open offer ends with it (dhyx2:5.3).
    events: list[e.Event] = close_offers(table, rules) if command.drawn and dealing else []
    for seen in command.drawn:
        ready = table.carried[0] if table.carried and table.phase is not Phase.IDLE else None
        refused = _check_drawn(table, seen, ready, row, rules)
        if refused is not None:
            return refused
        card = seen.card if ready is None or ready.card is None else ready.card
        exposed = seen.exposed or (ready is not None and ready.exposed)
        drawn = Drawn(card=card, belongs=None, exposed=exposed)
        event = e.CardDrawn(actor=command.actor, drawn=drawn, from_device=ready is None)
        events.append(event)
        table = evolve(table, event)
    return events


def _check_drawn(
    table: Table, seen: c.Seen, ready: Drawn | None, row: Irregularity, rules: Rulebook
) -> Refused | None:
    known = None if ready is None else ready.card
    if known is not None:
        return None if seen.card in (None, known) else another_card_first(known, rules, "drawn")
    if seen.exposed and seen.card is None:
        return refuse(
            "exposed_but_unknown",
            "a card that lies face up is known",
            "enter the card",
            row.clauses,
            where="drawn",
        )
    if seen.card is not None and not still_in_set(table, seen.card):
        return card_not_in_set(table, seen.card, rules, "drawn")
    if ready is None and table.cards_left < 1:
        return refuse(
            "device_exhausted",
            "more cards are named than the device held",
            "count again",
            row.clauses,
            where="drawn",
        )
    return None


def _numbers(table: Table, command: c.ReportIrregularity) -> tuple[int, ...]:
    start = 0 if table.round is None else len(table.round.drawn)
    new = tuple(range(start, start + len(command.drawn)))
    return tuple(n - 1 for n in command.cards) + new


def _hidden(table: Table, numbers: tuple[int, ...]) -> list[int]:
    """List the cards among these whose value nobody knows."""
    return [n for n in numbers if round_of(table).drawn[n].card is None]


def _cards_unfit(table: Table, row: Irregularity, rules: Rulebook) -> list[e.Event]:
    """Void an open round; between rounds stop and replace the cards, no more (I-85)."""
    replace_cards = e.CardsMustBeReplaced(clauses=row.clauses, by=row.by)
    if interrupted_phase(table) is Phase.IDLE:
        stands = e.Flagged(
            text="no round is open: the settled round stands unless the rules and a shift "
            "manager say otherwise",
            clauses=row.clauses,
            by=("I-85",),
        )
        return [stands, replace_cards]
    kind = str(row.kind).replace("_", " ")
    return [void(table, kind, row.clauses, row.by, rules), replace_cards]


def _open_incident(
    table: Table, row: Irregularity, numbers: tuple[int, ...], rules: Rulebook
) -> Incident:
    """Find the cell of table T6 as far as it can be found before a judgement."""
    after = _as_reconstructed(round_of(table), rules)
    decided = bool(established(table, rules, after))
    ruling: Ruling | None = None
    if row.initial_deal is not None and min(numbers, default=len(after.drawn)) < INITIAL_CARDS:
        ruling = row.initial_deal
    elif row.exposed is not None and any(drawn.exposed for drawn in after.drawn):
        ruling = row.exposed
    elif row.bets_open is not None and table.phase is Phase.BETTING:
        ruling = row.bets_open
    elif row.needs is not Need.JUDGEMENT:
        ruling = row.ruling(established=decided, repairable=True)
    if ruling is Ruling.REPLACE and len(round_of(table).drawn) < INITIAL_CARDS:
        # Two cards are set aside, and three or more could be needed (I-98).
        ruling = Ruling.REFER
    return Incident(
        kind=row.kind,
        needs=Need.RULING if ruling is Ruling.REFER else row.needs,
        ruling=ruling,
        established=decided,
        repairable=None if row.needs is Need.JUDGEMENT else True,
        cards=numbers,
        reopen=row.kind is Kind.DEVICE_RESET and ruling is Ruling.WITHDRAW,
        clauses=row.clauses,
        by=row.by,
    )


def _as_reconstructed(round_: Round, rules: Rulebook) -> Round:
    """See the round with the reported cards where they belong, for I-80 and I-81."""
    if all(drawn.belongs is not None for drawn in round_.drawn):
        return round_
    return replace(round_, drawn=placed_in_order(round_.drawn, rules)[0])


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
    return found + apply_ruling(table, incident, rules)
