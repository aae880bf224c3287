"""Rulebooks by key, for tests that name one beside other values."""

from __future__ import annotations

import pytest

from punto.core.rulebook import Rulebook
from punto.rules import find


@pytest.fixture
def rules(request: pytest.FixtureRequest) -> Rulebook:
    """Load the rulebook that a test names by its key."""
    return find(request.param)
