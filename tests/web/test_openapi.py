"""The description of the API: complete, and true of every answer."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.routing import Route

from punto.core.conduct.access import ACTS
from punto.web.app import api_routes
from punto.web.openapi import OPERATIONS, document
from tests.support.served import Served, served

UNDESCRIBED = {"/metrics", "/openapi.json"}
CHECKS = [
    not_a_server_error,
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
]
ENDING = {("post", "/api/logout")}
"""What would end the session of whoever asks."""
FEW, MANY = 7, 120
LEAST = 700
"""Requests of each of the three who ask: more than 2,000 in all."""
MOVES_ON = 5


def test_every_route_is_described_and_every_description_has_a_route() -> None:
    routes = {
        (method.lower(), route.path.replace(":int", ""))
        for route in api_routes()
        if isinstance(route, Route)
        for method in (route.methods or set()) - {"HEAD"}
    }
    described = {(one.method, one.path) for one in OPERATIONS}
    assert {(m, p) for m, p in routes if p not in UNDESCRIBED} == described


def test_every_command_is_described_without_its_actor() -> None:
    found = document()
    body = found["paths"]["/api/tables/{table_id}/commands"]["post"]["requestBody"]
    schema = body["content"]["application/json"]["schema"]
    assert set(schema["discriminator"]["mapping"]) == {kind.__name__ for kind in ACTS}
    for kind in ACTS:
        described = found["components"]["schemas"][kind.__name__]
        assert "actor" not in described["properties"]
        assert described["properties"]["type"]["enum"] == [kind.__name__]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("described") / "store") as server:
        yield server


@pytest.mark.slow
@pytest.mark.parametrize("who", ["anybody", "patron", "manager"])
def test_no_request_breaks_the_server_or_the_description(running: Served, who: str) -> None:
    schema: Any = schemathesis.openapi.from_url(f"{running.base}/openapi.json")
    with Asking(running, who) as asking:
        for result in schema.include(path_regex="^/(api|healthz|readyz)").get_all_operations():
            operation = result.ok()
            if (operation.method, operation.path) not in ENDING:
                for mode in GenerationMode:
                    run_operation(operation, mode, asking)
        assert asking.sent >= LEAST, asking.sent
        assert len(asking.statuses) >= {"anybody": 5, "patron": 6, "manager": 7}[who]
        assert 200 in asking.statuses
    lines = [json.loads(line) for line in running.told().splitlines() if line.startswith("{")]
    assert [line for line in lines if line["level"] == "error"] == []


class Asking:
    """Somebody who sends requests, while the tables move on under them."""

    def __init__(self, running: Served, who: str) -> None:
        self._running = running
        self.sent = 0
        self.statuses: Counter[int] = Counter()
        self.headers = {"X-Punto": "1"}
        self.tables = ["practice-tb4", "practice-tb4", "practice-dhyx2", "no such table"]
        self._driver = running.client()
        seat = self._driver.post("/api/tables/practice-tb4/seat", json={"name": "Ann"}).json()
        self._driver.headers["Authorization"] = f"Bearer {seat['token']}"
        if who == "patron":
            self.headers["Authorization"] = f"Bearer {seat['token']}"
        if who == "manager":
            with running.manager() as manager:
                self.headers["Authorization"] = manager.headers["Authorization"]
                body = {"name": "Real", "game": "tb4", "layout": "A", "boxes": ["1", "2"]}
                limits = {"minimum": 100, "differential": 100_000}
                made = manager.post("/api/tables", json=body | {"id": "real", "limits": limits})
                assert made.status_code == 201
            self.tables += ["real", "real"]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._driver.close()

    def place(self, case: Any) -> None:
        """Turn to a table that exists, more often than not, and now and then let it move on."""
        self.sent += 1
        given = case.path_parameters or {}
        if "table_id" in given:
            given["table_id"] = self.tables[self.sent % len(self.tables)]
        if "patron" in given and self.sent % 2:
            given["patron"] = "Ann"
        if "number" in given and self.sent % 2:
            given["number"] = 1 + self.sent % 3
        if self.sent % MOVES_ON == 0:
            moved = self._driver.post(
                "/api/tables/practice-tb4/dealer", json={"action": "step", "speed": 20}
            )
            assert moved.status_code == 200, moved.text


def run_operation(operation: Any, mode: GenerationMode, asking: Asking) -> None:
    """Send generated requests to one operation and hold the answers to the description."""

    def holds(case: Any) -> None:
        asking.place(case)
        response = case.call(headers=asking.headers)
        asking.statuses[response.status_code] += 1
        case.validate_response(response, checks=CHECKS)

    bound = settings(
        max_examples=MANY if operation.path.endswith(("/commands", "/money")) else FEW,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    try:
        given(case=operation.as_strategy(generation_mode=mode))(bound(holds))()
    except Unsatisfiable:
        assert mode is GenerationMode.NEGATIVE, "nothing right can be sent"


def test_the_folder_of_the_store_is_the_only_one_written(running: Served) -> None:
    beside = {path.name for path in Path(running.folder).parent.iterdir()}
    assert beside == {"store", "store.log"}
