"""Who is handed the cards: squeezing, passing, declining, and control of the device."""

from __future__ import annotations

from punto.core import commands as c
from punto.core import events as e
from punto.core.conduct.reading import (
    Answer,
    hand,
    live_wagers,
    refuse,
    round_of,
    seated_at,
    setup_of,
)
from punto.core.money import Cents
from punto.core.outcome import Side
from punto.core.policies import SqueezeEntitled
from punto.core.refusal import Refused
from punto.core.rulebook import Rulebook
from punto.core.state import Face, Placed, Table


def top_bettor(table: Table, rules: Rulebook) -> str | None:
    """Name the Player with the highest single Original Bet, the earliest of equals (I-106)."""
    seated_only = rules.policies.squeeze.seated_only.value
    bets = [
        wager
        for wager in live_wagers(round_of(table))
        if wager.bet in rules.wagers.original.value
        and (not seated_only or seated_at(table, wager.patron, wager.box))
    ]
    best = min(bets, key=lambda wager: (-wager.stake, wager.order), default=None)
    return None if best is None else best.patron


def candidates(table: Table, side: Side, rules: Rulebook) -> list[str]:
    """List who is offered the cards of a Hand, in order (mbs5:3.9.2 to 3.9.5, I-106, I-107)."""
    round_ = round_of(table)
    permitted = [patron for where, patron in round_.squeezes if where is side]
    on_hand = rules.policies.squeeze.entitled.value is SqueezeEntitled.HIGHEST_ON_HAND
    order = [*permitted, *(_by_amount_on_hand(table, side, rules) if on_hand else ())]
    refused = {patron for where, patron in round_.declined if where is side}
    return [patron for patron in dict.fromkeys(order) if patron not in refused]


def _by_amount_on_hand(table: Table, side: Side, rules: Rulebook) -> list[str]:
    """Order by the amount on that Hand; of equals the earliest, then counter-clockwise."""
    boxes = setup_of(table).boxes
    seated_only = rules.policies.squeeze.seated_only.value
    amounts: dict[str, Cents] = {}
    first: dict[str, Placed] = {}
    for wager in live_wagers(round_of(table)):
        if wager.bet == side.value:
            for share in wager.shares:
                if seated_only and not seated_at(table, share.patron, wager.box):
                    continue
                amounts[share.patron] = amounts.get(share.patron, 0) + share.stake
                first.setdefault(share.patron, wager)
    order: list[str] = []
    for amount in sorted(set(amounts.values()), reverse=True):
        equal = [patron for patron in amounts if amounts[patron] == amount]
        start = boxes.index(min((first[p] for p in equal), key=lambda w: w.order).box)
        order += sorted(
            equal,
            key=lambda p: ((boxes.index(first[p].box) - start) % len(boxes), first[p].order),
        )
    return order


def request_squeeze(table: Table, command: c.RequestSqueeze, rules: Rulebook) -> Answer:
    """Ask for leave to squeeze, before the card is drawn where the rules say so (tb4:3.9)."""
    policy = rules.policies.squeeze
    clauses, by = policy.entitled.clauses, policy.entitled.by
    refused = _check_squeeze(table, command.patron, rules)
    if refused is not None:
        return refused
    late = policy.before_card_is_drawn
    if late.value and len(hand(round_of(table), command.side)) >= 3:
        return refuse(
            "card_drawn",
            f"the last card of {command.side} is drawn",
            "ask before the card is drawn",
            late.clauses,
            late.by,
        )
    return [
        e.SqueezeRequested(
            actor=command.actor,
            patron=command.patron,
            side=command.side,
            clauses=clauses,
            by=by,
        )
    ]


def permit_squeeze(table: Table, command: c.PermitSqueeze, rules: Rulebook) -> Answer:
    """Allow it on record (I-106); under mbs5:3.16 to anybody."""
    authority = rules.authority["permit_squeeze"]
    refused = _check_squeeze(table, command.patron, rules)
    if refused is not None:
        return refused
    return [
        e.SqueezePermitted(
            actor=command.actor,
            patron=command.patron,
            side=command.side,
            clauses=authority.clauses,
            by=authority.by,
        )
    ]


def _check_squeeze(table: Table, patron: str, rules: Rulebook) -> Refused | None:
    """Refuse where no Player handles cards, and in RWS all but the highest bettor (tb4:3.9)."""
    if not rules.policies.methods[setup_of(table).method].player_handles_cards.value:
        return _no_handling(table, rules)
    entitled = rules.policies.squeeze.entitled
    if entitled.value is not SqueezeEntitled.HIGHEST_ON_TABLE:
        return None
    if setup_of(table).face is Face.UP:
        return refuse(
            "dealt_face_up",
            "the cards of this table are dealt face up",
            "squeezing is for tables that are dealt face down",
            entitled.clauses,
            entitled.by,
        )
    if top_bettor(table, rules) == patron:
        return None
    return refuse(
        "not_highest_bettor",
        f"{patron} does not have the highest bet",
        "the Player with the highest bet may ask",
        entitled.clauses,
        entitled.by,
        "patron",
    )


def _no_handling(table: Table, rules: Rulebook) -> Refused:
    method = rules.policies.methods[setup_of(table).method]
    return refuse(
        "no_handling",
        f"under method {setup_of(table).method} no Player touches the cards",
        "the Dealer keeps control of the cards",
        method.player_handles_cards.clauses,
    )


def pass_cards(table: Table, command: c.PassCards, rules: Rulebook) -> Answer:
    """Hand a Hand's cards, face down, to the first in order (mbs5:3.9.2, mbs5:3.11.3)."""
    if not rules.policies.methods[setup_of(table).method].player_handles_cards.value:
        return _no_handling(table, rules)
    cards = hand(round_of(table), command.side)
    if not cards or all(drawn.exposed for _, drawn in cards):
        return refuse(
            "nothing_to_pass",
            f"no card of {command.side} lies face down",
            "cards are passed face down",
            rules.authority["pass_cards"].clauses,
        )
    return [_passed(table, command.side, rules, command)]


def _passed(
    table: Table, side: Side, rules: Rulebook, command: c.Command, skip: str | None = None
) -> e.CardsPassed:
    """Pass to the next in order; to the Dealer where nobody is left or he is absent (I-107)."""
    absent = round_of(table).absent
    order = [patron for patron in candidates(table, side, rules) if patron != skip]
    order = [] if order and order[0] in absent else order
    cited = rules.policies.squeeze.entitled
    return e.CardsPassed(
        actor=command.actor,
        side=side,
        patron=order[0] if order else None,
        clauses=cited.clauses,
        by=cited.by,
    )


def decline_cards(table: Table, command: c.DeclineCards, rules: Rulebook) -> Answer:
    """Refuse the cards; they go on to the next in order (mbs5:3.9.3, mbs5:3.9.5)."""
    if (command.side, command.patron) not in round_of(table).handlers:
        return refuse(
            "not_handed",
            f"{command.patron} was not handed the {command.side} cards",
            "there is nothing to refuse",
            rules.authority["decline_cards"].clauses,
            rules.authority["decline_cards"].by,
            "patron",
        )
    authority = rules.authority["decline_cards"]
    return [
        e.CardsDeclined(
            actor=command.actor,
            side=command.side,
            patron=command.patron,
            clauses=authority.clauses,
            by=authority.by,
        ),
        _passed(table, command.side, rules, command, skip=command.patron),
    ]


def designate(table: Table, command: c.DesignateHandler, rules: Rulebook) -> Answer:
    """Choose a handler where the order yields nobody (mbs5:3.9.4.1)."""
    authority = rules.authority["designate_handler"]
    method = rules.policies.methods[setup_of(table).method]
    if command.patron is not None and not method.player_handles_cards.value:
        return _no_handling(table, rules)
    waiting = candidates(table, command.side, rules)
    if waiting and command.patron not in (None, waiting[0]):
        return refuse(
            "order_yields",
            f"{waiting[0]} is next in the order",
            "the choice is free only where the order yields nobody",
            authority.clauses,
            authority.by,
            "patron",
        )
    return [
        e.CardsPassed(
            actor=command.actor,
            side=command.side,
            patron=command.patron,
            clauses=authority.clauses,
            by=authority.by,
        )
    ]


def take_device(table: Table, command: c.TakeDevice, rules: Rulebook) -> Answer:
    """Give a Player the device under a method in which Players draw (mbs5:3.11)."""
    method = rules.policies.methods[setup_of(table).method]
    if not method.player_draws.value:
        return refuse(
            "dealer_keeps_device",
            f"under method {setup_of(table).method} the Dealer keeps the dealing device",
            "choose a method in which a Player draws",
            method.player_draws.clauses,
        )
    if table.device_holder is not None:
        return refuse(
            "device_held",
            f"{table.device_holder} controls the dealing device",
            "he gives it up first, or loses his wager",
            method.player_draws.clauses,
            ("I-108",),
        )
    authority = rules.authority["take_device"]
    return [
        e.DeviceTaken(
            actor=command.actor,
            patron=command.patron,
            clauses=authority.clauses,
            by=authority.by,
        )
    ]


def give_up_device(table: Table, command: c.GiveUpDevice, rules: Rulebook) -> Answer:
    """Give the device back (mbs5:3.11.8.1)."""
    authority = rules.authority["give_up_device"]
    if table.device_holder != command.patron:
        return refuse(
            "not_holder",
            f"{command.patron} does not control the dealing device",
            "there is nothing to give up",
            authority.clauses,
            authority.by,
            "patron",
        )
    return [
        e.DeviceReturned(
            actor=command.actor,
            patron=command.patron,
            reason="given up",
            clauses=authority.clauses,
            by=authority.by,
        )
    ]


def note_absence(_table: Table, command: c.NoteAbsence, rules: Rulebook) -> Answer:
    """Note an absence; the Dealer exposes (mbs5:5.10)."""
    authority = rules.authority["note_absence"]
    return [
        e.AbsenceNoted(
            actor=command.actor,
            patron=command.patron,
            clauses=authority.clauses,
            by=authority.by,
        )
    ]
