"""What a table tells those who watch it, without ever waiting for them.

A watcher that reads slowly does not get every step: what it missed is put together, and when even
that is too much, only the newest view is left. The table itself never notices.
"""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field
from typing import Final

from punto.service.host import Happened

REMEMBERED: Final = 256
"""Deeds kept for those who come back after a lost connection."""
BETWEEN: Final = 0.04
"""Seconds between two pictures: whatever happens faster than anybody sees is shown together."""
MOST_PENDING: Final = 64
"""Deeds that a slow reader may be behind before it only gets the newest view."""


@dataclass(slots=True)
class News:
    """What a watcher has not read yet; `skipped` says that some of it is gone."""

    happened: list[Happened] = field(default_factory=list)
    skipped: bool = False


class Subscription:
    """One watcher's place in a feed."""

    def __init__(self, feed: Feed) -> None:
        """Start with nothing to read."""
        self._feed = feed
        self._news = News()
        self._waiting: asyncio.Future[None] | None = None
        self.ended = False
        """The table has gone to another process; nothing more comes from here."""

    def tell(self, happened: Happened) -> None:
        """Take a step in; forget older ones when the reader is too slow."""
        if len(self._news.happened) >= MOST_PENDING:
            self._news = News(skipped=True)
        self._news.happened.append(happened)

    @property
    def behind(self) -> bool:
        """Tell whether there is something to read."""
        return bool(self._news.happened)

    def end(self) -> None:
        """Say that nothing more comes."""
        self.ended = True
        self.wake()

    def wake(self) -> None:
        """Let the reader go on, if he waits."""
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def next(self, patience: float) -> News | None:
        """Wait for news; None when there was none for `patience` seconds, or never will be."""
        if self.ended:
            return None
        if not self._news.happened or self._feed.holds_back():
            loop = asyncio.get_running_loop()
            self._waiting = loop.create_future()
            timer = loop.call_later(patience, self.wake)
            try:
                await self._waiting
            finally:
                timer.cancel()
                self._waiting = None
        news, self._news = self._news, News()
        return news if news.happened else None

    def close(self) -> None:
        """Stop listening."""
        self._feed.drop(self)


class Feed:
    """The last deeds of a table, and everybody who waits for the next."""

    def __init__(self) -> None:
        """Start with no history."""
        self._recent: deque[Happened] = deque(maxlen=REMEMBERED)
        self._subscriptions: set[Subscription] = set()
        self._pause: asyncio.TimerHandle | None = None
        self._held_back = False

    def __len__(self) -> int:
        """Count the watchers."""
        return len(self._subscriptions)

    def publish(self, happened: Happened) -> None:
        """Pass a deed on: at once, unless another was passed on just now."""
        self._recent.append(happened)
        if not self._subscriptions:
            return
        for subscription in self._subscriptions:
            subscription.tell(happened)
        if not self.holds_back():
            self._pass_on()

    def holds_back(self) -> bool:
        """Tell whether what there is goes out together, in a moment."""
        self._held_back = self._pause is not None
        return self._held_back

    def _pass_on(self) -> None:
        """Wake everybody, and then nobody for a moment."""
        self._held_back = False
        self._pause = asyncio.get_running_loop().call_later(BETWEEN, self._go_on)
        for subscription in self._subscriptions:
            if subscription.behind:
                subscription.wake()

    def _go_on(self) -> None:
        """End the moment; what has come meanwhile goes out now."""
        self._pause = None
        if self._held_back:
            self._pass_on()

    def subscribe(self) -> Subscription:
        """Begin to listen."""
        subscription = Subscription(self)
        self._subscriptions.add(subscription)
        return subscription

    def drop(self, subscription: Subscription) -> None:
        """Forget a watcher."""
        self._subscriptions.discard(subscription)

    def since(self, position: int) -> News:
        """Return the deeds behind a position, as far as they are remembered."""
        found = [happened for happened in self._recent if happened.position > position]
        complete = bool(self._recent) and self._recent[0].position <= position + 1
        return News(found if complete else [], skipped=not complete)

    def end(self) -> None:
        """Let everybody go."""
        for subscription in tuple(self._subscriptions):
            subscription.end()
