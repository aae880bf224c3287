"""Kill the server in the middle of its work, again and again: exactly one effect for each key.

A dealer plays rounds while the cage sells chips over other connections. At the n-th answer, n drawn
anew each time, the process is killed. It comes back, the interruption is judged, and everything is
sent again under the same keys: what was answered must be on record at the place that was told, the
rest acts now, and nothing acts twice. In the end the whole store is proved.

What is shown is that a dead process leaves nothing half done, so the store may lie in memory; what
a dead disk leaves is the business of `tests/faults`.

Run by itself for as many kills as one likes: `python -m tests.web.kills 5000`.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from threading import Lock
from time import monotonic, perf_counter, sleep
from typing import Any, Final, Self

from punto.store import codec
from punto.store.contract import Store
from punto.store.sqlite import SQLiteStore
from punto.store.verify import verify
from punto.testing.faults import scratch
from tests.support.nursery import Nursery, nursery
from tests.support.served import PATIENCE, Served, served

TABLE: Final = "/api/tables/main"
CAGE: Final = 3
"""Connections that sell chips."""
A_CYCLE: Final = 5
"""Sales of each of them between two kills."""
LONGEST: Final = 24
"""Answers after which the knife falls at the latest; a cycle of work has at least as many."""
LATER: Final = (0, 0.000_5, 0.001, 0.002, 0.003)
"""Seconds: what an answer takes, so that the knife falls into every part of the work."""
MORE: Final = {"PUNTO_PRACTICE": "false", "PUNTO_LOG_LEVEL": "warning"}
NEXT: Final = {"idle": "CallForBets", "complete": "Declare", "declared": "Settle"}
"""What a dealer does next; in every other phase a card is due."""

Plain = dict[str, Any]


class Line:
    """A connection; `send` raises OSError or HTTPException when the other end dies."""

    def __init__(self, server: Served, token: str) -> None:
        self._http = HTTPConnection("127.0.0.1", server.port, timeout=60)
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def send(self, path: str, body: Plain, key: str) -> tuple[int, Plain]:
        headers = self._headers | {"Idempotency-Key": key}
        self._http.request("POST", path, json.dumps(body), headers)
        answer = self._http.getresponse()
        return answer.status, json.loads(answer.read())

    def see(self, path: str) -> Plain:
        self._http.request("GET", path, headers=self._headers)
        found: Plain = json.loads(self._http.getresponse().read())
        return found

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()


@dataclass(slots=True)
class Sent:
    """A command under its key."""

    path: str
    body: Plain
    position: int | None = None
    """Where it is on record, as the answer told; None while there was no answer."""


@dataclass(slots=True)
class Load:
    """Everything that was ever sent."""

    sent: dict[str, Sent] = field(default_factory=dict)
    answered: int = 0
    """Commands that were answered before a kill,"""
    silent: int = 0
    """that had acted when the process died, and nobody knew,"""
    undone: int = 0
    """and that had not acted yet."""

    def bought(self, *, answered: bool) -> int:
        """Add up the chips that Ann bought."""
        return sum(
            one.body["amount"]
            for one in self.sent.values()
            if one.body.get("patron") == "Ann" and (one.position is not None or not answered)
        )


class Knife:
    """Falls at the n-th answer, or a moment later, while others wait for theirs."""

    def __init__(self, server: Served, at: int, later: float) -> None:
        self._server = server
        self._left = at
        self._later = later
        self._lock = Lock()

    def answered(self) -> None:
        with self._lock:
            self._left -= 1
            falls = self._left == 0
        if falls:
            sleep(self._later)
            self._server.kill()


def sign_in(server: Served) -> str:
    with server.manager() as manager:
        told: str = manager.headers["Authorization"].removeprefix("Bearer ")
        return told


def open_table(server: Served, token: str, load: Load) -> None:
    """Open a table with an automatic shoe and sell Bob what he bets with."""
    body = {
        "id": "main",
        "name": "Main",
        "game": "rws-tiger-buffalo",
        "layout": "A",
        "boxes": ["1"],
        "limits": {"minimum": 100, "differential": 1_000_000},
        "shoe": "automatic",
    }
    with Line(server, token) as line:
        assert line.send("/api/tables", body, "table")[0] == 201
        give(line, load, "load", {"type": "LoadCards"})
        sell(line, load, "first", 100_000_000, "Bob")


def give(line: Line, load: Load, key: str, body: Plain) -> Plain:
    return send(line, load, key, Sent(f"{TABLE}/commands", body))


def sell(line: Line, load: Load, key: str, amount: int, patron: str = "Ann") -> Plain:
    body = {"kind": "buy_in", "patron": patron, "amount": amount}
    return send(line, load, key, Sent(f"{TABLE}/money", body))


def send(line: Line, load: Load, key: str, one: Sent) -> Plain:
    """Send under a key, and note where the answer says that it is on record."""
    known = load.sent.setdefault(key, one)
    until = monotonic() + PATIENCE
    while True:
        status, answer = line.send(one.path, one.body, key)
        if answer.get("code") != "table_moves" or monotonic() > until:
            break
        sleep(0.02)
    assert status == 200, (key, one.body, answer)
    position: int = answer["position"]
    assert known.position in (None, position), f"{key} acted again: {known.position}, {position}"
    assert known.position is None or answer["again"], f"{key} is not recognised"
    known.position = position
    return answer


def send_again(line: Line, load: Load, key: str) -> None:
    """Send once more what was sent before a kill."""
    one = load.sent[key]
    known = one.position is not None
    again = send(line, load, key, one)["again"]
    load.answered += known
    load.silent += again and not known
    load.undone += not again


def deal(line: Line, load: Load, knife: Knife, name: str) -> None:
    """Play until the knife falls: bets, cards, the result, the settlement, the next round."""
    phase = line.see(TABLE)["view"]["phase"]
    step = 0
    while True:
        step += 1
        kind = NEXT.get(phase, "DrawCard")
        body: Plain = {"type": kind}
        if phase == "betting":
            bet = {1: "tie", 2: "player"}.get(step % 3)
            body = {"type": "CloseBets"}
            if bet is not None:
                body = {"type": "PlaceWager", "patron": "Bob", "box": "1", "bet": bet, "stake": 500}
        answer = give(line, load, f"{name} deal {step}", body)
        phase = answer["view"]["phase"]
        knife.answered()


def work(server: Served, token: str, load: Load, number: int, chance: random.Random) -> None:
    """Deal and sell until the server is dead."""
    knife = Knife(server, chance.randrange(1, LONGEST + 1), chance.choice(LATER))
    amounts = [[chance.randrange(1, 1_000) for _ in range(A_CYCLE)] for _ in range(CAGE)]

    # Without an answer the effect may be there or not: all is sent again under the same keys.
    def dealer() -> None:
        with suppress(OSError, HTTPException), Line(server, token) as line:
            deal(line, load, knife, f"{number}")

    def seller(mine: int) -> None:
        with suppress(OSError, HTTPException), Line(server, token) as line:
            for step, amount in enumerate(amounts[mine]):
                sell(line, load, f"{number} sale {mine} {step}", amount)
                knife.answered()

    with ThreadPoolExecutor(CAGE + 1) as hands:
        done = [hands.submit(dealer), *(hands.submit(seller, mine) for mine in range(CAGE))]
    for one in done:
        one.result()


def wait_for_table(line: Line) -> None:
    """Wait until the process runs the table: with a shared store, until a dead one's lease ends."""
    until = monotonic() + PATIENCE
    while line.see("/readyz").get("tables") != 1:
        assert monotonic() < until, "nobody takes the table over"
        sleep(0.02)


def come_back(server: Served, token: str, load: Load, number: int) -> None:
    """Start again: nothing that was answered is gone, and all that was sent acts once."""
    server.start()
    with Line(server, token) as line:
        wait_for_table(line)
        balance = chips_of_ann(line)
        least, most = load.bought(answered=True), load.bought(answered=False)
        assert least <= balance <= most, "an acknowledged sale is lost, or one acted twice"
        seen = line.see(TABLE)
        assert seen["view"]["interrupted"] is (seen["view"]["phase"] != "idle")
        if seen["view"]["interrupted"]:
            judged = {"reason": "nothing was touched"}
            status, answer = line.send(f"{TABLE}/interruption", judged, f"judged {number}")
            assert status == 200, answer
        for key in [key for key in load.sent if key.startswith(f"{number} ")]:
            send_again(line, load, key)
        assert chips_of_ann(line) == most, "a sale acted twice, or not at all"


def chips_of_ann(line: Line) -> int:
    found: int = line.see("/api/patrons/Ann/statement?limit=1")["balance"]
    return found


def prove(store: Store, load: Load) -> None:
    """Prove the whole store, and that each key is on record once, where the answer said."""
    report = verify(store)
    assert report.good, report.wrong[:1]
    assert sum(store.balances().values()) == 0
    assert store.balance("patron:Ann") == load.bought(answered=False)
    found: dict[str, int] = {}
    for deed in store.read("table:main"):
        key = codec.decode(deed.body).key
        assert key not in found, f"{key} is on record twice"
        found[key] = deed.position
    for key, one in load.sent.items():
        assert found[f"assistant_casino_manager/manager/{key}"] == one.position


def run(server: Served, kills: int, chance: random.Random) -> Load:
    """Kill so often; return what was sent."""
    load = Load()
    token = sign_in(server)
    open_table(server, token, load)
    for number in range(kills):
        work(server, token, load, number, chance)
        come_back(server, token, load, number)
    assert server.stop() == 0
    return load


def run_embedded(kills: int, folder: Path, born: Nursery, seed: int) -> Load:
    """Kill a server over an embedded store so often, and prove what it leaves."""
    with served(folder, nursery=born, more=MORE) as server:
        load = run(server, kills, random.Random(seed))
    store = SQLiteStore(folder / "punto.db")
    try:
        prove(store, load)
    finally:
        store.close()
    return load


if __name__ == "__main__":
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    begun = perf_counter()
    with tempfile.TemporaryDirectory(dir=scratch()) as name, nursery() as opened:
        all_of_it = run_embedded(times, Path(name) / "store", opened, 1)
    sys.stdout.write(
        f"{times} kills in {perf_counter() - begun:.0f} s: {all_of_it.answered} commands were "
        f"answered before, {all_of_it.silent} had acted unanswered, {all_of_it.undone} acted "
        "when they were sent again; each acted once\n"
    )
