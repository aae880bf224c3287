"""The odds lab in a browser: what it shows is what `punto.odds` counts, to the unit."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from punto.core.composition import Composition, fresh
from punto.core.money import Odds
from punto.odds.document import odds_document
from punto.odds.given import Shown
from punto.rules import find, load_file, rulebooks
from punto.rules.draft import printed
from tests.browser.conftest import Opens
from tests.browser.looking import Look
from tests.support.served import Served

PRICED: Final = """async (answer) => {
  const { exact, insured, price } = await import("/static/lab_sums.js");
  return {
    bets: answer.bets.map(price).map((now) => [now.edge, now.variance, now.hit].map(exact)),
    lines: answer.insurance.map(insured).map((now) => [now.edge, now.arises].map(exact)),
  };
}"""


def odds_field(page: Page, place: str) -> Locator:
    return page.locator(f'[data-place="{place}"]')


def edge_of(page: Page, place: str) -> str:
    card = page.locator("li.bet-card", has=odds_field(page, place))
    return card.locator(".digits").get_attribute("data-edge") or ""


def counted(page: Page) -> None:
    """Wait until the answers are those of the question."""
    expect(page.locator("#answers")).to_have_attribute("aria-busy", "false")


@pytest.mark.parametrize("key", [book.key for book in rulebooks().values()])
def test_the_page_prices_other_odds_to_the_unit(server: Served, opens: Opens, key: str) -> None:
    book, chance = find(key), random.Random(key)
    other = ",".join(
        f"{bet}.{row}.{chance.randint(1, 150)}-{chance.randint(1, 9)}" for bet, row in printed(book)
    )
    query = f"game={key}&composition=9,8,7,6,5,14,3,4,5,6,7,8,9&pay={other}"
    page = opens()
    page.goto(f"{server.base}/sign-in")
    answer: dict[str, Any] = page.request.get(f"{server.base}/api/odds?{query}").json()
    found = page.evaluate(PRICED, answer)
    assert found["bets"] == [[bet["edge"], bet["variance"], bet["hit"]] for bet in answer["bets"]]
    assert found["lines"] == [[line["edge"], line["arises"]] for line in answer["insurance"]]


def test_what_if_small_tiger_paid_twenty(
    server: Served, opens: Opens, look: Look, tmp_path: Path
) -> None:
    place = "small_tiger.small_tiger_wins"
    page = opens(360, 740)
    page.goto(f"{server.base}/lab?game=tb4&layout=A")
    counted(page)
    expect(page.locator("li.bet-card", has=odds_field(page, place))).to_contain_text("14.3325 %")
    before = page.locator("#removal").inner_text()
    field = odds_field(page, place)
    field.focus()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("20")
    card = page.locator("li.bet-card", has=field)
    expect(card).to_contain_text("21.7819 %")
    expect(page.locator("#changes")).to_contain_text("22:1 → 20:1")
    with page.expect_download() as download:
        page.locator("#draft").click()
    download.value.save_as(tmp_path / "my.toml")
    draft = load_file(tmp_path / "my.toml")
    assert draft.bets["small_tiger"].rows[0].odds == Odds(20, 1)
    known = odds_document(draft, fresh(8), Shown())["bets"]["small_tiger"]
    assert edge_of(page, place) == known["edge"]
    expect(page.locator("#removal")).not_to_have_text(before)
    look(page, "lab-what-if")

    page.goto(page.url)  # the address holds all of it
    counted(page)
    assert edge_of(page, place) == known["edge"]
    page.locator("#printed").click()
    expect(page.locator("#changed")).to_be_hidden()
    expect(card).to_contain_text("14.3325 %")


def test_odds_that_are_none_are_marked_and_change_nothing(server: Served, opens: Opens) -> None:
    page = opens()
    page.goto(f"{server.base}/lab?game=mbs5")
    counted(page)
    field = odds_field(page, "tie.tie_wins")
    before = edge_of(page, "tie.tie_wins")
    for wrong in ("", "0", "8:0", "-8", "eight", "1000000", "8:1:1"):
        field.fill(wrong)
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(field).to_have_accessible_description("Write odds as 20, 20:1, 1:2 or 0.95.")
        assert edge_of(page, "tie.tie_wins") == before
    for right in ("8", "8:1", " 8 to 1 ", "16/2", "8.0"):
        field.fill(right)
        expect(field).not_to_have_attribute("aria-invalid", "true")
        assert edge_of(page, "tie.tie_wins") == before


def test_a_wrong_field_says_what_would_be_right(server: Served, opens: Opens, look: Look) -> None:
    page = opens()
    page.goto(f"{server.base}/lab?game=tb4&decks=3")
    expect(page.locator("#wrong-decks")).to_contain_text("4 to 10 are")
    expect(page.locator("#decks")).to_have_attribute("aria-invalid", "true")
    look(page, "lab-wrong")
    page.get_by_label("Decks", exact=True).fill("6")
    counted(page)
    expect(page.locator("#wrong-decks")).to_be_empty()
    expect(page.locator("#left")).to_have_text("312 cards left")
    page.get_by_label("without these, seen before").fill("A A 11")
    expect(page.locator("#wrong-seen")).to_contain_text("is not a rank")
    page.get_by_label("without these, seen before").fill("A A 10")
    expect(page.locator("#left")).to_have_text("309 cards left")
    expect(page.locator("#counts input").first).to_have_value("22")
    page.locator("#counts input").first.fill("0")
    expect(page.locator("#left")).to_have_text("287 cards left")
    assert "composition=0,24,24" in page.url
    page.locator("#composition").fill("8 " * 12)
    expect(page.locator("#wrong-composition")).to_contain_text("13 ranks")
    page.locator("#language").click()
    expect(page.locator("#wrong-composition")).to_be_visible()
    page.get_by_label("閒", exact=True).fill("A B")
    page.locator("#composition").fill("8 " * 13)
    expect(page.locator("#wrong-player")).to_contain_text("最多三張牌")


def test_the_shoe_of_a_table_is_taken_as_everybody_may_know_it(
    server: Served, opens: Opens, look: Look
) -> None:
    page = opens()
    page.goto(f"{server.base}/lab?table=practice-dhyx2")
    counted(page)
    expect(page.locator("#game")).to_have_value("dhyx2")
    live = page.request.get(f"{server.base}/api/tables/practice-dhyx2/odds").json()
    assert page.locator("#composition").input_value() == ",".join(map(str, live["composition"]))
    known = odds_document(find("dhyx2"), Composition(tuple(live["composition"])), Shown())
    if "shown" not in live:
        assert edge_of(page, "tie.tie_wins") == known["bets"]["tie"]["edge"]

    page.get_by_label("Player", exact=True).fill("A 4")
    page.get_by_label("Banker", exact=True).fill("K 4")
    offers = page.locator("#offers")
    expect(offers).to_contain_text("Player 5 against Banker 4")
    look(page, "lab-offers")
    page.get_by_label("Player", exact=True).fill("A ?")
    expect(offers).to_contain_text("No Insurance is on offer now")
