"""Commands at random: any act at any time by anybody, sensible more often than not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from datetime import datetime, timedelta
from random import Random
from typing import Any, Final

from punto.core import commands as c
from punto.core.cards import DECK, Card
from punto.core.composition import full_set
from punto.core.conduct.access import ACTS, act_of
from punto.core.limits import Limits
from punto.core.outcome import Side
from punto.core.policies import Role
from punto.core.rulebook import Kind, Rulebook
from punto.core.state import Actor, Choice, Face, Phase, Round, Setup, Table
from tests.support.conduct import CALLED, STAFF, patron, setup_for

PATRONS: Final = ("Ann", "Bob", "Cy")

OFTEN: Final[Mapping[type[c.Command], int]] = {
    c.OpenTable: 300,
    c.LoadCards: 60,
    c.CallForBets: 400,
    c.PlaceWager: 250,
    c.AcceptUnchecked: 80,
    c.CloseBets: 90,
    c.DrawCard: 600,
    c.ExposeCard: 400,
    c.OpenInsurance: 200,
    c.PlaceInsurance: 400,
    c.DeclineInsurance: 100,
    c.ReopenInsurance: 1_500,
    c.RefundMissedInsurance: 120,
    c.ConsentEarlySqueeze: 120,
    c.RequestSqueeze: 60,
    c.PermitSqueeze: 60,
    c.AllowWithdrawal: 60,
    c.AcknowledgeExposedCard: 200,
    c.Declare: 400,
    c.Settle: 400,
    c.JudgeReconstruction: 120,
    c.AssignOrder: 80,
    c.EnterMissingCard: 150,
    c.ChooseOption: 120,
    c.Resume: 120,
    c.CloseTable: 1,
}
"""How often a command is tried where its phase allows it, as against 25 for the others."""

DISTURBING: Final = frozenset(
    {
        c.ReportIrregularity,
        c.ReportInterruption,
        c.Rule,
        c.LoadCards,
        c.CuttingCard,
        c.PatronLeaves,
        c.NoteAbsence,
        c.RemoveWager,
        c.WithdrawWager,
        c.SetMethod,
        c.CorrectResult,
    }
)
"""What keeps rounds from coming to their end; at a calm table it is rare."""


def _offer_open(table: Table) -> bool:
    return table.round is not None and bool(table.round.offer or table.round.late_offer)


def _hidden_cards(table: Table) -> bool:
    return table.round is not None and not all(drawn.exposed for drawn in table.round.drawn)


def _bets_move(table: Table) -> bool:
    return table.phase in (Phase.BETTING, Phase.CLOSED)


NEEDS: Final[Mapping[type[c.Command], Callable[[Table], bool]]] = {
    c.PlaceInsurance: _offer_open,
    c.DeclineInsurance: _offer_open,
    c.ExposeCard: _hidden_cards,
    c.PassCards: _hidden_cards,
    c.DesignateHandler: _hidden_cards,
    c.PlaceWager: _bets_move,
    c.JoinWager: _bets_move,
    c.RaiseWager: _bets_move,
    c.LowerWager: _bets_move,
    c.WithdrawWager: _bets_move,
    c.AcknowledgeExposedCard: lambda table: any(drawn.exposed for drawn in table.carried),
    c.TakeNoticeDown: lambda table: bool(table.notices),
    c.GiveUpDevice: lambda table: table.device_holder is not None,
    c.DeclineCards: lambda table: table.round is not None and bool(table.round.handlers),
    c.RefundMissedInsurance: lambda table: table.round is not None and bool(table.round.missed),
    c.ReopenInsurance: lambda table: table.round is not None and bool(table.round.missed),
    c.CorrectResult: lambda table: table.round is not None and table.round.paid,
}
"""What a command needs to find at the table."""

WILD: Final[Mapping[str, tuple[Any, ...]]] = {
    "stake": (-100, 0, 1, 7, 10**12),
    "id": ("", "w0", "w99"),
    "box": ("", "99"),
    "bet": ("", "lucky_six", "wu_dalang"),
    "patron": ("", "Nobody", *PATRONS),
    "decks": (-1, 0, 3, 11, 99),
    "number": (-3, 0, 1, 4, 99),
    "method": ("", "A", "B", "C", "standard", "Z"),
    "at": (datetime(1999, 1, 1), CALLED - timedelta(days=9999), CALLED + timedelta(days=1)),  # noqa: DTZ001 - a moment without a zone is refused
    "card": (*DECK[:2], None),
    "cards": ((), DECK[:3], DECK[:4] * 3),
    "numbers": ((), (0,), (99,), (1, 1)),
    "order": ((), (0,), (1, 1), (99, 98)),
    "patrons": ((), ("Nobody",), PATRONS),
    "wagers": ((), ("w99",), ("w0", "w1")),
    "reason": ("", "   "),
    "interpretation": ("", "I-0", "tb4:5.18"),
    "winner": ("player", "nobody"),
    "sorted_cards": ((), DECK, DECK * 8),
    "set_aside": ((), DECK[:2], DECK[:3]),
    "drawn": ((c.Seen(exposed=True),), (c.Seen(),) * 3, (c.Seen(card=DECK[0]),) * 9),
}
"""Values that make little sense, by the name of the field."""


class AnybodyAt:
    """Makes the next command from what the table shows."""

    def __init__(self, chance: Random, rules: Rulebook) -> None:
        self.chance = chance
        self.rules = rules
        self.table = Table()
        self.calm = chance.random() < 0.6
        self.wildness = chance.choice((0.02, 0.2))

    def command(self, table: Table) -> c.Command:
        """Make a command: mostly one whose phase it is, with mostly sensible values."""
        self.table = table
        kinds = list(ACTS)
        if self.chance.random() > self.wildness:
            kinds = [kind for kind in kinds if self._known(kind)]
        (kind,) = self.chance.choices(kinds, [self._often(kind) for kind in kinds])
        made = kind(actor=STAFF[0], **self._values(kind))
        if self.chance.random() < self.wildness:
            made = self._spoilt(made)
        return replace(made, actor=self._actor(made))

    def _known(self, kind: type[c.Command]) -> bool:
        act = ACTS[kind]
        return self.table.phase in act.phases and act.name in self.rules.authority

    def _often(self, kind: type[c.Command]) -> int:
        """Weigh a command: rarely where the table gives it nothing to do."""
        if kind is c.LoadCards and (not self.table.cards_ready or self.table.cutting_card_seen):
            return 1_000
        idle = kind in NEEDS and not NEEDS[kind](self.table)
        rare = idle or (self.calm and kind in DISTURBING)
        return 3 if rare else OFTEN.get(kind, 25)

    def _spoilt(self, made: c.Command) -> c.Command:
        names = [field.name for field in fields(made) if field.name in WILD]
        if not names:
            return made
        name = self.chance.choice(names)
        as_numbers = name == "cards" and isinstance(made, c.ReportIrregularity)
        return replace(made, **{name: self.chance.choice(WILD["numbers" if as_numbers else name])})

    def _actor(self, made: c.Command) -> Actor:
        """Let mostly somebody act who may."""
        luck = self.chance.random()
        holder = self.table.device_holder
        if isinstance(made, c.DrawCard) and holder is not None and luck < 0.8:
            return patron(holder)
        if luck < 0.05:
            return patron(self.chance.choice(PATRONS))
        if luck < 0.15:
            return self.chance.choice(STAFF)
        authority = self.rules.authority.get(act_of(made))
        if authority is not None and authority.role is not Role.PATRON:
            return STAFF[-1]
        who = getattr(made, "patron", None)
        return patron(who) if who and luck < 0.7 else STAFF[-1]

    # --- values ----------------------------------------------------------------------------------

    def _values(self, kind: type[c.Command]) -> dict[str, Any]:
        special = SPECIAL.get(kind)
        values = {} if special is None else special(self)
        for field in fields(kind):
            if field.name not in values and field.name in GENERAL:
                values[field.name] = GENERAL[field.name](self)
        return values

    def _one(self, *values: Any) -> Any:
        return self.chance.choice(values)

    @property
    def round(self) -> Round | None:
        return self.table.round

    def _wagers(self) -> list[str]:
        return [wager.id for wager in self.round.wagers] if self.round is not None else []

    def _unseen(self) -> Card:
        """Take a card that the set can still hold, a low one as often as not."""
        seen = dict(self.table.seen)
        decks = self.table.setup.decks if self.table.setup is not None else 8
        left = [card for card in DECK if seen.get(card, 0) < decks]
        return self.chance.choice(left or DECK)

    def _draw(self) -> dict[str, Any]:
        luck = self.chance.random()
        due = self.table.carried
        if due and luck < 0.8:
            return {"card": due[0].card or self._one(None, self._unseen())}
        card = None if luck > 0.93 else self._unseen()
        return {"card": card, "exposed": self._one(None, None, None, True, False)}

    def _expose(self) -> dict[str, Any]:
        drawn = self.round.drawn if self.round is not None else ()
        hidden = [n for n, item in enumerate(drawn) if not item.exposed]
        number = self.chance.choice(hidden) if hidden else 0
        unknown = bool(hidden) and drawn[number].card is None
        return {"number": number + 1, "card": self._unseen() if unknown else None}

    def _wager(self) -> dict[str, Any]:
        number = len(self.round.wagers) if self.round is not None else 0
        bets = list(self.rules.bets)
        return {
            "id": f"w{number}",
            "bet": self._one("player", "banker", "player", "banker", self.chance.choice(bets)),
            "stake": self.chance.choice((5, 10, 20, 50, 100, 200, 600, 1500)),
        }

    def _own(self) -> dict[str, Any]:
        wagers = self.round.wagers if self.round is not None else ()
        if not wagers:
            return {"id": "w0"}
        wager = self.chance.choice(wagers)
        return {"id": wager.id, "patron": self.chance.choice(wager.shares).patron}

    def _join(self) -> dict[str, Any]:
        return {"id": self.chance.choice(self._wagers() or ["w0"])}

    def _insurance(self) -> dict[str, Any]:
        number = len(self.round.insurances) if self.round is not None else 0
        offer = self.round.offer if self.round is not None else None
        late = self.round.late_offer if self.round is not None else None
        on = late or offer
        wagers = self.round.wagers if self.round is not None else ()
        originals = [w for w in wagers if on is not None and w.bet == on.rows[0].side.value]
        if on is None or not originals:
            return {"id": f"i{number}", "late": self._one(True, False), "stake": 10}
        wager = self.chance.choice(originals)
        return {
            "id": f"i{number}",
            "side": on.rows[0].side,
            "patron": wager.patron,
            "box": wager.box,
            "stake": self.chance.choice((1, 5, 10, wager.stake)),
            "late": late is not None,
        }

    def _report(self) -> dict[str, Any]:
        drawn = self.round.drawn if self.round is not None else ()
        seen = tuple(
            c.Seen(card=None if shown is None else self._unseen(), exposed=bool(shown))
            for shown in (self._one(None, False, True) for _ in range(self._one(0, 0, 1, 1, 2)))
        )
        numbers = range(1, len(drawn) + 1)
        named = self.chance.sample(numbers, min(len(drawn), self._one(0, 0, 1, 2)))
        hidden = [n + 1 for n, item in enumerate(drawn) if item.card is None]
        if hidden and self.table.phase is Phase.DEALING and self.chance.random() < 0.8:
            values = {"kind": Kind.PLAYER_GONE_WITH_CARD, "cards": (hidden[0],), "drawn": ()}
        else:
            kind = self.chance.choice(list(Kind))
            values = {"kind": kind, "cards": tuple(sorted(named)), "drawn": seen}
        return values

    def _order(self) -> dict[str, Any]:
        incident = self.round.incident if self.round is not None else None
        cards = [n + 1 for n in incident.cards] if incident is not None else []
        return {"order": tuple(self.chance.sample(cards, len(cards)))}

    def _choose(self) -> dict[str, Any]:
        return {"choice": self._one(*Choice)}

    def _missing(self) -> dict[str, Any]:
        """Sort the rest so that it fits, with cards gone that the set can still hold."""
        incident = self.round.incident if self.round is not None else None
        if self.round is None or incident is None or self.table.setup is None:
            return {"sorted_cards": (), "set_aside": ()}
        drawn = self.round.drawn
        gone = [n for n in incident.cards if n < len(drawn) and drawn[n].card is None]
        rest = full_set(self.table.setup.decks)
        out = [item.card for item in (*drawn, *self.table.carried)]
        known = [card for card in out if card is not None]
        rest.subtract(Counter(known))
        hidden = len(out) - len(known) - len(gone)
        taken = [self._unseen() for _ in range(len(gone) + 2 + max(0, hidden))]
        rest.subtract(Counter(taken))
        aside = tuple(taken[len(gone) : len(gone) + 2])
        return {"sorted_cards": tuple((+rest).elements()), "set_aside": aside}

    def _rule(self) -> dict[str, Any]:
        named = self._wagers()
        chosen = tuple(self.chance.sample(named, min(len(named), self._one(0, 1, 2))))
        return {
            "effect": self.chance.choice(list(c.Effect)),
            "wagers": chosen,
            "interpretation": self._one(None, "I-87"),
        }

    def _correct(self) -> dict[str, Any]:
        drawn = self.round.drawn if self.round is not None else ()
        cards = [item.card for item in drawn if item.card is not None]
        if cards and self.chance.random() < 0.7:
            cards[self.chance.randrange(len(cards))] = self._unseen()
        if self.chance.random() < 0.2:
            cards = [*cards, self._unseen()]
        return {"cards": tuple(cards)}

    def _setup(self) -> dict[str, Any]:
        return {"setup": random_setup(self.chance, self.rules)}

    def _decks(self) -> dict[str, Any]:
        return {"decks": self._one(None, 4, 8)}

    def _winner(self) -> dict[str, Any]:
        return {"winner": self._one(None, None, None, "player", "banker", "tie")}

    def _method(self) -> dict[str, Any]:
        return {"method": self.chance.choice(list(self.rules.policies.methods))}

    def _holder(self) -> dict[str, Any]:
        return {"patron": self.table.device_holder or self.chance.choice(PATRONS)}

    def _hanging(self) -> dict[str, Any]:
        return {"text": self.chance.choice(self.table.notices or ("Nothing hangs here",))}

    def _decline(self) -> dict[str, Any]:
        handed = [(s, p) for s, p in self.round.handlers if p] if self.round is not None else []
        if not handed:
            return {}
        side, who = self.chance.choice(handed)
        return {"side": side, "patron": who}

    def _refuse(self) -> dict[str, Any]:
        offer = self.round.offer if self.round is not None else None
        asked = offer.patrons if offer is not None else ()
        return {"patron": self.chance.choice(asked or PATRONS)}

    def _late(self) -> dict[str, Any]:
        missed = self.round.missed if self.round is not None else ()
        affected = [who for item in missed for who in item.patrons]
        return {"patrons": (self.chance.choice(affected),) if affected else PATRONS[:1]}


def random_setup(chance: Random, rules: Rulebook) -> Setup:
    """Set a table up at random: layout, limits, method, face, rooms."""
    method = chance.choice(list(rules.policies.methods))
    layout = chance.choice([x for x, it in rules.layouts.items() if it.most_positions != 0])
    return replace(
        setup_for(rules, layout=layout),
        decks=chance.choice((4, 8)),
        limits=random_limits(chance),
        limits_by_bet=chance.choice(((), (("tie", Limits(minimum=5, maximum=300)),))),
        method=method,
        face=chance.choice((Face.UP, Face.UP, Face.DOWN)),
        hlga=chance.random() < 0.7,
        private=chance.random() < 0.5,
        reading_device=chance.random() < 0.9,
    )


def random_limits(chance: Random) -> Limits:
    """Show limits that are often in the way."""
    return Limits(
        minimum=chance.choice((10, 10, 50)),
        maximum=chance.choice((None, 400)),
        differential=chance.choice((300, 1_000, 100_000)),
        unit=chance.choice((1, 1, 5)),
    )


_Values = Callable[[AnybodyAt], dict[str, Any]]

SPECIAL: Final[Mapping[type[c.Command], _Values]] = {
    c.OpenTable: AnybodyAt._setup,
    c.LoadCards: AnybodyAt._decks,
    c.SetMethod: AnybodyAt._method,
    c.PlaceWager: AnybodyAt._wager,
    c.AcceptUnchecked: AnybodyAt._wager,
    c.JoinWager: AnybodyAt._join,
    c.RaiseWager: AnybodyAt._own,
    c.LowerWager: AnybodyAt._own,
    c.WithdrawWager: AnybodyAt._own,
    c.RemoveWager: AnybodyAt._join,
    c.DrawCard: AnybodyAt._draw,
    c.ExposeCard: AnybodyAt._expose,
    c.TakeNoticeDown: AnybodyAt._hanging,
    c.GiveUpDevice: AnybodyAt._holder,
    c.DeclineCards: AnybodyAt._decline,
    c.PlaceInsurance: AnybodyAt._insurance,
    c.DeclineInsurance: AnybodyAt._refuse,
    c.RefundMissedInsurance: AnybodyAt._late,
    c.ReportIrregularity: AnybodyAt._report,
    c.AssignOrder: AnybodyAt._order,
    c.ChooseOption: AnybodyAt._choose,
    c.EnterMissingCard: AnybodyAt._missing,
    c.Rule: AnybodyAt._rule,
    c.CorrectResult: AnybodyAt._correct,
    c.Declare: AnybodyAt._winner,
}
"""What some commands need of the table to make sense."""

GENERAL: Final[Mapping[str, Callable[[AnybodyAt], Any]]] = {
    "person": lambda my: my._one("Dora", "Paul"),
    "role": lambda my: my._one(None, *Role),
    "card": lambda my: my._one(None, my._unseen()),
    "limits": lambda my: random_limits(my.chance),
    "face": lambda my: my._one(*Face),
    "text": lambda my: my._one("Insurance is not offered", "Limits have changed"),
    "number": lambda my: my._one(1, 2, 3),
    "offered": lambda my: my._one(True, False),
    "patron": lambda my: my._one(*PATRONS),
    "box": lambda my: my._one(*(my.table.setup.boxes[:3] if my.table.setup is not None else "1")),
    "at": lambda my: CALLED + timedelta(minutes=my.chance.randrange(60)),
    "stake": lambda my: my.chance.choice((5, 10, 15, 30, 120, 250, 700)),
    "reason": lambda _: "as seen on the table",
    "note": lambda my: my._one("", "seen by the Pit Supervisor"),
    "first": lambda my: my._one(*Side),
    "side": lambda my: my._one(*Side),
    "power": lambda my: my._one(True, False),
    "repairable": lambda my: my._one(True, False),
}
"""Sensible values of every other field, by its name."""
