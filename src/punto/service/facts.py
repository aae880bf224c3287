"""What an event of a round that is over means, as data: all that the record's sentence says.

Words in other languages are made from this and never from a sentence. It is for rounds that are
over, as the sentences are: cards that lay face down are named.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from punto.core import events as e
from punto.core.cards import Card, total
from punto.core.limits import Limits
from punto.core.outcome import Side
from punto.core.rulebook import Rulebook
from punto.core.state import Drawn, Insured, Placed, Round, Setup, Table
from punto.core.tableau import deal
from punto.record.wording import hand_of
from punto.service.particulars import offered, particulars, result

Plain = dict[str, Any]


def facts(event: e.Event, before: Table, rules: Rulebook) -> Plain:
    """Tell what an event says of a table as it was before; who acted stands beside it."""
    told = particulars(event)
    del told["by"]
    return (
        told | _of_table(event, rules) | _of_bets(event, before) | _of_cards(event, before, rules)
    )


def _of_table(event: e.Event, rules: Rulebook) -> Plain:
    match event:
        case e.RoundOpened(insurance_offered=offers):
            return {"no_insurance": bool(rules.insurance_rows) and not offers}
        case e.TableOpened(setup=setup):
            return {"setup": setup_of(setup)}
        case e.LimitsSet(limits=limits, limits_by_bet=by_bet):
            return {"limits": limits_of(limits, by_bet)}
        case e.ShoeCommitted(commitment=commitment):
            return {"commitment": commitment}
        case e.ShoeRevealed(commitment=commitment, order=order, nonce=nonce):
            return {"commitment": commitment, "order": order, "nonce": nonce}
        case e.Interrupted(established=established):
            return {"established": list(established)}
        case e.Ruled(actor=actor):
            ruler = None if actor is None else {"name": actor.name, "role": actor.role.value}
            return {"ruler": ruler}
        case _:
            return {}


def setup_of(setup: Setup) -> Plain:
    """Show how a table is set up."""
    return {
        "layout": setup.layout,
        "boxes": list(setup.boxes),
        "decks": setup.decks,
        "limits": limits_of(setup.limits, setup.limits_by_bet),
        "face": setup.face.value,
        "method": setup.method,
        "hlga": setup.hlga,
        "private": setup.private,
        "reading_device": setup.reading_device,
    }


def limits_of(limits: Limits, by_bet: Iterable[tuple[str, Limits]]) -> list[Plain]:
    """Show the limits of a table, and then those that a bet has of its own."""
    return [
        {
            "bet": bet,
            "minimum": own.minimum,
            "maximum": own.maximum,
            "differential": own.differential,
            "unit": own.unit,
        }
        for bet, own in ((None, limits), *by_bet)
    ]


# --- bets -----------------------------------------------------------------------------------------


def _of_bets(event: e.Event, before: Table) -> Plain:
    match event:
        case e.WagerPlaced(wager=wager):
            return _wager(wager) | {"unchecked": wager.unchecked}
        case e.WagerJoined(id=one, share=share):
            return _found(before, one) | {"patron": share.patron, "stake": share.stake}
        case e.WagerChanged(id=one, patron=patron, stake=stake):
            had = sum(
                s.stake for w in _wagers(before, (one,)) for s in w.shares if s.patron == patron
            )
            return _found(before, one) | {"patron": patron, "had": had, "stake": stake}
        case e.WagerRejected(id=one, stake=stake):
            return _found(before, one) | {"had": _found(before, one).get("stake"), "stake": stake}
        case e.LateChangeIgnored(id=one):
            return _found(before, one) | {"patron": event.patron}
        case e.StakesReduced(at_risk=at_risk):
            parts = ((_found(before, one), playing) for one, playing in at_risk)
            return {"wagers": [found | {"at_risk": playing} for found, playing in parts if found]}
        case e.OriginalBetsRefunded(wagers=wagers) | e.Ruled(wagers=wagers) if wagers:
            return {"wagers": [_wager(one) for one in _wagers(before, wagers)]}
        case e.BetsReturned():
            return _returned(event, before)
        case _:
            return {}


def _round(table: Table) -> Round:
    if table.round is None:
        raise LookupError("this event happens in a round")
    return table.round


def _wagers(table: Table, ids: Iterable[str]) -> list[Placed]:
    known = {wager.id: wager for wager in _round(table).wagers}
    return [known[one] for one in ids if one in known]


def _found(table: Table, one: str) -> Plain:
    return next((_wager(wager) for wager in _wagers(table, (one,))), {})


def _wager(wager: Placed) -> Plain:
    shares = [[share.patron, share.stake] for share in wager.shares]
    return {
        "id": wager.id,
        "patron": wager.patron,
        "box": wager.box,
        "bet": wager.bet,
        "stake": wager.stake,
        "shares": shares if len(shares) > 1 else [],
    }


def _returned(event: e.BetsReturned, before: Table) -> Plain:
    parts = []
    for one, patron in event.shares:
        for wager in _wagers(before, (one,)):
            share = wager.share_of(patron)
            if share is not None:
                parts.append(_wager(wager) | {"patron": patron, "share": share.stake})
    insured = [one for one in _round(before).insurances if one.id in event.insurances]
    whole = [_wager(wager) for wager in _wagers(before, event.wagers)]
    return {"wagers": [*whole, *parts], "insurances": [_insured(one) for one in insured]}


def _insured(one: Insured) -> Plain:
    who = {"id": one.id, "patron": one.patron, "box": one.box, "stake": one.stake}
    return who | offered(one.row)


# --- cards ----------------------------------------------------------------------------------------


def _of_cards(event: e.Event, before: Table, rules: Rulebook) -> Plain:
    match event:
        case e.CardBurnt(card=card):
            return {"card": name(card)}
        case e.CardDrawn(drawn=drawn, from_device=from_device):
            return {
                "card": name(drawn.card),
                "side": None if drawn.belongs is None else drawn.belongs.value,
                "down": not drawn.exposed,
                "ready": not from_device,
            }
        case e.HandsCompleted():
            round_ = _round(before)
            points = {side.value: total(hand_of(round_, side)) for side in Side}
            return {"hands": hands(round_), "totals": points}
        case e.CardExposed(number=number):
            belongs = _round(before).drawn[number].belongs
            return {"number": number + 1, "side": None if belongs is None else belongs.value}
        case e.CardsReconstructed(drawn=drawn, carried=carried):
            known = [item.card for item in drawn if item.card is not None]
            whole = len(known) == len(drawn) and deal(known, rules.tableau).complete
            over = [name(item.card) for item in carried]
            return {"lie": lying(drawn), "carried": over, "next_round": whole}
        case e.IrregularityReported(cards=cards):
            return {"numbers": [number + 1 for number in cards]}
        case e.OrderAssigned(order=order):
            drawn = _round(before).drawn
            return {"order": [[number + 1, name(drawn[number].card)] for number in order]}
        case e.MissingCardsReplaced(cards=cards, set_aside=aside):
            found = [[number + 1, name(card)] for number, card in cards]
            return {"found": found, "aside": [name(card) for card in aside]}
        case e.ResultCorrected(drawn=drawn):
            old = None if before.round is None else before.round.outcome
            differs = old is not None and old != event.outcome
            return {
                "lie": lying(drawn),
                "was": result(old) if old is not None and differs else None,
            }
        case _:
            return {}


def name(card: Card | None) -> str | None:
    """Name a card; None where nobody has seen it."""
    return None if card is None else str(card)


def lying(drawn: Sequence[Drawn]) -> dict[str, list[str | None]]:
    """Say which cards each Hand has."""
    return {
        side.value: [name(item.card) for item in drawn if item.belongs is side] for side in Side
    }


def hands(round_: Round) -> dict[str, list[str]]:
    """Say which known cards each Hand has."""
    return {side.value: [str(card) for card in hand_of(round_, side)] for side in Side}
