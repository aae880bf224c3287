"""Plots of results, as SVG or PNG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from punto.core.checks import Misuse, require

SUFFIXES: Final = (".svg", ".png")
_SIZE: Final = (8.0, 4.5)
_COLOURS: Final = ("#0b6e4f", "#c1121f", "#1d3557", "#e09f3e", "#6a4c93", "#8d99ae")
_STYLES: Final = ("-", "--", "-.", ":")
"""Lines differ in style too, for those who do not tell the colours apart."""


@dataclass(frozen=True, kw_only=True)
class Plot:
    """What to draw: lines, or bars of one series."""

    title: str
    across: str
    up: str
    lines: Mapping[str, Sequence[tuple[float, float]]] = field(default_factory=dict)
    """Points of each line."""
    bars: Sequence[tuple[float, float]] = ()
    bands: Mapping[str, Sequence[tuple[float, float, float]]] = field(default_factory=dict)
    """For some lines, the lowest and highest that each point may be."""
    per_cent: bool = False
    zero: bool = False
    """Draw a line at nothing gained."""


def check_path(path: Path) -> None:
    """Refuse a file that no plot can be written to, before the work is done."""
    require(path.suffix in SUFFIXES, f"{path}: a plot is {' or '.join(SUFFIXES)}")
    require(path.parent.is_dir(), f"{path.parent} is no folder")


def save(plot: Plot, path: Path) -> None:
    """Draw a plot into a file; the same plot gives the same bytes."""
    check_path(path)
    try:
        import matplotlib as mpl  # noqa: PLC0415 - an optional extra
    except ImportError as missing:
        raise Misuse("a plot needs Matplotlib: install punto with the extra `report`") from missing
    mpl.use("agg")
    with mpl.rc_context({"svg.hashsalt": "punto", "svg.fonttype": "none", "font.size": 10}):
        _draw(plot, path)


def _draw(plot: Plot, path: Path) -> None:
    from matplotlib import pyplot  # noqa: PLC0415 - an optional extra
    from matplotlib.ticker import PercentFormatter  # noqa: PLC0415 - an optional extra

    figure, axes = pyplot.subplots(figsize=_SIZE, layout="constrained")
    for place, (name, points) in enumerate(plot.lines.items()):
        _line(axes, place, name, points, plot.bands.get(name, ()))
    if plot.bars:
        across, up = zip(*plot.bars, strict=True)
        width = min((after - before for before, after in pairwise(across)), default=1)
        axes.bar(across, up, width=0.9 * width, color=_COLOURS[0])
    if plot.zero:
        axes.axhline(0, color="black", linewidth=0.8)
    if plot.per_cent:
        axes.yaxis.set_major_formatter(PercentFormatter(1.0))
    if len(plot.lines) > 1:
        axes.legend(frameon=False, ncols=1 + len(plot.lines) // 8)
    axes.set(title=plot.title, xlabel=plot.across, ylabel=plot.up)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None, dpi=150)
    pyplot.close(figure)


def _line(
    axes: Any,
    place: int,
    name: str,
    points: Sequence[tuple[float, float]],
    band: Sequence[tuple[float, float, float]],
) -> None:
    if not points:
        return
    across, up = zip(*points, strict=True)
    colour = _COLOURS[place % len(_COLOURS)]
    style = _STYLES[place // len(_COLOURS) % len(_STYLES)]
    axes.plot(across, up, label=name, color=colour, linestyle=style, linewidth=1.6)
    if band:
        at, low, high = zip(*band, strict=True)
        axes.fill_between(at, low, high, color=colour, alpha=0.2, linewidth=0)
