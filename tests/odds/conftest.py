"""What the tests of the odds share."""

from __future__ import annotations

import pytest

from punto.core.tableau import Tableau
from punto.odds.drawing import Drawing, drawing
from punto.rules import load


@pytest.fixture(scope="session")
def tableau() -> Tableau:
    return load("rws-tiger-buffalo@4").tableau


@pytest.fixture(scope="session")
def rules(tableau: Tableau) -> Drawing:
    return drawing(tableau)
