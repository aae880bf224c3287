"""What was asked of `punto odds`: which cards are left and which are shown.

Nothing here needs the command line's libraries, so the quick answer can use it too.
"""

from __future__ import annotations

from dataclasses import dataclass

from punto.core.cards import parse_rank
from punto.core.checks import Misuse
from punto.core.composition import Composition, fresh
from punto.core.rulebook import Decks
from punto.odds.given import Hand, Shown
from punto.odds.weights import check_enough

USUAL_DECKS = 8


@dataclass(frozen=True)
class BadRequest(Exception):  # noqa: N818 - it names what happened, not a kind of error
    """The request cannot be meant: what is wrong, with which option, by which clause."""

    code: str
    message: str
    where: str
    clause: str | None = None


def cards_left(allowed: Decks, decks: str | None, composition: str | None) -> Composition:
    """Read which cards are left, and refuse what cannot be or is not allowed."""
    if composition is not None:
        if decks is not None:
            raise BadRequest("bad_cards", "give --decks or --composition, not both", "--decks")
        return _composition(composition)
    number = USUAL_DECKS if decks is None else _number(decks)
    if not allowed.minimum <= number <= allowed.maximum:
        raise BadRequest(
            "decks_not_allowed",
            f"{number} decks are not allowed: {allowed.minimum} to {allowed.maximum} are; "
            "for other cards use --composition",
            "--decks",
            allowed.clauses[0],
        )
    return fresh(number)


def _number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        message = f"{text!r} is not a number of decks: write a whole number, for example 8"
        raise BadRequest("bad_cards", message, "--decks") from None


def _composition(text: str) -> Composition:
    counts = []
    for part in text.split(","):
        try:
            counts.append(int(part))
        except ValueError:
            message = (
                f"{part.strip()!r} is not a number of cards: write 13 whole numbers, for example "
                + ",".join(["32"] * 13)
            )
            raise BadRequest("bad_cards", message, "--composition") from None
    try:
        left = Composition(tuple(counts))
        check_enough(left)
    except Misuse as misuse:
        raise BadRequest("bad_cards", str(misuse), "--composition") from None
    return left


def shown_cards(left: Composition, player: str, banker: str) -> Shown:
    """Read the exposed cards and check that the cards left hold them."""
    hands = _hand(player, "--player"), _hand(banker, "--banker")
    try:
        shown = Shown(*hands)
    except Misuse as misuse:
        raise BadRequest(
            "bad_cards", str(misuse), "--player" if len(hands[0]) > 3 else "--banker"
        ) from None
    for where, hand in (("--player", shown.player), ("--banker", shown.banker)):
        try:
            left = left.without(rank for rank in hand if rank is not None)
        except Misuse as misuse:
            raise BadRequest("bad_cards", str(misuse), where) from None
    return shown


def _hand(text: str, where: str) -> Hand:
    parts = [part.strip().upper() for part in text.split(",")] if text.strip() else []
    try:
        return tuple(None if part == "?" else parse_rank(part) for part in parts)
    except Misuse as misuse:
        raise BadRequest("bad_cards", str(misuse), where) from None
