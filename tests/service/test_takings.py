"""What a table has taken, bet by bet and shift by shift: never more or less than the ledger."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta
from itertools import count, pairwise
from typing import Any

import httpx

from punto.core import events as e
from punto.core.policies import Role
from punto.rules import find
from punto.service.takings import ENDS, Takings, takings, takings_between
from punto.store import codec
from punto.store.contract import Store
from punto.store.ledger import float_account, house_account, patron_account
from punto.store.memory import MemoryStore
from punto.store.verify import verify
from tests.store.choose_plays import play
from tests.store.histories import Recorder, filled
from tests.support.conduct import CALLED
from tests.support.site import START, Guest, Site, at_once, site

LONG_AGO = CALLED - timedelta(days=1)


def tables(store: Store) -> list[str]:
    return [name.removeprefix("table:") for name in store.streams() if name.startswith("table:")]


def added(parts: list[Takings]) -> tuple[Any, ...]:
    bets, staked, returned = Counter[str](), Counter[str](), Counter[str]()
    for part in parts:
        bets.update(part.bets)
        staked.update(part.staked)
        returned.update(part.returned)
    sums = (sum(p.win for p in parts), sum(p.drop for p in parts), sum(p.paid_out for p in parts))
    return (*sums, +bets, +staked, +returned)


def test_the_bets_of_any_shifts_add_up_to_what_the_ledger_holds() -> None:
    store = filled()
    correct_more(store)
    corrected = 0
    for table in tables(store):
        stream = f"table:{table}"
        whole = takings_between(store, table, stream, LONG_AGO, None)
        known = takings(store, table, stream)
        assert (whole.win, whole.drop, whole.paid_out) == (known.win, known.drop, known.paid_out)
        assert whole.win == store.balance(house_account(table))
        assert whole.win == sum(whole.staked.values()) - sum(whole.returned.values())
        moments = [LONG_AGO]
        for deed in store.read(stream):
            body = codec.decode(deed.body)
            ended = [event for event in codec.events_of(body) if isinstance(event, ENDS)]
            corrected += sum(isinstance(event, e.ResultCorrected) for event in ended)
            if ended:
                moments.append(moment(body))
        shifts = [*pairwise(moments), (moments[-1], None)]
        parts = [takings_between(store, table, stream, since, until) for since, until in shifts]
        assert added(parts) == added([whole])
    assert corrected > 1, "no correction counted only by what it changed"


def correct_more(store: Store) -> None:
    """Play another table at random, the first on which a result is corrected."""
    rules = find("tb4")
    every = (list(play(rules, seed)) for seed in count())
    played = next(one for one in every if any("ResultCorrected" in kinds for _, kinds in one))
    recorder = Recorder(store, rules, "corrected").created()
    for patron in sorted({str(getattr(command, "patron", "Ann")) for command, _ in played}):
        recorder.chips(patron)
    for command, _ in played:
        recorder.does(command)


def moment(body: codec.Body) -> datetime:
    return datetime.fromisoformat(body.at)


async def floor(at: Site) -> tuple[Guest, Guest]:
    boss = await at.staff("Mei", Role.PIT_MANAGER, "real")
    assert (await at.opens("real", boss)).status_code == 201
    assert (await at.opens("vip", boss)).status_code == 201
    dora = await at.staff("Dora", Role.DEALER, "real")
    return boss, dora


async def round_(at: Site, boss: Guest, dora: Guest, bets: dict[str, int], cards: str) -> None:
    """Play a round of Ann's."""
    assert (await dora.does("CallForBets")).status_code == 200
    for bet, stake in bets.items():
        laid = await dora.does("PlaceWager", patron="Ann", box="1", bet=bet, stake=stake)
        assert laid.status_code == 200, laid.text
    during = await boss.sees(f"/takings?since={START.isoformat().replace('+', '%2B')}")
    assert {b["bet"]: b["at_risk"] for b in during["bets"] if b["at_risk"]} == bets
    await dora.does("CloseBets")
    for card in cards.split():
        assert (await dora.does("DrawCard", card=card)).status_code == 200
    await dora.does("Declare")
    assert (await dora.does("Settle")).status_code == 200
    del at


def test_a_shift_shows_its_own_bets_drop_win_and_hold() -> None:
    async def scenario() -> None:
        async with site(practice=False) as at:
            boss, dora = await floor(at)
            await boss.does("LoadCards")
            await dora.posts("/money", kind="buy_in", patron="Ann", amount=100_000)
            await round_(at, boss, dora, {"player": 10_000, "tie": 1_000}, "9H 2S 10D 3C")
            at.clock.advance(8 * 3600)
            second = START + timedelta(hours=8)
            await dora.posts("/money", kind="buy_in", patron="Ann", amount=50_000)
            await round_(at, boss, dora, {"player": 20_000}, "2H 9S 10D 10C")
            await dora.posts("/money", kind="cash_out", patron="Ann", amount=30_000)

            def path(since: Any, until: Any = None) -> str:
                asked = {"since": since.isoformat()}
                asked |= {} if until is None else {"until": until.isoformat()}
                return f"/takings?{httpx.QueryParams(asked)}"

            early, late = await boss.sees(path(START, second)), await boss.sees(path(second))
            assert (early["drop"], early["paid_out"], early["win"]) == (100_000, 0, -9_000)
            assert early["hold"] == [-9_000, 100_000]
            assert [(b["bet"], b["settled"], b["staked"], b["win"]) for b in early["bets"]] == [
                ("player", 1, 10_000, -10_000),
                ("tie", 1, 1_000, 1_000),
            ]
            assert (late["drop"], late["paid_out"], late["win"]) == (50_000, 30_000, 20_000)
            assert [(b["bet"], b["hold"]) for b in late["bets"]] == [("player", [20_000, 20_000])]
            whole = await boss.sees("/takings")
            assert whole["win"] == early["win"] + late["win"]
            assert (whole["bets"], whole["since"]) == (None, None)
            for wrong in ("?until=2026-03-01", "?since=yesterday"):
                answer = await boss.client.get(f"{boss.path}/takings{wrong}")
                assert (answer.status_code, answer.json()["code"]) == (422, "bad_query")

    at_once(scenario())


def test_chips_are_carried_to_another_table_and_stay_the_patrons() -> None:
    async def scenario() -> None:
        store = MemoryStore()
        async with site(store) as at:
            boss, dora = await floor(at)
            paul = await at.staff("Paul", Role.PIT_SUPERVISOR, "real")
            await dora.posts("/money", kind="buy_in", patron="Ann", amount=5_000)
            carry: dict[str, Any] = {"kind": "transfer", "patron": "Ann", "amount": 3_000}
            for who, more, status, code in (
                (dora, {"to": "vip"}, 403, "not_authorised"),
                (paul, {}, 422, "no_destination"),
                (paul, {"to": "none"}, 422, "no_destination"),
                (paul, {"to": "real"}, 422, "no_destination"),
                (paul, {"to": "practice-tb4"}, 422, "no_destination"),
                (paul, {"to": "vip", "amount": 5_001}, 409, "not_enough_chips"),
                (paul, {"to": "vip", "kind": "cash_out"}, 422, "bad_body"),
            ):
                answer = await who.posts("/money", **carry | more)
                assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
            moved = await paul.posts("/money", **carry, to="vip")
            assert moved.json()["balance"] == 5_000
            assert store.balance(patron_account("Ann")) == 5_000
            assert store.balance(float_account("real")) == -3_000
            assert store.balance(float_account("vip")) == 3_000
            assert (await boss.sees("/takings"))["carried"] == -3_000
            since = httpx.QueryParams({"since": START.isoformat()})
            assert (await boss.sees(f"/takings?{since}"))["carried"] == -3_000
        assert verify(store).good

    at_once(scenario())


def test_a_correction_is_in_the_shift_and_in_the_win_but_no_bet() -> None:
    async def scenario() -> None:
        async with site(practice=False) as at:
            boss, _ = await floor(at)
            await at.staff("Paul", Role.PIT_SUPERVISOR)
            fix: dict[str, Any] = {"kind": "correction", "patron": "Ann", "amount": 700}
            second = {"name": "Paul", "password": "a long password"}
            done = await boss.posts("/money", **fix, reason="paid short", second=second)
            assert done.status_code == 200, done.text
            since = httpx.QueryParams({"since": START.isoformat()})
            shift = await boss.sees(f"/takings?{since}")
            assert (shift["corrected"], shift["win"], shift["bets"]) == (700, -700, [])
            assert (await boss.sees("/takings"))["win"] == -700

    at_once(scenario())
