"""The auditor's desk over HTTP: who may look back, what is found, what is shown, what is proved."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from punto.cli.app import app
from punto.core.policies import Role
from punto.core.state import Phase
from punto.service import attempts, auditing, desk
from punto.service.accounts import AUDITOR
from punto.store.bundle import verify_bundle
from punto.store.memory import MemoryStore
from tests.support.site import Guest, Site, at_once, site

TABLE = "practice-tb4"
REAL = "real"


async def play(at: Site, rounds: int, guest: Guest | None = None, table: str = TABLE) -> None:
    """Play rounds; a guest stakes on Player in each."""
    for _ in range(rounds):
        await at.deals_until(table, Phase.BETTING)
        if guest is not None:
            placed = await guest.does("PlaceWager", box="1", bet="player", stake=1_000)
            assert placed.status_code == 200, placed.text
        await at.deals_until(table, Phase.IDLE)


async def asks(guest: Guest, path: str, status: int = 200, **query: Any) -> Any:
    response = await guest.client.get(path, params=query)
    assert response.status_code == status, response.text
    return response.json()


async def all_rounds(guest: Guest, **query: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    page = await asks(guest, "/api/audit/rounds", **query)
    while True:
        found += page["rounds"]
        if page["next"] is None:
            return found
        page = await asks(guest, "/api/audit/rounds", after=page["next"], **query)


async def lines_of(guest: Guest, path: str, **query: Any) -> list[dict[str, Any]]:
    response = await guest.client.get(path, params=query)
    assert response.status_code == 200, response.text
    return [json.loads(line) for line in response.text.splitlines()]


def round_path(number: int, below: str, table: str = TABLE) -> str:
    return f"/api/tables/{table}/rounds/{number}/{below}"


# --- finding ------------------------------------------------------------------------------------


def test_rounds_are_found_by_what_happened_in_them() -> None:
    async def scenario() -> None:
        async with site() as at:
            ann = await at.sits("Ann", box="1")
            await play(at, 6, ann)
            await play(at, 4)
            ada = await at.staff("Ada", AUDITOR)
            rounds = await all_rounds(ada, table=TABLE, limit=3)
            assert [one["number"] for one in rounds] == list(range(10, 0, -1))
            mine = await all_rounds(ada, patron="ann")
            assert {one["number"] for one in mine} >= set(range(1, 7))
            for winner in ("player", "banker", "tie"):
                found = await all_rounds(ada, table=TABLE, winner=winner)
                expected = [one for one in rounds if one["outcome"]["winner"] == winner]
                assert found == expected
            for total in range(10):
                found = await all_rounds(ada, table=TABLE, banker_total=total)
                assert found == [x for x in rounds if x["outcome"]["banker_total"] == total]
            assert await all_rounds(ada, ending="void") == []
            assert await all_rounds(ada, table="practice-mbs5") == []

    at_once(scenario())


def test_a_span_of_time_is_inclusive_and_in_singapore_time() -> None:
    async def scenario() -> None:
        async with site() as at:
            await at.sits("Ann")
            times = []
            for _ in range(3):
                await at.deals_until(TABLE, Phase.BETTING)
                times.append(at.clock.now())
                await at.deals_until(TABLE, Phase.IDLE)
                at.clock.advance(60)
            ada = await at.staff("Ada", AUDITOR)
            naive = times[1].replace(tzinfo=None).isoformat()
            found = await all_rounds(ada, since=naive, until=naive)
            assert [one["number"] for one in found] == [2]
            found = await all_rounds(ada, since=times[1].isoformat())
            assert [one["number"] for one in found] == [3, 2]

    at_once(scenario())


@pytest.mark.parametrize(
    ("query", "where"),
    [
        ({"since": "yesterday"}, "since"),
        ({"winner": "house"}, "winner"),
        ({"player_total": "10"}, "player_total"),
        ({"pair": "aces"}, "pair"),
        ({"after": "nowhere"}, "after"),
        ({"after": "WyIyMDI2LTAzLTAxVDIwOjAwOjAwIl0="}, "after"),
        ({"limit": "101"}, "limit"),
        ({"patron": "x" * 201}, "patron"),
        ({"irregularity": "ghosts"}, "irregularity"),
    ],
)
def test_a_question_that_cannot_be_understood_is_refused(query: dict[str, str], where: str) -> None:
    async def scenario() -> None:
        async with site() as at:
            ada = await at.staff("Ada", AUDITOR)
            problem = await asks(ada, "/api/audit/rounds", 422, **query)
            assert problem["where"] == where
            assert problem["code"] == "bad_query"

    at_once(scenario())


def test_tables_that_another_process_runs_are_found_as_well() -> None:
    async def scenario() -> None:
        store = MemoryStore()
        async with site(store, owner="one") as first:
            ann = await first.sits("Ann", box="1")
            await play(first, 2, ann)
            async with site(store, owner="two", practice=False, shared=True) as second:
                ada = await second.staff("Ada", AUDITOR)
                assert second.table(TABLE).lease is None
                assert [one["number"] for one in await all_rounds(ada, table=TABLE)] == [2, 1]
                shown = await asks(ada, round_path(2, "full"))
                assert shown["lines"]
                assert (await asks(ada, round_path(2, "comparison")))["log"]["good"]

    at_once(scenario())


# --- one round ----------------------------------------------------------------------------------


def test_a_round_is_shown_in_full_and_step_by_step() -> None:
    async def scenario() -> None:
        async with site() as at:
            ann = await at.sits("Ann", box="1")
            await at.deals_until(TABLE, Phase.BETTING)
            assert (
                await ann.does("PlaceWager", box="1", bet="tie", stake=1_000)
            ).status_code == 200
            refused = await ann.does("PlaceWager", box="1", bet="nothing", stake=1_000)
            assert refused.status_code == 422
            await at.deals_until(TABLE, Phase.IDLE)
            ada = await at.staff("Ada", AUDITOR)
            shown = await asks(ada, round_path(1, "full"))
            assert [card["number"] for card in shown["cards"]] == list(
                range(1, len(shown["cards"]) + 1)
            )
            assert {card["hand"] for card in shown["cards"]} == {"player", "banker"}
            (wager,) = shown["wagers"]
            assert (wager["box"], wager["bet"], wager["stake"]) == ("1", "tie", 1_000)
            (line,) = shown["lines"]
            assert (line["patron"], line["box"], line["stake"]) == ("Ann", "1", 1_000)
            assert line["clauses"]
            (noted,) = [one for one in shown["noted"] if "refused" in one]
            assert noted["actor"] == {"name": "Ann", "role": "patron"}
            assert noted["clauses"] or noted["interpretations"] or noted["refused"]

            steps = []
            page = await asks(ada, round_path(1, "steps"), limit=3)
            while True:
                steps += page["steps"]
                if page["next"] is None:
                    break
                page = await asks(ada, round_path(1, "steps"), limit=3, after=page["next"])
            assert len(steps) == shown["steps"]
            assert [step["position"] for step in steps] == list(
                range(shown["positions"][0], shown["positions"][1] + 1)
            )
            before = bytes.fromhex(shown["hash_before"])
            for step in steps:
                before = sha256(before + step["text"].encode()).digest()
                assert before.hex() == step["hash"], "the chain can be computed by hand"
            assert before.hex() == shown["hash_after"]
            felt = await asks(ada, f"/api/tables/{TABLE}")
            assert steps[-1]["view"]["round"] == felt["view"]["round"]

    at_once(scenario())


def test_each_step_shows_only_what_lay_open_then() -> None:
    async def scenario() -> None:
        async with site() as at:
            await at.sits("Ann")
            await play(at, 1)
            ada = await at.staff("Ada", AUDITOR)
            steps = (await asks(ada, round_path(1, "steps"), limit=100))["steps"]
            known = 0
            for step in steps:
                hands = step["view"]["round"]["hands"].values()
                open_now = sum(card["card"] is not None for hand in hands for card in hand["cards"])
                assert open_now >= known
                known = open_now
            assert known >= 4

    at_once(scenario())


def test_a_round_under_way_is_nobodys_to_look_into() -> None:
    async def scenario() -> None:
        async with site() as at:
            await at.sits("Ann")
            await play(at, 1)
            await at.deals_until(TABLE, Phase.DEALING)
            ada = await at.staff("Ada", AUDITOR)
            for below in ("full", "steps", "comparison", "bundle", "shoe", "shoe/bundle"):
                assert (await asks(ada, round_path(2, below), 409))["code"] == "round_open"
            started = at.table(TABLE).history.last(1)[0].first
            shoe = await lines_of(ada, round_path(1, "shoe/bundle"))
            assert shoe[-1]["position"] == started - 1, "not a card of the round under way"
            dealt = (await asks(ada, round_path(1, "shoe")))["dealt"]
            assert {card["round"] for card in dealt} == {1}
            tried = await asks(ada, "/api/audit/attempts", table=TABLE, limit=100)
            assert tried["attempts"][0]["position"] == started - 1
            for number in (0, 3):
                await asks(ada, round_path(number, "full"), 404)

    at_once(scenario())


def test_an_old_round_is_reached_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        async with site() as at:
            await at.sits("Ann")
            await play(at, 5)
            at.table(TABLE).history._before.clear()
            monkeypatch.setattr(auditing.find_past, "__defaults__", (20,))
            ada = await at.staff("Ada", AUDITOR)
            answers = []
            for _ in range(10):
                response = await ada.client.get(round_path(5, "full"))
                answers.append(response.status_code)
                if response.status_code == 200:
                    break
                assert response.json()["code"] == "reading_back"
                assert response.headers["Retry-After"]
            assert answers[-1] == 200
            assert 503 in answers

    at_once(scenario())


# --- whether it holds ---------------------------------------------------------------------------


def test_a_round_that_is_decided_anew_is_equal_and_can_be_taken_away(tmp_path: Path) -> None:
    async def scenario() -> dict[str, bytes]:
        async with site() as at:
            ann = await at.sits("Ann", box="1")
            await play(at, 3, ann)
            ada = await at.staff("Ada", AUDITOR)
            compared = await asks(ada, round_path(2, "comparison"))
            assert compared["log"]["good"]
            assert compared["log"]["rounds"] == 1
            assert compared["record"] == {"same": True, "what": None}
            taken = {}
            for below in ("bundle", "shoe/bundle"):
                response = await ada.client.get(round_path(2, below))
                assert response.status_code == 200
                assert "attachment" in response.headers["Content-Disposition"]
                taken[below] = response.content
            return taken

    for below, content in at_once(scenario()).items():
        path = tmp_path / f"{below.replace('/', '-')}.jsonl"
        path.write_bytes(content)
        _, report = verify_bundle(path)
        assert report.good, report.wrong
        done = CliRunner().invoke(app, ["verify", str(path)])
        assert done.exit_code == 0, done.output
        path.write_bytes(content.replace(b'\\"player\\"', b'\\"banker\\"', 1))
        assert CliRunner().invoke(app, ["verify", str(path)]).exit_code == 1


def forged(store: MemoryStore, stream: str, position: int, old: bytes, new: bytes) -> None:
    deeds = store._streams[stream]
    deed = deeds[position - 1]
    assert old in deed.body
    deeds[position - 1] = replace(deed, body=deed.body.replace(old, new, 1))


def test_a_forged_deed_is_named_by_comparison_and_by_proof() -> None:
    async def scenario() -> None:
        store = MemoryStore()
        async with site(store) as at:
            ann = await at.sits("Ann", box="1")
            await play(at, 2, ann)
            ada = await at.staff("Ada", AUDITOR)
            shown = await asks(ada, round_path(1, "steps"), limit=100)
            place = next(s["position"] for s in shown["steps"] if s["command"] == "PlaceWager")
            forged(store, f"table:{TABLE}", place, b'"stake":1000', b'"stake":9000')
            (wrong,) = (await asks(ada, round_path(1, "comparison")))["log"]["wrong"]
            assert (wrong["position"], wrong["proof"]) == (place, "chain")
            *_, last = await lines_of(ada, "/api/audit/proof", table=TABLE)
            assert last["report"]["wrong"][0]["position"] == place
            assert not last["report"]["good"]
            *_, other = await lines_of(ada, "/api/audit/proof", table="practice-mbs5")
            assert other["report"]["good"]

    at_once(scenario())


def test_the_whole_store_is_proved_with_progress_and_one_proof_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(desk, "TELL_EVERY", 0.0)

    async def scenario() -> None:
        async with site() as at:
            ann = await at.sits("Ann", box="1")
            await play(at, 2, ann)
            ada = await at.staff("Ada", AUDITOR)
            told = await lines_of(ada, "/api/audit/proof")
            assert told[-1]["report"]["good"], told[-1]
            assert told[-1]["report"]["rounds"] == 2
            assert told[-2]["done"] == told[-2]["total"] == told[-1]["report"]["deeds"]
            house_desk = at.transport.app.state.desk  # type: ignore[attr-defined]
            assert house_desk.proving is None
            house_desk.proving = "store"
            assert (await asks(ada, "/api/audit/proof", 409))["code"] == "proving"

    at_once(scenario())


def test_a_proof_ends_when_nobody_listens_any_more() -> None:
    async def scenario() -> None:
        async with site() as at:
            await at.sits("Ann")
            await play(at, 3)
            here = desk.Desk(at.house.store)
            listening = here.prove(None)
            await anext(listening)
            assert here.proving == "store"
            await listening.aclose()
            assert here.proving is None

    at_once(scenario())


def test_a_proof_reads_one_moment_while_dealing_goes_on() -> None:
    async def scenario() -> None:
        async with site() as at:
            ann = await at.sits("Ann", box="1")
            await play(at, 2, ann)
            here = desk.Desk(at.house.store)
            listening = here.prove(f"table:{TABLE}")
            told = [await anext(listening)]
            await play(at, 2, ann)
            told += [value async for value in listening]
            assert told[-1]["report"]["good"], told[-1]

    at_once(scenario())


# --- the shoe -----------------------------------------------------------------------------------


async def a_real_table(at: Site) -> Guest:
    boss = await at.staff("Mei", Role.PIT_MANAGER, REAL)
    assert (await at.opens(REAL, boss, shoe="automatic")).status_code == 201
    return boss


async def deal(at: Site, boss: Guest) -> None:
    await boss.does("CallForBets")
    await boss.does("CloseBets")
    while at.table(REAL).host.table.phase in (Phase.CLOSED, Phase.DEALING):
        assert (await boss.does("DrawCard")).status_code == 200
    await boss.does("Declare")
    assert (await boss.does("Settle")).status_code == 200


@pytest.mark.parametrize("ending", ["LoadCards", "CloseTable"])
def test_the_order_of_a_shoe_is_held_to_its_promise_and_to_the_cards(ending: str) -> None:
    async def scenario() -> None:
        async with site(practice=False) as at:
            boss = await a_real_table(at)
            await boss.does("LoadCards")
            await deal(at, boss)
            await deal(at, boss)
            before = await asks(boss, round_path(2, "shoe", REAL))
            assert before["promised"]["commitment"]
            assert before["revealed"] is None
            assert (await boss.does(ending)).status_code == 200
            for number in (1, 2):
                shoe = await asks(boss, round_path(number, "shoe", REAL))
                promised, revealed = shoe["promised"], shoe["revealed"]
                text = f"{revealed['nonce']}:{' '.join(revealed['order'])}"
                assert sha256(text.encode()).hexdigest() == promised["commitment"]
                assert revealed["computed"] == promised["commitment"]
                assert shoe["report"]["good"], shoe["report"]["wrong"]
                assert shoe["report"]["shoes"] == 1
                assert len(revealed["order"]) == shoe["decks"] * 52
                for card in shoe["dealt"]:
                    assert revealed["order"][card["place"] - 1] == card["card"]
                assert {card["round"] for card in shoe["dealt"]} == {1, 2}
            if ending == "LoadCards":
                await deal(at, boss)
                assert (await asks(boss, round_path(3, "shoe", REAL)))["revealed"] is None

    at_once(scenario())


def test_a_shoe_that_a_dealer_enters_has_no_promise() -> None:
    async def scenario() -> None:
        async with site(practice=False) as at:
            boss = await at.staff("Mei", Role.PIT_MANAGER, REAL)
            assert (await at.opens(REAL, boss)).status_code == 201
            await boss.does("LoadCards")
            await boss.does("CallForBets")
            await boss.does("CloseBets")
            for card in ("9S", "2H", "KD", "7C"):
                assert (await boss.does("DrawCard", card=card)).status_code == 200
            await boss.does("Declare")
            await boss.does("Settle")
            shoe = await asks(boss, round_path(1, "shoe", REAL))
            assert shoe["promised"] is None
            assert [card["card"] for card in shoe["dealt"]] == ["9S", "2H", "KD", "7C"]
            (tied,) = await all_rounds(boss, table=REAL)
            assert tied["outcome"]["winner"] == "tie"

    at_once(scenario())


# --- rulings ------------------------------------------------------------------------------------


def test_a_void_is_found_by_its_ruling_with_author_clause_and_time() -> None:
    async def scenario() -> None:
        async with site(practice=False) as at:
            boss = await a_real_table(at)
            await boss.does("LoadCards")
            await deal(at, boss)
            await boss.does("CallForBets")
            headers = {"Idempotency-Key": "a bird"}
            bird = {"type": "ReportIrregularity", "kind": "not_covered", "note": "a bird"}
            told = await boss.client.post(f"{boss.path}/commands", json=bird, headers=headers)
            assert told.status_code == 200, told.text
            shift = await at.staff("Sum", Role.SHIFT_MANAGER, REAL)
            ruled = await shift.does("Rule", effect="void", reason="a bird took a card")
            assert ruled.status_code == 200, ruled.text
            for query in (
                {"ending": "void"},
                {"decision": "Ruled"},
                {"by": "sum"},
                {"irregularity": "not_covered"},
            ):
                (found,) = await all_rounds(shift, **query)
                assert (found["number"], found["ending"]) == (2, "void")
                assert found["decisions"] == [{"type": "Ruled", "by": "Sum"}]
            assert await all_rounds(shift, by="Mei") == []
            shown = await asks(shift, round_path(2, "full", REAL))
            (decision,) = [one for one in shown["noted"] if one["decision"]]
            assert decision["actor"] == {"name": "Sum", "role": "shift_manager"}
            assert "a bird took a card" in decision["said"]
            assert decision["clauses"] or decision["interpretations"]
            assert decision["at"]
            assert (await asks(shift, round_path(2, "comparison", REAL)))["log"]["good"]

    at_once(scenario())


# --- what was tried -----------------------------------------------------------------------------


def test_attempts_are_read_back_refused_ones_too(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        async with site() as at:
            anybody = at.client()
            for _ in range(2):
                wrong = {"name": "Ada", "password": "a wrong password"}
                assert (await anybody.post("/api/login", json=wrong)).status_code == 401
            ann = await at.sits("Ann", box="1")
            await at.deals_until(TABLE, Phase.BETTING)
            await ann.does("PlaceWager", box="9", bet="player", stake=1_000)
            await at.deals_until(TABLE, Phase.IDLE)
            ada = await at.staff("Ada", AUDITOR)
            path = "/api/audit/attempts"
            refused = (await asks(ada, path, refused=1))["attempts"]
            assert [one["type"] for one in refused] == ["LogIn", "LogIn"]
            assert refused[0]["refused"]["code"] == "wrong_password"
            assert "password" not in json.dumps(refused[0]["about"])
            mine = (await asks(ada, path, who="ada", kind="LogIn"))["attempts"]
            assert len(mine) == 3
            (seat,) = (await asks(ada, path, kind="GiveSeat"))["attempts"]
            assert seat["about"]["patron"] == "Ann"
            (tried,) = (await asks(ada, path, table=TABLE, refused=1, who="ann"))["attempts"]
            assert tried["type"] == "PlaceWager"
            assert tried["refused"]["code"]
            later = at.clock.now().replace(year=2030).isoformat()
            assert (await asks(ada, path, since=later))["attempts"] == []

            whole = (await asks(ada, path, table=TABLE, limit=100))["attempts"]
            monkeypatch.setattr(attempts, "READ_AT_ONCE", 5)
            found: list[dict[str, Any]] = []
            page = await asks(ada, path, table=TABLE, limit=3)
            while True:
                found += page["attempts"]
                if page["next"] is None:
                    break
                page = await asks(ada, path, table=TABLE, limit=3, before=page["next"])
            assert found == whole

    at_once(scenario())


# --- who may look back --------------------------------------------------------------------------

DESK = (
    "/api/audit",
    "/api/audit/rounds",
    f"/api/audit/attempts?table={TABLE}",
    f"/api/audit/proof?table={TABLE}",
    round_path(1, "full"),
    round_path(1, "steps"),
    round_path(1, "comparison"),
    round_path(1, "bundle"),
    round_path(1, "shoe"),
    round_path(1, "shoe/bundle"),
)
HOUSE = ("/api/audit/attempts", "/api/audit/proof")


def test_only_those_who_read_the_books_sit_at_the_desk() -> None:
    async def scenario() -> None:
        async with site() as at:
            ann = await at.sits("Ann")
            await play(at, 1)
            readers = [
                await at.staff("Ada", AUDITOR),
                await at.staff("Pat", Role.PIT_SUPERVISOR),
                await at.staff("Sum", Role.SHIFT_MANAGER),
            ]
            here = [
                await at.staff("Ida", AUDITOR, tables=(TABLE,)),
                await at.staff("Pia", Role.PIT_SUPERVISOR, tables=(TABLE,)),
            ]
            others = [
                ann,
                await at.staff("Dora", Role.DEALER),
                await at.staff("Una", AUDITOR, tables=("another",)),
            ]
            for path in (*DESK, *HOUSE):
                assert (await at.client().get(path)).status_code == 401, path
                assert [await status(one, path) for one in readers] == [200] * 3, path
                assert {await status(one, path) for one in others} == {403}, path
                expected = 403 if path in HOUSE else 200
                assert {await status(one, path) for one in here} == {expected}, path
            shown = await asks(here[0], "/api/audit")
            assert [table["id"] for table in shown["tables"]] == [TABLE]
            assert not shown["house"]
            found = await all_rounds(here[0])
            assert {one["table"] for one in found} == {TABLE}
            await asks(here[0], "/api/audit/rounds", 403, table="practice-mbs5")
            await asks(readers[0], "/api/audit/rounds", 404, table="nowhere")

    at_once(scenario())


async def status(guest: Guest, path: str) -> int:
    response: httpx.Response = await guest.client.get(path)
    return response.status_code


def test_an_auditor_changes_nothing() -> None:
    async def scenario() -> None:
        async with site() as at:
            await at.sits("Ann")
            await play(at, 1)
            ada = await at.staff("Ada", AUDITOR)
            before = {name: at.house.store.last(name) for name in at.house.store.streams()}
            for path in (*DESK, *HOUSE):
                assert await status(ada, path) == 200
            assert {name: at.house.store.last(name) for name in before} == before
            assert (await ada.does("CallForBets")).status_code == 403

    at_once(scenario())
