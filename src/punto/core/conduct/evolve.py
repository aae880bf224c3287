"""`evolve(table, event)`: the table after an event. Total, pure, and all that replay needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from punto.core import events as e
from punto.core.cards import Card
from punto.core.conduct.reading import round_of, setup_of
from punto.core.state import Drawn, Phase, Placed, Round, Settled, Share, Table

CARDS_PER_DECK = 52


def evolve(table: Table, event: e.Event) -> Table:
    """Return the table as it is after the event."""
    if isinstance(event, e.Note):
        return table
    return _EVOLVE[type(event)](table, event)


def _round(table: Table, **changes: Any) -> Table:
    return replace(table, round=replace(round_of(table), **changes))


def _setup(table: Table, **changes: Any) -> Table:
    return replace(table, setup=replace(setup_of(table), **changes))


def _seen(table: Table, card: Card | None, *, back: bool = False) -> tuple[tuple[Card, int], ...]:
    if card is None:
        return table.seen
    counts = dict(table.seen)
    counts[card] = counts.get(card, 0) + (-1 if back else 1)
    return tuple(counts.items())


# --- the table ------------------------------------------------------------------------------------


def _table_opened(table: Table, event: e.TableOpened) -> Table:
    return Table(phase=Phase.IDLE, setup=event.setup, staff=table.staff, rounds=table.rounds)


def _table_closed(table: Table, _event: e.TableClosed) -> Table:
    return Table(phase=Phase.SHUT, staff=table.staff, rounds=table.rounds)


def _staff_assigned(table: Table, event: e.StaffAssigned) -> Table:
    staff = tuple((p, r) for p, r in table.staff if p != event.person)
    added = () if event.role is None else ((event.person, event.role),)
    return replace(table, staff=staff + added)


def _cards_loaded(table: Table, event: e.CardsLoaded) -> Table:
    fresh = _setup(table, decks=event.decks)
    return replace(
        fresh,
        cards_ready=True,
        cards_left=event.decks * CARDS_PER_DECK,
        seen=(),
        carried=(),
        exposed_acknowledged=False,
        cutting_card_seen=False,
    )


def _card_burnt(table: Table, event: e.CardBurnt) -> Table:
    return replace(table, cards_left=table.cards_left - 1, seen=_seen(table, event.card))


def _patron_seated(table: Table, event: e.PatronSeated) -> Table:
    seats = tuple((box, p) for box, p in table.seats if event.patron != p and box != event.box)
    return replace(table, seats=(*seats, (event.box, event.patron)))


def _unseat(table: Table, patron: str) -> Table:
    seats = tuple((box, p) for box, p in table.seats if p != patron)
    return replace(table, seats=seats)


def _patron_left(table: Table, event: e.PatronLeft) -> Table:
    gone = replace(
        _unseat(table, event.patron),
        under_minimum_once=table.under_minimum_once - {event.patron},
    )
    if gone.round is None or gone.round.over:
        return gone
    return _round(
        gone,
        absent=gone.round.absent | {event.patron},
        forgone=gone.round.forgone | {event.patron},
    )


# --- bets -----------------------------------------------------------------------------------------


def _round_opened(table: Table, event: e.RoundOpened) -> Table:
    opened = Round(
        number=event.number,
        rules=event.rules,
        opened_at=event.at,
        insurance_offered=event.insurance_offered,
        due_cards=tuple(drawn.card for drawn in table.carried),
    )
    return replace(
        table,
        phase=Phase.BETTING,
        round=opened,
        rounds=event.number,
        resume_to=None,
        exposed_acknowledged=False,
    )


def _wager_placed(table: Table, event: e.WagerPlaced) -> Table:
    wagers = (*round_of(table).wagers, event.wager)
    return replace(_round(table, wagers=wagers), orders=table.orders + 1)


def _wagers(table: Table, ids: Iterable[str], change: Callable[[Placed], Placed]) -> Table:
    chosen = set(ids)
    return _round(
        table,
        wagers=tuple(
            change(wager) if wager.id in chosen and wager.live else wager
            for wager in round_of(table).wagers
        ),
    )


def _wager_joined(table: Table, event: e.WagerJoined) -> Table:
    return _wagers(table, [event.id], lambda w: replace(w, shares=(*w.shares, event.share)))


def _wager_changed(table: Table, event: e.WagerChanged) -> Table:
    def changed(wager: Placed) -> Placed:
        shares = tuple(
            replace(s, stake=event.stake) if s.patron == event.patron else s for s in wager.shares
        )
        left = tuple(share for share in shares if share.stake > 0)
        if not left:
            return replace(wager, settled=Settled.WITHDRAWN)
        return replace(wager, shares=left)

    return _wagers(table, [event.id], changed)


def _wager_rejected(table: Table, event: e.WagerRejected) -> Table:
    def rejected(wager: Placed) -> Placed:
        if event.stake <= 0:
            return replace(wager, settled=Settled.WITHDRAWN)
        shares: list[Share] = []
        room = event.stake
        for share in wager.shares:
            kept = min(share.stake, room)
            room -= kept
            if kept:
                shares.append(replace(share, stake=kept))
        return replace(wager, shares=tuple(shares))

    return _wagers(table, [event.id], rejected)


def _stakes_reduced(table: Table, event: e.StakesReduced) -> Table:
    at_risk = dict(event.at_risk)
    return _wagers(
        table,
        at_risk,
        lambda w: replace(
            w,
            at_risk=at_risk[w.id],
            settled_clauses=w.settled_clauses + event.clauses,
            settled_by=w.settled_by + event.by,
        ),
    )


# --- cards ----------------------------------------------------------------------------------------


def _card_drawn(table: Table, event: e.CardDrawn) -> Table:
    round_ = round_of(table)
    ready = bool(round_.due_cards) and not event.from_device
    dealt = _round(
        table,
        drawn=(*round_.drawn, event.drawn),
        due_cards=round_.due_cards[1:] if ready else round_.due_cards,
        offer=None,
        late_offer=None,
    )
    known_before = ready and round_.due_cards[0] is not None
    return replace(
        dealt,
        phase=Phase.DEALING if table.phase is Phase.CLOSED else table.phase,
        carried=table.carried[1:] if ready else table.carried,
        cards_left=table.cards_left - (1 if event.from_device else 0),
        seen=table.seen if known_before else _seen(table, event.drawn.card),
    )


def _card_exposed(table: Table, event: e.CardExposed) -> Table:
    round_ = round_of(table)
    drawn = list(round_.drawn)
    was = drawn[event.number]
    drawn[event.number] = replace(was, card=event.card, exposed=True)
    seen = _seen(table, event.card) if was.card is None else table.seen
    return replace(_round(table, drawn=tuple(drawn)), seen=seen)


def _cards_reconstructed(table: Table, event: e.CardsReconstructed) -> Table:
    if table.phase is Phase.BETTING or table.resume_to is Phase.BETTING:
        # Nothing is dealt while bets are open: the cards come first when the deal begins.
        cards = event.drawn + event.carried
        return replace(
            _round(table, drawn=(), due_cards=tuple(drawn.card for drawn in cards)),
            carried=cards,
        )
    return _round(table, drawn=event.drawn, carried=event.carried)


def _missing_replaced(table: Table, event: e.MissingCardsReplaced) -> Table:
    found = dict(event.cards)
    drawn = tuple(
        replace(card, card=found[n]) if n in found else card
        for n, card in enumerate(round_of(table).drawn)
    )
    aside = tuple(Drawn(card=card, belongs=None) for card in event.set_aside)
    return replace(
        _round(table, drawn=drawn, due_cards=tuple(event.set_aside)),
        carried=aside,
        cards_left=table.cards_left - len(aside),
        seen=_with(table, [*found.values(), *event.set_aside]),
    )


def _with(table: Table, cards: Iterable[Card]) -> tuple[tuple[Card, int], ...]:
    for card in cards:
        table = replace(table, seen=_seen(table, card))
    return table.seen


def _order_assigned(table: Table, event: e.OrderAssigned) -> Table:
    round_ = round_of(table)
    drawn = list(round_.drawn)
    for place, n in zip(sorted(event.order), event.order, strict=True):
        drawn[place] = round_.drawn[n]
    return _round(table, drawn=tuple(drawn))


def _cards_collected(table: Table, _event: e.CardsCollected) -> Table:
    return _round(table, drawn=(), offer=None, late_offer=None, handlers=(), reveal_first=None)


def _cards_passed(table: Table, event: e.CardsPassed) -> Table:
    handlers = tuple((s, p) for s, p in round_of(table).handlers if s is not event.side)
    return _round(table, handlers=(*handlers, (event.side, event.patron)))


# --- Insurance ------------------------------------------------------------------------------------


def _insurance_offered(table: Table, event: e.InsuranceOffered) -> Table:
    if event.late:
        return _round(table, late_offer=event.offer)
    made = (*round_of(table).offers_made, event.offer.stage)
    return _round(table, offer=event.offer, offers_made=made)


def _forgo(table: Table, patrons: Iterable[str]) -> Table:
    return _round(table, forgone=round_of(table).forgone | set(patrons))


def _insurance_missed(table: Table, event: e.InsuranceMissed) -> Table:
    round_ = round_of(table)
    return _round(
        table,
        missed=(*round_.missed, event.missed),
        offers_made=(*round_.offers_made, event.missed.stage),
    )


# --- the end --------------------------------------------------------------------------------------


def _return_bets(
    table: Table, wagers: Iterable[str], insurances: Iterable[str], event: e.Event
) -> Table:
    marks = {
        "settled": Settled.RETURNED,
        "settled_clauses": event.clauses,
        "settled_by": event.by,
    }
    back = _wagers(table, wagers, lambda w: replace(w, **marks))  # type: ignore[arg-type]
    chosen = set(insurances)
    return _round(
        back,
        insurances=tuple(
            replace(item, **marks) if item.id in chosen and item.live else item  # type: ignore[arg-type]
            for item in round_of(back).insurances
        ),
    )


def _refunded(table: Table, event: e.OriginalBetsRefunded) -> Table:
    back = _return_bets(table, event.wagers, (), event)
    missed = tuple(
        replace(m, patrons=tuple(p for p in m.patrons if p not in event.patrons))
        for m in round_of(back).missed
    )
    return _round(back, missed=missed)


def _over(table: Table, **changes: Any) -> Table:
    """End the round; what no Hand needed begins the next one."""
    done = _round(table, incident=None, offer=None, late_offer=None, **changes)
    round_ = round_of(done)
    left = round_.carried or (() if round_.drawn and not round_.due_cards else table.carried)
    return replace(done, phase=Phase.IDLE, resume_to=None, carried=left)


def _round_settled(table: Table, event: e.RoundSettled) -> Table:
    done = _over(table, paid=True, lines=event.lines)
    return replace(done, under_minimum_once=table.under_minimum_once | set(event.under_minimum))


def _round_voided(table: Table, event: e.RoundVoided) -> Table:
    return _over(table, void=True, paid=False, outcome=None, lines=event.lines)


def _without_result(table: Table, event: e.RoundWithoutResult) -> Table:
    return _over(table, without_result=True, lines=event.lines)


def _corrected(table: Table, event: e.ResultCorrected) -> Table:
    return _round(table, drawn=event.drawn, outcome=event.outcome, lines=event.lines)


# --- incidents ------------------------------------------------------------------------------------


def _incident_held(table: Table, event: e.IncidentHeld) -> Table:
    held = _round(table, incident=event.incident)
    back = table.resume_to if table.phase in (Phase.HELD, Phase.CHOOSING) else table.phase
    return replace(held, phase=event.phase, resume_to=back)


def _option_chosen(table: Table, event: e.OptionChosen) -> Table:
    incident = round_of(table).incident
    if incident is None:
        return table
    choices = (*incident.choices, (event.patron, event.choice))
    return _round(table, incident=replace(incident, choices=choices))


def _play_resumed(table: Table, event: e.PlayResumed) -> Table:
    round_ = round_of(table)
    outcome = None if event.phase is not Phase.IDLE else round_.outcome
    resumed = _round(table, incident=None, bound=round_.bound | set(event.bound), outcome=outcome)
    closed = None if event.phase is Phase.BETTING else round_.closed_at
    return replace(_round(resumed, closed_at=closed), phase=event.phase, resume_to=None)


_Evolve = Callable[[Table, Any], Table]


def _same(table: Table, _event: e.Event) -> Table:
    return table


_EVOLVE: dict[type[e.Event], _Evolve] = {
    e.TableOpened: _table_opened,
    e.TableClosed: _table_closed,
    e.StaffAssigned: _staff_assigned,
    e.CardsLoaded: _cards_loaded,
    e.ShoeCommitted: lambda t, x: replace(t, commitment=x.commitment),
    e.ShoeRevealed: lambda t, _: replace(t, commitment=None),
    e.CardBurnt: _card_burnt,
    e.LimitsSet: lambda t, x: _setup(t, limits=x.limits, limits_by_bet=x.limits_by_bet),
    e.MethodSet: lambda t, x: _setup(t, method=x.method),
    e.FaceSet: lambda t, x: _setup(t, face=x.face),
    e.NoticePosted: lambda t, x: replace(t, notices=(*t.notices, x.text)),
    e.WagersRestricted: lambda t, x: replace(t, wagers_per_area=x.number),
    e.InsuranceSwitched: lambda t, x: replace(t, insurance_off=not x.offered),
    e.PatronSeated: _patron_seated,
    e.PatronUnseated: lambda t, x: _unseat(t, x.patron),
    e.PatronLeft: _patron_left,
    e.RoundOpened: _round_opened,
    e.ExposedCardAcknowledged: lambda t, _: replace(t, exposed_acknowledged=True),
    e.WagerPlaced: _wager_placed,
    e.WagerJoined: _wager_joined,
    e.WagerChanged: _wager_changed,
    e.WagerRejected: _wager_rejected,
    e.DifferentialExceeded: _same,
    e.BetsClosed: lambda t, x: replace(_round(t, closed_at=x.at), phase=Phase.CLOSED),
    e.LateChangeIgnored: _same,
    e.StakesReduced: _stakes_reduced,
    e.Flagged: _same,
    e.CardDrawn: _card_drawn,
    e.HandsCompleted: lambda t, _: replace(t, phase=Phase.COMPLETE),
    e.CardsCollected: _cards_collected,
    e.CardExposed: _card_exposed,
    e.CardsReconstructed: _cards_reconstructed,
    e.CuttingCardSeen: lambda t, _: replace(t, cutting_card_seen=True),
    e.RevealOrderChosen: lambda t, x: _round(t, reveal_first=x.first),
    e.SqueezeRequested: _same,
    e.SqueezePermitted: lambda t, x: _round(
        t, squeezes=(*round_of(t).squeezes, (x.side, x.patron))
    ),
    e.CardsPassed: _cards_passed,
    e.CardsDeclined: lambda t, x: _round(t, declined=(*round_of(t).declined, (x.side, x.patron))),
    e.DeviceTaken: lambda t, x: replace(t, device_holder=x.patron),
    e.DeviceReturned: lambda t, _: replace(t, device_holder=None),
    e.AbsenceNoted: lambda t, x: _round(t, absent=round_of(t).absent | {x.patron}),
    e.InsuranceOffered: _insurance_offered,
    e.InsurancePlaced: lambda t, x: _round(t, insurances=(*round_of(t).insurances, x.insured)),
    e.InsuranceDeclined: lambda t, x: _forgo(t, [x.patron]),
    e.InsuranceLapsed: lambda t, x: _forgo(t, x.patrons),
    e.InsuranceMissed: _insurance_missed,
    e.SecondOfferWaived: lambda t, _: _round(t, second_offer_waived=True),
    e.OriginalBetsRefunded: _refunded,
    e.ResultDeclared: lambda t, x: replace(_round(t, outcome=x.outcome), phase=Phase.DECLARED),
    e.RoundSettled: _round_settled,
    e.RoundVoided: _round_voided,
    e.RoundWithoutResult: _without_result,
    e.IrregularityReported: _same,
    e.IncidentHeld: _incident_held,
    e.ReconstructionJudged: _same,
    e.OrderAssigned: _order_assigned,
    e.OptionChosen: _option_chosen,
    e.BetsReturned: lambda t, x: _return_bets(t, x.wagers, x.insurances, x),
    e.PlayResumed: _play_resumed,
    e.Interrupted: _same,
    e.MissingCardsReplaced: _missing_replaced,
    e.CardsMustBeReplaced: lambda t, _: replace(t, cards_ready=False),
    e.Ruled: _same,
    e.ResultCorrected: _corrected,
}
