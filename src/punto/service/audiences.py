"""What each audience may see of a table, as JSON values.

One projection for each audience, made on the server: nobody is sent a card that lies face down,
or another patron's money. Money is in cents.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from punto.core import insurance as plus
from punto.core.cards import total
from punto.core.conduct.choosing import may_choose, undecided
from punto.core.conduct.insuring import due_offer
from punto.core.conduct.reading import (
    differential,
    exposed_hand,
    hand,
    next_card,
    original_bet,
    share_playing,
)
from punto.core.differential import Measure
from punto.core.events import CardDrawn, CardsReconstructed, Event, SqueezeRequested
from punto.core.outcome import OutcomeClass, Side
from punto.core.policies import Role
from punto.core.refusal import Refused
from punto.core.rulebook import Rulebook
from punto.core.settle import Line
from punto.core.state import Drawn, Incident, Offer, Phase, Placed, Round, Setup, Table
from punto.service import table_of_play
from punto.service.particulars import particulars

Plain = dict[str, Any]


class Audience(StrEnum):
    """Who looks."""

    PATRON = "patron"
    DEALER = "dealer"
    PIT = "pit"
    AUDITOR = "auditor"
    BOARD = "board"
    """The display on the wall, and whoever is not known."""

    @property
    def staff(self) -> bool:
        """Tell whether every patron's bets are this audience's business."""
        return self in (Audience.DEALER, Audience.PIT, Audience.AUDITOR)


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewer:
    """An audience, and the patron where it is one."""

    audience: Audience
    patron: str | None = None
    balance: int | None = None
    role: Role | None = None
    """The role of a member of staff."""

    def owns(self, patron: str) -> bool:
        """Tell whether money of this patron is the viewer's to see."""
        return self.audience.staff or patron == self.patron


def view(table: Table, rules: Rulebook, viewer: Viewer) -> Plain:
    """Project a table for a viewer."""
    return Scene(table, rules).view(viewer)


class Scene:
    """A table to be projected for several viewers: what all of them see is made once."""

    def __init__(self, table: Table, rules: Rulebook) -> None:
        """Make what everybody sees."""
        self._table = table
        self._rules = rules
        self._all: Plain = {
            "phase": table.phase.value,
            "next": next_step(table, rules),
            "rounds": table.rounds,
            "notices": list(table.notices),
            "commitment": table.commitment,
            "cards_ready": table.cards_ready,
            "cards_left": table.cards_left,
            "cutting_card": table.cutting_card_seen,
            "insurance_off": table.insurance_off,
            "device_holder": table.device_holder,
            "setup": None if table.setup is None else _setup(table.setup),
            "seats": dict(table.seats),
            "me": None,
            "round": None,
        }
        open_ = table.setup is not None and table.round is not None
        self._round = None if table.round is None or not open_ else _shown(table.round, rules)
        self._totals = differential(table, rules) if open_ else None
        self._carried = [_card(drawn) for drawn in table.carried]

    def view(self, viewer: Viewer) -> Plain:
        """Project the table for a viewer."""
        table, shown = self._table, dict(self._all)
        if viewer.patron is not None:
            shown["me"] = {"patron": viewer.patron, "balance": viewer.balance}
        if self._round is not None and table.round is not None:
            shown["round"] = self._round | _own(table, table.round, self._rules, viewer)
        if self._totals is not None and table.setup is not None:
            shown["differential"] = _differential(self._totals, table.setup, viewer)
        if self._carried:
            shown["carried"] = self._carried
        return shown


def _setup(setup: Setup) -> Plain:
    limits = setup.limits
    return {
        "layout": setup.layout,
        "boxes": list(setup.boxes),
        "decks": setup.decks,
        "face": setup.face.value,
        "method": setup.method,
        "hlga": setup.hlga,
        "private": setup.private,
        "limits": {
            "minimum": limits.minimum,
            "maximum": limits.maximum,
            "differential": limits.differential,
            "unit": limits.unit,
        },
    }


def _card(drawn: Drawn) -> str | None:
    """Show a card that lies face up; None is its back."""
    return str(drawn.card) if drawn.exposed and drawn.card is not None else None


def _hand(round_: Round, side: Side) -> Plain:
    cards = [{"number": n + 1, "card": _card(drawn)} for n, drawn in hand(round_, side)]
    known = exposed_hand(round_, side)
    handler = dict(round_.handlers).get(side)
    return {
        "cards": cards,
        "total": total(known) if known else None,
        "handler": handler,
    }


def _shown(round_: Round, rules: Rulebook) -> Plain:
    """Show what everybody sees of a round; the places of the rest are kept for it."""
    return {
        "number": round_.number,
        "rules": round_.rules,
        "opened_at": round_.opened_at.isoformat(),
        "closed_at": None if round_.closed_at is None else round_.closed_at.isoformat(),
        "hands": {side.value: _hand(round_, side) for side in Side},
        "play": table_of_play.steps(round_, rules),
        "wagers": [],
        "insurances": [],
        "offer": None,
        "late_offer": None,
        "forgone": [],
        "incident": None,
        "outcome": None if round_.outcome is None else outcome(round_.outcome),
        "void": round_.void,
        "without_result": round_.without_result,
        "paid": round_.paid,
        "lines": [],
    }


def _own(table: Table, round_: Round, rules: Rulebook, viewer: Viewer) -> Plain:
    """Show what of a round depends on who looks."""
    return {
        "wagers": [_wager(wager, viewer) for wager in round_.wagers],
        "insurances": [
            {
                "id": item.id,
                "patron": item.patron,
                "box": item.box,
                "side": item.row.side.value,
                "stage": item.row.stage.value,
                "stake": item.stake,
                "odds": [item.row.odds.num, item.row.odds.den],
                "live": item.live,
            }
            for item in round_.insurances
            if viewer.owns(item.patron)
        ],
        "offer": _offer(table, round_.offer, rules, viewer, late=False),
        "late_offer": _offer(table, round_.late_offer, rules, viewer, late=True),
        "forgone": sorted(p for p in round_.forgone if viewer.owns(p)),
        "incident": _incident(table, round_, rules, viewer),
        "lines": [
            {"patron": patron, **line_of(line)}
            for patron, line in round_.lines
            if viewer.owns(patron)
        ],
    }


def _wager(wager: Placed, viewer: Viewer) -> Plain:
    mine = [share for share in wager.shares if viewer.owns(share.patron)]
    shown: Plain = {
        "id": wager.id if mine else None,
        "box": wager.box,
        "bet": wager.bet,
        "live": wager.live,
        "mine": any(share.patron == viewer.patron for share in wager.shares),
    }
    if mine:
        shown["shares"] = [{"patron": s.patron, "stake": s.stake} for s in mine]
        shown["stake"] = sum(share.stake for share in mine)
        shown["playing"] = sum(share_playing(wager, share.patron, 1) for share in mine)
        shown["settled"] = None if wager.settled is None else wager.settled.value
    return shown


def _offer(
    table: Table, offer: Offer | None, rules: Rulebook, viewer: Viewer, *, late: bool
) -> Plain | None:
    """Show an open offer; to a patron with what he may insure at the most."""
    if offer is None:
        return None
    shown: Plain = {
        "stage": offer.stage.value,
        "late": late,
        "rows": [
            {
                "side": row.side.value,
                "odds": [row.odds.num, row.odds.den],
                "pays_on_tie": row.pays_on_tie,
                "clauses": list(row.clauses),
            }
            for row in offer.rows
        ],
        "patrons": [patron for patron in offer.patrons if viewer.owns(patron)],
    }
    if viewer.patron is not None and viewer.patron in offer.patrons and table.setup is not None:
        limits = table.setup.limits
        for row, plain in zip(offer.rows, shown["rows"], strict=True):
            original = original_bet(table, rules, viewer.patron, row.side, None)
            plain["original"] = original
            plain["cap"] = plus.cap(rules, row, original, limits)
    return shown


def _incident(table: Table, round_: Round, rules: Rulebook, viewer: Viewer) -> Plain | None:
    incident = round_.incident
    if incident is None:
        return None
    mine = viewer.patron
    # Cards that lie ready for later are no cards of this deal any more (I-90).
    cards = [n for n in incident.cards if n < len(round_.drawn)]
    return {
        "kind": None if incident.kind is None else incident.kind.value,
        "needs": incident.needs.value,
        "ruling": None if incident.ruling is None else incident.ruling.value,
        "established": incident.established,
        "cards": [n + 1 for n in cards],
        "faces": [_card(round_.drawn[n]) for n in cards],
        "clauses": list(incident.clauses),
        "by": list(incident.by),
        "choices": {p: choice.value for p, choice in incident.choices if viewer.owns(p)},
        "undecided": _to_choose(table, incident, rules) if viewer.audience.staff else [],
        "may_choose": mine is not None
        and table.phase is Phase.CHOOSING
        and mine not in dict(incident.choices)
        and mine not in round_.bound
        and bool(undecided(table, mine, rules)),
    }


def _to_choose(table: Table, incident: Incident, rules: Rulebook) -> list[str]:
    """Name the Players whose word the Dealer waits for."""
    if table.phase is not Phase.CHOOSING:
        return []
    chosen = dict(incident.choices)
    return [p for p in may_choose(table) if p not in chosen and undecided(table, p, rules)]


def _differential(totals: Measure, setup: Setup, viewer: Viewer) -> Plain:
    """Show what the Differential leaves; the totals themselves only to staff."""
    maximum = setup.limits.differential
    shown: Plain = {
        "maximum": maximum,
        "room": {side.value: totals.room(side, maximum) for side in Side},
    }
    if viewer.audience.staff:
        shown["player"], shown["banker"] = totals.player, totals.banker
    return shown


def outcome(found: OutcomeClass) -> Plain:
    """Show an outcome with the words of the settlement contract."""
    return {
        "player_total": found.player_total,
        "banker_total": found.banker_total,
        "player_cards": found.player_cards,
        "banker_cards": found.banker_cards,
        "winner": found.winner.value,
        "natural": found.natural,
        "player_pair": found.pairs.player,
        "banker_pair": found.pairs.banker,
        "same_pair_rank": found.pairs.name == "TWIN",
    }


def line_of(line: Line) -> Plain:
    """Show a settled line."""
    return {
        "id": line.id,
        "bet": line.bet,
        "stake": line.stake,
        "result": line.result.value,
        "odds": None if line.odds is None else [line.odds.num, line.odds.den],
        "profit": line.profit,
        "returned": line.returned,
        "clauses": list(line.clauses),
        "interpretations": list(line.by),
    }


def refusal(refused: Refused) -> Plain:
    """Show a refusal."""
    return {
        "code": refused.code,
        "reason": refused.reason,
        "remedy": refused.remedy,
        "message": refused.message,
        "clauses": list(refused.clauses),
        "by": list(refused.by),
        "where": refused.where,
    }


def next_step(table: Table, rules: Rulebook) -> Plain:
    """Say what comes next, in words a Dealer would use, with the clause."""
    words, clauses = _NEXT[table.phase](table, rules)
    return {"words": words, "clauses": list(clauses)}


_Step = tuple[str, tuple[str, ...]]


def _next_in_deal(table: Table, rules: Rulebook) -> _Step:
    round_ = table.round
    clauses = rules.tableau.clauses[-1:]
    if round_ is None:
        return "Nothing", ()
    if rules.insurance_rows and due_offer(table, rules) is not None:
        return "Offer Insurance", plus.policy(rules).window.clauses
    coming = next_card(round_, rules)
    if coming.side is None:
        return (coming.wait.capitalize() if coming.wait else "Expose the cards"), clauses
    number = len(hand(round_, coming.side)) + 1
    which = ("first", "second", "third")[number - 1]
    return f"Draw {coming.side.value.capitalize()}'s {which} card", clauses


def _authority(act: str) -> Callable[[Table, Rulebook], tuple[str, ...]]:
    return lambda _table, rules: rules.authority[act].clauses


def _say(words: str, act: str) -> Callable[[Table, Rulebook], _Step]:
    cite = _authority(act)
    return lambda table, rules: (words, cite(table, rules))


def _next_between(table: Table, rules: Rulebook) -> _Step:
    if not table.cards_ready or table.cutting_card_seen:
        return "Load a shuffled set of cards", rules.authority["load_cards"].clauses
    return 'Call "Place your Bets, please"', rules.authority["call_for_bets"].clauses


def _next_held(table: Table, rules: Rulebook) -> _Step:
    incident = None if table.round is None else table.round.incident
    if incident is None:
        return "Resume", rules.authority["resume"].clauses
    needs = {
        "judgement": "Judge whether the cards can be Reconstructed",
        "order": "Say which card comes first",
        "missing_card": "Set two cards aside, sort the rest and enter it",
        "ruling": "A shift manager rules",
        "nothing": "Resume when play can go on",
    }
    return needs[incident.needs.value], incident.clauses


_NEXT: Mapping[Phase, Callable[[Table, Rulebook], _Step]] = {
    Phase.SHUT: _say("Open the table", "open_table"),
    Phase.IDLE: _next_between,
    Phase.BETTING: _say('Take bets, then call "No more Bets"', "close_bets"),
    Phase.CLOSED: _next_in_deal,
    Phase.DEALING: _next_in_deal,
    Phase.COMPLETE: _say("Declare the result", "declare"),
    Phase.DECLARED: _say("Settle every bet", "settle"),
    Phase.HELD: _next_held,
    Phase.CHOOSING: _say("Players choose; then resume", "resume"),
}


def visible_events(events: tuple[Event, ...], viewer: Viewer) -> list[Plain]:
    """Name the events that a viewer may hear of; staff hears their particulars as well.

    The view beside them says what is so now; a name is enough to know what moved. Only a wish to
    squeeze leaves no trace in the state, so that whoever may grant it is told of it here.
    """
    hidden = set() if viewer.audience.staff else {CardsReconstructed}
    return [
        {"type": type(event).__name__}
        | _told(event)
        | (particulars(event) if viewer.audience.staff else {})
        for event in events
        if type(event) not in hidden
    ]


def _told(event: Event) -> Plain:
    match event:
        case CardDrawn(drawn=drawn):
            return {"exposed": drawn.exposed}
        case SqueezeRequested(patron=patron, side=side):
            return {"patron": patron, "side": side.value}
        case _:
            return {}
