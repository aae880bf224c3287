"""What staff hears of an event beside its name: who did it, to whom, how much.

Only what is named here is told, and never a card that lies face down.
"""

from __future__ import annotations

from enum import Enum
from typing import Any, Final

from punto.core import events as e

Plain = dict[str, Any]

TOLD: Final = (
    "box", "choice", "decks", "effect", "face", "id", "kind", "maximum", "method", "note",
    "offered", "patron", "patrons", "person", "power", "reason", "repairable", "role", "side",
    "stake", "text",
)  # fmt: skip
"""Fields that are told as they stand."""


def particulars(event: e.Event) -> Plain:
    """Tell what a member of staff may hear of an event."""
    told: Plain = {"by": None if event.actor is None else event.actor.name}
    for name in TOLD:
        value = getattr(event, name, None)
        if value not in (None, "", ()):
            told[name] = value.value if isinstance(value, Enum) else value
    return told | _of(event)


def _of(event: e.Event) -> Plain:
    """Tell what lies deeper in some events."""
    match event:
        case e.RoundOpened(number=number):
            return {"round": number}
        case e.WagerPlaced(wager=wager):
            stake = sum(share.stake for share in wager.shares)
            patrons = [share.patron for share in wager.shares]
            return {"patron": patrons[0], "box": wager.box, "bet": wager.bet, "stake": stake}
        case e.WagerJoined(share=share):
            return {"patron": share.patron, "stake": share.stake}
        case e.InsurancePlaced(insured=insured):
            side = insured.row.side.value
            return {"patron": insured.patron, "side": side, "stake": insured.stake}
        case e.CardDrawn(drawn=drawn) if drawn.exposed and drawn.card is not None:
            hand = None if drawn.belongs is None else drawn.belongs.value
            return {"card": str(drawn.card), "side": hand}
        case e.CardExposed(card=card):
            return {"card": str(card)}
        case e.IncidentHeld(incident=incident):
            return {"needs": incident.needs.value}
        case e.ResultDeclared(outcome=outcome) | e.ResultCorrected(outcome=outcome):
            return {
                "winner": outcome.winner.value,
                "player_total": outcome.player_total,
                "banker_total": outcome.banker_total,
            }
        case e.RoundSettled(lines=lines):
            return {"house": sum(line.stake - line.returned for _, line in lines)}
        case _:
            return {}
