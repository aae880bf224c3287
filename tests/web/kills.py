"""Kill the server in the middle of its work, again and again: exactly one effect for each key.

Run by itself for as many kills as one likes: `python -m tests.web.kills 200`.
"""

from __future__ import annotations

import random
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from threading import Timer
from typing import Any, Final

import httpx

from punto.store.sqlite import SQLiteStore
from tests.support.served import Served, served

TABLE: Final = "/api/tables/main"
AT_ONCE: Final = 6
A_CYCLE: Final = 40
TRIES: Final = 2


@dataclass(slots=True)
class Load:
    """What was sent, what was acknowledged, and what it should have come to."""

    sent: dict[str, int] = field(default_factory=dict)
    acknowledged: set[str] = field(default_factory=set)

    @property
    def due(self) -> int:
        return sum(self.sent.values())


def open_table(manager: httpx.Client) -> None:
    """Open a table with an automatic shoe, call for bets, and lay one."""
    body = {
        "id": "main",
        "name": "Main",
        "game": "rws-tiger-buffalo",
        "layout": "A",
        "boxes": ["1"],
        "limits": {"minimum": 100, "differential": 1_000_000},
        "shoe": "automatic",
    }
    assert manager.post("/api/tables", json=body).status_code == 201
    assert give(manager, "load", {"type": "LoadCards"}) == 200
    assert move(manager, "first", 1_000, "Bob") == 200
    assert give(manager, "call", {"type": "CallForBets"}) == 200
    wager = {"type": "PlaceWager", "patron": "Bob", "box": "1", "bet": "player", "stake": 1_000}
    assert give(manager, "wager", wager) == 200


def give(client: httpx.Client, key: str, body: dict[str, Any]) -> int:
    headers = {"Idempotency-Key": key}
    return client.post(f"{TABLE}/commands", json=body, headers=headers).status_code


def move(client: httpx.Client, key: str, amount: int, patron: str = "Ann") -> int:
    body = {"kind": "buy_in", "patron": patron, "amount": amount}
    return client.post(f"{TABLE}/money", json=body, headers={"Idempotency-Key": key}).status_code


def send(manager: httpx.Client, load: Load, key: str) -> None:
    """Send until the answer comes or the server is gone."""
    try:
        if move(manager, key, load.sent[key]) == 200:
            load.acknowledged.add(key)
    except httpx.HTTPError:
        # No answer: the effect may be there or not. It is sent again under the same key.
        return


def cycle(server: Served, load: Load, number: int, chance: random.Random) -> int:
    """Work, be killed in the middle, come back, send again; return how many were acknowledged."""
    keys = [f"{number}-{one}" for one in range(A_CYCLE)]
    load.sent |= {key: chance.randrange(1, 1_000) for key in keys}
    with server.manager() as manager, ThreadPoolExecutor(AT_ONCE) as workers:
        knife = Timer(chance.uniform(0.005, 0.15), server.kill)
        knife.start()
        list(workers.map(lambda key: send(manager, load, key), keys))
        knife.join()
    answered = len(load.acknowledged & set(keys))
    server.start()
    with server.manager() as manager:
        statement = manager.get("/api/patrons/Ann/statement").json()
        known = sum(load.sent[key] for key in load.acknowledged)
        assert known <= statement["balance"] <= load.due, "an acknowledged command is lost"
        for _ in range(TRIES):
            for key in keys:
                send(manager, load, key)
        statement = manager.get("/api/patrons/Ann/statement").json()
        assert statement["balance"] == load.due, "a command acted twice, or not at all"
        check_round(manager)
    return answered


def check_round(manager: httpx.Client) -> None:
    """See that the open round is as it was, and let it go on."""
    view = manager.get(TABLE).json()["view"]
    assert view["phase"] == "betting"
    assert view["interrupted"]
    [wager] = view["round"]["wagers"]
    assert (wager["stake"], wager["shares"][0]["patron"]) == (1_000, "Bob")
    key = {"Idempotency-Key": f"judged-{manager.get(TABLE).json()['position']}"}
    judged = manager.post(
        f"{TABLE}/interruption", json={"reason": "nothing was touched"}, headers=key
    )
    assert judged.status_code == 200, judged.text


def run(kills: int, folder: Path, seed: int = 1) -> tuple[int, int]:
    """Kill so often; return how many commands were acknowledged before and in all."""
    chance = random.Random(seed)
    load = Load()
    before = 0
    with served(folder) as server:
        with server.manager() as manager:
            open_table(manager)
        for number in range(kills):
            before += cycle(server, load, number, chance)
        assert server.stop() == 0
    store = SQLiteStore(folder / "punto.db")
    try:
        assert sum(store.balances().values()) == 0
        assert store.balance("patron:Ann") == load.due
    finally:
        store.close()
    return before, len(load.sent)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        times = int(sys.argv[1]) if len(sys.argv) > 1 else 200
        found = run(times, Path(name) / "store")
        sys.stdout.write(
            f"{times} kills, {found[1]} commands, {found[0]} of them acknowledged before a kill: "
            "each acted once\n"
        )
