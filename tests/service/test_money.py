"""Chips over the counter, statements and takings."""

from __future__ import annotations

from typing import Any

import pytest

from punto.core.policies import Role
from punto.core.state import Phase
from punto.store.ledger import house_account, patron_account, risk_account
from tests.support.site import PASSWORD, Guest, Site, at_once, site


async def floor(at: Site) -> tuple[Guest, Guest]:
    """Open a table; return its pit manager and its dealer."""
    boss = await at.staff("Mei", Role.PIT_MANAGER, "real")
    assert (await at.opens("real", boss)).status_code == 201
    return boss, await at.staff("Dora", Role.DEALER, "real")


def test_buying_in_and_cashing_out_balance_to_nothing() -> None:
    async def scenario() -> None:
        async with site(practice=False) as at:
            _, dora = await floor(at)
            bought = await dora.posts("/money", kind="buy_in", patron="Ann", amount=50_000)
            assert bought.json()["balance"] == 50_000
            cashed = await dora.posts("/money", kind="cash_out", patron="Ann", amount=20_000)
            assert cashed.json()["balance"] == 30_000
            too_much = await dora.posts("/money", kind="cash_out", patron="Ann", amount=30_001)
            assert (too_much.status_code, too_much.json()["code"]) == (409, "not_enough_chips")
            assert sum(at.house.store.balances().values()) == 0
            shown = (await dora.client.get("/api/patrons/Ann/statement")).json()
            assert shown["balance"] == 30_000
            assert [(line["for"], line["amount"]) for line in shown["entries"]] == [
                ("cash_out", -20_000),
                ("buy_in", 50_000),
            ]

    at_once(scenario())


def test_the_same_key_moves_chips_once() -> None:
    async def scenario() -> None:
        async with site(practice=False) as at:
            _, dora = await floor(at)
            body = {"kind": "buy_in", "patron": "Ann", "amount": 5_000}
            headers = {"Idempotency-Key": "once"}
            path = "/api/tables/real/money"
            for _ in range(3):
                answer = await dora.client.post(path, json=body, headers=headers)
                assert answer.json()["balance"] == 5_000
            other = await dora.client.post(path, json=body | {"amount": 6_000}, headers=headers)
            assert other.json()["code"] == "idempotency_key_reused"

    at_once(scenario())


def test_a_correction_takes_two_people_and_a_reason() -> None:
    async def scenario() -> None:
        async with site(practice=False) as at:
            boss, dora = await floor(at)
            await at.staff("Paul", Role.PIT_SUPERVISOR)
            await dora.posts("/money", kind="buy_in", patron="Ann", amount=5_000)
            second = {"name": "Paul", "password": PASSWORD}
            fix: dict[str, Any] = {"kind": "correction", "patron": "Ann", "amount": -1_000}
            for person, more, status, code in (
                (dora, {"reason": "x", "second": second}, 403, "not_authorised"),
                (boss, {"reason": "x"}, 403, "second_person"),
                (
                    boss,
                    {"reason": "x", "second": {"name": "Mei", "password": PASSWORD}},
                    403,
                    "second_person",
                ),
                (
                    boss,
                    {"reason": "x", "second": {"name": "Dora", "password": PASSWORD}},
                    403,
                    "second_person",
                ),
                (
                    boss,
                    {"reason": "x", "second": second | {"password": "wrong one"}},
                    401,
                    "wrong_password",
                ),
                (boss, {"reason": " ", "second": second}, 422, "reason_missing"),
            ):
                answer = await person.posts("/money", **fix, **more)
                assert (answer.status_code, answer.json()["code"]) == (status, code)
                assert at.house.store.balance(patron_account("Ann")) == 5_000
            done = await boss.posts("/money", **fix, reason="paid twice", second=second)
            assert done.json()["balance"] == 4_000
            [deed] = list(at.house.store.read("table:real", done.json()["position"] - 1))
            for told in (b"paid twice", b"Mei", b"Paul"):
                assert told in deed.body
            assert PASSWORD.encode() not in deed.body

    at_once(scenario())


def test_the_takings_of_a_table_are_what_the_bets_brought() -> None:
    async def scenario() -> None:
        async with site(practice=False) as at:
            boss, dora = await floor(at)
            await dora.posts("/money", kind="buy_in", patron="Ann", amount=100_000)
            invited = await dora.posts("/seat-tokens", patron="Ann", box="1")
            client = at.client()
            wish = {"token": invited.json()["token"]}
            await client.post("/api/tables/real/seat", json=wish)
            ann = Guest(client=client, table="real", name="Ann")
            await boss.does("LoadCards")
            await dora.does("CallForBets")
            await ann.does("PlaceWager", box="1", bet="player", stake=10_000)
            during = await boss.sees("/takings")
            assert (during["at_risk"], during["win"], during["drop"]) == (10_000, 0, 100_000)
            risk = await boss.sees("/risk")
            worst = {winner: one["worst"] for winner, one in risk["outcomes"].items()}
            assert worst == {"player": -10_000, "banker": 10_000, "tie": 0}
            assert risk["losing"] == pytest.approx(risk["outcomes"]["player"]["chance"])
            assert {(one["winner"], one["house"]) for one in risk["classes"]} == {
                ("player", -10_000)
            }
            await dora.does("CloseBets")
            for card in ("9H", "2S", "10D", "3C"):  # Player 9, Banker 5: a Natural
                assert (await dora.does("DrawCard", card=card)).status_code == 200
            await dora.does("Declare")
            await dora.does("Settle")
            assert at.table("real").host.table.phase is Phase.IDLE
            after = await boss.sees("/takings")
            assert (after["at_risk"], after["win"]) == (0, -10_000)
            assert after["hold"] == [-10_000, 100_000]
            store = at.house.store
            assert store.balance(patron_account("Ann")) == 110_000
            assert store.balance(house_account("real")) == -10_000
            assert store.balance(risk_account("real")) == 0
            shown = (await ann.client.get("/api/patrons/Ann/statement")).json()
            assert [line["for"] for line in shown["entries"]] == ["Settle", "PlaceWager", "buy_in"]

    at_once(scenario())


@pytest.mark.parametrize("amount", [0, -5, 10**15 * -1])
def test_amounts_that_cannot_change_hands_are_refused(amount: int) -> None:
    async def scenario() -> None:
        async with site(practice=False) as at:
            _, dora = await floor(at)
            answer = await dora.posts("/money", kind="buy_in", patron="Ann", amount=amount)
            assert (answer.status_code, answer.json()["code"]) == (422, "bad_amount")
            assert at.house.store.balances() == {}

    at_once(scenario())


def test_a_statement_is_for_the_patron_and_for_those_who_read_the_books() -> None:
    async def scenario() -> None:
        async with site() as at:
            ann, bob = await at.sits("Ann"), await at.sits("Bob")
            assert (await ann.client.get("/api/patrons/Ann/statement")).status_code == 200
            assert (await bob.client.get("/api/patrons/Ann/statement")).status_code == 403
            assert (await at.client().get("/api/patrons/Ann/statement")).status_code == 401
            ada = await at.staff("Ada", "auditor")
            assert (await ada.client.get("/api/patrons/Ann/statement")).status_code == 200

    at_once(scenario())
