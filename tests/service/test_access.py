"""Who is let in, as what, and how that ends."""

from __future__ import annotations

from datetime import timedelta

import pytest

from punto.core.policies import Role
from punto.core.refusal import Refused
from punto.service.access import FIRST_ACCOUNT, Access
from punto.service.accounts import FAILURES, LOCKED_FOR, Grant
from punto.service.audiences import Audience
from punto.store import codec
from punto.store.memory import MemoryStore
from punto.store.writer import GroupWriter
from tests.support.site import PASSWORD, QUICK, START, Guest, StillClock, at_once, site


def test_the_first_start_makes_one_account_and_tells_its_password_once() -> None:
    async def scenario() -> None:
        async with site(practice=False) as at:
            access = at.house.access
            first = await access.first_start()
            assert first is not None
            name, password = first
            assert name == FIRST_ACCOUNT
            assert len(password) >= 12
            assert await access.first_start() is None
            token = await access.log_in(name, password)
            assert isinstance(token, str)
            account = access.caller(token).account
            assert account is not None
            assert account.role_at("any", START) is Role.ASSISTANT_CASINO_MANAGER

    at_once(scenario())


def test_no_secret_is_kept_in_the_clear_or_in_the_log() -> None:
    async def scenario() -> None:
        store = MemoryStore()
        async with site(store, practice=False) as at:
            access = at.house.access
            await at.staff("Mei", Role.PIT_MANAGER)
            await access.log_in("Mei", "a wrong password")
            token = await access.log_in("Mei", PASSWORD)
            seat = await access.issue_seat_token("Mei", "real", "Ann", "1")
            assert isinstance(token, str)
            assert isinstance(seat, str)
            kept = b"".join(store._secrets.values())
            names = "".join(name for _, name in store._secrets)
            logged = b"".join(deed.body for deed in store.read("access"))
            for secret in (PASSWORD, "a wrong password", token, seat):
                assert secret.encode() not in kept + logged + names.encode()
            assert b"argon2id" in kept
            assert b"argon2" not in logged

    at_once(scenario())


def test_every_attempt_is_on_record_the_refused_ones_too() -> None:
    async def scenario() -> None:
        store = MemoryStore()
        async with site(store, practice=False) as at:
            await at.staff("Mei", Role.PIT_MANAGER)
            await at.house.access.log_in("Mei", "a wrong password")
            await at.house.access.log_in("Nobody", PASSWORD)
        bodies = [codec.decode(deed.body) for deed in store.read("access")]
        told = [(b.command["type"], b.command["name"], b.refused is not None) for b in bodies]
        assert told == [
            ("CreateAccount", "Mei", False),
            ("LogIn", "Mei", False),
            ("LogIn", "Mei", True),
            ("LogIn", "Nobody", True),
        ]

    at_once(scenario())


def test_too_many_wrong_passwords_lock_an_account_for_a_while() -> None:
    async def scenario() -> None:
        async with site(practice=False) as at:
            await at.staff("Mei", Role.PIT_MANAGER)
            access = at.house.access
            for _ in range(FAILURES):
                refused = await access.log_in("Mei", "a wrong password")
                assert isinstance(refused, Refused)
                assert refused.code == "wrong_password"
            locked = await access.log_in("Mei", PASSWORD)
            assert isinstance(locked, Refused)
            assert locked.code == "locked_out"
            at.clock.advance(LOCKED_FOR.total_seconds() + 1)
            assert isinstance(await access.log_in("Mei", PASSWORD), str)

    at_once(scenario())


def test_a_lock_outlives_a_restart() -> None:
    async def scenario() -> None:
        store = MemoryStore()
        async with site(store, practice=False) as at:
            await at.staff("Mei", Role.PIT_MANAGER)
            for _ in range(FAILURES):
                await at.house.access.log_in("Mei", "a wrong password")
        async with site(store, practice=False) as again:
            locked = await again.house.access.log_in("Mei", PASSWORD)
            assert isinstance(locked, Refused)
            assert locked.code == "locked_out"

    at_once(scenario())


def test_ones_own_password_takes_the_present_one_and_wrong_ones_count() -> None:
    async def scenario() -> None:
        store = MemoryStore()
        async with site(store, practice=False) as at:
            mei = await at.staff("Mei", Role.PIT_MANAGER)
            dan = await at.staff("Dan", Role.DEALER)

            async def sends(guest: Guest, path: str, **body: object) -> tuple[int, str]:
                told = await guest.client.post(f"/api/staff/{path}", json=body)
                return told.status_code, told.json().get("code", "")

            fresh = "another long one"
            for more in ({}, {"grants": [{"role": "dealer"}]}):
                missing = await mei.client.post("/api/staff/Mei", json={"password": fresh, **more})
                assert missing.status_code == 422
                assert missing.json()["code"] == "current_password"
                assert (missing.json()["where"], bool(missing.json()["remedy"])) == ("current", 1)
            assert await sends(dan, "Dan", current=PASSWORD) == (422, "bad_body")
            assert await sends(mei, "Dan", current=PASSWORD, password=fresh) == (422, "bad_body")
            bad = await sends(dan, "Dan", current=PASSWORD, password=fresh[:5])
            assert bad == (422, "bad_password")
            for _ in range(FAILURES):
                wrong = await sends(dan, "Dan", current="guess", password=fresh)
                assert wrong == (401, "wrong_password")
            late = await sends(dan, "Dan", current=PASSWORD, password=fresh)
            assert late == (429, "locked_out")
            accounts = at.house.access.register.accounts
            holders = [accounts["Dan"].password_by]
            at.clock.advance(LOCKED_FOR.total_seconds())
            assert await sends(dan, "Dan", current=PASSWORD, password=fresh) == (200, "")
            holders.append(accounts["Dan"].password_by)
            assert holders == ["test", "Dan"]
            assert (await dan.client.get("/api/me")).json()["kind"] == "anybody"
            assert await sends(mei, "Dan", password=PASSWORD) == (200, "")
            told = [codec.decode(deed.body) for deed in store.read("access")]
        refused = [b.refused["code"] for b in told if b.refused and b.command["name"] == "Dan"]
        tried = ["wrong_password"] * FAILURES + ["locked_out"]
        assert refused == ["bad_password", *tried]

    at_once(scenario())


@pytest.mark.parametrize("kind", ["Revoke", "SetPassword", "Disable"])
def test_a_revocation_ends_every_session_at_once(kind: str) -> None:
    async def scenario() -> None:
        async with site(practice=False) as at:
            mei = await at.staff("Mei", Role.PIT_MANAGER)
            assert (await mei.client.get("/api/me")).json()["kind"] == "staff"
            more = {"password": "another long one"} if kind == "SetPassword" else {}
            assert await at.house.access.change("test", kind, "Mei", **more) is None
            assert (await mei.client.get("/api/me")).json()["kind"] == "anybody"

    at_once(scenario())


def test_a_revocation_reaches_every_process() -> None:
    async def scenario() -> None:
        store = MemoryStore()
        writer = GroupWriter(store)
        clock = StillClock(START)
        one, two = (Access(store, writer, clock, shared=True, hasher=QUICK) for _ in range(2))
        await one.create_account("test", "Mei", PASSWORD, (Grant(role="pit_manager"),))
        token = await two.log_in("Mei", PASSWORD)
        assert isinstance(token, str)
        assert one.caller(token).account is not None
        await one.change("test", "Revoke", "Mei")
        assert two.caller(token).account is None
        writer.close()

    at_once(scenario())


def test_a_session_ends_with_its_time_and_with_logging_out() -> None:
    async def scenario() -> None:
        async with site() as at:
            mei = await at.staff("Mei", Role.PIT_MANAGER)
            dan = await at.staff("Dan", Role.DEALER)
            assert (await dan.client.post("/api/logout")).status_code == 204
            assert (await dan.client.get("/api/me")).json()["kind"] == "anybody"
            assert (await mei.client.get("/api/me")).json()["kind"] == "staff"
            at.clock.advance(timedelta(hours=13).total_seconds())
            assert (await mei.client.get("/api/me")).json()["kind"] == "anybody"

    at_once(scenario())


def test_a_role_holds_at_its_tables_and_in_its_shift() -> None:
    grant = Grant(role="dealer", tables=("a",), since=START, until=START + timedelta(hours=8))
    moments = {
        START - timedelta(seconds=1): False,
        START: True,
        START + timedelta(hours=8): False,
    }
    for moment, held in moments.items():
        assert grant.covers("a", moment) is held
        assert not grant.covers("b", moment)
        assert not grant.covers(None, moment)


def test_a_shift_that_is_over_is_over_at_once() -> None:
    async def scenario() -> None:
        async with site(practice=False) as at:
            boss = await at.staff("Mei", Role.PIT_MANAGER, "real")
            await at.opens("real", boss)
            dan = await at.staff("Dan", Role.DEALER, "real")
            grant = Grant(role="dealer", tables=("real",), until=START + timedelta(hours=1))
            assert await at.house.access.change("test", "SetGrants", "Dan", grants=(grant,)) is None
            assert (await dan.does("SeatPatron", patron="Ann", box="1")).status_code == 200
            at.clock.advance(3601)
            over = await dan.does("UnseatPatron", patron="Ann")
            assert (over.status_code, over.json()["code"]) == (403, "not_here")

    at_once(scenario())


def test_nobody_gives_a_role_above_his_own() -> None:
    async def scenario() -> None:
        async with site(practice=False) as at:
            mei = await at.staff("Mei", Role.PIT_MANAGER)
            await at.staff("Chen", Role.ASSISTANT_CASINO_MANAGER)
            body = {"name": "New", "password": PASSWORD, "grants": [{"role": "shift_manager"}]}
            made = await mei.client.post("/api/staff", json=body)
            assert (made.status_code, made.json()["code"]) == (403, "above_own_role")
            changed = await mei.client.post("/api/staff/Chen", json={"disabled": True})
            assert (changed.status_code, changed.json()["code"]) == (403, "above_own_role")
            own = {"grants": [{"role": "assistant_casino_manager"}]}
            raised = await mei.client.post("/api/staff/Mei", json=own)
            assert (raised.status_code, raised.json()["code"]) == (403, "above_own_role")
            below = {"name": "New", "password": PASSWORD, "grants": [{"role": "dealer"}]}
            assert (await mei.client.post("/api/staff", json=below)).status_code == 201

    at_once(scenario())


def test_a_seat_token_seats_one_patron_once_at_its_table() -> None:
    async def scenario() -> None:
        async with site() as at:
            boss = await at.staff("Mei", Role.PIT_MANAGER, "real")
            await at.opens("real", boss)
            dora = await at.staff("Dora", Role.DEALER, "real")
            invited = await dora.posts("/seat-tokens", patron="Ann", box="2")
            token = invited.json()["token"]
            stranger = at.client()
            codes = []
            for table in ("practice-tb4", "real", "real"):
                wish = {"token": token}
                answer = await stranger.post(f"/api/tables/{table}/seat", json=wish)
                codes.append(answer.status_code)
            assert codes == [422, 200, 422]
            assert at.table("real").host.table.seats == (("2", "Ann"),)
            uninvited = await at.client().post("/api/tables/real/seat", json={"name": "Bob"})
            assert (uninvited.status_code, uninvited.json()["code"]) == (403, "seat_token_needed")
            late = await dora.posts("/seat-tokens", patron="Carl")
            at.clock.advance(601)
            wish = {"token": late.json()["token"]}
            answer = await at.client().post("/api/tables/real/seat", json=wish)
            assert (answer.status_code, answer.json()["code"]) == (422, "bad_seat_token")

    at_once(scenario())


def test_play_chips_never_reach_another_table() -> None:
    async def scenario() -> None:
        async with site() as at:
            ann = await at.sits("Ann")
            boss = await at.staff("Mei", Role.PIT_MANAGER, "real")
            await at.opens("real", boss)
            invited = await boss.posts("/seat-tokens", patron="Ann")
            assert invited.json()["code"] == "name_taken"
            bought = await boss.posts("/money", kind="cash_out", patron="Ann", amount=100)
            assert bought.json()["code"] == "other_chips"
            here = await ann.client.get("/api/tables/real")
            assert here.json()["audience"] == "board"
            second = await at.sits("Ann")
            assert second.name == "Ann 2"

    at_once(scenario())


def test_an_auditor_reads_everything_and_does_nothing() -> None:
    async def scenario() -> None:
        async with site() as at:
            ada = await at.staff("Ada", "auditor")
            assert (await ada.sees())["audience"] == Audience.AUDITOR
            assert (await ada.sees("/deeds"))["deeds"]
            assert (await ada.sees("/takings"))["win"] == 0
            for below, body in (
                ("/commands", {"type": "PostNotice", "text": "x"}),
                ("/money", {"kind": "buy_in", "patron": "Ann", "amount": 1}),
                ("/dealer", {"action": "pause"}),
                ("/seat", {"name": "Ada"}),
                ("/seat-tokens", {"patron": "Ann"}),
            ):
                assert (await ada.posts(below, **body)).status_code == 403, below
            staff = await ada.client.post("/api/staff", json={"name": "x", "password": PASSWORD})
            assert staff.status_code == 403

    at_once(scenario())
