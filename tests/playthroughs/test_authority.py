"""Nobody acts above their authority."""

from __future__ import annotations

import pytest

from tests.playthroughs.playing import played


@pytest.mark.clause("tb4:1.17", "tb4:5.8", "tb4:5.18")
@pytest.mark.interpretation("I-109", "I-110")
def test_who_may_do_what_tb4() -> None:
    played("authority/who_may_do_what_tb4")


@pytest.mark.clause("mbs5:6.2", "mbs5:3.6.1")
@pytest.mark.interpretation("I-109")
def test_who_may_do_what_mbs5() -> None:
    played("authority/who_may_do_what_mbs5")
