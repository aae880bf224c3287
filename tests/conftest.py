"""What every test may rely on: markers that cite, and programs that may be lacking."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest
from hypothesis import settings

from punto.rules.clauses import clauses, interpretations

REQUIRED: Final = os.environ.get("PUNTO_REQUIRE_SYSTEM") == "1"
"""Continuous integration has every program, and there a test may not be skipped for want of one."""


def _chromium() -> str | None:
    return shutil.which("chromium") or shutil.which("chromium-browser")


def _postgres() -> str | None:
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return str(debian[-1]) if debian else shutil.which("initdb")


settings.register_profile("punto", deadline=None)
settings.load_profile("punto")

SYSTEMS: Final[dict[str, Callable[[], str | None]]] = {
    "chromium": _chromium,
    "postgres": _postgres,
}


def _unknown(items: list[pytest.Item]) -> Iterator[str]:
    existing = {*clauses(), *interpretations()}
    for item in items:
        for name in ("clause", "interpretation"):
            for mark in item.iter_markers(name):
                for target in mark.args:
                    if target not in existing:
                        yield f"{item.nodeid} cites {target}, which does not exist"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse a marker that cites what does not exist."""
    wrong = list(dict.fromkeys(_unknown(items)))
    if wrong:
        raise pytest.UsageError("\n".join(wrong))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test that lacks a program, with the reason; fail it where all must be present."""
    for mark in item.iter_markers("needs"):
        for system in mark.args:
            if SYSTEMS[system]() is None:
                reason = f"{system} is not installed; `make test-deps` installs it"
                if REQUIRED:
                    pytest.fail(reason, pytrace=False)
                pytest.skip(reason)
