"""What every page must be in every state: accessible, whole, and kept as a picture."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

PICTURES: Final = Path(
    os.environ.get("PUNTO_PICTURES", Path(__file__).parents[2] / "build" / "pictures")
)
"""Where the pictures go: not in the repository, but kept as artefacts."""

STANDARD: Final = {
    "runOnly": {
        "type": "tag",
        "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    },
    "resultTypes": ["violations"],
}

CUT_OFF: Final = (Path(__file__).parent / "cut_off.js").read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Look:
    """Judge a page as it is now."""

    def __call__(self, page: Page, name: str) -> None:
        """Keep a picture; then demand that nothing is cut off and that axe finds nothing."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=PICTURES / f"{name}.png", full_page=True)
        found: dict[str, Any] = page.evaluate(CUT_OFF)
        assert found["wide"] <= 0, f"{name}: the page is {found['wide']} px too wide"
        assert not found["cut"], f"{name}: cut off: {found['cut']}"
        results = Axe().run(page, options=STANDARD)
        assert not results.response["violations"], f"{name}: {results.generate_report()}"


def press(target: Locator, key: str = "Enter") -> None:
    """Press a key on what can be seen: a keyboard reaches nothing else."""
    expect(target).to_be_visible()
    target.press(key)
