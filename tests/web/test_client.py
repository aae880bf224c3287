"""The typed client and the commands that use it, against a real server."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator

import httpx
import pytest

from punto.client import AsyncClient, Client, Refused, Unreachable
from punto.core.commands import CallForBets, DrawCard, LoadCards, PlaceWager
from tests.support.served import Served, served
from tests.support.site import at_once, site

PUNTO = [sys.executable, "-c", "from punto.cli.start import main; main()"]
MAIN = {
    "id": "main",
    "name": "Main",
    "game": "rws-tiger-buffalo",
    "layout": "A",
    "boxes": ["1", "2"],
    "limits": {"minimum": 1_000, "differential": 1_000_000},
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("client") / "store") as running:
        yield running


def test_a_program_opens_a_table_and_deals(server: Served) -> None:
    with Client(server.base) as punto:
        punto.log_in("manager", server.password)
        assert punto.me()["kind"] == "staff"
        made = punto.create(**MAIN)
        assert made.rules == "rws-tiger-buffalo@4"
        table = punto.table("main")
        table.give(LoadCards)
        table.give(CallForBets)
        assert table.move("buy_in", "Ann", 5_000) == 5_000
        placed = table.give(PlaceWager, patron="Ann", box="1", bet="player", stake=1_000)
        assert [event["type"] for event in placed.events] == ["WagerPlaced"]
        assert table.show().view["phase"] == "betting"
        with pytest.raises(Refused) as refused:
            table.give(DrawCard, card="10H")
        assert refused.value.problem.code == "wrong_phase"
        assert refused.value.problem.clauses
        assert {summary.id for summary in punto.tables()} >= {"main", "practice-tb4"}
        assert table.sees("takings")["at_risk"] == 1_000
        punto.log_out()
        assert punto.me()["kind"] == "anybody"


def test_a_patron_plays_through_the_async_client() -> None:
    async def scenario() -> None:
        async with (
            site() as at,
            AsyncClient("http://house", transport=at.transport) as punto,
        ):
            table = punto.table("practice-tb4")
            assert await table.sit("Ann") == "Ann"
            for _ in range(3):
                await table.steer("step")
            told = await table.show()
            assert told.view["phase"] in ("betting", "closed")
            assert told.view["me"]["balance"] == 1_000_000
            assert [one.id async for one in punto.tables()]
            assert (await table.sees("roads"))["beads"] == []

    at_once(scenario())


def test_a_broken_line_repeats_the_command_under_its_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("punto.client.FIRST_WAIT", 0.0)
    seen: list[str] = []

    def flaky(request: httpx.Request) -> httpx.Response:
        seen.append(request.headers["idempotency-key"])
        if len(seen) == 1:
            raise httpx.ConnectError("cut")
        if len(seen) == 2:
            return httpx.Response(503, json={"status": 503, "code": "table_moves", "detail": "x"})
        return httpx.Response(200, json={"position": 9, "view": {}, "again": True})

    with Client("http://house", transport=httpx.MockTransport(flaky)) as punto:
        told = punto.table("a").give(LoadCards)
    assert (told.position, told.again) == (9, True)
    assert len(seen) == 3
    assert len(set(seen)) == 1


def test_what_is_not_safe_to_repeat_is_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("punto.client.FIRST_WAIT", 0.0)
    seen: list[str] = []

    def gone(request: httpx.Request) -> httpx.Response:
        seen.append(request.method)
        raise httpx.ConnectError("cut")

    with (
        Client("http://house", transport=httpx.MockTransport(gone)) as punto,
        pytest.raises(Unreachable, match="does not answer"),
    ):
        punto.table("a").sit("Ann")
    assert seen == ["POST"]
    with (
        Client("http://house", transport=httpx.MockTransport(gone)) as punto,
        pytest.raises(Unreachable),
    ):
        punto.tables()
    assert seen == ["POST"] + ["GET"] * 5


def test_the_async_client_repeats_in_the_same_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("punto.client.FIRST_WAIT", 0.0)
    keys: list[str] = []

    def flaky(request: httpx.Request) -> httpx.Response:
        keys.append(request.headers["idempotency-key"])
        if len(keys) < 3:
            raise httpx.ReadError("cut")
        return httpx.Response(500, text="not JSON")

    async def scenario() -> None:
        async with AsyncClient("http://house", transport=httpx.MockTransport(flaky)) as punto:
            with pytest.raises(Refused) as refused:
                await punto.table("a").give(LoadCards)
            assert refused.value.problem.code == "no_problem"

    asyncio.run(scenario())
    assert len(set(keys)) == 1


def shell(server: Served, *words: str, token: str = "") -> subprocess.CompletedProcess[str]:
    environment = {"PUNTO_SERVER": server.base, "COLUMNS": "100"} | (
        {"PUNTO_TOKEN": token} if token else {}
    )
    return subprocess.run(
        [*PUNTO, "table", *words],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env=environment,
    )


def test_a_table_is_driven_from_the_shell(server: Served) -> None:
    listed = shell(server, "list", "--json")
    assert listed.returncode == 0, listed.stderr
    assert "practice-tb4" in {one["id"] for one in json.loads(listed.stdout)["tables"]}
    signed = shell(server, "login", "manager", "--password", server.password)
    token = signed.stdout.strip()
    made = shell(server, "create", "shell", "tb4", "A", "--boxes", "1,2", token=token)
    assert made.returncode == 0, made.stderr
    for words in (("load", "shell"), ("call", "shell")):
        assert shell(server, *words, token=token).returncode == 0
    shown = shell(server, "show", "shell")
    assert 'call "No more Bets"' in shown.stdout
    closed = shell(server, "close", "shell", "--json", token=token)
    assert json.loads(closed.stdout)["view"]["phase"] == "closed"
    drawn = shell(server, "draw", "shell", "10H", token=token)
    assert "player: 10H" in drawn.stdout
    noted = shell(server, "give", "shell", "PostNotice", '{"text": "Closing soon"}', token=token)
    assert noted.returncode == 0, noted.stderr


def test_money_is_moved_and_shown_from_the_shell(server: Served) -> None:
    token = shell(server, "login", "manager", "--password", server.password).stdout.strip()
    for name in ("pit", "vip"):
        made = shell(server, "create", name, "tb4", "A", "--boxes", "1", token=token)
        assert made.returncode == 0, made.stderr
    bought = shell(server, "chips", "pit", "buy", "Nan", "500", token=token)
    assert bought.stdout == "Nan has 500.00 in chips\n", bought.stderr
    carried = shell(server, "chips", "pit", "carry", "Nan", "200", "--to", "vip", token=token)
    assert carried.returncode == 0, carried.stderr
    alone = shell(server, "chips", "pit", "correct", "Nan", "50", "--reason", "short", token=token)
    assert alone.returncode == 2
    assert "takes two" in alone.stderr
    taken = shell(server, "takings", "pit", "--since", "2020-01-01", "--json", token=token)
    found = json.loads(taken.stdout)
    assert (found["drop"], found["carried"], found["win"]) == (50_000, -20_000, 0)
    assert "500.00" in shell(server, "takings", "pit", token=token).stdout
    shown = shell(server, "statement", "Nan", token=token)
    assert "buy_in" in shown.stdout
    assert shown.stdout.endswith("Nan has 500.00 in chips\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("chips", "practice-tb4", "carrying", "Ann", "5"), "did you mean carry?"),
        (("close", "practice-tb4"), "nobody is signed in"),
        (("show", "none"), "there is no table 'none'"),
        (("give", "practice-tb4", "CloseBet"), "did you mean CloseBets?"),
        (("give", "practice-tb4", "CloseBets", "{"), "FIELDS"),
        (("give", "practice-tb4", "CloseBets", "[]"), "a JSON object"),
        (("bet", "practice-tb4", "player", "1.005"), "no whole number of cents"),
    ],
)
def test_what_cannot_be_done_is_one_line(server: Served, words: tuple[str, ...], said: str) -> None:
    done = shell(server, *words)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_server_that_is_not_there_is_one_line() -> None:
    done = subprocess.run(
        [*PUNTO, "table", "list", "--server", "http://127.0.0.1:9"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert "does not answer" in done.stderr
    assert "Traceback" not in done.stderr
