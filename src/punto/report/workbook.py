"""The PAR sheet as a workbook whose figures are formulas.

Ways and odds are typed in; probabilities, edges, variances and confidence limits are formulas
over them, so a reader can follow every figure and try other odds. The workbook also carries
the values, for readers that do not calculate. Spreadsheets keep 15 digits, so exact ways stand
beside the numbers as text.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import xlsxwriter
from xlsxwriter.utility import xl_rowcol_to_cell as cell

from punto.core.cards import RANKS
from punto.report.sheet import LEVELS, ROUNDS, ParSheet, confidence

FIRST: Final = 4
"""The first row of data: above it are a title, a line of explanation and the heads."""

CONFIDENCE: Final = "95 %"


class _Book:
    """A workbook being written, and its formats."""

    def __init__(self, path: Path) -> None:
        self.file = xlsxwriter.Workbook(path)
        self.title = self.file.add_format({"bold": True, "font_size": 14})
        self.head = self.file.add_format({"bold": True, "bottom": 1, "text_wrap": True})
        self.note = self.file.add_format({"italic": True, "font_color": "#555555"})
        self.percent = self.file.add_format({"num_format": "0.0000%"})
        self.number = self.file.add_format({"num_format": "0.000000"})
        self.whole = self.file.add_format({"num_format": "#,##0"})
        self.input = self.file.add_format({"bg_color": "#FFF7D6"})

    def sheet(self, name: str, title: str, note: str, heads: dict[str, int]) -> Any:
        """Begin a sheet with its heads and the widths of its columns."""
        made = self.file.add_worksheet(name)
        made.write(0, 0, title, self.title)
        made.write(1, 0, note, self.note)
        for column, (head, width) in enumerate(heads.items()):
            made.write(FIRST - 1, column, head, self.head)
            made.set_column(column, column, width)
        made.freeze_panes(FIRST, 1)
        made.set_landscape()
        made.fit_to_pages(1, 0)
        return made


def write_workbook(sheet: ParSheet, path: Path) -> None:
    """Write the workbook."""
    book = _Book(path)
    _game(book, sheet)
    lines = _pay_rows(book, sheet)
    _bets(book, sheet, lines)
    _confidence(book, sheet)
    if sheet.insurance:
        _insurance(book, sheet)
    _removal(book, sheet)
    _readings(book, sheet)
    book.file.close()


def _game(book: _Book, sheet: ParSheet) -> None:
    made = book.file.add_worksheet("Game")
    made.set_column(0, 0, 26)
    made.set_column(1, 1, 90)
    document = sheet.rulebook.document
    made.write(0, 0, f"PAR sheet: {document.title}", book.title)
    facts = {
        "Rulebook": sheet.rulebook.id,
        "Operator": document.operator_name,
        "Effective": document.effective.isoformat(),
        "Decks": sheet.decks,
        "Cards": sheet.composition.size,
        "Ordered six-card draws": sheet.orderings,
        "The same, exact": str(sheet.orderings),
        "Digest of the rule data": sheet.rulebook.digest,
        "Method": "Every class of outcome is counted exactly; nothing is simulated.",
        "Sign": "Edge is what a unit staked is expected to cost the bettor.",
        "Yellow cells": "may be changed: everything that depends on them is computed anew.",
    }
    for row, (name, value) in enumerate(facts.items(), start=2):
        made.write(row, 0, name)
        made.write(row, 1, value, book.whole if isinstance(value, int) else None)


ORDERINGS: Final = "Game!$B$8"


def _pay_rows(book: _Book, sheet: ParSheet) -> int:
    heads = {
        "Bet": 18, "Row": 34, "Pays": 7, "to": 5, "Profit of a unit": 11, "Ways, exact": 22,
        "Ways": 24, "Probability": 13, "Part of the result": 13, "Clauses": 40,
    }  # fmt: skip
    note = "A row of odds per line; the stake comes back besides (I-22)."
    made = book.sheet("Pay rows", "Every pay row", note, heads)
    row = FIRST
    for row, each in enumerate(sheet.outcomes, start=FIRST):
        profit, chance = each.num / each.den, each.ways / sheet.orderings
        made.write(row, 0, each.bet)
        made.write(row, 1, each.name.replace("_", " "))
        made.write(row, 2, each.num, book.input)
        made.write(row, 3, each.den, book.input)
        made.write_formula(row, 4, f"={cell(row, 2)}/{cell(row, 3)}", None, profit)
        made.write(row, 5, str(each.ways))
        made.write(row, 6, each.ways, book.whole)
        made.write_formula(row, 7, f"={cell(row, 6)}/{ORDERINGS}", book.number, chance)
        formula = f"={cell(row, 4)}*{cell(row, 7)}"
        made.write_formula(row, 8, formula, book.number, profit * chance)
        made.write(row, 9, " ".join(each.clauses))
    return row


def _bets(book: _Book, sheet: ParSheet, last: int) -> None:
    def column(number: int) -> str:
        first, end = cell(FIRST, number, True, True), cell(last, number, True, True)
        return f"'Pay rows'!{first}:{end}"

    heads = {"Bet": 18, "Edge": 12, "Hit rate": 12, "Variance": 12, "Deviation": 12, "Clauses": 40}
    made = book.sheet("Bets", "Every bet", "Formulas over the sheet Pay rows.", heads)
    for row, odds in enumerate(sheet.bets, start=FIRST):
        name, edge = cell(row, 0), cell(row, 1)
        own = f"({column(0)}={name})"
        variance = f"=SUMPRODUCT({own}*{column(7)}*{column(4)}*{column(4)})-{edge}*{edge}"
        hit = f"=SUMPRODUCT({own}*({column(4)}>0)*{column(7)})"
        made.write(row, 0, odds.bet.name)
        formula = f"=-SUMPRODUCT({own}*{column(8)})"
        made.write_formula(row, 1, formula, book.percent, float(odds.edge))
        made.write_formula(row, 2, hit, book.percent, float(odds.hit_rate))
        made.write_formula(row, 3, variance, book.number, float(odds.variance))
        made.write_formula(row, 4, f"=SQRT({cell(row, 3)})", book.number, odds.deviation)
        made.write(row, 5, " ".join(odds.bet.clauses))


def _confidence(book: _Book, sheet: ParSheet) -> None:
    heads = {"Bet": 18} | {
        f"{rounds:,} rounds, {end}": 15 for rounds in ROUNDS for end in ("low", "high")
    }
    note = "The bettor's result per unit lies between low and high; deviations to either side:"
    made = book.sheet("Confidence", f"Range of results, {CONFIDENCE}", note, heads)
    deviations = LEVELS[CONFIDENCE]
    made.write(2, 0, deviations, book.input)
    for row, odds in enumerate(sheet.bets, start=FIRST):
        made.write(row, 0, odds.bet.name)
        for place, rounds in enumerate(ROUNDS):
            limits = confidence(odds, rounds, deviations)
            for side, sign in enumerate("-+"):
                formula = f"=-Bets!{cell(row, 1)}{sign}$A$3*Bets!{cell(row, 4)}/SQRT({rounds})"
                column = 1 + 2 * place + side
                made.write_formula(row, column, formula, book.percent, limits[side])


def _insurance(book: _Book, sheet: ParSheet) -> None:
    heads = {
        "Insured": 9, "Stage": 24, "Own": 6, "Other": 7, "Pays": 6, "to": 5, "Pays on a tie": 9,
        "Ways it wins": 20, "Ways of a tie returned": 20, "Ways it loses": 20, "Arises": 12,
        "Wins": 12, "Edge": 12, "Clauses": 30,
    }  # fmt: skip
    note = "A line for each pair of points, with a card still to be drawn (I-57)."
    made = book.sheet("Insurance", "Every Insurance", note, heads)
    row = FIRST
    for line in sheet.insurance:
        for each in line.cells:
            ways = (each.win, each.push, each.lose)
            values = (each.row.side, each.row.stage.replace("_", " "), each.own[0], each.other[0])
            for column, value in enumerate(values):
                made.write(row, column, value)
            made.write(row, 4, each.row.odds.num, book.input)
            made.write(row, 5, each.row.odds.den, book.input)
            made.write(row, 6, "yes" if each.row.pays_on_tie else "no")
            for column, value in enumerate(ways, start=7):
                made.write(row, column, value, book.whole)
            win, lose = cell(row, 7), cell(row, 9)
            offered = f"SUM({win}:{lose})"
            made.write_formula(row, 10, f"={offered}/{ORDERINGS}", book.percent, float(each.arises))
            chance = float(each.share(each.win))
            made.write_formula(row, 11, f"={win}/{offered}", book.percent, chance)
            edge = f"=({lose}-{win}*{cell(row, 4)}/{cell(row, 5)})/{offered}"
            made.write_formula(row, 12, edge, book.percent, float(each.edge))
            made.write(row, 13, " ".join(each.row.clauses))
            row += 1


def _removal(book: _Book, sheet: ParSheet) -> None:
    heads = {"Bet": 18} | {str(rank): 11 for rank in RANKS} | {"Sum": 9, "Correlation": 11}
    note = "What a unit's expected result changes by when one card leaves; below, the best tags."
    made = book.sheet("Removal", "Effects of removal", note, heads)
    row = FIRST
    for bet, effects in sheet.effects.items():
        made.write(row, 0, sheet.rulebook.bets[bet].name)
        for column, effect in enumerate(effects, start=1):
            made.write(row, column, float(effect), book.number)
        formula = f"=SUM({cell(row, 1)}:{cell(row, len(effects))})"
        made.write_formula(row, len(effects) + 1, formula, book.number, 0)
        row += 1
    for bet, count in sheet.counts.items():
        made.write(row, 0, f"tags, {sheet.rulebook.bets[bet].name}")
        for column, tag in enumerate(count.tags, start=1):
            made.write(row, column, tag)
        formula = f"=SUM({cell(row, 1)}:{cell(row, len(count.tags))})"
        made.write_formula(row, len(count.tags) + 1, formula, None, 0)
        made.write(row, len(count.tags) + 2, count.correlation, book.number)
        row += 1


def _readings(book: _Book, sheet: ParSheet) -> None:
    heads = {"Item": 8, "Bet": 44, "Reading": 50, "Edge by default": 14, "Edge then": 14}
    note = "What other readings of disputed words would do; docs/rules has the interpretations."
    made = book.sheet("Readings", "Disputed readings", note, heads)
    for row, each in enumerate(sheet.readings, start=FIRST):
        for column, value in enumerate((each.interpretation, each.bet, each.reading)):
            made.write(row, column, value)
        made.write(row, 3, float(-each.default), book.percent)
        made.write(row, 4, float(-each.result), book.percent)
