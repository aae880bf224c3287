"""What a bet must meet before it is taken or moved: the moment, the layout, the limits."""

from __future__ import annotations

from datetime import datetime

from punto.core import commands as c
from punto.core import events as e
from punto.core.conduct.house import no_box
from punto.core.conduct.reading import (
    Answer,
    differential,
    find_wager,
    interrupted_phase,
    live_wagers,
    refuse,
    round_of,
    setup_of,
)
from punto.core.money import Cents
from punto.core.policies import (
    AdjustableUntil,
    AfterClose,
    MaximumScope,
)
from punto.core.refusal import Refused
from punto.core.rulebook import Rulebook
from punto.core.settle import bad_stake
from punto.core.state import Phase, Placed, Table


def refuse_after_close(
    table: Table, rules: Rulebook, at: datetime | None, *, lowering: bool = False
) -> Refused | None:
    """Refuse before the call and after close; a late arrival counts by its own time (I-47)."""
    if at is not None and at.tzinfo is None:
        return refuse(
            "moment_without_zone",
            "the moment has no time zone",
            "give it with an offset, for example +08:00",
            by=("I-47",),
            where="at",
        )
    early = at is not None and table.round is not None and at < table.round.opened_at
    if table.phase is Phase.IDLE or early:
        return refuse(
            "bets_not_open",
            "bets had not been called for",
            'wait for "Place your Bets, please"',
            rules.authority["call_for_bets"].clauses,
        )
    if table.phase is Phase.BETTING:
        return None
    if interrupted_phase(table) is Phase.BETTING:
        return refuse(
            "play_held",
            "bets are open, and play is held",
            "wait until what happened is resolved",
            rules.authority["report_irregularity"].clauses,
        )
    betting = rules.policies.betting
    cited = betting.withdrawn_after_close if lowering else betting.added_after_close
    if lowering and cited.value is AfterClose.STAYS_IN_PLAY:
        return None
    closed_at = round_of(table).closed_at
    in_time = (
        at is not None and closed_at is not None and at <= closed_at and table.phase is Phase.CLOSED
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


def keeps_playing(
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


def may_move(table: Table, wager: Placed, rules: Rulebook, *, raising: bool) -> bool:
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


def check_new(
    table: Table,
    command: c.PlaceWager | c.AcceptUnchecked,
    rules: Rulebook,
    *,
    on_layout: bool = True,
) -> Refused | None:
    """Refuse what cannot be a bet at this table at all."""
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
    refused = _check_holder(table, command, rules) if on_layout else None
    if refused is not None:
        return refused
    if any(wager.id == command.id for wager in round_of(table).wagers) or not command.id:
        return refuse(
            "duplicate_id",
            f"the wager id {command.id!r} is taken or empty",
            "give every wager an id of its own",
            rules.wagers.offered.clauses[:1],
            where="id",
        )
    return check_stake(table, command.stake)


def _check_holder(
    table: Table, command: c.PlaceWager | c.AcceptUnchecked, rules: Rulebook
) -> Refused | None:
    """Keep a box for the one who sits there, where the rules let nobody else bet in it (I-43)."""
    cited = rules.policies.betting.others_may_fill_box
    holder = dict(table.seats).get(command.box)
    if cited.value or holder in (None, command.patron):
        return None
    return refuse(
        "box_of_another",
        f"box {command.box} is {holder}'s",
        "bet in a box of one's own, or in one where nobody sits",
        cited.clauses,
        cited.by,
        "box",
    )


def check_stake(table: Table, stake: Cents) -> Refused | None:
    """Refuse a stake that chips cannot make."""
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


def check_area(table: Table, box: str, bet: str, rules: Rulebook) -> Refused | None:
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


def check_amount(
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


def find(table: Table, wager_id: str, rules: Rulebook) -> Placed | Refused:
    """Find a wager in play, or say that there is none."""
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


def own(table: Table, wager_id: str, patron: str, rules: Rulebook) -> Placed | Refused:
    """Find a wager in which a Player has a share."""
    wager = find(table, wager_id, rules)
    if isinstance(wager, Refused):
        return wager
    if wager.share_of(patron) is None:
        return refuse(
            "not_your_wager",
            f"{patron} has no share in {wager_id}",
            "name a wager of your own",
            rules.wagers.offered.clauses[:1],
            where="id",
        )
    return wager
