"""The core and the reference model answer thousands of random requests, wrong ones included."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

from punto.core.settle import Line, Settlement
from punto.rules import load
from tests.reference.refusal import ReferenceRefusal
from tests.reference.settlement import Settled, settle_reference
from tests.support.requests import answer, request

REQUESTS = 24_000


def reference(made: Mapping[str, Any]) -> Settled | None:
    try:
        return settle_reference(made)
    except ReferenceRefusal:
        return None


def cut(made: Mapping[str, Any]) -> dict[str, int]:
    """Tell what is over the maximum by bet, where the rules cut it off (mbs5:5.15, I-41)."""
    maximum = made.get("limits", {}).get("maximum")
    if maximum is None or made["game"] != "mbs-tiger-no-commission@5":
        return {}
    return {wager["id"]: max(0, wager["stake"] - maximum) for wager in made["wagers"]}


def shown(line: Line, over: int) -> dict[str, object]:
    """Write a line as the reference does; what was cut off plays no part and comes back."""
    odds = None if line.odds is None else [line.odds.num, line.odds.den]
    return {
        "id": line.id,
        "bet": line.bet,
        "stake": line.stake - over,
        "result": line.result.value,
        "odds": [0, 1] if line.result == "push" else odds,
        "profit": line.profit,
        "returned": line.returned - over,
    }


def test_core_and_reference_agree_on_what_is_settled_and_what_is_refused() -> None:
    chance = Random(20_250_808)
    seen: Counter[str] = Counter()
    for _ in range(REQUESTS):
        made = request(chance)
        over = cut(made)
        smaller = [
            wager | {"stake": wager["stake"] - over.get(wager["id"], 0)} for wager in made["wagers"]
        ]
        told, settled = reference({**made, "wagers": smaller}), answer(made)
        if not isinstance(settled, Settlement):
            assert told is None, (made, settled)
            seen[getattr(settled, "code", "misuse")] += 1
            continue
        assert told is not None, (made, settled)
        assert [shown(line, over.get(line.id, 0)) for line in settled.lines] == told["lines"], made
        assert settled.staked == told["staked"] + sum(over.values())
        assert settled.returned == told["returned"] + sum(over.values())
        outcome = settled.outcome
        assert {
            "player_total": outcome.player_total,
            "banker_total": outcome.banker_total,
            "player_cards": outcome.player_cards,
            "banker_cards": outcome.banker_cards,
            "winner": outcome.winner,
            "natural": outcome.natural,
            "player_pair": outcome.pairs.player,
            "banker_pair": outcome.pairs.banker,
            "same_pair_rank": outcome.pairs.name == "TWIN",
        } == told["outcome"]
        assert (settled.game, settled.layout) == (load(made["game"]).id, made["layout"])
        seen["settled"] += 1
        seen["insured"] += bool(made.get("insurance"))
        seen["cut"] += any(over.values())
    assert seen["settled"] > REQUESTS / 3
    assert all(seen[kind] >= 30 for kind in KINDS), seen


KINDS = (
    *("insured", "cut", "misuse", "unknown_layout", "decks_not_allowed", "card_not_in_set"),
    *("too_few_cards", "too_many_cards", "unknown_bet", "bet_not_on_layout", "bad_stake"),
    *("no_insurance_in_game", "insurance_not_on_offer", "no_original_bet", "insurance_above_cap"),
)
"""What the requests must have met often enough for their agreement to mean something."""
