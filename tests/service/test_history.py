"""Looking back at rounds: found wherever they are, told truly, void ones off the roads."""

from __future__ import annotations

from typing import Any

import pytest

from punto.core.policies import Role
from punto.core.state import Phase
from punto.record.document import parse
from punto.service import history as looking
from punto.service.history import History
from tests.support.site import Guest, Site, at_once, site

TABLE = "practice-tb4"


async def play(at: Site, rounds: int, table: str = TABLE) -> None:
    for _ in range(rounds):
        await at.deals_until(table, Phase.BETTING)
        await at.deals_until(table, Phase.IDLE)


@pytest.mark.parametrize("stretch", [7, 400])
def test_every_round_is_found_from_anywhere(monkeypatch: pytest.MonkeyPatch, stretch: int) -> None:
    monkeypatch.setattr(looking, "STRETCH", stretch)
    monkeypatch.setattr(looking, "SPARSE", 5)

    async def scenario() -> None:
        async with site() as at:
            await at.sits("Ann")
            await play(at, 25)
            stream = at.table(TABLE).host.stream
            whole = History(at.house.store, stream)
            all_rounds = whole.last(1_000)
            assert [one.number for one in all_rounds] == list(range(25, 0, -1))
            for number in (1, 2, 12, 24, 25):
                fresh = History(at.house.store, stream)
                found = fresh.find(number)
                assert found is not None
                same = next(one for one in all_rounds if one.number == number)
                assert (found.first, found.outcome, found.ending) == (
                    same.first,
                    same.outcome,
                    same.ending,
                )
                assert found.last == same.last
            assert whole.find(26) is None
            assert whole.find(0) is None
            page = History(at.house.store, stream).last(4, before=11)
            assert [one.number for one in page] == [10, 9, 8, 7]

    at_once(scenario())


def test_a_history_goes_on_with_the_table() -> None:
    async def scenario() -> None:
        async with site() as at:
            await at.sits("Ann")
            history = at.table(TABLE).history
            await play(at, 1)
            assert [one.number for one in history.last(5)] == [1]
            await play(at, 2)
            assert [one.number for one in history.last(5)] == [3, 2, 1]
            assert [one.number for one in history.shoe()] == [1, 2, 3]

    at_once(scenario())


async def dealt(dora: Guest, cards: str) -> None:
    """Deal a round with these cards, entered by hand."""
    assert (await dora.does("CallForBets")).status_code == 200
    assert (await dora.does("CloseBets")).status_code == 200
    for card in cards.split():
        drawn = await dora.does("DrawCard", card=card)
        assert drawn.status_code == 200, drawn.text
    await dora.does("Declare")
    await dora.does("Settle")


def test_a_void_round_is_left_out_of_the_roads_and_a_new_shoe_begins_them_anew() -> None:
    async def scenario() -> Any:
        async with site(practice=False) as at:
            boss = await at.staff("Sam", Role.SHIFT_MANAGER, "real")
            await at.opens("real", boss)
            dora = await at.staff("Dora", Role.DEALER, "real")
            await boss.does("LoadCards")
            await dealt(dora, "9H 2S 10D 3C")
            await dora.does("CallForBets")
            await dora.does("CloseBets")
            await dora.does("DrawCard", card="4H")
            reported = await dora.does("ReportInterruption", power=True, note="dark")
            assert reported.status_code == 200, reported.text
            await dealt(dora, "2H 9S 10C 10H")
            shown = await dora.sees("/roads")
            rounds = await dora.sees("/rounds")
            await boss.does("LoadCards")
            fresh = await dora.sees("/roads")
            return shown, rounds, fresh

    shown, rounds, fresh = at_once(scenario())
    assert [bead["winner"] for bead in shown["beads"]] == ["player", "banker"]
    assert [bead["round"] for bead in shown["beads"]] == [1, 3]
    assert shown["counts"]["rounds"] == 2
    assert [one["ending"] for one in rounds["rounds"]] == ["settled", "void", "settled"]
    assert fresh["beads"] == []


def test_a_round_is_told_to_its_patron_and_as_a_record_to_the_staff() -> None:
    async def scenario() -> None:
        async with site() as at:
            ann, bob = await at.sits("Ann"), await at.sits("Bob")
            paul = await at.staff("Paul", Role.PIT_SUPERVISOR)
            await play(at, 1)
            await at.deals_until(TABLE, Phase.BETTING)
            await ann.does("PlaceWager", box="1", bet="player", stake=2_000)
            await bob.does("PlaceWager", box="2", bet="banker", stake=3_000)
            open_round = await ann.client.get(f"{ann.path}/rounds/2")
            assert (open_round.status_code, open_round.json()["code"]) == (409, "round_open")
            await at.deals_until(TABLE, Phase.IDLE)
            own = await ann.sees("/rounds/2")
            assert {line["patron"] for line in own["lines"]} == {"Ann"}
            assert any("$20 on Player" in line for line in own["explanation"])
            assert not any("Bob" in line for line in own["explanation"])
            assert own["record"] is None
            staff = await paul.sees("/rounds/2")
            assert {line["patron"] for line in staff["lines"]} == {"Ann", "Bob"}
            record = parse(staff["record"])
            assert record.game == "rws-tiger-buffalo@4"
            assert len(record.commands) >= 8
            anybody = (await at.client().get(f"{ann.path}/rounds/2")).json()
            assert (anybody["lines"], anybody["explanation"]) == ([], [])
            assert len(anybody["cards"]) in (4, 5, 6)

    at_once(scenario())


def test_an_old_round_is_told_as_it_was_told_at_once() -> None:
    async def scenario() -> None:
        async with site() as at:
            ann = await at.sits("Ann")
            await at.deals_until(TABLE, Phase.BETTING)
            await ann.does("PlaceWager", box="1", bet="tie", stake=2_000)
            await at.deals_until(TABLE, Phase.IDLE)
            first = await ann.sees("/rounds/1")
            hosted = at.table(TABLE)
            hosted.history = History(at.house.store, hosted.host.stream)
            assert await ann.sees("/rounds/1") == first

    at_once(scenario())
