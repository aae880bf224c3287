"""Roles, commands and phases through the API: refused exactly where the rule data says so."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any, get_type_hints

import pytest

from punto.core.conduct.access import ACTS
from punto.core.policies import Role
from punto.core.state import Phase
from punto.rules import find
from punto.service.accounts import Grant
from tests.support.site import PASSWORD, Guest, Site, at_once, site

RULES = find("tb4")
WORDS: dict[str, Any] = {
    "setup": {"layout": "A", "boxes": ["1"], "decks": 8},
    "limits": {"minimum": 100},
    "side": "player",
    "first": "player",
    "kind": "other_dealing_error",
    "choice": "continue",
    "effect": "continue",
    "method": "standard",
    "face": "up",
    "stage": "after_four_cards",
}


def body_of(kind: type[Any]) -> dict[str, Any]:
    """Fill a command in with anything of the right type."""
    hints = get_type_hints(kind)
    body: dict[str, Any] = {"type": kind.__name__}
    for field in fields(kind):
        if field.name == "actor" or field.default is not MISSING:
            continue
        if field.name == "patron":
            body["patron"] = "Ann"
        elif field.name in WORDS:
            body[field.name] = WORDS[field.name]
        elif hints[field.name] in (int, bool):
            body[field.name] = hints[field.name](1)
        elif "tuple" in str(hints[field.name]):
            body[field.name] = []
        elif field.name == "role":
            body["role"] = "dealer"
        elif field.name != "at":
            body[field.name] = "1"
    return body


async def people(at: Site) -> dict[Role, Guest]:
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
    assert (await at.opens("real", boss)).status_code == 201
    invited = await boss.posts("/seat-tokens", patron="Ann", box="1")
    client = at.client()
    sat = await client.post("/api/tables/real/seat", json={"token": invited.json()["token"]})
    assert sat.status_code == 200
    found[Role.PATRON] = Guest(client=client, table="real", name="Ann")
    return found


@pytest.mark.parametrize("phase", [Phase.IDLE, Phase.BETTING, Phase.CLOSED])
def test_a_role_may_give_a_command_exactly_where_the_rules_give_it_the_act(phase: Phase) -> None:
    async def scenario() -> int:
        tried = 0
        async with site(practice=False) as at:
            everybody = await people(at)
            boss = everybody[Role.PIT_MANAGER]
            await boss.does("LoadCards")
            if phase is not Phase.IDLE:
                await boss.does("CallForBets")
            if phase is Phase.CLOSED:
                await boss.does("CloseBets")
            host = at.table("real").host
            start = host.table
            for kind, act in ACTS.items():
                for role, guest in everybody.items():
                    host.table = start
                    tried += 1
                    answer = await guest.client.post(
                        f"{guest.path}/commands",
                        json=body_of(kind),
                        headers={"Idempotency-Key": f"try {tried}"},
                    )
                    staff = role is not Role.PATRON
                    name = (act.for_patron if staff else None) or act.name
                    needs = RULES.authority.get(name)
                    elsewhere = "Insurance" in kind.__name__ or kind.__name__.endswith("Squeeze")
                    if needs is None or (
                        elsewhere and answer.json().get("code") == "not_in_this_game"
                    ):
                        assert answer.json()["code"] == "not_in_this_game", (kind, role)
                        continue
                    denied = not role.at_least(needs.role)
                    problem = answer.json().get("code") if answer.status_code != 200 else None
                    assert (problem == "not_authorised") == denied, (kind, role, answer.text)
                    if denied:
                        assert answer.status_code == 403
                        assert answer.json()["clauses"] == list(needs.clauses)
                    elif phase not in act.phases:
                        assert problem == "wrong_phase", (kind, role, answer.text)
                        assert answer.status_code == 409
        return tried

    assert at_once(scenario()) > 200
