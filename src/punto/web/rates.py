"""How often somebody may ask: buckets that fill up with time. How much he may hold: places."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

MOST_BUCKETS: Final = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """So many at once, and so many a second after that."""

    burst: float
    a_second: float


@dataclass(slots=True)
class _Bucket:
    left: float
    seen: float


LOGIN: Final = Rate(burst=10, a_second=1 / 6)
SEAT: Final = Rate(burst=60, a_second=1)
ACT: Final = Rate(burst=100, a_second=40)
COUNT: Final = Rate(burst=60, a_second=4)
"""Of questions to the odds lab, which cost the server more than looking does."""


class Rates:
    """Buckets by who asks and what for."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, *, enforced: bool = True
    ) -> None:
        """Start with full buckets."""
        self._clock = clock
        self._enforced = enforced
        # A drawer for each kind: whoever fills one with names that he makes up empties no other.
        self._drawers: dict[str, OrderedDict[str, _Bucket]] = {}

    def wait(self, who: str, kind: str, rate: Rate) -> float:
        """Take one from a bucket; return 0, or how many seconds to wait when it is empty."""
        if not self._enforced:
            return 0.0
        now = self._clock()
        buckets = self._drawers.setdefault(kind, OrderedDict())
        bucket = buckets.pop(who, None) or _Bucket(rate.burst, now)
        bucket.left = min(rate.burst, bucket.left + (now - bucket.seen) * rate.a_second)
        bucket.seen = now
        buckets[who] = bucket
        if len(buckets) > MOST_BUCKETS:
            buckets.popitem(last=False)
        if bucket.left < 1:
            return (1 - bucket.left) / rate.a_second
        bucket.left -= 1
        return 0.0


class Places:
    """What somebody may hold several of at once, but only so many."""

    def __init__(self, most: int) -> None:
        """Start with every place free."""
        self._most = most
        self._held: Counter[str] = Counter()

    @contextmanager
    def one(self, who: str) -> Iterator[bool]:
        """Hold a place until the block ends, however it ends; False where none is left."""
        if self._held[who] >= self._most:
            yield False
            return
        self._held[who] += 1
        try:
            yield True
        finally:
            self._held[who] -= 1
            if not self._held[who]:
                del self._held[who]

    def __len__(self) -> int:
        """Count the places that are held, by all together."""
        return self._held.total()
