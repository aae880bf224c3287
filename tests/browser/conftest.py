"""A browser, a server of its own for each module, and what every page must be."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.looking import Look
from tests.conftest import SYSTEMS
from tests.support.served import Served, served

FLAGS: Final = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
HERE: Final = Path(__file__).parent
PATIENCE: Final = 60_000
"""Milliseconds after which something does not come any more; a machine may be busy."""
SLOWER: Final = float(os.environ.get("SLOW_PAGES", "1"))
"""How many times slower the pages compute: whoever searches for races sets it."""

Opens = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Say of every test here that it needs the browser."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.needs("chromium"))
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Start the system's Chromium; the driver's event loop ends before tests that run their own."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=SYSTEMS["chromium"](), args=FLAGS)
        yield started
        started.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Serve an empty store."""
    with served(tmp_path_factory.mktemp("browser") / "store") as running:
        yield running


@pytest.fixture
def opens(browser: Browser) -> Iterator[Opens]:
    """Open pages, each in a context of its own; nothing may go wrong in their consoles."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def open_page(width: int = 1280, height: int = 800, **how: Any) -> Page:
        # Without motion a page is what it will be at once, and nothing is judged halfway.
        how = {"reduced_motion": "reduce"} | how
        context = browser.new_context(viewport={"width": width, "height": height}, **how)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        if SLOWER > 1:
            context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda request: _stays(request.url, wrong))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not wrong


def _stays(url: str, wrong: list[str]) -> None:
    if not url.startswith(("http://127.0.0.1", "ws://127.0.0.1", "data:", "blob:")):
        wrong.append(f"the page asked {url}")


@pytest.fixture
def look() -> Look:
    """Judge how a page looks and speaks, and keep a picture of it."""
    return Look()
