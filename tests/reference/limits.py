"""Minimum and maximum, in the two houses' ways (I-36 to I-42)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Counted:
    """How much of a stake takes part in the round, how much comes back at once, and why."""

    counted: int
    returned: int
    note: str


def before_close(stake: int, minimum: int, maximum: int | None) -> str:
    """Say what is to be done with a bet that is seen before the close, in both houses.

    tb4:5.2 and mbs5:3.5.1; a system that checks has noticed (I-45); over the maximum is refused
    (I-37).
    """
    if stake < minimum:
        return "raise or withdraw"
    if maximum is not None and stake > maximum:
        return "refuse"
    return "accept"


def rws_after_close(stake: int, minimum: int, maximum: int | None) -> Counted:
    """Found after the close, every bet stands as it lies (tb4:5.2.1, I-37, I-39)."""
    if stake < minimum:
        return Counted(stake, 0, "under minimum")
    if maximum is not None and stake > maximum:
        return Counted(stake, 0, "over maximum")
    return Counted(stake, 0, "")


def mbs_after_close(
    stake: int, minimum: int, maximum: int | None, *, had_one_before: bool
) -> Counted:
    """Found after the close: under the minimum once only, over the maximum cut (mbs5:5.14, 5.15).

    `had_one_before` says that an under-minimum wager of this Player was settled in an earlier
    round at this table since he came (I-40). What is cut off comes back, win or lose (I-41).
    """
    if stake < minimum:
        if had_one_before:
            return Counted(0, stake, "under minimum again")
        return Counted(stake, 0, "under minimum")
    if maximum is not None and stake > maximum:
        return Counted(maximum, stake - maximum, "over maximum")
    return Counted(stake, 0, "")


def mbs_joint_after_close(
    shares: dict[str, int], minimum: int, maximum: int | None, unit: int, had_one: set[str]
) -> dict[str, Counted]:
    """Treat a joint wager as one wager and each share by its part (mbs5:3.5.1, I-41, I-42).

    A cut share is rounded down to the unit. Under the minimum, a sharer who had his one time gets
    his share back.
    """
    whole = sum(shares.values())
    counted: dict[str, Counted] = {}
    for person, share in shares.items():
        if whole < minimum:
            counted[person] = mbs_after_close(
                share, share + 1, None, had_one_before=person in had_one
            )
        elif maximum is not None and whole > maximum:
            part = share * maximum // whole // unit * unit
            counted[person] = Counted(part, share - part, "over maximum")
        else:
            counted[person] = Counted(share, 0, "")
    return counted


@dataclass(frozen=True)
class MbsRound:
    """One round for the one-time rule: stakes by person, who left after it, and how it ended."""

    stakes: dict[str, list[int]]
    void: bool = False
    left_after: frozenset[str] = frozenset()


def mbs_one_time(
    rounds: list[MbsRound], minimum: int, maximum: int | None
) -> list[dict[str, list[Counted]]]:
    """Follow the one-time rule through the rounds of a table (mbs5:5.14, 5.16, I-40).

    All under-minimum wagers of the first such round are the one time; a voided round settles
    nothing and so uses nothing up; who leaves starts afresh.
    """
    had_one: set[str] = set()
    results: list[dict[str, list[Counted]]] = []
    for each in rounds:
        result = {
            person: [
                mbs_after_close(stake, minimum, maximum, had_one_before=person in had_one)
                for stake in stakes
            ]
            for person, stakes in each.stakes.items()
        }
        results.append(result)
        if not each.void:
            had_one |= {
                person for person, stakes in each.stakes.items() if any(s < minimum for s in stakes)
            }
        had_one -= each.left_after
    return results


def mbs_area_has_room(wagers_on_area: int, restricted_to: int | None) -> bool:
    """Allow three separate wagers on a playing area, or fewer (mbs5:3.6, 3.6.1, I-42)."""
    allowed = 3 if restricted_to is None else min(3, restricted_to)
    return wagers_on_area < allowed
