"""Slow reading of a wrong input, to say in one line which part of it is wrong and what is right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import msgspec
from msgspec import UNSET, Struct

from punto.core.cards import Card, parse_card
from punto.core.checks import Misuse
from punto.core.limits import NO_LIMITS, Limits
from punto.core.outcome import Side
from punto.core.refusal import Refused
from punto.core.rulebook import Stage
from punto.core.settle import bad_stake
from punto.record.wire import MOST, InsuranceJson, LimitsJson, Request, WagerJson


class Wrong(Exception):  # noqa: N818 - it names what happened, not a kind of error
    """An input that cannot be meant; carries the refusal that says so."""

    def __init__(self, refused: Refused) -> None:
        """Carry what is wrong, where, and what would be right."""
        super().__init__(refused.reason)
        self.refused = refused


def wrong(code: str, where: str, reason: str, remedy: str) -> Wrong:
    """Make the refusal of an input that breaks the format and no clause."""
    return Wrong(Refused(code=code, reason=reason, remedy=remedy, where=where))


def quote(value: object, most: int = 60) -> str:
    """Show a piece of input as JSON, cut where it is long."""
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= most else f"{text[:most]}..."


def read(data: bytes) -> Request | Refused:
    """Read an input slowly: the first wrong thing in it, or else the request."""
    try:
        return _request(_parse(data))
    except Wrong as wrong:
        return wrong.refused


def _parse(data: bytes) -> object:
    if not data.strip():
        raise wrong("empty_input", "", "the input is empty", "send one JSON object")
    remedy = "send one JSON object, in UTF-8"
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise wrong("not_json", "", f"the input is not JSON ({error})", remedy) from None
    except RecursionError:
        raise wrong("not_json", "", "the input is nested too deeply", remedy) from None


def _request(value: object) -> Request:
    fields = _object(value, "", Request)
    request = Request(
        game=_text(fields["game"], "game"),
        layout=_text(fields["layout"], "layout"),
        cards=[_text(card, where) for card, where in _items(fields["cards"], "cards")],
        wagers=[_wager(item, where) for item, where in _items(fields["wagers"], "wagers")],
    )
    if "insurance" in fields:
        request.insurance = [
            _insurance(item, where) for item, where in _items(fields["insurance"], "insurance")
        ]
    if "decks" in fields:
        request.decks = _whole(fields["decks"], "decks")
    if "limits" in fields:
        request.limits = _limits(fields["limits"])
    return request


def _wager(value: object, where: str) -> WagerJson:
    fields = _object(value, where, WagerJson)
    return WagerJson(
        id=_id(fields["id"], f"{where}.id"),
        bet=_text(fields["bet"], f"{where}.bet"),
        stake=_stake(fields["stake"], f"{where}.stake"),
    )


def _insurance(value: object, where: str) -> InsuranceJson:
    fields = _object(value, where, InsuranceJson)
    return InsuranceJson(
        id=_id(fields["id"], f"{where}.id"),
        side=_text(fields["side"], f"{where}.side"),
        stage=_text(fields["stage"], f"{where}.stage"),
        stake=_stake(fields["stake"], f"{where}.stake"),
    )


def _limits(value: object) -> LimitsJson:
    amounts: dict[str, int] = {}
    for name, amount in _object(value, "limits", LimitsJson).items():
        where = f"limits.{name}"
        if type(amount) is not int or not 0 < amount <= MOST:
            remedy = f"a limit is a whole number of cents from 1 to {MOST}"
            raise wrong("bad_limits", where, f"{quote(amount)} is not a limit", remedy)
        amounts[name] = amount
    return LimitsJson(**amounts)


def _object(value: object, where: str, shape: type[Struct]) -> Mapping[str, Any]:
    """Check that a value is an object with all the keys that it must and none that it may not."""
    names, required = _keys(shape)
    if not isinstance(value, dict):
        remedy = f"give an object with {', '.join(names)}"
        raise wrong("not_an_object", where, f"{quote(value)} is not an object", remedy)
    remedy = f"the keys are {', '.join(names)}"
    for key in value:
        if key not in names:
            reason = f"{quote(key)} is not a key that is known here"
            raise wrong("unknown_key", where, reason, remedy)
    for key in required:
        if key not in value:
            raise wrong("missing_key", where, f"the key {quote(key)} is missing", remedy)
    return value


@cache
def _keys(shape: type[Struct]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """List the keys of a shape, and those that must be there."""
    fields = msgspec.structs.fields(shape)
    every = tuple(item.encode_name for item in fields)
    return every, tuple(item.encode_name for item in fields if item.required)


def _items(value: object, where: str) -> Iterator[tuple[object, str]]:
    """Yield the items of a list, each with its place."""
    if not isinstance(value, list):
        raise wrong("wrong_type", where, f"{quote(value)} is not a list", "write it in [ ]")
    for index, item in enumerate(value):
        yield item, f"{where}[{index}]"


def _text(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise wrong("wrong_type", where, f"{quote(value)} is not a text", 'write it in " "')
    return value


def _id(value: object, where: str) -> str:
    text = _text(value, where)
    if not text:
        raise wrong("bad_id", where, "an id is empty", "an id is a text of at least one character")
    return text


def _whole(value: object, where: str) -> int:
    if type(value) is not int or abs(value) > MOST:
        reason = f"{quote(value)} is not a whole number of a usual size"
        raise wrong("wrong_type", where, reason, "write digits, without a point or quotes")
    return value


def _stake(value: object, where: str) -> int:
    if type(value) is int and 0 < value <= MOST:
        return value
    refused = replace(bad_stake(0, where), reason=f"a stake of {quote(value)} cannot be laid")
    if type(value) is int and value > MOST:
        refused = replace(refused, remedy=f"amounts go up to {MOST} cents")
    raise Wrong(refused)


def limits_of(request: Request) -> Limits:
    """Return the limits that a request names."""
    if request.limits is UNSET:
        return NO_LIMITS
    try:
        return request.limits.limits()
    except Misuse as misuse:
        raise wrong(
            "bad_limits", "limits", str(misuse), "a minimum is at most the maximum"
        ) from None


def cards_of(request: Request) -> list[Card]:
    """Return the cards that a request names, in draw order."""
    cards: list[Card] = []
    for index, text in enumerate(request.cards):
        try:
            cards.append(parse_card(text))
        except Misuse:
            raise wrong(
                "unknown_card",
                f"cards[{index}]",
                f"{quote(text)} is not a card",
                "write a rank (A 2 ... 10 J Q K) and a suit (S H D C), for example 10H",
            ) from None
    return cards


def side_of(text: str, where: str) -> Side:
    """Return the Hand that an Insurance names."""
    try:
        return Side(text)
    except ValueError:
        reason = f"{quote(text)} is not a Hand"
        raise wrong("unknown_side", where, reason, f"one of {', '.join(Side)}") from None


def stage_of(text: str, where: str) -> Stage:
    """Return the stage that an Insurance names."""
    try:
        return Stage(text)
    except ValueError:
        reason = f"{quote(text)} is not a stage"
        raise wrong("unknown_stage", where, reason, f"one of {', '.join(Stage)}") from None
