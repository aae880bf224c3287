"""What perfect knowledge gains, on bets and on Insurance, and where the cutting card stops it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from punto.cli.study_views import View, exact_edges, per_cent
from punto.core.composition import fresh
from punto.core.rulebook import Stage
from punto.odds.drawing import drawing
from punto.odds.insurance import insurance_table
from punto.sim.jobs import Tally
from punto.sim.plots import Plot
from punto.sim.studies.insurance import Cell, InsuranceJob, cells, gain_of_all, lines
from punto.sim.studies.perfect import Ceiling, PerfectJob, ceilings

_LINES_SHOWN = 8
"""As many as a plot can tell apart."""

_DEPTHS_SHOWN = (0, 26, 52, 78, 104, 156, 208)
"""Cards behind the cutting card; the first stands for where it lies in the run."""

ByDepth = Sequence[tuple[int, float]]


def _by_cutting_card(
    name: str, gains: Iterable[tuple[str, ByDepth]]
) -> tuple[str, Sequence[str], Sequence[Sequence[str]]]:
    """Say for every line what would be left of its gain with the cutting card farther up."""
    rows = [(each, dict(by_depth)) for each, by_depth in gains]
    least = min(min(by_depth) for _, by_depth in rows)
    cut = [least, *(cards for cards in _DEPTHS_SHOWN if cards > least and cards in rows[0][1])]
    return (
        "Units a shoe, by cards unseen behind the cutting card",
        (name, *map(str, cut)),
        [(each, *(f"{by_depth[cards]:.3f}" for cards in cut)) for each, by_depth in rows],
    )


def perfect_view(job: PerfectJob, tally: Tally) -> View:
    """Show what each bet could be made to gain."""
    found, edges = ceilings(job, tally), exact_edges(job)
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
        also=[_by_cutting_card("bet", ((each.bet, each.by_depth) for each in found))],
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
        also=[
            _by_cutting_card(
                "insured, cards", ((_short(names[each.row]), each.by_depth) for each in found)
            )
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


def _short(name: str) -> str:
    """Name a line by its points and by how many cards lie there."""
    for stage, many in ((Stage.AFTER_FOUR_CARDS, 4), (Stage.AFTER_PLAYER_THIRD_CARD, 5)):
        name = name.replace(f" {stage.replace('_', ' ')}", f", {many}")
    return name


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
