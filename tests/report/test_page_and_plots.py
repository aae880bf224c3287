"""The page is complete and needs nothing from elsewhere; the plots are the same every time."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from typer.testing import CliRunner

from punto.cli.app import app
from punto.report.page import par_page
from punto.report.plots import edge_by_decks, edge_by_depth, effects_of_removal, save, svg
from punto.report.sheet import ParSheet

VOID = {"meta"}


class Tags(HTMLParser):
    """Checks that every tag is closed in order and collects what is linked."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.linked: list[str] = []
        self.headings: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.linked += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in ("h1", "h2"):
            self.headings.append(data)


def test_the_page_is_whole_and_stands_alone(insured: ParSheet) -> None:
    page = par_page(insured)
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    assert tags.headings[:2] == [
        "PAR sheet: Da Hu Ying Xiong (Non-Commission Baccarat with Insurance Plus), 8 decks",
        "Bets",
    ]
    assert "Insurance, while a card is still to be drawn (I-57)" in tags.headings
    assert [link for link in tags.linked if not link.startswith("#")] == []
    assert "@page" in page
    assert page.count("<svg") == 4
    for figure in ("1.4581", "269,232,304,455,680", "dhyx2:4.1.2", "635532/3942085"):
        assert figure in page


def test_a_game_without_insurance_has_no_table_of_it(plain: ParSheet) -> None:
    page = par_page(plain)
    assert "Insurance, while" not in page
    assert "6 decks" in page


def test_a_plot_is_the_same_every_time(plain: ParSheet) -> None:
    rulebook = plain.rulebook
    bets = ["big_tiger", "tie"]
    one, two = (svg(edge_by_depth(rulebook, 8, bets=bets, samples=50)) for _ in range(2))
    assert one == two
    assert svg(effects_of_removal(plain, bets)) == svg(effects_of_removal(plain, bets))


def test_plots_are_readable_pictures(plain: ParSheet, tmp_path: Path) -> None:
    figure = edge_by_decks(plain.rulebook)
    save(figure, tmp_path / "plot.svg")
    save(figure, tmp_path / "plot.png")
    root = ET.fromstring((tmp_path / "plot.svg").read_text(encoding="utf-8"))  # noqa: S314
    assert root.tag.endswith("svg")
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")
    (axes,) = figure.axes
    assert [line.get_label() for line in axes.lines] == [
        bet.name for bet in plain.rulebook.bets.values()
    ]


def test_deeper_is_worth_more_to_perfect_play(plain: ParSheet) -> None:
    (axes,) = edge_by_depth(plain.rulebook, 8, bets=["small_tiger"], samples=300).axes
    (line,) = axes.lines
    gains = [float(gain) for gain in np.asarray(line.get_ydata())]
    assert gains[0] > gains[3] > gains[-1] >= 0


def test_the_par_command_writes_all_files(tmp_path: Path) -> None:
    command = ["par", "mbs5", "--decks", "6", "--out", str(tmp_path / "sheets"), "--json"]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 0, result.output
    files = [Path(name) for name in json.loads(result.output)["files"]]
    assert sorted(file.suffix for file in files) == [".html"] + [".png"] * 4 + [".svg"] * 4 + [
        ".xlsx"
    ]
    assert all(file.stat().st_size > 5_000 for file in files)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["mbs5", "--decks", "2"], "decks_not_allowed"), (["mbs9"], "unknown_game")],
)
def test_a_sheet_that_cannot_be_is_refused(arguments: list[str], code: str) -> None:
    result = CliRunner().invoke(app, ["par", *arguments, "--json"])
    assert result.exit_code == 2
    assert json.loads(result.output)["error"]["code"] == code
