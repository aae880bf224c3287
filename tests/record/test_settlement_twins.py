"""The fast way to settle agrees with the slow one, and both with the independent model."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import islice
from random import Random
from typing import Any

import msgspec
import pytest

from punto.core.insurance import offers
from punto.core.policies import OverMaximumAfter
from punto.core.refusal import Refused
from punto.record.desk import Compiled, Desk
from punto.record.settling import settle_json
from punto.record.wire import Answer, Request
from punto.rules import load, rulebooks
from punto.testing.rounds import rounds
from tests.reference.refusal import ReferenceRefusal
from tests.reference.settlement import settle_reference

COUNT = 20_000
JUNK: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 3, 11, 2501, 1.0, 2.5, "", "A", "Z", "4S", "1S", "TH", "tie",
    "player", "banker", "w0", "after_four_cards", [], ["4S"], {}, {"id": "x"}, 10**20, "é😀",
)  # fmt: skip

Change = Callable[[Random, dict[str, Any]], None]


def _replace(rng: Random, item: dict[str, Any]) -> None:
    item[rng.choice([*item])] = rng.choice(JUNK)


def _drop(rng: Random, item: dict[str, Any]) -> None:
    del item[rng.choice([*item])]


def _add(rng: Random, item: dict[str, Any]) -> None:
    item[rng.choice(["extra", "Stake", "insurance", "decks", "limits"])] = rng.choice(JUNK)


def _in_a_bet(rng: Random, item: dict[str, Any]) -> None:
    bets = [*item["wagers"], *item.get("insurance", [])]
    rng.choice([_replace, _drop, _add])(rng, rng.choice(bets))


def _in_the_cards(rng: Random, item: dict[str, Any]) -> None:
    cards = item["cards"]
    match rng.randrange(4):
        case 0:
            cards.pop(rng.randrange(len(cards)))
        case 1:
            cards.insert(rng.randrange(len(cards)), rng.choice(["TH", "10H", "AS", "9C"]))
        case 2:
            cards[rng.randrange(len(cards))] = rng.choice(["TH", "1H", "", "as", 4, None])
        case _:
            item["cards"] = [cards[0]] * len(cards)


def _in_the_limits(rng: Random, item: dict[str, Any]) -> None:
    item["limits"] = {
        name: rng.choice((1, 7, 100, 2500, 40_000, 10**7, *JUNK[:4]))
        for name in rng.sample(("minimum", "maximum", "differential", "unit"), rng.randint(0, 4))
    }


def _insure(rng: Random, item: dict[str, Any]) -> None:
    item.setdefault("insurance", []).append(
        {
            "id": rng.choice(["i8", "i9", "w0"]),
            "side": rng.choice(["player", "banker"]),
            "stage": rng.choice(["after_four_cards", "after_player_third_card"]),
            "stake": rng.choice([1, 2500, 3000, 10**9]),
        }
    )


CHANGES: tuple[Change, ...] = (
    _replace,
    _drop,
    _add,
    _in_a_bet,
    _in_the_cards,
    _in_the_limits,
    _insure,
)


def changed(seed: int) -> Iterator[dict[str, Any]]:
    """Yield rounds with one to three things changed, most of them for the worse."""
    rng = Random(seed)
    for item in rounds(seed, bets=4):
        spoilt = deepcopy(item)
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            try:
                rng.choice(CHANGES)(rng, spoilt)
            except (KeyError, IndexError, TypeError, ValueError, AttributeError):
                continue  # an earlier change took away what this one would change
        yield spoilt


def test_right_rounds_are_settled_alike_and_fast() -> None:
    desk = Desk()
    insured = 0
    for item in islice(rounds(2), COUNT):
        data = json.dumps(item).encode()
        slow = settle_json(data)
        assert isinstance(slow, Answer), slow
        assert desk.answer(data) == slow
        if "insurance" in item:
            insured += 1
        else:
            assert desk._quickly(msgspec.json.decode(data, type=Request)) == slow
    assert insured > COUNT // 20


def test_rounds_with_something_changed_are_answered_alike() -> None:
    desk = Desk()
    refused: dict[str, int] = {}
    for item in islice(changed(3), COUNT):
        data = json.dumps(item).encode()
        slow = settle_json(data)
        assert desk.answer(data) == slow
        if isinstance(slow, Refused):
            refused[slow.code] = refused.get(slow.code, 0) + 1
    assert COUNT // 2 < sum(refused.values()) < COUNT
    assert set(refused) == {
        "bad_id", "bad_limits", "bad_stake", "bet_not_on_layout", "card_not_in_set",
        "decks_not_allowed", "duplicate_id", "insurance_above_cap", "insurance_not_on_offer",
        "missing_key", "no_insurance_in_game", "no_original_bet", "not_an_object",
        "too_few_cards", "too_many_cards", "unknown_bet", "unknown_card", "unknown_game",
        "unknown_key", "unknown_layout", "unknown_side", "unknown_stage", "wrong_type",
    }  # fmt: skip


def _by_the_model(item: dict[str, Any]) -> Any:
    try:
        return settle_reference(item)
    except ReferenceRefusal:
        return None


def _comparable(settled: Answer | Refused) -> Any:
    """Leave out what the model does not say: citations, and odds where nothing is won."""
    if isinstance(settled, Refused):
        return None
    plain = msgspec.to_builtins(settled)
    for line in plain["lines"]:
        del line["clauses"], line["interpretations"]
    return plain


def _stricter(settled: Answer | Refused) -> bool:
    """Tell what we refuse and the model lets pass: amounts over 64 bits, limits upside down."""
    if isinstance(settled, Answer):
        return False
    return settled.code == "bad_limits" or "amounts go up to" in settled.remedy


def _cut(item: dict[str, Any]) -> bool:
    """Tell whether a wager is cut to the maximum (I-41), which the model leaves to the table."""
    policy = load(item["game"]).policies.limits.over_maximum_after_close.value
    maximum = item.get("limits", {}).get("maximum")
    stakes = [wager["stake"] for wager in item["wagers"]]
    return policy is OverMaximumAfter.CUT and maximum is not None and max(stakes) > maximum


@pytest.mark.parametrize("source", [rounds, changed], ids=["right", "changed"])
def test_the_independent_model_settles_and_refuses_alike(
    source: Callable[[int], Iterator[dict[str, Any]]],
) -> None:
    desk = Desk()
    beside = 0
    for item in islice(source(4), COUNT // 4):
        model = _by_the_model(item)
        if model is not None:
            for line in model["lines"]:
                line["odds"] = line["odds"] if line["result"] == "win" else None
        settled = desk.answer(json.dumps(item).encode())
        if model is not None and (_stricter(settled) or _cut(item)):
            beside += 1
            continue
        ours = _comparable(settled)
        assert json.dumps(ours) == json.dumps(model), item
    assert beside < COUNT // 100


@pytest.mark.parametrize("game", sorted(rulebooks()))
def test_the_compiled_table_returns_what_the_lines_add_up_to(game: str) -> None:
    compiled = Compiled(load(game))
    rng = Random(5)
    done = 0
    for item in islice(rounds(6), 4000):
        item.pop("insurance", None)
        if item["game"] != game or "limits" in item:
            continue
        code = compiled.code(item["cards"])
        assert code is not None
        unit = rng.choice((1, 50))
        item["limits"] = {"unit": unit}
        settled = settle_json(json.dumps(item).encode())
        assert isinstance(settled, Answer)
        bets = [(wager["bet"], wager["stake"]) for wager in item["wagers"]]
        assert [*compiled.settle_many([(code, bets)], unit)] == [settled.returned]
        done += 1
    assert done > 300


def test_random_rounds_take_insurance_only_where_it_is_on_offer() -> None:
    """The generator leans on the core for its offers; the core must have something to offer."""
    offering = [rules for rules in rulebooks().values() if rules.insurance_rows]
    seen = {item["game"] for item in islice(rounds(7), 2000) if "insurance" in item}
    assert seen == {rules.id for rules in offering}
    assert all(offers(rules, (), ()) == () for rules in offering)
