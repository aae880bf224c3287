"""Two patrons, a dealer and a pit manager in four browsers: every game, and what befalls it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from punto.core.policies import Ruling, SqueezeEntitled
from punto.core.rulebook import Kind, Rulebook
from punto.rules import rulebooks
from tests.browser.conftest import Opens
from tests.browser.looking import Look
from tests.browser.staffed import Floor
from tests.support.served import Served

CHIPS: Final = 500_000
BACKS: Final = '#hands .card[data-face=""]'


@pytest.fixture(scope="module")
def floor(server: Served) -> Iterator[Floor]:
    made = Floor(server)
    made.hire("dora", "dealer")
    made.hire("pia", "pit_manager")
    yield made
    for client in made.people.values():
        client.close()


@pytest.fixture(scope="module")
def seen() -> set[str]:
    """Remember which states have been looked at."""
    return set()


@dataclass(frozen=True, slots=True)
class Four:
    """Who is at the table, each at a page of his own; the reader sees the cards as they come."""

    floor: Floor
    table: str
    rules: Rulebook
    judge: Look
    seen: set[str]
    ann: Page
    bob: Page
    dora: Page
    pia: Page

    @property
    def patrons(self) -> dict[str, Page]:
        return {"Ann": self.ann, "Bob": self.bob}

    @property
    def pages(self) -> list[Page]:
        return [self.ann, self.bob, self.dora, self.pia]

    def look(self, page: Page, name: str) -> None:
        """Look at a state once in the colours of each house."""
        name = f"{name}-{self.rules.document.operator}"
        if name not in self.seen:
            self.seen.add(name)
            self.judge(page, name)

    def round(self) -> dict[str, Any]:
        found: dict[str, Any] = self.floor.view(self.table)["round"]
        return found

    def phase(self, name: str) -> None:
        for page in self.pages:
            expect(page.locator("#phase")).to_have_attribute("data-phase", name)

    def reads(self, *cards: str) -> None:
        """Let the reader say which card is drawn; it lies face down."""
        for drawn in cards:
            self.floor.does("dora", self.table, "DrawCard", card=drawn)
        number = sum(len(hand["cards"]) for hand in self.round()["hands"].values())
        expect(card(self.dora, number)).to_be_visible()

    def calls(self) -> None:
        self.dora.keyboard.press("b")
        self.phase("betting")

    def closes(self) -> None:
        self.dora.keyboard.press("n")
        self.phase("closed")

    def turns_up(self, *numbers: int) -> None:
        """Turn up what comes next in the dealer's order."""
        for number in numbers:
            self.dora.keyboard.press("u")
            for page in self.pages:
                expect(card(page, number)).not_to_have_attribute("data-face", "")

    def pays(self) -> None:
        self.dora.keyboard.press("r")
        self.phase("declared")
        self.dora.keyboard.press("s")
        self.phase("idle")


def card(page: Page, number: int) -> Locator:
    return page.locator(f'#hands .card[data-number="{number}"]')


def area(page: Page, bet: str) -> Locator:
    return page.locator(f'[data-bet="{bet}"]')


def lies(page: Page, bet: str, amount: str) -> None:
    """Wait until the chips on a bet are those."""
    expect(area(page, bet).locator(".lies text").last).to_have_text(amount)


def peel(page: Page, number: int) -> None:
    """Pull a card up from its near edge, as far as it goes."""
    box = card(page, number).bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] - 4
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - box["height"] * 0.4, steps=4)
    expect(card(page, number)).not_to_have_attribute("data-face", "")
    page.mouse.move(x, y - box["height"] * 3, steps=4)
    page.mouse.up()
    expect(card(page, number).locator(".handle")).to_have_count(0)


def drag(page: Page, chip: Locator, target: Locator) -> None:
    box = target.bounding_box()
    assert box is not None
    chip.hover()
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
    page.mouse.up()


@pytest.fixture(params=rulebooks())
def four(
    request: pytest.FixtureRequest, floor: Floor, opens: Opens, look: Look, seen: set[str]
) -> Four:
    """Open a table, seat two patrons through the pages, and man it."""
    rules = rulebooks()[request.param]
    table = floor.opens_table(
        f"four-{rules.key}",
        rules.id.partition("@")[0],
        shoe="reader",
        face="down",
        method=next(
            name
            for name, method in rules.policies.methods.items()
            if method.player_handles_cards.value and not method.player_draws.value
        ),
    )
    floor.does("manager", table, "LoadCards")
    dora = floor.page(opens, "dora", f"/t/{table}/dealer")
    expect(dora.locator("#next-words")).not_to_be_empty()
    dora.keyboard.press("p")
    seated = {}
    for name, box, how in (
        ("Ann", "1", {"width": 390, "height": 844, "has_touch": True}),
        ("Bob", "3", {}),
    ):
        patron = f"{name} {rules.key}"
        dora.locator("#buy-in [name=patron]").fill(patron)
        dora.locator("#buy-in [name=amount]").fill(str(CHIPS // 100))
        dora.locator("#buy-in button").click()
        expect(dora.locator("#bought")).to_contain_text(patron)
        dora.locator("#invite [name=patron]").fill(patron)
        dora.locator("#invite-box").select_option(box)
        dora.locator("#invite button").click()
        expect(dora.locator("#code")).not_to_be_empty()
        page = opens(**how)
        page.goto(f"{floor.server.base}/t/{table}")
        page.locator("#token").fill(dora.locator("#code").inner_text())
        page.locator("#sit button").click()
        expect(page.locator("#balance")).to_have_text("5,000")
        dora.locator("#code").evaluate("(code) => { code.textContent = ''; }")
        seated[name] = page
    dora.keyboard.press("p")
    pia = floor.page(opens, "pia", f"/t/{table}/dealer")
    expect(pia.locator("#next-words")).not_to_be_empty()
    return Four(
        floor=floor,
        table=table,
        rules=rules,
        judge=look,
        seen=seen,
        ann=seated["Ann"],
        bob=seated["Bob"],
        dora=dora,
        pia=pia,
    )


def shows_its_money(four: Four, before: dict[str, int]) -> dict[str, int]:
    """Hold what both pages show to the lines of the settlement; return the new balances."""
    lines = four.round()["lines"]
    after = {}
    for name, page in four.patrons.items():
        own = [line for line in lines if line["patron"].startswith(name)]
        gain = sum(line["returned"] - line["stake"] for line in own)
        after[name] = before[name] + gain
        expect(page.locator("#balance")).to_have_text(f"{after[name] / 100:,.0f}")
        expect(page.locator("#staked")).to_have_text("0")
        for line in own:
            if line["bet"] in four.rules.bets:
                lit = r"is-" + {"win": "win", "lose": "lose", "push": "push"}[line["result"]]
                expect(area(page, line["bet"])).to_contain_class(lit)
    return after


def test_whatever_befalls_a_table(four: Four) -> None:
    money = {"Ann": CHIPS, "Bob": CHIPS}
    for page in four.pages:
        page.evaluate("window.neverReloaded = true")
    bets(four)
    squeezes(four)
    insures(four)
    loses_power(four)
    four.reads("8C")
    four.ann.locator(".handle").focus()
    four.ann.keyboard.press("Enter")  # who cannot drag turns it up with a key
    four.phase("complete")
    four.pays()
    money = shows_its_money(four, money)
    four.look(four.ann, "seat-paid")

    money = misdeal(four, money)
    void(four, money)
    assert all(page.evaluate("window.neverReloaded") for page in four.pages)


def bets(four: Four) -> None:
    """Tap, click and drag chips onto the layout; take one back."""
    ann, bob = four.ann, four.bob
    four.calls()
    ann.locator("#chips button").nth(1).tap()
    for _ in range(3):
        area(ann, "player").tap()
    lies(ann, "player", "150")
    area(ann, "banker").tap()
    lies(ann, "banker", "50")
    ann.locator("#undo").tap()
    expect(area(ann, "banker").locator(".pile")).to_have_count(0)
    area(bob, "player").click()
    drag(bob, bob.locator("#chips button").nth(2), area(bob, "tie"))
    lies(bob, "tie", "100")
    lies(bob, "player", "50")
    expect(area(bob, "player").locator(".others")).to_have_text("●1")


def squeezes(four: Four) -> None:
    """Hand Player's cards to the one who is entitled; everybody sees them turn."""
    ann, pia = four.ann, four.pia
    four.closes()
    if four.rules.policies.squeeze.entitled.value is SqueezeEntitled.HIGHEST_ON_TABLE:
        four.bob.locator("#ask").click()
        expect(four.bob.locator("#refusal")).to_contain_text("highest bet")
        ann.locator("#ask").tap()
        expect(pia.locator("#asked")).to_contain_text("Ann")
        pia.keyboard.press("p")
        pia.locator("[data-act=PermitSqueeze][data-side=player]").click()
        expect(pia.locator("#asked")).to_be_empty()
        pia.keyboard.press("p")
    four.reads("2H", "KS", "3D", "4C")
    expect(four.bob.locator(BACKS)).to_have_count(4)
    four.dora.keyboard.press("p")
    four.dora.locator("[data-act=PassCards][data-side=player]").click()
    expect(ann.locator(".handle")).to_have_count(2)
    expect(four.bob.locator(".handle")).to_have_count(0)
    four.dora.keyboard.press("p")
    four.look(four.ann, "seat-squeeze")
    for number, face in ((1, "2H"), (3, "3D")):
        peel(ann, number)
        for page in four.pages:
            expect(card(page, number)).to_have_attribute("data-face", face)
    four.turns_up(2, 4)


def insures(four: Four) -> None:
    """Offer Insurance where the game has it: one takes it, the other does not."""
    if not four.rules.insurance_rows:
        expect(four.ann.locator("#prompt")).to_be_hidden()
        return
    ann, bob = four.ann, four.bob
    expect(four.dora.locator("#next-words")).to_have_text("Offer Insurance")
    four.dora.keyboard.press("i")
    expect(bob.locator("#prompt .offer")).to_contain_text("50")
    expect(ann.locator("#prompt .offer")).to_contain_text("150")
    four.look(four.ann, "seat-insurance")
    ann.locator("#prompt .yes").tap()
    bob.locator("#prompt .no").click()
    expect(ann.locator("#prompt")).to_be_hidden()
    expect(bob.locator("#prompt")).to_be_hidden()
    expect(ann.locator("#staked")).to_have_text("300")
    expect(bob.locator("#staked")).to_have_text("150")


def loses_power(four: Four) -> None:
    """Cut the server's power in the middle of the round; it waits for a word (I-99)."""
    before = four.round()
    shown = {name: page.locator("#balance").inner_text() for name, page in four.patrons.items()}
    four.floor.server.kill()
    for page in four.pages:
        expect(page.locator("#line")).to_be_visible()
    four.look(four.ann, "seat-line-down")
    four.floor.server.start()
    for page in four.pages:
        expect(page.locator("#line")).to_be_hidden()
    for name, page in four.patrons.items():
        expect(page.locator("#phase")).to_have_text("Interrupted")
        expect(page.locator("#balance")).to_have_text(shown[name])
    after = four.round()
    assert after["wagers"] == before["wagers"]
    assert after["insurances"] == before["insurances"]
    decision = four.pia.locator("#decision")
    decision.locator("input").fill("no card was touched")
    decision.get_by_role("button", name="Play goes on").click()
    four.phase("dealing")


def misdeal(four: Four, money: dict[str, int]) -> dict[str, int]:
    """Report it through the menu; each patron says what becomes of his bets."""
    ann, bob, dora = four.ann, four.bob, four.dora
    kind, drawn, rest = next(
        (kind, drawn, rest)
        for kind, drawn, rest in (
            (Kind.CARD_IN_EXCESS, "10D", ("4H", "2C")),
            (Kind.DRAWN_TOGETHER, "4H 2C", ()),
        )
        if four.rules.irregularities[kind].open in (Ruling.OPTIONS, Ruling.WITHDRAW)
    )
    four.calls()
    ann.locator("#repeat").tap()
    bob.locator("#repeat").click()
    lies(ann, "player", "150")
    lies(bob, "tie", "100")
    four.closes()
    four.reads("KS", "KD", *rest)
    dora.keyboard.press("w")
    dora.locator(f'#menu [data-kind="{kind}"]').click()
    dora.locator("#trouble [name=drawn]").fill(drawn)
    four.look(four.dora, "dealer-misdeal")
    for said in dora.locator("#trouble dd").all():
        expect(said).not_to_be_empty()
    dora.locator("#trouble .yes").click()
    expect(dora.locator("#trouble")).to_be_hidden()
    dora.keyboard.press("w")
    if four.rules.irregularities[kind].needs == "judgement":
        decision = four.pia.locator("#decision")
        decision.locator("input").fill("it was drawn fifth")
        decision.get_by_role("button", name="They can be put in order").click()
    four.phase("choosing")
    four.look(four.ann, "seat-options")
    ann.locator("#prompt button").first.tap()
    bob.locator("#prompt button").last.click()
    for name in four.patrons:
        row = dora.locator("#decision .choosers li", has_text=name)
        expect(row).to_contain_text("✓")
    dora.keyboard.press("g")
    four.phase("dealing")
    four.turns_up(1, 3, 2, 4)
    if four.rules.irregularities[kind].open is Ruling.WITHDRAW:
        four.reads("10D")  # else it is the card in excess, which has found its place
    four.turns_up(5)
    four.reads("5H")
    four.turns_up(6)
    four.phase("complete")
    four.pays()
    after = shows_its_money(four, money)
    assert after["Bob"] == money["Bob"]
    assert after["Ann"] == money["Ann"] - 15_000
    return after


def void(four: Four, money: dict[str, int]) -> None:
    """Let the pit manager report what makes a round void: every bet goes back."""
    four.calls()
    four.ann.locator("#repeat").tap()
    lies(four.ann, "player", "150")
    four.closes()
    four.reads("9S")
    four.pia.keyboard.press("w")
    four.pia.locator(f'#menu [data-kind="{Kind.FOREIGN_CARD}"]').click()
    four.pia.locator("#trouble .yes").click()
    for page in four.patrons.values():
        expect(page.locator("#phase")).to_contain_text("Void")
    assert four.round()["void"]
    assert shows_its_money(four, money) == money
    four.look(four.bob, "seat-void")
