"""Which card has gone: a complete set less every card that is accounted for (mbs5:5.11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from punto.core.cards import Card
from punto.core.composition import full_set
from punto.core.refusal import Refused

CLAUSES = ("mbs5:5.11.2.1",)


def missing_cards(
    decks: int,
    sorted_cards: Iterable[Card],
    in_play: Iterable[Card],
    set_aside: Iterable[Card],
    gone: int,
) -> tuple[Card, ...] | Refused:
    """Find the `gone` cards that a Player left with.

    `sorted_cards` are those of the device and the discards after sorting into decks,
    `set_aside` the two that were kept unseen in drawn order (mbs5:5.11.1, I-98).
    """
    rest = full_set(decks)
    rest.subtract(Counter([*sorted_cards, *in_play, *set_aside]))
    surplus = sorted(str(card) for card, count in rest.items() if count < 0)
    if surplus:
        return Refused(
            code="card_not_in_set",
            reason=f"{', '.join(surplus)} stand more often than {decks} decks hold them",
            remedy="sort and count again; a surplus card makes the round void",
            clauses=CLAUSES,
            by=("I-98",),
            where="sorted_cards",
        )
    found = tuple(rest.elements())
    if len(found) != gone:
        return Refused(
            code="count_does_not_match",
            reason=f"{len(found)} cards are unaccounted for, and {gone} went with the Player",
            remedy="sort and count the device and the discards again",
            clauses=CLAUSES,
            by=("I-98",),
            where="sorted_cards",
        )
    return found
