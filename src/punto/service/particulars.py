"""What staff hears of an event beside its name: who did it, to whom, how much.

Only what is named here is told, and never a card that lies face down.
"""

from __future__ import annotations

from enum import Enum
from typing import Any, Final

from punto.core import events as e
from punto.core.outcome import OutcomeClass
from punto.core.rulebook import InsuranceRow
from punto.core.state import Missed, Offer

Plain = dict[str, Any]

TOLD: Final = (
    "bound", "box", "choice", "decks", "effect", "face", "first", "id", "interpretation", "kind",
    "maximum", "method", "note", "offered", "patron", "patrons",
    "person", "phase", "power", "reason", "repairable", "role", "side", "stage", "stake", "text",
)  # fmt: skip
"""Fields that are told as they stand."""


def particulars(event: e.Event) -> Plain:
    """Tell what a member of staff may hear of an event."""
    told: Plain = {"by": None if event.actor is None else event.actor.name}
    for name in TOLD:
        value = getattr(event, name, None)
        if value is not None and value != ():
            told[name] = value.value if isinstance(value, Enum) else value
    return told | _of_bets(event) | _of_insurance(event) | _of_play(event)


def _of_bets(event: e.Event) -> Plain:
    """Tell what lies deeper in what happens to bets."""
    match event:
        case e.WagerPlaced(wager=wager):
            stake = sum(share.stake for share in wager.shares)
            patrons = [share.patron for share in wager.shares]
            return {"patron": patrons[0], "box": wager.box, "bet": wager.bet, "stake": stake}
        case e.WagerJoined(share=share):
            return {"patron": share.patron, "stake": share.stake}
        case e.WagersRestricted(number=number):
            return {"most": number}
        case e.DifferentialExceeded(player=player, banker=banker):
            return {"player": player, "banker": banker}
        case e.BetsClosed(at=at):
            return {"at": at.isoformat()}
        case e.RoundSettled(lines=lines):
            return {"house": sum(line.stake - line.returned for _, line in lines)}
        case _:
            return {}


def _of_insurance(event: e.Event) -> Plain:
    """Tell what lies deeper in what happens to Insurance."""
    match event:
        case e.InsurancePlaced(insured=insured):
            return {
                **offered(insured.row),
                "id": insured.id,
                "patron": insured.patron,
                "box": insured.box,
                "stake": insured.stake,
            }
        case e.InsuranceDeclined(forgone=forgone):
            return {"forgone": forgone}
        case e.InsuranceOffered(offer=offer, late=late):
            return {"late": late} | _offer(offer)
        case e.InsuranceMissed(missed=missed):
            return _offer(missed)
        case _:
            return {}


def _of_play(event: e.Event) -> Plain:
    """Tell what lies deeper in what happens to the cards and to the round."""
    match event:
        case e.RoundOpened(number=number, at=at):
            return {"round": number, "at": at.isoformat()}
        case e.CuttingCardSeen(first_of_round=first):
            return {"first_of_round": first}
        case e.CardDrawn(drawn=drawn) if drawn.exposed and drawn.card is not None:
            hand = None if drawn.belongs is None else drawn.belongs.value
            return {"card": str(drawn.card), "side": hand}
        case e.CardExposed(card=card):
            return {"card": str(card)}
        case e.IncidentHeld(incident=incident):
            return {
                "about": None if incident.kind is None else incident.kind.value,
                "needs": incident.needs.value,
                "ruling": None if incident.ruling is None else incident.ruling.value,
                "established": incident.established,
            }
        case e.ResultDeclared(outcome=outcome) | e.ResultCorrected(outcome=outcome):
            return result(outcome)
        case _:
            return {}


def _offer(offer: Offer | Missed) -> Plain:
    rows = [offered(row) for row in offer.rows]
    return {"rows": rows, "stage": offer.stage.value, "patrons": list(offer.patrons)}


def offered(row: InsuranceRow) -> Plain:
    """Show which Hand a line of an offer insures, and at which odds."""
    return {
        "side": row.side.value,
        "odds": [row.odds.num, row.odds.den],
        "on_tie": row.pays_on_tie,
    }


def result(outcome: OutcomeClass) -> Plain:
    """Show a result with the pairs in it."""
    return {
        "winner": outcome.winner.value,
        "player_total": outcome.player_total,
        "banker_total": outcome.banker_total,
        "pairs": outcome.pairs.name.lower(),
    }
