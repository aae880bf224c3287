"""The last ten rounds, every ruling by somebody, every void since a day."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from punto.core import events as e
from punto.store import codec
from punto.store.contract import StoreFault
from punto.store.history import (
    ENDS,
    RULINGS,
    VOIDS,
    last_rounds,
    noted,
    rounds_since,
    shoe_of,
    tables,
)
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
    everybody = [one for stream in tables(store) for one in noted(store, stream, RULINGS)]
    expected = sum(
        isinstance(x, kinds) for stream in tables(store) for _, x in all_events(store, stream)
    )
    assert len(everybody) == expected > 10
    names = {one.actor for one in everybody}
    assert "Chen" in names
    by_chen = [one for stream in tables(store) for one in noted(store, stream, RULINGS, by="chen")]
    assert by_chen == [one for one in everybody if one.actor == "Chen"]
    assert all(one.round is not None for one in everybody)


@pytest.mark.parametrize("kinds", [RULINGS, VOIDS])
def test_what_is_asked_since_a_moment_is_what_came_then_or_later(
    store: MemoryStore, kinds: tuple[type[e.Event], ...]
) -> None:
    """The same as walking the whole history, whatever the moment: the way there is halved."""
    tried = 0
    for stream in tables(store):
        every = list(noted(store, stream, kinds))
        for one in every:
            moment = datetime.fromisoformat(one.at)
            for since in (moment, moment + timedelta.resolution, moment - timedelta(days=7)):
                tried += 1
                found = list(noted(store, stream, kinds, since=since))
                assert found == [x for x in every if datetime.fromisoformat(x.at) >= since]
    assert tried > 10


def test_rounds_since_a_moment_are_those_that_began_then_or_later(store: MemoryStore) -> None:
    every = last_rounds(store, "table:shoe", 1_000)
    assert len(every) > 2
    for item in every:
        moment = datetime.fromisoformat(item.opened)
        expected = [x for x in every if datetime.fromisoformat(x.opened) >= moment]
        assert rounds_since(store, "table:shoe", moment) == expected
        after = moment + timedelta.resolution
        expected = [x for x in every if datetime.fromisoformat(x.opened) >= after]
        assert rounds_since(store, "table:shoe", after) == expected


def test_the_shoe_of_a_round_is_the_one_its_first_card_came_from(store: MemoryStore) -> None:
    for stream in tables(store):
        loads, number = 0, 0
        for _, event in all_events(store, stream):
            loads += isinstance(event, e.CardsLoaded)
            if isinstance(event, e.RoundOpened):
                number = event.number
            elif isinstance(event, e.CardDrawn) and number:
                assert shoe_of(store, stream, number) == loads
                number = 0
    with pytest.raises(StoreFault, match="has no round 77"):
        shoe_of(store, "table:shoe", 77)


def test_one_table_is_found_by_its_name(store: MemoryStore) -> None:
    assert tables(store, "shoe") == tables(store, "table:shoe") == ["table:shoe"]
    assert tables(store, "nowhere") == []
