"""What every request can reach."""

from __future__ import annotations

from dataclasses import dataclass, field

from starlette.requests import HTTPConnection

from punto.service.access import Access
from punto.service.clock import Clock
from punto.service.floor import Floor
from punto.store.contract import Store
from punto.store.writer import GroupWriter
from punto.web.metrics import Metrics
from punto.web.rates import Places, Rates
from punto.web.settings import Settings
from punto.web.sharing import Shared

COOKIE = "punto"


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """The services behind the API."""

    store: Store
    writer: GroupWriter
    floor: Floor
    access: Access
    clock: Clock
    metrics: Metrics = field(default_factory=Metrics)
    rates: Rates = field(default_factory=Rates)
    views: Places = field(default_factory=lambda: Places(Settings().views_per_address))
    """Live views by address: one of them alone must not use up what the process can hold."""
    shared: Shared = field(default_factory=Shared)
    secure_cookie: bool = False
    """Send the cookie over TLS only; on where the server stands behind a TLS proxy."""


def house(connection: HTTPConnection) -> House:
    """Return the services of the application that serves a request."""
    found: House = connection.app.state.house
    return found
