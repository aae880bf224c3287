"""A round or a shoe as one file of JSON lines that proves itself without a server.

The first line says where the piece belongs and how the table stood before it; each further line
is a deed with its body, letter by letter, and its hash. The chain ties the lines to each other
and the last hash to the table's history; replay ties events, money and cards to the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec

from punto.core import events as e
from punto.core.conduct import evolve
from punto.core.state import Table
from punto.rules import RuleError
from punto.store import codec
from punto.store.contract import GENESIS, Deed, Store, StoreFault
from punto.store.recovery import Found
from punto.store.verify import Report, Wrong, linked
from punto.store.verify_table import Config, Proof, TableCheck, WrongError, config_from

FORMAT: Final = 1


class Head(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line."""

    punto_bundle: int
    what: str
    stream: str
    config: dict[str, Any]
    after: int
    """The position of the last deed before the piece."""
    hash: str
    """Its hash, in hexadecimal."""
    table: dict[str, Any]
    """How the table stood there."""


class Line(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A deed."""

    position: int
    key: str
    body: str
    hash: str


@dataclass(slots=True)
class Piece:
    """A stretch of a table's history with how the table stood before it."""

    after: int
    hash: bytes
    table: Table
    deeds: list[Deed]


Match = Callable[[Table, e.Event, Table], bool]


def round_piece(
    store: Store, stream: str, number: int, start: Found | None = None
) -> tuple[Config, Piece]:
    """Cut one round out of a history: from the call for bets to just before the next.

    `start` is how the table was somewhere before the round, so that less is replayed.
    """

    def begins(_before: Table, event: e.Event, _after: Table) -> bool:
        return isinstance(event, e.RoundOpened) and event.number == number

    def ends(_before: Table, event: e.Event, _after: Table) -> bool:
        closing = e.RoundOpened | e.TableClosed | e.TableOpened | e.CardsLoaded
        return isinstance(event, closing) and not begins(_before, event, _after)

    return _cut(store, stream, begins, ends, f"round {number}", with_end=False, start=start)


def shoe_piece(
    store: Store, stream: str, number: int, start: Found | None = None
) -> tuple[Config, Piece]:
    """Cut one shoe out of a history: from loading it to showing its order.

    Shoes are counted from 1, or from `start` where that is given.
    """
    loads = 0

    def begins(_before: Table, event: e.Event, _after: Table) -> bool:
        nonlocal loads
        loads += isinstance(event, e.CardsLoaded)
        return isinstance(event, e.CardsLoaded) and loads == number

    def ends(_before: Table, event: e.Event, _after: Table) -> bool:
        return isinstance(event, e.CardsLoaded | e.TableClosed) and not begins(
            _before, event, _after
        )

    return _cut(store, stream, begins, ends, f"shoe {number}", with_end=True, start=start)


def _cut(
    store: Store,
    stream: str,
    begins: Match,
    ends: Match,
    what: str,
    *,
    with_end: bool,
    start: Found | None = None,
) -> tuple[Config, Piece]:
    begin = start or Found(Table(), 0, GENESIS)
    table, digest, config = begin.table, begin.hash, None
    if start is not None:
        first = next(store.read(stream, 0, 1))
        config = config_from(codec.decode(first.body).command)
    piece: Piece | None = None
    for deed in store.read(stream, begin.position):
        body = codec.decode(deed.body)
        config = config or config_from(body.command)
        before = table
        began = ended = False
        for event in codec.events_of(body):
            after = evolve(table, event)
            if piece is None and not began:
                began = begins(table, event, after)
            else:
                ended = ended or ends(table, event, after)
            table = after
        if began:
            piece = Piece(deed.position - 1, digest, before, [])
        if piece is not None and (with_end or not ended):
            piece.deeds.append(deed)
        if ended:
            break
        digest = deed.hash
    if piece is None or config is None:
        msg = f"{stream} has no {what}"
        raise StoreFault(msg)
    return config, piece


def bundle_lines(what: str, stream: str, config: Config, piece: Piece) -> Iterator[bytes]:
    """Write a piece as lines."""
    head = Head(
        punto_bundle=FORMAT,
        what=what,
        stream=stream,
        config=msgspec.to_builtins(config),
        after=piece.after,
        hash=piece.hash.hex(),
        table=msgspec.json.decode(codec.encode_table(piece.table)),
    )
    yield msgspec.json.encode(head) + b"\n"
    for deed in piece.deeds:
        text = deed.body.decode()
        line = Line(position=deed.position, key=deed.key, body=text, hash=deed.hash.hex())
        yield msgspec.json.encode(line) + b"\n"


def write_bundle(path: Path, what: str, stream: str, config: Config, piece: Piece) -> None:
    """Write a piece as a file."""
    with path.open("xb") as out:
        out.writelines(bundle_lines(what, stream, config, piece))


def is_bundle(path: Path) -> bool:
    """Tell a bundle from a store by its first bytes."""
    with path.open("rb") as file:
        return file.read(1) == b"{"


def verify_bundle(path: Path) -> tuple[Head, Report]:
    """Check a bundle: chain, keys, replay, money and shoe of the piece that it holds."""
    return verify_lines(path.read_bytes().splitlines(), str(path))


def verify_lines(lines: Iterable[bytes], name: str) -> tuple[Head, Report]:
    """Check the lines of a bundle."""
    first, *rest = list(lines) or [b""]
    try:
        head = msgspec.json.decode(first, type=Head)
        table = codec.decode_table(msgspec.json.encode(head.table))
        config = msgspec.convert(head.config, Config)
        before = bytes.fromhex(head.hash)
    except (msgspec.MsgspecError, ValueError) as error:
        msg = f"{name} is no bundle: {error}"
        raise StoreFault(msg) from error
    if head.punto_bundle != FORMAT:
        msg = f"{name} is a bundle of format {head.punto_bundle}; this program reads {FORMAT}"
        raise StoreFault(msg)
    report = Report(streams=1)
    check = TableCheck(config, table)
    report.tables = check.counts
    position = head.after
    keys: set[str] = set()
    for line in rest:
        position += 1
        try:
            before = _line(line, head.stream, position, before, keys, check)
        except (WrongError, StoreFault, RuleError, msgspec.MsgspecError, ValueError) as error:
            proof = error.proof if isinstance(error, WrongError) else Proof.CHAIN
            wrong = Wrong(stream=head.stream, position=position, what=str(error), proof=proof)
            report.wrong.append(wrong)
            break
        report.deeds += 1
    if not rest:
        report.wrong.append(Wrong(stream=head.stream, position=0, what="the bundle holds no deed"))
    report.heads[head.stream] = (position, before.hex())
    return head, report


def _line(
    raw: bytes, stream: str, position: int, before: bytes, keys: set[str], check: TableCheck
) -> bytes:
    """Check one line and return its hash."""
    line = msgspec.json.decode(raw, type=Line)
    deed = Deed(
        stream=stream,
        position=line.position,
        key=line.key,
        body=line.body.encode(),
        hash=bytes.fromhex(line.hash),
    )
    if deed.hash.hex() != line.hash:
        msg = "the hash is not written in small letters"
        raise WrongError(msg, Proof.CHAIN)
    check.check(linked(deed, position, before, keys))
    return deed.hash
