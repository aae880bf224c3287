"""Plots of exact odds: edge by decks, effects of removal, and edge by cards left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import StringIO
from math import sqrt
from pathlib import Path
from typing import Any, Final

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from punto.core.cards import RANKS
from punto.core.composition import MAX_DECKS, MIN_DECKS, fresh
from punto.core.rulebook import Rulebook
from punto.odds.batch import Batch
from punto.odds.drawing import drawing
from punto.odds.removal import bet_results
from punto.report.sheet import ParSheet

COLOURS: Final = ("#1f4e79", "#c0392b", "#2e7d32", "#8e5ea2", "#b8860b", "#00838f", "#6d4c41")
STYLES: Final = ("-", "--", ":")

LOOK: Final[Any] = {
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#e4e4e4",
    "legend.frameon": False,
    "svg.hashsalt": "punto",
}
"""Quiet axes; the salt makes the same plot the same file."""

DEPTHS: Final = (14, 20, 26, 39, 52, 78, 104, 156, 208, 312)
"""Cards left at which the edge by depth is taken."""


def edge_by_decks(rulebook: Rulebook) -> Figure:
    """Plot every bet's edge for each number of decks that the rules allow."""
    decks = range(
        max(MIN_DECKS, rulebook.decks.minimum), min(MAX_DECKS, rulebook.decks.maximum) + 1
    )
    results = [bet_results(rulebook)(fresh(number)) for number in decks]
    names = {bet: rulebook.bets[bet].name for bet in results[0]}
    with mpl.rc_context(LOOK):
        figure, axes = _figure(f"Edge by decks, {rulebook.document.title}")
        for place, (bet, name) in enumerate(names.items()):
            axes.plot(
                list(decks), [float(-result[bet] * 100) for result in results], label=name,
                marker="o", markersize=3, **_line(place),
            )  # fmt: skip
        axes.set_xlabel("decks")
        axes.set_ylabel("edge, per cent of the stake")
        axes.set_ylim(bottom=0)
        _legend(axes)
    return figure


def effects_of_removal(sheet: ParSheet, bets: Sequence[str]) -> Figure:
    """Plot what one card gone does to some bets, by its rank."""
    width = 0.8 / len(bets)
    ranks = [*map(str, RANKS[:9]), "0"]
    with mpl.rc_context(LOOK):
        figure, axes = _figure(f"Effects of removal, {sheet.decks} decks")
        for place, bet in enumerate(bets):
            effects = [1e6 * float(effect) for effect in sheet.effects[bet][:10]]
            at = np.arange(len(ranks)) + (place - (len(bets) - 1) / 2) * width
            colour = COLOURS[place % len(COLOURS)]
            axes.bar(at, effects, width, label=sheet.rulebook.bets[bet].name, color=colour)
        axes.set_xticks(range(len(ranks)), ranks)
        axes.set_xlabel("rank of the card gone (0: ten, J, Q, K)")
        axes.set_ylabel("change of the result, millionths")
        axes.axhline(0, color="#444444", linewidth=0.8)
        _legend(axes)
    return figure


def edge_by_depth(
    rulebook: Rulebook, decks: int, *, bets: Sequence[str], samples: int = 2000, seed: int = 1
) -> Figure:
    """Plot how often and how far bets turn in the bettor's favour as a shoe runs out.

    The cards left are random ones of `decks` decks; each composition is priced exactly.
    """
    batch = Batch(rulebook.columns.values(), drawing(rulebook.tableau))
    places = [batch.bets.index(bet) for bet in bets]
    random = np.random.default_rng(seed)
    full = np.array(fresh(decks).counts)
    depths = [depth for depth in DEPTHS if depth < full.sum()]
    gains = []
    for depth in depths:
        left = random.multivariate_hypergeometric(full, depth, samples)
        gains.append(np.maximum(-batch.edges(left)[:, places], 0).mean(axis=0))
    with mpl.rc_context(LOOK):
        figure, axes = _figure(f"Gain of perfect play by depth, {decks} decks")
        for place, bet in enumerate(bets):
            values = [100 * float(gain[place]) for gain in gains]
            axes.plot(
                depths, values, label=rulebook.bets[bet].name, marker="o", markersize=3,
                **_line(place),
            )  # fmt: skip
        axes.set_xscale("log")
        axes.set_xticks(depths, [str(depth) for depth in depths])
        axes.minorticks_off()
        axes.invert_xaxis()
        axes.set_xlabel("cards left when the round begins")
        axes.set_ylabel("per cent of a unit a round, betting only when it pays")
        _legend(axes)
    return figure


def svg(figure: Figure) -> str:
    """Write a plot as SVG text, the same every time."""
    text = StringIO()
    with mpl.rc_context(LOOK):
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    return text.getvalue()


def save(figure: Figure, path: Path) -> None:
    """Write a plot as SVG or PNG, by the ending of the path."""
    if path.suffix == ".svg":
        path.write_text(svg(figure), encoding="utf-8")
        return
    with mpl.rc_context(LOOK):
        figure.savefig(path, dpi=160, metadata={"Software": None})


def par_plots(sheet: ParSheet) -> dict[str, Callable[[], Figure]]:
    """Name the plots that go with a PAR sheet; each is drawn when called."""
    rulebook = sheet.rulebook
    swinging = sorted(sheet.counts, key=lambda bet: -_swing(sheet, bet))[:3]
    main = [bet for bet in rulebook.wagers.original.value if bet in rulebook.bets]
    return {
        "edge-by-decks": lambda: edge_by_decks(rulebook),
        "removal-main": lambda: effects_of_removal(sheet, main),
        "removal-side": lambda: effects_of_removal(sheet, swinging),
        "gain-by-depth": lambda: edge_by_depth(rulebook, sheet.decks, bets=[*main, *swinging]),
    }


def _swing(sheet: ParSheet, bet: str) -> float:
    """Say how strongly one card moves a bet, on average over the cards."""
    squares = (float(effect) ** 2 for effect in sheet.effects[bet])
    return sqrt(sum(squares))


def _figure(title: str) -> tuple[Figure, Any]:
    figure = Figure(figsize=(8, 4.6), layout="constrained")
    axes = figure.subplots()
    axes.set_title(title, loc="left", fontsize=10)
    return figure, axes


def _line(place: int) -> dict[str, Any]:
    return {
        "color": COLOURS[place % len(COLOURS)],
        "linestyle": STYLES[place // len(COLOURS) % len(STYLES)],
        "linewidth": 1.4,
    }


def _legend(axes: Any) -> None:
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5), fontsize=8)
