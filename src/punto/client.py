"""A typed client for a running table server, for programs: `Client` waits, `AsyncClient` awaits.

with Client("http://127.0.0.1:8000") as punto:
    table = punto.table("practice-tb4")
    table.sit("Ann")
    table.give(PlaceWager, box="1", bet="player", stake=1_000)

Every command carries a key. When the line breaks, the command is sent again under the same key,
so it acts once whatever happens in between. A refusal raises `Refused` with clause and remedy.
"""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Final, Self, TypeVar
from urllib.parse import quote, urlencode

import httpx
import msgspec

from punto.core.commands import Command

T = TypeVar("T")

TRIES: Final = 5
FIRST_WAIT: Final = 0.2
NOT_NOW: Final = 503


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """What the server says is wrong."""

    status: int
    code: str
    detail: str
    title: str = ""
    remedy: str = ""
    where: str = ""
    clauses: tuple[str, ...] = ()
    by: tuple[str, ...] = ()


class Refused(Exception):  # noqa: N818 - the word of the rules
    """The server refused; `problem` says why and what to do."""

    def __init__(self, problem: Problem) -> None:
        """Carry the problem."""
        super().__init__(
            f"{problem.detail}: {problem.remedy}" if problem.remedy else problem.detail
        )
        self.problem = problem


class Unreachable(Exception):  # noqa: N818 - it says what is so
    """The server does not answer."""


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """A table of the floor."""

    id: str
    name: str
    game: str
    operator: str
    rules: str
    title: str
    title_zh: str
    layout: str | None
    phase: str
    practice: bool
    boxes: int
    seats_taken: int
    rounds: int


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """What came of an act."""

    position: int
    view: dict[str, Any]
    again: bool = False
    events: tuple[dict[str, Any], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Call:
    """A request: what to send, and as what to read the answer."""

    method: str
    path: str
    body: Any = None
    key: str | None = None

    @property
    def headers(self) -> dict[str, str]:
        return {} if self.key is None else {"Idempotency-Key": self.key}

    @property
    def repeatable(self) -> bool:
        """Tell whether sending it twice acts once."""
        return self.method == "GET" or self.key is not None


def new_key() -> str:
    """Make a key for one act."""
    return str(uuid.uuid4())


def _headers(token: str | None) -> dict[str, str]:
    return {"X-Punto": "1"} | ({} if token is None else {"Authorization": f"Bearer {token}"})


def _read(response: httpx.Response) -> Any:
    """Return the JSON of an answer, or raise what is wrong."""
    if response.is_success:
        return response.json() if response.content else None
    try:
        raise Refused(msgspec.json.decode(response.content, type=Problem))
    except msgspec.DecodeError:
        detail = f"the server answers {response.status_code}"
        raise Refused(
            Problem(status=response.status_code, code="no_problem", detail=detail)
        ) from None


def _waits() -> Iterator[float]:
    """Yield how long to wait before each repetition."""
    return (FIRST_WAIT * 2**number for number in range(TRIES - 1))


def _command(kind: type[Command], fields: dict[str, Any]) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(fields, str_keys=True)
    return {"type": kind.__name__, **plain}


def _statement(patron: str, limit: int) -> _Call:
    return _Call(
        method="GET", path=f"/api/patrons/{quote(patron, safe='')}/statement?limit={limit}"
    )


class _Paths:
    """The paths of a table."""

    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self._base = f"/api/tables/{table_id}"

    def show(self, below: str = "") -> _Call:
        return _Call(method="GET", path=self._base + below)

    def do(self, below: str, body: Any, key: str | None = None) -> _Call:
        return _Call(method="POST", path=self._base + below, body=body, key=key)

    def give(self, kind: type[Command], fields: dict[str, Any], key: str | None) -> _Call:
        return self.do("/commands", _command(kind, fields), key or new_key())

    def takings(self, since: str | None, until: str | None) -> _Call:
        asked = {"since": since, "until": until}
        query = urlencode({name: text for name, text in asked.items() if text is not None})
        return self.show(f"/takings?{query}")

    def move(self, kind: str, patron: str, amount: int, more: dict[str, Any]) -> _Call:
        body = {"kind": kind, "patron": patron, "amount": amount, **more}
        return self.do("/money", body, new_key())


# --- waiting --------------------------------------------------------------------------------------


class Client:
    """A client that waits for each answer."""

    def __init__(
        self,
        server: str,
        token: str | None = None,
        *,
        transport: httpx.BaseTransport | None = None,
        timeout: float = 10.0,
    ) -> None:
        """Connect to a server; `token` is a session from `log_in` or a seat."""
        self._http = httpx.Client(
            base_url=server, headers=_headers(token), transport=transport, timeout=timeout
        )

    def __enter__(self) -> Self:
        """Use the client for a while."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        """Close the connections."""
        self._http.close()

    def call(self, call: _Call) -> Any:
        """Send a request; one that acts once for its key is sent again when the line breaks."""
        waits = _waits() if call.repeatable else iter(())
        while True:
            try:
                response = self._http.request(
                    call.method, call.path, json=call.body, headers=call.headers
                )
                if response.status_code != NOT_NOW:
                    return _read(response)
                wait = next(waits, None)
                if wait is None:
                    return _read(response)
            except httpx.TransportError as error:
                wait = next(waits, None)
                if wait is None:
                    raise Unreachable(f"{self._http.base_url} does not answer: {error}") from error
            time.sleep(wait)

    @property
    def token(self) -> str | None:
        """Return the session under which the client goes on."""
        return self._http.headers.get("Authorization", "").removeprefix("Bearer ") or None

    def use(self, token: str) -> str:
        """Go on under a session."""
        self._http.headers["Authorization"] = f"Bearer {token}"
        return token

    def log_in(self, name: str, password: str) -> str:
        """Sign in; return the token, under which the client goes on."""
        body = {"name": name, "password": password}
        return self.use(self.call(_Call(method="POST", path="/api/login", body=body))["token"])

    def log_out(self) -> None:
        """End the session."""
        self.call(_Call(method="POST", path="/api/logout"))

    def me(self) -> dict[str, Any]:
        """Say who the client is."""
        found: dict[str, Any] = self.call(_Call(method="GET", path="/api/me"))
        return found

    def tables(self) -> list[Summary]:
        """List the tables of the floor, page by page."""
        found: list[Summary] = []
        after = ""
        while True:
            page = self.call(_Call(method="GET", path=f"/api/tables?after={after}"))
            found += msgspec.convert(page["tables"], list[Summary])
            if page["next"] is None:
                return found
            after = page["next"]

    def create(self, **table: Any) -> Summary:
        """Create a table and open it."""
        made = self.call(_Call(method="POST", path="/api/tables", body=table))
        return msgspec.convert(made["table"], Summary)

    def statement(self, patron: str, limit: int = 100) -> dict[str, Any]:
        """Show a patron's chips and their last movements."""
        found: dict[str, Any] = self.call(_statement(patron, limit))
        return found

    def table(self, table_id: str) -> Table:
        """Turn to one table."""
        return Table(self, table_id)


class Table:
    """One table of a `Client`."""

    def __init__(self, client: Client, table_id: str) -> None:
        """Turn to a table."""
        self._client = client
        self._at = _Paths(table_id)

    def show(self) -> Told:
        """Look at the table."""
        return msgspec.convert(self._client.call(self._at.show()), Told)

    def sees(self, what: str) -> dict[str, Any]:
        """Look at `layout`, `acts`, `roads`, `odds`, `rounds`, `rounds/7`, `takings`, `deeds`."""
        found: dict[str, Any] = self._client.call(self._at.show(f"/{what}"))
        return found

    def sit(self, name: str | None = None, box: str | None = None, token: str | None = None) -> str:
        """Sit down and go on as that patron; return the name under which he plays."""
        body = {"name": name, "box": box, "token": token}
        seated = self._client.call(self._at.do("/seat", body))
        if seated["token"] is not None:
            self._client.use(seated["token"])
        patron: str = seated["patron"]
        return patron

    def give(self, command: type[Command], *, key: str | None = None, **fields: Any) -> Told:
        """Give a command; a refusal raises `Refused`."""
        return msgspec.convert(self._client.call(self._at.give(command, fields, key)), Told)

    def takings(self, since: str | None = None, until: str | None = None) -> dict[str, Any]:
        """Show what the table has taken; since a moment, bet by bet."""
        found: dict[str, Any] = self._client.call(self._at.takings(since, until))
        return found

    def move(self, kind: str, patron: str, amount: int, **more: Any) -> int:
        """Move chips: `buy_in`, `cash_out`, `transfer`, `correction`; return the new balance."""
        moved = self._client.call(self._at.move(kind, patron, amount, more))
        balance: int = moved["balance"]
        return balance

    def steer(self, action: str, speed: float | None = None) -> Told:
        """Steer the automatic dealer: `pause`, `step`, `run`, `faster`, `slower`, or the face."""
        body = {"action": action, "speed": speed}
        return msgspec.convert(self._client.call(self._at.do("/dealer", body)), Told)


# --- awaiting -------------------------------------------------------------------------------------


class AsyncClient:
    """A client that awaits each answer."""

    def __init__(
        self,
        server: str,
        token: str | None = None,
        *,
        transport: httpx.AsyncBaseTransport | None = None,
        timeout: float = 10.0,
    ) -> None:
        """Connect to a server; `token` is a session from `log_in` or a seat."""
        self._http = httpx.AsyncClient(
            base_url=server, headers=_headers(token), transport=transport, timeout=timeout
        )

    async def __aenter__(self) -> Self:
        """Use the client for a while."""
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def call(self, call: _Call) -> Any:
        """Send a request; one that acts once for its key is sent again when the line breaks."""
        waits = _waits() if call.repeatable else iter(())
        while True:
            try:
                response = await self._http.request(
                    call.method, call.path, json=call.body, headers=call.headers
                )
                if response.status_code != NOT_NOW:
                    return _read(response)
                wait = next(waits, None)
                if wait is None:
                    return _read(response)
            except httpx.TransportError as error:
                wait = next(waits, None)
                if wait is None:
                    raise Unreachable(f"{self._http.base_url} does not answer: {error}") from error
            await asyncio.sleep(wait)

    def use(self, token: str) -> str:
        """Go on under a session."""
        self._http.headers["Authorization"] = f"Bearer {token}"
        return token

    async def log_in(self, name: str, password: str) -> str:
        """Sign in; return the token, under which the client goes on."""
        body = {"name": name, "password": password}
        signed = await self.call(_Call(method="POST", path="/api/login", body=body))
        return self.use(signed["token"])

    async def log_out(self) -> None:
        """End the session."""
        await self.call(_Call(method="POST", path="/api/logout"))

    async def tables(self) -> AsyncIterator[Summary]:
        """Go through the tables of the floor, page by page."""
        after: str | None = ""
        while after is not None:
            page = await self.call(_Call(method="GET", path=f"/api/tables?after={after}"))
            for table in msgspec.convert(page["tables"], list[Summary]):
                yield table
            after = page["next"]

    async def create(self, **table: Any) -> Summary:
        """Create a table and open it."""
        made = await self.call(_Call(method="POST", path="/api/tables", body=table))
        return msgspec.convert(made["table"], Summary)

    async def statement(self, patron: str, limit: int = 100) -> dict[str, Any]:
        """Show a patron's chips and their last movements."""
        found: dict[str, Any] = await self.call(_statement(patron, limit))
        return found

    def table(self, table_id: str) -> AsyncTable:
        """Turn to one table."""
        return AsyncTable(self, table_id)


class AsyncTable:
    """One table of an `AsyncClient`."""

    def __init__(self, client: AsyncClient, table_id: str) -> None:
        """Turn to a table."""
        self._client = client
        self._at = _Paths(table_id)

    async def show(self) -> Told:
        """Look at the table."""
        return msgspec.convert(await self._client.call(self._at.show()), Told)

    async def sees(self, what: str) -> dict[str, Any]:
        """Look at `layout`, `acts`, `roads`, `odds`, `rounds`, `rounds/7`, `takings`, `deeds`."""
        found: dict[str, Any] = await self._client.call(self._at.show(f"/{what}"))
        return found

    async def sit(
        self, name: str | None = None, box: str | None = None, token: str | None = None
    ) -> str:
        """Sit down and go on as that patron; return the name under which he plays."""
        body = {"name": name, "box": box, "token": token}
        seated = await self._client.call(self._at.do("/seat", body))
        if seated["token"] is not None:
            self._client.use(seated["token"])
        patron: str = seated["patron"]
        return patron

    async def give(self, command: type[Command], *, key: str | None = None, **fields: Any) -> Told:
        """Give a command; a refusal raises `Refused`."""
        return msgspec.convert(await self._client.call(self._at.give(command, fields, key)), Told)

    async def takings(self, since: str | None = None, until: str | None = None) -> dict[str, Any]:
        """Show what the table has taken; since a moment, bet by bet."""
        found: dict[str, Any] = await self._client.call(self._at.takings(since, until))
        return found

    async def move(self, kind: str, patron: str, amount: int, **more: Any) -> int:
        """Move chips: `buy_in`, `cash_out`, `transfer`, `correction`; return the new balance."""
        moved = await self._client.call(self._at.move(kind, patron, amount, more))
        balance: int = moved["balance"]
        return balance

    async def steer(self, action: str, speed: float | None = None) -> Told:
        """Steer the automatic dealer: `pause`, `step`, `run`, `faster`, `slower`, or the face."""
        body = {"action": action, "speed": speed}
        return msgspec.convert(await self._client.call(self._at.do("/dealer", body)), Told)
