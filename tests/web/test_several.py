"""Several servers on one PostgreSQL: any answers any client, and one takes over from another."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import httpx
import pytest
import websockets

from tests.support.served import Served, address, served

pytestmark = [pytest.mark.needs("postgres"), pytest.mark.slow]

TABLE = "practice-tb4"
PATH = f"/api/tables/{TABLE}"
WITHIN = 5.0
"""Seconds in which a killed process's tables are live on another."""


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[tuple[Served, Served]]:
    from punto.testing import postgres

    with postgres.server() as database:
        shared = address(database.database())
        with served(tmp_path / "one", shared) as one, served(tmp_path / "two", shared) as two:
            yield one, two


def sit(server: Served, name: str) -> httpx.Client:
    with server.client() as client:
        sat = client.post(f"{PATH}/seat", json={"name": name})
        assert sat.status_code == 200, sat.text
        return server.client(sat.json()["token"])


def bet(client: httpx.Client, key: str, **headers: str) -> httpx.Response:
    body = {"type": "PlaceWager", "box": "1", "bet": "player", "stake": 1_000}
    headers["Idempotency-Key"] = key
    return client.post(f"{PATH}/commands", json=body, headers=headers)


def until_betting(client: httpx.Client) -> None:
    """Pause the dealer and step it to the next betting time.

    The answer to a step is of the process that runs the table; another one hears of it later.
    """
    told = client.post(f"{PATH}/dealer", json={"action": "pause"})
    for _ in range(60):
        assert told.status_code == 200, told.text
        if told.json()["view"]["phase"] == "betting":
            return
        told = client.post(f"{PATH}/dealer", json={"action": "step"})
    raise AssertionError("the table does not come to betting")


def test_any_server_answers_and_the_other_hears(pair: tuple[Served, Served]) -> None:
    one, two = pair
    with sit(two, "Ann") as ann:  # The tables are run by the first; the second passes it on.
        until_betting(ann)

        async def watch() -> Any:
            uri = f"ws://127.0.0.1:{two.port}{PATH}/live"
            async with websockets.connect(uri) as socket:
                await socket.recv()
                placed = await asyncio.to_thread(bet, ann, "k")
                assert placed.status_code == 200, placed.text
                while True:
                    told = json.loads(await asyncio.wait_for(socket.recv(), 10))
                    if any(event["type"] == "WagerPlaced" for event in told.get("events", [])):
                        return told["position"], placed.json()["position"]

        heard, placed = asyncio.run(watch())
        assert heard >= placed
        brief = bet(ann, "k", Prefer="return=minimal")
        assert brief.headers["preference-applied"] == "return=minimal"
        assert "view" not in brief.json()
        with one.client(ann.headers["Authorization"].removeprefix("Bearer ")) as elsewhere:
            again = bet(elsewhere, "k")
        assert again.json()["again"] is True
        assert again.json()["position"] == placed


def test_a_killed_servers_tables_live_on_at_the_other(pair: tuple[Served, Served]) -> None:
    one, two = pair
    with sit(one, "Ann") as ann:
        until_betting(ann)
        placed = bet(ann, "before")
        assert placed.status_code == 200
        token = ann.headers["Authorization"].removeprefix("Bearer ")
    one.kill()
    killed = monotonic()
    with two.client(token) as ann:
        while True:
            again = bet(ann, "before")
            if again.status_code == 200:
                break
            assert again.status_code in (503, 409), again.text
            assert monotonic() - killed < 4 * WITHIN, again.text
            sleep(0.1)
        gone = monotonic() - killed
        assert again.json()["again"] is True
        assert again.json()["position"] == placed.json()["position"]
        assert ann.get("/api/me").json()["balance"] == 999_000
    assert gone < WITHIN, f"it took {gone:.1f} s"
