"""Cards: drawing, exposing, the cutting card, the order of revealing."""

from __future__ import annotations

from punto.core import commands as c
from punto.core import events as e
from punto.core.cards import Card
from punto.core.conduct.insuring import close_offers
from punto.core.conduct.reading import (
    Answer,
    complete,
    differential,
    hand,
    laid,
    next_card,
    refuse,
    round_of,
    setup_of,
)
from punto.core.policies import AdjustableUntil, CuttingCardWithdrawal, Need, Role, Ruling
from punto.core.refusal import Refused
from punto.core.rulebook import Rulebook
from punto.core.state import Drawn, Face, Incident, Phase, Round, Table


def draw(table: Table, command: c.DrawCard, rules: Rulebook) -> Answer:
    """Draw the card that the Table of Play requires next (tb4:3.10, tb4:3.12, mbs5:3.11.6)."""
    refused = _check_drawer(table, command, rules) or _check_differential(table, rules)
    if refused is not None:
        return refused
    round_ = round_of(table)
    coming = next_card(round_, rules)
    if coming.side is None:
        return _no_card_due(coming.wait, rules)
    card = _identify(table, command, rules)
    if isinstance(card, Refused):
        return card
    exposed = _lies_face_up(table, command, card)
    if exposed and card is None:
        return refuse(
            "exposed_but_unknown",
            "a card that lies face up is known",
            "enter the card, or draw it face down",
            rules.tableau.clauses[-1:],
            where="card",
        )
    drawn = Drawn(card=card, belongs=coming.side, exposed=exposed)
    return [
        *_flag_differential(table, rules),
        *close_offers(table, rules),
        e.CardDrawn(
            actor=command.actor,
            drawn=drawn,
            from_device=not table.carried,
            clauses=rules.tableau.clauses[-1:],
        ),
    ]


def _check_drawer(table: Table, command: c.DrawCard, rules: Rulebook) -> Refused | None:
    """Let the one who controls the device draw, and nobody else (mbs5:3.8.1, mbs5:3.11.1)."""
    method = rules.policies.methods[setup_of(table).method]
    holder = table.device_holder
    if holder is None or not method.player_draws.value or command.actor.name == holder:
        return None
    if command.actor.role is not Role.PATRON and holder in round_of(table).absent:
        return None
    return refuse(
        "device_held",
        f"{holder} controls the dealing device",
        "he draws, or gives the device up first",
        method.player_draws.clauses,
        ("I-108",),
        "actor",
    )


def _check_differential(table: Table, rules: Rulebook) -> Refused | None:
    """Hold the first card back while a noticed excess can still be put right (mbs5:5.18)."""
    policy = rules.policies.differential
    limits = setup_of(table).limits
    adjustable = policy.adjustable_until.value is AdjustableUntil.FIRST_CARD
    if table.phase is not Phase.CLOSED or not adjustable:
        return None
    totals = differential(table, rules)
    if not totals.excess(limits.differential):
        return None
    return refuse(
        "differential_exceeded",
        f"the Differential is {totals.difference} cents, above its maximum of "
        f"{limits.differential}",
        f"ask for less on {totals.heavier} or more on {totals.heavier.other}; failing that the "
        "Pit Manager removes wagers",
        policy.before.clauses,
        policy.before.by,
    )


def _flag_differential(table: Table, rules: Rulebook) -> list[e.Event]:
    """Mark an excess that nobody noticed in time and that plays in full (I-56)."""
    policy = rules.policies.differential
    maximum = setup_of(table).limits.differential
    unnoticed = (
        table.phase is Phase.CLOSED
        and policy.adjustable_until.value is AdjustableUntil.FIRST_CARD
        and any(laid(table, rules, noticed=False))
        and differential(table, rules, noticed=False).excess(maximum) > 0
    )
    if not unnoticed:
        return []
    return [
        e.Flagged(
            text="the Differential is above its maximum and plays in full",
            clauses=policy.after.clauses,
            by=policy.after.by,
        )
    ]


def _no_card_due(wait: str, rules: Rulebook) -> Refused:
    clauses = rules.tableau.clauses[-1:]
    if wait:
        return refuse("expose_first", "it cannot be said yet who draws", wait, clauses, ("I-81",))
    return refuse(
        "no_card_due",
        "the Table of Play ends the drawing here",
        "declare the result; a card drawn beyond it is reported as card_in_excess",
        clauses,
        ("I-90",),
    )


def _lies_face_up(table: Table, command: c.DrawCard, card: Card | None) -> bool:
    """Follow the table unless the command says otherwise; a card once exposed stays so."""
    if table.carried and table.carried[0].exposed:
        return True
    if command.exposed is not None:
        return command.exposed
    return setup_of(table).face is Face.UP and card is not None


def _identify(table: Table, command: c.DrawCard, rules: Rulebook) -> Card | Refused | None:
    """Take the card named, or the one that lies ready; it must still be in the set."""
    if table.carried:
        due = table.carried[0].card
        if due is not None:
            fits = command.card in (None, due)
            return due if fits else another_card_first(due, rules)
    elif table.cards_left < 1:
        row = rules.policies.cutting_card.effect
        return refuse(
            "device_exhausted",
            "no card is left in the device",
            "report device_exhausted; the round is void",
            row.clauses,
            ("I-08",),
        )
    if command.card is not None and not still_in_set(table, command.card):
        return card_not_in_set(table, command.card, rules)
    return command.card


def another_card_first(due: Card, rules: Rulebook, where: str = "card") -> Refused:
    """Refuse a card while one lies ready that was drawn before it (I-90)."""
    surplus = rules.policies.options.surplus_cards
    return refuse(
        "another_card_first",
        f"the card {due} lies ready and comes first",
        f"draw {due}",
        surplus.clauses,
        surplus.by,
        where,
    )


def still_in_set(table: Table, card: Card) -> bool:
    """Tell whether the decks in play can still hold a card."""
    return dict(table.seen).get(card, 0) < setup_of(table).decks


def card_not_in_set(table: Table, card: Card, rules: Rulebook, where: str = "card") -> Refused:
    """Refuse a card that has come as often as the decks hold it."""
    return refuse(
        "card_not_in_set",
        f"every {card} of {setup_of(table).decks} decks has been drawn",
        "check the card; if it is right, report wrong_card_count or foreign_card",
        rules.decks.clauses,
        ("I-85",),
        where,
    )


def expose(table: Table, command: c.ExposeCard, rules: Rulebook) -> Answer:
    """Turn a card up where its Hand lies; the set must still hold it (mbs5:3.11.5, mbs5:3.11.7)."""
    round_ = round_of(table)
    clauses = rules.authority["expose_card"].clauses
    index = command.number - 1
    if not 0 <= index < len(round_.drawn):
        return refuse(
            "unknown_card",
            f"there is no card {command.number} on the table",
            f"name a card from 1 to {len(round_.drawn)}",
            clauses,
            where="number",
        )
    drawn = round_.drawn[index]
    if drawn.exposed:
        return refuse(
            "already_exposed",
            f"card {command.number} lies face up",
            "name a card that lies face down",
            clauses,
            where="number",
        )
    refused = _check_reveal_order(round_, index, rules)
    if refused is not None:
        return refused
    card = drawn.card if command.card is None else command.card
    if card is None:
        return refuse(
            "exposed_but_unknown",
            f"nobody has said what card {command.number} shows",
            "enter the card",
            clauses,
            where="card",
        )
    if drawn.card is not None and card != drawn.card:
        return refuse(
            "another_card",
            f"card {command.number} is on record as {drawn.card}, not {card}",
            "look again; the cards prevail, and an error on record is corrected after the result",
            rules.policies.round.correctable_until.clauses,
            ("I-102",),
            "card",
        )
    if drawn.card is None and not still_in_set(table, card):
        return card_not_in_set(table, card, rules)
    return [e.CardExposed(actor=command.actor, number=index, card=card, clauses=clauses)]


def _check_reveal_order(round_: Round, index: int, rules: Rulebook) -> Refused | None:
    """Keep to the order of revealing that the Dealer chose (mbs5:3.9.6)."""
    first = round_.reveal_first
    if first is None or round_.drawn[index].belongs is not first.other or index > 3:
        return None
    if all(drawn.exposed for _, drawn in hand(round_, first)[:2]):
        return None
    authority = rules.authority["choose_reveal_order"]
    return refuse(
        "other_hand_first",
        f"the {first} Hand is revealed first",
        f"expose the cards of {first}",
        authority.clauses,
        authority.by,
        "number",
    )


def hands_completed(table: Table, rules: Rulebook) -> list[e.Event]:
    """Note that both Hands are complete; the Dealer can declare."""
    if table.phase is not Phase.DEALING or not complete(round_of(table), rules):
        return []
    return [e.HandsCompleted(clauses=rules.tableau.clauses[-1:])]


def reveal_order(table: Table, command: c.ChooseRevealOrder, rules: Rulebook) -> Answer:
    """Choose the Hand that is revealed first, before any of the initial cards is."""
    authority = rules.authority["choose_reveal_order"]
    if any(drawn.exposed for drawn in round_of(table).drawn):
        return refuse(
            "cards_exposed",
            "cards of this round lie face up already",
            "choose the order before the first card is revealed",
            authority.clauses,
            authority.by,
        )
    return [
        e.RevealOrderChosen(
            actor=command.actor,
            first=command.first,
            clauses=authority.clauses,
            by=authority.by,
        )
    ]


def cutting_card(table: Table, command: c.CuttingCard, rules: Rulebook) -> Answer:
    """Take the cutting card out and finish the round, which is the last (I-07)."""
    cited = rules.policies.cutting_card.effect
    if table.cutting_card_seen:
        return refuse(
            "seen_already",
            "the cutting card has come already",
            "finish the round and load a shuffled set of cards",
            cited.clauses,
            cited.by,
        )
    return [
        e.CuttingCardSeen(
            actor=command.actor,
            first_of_round=not round_of(table).drawn,
            clauses=cited.clauses,
            by=cited.by,
        )
    ]


def allow_withdrawal(table: Table, command: c.AllowWithdrawal, rules: Rulebook) -> Answer:
    """Offer withdrawal in the HLGA when the cutting card came first (mbs5:3.17.1)."""
    cited = rules.policies.cutting_card.withdrawal_when_first
    round_ = round_of(table)
    possible = (
        cited.value is CuttingCardWithdrawal.HLGA
        and setup_of(table).hlga
        and table.cutting_card_seen
        and not round_.drawn
    )
    if not possible:
        return refuse(
            "no_withdrawal",
            "wagers cannot be withdrawn now",
            "this is for the HLGA, when the cutting card is the first card of the round",
            cited.clauses,
            cited.by,
        )
    incident = Incident(
        kind=None,
        needs=Need.NOTHING,
        ruling=Ruling.WITHDRAW,
        established=False,
        repairable=True,
        clauses=cited.clauses,
        by=cited.by,
    )
    return [
        e.IncidentHeld(
            actor=command.actor,
            incident=incident,
            phase=Phase.CHOOSING,
            clauses=cited.clauses,
            by=cited.by,
        )
    ]
