"""The auditor's desk: rounds found, replayed, held to the record, proved and taken away."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import fields
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page, Response, Route, expect
from typer.testing import CliRunner

from punto.cli.app import app
from punto.core.limits import Limits
from punto.core.state import Setup
from punto.rules import clauses
from punto.service.host import TableConfig
from punto.store import codec
from punto.store.bundle import verify_bundle
from tests.browser.books import INSURED, NATURAL, SALON, TIGER, VAULT, VOID, keep_books
from tests.browser.conftest import Opens
from tests.browser.looking import Look
from tests.browser.staffed import PASSWORD, Floor
from tests.support.served import Served

ALL: Final = [f"{VAULT} 2", f"{VAULT} 1", *(f"{SALON} {n}" for n in (4, 3, 2, 1))]
SIZES: Final = {"phone": (360, 740), "desk": (1280, 800), "wall": (3840, 2160)}
OPEN_CARDS: Final = '#hands .card:not([data-face=""])'
MOST_KILOBYTES: Final = 100


@pytest.fixture(scope="module")
def floor(server: Served) -> Iterator[Floor]:
    """Play the rounds that are looked back at."""
    made = Floor(server)
    keep_books(made)
    yield made
    for client in made.people.values():
        client.close()


def done(page: Page, name: str = "rounds") -> None:
    """Wait until a search has come to its end."""
    expect(page.locator(f"#{name}")).to_have_attribute("aria-busy", "false")


def found(page: Page) -> list[str]:
    """Name the rounds that are on the page: the table and the number."""
    done(page)
    hrefs = [link.get_attribute("href") or "" for link in page.locator("#rounds a").all()]
    return [" ".join(href.split("/")[2:]) for href in hrefs]


def checked(page: Page) -> dict[str, str]:
    """Wait for the four verdicts and return them."""
    expect(page.locator('#holds li:not([data-how="checking"])')).to_have_count(4)
    return {
        item.get_attribute("data-check") or "": item.get_attribute("data-how") or ""
        for item in page.locator("#holds li").all()
    }


def round_page(floor: Floor, opens: Opens, number: int, table: str = SALON, **how: Any) -> Page:
    page = floor.page(opens, "Ada", f"/desk/{table}/{number}", **how)
    expect(page.locator("#books")).to_be_visible()
    return page


# --- finding ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "rounds"),
    [
        ({"table": SALON}, [4, 3, 2, 1]),
        ({"table": SALON, "patron": "ann"}, [3, 1]),
        ({"table": SALON, "winner": "banker"}, [INSURED, TIGER]),
        ({"table": SALON, "player_total": "9"}, [NATURAL]),
        ({"table": SALON, "banker_total": "6"}, [TIGER]),
        ({"table": SALON, "natural": True}, [NATURAL]),
        ({"table": SALON, "pair": "banker"}, [INSURED]),
        ({"table": SALON, "pays": "small_tiger"}, [TIGER]),
        ({"ending": "void"}, [VOID]),
        ({"decision": "Ruled", "by": "sum"}, [VOID]),
        ({"irregularity": "not_covered"}, [VOID]),
        ({"refused": True}, [TIGER]),
        ({"table": SALON, "since": "2001-02-03T04:05", "until": "2002-02-03T04:05"}, []),
    ],
)
def test_rounds_are_found_each_way_and_the_address_holds_the_question(
    floor: Floor, opens: Opens, asked: dict[str, Any], rounds: list[int]
) -> None:
    page = floor.page(opens, "Ada", "/desk")
    assert found(page) == ALL
    for name, value in asked.items():
        field = page.locator(f'#ask [name="{name}"]')
        if value is True:
            field.check()
        elif name in ("patron", "by", "since", "until"):
            field.fill(value)
        else:
            field.select_option(value)
    page.locator("#ask").get_by_role("button", name="Find").click()
    expected = [f"{SALON} {number}" for number in rounds]
    assert found(page) == expected
    expect(page.locator("#rounds-reached")).to_contain_text("everything has been looked at")
    expect(page.locator("#rounds-none")).to_be_visible(visible=not rounds)

    page.goto(page.url)
    assert found(page) == expected
    page.locator("#ask [data-clear]").click()
    assert found(page) == ALL
    page.go_back()
    assert found(page) == expected


def test_a_search_comes_in_pieces_and_can_be_stopped(floor: Floor, opens: Opens) -> None:
    """The first pieces hold nothing; the third is held back until it has been stopped."""
    page = floor.page(opens, "Ada", "/desk")
    done(page)
    pieces = iter(["2026-03-01T20:00:00+08:00", "2026-02-28T20:00:00+08:00"])
    held: list[Route] = []

    def answer(route: Route) -> None:
        reached = next(pieces, None)
        if reached is None:
            held.append(route)
        else:
            route.fulfill(json={"rounds": [], "next": reached, "reached": reached})

    page.route("**/api/audit/rounds?*", answer)
    page.locator('#usual [data-query="refused=1"]').click()
    reached = page.locator("#rounds-reached")
    expect(reached).to_have_text("0 · Looking… looked back to 28 Feb 2026, 20:00:00")
    expect(page.locator("#rounds-more")).to_be_hidden()
    page.get_by_role("button", name="Stop").click()
    expect(reached).to_have_text("0 · stopped at 28 Feb 2026, 20:00:00")
    expect(page.locator("#announce")).to_contain_text("stopped at 28 Feb 2026")
    (route,) = held
    with page.expect_response("**/api/audit/rounds?*"):
        route.fulfill(json={"rounds": [], "next": None, "reached": None})
    expect(reached).to_have_text("0 · stopped at 28 Feb 2026, 20:00:00")
    more = page.get_by_role("button", name="Look further back")
    expect(more).to_be_focused()


def test_what_cannot_be_asked_is_said_beside_the_field(floor: Floor, opens: Opens) -> None:
    page = floor.page(opens, "Ada", "/desk?winner=house")
    expect(page.locator("#rounds-problem")).to_contain_text("winner is one of")
    expect(page.locator('#ask [name="winner"]')).to_have_value("house")
    page.locator('#ask [name="winner"]').select_option("tie")
    page.locator('#ask [name="since"]').focus()
    page.keyboard.press("1")  # a day that is only begun
    page.locator("#ask").get_by_role("button", name="Find").click()
    expect(page.locator('#ask [name="since"]')).to_be_focused()
    expect(page.locator('#ask [name="since"]')).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#wrong-since")).to_have_text("Write a day and a time.")


# --- replaying ----------------------------------------------------------------------------------


def test_a_round_is_replayed_by_keyboard(floor: Floor, opens: Opens) -> None:
    page = round_page(floor, opens, TIGER)
    checked(page)
    title = page.locator("#deed-title")
    expect(title).to_have_text("13 / 13 · Settle")
    expect(page.locator(OPEN_CARDS)).to_have_count(5)
    laid = page.locator("#laid li")
    expect(laid.nth(1)).to_contain_text("won 550 (22:1)")
    page.locator('[data-go="first"]').click()
    expect(title).to_have_text("1 / 13 · Call for bets")
    expect(page.locator(OPEN_CARDS)).to_have_count(0)
    expect(laid.nth(0)).to_contain_text("not yet")
    page.keyboard.press("ArrowRight")
    expect(laid.nth(0)).to_contain_text("in play")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(title).to_have_text("5 / 13 · Place wager")
    expect(page.locator("#deed-body .refused")).to_contain_text("the table has no box '9'")
    expect(page.locator("#deed-body .refused")).to_contain_text("tbi1:2.1.1.a")
    expect(page.locator("#announce")).to_contain_text("Refused")
    assert "step=12" in page.url
    page.keyboard.press("ArrowLeft")
    expect(title).to_have_text("4 / 13 · Place wager")
    page.keyboard.press("End")
    expect(title).to_have_text("13 / 13 · Settle")
    page.keyboard.press("ArrowRight")
    expect(title).to_have_text("13 / 13 · Settle")
    page.keyboard.press("Home")
    expect(title).to_have_text("1 / 13 · Call for bets")
    page.locator("#scrub").fill("9")
    expect(title).to_have_text("9 / 13 · Draw card")
    expect(page.locator(OPEN_CARDS)).to_have_count(3)
    expect(page.locator("#scrub")).to_have_attribute("aria-valuetext", "9 / 13 · Draw card")
    page.goto(page.url)
    expect(title).to_have_text("9 / 13 · Draw card")
    page.locator("#steps button").nth(4).click()
    expect(title).to_have_text("5 / 13 · Place wager")
    shown = page.request.get(
        f"{floor.server.base}/api/tables/{SALON}/rounds/{TIGER}/steps?limit=100"
    ).json()["steps"]
    page.locator("#deed-body summary").click()
    expect(page.locator("#deed-body .stored")).to_contain_text(shown[4]["hash"])
    expect(page.locator("#deed-body summary")).to_contain_text(f"Position {shown[4]['position']}")


SHIFTED: Final = """() => {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shifted += entry.value;
  }).observe({ type: "layout-shift" });
}"""


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_nothing_moves_while_a_round_is_replayed(floor: Floor, opens: Opens, size: str) -> None:
    width, height = SIZES[size]
    page = round_page(floor, opens, INSURED, width=width, height=height)
    checked(page)
    page.locator('[data-go="first"]').click()
    page.evaluate(SHIFTED)
    for step in range(2, 13):
        page.keyboard.press("ArrowRight")
        expect(page.locator("#deed-title")).to_contain_text(f"{step} / 12")
    assert page.evaluate("window.shifted") < 0.001


def test_rulings_and_refusals_lead_to_their_step(floor: Floor, opens: Opens) -> None:
    page = round_page(floor, opens, VOID)
    expect(page.locator("#ending-title")).to_have_text("Void")
    ruling = page.locator("#noted .is-ruling")
    expect(ruling).to_contain_text("Ruling by Sum (shift manager): the round is void")
    expect(ruling).to_contain_text("tbi1:5.18")
    page.locator('[data-go="first"]').click()
    ruling.get_by_role("button", name="See this step").click()
    expect(page.locator("#deed-title")).to_have_text("8 / 8 · Rule")
    expect(page.locator("#laid li").first).to_contain_text("returned 25")
    page.get_by_role("link", name="Round 4").click()
    expect(page.locator("#ending-title")).to_contain_text("Player wins")
    page.get_by_role("link", name="What was found").click()
    assert found(page) == ALL


def test_a_citation_says_what_it_asks_for(floor: Floor, opens: Opens, look: Look) -> None:
    page = round_page(floor, opens, VOID)
    cite = page.locator("#noted .is-ruling .cite").first
    cite.click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(clauses()["tbi1:5.18"].text)
    look(page, "desk-clause")
    dialog.get_by_role("button", name="I-", exact=False).first.click()
    expect(dialog).to_contain_text("Who may rule otherwise")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(cite).to_be_focused()


# --- whether it holds ---------------------------------------------------------------------------


def test_a_round_and_its_shoe_are_held_to_what_was_promised(floor: Floor, opens: Opens) -> None:
    page = round_page(floor, opens, 1, VAULT)
    verdicts = checked(page)
    assert verdicts == dict.fromkeys(("chain", "anew", "record", "shoe"), "good")
    page.locator("#order-details summary").click()
    order = page.locator("#order .order li")
    expect(order).to_have_count(8 * 52)
    mine = page.locator("#order .mine").all_inner_texts()
    shoe = page.request.get(f"{floor.server.base}/api/tables/{VAULT}/rounds/1/shoe").json()
    assert mine == [card["card"] for card in shoe["dealt"] if card["round"] == 1]
    by_hand = round_page(floor, opens, TIGER)
    assert checked(by_hand) == {"chain": "good", "anew": "good", "record": "good"} | {
        "shoe": "unknown"
    }
    expect(by_hand.locator('[data-check="shoe"]')).to_contain_text("no order was promised")


@pytest.mark.parametrize(
    ("below", "old", "new", "check"),
    [
        ("steps", '\\"stake\\":10000', '\\"stake\\":90000', "chain"),
        ("shoe", '"nonce":"', '"nonce":"f', "shoe"),
    ],
)
def test_what_is_altered_on_the_way_is_found_by_the_browser_itself(
    floor: Floor, opens: Opens, below: str, old: str, new: str, check: str
) -> None:
    table, number = (SALON, TIGER) if below == "steps" else (VAULT, 1)
    page = floor.page(opens, "Ada", "/desk")

    def alter(route: Route) -> None:
        answer = page.context.request.get(route.request.url)
        route.fulfill(json=json.loads(answer.text().replace(old, new, 1)))

    page.route(f"**/rounds/{number}/{below}*", alter)
    page.goto(f"{floor.server.base}/desk/{table}/{number}")
    verdicts = checked(page)
    assert verdicts.pop(check) == "bad"
    assert "bad" not in verdicts.values()
    expect(page.locator("#announce")).to_contain_text("Something does not hold")


def test_a_proof_tells_how_far_it_is_and_what_it_found(
    floor: Floor, opens: Opens, look: Look
) -> None:
    page = floor.page(opens, "Ada", "/desk?view=proof")
    page.get_by_role("button", name="Prove").click()
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("Everything holds")
    expect(verdict).to_be_focused()
    total = page.locator("#proof-progress").get_attribute("max")
    expect(page.locator("#proof-progress")).to_have_js_property("value", int(total or 0))
    verdict.locator("summary").click()
    expect(verdict.locator(".heads")).to_contain_text(f"table:{SALON}")
    look(page, "desk-proof")
    page.get_by_label("What to prove").select_option(VAULT)
    page.get_by_role("button", name="Prove").click()
    expect(verdict.locator(".heads li")).to_have_count(1)


def _never_answers(_: Route) -> None:
    """Hold a request for as long as the page waits."""


def test_a_proof_can_be_stopped_and_says_what_does_not_hold(
    floor: Floor, opens: Opens, look: Look
) -> None:
    page = floor.page(opens, "Ada", "/desk?view=proof")
    page.route("**/api/audit/proof*", _never_answers)
    page.get_by_role("button", name="Prove").click()
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#proof-problem")).to_have_text("Stopped. Nothing is said about the rest.")
    expect(page.locator("#verdict")).to_be_hidden()
    page.unroute("**/api/audit/proof*")

    wrong = {"stream": f"table:{SALON}", "position": 9, "what": "it was changed", "proof": "chain"}
    counts = dict.fromkeys(("deeds", "events", "rounds", "refusals", "shoes", "streams"), 9)
    report = {"good": False, "wrong": [wrong], "heads": {}} | counts
    lines = [{"stream": f"table:{SALON}", "position": 9, "done": 9, "total": 9}, {"report": report}]
    body = "".join(json.dumps(line) + "\n" for line in lines)
    page.route("**/api/audit/proof*", lambda route: route.fulfill(body=body))
    page.get_by_role("button", name="Prove").click()
    expect(page.locator("#verdict")).to_contain_text("Something does not hold")
    expect(page.locator("#verdict")).to_contain_text(f"table:{SALON}, Position 9")
    look(page, "desk-proof-bad")

    page.route("**/api/audit/proof*", lambda route: route.fulfill(body=body.splitlines()[0]))
    page.get_by_role("button", name="Prove").click()
    expect(page.locator("#proof-problem")).to_contain_text("The line was cut")


def test_what_is_taken_away_proves_itself(floor: Floor, opens: Opens, tmp_path: Path) -> None:
    page = round_page(floor, opens, 2, VAULT)
    for take in ("round", "shoe"):
        with page.expect_download() as download:
            page.locator(f"#take-{take}").click()
        path = tmp_path / download.value.suggested_filename
        download.value.save_as(path)
        _, report = verify_bundle(path)
        assert report.good, report.wrong
        assert CliRunner().invoke(app, ["verify", str(path)]).exit_code == 0
        path.write_bytes(path.read_bytes().replace(b"Dora", b"Dona", 1))
        assert CliRunner().invoke(app, ["verify", str(path)]).exit_code == 1

    page = round_page(floor, opens, TIGER)
    with page.expect_download() as download:
        page.locator("#take-record").click()
    path = tmp_path / download.value.suggested_filename
    assert path.name == f"{SALON}-round-{TIGER}.toml"
    download.value.save_as(path)
    replayed = CliRunner().invoke(app, ["replay", str(path)])
    assert replayed.exit_code == 0, replayed.output
    assert "won $600" in replayed.output


# --- what was tried -----------------------------------------------------------------------------


def test_attempts_are_listed_refused_ones_too(floor: Floor, opens: Opens) -> None:
    page = floor.page(opens, "Ada", f"/desk?view=attempts&table={SALON}&refused=1")
    done(page, "attempts")
    (refused,) = page.locator("#attempts li").all()
    for words in ("Bob patron", "Place wager", "box 9", "stake 50", "no box '9'", "tbi1:2.1.1.a"):
        expect(refused).to_contain_text(words)
    form = page.locator("#ask-attempts")
    form.locator('[name="table"]').select_option("")
    form.locator('[name="refused"]').uncheck()
    form.locator('[name="who"]').fill("sum")
    form.locator('[name="kind"]').select_option("LogIn")
    form.get_by_role("button", name="Find").click()
    done(page, "attempts")
    expect(page.locator("#attempts li")).to_have_count(1)
    expect(page.locator("#attempts li")).to_contain_text("Log in")


# --- who may look back --------------------------------------------------------------------------


def test_whoever_may_not_look_back_sees_what_the_desk_is(
    floor: Floor, opens: Opens, look: Look
) -> None:
    """A patron and a dealer see no table, no round, no name."""
    for who, path in product(("Ann", "Dora"), ("/desk", f"/desk/{SALON}/{TIGER}")):
        page = floor.page(opens, who, path)
        expect(page.locator("#stranger")).to_be_visible()
        expect(page.locator("#stranger")).to_contain_text("not as somebody who reads the books")
        expect(page.locator("#books")).to_be_hidden()
        assert "Bob" not in page.content()
        look(page, "desk-stranger-dealer")


def test_signing_in_leads_back_to_the_question(floor: Floor, opens: Opens) -> None:
    page = opens()
    page.goto(f"{floor.server.base}/desk?ending=void")
    page.get_by_role("link", name="Sign in to look back").click()
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/desk?ending=void")
    assert found(page) == [f"{SALON} {VOID}"]


def test_a_round_under_way_is_not_looked_into(floor: Floor, opens: Opens, look: Look) -> None:
    table = floor.opens_table("busy", "mbs-tiger-no-commission", method="A")
    floor.does("manager", table, "LoadCards")
    floor.does("manager", table, "CallForBets")
    page = floor.page(opens, "Ada", f"/desk/{table}/1")
    expect(page.locator("#waiting")).to_contain_text("This round is not over")
    look(page, "desk-open")
    floor.does("manager", table, "CloseBets")
    for card in ("9S", "2H", "KD", "3C"):
        floor.does("manager", table, "DrawCard", card=card)
    floor.does("manager", table, "Declare")
    floor.does("manager", table, "Settle")
    page.get_by_role("button", name="Look again").click()
    expect(page.locator("#ending-title")).to_contain_text("Player wins")
    missing = floor.page(opens, "Ada", f"/desk/{table}/99")
    expect(missing.locator("#waiting")).to_contain_text("round 99")


# --- how it looks and speaks --------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_the_desk_is_whole_in_every_state(
    floor: Floor, opens: Opens, look: Look, size: str, scheme: str
) -> None:
    width, height = SIZES[size]
    how: dict[str, Any] = {"width": width, "height": height, "color_scheme": scheme}
    page = floor.page(opens, "Ada", "/desk", **how)
    done(page)
    for language in ("", "-zh"):
        look(page, f"desk-rounds-{size}-{scheme}{language}")
        page.locator("#language").click()
    if page.locator("#show-search").is_visible():
        page.locator("#show-search").click()
        look(page, f"desk-search-{size}-{scheme}")
    page = floor.page(opens, "Ada", f"/desk?view=attempts&table={SALON}", **how)
    done(page, "attempts")
    look(page, f"desk-attempts-{size}-{scheme}")
    page = round_page(floor, opens, TIGER, **how)
    checked(page)
    for language in ("", "-zh"):
        look(page, f"desk-past-{size}-{scheme}{language}")
        page.locator("#language").click()
    page.locator("#steps button").nth(4).click()
    look(page, f"desk-past-refused-{size}-{scheme}")


def test_everything_on_record_has_a_name_in_chinese(server: Served, opens: Opens) -> None:
    """Commands, events, and what is done at the doors of the house."""
    page = opens()
    page.goto(f"{server.base}/sign-in")
    doors = {"LogIn", "LogOut", "GiveSeat", "IssueSeatToken", "CreateAccount", "SetGrants"}
    doors |= {"SetPassword", "Revoke", "Disable", "Enable"}
    served = {"CreateTable", "Recover", "DismissInterruption", "MoveChips"}
    names = {*codec.COMMANDS, *codec.EVENTS} | doors | served
    script = """async (names) => {
      const { hasWords } = await import("/static/deed_words.js");
      return names.filter((name) => !hasWords(name));
    }"""
    assert page.evaluate(script, sorted(names)) == []


def test_everything_that_can_be_given_has_a_name_in_chinese(server: Served, opens: Opens) -> None:
    """Fields of commands and of what they are made of; who acts stands apart."""
    page = opens()
    page.goto(f"{server.base}/sign-in")
    kinds = (*codec.COMMANDS.values(), Setup, Limits)
    given = {field.name for kind in kinds for field in fields(kind)}
    given = (given | set(TableConfig.__struct_fields__)) - {"actor", "at"}
    script = """async (names) => {
      const { hasName } = await import("/static/given_words.js");
      return names.filter((name) => !hasName(name));
    }"""
    assert page.evaluate(script, sorted(given)) == []


@pytest.mark.parametrize("path", ["/desk", f"/desk/{SALON}/{TIGER}"])
def test_the_first_view_is_light(floor: Floor, opens: Opens, path: str) -> None:
    """Whatever the page is made of, compressed as any proxy in front of it does."""
    page = opens()
    page.context.add_cookies(
        [{"name": "punto", "value": floor.tokens["Ada"], "url": floor.server.base}]
    )
    loaded: list[Response] = []

    def note(response: Response) -> None:
        loaded.append(response)

    page.on("response", note)
    page.goto(floor.server.base + path)
    page.wait_for_load_state("networkidle")
    assert len(loaded) > 5
    size = sum(len(gzip.compress(response.body())) for response in loaded)
    assert size < MOST_KILOBYTES * 1024
