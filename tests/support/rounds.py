"""Rounds to settle: one for each way that a round can end, and what every bet makes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Final

from punto.core.cards import Card, parse_card
from punto.core.limits import NO_LIMITS, Limits
from punto.core.outcome import Side
from punto.core.refusal import Refused
from punto.core.rulebook import Result, Rulebook, Stage
from punto.core.settle import Insurance, Line, Settlement, Wager, settle
from punto.core.tableau import deal
from punto.rules import load
from tests.reference.dealing import RANK_POINTS, Finished, next_hand

Ending = Finished
STAKE: Final = 100

Bought = tuple[str, str, int]
"""An Insurance: side, stage and stake."""


def cards(ranks: str | Sequence[str]) -> tuple[Card, ...]:
    """Read ranks in draw order; the suits go round, since they decide nothing."""
    words = ranks.split() if isinstance(ranks, str) else ranks
    return tuple(parse_card(rank + "SHDC"[place % 4]) for place, rank in enumerate(words))


def carrying(rules: Rulebook, *bets: str) -> str:
    """Find a layout that carries these bets."""
    return next(x for x, layout in rules.layouts.items() if set(bets) <= set(layout.bets))


def completed(rules: Rulebook, ranks: Sequence[str]) -> tuple[Card, ...]:
    """Take of these ranks what the Table of Play asks for, and Tens if it asks for more."""
    drawn = cards([*ranks, "10", "10"])
    hands = deal(drawn, rules.tableau)
    return drawn[: len(drawn) - len(hands.surplus)]


def settle_bets(
    rules: Rulebook,
    draw: str | Sequence[Card],
    stakes: Mapping[str, int],
    insured: Sequence[Bought] = (),
    *,
    layout: str | None = None,
    decks: int = 8,
    limits: Limits = NO_LIMITS,
) -> Settlement | Refused:
    """Settle stakes by bet on a round."""
    return settle(
        rules,
        carrying(rules, *stakes) if layout is None else layout,
        cards(draw) if isinstance(draw, str) else draw,
        [Wager(id=bet, bet=bet, stake=stake) for bet, stake in stakes.items()],
        [
            Insurance(id=f"{side} {stage}", side=Side(side), stage=Stage(stage), stake=stake)
            for side, stage, stake in insured
        ],
        decks=decks,
        limits=limits,
    )


def settled(
    rules: Rulebook,
    draw: str | Sequence[Card],
    stakes: Mapping[str, int],
    insured: Sequence[Bought] = (),
    *,
    limits: Limits = NO_LIMITS,
) -> dict[str, Line]:
    """Settle a round that must not be refused; its lines by id."""
    done = settle_bets(rules, draw, stakes, insured, limits=limits)
    assert isinstance(done, Settlement), done
    return {line.id: line for line in done.lines}


def refusal(answer: Settlement | Refused) -> Refused:
    """Take an answer that must be a refusal."""
    assert isinstance(answer, Refused), answer
    return answer


def _two_cards() -> Iterator[tuple[str, str]]:
    """Give one two-card Hand of each total without a pair, and all thirteen pairs."""
    yield from ((rank, rank) for rank in RANK_POINTS)
    for total in range(10):
        yield next(
            (one, two)
            for one, two in product(RANK_POINTS, repeat=2)
            if one != two and (RANK_POINTS[one] + RANK_POINTS[two]) % 10 == total
        )


def _finish(player: list[str], banker: list[str]) -> Iterator[tuple[list[str], list[str]]]:
    hand = next_hand(([f"{rank}S" for rank in player], [f"{rank}S" for rank in banker]))
    if hand is None:
        yield player, banker
    for rank in ("K", *list(RANK_POINTS)[:9]) if hand else ():
        more = [rank] if hand == "player" else []
        yield from _finish(player + more, banker + ([] if more else [rank]))


@cache
def endings() -> Mapping[Ending, tuple[Card, ...]]:
    """Give one round for each of the ways to end that any bet can tell apart, with its cards."""
    found: dict[tuple[object, ...], tuple[Ending, tuple[Card, ...]]] = {}
    for player_two, banker_two in product(_two_cards(), repeat=2):
        for player, banker in _finish(list(player_two), list(banker_two)):
            order = [player[0], banker[0], player[1], banker[1], *player[2:], *banker[2:]]
            drawn = cards(order)
            texts = [str(card) for card in drawn]
            thirds = texts[4 : 4 + len(player) - 2], texts[4 + len(player) - 2 :]
            ending = Ending((texts[0], texts[2], *thirds[0]), (texts[1], texts[3], *thirds[1]))
            key = (
                *(ending.player_total, ending.banker_total, len(player), len(banker)),
                *(ending.player_pair, ending.banker_pair, ending.same_pair_rank),
            )
            found.setdefault(key, (ending, drawn))
    return dict(found.values())


def where(holds: Callable[[Ending], bool]) -> frozenset[Ending]:
    """Collect the endings for which a statement holds."""
    return frozenset(ending for ending in endings() if holds(ending))


@cache
def outcomes(rules_id: str, bet: str) -> Mapping[Ending, Line]:
    """Settle one bet on every ending."""
    rules = load(rules_id)
    return {ending: settled(rules, drawn, {bet: STAKE})[bet] for ending, drawn in endings().items()}


def ended(rules: Rulebook, bet: str, result: Result) -> frozenset[Ending]:
    """Collect the endings on which a bet has this result."""
    return frozenset(
        ending for ending, line in outcomes(rules.id, bet).items() if line.result is result
    )


def won(rules: Rulebook, bet: str) -> frozenset[Ending]:
    """Collect the endings on which a bet wins."""
    return ended(rules, bet, Result.WIN)


def lost(rules: Rulebook, bet: str) -> frozenset[Ending]:
    """Collect the endings on which a bet loses."""
    return ended(rules, bet, Result.LOSE)


def returned(rules: Rulebook, bet: str) -> frozenset[Ending]:
    """Collect the endings on which a stake comes back."""
    return ended(rules, bet, Result.PUSH)


def paid(rules: Rulebook, bet: str) -> dict[Fraction | int, frozenset[Ending]]:
    """Group the endings on which a bet wins by the profit that each unit of stake earns."""
    grouped: dict[Fraction, set[Ending]] = {}
    for ending in won(rules, bet):
        line = outcomes(rules.id, bet)[ending]
        grouped.setdefault(Fraction(line.profit, line.stake), set()).add(ending)
    return {profit: frozenset(group) for profit, group in grouped.items()}


def accepted_on(rules: Rulebook, bet: str) -> str:
    """List the layouts on which a bet can be settled."""
    return "".join(
        letter
        for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        if isinstance(settle_bets(rules, "4 K 10 9", {bet: STAKE}, layout=letter), Settlement)
    )
