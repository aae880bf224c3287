"""How many rounds a second `punto settle` settles, and how far that is from the slow way.

    python benchmarks/bench_settle.py [--quick]

The rounds are those of `punto.testing.rounds`: every game and layout, eight wagers each,
Insurance where it is on offer, limits on some tables. One core throughout.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import TypeVar

import msgspec

from punto.record.desk import Compiled, Desk
from punto.record.settling import settle_json
from punto.record.wire import Request
from punto.rules import load
from punto.testing.rounds import rounds

T = TypeVar("T")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a tenth of the rounds")
    count = 20_000 if parser.parse_args().quick else 200_000
    made = [json.dumps(item).encode() for item in islice(rounds(1), min(count, 20_000))]
    lines = [made[place % len(made)] for place in range(count)]
    wagers = sum(len(json.loads(line)["wagers"]) for line in made) / len(made)
    insured = sum(b'"insurance"' in line for line in made) / len(made)
    print(f"{count} rounds, {wagers:.2f} wagers each, {insured:.0%} with Insurance")
    slow = rate(settle_json, lines[: count // 20])
    print(f"{'slow way: read by hand, through the core':<50}{slow:>12,.0f} rounds/s    1.0x")
    desk = Desk()
    decode = msgspec.json.Decoder(Request).decode
    requests = [decode(line) for line in made]
    encode = msgspec.json.Encoder().encode
    for name, figure in (
        ("command line: punto settle --lines, with start", command_line(lines)),
        ("JSON in, JSON out", rate(lambda line: encode(desk.answer(line)), lines)),
        ("decoded request in, answer out", rate(desk.settle, requests)),
        ("class code and stakes in, sum out", in_memory(requests)),
    ):
        print(f"{name:<50}{figure:>12,.0f} rounds/s{figure / slow:>7.1f}x")


def rate(settle: Callable[[T], object], items: Iterable[T]) -> float:
    """Return rounds per second."""
    every = list(items)
    settle(every[0])
    begin = perf_counter()
    for item in every:
        settle(item)
    return len(every) / (perf_counter() - begin)


def command_line(lines: list[bytes]) -> float:
    """Return rounds per second of the command, start included."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "rounds.ndjson"
        file.write_bytes(b"\n".join(lines) + b"\n")
        program = [str(Path(sys.executable).with_name("punto")), "settle", "--lines", str(file)]
        begin = perf_counter()
        with (Path(folder) / "settled.ndjson").open("wb") as settled:
            subprocess.run(program, stdout=settled, check=True)
        return len(lines) / (perf_counter() - begin)


def in_memory(requests: list[Request]) -> float:
    """Return rounds per second of the compiled table on one game."""
    game = requests[0].game
    compiled = Compiled(load(game))
    prepared = []
    for item in requests:
        code = compiled.code(item.cards)
        if item.game == game and code is not None:
            prepared.append((code, [(wager.bet, wager.stake) for wager in item.wagers]))
    prepared *= 10
    begin = perf_counter()
    for _ in compiled.settle_many(prepared):
        pass
    return len(prepared) / (perf_counter() - begin)


if __name__ == "__main__":
    main()
