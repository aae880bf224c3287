"""`verify` passes what is whole and names the first bad place of what is not (R11)."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from datetime import date
from hashlib import sha256
from random import Random
from typing import Any

import msgspec
import pytest

from punto.core import commands as c
from punto.core.events import NoticePosted
from punto.core.rulebook import Rulebook
from punto.rules import rulebooks
from punto.store import codec
from punto.store.contract import GENESIS, Deed, Entry, chain
from punto.store.days import close_day
from punto.store.memory import MemoryStore
from punto.store.verify import Report, verify
from punto.store.verify_table import Proof
from tests.store.histories import Recorder, filled, plays, shoe
from tests.support.conduct import CALLED, MANAGER

FLIPS = 600
CUTS = 200
SWAPS = 200


@pytest.fixture(scope="module")
def whole() -> MemoryStore:
    store = filled()
    close_day(store, date(2026, 3, 1), CALLED)
    return store


def copy_of(store: MemoryStore, *names: str) -> MemoryStore:
    """Copy a store, or some streams of it with the days that vouch for them."""
    copy = MemoryStore()
    copy._streams = {s: list(d) for s, d in store._streams.items() if s in names or not names}
    copy._snapshots = {s: x for s, x in store._snapshots.items() if s in copy._streams}
    copy._entries = [row for row in store._entries if row[0] in copy._streams]
    copy._balances = dict(store._balances)
    if names:
        copy._balances = {}
        for _, _, entry in copy._entries:
            copy._balances[entry.account] = copy.balance(entry.account) + entry.amount
    return copy


def test_every_kind_of_command_and_event_verifies(whole: MemoryStore) -> None:
    report = verify(whole)
    assert report.wrong == []
    commands, events = set(), set()
    for stream in whole.streams():
        for deed in whole.read(stream):
            body = codec.decode(deed.body)
            if body.refused is None:
                commands.add(body.command["type"])
            events |= {event["type"] for event in body.events}
    assert commands >= set(codec.COMMANDS)
    assert events >= set(codec.EVENTS)
    assert report.deeds == sum(whole.last(stream)[0] for stream in whole.streams())
    assert report.tables.shoes == 1
    assert report.tables.rounds > 50


def test_an_empty_store_is_whole() -> None:
    assert verify(MemoryStore()) == Report()


# --- 1,000 of 1,000 -------------------------------------------------------------------------------


def small() -> MemoryStore:
    """One shoe of three rounds, a closed day: every bit of it is history."""
    store = MemoryStore()
    recorder = shoe(store)
    recorder.snapshot()
    close_day(store, date(2026, 3, 1), CALLED)
    return store


def flip(data: bytes, chance: Random) -> bytes:
    place = chance.randrange(8 * len(data))
    changed = bytearray(data)
    changed[place // 8] ^= 1 << place % 8
    return bytes(changed)


def flip_number(number: int, chance: Random) -> int:
    return number ^ (1 << chance.randrange(63))


def flip_text(text: str, chance: Random) -> str:
    """Flip a bit of a letter, so that what comes out is still a text."""
    place = chance.randrange(len(text))
    return text[:place] + chr(ord(text[place]) ^ (1 << chance.randrange(5))) + text[place + 1 :]


def damage(store: MemoryStore, chance: Random) -> str:
    """Flip one bit of anything that is stored of the history."""
    kind = chance.choice(
        ("body", "body", "hash", "key", "position", "entry", "balance", "snapshot")
    )
    if kind == "entry":
        n = chance.randrange(len(store._entries))
        stream, position, entry = store._entries[n]
        what = chance.choice(("position", "account", "amount"))
        if what == "position":
            position = flip_number(position, chance)
        elif what == "account":
            entry = replace(entry, account=flip_text(entry.account, chance))
        else:
            entry = replace(entry, amount=flip_number(entry.amount, chance))
        store._entries[n] = (stream, position, entry)
        return f"{kind} {what}"
    if kind == "balance":
        account = chance.choice(sorted(store._balances))
        store._balances[account] = flip_number(store._balances[account], chance)
        return kind
    if kind == "snapshot":
        (stream, snapshot), *_ = store._snapshots.items()
        store._snapshots[stream] = replace(snapshot, body=flip(snapshot.body, chance))
        return kind
    stream = chance.choice(store.streams())
    n = chance.randrange(len(store._streams[stream]))
    deed = store._streams[stream][n]
    store._streams[stream][n] = {
        "body": lambda: replace(deed, body=flip(deed.body, chance)),
        "hash": lambda: replace(deed, hash=flip(deed.hash, chance)),
        "key": lambda: replace(deed, key=flip_text(deed.key, chance)),
        "position": lambda: replace(deed, position=flip_number(deed.position, chance)),
    }[kind]()
    return kind


def test_every_flipped_bit_is_found() -> None:
    original = small()
    assert verify(original).good
    missed = []
    for seed in range(FLIPS):
        store = copy_of(original)
        what = damage(store, Random(seed))
        if verify(store).good:
            missed.append((seed, what))
    assert missed == []


def test_every_truncation_is_found() -> None:
    """Cut a tail off a table whose day is closed, entries and balances put right."""
    original = small()
    found = 0
    for seed in range(CUTS):
        store, chance = copy_of(original), Random(seed)
        deeds = store._streams["table:shoe"]
        left = chance.randrange(len(deeds))
        store._streams["table:shoe"] = deeds[:left]
        store._snapshots.clear()
        store._entries = [row for row in store._entries if row[1] <= left]
        store._balances.clear()
        for _, _, entry in store._entries:
            store._balances[entry.account] = store.balance(entry.account) + entry.amount
        found += not verify(store).good
    assert found == CUTS


def test_every_reordering_is_found_also_with_positions_put_right() -> None:
    original = small()
    found = 0
    for seed in range(SWAPS):
        store, chance = copy_of(original), Random(seed)
        deeds = store._streams["table:shoe"]
        one, two = sorted(chance.sample(range(len(deeds)), 2))
        deeds[one], deeds[two] = deeds[two], deeds[one]
        if seed % 2:
            deeds[one] = replace(deeds[one], position=one + 1)
            deeds[two] = replace(deeds[two], position=two + 1)
        report = verify(store)
        found += not report.good
        assert report.wrong[0].position == one + 1
    assert found == SWAPS


# --- forgeries: the chain is made anew, so that only the meaning can tell -------------------------


def forged(
    store: MemoryStore, stream: str, change: Callable[[codec.Body], codec.Body | None]
) -> int:
    """Rewrite a history with right hashes; return the first position that was changed."""
    first, digest, deeds = 0, GENESIS, []
    for deed in store._streams[stream]:
        body = codec.decode(deed.body)
        other = change(body) if not first else None
        if other is not None:
            first = deed.position
            body = other
        text = msgspec.json.encode(body)
        digest = chain(digest, text)
        deeds.append(
            Deed(stream=stream, position=deed.position, key=deed.key, body=text, hash=digest)
        )
    assert first
    store._streams[stream] = deeds
    return first


def changed(body: codec.Body, **fields: Any) -> codec.Body:
    return msgspec.structs.replace(body, **fields)


def with_event(
    body: codec.Body, name: str, change: Callable[[codec.Plain], None]
) -> codec.Body | None:
    events = deepcopy(body.events)
    for event in events:
        if event["type"] == name:
            change(event)
            return changed(body, events=events)
    return None


def another_card(event: codec.Plain) -> None:
    card = event["drawn"]["card"]
    card["suit"] = "S" if card["suit"] != "S" else "H"


def pays_more(event: codec.Plain) -> None:
    event["lines"][0][1]["returned"] += 100


def other_rules(event: codec.Plain) -> None:
    event["digest"] = "0" * 64


FORGERIES: dict[str, tuple[Callable[[codec.Body], codec.Body | None], str]] = {
    "a card": (lambda b: with_event(b, "CardDrawn", another_card), "DrawCard led to other values"),
    "a payout": (lambda b: with_event(b, "RoundSettled", pays_more), "Settle led to other values"),
    "a rulebook": (lambda b: with_event(b, "RoundOpened", other_rules), "CallForBets led to other"),
    "an event dropped": (
        lambda b: changed(b, events=b.events[:-1]) if b.events else None,
        "OpenTable led to nothing",
    ),
    "an entry": (
        lambda b: (
            changed(b, entries=[("patron:Ann", 5), ("risk:shoe", -5)])
            if b.command["type"] == "Settle"
            else None
        ),
        "the entries are",
    ),
    "chips from nowhere": (
        lambda b: (
            changed(b, entries=[("patron:Ann", 5), ("risk:shoe", -5)])
            if b.command["type"] == "MoveChips"
            else None
        ),
        "MoveChips",
    ),
    "chips the other way": (
        lambda b: (
            changed(b, entries=[(account, -amount) for account, amount in b.entries])
            if b.command["type"] == "MoveChips"
            else None
        ),
        "a buy_in of",
    ),
    "a refusal": (
        lambda b: (
            changed(b, events=[], refused={"type": "Refused", "code": "no"})
            if b.command["type"] == "CloseBets"
            else None
        ),
        "it must be accepted",
    ),
    "an order": (
        lambda b: with_event(b, "ShoeRevealed", lambda x: x.update(nonce="00" * 32)),
        "not the one that was committed",
    ),
    "a service's event": (
        lambda b: (
            changed(b, events=[codec.plain(NoticePosted(text="x"))])
            if b.command["type"] == "MoveChips"
            else None
        ),
        "cannot lead to NoticePosted",
    ),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_with_right_hashes_is_found_where_it_was_made(name: str) -> None:
    change, says = FORGERIES[name]
    store = MemoryStore()
    shoe(store)
    first = forged(store, "table:shoe", change)
    (wrong,) = verify(store).wrong
    assert (wrong.stream, wrong.position) == ("table:shoe", first)
    assert says in wrong.what
    assert str(wrong).startswith(f"table:shoe, deed {first}: ")


def test_a_shoe_dealt_in_another_order_than_committed_is_found() -> None:
    store = MemoryStore()
    recorder = shoe(store)
    deeds = store._streams[recorder.stream]

    def two_swapped(event: codec.Plain) -> None:
        cards = event["order"].split()
        other = next(n for n, card in enumerate(cards) if card != cards[0])
        cards[0], cards[other] = cards[other], cards[0]
        event["order"] = " ".join(cards)
        event["commitment"] = commitment_of(event)

    def commit(event: codec.Plain) -> None:
        event["commitment"] = bound

    revealed = codec.decode(deeds[-1].body).events[0]
    two_swapped(revealed)
    bound = revealed["commitment"]
    forged(store, recorder.stream, lambda b: with_event(b, "ShoeCommitted", commit))
    forged(store, recorder.stream, lambda b: with_event(b, "ShoeRevealed", two_swapped))
    (wrong,) = verify(store).wrong
    assert wrong.position == len(deeds)
    assert "of the shoe was" in wrong.what


def commitment_of(event: codec.Plain) -> str:
    return sha256(f"{event['nonce']}:{event['order']}".encode()).hexdigest()


def test_heads_kept_elsewhere_find_a_history_that_was_replaced_as_a_whole() -> None:
    store = MemoryStore()
    shoe(store)
    heads = verify(store).heads
    assert verify(store, heads=heads).good
    forged(
        store,
        "table:shoe",
        lambda b: changed(b, at=b.at.replace("T20:", "T21:")),
    )
    assert verify(store).good
    (wrong,) = verify(store, heads=heads).wrong
    assert "another one when its head was recorded" in wrong.what
    (gone,) = verify(MemoryStore(), heads=heads).wrong
    assert (gone.stream, gone.position) == ("table:shoe", 0)


def test_a_snapshot_that_lies_is_found() -> None:
    store = MemoryStore()
    recorder = shoe(store)
    recorder.table = replace(recorder.table, notices=("forged",))
    recorder.snapshot()
    (wrong,) = verify(store).wrong
    assert "snapshot is not what the history leads to" in wrong.what


def test_an_entry_more_or_less_is_found() -> None:
    surplus = ("table:shoe", 2, Entry(account="cage", amount=5))
    for more in (True, False):
        store = MemoryStore()
        shoe(store)
        store._entries = [*store._entries, surplus] if more else store._entries[:-1]
        (wrong,) = verify(store).wrong
        assert "in the ledger, against the deed" in wrong.what


def test_a_history_without_a_creation_is_refused() -> None:
    store = MemoryStore()
    recorder = Recorder(store, next(iter(all_rules())), "x")
    recorder.append(c.PostNotice(actor=MANAGER, text="hello"))
    (wrong,) = verify(store).wrong
    assert "does not begin with the creation" in wrong.what


def all_rules() -> list[Rulebook]:
    return list(rulebooks().values())


def test_the_frozen_plays_are_of_every_game() -> None:
    assert {rules for rules, _ in plays()} == {rules.id for rules in all_rules()}


def test_one_stream_is_verified_alone_with_its_part_of_the_ledger(whole: MemoryStore) -> None:
    assert verify(whole, only="table:shoe").wrong == []
    store = copy_of(whole)
    forged(store, "table:t1", lambda b: changed(b, at=b.at.replace("T20:", "T21:")))
    assert verify(store, only="table:shoe").wrong == []
    assert verify(store, only="table:t1").wrong[0].proof is Proof.CHAIN
    store = copy_of(whole)
    store._entries = [row for row in store._entries if row[0] != "table:shoe"]
    (wrong,) = verify(store, only="table:shoe").wrong
    assert wrong.proof is Proof.MONEY
    assert verify(store, only="table:t1").wrong == []
    store = copy_of(whole)
    store._balances["house:shoe"] += 1
    (wrong,) = verify(store, only="table:shoe").wrong
    assert (wrong.stream, wrong.proof) == ("money", Proof.MONEY)
