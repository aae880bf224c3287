"""Choose the plays of `golden/plays.jsonl`: every kind of command and event, in few deeds.

    python -m tests.store.choose_plays

Run it when the conduct has changed so much that the frozen plays no longer show every kind.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from punto.core import commands as c
from punto.core.conduct import LIVE, apply, decide
from punto.core.refusal import Refused
from punto.core.rulebook import Rulebook
from punto.core.state import Table
from punto.rules import rulebooks
from punto.store import codec
from tests.conduct.at_random import AnybodyAt
from tests.store.histories import OUTSIDE, PLAYS

SEEDS = range(600)
LENGTH = 400
MOST_STAKED = 1_000_000


def play(rules: Rulebook, seed: int) -> Iterator[tuple[c.Command, tuple[str, ...]]]:
    """Yield accepted commands and every tenth refused one, with the kinds that each shows."""
    anybody, table, refusals = AnybodyAt(Random(seed), rules), Table(), 0
    for _ in range(LENGTH):
        command = anybody.command(table)
        if getattr(command, "stake", 0) > MOST_STAKED:
            continue
        answer = decide(table, command, rules, LIVE)
        if isinstance(answer, Refused):
            refusals += 1
            if refusals % 10 == 0:
                yield command, ()
            continue
        table = apply(table, answer)
        yield command, (type(command).__name__, *(type(event).__name__ for event in answer))


def choose() -> Iterator[dict[str, Any]]:
    wanted = (set(codec.COMMANDS) | set(codec.EVENTS)) - OUTSIDE
    for seed in SEEDS:
        for rules in rulebooks().values():
            commands: list[c.Command] = []
            last = 0
            for command, kinds in play(rules, seed):
                commands.append(command)
                if wanted & set(kinds):
                    wanted -= set(kinds)
                    last = len(commands)
            if last:
                yield {"rules": rules.id, "commands": [*map(codec.plain, commands[:last])]}
            if not wanted:
                return
    raise SystemExit(f"never shown: {sorted(wanted)}")


if __name__ == "__main__":
    rows = [json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in choose()]
    PLAYS.write_text("\n".join(rows) + "\n")
