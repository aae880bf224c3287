"""The table between rounds: opening, staff, cards, limits, method, notices, seats."""

from __future__ import annotations

from punto.core import commands as c
from punto.core import events as e
from punto.core.conduct.dealing import card_not_in_set, still_in_set
from punto.core.conduct.reading import Answer, refuse, setup_of
from punto.core.limits import Limits
from punto.core.refusal import Refused
from punto.core.rulebook import Layout, Rulebook
from punto.core.state import Face, Setup, Table

CARDS_IN_ROUND = 6
"""The most that a round can need (I-08)."""


def open_table(_table: Table, command: c.OpenTable, rules: Rulebook) -> Answer:
    """Open on an approved layout, with boxes, decks and limits that it allows."""
    setup = command.setup
    refused = (
        _check_layout(setup, rules)
        or _check_decks(setup.decks, rules)
        or _check_limits(setup.limits, setup.limits_by_bet, rules)
        or _check_method(setup, command, rules)
    )
    if refused is not None:
        return refused
    layout = rules.layouts[setup.layout]
    return [e.TableOpened(actor=command.actor, setup=setup, clauses=layout.clauses, by=layout.by)]


def _check_layout(setup: Setup, rules: Rulebook) -> Refused | None:
    layout = rules.layouts.get(setup.layout)
    if layout is None:
        return refuse(
            "unknown_layout",
            f"{rules.id} has no layout {setup.layout!r}",
            f"its layouts are {' '.join(rules.layouts)}",
            rules.wagers.offered.clauses[-1:],
            ("I-25",),
            "layout",
        )
    if not setup.boxes or len(set(setup.boxes)) != len(setup.boxes) or "" in setup.boxes:
        return refuse(
            "bad_boxes",
            "every box needs a label of its own",
            "name the boxes as the layout prints them, for example 1 2 3 5 6 7",
            layout.clauses,
            ("I-28",),
            "boxes",
        )
    return _check_positions(len(setup.boxes), layout)


def _check_positions(number: int, layout: Layout) -> Refused | None:
    least, most = layout.least_positions or 1, layout.most_positions
    if least <= number and (most is None or number <= most):
        return None
    return refuse(
        "bad_boxes",
        f"layout {layout.letter} has {least} to {most} positions, not {number}",
        "open it with a number of boxes within that range",
        layout.clauses,
        layout.by,
        "boxes",
    )


def _check_decks(decks: int, rules: Rulebook) -> Refused | None:
    if rules.decks.minimum <= decks <= rules.decks.maximum:
        return None
    return refuse(
        "decks_not_allowed",
        f"{decks} decks are not allowed",
        f"play with {rules.decks.minimum} to {rules.decks.maximum} decks",
        rules.decks.clauses,
        rules.decks.by,
        "decks",
    )


def _check_limits(
    limits: Limits, by_bet: tuple[tuple[str, Limits], ...], rules: Rulebook
) -> Refused | None:
    """Require what must be displayed: a minimum, and in RWS a maximum Differential (I-36)."""
    policy = rules.policies.limits
    missing = [
        (name, cited)
        for name, value, cited in (
            ("minimum", limits.minimum, policy.minimum_displayed),
            ("differential", limits.differential, policy.differential_displayed),
        )
        if value is None and cited.value
    ]
    if missing:
        name, cited = missing[0]
        return refuse(
            "limit_missing",
            f"the table shows no {name}",
            f"set a {name}: it must be displayed at the table",
            cited.clauses,
            cited.by,
            f"limits.{name}",
        )
    for bet, _ in by_bet:
        if bet not in rules.bets:
            return refuse(
                "unknown_bet",
                f"limits are set for {bet!r}, which is no bet of {rules.id}",
                f"its bets are {', '.join(rules.bets)}",
                rules.wagers.offered.clauses[:1],
                where="limits_by_bet",
            )
    return None


def _check_method(
    setup: Setup, command: c.OpenTable | c.SetMethod, rules: Rulebook
) -> Refused | None:
    method = rules.policies.methods.get(setup.method)
    if method is None:
        return refuse(
            "unknown_method",
            f"{rules.id} has no dealing method {setup.method!r}",
            f"its methods are {', '.join(rules.policies.methods)}",
            rules.authority["set_method"].clauses,
            rules.authority["set_method"].by,
            "method",
        )
    chosen_by = method.chosen_by
    if not command.actor.role.at_least(chosen_by.value):
        return refuse(
            "not_authorised",
            f"method {setup.method} is not for {command.actor.role.named} to choose",
            f"it takes {chosen_by.value.named} or above",
            chosen_by.clauses,
            chosen_by.by,
            "actor",
        )
    if method.hlga_only.value and not setup.hlga:
        return refuse(
            "hlga_only",
            f"method {setup.method} is allowed in the HLGA only",
            "choose another method, or open the table in the HLGA",
            method.hlga_only.clauses,
            method.hlga_only.by,
            "method",
        )
    if method.needs_reading_device.value and not setup.reading_device:
        return refuse(
            "reading_device_needed",
            f"method {setup.method} needs a device that reads cards",
            "use such a device, or choose another method",
            method.needs_reading_device.clauses,
            where="method",
        )
    return None


def close_table(_table: Table, command: c.CloseTable, _rules: Rulebook) -> Answer:
    """Close between rounds."""
    return [e.TableClosed(actor=command.actor)]


def assign_staff(_table: Table, command: c.AssignStaff, _rules: Rulebook) -> Answer:
    """Record who works here in which role (tb4:1.17)."""
    return [e.StaffAssigned(actor=command.actor, person=command.person, role=command.role)]


def load_cards(table: Table, command: c.LoadCards, rules: Rulebook) -> Answer:
    """Load a whole shuffled set; the number of decks changes only so (I-06)."""
    decks = setup_of(table).decks if command.decks is None else command.decks
    refused = _check_decks(decks, rules)
    if refused is not None:
        return refused
    return [
        e.CardsLoaded(
            actor=command.actor,
            decks=decks,
            reason=command.reason,
            clauses=rules.decks.clauses,
            by=rules.decks.by,
        )
    ]


def burn_card(table: Table, command: c.BurnCard, rules: Rulebook) -> Answer:
    """Burn a card as a recorded act; it changes no settlement (I-05)."""
    if not table.cards_ready or table.cards_left < 1:
        return no_cards(rules)
    if command.card is not None and not still_in_set(table, command.card):
        return card_not_in_set(table, command.card, rules)
    return [e.CardBurnt(actor=command.actor, card=command.card, by=("I-05",))]


def no_cards(rules: Rulebook) -> Refused:
    """Refuse to go on without usable cards."""
    return refuse(
        "cards_not_ready",
        "there are no cards to deal from",
        "load a shuffled set of cards first",
        rules.authority["load_cards"].clauses,
        rules.authority["load_cards"].by,
    )


def set_limits(_table: Table, command: c.SetLimits, rules: Rulebook) -> Answer:
    """Show other limits from the next round on."""
    refused = _check_limits(command.limits, command.limits_by_bet, rules)
    if refused is not None:
        return refused
    return [
        e.LimitsSet(
            actor=command.actor,
            limits=command.limits,
            limits_by_bet=command.limits_by_bet,
            clauses=rules.policies.limits.minimum_displayed.clauses,
        )
    ]


def set_method(table: Table, command: c.SetMethod, rules: Rulebook) -> Answer:
    """Change the dealing method before a round is called (mbs5:3.8.2, I-111)."""
    setup = setup_of(table)
    wanted = Setup(
        layout=setup.layout,
        boxes=setup.boxes,
        decks=setup.decks,
        method=command.method,
        hlga=setup.hlga,
        reading_device=setup.reading_device,
    )
    refused = _check_method(wanted, command, rules)
    if refused is not None:
        return refused
    authority = rules.authority["set_method"]
    chosen = e.MethodSet(
        actor=command.actor, method=command.method, clauses=authority.clauses, by=authority.by
    )
    draws = rules.policies.methods[command.method].player_draws
    if table.device_holder is None or draws.value:
        return [chosen]
    return [
        chosen,
        e.DeviceReturned(
            patron=table.device_holder,
            reason="the Dealer keeps the device under this method",
            clauses=draws.clauses,
        ),
    ]


def set_face(_table: Table, command: c.SetFace, rules: Rulebook) -> Answer:
    """Deal face up or face down from the next round on."""
    clauses = rules.authority["set_face"].clauses
    return [e.FaceSet(actor=command.actor, face=Face(command.face), clauses=clauses)]


def post_notice(_table: Table, command: c.PostNotice, rules: Rulebook) -> Answer:
    """Show a notice."""
    clauses = rules.authority["post_notice"].clauses
    return [e.NoticePosted(actor=command.actor, text=command.text, clauses=clauses)]


def take_notice_down(table: Table, command: c.TakeNoticeDown, rules: Rulebook) -> Answer:
    """Take a notice down; of two that say the same, one.

    The no-insurance notice is none of these: it means something, and has an act of its own (I-73).
    """
    authority = rules.authority["post_notice"]
    if command.text not in table.notices:
        hang = "; ".join(repr(text) for text in table.notices)
        return refuse(
            "no_such_notice",
            f"no notice at the table says {command.text!r}",
            (f"name one that hangs there: {hang}" if hang else "none hangs there")
            + ("; Insurance is switched on again by an act of its own" * table.insurance_off),
            authority.clauses,
            (*authority.by, "I-73") if table.insurance_off else authority.by,
            "text",
        )
    return [e.NoticeTakenDown(actor=command.actor, text=command.text, clauses=authority.clauses)]


def restrict_wagers(_table: Table, command: c.RestrictWagers, rules: Rulebook) -> Answer:
    """Take fewer wagers per playing area than the rules permit (mbs5:3.6.1)."""
    most = rules.policies.betting.wagers_per_area
    if most.value == 0:
        return refuse(
            "no_such_limit",
            f"{rules.id} sets no number of wagers per playing area",
            "leave it",
            most.clauses,
            most.by,
        )
    if not 1 <= command.number <= most.value:
        return refuse(
            "bad_number",
            f"{command.number} wagers per playing area are not possible",
            f"choose 1 to {most.value}",
            most.clauses,
            most.by,
            "number",
        )
    return [e.WagersRestricted(actor=command.actor, number=command.number, clauses=most.clauses)]


def switch_insurance(table: Table, command: c.SwitchInsurance, rules: Rulebook) -> Answer:
    """Put the no-insurance notice up at a private table, or take it down (I-73)."""
    policy = rules.policies.insurance
    cited = policy.private_tables_may_switch_off if policy is not None else None
    if cited is None or not cited.value or not setup_of(table).private:
        return refuse(
            "private_tables_only",
            "Insurance can be switched off at private tables only",
            "offer Insurance, or open the table as a private one",
            cited.clauses if cited is not None else (),
            ("I-35", "I-73"),
        )
    return [
        e.InsuranceSwitched(
            actor=command.actor, offered=command.offered, clauses=cited.clauses, by=cited.by
        )
    ]


def seat_patron(table: Table, command: c.SeatPatron, rules: Rulebook) -> Answer:
    """Give a patron a free seat (tb4:1.26, I-44)."""
    clauses, by = rules.authority["seat_patron"].clauses, rules.authority["seat_patron"].by
    if command.box not in setup_of(table).boxes:
        return no_box(table, command.box, rules)
    holder = dict(table.seats).get(command.box)
    if holder is not None and holder != command.patron:
        return refuse(
            "seat_taken",
            f"{holder} sits at box {command.box}",
            "choose a free box, or bet there as a Standing Player",
            clauses,
            by,
            "box",
        )
    return [
        e.PatronSeated(
            actor=command.actor, patron=command.patron, box=command.box, clauses=clauses, by=by
        )
    ]


def no_box(table: Table, box: str, rules: Rulebook) -> Refused:
    """Refuse a box that the table does not have."""
    layout = rules.layouts[setup_of(table).layout]
    return refuse(
        "unknown_box",
        f"the table has no box {box!r}",
        f"its boxes are {', '.join(setup_of(table).boxes)}",
        layout.clauses[-1:],
        ("I-28",),
        "box",
    )


def unseat_patron(_table: Table, command: c.UnseatPatron, rules: Rulebook) -> Answer:
    """Free a seat."""
    clauses = rules.authority["unseat_patron"].clauses
    return [e.PatronUnseated(actor=command.actor, patron=command.patron, clauses=clauses)]


def patron_leaves(table: Table, command: c.PatronLeaves, rules: Rulebook) -> Answer:
    """Let a patron go; what he has laid is settled as if he were there (I-103)."""
    walked = rules.policies.money.walked_away
    found: list[e.Event] = [
        e.PatronLeft(
            actor=command.actor, patron=command.patron, clauses=walked.clauses, by=walked.by
        )
    ]
    if table.device_holder == command.patron:
        found.append(e.DeviceReturned(patron=command.patron, reason="the Player left"))
    return found
