"""The description of the API: complete, and true of every answer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance
from starlette.routing import Route

from punto.core.conduct.access import ACTS
from punto.web.app import api_routes
from punto.web.openapi import OPERATIONS, document
from tests.support.served import Served, served

UNDESCRIBED = {"/metrics", "/openapi.json"}


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
    headers = {"X-Punto": "1"}
    if who == "patron":
        with running.client() as client:
            seat = client.post("/api/tables/practice-tb4/seat", json={"name": "Ann"}).json()
            headers["Authorization"] = f"Bearer {seat['token']}"
    if who == "manager":
        with running.manager() as manager:
            headers["Authorization"] = manager.headers["Authorization"]

    tried = 0
    bound = settings(
        max_examples=8,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    for result in schema.include(path_regex="^/(api|healthz|readyz)").get_all_operations():
        operation = result.ok()
        if any(word in operation.path for word in ("logout", "login", "staff")):
            continue
        tried += 1
        run_operation(operation, headers, bound)
    assert tried > 15


def run_operation(operation: Any, headers: dict[str, str], bound: Any) -> None:
    """Send generated requests to one operation and hold the answers to the description."""

    def holds(case: Any) -> None:
        if "table_id" in operation.path:
            case.path_parameters = (case.path_parameters or {}) | {"table_id": "practice-tb4"}
        response = case.call(headers=headers)
        case.validate_response(
            response,
            checks=[not_a_server_error, response_schema_conformance, status_code_conformance],
        )

    bound(given(case=operation.as_strategy())(holds))()


def test_the_folder_of_the_store_is_the_only_one_written(running: Served) -> None:
    beside = {path.name for path in Path(running.folder).parent.iterdir()}
    assert beside == {"store", "store.log"}
