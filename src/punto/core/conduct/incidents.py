"""Irregularities: what was seen, what the rules require, who decides, and how play goes on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from punto.core import commands as c
from punto.core import events as e
from punto.core.conduct.dealing import still_in_set
from punto.core.conduct.finishing import correction, void_lines
from punto.core.conduct.reading import (
    Answer,
    decided_wager,
    established,
    live_wagers,
    patrons_in,
    reachable,
    refuse,
    round_of,
    setup_of,
)
from punto.core.missing import missing_cards
from punto.core.policies import (
    InterruptionCovers,
    Need,
    Ruling,
    SettledRoundStands,
)
from punto.core.reconstruction import reconstruct
from punto.core.refusal import Refused
from punto.core.rulebook import Irregularity, Kind, Rulebook
from punto.core.state import Choice, Drawn, Incident, Phase, Placed, Round, Table

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
        return found + _apply_ruling(table, incident, command.drawn, rules)
    choosing = incident.needs is Need.ORDER and incident.ruling in (Ruling.OPTIONS, Ruling.WITHDRAW)
    if incident.ruling is Ruling.VOID and incident.needs is Need.ORDER:
        return found + _apply_ruling(table, incident, command.drawn, rules)
    phase = Phase.CHOOSING if choosing else Phase.HELD
    return [*found, _held(incident, phase)]


def _held(incident: Incident, phase: Phase, command: c.Command | None = None) -> e.IncidentHeld:
    return e.IncidentHeld(
        actor=None if command is None else command.actor,
        incident=incident,
        phase=phase,
        clauses=incident.clauses,
        by=incident.by,
    )


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
    return [_void(table, str(row.kind).replace("_", " "), row.clauses, row.by), replace_cards]


def _void(table: Table, reason: str, clauses: Sequence[str], by: Sequence[str]) -> e.RoundVoided:
    return e.RoundVoided(
        reason=reason,
        lines=void_lines(round_of(table), tuple(clauses), tuple(by)),
        clauses=tuple(clauses),
        by=tuple(by),
    )


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
    return replace(round_, drawn=_placed(everything, rules)[0])


def _placed(
    drawn: tuple[Drawn, ...], rules: Rulebook
) -> tuple[tuple[Drawn, ...], tuple[Drawn, ...]]:
    """Send each card where it belongs by order of drawing; what is left over comes next."""
    where = reconstruct([card.card for card in drawn], rules.tableau)
    placed = tuple(replace(card, belongs=w.side) for card, w in zip(drawn, where, strict=True))
    first_surplus = next((n for n, w in enumerate(where) if w.side is None), len(drawn))
    return placed[:first_surplus], placed[first_surplus:]


def _reconstructed(table: Table, extra: Sequence[c.Seen], rules: Rulebook) -> list[e.Event]:
    """Put the cards in order (tb4:5.9-tail1, mbs5:5.7)."""
    round_ = round_of(table)
    new = tuple(Drawn(card=seen.card, belongs=None, exposed=seen.exposed) for seen in extra)
    drawn = round_.drawn + new
    placed, surplus = _placed(drawn, rules)
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


def _apply_ruling(
    table: Table, incident: Incident, extra: Sequence[c.Seen], rules: Rulebook
) -> list[e.Event]:
    """Carry out what the rules require."""
    back = table.phase if table.resume_to is None else table.resume_to
    settled = back is Phase.IDLE
    ruling = incident.ruling
    if ruling is Ruling.VOID:
        reason = str(incident.kind or "interruption").replace("_", " ")
        return [_void(table, reason, incident.clauses, incident.by)]
    if ruling in (Ruling.REFER, Ruling.HOUSE):
        return [_held(replace(incident, needs=Need.RULING), Phase.HELD)]
    if ruling is Ruling.REPLACE:
        return [_held(replace(incident, needs=Need.MISSING_CARD), Phase.HELD)]
    mended = _reconstructed(table, extra, rules) if incident.repairable else []
    if settled:
        return mended + correction(table, mended, rules, str(incident.kind))
    waits = incident.kind == Kind.DRAWN_TOGETHER and ruling is not Ruling.STAND
    if ruling in (Ruling.OPTIONS, Ruling.WITHDRAW) and _anybody_to_choose(table, rules):
        held = replace(incident, needs=Need.NOTHING)
        return [_held(held, Phase.CHOOSING)] if waits else [*mended, _held(held, Phase.CHOOSING)]
    resumed = e.PlayResumed(phase=_phase_after(table, back), clauses=incident.clauses)
    if incident.reopen:
        return [e.CardsCollected(clauses=incident.clauses, by=incident.by), _betting(incident)]
    return [*mended, resumed]


def _betting(incident: Incident) -> e.PlayResumed:
    return e.PlayResumed(phase=Phase.BETTING, clauses=incident.clauses, by=incident.by)


def _phase_after(table: Table, back: Phase) -> Phase:
    """Return to where play was; with cards on the table that is the deal."""
    if back in (Phase.CLOSED, Phase.COMPLETE, Phase.DECLARED):
        return Phase.DEALING if back is not Phase.CLOSED or round_of(table).drawn else back
    return back


def _anybody_to_choose(table: Table, rules: Rulebook) -> bool:
    return any(undecided(table, patron, rules) for patron in _may_choose(table))


def _may_choose(table: Table) -> list[str]:
    """Name the Players who have not bound themselves in this round (tb4:5.13-tail)."""
    round_ = round_of(table)
    return [patron for patron in patrons_in(round_) if patron not in round_.bound]


def undecided(table: Table, patron: str, rules: Rulebook) -> list[Placed]:
    """List a Player's wagers that are not yet decided (I-88)."""
    round_ = round_of(table)
    codes = reachable(rules, round_)
    return [
        wager
        for wager in live_wagers(round_)
        if any(share.patron == patron for share in wager.shares)
        and decided_wager(rules, codes, wager) is None
    ]


def judge(table: Table, command: c.JudgeReconstruction, rules: Rulebook) -> Answer:
    """Judge whether the cards can be put in order, and carry the ruling out (I-110)."""
    incident = round_of(table).incident
    if incident is None or incident.kind is None or incident.needs is not Need.JUDGEMENT:
        return _not_needed("a judgement", incident, rules)
    refused = _rank(command, incident, rules)
    if refused is not None:
        return refused
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
    judged = replace(incident, repairable=command.repairable, ruling=ruling, needs=Need.NOTHING)
    return [
        e.ReconstructionJudged(
            actor=command.actor,
            repairable=command.repairable,
            reason=command.reason,
            clauses=rules.policies.options.discretion.clauses,
            by=rules.policies.options.discretion.by,
        ),
        *_apply_ruling(table, judged, (), rules),
    ]


def _rank(command: c.Command, incident: Incident, rules: Rulebook) -> Refused | None:
    """Hold a decision to the rank that the irregularity itself asks for."""
    if incident.kind is None:
        return None
    row = rules.irregularities[incident.kind]
    if command.actor.role.at_least(row.decided_by):
        return None
    return refuse(
        "not_authorised",
        f"a {command.actor.role.replace('_', ' ')} may not decide this",
        f"it takes a {row.decided_by.replace('_', ' ')} or above",
        row.clauses,
        row.by,
        "actor",
    )


def _not_needed(what: str, incident: Incident | None, rules: Rulebook) -> Refused:
    waits = "nothing" if incident is None else str(incident.needs).replace("_", " ")
    return refuse(
        "not_needed",
        f"{what} is not what the table waits for",
        f"it waits for {waits}",
        rules.authority["report_irregularity"].clauses,
    )


def assign_order(table: Table, command: c.AssignOrder, rules: Rulebook) -> Answer:
    """Decide which card drawn together comes first, once the options are closed (I-92)."""
    round_ = round_of(table)
    incident = round_.incident
    if incident is None or incident.needs is not Need.ORDER:
        return _not_needed("an order", incident, rules)
    refused = _rank(command, incident, rules)
    if refused is not None:
        return refused
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
    cards = list(round_.drawn)
    for place, n in zip(sorted(incident.cards), wanted, strict=True):
        cards[place] = round_.drawn[n]
    ordered = replace(table, round=replace(round_, drawn=tuple(cards)))
    assigned = e.OrderAssigned(
        actor=command.actor, order=wanted, clauses=incident.clauses, by=incident.by
    )
    return [assigned, *_resume(ordered, incident, rules)]


def choose(table: Table, command: c.ChooseOption, rules: Rulebook) -> Answer:
    """Choose once: go on, or have the undecided bets back (tb4:5.13, mbs5:5.8.1)."""
    round_ = round_of(table)
    incident = round_.incident
    options = rules.policies.options
    if incident is None:
        return _not_needed("a choice", incident, rules)
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
    return _resume(table, incident, rules, command)


def _resume(
    table: Table, incident: Incident, rules: Rulebook, command: c.Resume | None = None
) -> list[e.Event]:
    """Return what Players took back, put the cards in order, and go on."""
    returned, patrons = _returns(table, incident, rules)
    cited = rules.policies.options
    choosing = table.phase is Phase.CHOOSING
    bound = (
        tuple(p for p in _may_choose(table) if p not in patrons and undecided(table, p, rules))
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
        return [*found, e.CardsCollected(clauses=incident.clauses), _betting(incident)]
    if incident.repairable and incident.cards:
        found += _reconstructed(table, (), rules)
    back = table.resume_to or Phase.DEALING
    return [
        *found,
        e.PlayResumed(
            actor=None if command is None else command.actor,
            phase=_phase_after(table, back),
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
        return [*found, _held(incident, Phase.HELD)]
    return found + _apply_ruling(table, incident, (), rules)


def enter_missing(table: Table, command: c.EnterMissingCard, rules: Rulebook) -> Answer:
    """Compute the cards that went from what is left, and put equal ones in their place."""
    round_ = round_of(table)
    incident = round_.incident
    if incident is None or incident.needs is not Need.MISSING_CARD:
        return _not_needed("a missing card", incident, rules)
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
    in_play = [drawn.card for drawn in round_.drawn if drawn.card is not None]
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
    return [
        e.MissingCardsReplaced(
            actor=command.actor,
            cards=tuple(zip(gone, order, strict=True)),
            set_aside=command.set_aside,
            clauses=clauses,
            by=by,
        ),
        e.CardsMustBeReplaced(clauses=clauses, by=by),
        e.PlayResumed(phase=Phase.DEALING, clauses=clauses, by=by),
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
    incident = None if table.round is None else table.round.incident
    waits = table.phase is Phase.HELD and incident is not None
    stands = rules.policies.round.settled_round_stands
    clauses, by = stands.clauses, stands.by
    if command.effect is c.Effect.CONTINUE:
        return None
    if table.phase is Phase.IDLE:
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
    if not waits:
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
    incident = None if table.round is None else table.round.incident
    match command.effect:
        case c.Effect.VOID:
            return [_void(table, command.reason, clauses, by)]
        case c.Effect.REPLACE_CARDS if table.phase is Phase.IDLE:
            return [e.CardsMustBeReplaced(clauses=clauses, by=by)]
        case c.Effect.CONTINUE if table.phase is not Phase.HELD or incident is None:
            return []
        case c.Effect.OPTIONS if incident is not None:
            held = replace(incident, needs=Need.NOTHING, ruling=Ruling.OPTIONS, repairable=True)
            return _apply_ruling(table, held, (), rules)
        case _:
            return _ruled_on(table, command, rules)


def _ruled_on(table: Table, command: c.Rule, rules: Rulebook) -> list[e.Event]:
    """Go on after a ruling: with wagers returned, with other cards next, or as it was."""
    authority = rules.authority["rule"]
    back = table.resume_to or Phase.DEALING
    found: list[e.Event] = []
    if command.effect is c.Effect.RETURN:
        found.append(
            e.BetsReturned(
                wagers=command.wagers,
                insurances=(),
                reason=command.reason,
                clauses=authority.clauses,
                by=authority.by,
            )
        )
    if command.effect is c.Effect.REPLACE_CARDS:
        found.append(e.CardsMustBeReplaced(clauses=authority.clauses, by=authority.by))
    if back is not Phase.IDLE:
        found += _reconstructed(table, (), rules)
    return [*found, e.PlayResumed(phase=_phase_after(table, back), clauses=authority.clauses)]


__all__ = [
    "assign_order",
    "choose",
    "enter_missing",
    "interruption",
    "judge",
    "report",
    "resume",
    "rule",
    "undecided",
]
