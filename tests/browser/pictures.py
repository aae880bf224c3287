"""The pictures of the documentation, made anew: `make pictures`.

Every picture is a page of a server that runs here, at a table whose cards are known.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.books import SALON, keep_books
from tests.browser.conftest import FLAGS
from tests.browser.staffed import Floor
from tests.conftest import SYSTEMS
from tests.support.served import served

HERE: Final = Path(__file__).parents[2] / "docs" / "learn" / "pictures"
QUALITY: Final = 70
PHONE: Final[dict[str, Any]] = {
    "width": 390,
    "height": 800,
    "has_touch": True,
    "is_mobile": True,
    "color_scheme": "dark",
}
DESK: Final[dict[str, Any]] = {"width": 1280, "height": 800}


class Photographer:
    """Opens pages and keeps pictures of them."""

    def __init__(self, browser: Browser, floor: Floor) -> None:
        self.browser, self.floor = browser, floor
        self.contexts: list[BrowserContext] = []

    def opens(self, width: int, height: int, **how: Any) -> Page:
        """Open a page in a context of its own."""
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce", **how
        )
        self.contexts.append(context)
        return context.new_page()

    def page(self, who: str, path: str, **how: Any) -> Page:
        return self.floor.page(self.opens, who, path, **how)

    def anybody(self, path: str, **how: Any) -> Page:
        page = self.opens(**how)
        page.goto(self.floor.server.base + path)
        page.wait_for_load_state("networkidle")
        return page

    def keeps(self, page: Page, name: str) -> None:
        """Keep what the window shows; the browser writes WebP itself."""
        page.wait_for_load_state("networkidle")
        wire = page.context.new_cdp_session(page)
        asked = {"format": "webp", "quality": QUALITY}
        told = wire.send("Page.captureScreenshot", asked)
        (HERE / f"{name}.webp").write_bytes(base64.b64decode(told["data"]))


def seat(look: Photographer) -> None:
    """Show a patron's round on a phone: bets, a refusal, Insurance, the result, and why."""
    floor = look.floor
    table = floor.opens_table("green", "rws-da-hu-ying-xiong", name="Green room")
    floor.does("manager", table, "LoadCards")
    floor.seats(table, "Mei", "1", 100_000)
    floor.seats(table, "Bob", "3")
    page = look.page("Mei", f"/t/{table}", **PHONE)
    expect(page.locator("#balance")).to_have_text("1,000")
    floor.does("Dora", table, "CallForBets")
    expect(page.locator("#phase")).to_have_attribute("data-phase", "betting")
    page.locator("#chips button").nth(2).tap()
    for bet in ("player", "tiger", "small_tiger"):
        page.locator(f'[data-bet="{bet}"]').tap()
    floor.does("Bob", table, "PlaceWager", box="3", bet="banker", stake=20_000)
    expect(page.locator("#staked")).to_have_text("300")
    look.keeps(page, "seat-bets")
    page.locator("#chips button").nth(5).tap()
    page.locator('[data-bet="tie"]').tap()
    page.locator("#language").tap()
    page.locator('[data-bet="tie"]').tap()
    expect(page.locator("#refusal")).not_to_be_empty()
    look.keeps(page, "seat-refused-zh")
    page.locator("#language").tap()
    floor.does("Dora", table, "CloseBets")
    for card in ("2H", "KS", "3D", "4C"):
        floor.does("Dora", table, "DrawCard", card=card)
    floor.does("Dora", table, "OpenInsurance")
    expect(page.locator("#prompt")).to_be_visible()
    look.keeps(page, "seat-insurance")
    page.locator("#prompt .yes").tap()
    expect(page.locator("#prompt")).to_be_hidden()
    for card in ("7D", "2S"):
        floor.does("Dora", table, "DrawCard", card=card)
    for act in ("Declare", "Settle"):
        floor.does("Dora", table, act)
    expect(page.locator("#lines li")).to_have_count(4)
    look.keeps(page, "seat-paid")
    page.locator("#why").tap()
    look.keeps(page, "seat-why")


def squeeze(look: Photographer) -> None:
    """Show a card that is being peeled."""
    floor = look.floor
    table = floor.opens_table(
        "blue", "mbs-tiger-no-commission", name="Blue room", face="down", method="A", shoe="reader"
    )
    floor.does("manager", table, "LoadCards")
    floor.seats(table, "Kim", "1")
    page = look.page("Kim", f"/t/{table}", **PHONE)
    floor.does("Dora", table, "CallForBets")
    floor.does("Kim", table, "PlaceWager", box="1", bet="banker", stake=50_000)
    floor.does("Dora", table, "CloseBets")
    for card in ("2H", "9S", "3D", "9H"):
        floor.does("Dora", table, "DrawCard", card=card)
    for number in (1, 3):
        floor.does("Dora", table, "ExposeCard", number=number)
    floor.does("Dora", table, "PassCards", side="banker")
    expect(page.locator(".handle")).to_have_count(2)
    box = page.locator(".card:has(.handle)").first.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] - 4
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - box["height"] * 0.9, steps=6)
    expect(page.locator(".card.held")).to_have_attribute("data-face", "9S")
    look.keeps(page, "seat-squeeze")
    page.mouse.up()


def dealer(look: Photographer) -> None:
    """Show the console while bets lie, and when something went wrong."""
    floor = look.floor
    table = floor.opens_table("main", "rws-tiger-buffalo-insurance", name="Main room")
    floor.does("manager", table, "LoadCards")
    for patron, box in (("Tan", "1"), ("Lim", "3"), ("Ng", "5")):
        floor.seats(table, patron, box)
    page = look.page("Dora", f"/t/{table}/dealer", **DESK)
    expect(page.locator("#next-words")).not_to_be_empty()
    floor.does("Dora", table, "CallForBets")
    for patron, box, bet, stake in (
        ("Tan", "1", "player", 50_000),
        ("Lim", "3", "banker", 30_000),
        ("Lim", "3", "big_tiger", 5_000),
        ("Ng", "5", "player", 20_000),
        ("Ng", "5", "player_pair", 2_500),
    ):
        floor.does(patron, table, "PlaceWager", box=box, bet=bet, stake=stake)
    floor.does("Dora", table, "CloseBets")
    for card in ("2H", "KS", "3D", "4C"):
        floor.does("Dora", table, "DrawCard", card=card)
    floor.does("Dora", table, "OpenInsurance")
    expect(page.locator("#insuring")).to_be_visible()
    look.keeps(page, "dealer-insurance")
    pit = look.page("manager", "/pit", color_scheme="dark", **DESK)
    expect(pit.locator(".at-table .next").first).not_to_be_empty()
    look.keeps(pit, "pit")
    for card in ("7D", "2S"):
        floor.does("Dora", table, "DrawCard", card=card)
    for act in ("Declare", "Settle"):
        floor.does("Dora", table, act)
    expect(page.locator("#pay")).to_be_visible()
    look.keeps(page, "dealer-pays")
    page.keyboard.press("w")
    page.locator('#menu [data-kind="card_in_excess"]').click()
    look.keeps(page, "dealer-misdeal")


def boards_and_desks(look: Photographer) -> None:
    """Show the board, the auditor's desk and the lab."""
    floor = look.floor
    for cards in (
        "KH 2D 9C 3S",
        "2H 6D 2C KS QS",
        "9H KC KD 9S",
        "KH 4C QD 4S",
        "5H 3C KD 2S 7H 9C",
        "8H 7C KD KS",
        "9D 7H KC KS",
        "AH 7S 5C 2D",
    ):
        floor.deals(SALON, cards, "Dora")
    board = look.anybody(f"/t/{SALON}/board", width=1280, height=720, color_scheme="dark")
    look.keeps(board, "board")
    desk = look.page("Ada", "/desk", **DESK)
    expect(desk.locator("#rounds")).to_have_attribute("aria-busy", "false")
    look.keeps(desk, "desk")
    past = look.page("Ada", f"/desk/{SALON}/2", **DESK)
    expect(past.locator('#holds li:not([data-how="checking"])')).to_have_count(4)
    look.keeps(past, "desk-round")
    lab = look.anybody("/lab?game=mbs5&pay=small_tiger.small_tiger_wins.20-1", **DESK)
    expect(lab.locator("#answers")).to_have_attribute("aria-busy", "false")
    look.keeps(lab, "lab")


def everybody_sees(look: Photographer) -> None:
    """Show what stands open to everybody."""
    look.keeps(look.anybody("/", **PHONE), "lobby")
    look.keeps(look.anybody("/sign-in", **PHONE), "sign-in")


@contextmanager
def manned() -> Iterator[Photographer]:
    """Run a server with people on its floor."""
    found = SYSTEMS["chromium"]()
    if found is None:
        sys.exit("There is no Chromium; `make test-deps` installs it.")
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder) / "store") as server,
        sync_playwright() as driver,
    ):
        browser = driver.chromium.launch(executable_path=found, args=FLAGS)
        floor = Floor(server)
        keep_books(floor)
        yield Photographer(browser, floor)
        for client in floor.people.values():
            client.close()
        browser.close()


def main() -> None:
    """Make every picture anew."""
    expect.set_options(timeout=20_000)
    HERE.mkdir(parents=True, exist_ok=True)
    for old in HERE.glob("*.webp"):
        old.unlink()
    with manned() as look:
        for show in (everybody_sees, seat, squeeze, dealer, boards_and_desks):
            show(look)
    kept = sorted(HERE.glob("*.webp"))
    total = sum(file.stat().st_size for file in kept)
    print(f"{len(kept)} pictures, {total / 1000:.0f} kB in {HERE}")  # noqa: T201 - a command


if __name__ == "__main__":
    main()
