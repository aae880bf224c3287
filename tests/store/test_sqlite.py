"""The embedded store: groups of any size, and looking that never waits for writing."""

from __future__ import annotations

from pathlib import Path
from random import Random
from threading import Thread

import pytest

from punto.store import sqlite
from punto.store.contract import Entry, NewDeed, Store
from punto.store.memory import MemoryStore
from punto.store.sqlite import SQLiteStore
from punto.testing.stores import deed, moved


def test_looking_does_not_wait_for_a_commit(tmp_path: Path) -> None:
    store = SQLiteStore(tmp_path / "s.db")
    store.append([deed(1, entries=moved("cage", "patron:Ann", 5))])
    seen: list[object] = []

    def look() -> None:
        seen.append(store.balance("patron:Ann"))
        seen.append(store.last("table:1")[0])
        seen.append(len(list(store.read("table:1"))))

    with store._lock, store._transaction():
        store._post(store._standing([]))
        looking = Thread(target=look)
        looking.start()
        looking.join(60)
        assert seen == [5, 1, 1]
    store.close()


def groups(chance: Random) -> list[list[NewDeed]]:
    """Make groups that meet: streams, keys and accounts occur again and again."""
    made = []
    last: dict[str, int] = {}
    for number in range(60):
        group = []
        for _ in range(chance.randrange(1, 12)):
            stream = f"table:{chance.randrange(4)}"
            position = last.get(stream, 0) + chance.choice((1, 1, 1, 1, 2))
            amount = chance.randrange(-40, 60)
            account = f"patron:{chance.randrange(3)}"
            entries = tuple(
                Entry(account=name, amount=cents)
                for name, cents in (
                    (account, amount),
                    ("cage", -amount),
                    (account, 1),
                    ("risk", -1),
                )
            )
            key = f"{number}-{chance.randrange(6)}"
            body = f"{stream} {position} {key}".encode()
            group.append(
                NewDeed(stream=stream, position=position, key=key, body=body, entries=entries)
            )
            last[stream] = max(last.get(stream, 0), position) if chance.random() < 0.9 else 0
        made.append(group)
        last = {stream: position for stream, position in last.items() if position}
    return made


def whole(store: Store) -> tuple[object, ...]:
    streams = store.streams()
    deeds = [list(store.read(stream)) for stream in streams]
    entries = sorted((s, p, e.account, e.amount) for s, p, e in store.entries())
    return streams, deeds, entries, store.balances()


@pytest.mark.parametrize("most", [5, 12, 30_000])
def test_a_group_comes_to_the_same_as_its_deeds_one_by_one(
    most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "MOST_VALUES", most)
    store, model = SQLiteStore(tmp_path / "s.db"), MemoryStore()
    kinds = set()
    for group in groups(Random(7)):
        outcomes = store.append(group)
        assert outcomes == [model.append([one])[0] for one in group]
        kinds |= {type(outcome).__name__ for outcome in outcomes}
    assert kinds == {"Appended", "PositionTaken", "NotEnoughMoney"}
    assert whole(store) == whole(model)
    assert not store.damage()
    store.close()
