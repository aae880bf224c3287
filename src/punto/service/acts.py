"""What a member of staff can do now, and why the rest cannot be done.

`decide` is pure, so each act is simply tried on the table: what it answers is what would happen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from punto.core import commands as c
from punto.core.conduct import decide
from punto.core.conduct.access import ACTS, check
from punto.core.conduct.reading import hand
from punto.core.outcome import Side
from punto.core.policies import Role
from punto.core.refusal import Refused
from punto.core.rulebook import Kind, Rulebook
from punto.core.state import Actor, Phase, Table
from punto.service.audiences import Plain, refusal

Make = Callable[[Actor, datetime], c.Command]

SIMPLE_ACTS: Final[tuple[tuple[str, str, str, Make], ...]] = (
    ("LoadCards", "Load cards", "l", lambda a, _: c.LoadCards(actor=a)),
    (
        "AcknowledgeExposedCard",
        "Known first card",
        "k",
        lambda a, _: c.AcknowledgeExposedCard(actor=a),
    ),
    ("CallForBets", "Place your Bets", "b", lambda a, t: c.CallForBets(actor=a, at=t)),
    ("CloseBets", "No more Bets", "n", lambda a, t: c.CloseBets(actor=a, at=t)),
    ("DrawCard", "Draw", "d", lambda a, _: c.DrawCard(actor=a)),
    ("ExposeCard", "Turn up", "u", lambda a, _: c.ExposeCard(actor=a, number=1)),
    ("OpenInsurance", "Offer Insurance", "i", lambda a, _: c.OpenInsurance(actor=a)),
    ("CuttingCard", "Cutting card", "c", lambda a, _: c.CuttingCard(actor=a)),
    ("Declare", "Declare", "r", lambda a, _: c.Declare(actor=a)),
    ("Settle", "Settle", "s", lambda a, _: c.Settle(actor=a)),
    ("Resume", "Resume", "g", lambda a, _: c.Resume(actor=a)),
    ("CloseTable", "Close the table", "", lambda a, _: c.CloseTable(actor=a)),
)
"""Acts that need nothing but the word: command, words for the button, key.

Only which card is turned up next is looked up on the table.
"""


def possible_acts(table: Table, rules: Rulebook, actor: Actor, now: datetime) -> list[Plain]:
    """Try each simple act, in the order in which a Dealer comes to them."""
    acts: list[Plain] = []
    for name, words, key, make in SIMPLE_ACTS:
        command = make(actor, now)
        if isinstance(command, c.ExposeCard):
            command = replace(command, number=_to_turn_up(table))
        refused = _refused(table, command, rules)
        acts.append(
            {
                "type": name,
                "words": words,
                "key": key,
                "possible": refused is None,
                "refused": refused,
                "number": command.number if isinstance(command, c.ExposeCard) else None,
            }
        )
    return acts


def _refused(table: Table, command: c.Command, rules: Rulebook) -> Plain | None:
    """Say why a command is refused, None if it is not."""
    varies = command.actor.role is Role.PATRON or table.phase in WAITING
    if varies or not _under(table, rules):
        return refused_by(table, command, rules)
    # Role and phase alone decide most of them, always in the same way.
    case = rules.digest, type(command), command.actor.role, table.phase
    if case not in _ANYWAY:
        found = check(table, command, rules)
        _ANYWAY[case] = None if found is None else refusal(found)
    return _ANYWAY[case] or refused_by(table, command, rules)


def refused_by(table: Table, command: c.Command, rules: Rulebook) -> Plain | None:
    """Try a command; say why it is refused, None if it is not."""
    answer: Any = decide(table, command, rules)
    return refusal(answer) if isinstance(answer, Refused) else None


WAITING: Final = frozenset({Phase.DEALING, Phase.HELD})
"""Phases in which a refusal says what the table waits for, which is not always the same."""
_ANYWAY: Final[dict[tuple[str, type[c.Command], Role, Phase], Plain | None]] = {}
"""What `check` says of a member of staff's simple acts: by rulebook, act, role and phase."""


def _under(table: Table, rules: Rulebook) -> bool:
    """Tell whether a table and its round are under these rules, so that they are no reason."""
    setup, round_ = table.setup, table.round
    return (
        setup is not None
        and setup.layout in rules.layouts
        and setup.method in rules.policies.methods
        and (round_ is None or round_.rules == rules.id)
    )


def _to_turn_up(table: Table) -> int:
    """Number the card that is turned up next: of Player, unless Banker is revealed first.

    A third card waits for the initial four, without which nobody could say whose it is (I-81).
    """
    if table.round is None:
        return 1
    first = table.round.reveal_first or Side.PLAYER
    sides = (first, *(side for side in Side if side is not first))
    hidden = [
        (place >= 2, n)
        for side in sides
        for place, (n, drawn) in enumerate(hand(table.round, side))
        if not drawn.exposed
    ]
    return 1 + min(hidden, key=lambda found: found[0], default=(False, 0))[1]


def irregularity_menu(rules: Rulebook) -> list[Plain]:
    """List what can go wrong with what follows, for the Dealer's menu (table T6)."""
    menu: list[Plain] = []
    for kind in Kind:
        row = rules.irregularities[kind]
        menu.append(
            {
                "kind": kind.value,
                "words": kind.value.replace("_", " "),
                "open": row.open.value,
                "established": row.established.value,
                "needs": row.needs.value,
                "decided_by": row.decided_by.value,
                "clauses": list(row.clauses),
            }
        )
    return menu


def staff_authority(rules: Rulebook) -> Plain:
    """Say for each command of this game which role it takes, with the clauses (I-109)."""
    found: Plain = {}
    for kind, act in ACTS.items():
        authority = rules.authority.get(act.for_patron or act.name)
        if authority is not None and act.name in rules.authority:
            found[kind.__name__] = {
                "role": authority.role.value,
                "clauses": list(authority.clauses),
            }
    return found
