"""The pictures of the documentation: each of them shown, all of them small."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

LEARN: Final = Path(__file__).parents[1] / "docs" / "learn"
MOST_BYTES: Final = 1_500_000


def test_every_picture_is_shown_and_together_they_are_small() -> None:
    page = (LEARN / "pictures.md").read_text(encoding="utf-8")
    shown = re.findall(r"!\[\w[^\]]+\]\((pictures/[\w-]+\.webp)\)", page)
    kept = sorted(file.relative_to(LEARN).as_posix() for file in LEARN.glob("pictures/*"))
    assert sorted(shown) == kept
    assert kept
    assert sum((LEARN / name).stat().st_size for name in kept) < MOST_BYTES
