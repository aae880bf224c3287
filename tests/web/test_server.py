"""The real server on loopback: live views, slow readers, kills, a graceful stop."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import websockets
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from tests.support.served import Served, served
from tests.web.test_secrecy import numbers

TABLE = "practice-tb4"
ONE_MORE = {
    "id": "one-more",
    "name": "One more",
    "game": "rws-tiger-buffalo",
    "layout": "A",
    "boxes": ["1"],
    "limits": {"minimum": 1_000, "maximum": 100_000, "differential": 100_000},
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("served") / "store") as running:
        with running.client() as client:
            for key in ("dhyx2", "mbs5", "tb4", "tbi1"):
                # Nothing moves unless a test moves it.
                sat = client.post(f"/api/tables/practice-{key}/seat", json={"name": "Zoe"})
                assert sat.status_code == 200
                paused = client.post(f"/api/tables/practice-{key}/dealer", json={"action": "pause"})
                assert paused.status_code == 200
        yield running


def live(server: Served, after: int | None = None, table: str | None = TABLE) -> str:
    """Say where to watch a table, or all."""
    query = "" if after is None else f"?after={after}"
    of = "" if table is None else f"tables/{table}/"
    return f"ws://127.0.0.1:{server.port}/api/{of}live{query}"


async def until_closed(socket: Any) -> int:
    """Listen until the server hangs up; return why."""
    try:
        while True:
            assert "acts" in (await heard(socket))["view"], "a revoked session is told more"
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd is not None else 0


async def heard(socket: Any) -> Any:
    return json.loads(await asyncio.wait_for(socket.recv(), 60))


def step(server: Served, times: int = 1, table: str = TABLE) -> int:
    """Let the dealer take steps; return the position."""
    position = 0
    with server.client() as client:
        sat = client.post(f"/api/tables/{table}/seat", json={"name": "Stepper"}).json()
        client.headers["Authorization"] = f"Bearer {sat['token']}"
        for _ in range(times):
            moved = client.post(f"/api/tables/{table}/dealer", json={"action": "step"})
            assert moved.status_code == 200, moved.text
            position = moved.json()["position"]
    return position


def test_a_watcher_sees_the_table_and_then_every_step(server: Served) -> None:
    async def scenario() -> None:
        async with websockets.connect(live(server)) as socket:
            first = await heard(socket)
            assert first["view"]["me"] is None
            upto = await asyncio.to_thread(step, server, 3)
            positions: list[int] = []
            while not positions or positions[-1] < upto:
                told = await heard(socket)
                assert told["view"]["phase"]
                positions.append(told["position"])
            assert positions == sorted(positions)

    asyncio.run(scenario())


def test_who_comes_back_hears_what_he_missed(server: Served) -> None:
    async def scenario() -> None:
        before = await asyncio.to_thread(step, server, 1)
        after = await asyncio.to_thread(step, server, 4)
        async with websockets.connect(live(server, before)) as socket:
            told = await heard(socket)
            assert told["position"] == after
            assert told["skipped"] is False
            heard_of = [event["position"] for event in told["events"]]
            assert heard_of
            assert min(heard_of) > before
            assert max(heard_of) <= after
        async with websockets.connect(live(server, 0)) as socket:
            told = await heard(socket)
            assert told["position"] == after
        async with websockets.connect(live(server, after)) as socket:
            assert (await heard(socket))["events"] == []

    asyncio.run(scenario())


def test_a_reader_who_stops_reading_holds_nobody_up(server: Served) -> None:
    async def scenario() -> None:
        async with (
            websockets.connect(live(server), max_queue=1) as slow,
            websockets.connect(live(server)) as quick,
        ):
            await heard(quick)
            upto = await asyncio.to_thread(step, server, 120)
            while (await heard(quick))["position"] < upto:
                pass
            last: dict[str, Any] = {"position": 0}
            while last["position"] < upto:
                last = await heard(slow)
            assert last["position"] >= upto

    asyncio.run(scenario())


def test_one_line_tells_of_the_whole_floor(server: Served) -> None:
    async def scenario() -> None:
        floor = live(server, table=None)
        with server.client() as client:
            tables = [one["id"] for one in client.get("/api/tables").json()["tables"]]
        positions: dict[str, int] = {}
        async with websockets.connect(floor) as socket:
            while set(positions) != set(tables):
                told = await heard(socket)
                assert told["view"]["phase"]
                positions[told["table"]] = told["position"]
            upto = await asyncio.to_thread(step, server, 3)
            while positions[TABLE] < upto:
                told = await heard(socket)
                positions[told["table"]] = told["position"]
            with server.manager() as manager:
                opened = manager.post("/api/tables", json=ONE_MORE)
                assert opened.status_code == 201, opened.text
            while "one-more" not in positions:
                told = await heard(socket)
                positions[told["table"]] = told["position"]
        missed = await asyncio.to_thread(step, server, 2)
        after = ",".join(f"{table}:{position}" for table, position in positions.items())
        async with websockets.connect(f"{floor}?after={after}") as socket:
            while (told := await heard(socket))["table"] != TABLE:
                assert told["events"] == []
            assert [one["position"] for one in told["events"]][-1] == missed == told["position"]
            assert told["events"][0]["position"] > positions[TABLE]
            assert not told["skipped"]

    asyncio.run(scenario())


@pytest.mark.parametrize("after", [",", "x", f"{TABLE}:x", f"{TABLE}:-1,none:5", "a:b:c", "%00:1"])
def test_nonsensical_positions_of_the_floor_are_none(server: Served, after: str) -> None:
    async def scenario() -> None:
        async with websockets.connect(f"{live(server, table=None)}?after={after}") as socket:
            assert (await heard(socket))["view"]

    asyncio.run(scenario())


def test_nobody_hears_of_another_patrons_money_in_the_live_view(server: Served) -> None:
    async def scenario() -> None:
        table, stake = "practice-tbi1", 12_500
        headers = {}
        for name in ("Ann", "Bob"):
            with server.client() as client:
                sat = client.post(f"/api/tables/{table}/seat", json={"name": name}).json()
                headers[name] = {"Authorization": f"Bearer {sat['token']}"}
        own, floor = live(server, table=table), live(server, table=None)
        async with (
            websockets.connect(own, additional_headers=headers["Ann"]) as ann,
            websockets.connect(own, additional_headers=headers["Bob"]) as bob,
            websockets.connect(floor, additional_headers=headers["Bob"]) as bob_at_the_pit,
            websockets.connect(own) as anybody,
        ):
            others = {"Bob": bob, "Bob at the pit": bob_at_the_pit, "anybody": anybody}
            sockets = {"Ann": ann, **others}
            with server.client() as client:
                while client.get(f"/api/tables/{table}").json()["view"]["phase"] != "betting":
                    await asyncio.to_thread(step, server, 1, table)
                laid = client.post(
                    f"/api/tables/{table}/commands",
                    json={"type": "PlaceWager", "box": "1", "bet": "player", "stake": stake},
                    headers={"Idempotency-Key": "one", **headers["Ann"]},
                )
                assert laid.status_code == 200, laid.text
            told: dict[str, set[int]] = {name: set() for name in sockets}
            while stake not in told["Ann"]:
                # What happens within a moment is shown together: a quick round hides its bets.
                told["Ann"] |= {*numbers(await heard(ann))}
            upto = await asyncio.to_thread(step, server, 12, table)
            for name, socket in sockets.items():
                position = 0
                while position < upto:
                    message = await heard(socket)
                    if message["table"] == table:
                        position = message["position"]
                    told[name] |= {*numbers(message)}
            for name in others:
                # Nor what it would bring; the room under the Differential is everybody's to know.
                assert not {stake, 2 * stake} & told[name], f"{name} hears of Ann's bet"

    asyncio.run(scenario())


def test_another_site_may_not_watch_with_somebodys_cookie(server: Served) -> None:
    async def scenario() -> None:
        with pytest.raises((websockets.InvalidStatus, ConnectionClosed)):
            async with websockets.connect(
                live(server), origin=Origin("http://elsewhere")
            ) as socket:
                await heard(socket)
        with pytest.raises((websockets.InvalidStatus, ConnectionClosed)):
            async with websockets.connect(live(server, table="none")) as socket:
                await heard(socket)

    asyncio.run(scenario())


@pytest.mark.parametrize("after", ["-1", "x", "9" * 40, "1.5", "%00", "'"])
def test_a_nonsensical_position_is_no_position(server: Served, after: str) -> None:
    async def scenario() -> None:
        async with websockets.connect(f"{live(server)}?after={after}") as socket:
            assert (await heard(socket))["view"]

    asyncio.run(scenario())


def test_frames_of_any_kind_from_a_watcher_change_nothing(server: Served) -> None:
    async def scenario() -> None:
        async with websockets.connect(live(server)) as socket:
            position = (await heard(socket))["position"]
            for frame in ("{}", "[" * 2000, "\x00", json.dumps({"type": "CloseBets"})):
                await socket.send(frame)
            async with websockets.connect(live(server)) as other:
                assert (await heard(other))["position"] == position
        async with websockets.connect(live(server)) as socket:
            await heard(socket)
            await socket.send(b"\xff\x00binary")
            async with websockets.connect(live(server)) as other:
                assert (await heard(other))["position"] == position

    asyncio.run(scenario())


def test_a_revoked_session_is_cut_off_from_the_live_view(server: Served) -> None:
    async def scenario() -> None:
        with server.manager() as manager:
            made = {"name": "Dan", "password": "long enough!", "grants": [{"role": "dealer"}]}
            assert manager.post("/api/staff", json=made).status_code == 201
            with server.client() as anybody:
                signed = anybody.post(
                    "/api/login", json={"name": "Dan", "password": "long enough!"}
                )
            token = signed.json()["token"]
            headers = {"Authorization": f"Bearer {token}"}
            async with (
                websockets.connect(live(server), additional_headers=headers) as socket,
                websockets.connect(live(server, table=None), additional_headers=headers) as floor,
            ):
                assert "acts" in (await heard(socket))["view"]
                assert "acts" in (await heard(floor))["view"]
                revoked = await asyncio.to_thread(
                    lambda: manager.post("/api/staff/Dan", json={"revoke": True})
                )
                assert revoked.status_code == 200
                await asyncio.to_thread(step, server, 1)
                assert await until_closed(socket) == 4401
                assert await until_closed(floor) == 4401

    asyncio.run(scenario())


def test_the_password_is_told_once_and_stands_in_no_log(server: Served) -> None:
    assert server.password
    assert server.log.count(server.password) == 1
    lines = [line for line in server.log.splitlines() if line.startswith("{")]
    assert lines
    assert all(json.loads(line) for line in lines)


def test_a_second_server_is_kept_off_the_store(tmp_path: Path) -> None:
    with served(tmp_path / "store") as first:
        second = Served(tmp_path / "store")
        with pytest.raises(AssertionError, match="another punto"):
            second.start()
        assert first.stop() == 0
