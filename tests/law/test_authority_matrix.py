"""Role by command by phase: who may do what and when, read from the rule data and tried."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from punto.core import commands as c
from punto.core.cards import parse_card
from punto.core.conduct import AUTOMATIC, LIVE, apply, decide
from punto.core.conduct.access import ACTS
from punto.core.outcome import Side
from punto.core.policies import Role
from punto.core.refusal import Refused
from punto.core.rulebook import Kind, Rulebook
from punto.core.state import Actor, Choice, Face, Phase
from punto.rules import find
from punto.rules.clauses import DATA
from tests.support.conduct import CALLED, CLOSED, DEALER, SHIFT, SHOWN, Dealt, setup_for
from tests.support.games import EVERY_GAME, games

RANKS = (
    "dealer",
    "pit_supervisor",
    "pit_manager",
    "shift_manager",
    "assistant_casino_manager",
)
"""The staff in order of rank (I-109); a patron stands beside them."""

ROUND = "9 K K 8"
ANN = "Ann"


# --- a table in each phase ------------------------------------------------------------------------

REACHED: dict[Phase, Callable[[Rulebook], Dealt]] = {
    Phase.SHUT: Dealt,
    Phase.IDLE: lambda rules: reach(rules, Phase.DECLARED).settles(),
    Phase.BETTING: lambda rules: (
        Dealt(rules).open().seats(ANN).call().bets(ANN, "player", 100).bets(ANN, "banker", 50)
    ),
    Phase.CLOSED: lambda rules: reach(rules, Phase.BETTING).close(),
    Phase.DEALING: lambda rules: reach(rules, Phase.CLOSED).deals("2 K"),
    Phase.COMPLETE: lambda rules: reach(rules, Phase.CLOSED).deals(ROUND),
    Phase.DECLARED: lambda rules: reach(rules, Phase.COMPLETE).declares(),
    Phase.HELD: lambda rules: reach(rules, Phase.DEALING).does(
        c.ReportIrregularity(actor=DEALER, kind=Kind.NOT_COVERED, note="a bird on the table")
    ),
    Phase.CHOOSING: lambda rules: reach(rules, Phase.HELD).does(
        c.Rule(actor=SHIFT, effect=c.Effect.OPTIONS, reason="it upset everybody")
    ),
}
"""Each phase is reached by commands and their events."""


def reach(rules: Rulebook, phase: Phase) -> Dealt:
    return REACHED[phase](rules)


@pytest.mark.parametrize("phase", Phase)
@games(*EVERY_GAME)
def test_each_phase_is_reached(rules: Rulebook, phase: Phase) -> None:
    assert reach(rules, phase).phase is phase


# --- the commands ---------------------------------------------------------------------------------

ACE = parse_card("AS")
FOUR = tuple(parse_card(card) for card in ("4S", "KS", "10S", "9S"))


def samples(rules: Rulebook) -> dict[type[c.Command], dict[str, Any]]:
    """Give each command something to say; who acts is added."""
    setup = setup_for(rules)
    return {
        c.OpenTable: {"setup": setup},
        c.CloseTable: {},
        c.AssignStaff: {"person": "Lim", "role": Role.DEALER},
        c.LoadCards: {"decks": 8},
        c.BurnCard: {"card": ACE},
        c.SetLimits: {"limits": SHOWN},
        c.SetMethod: {"method": setup.method},
        c.SetFace: {"face": Face.DOWN},
        c.PostNotice: {"text": "mind the step"},
        c.TakeNoticeDown: {"text": "mind the step"},
        c.RestrictWagers: {"number": 2},
        c.SwitchInsurance: {"offered": False},
        c.SeatPatron: {"patron": ANN, "box": "1"},
        c.UnseatPatron: {"patron": ANN},
        c.PatronLeaves: {"patron": ANN},
        c.CallForBets: {"at": CALLED},
        c.AcknowledgeExposedCard: {},
        c.PlaceWager: {"id": "new", "patron": ANN, "box": "1", "bet": "tie", "stake": 50},
        c.AcceptUnchecked: {"id": "new", "patron": ANN, "box": "1", "bet": "tie", "stake": 5},
        c.JoinWager: {"id": "player", "patron": ANN, "stake": 50},
        c.RaiseWager: {"id": "player", "patron": ANN, "stake": 500},
        c.LowerWager: {"id": "player", "patron": ANN, "stake": 50},
        c.WithdrawWager: {"id": "player", "patron": ANN},
        c.RemoveWager: {"id": "player", "reason": "above the Differential"},
        c.CloseBets: {"at": CLOSED},
        c.DrawCard: {"card": ACE},
        c.ExposeCard: {"number": 1},
        c.CuttingCard: {},
        c.AllowWithdrawal: {},
        c.ChooseRevealOrder: {"first": Side.BANKER},
        c.RequestSqueeze: {"patron": ANN, "side": Side.PLAYER},
        c.PermitSqueeze: {"patron": ANN, "side": Side.PLAYER},
        c.PassCards: {"side": Side.PLAYER},
        c.DeclineCards: {"patron": ANN, "side": Side.PLAYER},
        c.DesignateHandler: {"side": Side.PLAYER, "patron": ANN},
        c.TakeDevice: {"patron": ANN},
        c.GiveUpDevice: {"patron": ANN},
        c.NoteAbsence: {"patron": ANN},
        c.OpenInsurance: {},
        c.PlaceInsurance: {
            "id": "i",
            "patron": ANN,
            "box": "1",
            "side": Side.PLAYER,
            "stake": 10,
        },
        c.DeclineInsurance: {"patron": ANN},
        c.ConsentEarlySqueeze: {"patron": ANN},
        c.ReopenInsurance: {},
        c.RefundMissedInsurance: {"patrons": (ANN,)},
        c.Declare: {},
        c.Settle: {},
        c.ReportIrregularity: {"kind": Kind.CARD_EXPOSED, "drawn": (c.Seen(card=ACE),)},
        c.JudgeReconstruction: {"repairable": True, "reason": "in plain view"},
        c.AssignOrder: {"order": (1, 2)},
        c.ChooseOption: {"patron": ANN, "choice": Choice.CONTINUE},
        c.Resume: {},
        c.ReportInterruption: {"power": True},
        c.EnterMissingCard: {"sorted_cards": FOUR, "set_aside": ()},
        c.Rule: {"effect": c.Effect.CONTINUE, "reason": "nothing happened"},
        c.CorrectResult: {"cards": FOUR, "reason": "misread"},
    }


def test_every_command_has_an_act_and_is_tried() -> None:
    every = {
        kind
        for kind in vars(c).values()
        if isinstance(kind, type) and issubclass(kind, c.Command) and kind is not c.Command
    }
    assert set(ACTS) == every
    for key in EVERY_GAME:
        assert set(samples(find(key))) == every


# --- the matrix -----------------------------------------------------------------------------------


@cache
def authority(rules_id: str) -> dict[str, dict[str, Any]]:
    """Read the table of authority from the rule data itself."""
    with (DATA / f"{rules_id}.toml").open("rb") as file:
        table: dict[str, dict[str, Any]] = tomllib.load(file)["authority"]
    return table


def act_of(command: type[c.Command], role: Role) -> str:
    act = ACTS[command]
    return act.for_patron if act.for_patron and role is not Role.PATRON else act.name


def suffices(role: Role, least: str) -> bool:
    if least == "patron" or role is Role.PATRON:
        return least == role.value
    return RANKS.index(role.value) >= RANKS.index(least)


@pytest.mark.clause("tb4:1.17", "mbs5:6.2", "dhyx2:1.14", "tbi1:1.16")
@pytest.mark.interpretation("I-109", "I-110")
@pytest.mark.parametrize("phase", Phase)
@games(*EVERY_GAME)
def test_the_whole_matrix_of_role_and_command(rules: Rulebook, phase: Phase) -> None:
    table = reach(rules, phase).table
    wrong = []
    for command, said in samples(rules).items():
        for role in Role:
            actor = Actor(name=ANN if role is Role.PATRON else role.value, role=role)
            answer = decide(table, command(actor=actor, **said), rules)
            code = answer.code if isinstance(answer, Refused) else "accepted"
            table_of_acts = authority(rules.id)
            if ACTS[command].name not in table_of_acts:
                fits = code == "not_in_this_game"
            elif not suffices(role, table_of_acts[act_of(command, role)]["role"]):
                fits = code == "not_authorised"
            elif phase not in ACTS[command].phases:
                fits = code == "wrong_phase"
            else:
                fits = code not in ("not_in_this_game", "not_authorised", "wrong_phase")
            if not fits:
                wrong.append((command.__name__, role.value, code))
    assert wrong == []


@pytest.mark.parametrize("phase", Phase)
@games(*EVERY_GAME)
def test_whatever_is_asked_by_whomever_is_refused_in_words_or_done(
    rules: Rulebook, phase: Phase
) -> None:
    """A refusal says why, on what grounds and what would do; what is done can be applied."""
    table = reach(rules, phase).table
    for command, said in samples(rules).items():
        for role in Role:
            actor = Actor(name=ANN if role is Role.PATRON else role.value, role=role)
            for automation in (LIVE, AUTOMATIC):
                answer = decide(table, command(actor=actor, **said), rules, automation)
                if not isinstance(answer, Refused):
                    assert apply(table, answer).phase in Phase
                    continue
                assert answer.reason
                assert answer.remedy
                assert answer.clauses or answer.by, (command.__name__, answer)
                assert all(clause.startswith(f"{rules.key}:") for clause in answer.clauses)


@games(*EVERY_GAME)
def test_a_refusal_for_want_of_authority_cites_the_act_and_names_the_least_role(
    rules: Rulebook,
) -> None:
    for command, said in samples(rules).items():
        act = authority(rules.id).get(ACTS[command].name)
        if act is None or act["role"] == "patron":
            continue
        ask = command(actor=Actor(name=ANN, role=Role.PATRON), **said)
        answer = decide(reach_any(rules, command), ask, rules)
        assert isinstance(answer, Refused)
        assert (answer.code, answer.where) == ("not_authorised", "actor")
        assert (answer.clauses, answer.by) == (tuple(act["clause"]), tuple(act["by"]))
        assert act["role"].replace("_", " ") in answer.remedy


def reach_any(rules: Rulebook, command: type[c.Command]) -> Any:
    """Reach some phase in which a command is possible."""
    phases = ACTS[command].phases
    return reach(rules, next(phase for phase in Phase if phase in phases)).table
