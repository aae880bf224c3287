"""What a table says: every refusal and every event rests on the clauses that the pages name."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

import punto
from tests.conduct.said import PAGES, collected
from tests.web.test_refusals_in_chinese import codes

CORE: Final = Path(punto.__file__).parent / "core"
UNMET: Final = {
    "bad_boxes",
    "box_of_another",
    "count_does_not_match",
    "device_exhausted",
    "limit_missing",
    "no_insurance_in_game",
    "not_the_missing_cards",
    "other_rules",
    "staff_may_not_place",
    "two_cards_aside",
    "unknown_layout",
}
"""Refusals that random play does not come to; tests of their own show them."""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", autouse=True)
def _afresh() -> None:
    """Listen anew: whoever runs these tests twice in one process may have changed the code."""
    collected.cache_clear()


def test_the_pages_say_what_the_table_says() -> None:
    for path, page in PAGES.items():
        assert path.read_text(encoding="utf-8") == page(), "what is said has changed: make said"


def test_random_play_meets_every_refusal_of_the_conduct() -> None:
    known = {code for path in CORE.rglob("*.py") for code in codes(path)}
    met = {said.code for said in collected().refusals}
    assert known - met == UNMET


def test_a_refusal_points_at_a_field_that_the_command_has() -> None:
    assert not collected().misplaced


def test_an_event_names_the_one_who_acted() -> None:
    assert not any("somebody else" in who for who in collected().actors.values())
