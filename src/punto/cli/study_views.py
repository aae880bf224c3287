"""What each study shows: a table, an object for programs, columns for Parquet, a plot."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction

from punto.core.composition import fresh
from punto.core.outcome import Winner, decode
from punto.core.rulebook import Stage
from punto.odds.bets import all_bet_odds
from punto.odds.drawing import drawing
from punto.odds.insurance import insurance_table
from punto.odds.weights import joint
from punto.sim.estimates import Estimate
from punto.sim.jobs import Tally
from punto.sim.plots import Plot
from punto.sim.studies.bankroll import BankrollJob, sessions
from punto.sim.studies.base import StudyJob
from punto.sim.studies.count import CountJob, Trigger, best, triggers
from punto.sim.studies.floor import FloorJob, floor
from punto.sim.studies.insurance import Cell, InsuranceJob, cells, gain_of_all, lines
from punto.sim.studies.perfect import Ceiling, PerfectJob, ceilings
from punto.sim.studies.roads import RoadsJob, board


@dataclass(frozen=True, kw_only=True)
class View:
    """A result in all its forms."""

    head: tuple[str, ...]
    rows: Sequence[Sequence[str]]
    notes: Sequence[str]
    summary: Mapping[str, object]
    columns: Mapping[str, Sequence[object]]
    plot: Plot


_LINES_SHOWN = 8
"""As many as a plot can tell apart."""
_TRIGGERS_SHOWN = 7
"""To each side of the best."""


def per_cent(value: float, digits: int = 3) -> str:
    """Write a share."""
    return f"{value:.{digits}%}"


def estimated(estimate: Estimate, digits: int = 3) -> str:
    """Write a share with its standard error."""
    return f"{estimate.mean:.{digits}%} ±{estimate.error:.{digits}%}"


def _edges(job: StudyJob) -> dict[str, float]:
    rules = job.rulebook
    weights = joint(fresh(job.plan.decks), drawing(rules.tableau))
    return {odds.bet.id: float(odds.edge) for odds in all_bet_odds(rules.columns.values(), weights)}


def _results(job: StudyJob) -> dict[Winner, float]:
    weights = joint(fresh(job.plan.decks), drawing(job.rulebook.tableau))
    sums = dict.fromkeys(Winner, 0)
    for code, ways in enumerate(weights):
        sums[decode(code).winner] += ways
    return {winner: ways / sum(weights) for winner, ways in sums.items()}


def count_view(job: CountJob, tally: Tally) -> View:
    """Show every trigger from a little below break-even up."""
    found = triggers(job, tally)
    top = best(found)
    edge = _edges(job)[job.bet]
    middle = found[-1].at // 2 if top is None else top.at
    shown = [each for each in found if abs(each.at - middle) <= _TRIGGERS_SHOWN]
    notes = [
        "tags " + " ".join(f"{tag:+d}" if tag else "0" for tag in job.tags) + " (A 2 ... 10 J Q K)",
        f"Betting every round costs {estimated(_cost(found[0]))}; exactly {per_cent(edge)}.",
        "No trigger gains."
        if top is None
        else f"Most is gained from a true count of {top.at:+d}: "
        f"{top.units.mean:.3f} ±{top.units.error:.3f} units in 100 rounds.",
    ]
    return View(
        head=("true count", "bets", "advantage", "units per 100", "DI", "Kelly"),
        rows=[
            (
                f"{each.at:+d}",
                per_cent(each.frequency.mean),
                estimated(each.advantage, 2),
                f"{each.units.mean:+.3f} ±{each.units.error:.3f}",
                f"{each.desirability:+.2f}",
                per_cent(each.kelly),
            )
            for each in shown
        ],
        notes=notes,
        summary={
            "tags": list(job.tags),
            "edge": edge,
            "best": None if top is None else top.at,
            "triggers": [_trigger(each) for each in found],
        },
        columns={
            "trigger": [each.at for each in found],
            "frequency": [each.frequency.mean for each in found],
            "advantage": [each.advantage.mean for each in found],
            "advantage_error": [each.advantage.error for each in found],
            "units_per_100": [each.units.mean for each in found],
            "kelly": [each.kelly for each in found],
        },
        plot=Plot(
            title=f"{job.bet}: betting from a true count on",
            across="true count",
            up="units gained in 100 rounds",
            lines={"gain": [(each.at, each.units.mean) for each in shown]},
            bands={"gain": [(each.at, *each.units.interval) for each in shown]},
            zero=True,
        ),
    )


def _cost(trigger: Trigger) -> Estimate:
    gain = trigger.advantage
    return Estimate(-gain.mean, gain.error, gain.count)


def _trigger(each: Trigger) -> dict[str, object]:
    return {
        "at": each.at,
        "frequency": each.frequency.as_json(),
        "advantage": each.advantage.as_json(),
        "units_per_100": each.units.as_json(),
        "desirability": each.desirability,
        "kelly": each.kelly,
    }


def perfect_view(job: PerfectJob, tally: Tally) -> View:
    """Show what each bet could be made to gain."""
    found, edges = ceilings(job, tally), _edges(job)
    by_gain = sorted(found, key=lambda each: -each.gain.mean)
    return View(
        head=("bet", "favourable", "advantage", "units a shoe", "edge", "off by"),
        rows=[
            (
                each.bet,
                per_cent(each.frequency),
                per_cent(each.advantage, 2),
                f"{each.gain.mean:.4f} ±{each.gain.error:.4f}",
                per_cent(each.edge.mean),
                f"{each.edge.distance(edges[each.bet]):+.1f} se",
            )
            for each in found
        ],
        notes=[
            (
                "The edge is the mean over all rounds, held against a fresh shoe's: between them "
                "lie luck and the effect of the cutting card."
            )
        ],
        summary={
            "rounds": tally["rounds"][0],
            "bets": {each.bet: _ceiling(each, edges[each.bet]) for each in found},
        },
        columns={
            "bet": [each.bet for each in found],
            "frequency": [each.frequency for each in found],
            "advantage": [each.advantage for each in found],
            "gain": [each.gain.mean for each in found],
            "gain_error": [each.gain.error for each in found],
        },
        plot=Plot(
            title="What perfect knowledge gains, by where the cutting card lies",
            across="cards behind the cutting card",
            up="units a shoe",
            lines={each.bet: each.by_depth for each in by_gain[:_LINES_SHOWN]},
        ),
    )


def _ceiling(each: Ceiling, edge: float) -> dict[str, object]:
    return {
        "frequency": each.frequency,
        "advantage": each.advantage,
        "gain": each.gain.as_json(),
        "edge": each.edge.as_json(),
        "exact_edge": edge,
        "by_depth": [list(point) for point in each.by_depth],
    }


def insurance_view(job: InsuranceJob, tally: Tally) -> View:
    """Show what each line costs who always insures, and what it is worth to one who knows."""
    rules, all_cells = job.rulebook, cells(job, tally)
    table = insurance_table(rules, fresh(job.plan.decks), drawing(rules.tableau))
    names = {line.whole.row: line.name for line in table}
    exact = {(cell.row, cell.own[0], cell.other[0]): cell for line in table for cell in line.cells}
    worst = max(
        abs(cell.cost().distance(float(exact[cell.row, cell.own, cell.other].edge)))
        for cell in all_cells
    )
    found, gain = lines(job, tally), gain_of_all(tally)
    return View(
        head=("insured", "cards", "pays", "worth it", "advantage", "units a shoe"),
        rows=[
            (
                names[each.row].removesuffix(each.row.stage.replace("_", " ")),
                "4" if each.row.stage is Stage.AFTER_FOUR_CARDS else "5",
                str(each.row.odds),
                per_cent(each.taken / each.offered if each.offered else 0.0, 2),
                per_cent(each.advantage, 2),
                f"{each.gain:.4f}",
            )
            for each in found
        ],
        notes=[
            f"All together {gain.mean:.4f} ±{gain.error:.4f} units a shoe, a unit each time.",
            (
                f"Of {len(all_cells)} pairs of points the estimate farthest from its exact edge is "
                f"{worst:.1f} standard errors off."
            ),
        ],
        summary={
            "gain": gain.as_json(),
            "lines": [
                {
                    "line": names[each.row],
                    "odds": [each.row.odds.num, each.row.odds.den],
                    "offered": each.offered,
                    "taken": each.taken,
                    "advantage": each.advantage,
                    "gain": each.gain,
                    "by_depth": [list(point) for point in each.by_depth],
                }
                for each in found
            ],
            "cells": [
                _cell(cell, names[cell.row], exact[cell.row, cell.own, cell.other].edge)
                for cell in all_cells
            ],
        },
        columns={
            "line": [names[cell.row] for cell in all_cells],
            "own": [cell.own for cell in all_cells],
            "other": [cell.other for cell in all_cells],
            "win": [cell.win for cell in all_cells],
            "push": [cell.push for cell in all_cells],
            "lose": [cell.lose for cell in all_cells],
        },
        plot=Plot(
            title="What insuring only when it pays is worth, by where the cutting card lies",
            across="cards behind the cutting card",
            up="units a shoe",
            lines={names[each.row]: each.by_depth for each in found},
        ),
    )


def _cell(cell: Cell, line: str, exact: Fraction) -> dict[str, object]:
    return {
        "line": line,
        "own": cell.own,
        "other": cell.other,
        "win": cell.win,
        "push": cell.push,
        "lose": cell.lose,
        "arises": cell.arises().as_json(),
        "edge": cell.cost().as_json(),
        "exact_edge": float(exact),
    }


def bankroll_view(job: BankrollJob, tally: Tally) -> View:
    """Show how sessions end and who is ruined."""
    found = sessions(job, tally)
    notes = [
        (
            f"{found.sessions:,} sessions of {job.session} shoes, {found.bets:.1f} bets each: "
            f"{found.result.mean:+.3f} ±{found.result.error:.3f} stakes, "
            f"deviation {found.deviation:.2f}."
        )
    ]
    if found.exact:
        notes.append(
            f"As many bets, each from a fresh shoe: {found.exact[0]:+.3f} stakes exactly, "
            f"deviation {found.exact[1]:.2f}."
        )
    falls = ", ".join(f"{stakes} in {1 - share:.0%}" for share, stakes in found.drawdown)
    notes += [
        f"{estimated(found.ahead, 2)} of sessions end ahead. Falls of more stakes than: {falls}.",
        f"The share of the bankroll that grows fastest (Kelly): {per_cent(found.kelly)}.",
    ]
    return View(
        head=("bankroll in stakes", "ruined"),
        rows=[(f"{size:,}", estimated(chance, 2)) for size, chance in found.ruin],
        notes=notes,
        summary={
            **asdict(found),
            "result": found.result.as_json(),
            "ahead": found.ahead.as_json(),
            "ruin": [{"bankroll": size, **chance.as_json()} for size, chance in found.ruin],
        },
        columns={"result": list(found.results), "sessions": list(found.results.values())},
        plot=Plot(
            title=f"{job.bet}: results of sessions of {job.session} shoes",
            across="stakes won",
            up="sessions",
            bars=list(found.results.items()),
        ),
    )


def roads_view(job: RoadsJob, tally: Tally) -> View:
    """Show what a shoe looks like."""
    found, exact = board(tally), _results(job)
    banker = exact[Winner.BANKER] / (exact[Winner.BANKER] + exact[Winner.PLAYER])
    means = {
        "rounds a shoe": found.rounds,
        "ties a shoe": found.ties,
        "columns of the Big Road": found.columns,
        "longest streak": found.longest,
    }
    shares = {
        **{f"Banker after {name}": each for name, each in found.banker_after.items()},
        **{f"red on {name.replace('_', ' ')} road": each for name, each in found.red.items()},
    }
    plain: Callable[[Estimate], str] = lambda each: f"{each.mean:.3f} ±{each.error:.3f}"  # noqa: E731
    return View(
        head=("what", "mean"),
        rows=[
            *((name, plain(each)) for name, each in means.items()),
            *((name, estimated(each)) for name, each in shares.items()),
        ],
        notes=[
            (
                f"Banker wins {per_cent(banker)} of the decided rounds of fresh shoes, exactly; "
                f"{per_cent(exact[Winner.TIE])} of all are ties."
            ),
            "Half of the marks are red, so no road foretells the next result.",
        ],
        summary={
            "means": {name: each.as_json() for name, each in means.items()},
            "shares": {name: each.as_json() for name, each in shares.items()},
            "exact": {"banker_of_decided": banker, "tie": exact[Winner.TIE]},
            "rounds": found.rounds_by,
            "longest": found.longest_by,
            "streaks": found.streaks,
        },
        columns={
            "rounds": list(found.rounds_by),
            "shoes": list(found.rounds_by.values()),
        },
        plot=Plot(
            title="Rounds a shoe",
            across="rounds",
            up="shoes",
            bars=list(found.rounds_by.items()),
        ),
    )


def floor_view(job: FloorJob, tally: Tally) -> View:
    """Show what the house makes of a day."""
    found = floor(job, tally)
    money: Callable[[float], str] = lambda cents: f"{cents / 100:,.0f}"  # noqa: E731
    return View(
        head=("a day", "amount"),
        rows=[
            ("staked", money(found.staked)),
            ("won by the house", f"{money(found.result.mean)} ±{money(found.result.error)}"),
            ("the edges of what was staked", money(found.exact)),
            ("standard deviation", money(found.deviation)),
            ("won by one table", f"{money(found.table.mean)} ±{money(found.table.error)}"),
            ("its standard deviation", money(found.table_deviation)),
            *(
                (f"{share:.0%} of days bring at most", money(amount))
                for share, amount in found.quantiles
            ),
        ],
        notes=[
            f"{found.days:,} days of {job.tables} tables, {job.hours} hours, {job.seats} seats.",
            (
                f"The house keeps {per_cent(found.hold, 2)} of what is staked and loses on "
                f"{estimated(found.losing, 2)} of days."
            ),
        ],
        summary={
            **asdict(found),
            "result": found.result.as_json(),
            "table": found.table.as_json(),
            "losing": found.losing.as_json(),
        },
        columns={
            "bet": list(found.by_bet),
            "staked": [staked for staked, _ in found.by_bet.values()],
            "edge": [edge for _, edge in found.by_bet.values()],
        },
        plot=Plot(
            title="What the house wins in a day",
            across="share of days that bring at most this",
            up="amount",
            lines={"house": [(share, amount / 100) for share, amount in found.quantiles]},
            zero=True,
        ),
    )
