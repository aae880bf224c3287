"""How soon each page can be used, from an empty cache, in the system's Chromium.

    python benchmarks/bench_page.py            # eleven loads of each page
    python benchmarks/bench_page.py --loads 51

A page can be used when what a person works with is drawn and listens, not when its first byte is
there. The goal is half a second; every load has a browser context of its own.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import FLAGS
from tests.conftest import SYSTEMS
from tests.support.served import served

GOAL = 500.0
"""Milliseconds."""

LISTENS = "#language[lang]"
PAGES = {
    "lobby": ("/", LISTENS),
    "seat": ("/t/practice-tbi1", ".area .names b:not(:empty)"),
    "dealer": ("/t/practice-tbi1/dealer", "#next-words:not(:empty)"),
    "board": ("/t/practice-tbi1/board", LISTENS),
    "pit": ("/pit", ".at-table .next:not(:empty)"),
    "desk": ("/desk", LISTENS),
    "lab": ("/lab?game=tbi1", '#answers[aria-busy="false"]'),
    "sign-in": ("/sign-in", LISTENS),
}
USABLE = """
const look = () => {
  if (window.usableAt || !document.querySelector(%r)) return;
  window.usableAt = performance.now();
};
new MutationObserver(look).observe(document, {
  subtree: true, childList: true, attributes: true, characterData: true,
});
"""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--loads", type=int, default=11)
    loads = parser.parse_args().loads
    found = SYSTEMS["chromium"]()
    if found is None:
        print("There is no Chromium; `make test-deps` installs it.")
        return
    slow = []
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder) / "store") as server,
        sync_playwright() as driver,
    ):
        browser = driver.chromium.launch(executable_path=found, args=FLAGS)
        print(f"{'page':<10}{'median':>10}{'95 %':>10}  of {loads} loads, in ms")
        for name, (path, selector) in PAGES.items():
            times = sorted(load(browser, server.base + path, selector) for _ in range(loads))
            median, tail = statistics.median(times), times[-max(1, loads // 20)]
            print(f"{name:<10}{median:>10.0f}{tail:>10.0f}  {'' if median <= GOAL else 'slow'}")
            slow += [name] * (median > GOAL)
        browser.close()
    if slow:
        sys.exit(f"above {GOAL:.0f} ms: {', '.join(slow)}")


def load(browser: Browser, address: str, selector: str) -> float:
    """Load a page with nothing in the cache; return when it could be used."""
    context = browser.new_context()
    page = context.new_page()
    page.add_init_script(USABLE % selector)
    page.goto(address)
    page.wait_for_selector(selector, state="attached")
    told: float = page.evaluate("window.usableAt")
    context.close()
    return told


if __name__ == "__main__":
    main()
