"""PAR sheets of two games, made once."""

from __future__ import annotations

import pytest

pytest.importorskip("xlsxwriter")
pytest.importorskip("matplotlib")
pytest.importorskip("polars")

from punto.report.sheet import ParSheet
from punto.rules import load


@pytest.fixture(scope="session")
def insured() -> ParSheet:
    return ParSheet(load("rws-da-hu-ying-xiong@2"), 8)


@pytest.fixture(scope="session")
def plain() -> ParSheet:
    return ParSheet(load("rws-tiger-buffalo@4"), 6)
