"""The pit's console: tables at a glance, what they may cost, what waits for a word, who works."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from punto.core.composition import fresh
from punto.odds.drawing import drawing
from punto.odds.given import Shown, joint_given
from punto.odds.portfolio import exposure
from punto.rules import find
from tests.browser.conftest import Opens
from tests.browser.looking import Look, press
from tests.browser.staffed import PASSWORD, Floor
from tests.support.served import Served

BOOK: Final = {"banker": 150_000, "tie": 10_000, "player": 40_000, "small_tiger": 5_000}
OWN: Final = "chosen by its holder"
ALL_TENS: Final = "KH KD QH QD JH JD"


@pytest.fixture(scope="module")
def floor(server: Served) -> Iterator[Floor]:
    """Put staff of every rank on the floor."""
    made = Floor(server)
    made.hire("dora", "dealer")
    made.hire("sue", "pit_supervisor")
    made.hire("paul", "pit_supervisor")
    made.hire("anna", "auditor")
    yield made
    for client in made.people.values():
        client.close()


def runs(floor: Floor, table: str, game: str = "rws-tiger-buffalo", **more: Any) -> str:
    """Open a table with cards in the shoe and a patron at box 1."""
    floor.opens_table(table, game, **more)
    floor.does("manager", table, "LoadCards")
    floor.seats(table, f"Ann {table}", "1")
    return table


def begins(floor: Floor, table: str, cards: str, bet: str = "player") -> None:
    """Take a bet and deal these cards."""
    floor.does("manager", table, "CallForBets")
    floor.does(f"Ann {table}", table, "PlaceWager", box="1", bet=bet, stake=10_000)
    floor.does("manager", table, "CloseBets")
    for card in cards.split():
        floor.does("manager", table, "DrawCard", card=card)


def pit(floor: Floor, opens: Opens, who: str = "manager", **how: Any) -> Page:
    return floor.page(opens, who, "/pit", **how)


def tile(page: Page, table: str) -> Locator:
    return page.locator(f'#tables > [data-key="{table}"]')


def choose(page: Page, table: str) -> None:
    """Look closer, by keyboard."""
    press(tile(page, table).locator(".closer"))
    expect(page.locator("#chosen-title")).to_have_text(table)
    expect(page.locator("#chosen-title")).to_be_focused()


def opened(page: Page, name: str) -> Locator:
    """Open a part of the panel by keyboard."""
    part = page.locator(f"#{name}")
    press(part.locator("summary").first)
    return part


def dollars(cents: int) -> str:
    """Write an amount as the page does."""
    sign = "+" if cents > 0 else "−" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100:,}"


def test_a_manager_opens_a_table_and_closes_it(floor: Floor, opens: Opens, look: Look) -> None:
    page = pit(floor, opens)
    press(page.locator("#to-table"), "ArrowLeft")  # round to the last of the tabs
    expect(page.locator("#to-open")).to_be_focused()
    form = page.locator("#open")
    form.locator('[name="name"]').fill("High")
    form.locator('[name="id"]').fill("high")
    form.locator("#open-game").select_option("mbs-tiger-no-commission")
    form.locator("#open-method").select_option("B")
    form.locator('[name="maximum"]').fill("5000")
    look(page, "pit-opening-a-table")
    press(form.get_by_role("button"))
    expect(page.locator("#chosen-title")).to_have_text("High")
    assert floor.view("high")["setup"]["method"] == "B"

    part = opened(page, "openings")
    press(part.locator('[data-type="LoadCards"]'))
    expect(tile(page, "high").locator(".next")).to_contain_text("Place your Bets")
    limits = part.locator('[data-type="SetLimits"]')
    limits.locator("input").first.fill("50")
    press(limits.locator("button"))
    expect(page.locator("#feed")).to_contain_text("High · Other limits are shown · manager")
    assert floor.view("high")["setup"]["limits"]["minimum"] == 5_000
    notice = opened(page, "posted")
    notice.locator("input").fill("Closes at four")
    press(notice.locator("input"))
    expect(page.locator("#feed")).to_contain_text("Notice: Closes at four")
    assert floor.view("high")["notices"] == ["Closes at four"]
    take = notice.get_by_role("button", name="Take down: Closes at four")
    look(page, "pit-notices")
    press(take)
    expect(page.locator("#feed")).to_contain_text("Notice taken down: Closes at four")
    expect(take).to_have_count(0)
    expect(notice.locator("summary")).to_be_focused()
    assert floor.view("high")["notices"] == []

    press(part.locator('[data-type="CloseTable"]'))
    expect(tile(page, "high").locator(".phase")).to_have_text("The table is closed")
    again = part.locator('[data-type="OpenTable"]')
    again.locator("select").nth(1).select_option("C")
    press(again.locator("button"))
    expect(page.locator("#chosen-problem")).to_contain_text("mbs5:3.8")  # not outside the HLGA
    again.locator("select").nth(1).select_option("A")
    press(again.locator("button"))
    expect(tile(page, "high").locator(".phase")).to_have_text("Between rounds")


def test_one_line_tells_of_tables_that_others_open(floor: Floor, opens: Opens) -> None:
    lines: list[str] = []
    page = opens()
    page.on("websocket", lambda line: lines.append(line.url))
    page.goto(f"{floor.server.base}/pit")
    expect(page.locator("#tables > [data-key] .phase:not(:empty)").nth(3)).to_be_visible()
    runs(floor, "elsewhere")
    expect(tile(page, "elsewhere").locator(".phase")).to_have_text("Between rounds")
    floor.does("manager", "elsewhere", "CallForBets")
    expect(tile(page, "elsewhere").locator(".phase")).not_to_have_text("Between rounds")
    assert [line.partition("?")[0].partition("/api")[2] for line in lines] == ["/live"]


def test_a_manager_hires_gives_roles_and_takes_them_away(
    floor: Floor, opens: Opens, look: Look
) -> None:
    page = pit(floor, opens)
    page.locator("#to-staff").click()
    hire = page.locator("#hire")
    hire.locator('[name="name"]').fill("nick")
    hire.locator('[name="password"]').fill(PASSWORD)
    hire.locator('[name="tables"]').fill("high")
    hire.locator('[name="until"]').fill("2099-01-01T04:00")
    press(hire.get_by_role("button"))
    row = page.locator("#staff li", has_text="nick")
    expect(row).to_contain_text("dealer (high; until")
    press(row.get_by_role("button"))
    dialog = page.locator("#trouble")
    press(dialog.get_by_role("button", name="Another role"))
    dialog.locator("fieldset select").last.select_option("auditor")
    look(page, "pit-roles")
    press(dialog.get_by_role("button", name="Save").first)
    expect(row).to_contain_text("auditor (all tables)")
    with floor.server.client() as anybody:
        body = {"name": "nick", "password": PASSWORD}
        assert anybody.post("/api/login", json=body).is_success
        press(row.get_by_role("button"))
        press(dialog.get_by_role("button", name="Disable the account"))
        expect(row).to_contain_text("disabled")
        assert anybody.post("/api/login", json=body).status_code == 401
    page.locator("#language").click()
    expect(row).to_contain_text("稽核")
    below = pit(floor, opens, "sue")
    below.locator("#to-staff").click()
    expect(below.locator("#staff-why")).to_contain_text("pit manager or above")
    below.locator("#language").click()
    expect(below.locator("#staff-why")).to_contain_text("賭區經理")
    expect(below.locator("#hire")).to_be_hidden()


def test_what_the_bets_may_cost_is_exact(floor: Floor, opens: Opens, look: Look) -> None:
    table = runs(floor, "cost")
    page = pit(floor, opens)
    choose(page, table)
    floor.does("manager", table, "CallForBets")
    for bet, stake in BOOK.items():
        floor.does(f"Ann {table}", table, "PlaceWager", box="1", bet=bet, stake=stake)
    rules = find("rws-tiger-buffalo")
    weights = joint_given(fresh(8), Shown(), drawing(rules.tableau))
    found = exposure(rules.columns, BOOK, weights)
    for winner in ("player", "banker", "tie"):
        least = min(one.house for one in found.results if one.outcome.winner.value == winner)
        expect(tile(page, table).locator(f".if-wins .{winner} dd")).to_have_text(
            dollars(round(least))
        )
        expect(page.locator(f".exposure .{winner} td").nth(1)).to_have_text(dollars(round(least)))
    press(page.locator("#chosen-exposure summary"))
    worst = page.locator(".classes li b")
    expect(worst.first).to_have_text(dollars(round(found.worst.house)))
    expect(worst).to_have_count(12)
    expect(page.locator("#chosen-boxes")).to_contain_text("Ann cost")
    expect(tile(page, table).locator(".room")).to_contain_text("Banker 18,900")
    look(page, "pit-exposure")


@pytest.mark.interpretation("I-90")
def test_a_card_known_too_early_is_weighed_and_acknowledged(
    floor: Floor, opens: Opens, look: Look
) -> None:
    table = runs(floor, "known")
    begins(floor, table, "KH 2D 8C 3S")
    seen = [{"card": "9D", "exposed": True}]
    floor.does("manager", table, "ReportIrregularity", kind="card_in_excess", drawn=seen)
    page = pit(floor, opens, "sue")
    press(page.locator("#waiting-list button", has_text=table))
    decision = page.locator("#chosen-decision")
    expect(decision).to_contain_text("Pit supervisor or above (tb4:5.8")
    decision.locator("input").fill("everybody saw it")
    press(decision.get_by_role("button", name="They can be put in order"))
    expect(decision).to_be_hidden()
    floor.does("manager", table, "Declare")
    floor.does("manager", table, "Settle")
    expect(tile(page, table).locator(".warnings")).to_contain_text("Known before the bets: 9D")
    expect(tile(page, table).locator(".warnings")).to_contain_text("Player +21")
    expect(page.locator("#chosen-known .loss")).to_contain_text("Player")
    look(page, "pit-known-card")
    part = opened(page, "openings")
    press(part.locator('[data-type="AcknowledgeExposedCard"]'))
    expect(page.locator("#waiting-list")).not_to_contain_text(table)


def test_insurance_worth_taking_is_told(floor: Floor, opens: Opens) -> None:
    table = runs(floor, "insured", "rws-tiger-buffalo-insurance")
    for _ in range(4):
        floor.deals(table, ALL_TENS)
    begins(floor, table, "KH 4D QC KS", "banker")
    page = pit(floor, opens)
    floor.does("manager", table, "OpenInsurance")
    odds = floor.asks("manager", "GET", f"/api/tables/{table}/odds")["insurance_offers"]
    assert odds[0]["edge_float"] < 0
    expect(tile(page, table).locator(".warnings")).to_contain_text(
        f"Insurance is worth taking: Banker +{-odds[0]['edge_float'] * 100:.1f} %"
    )


@pytest.mark.clause("mbs5:5.8.2.2")
def test_choices_and_rulings_go_to_whom_they_belong(floor: Floor, opens: Opens, look: Look) -> None:
    table = runs(floor, "ruled", "mbs-tiger-no-commission", method="B")
    floor.deals(table, "KH 2D 9C 3S")
    begins(floor, table, "2H KD 3C 5S")
    seen = [{"card": card, "exposed": True} for card in ("7S", "4C")]
    floor.does(
        "manager", table, "ReportIrregularity", kind="drawn_together_order_unknown", drawn=seen
    )
    below, above = pit(floor, opens, "sue"), pit(floor, opens)
    for page in (below, above):
        choose(page, table)
    refused = below.locator("#chosen-decision").get_by_role("button", name="→").first
    expect(refused).to_have_attribute("aria-disabled", "true")
    press(refused)
    expect(below.locator("#chosen-problem")).to_have_text("Pit manager or above")

    decision = above.locator("#chosen-decision")
    expect(decision).to_contain_text("mbs5:5.8.2.2")
    press(decision.get_by_role("button", name=f"Ann {table}: Play on"))
    expect(decision.locator(".choosers")).to_contain_text("✓ Play on")
    look(above, "pit-decision")
    press(decision.get_by_role("button", name="5.").first)
    expect(above.locator("#feed")).to_contain_text("The order of the cards is settled")
    expect(above.locator("#feed")).to_contain_text(f"Ann {table}: Play on · manager")

    opened(above, "rulings")
    press(above.locator('#menu [data-kind="not_covered"]'))
    dialog = above.locator("#trouble")
    dialog.get_by_label("Note").fill("a card fell to the floor")
    look(above, "pit-report")
    press(dialog.get_by_role("button", name="Report"))
    decision.get_by_label("Reason").fill("the cards were touched")
    expect(decision).to_contain_text("Shift manager or above (mbs5:6.1)")
    press(decision.get_by_role("button", name="The round is void"))
    expect(tile(above, table).locator(".phase")).to_have_text("Void")
    expect(above.locator("#feed")).to_contain_text("Ruling: The round is void")
    with floor.server.client() as anybody:
        assert anybody.get(f"/api/tables/{table}/roads").json()["counts"]["rounds"] == 1


def test_a_correction_of_money_takes_two(floor: Floor, opens: Opens) -> None:
    table = runs(floor, "money")
    other = pit(floor, opens, "paul")
    other.locator("#to-staff").click()
    old, new = other.get_by_label("Present password"), other.locator("#own [name=password]")
    for current, told in (("no password of his", "password is wrong"), (PASSWORD, "")):
        old.fill(current)
        new.fill(OWN)
        press(new)
        if told:
            expect(other.locator("#refusal")).to_contain_text(told)
    expect(other).to_have_url(f"{floor.server.base}/sign-in?next=/pit")
    page = pit(floor, opens)
    choose(page, table)
    expect(tile(page, table).locator("dd.drop")).to_have_text("50,000")
    part = opened(page, "counter")
    part.locator("select").select_option("correction")
    part.get_by_label("Patron").fill(f"Ann {table}")
    part.get_by_label("Amount").fill("-12.50")
    part.get_by_label("Reason").fill("paid twice")
    for name, password, told in (
        ("manager", floor.server.password, "takes two"),
        ("sue", PASSWORD, "sue chooses one first"),
        ("paul", OWN, ""),
    ):
        part.get_by_label("The second person", exact=True).fill(name)
        part.get_by_label("Password of the second person").fill(password)
        press(part.get_by_role("button"))
        if told:
            expect(page.locator("#chosen-problem")).to_contain_text(told)
    expect(part.locator("output")).to_have_text(f"Ann {table}: 49,987.50")


def test_who_only_watches_has_no_acts_and_who_reads_the_books_has_figures(
    floor: Floor, opens: Opens, look: Look
) -> None:
    table = runs(floor, "watched")
    page = opens(390, 844)
    page.goto(f"{floor.server.base}/pit")
    choose(page, table)
    expect(page.locator("#chosen-work")).to_be_hidden()
    expect(page.locator("#waiting")).to_be_hidden()
    expect(tile(page, table).locator("dd.drop")).to_have_text("–")
    look(page, "pit-watching-phone")
    reads = pit(floor, opens, "anna")
    choose(reads, table)
    expect(tile(reads, table).locator("dd.drop")).to_have_text("50,000")
    expect(reads.locator("#chosen-work")).to_be_hidden()


@pytest.mark.interpretation("I-99")
def test_after_a_power_failure_the_page_asks_who_may_decide(
    floor: Floor, opens: Opens, look: Look
) -> None:
    table = runs(floor, "dark")
    begins(floor, table, "KH 2D")
    low, high = pit(floor, opens, "dora"), pit(floor, opens, "sue")
    for page in (low, high):
        choose(page, table)
    floor.server.kill()
    expect(high.locator("#line")).to_be_visible()
    floor.server.start()
    expect(high.locator("#waiting-list")).to_contain_text("Why did the server stop?")
    expect(high.locator("#line")).to_be_hidden()
    look(high, "pit-interrupted")
    refused = low.locator("#chosen-decision").get_by_role("button", name="Play goes on")
    expect(refused).to_have_attribute("aria-disabled", "true")
    decision = high.locator("#chosen-decision")
    decision.locator("input").fill("two cards lie as they lay")
    press(decision.get_by_role("button", name="Play goes on"))
    expect(high.locator("#waiting-list")).not_to_contain_text(table)
    expect(tile(high, table).locator(".next")).to_contain_text("Draw Player's second card")
