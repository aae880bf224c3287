"""A command as it comes over the wire: the words of `punto.core.commands`, without the actor.

Who acts comes from the session, what time it is from the server. A patron need not say that he
speaks for himself, nor invent a name for his wager.
"""

from __future__ import annotations

from dataclasses import fields
from datetime import datetime
from hashlib import sha256
from typing import Any, Final

import msgspec

from punto.core import commands as c
from punto.core.cards import parse_card
from punto.core.checks import Misuse
from punto.core.policies import Role
from punto.core.state import Actor
from punto.service.access import check_name
from punto.store.codec import COMMANDS
from punto.web.problems import Problem

TAKEN: Final = {name: kind for name, kind in COMMANDS.items() if kind is not c.Command}
GIVEN_BY_SERVER: Final[dict[type[c.Command], tuple[str, ...]]] = {
    c.CallForBets: ("at",),
    c.CloseBets: ("at",),
    c.PlaceWager: ("id",),
    c.AcceptUnchecked: ("id",),
    c.PlaceInsurance: ("id",),
}
"""Fields that need not be sent. A time that the server gives cannot be sent at all."""
MAY_BE_LEFT_OUT: Final = ("patron",)
"""Fields that a patron need not send: he speaks for himself."""
CARD_FIELDS: Final = ("card", "cards", "sorted_cards", "set_aside", "drawn")
CHOSEN_BY_THE_SHOE: Final = ("card", "drawn")
"""Fields that an automatic shoe fills in, whatever was sent."""


def command_from(body: dict[str, Any], actor: Actor, key: str, now: datetime) -> c.Command:
    """Read a command."""
    values = dict(body)
    kind = TAKEN.get(str(values.pop("type", "")))
    if kind is None:
        raise Problem(
            422,
            "unknown_command",
            f"{body.get('type')!r} is no command",
            remedy=f"there are {', '.join(sorted(TAKEN))}",
            where="type",
        )
    names = {field.name for field in fields(kind)}
    unknown = sorted(set(values) - names | set(values) & {"actor"})
    if unknown:
        raise Problem(
            422, "bad_body", f"{kind.__name__} takes no field {unknown[0]!r}", where=unknown[0]
        )
    if "at" in names and actor.role is Role.PATRON:
        values.pop("at", None)
    if "patron" in names and actor.role is Role.PATRON:
        values.setdefault("patron", actor.name)
    given = GIVEN_BY_SERVER.get(kind, ())
    if "at" in given:
        values["at"] = now
    if "id" in given:
        values.setdefault("id", sha256(f"{actor.name}:{key}".encode()).hexdigest()[:10])
    another = values.get("patron", actor.name) != actor.name
    refused = check_name(values["patron"], "patron") if another else None
    if refused is not None:
        raise Problem.of(refused)
    try:
        values |= {name: _cards(values[name]) for name in CARD_FIELDS if name in values}
        return msgspec.convert({**values, "actor": actor}, kind, from_attributes=True)
    except (msgspec.ValidationError, Misuse) as error:
        message, _, where = str(error).partition(" - at `")
        raise Problem(422, "bad_body", message, where=where.strip("`$.")) from None


def _cards(value: Any) -> Any:
    """Let a card be written as `10H`, alone, in a list, or in what was seen."""
    if isinstance(value, str):
        card = parse_card(value)
        return {"rank": card.rank, "suit": card.suit}
    if isinstance(value, list):
        return [_cards(item) for item in value]
    if isinstance(value, dict) and "card" in value:
        return value | {"card": _cards(value["card"])}
    return value


def stored_key(actor: Actor, key: str) -> str:
    """Keep the keys of different people apart."""
    # A name may hold a stroke: it must not pass for the end of the name.
    return f"{actor.role.value}/{actor.name.replace('%', '%25').replace('/', '%2F')}/{key}"


def check_same(body: dict[str, Any], recorded: dict[str, Any]) -> None:
    """Refuse a key that was used for another command."""
    for name, value in body.items():
        if name not in CHOSEN_BY_THE_SHOE and name != "at" and recorded.get(name) != value:
            raise Problem(
                422,
                "idempotency_key_reused",
                "this Idempotency-Key was used for another command",
                remedy="send a new key with each command",
            )
