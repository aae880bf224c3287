"""What the server counts, for Prometheus."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from punto.service.floor import Floor
from punto.store.writer import GroupWriter

MEDIA_TYPE: Final = CONTENT_TYPE_LATEST
BUCKETS: Final = (0.001, 0.002, 0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """The counters of one application."""

    def __init__(self) -> None:
        """Start at zero."""
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "punto_requests",
            "Requests answered",
            ["method", "route", "status"],
            registry=self.registry,
        )
        self.commands = Counter(
            "punto_commands", "Commands answered", ["type", "outcome"], registry=self.registry
        )
        self.acknowledged = Histogram(
            "punto_command_seconds",
            "From a command's arrival to its durable answer",
            buckets=BUCKETS,
            registry=self.registry,
        )
        self.tables = Gauge("punto_tables", "Tables run by this process", registry=self.registry)
        self.watchers = Gauge(
            "punto_watchers", "Live connections to this process", registry=self.registry
        )
        self.crowded = Counter(
            "punto_watchers_refused",
            "Live connections refused: their address holds too many",
            registry=self.registry,
        )
        self.commits = Counter(
            "punto_commits", "Groups of deeds made durable together", registry=self.registry
        )
        self.deeds = Counter("punto_deeds", "Deeds in those groups", registry=self.registry)
        self._known = (0, 0)

    def read(self, floor: Floor, writer: GroupWriter, watchers: int) -> bytes:
        """Write the figures as they are now."""
        now = (writer.commits, writer.deeds)
        self.commits.inc(now[0] - self._known[0])
        self.deeds.inc(now[1] - self._known[1])
        self._known = now
        self.tables.set(len(floor))
        self.watchers.set(watchers)
        return generate_latest(self.registry)

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Time a command."""
        begun = time.perf_counter()
        yield
        self.acknowledged.observe(time.perf_counter() - begun)
