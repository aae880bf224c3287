"""Roles, commands and phases through the API: refused exactly where the rule data says so."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from punto.core.conduct.access import ACTS
from punto.core.policies import Role
from punto.core.rulebook import Rulebook
from punto.core.state import Phase
from punto.rules import find
from punto.service.accounts import Grant
from tests.law.test_authority_matrix import act_of, authority, reach, samples, suffices
from tests.support.conduct import setup_for
from tests.support.games import EVERY_GAME, games
from tests.support.site import PASSWORD, Guest, Site, at_once, site


async def people(at: Site, rules: Rulebook) -> dict[Role, Guest]:
    """Open a table of a game; seat a patron there, and give each role to somebody."""
    found: dict[Role, Guest] = {}
    for role in Role:
        if role is not Role.PATRON:
            name = role.value.replace("_", " ")
            refused = await at.house.access.create_account(
                "test", name, PASSWORD, (Grant(role=role.value),)
            )
            assert refused is None
            token = await at.house.access.log_in(name, PASSWORD)
            assert isinstance(token, str)
            found[role] = Guest(client=at.client(token), table="real", name=name)
    boss = found[Role.PIT_MANAGER]
    setup = setup_for(rules)
    limits = {"minimum": 100, "differential": 100_000}
    table = {"layout": setup.layout, "boxes": setup.boxes, "method": setup.method}
    opened = await at.opens("real", boss, game=rules.key, limits=limits, **table)
    assert opened.status_code == 201, opened.text
    invited = await boss.posts("/seat-tokens", patron="Ann", box="1")
    client = at.client()
    sat = await client.post("/api/tables/real/seat", json={"token": invited.json()["token"]})
    assert sat.status_code == 200
    found[Role.PATRON] = Guest(client=client, table="real", name="Ann")
    return found


@pytest.mark.slow
@pytest.mark.clause("tb4:1.17", "mbs5:6.2", "dhyx2:1.14", "tbi1:1.16")
@pytest.mark.parametrize("phase", Phase)
@games(*EVERY_GAME)
def test_the_whole_matrix_of_role_command_and_phase_through_the_api(
    rules: Rulebook, phase: Phase
) -> None:
    start = reach(rules, phase).table
    acts = authority(rules.id)

    async def scenario() -> list[Any]:
        wrong: list[Any] = []
        async with site(practice=False) as at:
            everybody = await people(at, rules)
            host = at.table("real").host
            for kind, said in samples(rules).items():
                for role, guest in everybody.items():
                    host.table = start
                    before = host.position
                    answer = await guest.client.post(
                        f"{guest.path}/commands",
                        json={"type": kind.__name__, **wire(said)},
                        headers={"Idempotency-Key": f"{kind.__name__} {role}"},
                    )
                    code = answer.json().get("code", "accepted")
                    least = acts.get(ACTS[kind].name)
                    if least is None:
                        fits = (answer.status_code, code) == (422, "not_in_this_game")
                    elif not suffices(role, acts[act_of(kind, role)]["role"]):
                        needed = acts[act_of(kind, role)]
                        fits = (answer.status_code, code) == (403, "not_authorised")
                        fits &= answer.json()["clauses"] == needed["clause"]
                    elif phase not in ACTS[kind].phases:
                        fits = (answer.status_code, code) == (409, "wrong_phase")
                    else:
                        fits = code not in ("not_in_this_game", "not_authorised", "wrong_phase")
                    fits &= answer.status_code < 500
                    fits &= answer.status_code == 200 or host.table == start
                    fits &= host.position == before + 1
                    if not fits:
                        wrong.append((kind.__name__, role.value, answer.status_code, code))
        return wrong

    assert at_once(scenario()) == []


def wire(said: dict[str, Any]) -> dict[str, Any]:
    """Write what a command says as it goes over the wire."""
    plain: dict[str, Any] = msgspec.to_builtins(said)
    return plain


# --- what is not a command -----------------------------------------------------------------------

BUY: dict[str, Any] = {"kind": "buy_in", "patron": "Ann", "amount": 5}
POSTS: list[tuple[str, dict[str, Any], Role]] = [
    ("/api/tables/real/money", BUY, Role.DEALER),
    ("/api/tables/real/money", BUY | {"kind": "cash_out"}, Role.DEALER),
    ("/api/tables/real/money", BUY | {"kind": "transfer", "to": "x"}, Role.PIT_SUPERVISOR),
    ("/api/tables/real/money", BUY | {"kind": "correction"}, Role.PIT_MANAGER),
    ("/api/tables/real/seat-tokens", {"patron": "Bob"}, Role.DEALER),
    ("/api/tables/real/interruption", {"reason": "nothing"}, Role.PIT_SUPERVISOR),
    ("/api/tables", {"name": "x", "game": "tb4", "layout": "A", "boxes": []}, Role.PIT_MANAGER),
    ("/api/staff", {"name": "x", "password": ""}, Role.PIT_MANAGER),
    ("/api/staff/nobody", {"revoke": True}, Role.PIT_MANAGER),
]
GETS: list[tuple[str, Role | None]] = [
    ("/api/tables/real/takings", Role.PIT_SUPERVISOR),
    ("/api/tables/real/risk", Role.PIT_SUPERVISOR),
    ("/api/tables/real/deeds", Role.PIT_SUPERVISOR),
    ("/api/audit", Role.PIT_SUPERVISOR),
    ("/api/audit/rounds", Role.PIT_SUPERVISOR),
    ("/api/audit/attempts", Role.PIT_SUPERVISOR),
    ("/api/audit/proof", Role.PIT_SUPERVISOR),
    ("/api/patrons/Bob/statement", Role.DEALER),
    ("/api/staff", Role.PIT_MANAGER),
    ("/api/tables/real", None),
    ("/api/tables/real/layout", None),
    ("/api/tables/real/rounds", None),
    ("/api/tables/real/roads", None),
    ("/api/tables", None),
    ("/api/me", None),
]


def test_what_is_no_command_is_for_the_roles_that_the_manual_gives_it_to() -> None:
    async def scenario() -> list[Any]:
        wrong: list[Any] = []
        async with site(practice=False) as at:
            everybody = await people(at, find("tb4"))
            stranger = Guest(client=at.client(), table="real")
            for number, (path, body, least) in enumerate(POSTS):
                for role, guest in [*everybody.items(), (None, stranger)]:
                    key = {"Idempotency-Key": f"{number} {role}"}
                    answer = await guest.client.post(path, json=body, headers=key)
                    allowed = role is not None and role.at_least(least)
                    refused = 401 if role is None else 403
                    code = answer.json().get("code")
                    fits = code != "not_authorised" if allowed else answer.status_code == refused
                    if not fits:
                        wrong.append((path, body, role, answer.status_code, code))
            for path, least_or_none in GETS:
                for role, guest in [*everybody.items(), (None, stranger)]:
                    answer = await guest.client.get(path)
                    allowed = least_or_none is None or (
                        role is not None and role.at_least(least_or_none)
                    )
                    fits = (answer.status_code == 200) == allowed
                    fits &= allowed or answer.status_code in (401, 403)
                    if not fits:
                        wrong.append((path, role, answer.status_code))
            for role, guest in [*everybody.items(), (None, stranger)]:
                shown = await guest.client.get("/api/tables/real/acts")
                if shown.status_code != (401 if role is None else 200):
                    wrong.append(("acts", role, shown.status_code))
        return wrong

    assert at_once(scenario()) == []
