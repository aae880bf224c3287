"""Who reads Chinese is told in Chinese what there is, what happened, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from punto.rules import rulebooks
from punto.service.practice import practice_config
from tests.browser.conftest import Opens
from tests.browser.looking import Look
from tests.browser.staffed import Floor
from tests.browser.test_every_page import PAGES
from tests.support.served import Served

SAYS: Final = (Path(__file__).parent / "english.js").read_text(encoding="utf-8")
UNFOLD: Final = 'for (const one of document.querySelectorAll("details")) one.open = true;'
GAME: Final = "rws-tiger-buffalo-insurance"
TABLE: Final = "t8"
"""Somebody bets too little, an Insurance is forgotten, a ruling is given, a round is paid."""
UNDER_WAY: Final = "t9"
"""A card too many waits for a word."""
PEOPLE: Final = ("Ann", "Bob", "Cy", "dora", "sum", "ada", "manager")
PRACTICE: Final = [
    name for rules in rulebooks().values() for name in (rules.game, practice_config(rules).name)
]
"""How the games and the practice tables are called."""
PAID: Final = 1
RULED: Final = 2
SIZES: Final = {"phone": (360, 740), "desk": (1280, 800)}


@pytest.fixture(scope="module")
def floor(server: Served) -> Iterator[Floor]:
    """Play what is looked at: a round that is paid, one that is ruled void, one that waits."""
    made = Floor(server)
    made.hire("ada", "auditor")
    made.hire("dora", "dealer")
    made.hire("sum", "shift_manager")
    _paid(made)
    _ruled(made)
    _waits(made)
    yield made
    for client in made.people.values():
        client.close()


def _bets(floor: Floor, table: str, *bets: tuple[str, str, str, int]) -> None:
    floor.does("dora", table, "CallForBets")
    for patron, box, bet, stake in bets:
        floor.does(patron, table, "PlaceWager", box=box, bet=bet, stake=stake)


def _draws(floor: Floor, table: str, cards: str) -> None:
    for card in cards.split():
        floor.does("dora", table, "DrawCard", card=card)


def _paid(floor: Floor) -> None:
    """Player has 6 to Banker's 4; the Insurance that was due is not offered and would have won."""
    floor.opens_table(TABLE, GAME)
    floor.does("manager", TABLE, "LoadCards", reason="a new shoe")
    floor.seats(TABLE, "Ann", "1")
    floor.seats(TABLE, "Bob", "3")
    _bets(floor, TABLE, ("Ann", "1", "player", 20_000), ("Bob", "3", "banker", 10_000))
    floor.does("Bob", TABLE, "PlaceWager", box="3", bet="big_tiger", stake=2_500)
    floor.is_refused("Ann", TABLE, "PlaceWager", box="1", bet="tie", stake=500)
    floor.is_refused("Ann", TABLE, "PlaceWager", box="9", bet="tie", stake=5_000)
    floor.does("dora", TABLE, "CloseBets")
    _draws(floor, TABLE, "KS 2D 6H 2C 3D")
    floor.does("dora", TABLE, "Declare")
    floor.does("dora", TABLE, "Settle")


def _ruled(floor: Floor) -> None:
    _bets(floor, TABLE, ("Ann", "1", "player", 10_000))
    floor.does("dora", TABLE, "CloseBets")
    _draws(floor, TABLE, "4S KD")
    floor.does("dora", TABLE, "ReportIrregularity", kind="not_covered", note="a bird")
    floor.is_refused("dora", TABLE, "Rule", effect="void", reason="a bird took a card")
    floor.does("sum", TABLE, "Rule", effect="void", reason="a bird took a card")


def _waits(floor: Floor) -> None:
    floor.opens_table(UNDER_WAY, GAME)
    floor.does("manager", UNDER_WAY, "LoadCards")
    floor.seats(UNDER_WAY, "Cy", "3")
    _bets(floor, UNDER_WAY, ("Cy", "3", "player", 10_000))
    floor.does("dora", UNDER_WAY, "CloseBets")
    _draws(floor, UNDER_WAY, "4S KD")
    floor.does("dora", UNDER_WAY, "ReportIrregularity", kind="not_covered", note="a bird")


def no_english(page: Page, *names: str) -> None:
    """Demand that nothing is said in English but names, and what says that it is English."""
    named = [*PEOPLE, *PRACTICE, TABLE, UNDER_WAY, *names]
    found: list[str] = page.evaluate(SAYS, named)
    assert not found, "\n".join(found)


def in_chinese(floor: Floor, opens: Opens, who: str, path: str, size: str, **how: Any) -> Page:
    width, height = SIZES[size]
    return floor.page(opens, who, path, width=width, height=height, locale="zh-HK", **how)


# --- pages as somebody comes to them --------------------------------------------------------------


@pytest.mark.parametrize("name", PAGES)
def test_no_page_speaks_english_to_who_reads_chinese(
    server: Served, opens: Opens, name: str
) -> None:
    page = opens(locale="zh-TW")
    with page.expect_response("**/refused_amounts_zh.js"):
        page.goto(server.base + PAGES[name])
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hant")
    page.wait_for_load_state("networkidle")
    no_english(page)


def test_a_refusal_has_its_amounts_in_chinese(server: Served, opens: Opens) -> None:
    page = opens(locale="zh-TW")
    page.goto(server.base + PAGES["seat"])
    refused = page.evaluate(
        """async () => {
          const { learned, refusalWords } = await import("/static/words.js");
          await learned();
          const clauses = ["tb4:3.7"];
          return [
            { code: "under_minimum", detail: "500 cents are under the minimum of 2500", clauses },
            { code: "differential_exceeded", detail: "the Differential would be 9000 cents, above "
                + "its maximum of 8000", remedy: "there is room for 1000 cents on player" },
          ].map(refusalWords);
        }"""
    )
    assert refused == ["5 低於最低注碼 25 (tb4:3.7)", "差額將為 90，超過上限 80；尚可下 10"]


# --- what has happened ----------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_a_round_is_explained_in_chinese_at_the_seat(
    floor: Floor, opens: Opens, look: Look, size: str
) -> None:
    page = in_chinese(floor, opens, "Ann", f"/t/{TABLE}", size)
    page.locator("#strip button").first.click()
    told = page.locator("#round-told")
    expect(told).to_have_attribute("lang", "zh-Hant")
    for said in (
        "被拒絕：5 低於最低注碼 25。",
        "漏提保險：首四張牌後應向 Ann 提供",
        "閒家首兩張牌：KS 6H = 6 點；庄家：2D 2C = 4 點。",
        "得 3D，共 7 點",
        "庄贏 6⁠–⁠7；庄家首兩張成對。",
        "200 閒：輸",
        "共下注 200，取回 0：輸 200。",
    ):
        expect(told).to_contain_text(said)
    look(page, f"zh-seat-why-{size}")
    no_english(page)


@pytest.mark.parametrize("size", SIZES)
def test_a_round_is_told_in_chinese_at_the_desk(
    floor: Floor, opens: Opens, look: Look, size: str
) -> None:
    page = in_chinese(floor, opens, "ada", f"/desk/{TABLE}/{PAID}", size)
    noted = page.locator("#noted")
    expect(noted).to_contain_text("漏提保險：首四張牌後應向 Ann 提供閒家保險（賠 5:2）")
    expect(noted).to_contain_text("留意：漏提的保險本可贏：Ann（閒家）")
    expect(noted).to_contain_text("✕ 被拒絕: 下注 5 低於最低注碼 25。")
    expect(page.locator('#holds li:not([data-how="checking"])')).to_have_count(4)
    page.evaluate(UNFOLD)
    expect(page.locator("#told")).to_contain_text("> Ann（客人）：下注")
    expect(page.locator("#told")).to_contain_text("大老虎只在以下情況贏")
    look(page, f"zh-desk-paid-{size}")
    no_english(page)
    steps = page.locator("#steps button")
    for number in range(steps.count()):
        steps.nth(number).click()
        expect(steps.nth(number)).to_have_attribute("aria-current", "step")
        no_english(page)

    page = in_chinese(floor, opens, "ada", f"/desk/{TABLE}/{RULED}", size)
    expect(page.locator("#noted")).to_contain_text(
        "當值經理 sum 裁決：本局作廢：「a bird took a card」"
    )
    expect(page.locator('#noted [lang="en"]').first).to_have_text("「a bird」")
    look(page, f"zh-desk-ruled-{size}")
    no_english(page)


def test_what_is_found_and_tried_is_told_in_chinese_at_the_desk(floor: Floor, opens: Opens) -> None:
    for view, place in (
        ("", "rounds"),
        ("?view=attempts", "attempts"),
        (f"?view=attempts&table={TABLE}", "attempts"),
        ("?view=proof", ""),
    ):
        page = in_chinese(floor, opens, "ada", f"/desk{view}", "desk")
        page.wait_for_load_state("networkidle")
        if place:
            expect(page.locator(f"#{place}")).to_have_attribute("aria-busy", "false")
        no_english(page)


@pytest.mark.parametrize("size", SIZES)
def test_a_decision_that_waits_is_told_in_chinese_in_the_pit(
    floor: Floor, opens: Opens, look: Look, size: str
) -> None:
    page = in_chinese(floor, opens, "sum", "/pit", size)
    page.locator(
        f'[data-key="{UNDER_WAY}"] button, [data-table="{UNDER_WAY}"] button'
    ).first.click()
    page.wait_for_load_state("networkidle")
    look(page, f"zh-pit-decision-{size}")
    for tab in ("staff", "open", "table"):
        page.locator(f"#to-{tab}").click()
        page.evaluate(UNFOLD)
        page.wait_for_load_state("networkidle")
        no_english(page)
    asks_in_chinese(page)


def test_what_happens_is_told_in_chinese_in_the_pit(floor: Floor, opens: Opens, look: Look) -> None:
    table = floor.opens_table("t10", GAME)
    page = in_chinese(floor, opens, "sum", "/pit", "desk")
    expect(page.locator("#tables")).to_contain_text(table)
    page.wait_for_load_state("networkidle")
    feed = page.locator("#feed")
    floor.does("manager", table, "LoadCards", reason="a new shoe")
    expect(feed).to_contain_text("裝入洗好的牌 8 副：「a new shoe」")
    floor.does("manager", table, "PostNotice", text="Last shoe")
    expect(feed.locator('[lang="en"]').first).to_have_text("「Last shoe」")
    floor.deals(table, "KS 2D 6H 2C 3D", "dora")
    for said in ("「請下注」：第 1 局開始（", "庄贏", "本局已結算：場方贏 0"):
        expect(feed).to_contain_text(said)
    look(page, "zh-pit-feed")
    no_english(page, table)


def asks_in_chinese(page: Page) -> None:
    """Report everything that asks for more first, and look at what it asks for."""
    asked = page.locator(
        '#menu button:not([aria-disabled="true"], [data-kind="power"], [data-kind="technical"])'
    )
    for number in range(asked.count()):
        asked.nth(number).click()
        if page.locator("#trouble").is_visible():
            no_english(page)
            page.locator("#trouble [data-close]").first.click()


def test_a_console_with_a_decision_is_told_in_chinese(
    floor: Floor, opens: Opens, look: Look
) -> None:
    for table, who in ((UNDER_WAY, "dora"), (TABLE, "manager")):
        page = in_chinese(floor, opens, who, f"/t/{table}/dealer", "desk")
        expect(page.locator("#next-words")).not_to_be_empty()
        look(page, f"zh-dealer-{table}")
        page.evaluate(UNFOLD)
        no_english(page)
        asks_in_chinese(page)


def test_a_refusal_is_told_in_the_language_of_the_page(
    server: Served, opens: Opens, look: Look
) -> None:
    page = opens(360, 740, locale="zh-HK")
    page.goto(f"{server.base}/sign-in")
    page.locator('[name="name"]').fill("manager")
    page.locator('[name="password"]').fill("not the right one")
    page.locator("#login button").click()
    expect(page.locator("#refusal")).to_have_text("名稱或密碼不對。")
    look(page, "refused-zh")
    page.locator("#language").click()
    page.locator("#login button").click()
    expect(page.locator("#refusal")).to_have_text("the name or the password is wrong")
