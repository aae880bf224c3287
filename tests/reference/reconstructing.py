"""Where each drawn card belongs, and which card is missing.

tb4:1.24, 5.8, 5.9; dhyx2:5.7, 5.8; tbi1:5.7, 5.8; mbs5:5.7, 5.8, 5.11 (I-90, I-91, I-104).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import product

from .dealing import RANK_POINTS, SUITS, next_hand
from .establishing import EVERY_VALUE

UNKNOWN = "??"


@dataclass(frozen=True)
class Drawn:
    """A card in the order drawn, and where it went: player, banker or anywhere else."""

    card: str
    went: str


@dataclass(frozen=True)
class Reconstructed:
    """Places by the order of drawing.

    `moved` numbers the cards (from 0) that lay elsewhere; `next_card_to` is the Hand that still
    draws; `undetermined` holds the cards whose place hangs on a card that nobody has seen.
    """

    player: list[str]
    banker: list[str]
    left_over: list[str]
    undetermined: list[str]
    moved: list[int]
    next_card_to: str | None


def reconstruct(drawn: list[Drawn]) -> Reconstructed:
    """Send each card, in the order drawn, where the Table of Play wants it (I-104).

    Cards beyond a complete round are the first cards of the next one, in the order drawn (I-90).
    """
    player: list[str] = []
    banker: list[str] = []
    left_over: list[str] = []
    moved: list[int] = []
    for number, each in enumerate(drawn):
        hands = possible_next_hands(player, banker)
        if len(hands) > 1:
            rest = [later.card for later in drawn[number:]]
            return Reconstructed(player, banker, [], rest, moved, None)
        (hand,) = hands
        if each.went != (hand or "left over"):
            moved.append(number)
        place = {"player": player, "banker": banker, None: left_over}[hand]
        place.append(each.card)
    after = possible_next_hands(player, banker)
    return Reconstructed(
        player, banker, left_over, [], moved, after.pop() if len(after) == 1 else None
    )


def possible_next_hands(player: list[str], banker: list[str]) -> set[str | None]:
    """Say who may be due the next card, trying every value for a card that nobody has seen.

    An unseen card among the first four leaves that open unless the other Hand has a Natural, so no
    third card is ever laid beside a guess that would not have drawn it.
    """
    if len(player) + len(banker) < 4:
        return {next_hand((player, banker))}
    hands: set[str | None] = set()
    choices = [EVERY_VALUE if card == UNKNOWN else (card,) for card in player + banker]
    for cards in product(*choices):
        tried = (list(cards[: len(player)]), list(cards[len(player) :]))
        hands.add(next_hand(tried))
    return hands


def first_cards_of_next_round(left_over: list[str], device: list[str]) -> list[str]:
    """Put the cards left over before those of the device (I-90)."""
    return left_over + device


def missing_cards(decks: int, found: list[str]) -> list[str]:
    """Find what is not among the cards found: sorted decks, cards in play, the two set aside.

    mbs5:5.11.2.1.
    """
    counted = Counter(found)
    return [
        rank + suit
        for suit in SUITS
        for rank in RANK_POINTS
        for _ in range(decks - counted[rank + suit])
    ]


def cards_needed_after(player: list[str], banker: list[str]) -> int:
    """Say how many further cards a round may still need at most (I-98).

    mbs5:5.11.1 sets two cards aside; where three are needed the case is referred.
    """
    return 6 - len(player) - len(banker)
