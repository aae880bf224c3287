"""`evolve(table, event)`: the table after an event. Total, pure, and all that replay needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from punto.core import events as e
from punto.core.cards import Card
from punto.core.checks import invariant
from punto.core.conduct.reading import incident_of, round_of, setup_of
from punto.core.state import Drawn, Missed, Phase, Placed, Round, Settled, Share, Table

CARDS_PER_DECK = 52


def evolve(table: Table, event: e.Event) -> Table:
    """Return the table as it is after the event."""
    if isinstance(event, e.Note):
        return table
    return _EVOLVE[type(event)](table, event)


def apply(table: Table, events: Iterable[e.Event]) -> Table:
    """Evolve a table by several events."""
    for event in events:
        table = evolve(table, event)
    return table


def _round(table: Table, **changes: Any) -> Table:
    return replace(table, round=replace(round_of(table), **changes))


def _setup(table: Table, **changes: Any) -> Table:
    return replace(table, setup=replace(setup_of(table), **changes))


def _seen(
    table: Table, *cards: Card | None, back: Iterable[Card | None] = ()
) -> tuple[tuple[Card, int], ...]:
    """Count cards that left the device, less those `back` that were on record by mistake."""
    counts = list(table.seen)
    for some, change in ((cards, 1), (back, -1)):
        for card in some:
            if card is not None:
                _count(counts, card, change)
    return tuple(counts)


def _count(counts: list[tuple[Card, int]], card: Card, change: int) -> None:
    """Add to the count of a card; among 52 it is found sooner than a dictionary is made."""
    for n, (other, number) in enumerate(counts):
        if other == card:
            counts[n] = card, number + change
            return
    counts.append((card, change))


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
        fresh=True,
        cards_left=event.decks * CARDS_PER_DECK,
        seen=(),
        carried=(),
        exposed_acknowledged=False,
        cutting_card_seen=False,
    )


def _card_burnt(table: Table, event: e.CardBurnt) -> Table:
    return replace(table, cards_left=table.cards_left - 1, seen=_seen(table, event.card))


def _notice_taken_down(table: Table, event: e.NoticeTakenDown) -> Table:
    invariant(event.text in table.notices, "what is taken down hung there")
    place = table.notices.index(event.text)
    return replace(table, notices=table.notices[:place] + table.notices[place + 1 :])


def _patron_seated(table: Table, event: e.PatronSeated) -> Table:
    seats = tuple((box, p) for box, p in table.seats if event.patron != p and box != event.box)
    return replace(table, seats=(*seats, (event.box, event.patron)))


def _unseat(table: Table, patron: str) -> Table:
    seats = tuple((box, p) for box, p in table.seats if p != patron)
    return replace(table, seats=seats)


def _patron_left(table: Table, event: e.PatronLeft) -> Table:
    gone = _unseat(table, event.patron)
    if gone.round is None:
        return gone
    who = {event.patron}
    gone = _round(gone, left=gone.round.left | who)
    if round_of(gone).over:
        return gone
    return _round(gone, absent=round_of(gone).absent | who, forgone=round_of(gone).forgone | who)


# --- bets -----------------------------------------------------------------------------------------


def _round_opened(table: Table, event: e.RoundOpened) -> Table:
    left = frozenset[str]() if table.round is None else table.round.left
    opened = Round(
        number=event.number,
        rules=event.rules,
        opened_at=event.at,
        insurance_offered=event.insurance_offered,
    )
    return replace(
        table,
        phase=Phase.BETTING,
        round=opened,
        rounds=event.number,
        under_minimum_once=table.under_minimum_once - left,
        resume_to=None,
        fresh=False,
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
    def joined(wager: Placed) -> Placed:
        shared = _moved(wager, (*wager.shares, event.share))
        return replace(shared, unchecked=True) if event.unchecked else _checked(shared)

    return _wagers(table, [event.id], joined)


def _moved(wager: Placed, shares: tuple[Share, ...]) -> Placed:
    """Change the shares; what is no longer above the part at risk plays in full."""
    moved = replace(wager, shares=shares)
    if wager.at_risk is None or moved.stake > wager.at_risk:
        return moved
    return _in_full(moved)


def _checked(wager: Placed) -> Placed:
    return replace(wager, unchecked=False)


def _in_full(wager: Placed) -> Placed:
    return replace(wager, at_risk=None, settled_clauses=(), settled_by=())


def _wager_changed(table: Table, event: e.WagerChanged) -> Table:
    def changed(wager: Placed) -> Placed:
        shares = tuple(
            replace(s, stake=event.stake) if s.patron == event.patron else s for s in wager.shares
        )
        left = tuple(share for share in shares if share.stake > 0)
        if not left:
            return replace(wager, settled=Settled.WITHDRAWN)
        return _checked(_moved(wager, left)) if event.stake else _moved(wager, left)

    return _wagers(table, [event.id], changed)


def _wager_rejected(table: Table, event: e.WagerRejected) -> Table:
    def rejected(wager: Placed) -> Placed:
        if event.stake <= 0:
            return replace(wager, settled=Settled.WITHDRAWN)
        # Part of a stake is rejected only in games without joint wagers (tb4:5.1).
        return _moved(wager, (replace(wager.shares[0], stake=event.stake),))

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
    ready = bool(table.carried) and not event.from_device
    dealt = _round(
        table,
        drawn=(*round_.drawn, event.drawn),
        offer=None,
        late_offer=None,
    )
    known_before = ready and table.carried[0].card is not None
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
    back = table.resume_to or table.phase
    if back is Phase.BETTING:
        # Nothing is dealt while bets are open: the cards come first when the deal begins.
        none = tuple(replace(drawn, belongs=None) for drawn in event.drawn + event.carried)
        return replace(_round(table, drawn=()), carried=none + table.carried)
    between = back is Phase.IDLE
    return replace(
        _round(table, drawn=event.drawn),
        carried=table.carried + event.carried if between else event.carried + table.carried,
        exposed_acknowledged=table.exposed_acknowledged and not event.carried,
    )


def _missing_replaced(table: Table, event: e.MissingCardsReplaced) -> Table:
    found = dict(event.cards)
    drawn = tuple(
        replace(card, card=found[n]) if n in found else card
        for n, card in enumerate(round_of(table).drawn)
    )
    aside = tuple(Drawn(card=card, belongs=None) for card in event.set_aside)
    return replace(
        _round(table, drawn=drawn),
        carried=table.carried + aside,
        cards_left=table.cards_left - len(aside),
        seen=_seen(table, *found.values(), *event.set_aside),
    )


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
        # What was missed is made up for with this (dhyx2:5.13.1).
        return _round(
            table,
            late_offer=event.offer,
            missed=_made_up_for(round_of(table).missed, event.offer.patrons),
        )
    made = (*round_of(table).offers_made, event.offer.stage)
    return _round(table, offer=event.offer, offers_made=made)


def _insurance_declined(table: Table, event: e.InsuranceDeclined) -> Table:
    offer = round_of(table).offer
    if event.forgone or offer is None:
        return _forgo(table, [event.patron])
    others = tuple(patron for patron in offer.patrons if patron != event.patron)
    return _round(table, offer=replace(offer, patrons=others))


def _made_up_for(missed: tuple[Missed, ...], patrons: tuple[str, ...]) -> tuple[Missed, ...]:
    return tuple(
        replace(m, patrons=tuple(patron for patron in m.patrons if patron not in patrons))
        for m in missed
    )


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
    marks: dict[str, Any] = {
        "settled": Settled.RETURNED,
        "settled_clauses": event.clauses,
        "settled_by": event.by,
    }
    back = _wagers(table, wagers, lambda w: replace(w, **marks))
    chosen = set(insurances)
    return _round(
        back,
        insurances=tuple(
            replace(item, **marks) if item.id in chosen and item.live else item
            for item in round_of(back).insurances
        ),
    )


def _bets_returned(table: Table, event: e.BetsReturned) -> Table:
    """Return wagers whole, and of joint ones the shares of those who took theirs back."""
    back = _return_bets(table, event.wagers, event.insurances, event)
    leaving = set(event.shares)

    def less(wager: Placed) -> Placed:
        shares = tuple(
            replace(s, returned=True) if (wager.id, s.patron) in leaving else s
            for s in wager.shares
        )
        return replace(wager, shares=shares)

    return _wagers(back, [wager for wager, _ in event.shares], less)


def _refunded(table: Table, event: e.OriginalBetsRefunded) -> Table:
    back = _return_bets(table, event.wagers, (), event)
    return _round(back, missed=_made_up_for(round_of(back).missed, event.patrons))


def _over(table: Table, **changes: Any) -> Table:
    done = _round(table, incident=None, offer=None, late_offer=None, **changes)
    return replace(done, phase=Phase.IDLE, resume_to=None)


def _round_settled(table: Table, event: e.RoundSettled) -> Table:
    first_time = frozenset(event.under_minimum)
    done = _over(table, paid=True, lines=event.lines, under_minimum=first_time)
    return replace(done, under_minimum_once=table.under_minimum_once | first_time)


def _round_voided(table: Table, event: e.RoundVoided) -> Table:
    return _over(table, void=True, paid=False, outcome=None, lines=event.lines)


def _without_result(table: Table, event: e.RoundWithoutResult) -> Table:
    return _over(table, without_result=True, lines=event.lines)


def _corrected(table: Table, event: e.ResultCorrected) -> Table:
    was = round_of(table).drawn
    fixed = _round(table, drawn=event.drawn, outcome=event.outcome, lines=event.lines)
    if table.fresh:
        return fixed
    return replace(
        fixed,
        cards_left=table.cards_left + len(was) - len(event.drawn),
        seen=_seen(table, *(d.card for d in event.drawn), back=[d.card for d in was]),
    )


# --- incidents ------------------------------------------------------------------------------------


def _incident_held(table: Table, event: e.IncidentHeld) -> Table:
    held = _round(table, incident=event.incident)
    back = table.resume_to if table.phase in (Phase.HELD, Phase.CHOOSING) else table.phase
    return replace(held, phase=event.phase, resume_to=back)


def _option_chosen(table: Table, event: e.OptionChosen) -> Table:
    incident = incident_of(table)
    choices = (*incident.choices, (event.patron, event.choice))
    return _round(table, incident=replace(incident, choices=choices))


def _play_resumed(table: Table, event: e.PlayResumed) -> Table:
    round_ = round_of(table)
    outcome = None if event.phase is not Phase.IDLE else round_.outcome
    resumed = _round(table, incident=None, bound=round_.bound | set(event.bound), outcome=outcome)
    if event.phase is Phase.BETTING:
        # What is over a limit is found anew when bets are closed again.
        open_again = tuple(_in_full(w) if w.live else w for w in round_.wagers)
        resumed = _round(resumed, closed_at=None, wagers=open_again)
    return replace(resumed, phase=event.phase, resume_to=None)


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
    e.NoticeTakenDown: _notice_taken_down,
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
    e.InsuranceDeclined: _insurance_declined,
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
    e.BetsReturned: _bets_returned,
    e.PlayResumed: _play_resumed,
    e.Interrupted: _same,
    e.MissingCardsReplaced: _missing_replaced,
    e.CardsMustBeReplaced: lambda t, _: replace(t, cards_ready=False),
    e.Ruled: _same,
    e.ResultCorrected: _corrected,
}
