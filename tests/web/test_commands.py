"""Commands over HTTP: who acts, once for each key, every attempt on record."""

from __future__ import annotations

import asyncio

import pytest

from punto.core.policies import Role
from punto.core.state import Phase
from punto.store import codec
from punto.store.ledger import patron_account
from tests.support.site import Site, at_once, site

TABLE = "practice-tb4"


async def betting(at: Site) -> None:
    await at.deals_until(TABLE, Phase.BETTING)


def kinds(at: Site, table: str = TABLE) -> list[tuple[str, bool]]:
    """List the commands on record and whether each was refused."""
    stream = at.table(table).host.stream
    bodies = [codec.decode(deed.body) for deed in at.house.store.read(stream)]
    return [(body.command["type"], body.refused is not None) for body in bodies]


def test_a_newcomer_sits_down_bets_and_is_settled() -> None:
    async def scenario() -> None:
        async with site() as at:
            ann = await at.sits("Ann")
            await betting(at)
            placed = await ann.does("PlaceWager", box="1", bet="player", stake=2_000)
            assert placed.status_code == 200
            assert [event["type"] for event in placed.json()["events"]] == ["WagerPlaced"]
            assert placed.json()["view"]["me"]["balance"] == 998_000
            await at.deals_until(TABLE, Phase.IDLE)
            shown = await ann.sees("/rounds/1")
            assert shown["ending"] == "settled"
            [line] = shown["lines"]
            assert line["stake"] == 2_000
            after = at.house.store.balance(patron_account("Ann"))
            assert after == 998_000 + line["returned"]

    at_once(scenario())


def test_the_same_key_acts_once_and_gets_the_same_answer() -> None:
    async def scenario() -> None:
        async with site() as at:
            ann = await at.sits("Ann")
            await betting(at)
            answers = await asyncio.gather(
                *(
                    ann.does("PlaceWager", key="one", box="1", bet="player", stake=2_000)
                    for _ in range(20)
                )
            )
            assert {answer.status_code for answer in answers} == {200}
            assert sorted(answer.json()["again"] for answer in answers) == [False] + [True] * 19
            assert len({answer.json()["position"] for answer in answers}) == 1
            assert kinds(at).count(("PlaceWager", False)) == 1
            assert at.house.store.balance(patron_account("Ann")) == 998_000

    at_once(scenario())


def test_a_key_does_not_serve_for_another_command_or_another_person() -> None:
    async def scenario() -> None:
        async with site() as at:
            ann, bob = await at.sits("Ann"), await at.sits("Bob")
            await betting(at)
            first = await ann.does("PlaceWager", key="k", box="1", bet="player", stake=2_000)
            other = await ann.does("PlaceWager", key="k", box="1", bet="player", stake=3_000)
            his = await bob.does("PlaceWager", key="k", box="2", bet="banker", stake=2_000)
            assert first.status_code == his.status_code == 200
            assert other.status_code == 422
            assert other.json()["code"] == "idempotency_key_reused"
            assert his.json()["again"] is False

    at_once(scenario())


def test_a_command_without_a_key_is_not_taken() -> None:
    async def scenario() -> None:
        async with site() as at:
            ann = await at.sits("Ann")
            await betting(at)
            body = {"type": "PlaceWager", "box": "1", "bet": "player", "stake": 2_000}
            answer = await ann.client.post(f"{ann.path}/commands", json=body)
            assert answer.status_code == 400
            assert answer.headers["content-type"] == "application/problem+json"
            assert ("PlaceWager", False) not in kinds(at)

    at_once(scenario())


def test_a_refused_command_is_on_record_with_its_clause() -> None:
    async def scenario() -> None:
        async with site() as at:
            ann = await at.sits("Ann")
            await betting(at)
            await at.deals_until(TABLE, Phase.CLOSED)
            late = await ann.does("PlaceWager", box="1", bet="player", stake=2_000)
            problem = late.json()
            assert late.status_code in (409, 422)
            assert problem["clauses"]
            assert problem["code"]
            assert problem["position"] == at.table(TABLE).host.position
            assert kinds(at)[-1] == ("PlaceWager", True)

    at_once(scenario())


def test_the_actor_comes_from_the_session_and_never_from_the_body() -> None:
    async def scenario() -> None:
        async with site() as at:
            ann, bob = await at.sits("Ann"), await at.sits("Bob")
            await betting(at)
            actor = {"name": "Bob", "role": "pit_manager"}
            forged = await ann.does("CloseBets", actor=actor)
            assert forged.status_code == 422
            closing = await ann.does("CloseBets")
            assert (closing.status_code, closing.json()["code"]) == (403, "not_authorised")
            for_bob = await ann.does("PlaceWager", patron="Bob", box="2", bet="player", stake=2_000)
            assert (for_bob.status_code, for_bob.json()["code"]) == (403, "not_yourself")
            assert at.house.store.balance(patron_account(bob.name)) == 1_000_000

    at_once(scenario())


def test_a_patron_cannot_say_when_he_bet() -> None:
    async def scenario() -> None:
        async with site() as at:
            ann = await at.sits("Ann")
            await betting(at)
            await at.deals_until(TABLE, Phase.CLOSED)
            earlier = "2026-03-01T20:00:00+08:00"
            late = await ann.does("PlaceWager", box="1", bet="player", stake=2_000, at=earlier)
            assert late.status_code in (409, 422)
            assert at.house.store.balance(patron_account("Ann")) == 1_000_000

    at_once(scenario())


def test_nobody_stakes_what_he_does_not_have() -> None:
    async def scenario() -> None:
        async with site() as at:
            ann = await at.sits("Ann")
            await betting(at)
            for number in range(2):
                given = await ann.does(
                    "PlaceWager", box="1", bet="player" if number else "banker", stake=500_000
                )
                assert given.status_code == 200
            third = await ann.does("PlaceWager", box="1", bet="tie", stake=1_000)
            assert (third.status_code, third.json()["code"]) == (409, "not_enough_chips")
            assert at.house.store.balance(patron_account("Ann")) == 0
            assert kinds(at)[-1] == ("PlaceWager", True)

    at_once(scenario())


def test_patrons_race_for_the_last_box_and_one_gets_it() -> None:
    async def scenario() -> None:
        async with site() as at:
            boss = await at.staff("Mei", Role.PIT_MANAGER, "real")
            assert (await at.opens("real", boss)).status_code == 201
            first = await at.staff("Dora", Role.DEALER, "real")
            second = await at.staff("Dirk", Role.DEALER, "real")
            for number in range(200):
                answers = await asyncio.gather(
                    first.does("SeatPatron", patron=f"a{number}", box="1"),
                    second.does("SeatPatron", patron=f"b{number}", box="1"),
                )
                codes = sorted(answer.status_code for answer in answers)
                assert codes[0] == 200
                assert codes[1] in (409, 422)
                [(_, sitting)] = at.table("real").host.table.seats
                won = next(answer for answer in answers if answer.status_code == 200)
                assert won.json()["view"]["seats"]["1"] == sitting
                await first.does("UnseatPatron", patron=sitting)

    at_once(scenario())


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"type": "Nonsense"}, 422, "unknown_command"),
        ({}, 422, "unknown_command"),
        ({"type": "PlaceWager", "box": "1", "bet": "player", "stake": "5"}, 422, "bad_body"),
        ({"type": "PlaceWager", "box": "1", "bet": "player"}, 422, "bad_body"),
        ({"type": "PlaceWager", "box": "1", "bet": "player", "stake": 5, "x": 1}, 422, "bad_body"),
        ({"type": "DrawCard", "card": "XX"}, 422, "bad_body"),
        ({"type": "RequestSqueeze", "side": "left"}, 422, "bad_body"),
    ],
)
def test_what_is_no_command_is_refused(body: dict[str, object], status: int, code: str) -> None:
    async def scenario() -> None:
        async with site() as at:
            ann = await at.sits("Ann")
            before = at.table(TABLE).host.position
            answer = await ann.client.post(
                f"{ann.path}/commands", json=body, headers={"Idempotency-Key": "k"}
            )
            assert (answer.status_code, answer.json()["code"]) == (status, code)
            assert at.table(TABLE).host.position == before

    at_once(scenario())


def test_whoever_wants_a_short_answer_gets_no_view() -> None:
    async def scenario() -> None:
        async with site() as at:
            ann = await at.sits("Ann", TABLE)
            await at.deals_until(TABLE, Phase.BETTING)
            body = {"type": "PlaceWager", "box": "1", "bet": "player", "stake": 1_000}
            for wish, brief in (
                ("return=minimal", True),
                ("respond-async, Return=Minimal", True),
                ("return=representation", False),
            ):
                headers = {"Idempotency-Key": wish, "Prefer": wish}
                given = await ann.client.post(f"{ann.path}/commands", json=body, headers=headers)
                assert given.status_code == 200, given.text
                told = given.json()
                assert ("view" not in told) == brief
                assert (given.headers.get("preference-applied") == "return=minimal") == brief
                assert [event["type"] for event in told["events"]] == ["WagerPlaced"]
                assert told["position"] == at.table(TABLE).host.position
                body["bet"] = "tie" if body["bet"] == "player" else "banker"

    at_once(scenario())
