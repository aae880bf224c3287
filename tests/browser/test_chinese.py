"""What is refused is told in Chinese to those who read Chinese, and then in the words on record."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Opens
from tests.browser.looking import Look
from tests.support.served import Served


def test_a_refusal_is_told_in_the_language_of_the_page(
    server: Served, opens: Opens, look: Look
) -> None:
    page = opens(360, 740, locale="zh-HK")
    page.goto(f"{server.base}/sign-in")
    page.locator('[name="name"]').fill("manager")
    page.locator('[name="password"]').fill("not the right one")
    page.locator("#login button").click()
    expect(page.locator("#refusal")).to_have_text(
        "名稱或密碼不對。（the name or the password is wrong）"
    )
    look(page, "refused-zh")
    page.locator("#language").click()
    page.locator("#login button").click()
    expect(page.locator("#refusal")).to_have_text("the name or the password is wrong")
