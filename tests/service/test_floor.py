"""Tables of a process: created once, taken over as they were, let go of when the lease is lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from punto.core import commands as c
from punto.core.policies import Role
from punto.core.state import Actor, Phase, Table
from punto.rules import rulebooks
from punto.service.host import TableHost
from punto.service.practice import OPENER, practice_config, practice_setup
from punto.service.restoring import restore
from punto.store import codec
from punto.store.contract import Deed, NewDeed, Outcome, StoreFault
from punto.store.memory import MemoryStore
from punto.store.recovery import EVERY
from punto.store.sqlite import SQLiteStore
from punto.web.projecting import rules_of
from tests.support.site import at_once, site

TABLE = "practice-dhyx2"


def test_the_practice_floor_has_a_table_for_each_game_and_opens_it_once() -> None:
    async def scenario() -> None:
        store = MemoryStore()
        async with site(store) as at:
            assert {rules_of(hosted).id for hosted in at.house.floor} == set(rulebooks())
            assert all(hosted.host.table.phase is Phase.IDLE for hosted in at.house.floor)
            positions = {hosted.config.id: hosted.host.position for hosted in at.house.floor}
        async with site(store) as again:
            for hosted in again.house.floor:
                assert hosted.host.position == positions[hosted.config.id] + 1  # Recovered

    at_once(scenario())


def test_a_table_comes_back_as_its_last_deed_left_it() -> None:
    async def scenario() -> None:
        store = MemoryStore()
        async with site(store) as at:
            ann = await at.sits("Ann", TABLE)
            await at.deals_until(TABLE, Phase.BETTING)
            await ann.does("PlaceWager", box="1", bet="banker", stake=5_000)
            await at.deals_until(TABLE, Phase.DEALING)
            left = at.table(TABLE).host
        async with site(store) as again:
            host = again.table(TABLE).host
            assert (host.table, host.interrupted) == (left.table, True)
            # An automatic dealer finds that the round was not touched, and deals on.
            await again.deals_until(TABLE, Phase.IDLE)
            after = again.table(TABLE).host
            assert not after.interrupted
            assert after.table.round is not None
            assert after.table.round.paid

    at_once(scenario())


def test_between_rounds_a_restart_interrupts_nothing() -> None:
    async def scenario() -> None:
        store = MemoryStore()
        async with site(store):
            pass
        async with site(store) as again:
            assert not again.table(TABLE).host.interrupted

    at_once(scenario())


@pytest.mark.interpretation("I-99")
def test_a_round_that_a_person_deals_waits_for_somebody_in_authority() -> None:
    async def scenario() -> None:
        store = MemoryStore()
        async with site(store, practice=False) as at:
            boss = await at.staff("Mei", Role.PIT_MANAGER, "real")
            await at.opens("real", boss, shoe="automatic")
            dealer = await at.staff("Dora", Role.DEALER, "real")
            await boss.does("LoadCards")
            await dealer.does("CallForBets")
        async with site(store, practice=False) as again:
            token = await again.house.access.log_in("Dora", "a long password")
            assert isinstance(token, str)
            dora = again.client(token)
            path = "/api/tables/real"
            headers = {"Idempotency-Key": "close"}
            closing = await dora.post(
                f"{path}/commands", json={"type": "CloseBets"}, headers=headers
            )
            assert (closing.status_code, closing.json()["code"]) == (409, "interrupted")
            own = await dora.post(
                f"{path}/interruption", json={"reason": "nothing"}, headers=headers
            )
            assert (own.status_code, own.json()["code"]) == (422, "idempotency_key_reused")
            own = await dora.post(
                f"{path}/interruption",
                json={"reason": "nothing"},
                headers={"Idempotency-Key": "judge"},
            )
            assert (own.status_code, own.json()["code"]) == (403, "not_authorised")
            token = await again.house.access.log_in("Mei", "a long password")
            assert isinstance(token, str)
            judged = await again.client(token).post(
                f"{path}/interruption", json={"reason": "bets stay open"}, headers=headers
            )
            assert judged.status_code == 200
            headers = {"Idempotency-Key": "close again"}
            closing = await dora.post(
                f"{path}/commands", json={"type": "CloseBets"}, headers=headers
            )
            assert closing.status_code == 200

    at_once(scenario())


def test_a_table_is_created_once_and_only_as_the_rules_allow() -> None:
    async def scenario() -> None:
        async with site(practice=False) as at:
            boss = await at.staff("Mei", Role.PIT_MANAGER, "real")
            assert (await at.opens("real", boss)).status_code == 201
            again = await at.opens("real", boss)
            assert (again.status_code, again.json()["code"]) == (409, "table_exists")
            wrong = await at.opens("other", boss, layout="Z")
            assert (wrong.status_code, wrong.json()["code"]) == (422, "unknown_layout")
            assert wrong.json()["by"] == ["I-25"]
            assert at.house.store.last("table:other") == (0, bytes(32))
            named = await at.opens("No Such Name!", boss)
            assert named.json()["code"] == "bad_table_id"

    at_once(scenario())


def test_two_processes_never_run_the_same_table() -> None:
    async def scenario() -> None:
        store = MemoryStore()
        async with site(store, owner="one", shared=True) as one:
            async with site(store, owner="two", shared=True) as two:
                assert len(one.house.floor) == 4
                assert len(two.house.floor) == 0
                anybody = two.client()
                shown = await anybody.get("/api/tables/practice-tb4")
                assert shown.json()["position"] == one.table("practice-tb4").host.position
                away = await anybody.post("/api/tables/practice-tb4/dealer", json={})
                assert (away.status_code, away.json()["code"]) == (503, "table_moves")
                assert away.headers["retry-after"] == "1"
            assert len(one.house.floor) == 4

    at_once(scenario())


def test_a_process_follows_the_tables_that_another_runs() -> None:
    async def scenario() -> None:
        store = MemoryStore()
        async with (
            site(store, owner="one", shared=True) as one,
            site(store, owner="two", shared=True) as two,
        ):
            watcher = two.table(TABLE).feed.subscribe()
            await one.sits("Ann", TABLE)
            await one.deals_until(TABLE, Phase.DEALING)
            await two.house.floor.catch_up()
            assert two.table(TABLE).host.table == one.table(TABLE).host.table
            news = await watcher.next(5)
            assert news is not None
            positions = [happened.position for happened in news.happened]
            assert positions == sorted(positions)
            assert positions[-1] == one.table(TABLE).host.position

    at_once(scenario())


def test_a_table_goes_to_another_process_when_its_own_lets_go() -> None:
    async def scenario() -> None:
        store = MemoryStore()
        async with site(store, owner="two", shared=True, practice=False) as two:
            async with site(store, owner="one", shared=True) as one:
                await one.sits("Ann", TABLE)
                left = one.table(TABLE).host.table
            await two.house.floor._look()
            await two.house.floor._take_over()
            assert two.table(TABLE).host.table == left

    at_once(scenario())


def test_a_process_that_lost_its_lease_writes_nothing_more() -> None:
    async def scenario() -> None:
        moments = [0.0]
        store = MemoryStore(clock=lambda: moments[0])
        async with site(store, owner="one", shared=True) as one:
            ann = await one.sits("Ann", TABLE)
            moments[0] += 60
            async with site(store, owner="two", shared=True) as two:
                taken = two.table(TABLE).host.position
                late = await ann.does("UnseatPatron", patron="Ann")
                assert late.status_code == 503
                assert one.table(TABLE).lease is None
                assert store.last("table:" + TABLE)[0] == taken

    at_once(scenario())


def test_a_history_that_does_not_begin_with_a_table_is_not_run() -> None:
    from punto.service.restoring import config_of

    with pytest.raises(StoreFault, match="does not begin"):
        config_of(MemoryStore(), "table:none")


def test_practice_set_ups_are_allowed_by_their_rules() -> None:
    for rules in rulebooks().values():
        setup = practice_setup(rules)
        assert setup.layout in rules.layouts
        assert practice_config(rules).game == rules.game
    assert OPENER.role is Role.ASSISTANT_CASINO_MANAGER


def test_who_leaves_a_practice_table_loses_his_seat_and_nobody_deals_to_no_one() -> None:
    async def scenario() -> None:
        async with site() as at:
            ann = await at.sits("Ann", TABLE)
            hosted = at.table(TABLE)
            dealer = hosted.dealer
            assert dealer is not None
            assert dealer.wanted()
            at.clock.advance(290)
            await ann.sees()
            at.clock.advance(290)
            assert hosted.absent(at.clock.now()) is None
            assert not dealer.wanted()
            at.clock.advance(20)
            await at.steps(TABLE)
            assert hosted.host.table.seats == ()
            await ann.posts("/seat")
            assert dict(hosted.host.table.seats) == {"1": "Ann"}

    at_once(scenario())


class Counting(SQLiteStore):
    """Counts the deeds that are read."""

    deeds_read = 0

    def read(self, stream: str, after: int = 0, limit: int | None = None) -> Iterator[Deed]:
        for deed in super().read(stream, after, limit):
            self.deeds_read += 1
            yield deed


def test_a_start_reads_no_more_of_a_table_than_since_its_last_snapshot(tmp_path: Path) -> None:
    """So a table of a million deeds is ready as soon as one of a thousand (R14)."""

    async def start() -> tuple[int, Table]:
        store = Counting(tmp_path / "punto.db")
        try:
            async with site(store, practice=False) as at:
                return store.deeds_read, at.table("real").host.table
        finally:
            store.close()

    async def scenario() -> None:
        store = SQLiteStore(tmp_path / "punto.db", synchronous="OFF")
        async with site(store, practice=False) as at:
            boss = await at.staff("Mei", Role.PIT_MANAGER, "real")
            await at.opens("real", boss)
            for number in range(3 * EVERY):
                noted = await boss.does("PostNotice", text=f"notice {number}")
                assert noted.status_code == 200
            position, table = at.table("real").host.position, at.table("real").host.table
        store.close()
        assert position > 3 * EVERY
        read, found = await start()
        assert found == table
        assert read < EVERY + 20

    at_once(scenario())


class Overheard:
    """A writer whose deed the table hears of, as from another process, before it is told."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self.host: TableHost | None = None

    async def append(self, deed: NewDeed) -> Outcome:
        (outcome,) = self._store.append([deed])
        if self.host is not None:
            self.host.follow(list(self._store.read(deed.stream, self.host.position)))
        return outcome


def test_a_deed_that_is_overheard_before_it_is_acknowledged_counts_once() -> None:
    async def scenario() -> None:
        store = MemoryStore()
        async with site(store, practice=False) as at:
            boss = await at.staff("Mei", Role.PIT_MANAGER, "real")
            await at.opens("real", boss)
            await boss.does("LoadCards")
        writer = Overheard(store)
        found = restore(store, "table:real")
        host = TableHost(
            found.config, store, writer, at.clock, table=found.table, position=found.position
        )
        writer.host = host
        told: list[int] = []
        host.watch(lambda happened: told.append(happened.position))
        mei = Actor(name="Mei", role=Role.PIT_MANAGER)
        await host.recover(interrupted=False)
        called = await host.handle(c.CallForBets(actor=mei, at=at.clock.now()), "call")
        assert called.refused is None
        assert called.position == host.position == store.last("table:real")[0]
        assert host.table.phase is Phase.BETTING
        assert told == [called.position - 1, called.position]

    at_once(scenario())


def test_a_table_that_another_process_wrote_to_is_let_go_of_whatever_finds_out() -> None:
    async def scenario() -> None:
        store = MemoryStore()
        async with site(store, practice=False) as at:
            boss = await at.staff("Mei", Role.PIT_MANAGER, "real")
            await at.opens("real", boss)
            body = codec.encode(
                stream="table:real",
                position=at.table("real").host.position + 1,
                at=at.clock.now().isoformat(),
                key="another process",
                command={"type": "Note"},
                events=(),
                refused=None,
                entries=(),
            )
            position = at.table("real").host.position + 1
            other = NewDeed(
                stream="table:real", position=position, key="another process", body=body
            )
            store.append([other])
            sold = await boss.posts("/money", kind="buy_in", patron="Ann", amount=500)
            assert (sold.status_code, sold.json()["code"]) == (503, "table_moves")
            assert at.table("real").lease is None
            assert store.balances() == {}

    at_once(scenario())
