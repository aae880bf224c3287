"""A round or a shoe as a file that proves itself; a changed letter is found."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from punto.core import events as e
from punto.store import codec
from punto.store.bundle import is_bundle, round_piece, shoe_piece, verify_bundle, write_bundle
from punto.store.contract import StoreFault
from punto.store.memory import MemoryStore
from tests.store.histories import filled, shoe

STREAM = "table:shoe"


@pytest.fixture(scope="module")
def store() -> MemoryStore:
    made = MemoryStore()
    shoe(made)
    return made


def round_file(store: MemoryStore, folder: Path, number: int = 2) -> Path:
    path = folder / f"round-{number}.jsonl"
    write_bundle(path, f"round {number}", STREAM, *round_piece(store, STREAM, number))
    return path


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_round_proves_itself(store: MemoryStore, tmp_path: Path, number: int) -> None:
    path = round_file(store, tmp_path, number)
    assert is_bundle(path)
    head, report = verify_bundle(path)
    assert report.wrong == []
    assert head.what == f"round {number}"
    assert report.tables.rounds == 1
    deeds = list(store.read(STREAM, head.after, report.deeds))
    opened = codec.events_of(codec.decode(deeds[0].body))[0]
    assert isinstance(opened, e.RoundOpened)
    assert opened.number == number
    ended = [type(x) for deed in deeds for x in codec.events_of(codec.decode(deed.body))]
    assert e.RoundSettled in ended
    assert report.heads[STREAM] == (deeds[-1].position, deeds[-1].hash.hex())


def test_a_shoe_proves_its_order(store: MemoryStore, tmp_path: Path) -> None:
    path = tmp_path / "shoe.jsonl"
    write_bundle(path, "shoe 1", STREAM, *shoe_piece(store, STREAM, 1))
    _, report = verify_bundle(path)
    assert report.wrong == []
    assert (report.tables.shoes, report.tables.rounds) == (1, 3)


def test_every_round_of_every_play_proves_itself(tmp_path: Path) -> None:
    store = filled()
    done = 0
    for stream in store.streams():
        bodies = [codec.decode(deed.body) for deed in store.read(stream)]
        numbers = [
            event["number"] for b in bodies for event in b.events if event["type"] == "RoundOpened"
        ]
        for number in numbers[-1:]:
            path = tmp_path / f"{stream}-{number}.jsonl"
            write_bundle(path, "round", stream, *round_piece(store, stream, number))
            assert verify_bundle(path)[1].wrong == []
            done += 1
    assert done > 10


def test_any_flipped_bit_of_a_deed_is_found(store: MemoryStore, tmp_path: Path) -> None:
    path = round_file(store, tmp_path)
    content = path.read_bytes()
    begin = content.index(b"\n") + 1
    missed = []
    for seed in range(300):
        place = Random(seed).randrange(8 * begin, 8 * (len(content) - 1))
        changed = bytearray(content)
        changed[place // 8] ^= 1 << place % 8
        path.write_bytes(changed)
        try:
            good = verify_bundle(path)[1].good
        except StoreFault:
            good = False
        if good:
            missed.append(place)
    assert missed == []


@pytest.mark.parametrize("field", ["table", "hash", "after", "config", "stream"])
def test_a_changed_head_is_found(store: MemoryStore, tmp_path: Path, field: str) -> None:
    path = round_file(store, tmp_path)
    first, *rest = path.read_text().splitlines()
    head = json.loads(first)
    if field == "table":
        head["table"]["rounds"] += 1
    elif field == "config":
        head["config"]["id"] = "another"
    else:
        head[field] = {"hash": "00" * 32, "after": 3, "stream": "table:other"}[field]
    path.write_text("\n".join([json.dumps(head), *rest]) + "\n")
    assert verify_bundle(path)[1].wrong != []


def test_a_line_left_out_is_found(store: MemoryStore, tmp_path: Path) -> None:
    path = round_file(store, tmp_path)
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:4], *lines[5:]]))
    assert verify_bundle(path)[1].wrong[0].position == json.loads(lines[4])["position"]
    path.write_text(lines[0])
    assert "no deed" in verify_bundle(path)[1].wrong[0].what


def test_what_is_no_bundle_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    for text in ("", "{}", '{"punto_bundle":1}', "nonsense"):
        path.write_text(text)
        with pytest.raises(StoreFault, match="no bundle"):
            verify_bundle(path)


def test_a_round_that_never_was_cannot_be_exported(store: MemoryStore) -> None:
    with pytest.raises(StoreFault, match="has no round 99"):
        round_piece(store, STREAM, 99)
    with pytest.raises(StoreFault, match="has no shoe 2"):
        shoe_piece(store, STREAM, 2)
