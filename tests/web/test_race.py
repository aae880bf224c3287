"""Two patrons and a dealer want the last box at the same moment: one gets it, all are told why."""

from __future__ import annotations

import asyncio
import random
from collections import Counter

import httpx
import pytest

from punto.core.events import PatronSeated
from punto.core.policies import Role
from punto.store import codec
from punto.store.memory import MemoryStore
from punto.store.verify import verify
from tests.support.site import Guest, Site, at_once, site

TABLE = "practice-tb4"
TIMES = 1_000


async def full_but_for_one(at: Site) -> str:
    """Seat guests at every box but one; return that one."""
    setup = at.table(TABLE).host.table.setup
    assert setup is not None
    *others, last = setup.boxes
    for box in others:
        await at.sits(f"Guest at {box}", box=box)
    return last


async def asked(who: Guest, box: str, turns: int, dealer: bool) -> httpx.Response:
    """Ask for the box, as the dealer for Cy, after giving others their turn so often."""
    for _ in range(turns):
        await asyncio.sleep(0)
    if dealer:
        return await who.does("SeatPatron", patron="Cy", box=box)
    return await who.posts("/seat", box=box)


@pytest.mark.slow
def test_the_last_box_goes_to_exactly_one_of_three_a_thousand_times() -> None:
    async def scenario() -> Counter[str]:
        store, chance, won = MemoryStore(), random.Random(1), Counter[str]()
        async with site(store) as at:
            last = await full_but_for_one(at)
            host = at.table(TABLE).host
            dora = await at.staff("Dora", Role.DEALER)
            racing = {"Ann": await at.sits("Ann"), "Bob": await at.sits("Bob"), "Cy": dora}
            for _ in range(TIMES):
                unseated = await dora.does("UnseatPatron", patron=dict(host.table.seats)[last])
                assert unseated.status_code == 200
                order = chance.sample(sorted(racing), 3)
                answers = await asyncio.gather(
                    *(asked(racing[n], last, chance.randrange(4), n == "Cy") for n in order)
                )
                [winner] = [
                    n for n, got in zip(order, answers, strict=True) if got.status_code == 200
                ]
                assert dict(host.table.seats)[last] == winner
                for name, answer in zip(order, answers, strict=True):
                    if name != winner:
                        told = answer.json()
                        assert (answer.status_code, told["code"]) == (409, "seat_taken")
                        assert winner in told["detail"]
                        assert told["remedy"]
                        assert told["clauses"]
                won[winner] += 1
        told = [codec.decode(deed.body) for deed in store.read(f"table:{TABLE}")]
        seated = [e for body in told for e in codec.events_of(body) if isinstance(e, PatronSeated)]
        refused = [b for b in told if b.refused is not None and b.refused["code"] == "seat_taken"]
        assert sum(event.box == last for event in seated) == TIMES + 1
        assert len(refused) == 2 * TIMES, "an attempt is not on record"
        assert verify(store).good
        return won

    won = at_once(scenario())
    assert set(won) == {"Ann", "Bob", "Cy"}, won
