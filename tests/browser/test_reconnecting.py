"""The line goes: a bet on its way lies there once, a page that starts becomes complete."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Opens
from tests.browser.staffed import Floor
from tests.support.served import Served

GAME: Final = "rws-tiger-buffalo"


@pytest.fixture(scope="module")
def floor(server: Served) -> Iterator[Floor]:
    made = Floor(server)
    yield made
    for client in made.people.values():
        client.close()


def table_with_ann(floor: Floor, opens: Opens, name: str) -> Page:
    """Open a table, and seat one patron whose bets are called for."""
    table = floor.opens_table(name, GAME)
    floor.does("manager", table, "LoadCards")
    page = floor.page(opens, floor.seats(table, f"Ann {name}", "1"), f"/t/{table}")
    expect(page.locator("#balance")).to_have_text("50,000")
    floor.does("manager", table, "CallForBets")
    expect(page.locator("#phase")).to_have_attribute("data-phase", "betting")
    return page


def lies_once(floor: Floor, table: str, page: Page) -> None:
    """Hold the page and the books to one bet of 50."""
    expect(page.locator('[data-bet="player"] .lies text').last).to_have_text("50")
    expect(page.locator("#balance")).to_have_text("49,950")
    wagers: list[dict[str, Any]] = floor.view(table)["round"]["wagers"]
    assert [(one["bet"], one["stake"]) for one in wagers] == [("player", 5_000)]


def asked_lost(route: Route, _: Floor) -> None:
    """Lose the question: the server has never heard of it."""
    route.abort("connectionreset")


def answer_lost(route: Route, _: Floor) -> None:
    """Lose the answer: the bet lies, and nobody has told the page."""
    route.fetch()
    route.abort("connectionreset")


def power_lost(route: Route, floor: Floor) -> None:
    """Lose the answer and the server with it."""
    route.fetch()
    floor.server.kill()
    route.abort("connectionreset")
    floor.server.start()


@pytest.mark.parametrize("happens", [asked_lost, answer_lost, power_lost])
def test_a_bet_on_its_way_is_laid_once(
    floor: Floor, opens: Opens, happens: Callable[[Route, Floor], None]
) -> None:
    table = happens.__name__.replace("_", "-")
    page = table_with_ann(floor, opens, table)
    keys: list[str] = []

    def first_goes_wrong(route: Route) -> None:
        keys.append(route.request.headers["idempotency-key"])
        if len(keys) == 1:
            happens(route, floor)
        else:
            route.continue_()

    page.route("**/commands", first_goes_wrong)
    with page.expect_response("**/commands"):
        page.locator('[data-bet="player"]').click()
    lies_once(floor, table, page)
    assert len(keys) == 2
    assert keys[0] == keys[1]
    assert not page.locator("#refusal").inner_text()


def test_a_bet_without_a_net_is_laid_when_it_comes_back(floor: Floor, opens: Opens) -> None:
    page = table_with_ann(floor, opens, "no-net")
    page.evaluate("window.neverReloaded = true")
    page.context.set_offline(True)
    with page.expect_event("requestfailed"):
        page.locator('[data-bet="player"]').click()
    page.context.set_offline(False)
    lies_once(floor, "no-net", page)
    assert page.evaluate("window.neverReloaded")


STARTS: Final = {
    "seat": ("/t/starts", '#areas [data-bet="player"]'),
    "dealer": ("/t/starts/dealer", "#acts button >> nth=0"),
    "board": ("/t/starts/board", "#statistics dd >> nth=0"),
    "pit": ("/pit", '#tables > [data-key="starts"] dd.drop:text("0")'),
    "pit-table": ("/pit", "#chosen-work"),
    "pit-staff": ("/pit", "#staff li >> nth=0"),
    "desk": ("/desk", "#books"),
    "sign-in": ("/sign-in", "#who-name"),
}


@pytest.mark.parametrize("name", STARTS)
def test_a_page_that_starts_without_a_line_is_complete_when_it_comes(
    floor: Floor, opens: Opens, name: str
) -> None:
    path, last = STARTS[name]
    if not any(
        one["id"] == "starts" for one in floor.asks("manager", "GET", "/api/tables")["tables"]
    ):
        floor.does("manager", floor.opens_table("starts", GAME), "LoadCards")
    lost: set[str] = set()

    def loses_each_once(route: Route) -> None:
        if route.request.url in lost:
            route.continue_()
        else:
            lost.add(route.request.url)
            route.abort("connectionreset")

    page = floor.page(opens, "manager", path, requests=loses_each_once)
    if name == "pit-table":
        page.locator('#tables > [data-key="starts"] .closer').click()
    if name == "pit-staff":
        page.locator("#to-staff").click()
    expect(page.locator(last)).to_be_visible()
    assert lost


FOLLOWS: Final = """async () => {
  const { follow } = await import("/static/net.js");
  window.opened = [];
  window.WebSocket = class extends EventTarget {
    constructor() { super(); window.opened.push(this); }
  };
  follow("x", () => {}, () => {});
}"""
OPENS: Final = "() => window.opened.at(-1).dispatchEvent(new Event('open'))"
CLOSES: Final = "(code) => window.opened.at(-1).dispatchEvent(new CloseEvent('close', { code }))"


def test_for_whom_there_is_no_place_the_page_comes_back_later_and_not_at_once(
    floor: Floor, opens: Opens
) -> None:
    """By a clock of the page that only the test moves; the server's part is in `tests/web`."""
    page = opens()
    page.clock.install()
    page.goto(f"{floor.server.base}/sign-in")
    page.clock.pause_at("2030-01-01")
    page.evaluate(FOLLOWS)

    def opened_after(milliseconds: int) -> int:
        page.clock.run_for(milliseconds)
        found: int = page.evaluate("window.opened.length")
        return found

    page.evaluate(OPENS)
    page.evaluate(CLOSES, 1006)
    assert opened_after(500) == 2
    page.evaluate(OPENS)
    page.evaluate(CLOSES, 4429)
    assert opened_after(9_999) == 2
    assert opened_after(10_001) == 3
