"""A table's whole round in money: bets at close, what counts, and how it ends.

Void returns everything, options return what is not yet decided, and the rest is settled on the
stakes that count.
"""

from __future__ import annotations

from dataclasses import dataclass

from .dealing import Finished
from .insuring import insurance_pays, situation_in_round
from .limits import mbs_after_close
from .paying import pays
from .rulings import is_mbs
from .settlement import settle_line
from .staking import TableBet, pro_rata, with_stake
from .windows import Laid


@dataclass(frozen=True)
class TableLimits:
    """What is displayed or set at the table (I-36)."""

    minimum: int
    maximum: int | None
    differential: int
    unit: int


@dataclass(frozen=True)
class Payment:
    """What comes back for one bet, its stake or a part of it included."""

    returned: int
    profit: int
    counted: int


def counted_at_close(
    game: str, bets: list[TableBet], limits: TableLimits, had_one_before: set[str]
) -> dict[str, int]:
    """Give the stake that takes part, for each bet as recorded at the close (I-53, I-100).

    RWS: pro rata above the maximum Differential. MBS: under-minimum bets once, a cut at the
    maximum, and no pro rata (I-41, I-56). The minimum given is that of every kind of bet.
    """
    if is_mbs(game):
        return {
            bet.id: mbs_after_close(
                bet.stake,
                limits.minimum,
                limits.maximum,
                had_one_before=bet.person in had_one_before,
            ).counted
            for bet in bets
        }
    return pro_rata(bets, limits.differential, limits.minimum, limits.unit)


def with_counted(bets: list[TableBet], counted: dict[str, int]) -> list[TableBet]:
    """Give the bets as they take part, for measuring the MBS differential after the cut (I-41)."""
    return [with_stake(bet, counted[bet.id]) for bet in bets]


def settle_bets(
    bets: list[TableBet], counted: dict[str, int], finished: Finished, unit: int
) -> dict[str, Payment]:
    """Settle each bet on what counts of it; the rest comes back, win or lose (I-24, I-49)."""
    payments = {}
    for bet in bets:
        line = settle_line(bet.id, bet.bet, counted[bet.id], pays(bet.bet, finished), unit)
        back = bet.stake - counted[bet.id] + line["returned"]
        payments[bet.id] = Payment(back, line["profit"], counted[bet.id])
    return payments


def settle_laid(laid: list[Laid], finished: Finished, unit: int) -> list[Payment]:
    """Settle each Insurance at the odds of its stage (I-77); the table must have offered it."""
    payments = []
    for each in laid:
        row = situation_in_round(finished, each.side, each.stage)
        if row is None:
            raise ValueError("insurance that was never on offer")
        name = each.side + "_insurance"
        odds = insurance_pays(finished, each.side, *row)
        line = settle_line("", name, each.stake, odds, unit)
        payments.append(Payment(line["returned"], line["profit"], each.stake))
    return payments


def void_returns(bets: list[TableBet], laid: list[Laid]) -> tuple[dict[str, int], list[int]]:
    """Give everything back, bets already won or lost included (tb4:5.16, I-82, I-83, I-76)."""
    return {bet.id: bet.stake for bet in bets}, [each.stake for each in laid]


def options_return(
    bets: list[TableBet], laid: list[Laid], takers: set[str], decided: dict[str, str]
) -> tuple[set[str], list[bool]]:
    """Say which bets and which Insurance go back to those who take theirs back.

    One choice for all a Player's bets that are not yet decided; decided ones are settled (I-88,
    I-94). Insurance goes back with its Original (I-76). Who does not choose plays on (I-89).
    """
    back = {bet.id for bet in bets if bet.person in takers and bet.bet not in decided}
    gone = {(bet.person, bet.box, bet.bet) for bet in bets if bet.id in back}
    return back, [(each.person, each.box, each.side) in gone for each in laid]


def all_took_theirs_back(bets: list[TableBet], back: set[str]) -> bool:
    """Say whether nothing is left to play for, so that the round closes without a result (I-89)."""
    return all(bet.id in back for bet in bets)


def settled_as_recorded(
    at_close: dict[str, int], after_close: dict[str, int]
) -> tuple[dict[str, int], dict[str, int]]:
    """Leave out what changed after the close (tb4:5.7, mbs5:5.4, 5.5, I-100).

    Gives the stakes that play, which are those at the close, and what goes back of the chips
    added later. A bet taken away plays as if it still lay there.
    """
    added = {
        name: after_close[name] - at_close.get(name, 0)
        for name in after_close
        if after_close[name] > at_close.get(name, 0)
    }
    return dict(at_close), added
