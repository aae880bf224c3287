"""An incident is shown whatever has become of its cards."""

from __future__ import annotations

import pytest

from punto.core.rulebook import Kind
from punto.core.state import Phase
from punto.service.audiences import view
from punto.service.auditing import AUDITOR
from tests.support.trouble import Troubled


@pytest.mark.interpretation("I-90")
@pytest.mark.parametrize("game", ["tb4", "dhyx2", "tbi1"])
def test_a_card_that_fell_out_while_bets_are_open_does_not_stop_the_view(game: str) -> None:
    """It is judged and put by for the deal, and the Players choose: it is no card of a Hand."""
    table = Troubled(game)
    table.open().call().bets("Ann", "player", 100)
    table.reports(Kind.CARD_IN_EXCESS, "5H+")
    before = view(table.table, table.rules, AUDITOR)["round"]["incident"]
    assert (before["cards"], before["faces"]) == ([1], ["5H"])
    table.judges(repairable=True)
    assert (table.phase, [str(d.card) for d in table.table.carried]) == (Phase.CHOOSING, ["5H"])
    after = view(table.table, table.rules, AUDITOR)["round"]["incident"]
    assert (after["cards"], after["faces"]) == ([], [])
