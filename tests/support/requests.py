"""Requests to settle, at random and sometimes wrong, and how the core answers them."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from punto.core.cards import DECK, parse_card
from punto.core.checks import Misuse
from punto.core.insurance import offers
from punto.core.limits import Limits
from punto.core.outcome import Side
from punto.core.refusal import Refused
from punto.core.rulebook import Stage
from punto.core.settle import Insurance, Settlement, Wager, settle
from punto.core.tableau import deal
from punto.rules import load

GAMES = (
    "rws-tiger-buffalo@4",
    "mbs-tiger-no-commission@5",
    "rws-da-hu-ying-xiong@2",
    "rws-tiger-buffalo-insurance@1",
)
WRITTEN = {str(card) for card in DECK} | {f"T{suit}" for suit in "SHDC"}
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "T", "J", "Q", "K")
BETS = (
    *("player", "banker", "tie", "player_pair", "banker_pair", "big_tiger", "small_tiger"),
    *("big_buffalo", "small_buffalo", "banker_big_7", "banker_small_7", "player_big_7"),
    *("player_small_7", "tiger_buffalo", "tiger_pair", "tiger_tie", "wu_dalang", "tiger"),
    *("banker_char_siu", "player_char_siu", "lucky_six"),
)
SIDES = ("player", "banker")
STAGES = ("after_four_cards", "after_player_third_card")
AMOUNTS = (1, 2, 3, 7, 99, 100, 101, 250, 2500, 10_000, 12_345, 1_000_000)

Request = dict[str, Any]


def _card(chance: Random) -> str:
    return chance.choice(RANKS) + chance.choice("SHDC")


def _insured(chance: Random, made: Request) -> list[Request]:
    """Insure at random, more often than not what was on offer and with its Original Bet."""
    rules = load(made["game"])
    if not rules.insurance_rows and chance.random() < 0.9:
        return []
    bought = [(chance.choice(SIDES), chance.choice(STAGES)) for _ in range(chance.randrange(2))]
    if chance.random() < 0.8 and all(text in WRITTEN for text in made["cards"]):
        hands = deal([parse_card(text) for text in made["cards"]], rules.tableau)
        for shown, stage in zip((2, 3), STAGES, strict=True):
            rows = offers(rules, hands.player[:shown], hands.banker[:2])
            bought += [(str(row.side), stage) for row in rows if row.stage == stage]
    if bought and chance.random() < 0.8:
        stake = chance.choice(AMOUNTS)
        made["wagers"] += [{"id": f"o{side}", "bet": side, "stake": stake} for side in SIDES]
    return [
        {"id": f"i{number}", "side": side, "stage": stage, "stake": chance.choice(AMOUNTS)}
        for number, (side, stage) in enumerate(bought)
    ]


def _limits(chance: Random) -> Request:
    names = [name for name in ("maximum", "differential", "unit") if chance.random() < 0.5]
    return {name: chance.choice((1, 5, 100, 400, 500, 10_000, 40_000)) for name in names}


def request(chance: Random) -> Request:
    """Make a request that is right more often than not."""
    game = chance.choice(GAMES)
    layouts = load(game).layouts
    letter = chance.choice([*layouts, "Z"] if chance.random() < 0.05 else list(layouts))
    on_layout = layouts[letter].bets if letter in layouts else BETS
    bets = BETS if chance.random() < 0.05 else on_layout
    made: Request = {
        "game": game,
        "layout": letter,
        "cards": _cards(chance, game),
        "wagers": [
            {"id": f"w{number}", "bet": chance.choice(bets), "stake": chance.choice(AMOUNTS)}
            for number in range(chance.randrange(6))
        ],
    }
    if chance.random() < 0.05:
        made["wagers"].append({"id": "low", "bet": "tie", "stake": chance.choice((0, -1, -100))})
    if chance.random() < 0.5:
        made["insurance"] = _insured(chance, made)
    if chance.random() < 0.4:
        made["decks"] = chance.choice((4, 4, 4, 5, 6, 8, 10, 10, 3, 11))
    if chance.random() < 0.4:
        made["limits"] = _limits(chance)
    return made


def _cards(chance: Random, game: str) -> list[str]:
    """Draw until the round is complete; now and then one too few, one too many or one too often."""
    drawn = [_card(chance) for _ in range(6)]
    if chance.random() < 0.05:
        drawn = [chance.choice((drawn[0], drawn[0], drawn[0], drawn[1])) for _ in range(6)]
    if chance.random() < 0.05:
        return [*drawn, _card(chance)][: chance.randrange(8)]
    if chance.random() < 0.02:
        return [*drawn[:3], chance.choice(("", "1S", "10", "KX", "AS ", "as", "11H"))]
    surplus = deal([parse_card(text) for text in drawn], load(game).tableau).surplus
    return drawn[: len(drawn) - len(surplus)]


def answer(made: Mapping[str, Any]) -> Settlement | Refused | Misuse:
    """Let the core answer a request, typed as its callers type it."""
    try:
        return settle(
            load(made["game"]),
            made["layout"],
            [parse_card(text) for text in made["cards"]],
            [Wager(**wager) for wager in made["wagers"]],
            [
                Insurance(**item | {"side": Side(item["side"]), "stage": Stage(item["stage"])})
                for item in made.get("insurance", [])
            ],
            decks=made.get("decks", 8),
            limits=Limits(**made.get("limits", {})),
        )
    except Misuse as misuse:
        return misuse
