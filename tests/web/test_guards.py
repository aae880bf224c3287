"""What stands before every route: forged requests, headers, limits."""

from __future__ import annotations

import httpx
import pytest

from punto.core.policies import Role
from punto.web.context import COOKIE
from punto.web.guards import HEADERS, MOST_BODY
from tests.support.site import BASE, PASSWORD, Site, at_once, site

TABLE = "practice-tb4"


async def browser(at: Site, **headers: str) -> httpx.AsyncClient:
    """Be a browser with a session in its cookie."""
    await at.staff("Mei", Role.PIT_MANAGER, TABLE)
    made = httpx.AsyncClient(transport=at.transport, base_url=BASE)
    at.clients.append(made)
    body = {"name": "Mei", "password": PASSWORD}
    signed = await made.post("/api/login", json=body, headers={"X-Punto": "1"})
    assert signed.status_code == 200
    assert COOKIE in made.cookies
    made.headers.update(headers)
    return made


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"X-Punto": "1"}, 200),
        ({"X-Punto": "1", "Origin": BASE}, 200),
        ({}, 403),
        ({"X-Punto": "1", "Origin": "http://elsewhere"}, 403),
        ({"X-Punto": "1", "Origin": "null"}, 403),
        ({"X-Punto": "1", "Sec-Fetch-Site": "cross-site"}, 403),
        ({"X-Punto": "1", "Sec-Fetch-Site": "same-site"}, 403),
        ({"X-Punto": "0"}, 403),
    ],
)
def test_another_site_cannot_make_a_browser_act(headers: dict[str, str], status: int) -> None:
    async def scenario() -> None:
        async with site() as at:
            client = await browser(at, **headers)
            answer = await client.post(f"/api/tables/{TABLE}/dealer", json={"action": "pause"})
            assert answer.status_code == status, answer.text
            dealer = at.table(TABLE).dealer
            assert dealer is not None
            assert dealer.paused is (status == 200)

    at_once(scenario())


def test_every_post_of_the_api_asks_for_the_header() -> None:
    from punto.web.openapi import OPERATIONS

    async def scenario() -> None:
        async with site() as at:
            client = await browser(at)
            paths = [one.path for one in OPERATIONS if one.method == "post"]
            assert len(paths) > 8
            for path in paths:
                filled = path.replace("{table_id}", TABLE).replace("{name}", "Mei")
                answer = await client.post(filled, json={}, headers={"Idempotency-Key": "k"})
                assert (answer.status_code, answer.json()["code"]) == (403, "cross_site"), path

    at_once(scenario())


def test_the_cookie_is_out_of_reach_for_scripts_and_other_sites() -> None:
    async def scenario() -> None:
        async with site() as at:
            await at.staff("Mei", Role.PIT_MANAGER)
            signed = await at.client().post(
                "/api/login", json={"name": "Mei", "password": PASSWORD}
            )
            cookie = signed.headers["set-cookie"].lower()
            assert "httponly" in cookie
            assert "samesite=strict" in cookie

    at_once(scenario())


@pytest.mark.parametrize("path", ["/", "/api/tables", "/api/nothing", "/healthz"])
def test_every_answer_carries_the_strict_headers(path: str) -> None:
    async def scenario() -> None:
        async with site() as at:
            answer = await at.client().get(path)
            for name, value in HEADERS.items():
                assert answer.headers[name] == value
            assert "unsafe" not in answer.headers["content-security-policy"]

    at_once(scenario())


def test_a_body_that_is_too_large_is_not_read() -> None:
    async def scenario() -> None:
        async with site() as at:
            ann = await at.sits("Ann")
            answer = await ann.does("PostNotice", text="x" * MOST_BODY)
            assert (answer.status_code, answer.json()["code"]) == (413, "too_large")

    at_once(scenario())


@pytest.mark.parametrize("body", [b"{", b"\xff\xfe", b"[]", b'"x"', b"5", b'{"name": 5}'])
def test_a_body_that_is_not_what_it_should_be_is_a_problem(body: bytes) -> None:
    async def scenario() -> None:
        async with site() as at:
            answer = await at.client().post(f"/api/tables/{TABLE}/seat", content=body)
            assert answer.status_code in (400, 422)
            assert answer.headers["content-type"] == "application/problem+json"

    at_once(scenario())


def test_who_asks_too_often_has_to_wait() -> None:
    async def scenario() -> None:
        async with site(rates=True) as at:
            client = at.client()
            wrong = {"name": "Mei", "password": "not the right one"}
            codes = [(await client.post("/api/login", json=wrong)).status_code for _ in range(12)]
            assert codes[:10] == [401] * 10
            last = await client.post("/api/login", json=wrong)
            assert (last.status_code, last.json()["code"]) == (429, "too_often")
            assert int(last.headers["retry-after"]) >= 1

    at_once(scenario())


def test_what_does_not_exist_and_what_is_not_allowed_are_problems() -> None:
    async def scenario() -> None:
        async with site() as at:
            client = at.client()
            for method, path, status in (
                ("GET", "/api/tables/none", 404),
                ("GET", f"/api/tables/{TABLE}/rounds/7", 404),
                ("DELETE", f"/api/tables/{TABLE}", 405),
                ("GET", f"/api/tables/{TABLE}/rounds?limit=x", 422),
                ("GET", f"/api/tables/{TABLE}/rounds?limit=99999999", 422),
                ("GET", f"/api/tables/{TABLE}/deeds", 401),
                ("GET", "/api/staff", 401),
            ):
                answer = await client.request(method, path)
                assert answer.status_code == status, (path, answer.text)
                assert answer.headers["content-type"] == "application/problem+json"
                assert set(answer.json()) >= {"type", "title", "status", "detail", "code", "remedy"}

    at_once(scenario())


def test_an_unchanged_table_is_not_sent_again() -> None:
    async def scenario() -> None:
        async with site() as at:
            ann = await at.sits("Ann")
            first = await ann.client.get(ann.path)
            tag = {"If-None-Match": first.headers["etag"]}
            assert (await ann.client.get(ann.path, headers=tag)).status_code == 304
            await at.steps(TABLE)
            assert (await ann.client.get(ann.path, headers=tag)).status_code == 200

    at_once(scenario())


def test_long_lists_come_in_pages() -> None:
    async def scenario() -> None:
        async with site() as at:
            client = at.client()
            found: list[str] = []
            after = ""
            for _ in range(4):
                page = (await client.get(f"/api/tables?limit=1&after={after}")).json()
                found += [table["id"] for table in page["tables"]]
                after = page["next"] or ""
            assert found == [hosted.config.id for hosted in at.house.floor]
            assert after == ""

    at_once(scenario())
