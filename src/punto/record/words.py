"""What each event means, in plain words: one phrase for every event, in this one place."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from punto.core import events as e
from punto.core.commands import Effect
from punto.core.policies import Need, Ruling
from punto.core.rulebook import Rulebook
from punto.core.state import Choice, Incident, Phase, Placed, Round, Table
from punto.core.tableau import deal
from punto.record import wording as w
from punto.record.values import spoken, write_card


def say(event: e.Event, before: Table, rules: Rulebook) -> str:
    """Say an event as one or two sentences; "" where there is nothing to add."""
    if isinstance(event, e.Note) and type(event) not in PHRASES:
        return ""
    said = PHRASES[type(event)](event, before, rules)
    return w.sentence(said) if said else ""


def _round(table: Table) -> Round:
    if table.round is None:
        raise LookupError("this event happens in a round")
    return table.round


def _wager(table: Table, wager_id: str) -> Placed | None:
    return next((item for item in _round(table).wagers if item.id == wager_id), None)


def _wagers(table: Table, ids: Iterable[str], rules: Rulebook) -> str:
    found = (_wager(table, one) for one in ids)
    return w.listed(f"{item.patron}'s {w.wager(item, rules)}" for item in found if item)


# --- the table ------------------------------------------------------------------------------------


def _staff(event: e.StaffAssigned, _: Table, __: Rulebook) -> str:
    if event.role is None:
        return f"{event.person} has no role at this table any more"
    return f"{event.person} is {spoken(event.role)}"


def _loaded(event: e.CardsLoaded, _: Table, __: Rulebook) -> str:
    why = f" ({event.reason})" if event.reason else ""
    return f"a shuffled set of {event.decks} decks is in the device{why}"


def _burnt(event: e.CardBurnt, _: Table, __: Rulebook) -> str:
    card = "a card, unseen," if event.card is None else str(event.card)
    return f"{card} is burnt; it counts for no Hand"


def _committed(event: e.ShoeCommitted, _: Table, __: Rulebook) -> str:
    return f"the order of {event.decks} decks is fixed; its seal is {event.commitment}"


def _insurance_switched(event: e.InsuranceSwitched, _: Table, __: Rulebook) -> str:
    if event.offered:
        return "the no-insurance notice is down; Insurance is offered from the next round on"
    return "a no-insurance notice is up; no Insurance is offered from the next round on"


def _limits_set(event: e.LimitsSet, _: Table, __: Rulebook) -> str:
    return f"the table shows {w.limits(event.limits, event.limits_by_bet)}"


def _round_opened(event: e.RoundOpened, _: Table, rules: Rulebook) -> str:
    lacking = bool(rules.insurance_rows) and not event.insurance_offered
    without = "; no Insurance is offered in it" if lacking else ""
    return f'"Place your Bets, please": round {event.number} opens at {w.clock(event.at)}{without}'


# --- bets -----------------------------------------------------------------------------------------


def _placed(event: e.WagerPlaced, _: Table, rules: Rulebook) -> str:
    wager = event.wager
    unnoticed = "; nobody has checked it" if wager.unchecked else ""
    return f"{wager.patron} has {w.wager(wager, rules)}{unnoticed}"


def _joined(event: e.WagerJoined, before: Table, rules: Rulebook) -> str:
    wager = _wager(before, event.id)
    area = f" on {w.bet_name(wager.bet, rules)} at box {wager.box}" if wager else ""
    share = event.share
    return f"{share.patron} has a share of {w.money(share.stake)} in {event.id}{area}"


def _changed(event: e.WagerChanged, before: Table, rules: Rulebook) -> str:
    wager = _wager(before, event.id)
    if wager is None:
        return ""
    where = f"{w.bet_name(wager.bet, rules)} at box {wager.box} ({wager.id})"
    had = sum(share.stake for share in wager.shares if share.patron == event.patron)
    if event.stake == 0:
        return f"{event.patron} takes {w.money(had)} back from {where}"
    return f"{event.patron} has {w.money(event.stake)} on {where}, not {w.money(had)} any more"


def _rejected(event: e.WagerRejected, before: Table, rules: Rulebook) -> str:
    reason = f": {event.reason}" if event.reason else ""
    wager = _wager(before, event.id)
    said = f"{wager.patron}'s {w.wager(wager, rules)}" if wager else event.id
    if event.stake == 0:
        return f"the House gives {said} back{reason}"
    return f"of {said} the House takes {w.money(event.stake)} only{reason}"


def _exceeded(event: e.DifferentialExceeded, _: Table, __: Rulebook) -> str:
    apart = abs(event.player - event.banker)
    return (
        f"the Differential is {w.money(apart)} (Player {w.money(event.player)}, "
        f"Banker {w.money(event.banker)}), above its maximum of {w.money(event.maximum)}"
    )


def _late_change(event: e.LateChangeIgnored, _: Table, __: Rulebook) -> str:
    return f"too late: {event.patron}'s {event.id} stays in play as it lay when bets were closed"


def _reduced(event: e.StakesReduced, before: Table, rules: Rulebook) -> str:
    said = []
    for wager_id, at_risk in event.at_risk:
        wager = _wager(before, wager_id)
        if wager is not None:
            said.append(f"{wager.patron}'s {w.wager(wager, rules)} for {w.money(at_risk)}")
    return f"these play in part only: {w.listed(said)}" if said else ""


# --- cards ----------------------------------------------------------------------------------------


def _drawn(event: e.CardDrawn, _: Table, __: Rulebook) -> str:
    drawn = event.drawn
    card = "an unseen card" if drawn.card is None else str(drawn.card)
    to = "has no place yet" if drawn.belongs is None else f"to {w.HAND[drawn.belongs]}"
    down = ", face down" if not drawn.exposed else ""
    ready = "" if event.from_device else " (it lay ready)"
    return f"{card} {to}{down}{ready}"


def _completed(_: e.HandsCompleted, before: Table, __: Rulebook) -> str:
    return f"both Hands are complete: {w.both_hands(_round(before))}"


def _exposed(event: e.CardExposed, before: Table, _: Rulebook) -> str:
    belongs = _round(before).drawn[event.number].belongs
    of = f" of {w.HAND[belongs]}" if belongs is not None else ""
    return f"card {event.number + 1}{of} shows {event.card}"


def _reconstructed(event: e.CardsReconstructed, _: Table, rules: Rulebook) -> str:
    said = f"the cards are put in the order drawn: {w.lying(event.drawn)}"
    if not event.carried:
        return said
    carried = w.cards(item.card for item in event.carried)
    plural = "" if len(event.carried) > 1 else "s"
    known = [item.card for item in event.drawn if item.card is not None]
    finished = len(known) == len(event.drawn) and deal(known, rules.tableau).complete
    where = f"begin{plural} the next round" if finished else f"come{plural} next"
    return f"{said}; {carried} {where}"


def _cutting(event: e.CuttingCardSeen, _: Table, __: Rulebook) -> str:
    first = " as the first card of the round" if event.first_of_round else ""
    return f"the cutting card comes{first}; this round is the last from these cards"


def _passed(event: e.CardsPassed, _: Table, __: Rulebook) -> str:
    hand = w.HAND[event.side]
    if event.patron is None:
        return f"the {hand} cards stay with the Dealer"
    return f"the {hand} cards go face down to {event.patron}"


# --- Insurance ------------------------------------------------------------------------------------


def _offered(event: e.InsuranceOffered, _: Table, __: Rulebook) -> str:
    rows = w.listed(w.offered(row) for row in event.offer.rows)
    late = ", to make up for the neglected offer" if event.late else ""
    return (
        f"{rows} is offered {w.STAGE[event.offer.stage]}{late}, until the next card is drawn, "
        f"to {w.listed(event.offer.patrons)}"
    )


def _lapsed(event: e.InsuranceLapsed, _: Table, __: Rulebook) -> str:
    closed = f"the offer {w.STAGE[event.stage]} is closed"
    if not event.patrons:
        return closed
    return f"{closed}; {w.listed(event.patrons)} did not use it and can insure no more this round"


def _missed(event: e.InsuranceMissed, _: Table, __: Rulebook) -> str:
    missed = event.missed
    rows = w.listed(w.offered(row) for row in missed.rows)
    return f"{rows} {w.STAGE[missed.stage]} was due to {w.listed(missed.patrons)} and not offered"


def _waived(event: e.SecondOfferWaived, _: Table, __: Rulebook) -> str:
    return (
        f"Banker's third card may come before Player's is opened, for {event.patron}; nobody is "
        "offered Insurance after Player's third card in this round"
    )


def _refunded(event: e.OriginalBetsRefunded, before: Table, rules: Rulebook) -> str:
    return (
        f"{_wagers(before, event.wagers, rules)} is returned, because Insurance that would have "
        "won was not offered"
    )


# --- the end --------------------------------------------------------------------------------------


def _voided(event: e.RoundVoided, _: Table, __: Rulebook) -> str:
    return f"the round is void ({event.reason}): every bet goes back"


def _corrected(event: e.ResultCorrected, before: Table, __: Rulebook) -> str:
    old = before.round.outcome if before.round is not None else None
    was = f", not {w.result(old)}" if old is not None and old != event.outcome else ""
    return (
        f"the last round is put right ({event.reason}): {w.lying(event.drawn)}; "
        f"{w.result(event.outcome)}{was}"
    )


# --- irregularities -------------------------------------------------------------------------------


def _reported(event: e.IrregularityReported, _: Table, __: Rulebook) -> str:
    note = f" ({event.note})" if event.note else ""
    which = w.listed(str(number + 1) for number in event.cards)
    plural = "s" if len(event.cards) > 1 else ""
    about = f", card{plural} {which} in the order drawn" if which else ""
    return f"irregularity: {spoken(event.kind)}{note}{about}"


NEEDS: Final = {
    Need.NOTHING: "the Dealer goes on",
    Need.JUDGEMENT: "somebody with the authority judges whether the cards can be Reconstructed",
    Need.ORDER: "somebody with the authority decides which card comes first",
    Need.MISSING_CARD: "the missing card is found",
    Need.RULING: "a shift manager rules",
}
RULINGS: Final = {
    Ruling.VOID: "the round is void",
    Ruling.OPTIONS: "each Player chooses to go on or to have the undecided bets returned",
    Ruling.STAND: "no options; the cards are put in order if need be and the round stands",
    Ruling.WITHDRAW: "each Player may withdraw all wagers that are not yet decided",
    Ruling.HOUSE: "no options; the House rules on the cards",
    Ruling.PLAY_ON: "play goes on and the round is concluded",
    Ruling.REPLACE: "the missing card is replaced by an equal one and the round finished",
    Ruling.REFER: "the rules do not cover this",
}


def _held(event: e.IncidentHeld, _: Table, __: Rulebook) -> str:
    incident = event.incident
    state = "an outcome is established" if incident.established else "no outcome is established"
    said = state if incident.kind is not None else ""
    if incident.ruling is not None:
        said = f"{said}: {RULINGS[incident.ruling]}" if said else RULINGS[incident.ruling]
    return f"{said}; play waits until {_until(incident, event.phase)}"


def _until(incident: Incident, phase: Phase) -> str:
    choosing = "the Players have chosen"
    if phase is Phase.CHOOSING and incident.needs is Need.NOTHING:
        return choosing
    wanted = NEEDS[incident.needs]
    return f"{choosing} and {wanted}" if phase is Phase.CHOOSING else wanted


def _judged(event: e.ReconstructionJudged, _: Table, __: Rulebook) -> str:
    can = "can" if event.repairable else "cannot"
    return f"judged: the cards {can} be Reconstructed ({event.reason})"


def _ordered(event: e.OrderAssigned, before: Table, _: Rulebook) -> str:
    drawn = _round(before).drawn
    said = [f"card {n + 1} ({write_card(drawn[n].card)})" for n in event.order]
    return f"decided: the order is {w.listed(said, 'then')}"


def _chosen(event: e.OptionChosen, _: Table, __: Rulebook) -> str:
    if event.choice is Choice.CONTINUE:
        return f"{event.patron} chooses to go on and accepts the cards to come"
    return f"{event.patron} chooses to have the undecided bets returned"


def _returned(event: e.BetsReturned, before: Table, rules: Rulebook) -> str:
    insurances = [item for item in _round(before).insurances if item.id in event.insurances]
    said = [_wagers(before, event.wagers, rules)]
    for wager_id, patron in event.shares:
        wager = _wager(before, wager_id)
        share = wager.share_of(patron) if wager is not None else None
        if wager is not None and share is not None:
            name = f"{w.bet_name(wager.bet, rules)} at box {wager.box} ({wager.id})"
            said.append(f"{patron}'s share of {w.money(share.stake)} in {name}")
    said += [f"{item.patron}'s {w.insured(item)}" for item in insurances]
    return f"returned ({event.reason}): {w.listed(part for part in said if part)}"


def _resumed(event: e.PlayResumed, _: Table, __: Rulebook) -> str:
    if event.phase is Phase.IDLE:
        return "the next round can be called"
    if event.phase is Phase.BETTING:
        return "betting is open again"
    bound = f"; {w.listed(event.bound)} must accept the cards to come" if event.bound else ""
    return f"play goes on{bound}"


def _interrupted(event: e.Interrupted, _: Table, rules: Rulebook) -> str:
    what = "power failure" if event.power else "technical interruption"
    note = f" ({event.note})" if event.note else ""
    if not event.established:
        return f"{what}{note}: no available bet has conclusively won or lost"
    names = w.listed(w.bet_name(bet, rules) for bet in event.established)
    return f"{what}{note}: an outcome is established ({names})"


def _replaced(event: e.MissingCardsReplaced, _: Table, __: Rulebook) -> str:
    found = w.listed(f"card {number + 1} was {card}" for number, card in event.cards)
    return (
        f"by what is left, {found}; an equal card takes its place; if the Table of Play asks for "
        f"more, {w.cards(event.set_aside)} come in this order"
    )


def _must_replace(_: e.CardsMustBeReplaced, __: Table, ___: Rulebook) -> str:
    return "no further round is dealt from these cards: they are replaced"


EFFECTS: Final = {
    Effect.CONTINUE: "play goes on",
    Effect.VOID: "the round is void",
    Effect.OPTIONS: "the Players are given the options",
    Effect.RETURN: "wagers are returned",
    Effect.REPLACE_CARDS: "the cards are replaced",
}


def _ruled(event: e.Ruled, _: Table, __: Rulebook) -> str:
    wagers = f" ({w.listed(event.wagers)})" if event.wagers else ""
    on = f" on {event.interpretation}" if event.interpretation else ""
    by = f" by {w.who(event.actor)}" if event.actor is not None else ""
    return f"ruling{by}{on}: {EFFECTS[event.effect]}{wagers}, because {event.reason}"


Phrase = Callable[[Any, Table, Rulebook], str]


PHRASES: Final[dict[type[e.Event], Phrase]] = {
    e.TableOpened: lambda v, _, __: f"the table is open: {w.table(v.setup)}",
    e.TableClosed: lambda _, __, ___: "the table is closed",
    e.StaffAssigned: _staff,
    e.CardsLoaded: _loaded,
    e.ShoeCommitted: _committed,
    e.ShoeRevealed: lambda v, _, __: (
        f"the order sealed as {v.commitment} is shown: {v.order}, with the nonce {v.nonce}"
    ),
    e.CardBurnt: _burnt,
    e.LimitsSet: _limits_set,
    e.MethodSet: lambda v, _, __: f"cards are dealt by method {v.method}",
    e.FaceSet: lambda v, _, __: f"cards are dealt face {v.face} from the next round on",
    e.NoticePosted: lambda v, _, __: f"a notice is shown: {v.text}",
    e.NoticeTakenDown: lambda v, _, __: f"a notice is taken down: {v.text}",
    e.WagersRestricted: lambda v, _, __: f"at most {v.number} wagers per playing area are taken",
    e.InsuranceSwitched: _insurance_switched,
    e.PatronSeated: lambda v, _, __: f"{v.patron} sits at box {v.box}",
    e.PatronUnseated: lambda v, _, __: f"{v.patron} has no seat any more",
    e.PatronLeft: lambda v, _, __: f"{v.patron} has left; what lies there is settled all the same",
    e.RoundOpened: _round_opened,
    e.ExposedCardAcknowledged: lambda _, __, ___: (
        "the pit knows that the next round begins with a card that everybody has seen"
    ),
    e.WagerPlaced: _placed,
    e.WagerJoined: _joined,
    e.WagerChanged: _changed,
    e.WagerRejected: _rejected,
    e.DifferentialExceeded: _exceeded,
    e.BetsClosed: lambda v, _, __: f'"No more Bets": bets are closed at {w.clock(v.at)}',
    e.LateChangeIgnored: _late_change,
    e.StakesReduced: _reduced,
    e.Flagged: lambda v, _, __: f"note: {w.in_dollars(v.text)}",
    e.CardDrawn: _drawn,
    e.HandsCompleted: _completed,
    e.CardsCollected: lambda _, __, ___: "the cards of this deal are taken off the table",
    e.CardExposed: _exposed,
    e.CardsReconstructed: _reconstructed,
    e.CuttingCardSeen: _cutting,
    e.RevealOrderChosen: lambda v, _, __: f"the {w.HAND[v.first]} Hand is revealed first",
    e.SqueezeRequested: lambda v, _, __: f"{v.patron} asks to squeeze the {w.HAND[v.side]} cards",
    e.SqueezePermitted: lambda v, _, __: f"{v.patron} may squeeze the {w.HAND[v.side]} cards",
    e.CardsPassed: _passed,
    e.CardsDeclined: lambda v, _, __: f"{v.patron} does not want the {w.HAND[v.side]} cards",
    e.DeviceTaken: lambda v, _, __: f"{v.patron} has control of the dealing device",
    e.DeviceReturned: lambda v, _, __: (
        f"the dealing device is back with the House: {v.patron}, {v.reason}"
    ),
    e.AbsenceNoted: lambda v, _, __: f"{v.patron} is not there; the Dealer exposes the cards",
    e.InsuranceOffered: _offered,
    e.InsurancePlaced: lambda v, _, __: f"{v.insured.patron} has {w.insured(v.insured)}",
    e.InsuranceDeclined: lambda v, _, __: (
        f"{v.patron} declines{' and can insure no more in this round' if v.forgone else ''}"
    ),
    e.InsuranceLapsed: _lapsed,
    e.InsuranceMissed: _missed,
    e.SecondOfferWaived: _waived,
    e.OriginalBetsRefunded: _refunded,
    e.ResultDeclared: lambda v, _, __: w.result(v.outcome),
    e.RoundSettled: lambda _, before, __: f"round {_round(before).number} is settled",
    e.RoundVoided: _voided,
    e.RoundWithoutResult: lambda _, __, ___: (
        "everybody has taken his bets back: the round ends without a result"
    ),
    e.IrregularityReported: _reported,
    e.IncidentHeld: _held,
    e.ReconstructionJudged: _judged,
    e.OrderAssigned: _ordered,
    e.OptionChosen: _chosen,
    e.BetsReturned: _returned,
    e.PlayResumed: _resumed,
    e.Interrupted: _interrupted,
    e.MissingCardsReplaced: _replaced,
    e.CardsMustBeReplaced: _must_replace,
    e.Ruled: _ruled,
    e.ResultCorrected: _corrected,
}
