"""A store that fails after it has written: the deed is on record, and nobody was told."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from punto.core.policies import Role
from punto.core.state import Phase
from punto.store.contract import NewDeed, Outcome, StoreFault
from punto.store.memory import MemoryStore
from punto.store.verify import verify
from tests.support.site import at_once, site


class FailsLate(MemoryStore):
    """Writes, and then does not say so."""

    failing = False

    def append(self, deeds: Sequence[NewDeed]) -> list[Outcome]:
        outcomes = super().append(deeds)
        if self.failing:
            self.failing = False
            message = "the line went dead"
            raise StoreFault(message)
        return outcomes


@pytest.mark.parametrize("same", [True, False])
def test_what_became_durable_unanswered_is_taken_in_before_the_next_act(same: bool) -> None:
    async def scenario() -> None:
        store = FailsLate()
        async with site(store, practice=False) as at:
            boss = await at.staff("Mei", Role.PIT_MANAGER, "real")
            assert (await at.opens("real", boss)).status_code == 201
            assert (await boss.does("LoadCards")).status_code == 200
            before = at.table("real").host.position
            store.failing = True
            lost = await boss.does("CallForBets", key="lost")
            assert (lost.status_code, lost.json()["code"]) == (503, "store_fault")
            if same:
                again = await boss.does("CallForBets", key="lost")
                assert again.json()["again"] is True
                assert again.json()["position"] == before + 1
                assert again.json()["view"]["phase"] == "betting"
            else:
                other = await boss.does("CallForBets", key="other")
                assert (other.status_code, other.json()["code"]) == (409, "wrong_phase")
                assert other.json()["position"] == before + 2
            assert at.table("real").host.table.phase is Phase.BETTING
            assert verify(store).good

    at_once(scenario())
