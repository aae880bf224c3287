"""Rounds at random, as `punto settle` reads them: what a casino's day looks like in JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from punto.core.cards import DECK, Card
from punto.core.insurance import cap, offers
from punto.core.limits import NO_LIMITS, Limits
from punto.core.rulebook import Rulebook, Stage
from punto.core.tableau import Hands, deal
from punto.rules import rulebooks

LIMITS = Limits(minimum=2500, maximum=1_000_000, differential=5_000_000, unit=50)
"""A table with chips of half a dollar."""


def rounds(seed: int, bets: int = 8) -> Iterator[dict[str, Any]]:
    """Yield right rounds without end: every game and layout, `bets` wagers, some Insurance."""
    rng = Random(seed)  # noqa: S311 - rounds to settle, not secrets
    books = list(rulebooks().values())
    while True:
        yield one_round(rng, rng.choice(books), bets)


def one_round(rng: Random, rules: Rulebook, bets: int = 8) -> dict[str, Any]:
    """Make one round: cards from a fresh set, wagers on what the layout carries."""
    layout = rng.choice(list(rules.layouts.values()))
    decks = rng.choice((4, 6, 8, 8, 8, 10))
    hands = _hands(rng, rules, decks)
    laid = rng.sample(layout.bets, min(bets, len(layout.bets)))
    wagers = [
        {"id": f"w{place}", "bet": bet, "stake": _stake(rng)} for place, bet in enumerate(laid)
    ]
    limits = LIMITS if rng.random() < 0.3 else NO_LIMITS
    insurance = _insurance(rng, rules, hands, wagers, limits)
    return {
        "game": rules.id,
        "layout": layout.letter,
        "cards": [str(card) for card in _in_draw_order(hands)],
        "wagers": wagers,
        **({"insurance": insurance} if insurance else {}),
        **({"decks": decks} if decks != 8 else {}),
        **({"limits": _limits_json(limits)} if limits is LIMITS else {}),
    }


def _hands(rng: Random, rules: Rulebook, decks: int) -> Hands:
    """Deal the first round of a fresh shoe."""
    top: Sequence[Card] = [DECK[index % 52] for index in rng.sample(range(52 * decks), 6)]
    return deal(top, rules.tableau)


def _in_draw_order(hands: Hands) -> Iterator[Card]:
    for player, banker in zip(hands.player[:2], hands.banker[:2], strict=True):
        yield player
        yield banker
    yield from hands.player[2:]
    yield from hands.banker[2:]


def _stake(rng: Random) -> int:
    """Mostly round chips, at times an amount that chips cannot halve."""
    return rng.choice((2500, 5000, 10_000, 50_000, 250_000, 2500 * rng.randint(1, 100), 2501, 1))


def _insurance(
    rng: Random,
    rules: Rulebook,
    hands: Hands,
    wagers: list[dict[str, Any]],
    limits: Limits,
) -> list[dict[str, Any]]:
    """Take about half of the offers, each up to its cap."""
    if rules.policies.insurance is None:
        return []
    taken: list[dict[str, Any]] = []
    for stage, shown in ((Stage.AFTER_FOUR_CARDS, 2), (Stage.AFTER_PLAYER_THIRD_CARD, 3)):
        if len(hands.player) < shown:
            continue
        for row in offers(rules, hands.player[:shown], hands.banker[:2]):
            original = sum(item["stake"] for item in wagers if item["bet"] == row.side)
            most = cap(rules, row, original, limits)
            if most > 0 and rng.random() < 0.5:
                taken.append(
                    {
                        "id": f"i{len(taken)}",
                        "side": str(row.side),
                        "stage": str(stage),
                        "stake": rng.randint(1, most),
                    }
                )
    return taken


def _limits_json(limits: Limits) -> dict[str, int | None]:
    return {
        "minimum": limits.minimum,
        "maximum": limits.maximum,
        "differential": limits.differential,
        "unit": limits.unit,
    }
