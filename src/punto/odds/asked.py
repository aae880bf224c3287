"""What was asked of the odds, in text: which cards are left, and which are shown.

The command line and the pages ask in the same words, so they are read and refused here, once.
Nothing here needs the libraries of either.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from punto.core.cards import Rank, parse_rank
from punto.core.checks import Misuse
from punto.core.composition import Composition, fresh
from punto.core.rulebook import Decks
from punto.odds.given import Hand, Shown
from punto.odds.weights import check_enough

USUAL_DECKS: Final = 8

MOST_OF_A_RANK: Final = 9_999
"""More is no shoe but a slip of the finger; the count itself has no limit."""

_BETWEEN: Final = re.compile(r"\s*[,;/|]\s*|\s+")
_SUITED: Final = re.compile(r"(.+?)[SHDC♠♥♦♣♤♡♢♧]️?")


@dataclass(frozen=True)
class BadRequest(Exception):  # noqa: N818 - it names what happened, not a kind of error
    """The request cannot be meant: what is wrong, in which field, what would be right."""

    code: str
    message: str
    where: str
    clause: str | None = None
    remedy: str = ""


def cards_left(
    allowed: Decks, decks: str | None, composition: str | None, seen: str = ""
) -> Composition:
    """Read which cards are left, and refuse what cannot be or is not allowed.

    Either a fresh set of decks without the cards `seen`, or a composition by rank.
    """
    if composition is not None:
        if decks is not None:
            message = "give the number of decks or the composition, not both"
            raise BadRequest("bad_cards", message, "decks")
        return _composition(composition)
    number = USUAL_DECKS if decks is None else _number(decks)
    if not allowed.minimum <= number <= allowed.maximum:
        raise BadRequest(
            "decks_not_allowed",
            f"{number} decks are not allowed: {allowed.minimum} to {allowed.maximum} are",
            "decks",
            allowed.clauses[0],
            remedy="for other cards give the composition",
        )
    return _unseen(number, seen)


def _number(text: str) -> int:
    found = _whole(text)
    if found is None:
        message = f"{text!r} is not a number of decks"
        remedy = "write a whole number, for example 8"
        raise BadRequest("bad_cards", message, "decks", remedy=remedy)
    return found


def _whole(text: str) -> int | None:
    """Read a whole number; of digits as they are typed, and not of thousands of them."""
    plain = text.strip()
    digits = plain.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 12):
        return None
    return int(plain)


def _composition(text: str) -> Composition:
    counts = []
    for part in _parts(text):
        count = _whole(part)
        if count is None:
            message = f"{part!r} is not a number of cards"
            remedy = "write 13 whole numbers, for example " + ",".join(["32"] * 13)
            raise BadRequest("bad_cards", message, "composition", remedy=remedy)
        if count > MOST_OF_A_RANK:
            message = f"{count} cards of a rank are too many: up to {MOST_OF_A_RANK} are counted"
            raise BadRequest("bad_cards", message, "composition")
        counts.append(count)
    try:
        left = Composition(tuple(counts))
        check_enough(left)
    except Misuse as misuse:
        raise BadRequest("bad_cards", str(misuse), "composition") from None
    return left


def _unseen(decks: int, seen: str) -> Composition:
    """Take the cards of a list out of fresh decks."""
    try:
        ranks = [_rank(part) for part in _parts(seen)]
    except Misuse as misuse:
        raise BadRequest("bad_seen", str(misuse), "seen") from None
    whole = fresh(decks)
    for rank, number in Counter(ranks).items():
        most = whole.counts[rank.place]
        if number > most:
            message = f"{number} cards of rank {rank} are listed; {decks} decks hold {most}"
            raise BadRequest("bad_seen", message, "seen")
    left = whole.without(ranks)
    try:
        check_enough(left)
    except Misuse as misuse:
        raise BadRequest("bad_seen", str(misuse), "seen") from None
    return left


def shown_cards(left: Composition, player: str, banker: str) -> Shown:
    """Read the exposed cards and check that the cards left hold them."""
    hands = _hand(player, "player"), _hand(banker, "banker")
    try:
        shown = Shown(*hands)
    except Misuse as misuse:
        where = "player" if len(hands[0]) > 3 else "banker"
        raise BadRequest("bad_cards", str(misuse), where) from None
    for where, hand in (("player", shown.player), ("banker", shown.banker)):
        try:
            left = left.without(rank for rank in hand if rank is not None)
        except Misuse as misuse:
            raise BadRequest("bad_cards", str(misuse), where) from None
    return shown


def _hand(text: str, where: str) -> Hand:
    try:
        return tuple(None if part == "?" else _rank(part) for part in _parts(text))
    except Misuse as misuse:
        raise BadRequest("bad_cards", str(misuse), where) from None


def _parts(text: str) -> list[str]:
    """Split at commas, spaces and lines; between two commas something is missing."""
    plain = text.strip().strip("[](){}").strip()
    return _BETWEEN.split(plain) if plain else []


def _rank(text: str) -> Rank:
    """Read a rank, or a card of which the suit does not matter here: `10`, `T`, `10H`, `k♠`."""
    card = text.upper()
    suited = _SUITED.fullmatch(card)
    return parse_rank(card if suited is None else suited[1])


def written(left: Composition) -> str:
    """Write a composition as it is read."""
    return ",".join(map(str, left.counts))


def written_hand(hand: Iterable[Rank | None]) -> str:
    """Write the cards of a Hand as they are read."""
    return ",".join("?" if rank is None else str(rank) for rank in hand)
