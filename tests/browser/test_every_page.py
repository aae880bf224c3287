"""Every page, on a phone, a desk and a wall, light and dark, in both languages."""

from __future__ import annotations

from typing import Final

import pytest

from tests.browser.conftest import Opens
from tests.browser.looking import Look
from tests.support.served import Served

PAGES: Final = {
    "lobby": "/",
    "seat": "/t/practice-tbi1",
    "dealer": "/t/practice-tbi1/dealer",
    "board": "/t/practice-tbi1/board",
    "pit": "/pit",
    "desk": "/desk",
    "desk-round": "/desk/practice-tbi1/1",
    "lab": "/lab?game=mbs5&pay=small_tiger.small_tiger_wins.20-1",
    "sign-in": "/sign-in",
}
SIZES: Final = {"phone": (360, 740), "desk": (1280, 800), "wall": (3840, 2160)}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("page_name", PAGES)
def test_a_page_is_whole_and_accessible(
    server: Served, opens: Opens, look: Look, page_name: str, size: str, scheme: str
) -> None:
    width, height = SIZES[size]
    page = opens(width, height, color_scheme=scheme)
    page.goto(server.base + PAGES[page_name])
    page.wait_for_load_state("networkidle")
    look(page, f"{page_name}-{size}-{scheme}")
    page.locator("#language").click()
    look(page, f"{page_name}-{size}-{scheme}-zh")


FLAWS: Final = {
    "image-alt": ("img", {}),
    "too wide": ("p", {"width": "200vw"}),
    "cut off": ("p", {"width": "2em", "overflow": "hidden", "whiteSpace": "nowrap"}),
}
INSERT: Final = """([tag, style]) => {
  const node = Object.assign(document.createElement(tag), { textContent: "a flaw to be seen" });
  Object.assign(node.style, style); // the policy of the page forbids styles in its text
  if (tag === "img") node.src = "/static/mark.svg";
  document.querySelector("main").append(node);
}"""


@pytest.mark.parametrize("said", FLAWS)
def test_a_flaw_is_seen(server: Served, opens: Opens, look: Look, said: str) -> None:
    page = opens()
    page.goto(server.base)
    page.evaluate(INSERT, list(FLAWS[said]))
    with pytest.raises(AssertionError, match=said):
        look(page, "flaw")
