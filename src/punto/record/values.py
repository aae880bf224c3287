"""How each kind of value is written in a line of a play, and read back."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time
from enum import StrEnum
from typing import Any, Final

from punto.core.cards import DECK, Card, parse_card
from punto.core.checks import Misuse
from punto.core.commands import Effect, Seen
from punto.core.limits import NO_LIMITS, Limits
from punto.core.money import Cents
from punto.core.outcome import Side
from punto.core.policies import Role
from punto.core.rulebook import Kind
from punto.core.state import Choice, Face
from punto.record.tokens import Token, name

UNKNOWN: Final = "??"
"""A card that nobody has seen."""
MOST_DECKS: Final = 99
"""No record needs more; it keeps a mistyped number from filling the memory."""


class Mismatch(Exception):  # noqa: N818 - it says what was looked for, it is caught at once
    """The words at a place are not what the grammar wants there."""

    def __init__(self, place: int, wanted: str) -> None:
        """Carry the place of the word, from 0, and what would be right there."""
        super().__init__(wanted)
        self.place = place
        self.wanted = wanted


@dataclass(frozen=True, slots=True)
class Scene:
    """What a value may lean on: the date of the record, and words that no name may be."""

    moment: datetime
    reserved: frozenset[str]


@dataclass(frozen=True, slots=True)
class Codec:
    """A kind of value: how it reads, how it is written, and what the grammar calls it."""

    title: str
    read: Callable[[Sequence[Token], int, Scene], tuple[Any, int]]
    write: Callable[[Any, Scene], str]
    example: str
    writes_none: bool = False


def _word(tokens: Sequence[Token], place: int, wanted: str) -> Token:
    if place >= len(tokens):
        raise Mismatch(place, wanted)
    return tokens[place]


def _bare(tokens: Sequence[Token], place: int, wanted: str) -> str:
    token = _word(tokens, place, wanted)
    if token.quoted:
        raise Mismatch(place, wanted)
    return token.text


# --- names ---------------------------------------------------------------------------------------


def _names(title: str, example: str) -> Codec:
    wanted = f"{title}, as {example}"

    def read(tokens: Sequence[Token], place: int, scene: Scene) -> tuple[str, int]:
        token = _word(tokens, place, wanted)
        if not token.quoted and token.text in scene.reserved:
            raise Mismatch(place, f"{wanted} (in quotes if it is called so)")
        return token.text, place + 1

    return Codec(title, read, lambda value, scene: name(value, scene.reserved), example)


PERSON: Final = _names("a name", "Ann")
ID: Final = _names("the name of a bet", "w1")
BOX: Final = _names("a box", "3")
METHOD: Final = _names("a method", "A")
INTERPRETATION: Final = _names("an interpretation", "I-57")

# --- numbers and money ---------------------------------------------------------------------------

_MONEY: Final = re.compile(r"(-?)(\d{1,18}|\d{1,3}(?:,\d{3}){1,5})(?:\.(\d\d))?", re.ASCII)
_NUMBER: Final = re.compile(r"-?\d{1,9}", re.ASCII)


def read_money(text: str) -> Cents | None:
    """Read dollars, with or without cents, as whole cents; None if it is no amount."""
    match = _MONEY.fullmatch(text)
    if match is None:
        return None
    cents = int(match[2].replace(",", "")) * 100 + int(match[3] or 0)
    return -cents if match[1] else cents


def write_money(cents: Cents) -> str:
    """Write an amount of cents in dollars, exactly."""
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole}" + (f".{rest:02}" if rest else "")


def _money(tokens: Sequence[Token], place: int, _: Scene) -> tuple[Cents, int]:
    wanted = "an amount in dollars, as 100 or 12.50"
    cents = read_money(_bare(tokens, place, wanted))
    if cents is None:
        raise Mismatch(place, wanted)
    return cents, place + 1


def _number(tokens: Sequence[Token], place: int, _: Scene) -> tuple[int, int]:
    wanted = "a whole number, as 3"
    text = _bare(tokens, place, wanted)
    if not _NUMBER.fullmatch(text):
        raise Mismatch(place, wanted)
    return int(text), place + 1


def _write_number(value: int, _: Scene) -> str:
    if not _NUMBER.fullmatch(str(value)):
        raise Misuse(f"a record cannot hold the number {value}")
    return str(value)


def _write_amount(cents: Cents, _: Scene) -> str:
    if abs(cents) >= 10**18:
        raise Misuse(f"a record cannot hold an amount of {cents} cents")
    return write_money(cents)


MONEY: Final = Codec("money", _money, _write_amount, "12.50")
NUMBER: Final = Codec("number", _number, _write_number, "3")

# --- closed words --------------------------------------------------------------------------------


def spoken(word: StrEnum) -> str:
    """Return a closed word as it is said: `pit supervisor`, `card in excess`."""
    return word.value.replace("_", " ")


def _closed(title: str, words: Mapping[str, Any]) -> Codec:
    """Make the codec of a closed list of one or more words each; the longest match counts."""
    ordered = sorted(words, key=lambda text: -len(text.split()))
    wanted = f"{title}: {', '.join(words)}"
    said = {value: text for text, value in reversed(list(words.items()))}

    def read(tokens: Sequence[Token], place: int, _: Scene) -> tuple[Any, int]:
        for text in ordered:
            parts = text.split()
            there = tokens[place : place + len(parts)]
            if [token.text for token in there if not token.quoted] == parts:
                return words[text], place + len(parts)
        raise Mismatch(place, wanted)

    return Codec(title, read, lambda value, _: said[value], next(iter(words)))


ROLES: Final[Mapping[str, Role]] = {spoken(role): role for role in Role} | {
    "supervisor": Role.PIT_SUPERVISOR
}
SIDE: Final = _closed("a Hand", {spoken(side): side for side in Side})
ROLE: Final = _closed("a role", ROLES)
KIND: Final = _closed("an irregularity", {spoken(kind): kind for kind in Kind})
FACE: Final = _closed("up or down", {spoken(face): face for face in Face})
CHOICE: Final = _closed("a choice", {spoken(choice): choice for choice in Choice})
EFFECT: Final = _closed("an effect", {spoken(effect): effect for effect in Effect})
SWITCH: Final = _closed("on or off", {"on": True, "off": False})
EXPOSED: Final = _closed("how it lies", {"face up": True, "face down": False})
POWER: Final = _closed("what failed", {"power failure": True, "interruption": False})
REPAIRABLE: Final = _closed("a judgement", {"repairable": True, "beyond repair": False})
CLOSED: Final = (SIDE, ROLE, KIND, FACE, CHOICE, EFFECT, SWITCH, EXPOSED, POWER, REPAIRABLE)


def _winner(tokens: Sequence[Token], place: int, _: Scene) -> tuple[str, int]:
    token = _word(tokens, place, "player, banker or tie")
    return token.text, place + 1


def _write_winner(value: str, _: Scene) -> str:
    return value if value in ("player", "banker", "tie") else name(value, frozenset())


WINNER: Final = Codec("a result", _winner, _write_winner, "banker")

# --- cards ---------------------------------------------------------------------------------------


def _card_of(text: str, place: int, wanted: str) -> Card | None:
    if text == UNKNOWN:
        return None
    try:
        return parse_card(text.upper())
    except Misuse:
        raise Mismatch(place, wanted) from None


def _card(tokens: Sequence[Token], place: int, _: Scene) -> tuple[Card | None, int]:
    wanted = "a card, as 10H, or ?? for one that nobody has seen"
    return _card_of(_bare(tokens, place, wanted), place, wanted), place + 1


def _known(tokens: Sequence[Token], place: int, scene: Scene) -> tuple[Card, int]:
    card, after = _card(tokens, place, scene)
    if card is None:
        raise Mismatch(place, "a card that is known, as 10H")
    return card, after


def write_card(card: Card | None) -> str:
    """Write a card, or `??` for one that nobody has seen."""
    return UNKNOWN if card is None else str(card)


def _seen(tokens: Sequence[Token], place: int, _: Scene) -> tuple[Seen, int]:
    wanted = "a card that was seen, as 7H, ?? or 7H-down"
    text, dash, way = _bare(tokens, place, wanted).partition("-")
    card = _card_of(text, place, wanted)
    if dash and way not in ("up", "down"):
        raise Mismatch(place, wanted)
    return Seen(card=card, exposed=way == "up" if dash else card is not None), place + 1


def _write_seen(seen: Seen, _: Scene) -> str:
    text = write_card(seen.card)
    if seen.exposed == (seen.card is not None):
        return text
    return f"{text}-{'up' if seen.exposed else 'down'}"


def _exposure(tokens: Sequence[Token], place: int, _: Scene) -> tuple[tuple[int, Card | None], int]:
    wanted = "the number of a card in the order drawn, as 3, or 3=10H"
    number, sign, text = _bare(tokens, place, wanted).partition("=")
    if not _NUMBER.fullmatch(number):
        raise Mismatch(place, wanted)
    card = _card_of(text, place, wanted) if sign else None
    if sign and card is None:
        raise Mismatch(place, wanted)
    return (int(number), card), place + 1


def _write_exposure(value: tuple[int, Card | None], scene: Scene) -> str:
    number, card = value
    return _write_number(number, scene) + ("" if card is None else f"={card}")


CARD: Final = Codec("card", _card, lambda value, _: write_card(value), "10H", writes_none=True)
KNOWN: Final = Codec("known card", _known, lambda value, _: write_card(value), "10H")
SEEN: Final = Codec("card seen", _seen, _write_seen, "7H-down")
EXPOSURE: Final = Codec("exposure", _exposure, _write_exposure, "3=10H")


def _full(decks: int) -> list[Card]:
    return [card for card in DECK for _ in range(decks)]


def _sorted(tokens: Sequence[Token], place: int, scene: Scene) -> tuple[tuple[Card, ...], int]:
    """Read `all 8 decks but 4S KD`: every card of a full set except those named."""
    if not _word(tokens, place, "all").says(("all",)):
        return _many(tokens, place, scene)
    decks, place = _number(tokens, place + 1, scene)
    if not 0 <= decks <= MOST_DECKS:
        raise Mismatch(place - 1, f"a number of decks up to {MOST_DECKS}")
    for word in (("decks", "deck"), ("but",)):
        if not _word(tokens, place, word[0]).says(word):
            raise Mismatch(place, word[0])
        place += 1
    rest = _full(decks)
    first = place
    without, place = _many(tokens, place, scene)
    for card in without:
        if card not in rest:
            raise Mismatch(first, f"{card} no more often than {decks} decks hold it")
        rest.remove(card)
    return tuple(rest), place


def _many(tokens: Sequence[Token], place: int, scene: Scene) -> tuple[tuple[Card, ...], int]:
    """Read known cards as far as they go; none is written `none`."""
    if _word(tokens, place, "cards, or none").says(("none",)):
        return (), place + 1
    cards: list[Card] = []
    while place < len(tokens):
        try:
            card, place = _known(tokens, place, scene)
        except Mismatch:
            break
        cards.append(card)
    if not cards:
        raise Mismatch(place, "cards, as 10H, or none")
    return tuple(cards), place


def _write_many(cards: Sequence[Card], _: Scene) -> str:
    return " ".join(str(card) for card in cards) or "none"


def _write_sorted(cards: Sequence[Card], scene: Scene) -> str:
    plain = _write_many(cards, scene)
    most = max((cards.count(card) for card in DECK), default=0)
    if not 0 < most <= MOST_DECKS:
        return plain
    lacking = _full(most)
    for card in cards:
        lacking.remove(card)
    rest = _full(most)
    for card in lacking:
        rest.remove(card)
    if tuple(rest) != tuple(cards):
        return plain
    return f"all {most} decks but {_write_many(lacking, scene)}"


CARDS: Final = Codec("cards", _many, _write_many, "4S KD")
SORTED: Final = Codec("cards", _sorted, _write_sorted, "all 8 decks but 4S KD")

# --- moments -------------------------------------------------------------------------------------

_CLOCK: Final = re.compile(r"\d\d:\d\d(:\d\d)?", re.ASCII)


def _moment(tokens: Sequence[Token], place: int, scene: Scene) -> tuple[datetime, int]:
    wanted = "a time, as 21:14, 21:14:05 or 2026-03-05T21:14:05+08:00"
    text = _bare(tokens, place, wanted)
    try:
        if _CLOCK.fullmatch(text):
            return datetime.combine(
                scene.moment.date(), time.fromisoformat(text), scene.moment.tzinfo
            ), place + 1
        if "T" not in text:
            raise Mismatch(place, wanted)
        return datetime.fromisoformat(text), place + 1
    except ValueError:
        raise Mismatch(place, wanted) from None


def _write_moment(moment: datetime, scene: Scene) -> str:
    text = moment.isoformat()
    date, _, clock = text.partition("T")
    same_day = date == scene.moment.date().isoformat() and not moment.microsecond
    same_zone = moment.utcoffset() == scene.moment.utcoffset()
    return clock[:8] if same_day and same_zone else text


MOMENT: Final = Codec("time", _moment, _write_moment, "21:14:05")

# --- limits --------------------------------------------------------------------------------------

LIMITS_WORDS: Final = ("minimum", "maximum", "differential", "unit")


def _limits(tokens: Sequence[Token], place: int, scene: Scene) -> tuple[Limits, int]:
    """Read `minimum 25 differential 10000`; no limit at all is written `none`."""
    if _word(tokens, place, "minimum, maximum, differential, unit or none").says(("none",)):
        return NO_LIMITS, place + 1
    start, amounts = place, {}
    while place < len(tokens) and tokens[place].says(LIMITS_WORDS):
        word = tokens[place].text
        amounts[word], place = _money(tokens, place + 1, scene)
    if not amounts:
        raise Mismatch(place, "minimum, maximum, differential, unit or none")
    try:
        return Limits(**amounts), place
    except Misuse as misuse:
        raise Mismatch(start, f"limits that can hold: {misuse}") from None


def _write_limits(limits: Limits, _: Scene) -> str:
    amounts = ((word, getattr(limits, word)) for word in LIMITS_WORDS)
    said = (
        f"{word} {write_money(amount)}"
        for word, amount in amounts
        if amount is not None and not (word == "unit" and amount == 1)
    )
    return " ".join(said) or "none"


def _limits_by_bet(
    tokens: Sequence[Token], place: int, scene: Scene
) -> tuple[tuple[tuple[str, Limits], ...], int]:
    found: list[tuple[str, Limits]] = []
    while place < len(tokens) and tokens[place].says(("for",)):
        bet, place = BET.read(tokens, place + 1, scene)
        limits, place = _limits(tokens, place, scene)
        found.append((bet, limits))
    if not found:
        raise Mismatch(place, "for, a bet, and its limits")
    return tuple(found), place


def _write_limits_by_bet(value: Sequence[tuple[str, Limits]], scene: Scene) -> str:
    return " ".join(
        f"for {BET.write(bet, scene)} {_write_limits(limits, scene)}" for bet, limits in value
    )


def _nothing(_: Sequence[Token], place: int, __: Scene) -> tuple[bool, int]:
    return True, place


YES: Final = Codec("", _nothing, lambda _, __: "", "")
"""What a word says by standing there."""


def _bet(tokens: Sequence[Token], place: int, _: Scene) -> tuple[str, int]:
    return _word(tokens, place, "a bet, as banker").text, place + 1


BET: Final = Codec("a bet", _bet, lambda value, _: name_bet(value), "banker")


def name_bet(bet: str) -> str:
    """Write the name of a bet, in quotes only where it is no word."""
    return bet if re.fullmatch(r"[a-z][a-z0-9_]*", bet, re.ASCII) else name(bet, frozenset())


LIMITS: Final = Codec("limits", _limits, _write_limits, "minimum 25 differential 10000")
LIMITS_BY_BET: Final = Codec(
    "limits by bet", _limits_by_bet, _write_limits_by_bet, "for tie minimum 5 maximum 100"
)
