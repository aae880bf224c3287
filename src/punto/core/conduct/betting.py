"""The call for bets; placing, joining, raising, lowering, withdrawing and removing them."""

from __future__ import annotations

from punto.core import commands as c
from punto.core import events as e
from punto.core.checks import known
from punto.core.conduct.admission import (
    check_amount,
    check_area,
    check_new,
    check_stake,
    find,
    keeps_playing,
    may_move,
    own,
    refuse_after_close,
)
from punto.core.conduct.balance import with_differential
from punto.core.conduct.house import CARDS_IN_ROUND, no_cards
from punto.core.conduct.reading import (
    Answer,
    differential,
    find_wager,
    refuse,
    round_of,
    setup_of,
)
from punto.core.policies import AdjustableUntil
from punto.core.refusal import Refused
from punto.core.rulebook import Rulebook
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


def acknowledge_exposed(table: Table, command: c.AcknowledgeExposedCard, rules: Rulebook) -> Answer:
    """Record that the pit knows of the known first card (I-90)."""
    authority = rules.authority["acknowledge_exposed_card"]
    if not any(drawn.exposed for drawn in table.carried):
        return refuse(
            "nothing_to_acknowledge",
            "no card that has been seen begins the next round",
            "call for bets",
            authority.clauses,
            authority.by,
        )
    return [
        e.ExposedCardAcknowledged(actor=command.actor, clauses=authority.clauses, by=authority.by)
    ]


def place(table: Table, command: c.PlaceWager, rules: Rulebook) -> Answer:
    """Lay a bet within the limits."""
    refused = (
        refuse_after_close(table, rules, command.at)
        or check_new(table, command, rules)
        or check_area(table, command.box, command.bet, rules)
        or check_amount(table, command.bet, command.box, command.stake, None, rules)
    )
    if refused is not None:
        return refused
    clauses, by = rules.wagers.offered.clauses[:1], rules.wagers.offered.by
    wager = _wager(table, command, unchecked=False)
    placed = e.WagerPlaced(actor=command.actor, wager=wager, clauses=clauses, by=by)
    return with_differential(table, [placed], wager.id, rules)


def accept_unchecked(table: Table, command: c.AcceptUnchecked, rules: Rulebook) -> Answer:
    """Enter a bet as it lies; only what cannot be a bet at all is refused (I-45)."""
    authority = rules.authority["accept_unchecked"]
    if _laid_on(table, command, rules) is not None:
        share = Share(patron=command.patron, stake=command.stake)
        return check_stake(table, command.stake) or [
            e.WagerJoined(
                actor=command.actor,
                id=command.id,
                share=share,
                unchecked=True,
                clauses=authority.clauses,
                by=authority.by,
            )
        ]
    refused = check_new(table, command, rules, on_layout=False)
    if refused is not None:
        return refused
    return [
        e.WagerPlaced(
            actor=command.actor,
            wager=_wager(table, command, unchecked=True),
            clauses=authority.clauses,
            by=authority.by,
        )
    ]


def _laid_on(table: Table, command: c.AcceptUnchecked, rules: Rulebook) -> Placed | None:
    """Find the wager that somebody laid chips of his own upon, where that makes it a joint one."""
    wager = find_wager(round_of(table), command.id)
    if wager is None or not rules.policies.betting.joint_wagers.value:
        return None
    same_area = (wager.box, wager.bet) == (command.box, command.bet)
    sharers = {share.patron for share in wager.shares}
    return wager if same_area and command.patron not in sharers else None


def _wager(table: Table, command: c.PlaceWager | c.AcceptUnchecked, *, unchecked: bool) -> Placed:
    return Placed(
        id=command.id,
        box=command.box,
        bet=command.bet,
        shares=(Share(patron=command.patron, stake=command.stake),),
        order=table.orders,
        at=command.at if isinstance(command, c.PlaceWager) else None,
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
    refused = refuse_after_close(table, rules, None) or check_stake(table, command.stake)
    if refused is not None:
        return refused
    wager = find(table, command.id, rules)
    if isinstance(wager, Refused):
        return wager
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
    refused = check_amount(table, wager.bet, wager.box, total, wager, rules)
    if refused is not None:
        return refused
    joined = e.WagerJoined(
        actor=command.actor,
        id=wager.id,
        share=Share(patron=command.patron, stake=command.stake),
        clauses=joint.clauses,
        by=joint.by,
    )
    return with_differential(table, [joined], wager.id, rules)


def change(table: Table, command: c.RaiseWager | c.LowerWager, rules: Rulebook) -> Answer:
    """Raise or lower one's share; free until close (I-46)."""
    raising = isinstance(command, c.RaiseWager)
    wager = own(table, command.id, command.patron, rules)
    if isinstance(wager, Refused):
        return wager
    if not may_move(table, wager, rules, raising=raising):
        refused = refuse_after_close(table, rules, None, lowering=not raising)
        if refused is not None:
            return refused
        return keeps_playing(command.id, command, rules)
    share = known(wager.share_of(command.patron), "a wager of one's own has a share of one's own")
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
    refused = check_stake(table, command.stake) or check_amount(
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
    return with_differential(table, [changed], wager.id, rules)


def withdraw(table: Table, command: c.WithdrawWager, rules: Rulebook) -> Answer:
    """Take one's share back; free until close (I-46)."""
    wager = own(table, command.id, command.patron, rules)
    if isinstance(wager, Refused):
        return wager
    if not may_move(table, wager, rules, raising=False):
        refused = refuse_after_close(table, rules, None, lowering=True)
        return refused or keeps_playing(command.id, command, rules)
    taken = e.WagerChanged(
        actor=command.actor, id=wager.id, patron=command.patron, stake=0, by=("I-46",)
    )
    left = wager.stake - sum(s.stake for s in wager.shares if s.patron == command.patron)
    least = setup_of(table).limits_for(wager.bet).minimum
    changed: list[e.Event] = [taken]
    if least is not None and 0 < left < least:
        cited = rules.policies.limits.under_minimum_before_close
        text = f"{left} cents are left in {wager.id}, under the minimum of {least}"
        changed.append(e.Flagged(text=text, clauses=cited.clauses, by=(*cited.by, "I-45")))
    return with_differential(table, changed, wager.id, rules)


def _in_excess(table: Table, wager: Placed, rules: Rulebook) -> bool:
    """Tell whether a wager is on the side that is too heavy, as noticed or in fact (I-45)."""
    maximum = setup_of(table).limits.differential
    measures = (differential(table, rules, noticed=noticed) for noticed in (True, False))
    return any(m.excess(maximum) and wager.bet == m.heavier.value for m in measures)


def remove(table: Table, command: c.RemoveWager, rules: Rulebook) -> Answer:
    """Take a wager off for the House (mbs5:5.18.3, tb4:5.1)."""
    wager = find(table, command.id, rules)
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
    if table.phase is not Phase.BETTING and not _in_excess(table, wager, rules):
        return refuse(
            "no_excess",
            f"{wager.id} does not take the Differential above its maximum",
            "after close a wager is removed only to bring the Differential down",
            until.clauses + rules.policies.betting.withdrawn_after_close.clauses,
            until.by,
        )
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
