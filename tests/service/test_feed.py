"""What a table tells its watchers: at once, but never more often than anybody can see."""

from __future__ import annotations

import asyncio

import pytest

from punto.core.state import Table
from punto.service import feed as feeds
from punto.service.feed import MOST_PENDING, Feed, News, Subscription
from punto.service.host import Happened


@pytest.fixture(autouse=True)
def the_test_ends_the_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "BETWEEN", 3_600)


def happened(position: int) -> Happened:
    return Happened(
        table_id="main", position=position, at="", events=(), refused=None, table=Table()
    )


def positions(news: News | None) -> list[int]:
    assert news is not None
    return [one.position for one in news.happened]


async def waits(subscription: Subscription) -> asyncio.Task[News | None]:
    """Let somebody wait for news."""
    task = asyncio.create_task(subscription.next(20))
    await asyncio.sleep(0)
    return task


def test_the_first_deed_comes_at_once_and_those_right_after_it_together() -> None:
    async def scenario() -> None:
        feed = Feed()
        ann, bob = feed.subscribe(), feed.subscribe()
        first = await waits(ann), await waits(bob)
        feed.publish(happened(1))
        feed.publish(happened(2))
        assert [positions(await one) for one in first] == [[1, 2], [1, 2]]
        second = await waits(ann)
        for position in (3, 4, 5):
            feed.publish(happened(position))
        await asyncio.sleep(0)
        assert not second.done()
        feed._go_on()
        assert positions(await second) == [3, 4, 5]
        # Bob was busy meanwhile; he has missed nothing.
        late = await waits(bob)
        feed._go_on()
        assert positions(await late) == [3, 4, 5]

    asyncio.run(scenario())


def test_whoever_comes_back_during_the_pause_is_told_after_it() -> None:
    async def scenario() -> None:
        feed = Feed()
        ann, bob = feed.subscribe(), feed.subscribe()
        waiting = await waits(ann)
        feed.publish(happened(1))
        assert positions(await waiting) == [1]
        late = await waits(bob)
        assert not late.done()
        feed._go_on()
        assert positions(await late) == [1]

    asyncio.run(scenario())


def test_nobody_is_woken_for_nothing() -> None:
    async def scenario() -> None:
        feed = Feed()
        ann, bob = feed.subscribe(), feed.subscribe()
        waiting = await waits(ann)
        feed.publish(happened(1))
        assert positions(await waiting) == [1]
        again, late = await waits(ann), await waits(bob)
        feed._go_on()
        assert positions(await late) == [1]
        await asyncio.sleep(0)
        assert not again.done()
        feed.end()
        assert await again is None
        assert await ann.next(20) is None

    asyncio.run(scenario())


def test_who_is_too_far_behind_is_told_that_some_is_gone() -> None:
    async def scenario() -> None:
        feed = Feed()
        slow = feed.subscribe()
        for position in range(1, MOST_PENDING + 3):
            feed.publish(happened(position))
        late = await waits(slow)
        feed._go_on()
        news = await late
        assert positions(news) == [MOST_PENDING + 1, MOST_PENDING + 2]
        assert news is not None
        assert news.skipped
        slow.close()
        assert len(feed) == 0

    asyncio.run(scenario())


def test_silence_ends_with_patience() -> None:
    async def scenario() -> None:
        assert await Feed().subscribe().next(0.001) is None

    asyncio.run(scenario())
