"""Clauses and interpretations over HTTP, for whoever meets a citation on a page."""

from __future__ import annotations

from typing import Any

import pytest

from punto.rules import clauses, interpretations
from tests.support.site import at_once, site


async def shown(ref: str) -> tuple[int, Any]:
    async with site(practice=False) as at:
        response = await at.client().get(f"/api/clauses/{ref}")
        return response.status_code, response.json()


@pytest.mark.parametrize("ref", ["tb4:5.8.1", "dhyx2:4.1.2", "tbi1:2.1.1.a"])
def test_a_clause_is_told_to_anybody_with_what_bears_on_it(ref: str) -> None:
    status, found = at_once(shown(ref))
    assert status == 200
    assert found["text"] == clauses()[ref].text
    assert found["title"].endswith(ref.partition(":")[2])
    bearing = {one.id for one in interpretations().values() if ref in one.clauses}
    assert {one["id"] for one in found["interpretations"]} == bearing


def test_an_interpretation_is_told_with_its_readings_and_who_may_rule_otherwise() -> None:
    status, found = at_once(shown("I-90"))
    item = interpretations()["I-90"]
    assert status == 200
    assert (found["text"], found["readings"]) == (item.default, item.readings)
    assert found["decides"] == item.decides
    assert found["clauses"] == list(item.clauses)


@pytest.mark.parametrize("ref", ["tb4", "nothing", "5.8.1"])
def test_what_is_no_citation_is_not_found(ref: str) -> None:
    status, found = at_once(shown(ref))
    assert status == 404
    assert ref in found["detail"]
