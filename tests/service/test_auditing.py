"""Every kind of round of the past: told step by step, decided anew, read back from its record."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from punto.core.conduct import apply
from punto.core.state import Table
from punto.service import auditing
from punto.service.auditing import Past, find_past
from punto.service.history import History
from punto.service.retelling import retell
from punto.store import codec, milestones
from punto.store.contract import GENESIS, StoreFault
from punto.store.memory import MemoryStore
from punto.store.milestones import BehindError, Milestones
from punto.store.recovery import Found
from tests.store.histories import filled, shoe


@cache
def pasts() -> tuple[MemoryStore, tuple[Past, ...]]:
    store = filled()
    found = []
    for stream in store.streams():
        history = History(store, stream)
        for chapter in history.last(1_000):
            past = find_past(store, history, stream, chapter.number)
            assert past is not None
            found.append(past)
    return store, tuple(found)


def test_every_round_of_every_kind_is_told_and_holds() -> None:
    for past in pasts()[1]:
        report = past.proof()
        assert report.good, (past.stream, past.chapter.number, report.wrong)
        assert report.tables.rounds == 1
        steps = [past.step(step) for step in past.steps]
        assert steps[0]["view"]["round"]["number"] == past.chapter.number
        kinds = [event["type"] for step in steps for event in step["events"]]
        assert kinds.count("RoundOpened") == 1
        noted = list(past.noted())
        assert sum("refused" in one for one in noted) == sum(bool(x["refused"]) for x in steps)
        assert all(one["said"] and one["at"] for one in noted)
        assert len(past.lines()) == len(past.round.lines)


def test_a_record_replayed_ends_as_the_log_does() -> None:
    ends = Counter(past.against_record()["same"] for past in pasts()[1][::2])
    assert ends[False] == 0
    assert ends[True] > 45
    assert ends[None] <= 3, "a round that leans on what was before, or has no words"


def test_a_round_is_not_called_otherwise_for_what_was_so_before_it() -> None:
    """Who had his one time under the minimum is known to the log and to no record of one round."""
    leaning = [past for past in pasts()[1] if past.steps[0].before.under_minimum_once]
    answers = [past.against_record() for past in leaning]
    assert all(answer["same"] is not False for answer in answers)
    assert any("had the one time under the minimum" in str(answer["what"]) for answer in answers)


def test_a_record_that_ends_otherwise_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    settled = [past for past in pasts()[1] if past.round.paid and past.round.lines]
    one, other = settled[0], settled[-1]
    assert one.against_record()["same"]
    monkeypatch.setattr(auditing, "retell", lambda *_: retell(other.history, other.chapter.number))
    found = one.against_record()
    assert (found["same"], bool(found["what"])) != (True, False)


@pytest.mark.parametrize("apart", [1, 7, 2_000])
def test_a_table_is_the_same_wherever_its_replay_begins(
    monkeypatch: pytest.MonkeyPatch, apart: int
) -> None:
    monkeypatch.setattr(milestones, "APART", apart)
    store, _ = pasts()
    stream = max(store.streams(), key=lambda stream: store.last(stream)[0])
    known = Milestones(store, stream)
    last, _ = store.last(stream)
    for position in (last // 2, last, 3, last - 1, 0, last // 3):
        table, digest = Table(), GENESIS
        for deed in store.read(stream, limit=position):
            table = apply(table, codec.events_of(codec.decode(deed.body)))
            digest = deed.hash
        assert known.at(position) == Found(table, position, digest)


def test_a_long_way_is_gone_in_pieces() -> None:
    store, _ = pasts()
    stream = "table:shoe"
    last, _ = store.last(stream)
    known = Milestones(store, stream)
    for reached in range(5, last, 5):
        with pytest.raises(BehindError) as behind:
            known.at(last, most=5)
        assert (behind.value.reached, behind.value.wanted) == (reached, last)
    assert known.at(last, most=5).position == last


def test_the_chain_is_checked_on_the_way() -> None:
    store = MemoryStore()
    shoe(store)
    deeds = store._streams["table:shoe"]
    place = next(n for n, deed in enumerate(deeds) if b"PlaceWager" in deed.body)
    deeds[place] = replace(deeds[place], body=deeds[place].body.replace(b"500", b"900", 1))
    with pytest.raises(StoreFault, match=f"deed {place + 1} does not follow"):
        Milestones(store, "table:shoe").at(place + 3)
