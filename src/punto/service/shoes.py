"""The automatic shoe: shuffled by the operating system's entropy, committed before, proved after.

The order is fixed by a hash before the first card and shown after the last, so anybody can check
that no card was chosen in between. It is kept as a secret of the store until then, since it must
survive a crash.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256

from punto.core.cards import DECK, Card, parse_card
from punto.core.checks import require

NONCE_BYTES = 32
Below = Callable[[int], int]
"""Draws a whole number from 0 up to, not including, its argument, each equally likely."""


def below(bound: int) -> int:
    """Draw from operating-system entropy by rejection, so without bias."""
    return secrets.randbelow(bound)


def shuffled(cards: Sequence[Card], draw: Below = below) -> tuple[Card, ...]:
    """Shuffle after Fisher and Yates: every order is equally likely if every draw is."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = draw(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


@dataclass(frozen=True, slots=True)
class Shoe:
    """A shuffled set of cards and the nonce that hides it behind its commitment."""

    cards: tuple[Card, ...]
    nonce: str

    @property
    def order(self) -> str:
        """Write the cards in order, as they are hashed and revealed."""
        return " ".join(str(card) for card in self.cards)

    @property
    def commitment(self) -> str:
        """Return the hash that is published before the first card."""
        return commitment(self.order, self.nonce)

    def to_bytes(self) -> bytes:
        """Write the shoe for the store."""
        return json.dumps({"order": self.order, "nonce": self.nonce}).encode()


def commitment(order: str, nonce: str) -> str:
    """Return SHA-256 over nonce, a colon and the order: all that a verifier needs."""
    return sha256(f"{nonce}:{order}".encode()).hexdigest()


def new_shoe(decks: int, draw: Below = below, nonce: str | None = None) -> Shoe:
    """Shuffle `decks` decks."""
    require(decks >= 1, f"{decks} decks of cards do not exist")
    return Shoe(shuffled(DECK * decks, draw), nonce or secrets.token_hex(NONCE_BYTES))


def shoe_from_bytes(body: bytes) -> Shoe:
    """Read a shoe back."""
    value = json.loads(body)
    return Shoe(tuple(parse_card(card) for card in value["order"].split()), value["nonce"])
