"""Insurance offers that the Dealer neglected: made up for in time, or remedied too late."""

from __future__ import annotations

from punto.core import commands as c
from punto.core import events as e
from punto.core import insurance as plus
from punto.core.conduct.evolve import evolve
from punto.core.conduct.finishing import settlement_lines
from punto.core.conduct.insuring import entitled, rows_now, would_have_won
from punto.core.conduct.reading import Answer, both_exposed, refuse, result_fixed, round_of
from punto.core.outcome import Side, classify
from punto.core.refusal import Refused
from punto.core.rulebook import Rulebook
from punto.core.state import Offer, Phase, Placed, Table


def reopen(table: Table, command: c.ReopenInsurance, rules: Rulebook) -> Answer:
    """Make up for a neglected offer while the result is open (dhyx2:5.13.1, I-70, I-72)."""
    policy = plus.policy(rules)
    cited = policy.late_offer_payout_cap
    round_ = round_of(table)
    affected = {patron for missed in round_.missed for patron in missed.patrons}
    rows = rows_now(round_, rules)
    patrons = tuple(p for p in entitled(table, rows, rules) if p in affected)
    if table.phase is not Phase.DEALING or not patrons or result_fixed(rules, round_):
        return refuse(
            "no_late_offer",
            "no neglected offer can be made up for now",
            "it takes a missed offer, a row that fits the cards now, and a result that is open; "
            "later the Original Bet may be returned instead",
            cited.clauses,
            cited.by,
        )
    return [
        e.InsuranceOffered(
            actor=command.actor,
            offer=Offer(stage=rows[0].stage, rows=rows, patrons=patrons),
            late=True,
            clauses=cited.clauses,
            by=cited.by,
        )
    ]


def refund_missed(table: Table, command: c.RefundMissedInsurance, rules: Rulebook) -> Answer:
    """Return Original Bets for Insurance that was never offered (dhyx2:5.13.2)."""
    cited = plus.policy(rules).missed_offer_remedy
    if table.round is None:
        return _nothing_missed(", ".join(command.patrons), cited.clauses, cited.by)
    round_ = table.round
    both = both_exposed(round_)
    outcome = None if both is None else classify(*both)
    refunds: list[Placed] = []
    for patron in command.patrons:
        sides = set[Side]() if outcome is None else would_have_won(round_, outcome, patron)
        mine = [w for w in round_.wagers if w.live and w.patron == patron]
        originals = [wager for wager in mine if wager.bet in {side.value for side in sides}]
        if not originals:
            return _nothing_missed(patron, cited.clauses, cited.by)
        refunds += originals
    if not refunds:
        return _nothing_missed("nobody", cited.clauses, cited.by)
    refunded = e.OriginalBetsRefunded(
        actor=command.actor,
        wagers=tuple(wager.id for wager in refunds),
        patrons=command.patrons,
        clauses=cited.clauses,
        by=cited.by,
    )
    return [refunded, *_paid_anew(table, refunded, rules)]


def _paid_anew(table: Table, refunded: e.OriginalBetsRefunded, rules: Rulebook) -> list[e.Event]:
    """Put a settlement right that was made before the refund (I-84)."""
    after = evolve(table, refunded)
    round_ = round_of(after)
    if not round_.paid or round_.outcome is None:
        return []
    cited = rules.policies.round.correctable_until
    return [
        e.ResultCorrected(
            drawn=round_.drawn,
            outcome=round_.outcome,
            lines=settlement_lines(after, round_, round_.outcome, rules),
            reason="missed Insurance offer",
            clauses=refunded.clauses + cited.clauses,
            by=refunded.by,
        )
    ]


def _nothing_missed(patron: str, clauses: tuple[str, ...], by: tuple[str, ...]) -> Refused:
    return refuse(
        "nothing_missed",
        f"there is nothing to return to {patron}",
        "name Players whose offer was missed and whose Insurance would have won",
        clauses,
        by,
        "patrons",
    )
