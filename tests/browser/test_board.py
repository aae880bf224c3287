"""The display on the wall: what it shows, how large, and that it takes back what was voided."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opens
from tests.browser.looking import Look, press
from tests.browser.staffed import LIMITS, Floor
from tests.support.served import Served

ROUNDS: Final = (
    "KH 2D 9C 3S",  # a natural 9 for Player, no pair
    "2H 6D 2C KS QS",  # Player Pair, Banker wins with two cards and 6: a tiger
    "9H KC KD 9S",  # a Tie on 9
    "KH 4C QD 4S",  # Banker Pair and a natural 8 for Banker
)
WALLS: Final = ((1920, 1080), (3840, 2160))

SHARES: Final = """() => {
  const share = (node) => parseFloat(getComputedStyle(node).fontSize) / innerHeight;
  const all = "main p, main dt, main dd, main h2 span, main li, main figcaption";
  const texts = [...document.querySelectorAll(all)]
    .filter((node) => node.checkVisibility() && node.textContent.trim());
  const largest = texts.filter((node) => node.id === "phase" || node.matches("#limits dd"));
  const rest = texts.filter((node) => !largest.includes(node));
  return {
    result: share(document.querySelector("#phase")),
    limits: share(document.querySelector("#limits dd")),
    other: Math.max(...rest.map(share)),
    least: Math.min(...texts.map(share)),
    covered: [...document.querySelectorAll("main > *")]
      .filter((node) => node.getBoundingClientRect().bottom > innerHeight + 1)
      .map((node) => node.id || node.className),
  };
}"""
"""Text sizes as shares of the height of the display, and what would fall off its lower edge."""


@pytest.fixture(scope="module")
def floor(server: Served) -> Iterator[Floor]:
    """Let the manager run a table that has a history."""
    made = Floor(server)
    for table, game in (
        ("wall", "rws-tiger-buffalo"),
        ("wall-plus", "rws-tiger-buffalo-insurance"),
    ):
        made.opens_table(table, game)
        made.does("manager", table, "LoadCards")
    for cards in ROUNDS:
        made.deals("wall", cards)
    yield made
    for client in made.people.values():
        client.close()


def count(page: Page, name: str) -> Any:
    return expect(page.locator(f"#statistics .{name} dd"))


def beads(page: Page) -> Any:
    return expect(page.locator(".road.bead svg > g"))


def test_the_wall_shows_the_shoe_and_takes_back_a_void_round(
    floor: Floor, opens: Opens, look: Look
) -> None:
    page = opens(*WALLS[0])
    page.goto(f"{floor.server.base}/t/wall/board")
    beads(page).to_have_count(len(ROUNDS))
    for name, number in (("rounds", 4), ("banker", 2), ("player", 1), ("tie", 1), ("natural", 3)):
        count(page, name).to_have_text(str(number))
    for name, number in (("player_pair", 1), ("banker_pair", 1), ("tiger", 1), ("buffalo", 0)):
        count(page, name).to_have_text(str(number))
    expect(page.locator(".road.bead .tiger")).to_have_count(1)
    expect(page.locator(".road.big .tie")).to_have_count(1)
    look(page, "board-rounds")

    floor.deals("wall", "KH 2D 8C 3S", settle=False)
    expect(page.locator("#phase")).to_have_attribute("data-winner", "player")
    expect(page.locator("#also")).to_contain_text("閒")
    look(page, "board-result")
    floor.does("manager", "wall", "Settle")
    beads(page).to_have_count(5)
    count(page, "natural").to_have_text("4")
    floor.does("manager", "wall", "Rule", effect="void", reason="a card of another set was found")
    beads(page).to_have_count(4)
    count(page, "natural").to_have_text("3")
    expect(page.locator("#phase")).to_have_text("Void")
    look(page, "board-void")


def test_hints_are_switched_and_stay_as_they_are(floor: Floor, opens: Opens, look: Look) -> None:
    page = opens(*WALLS[0])
    page.goto(f"{floor.server.base}/t/wall/board")
    expect(page.locator("#hint")).to_be_hidden()
    press(page.locator("#hints"))
    marks = page.locator("#hint .mark")
    expect(marks).to_have_count(6)
    told = page.request.get(f"{floor.server.base}/api/tables/wall/roads").json()["hints"]
    shown = [marks.nth(place).get_attribute("aria-label") or "" for place in range(6)]
    expected = [
        told[side][road] or "–"
        for side in ("banker", "player")
        for road in ("big_eye", "small", "cockroach")
    ]
    assert [text.rpartition(" ")[2] for text in shown] == expected
    look(page, "board-hints")
    page.reload()
    expect(page.locator("#hint")).to_be_visible()


@pytest.mark.clause("tb4:3.4", "tbi1:3.4")
@pytest.mark.parametrize(("width", "height"), WALLS)
def test_result_and_limits_can_be_read_across_the_room(
    floor: Floor, opens: Opens, width: int, height: int
) -> None:
    page = opens(width, height)
    page.goto(f"{floor.server.base}/t/wall/board")
    beads(page).to_have_count(4)
    amounts = page.locator("#limits dd")
    expect(amounts).to_have_text(
        [f"{LIMITS[name] // 100:,}" for name in ("minimum", "maximum", "differential")]
    )
    shares = page.evaluate(SHARES)
    assert shares["covered"] == []
    assert min(shares["result"], shares["limits"]) > 0.07
    assert min(shares["result"], shares["limits"]) > shares["other"]
    assert shares["least"] > 0.018


@pytest.mark.clause("tbi1:3.12", "tbi1:4.2.2")
def test_the_wall_shows_the_odds_of_insurance_other_limits_and_notices(
    floor: Floor, opens: Opens, look: Look
) -> None:
    table = "wall-plus"
    page = opens(*WALLS[0])
    page.goto(f"{floor.server.base}/t/{table}/board")
    floor.does(
        "manager", table, "SetLimits", limits={"minimum": 10_000, "differential": 99_999_900}
    )
    expect(page.locator("#limits dd")).to_have_text(["100", "999,999"])
    floor.seats(table, "Ann wall", "1")
    floor.does("manager", table, "PostNotice", text="Last shoe of the night")
    floor.does("manager", table, "CallForBets")
    floor.does("Ann wall", table, "PlaceWager", box="1", bet="player", stake=10_000)
    floor.does("manager", table, "CloseBets")
    for card in ("KH", "2D", "5C", "2S"):
        floor.does("manager", table, "DrawCard", card=card)
    floor.does("manager", table, "OpenInsurance")
    expect(page.locator("#phase")).to_have_text("Insurance: Player 3:2")
    expect(page.locator("#notices")).to_contain_text("Last shoe of the night")
    look(page, "board-insurance")
    assert page.evaluate(SHARES)["covered"] == []
