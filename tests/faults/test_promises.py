"""The conduct errs, by a defect made for the purpose: the host writes nothing (R12).

And with one promise taken away (R2) what it then writes is found by the proof of the store: two
nets, each of which catches what slips through the other.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from punto.core import commands as c
from punto.core import events as e
from punto.core.checks import Defect
from punto.core.conduct import apply, foresee
from punto.core.conduct.access import ACTS
from punto.core.policies import Role
from punto.core.state import Actor, Phase, Table
from punto.rules import find
from punto.service import host as hosting
from punto.service import promises
from punto.store.contract import Entry
from punto.store.ledger import entries_for, house_account, patron_account, risk_account
from punto.store.verify import verify
from tests.law.test_authority_matrix import reach
from tests.support.site import Guest, Site, at_once, site

SOURCE = Path(promises.__file__).parents[1]
Defective = Callable[[pytest.MonkeyPatch], None]


def pays_twice(patch: pytest.MonkeyPatch) -> None:
    """Let every bet that is laid cost its patron nothing: the House pays for the risk."""
    right = entries_for

    def wrong(table_id: str, *rest: Any) -> Any:
        entries = right(table_id, *rest)
        mine = patron_account("Ann")
        change = [Entry(account=mine, amount=one.amount) for one in entries if one.account == mine]
        back = [Entry(account=mine, amount=-one.amount) for one in change]
        return (*entries, *back)

    patch.setattr(hosting, "entries_for", wrong)


def forgets_the_risk(patch: pytest.MonkeyPatch) -> None:
    """Let a stake go to the House at once, and not to the bets."""
    right = entries_for

    def wrong(table_id: str, *rest: Any) -> Any:
        entries = right(table_id, *rest)
        risk, house = risk_account(table_id), house_account(table_id)
        moved = [replace(x, account=house) if x.account == risk else x for x in entries]
        return tuple(moved)

    patch.setattr(hosting, "entries_for", wrong)


def deciding(change: Callable[[Any, Table, c.Command], Any]) -> Defective:
    def defect(patch: pytest.MonkeyPatch) -> None:
        def wrong(table: Table, command: c.Command, *rest: Any) -> Any:
            return change(foresee(table, command, *rest), table, command)

        patch.setattr(hosting, "foresee", wrong)

    return defect


def obeys_anybody(answer: Any, table: Table, command: c.Command) -> Any:
    """Let a patron close the bets."""
    if isinstance(command, c.CloseBets):
        events = (e.BetsClosed(actor=command.actor, at=command.at),)
        return events, apply(table, events)
    return answer


async def bets(at: Site, boss: Guest) -> Guest:
    """Open the betting and let Ann sit down with chips."""
    await boss.does("LoadCards")
    await boss.does("CallForBets")
    await boss.posts("/money", kind="buy_in", patron="Ann", amount=100_000)
    invited = await boss.posts("/seat-tokens", patron="Ann", box="1")
    client = at.client()
    await client.post("/api/tables/real/seat", json={"token": invited.json()["token"]})
    return Guest(client=client, table="real", name="Ann")


THE_STORE = ""
"""The store itself refuses, before it comes to a proof."""
WAGER = {"type": "PlaceWager", "box": "1", "bet": "player", "stake": 5_000}
DEFECTS: dict[str, tuple[Defective, dict[str, Any], str, str]] = {
    "a bet that costs nothing": (pays_twice, WAGER, "_money", THE_STORE),
    "a stake that is nobody's": (forgets_the_risk, WAGER, "_money", "the entries are"),
    "a patron who closes the bets": (
        deciding(obeys_anybody),
        {"type": "CloseBets"},
        "_authority",
        "CloseBets was accepted; it must be refused",
    ),
}


@pytest.mark.parametrize("name", DEFECTS)
@pytest.mark.parametrize("kept", [True, False])
def test_a_defect_is_not_written_and_without_the_promise_it_is_found(
    name: str, kept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    defect, body, promise, says = DEFECTS[name]

    async def scenario() -> None:
        async with site(practice=False) as at:
            boss = await at.staff("Mei", Role.PIT_MANAGER, "real")
            await at.opens("real", boss)
            ann = await bets(at, boss)
            host, store = at.table("real").host, at.house.store
            start, balances = (host.table, host.position), store.balances()
            defect(monkeypatch)
            if not kept:
                monkeypatch.setattr(promises, promise, lambda *_: None)
            answer = await ann.does(body["type"], **{k: body[k] for k in body if k != "type"})
            if kept or says == THE_STORE:
                assert answer.json()["code"] == ("defect" if kept else "store_fault")
                assert ((host.table, host.position), store.balances()) == (start, balances)
                assert verify(store).good
            else:
                report = verify(store)
                assert not report.good, "the defect was written, and nobody noticed"
                assert says in report.wrong[0].what

    at_once(scenario())


RULES = find("tb4")
BROKEN: dict[str, tuple[Phase, Callable[[Table], Table], str]] = {
    "fewer cards than none": (Phase.DEALING, lambda t: replace(t, cards_left=-1), "the device"),
    "more cards than decks": (Phase.DEALING, lambda t: replace(t, cards_left=417), "the device"),
    "a card nine times": (
        Phase.DEALING,
        lambda t: replace(t, seen=tuple((card, 9) for card, _ in t.seen)),
        "once a deck",
    ),
    "a card from nowhere": (Phase.DEALING, lambda t: replace(t, seen=()), "left the device"),
    "no table under the round": (Phase.DEALING, lambda t: replace(t, setup=None), "set up"),
    "a round between rounds": (Phase.DEALING, lambda t: replace(t, phase=Phase.IDLE), "between"),
    "a phase without a round": (Phase.DEALING, lambda t: replace(t, round=None), "a round where"),
    "nothing to resume": (Phase.HELD, lambda t: replace(t, resume_to=None), "is resumed"),
    "nothing that holds it up": (
        Phase.HELD,
        lambda t: replace(t, round=replace(round_of(t), incident=None)),
        "an incident",
    ),
    "bets open after the call": (
        Phase.DEALING,
        lambda t: replace(t, round=replace(round_of(t), closed_at=None)),
        "bets are open",
    ),
    "declared without a result": (
        Phase.DECLARED,
        lambda t: replace(t, round=replace(round_of(t), outcome=None)),
        "declared",
    ),
    "over and dealt on": (
        Phase.DEALING,
        lambda t: replace(t, round=replace(round_of(t), void=True)),
        "under way",
    ),
}


def round_of(table: Table) -> Any:
    assert table.round is not None
    return table.round


def promised(before: Table, after: Table, role: Role = Role.PIT_MANAGER) -> None:
    """Hold a notice, which changes nothing by itself, to every promise."""
    notice = c.PostNotice(actor=Actor(name="Mei", role=role), text="x")
    promises.hold("real", before, after, notice, (), RULES)


@pytest.mark.parametrize("phase", sorted(ACTS[c.PostNotice].phases))
def test_a_sound_table_keeps_every_promise(phase: Phase) -> None:
    table = reach(RULES, phase).table
    promised(table, table)


@pytest.mark.parametrize("name", BROKEN)
def test_a_table_that_cannot_be_breaks_a_promise(name: str) -> None:
    phase, broken, says = BROKEN[name]
    table = reach(RULES, phase).table
    with pytest.raises(Defect, match=says):
        promised(table, broken(table))


def test_an_act_out_of_its_phase_and_above_its_role_breaks_a_promise() -> None:
    table = reach(RULES, Phase.IDLE).table
    with pytest.raises(Defect, match="above his authority"):
        promised(table, table, Role.DEALER)
    settle = c.Settle(actor=Actor(name="Dora", role=Role.DEALER))
    with pytest.raises(Defect, match="has its phases"):
        promises.hold("real", table, table, settle, (), RULES)


def test_promises_and_guards_are_kept_when_python_runs_without_asserts() -> None:
    code = (
        "from punto.core.checks import Defect, invariant\n"
        "try:\n    invariant(False, 'x')\n"
        "except Defect:\n    print(__debug__)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-O", "-c", code], capture_output=True, text=True, check=True
    )
    assert ran.stdout == "False\n"


def test_no_check_of_the_program_is_an_assert_that_minus_o_takes_away() -> None:
    bare = [
        f"{path.relative_to(SOURCE)}:{node.lineno}"
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Assert)
    ]
    assert bare == []
