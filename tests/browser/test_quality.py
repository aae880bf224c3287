"""What holds for every page: light, still, complete by keyboard, calm, and in two languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from punto.rules import rulebooks
from tests.browser.conftest import Opens
from tests.browser.staffed import Floor
from tests.browser.test_every_page import PAGES
from tests.support.served import Served

WEB: Final = Path(__file__).parents[2] / "src" / "punto" / "web"
HEAVIEST: Final = 100_000
"""Bytes of a first view, as they come over the line."""

TO_REACH: Final = (Path(__file__).parent / "tabbing.js").read_text(encoding="utf-8")
REACHED: Final = (Path(__file__).parent / "reached.js").read_text(encoding="utf-8")
SHIFTS: Final = """() => {
  window.shifted = [];
  new PerformanceObserver((list) => {
    for (const one of list.getEntries())
      for (const { node } of one.sources)
        window.shifted.push(`${one.value} ${node?.outerHTML ?? node?.parentElement.outerHTML}`);
  }).observe({ type: "layout-shift", buffered: false });
}"""
RESTLESS: Final = """() => [...document.querySelectorAll("*")].flatMap((node) =>
  [null, "::before", "::after"].filter((part) => {
    const { animationName, transitionDuration } = getComputedStyle(node, part);
    return animationName !== "none" || transitionDuration.split(", ").some((time) => time !== "0s");
  }).map(() => node.id || node.className))"""


@pytest.fixture(scope="module")
def floor(server: Served) -> Iterator[Floor]:
    made = Floor(server)
    made.hire("dora", "dealer")
    yield made
    for client in made.people.values():
        client.close()


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("locale", ["en-SG", "zh-HK"])
def test_a_first_view_is_light_calm_and_complete_by_keyboard(
    server: Served, opens: Opens, name: str, locale: str
) -> None:
    page = opens(locale=locale)
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    weights: list[int] = []
    wire.on("Network.loadingFinished", lambda told: weights.append(told["encodedDataLength"]))
    page.goto(server.base + PAGES[name])
    page.wait_for_load_state("networkidle")
    assert len(weights) > 5
    assert sum(weights) < HEAVIEST
    assert page.evaluate(RESTLESS) == []
    reaches_everything(page)


def test_motion_is_there_for_who_wants_it(server: Served, opens: Opens) -> None:
    page = opens(reduced_motion="no-preference")
    page.goto(server.base + PAGES["seat"])
    assert page.evaluate(RESTLESS) != []


@pytest.mark.parametrize("how", [{"width": 360, "height": 740}, {"width": 1280, "height": 800}])
@pytest.mark.parametrize("book", rulebooks().values(), ids=lambda book: book.key)
def test_nothing_moves_during_a_round(
    floor: Floor, opens: Opens, book: Any, how: dict[str, Any]
) -> None:
    game, _, _ = book.id.partition("@")
    method = next(iter(book.policies.methods))
    table = floor.opens_table(f"still-{book.key}-{how['width']}", game, method=method)
    floor.does("manager", table, "LoadCards")
    ann = floor.seats(table, f"Ann {table}", "1")
    page = floor.page(opens, ann, f"/t/{table}", reduced_motion="no-preference", **how)
    expect(page.locator("#balance")).to_have_text("50,000")
    page.wait_for_load_state("networkidle")
    page.evaluate(SHIFTS)
    floor.does("dora", table, "CallForBets")
    for bet in ("player", "tie"):
        floor.does(ann, table, "PlaceWager", box="1", bet=bet, stake=5_000)
    floor.does("dora", table, "CloseBets")
    for card in ("2H", "KS", "3D", "4C"):
        floor.does("dora", table, "DrawCard", card=card)
    if book.insurance_rows:
        floor.does("dora", table, "OpenInsurance")
        expect(page.locator("#prompt")).to_be_visible()
        floor.does(ann, table, "PlaceInsurance", box="1", side="player", stake=5_000)
        expect(page.locator("#prompt")).to_be_hidden()
    floor.does("dora", table, "DrawCard", card="8C")
    for act in ("Declare", "Settle"):
        floor.does("dora", table, act)
    expect(page.locator("#phase")).to_have_attribute("data-phase", "idle")
    expect(page.locator("#last-title")).to_contain_text("Banker")
    assert page.evaluate("shifted") == []


def reaches_everything(page: Page) -> None:
    """Go through a page with the Tab key: every control comes, and everybody sees where it is."""
    names: list[str] = page.evaluate(TO_REACH)
    assert len(names) > 3
    reached = set()
    for _ in range(len(names) + 5):
        page.keyboard.press("Tab")
        found = page.evaluate(REACHED)
        if found is None:
            break
        assert found["visible"], f"nobody sees that {found['name']} has the focus"
        reached.add(found["name"])
    assert not set(names) - reached


def test_who_plays_or_deals_reaches_everything_by_keyboard(floor: Floor, opens: Opens) -> None:
    table = floor.opens_table("by-keys", "rws-tiger-buffalo")
    floor.does("manager", table, "LoadCards")
    floor.does("manager", table, "CallForBets")
    page = floor.page(opens, floor.seats(table, "Kim", "1"), f"/t/{table}")
    expect(page.locator("#tray")).to_be_visible()
    reaches_everything(page)
    page = floor.page(opens, "dora", f"/t/{table}/dealer")
    expect(page.locator("#next-words")).not_to_be_empty()
    reaches_everything(page)


HAN: Final = re.compile("[一-鿿]")


def _chinese(text: str) -> bool:
    """Tell whether a text is Chinese, or has no words at all."""
    return HAN.search(text) is not None or re.search("[a-z]{2}", text) is None


USED: Final = (
    re.compile(r'data-(?:word|label)="(\w+)"'),
    re.compile(r"\bword\(\"(\w+)\"\)"),
)


def test_every_word_of_the_pages_is_there_in_both_languages(server: Served, opens: Opens) -> None:
    texts = [
        file.read_text(encoding="utf-8")
        for file in (*WEB.glob("templates/*.html"), *WEB.glob("static/*.js"))
    ]
    used = {key for text in texts for kind in USED for key in kind.findall(text)}
    page = opens()
    page.goto(server.base)
    words: dict[str, list[str]] = page.evaluate(
        """async (names) => {
          for (const name of names) await import(`/static/${name}`);
          return (await import("/static/dictionary.js")).WORDS;
        }""",
        sorted(file.name for file in WEB.glob("static/*words.js")),
    )
    assert len(used) > 100
    assert not used - set(words)
    wrong = [key for key, pair in words.items() if len(pair) != 2 or not _chinese(pair[1])]
    assert not wrong
    assert not {key for key, pair in words.items() if HAN.search(pair[0])}
