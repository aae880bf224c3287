"""What another rulebook would have paid for the same cards and the same bets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from punto.core.limits import Limits
from punto.core.money import Cents
from punto.core.rulebook import InsuranceRow, Rulebook
from punto.core.settle import Insurance, Line, Wager, insurance_line, wager_line
from punto.core.state import Insured, Placed, Round, Share
from punto.record import wording as w
from punto.record.replaying import Replay
from punto.record.telling import line_words, page, wrap


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """One bet under both rulebooks; `other` is None where the other does not carry it."""

    round: int
    patron: str
    here: Line
    other: Line | None
    missing: str = ""


def compare(replay: Replay, other: Rulebook) -> tuple[Compared, ...]:
    """Settle every bet that played to its end by the pay tables of another rulebook.

    Cards, stakes and what was returned stay as they are: this asks for other payments, not for
    another course of the round.
    """
    return tuple(one for round_ in replay.rounds for one in _round(replay, round_, other))


def _round(replay: Replay, round_: Round, other: Rulebook) -> Iterator[Compared]:
    placed = {item.id: item for item in round_.wagers}
    insured = {item.id: item for item in round_.insurances}
    unit = replay.record.setup.limits.unit
    for patron, line in round_.lines:
        found: Line | str = line
        if round_.outcome is not None and round_.paid:
            if line.id in insured and line.bet.endswith("_insurance"):
                found = _insurance(insured[line.id], line, round_, other, unit)
            elif placed[line.id].live:
                found = _wager(placed[line.id], patron, line, round_, other, unit)
        missing = found if isinstance(found, str) else ""
        yield Compared(
            round=round_.number,
            patron=patron,
            here=line,
            other=None if isinstance(found, str) else found,
            missing=missing,
        )


def _wager(
    placed: Placed, patron: str, line: Line, round_: Round, other: Rulebook, unit: Cents
) -> Line | str:
    if line.bet not in other.bets:
        return f"{other.id} has no such bet"
    if round_.outcome is None:
        return line
    playing = _playing(placed, next(s for s in placed.shares if s.patron == patron), unit)
    return wager_line(
        other,
        Wager(id=line.id, bet=line.bet, stake=line.stake),
        round_.outcome.code,
        Limits(unit=unit),
        at_risk=playing,
    )


def _playing(placed: Placed, share: Share, unit: Cents) -> Cents:
    if placed.at_risk is None or placed.stake == 0:
        return share.stake
    return placed.at_risk * share.stake // placed.stake // unit * unit


def _insurance(
    insured: Insured, line: Line, round_: Round, other: Rulebook, unit: Cents
) -> Line | str:
    if not other.insurance_rows:
        return f"{other.id} has no Insurance"
    if not insured.live or round_.outcome is None:
        return line
    row = _same_row(insured.row, other)
    if row is None:
        return f"{other.id} offers no such Insurance"
    bought = Insurance(
        id=insured.id, side=insured.row.side, stage=insured.row.stage, stake=insured.stake
    )
    return insurance_line(bought, row, round_.outcome, unit)


def _same_row(row: InsuranceRow, other: Rulebook) -> InsuranceRow | None:
    for one in other.insurance_rows:
        same = (one.side, one.stage, one.own, one.other) == (
            row.side,
            row.stage,
            row.own,
            row.other,
        )
        if same:
            return one
    return None


def tell_compared(replay: Replay, other: Rulebook) -> str:
    """Write what the other rulebook would have paid."""
    return page(_lines(replay, other))


def _lines(replay: Replay, other: Rulebook) -> Iterator[str]:
    yield f"The same cards and bets paid by {other.id} instead of {replay.rules.id}"
    placed = {item.id: item for round_ in replay.rounds for item in round_.wagers}
    sums: dict[str, list[Cents]] = {}
    for one in compare(replay, other):
        here = sums.setdefault(one.patron, [0, 0])
        here[0] += one.here.returned
        if one.other is None:
            name = w.bet_name(one.here.bet, replay.rules)
            said = f"{w.money(one.here.stake)} on {name} ({one.here.id}): {one.missing}"
        else:
            here[1] += one.other.returned
            difference = one.other.returned - one.here.returned
            said = line_words(one.other, placed.get(one.here.id), other) + _difference(difference)
        yield wrap(f"  round {one.round}, {one.patron}: {said}", 2)
    yield ""
    for patron, (paid, instead) in sums.items():
        yield f"  {patron}: {w.money(paid)} back here, {w.money(instead)} there"


def _difference(cents: Cents) -> str:
    if cents == 0:
        return ""
    return f" -- {w.money(abs(cents))} {'more' if cents > 0 else 'less'} than here"
