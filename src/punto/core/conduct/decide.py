"""`decide(table, command, rules)`: what follows from a command, or why it is refused."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any, Final

from punto.core import commands as c
from punto.core import events as e
from punto.core.conduct import (
    access,
    betting,
    closing,
    dealing,
    finishing,
    handing,
    house,
    incidents,
    insuring,
    neglecting,
    options,
    rulings,
)
from punto.core.conduct.evolve import apply
from punto.core.conduct.reading import Answer, hand, refuse, round_of
from punto.core.outcome import Side
from punto.core.policies import Role
from punto.core.refusal import Refused
from punto.core.rulebook import Rulebook
from punto.core.state import Actor, Phase, Table


class Automation(StrEnum):
    """A mechanical step that the table may do by itself."""

    OFFER_INSURANCE = "offer_insurance"
    EXPOSE = "expose"
    """Turn up cards that are known and lie face down with the Dealer."""
    DECLARE = "declare"
    SETTLE = "settle"


LIVE: Final[frozenset[Automation]] = frozenset()
"""A live table does nothing by itself."""
AUTOMATIC: Final[frozenset[Automation]] = frozenset(Automation)
"""A simulator's table does everything that needs no choice."""

_Handler = Callable[[Table, Any, Rulebook], Answer]

_HANDLERS: Final[dict[type[c.Command], _Handler]] = {
    c.OpenTable: house.open_table,
    c.CloseTable: house.close_table,
    c.AssignStaff: house.assign_staff,
    c.LoadCards: house.load_cards,
    c.BurnCard: house.burn_card,
    c.SetLimits: house.set_limits,
    c.SetMethod: house.set_method,
    c.SetFace: house.set_face,
    c.PostNotice: house.post_notice,
    c.TakeNoticeDown: house.take_notice_down,
    c.RestrictWagers: house.restrict_wagers,
    c.SwitchInsurance: house.switch_insurance,
    c.SeatPatron: house.seat_patron,
    c.UnseatPatron: house.unseat_patron,
    c.PatronLeaves: house.patron_leaves,
    c.CallForBets: betting.call_for_bets,
    c.AcknowledgeExposedCard: betting.acknowledge_exposed,
    c.PlaceWager: betting.place,
    c.AcceptUnchecked: betting.accept_unchecked,
    c.JoinWager: betting.join,
    c.RaiseWager: betting.change,
    c.LowerWager: betting.change,
    c.WithdrawWager: betting.withdraw,
    c.RemoveWager: betting.remove,
    c.CloseBets: closing.close,
    c.DrawCard: dealing.draw,
    c.ExposeCard: dealing.expose,
    c.CuttingCard: dealing.cutting_card,
    c.AllowWithdrawal: dealing.allow_withdrawal,
    c.ChooseRevealOrder: dealing.reveal_order,
    c.RequestSqueeze: handing.request_squeeze,
    c.PermitSqueeze: handing.permit_squeeze,
    c.PassCards: handing.pass_cards,
    c.DeclineCards: handing.decline_cards,
    c.DesignateHandler: handing.designate,
    c.TakeDevice: handing.take_device,
    c.GiveUpDevice: handing.give_up_device,
    c.NoteAbsence: handing.note_absence,
    c.OpenInsurance: insuring.open_offer,
    c.PlaceInsurance: insuring.place,
    c.DeclineInsurance: insuring.decline,
    c.ConsentEarlySqueeze: insuring.consent_early_squeeze,
    c.ReopenInsurance: neglecting.reopen,
    c.RefundMissedInsurance: neglecting.refund_missed,
    c.Declare: finishing.declare,
    c.Settle: finishing.settle,
    c.ReportIrregularity: incidents.report,
    c.JudgeReconstruction: rulings.judge,
    c.AssignOrder: rulings.assign_order,
    c.ChooseOption: options.choose,
    c.Resume: options.resume,
    c.ReportInterruption: incidents.interruption,
    c.EnterMissingCard: rulings.enter_missing,
    c.Rule: rulings.rule,
    c.CorrectResult: finishing.correct,
}


_OF_THE_LAST_ROUND: Final = frozenset(
    {c.ReportIrregularity, c.Rule, c.CorrectResult, c.RefundMissedInsurance}
)
"""What can still concern a settled round, and so goes by its rules."""


def decide(
    table: Table,
    command: c.Command,
    rules: Rulebook,
    automation: frozenset[Automation] = LIVE,
) -> tuple[e.Event, ...] | Refused:
    """Answer a command with the events that follow from it, or with a refusal."""
    answer = foresee(table, command, rules, automation)
    return answer if isinstance(answer, Refused) else answer[0]


def foresee(
    table: Table,
    command: c.Command,
    rules: Rulebook,
    automation: frozenset[Automation] = LIVE,
) -> tuple[tuple[e.Event, ...], Table] | Refused:
    """Answer a command with the events that follow from it and the table after them."""
    refused = _check_rules(table, command, rules) or access.check(table, command, rules)
    if refused is not None:
        return refused
    answer = _HANDLERS[type(command)](table, command, rules)
    if isinstance(answer, Refused):
        return answer
    events = list(answer)
    table = apply(table, events)
    while step := _by_itself(table, rules, automation):
        events += step
        table = apply(table, step)
    return tuple(events), table


def _check_rules(table: Table, command: c.Command, rules: Rulebook) -> Refused | None:
    """Hold a round to the rulebook under which it was opened, and a table to its game (I-34)."""
    if table.setup is None:
        return None
    opens_at = rules.policies.round.opens_at
    if table.setup.layout not in rules.layouts or table.setup.method not in rules.policies.methods:
        return refuse(
            "other_rules",
            f"{rules.id} does not know the layout or the method of this table",
            "close the table and open it under the other rules",
            opens_at.clauses,
            opens_at.by,
        )
    concerned = table.phase is not Phase.IDLE or type(command) in _OF_THE_LAST_ROUND
    if table.round is None or table.round.rules == rules.id or not concerned:
        return None
    return refuse(
        "other_rules",
        f"the round was opened under {table.round.rules}, not {rules.id}",
        "a round is played out under the rules in force when bets were called for",
        opens_at.clauses,
        opens_at.by,
    )


def _by_itself(table: Table, rules: Rulebook, automation: frozenset[Automation]) -> list[e.Event]:
    """Take the next step that needs nobody: what the rules entail, then what is automatic."""
    completed = dealing.hands_completed(table, rules)
    if completed:
        return completed
    if Automation.EXPOSE in automation and table.phase is Phase.DEALING:
        exposed = _expose_known(table, rules)
        if exposed:
            return exposed
    if Automation.OFFER_INSURANCE in automation and table.phase is Phase.DEALING:
        offer = insuring.due_offer(table, rules) if rules.insurance_rows else None
        if offer is not None:
            return [insuring.offered(offer, rules, None)]
    if Automation.DECLARE in automation and table.phase is Phase.COMPLETE:
        return _unattended(finishing.declare(table, c.Declare(actor=HOUSE), rules))
    if Automation.SETTLE in automation and table.phase is Phase.DECLARED:
        return _unattended(finishing.settle(table, c.Settle(actor=HOUSE), rules))
    return []


HOUSE: Final = Actor(name="table", role=Role.DEALER)
"""Who acts where a step is automatic."""


def _unattended(answer: Answer) -> list[e.Event]:
    return [] if isinstance(answer, Refused) else answer


def _expose_known(table: Table, rules: Rulebook) -> list[e.Event]:
    """Turn up the next known card that lies face down, once its Hand has its first two."""
    round_ = round_of(table)
    if len(round_.drawn) < 4:
        return []
    # A handler who is not there is stood in for by the Dealer (mbs5:5.10).
    handled = {side for side, who in round_.handlers if who and who not in round_.absent}
    order = [round_.reveal_first or Side.PLAYER]
    order.append(order[0].other)
    for side in order:
        for number, drawn in hand(round_, side):
            if drawn.card is not None and not drawn.exposed and side not in handled:
                clauses = rules.authority["expose_card"].clauses
                return [e.CardExposed(number=number, card=drawn.card, clauses=clauses)]
    return []
