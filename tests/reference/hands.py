"""Games and Hands written shortly, for the self-tests."""

from __future__ import annotations

from .establishing import Places

TB4 = "rws-tiger-buffalo@4"
MBS5 = "mbs-tiger-no-commission@5"
DHYX2 = "rws-da-hu-ying-xiong@2"
TBI1 = "rws-tiger-buffalo-insurance@1"


def hand(text: str) -> Places:
    """Read `4 K -` as a Hand, `-` for a place with no exposed card."""
    cards = [None if each == "-" else each + "S" for each in text.split()] + [None] * 3
    return cards[0], cards[1], cards[2]
