"""The games under test, by the keys of their documents."""

from __future__ import annotations

import pytest

from punto.rules import find

EVERY_GAME = ("tb4", "mbs5", "dhyx2", "tbi1")
WITH_INSURANCE = ("dhyx2", "tbi1")


def games(*keys: str) -> pytest.MarkDecorator:
    """Run a test once for each of these games, handing it the rulebook as `rules`."""
    return pytest.mark.parametrize("rules", [find(key) for key in keys], ids=keys)
