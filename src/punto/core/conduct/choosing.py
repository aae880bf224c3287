"""Who has a choice when options are given, and what goes back with a bet taken back."""

from __future__ import annotations

from collections.abc import Sequence

from punto.core.conduct.reading import (
    decided_wager,
    live_wagers,
    patrons_in,
    reachable,
    round_of,
)
from punto.core.rulebook import Rulebook
from punto.core.state import Placed, Table


def anybody_to_choose(table: Table, rules: Rulebook) -> bool:
    """Tell whether anybody has a choice left."""
    return any(undecided(table, patron, rules) for patron in may_choose(table))


def may_choose(table: Table) -> list[str]:
    """Name the Players who have not bound themselves in this round (tb4:5.13-tail)."""
    round_ = round_of(table)
    return [patron for patron in patrons_in(round_) if patron not in round_.bound]


def undecided(table: Table, patron: str, rules: Rulebook) -> list[Placed]:
    """List a Player's wagers that are not yet decided (I-88)."""
    round_ = round_of(table)
    codes = reachable(rules, round_)
    return [
        wager
        for wager in live_wagers(round_)
        if wager.share_of(patron) is not None and decided_wager(rules, codes, wager) is None
    ]


def insured_by(table: Table, returned: Sequence[Placed]) -> tuple[str, ...]:
    """List the Insurance that goes back because no Original Bet is left behind it (I-76)."""
    ids = {wager.id for wager in returned}
    left = {(w.patron, w.box, w.bet) for w in live_wagers(round_of(table)) if w.id not in ids}
    gone = {(w.patron, w.box, w.bet) for w in returned} - left
    return tuple(
        item.id
        for item in round_of(table).insurances
        if item.live and (item.patron, item.box, item.row.side.value) in gone
    )
