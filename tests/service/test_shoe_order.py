"""The order that a running table shows is held to the cards that were dealt from it."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from punto.core.policies import Role
from punto.core.state import Phase
from punto.service.shoes import Shoe
from punto.store.verify import verify
from punto.store.verify_table import Proof
from tests.support.site import Guest, Site, at_once, site

TABLE = "real"


@dataclass(frozen=True, slots=True)
class SlyShoe(Shoe):
    """Deals the first card of its order from the bottom, and shows the order that it promised."""

    promised: Shoe

    @property
    def order(self) -> str:
        return self.promised.order

    @property
    def commitment(self) -> str:
        return self.promised.commitment


async def a_round(at: Site, dora: Guest) -> None:
    await dora.does("CallForBets")
    await dora.does("CloseBets")
    while at.table(TABLE).host.table.phase in (Phase.CLOSED, Phase.DEALING):
        assert (await dora.does("DrawCard")).status_code == 200
    await dora.does("Declare")
    await dora.does("Settle")


@pytest.mark.parametrize("sly", [False, True])
def test_a_table_that_shows_its_order_when_it_loads_the_next_shoe_is_held_to_it(sly: bool) -> None:
    async def scenario() -> None:
        async with site(practice=False) as at:
            boss = await at.staff("Mei", Role.PIT_MANAGER, TABLE)
            assert (await at.opens(TABLE, boss, shoe="automatic")).status_code == 201
            await boss.does("LoadCards")
            host = at.table(TABLE).host
            true = host._shoe
            assert true is not None
            other = next(n for n, card in enumerate(true.cards) if card != true.cards[0])
            cards = list(true.cards)
            cards[0], cards[other] = cards[other], cards[0]
            if sly:
                host._shoe = SlyShoe(tuple(cards), true.nonce, true)
            await a_round(at, boss)
            await a_round(at, boss)
            assert verify(at.house.store).good, "nothing can be said before the order is shown"
            await boss.does("LoadCards")
            report = verify(at.house.store)
            if not sly:
                assert report.wrong == []
                assert report.tables.shoes == 1
                return
            (wrong,) = report.wrong
            assert wrong.proof is Proof.SHOE
            assert wrong.position == host.position
            assert f"was {true.cards[0]}, but {cards[0]} was dealt" in wrong.what

    at_once(scenario())
