"""The daily head vouches for every table."""

from __future__ import annotations

from datetime import date

from punto.store import codec
from punto.store.contract import Store
from punto.store.days import DAYS, close_day, heads_of, recorded_heads
from punto.store.memory import MemoryStore
from punto.store.verify import verify
from tests.store.histories import fill
from tests.support.conduct import CALLED

DAY = date(2026, 3, 1)


def closed() -> Store:
    store = MemoryStore()
    fill(store)
    close_day(store, DAY, CALLED)
    return store


def test_the_day_holds_the_head_of_every_stream() -> None:
    store = closed()
    (deed,) = store.read(DAYS)
    heads = recorded_heads(codec.decode(deed.body).command)
    assert heads == heads_of(store)
    assert set(heads) == set(store.streams()) - {DAYS}
    assert verify(store).good


def test_a_day_is_closed_once() -> None:
    store = closed()
    assert close_day(store, DAY, CALLED) == next(iter(store.read(DAYS)))
    assert store.last(DAYS)[0] == 1
    assert close_day(store, date(2026, 3, 2), CALLED).position == 2
    assert verify(store).good


def test_the_days_are_a_chain_of_their_own_and_count_in_the_report() -> None:
    store = closed()
    position, digest = store.last(DAYS)
    assert verify(store).heads[DAYS] == (position, digest.hex())
