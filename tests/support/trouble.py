"""Verbs for a table at which something goes wrong, beside those of `tests.support.conduct`."""

from __future__ import annotations

from collections import Counter
from typing import Any, Self

from punto.core import commands as c
from punto.core.cards import Card
from punto.core.commands import Effect, Seen
from punto.core.composition import full_set
from punto.core.policies import Need
from punto.core.rulebook import Kind
from punto.core.state import Actor, Phase, Settled
from tests.support.conduct import DEALER, MANAGER, SHIFT, SUPERVISOR, Dealt


class Troubled(Dealt):
    """A table whose irregularities are reported, judged, ruled on and corrected."""

    def reports(
        self,
        kind: Kind | str,
        drawn: str = "",
        *,
        cards: tuple[int, ...] = (),
        behind: Kind | None = None,
        by: Actor = DEALER,
    ) -> Self:
        """State what was seen; `drawn` as `4S KD+ ??`, with a + for a card that lies face up."""
        seen = tuple(
            Seen(
                card=None if text.startswith("??") else self.card(text.rstrip("+")),
                exposed=text.endswith("+"),
            )
            for text in drawn.split()
        )
        self.does(
            c.ReportIrregularity(
                actor=by, kind=Kind(kind), drawn=seen, cards=cards, behind=behind, note="seen"
            )
        )
        return self

    def judges(self, *, repairable: bool, by: Actor = SUPERVISOR) -> Self:
        self.does(
            c.JudgeReconstruction(actor=by, repairable=repairable, reason="by the order drawn")
        )
        return self

    def orders(self, *numbers: int, by: Actor = MANAGER) -> Self:
        self.does(c.AssignOrder(actor=by, order=numbers))
        return self

    def rules_that(
        self,
        effect: Effect | str,
        *,
        by: Actor = SHIFT,
        wagers: tuple[str, ...] = (),
        interpretation: str | None = None,
        reason: str = "not covered",
    ) -> Self:
        ruling = c.Rule(
            actor=by,
            effect=Effect(effect),
            reason=reason,
            wagers=wagers,
            interpretation=interpretation,
        )
        self.does(ruling)
        return self

    def stops(self, *, power: bool = True) -> Self:
        """Report a technical interruption."""
        self.does(c.ReportInterruption(actor=DEALER, power=power, note="dark"))
        return self

    def finds_missing(
        self, gone: tuple[Card, ...], aside: tuple[Card, ...], by: Actor = SHIFT
    ) -> Self:
        """Sort what is left when these cards are gone and those are set aside."""
        lying = [drawn.card for drawn in (*self.round.drawn, *self.table.carried)]
        rest = full_set(self.setup.decks)
        rest.subtract(Counter(card for card in (*lying, *gone, *aside) if card is not None))
        self.does(
            c.EnterMissingCard(
                actor=by, sorted_cards=tuple(rest.elements()), set_aside=aside, cards=gone
            )
        )
        return self

    def corrects(self, texts: str, by: Actor = SUPERVISOR) -> Self:
        self.does(
            c.CorrectResult(actor=by, cards=self.cards(texts), reason="the cards show otherwise")
        )
        return self

    def burns(self, text: str | None = None, by: Actor = SUPERVISOR) -> Self:
        self.does(c.BurnCard(actor=by, card=None if text is None else self.card(text)))
        return self

    def acknowledges(self, by: Actor = SUPERVISOR) -> Self:
        self.does(c.AcknowledgeExposedCard(actor=by))
        return self

    # --- what became of it ------------------------------------------------------------------------

    @property
    def answer(self) -> str:
        """Say in a word what the last report led to."""
        incident = self.round.incident
        if self.round.void:
            return "void"
        if self.phase is Phase.CHOOSING:
            return "options"
        if self.phase is Phase.BETTING:
            return "reopen"
        if incident is None:
            return "stand"
        if incident.needs is Need.NOTHING:
            return "play on"
        assert self.phase is Phase.HELD
        return str(incident.ruling if incident.needs is Need.RULING else incident.needs)

    def returned(self) -> set[str]:
        """Name the wagers and Insurance that were given back."""
        wagers = {w.id for w in self.round.wagers if w.settled is Settled.RETURNED}
        return wagers | {i.id for i in self.round.insurances if i.settled is Settled.RETURNED}

    def hands(self) -> tuple[str, str]:
        """Write both Hands as they lie, card by card in the order drawn."""
        player, banker = (
            " ".join(str(d.card) for d in self.round.drawn if d.belongs == side)
            for side in ("player", "banker")
        )
        return player, banker


def troubled(
    game: str, bets: str = "", cards: str = "", *, exposed: bool | None = None, **setup: Any
) -> Troubled:
    """Open a table, lay bets as `Ann player 100, Bob banker 200`, and deal these cards."""
    table = Troubled(game, **setup)
    table.open().call()
    for bet in filter(None, (part.strip() for part in bets.split(","))):
        name, kind, stake = bet.split()
        table.bets(name, kind, int(stake))
    table.close()
    table.deals(cards, exposed=exposed)
    return table
