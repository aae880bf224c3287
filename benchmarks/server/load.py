"""The load, in processes of its own: tables that are played, and those who watch them.

`python load.py` reads one line of JSON for each thing to do and answers with one (see `DOES`).
"""

from __future__ import annotations

import asyncio
import json
import resource
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import uvloop

sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.server.running import PATIENCE, PATRONS
from benchmarks.server.wire import Connection, Watcher, connect, watch

Plain = dict[str, Any]
Command = tuple[str, Plain]
"""Who gives it (his token), and what."""

BETS: Final = (
    ("player", "tie"),
    ("banker", "tie"),
    ("player", "big_tiger"),
    ("banker", "small_tiger"),
)
STAKE: Final = 100
GAME, LAYOUT = "rws-tiger-buffalo", "A"
FEW_CARDS: Final = 30
A_SHOE: Final = 416
COMPLETE: Final = b'"HandsCompleted"'
POSITION: Final = b'"position":'
AT_ONCE: Final = 50
"""Connections opened at once."""


@dataclass
class Table:
    """A table, as those who sit there play it."""

    id: str
    port: int
    manager: str
    patrons: list[str] = field(default_factory=list)
    """Their tokens."""
    number: int = 0
    answer: bytes = b""
    cards: int = 0
    briefly: bool = True
    """Whether the answers may leave the view out, as those of the plain server do."""
    sent: dict[int, float] = field(default_factory=dict)
    """When the command that led to a position was sent."""

    def __post_init__(self) -> None:
        """Begin with the cards."""
        self.commands = self.rounds()

    def rounds(self) -> Iterator[Command]:
        """Yield the commands of round after round; each is given before the next is asked for."""
        dealer = self.manager
        while True:
            if self.cards < FEW_CARDS:
                yield dealer, {"type": "LoadCards"}
                self.cards = A_SHOE
            yield dealer, {"type": "CallForBets"}
            for box, token in enumerate(self.patrons, start=1):
                for bet in BETS[box % len(BETS)]:
                    wager = {"type": "PlaceWager", "box": str(box), "bet": bet, "stake": STAKE}
                    yield token, wager
            yield dealer, {"type": "CloseBets"}
            while COMPLETE not in self.answer:
                self.cards -= 1
                yield dealer, {"type": "DrawCard"}
            yield dealer, {"type": "Declare"}
            yield dealer, {"type": "Settle"}

    async def give(self, connection: Connection, command: Command) -> None:
        """Give a command and take its answer."""
        token, body = command
        self.number += 1
        begun = time.monotonic()
        path, key = f"/api/tables/{self.id}/commands", f"b{self.number}"
        sent = json.dumps(body).encode()
        status, answer = await connection.post(path, sent, key, token, briefly=self.briefly)
        if status != 200:
            raise SystemExit(f"{self.id}: {body} was answered {status}: {answer.decode()}")
        self.answer = answer
        at = answer.index(POSITION) + len(POSITION)
        self.sent[int(answer[at : answer.index(b",", at)])] = begun

    async def play(self, seconds: float, every: float, first: float) -> list[float]:
        """Play for a while; return the seconds to each answer.

        `every` is the time between two commands, and an answer's time counts from when its
        command was due; with 0 the next is sent as soon as the last is answered.
        """
        connection = await connect(self.port)
        times: list[float] = []
        end = time.monotonic() + seconds
        due = time.monotonic() + first
        while True:
            if every:
                await asyncio.sleep(max(0.0, due - time.monotonic()))
            begun = due if every else time.monotonic()
            if begun >= end:
                connection.close()
                return times
            await self.give(connection, next(self.commands))
            times.append(time.monotonic() - begun)
            due += every


class Load:
    """What this process plays and watches."""

    def __init__(self) -> None:
        self.tables: dict[str, Table] = {}
        self.watchers: list[Watcher] = []
        self.told: list[tuple[str, int, int, float]] = []
        """Of each message: the table, the position before, the position, when."""
        self.listening = False

    async def open(self, *, port: int, manager: str, first: int, tables: int) -> Plain:
        """Open tables and seat patrons at them."""
        opening = asyncio.Semaphore(AT_ONCE)

        async def one(table: Table) -> None:
            async with opening:
                await _open(table)

        added = [Table(f"b{n}", port, manager) for n in range(first, first + tables)]
        await asyncio.gather(*(one(table) for table in added))
        self.tables |= {table.id: table for table in added}
        return {"patrons": {table.id: table.patrons for table in self.tables.values()}}

    async def play(self, *, names: list[str], seconds: float, every: float, briefly: bool) -> Plain:
        """Play tables side by side; the first commands are spread over one interval."""
        chosen = [self.tables[name] for name in names]
        for table in chosen:
            table.sent.clear()
            table.briefly = briefly
        begun = time.monotonic()
        playing = (
            table.play(seconds, every, every * n / len(chosen)) for n, table in enumerate(chosen)
        )
        times = [one for found in await asyncio.gather(*playing) for one in found]
        return {
            "seconds": time.monotonic() - begun,
            "times": times,
            "sent": {table.id: list(table.sent.items()) for table in chosen},
        }

    async def watch(self, *, port: int, viewers: list[tuple[str, str]]) -> Plain:
        """Open live views: of each the table and a token."""
        for at in range(0, len(viewers), AT_ONCE):
            opening = [self._watch(port, *viewer) for viewer in viewers[at : at + AT_ONCE]]
            self.watchers += await asyncio.gather(*opening)
        return {"watchers": len(self.watchers)}

    async def _watch(self, port: int, table: str, token: str) -> Watcher:
        def told(last: int, position: int, when: float) -> None:
            if self.listening:
                self.told.append((table, last, position, when))

        return await watch(port, f"/api/tables/{table}/live", token, told)

    async def listen(self) -> Plain:
        """Note from now on when each message comes."""
        self.told.clear()
        self.listening = True
        return {}

    async def heard(self, *, last: int) -> Plain:
        """Say what came, once everybody has been shown the last position, or is gone."""
        until = time.monotonic() + PATIENCE
        while self._behind(last) and time.monotonic() < until:  # noqa: ASYNC110 - it may not come
            await asyncio.sleep(0.1)
        self.listening = False
        lost = sum(watcher.lost for watcher in self.watchers)
        return {"told": self.told, "lost": lost}

    def _behind(self, last: int) -> bool:
        return any(watcher.shown < last and not watcher.lost for watcher in self.watchers)

    async def leave(self) -> Plain:
        """Close the live views."""
        for watcher in self.watchers:
            watcher.close()
        self.watchers.clear()
        await asyncio.sleep(0.5)
        return {}

    async def bets(self, *, port: int, tables: int, seconds: float) -> Plain:
        """Place bets at the plain server, one after the other at each table."""

        async def one(table: int) -> list[float]:
            connection = await connect(port)
            times: list[float] = []
            end = time.monotonic() + seconds
            while (begun := time.monotonic()) < end:
                bet = {
                    "patron": f"p{table}-{len(times) % PATRONS}",
                    "box": "1",
                    "bet": "player",
                    "stake": STAKE,
                }
                path, key = f"/tables/{table}/bets", f"{table}-{begun}"
                status, answer = await connection.post(path, json.dumps(bet).encode(), key)
                if status != 200:
                    raise SystemExit(f"the plain server answered {status}: {answer.decode()}")
                times.append(time.monotonic() - begun)
            connection.close()
            return times

        begun = time.monotonic()
        found = await asyncio.gather(*(one(table) for table in range(tables)))
        return {
            "seconds": time.monotonic() - begun,
            "times": [one for times in found for one in times],
        }


async def _open(table: Table) -> None:
    """Open a table, and seat patrons at it."""
    connection = await connect(table.port)
    new = {
        "id": table.id,
        "name": table.id,
        "game": GAME,
        "layout": LAYOUT,
        "boxes": [str(box) for box in range(1, PATRONS + 1)],
        "limits": {"minimum": STAKE, "differential": 100_000_000},
        "practice": True,
        "shoe": "automatic",
    }
    await _made(connection, "/api/tables", new, table.manager)
    for box in range(1, PATRONS + 1):
        seat = {"name": f"{table.id}-{box}", "box": str(box)}
        answer = await _made(connection, f"/api/tables/{table.id}/seat", seat, "")
        table.patrons.append(answer["token"])
    connection.close()


async def _made(connection: Connection, path: str, body: Plain, token: str) -> Plain:
    status, answer = await connection.post(path, json.dumps(body).encode(), path, token)
    if status not in (200, 201):
        raise SystemExit(f"{path} was answered {status}: {answer.decode()}")
    made: Plain = json.loads(answer)
    return made


async def main() -> None:
    """Do one thing after the other, until there are no more."""
    load = Load()
    does: dict[str, Callable[..., Awaitable[Plain]]] = {
        name: getattr(load, name)
        for name in ("open", "play", "watch", "listen", "heard", "leave", "bets")
    }
    while line := await asyncio.to_thread(sys.stdin.readline):
        asked = json.loads(line)
        found = await does[asked.pop("do")](**asked)
        sys.stdout.write(json.dumps(found) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    uvloop.run(main())
