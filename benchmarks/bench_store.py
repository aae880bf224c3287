"""The event store: how fast it appends, and how soon a long history is ready.

python benchmarks/bench_store.py                 # 100,000 events, SQLite; PostgreSQL if installed
python benchmarks/bench_store.py --events 1000000
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import wait
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from itertools import islice
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from punto.core import commands as c
from punto.core.cards import DECK, Card
from punto.core.conduct import LIVE, apply, decide
from punto.core.events import Event
from punto.core.refusal import Refused
from punto.core.state import Phase, Table
from punto.rules import find
from punto.store import codec, recovery
from punto.store.contract import GENESIS, Entry, NewDeed, Store
from punto.store.ledger import CAGE, entries_for, patron_account
from punto.store.postgres import PostgresStore
from punto.store.recovery import Found, keep_snapshot, recover, replay
from punto.store.sqlite import SQLiteStore
from punto.store.verify import verify
from punto.store.writer import GroupWriter
from punto.testing import postgres
from tests.support.conduct import CALLED, CASINO, DEALER, SUPERVISOR, patron, setup_for

RULES = find("tb4")
STREAM = "table:bench"
PATRONS = ("Ann", "Bob", "Cy")


class History:
    """A table that deals for ever: every deed decided, nothing copied."""

    def __init__(self) -> None:
        self.table = Table()
        self.position = 0
        self.events = 0
        self.chance = Random(1)

    def deeds(self) -> Iterator[NewDeed]:
        """Yield deeds without end: chips, a table, then round after round."""
        config = {
            "id": "bench",
            "name": "Bench",
            "operator": RULES.document.operator,
            "game": RULES.game,
        }
        yield self._new({"type": "CreateTable", "v": 1, "config": config}, (), ())
        for name in PATRONS:
            chips = 10**15
            entries = (
                Entry(account=CAGE, amount=-chips),
                Entry(account=patron_account(name), amount=chips),
            )
            moved = {"type": "MoveChips", "v": 1, "patron": name, "amount": chips}
            yield self._new(moved, (), entries)
        yield self._does(c.OpenTable(actor=CASINO, setup=setup_for(RULES)))
        while True:
            if self.table.cards_left < 20:
                yield self._does(c.LoadCards(actor=SUPERVISOR, reason="new shoe"))
            at = CALLED + timedelta(seconds=self.position)
            yield self._does(c.CallForBets(actor=DEALER, at=at))
            for n, name in enumerate(PATRONS):
                bet = ("player", "banker", "tie")[n]
                place = c.PlaceWager(
                    actor=patron(name), id=bet, patron=name, box=str(n + 1), bet=bet, stake=2_500
                )
                yield self._does(place)
            yield self._does(c.CloseBets(actor=DEALER, at=at))
            while self.table.phase in (Phase.CLOSED, Phase.DEALING):
                yield self._does(c.DrawCard(actor=DEALER, card=self._card()))
            yield self._does(c.Declare(actor=DEALER))
            yield self._does(c.Settle(actor=DEALER))

    def _card(self) -> Card:
        seen = dict(self.table.seen)
        while True:
            card = self.chance.choice(DECK)
            if seen.get(card, 0) < 8:
                return card

    def _does(self, command: c.Command) -> NewDeed:
        answer = decide(self.table, command, RULES, LIVE)
        if isinstance(answer, Refused):
            raise SystemExit(f"{type(command).__name__} was refused: {answer.reason}")
        deed = self._new(command, answer, entries_for("bench", self.table, answer))
        self.table = apply(self.table, answer)
        self.events += len(answer)
        return deed

    def _new(
        self,
        command: c.Command | codec.Plain,
        events: tuple[Event, ...],
        entries: tuple[Entry, ...],
    ) -> NewDeed:
        self.position += 1
        body = codec.encode(
            stream=STREAM,
            position=self.position,
            at=CALLED.isoformat(),
            key=f"k{self.position}",
            command=command,
            events=events,
            refused=None,
            entries=entries,
        )
        return NewDeed(
            stream=STREAM,
            position=self.position,
            key=f"k{self.position}",
            body=body,
            entries=entries,
        )


def recovery_time(events: int, folder: Path) -> None:
    """Fill a file with a real history and open its table."""
    path = folder / "long.db"
    store = SQLiteStore(path, synchronous="OFF")
    history, batch, begun = History(), [], time.perf_counter()
    for deed in history.deeds():
        batch.append(deed)
        if recovery.due(deed.position):
            store.append(batch)
            batch.clear()
            position, digest = store.last(STREAM)
            keep_snapshot(store, STREAM, Found(history.table, position, digest))
        if history.events >= events and recovery.due(deed.position + 1):
            break
    store.append(batch)
    table = history.table
    store.close()
    size = path.stat().st_size / 1e6
    print(
        f"history: {history.events:,} events, {history.position:,} deeds, {size:,.0f} MB, "
        f"made in {time.perf_counter() - begun:.0f} s"
    )
    times = []
    for _ in range(7):
        begun = time.perf_counter()
        store = SQLiteStore(path)
        found = recover(store, STREAM)
        times.append(time.perf_counter() - begun)
        if found.table != table:
            raise SystemExit("the table that came back is another one")
        store.close()
    tail = found.position - found.position // recovery.EVERY * recovery.EVERY
    print(
        f"open and recover ({tail} deeds after the snapshot): "
        f"median {statistics.median(times) * 1000:.0f} ms, worst {max(times) * 1000:.0f} ms"
    )
    store = SQLiteStore(path)
    begun = time.perf_counter()
    whole = replay(store, STREAM, Found(Table(), 0, GENESIS))
    seconds = time.perf_counter() - begun
    same = codec.encode_table(whole.table) == codec.encode_table(found.table)
    print(f"replay of everything: {history.events / seconds:,.0f} events/s, bit-identical: {same}")
    begun = time.perf_counter()
    report = verify(store)
    seconds = time.perf_counter() - begun
    print(f"verify: {report.deeds / seconds:,.0f} deeds/s, good: {report.good}")
    store.close()


def appends(name: str, store: Store, tables: int, seconds: float) -> None:
    """Append real deeds of many tables: one by one, and through group commit."""
    models = list(islice(History().deeds(), 400))

    def deed(table: int, n: int) -> NewDeed:
        """Take a real body and its entries, on accounts that only this table has."""
        model = models[n % len(models)]
        entries = tuple(replace(e, account=f"bench:{table}:{e.account}") for e in model.entries)
        return NewDeed(
            stream=f"t{table}", position=n + 1, key=f"{n}", body=model.body, entries=entries
        )

    done, times, begun = 0, [], time.perf_counter()
    while time.perf_counter() - begun < seconds:
        start = time.perf_counter()
        store.append([deed(0, done)])
        times.append(time.perf_counter() - start)
        done += 1
    print(
        f"{name}, one table, one deed a commit: {done / seconds:,.0f} deeds/s, "
        f"p50 {_at(times, 0.5):.2f} ms, p99 {_at(times, 0.99):.2f} ms"
    )
    writer = GroupWriter(store)
    rounds, begun = 0, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        futures = [writer.submit(deed(table, rounds)) for table in range(1, tables + 1)]
        wait(futures)
        rounds += 1
    writer.close()
    rate = rounds * tables / (time.perf_counter() - begun)
    print(f"{name}, {tables} tables at once, group commit: {rate:,.0f} deeds/s")


def disk(folder: Path, seconds: float) -> None:
    """Append the same bytes to a plain file and sync each: what the disk allows."""
    done, times, begun = 0, [], time.perf_counter()
    with (folder / "raw").open("ab", buffering=0) as raw:
        while time.perf_counter() - begun < seconds:
            start = time.perf_counter()
            raw.write(bytes(600))
            os.fdatasync(raw.fileno())
            times.append(time.perf_counter() - start)
            done += 1
    rate, middle = done / seconds, _at(times, 0.5)
    print(f"raw append of 600 bytes + fdatasync: {rate:,.0f}/s, p50 {middle:.2f} ms")


def _at(times: list[float], share: float) -> float:
    return sorted(times)[int(len(times) * share)] * 1000


@contextmanager
def server() -> Iterator[Store | None]:
    """Run PostgreSQL, synced as in earnest, where it is installed."""
    if postgres.programs() is None:
        yield None
        return
    with postgres.server(durable=True) as running:
        store = PostgresStore(running.database())
        yield store
        store.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--tables", type=int, default=20)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        disk(place, asked.seconds)
        appends("SQLite", SQLiteStore(place / "s.db"), asked.tables, asked.seconds)
        with server() as pg:
            if pg is not None:
                appends("PostgreSQL", pg, asked.tables, asked.seconds)
        recovery_time(asked.events, place)
