"""Small words: money, cards, Hands, bets, lists, roles, as a person at the table says them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any

from punto.core.bets import Condition
from punto.core.cards import Card, total
from punto.core.limits import Limits
from punto.core.money import Cents
from punto.core.outcome import OutcomeClass, PairClass, Side, Winner
from punto.core.policies import Role
from punto.core.rulebook import InsuranceRow, Rulebook, Stage
from punto.core.state import Actor, Drawn, Insured, Placed, Round, Setup
from punto.record.values import LIMITS_WORDS, spoken, write_card, write_money

HAND = {Side.PLAYER: "Player", Side.BANKER: "Banker"}
STAGE = {
    Stage.AFTER_FOUR_CARDS: "after four cards",
    Stage.AFTER_PLAYER_THIRD_CARD: "after Player's third card",
}


def money(cents: Cents) -> str:
    """Say an amount: `$100`, `$12.50`, `$10,000`."""
    whole, dot, rest = write_money(abs(cents)).partition(".")
    return f"{'-' if cents < 0 else ''}${int(whole):,}{dot}{rest}"


_CENTS = re.compile(r"\b(\d+) cents\b|\b((?:minimum|maximum) of|chips of) (\d+)\b")


def in_dollars(text: str) -> str:
    """Say the amounts of a refusal or a note in dollars; the core says them in cents."""
    return _CENTS.sub(
        lambda found: money(int(found[1])) if found[1] else f"{found[2]} {money(int(found[3]))}",
        text,
    )


def listed(words: Iterable[str], last: str = "and") -> str:
    """Join words: `a`, `a and b`, `a, b and c`."""
    said = list(words)
    return f" {last} ".join(part for part in (", ".join(said[:-1]), *said[-1:]) if part)


def who(actor: Actor) -> str:
    """Name who acts; somebody known by the role alone is called by it."""
    if actor.role is Role.PATRON:
        return actor.name
    role = spoken(actor.role)
    return f"the {role}" if actor.name == role else f"{actor.name} ({role})"


def sentence(text: str) -> str:
    """Begin with a capital and end with a full stop."""
    first = text.partition(" ")[0].rstrip(",:;'s")
    said = text[:1].upper() + text[1:] if first.isalpha() else text
    return said if said.endswith((".", "?", "!")) else f"{said}."


def clock(moment: datetime) -> str:
    """Say an hour."""
    return moment.strftime("%H:%M:%S")


def citation(clauses: Sequence[str], by: Sequence[str]) -> str:
    """Name what something rests on, in brackets."""
    named = list(dict.fromkeys((*clauses, *by)))
    return f" [{', '.join(named)}]" if named else ""


def bet_name(bet: str, rules: Rulebook) -> str:
    """Name a bet as the pay table does."""
    if bet in rules.bets:
        return rules.bets[bet].name
    return " ".join(word.capitalize() for word in bet.split("_"))


def cards(shown: Iterable[Card | None]) -> str:
    """Say cards in order."""
    return " ".join(write_card(card) for card in shown) or "no card"


def hand_sum(hand: Sequence[Card]) -> str:
    """Say a Hand with its points: `4S 10H 5C = 9`."""
    return f"{cards(hand)} = {total(hand)}"


def hand_of(round_: Round, side: Side) -> list[Card]:
    """Return the known cards of a Hand."""
    return [item.card for item in round_.drawn if item.belongs is side and item.card is not None]


def both_hands(round_: Round) -> str:
    """Say both Hands with their points."""
    return listed(f"{HAND[side]} {hand_sum(hand_of(round_, side))}" for side in Side)


def lying(drawn: Sequence[Drawn]) -> str:
    """Say where the cards of a round lie."""
    parts = [
        f"{HAND[side]} {cards(item.card for item in drawn if item.belongs is side)}"
        for side in Side
    ]
    return listed(parts)


def result(outcome: OutcomeClass) -> str:
    """Say a result: `Banker wins with 6 to 4`."""
    points = sorted((outcome.player_total, outcome.banker_total), reverse=True)
    if outcome.winner is Winner.TIE:
        said = f"a Tie with {points[0]} each"
    else:
        said = f"{HAND[Side(outcome.winner.value)]} wins with {points[0]} to {points[1]}"
    pairs = PAIRS[outcome.pairs]
    return f"{said}; {pairs}" if pairs else said


PAIRS = {
    PairClass.NONE: "",
    PairClass.PLAYER: "Player's first two cards are a pair",
    PairClass.BANKER: "Banker's first two cards are a pair",
    PairClass.BOTH: "both Hands begin with a pair, of different ranks",
    PairClass.TWIN: "both Hands begin with a pair of the same rank",
}


def wager(placed: Placed, rules: Rulebook) -> str:
    """Say a wager: `$100 on Banker at box 3 (w1)`."""
    shares = ""
    if len(placed.shares) > 1:
        each = (f"{share.patron} {money(share.stake)}" for share in placed.shares)
        shares = f" of {listed(each)}"
    name = bet_name(placed.bet, rules)
    return f"{money(placed.stake)}{shares} on {name} at box {placed.box} ({placed.id})"


def insured(item: Insured) -> str:
    """Say an Insurance: `$50 on Player at box 3 at 3 to 2 (i1)`."""
    hand = HAND[item.row.side]
    return f"{money(item.stake)} of {hand} Insurance at box {item.box}, {item.row.odds} ({item.id})"


def offered(row: InsuranceRow) -> str:
    """Say one line of an offer."""
    tie = ", paid on a Tie only" if row.pays_on_tie else ""
    return f"{HAND[row.side]} Insurance at {row.odds}{tie}"


def limits(general: Limits, by_bet: Iterable[tuple[str, Limits]]) -> str:
    """Say the limits of a table."""
    said = [_limits_words(general)]
    said += [f"{bet}: {_limits_words(own)}" for bet, own in by_bet]
    return "; ".join(said)


def _limits_words(own: Limits) -> str:
    amounts = ((word, getattr(own, word)) for word in LIMITS_WORDS)
    shown = [
        f"{word} {money(amount)}"
        for word, amount in amounts
        if amount is not None and not (word == "unit" and amount == 1)
    ]
    return ", ".join(shown) or "no limits"


def table(setup: Setup) -> str:
    """Say how a table is set up."""
    said = [
        f"layout {setup.layout}",
        f"boxes {' '.join(setup.boxes)}",
        f"{setup.decks} decks",
        limits(setup.limits, setup.limits_by_bet),
        f"dealt face {setup.face}",
    ]
    if setup.method != "standard":
        said.append(f"method {setup.method}")
    if setup.hlga:
        said.append("in the HLGA")
    if setup.private:
        said.append("a private table")
    if setup.reading_device:
        said.append("with a device that reads cards")
    return "; ".join(said)


def condition(when: Condition) -> str:
    """Say when a pay row holds."""
    said = [SAY[word](sorted(allowed, key=str)) for word, allowed in when.words() if word in SAY]
    return listed(said)


def _numbers(values: Sequence[int]) -> str:
    return listed((str(value) for value in values), "or")


def _points(who: str, values: Sequence[int]) -> str:
    """Say which points a Hand has; where nearly all will do, which will not."""
    others = sorted(set(range(1, 10)) - set(values))
    if len(values) > len(others) > 0 and 0 not in values:
        return f"{who} does not have {_numbers(others)}"
    return f"{who} has {_numbers(values)}"


def _winner(values: Sequence[Winner]) -> str:
    if values == [Winner.TIE]:
        return "the result is a Tie"
    return f"{listed((str(value).capitalize() for value in values), 'or')} wins"


def _pairs(values: Sequence[PairClass]) -> str:
    for hand, classes in PAIRED.items():
        if set(values) == classes:
            return f"{hand} a pair"
    return listed((PAIRS[pair] or "no Hand begins with a pair" for pair in values), "or")


PAIRED = {
    "Player's first two cards are": {pair for pair in PairClass if pair.player},
    "Banker's first two cards are": {pair for pair in PairClass if pair.banker},
    "one Hand alone begins with": {PairClass.PLAYER, PairClass.BANKER},
}

SAY: dict[str, Callable[[Any], str]] = {
    "winner": _winner,
    "player_total": lambda values: _points("Player", values),
    "banker_total": lambda values: _points("Banker", values),
    "winning_total": lambda values: f"the winning Hand has {_numbers(values)}",
    "margin": lambda values: f"the Hands are {_numbers(values)} apart",
    "player_cards": lambda values: f"Player has {_numbers(values)} cards",
    "banker_cards": lambda values: f"Banker has {_numbers(values)} cards",
    "total_cards": lambda values: f"{_numbers(values)} cards lie there in all",
    "pairs": _pairs,
}
