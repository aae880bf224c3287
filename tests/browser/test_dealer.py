"""The dealer's console: a dealer deals by keyboard alone, and what goes wrong has a way out."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opens
from tests.browser.looking import Look, press
from tests.browser.staffed import Floor
from tests.support.served import Served

RANKS: Final = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
HANDS: Final = 10
OPEN: Final = '#hands .card:not([data-face=""])'
TURN_UP: Final = ("The four initial cards", "Player's third card must", "Expose the cards")


@pytest.fixture(scope="module")
def floor(server: Served) -> Iterator[Floor]:
    """Put a dealer on the floor; the manager who opened it is above all the others."""
    made = Floor(server)
    made.hire("dora", "dealer")
    yield made
    for client in made.people.values():
        client.close()


def shuffled(seed: int) -> Iterator[str]:
    """Shuffle eight decks, the same way every time."""
    cards = [rank + suit for rank, suit in product(RANKS, "SHDC")] * 8
    random.Random(seed).shuffle(cards)
    return iter(cards)


def ready(floor: Floor, table: str, game: str, **more: Any) -> str:
    """Open a table with cards in the shoe and two patrons at it."""
    floor.opens_table(table, game, **more)
    floor.does("manager", table, "LoadCards")
    floor.seats(table, f"Ann {table}", "1")
    floor.seats(table, f"Bob {table}", "3")
    return table


def next_words(page: Page) -> str:
    return page.locator("#next-words").inner_text()


def moves_on(page: Page, before: str) -> None:
    """Wait until something else comes next."""
    expect(page.locator("#next-words")).not_to_have_text(before)


class AtTheKeyboard:
    """A dealer who never touches the mouse."""

    def __init__(self, page: Page, cards: Iterator[str]) -> None:
        self.page, self.cards, self.insured = page, cards, 0

    def types(self, card: str) -> None:
        self.page.keyboard.type(card.lower())

    def step(self, words: str, *, face_down: bool) -> None:
        """Do what the screen says comes next."""
        if words.startswith(TURN_UP) or (words.startswith("Draw") and not face_down):
            self.types(next(self.cards))
        else:
            self.page.keyboard.press("Space")

    def deals(self, *, face_down: bool, insures: bool = False) -> None:
        """Deal from "Place your Bets" to the money."""
        while True:
            words = next_words(self.page)
            if words.startswith('Call "Place'):
                return
            if words.startswith("Take bets"):
                return
            if insures and self.page.locator("#insuring").is_visible():
                self.lays_insurance()
                insures = False
            opened = self.page.locator(OPEN).count()
            self.step(words, face_down=face_down)
            if face_down and words.startswith(TURN_UP):
                # The words may stay as they are while one card after another is turned up.
                expect(self.page.locator(OPEN)).to_have_count(opened + 1)
            else:
                moves_on(self.page, words)

    def lays_insurance(self) -> None:
        self.page.keyboard.press("i")
        self.page.keyboard.type("30")
        self.page.keyboard.press("Enter")
        expect(self.page.locator("#insuring .status").first).to_contain_text("✓")
        self.page.keyboard.press("Escape")
        self.insured += 1


def paid(page: Page) -> dict[str, int]:
    """Read what the console says is taken, returned and paid, in cents."""
    sums = page.locator(".payout h3 b").all_inner_texts()
    assert len(sums) == 3
    taken, returned, given = (round(float(text.replace(",", "")) * 100) for text in sums)
    return {"lose": taken, "push": returned, "win": given}


def owed(lines: list[dict[str, Any]]) -> dict[str, int]:
    """Add up what the settlement says."""
    due = {"lose": "stake", "push": "returned", "win": "profit"}
    return {
        result: sum(line[due[result]] for line in lines if line["result"] == result)
        for result in due
    }


@pytest.mark.parametrize(
    ("game", "more"),
    [
        ("rws-tiger-buffalo-insurance", {}),
        ("mbs-tiger-no-commission", {"method": "A", "face": "down"}),
    ],
)
def test_ten_hands_by_keyboard_alone(
    floor: Floor, opens: Opens, look: Look, game: str, more: dict[str, Any]
) -> None:
    table = ready(floor, f"keys-{game[:3]}", game, **more)
    face_down = bool(more)
    page = floor.page(opens, "dora", f"/t/{table}/dealer")
    dealer = AtTheKeyboard(page, shuffled(7))
    for number in range(1, HANDS + 1):
        expect(page.locator("#next-words")).to_contain_text('Call "Place your Bets')
        page.keyboard.press("Space")
        expect(page.locator("#phase")).to_have_attribute("data-phase", "betting")
        for patron, box, bet, stake in (
            (f"Ann {table}", "1", "banker", 20_000),
            (f"Ann {table}", "1", "tie", 2_500),
            (f"Bob {table}", "3", "player", 10_000),
        ):
            floor.does(patron, table, "PlaceWager", box=box, bet=bet, stake=stake)
        expect(page.locator(".at-box em").first).to_have_text("225")
        page.keyboard.press("n")
        moves_on(page, 'Take bets, then call "No more Bets"')
        dealer.deals(face_down=face_down, insures=not dealer.insured)
        settled = floor.view(table)["round"]
        assert settled["number"] == number
        assert settled["paid"], f"round {number} is not paid: {settled}"
        assert paid(page) == owed(settled["lines"])
    assert floor.view(table)["rounds"] == HANDS
    assert bool(dealer.insured) is (not face_down)
    look(page, f"dealer-paid-{game}")


def test_a_reader_names_the_cards_and_the_hand_takes_over(floor: Floor, opens: Opens) -> None:
    table = ready(floor, "read", "rws-tiger-buffalo", shoe="reader")
    page = floor.page(opens, "dora", f"/t/{table}/dealer")
    for key, before in (
        (" ", 'Call "Place your Bets, please"'),
        ("n", 'Take bets, then call "No more Bets"'),
    ):
        expect(page.locator("#next-words")).to_have_text(before)
        page.keyboard.press(key)
    expect(page.locator("#card-label")).to_contain_text("The reader names the cards")
    floor.does("dora", table, "DrawCard", card="9H")  # the device, at the same endpoint
    expect(page.locator("#hands .player .card")).to_have_attribute("data-face", "9H")
    page.keyboard.type("kd")
    expect(page.locator("#hands .banker .card")).to_have_attribute("data-face", "KD")


def test_a_question_takes_the_place_of_the_cards(floor: Floor, opens: Opens, look: Look) -> None:
    table = ready(floor, "asked", "rws-tiger-buffalo")
    page = floor.page(opens, "dora", f"/t/{table}/dealer")
    floor.does("dora", table, "CallForBets")
    floor.does(f"Ann {table}", table, "PlaceWager", box="1", bet="banker", stake=20_000)
    floor.does("dora", table, "CloseBets")
    for card in ("2H", "KD", "3C", "5S"):
        floor.does("dora", table, "DrawCard", card=card)
    expect(page.locator("#entry-section")).to_be_visible()
    page.keyboard.press("w")
    press(page.locator('#menu [data-kind="drawn_together_order_unknown"]'))
    page.locator('#trouble [name="drawn"]').fill("7S 4C")
    page.locator('#trouble [name="face"]').check()
    press(page.locator("#trouble button.yes"))
    order = page.locator("#decision").get_by_role("button", name="5. 7S → 6. 4C")
    expect(order).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#decision .who").last).to_contain_text("Pit supervisor or above")
    expect(page.locator("#entry-section")).to_be_hidden()
    look(page, "dealer-question")
