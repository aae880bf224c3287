"""Who may do what, and when: the act of each command, its phases, and the check of both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from punto.core import commands as c
from punto.core.conduct.reading import incident_of, next_card, refuse, round_of
from punto.core.policies import Need, Role
from punto.core.refusal import Refused
from punto.core.rulebook import Rulebook
from punto.core.state import Phase, Table

BETWEEN: Final = frozenset({Phase.IDLE})
SETUP: Final = frozenset({Phase.SHUT, Phase.IDLE})
OPEN: Final = frozenset(Phase) - {Phase.SHUT}
CARDS: Final = frozenset({Phase.CLOSED, Phase.DEALING})
IN_ROUND: Final = OPEN - {Phase.IDLE}
PLAYING: Final = IN_ROUND - {Phase.HELD, Phase.CHOOSING}


@dataclass(frozen=True, slots=True)
class Act:
    """An act: its name in the authority table, that for staff who speak for a patron, phases."""

    name: str
    phases: frozenset[Phase]
    for_patron: str | None = None
    called: str | None = None
    """What it is called where the name in the authority table stands for several acts."""


_PLACE = "place_for_patron"
_SPEAK = "speak_for_patron"
_INSURE = "insure_for_patron"
BY_STAFF: Final = frozenset({_PLACE, _INSURE})
"""Acts that lay a bet on behalf of a Player (tb4:5.17, mbs5:3.7)."""

ACTS: Final[dict[type[c.Command], Act]] = {
    c.OpenTable: Act("open_table", frozenset({Phase.SHUT})),
    c.CloseTable: Act("close_table", BETWEEN),
    c.AssignStaff: Act("assign_staff", frozenset(Phase)),
    c.LoadCards: Act("load_cards", BETWEEN),
    c.BurnCard: Act("burn_card", BETWEEN),
    c.SetLimits: Act("set_limits", BETWEEN),
    c.SetMethod: Act("set_method", BETWEEN),
    c.SetFace: Act("set_face", BETWEEN),
    c.PostNotice: Act("post_notice", OPEN),
    # Whoever may put a notice up may take it down.
    c.TakeNoticeDown: Act("post_notice", OPEN, called="take a notice down"),
    c.RestrictWagers: Act("restrict_wagers", BETWEEN),
    c.SwitchInsurance: Act("switch_insurance", BETWEEN),
    c.SeatPatron: Act("seat_patron", OPEN),
    c.UnseatPatron: Act("unseat_patron", OPEN),
    c.PatronLeaves: Act("patron_leaves", OPEN, "note_absence"),
    c.CallForBets: Act("call_for_bets", BETWEEN),
    c.AcknowledgeExposedCard: Act("acknowledge_exposed_card", BETWEEN),
    # Bets after close are refused by their own clause, so the phase lets them through.
    c.PlaceWager: Act("place_wager", OPEN, _PLACE),
    c.AcceptUnchecked: Act("accept_unchecked", frozenset({Phase.BETTING})),
    c.JoinWager: Act("join_wager", OPEN, _PLACE),
    c.RaiseWager: Act("raise_wager", OPEN, _PLACE),
    c.LowerWager: Act("lower_wager", OPEN, _PLACE),
    c.WithdrawWager: Act("withdraw_wager", OPEN, _PLACE),
    c.RemoveWager: Act("remove_wager", frozenset({Phase.BETTING, Phase.CLOSED})),
    c.CloseBets: Act("close_bets", frozenset({Phase.BETTING})),
    c.DrawCard: Act("draw_card", CARDS),
    c.ExposeCard: Act("expose_card", frozenset({Phase.DEALING})),
    c.CuttingCard: Act("cutting_card", frozenset({Phase.BETTING}) | CARDS),
    c.AllowWithdrawal: Act("allow_withdrawal", CARDS),
    c.ChooseRevealOrder: Act("choose_reveal_order", CARDS),
    c.RequestSqueeze: Act("request_squeeze", frozenset({Phase.BETTING}) | CARDS, _SPEAK),
    c.PermitSqueeze: Act("permit_squeeze", frozenset({Phase.BETTING}) | CARDS),
    c.PassCards: Act("pass_cards", frozenset({Phase.DEALING})),
    c.DeclineCards: Act("decline_cards", frozenset({Phase.DEALING}), _SPEAK),
    c.DesignateHandler: Act("designate_handler", frozenset({Phase.DEALING})),
    c.TakeDevice: Act("take_device", OPEN - {Phase.HELD, Phase.CHOOSING}),
    c.GiveUpDevice: Act("give_up_device", OPEN, _SPEAK),
    c.NoteAbsence: Act("note_absence", IN_ROUND),
    c.OpenInsurance: Act("open_insurance", frozenset({Phase.DEALING})),
    c.PlaceInsurance: Act("place_insurance", IN_ROUND, _INSURE),
    c.DeclineInsurance: Act("decline_insurance", frozenset({Phase.DEALING}), _SPEAK),
    c.ConsentEarlySqueeze: Act("consent_early_squeeze", frozenset({Phase.DEALING})),
    c.ReopenInsurance: Act("reopen_insurance", PLAYING),
    c.RefundMissedInsurance: Act(
        "refund_missed_insurance", frozenset({Phase.COMPLETE, Phase.DECLARED, Phase.IDLE})
    ),
    c.Declare: Act("declare", frozenset({Phase.COMPLETE})),
    c.Settle: Act("settle", frozenset({Phase.DECLARED})),
    c.ReportIrregularity: Act("report_irregularity", OPEN),
    c.JudgeReconstruction: Act("judge_reconstruction", frozenset({Phase.HELD})),
    c.AssignOrder: Act("assign_order", frozenset({Phase.CHOOSING})),
    c.ChooseOption: Act("choose_option", frozenset({Phase.CHOOSING}), _SPEAK),
    c.Resume: Act("resume", frozenset({Phase.HELD, Phase.CHOOSING})),
    c.ReportInterruption: Act("report_interruption", IN_ROUND),
    c.EnterMissingCard: Act("enter_missing_card", frozenset({Phase.HELD})),
    c.Rule: Act("rule", OPEN),
    c.CorrectResult: Act("correct_result", OPEN),
}


def act_of(command: c.Command) -> str:
    """Name the act in the authority table; staff who speak for a patron have one of their own."""
    act = ACTS[type(command)]
    if act.for_patron is not None and command.actor.role is not Role.PATRON:
        return act.for_patron
    return act.name


def check(table: Table, command: c.Command, rules: Rulebook) -> Refused | None:
    """Refuse what the actor may not do, then what cannot be done in this phase."""
    name = act_of(command)
    authority = rules.authority.get(name)
    if authority is None or ACTS[type(command)].name not in rules.authority:
        return refuse(
            "not_in_this_game",
            f"{rules.id} does not know the act {name.replace('_', ' ')}",
            "the game has no Insurance Plus",
            rules.wagers.offered.clauses[:1],
        )
    staff = rules.policies.betting.staff_may_place
    if name in BY_STAFF and not staff.value:
        return refuse(
            "staff_may_not_place",
            f"under {rules.id} nobody lays a bet for a Player",
            "the Player lays it himself",
            staff.clauses,
            staff.by,
            "actor",
        )
    if not _may(table, command, authority.role, rules):
        return refuse(
            "not_authorised",
            f"{command.actor.role.named} may not {_called(command)}",
            f"it takes {authority.role.named}"
            + ("" if authority.role is Role.PATRON else " or above"),
            authority.clauses,
            authority.by,
            "actor",
        )
    if command.actor.role is Role.PATRON and _patron_of(command) != command.actor.name:
        return refuse(
            "not_yourself",
            f"{command.actor.name} cannot act for {_patron_of(command)}",
            "a Player acts for himself; staff may act at his request",
            rules.authority[_PLACE].clauses,
            where="patron",
        )
    if table.phase not in ACTS[type(command)].phases:
        return _wrong_phase(table, command, name, rules)
    return None


def _may(table: Table, command: c.Command, least: Role, rules: Rulebook) -> bool:
    """Tell whether the role suffices; a Player who holds device or cards may draw or expose."""
    if command.actor.role.at_least(least):
        return True
    return command.actor.role is Role.PATRON and _holds(table, command, rules)


def _holds(table: Table, command: c.Command, rules: Rulebook) -> bool:
    if table.setup is None or table.round is None:
        return False
    method = rules.policies.methods[table.setup.method]
    name = command.actor.name
    if isinstance(command, c.DrawCard):
        return method.player_draws.value and table.device_holder == name
    if isinstance(command, c.ExposeCard) and method.player_handles_cards.value:
        drawn = table.round.drawn
        if 1 <= command.number <= len(drawn):
            side = drawn[command.number - 1].belongs
            return (side, name) in table.round.handlers
    return False


def _patron_of(command: c.Command) -> str:
    return str(getattr(command, "patron", command.actor.name))


def _wrong_phase(table: Table, command: c.Command, name: str, rules: Rulebook) -> Refused:
    wanted = ", ".join(_words(phase) for phase in Phase if phase in ACTS[type(command)].phases)
    due = _due(table, rules)
    return refuse(
        "wrong_phase",
        f"the table is {_words(table.phase)}; {_called(command)} is not possible now",
        f"it is possible while the table is {wanted}"
        + (f"; now it waits for {due}" if due else ""),
        rules.authority[name].clauses,
        rules.authority[name].by,
    )


def _due(table: Table, rules: Rulebook) -> str:
    """Say what the table waits for, where it is in the middle of something."""
    match table.phase:
        case Phase.DEALING:
            side = next_card(round_of(table), rules).side
            return "cards to be exposed" if side is None else f"a card for {side}"
        case Phase.COMPLETE:
            return "the result to be declared"
        case Phase.DECLARED:
            return "the settlement"
        case Phase.HELD:
            return _WANTED[incident_of(table).needs]
        case Phase.CHOOSING:
            return "the Players to choose and the Dealer to resume"
        case _:
            return ""


_WANTED: Final[dict[Need, str]] = {
    Need.NOTHING: "the Dealer to resume",
    Need.JUDGEMENT: "a judgement whether the cards can be Reconstructed",
    Need.ORDER: "the order of the cards",
    Need.MISSING_CARD: "the missing card",
    Need.RULING: "a shift manager to rule",
}


def _called(command: c.Command) -> str:
    return ACTS[type(command)].called or _words(act_of(command))


def _words(word: str) -> str:
    return str(word).replace("_", " ")
