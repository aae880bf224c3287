"""Somebody new, on a phone, without an account: a whole round, and why it ended so."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from punto.rules import rulebooks
from tests.browser.conftest import Opens
from tests.browser.looking import Look
from tests.support.served import Served

PHONE: Final[dict[str, Any]] = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
MOST_ROUNDS: Final = 200
"""Insurance comes in about one round of four; so many without any do not happen."""
MOST_STEPS: Final = 20


def sits_down(page: Page, server: Served, key: str) -> None:
    """Come in by the front door, as anybody does."""
    page.goto(server.base)
    page.locator(f'a.go[href="/t/practice-{key}"]').tap()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Sit down").tap()
    expect(page.locator("#balance")).to_have_text("10,000")


def until_bets(page: Page) -> None:
    """Wait for the call, then stop the time."""
    expect(page.locator("#phase")).to_have_attribute("data-phase", "betting")
    page.locator("#pause").tap()
    expect(page.locator("#run")).to_be_visible()


def bets(page: Page, *names: str) -> None:
    for name in names:
        area = page.locator(f'[data-bet="{name}"]')
        area.tap()
        expect(area.locator(".pile")).to_be_visible()


def step(page: Page) -> str:
    """Let the dealer take one step; return what he says of it."""
    words = page.locator("#next")
    before = words.inner_text()
    page.locator("[data-dealer=step]").tap()
    expect(words).not_to_have_text(before)
    return words.inner_text()


def money(page: Page, place: str) -> int:
    return round(float(page.locator(place).inner_text().replace(",", "")) * 100)


@pytest.mark.parametrize("key", [b.key for b in rulebooks().values() if b.insurance_rows])
def test_a_newcomer_plays_a_round_with_insurance_step_by_step(
    server: Served, opens: Opens, look: Look, key: str
) -> None:
    page = opens(**PHONE)
    sits_down(page, server, key)
    insured, had = False, 0
    until_bets(page)
    for _ in range(MOST_ROUNDS):
        expect(page.locator("#next")).to_contain_text("tap a bet")
        had = money(page, "#balance")
        bets(page, "player", "banker")
        said: list[str] = []
        while page.locator("#phase").get_attribute("data-phase") != "idle":
            said.append(step(page))
            assert re.search(rf"\b{key}:\d", said[-1]), f"no clause: {said[-1]}"
            assert len(said) < MOST_STEPS
            if page.locator("#prompt").is_visible() and insured:
                page.locator("#prompt .no").tap()  # a second offer in the same round
                expect(page.locator("#prompt")).to_be_hidden()
            elif page.locator("#prompt").is_visible():
                insured = True
                look(page, f"newcomer-insurance-{key}")
                expect(page.locator("#prompt .offer h2 b").first).to_have_text(re.compile(r"\d:\d"))
                expect(page.locator("#prompt .offer p").first).to_contain_text("Up to 25")
                assert page.locator("#prompt .no").bounding_box() is not None
                page.locator("#prompt .yes").first.tap()
                expect(page.locator("#staked")).to_have_text("75")
        assert any("Player" in words and "Banker" in words for words in said)
        if insured:
            break
        while page.locator("#phase").get_attribute("data-phase") != "betting":
            step(page)
    assert insured

    expect(page.locator("#last-title")).to_contain_text("Round")
    lines = page.locator("#lines li")
    expect(lines).to_have_count(3)
    assert page.locator(".area.is-win").count() <= 1
    page.locator("#why").tap()
    told = page.locator("#round")
    expect(told).to_contain_text("Insurance")
    expect(told).to_contain_text("first two cards")
    total = re.search(r"staked \$(\d+) and got back \$([\d.]+)", told.inner_text())
    assert total is not None
    gain = round((float(total[2]) - float(total[1])) * 100)
    look(page, f"newcomer-why-{key}")
    told.get_by_role("button", name="Close").tap()
    assert money(page, "#balance") == had + gain
    page.locator("#language").tap()
    page.locator("#strip button").last.tap()
    expect(told).to_contain_text("共下注 75")
    look(page, f"newcomer-why-{key}-zh")


def steps_to(page: Page) -> dict[str, Any]:
    """Let the dealer take one step, and wait until the page shows what came of it."""
    with page.expect_response("**/dealer") as told:
        page.locator("[data-dealer=step]").tap()
    view: dict[str, Any] = told.value.json()["view"]
    expect(page.locator("#phase")).to_have_attribute("data-phase", view["phase"])
    return view


def held(view: dict[str, Any]) -> bool:
    """Tell whether a Hand lies before the patron, face down."""
    hands = view["round"]["hands"].values() if view["round"] else ()
    return any(
        hand["handler"] and any(one["card"] is None for one in hand["cards"]) for hand in hands
    )


@pytest.mark.parametrize("key", ["tb4", "mbs5"])
def test_a_newcomer_squeezes_the_cards(server: Served, opens: Opens, look: Look, key: str) -> None:
    page = opens(**PHONE)
    sits_down(page, server, key)
    page.locator("#pause").tap()
    page.locator("#face").tap()
    expect(page.locator("#face")).to_have_attribute("aria-pressed", "true")
    while (view := steps_to(page))["setup"]["face"] != "down" or view["phase"] != "betting":
        pass
    bets(page, "banker")
    while not held(steps_to(page)):
        pass
    expect(page.locator(".handle")).to_have_count(2)
    look(page, f"newcomer-squeeze-{key}")
    box = page.locator(".card:has(.handle)").first.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] - 4
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 60, steps=6)
    bent = page.locator(".card.held")
    expect(bent).not_to_have_attribute("data-face", "")
    assert 0 < float(bent.evaluate("(card) => card.style.getPropertyValue('--peel')")) < 1
    look(page, f"newcomer-squeezing-{key}")
    page.mouse.move(x, y - 300, steps=3)
    page.mouse.up()
    expect(page.locator(".handle")).to_have_count(1)
    page.locator("#give-back").tap()  # the other one is the dealer's to turn
    expect(page.locator(".handle")).to_have_count(0)
    while steps_to(page)["phase"] != "idle":
        pass
    expect(page.locator("#lines li")).to_have_count(1)
