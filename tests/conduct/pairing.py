"""A round of the reference model, played through the conduct command by command."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from punto.core import commands as c
from punto.core.cards import parse_card
from punto.core.conduct import apply, decide
from punto.core.limits import Limits
from punto.core.outcome import Side
from punto.core.policies import Need
from punto.core.refusal import Refused
from punto.core.rulebook import Kind
from punto.core.settle import Line
from punto.core.state import Choice, Face, Incident, Phase, Round, Settled, Table
from punto.rules import load
from tests.reference.handing import rws_squeezer
from tests.reference.insuring import FOUR
from tests.reference.layouts import GAMES_WITH_INSURANCE
from tests.reference.random_rounds import PERSONS, random_round, some_of
from tests.reference.rulings import Seen, is_mbs
from tests.reference.whole_round import Round as Plan
from tests.reference.whole_round import Trouble, places
from tests.reference.windows import squeeze_request_allowed
from tests.support.conduct import CALLED, CASINO, CLOSED, patron, setup_for

KINDS: Final[Mapping[str, Kind]] = {
    "foreign_card": Kind.FOREIGN_CARD,
    "missing_card": Kind.WRONG_CARD_COUNT,
    "surplus_card": Kind.WRONG_CARD_COUNT,
    "unshuffled": Kind.UNSHUFFLED,
    "device_runs_out": Kind.DEVICE_EXHAUSTED,
    "wrong_number_of_cards": Kind.WRONG_NUMBER_OF_CARDS,
    "drawn_in_excess": Kind.CARD_IN_EXCESS,
    "exposed_in_error": Kind.CARD_EXPOSED,
    "wrong_area_or_person": Kind.WRONG_AREA,
    "dealt_face_up": Kind.DEALT_FACE_UP,
    "other_dealing_error": Kind.OTHER_DEALING_ERROR,
    "order_disturbed": Kind.ORDER_DISTURBED,
    "face_up_in_device": Kind.CARD_FOUND_FACE_UP,
    "not_passed": Kind.CARDS_NOT_PASSED,
    "device_reset": Kind.DEVICE_RESET,
    "device_moved_card_exposed": Kind.DEVICE_MOVED,
    "device_moved_order_altered": Kind.DEVICE_MOVED,
}
"""The reference model's words for what the conduct calls otherwise."""

CARRIED_ALONG: Final = frozenset({"drawn_in_excess", "drawn_together", "other_dealing_error"})
"""Errors in which the next cards of the round may already have been drawn."""


@dataclass
class Played:
    """How the conduct ended the round, in the terms of the model."""

    table: Table
    status: str
    lines: dict[str, Line] = field(default_factory=dict)
    taken_back: set[str] = field(default_factory=set)
    insured: set[str] = field(default_factory=set)
    offers: dict[int, set[tuple[str, tuple[int, int], bool]]] = field(default_factory=dict)
    chose: bool = False

    @property
    def round(self) -> Round:
        assert self.table.round is not None
        return self.table.round


def random_plan(chance: Random) -> Plan:
    """Make a round that can be driven: a waiver only where somebody may ask for one."""
    plan = random_round(chance)
    if chance.random() < 0.2:
        plan = replace(plan, walked_away=some_of(chance, PERSONS))
    return replace(plan, waived=plan.waived and _may_waive(plan))


def _may_waive(plan: Plan) -> bool:
    first = plan.cards[:4]
    asks = rws_squeezer(list(plan.bets), seated_only=True)
    possible = squeeze_request_allowed(places(list(first[0::2])), places(list(first[1::2])))
    has_insurance = plan.game in GAMES_WITH_INSURANCE
    disturbed = plan.trouble is not None or plan.walked_away
    return has_insurance and possible and asks is not None and not disturbed


class Driver:
    """Plays one plan."""

    def __init__(self, plan: Plan, chance: Random) -> None:
        self.plan = plan
        self.chance = chance
        self.rules = load(plan.game)
        self.table = Table()
        self.end = Played(self.table, "")
        self.style = chance.choice(("up", "down", "unseen"))

    def tries(self, command: c.Command) -> Refused | None:
        """Give a command that the table may refuse."""
        answer = decide(self.table, command, self.rules)
        if isinstance(answer, Refused):
            return answer
        self.table = apply(self.table, answer)
        return None

    def does(self, command: c.Command) -> None:
        """Give a command that the table must take."""
        refused = self.tries(command)
        assert refused is None, (command, refused)

    @property
    def round(self) -> Round:
        assert self.table.round is not None
        return self.table.round

    @property
    def incident(self) -> Incident:
        assert self.round.incident is not None
        return self.round.incident

    # --- before the cards -------------------------------------------------------------------------

    def opens(self) -> None:
        """Open the table and close bets as they lie, unnoticed (I-45)."""
        plan, limits = self.plan, self.plan.limits
        shown = Limits(
            minimum=limits.minimum,
            maximum=limits.maximum,
            differential=limits.differential,
            unit=limits.unit,
        )
        setup = replace(
            setup_for(self.rules, layout=plan.layout),
            limits=shown,
            face=Face.DOWN if self.style != "up" or self._turned_up() else Face.UP,
            private=True,
        )
        self.does(c.OpenTable(actor=CASINO, setup=setup))
        self.does(c.LoadCards(actor=CASINO))
        self.table = replace(self.table, under_minimum_once=frozenset(plan.had_one_before))
        if plan.no_insurance_notice and self.rules.insurance_rows:
            self.does(c.SwitchInsurance(actor=CASINO, offered=False))
        for box, person in (("1", "ann"), ("2", "bob")):
            self.does(c.SeatPatron(actor=CASINO, patron=person, box=box))
        self.does(c.CallForBets(actor=CASINO, at=CALLED))
        for bet in plan.bets:
            laid = {"id": bet.id, "patron": bet.person, "box": str(bet.box), "bet": bet.bet}
            self.does(c.AcceptUnchecked(actor=CASINO, stake=bet.stake, **laid))
        self.does(c.CloseBets(actor=CASINO, at=CLOSED))
        for person in sorted(plan.walked_away):
            self.does(c.PatronLeaves(actor=CASINO, patron=person))

    def _turned_up(self) -> bool:
        """Tell whether the trouble is a card face up on a table that is dealt face down."""
        trouble = self.plan.trouble
        return trouble is not None and trouble.seen.error == "dealt_face_up"

    # --- the cards --------------------------------------------------------------------------------

    def plays(self) -> Played:
        """Play the round to where the model ends it."""
        self.opens()
        shown = 0
        while self._at(shown):
            if self.table.phase is Phase.COMPLETE:
                self.does(c.Declare(actor=CASINO))
                self.does(c.Settle(actor=CASINO))
                return self._ended("settled")
            if shown == len(self.plan.cards):
                self.does(c.ReportIrregularity(actor=CASINO, kind=Kind.DEVICE_EXHAUSTED))
                return self._ended("void")
            self._next_card(shown)
            shown += 1
        return self.end

    def _at(self, shown: int) -> bool:
        """Sell Insurance and meet the trouble at this number of cards; say whether play goes on."""
        self._sells(shown)
        trouble = self.plan.trouble
        if trouble is not None and trouble.after_cards == shown:
            self._meets(trouble, shown)
            if self.end.status:
                return False
        if shown == 4 and self.plan.waived:
            asks = rws_squeezer(list(self.plan.bets), seated_only=True)
            assert asks is not None
            self.does(c.ConsentEarlySqueeze(actor=CASINO, patron=asks))
        return True

    def _next_card(self, number: int) -> None:
        """Draw the next card, unless an error has brought it already, and see that it lies open."""
        card = parse_card(self.plan.cards[number])
        if len(self.round.drawn) == number:
            unseen = self.style == "unseen" and not self.table.carried
            self.does(c.DrawCard(actor=CASINO, card=None if unseen else card))
        if not self.round.drawn[number].exposed:
            self.does(c.ExposeCard(actor=CASINO, number=number + 1, card=card))

    def _sells(self, shown: int) -> None:
        if self.tries(c.OpenInsurance(actor=CASINO)) is not None:
            return
        offer = self.round.offer
        assert offer is not None
        self.end.offers[shown] = {
            (row.side.value, (row.odds.num, row.odds.den), row.pays_on_tie) for row in offer.rows
        }
        stage = FOUR if shown == 4 else "after_player_third_card"
        for number, asked in enumerate(self.plan.insurance):
            if asked.stage == stage:
                bought = c.PlaceInsurance(
                    actor=CASINO,
                    id=f"i{number}",
                    patron=asked.person,
                    box=str(asked.box),
                    side=Side(asked.side),
                    stake=asked.stake,
                )
                if self.tries(bought) is None:
                    self.end.insured.add(bought.id)

    # --- trouble ----------------------------------------------------------------------------------

    def _meets(self, trouble: Trouble, shown: int) -> None:
        """Report what was seen, have it judged and chosen, and go on."""
        self._reports(trouble.seen, shown)
        if self.table.phase is Phase.HELD and self.incident.needs is Need.JUDGEMENT:
            repairable = trouble.seen.reconstructible
            repairable |= trouble.seen.error == "device_moved_card_exposed"
            self.does(
                c.JudgeReconstruction(actor=CASINO, repairable=repairable, reason="as it lies")
            )
        if self.table.phase is Phase.CHOOSING:
            self._choose(trouble)
        elif self.table.phase is Phase.HELD and self.incident.needs is Need.NOTHING:
            self.does(c.Resume(actor=CASINO))
        if self.table.phase is Phase.HELD:
            held = "house rules on the cards" if _house(self.incident) else "refer"
            self._ended(held)
        elif self.table.phase is Phase.BETTING:
            self._ended("reopen betting and deal afresh")
        elif self.round.over:
            self._ended("void" if self.round.void else "closed without a result")

    def _reports(self, seen: Seen, shown: int) -> None:
        error = seen.error
        if error in ("technical_interruption", "power_failure"):
            power = error == "power_failure" or self.chance.random() < 0.5
            self.does(c.ReportInterruption(actor=CASINO, power=power))
            return
        if error == "handler_absent":
            self.does(c.NoteAbsence(actor=CASINO, patron="ann"))
            return
        kind = KINDS.get(error)
        if error == "drawn_together":
            kind = Kind.DRAWN_TOGETHER if seen.order_known else Kind.DRAWN_TOGETHER_ORDER_UNKNOWN
        elif error == "wrong_area_or_person" and not is_mbs(self.plan.game):
            kind = self.chance.choice((Kind.WRONG_AREA, Kind.WRONG_PERSON))
        assert kind is not None
        behind = KINDS.get(seen.underlying, Kind.DRAWN_TOGETHER)
        self.does(
            c.ReportIrregularity(
                actor=CASINO,
                kind=kind,
                drawn=self._already_drawn(seen, shown),
                behind=behind if kind is Kind.WRONG_NUMBER_OF_CARDS else None,
            )
        )

    def _already_drawn(self, seen: Seen, shown: int) -> tuple[c.Seen, ...]:
        """Let the next cards of the round be those drawn in error, where order can be restored."""
        lucky = seen.error in CARRIED_ALONG and self.chance.random() < 0.5
        together = seen.error == "drawn_together"
        if not lucky or not (seen.reconstructible or together):
            return ()
        number = 2 if together else self.chance.choice((1, 2))
        offer_between = number == 2 and shown in (3, 4) and bool(self.rules.insurance_rows)
        if offer_between:
            # The model sells Insurance there, and at the table the chance for it is gone.
            return ()
        coming = self.plan.cards[shown : shown + number]
        return tuple(c.Seen(card=parse_card(text)) for text in coming)

    def _choose(self, trouble: Trouble) -> None:
        self.end.chose = True
        for person in PERSONS:
            choice = Choice.RETURN if person in trouble.takers else Choice.CONTINUE
            if choice is Choice.RETURN or self.chance.random() < 0.5:
                self.tries(c.ChooseOption(actor=patron(person), patron=person, choice=choice))
        if self.incident.needs is Need.ORDER:
            order = tuple(n + 1 for n in self.incident.cards)
            self.does(c.AssignOrder(actor=CASINO, order=order))
        else:
            self.does(c.Resume(actor=CASINO))

    def _ended(self, status: str) -> Played:
        self.end.status, self.end.table = status, self.table
        self.end.lines = {line.id: line for _, line in self.round.lines}
        self.end.taken_back = {
            wager.id for wager in self.round.wagers if wager.settled is Settled.RETURNED
        }
        return self.end


def _house(incident: Incident) -> bool:
    return incident.ruling is not None and incident.ruling.value == "house"
