"""The conformance suite of the store contract: what every store must do, whatever it is made of.

Subclass it in a test module and give it a fixture `bench`:

    class TestMyStore(StoreConformance):
        @pytest.fixture
        def bench(self, tmp_path: Path) -> Bench: ...
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Barrier, Event
from typing import Any

from punto.store.contract import (
    GENESIS,
    Appended,
    Deed,
    Entry,
    Fenced,
    Lease,
    NewDeed,
    NotEnoughMoney,
    Outcome,
    PositionTaken,
    Snapshot,
    Store,
    StoreFault,
    chain,
)

WRITERS = 4
RACES = 25


@dataclass(frozen=True, slots=True)
class Bench:
    """A kind of store on the bench: open the same one again, or restore a backup to a new one."""

    open: Callable[[], Store]
    restore: Callable[[Path], Store]
    shared: bool = True
    """Opening again makes another connection, as another process would."""


def deed(position: int, key: str = "", stream: str = "table:1", **more: Any) -> NewDeed:
    """Make a deed with a body of its own."""
    name = key or f"k{position}"
    return NewDeed(
        stream=stream,
        position=position,
        key=name,
        body=f"{stream} {position} {name}".encode(),
        **more,
    )


def moved(frm: str, to: str, amount: int) -> tuple[Entry, ...]:
    """Move money from one account to another."""
    return Entry(account=frm, amount=-amount), Entry(account=to, amount=amount)


def _by_writer(race: int, writer: int) -> NewDeed:
    return deed(race, f"{race} by {writer}")


def _stakes_all(race: int, writer: int) -> NewDeed:
    entries = moved("patron:Ann", f"risk:{writer}", 10)
    return deed(1, stream=f"t{race}-{writer}", entries=entries)


def same(found: object, expected: object) -> None:
    """Hold what was found to what was expected, whatever flags Python runs under."""
    if found != expected:
        msg = f"found {found!r}, expected {expected!r}"
        raise AssertionError(msg)


def appended(store: Store, *deeds: NewDeed) -> list[Deed]:
    """Append deeds that must all stand."""
    done: list[Deed] = []
    for outcome in store.append(deeds):
        if not isinstance(outcome, Appended) or outcome.again:
            msg = f"not appended: {outcome!r}"
            raise AssertionError(msg)
        done.append(outcome.deed)
    return done


def everything(store: Store) -> dict[str, Any]:
    """Return all that a store holds, to compare two of them."""
    accounts = store.balances()
    return {
        "deeds": [deed for stream in store.streams() for deed in store.read(stream)],
        "balances": accounts,
        "statements": {account: store.statement(account, 10**6) for account in accounts},
        "snapshots": [store.snapshot(stream) for stream in store.streams()],
        "secrets": {(s, n): store.secret(s, n) for s, n in store.secrets()},
    }


class StoreConformance:
    """Every promise of `punto.store.contract.Store` as a test."""

    # --- deeds ------------------------------------------------------------------------------------

    def test_a_new_stream_is_empty(self, bench: Bench) -> None:
        store = bench.open()
        same(store.last("table:1"), (0, GENESIS))
        same(list(store.read("table:1")), [])
        same((store.streams(), store.balances(), list(store.entries())), ([], {}, []))

    def test_deeds_are_read_in_order_and_chained(self, bench: Bench) -> None:
        store = bench.open()
        written = [*appended(store, deed(1)), *appended(store, deed(2), deed(3))]
        same(list(store.read("table:1")), written)
        digest = GENESIS
        for item in written:
            digest = chain(digest, item.body)
            same(item.hash, digest)
        same(store.last("table:1"), (3, digest))

    def test_bodies_come_back_byte_for_byte(self, bench: Bench) -> None:
        store = bench.open()
        body = bytes(range(256)) * 40
        store.append([NewDeed(stream="table:虎", position=1, key="ключ", body=body)])
        (found,) = store.read("table:虎")
        same((found.body, found.key, found.stream), (body, "ключ", "table:虎"))

    def test_reading_starts_behind_a_position_and_keeps_a_limit(self, bench: Bench) -> None:
        store = bench.open()
        appended(store, *(deed(n) for n in range(1, 2_206)))
        same([d.position for d in store.read("table:1")], list(range(1, 2_206)))
        same([d.position for d in store.read("table:1", 2_000, 3)], [2_001, 2_002, 2_003])
        same([d.position for d in store.read("table:1", 1_000, 1_000)][-1], 2_000)
        same(list(store.read("table:1", 2_205)), [])
        same(list(store.read("table:1", 0, 0)), [])

    def test_streams_do_not_touch_each_other(self, bench: Bench) -> None:
        store = bench.open()
        one, two = appended(store, deed(1, stream="b"), deed(1, stream="a"))
        same(store.streams(), ["a", "b"])
        same((list(store.read("a")), list(store.read("b"))), ([two], [one]))

    def test_a_position_that_is_taken_or_too_far_is_refused(self, bench: Bench) -> None:
        store = bench.open()
        appended(store, deed(1))
        for position in (1, 3):
            found = store.append([deed(position, "other")])
            same(found, [PositionTaken(stream="table:1", last=1)])
        same(store.last("table:1")[0], 1)

    def test_each_deed_of_an_append_stands_or_fails_alone(self, bench: Bench) -> None:
        store = bench.open()
        outcomes = store.append(
            [
                deed(1),
                deed(1, "late"),
                deed(2, "poor", entries=moved("patron:Ann", "risk:1", 5)),
                deed(2, "rich", entries=moved("cage", "patron:Ann", 7)),
                deed(3, entries=moved("patron:Ann", "risk:1", 5)),
            ]
        )
        kinds = [Appended, PositionTaken, NotEnoughMoney, Appended, Appended]
        same([type(outcome) for outcome in outcomes], kinds)
        same([d.key for d in store.read("table:1")], ["k1", "rich", "k3"])
        same(store.balances(), {"cage": -7, "patron:Ann": 2, "risk:1": 5})

    def test_an_append_of_nothing_changes_nothing(self, bench: Bench) -> None:
        store = bench.open()
        same(store.append([]), [])
        same(store.streams(), [])

    # --- idempotency ------------------------------------------------------------------------------

    def test_a_known_key_gives_the_first_deed_and_adds_nothing(self, bench: Bench) -> None:
        store = bench.open()
        first = deed(1, "once", entries=moved("cage", "patron:Ann", 50))
        (stored,) = appended(store, first)
        again = NewDeed(stream="table:1", position=9, key="once", body=b"x", entries=first.entries)
        same(store.append([again]), [Appended(deed=stored, again=True)])
        same(store.balance("patron:Ann"), 50)
        same(store.find("table:1", "once"), stored)
        same(store.find("table:2", "once"), None)
        same(len(list(store.read("table:1"))), 1)

    def test_a_key_twice_in_one_append_is_one_deed(self, bench: Bench) -> None:
        store = bench.open()
        one, two = store.append([deed(1, "once"), deed(2, "once")])
        (stored,) = store.read("table:1")
        same((one, two), (Appended(deed=stored, again=False), Appended(deed=stored, again=True)))
        same(store.last("table:1")[0], 1)

    # --- money ------------------------------------------------------------------------------------

    def test_entries_that_do_not_sum_to_zero_are_a_fault(self, bench: Bench) -> None:
        store = bench.open()
        crooked = deed(1, entries=(Entry(account="cage", amount=1),))
        try:
            store.append([deed(1, stream="good"), crooked])
        except StoreFault:
            same((store.streams(), store.balances()), ([], {}))
        else:
            raise AssertionError("money came from nowhere")

    def test_money_moves_and_is_conserved(self, bench: Bench) -> None:
        store = bench.open()
        appended(store, deed(1, entries=moved("cage", "patron:Ann", 100)))
        appended(store, deed(2, entries=moved("patron:Ann", "risk:1", 30)))
        appended(store, deed(1, stream="table:2", entries=moved("patron:Ann", "risk:2", 70)))
        same(store.balances("risk:"), {"risk:1": 30, "risk:2": 70})
        same(sum(store.balances().values()), 0)
        same(store.balance("patron:Ann"), 0)
        same(store.balance("patron:Nobody"), 0)
        mine = [("table:2", 1, -70), ("table:1", 2, -30), ("table:1", 1, 100)]
        same(store.statement("patron:Ann"), mine)
        same(store.statement("patron:Ann", 1), mine[:1])
        same(
            [(s, p, e.account, e.amount) for s, p, e in store.entries()][:2],
            [("table:1", 1, "cage", -100), ("table:1", 1, "patron:Ann", 100)],
        )

    def test_nobody_stakes_what_he_does_not_have(self, bench: Bench) -> None:
        store = bench.open()
        appended(store, deed(1, entries=moved("cage", "patron:Ann", 100)))
        found = store.append([deed(2, entries=moved("patron:Ann", "risk:1", 101))])
        same(found, [NotEnoughMoney(account="patron:Ann", balance=100)])
        found = store.append([deed(2, entries=moved("patron:New", "risk:1", 1))])
        same(found, [NotEnoughMoney(account="patron:New", balance=0)])
        same(store.balances(), {"cage": -100, "patron:Ann": 100})
        same((store.last("table:1")[0], len(list(store.entries()))), (1, 2))

    def test_what_an_account_gains_in_a_deed_counts_at_once(self, bench: Bench) -> None:
        store = bench.open()
        both = (*moved("patron:Ann", "risk:1", 5), *moved("cage", "patron:Ann", 5))
        appended(store, deed(1, entries=both))
        same(store.balance("patron:Ann"), 0)

    def test_balances_are_found_by_their_exact_prefix(self, bench: Bench) -> None:
        store = bench.open()
        appended(store, deed(1, entries=moved("p_x", "p%x", 1)))
        appended(store, deed(2, entries=moved("P_x", "pax", 1)))
        same(store.balances("p_"), {"p_x": -1})
        same(store.balances("p"), {"p%x": 1, "p_x": -1, "pax": 1})

    # --- several writers --------------------------------------------------------------------------

    def test_of_many_writers_at_one_position_one_wins(self, bench: Bench) -> None:
        stores = [bench.open() for _ in range(WRITERS)]
        for race in range(1, RACES + 1):
            outcomes = self._race(stores, [_by_writer(race, n) for n in range(WRITERS)])
            winners = [o for o in outcomes if isinstance(o, Appended)]
            losers = [o for o in outcomes if o == PositionTaken(stream="table:1", last=race)]
            same((len(winners), len(losers)), (1, WRITERS - 1))

    def test_of_many_writers_with_one_key_one_writes(self, bench: Bench) -> None:
        stores = [bench.open() for _ in range(WRITERS)]
        for race in range(1, RACES + 1):
            same_deed = deed(race, entries=moved("cage", "patron:Ann", 10))
            outcomes = self._race(stores, [same_deed] * WRITERS)
            new = [o for o in outcomes if isinstance(o, Appended) and not o.again]
            old = [o for o in outcomes if isinstance(o, Appended) and o.again]
            same((len(new), len(old)), (1, WRITERS - 1))
        same(bench.open().balance("patron:Ann"), 10 * RACES)

    def test_the_last_chips_are_staked_once(self, bench: Bench) -> None:
        stores = [bench.open() for _ in range(WRITERS)]
        for race in range(1, RACES + 1):
            appended(stores[0], deed(race, entries=moved("cage", "patron:Ann", 10)))
            outcomes = self._race(stores, [_stakes_all(race, n) for n in range(WRITERS)])
            same(sum(isinstance(o, Appended) for o in outcomes), 1)
            poor = NotEnoughMoney(account="patron:Ann", balance=0)
            same(sum(o == poor for o in outcomes), WRITERS - 1)

    def test_writers_of_many_streams_never_wait_for_ever(self, bench: Bench) -> None:
        """Take locks in opposite orders on purpose."""

        def write(writer: int) -> int:
            store = bench.open() if bench.shared else shared
            count = 0
            for n in range(1, RACES + 1):
                order = ("x", "y", "z") if writer % 2 else ("z", "y", "x")
                batch = [
                    deed(
                        n,
                        stream=f"{name}{writer}",
                        entries=moved(f"house:{name}", f"patron:{name}", 1),
                    )
                    for name in order
                ]
                count += len(appended(store, *batch))
            return count

        shared = bench.open()
        with ThreadPoolExecutor(WRITERS) as pool:
            same(list(pool.map(write, range(WRITERS))), [3 * RACES] * WRITERS)
        same(shared.balance("patron:x"), RACES * WRITERS)
        same(sum(shared.balances().values()), 0)

    def _race(self, stores: list[Store], deeds: list[NewDeed]) -> list[Outcome]:
        start = Barrier(WRITERS)

        def write(writer: int) -> Outcome:
            start.wait(20)
            (outcome,) = stores[writer].append([deeds[writer]])
            return outcome

        with ThreadPoolExecutor(WRITERS) as pool:
            return list(pool.map(write, range(WRITERS)))

    # --- leases -----------------------------------------------------------------------------------

    def test_a_lease_has_one_holder_and_can_be_renewed(self, bench: Bench) -> None:
        store = bench.open()
        mine = store.acquire("table:1", "a", 60)
        same(mine, Lease(stream="table:1", owner="a", token=1))
        same(store.acquire("table:1", "b", 60), None)
        same(store.acquire("table:1", "a", 60), mine)
        same(store.acquire("table:2", "b", 60), Lease(stream="table:2", owner="b", token=1))

    def test_a_lease_that_ran_out_or_was_given_back_passes_on(self, bench: Bench) -> None:
        store = bench.open()
        same(store.acquire("table:1", "a", -1), Lease(stream="table:1", owner="a", token=1))
        second = store.acquire("table:1", "b", 60)
        same(second, Lease(stream="table:1", owner="b", token=2))
        store.release(Lease(stream="table:1", owner="a", token=1))
        same(store.acquire("table:1", "c", 60), None)
        store.release(Lease(stream="table:1", owner="b", token=2))
        same(store.acquire("table:1", "c", 60), Lease(stream="table:1", owner="c", token=3))

    def test_who_lost_the_lease_writes_nothing(self, bench: Bench) -> None:
        store = bench.open()
        store.acquire("table:1", "a", -1)
        appended(store, deed(1, token=1))
        store.acquire("table:1", "b", 60)
        same(store.append([deed(2, "old", token=1)]), [Fenced(stream="table:1")])
        same(store.append([deed(1, "none", "table:9", token=1)]), [Fenced(stream="table:9")])
        appended(store, deed(2, token=2))
        same([d.key for d in store.read("table:1")], ["k1", "k2"])

    def test_who_lost_the_lease_still_learns_what_he_wrote(self, bench: Bench) -> None:
        store = bench.open()
        store.acquire("table:1", "a", -1)
        (mine,) = appended(store, deed(1, token=1))
        store.acquire("table:1", "b", 60)
        same(store.append([deed(1, token=1)]), [Appended(deed=mine, again=True)])

    def test_of_many_that_want_a_lease_one_gets_it(self, bench: Bench) -> None:
        stores = [bench.open() for _ in range(WRITERS)]
        for race in range(RACES):
            start = Barrier(WRITERS)

            def take(n: int, race: int = race, start: Barrier = start) -> Lease | None:
                start.wait(20)
                return stores[n].acquire(f"table:{race}", f"owner {n}", 60)

            with ThreadPoolExecutor(WRITERS) as pool:
                got = [lease for lease in pool.map(take, range(WRITERS)) if lease is not None]
            same([lease.token for lease in got], [1])

    # --- snapshots and secrets --------------------------------------------------------------------

    def test_the_newest_snapshot_is_kept(self, bench: Bench) -> None:
        store = bench.open()
        same(store.snapshot("table:1"), None)
        for n in (1, 2):
            taken = Snapshot(stream="table:1", position=n, hash=bytes([n]) * 32, body=bytes([n]))
            store.put_snapshot(taken)
            same(store.snapshot("table:1"), taken)
        same(store.snapshot("table:2"), None)

    def test_secrets_are_kept_by_stream_and_name(self, bench: Bench) -> None:
        store = bench.open()
        same(store.secret("table:1", "shoe"), None)
        store.put_secret("table:1", "shoe", b"\x00one")
        store.put_secret("table:1", "shoe", b"\x00two")
        store.put_secret("table:1", "other", b"")
        same(store.secret("table:1", "shoe"), b"\x00two")
        same(store.secret("table:1", "other"), b"")
        same(store.secret("table:2", "shoe"), None)
        same(store.secrets(), [("table:1", "other"), ("table:1", "shoe")])
        same(store.streams(), [])

    # --- coming back ------------------------------------------------------------------------------

    def test_what_was_acknowledged_is_there_when_opened_again(self, bench: Bench) -> None:
        store = bench.open()
        self._fill(store)
        same(everything(bench.open()), everything(store))

    def test_a_backup_restores_to_the_same_heads(self, bench: Bench, tmp_path: Path) -> None:
        store = bench.open()
        self._fill(store)
        store.backup(tmp_path / "backup.db")
        same(everything(bench.restore(tmp_path / "backup.db")), everything(store))

    def test_a_backup_never_overwrites(self, bench: Bench, tmp_path: Path) -> None:
        store = bench.open()
        (tmp_path / "backup.db").write_bytes(b"something else")
        try:
            store.backup(tmp_path / "backup.db")
        except StoreFault:
            same((tmp_path / "backup.db").read_bytes(), b"something else")
        else:
            raise AssertionError("a file was overwritten")

    def test_a_backup_while_dealing_is_one_moment(self, bench: Bench, tmp_path: Path) -> None:
        store, writing = bench.open(), bench.open()
        self._fill(store)
        stop, begun = Event(), Event()

        def deal() -> int:
            n = 3
            while not stop.is_set() or n < 200:
                n += 1
                appended(writing, deed(n, entries=moved("cage", "patron:Ann", 1)))
                begun.set()
            return n

        with ThreadPoolExecutor(1) as pool:
            last = pool.submit(deal)
            begun.wait(20)
            store.backup(tmp_path / "backup.db")
            stop.set()
            written = last.result()
        copy = bench.restore(tmp_path / "backup.db")
        position, digest = copy.last("table:1")
        same(position <= written, True)
        same(next(d for d in store.read("table:1") if d.position == position).hash, digest)
        same(copy.balance("patron:Ann"), 90 + position - 3)
        same(sum(copy.balances().values()), 0)

    def test_a_still_store_sees_one_moment_and_writes_nothing(self, bench: Bench) -> None:
        store = bench.open()
        self._fill(store)
        before = everything(store)
        with store.still() as still:
            appended(store, deed(4, entries=moved("cage", "patron:Ann", 5)))
            store.put_secret("table:1", "later", b"unseen")
            same(everything(still), before)
            same(len(list(still.read("table:1", 1))), 2)
            same(still.find("table:1", "k4"), None)
            with suppress(StoreFault):
                still.put_secret("table:1", "written", b"into the past")
        same(store.last("table:1")[0], 4)
        same(store.secret("table:1", "written"), None)

    def _fill(self, store: Store) -> None:
        appended(store, deed(1, entries=moved("cage", "patron:Ann", 100)))
        appended(store, deed(1, stream="table:2", entries=moved("patron:Ann", "risk:2", 7)))
        appended(store, deed(2), deed(3, entries=moved("patron:Ann", "risk:1", 3)))
        appended(store, deed(2, stream="table:2"))
        store.put_snapshot(Snapshot(stream="table:1", position=2, hash=bytes(32), body=b"two"))
        store.put_secret("table:2", "shoe", b"AS KD")
