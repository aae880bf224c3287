"""One random round through the conduct and through the reference model: every figure alike."""

from __future__ import annotations

from random import Random

from tests.conduct.pairing import Driver, Played, random_plan
from tests.reference.conduct import Payment
from tests.reference.whole_round import Ended, play


def compare(chance: Random) -> str:
    """Play a random round both ways and hold the one against the other; say how it ended."""
    plan = random_plan(chance)
    wanted = play(plan)
    found = Driver(plan, chance).plays()
    assert found.status == wanted.status, plan
    assert found.taken_back == wanted.taken_back, plan
    offered = wanted.ruling is not None and wanted.ruling.options
    assert not found.chose or offered, plan
    if found.round.over:
        _same_money(found, wanted)
    return found.status


def _same_money(found: Played, wanted: Ended) -> None:
    """Hold the return and the profit of every bet and of every Insurance against the model's."""
    payments = wanted.payments | {f"i{n}": paid for n, paid in wanted.insurance.items()}
    assert set(found.lines) == set(payments)
    for name, paid in payments.items():
        line = found.lines[name]
        assert (line.returned, line.profit) == (paid.returned, paid.profit), (name, paid, line)
    assert found.insured == {name for name in payments if name.startswith("i")}
    for wager in found.round.wagers:
        if wager.at_risk is not None and wager.live:
            assert _counts(payments[wager.id], wager.at_risk, void=wanted.status == "void")


def _counts(paid: Payment, at_risk: int, *, void: bool) -> bool:
    return void or paid.counted == at_risk
