"""Finding rounds: the same as looking at every round of every table, in pages of any size."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import Any, Final

import pytest

from punto.core import events as e
from punto.core.conduct import evolve
from punto.core.outcome import OutcomeClass, Winner
from punto.core.state import Round, Table
from punto.rules import load
from punto.service import searching
from punto.service.searching import Catalogue, Page, Question
from punto.store import catalogue, codec
from punto.store.contract import Store
from punto.store.memory import MemoryStore
from punto.store.service_events import InterruptionDismissed, Recovered
from tests.store.histories import filled

RULINGS: Final = (e.Ruled, e.ReconstructionJudged, e.OrderAssigned, e.ResultCorrected)


@dataclass(slots=True)
class Told:
    """A round as it is told by folding the whole table, the slow way."""

    stream: str
    at: datetime
    round: Round
    first: int
    last: int
    patrons: set[str] = field(default_factory=set)
    decided: list[tuple[str, str]] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    refused: int = 0


def told(store: Store) -> Iterator[Told]:
    for stream in store.streams():
        table, current = Table(), None
        for deed in store.read(stream):
            body = codec.decode(deed.body)
            for event in codec.events_of(body):
                table = evolve(table, event)
                if isinstance(event, e.RoundOpened) and table.round is not None:
                    if current is not None:
                        yield current
                    at = datetime.fromisoformat(body.at)
                    current = Told(stream, at, table.round, deed.position, deed.position)
                elif current is not None:
                    _hears(current, event, body.command)
            if current is not None:
                current.last = deed.position
                if table.round is not None:
                    current.round = table.round
                current.refused += body.refused is not None
                current.patrons |= _patrons(body.command)
                current.patrons |= {patron for patron, _ in current.round.lines}
        if current is not None:
            yield current


def _hears(current: Told, event: e.Event, command: dict[str, Any]) -> None:
    if isinstance(event, (*RULINGS, InterruptionDismissed)):
        actor = event.actor.name if event.actor is not None else command["actor"]["name"]
        current.decided.append((type(event).__name__, actor))
    if isinstance(event, e.IrregularityReported):
        current.wrong.append(event.kind.value)
    if isinstance(event, e.Interrupted):
        current.wrong.append("interruption")
    if isinstance(event, Recovered) and event.interrupted:
        current.wrong.append("restart")


def _patrons(command: dict[str, Any]) -> set[str]:
    actor = command.get("actor") or {}
    named = {command["patron"]} if command.get("patron") else set()
    return named | ({actor["name"]} if actor.get("role") == "patron" else set())


@cache
def world() -> tuple[MemoryStore, tuple[Told, ...]]:
    store = filled()
    return store, tuple(told(store))


def pages(finder: Catalogue, streams: list[str], question: Question, limit: int) -> list[Page]:
    found = [finder.search(streams, question, limit)]
    while found[-1].following is not None:
        found.append(finder.search(streams, question, limit, found[-1].following))
    return found


def all_of(finder: Catalogue, streams: list[str], question: Question, limit: int = 50) -> set[Any]:
    rounds = [one for page in pages(finder, streams, question, limit) for one in page.rounds]
    keys = [(one.stream, one.entry.first) for one in rounds]
    assert len(set(keys)) == len(keys)
    ordered = [one.entry.opened_at for one in rounds]
    assert ordered == sorted(ordered, reverse=True)
    return set(keys)


def _outcome(one: Told) -> OutcomeClass | None:
    return None if one.round.void or one.round.without_result else one.round.outcome


def _pays(one: Told, bet: str) -> bool:
    found = _outcome(one)
    columns = load(one.round.rules).columns
    row = None if found is None or bet not in columns else columns[bet].row(found.code)
    return row is not None and row.odds is not None


Holds = Callable[[Told], object]
QUESTIONS: Final[dict[str, tuple[Question, Holds]]] = {
    "everything": (Question(), lambda _: True),
    "banker": (Question(winner=Winner.BANKER), lambda x: _won(x, Winner.BANKER)),
    "tie": (Question(winner=Winner.TIE), lambda x: _won(x, Winner.TIE)),
    "six": (Question(banker_total=6), lambda x: (o := _outcome(x)) and o.banker_total == 6),
    "nought": (Question(player_total=0), lambda x: (o := _outcome(x)) and o.player_total == 0),
    "natural": (Question(natural=True), lambda x: (o := _outcome(x)) and o.natural),
    "pair": (
        Question(pair="any"),
        lambda x: (o := _outcome(x)) and (o.pairs.player or o.pairs.banker),
    ),
    "banker pair": (Question(pair="banker"), lambda x: (o := _outcome(x)) and o.pairs.banker),
    "tiger": (Question(pays="tiger"), lambda x: _pays(x, "tiger")),
    "void": (Question(ending="void"), lambda x: x.round.void),
    "settled": (Question(ending="settled"), lambda x: x.round.paid),
    "open": (Question(ending="open"), lambda x: not x.round.over),
    "Ann": (Question(patron="ann"), lambda x: "Ann" in x.patrons),
    "Bob": (Question(patron="bOB"), lambda x: "Bob" in x.patrons),
    "ruled": (Question(decision="any"), lambda x: bool(x.decided)),
    "voided by hand": (
        Question(decision="Ruled"),
        lambda x: any(kind == "Ruled" for kind, _ in x.decided),
    ),
    "corrected": (
        Question(decision="ResultCorrected"),
        lambda x: any(kind == "ResultCorrected" for kind, _ in x.decided),
    ),
    "irregular": (Question(irregularity="any"), lambda x: bool(x.wrong)),
    "interrupted": (Question(irregularity="interruption"), lambda x: "interruption" in x.wrong),
    "exposed": (Question(irregularity="card_exposed"), lambda x: "card_exposed" in x.wrong),
    "refused": (Question(refused=True), lambda x: x.refused > 0),
}


def _won(one: Told, winner: Winner) -> bool:
    found = _outcome(one)
    return found is not None and found.winner is winner


@pytest.mark.parametrize("asked", QUESTIONS)
def test_a_question_finds_what_folding_everything_finds(
    monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    monkeypatch.setattr(catalogue, "BLOCK", 7)
    monkeypatch.setattr(catalogue, "REST", 3)
    store, rounds = world()
    question, holds = QUESTIONS[asked]
    expected = {(one.stream, one.first) for one in rounds if holds(one)}
    assert expected, f"no round to find: {asked}"
    assert all_of(Catalogue(store), store.streams(), question) == expected


def test_what_an_entry_says_is_what_the_table_says() -> None:
    store, rounds = world()
    page = Catalogue(store).search(store.streams(), Question(), 10_000)
    found = {(one.stream, one.entry.first): one.entry for one in page.rounds}
    for one in rounds:
        entry = found[one.stream, one.first]
        lines = [line for _, line in one.round.lines]
        assert (entry.number, entry.rules, entry.last) == (
            one.round.number,
            one.round.rules,
            one.last,
        )
        assert entry.staked == sum(line.stake for line in lines)
        assert entry.returned == sum(line.returned for line in lines)
        assert set(entry.patrons) == one.patrons
        assert list(entry.decisions) == one.decided
        assert entry.irregularities == one.wrong
        assert entry.refused == one.refused


@pytest.mark.parametrize("limit", [1, 3])
def test_pages_of_any_size_hold_the_same_rounds(
    monkeypatch: pytest.MonkeyPatch, limit: int
) -> None:
    monkeypatch.setattr(catalogue, "BLOCK", 16)
    monkeypatch.setattr(searching, "READ_AT_ONCE", 2)
    store, rounds = world()
    finder = Catalogue(store)
    expected = {(one.stream, one.first) for one in rounds}
    assert all_of(finder, store.streams(), Question(), limit) == expected


def test_a_span_of_time_is_found_without_reading_what_is_newer() -> None:
    store, rounds = world()
    times = sorted(one.at for one in rounds)
    since, until = times[len(times) // 3], times[len(times) // 2]
    expected = {(one.stream, one.first) for one in rounds if since <= one.at <= until}
    assert all_of(Catalogue(store), store.streams(), Question(since=since, until=until)) == expected


def test_a_sealed_block_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "BLOCK", 16)
    store, _ = world()
    longest = max(store.streams(), key=lambda stream: store.last(stream)[0])
    finder = Catalogue(store)
    first = finder.search([longest], Question(), 1_000)
    read: list[int] = []

    def counted(store: Store, stream: str, block: int) -> catalogue.Block:
        read.append(block)
        return catalogue.read_block(store, stream, block)

    monkeypatch.setattr(searching, "read_block", counted)
    assert finder.search([longest], Question(), 1_000) == first
    assert len(first.rounds) > len(read)
    assert len(read) <= 2, "only what may still change is read again"


def test_a_question_reads_a_piece_and_says_how_far_it_came(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(catalogue, "BLOCK", 8)
    monkeypatch.setattr(searching, "READ_AT_ONCE", 1)
    store, _ = world()
    longest = max(store.streams(), key=lambda stream: store.last(stream)[0])
    found = pages(Catalogue(store), [longest], Question(patron="nobody"), 10)
    assert len(found) > 3
    assert not any(page.rounds for page in found)
    reached = [page.reached for page in found[:-1] if page.reached is not None]
    assert reached == sorted(reached, reverse=True)


def test_a_round_that_goes_on_changes_what_is_said_of_it() -> None:
    source, _ = world()
    stream = max(source.streams(), key=lambda stream: source.last(stream)[0])
    deeds = list(source.read(stream))
    store = MemoryStore()
    finder = Catalogue(store)
    seen = set()
    for deed in deeds:
        store._streams.setdefault(stream, []).append(deed)
        for one in finder.search([stream], Question(), 1).rounds:
            assert one.entry.last == deed.position
            seen.add(one.entry.ending)
    assert seen >= {"open", "settled"}


def test_a_rulebook_that_is_not_known_here_pays_no_bet() -> None:
    assert searching.winning_bets("somebody-elses@9", 0) == frozenset()
