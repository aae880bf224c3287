"""One patron's bets on one finished round, settled as `punto settle` must settle them.

The input is the JSON object of that command. The answer has no citations; everything else is the
same. Anything wrong raises `ReferenceRefusal`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypedDict, cast

from .dealing import Finished, deal, read_card
from .insuring import STAGES, insurance_pays, situation_in_round
from .layouts import GAMES_WITH_INSURANCE, bets_of_layout
from .paying import BETS, RETURNED, Pays, pays, profit
from .refusal import ReferenceRefusal


class Line(TypedDict):
    """One bet, settled; `odds` is None for a bet that lost."""

    id: str
    bet: str
    stake: int
    result: str
    odds: list[int] | None
    profit: int
    returned: int


class OutcomeView(TypedDict):
    """The outcome as the contract words it."""

    player_total: int
    banker_total: int
    player_cards: int
    banker_cards: int
    winner: str
    natural: bool
    player_pair: bool
    banker_pair: bool
    same_pair_rank: bool


class Settled(TypedDict):
    """The whole answer."""

    game: str
    layout: str
    outcome: OutcomeView
    lines: list[Line]
    staked: int
    returned: int


@dataclass(frozen=True)
class Wager:
    """A bet as laid down."""

    id: str
    bet: str
    stake: int


@dataclass(frozen=True)
class Insured:
    """An Insurance as laid down."""

    id: str
    side: str
    stage: str
    stake: int


@dataclass(frozen=True)
class Limits:
    """The table's limits, each of them optional (I-36)."""

    minimum: int | None
    maximum: int | None
    differential: int | None
    unit: int


def settle_reference(data: object) -> Settled:
    """Settle one input of `punto settle`."""
    fields = read_object(
        data,
        required={"game", "layout", "cards", "wagers"},
        optional={"insurance", "decks", "limits"},
    )
    on_layout = bets_of_layout(fields["game"], fields["layout"])
    game, layout = cast("str", fields["game"]), cast("str", fields["layout"])
    limits = read_limits(fields.get("limits", {}))
    cards = read_cards(fields["cards"], fields.get("decks", 8))
    wagers = [read_wager(item, on_layout) for item in read_list(fields["wagers"])]
    insured = [read_insured(item) for item in read_list(fields.get("insurance", []))]
    refuse_repeated_ids([w.id for w in wagers] + [i.id for i in insured])
    if insured and game not in GAMES_WITH_INSURANCE:
        raise ReferenceRefusal("the game has no insurance")
    finished = deal(cards)
    refuse_above_cap(finished, wagers, insured, limits)
    lines = [
        settle_line(w.id, w.bet, w.stake, pays(w.bet, finished), limits.unit) for w in wagers
    ] + [settle_insured(finished, i, limits.unit) for i in insured]
    return {
        "game": game,
        "layout": layout,
        "outcome": view(finished),
        "lines": lines,
        "staked": sum(line["stake"] for line in lines),
        "returned": sum(line["returned"] for line in lines),
    }


def view(r: Finished) -> OutcomeView:
    """Describe the outcome."""
    return {
        "player_total": r.player_total,
        "banker_total": r.banker_total,
        "player_cards": len(r.player),
        "banker_cards": len(r.banker),
        "winner": r.winner,
        "natural": r.natural,
        "player_pair": r.player_pair,
        "banker_pair": r.banker_pair,
        "same_pair_rank": r.same_pair_rank,
    }


def settle_line(name: str, bet: str, stake: int, odds: Pays, unit: int) -> Line:
    """Turn what a bet pays into money."""
    if odds is None:
        result, won, returned = "lose", 0, 0
    elif odds == RETURNED:
        result, won, returned = "push", 0, stake
    else:
        result, won = "win", profit(stake, odds, unit)
        returned = stake + won
    return {
        "id": name,
        "bet": bet,
        "stake": stake,
        "result": result,
        "odds": None if odds is None else list(odds),
        "profit": won,
        "returned": returned,
    }


def settle_insured(r: Finished, bet: Insured, unit: int) -> Line:
    """Settle one Insurance at the odds of the stage at which it was taken (I-77)."""
    odds, on_tie = offered(r, bet)
    name = bet.side + "_insurance"
    return settle_line(bet.id, name, bet.stake, insurance_pays(r, bet.side, odds, on_tie), unit)


def offered(r: Finished, bet: Insured) -> tuple[tuple[int, int], bool]:
    """Find the row that was on offer, or refuse (I-57, I-58)."""
    situation = situation_in_round(r, bet.side, bet.stage)
    if situation is None:
        raise ReferenceRefusal("insurance not on offer")
    return situation


def refuse_above_cap(
    r: Finished, wagers: list[Wager], insured: list[Insured], limits: Limits
) -> None:
    """Hold each offer's Insurance to the Original Bets on its Hand (dhyx2:3.12.2, tbi1:3.12.2).

    The cap counts anew at each stage (I-61) and adds what is laid within one offer. At 10 to 1 a
    quarter of the maximum, or else of the maximum Differential, is a second cap (I-63).
    """
    for bet in insured:
        odds, _ = offered(r, bet)
        original = sum(w.stake for w in wagers if w.bet == bet.side)
        if original == 0:
            raise ReferenceRefusal("insurance without its original bet")
        same_offer = sum(i.stake for i in insured if (i.side, i.stage) == (bet.side, bet.stage))
        if same_offer > original:
            raise ReferenceRefusal("insurance above the original bet")
        base = limits.maximum if limits.maximum is not None else limits.differential
        if odds == (10, 1) and base is not None and same_offer * 4 > base:
            raise ReferenceRefusal("insurance above a quarter of the limit")


def read_object(data: object, required: set[str], optional: set[str]) -> Mapping[str, object]:
    """Check that an object has exactly the keys that it may have."""
    if not isinstance(data, Mapping):
        raise ReferenceRefusal("not an object")
    keys = set(data)
    if not required <= keys:
        raise ReferenceRefusal("missing key")
    if not keys <= required | optional:
        raise ReferenceRefusal("unknown key")
    return data


def read_list(data: object) -> list[object]:
    """Check that something is a list."""
    if not isinstance(data, list):
        raise ReferenceRefusal("not a list")
    return data


def read_positive(data: object) -> int:
    """Check that something is a positive whole number; true and false are not numbers."""
    if isinstance(data, bool) or not isinstance(data, int) or data <= 0:
        raise ReferenceRefusal("not a positive integer")
    return data


def read_name(data: object) -> str:
    """Check that an id is a text with something in it."""
    if not isinstance(data, str) or data == "":
        raise ReferenceRefusal("not an id")
    return data


def read_cards(data: object, decks: object) -> list[str]:
    """Read the cards in draw order; no card may come more often than the decks hold it (I-06)."""
    number = read_positive(decks)
    if number < 4 or number > 10:
        raise ReferenceRefusal("four to ten decks")
    cards = [read_card(item) for item in read_list(data)]
    for card in cards:
        if cards.count(card) > number:
            raise ReferenceRefusal("more of a card than the decks hold")
    return cards


def read_wager(data: object, on_layout: list[str]) -> Wager:
    """Read one bet; the layout must carry it (I-26)."""
    fields = read_object(data, required={"id", "bet", "stake"}, optional=set())
    bet = fields["bet"]
    if not isinstance(bet, str) or bet not in BETS:
        raise ReferenceRefusal("unknown bet")
    if bet not in on_layout:
        raise ReferenceRefusal("bet not on the layout")
    return Wager(read_name(fields["id"]), bet, read_positive(fields["stake"]))


def read_insured(data: object) -> Insured:
    """Read one Insurance."""
    fields = read_object(data, required={"id", "side", "stage", "stake"}, optional=set())
    side, stage = fields["side"], fields["stage"]
    if not isinstance(side, str) or side not in ("player", "banker"):
        raise ReferenceRefusal("unknown side")
    if not isinstance(stage, str) or stage not in STAGES:
        raise ReferenceRefusal("unknown stage")
    stake = read_positive(fields["stake"])
    return Insured(read_name(fields["id"]), side, stage, stake)


def read_limits(data: object) -> Limits:
    """Read the limits; the smallest unit is one cent unless the table has a larger one."""
    keys = {"minimum", "maximum", "differential", "unit"}
    fields = {
        name: read_positive(value)
        for name, value in read_object(data, required=set(), optional=keys).items()
    }
    return Limits(
        fields.get("minimum"),
        fields.get("maximum"),
        fields.get("differential"),
        fields.get("unit", 1),
    )


def refuse_repeated_ids(names: list[str]) -> None:
    """One id names one line."""
    for name in names:
        if names.count(name) > 1:
            raise ReferenceRefusal("two lines with one id")
