"""What somebody who means harm sends: other people's affairs, and requests that are none."""

from __future__ import annotations

import asyncio
import json
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from punto.core.conduct.access import ACTS
from punto.core.policies import Role
from punto.core.state import Phase
from punto.service.accounts import FAILURES
from punto.service.money import MOST
from punto.store import codec
from punto.store.memory import MemoryStore
from punto.store.sqlite import SQLiteStore
from punto.store.verify import verify
from punto.web.rates import LOGIN, MOST_BUCKETS, Rate, Rates
from tests.support.site import PASSWORD, Guest, Site, at_once, site

TABLE = "practice-tb4"
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


async def floor(at: Site) -> tuple[Guest, Guest, Guest, Guest]:
    """Open a table in its betting time with two patrons and their chips."""
    boss = await at.staff("Mei", Role.PIT_MANAGER, "real")
    assert (await at.opens("real", boss)).status_code == 201
    dora = await at.staff("Dora", Role.DEALER, "real")
    await boss.does("LoadCards")
    await boss.does("CallForBets")
    patrons = []
    for name, box in (("Ann", "1"), ("Bob", "2")):
        await dora.posts("/money", kind="buy_in", patron=name, amount=100_000)
        invited = await dora.posts("/seat-tokens", patron=name, box=box)
        client = at.client()
        await client.post("/api/tables/real/seat", json={"token": invited.json()["token"]})
        patrons.append(Guest(client=client, table="real", name=name))
    return boss, dora, patrons[0], patrons[1]


NOT_HIS = ("not_yourself", "not_authorised", "wrong_phase", "not_in_this_game")

# --- other people's affairs ----------------------------------------------------------------------


def test_no_command_in_another_patrons_name_changes_anything() -> None:
    async def scenario() -> int:
        async with site(practice=False) as at:
            _, _, ann, bob = await floor(at)
            laid = await ann.does("PlaceWager", box="1", bet="player", stake=5_000)
            assert laid.status_code == 200
            host = at.table("real").host
            wager = host.table.round.wagers[0].id if host.table.round is not None else ""
            start, balances = host.table, at.house.store.balances()
            named = [kind for kind in ACTS if "patron" in {field.name for field in fields(kind)}]
            for kind in named:
                body = body_of(kind) | {"patron": "Ann"}
                body |= {"id": wager} if "id" in body and kind.__name__ != "PlaceWager" else {}
                answer = await bob.does(body.pop("type"), **body)
                assert answer.status_code in (403, 409, 422), (kind, answer.text)
                assert answer.json()["code"] in NOT_HIS, answer.text
                assert host.table == start, kind
            unnamed = await bob.does("WithdrawWager", id=wager)
            assert unnamed.status_code in (403, 422), unnamed.text
            assert (host.table, at.house.store.balances()) == (start, balances)
            return len(named)

    assert at_once(scenario()) > 8


def test_what_is_one_patrons_is_not_found_by_another() -> None:
    async def scenario() -> None:
        async with site() as at:
            _, _, ann, bob = await floor(at)
            await ann.does("PlaceWager", box="1", bet="player", stake=5_000, key="ann's key")
            [laid] = (await bob.sees())["view"]["round"]["wagers"]
            assert laid["id"] is None
            assert "5000" not in json.dumps(laid)
            for path in ("Ann", "%41nn", "Ann/../Bob/../Ann", "Ann%00", "ann", "Ann%20"):
                answer = await bob.client.get(f"/api/patrons/{path}/statement")
                assert answer.status_code in (403, 404), path
                assert "5000" not in answer.text
            # The same key in another's hand is another key.
            placed = await bob.does("PlaceWager", box="2", bet="tie", stake=1_000, key="ann's key")
            assert placed.status_code == 200
            assert placed.json()["again"] is False

    at_once(scenario())


def test_a_name_that_looks_like_a_name_and_a_key_reaches_nobodys_answers() -> None:
    async def scenario() -> None:
        async with site() as at:
            ann, mallory = await at.sits("Ann"), await at.sits("Ann/k")
            await at.deals_until(TABLE, Phase.BETTING)
            bet = {"box": "1", "bet": "player", "stake": 1_000}
            first = await ann.does("PlaceWager", key="k/1", **bet)
            other = await mallory.does("PlaceWager", key="1", **bet)
            assert (first.json()["again"], other.json()["again"]) == (False, False)
            assert other.json()["view"]["me"]["patron"] == "Ann/k"

    at_once(scenario())


def test_a_patron_is_nobody_at_tables_where_he_has_no_seat() -> None:
    async def scenario() -> None:
        async with site() as at:
            _, _, ann, _ = await floor(at)
            zoe = await at.sits("Zoe")
            for who, table in ((zoe, "real"), (ann, TABLE)):
                for below, body in (
                    ("/commands", {"type": "PlaceWager", "box": "1", "bet": "tie", "stake": 1_000}),
                    ("/dealer", {"action": "pause"}),
                    ("/interruption", {"reason": "I say so"}),
                    ("/money", {"kind": "buy_in", "patron": who.name, "amount": 5_000}),
                    ("/seat-tokens", {"patron": "Eve"}),
                ):
                    path = f"/api/tables/{table}{below}"
                    answer = await who.client.post(
                        path, json=body, headers={"Idempotency-Key": "x"}
                    )
                    assert (answer.status_code, answer.json()["code"]) == (403, "not_here"), path
                seen = (await who.client.get(f"/api/tables/{table}")).json()
                assert seen["audience"] == "board"

    at_once(scenario())


def test_what_somebody_tried_who_may_not_is_on_record() -> None:
    async def scenario() -> None:
        store = MemoryStore()
        async with site(store, practice=False) as at:
            _, dora, ann, _ = await floor(at)
            fix = {"kind": "correction", "patron": "Dora", "amount": 5_000, "reason": "mine"}
            assert (await dora.posts("/money", **fix)).status_code == 403
            assert (await ann.posts("/money", **fix | {"kind": "buy_in"})).status_code == 403
            made = {"name": "Eve", "password": PASSWORD, "grants": [{"role": "dealer"}]}
            assert (await dora.client.post("/api/staff", json=made)).status_code == 403
            assert (
                await dora.client.post("/api/staff/Mei", json={"revoke": True})
            ).status_code == 403
            assert (await at.opens("mine", dora)).status_code == 403
            stolen = {"token": "guessed"}
            assert (await at.client().post("/api/tables/real/seat", json=stolen)).status_code == 422
        told = [codec.decode(deed.body) for deed in store.read("access")]
        refused = [b.command for b in told if b.refused is not None]
        tried = [(one["by"], one["path"]) for one in refused if one["type"] == "Attempt"]
        assert tried == [
            ("Dora", "/api/tables/real/money"),
            ("Ann", "/api/tables/real/money"),
            ("Dora", "/api/staff"),
            ("Dora", "/api/staff/Mei"),
            ("Dora", "/api/tables"),
        ]
        assert [one["type"] for one in refused if one["type"] != "Attempt"] == ["GiveSeat"]
        assert verify(store).good

    at_once(scenario())


def test_nobody_agrees_with_himself_through_an_account_of_his_own_making() -> None:
    async def scenario() -> None:
        async with site(practice=False) as at:
            boss, dora, _, _ = await floor(at)
            grants = [{"role": "pit_supervisor"}]
            made = {"name": "Paul", "password": PASSWORD, "grants": grants}
            assert (await boss.client.post("/api/staff", json=made)).status_code == 201
            fix: dict[str, Any] = {
                "kind": "correction",
                "patron": "Ann",
                "amount": 5,
                "reason": "x",
            }
            paul = {"name": "Paul", "password": PASSWORD}
            own = await boss.posts("/money", **fix, second=paul)
            assert (own.status_code, own.json()["code"]) == (403, "second_person")
            signed = await at.client().post("/api/login", json=paul)
            client = at.client(signed.json()["token"])
            chosen = {"password": "chosen by Paul"}
            proved = {"current": PASSWORD} | chosen
            assert (await client.post("/api/staff/Paul", json=proved)).status_code == 200
            agreed = await boss.posts("/money", **fix, second=paul | chosen)
            assert agreed.status_code == 200
            reset = {"password": "chosen by Mei again"}
            assert (await boss.client.post("/api/staff/Paul", json=reset)).status_code == 200
            taken = await boss.posts("/money", **fix, second=paul | reset)
            assert (taken.status_code, taken.json()["code"]) == (403, "second_person")
            del dora

    at_once(scenario())


# --- guessing ------------------------------------------------------------------------------------


def test_many_guesses_at_once_are_no_more_guesses() -> None:
    async def scenario() -> None:
        async with site(practice=False) as at:
            await at.staff("Mei", Role.PIT_MANAGER)
            access = at.house.access
            guesses = [f"guess number {n}" for n in range(20)] + [PASSWORD] * 3
            answers = await asyncio.gather(*(access.log_in("Mei", guess) for guess in guesses))
            codes = [getattr(answer, "code", "a token") for answer in answers]
            assert codes.count("wrong_password") <= FAILURES
            locked = await access.log_in("Mei", PASSWORD)
            assert getattr(locked, "code", "a token") == "locked_out"

    at_once(scenario())


def test_names_that_somebody_makes_up_do_not_refill_his_bucket() -> None:
    rates = Rates(lambda: 0.0)
    for _ in range(int(LOGIN.burst)):
        assert rates.wait("1.2.3.4", "login", LOGIN) == 0
    for n in range(MOST_BUCKETS + 1):
        rates.wait(f"made up {n}", "act", Rate(burst=1, a_second=1))
    assert rates.wait("1.2.3.4", "login", LOGIN) > 0


# --- requests that are none ----------------------------------------------------------------------

DEEP = b"[" * 3_000 + b"]" * 3_000
BODIES: list[tuple[str, bytes]] = [
    ("money", b'{"kind":"buy_in","patron":"\\u0000","amount":5}'),
    ("money", b'{"kind":"buy_in","patron":"\\u202eAnn","amount":5}'),
    ("money", b'{"kind":"buy_in","patron":"e\\u0301","amount":5}'),
    ("money", b'{"kind":"buy_in","patron":"","amount":5}'),
    ("money", b'{"kind":"buy_in","patron":" Ann","amount":5}'),
    ("money", b'{"kind":"buy_in","patron":"\\ud800","amount":5}'),
    ("money", b'{"kind":"buy_in","patron":"Ann","amount":%d}' % (MOST + 1)),
    ("money", b'{"kind":"buy_in","patron":"Ann","amount":%d}' % (2**63 - 1)),
    ("money", b'{"kind":"buy_in","patron":"Ann","amount":%d}' % 2**63),
    ("money", b'{"kind":"buy_in","patron":"Ann","amount":' + b"9" * 60 + b"}"),
    ("money", b'{"kind":"buy_in","patron":"Ann","amount":' + b"9" * 6_000 + b"}"),
    ("money", b'{"kind":"cash_out","patron":"Ann","amount":-5}'),
    ("money", b'{"kind":"buy_in","patron":"Ann","amount":NaN}'),
    ("money", b'{"kind":"buy_in","patron":"Ann","amount":Infinity}'),
    ("money", b'{"kind":"buy_in","patron":"Ann","amount":1e400}'),
    ("money", b'{"kind":"buy_in","patron":"Ann","amount":5.0}'),
    ("money", b'{"kind":"buy_in","patron":"Ann","amount":"5"}'),
    ("money", b'{"kind":"buy_in","patron":"Ann","amount":true}'),
    ("commands", b'{"type":"PlaceWager","patron":"Ann","box":"1","bet":"tie","stake":-1000}'),
    ("commands", b'{"type":"PlaceWager","patron":"Ann","box":"1","bet":"tie","stake":%d}' % 2**63),
    ("commands", b'{"type":"PlaceWager","patron":"Ann","box":"1","bet":"tie","stake":1e308}'),
    ("commands", b'{"type":"PlaceWager","patron":"Ann","box":"1","bet":"tie","stake":NaN}'),
    ("commands", b'{"type":"PlaceWager","patron":"\\u0000","box":"1","bet":"tie","stake":1000}'),
    ("commands", b'{"type":"PlaceWager","patron":["Ann"],"box":"1","bet":"tie","stake":1000}'),
    ("commands", b'{"type":"PostNotice","text":' + DEEP + b"}"),
    ("commands", b'{"type":"DrawCard","card":' + DEEP + b"}"),
    ("commands", b'{"type":"PostNotice","text":"\xed\xa0\x80"}'),
    ("commands", b'{"type":"PostNotice","text":"\\ud800"}'),
    ("commands", b'{"type":{"type":"CloseBets"}}'),
    ("commands", b'{"type":"CloseBets","actor":{"name":"Mei","role":"shift_manager"}}'),
    ("commands", DEEP),
    ("seat-tokens", b'{"patron":"\\u200b"}'),
    ("seat-tokens", b'{"patron":"the House"}'),
    ("seat", b'{"token":"\\u0000"}'),
    ("dealer", b'{"speed":NaN}'),
    ("interruption", b'{"reason":"\xff"}'),
]


@pytest.mark.parametrize(("below", "body"), BODIES)
def test_a_body_that_makes_no_sense_is_refused_and_changes_nothing(
    below: str, body: bytes, tmp_path: Path
) -> None:
    async def scenario() -> None:
        store = SQLiteStore(tmp_path / "punto.db")
        async with site(store, practice=False) as at:
            boss, *_ = await floor(at)
            start, balances = at.table("real").host.table, store.balances()
            answer = await boss.client.post(
                f"/api/tables/real/{below}", content=body, headers={"Idempotency-Key": "k"}
            )
            assert 400 <= answer.status_code < 500, answer.text
            assert answer.headers["content-type"] == "application/problem+json"
            assert (at.table("real").host.table, store.balances()) == (start, balances)
            assert verify(store).good
        store.close()

    at_once(scenario())


def test_of_a_field_said_twice_one_counts_for_the_check_the_act_and_the_record() -> None:
    async def scenario() -> None:
        async with site(practice=False) as at:
            _, dora, _, _ = await floor(at)
            twice = b'{"kind":"buy_in","patron":"Ann","amount":-5,"patron":"Bob","amount":700}'
            answer = await dora.client.post(
                "/api/tables/real/money", content=twice, headers={"Idempotency-Key": "k"}
            )
            assert answer.json()["balance"] == 100_700
            position = answer.json()["position"]
            [deed] = list(at.house.store.read("table:real", position - 1, 1))
            command = codec.decode(deed.body).command
            assert (command["patron"], command["amount"]) == ("Bob", 700)
            assert at.house.store.balance("patron:Ann") == 100_000

    at_once(scenario())


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://["},
        {"Origin": b"\xff"},
        {"Host": "[::"},
        {"Authorization": "Bearer "},
        {"Authorization": b"Bearer \xff\xfe"},
        {"Cookie": "punto=" + "x" * 9_000},
        {"Cookie": b"punto=\xff\xfe"},
        {"Idempotency-Key": b"\xff\xfe"},
        {"Idempotency-Key": "\t"},
        {"Idempotency-Key": "x" * 129},
        {"X-Punto-Passed-On": "1"},
        {"X-Forwarded-For": "'"},
        {"X-HTTP-Method-Override": "DELETE"},
        {"Content-Type": "text/xml"},
    ],
)
def test_a_header_that_makes_no_sense_lets_nobody_in(headers: dict[str, Any]) -> None:
    async def scenario() -> None:
        async with site(practice=False) as at:
            await floor(at)
            start = at.table("real").host.position
            sent = {"Idempotency-Key": "k", **headers}
            client = at.client()
            acted = await client.post(
                "/api/tables/real/commands", json={"type": "CloseBets"}, headers=sent
            )
            assert acted.status_code in (400, 401, 403), acted.text
            seen = await client.get("/api/tables/real", headers=sent)
            assert seen.status_code == 200
            assert seen.json()["audience"] == "board"
            assert at.table("real").host.position == start

    at_once(scenario())


def test_an_empty_bearer_does_not_stand_for_the_header_that_no_other_site_can_send() -> None:
    async def scenario() -> None:
        async with site() as at:
            await at.staff("Mei", Role.PIT_MANAGER)
            client = at.client()
            await client.post("/api/login", json={"name": "Mei", "password": PASSWORD})
            del client.headers["X-Punto"]
            for header in ("Bearer ", "Bearer", "bearer  "):
                answer = await client.post(
                    f"/api/tables/{TABLE}/dealer",
                    json={"action": "pause"},
                    headers={"Authorization": header},
                )
                assert (answer.status_code, answer.json()["code"]) == (403, "cross_site")

    at_once(scenario())


@pytest.mark.parametrize(
    "path",
    [
        "/static/%2e%2e/settings.py",
        "/static/..%2fsettings.py",
        "/static/..%5csettings.py",
        "/static/%252e%252e/settings.py",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/static/%00",
        "/static/%ff",
        "/static/" + "a" * 5_000,
        "/static/",
        "/api/tables/%00",
        "/api/tables/..%2f..%2fstaff",
        "/api/tables/real/rounds/99999999999999999999999",
    ],
)
def test_no_path_leads_out_of_what_is_served(path: str) -> None:
    async def scenario() -> None:
        async with site() as at:
            answer = await at.client().get(path)
            assert answer.status_code in (404, 409), path
            assert answer.headers["content-type"] == "application/problem+json"

    at_once(scenario())


@pytest.mark.parametrize(
    ("more", "where"),
    [
        ({"timers": {"betting": -1}}, "timers"),
        ({"timers": {"betting": 1e308}}, "timers"),
        ({"timers": {"pace": 0}}, "timers"),
        ({"name": "\x00"}, "name"),
        ({"name": "x" * 65}, "name"),
        ({"name": " "}, "name"),
        ({"boxes": ["x" * 13]}, "boxes"),
        ({"boxes": ["\n"]}, "boxes"),
        ({"decks": 10**9}, None),
        ({"boxes": [str(n) for n in range(500)]}, None),
        ({"id": "../x"}, "id"),
        ({"limits": {"minimum": 100, "differential": 100, "unit": 0}}, None),
    ],
)
def test_a_table_that_cannot_be_is_not_made(more: dict[str, Any], where: str | None) -> None:
    async def scenario() -> None:
        async with site(practice=False) as at:
            boss = await at.staff("Mei", Role.PIT_MANAGER)
            answer = await at.opens("real", boss, **more)
            assert answer.status_code == 422, answer.text
            assert where in (None, answer.json()["where"])
            assert json.loads((await at.client().get("/api/tables")).text)["tables"] == []

    at_once(scenario())
