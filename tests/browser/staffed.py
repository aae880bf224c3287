"""A floor with people on it: accounts, tables and patrons made over the API."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import httpx
from playwright.sync_api import Page, Route

from tests.browser.conftest import Opens
from tests.support.served import Served

PASSWORD: Final = "a long password"  # noqa: S105 - of accounts that live for one test
LIMITS: Final = {"minimum": 2_500, "maximum": 1_000_000, "differential": 2_000_000}


@dataclass(slots=True)
class Floor:
    """Those who work and play at a server."""

    server: Served
    people: dict[str, httpx.Client] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._as("manager", self.server.manager())

    def _as(self, name: str, client: httpx.Client) -> None:
        self.people[name] = client
        self.tokens[name] = client.headers["Authorization"].removeprefix("Bearer ")

    def asks(self, who: str, method: str, path: str, body: Any = None) -> Any:
        """Send a request that must succeed."""
        headers = {"Idempotency-Key": str(uuid.uuid4())}
        told = self.people[who].request(method, path, json=body, headers=headers)
        assert told.is_success, f"{who} {path} {body}: {told.text}"
        return told.json() if told.content else None

    def hire(self, name: str, role: str) -> str:
        """Create an account and sign it in."""
        body = {"name": name, "password": PASSWORD, "grants": [{"role": role}]}
        self.asks("manager", "POST", "/api/staff", body)
        with self.server.client() as anybody:
            signed = anybody.post("/api/login", json={"name": name, "password": PASSWORD})
        self._as(name, self.server.client(signed.json()["token"]))
        return name

    def opens_table(self, table: str, game: str, **more: Any) -> str:
        """Open a table that a person deals."""
        setup = {"layout": "A", "boxes": ["1", "2", "3", "5", "6"], "limits": LIMITS} | more
        self.asks(
            "manager", "POST", "/api/tables", {"id": table, "name": table, "game": game, **setup}
        )
        return table

    def seats(self, table: str, patron: str, box: str, chips: int = 5_000_000) -> str:
        """Sell a patron chips and give him a seat."""
        money = {"kind": "buy_in", "patron": patron, "amount": chips}
        self.asks("manager", "POST", f"/api/tables/{table}/money", money)
        invited = {"patron": patron, "box": box}
        code = self.asks("manager", "POST", f"/api/tables/{table}/seat-tokens", invited)["token"]
        with self.server.client() as anybody:
            seated = anybody.post(f"/api/tables/{table}/seat", json={"token": code})
        self._as(patron, self.server.client(seated.json()["token"]))
        return patron

    def does(self, who: str, table: str, kind: str, /, **fields: Any) -> Any:
        """Give a command."""
        return self.asks(who, "POST", f"/api/tables/{table}/commands", {"type": kind, **fields})

    def is_refused(self, who: str, table: str, kind: str, /, **fields: Any) -> Any:
        """Give a command that must be refused; return why."""
        headers = {"Idempotency-Key": str(uuid.uuid4())}
        path = f"/api/tables/{table}/commands"
        told = self.people[who].post(path, json={"type": kind, **fields}, headers=headers)
        assert told.is_client_error, f"{who} {kind} {fields}: {told.text}"
        return told.json()

    def view(self, table: str) -> Any:
        """Look at a table as the manager sees it."""
        return self.asks("manager", "GET", f"/api/tables/{table}")["view"]

    def deals(self, table: str, cards: str, who: str = "manager", *, settle: bool = True) -> None:
        """Deal a round of the cards named, with no bets."""
        self.does(who, table, "CallForBets")
        self.does(who, table, "CloseBets")
        for card in cards.split():
            self.does(who, table, "DrawCard", card=card)
        self.does(who, table, "Declare")
        if settle:
            self.does(who, table, "Settle")

    def page(
        self,
        opens: Opens,
        who: str,
        path: str,
        width: int = 1280,
        height: int = 800,
        requests: Callable[[Route], None] | None = None,
        **how: Any,
    ) -> Page:
        """Open a page as somebody who is signed in; `requests` may interfere with what it asks."""
        page = opens(width, height, **how)
        if requests:
            page.route("**/api/**", requests)
        page.context.add_cookies(
            [{"name": "punto", "value": self.tokens[who], "url": self.server.base}]
        )
        page.goto(self.server.base + path)
        return page
