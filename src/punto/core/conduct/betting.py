"""Bets: placing, raising, lowering, withdrawing, and what the limits make of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import assert_never

from punto.core import commands as c
from punto.core import events as e
from punto.core.checks import invariant
from punto.core.conduct.house import CARDS_IN_ROUND, no_box, no_cards
from punto.core.conduct.reading import (
    Answer,
    differential,
    find_wager,
    laid,
    live_wagers,
    refuse,
    round_of,
    seated_at,
    setup_of,
)
from punto.core.differential import Laid, measure, pro_rata, rejections
from punto.core.money import Cents
from punto.core.outcome import Side
from punto.core.policies import (
    AdjustableUntil,
    AfterClose,
    DifferentialAfter,
    DifferentialBefore,
    MaximumScope,
    OverMaximumAfter,
)
from punto.core.refusal import Refused
from punto.core.rulebook import Rulebook
from punto.core.settle import bad_stake
from punto.core.state import Phase, Placed, Share, Table


def call_for_bets(table: Table, command: c.CallForBets, rules: Rulebook) -> Answer:
    """Open a round; its rulebook is fixed here (I-34)."""
    effective = rules.document.effective
    if command.at.tzinfo is None:
        return refuse(
            "moment_without_zone",
            "the moment has no time zone",
            "give it with an offset, for example +08:00",
            rules.document.clauses,
            ("I-33",),
            "at",
        )
    if command.at < effective:
        return refuse(
            "not_in_force",
            f"{rules.id} is in force from {effective.isoformat()} on",
            "use the rules in force when bets are called for",
            rules.document.clauses,
            rules.document.by,
            "at",
        )
    if not table.cards_ready:
        return no_cards(rules)
    if table.cutting_card_seen:
        cutting = rules.policies.cutting_card.effect
        return refuse(
            "last_round_played",
            "the cutting card has come, and the round it came in was the last",
            "load a shuffled set of cards",
            cutting.clauses,
            cutting.by,
        )
    if any(drawn.exposed for drawn in table.carried) and not table.exposed_acknowledged:
        surplus = rules.policies.options.surplus_cards
        return refuse(
            "exposed_card_first",
            "the next round begins with a card that everybody has seen",
            "a Pit Supervisor or above acknowledges it before bets are called for",
            surplus.clauses,
            surplus.by,
        )
    policy = rules.policies.round.opens_at
    opened: list[e.Event] = [
        e.RoundOpened(
            actor=command.actor,
            number=table.rounds + 1,
            rules=rules.id,
            digest=rules.digest,
            at=command.at,
            insurance_offered=bool(rules.insurance_rows) and not table.insurance_off,
            clauses=policy.clauses,
            by=policy.by,
        )
    ]
    if table.cards_left + len(table.carried) < CARDS_IN_ROUND:
        opened.append(
            e.Flagged(text="fewer than six cards are left; the round may not finish", by=("I-08",))
        )
    return opened


def acknowledge_exposed(
    _table: Table, command: c.AcknowledgeExposedCard, rules: Rulebook
) -> Answer:
    """Record that the pit knows of the known first card (I-90)."""
    authority = rules.authority["acknowledge_exposed_card"]
    return [
        e.ExposedCardAcknowledged(actor=command.actor, clauses=authority.clauses, by=authority.by)
    ]


def place(table: Table, command: c.PlaceWager, rules: Rulebook) -> Answer:
    """Lay a bet within the limits."""
    refused = (
        _refuse_after_close(table, rules, command.at)
        or _check_new(table, command, rules)
        or _check_area(table, command.box, command.bet, rules)
        or _check_amount(table, command.bet, command.box, command.stake, None, rules)
    )
    if refused is not None:
        return refused
    clauses, by = rules.wagers.offered.clauses[:1], rules.wagers.offered.by
    wager = _wager(table, command, unchecked=False)
    placed = e.WagerPlaced(actor=command.actor, wager=wager, clauses=clauses, by=by)
    return _with_differential(table, [placed], wager.id, rules)


def accept_unchecked(table: Table, command: c.AcceptUnchecked, rules: Rulebook) -> Answer:
    """Enter a bet as it lies; only what cannot be a bet at all is refused (I-45)."""
    refused = _check_new(table, command, rules, on_layout=False)
    if refused is not None:
        return refused
    authority = rules.authority["accept_unchecked"]
    return [
        e.WagerPlaced(
            actor=command.actor,
            wager=_wager(table, command, unchecked=True),
            clauses=authority.clauses,
            by=authority.by,
        )
    ]


def _wager(table: Table, command: c.PlaceWager | c.AcceptUnchecked, *, unchecked: bool) -> Placed:
    return Placed(
        id=command.id,
        box=command.box,
        bet=command.bet,
        shares=(Share(patron=command.patron, stake=command.stake),),
        order=table.orders,
        unchecked=unchecked,
    )


def join(table: Table, command: c.JoinWager, rules: Rulebook) -> Answer:
    """Add one's own share to a wager of somebody else (mbs5:3.5.1, I-42)."""
    joint = rules.policies.betting.joint_wagers
    if not joint.value:
        return refuse(
            "no_joint_wagers",
            f"{rules.id} knows no joint wagers",
            "place a bet of your own in the box",
            joint.clauses,
            joint.by,
        )
    refused = _refuse_after_close(table, rules, None) or _check_stake(table, command.stake)
    wager = _find(table, command.id, rules)
    if refused is not None or isinstance(wager, Refused):
        return refused or wager  # type: ignore[return-value]
    if any(share.patron == command.patron for share in wager.shares):
        return refuse(
            "already_in_wager",
            f"{command.patron} has a share in {wager.id}",
            "raise it instead",
            joint.clauses,
            joint.by,
            "patron",
        )
    total = wager.stake + command.stake
    refused = _check_amount(table, wager.bet, wager.box, total, wager, rules)
    if refused is not None:
        return refused
    joined = e.WagerJoined(
        actor=command.actor,
        id=wager.id,
        share=Share(patron=command.patron, stake=command.stake),
        clauses=joint.clauses,
        by=joint.by,
    )
    return _with_differential(table, [joined], wager.id, rules)


def change(table: Table, command: c.RaiseWager | c.LowerWager, rules: Rulebook) -> Answer:
    """Raise or lower one's share; free until close (I-46)."""
    raising = isinstance(command, c.RaiseWager)
    wager = _own(table, command.id, command.patron, rules)
    if isinstance(wager, Refused):
        return wager
    if not _may_move(table, wager, rules, raising=raising):
        refused = _refuse_after_close(table, rules, None, lowering=not raising)
        if refused is not None:
            return refused
        return _keeps_playing(command.id, command, rules)
    share = next(s for s in wager.shares if s.patron == command.patron)
    right_way = command.stake > share.stake if raising else 0 < command.stake < share.stake
    if not right_way:
        return refuse(
            "wrong_direction",
            f"{command.stake} is no {'raise' if raising else 'lower stake'} of {share.stake}",
            "name the new stake; to take the bet back, withdraw it",
            by=("I-46",),
            where="stake",
        )
    total = wager.stake - share.stake + command.stake
    refused = _check_stake(table, command.stake) or _check_amount(
        table, wager.bet, wager.box, total, wager, rules
    )
    if refused is not None:
        return refused
    changed = e.WagerChanged(
        actor=command.actor,
        id=wager.id,
        patron=command.patron,
        stake=command.stake,
        by=("I-46",),
    )
    return _with_differential(table, [changed], wager.id, rules)


def withdraw(table: Table, command: c.WithdrawWager, rules: Rulebook) -> Answer:
    """Take one's share back; free until close (I-46)."""
    wager = _own(table, command.id, command.patron, rules)
    if isinstance(wager, Refused):
        return wager
    if not _may_move(table, wager, rules, raising=False):
        refused = _refuse_after_close(table, rules, None, lowering=True)
        return refused or _keeps_playing(command.id, command, rules)
    taken = e.WagerChanged(
        actor=command.actor, id=wager.id, patron=command.patron, stake=0, by=("I-46",)
    )
    return _with_differential(table, [taken], wager.id, rules)


def remove(table: Table, command: c.RemoveWager, rules: Rulebook) -> Answer:
    """Take a wager off for the House (mbs5:5.18.3, tb4:5.1)."""
    wager = _find(table, command.id, rules)
    if isinstance(wager, Refused):
        return wager
    until = rules.policies.differential.adjustable_until
    if table.phase is not Phase.BETTING and until.value is AdjustableUntil.CLOSE:
        return refuse(
            "bets_closed",
            "bets are closed; what was not rejected stands",
            "an excess found now is met when the bets are settled",
            until.clauses + rules.policies.differential.after.clauses,
            until.by,
        )
    authority = rules.authority["remove_wager"]
    return [
        e.WagerRejected(
            actor=command.actor,
            id=wager.id,
            stake=0,
            reason=command.reason,
            clauses=authority.clauses,
            by=authority.by,
        )
    ]


def close(table: Table, command: c.CloseBets, rules: Rulebook) -> Answer:
    """Close bets, then meet what nobody noticed: limits first, the Differential after (I-41)."""
    round_ = round_of(table)
    if command.at.tzinfo is None or command.at < round_.opened_at:
        return refuse(
            "moment_before_opening",
            "bets cannot be closed before they were called for",
            f"give a moment from {round_.opened_at.isoformat()} on",
            rules.authority["close_bets"].clauses,
            ("I-47",),
            "at",
        )
    authority = rules.authority["close_bets"]
    found: list[e.Event] = [
        e.BetsClosed(actor=command.actor, at=command.at, clauses=authority.clauses, by=authority.by)
    ]
    found += _return_foreign(table, rules)
    cut = _cut_to_maximum(table, rules)
    if cut is not None:
        found.append(cut)
    found += _late_differential(table, dict(cut.at_risk) if cut is not None else {}, rules)
    return found


def _return_foreign(table: Table, rules: Rulebook) -> list[e.Event]:
    """Return bets that the layout does not carry (I-26)."""
    carried = rules.layouts[setup_of(table).layout].bets
    cited = rules.policies.betting.bet_not_on_layout
    return [
        e.WagerRejected(
            id=wager.id,
            stake=0,
            reason=f"the layout does not carry {wager.bet}",
            clauses=cited.clauses,
            by=cited.by,
        )
        for wager in live_wagers(round_of(table))
        if wager.bet not in carried
    ]


def _cut_to_maximum(table: Table, rules: Rulebook) -> e.StakesReduced | None:
    """Let a wager over the maximum play at the maximum, where the rules say so (mbs5:5.15)."""
    cited = rules.policies.limits.over_maximum_after_close
    if cited.value is not OverMaximumAfter.CUT:
        return None
    setup = setup_of(table)
    at_risk = tuple(
        (wager.id, maximum)
        for wager in live_wagers(round_of(table))
        if (maximum := setup.limits_for(wager.bet).maximum) is not None and wager.stake > maximum
    )
    return e.StakesReduced(at_risk=at_risk, clauses=cited.clauses, by=cited.by) if at_risk else None


def _late_differential(table: Table, cut: dict[str, Cents], rules: Rulebook) -> Sequence[e.Event]:
    """Reduce in proportion what was not rejected, where the rules say so (tb4:5.1.1)."""
    limits = setup_of(table).limits
    bets = [
        replace(bet, stake=cut.get(bet.id, bet.stake)) for bet in laid(table, rules, noticed=False)
    ]
    if limits.differential is None or not measure(bets).excess(limits.differential):
        return ()
    cited = rules.policies.differential.after
    match cited.value:
        case DifferentialAfter.PRO_RATA:
            reduced = pro_rata(bets, limits.differential, limits.minimum, limits.unit)
            stakes = {bet.id: bet.stake for bet in bets}
            at_risk = tuple((i, s) for i, s in reduced.items() if s < stakes[i])
            return (e.StakesReduced(at_risk=at_risk, clauses=cited.clauses, by=cited.by),)
        case DifferentialAfter.IN_FULL:
            return (_exceeded(bets, limits.differential, rules),)
        case _:
            assert_never(cited.value)


def _exceeded(bets: Sequence[Laid], maximum: Cents, rules: Rulebook) -> e.DifferentialExceeded:
    totals = measure(bets)
    cited = rules.policies.differential.before
    return e.DifferentialExceeded(
        player=totals.player,
        banker=totals.banker,
        maximum=maximum,
        clauses=cited.clauses,
        by=cited.by,
    )


# --- checks ---------------------------------------------------------------------------------------


def _refuse_after_close(
    table: Table, rules: Rulebook, at: datetime | None, *, lowering: bool = False
) -> Refused | None:
    """Refuse before the call and after close; a late arrival counts by its own time (I-47)."""
    if table.phase is Phase.BETTING:
        return None
    if table.phase is Phase.IDLE:
        return refuse(
            "bets_not_open",
            "bets have not been called for",
            'wait for "Place your Bets, please"',
            rules.authority["call_for_bets"].clauses,
        )
    betting = rules.policies.betting
    cited = betting.withdrawn_after_close if lowering else betting.added_after_close
    if lowering and cited.value is AfterClose.STAYS_IN_PLAY:
        return None
    closed_at = round_of(table).closed_at
    in_time = (
        at is not None
        and at.tzinfo is not None
        and closed_at is not None
        and round_of(table).opened_at <= at <= closed_at
        and table.phase is Phase.CLOSED
    )
    if in_time:
        return None
    return refuse(
        "bets_closed",
        "bets are closed",
        "no bet may be placed, raised or withdrawn until the next call",
        cited.clauses,
        cited.by,
    )


def _keeps_playing(
    wager_id: str, command: c.LowerWager | c.RaiseWager | c.WithdrawWager, rules: Rulebook
) -> Answer:
    """Keep a wager in play that was taken back too late (mbs5:5.5)."""
    cited = rules.policies.betting.withdrawn_after_close
    return [
        e.LateChangeIgnored(
            actor=command.actor,
            id=wager_id,
            patron=command.patron,
            clauses=cited.clauses,
            by=cited.by,
        )
    ]


def _may_move(table: Table, wager: Placed, rules: Rulebook, *, raising: bool) -> bool:
    """Tell whether a stake may move: until close, or to mend the Differential (I-56)."""
    if table.phase is Phase.BETTING:
        return True
    policy = rules.policies.differential
    if table.phase is not Phase.CLOSED or policy.adjustable_until.value is AdjustableUntil.CLOSE:
        return False
    totals = differential(table, rules)
    if not totals.excess(setup_of(table).limits.differential):
        return False
    if wager.bet not in rules.wagers.original.value:
        return False
    return (wager.bet == totals.heavier.value) is not raising


def _check_new(
    table: Table,
    command: c.PlaceWager | c.AcceptUnchecked,
    rules: Rulebook,
    *,
    on_layout: bool = True,
) -> Refused | None:
    setup = setup_of(table)
    layout = rules.layouts[setup.layout]
    if command.bet not in rules.bets:
        return refuse(
            "unknown_bet",
            f"{rules.id} has no bet {command.bet!r}",
            f"its bets are {', '.join(rules.bets)}",
            rules.wagers.offered.clauses[:1],
            where="bet",
        )
    if on_layout and command.bet not in layout.bets:
        cited = rules.policies.betting.bet_not_on_layout
        return refuse(
            "bet_not_on_layout",
            f"layout {layout.letter} does not carry {command.bet}",
            f"it carries {', '.join(layout.bets)}",
            rules.bets[command.bet].rows[0].clauses[:1] + cited.clauses,
            cited.by,
            "bet",
        )
    if command.box not in setup.boxes:
        return no_box(table, command.box, rules)
    if any(wager.id == command.id for wager in round_of(table).wagers) or not command.id:
        return refuse(
            "duplicate_id",
            f"the wager id {command.id!r} is taken or empty",
            "give every wager an id of its own",
            where="id",
        )
    return _check_stake(table, command.stake)


def _check_stake(table: Table, stake: Cents) -> Refused | None:
    if stake <= 0:
        return bad_stake(stake, "stake")
    unit = setup_of(table).limits.unit
    if stake % unit:
        return refuse(
            "not_payable",
            f"a stake of {stake} cents cannot be laid in chips of {unit}",
            f"lay a multiple of {unit} cents",
            by=("I-23",),
            where="stake",
        )
    return None


def _check_area(table: Table, box: str, bet: str, rules: Rulebook) -> Refused | None:
    """Refuse one wager too many on a playing area (mbs5:3.6, I-42)."""
    cited = rules.policies.betting.wagers_per_area
    most = cited.value if table.wagers_per_area is None else table.wagers_per_area
    there = [w for w in live_wagers(round_of(table)) if (w.box, w.bet) == (box, bet)]
    if most == 0 or len(there) < most:
        return None
    return refuse(
        "area_full",
        f"{len(there)} wagers lie on {bet} at box {box}, and {most} are permitted",
        "use another playing area, or add to a wager that lies there",
        cited.clauses,
        cited.by,
        "box",
    )


def _check_amount(
    table: Table, bet: str, box: str, stake: Cents, changing: Placed | None, rules: Rulebook
) -> Refused | None:
    """Hold the wager to minimum and maximum before close (I-36 to I-38, I-45)."""
    limits = setup_of(table).limits_for(bet)
    policy = rules.policies.limits
    if limits.minimum is not None and stake < limits.minimum:
        cited = policy.under_minimum_before_close
        return refuse(
            "under_minimum",
            f"{stake} cents are under the minimum of {limits.minimum}",
            f"raise the bet to at least {limits.minimum} cents, or take it back",
            cited.clauses,
            cited.by,
            "stake",
        )
    if limits.maximum is None:
        return None
    others = 0
    if policy.maximum_scope.value is MaximumScope.BOX:
        others = sum(
            wager.stake
            for wager in live_wagers(round_of(table))
            if (wager.box, wager.bet) == (box, bet) and wager is not changing
        )
    if others + stake <= limits.maximum:
        return None
    over = policy.over_maximum_before_close
    return refuse(
        "over_maximum",
        f"{others + stake} cents on {bet} at box {box} are over the maximum of {limits.maximum}",
        f"at most {max(0, limits.maximum - others)} cents can be laid",
        over.clauses + policy.maximum_scope.clauses,
        over.by + policy.maximum_scope.by,
        "stake",
    )


def _find(table: Table, wager_id: str, rules: Rulebook) -> Placed | Refused:
    wager = find_wager(round_of(table), wager_id) if table.phase is not Phase.IDLE else None
    if wager is not None:
        return wager
    return refuse(
        "unknown_wager",
        f"there is no wager {wager_id!r} in play",
        "name a wager that lies on the layout",
        rules.wagers.offered.clauses[:1],
        where="id",
    )


def _own(table: Table, wager_id: str, patron: str, rules: Rulebook) -> Placed | Refused:
    wager = _find(table, wager_id, rules)
    if isinstance(wager, Refused):
        return wager
    if all(share.patron != patron for share in wager.shares):
        return refuse(
            "not_your_wager",
            f"{patron} has no share in {wager_id}",
            "name a wager of your own",
            rules.wagers.offered.clauses[:1],
            where="id",
        )
    return wager


# --- the Differential before close ----------------------------------------------------------------


def _with_differential(
    table: Table, changed: list[e.Event], wager_id: str, rules: Rulebook
) -> Answer:
    """Add what the Differential makes of a change, or refuse the change for it."""
    maximum = setup_of(table).limits.differential
    after = _laid_after(table, changed, rules)
    if maximum is None or not measure(after).excess(maximum):
        return changed
    cited = rules.policies.differential.before
    match cited.value:
        case DifferentialBefore.ASK_THEN_REMOVE:
            return [*changed, _exceeded(after, maximum, rules)]
        case DifferentialBefore.SEATED_FIRST:
            return _seated_first(table, changed, after, wager_id, rules)
        case _:
            assert_never(cited.value)


def _seated_first(
    table: Table, changed: list[e.Event], after: list[Laid], wager_id: str, rules: Rulebook
) -> Answer:
    """Reject the excess, Standing bets first; a bet that cannot fit is refused (I-52)."""
    limits = setup_of(table).limits
    invariant(limits.differential is not None, "there is a Differential to exceed")
    cited = rules.policies.differential.before
    before = {bet.id: bet for bet in laid(table, rules, noticed=True)}
    changing = next((bet for bet in after if bet.id == wager_id), None)
    grew = changing is not None and (
        wager_id not in before or before[wager_id].stake < changing.stake
    )
    if grew and changing is not None:
        # Last in line among its kind: only Standing bets make room, and only for a Seated one.
        changing = replace(changing, order=max(bet.order for bet in after) + 1)
        after = [changing if bet.id == wager_id else bet for bet in after]
    left = rejections(after, limits.differential, limits.minimum)
    if grew and changing is not None and wager_id in left:
        room = differential(table, rules).room(changing.side, limits.differential) or 0
        return refuse(
            "differential_exceeded",
            f"the Differential would be {measure(after).difference} cents, above its maximum of "
            f"{limits.differential}",
            f"there is room for {room} cents on {changing.side}",
            cited.clauses,
            cited.by,
            "stake",
        )
    return [
        *changed,
        *(
            e.WagerRejected(
                id=other,
                stake=stake,
                reason="above the maximum Differential",
                clauses=cited.clauses,
                by=cited.by,
            )
            for other, stake in left.items()
        ),
    ]


def _laid_after(table: Table, changed: list[e.Event], rules: Rulebook) -> list[Laid]:
    """List the Original Bets as they will lie."""
    bets = {bet.id: bet for bet in laid(table, rules, noticed=True)}
    for event in changed:
        if isinstance(event, e.WagerPlaced) and event.wager.bet in rules.wagers.original.value:
            wager = event.wager
            bets[wager.id] = Laid(
                id=wager.id,
                side=Side(wager.bet),
                stake=wager.stake,
                seated=seated_at(table, wager.patron, wager.box),
                order=wager.order,
            )
        elif isinstance(event, e.WagerJoined) and event.id in bets:
            bets[event.id] = replace(bets[event.id], stake=bets[event.id].stake + event.share.stake)
        elif isinstance(event, e.WagerChanged) and event.id in bets:
            wager = find_wager(round_of(table), event.id) or wager
            share = next(s.stake for s in wager.shares if s.patron == event.patron)
            bets[event.id] = replace(
                bets[event.id], stake=bets[event.id].stake - share + event.stake
            )
    return [bet for bet in bets.values() if bet.stake > 0]
