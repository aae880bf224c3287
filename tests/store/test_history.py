"""The last ten rounds, every ruling by somebody, every void since a day."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from punto.core import events as e
from punto.store import codec
from punto.store.history import ENDS, last_rounds, rulings, tables, voids
from punto.store.memory import MemoryStore
from tests.store.histories import filled


@pytest.fixture(scope="module")
def store() -> MemoryStore:
    return filled()


def all_events(store: MemoryStore, stream: str) -> list[tuple[int, e.Event]]:
    return [
        (deed.position, event)
        for deed in store.read(stream)
        for event in codec.events_of(codec.decode(deed.body))
    ]


def test_the_last_rounds_are_the_last_in_the_order_played(store: MemoryStore) -> None:
    for stream in tables(store):
        events = all_events(store, stream)
        opened = [(p, x.number) for p, x in events if isinstance(x, e.RoundOpened)]
        found = last_rounds(store, stream, 10)
        assert [(r.first, r.number) for r in found] == opened[-10:]
        assert last_rounds(store, stream, 1) == found[-1:]
        for item, after in zip(found, [*found[1:], None], strict=False):
            mine = [x for p, x in events if item.first <= p <= item.last]
            ended = [x for x in mine if isinstance(x, ENDS)]
            assert (item.ended is None) == (not ended)
            assert after is None or item.last < after.first
            if ended and not any(isinstance(x, e.ResultCorrected) for x in mine):
                assert item.lines == ended[-1].lines


def test_the_cards_and_the_result_of_a_round(store: MemoryStore) -> None:
    rounds = last_rounds(store, "table:shoe", 10)
    events = all_events(store, "table:shoe")
    drawn = [str(x.drawn.card) for _, x in events if isinstance(x, e.CardDrawn)]
    assert [card for item in rounds for card in item.cards] == drawn
    declared = [x.outcome.winner.value for _, x in events if isinstance(x, e.ResultDeclared)]
    assert [item.result for item in rounds] == declared


def test_every_ruling_and_every_ruling_by_one_person(store: MemoryStore) -> None:
    kinds = (e.Ruled, e.ReconstructionJudged, e.OrderAssigned, e.ResultCorrected)
    everybody = [noted for stream in tables(store) for noted in rulings(store, stream)]
    expected = sum(
        isinstance(x, kinds) for stream in tables(store) for _, x in all_events(store, stream)
    )
    assert len(everybody) == expected > 10
    names = {noted.actor for noted in everybody}
    assert "Chen" in names
    by_chen = [noted for stream in tables(store) for noted in rulings(store, stream, "chen")]
    assert by_chen == [noted for noted in everybody if noted.actor == "Chen"]
    assert all(noted.round is not None for noted in everybody)


def test_every_void_since_a_moment(store: MemoryStore) -> None:
    stream = next(s for s in tables(store) if list(voids(store, s)))
    every = list(voids(store, stream))
    latest = datetime.fromisoformat(every[-1].at)
    assert list(voids(store, stream, latest)) == [x for x in every if x.at == every[-1].at]
    assert list(voids(store, stream, latest + timedelta(seconds=1))) == []
    assert list(voids(store, stream, latest - timedelta(days=7))) == every


def test_one_table_is_found_by_its_name(store: MemoryStore) -> None:
    assert tables(store, "shoe") == tables(store, "table:shoe") == ["table:shoe"]
    assert tables(store, "nowhere") == []
