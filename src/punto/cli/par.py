"""`punto par`: the PAR sheet of a game as a workbook, a page and plots."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from punto.cli.choices import Game, rulebook
from punto.cli.output import AsJson, Failed, Problem, answers, asked_wrongly, print_json
from punto.core.cards import DECK
from punto.odds.asked import USUAL_DECKS, BadRequest, cards_left

NEEDED = ("xlsxwriter", "matplotlib", "numpy", "numba")


@answers
def command(
    game: Game,
    *,
    decks: Annotated[str, typer.Option(metavar="N", help="Decks in the shoe.")] = str(USUAL_DECKS),
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Where to write.")] = Path(),
    as_json: AsJson = False,
) -> None:
    """Write a PAR sheet: a workbook with live formulas, a page to print, and plots.

    Every pay row with its ways and clauses; edge, variance and confidence limits of every bet;
    Insurance; effects of removal; disputed readings. The page prints to PDF from any browser.

        punto par tb4 --decks 8 --out sheets
    """
    book = rulebook(game)
    try:
        number = cards_left(book.decks, decks, None).size // len(DECK)
    except BadRequest as bad:
        raise asked_wrongly(bad) from None
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        message = f"{', '.join(missing)} is not installed: pip install 'punto[report,sim]'"
        raise Failed(Problem(code="not_installed", message=message))
    files = _write(book.id, number, out)
    if as_json:
        print_json({"game": book.id, "decks": number, "files": [str(path) for path in files]})
        return
    for path in files:
        typer.echo(str(path))


def _write(game: str, decks: int, out: Path) -> list[Path]:
    from punto.report.page import par_page
    from punto.report.plots import par_plots, save
    from punto.report.sheet import ParSheet
    from punto.report.workbook import write_workbook

    sheet = ParSheet(rulebook(game), decks)
    stem = f"{game.replace('@', '-v')}-{decks}-decks"
    out.mkdir(parents=True, exist_ok=True)
    workbook, page = out / f"{stem}.xlsx", out / f"{stem}.html"
    write_workbook(sheet, workbook)
    page.write_text(par_page(sheet), encoding="utf-8")
    files = [workbook, page]
    for name, draw in par_plots(sheet).items():
        figure = draw()
        for ending in ("svg", "png"):
            files.append(out / f"{stem}-{name}.{ending}")
            save(figure, files[-1])
    return files
