"""Every round of a pit, settled once more by the reference model."""

from __future__ import annotations

from collections import Counter
from typing import Any

from punto.core import events as e
from punto.core.conduct import evolve
from punto.core.outcome import Side
from punto.core.rulebook import Result
from punto.core.state import Round, Table
from punto.store import codec
from punto.store.contract import Store
from tests.reference.settlement import settle_reference


def referee(store: Store) -> Counter[str]:
    """Hold every line of every settled round to the model; count what was compared."""
    seen: Counter[str] = Counter()
    for stream in store.streams():
        table = Table()
        for deed in store.read(stream):
            for event in codec.events_of(codec.decode(deed.body)):
                before, table = table, evolve(table, event)
                if isinstance(event, e.RoundSettled) and not (before.round and before.round.over):
                    assert table.round is not None
                    _hold(table, table.round, seen)
    return seen


def _hold(table: Table, round_: Round, seen: Counter[str]) -> None:
    setup = table.setup
    assert setup is not None
    seen["rounds"] += 1
    playing = [wager for wager in round_.wagers if wager.live and wager.playing]
    insured = [one for one in round_.insurances if one.live]
    asked: dict[str, Any] = {
        "game": round_.rules,
        "layout": setup.layout,
        "cards": in_order(round_),
        "decks": setup.decks,
        "wagers": [{"id": w.id, "bet": w.bet, "stake": w.playing} for w in playing],
        "limits": {"unit": setup.limits.unit},
    }
    if insured:
        asked["insurance"] = [
            {"id": i.id, "side": i.row.side, "stage": i.row.stage, "stake": i.stake}
            for i in insured
        ]
    told = {line["id"]: line for line in settle_reference(asked)["lines"]}
    for _, line in round_.lines:
        wanted = told.pop(line.id, None)
        under = setup.limits.minimum is not None and line.stake < setup.limits.minimum
        if wanted is None or (under and line.result is Result.PUSH):
            # Given back before it came to the cards, or found to be under the minimum after them.
            assert (line.returned, line.profit) == (line.stake, 0), line
            seen["given back"] += 1
            continue
        kept = line.stake - wanted["stake"]
        assert (line.profit, line.returned) == (wanted["profit"], wanted["returned"] + kept), line
        seen["lines"] += 1
        seen["in part"] += kept > 0
        seen["insured"] += line.bet.endswith("insurance")
    assert told == {}, "a bet was not settled"


def in_order(round_: Round) -> list[str]:
    """List the cards of both Hands in the order of the Table of Play, as they lie after repair."""
    hands = {side: [str(one.card) for one in round_.drawn if one.belongs is side] for side in Side}
    player, banker = hands[Side.PLAYER], hands[Side.BANKER]
    first = [player[0], banker[0], player[1], banker[1]]
    return [*first, *player[2:], *banker[2:]]
