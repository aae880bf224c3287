"""The workbook's formulas give the exact figures, and follow when a cell is changed."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

from punto.report.sheet import LEVELS, ParSheet, confidence
from punto.report.workbook import FIRST, write_workbook

from .formulas import Calculator


@pytest.fixture(scope="module")
def path(insured: ParSheet, tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("par") / "par.xlsx"
    write_workbook(insured, made)
    return made


@pytest.fixture
def book(path: Path) -> Workbook:
    return load_workbook(path)


def test_the_sheets(book: Workbook, plain: ParSheet, tmp_path: Path) -> None:
    names = ["Game", "Pay rows", "Bets", "Confidence", "Insurance", "Removal", "Readings"]
    assert book.sheetnames == names
    write_workbook(plain, tmp_path / "plain.xlsx")
    assert load_workbook(tmp_path / "plain.xlsx").sheetnames == [
        name for name in names if name != "Insurance"
    ]


def test_the_number_of_draws_is_where_the_formulas_look(book: Workbook) -> None:
    assert book["Game"]["A8"].value == "Ordered six-card draws"
    assert book["Game"]["B8"].value == 4_998_398_275_503_360
    assert book["Game"]["B9"].value == "4998398275503360"


def test_edges_and_variances_follow_from_the_formulas(book: Workbook, insured: ParSheet) -> None:
    calculator = Calculator(book)
    for row, odds in enumerate(insured.bets, start=FIRST + 1):
        assert book["Bets"][f"A{row}"].value == odds.bet.name
        assert calculator.value("Bets", f"B{row}") == pytest.approx(float(odds.edge), abs=1e-12)
        assert calculator.value("Bets", f"C{row}") == pytest.approx(float(odds.hit_rate))
        assert calculator.value("Bets", f"D{row}") == pytest.approx(float(odds.variance))
        assert calculator.value("Bets", f"E{row}") == pytest.approx(odds.deviation)


def test_other_odds_move_the_edge(book: Workbook, insured: ParSheet) -> None:
    rows = book["Pay rows"]
    place = next(
        row for row in range(FIRST + 1, rows.max_row + 1) if rows[f"A{row}"].value == "Small Tiger"
    )
    assert rows[f"C{place}"].value == 22
    rows[f"C{place}"].value = 20
    at, small_tiger = next(
        (row, odds)
        for row, odds in enumerate(insured.bets, start=FIRST + 1)
        if odds.bet.id == "small_tiger"
    )
    dearer = small_tiger.edge + 2 * small_tiger.hit_rate
    assert Calculator(book).value("Bets", f"B{at}") == pytest.approx(float(dearer))


def test_confidence_limits_follow_from_the_formulas(book: Workbook, insured: ParSheet) -> None:
    calculator = Calculator(book)
    for row, odds in enumerate(insured.bets, start=FIRST + 1):
        low, high = confidence(odds, 1_000, LEVELS["95 %"])
        assert calculator.value("Confidence", f"B{row}") == pytest.approx(low)
        assert calculator.value("Confidence", f"C{row}") == pytest.approx(high)
        low, high = confidence(odds, 10_000_000, LEVELS["95 %"])
        assert calculator.value("Confidence", f"J{row}") == pytest.approx(low)
        assert calculator.value("Confidence", f"K{row}") == pytest.approx(high)


def test_every_insurance_cell_follows_from_the_formulas(book: Workbook, insured: ParSheet) -> None:
    calculator = Calculator(book)
    cells = [cell for line in insured.insurance for cell in line.cells]
    assert len(cells) == 83
    for row, each in enumerate(cells, start=FIRST + 1):
        assert calculator.value("Insurance", f"K{row}") == pytest.approx(float(each.arises))
        assert calculator.value("Insurance", f"L{row}") == pytest.approx(
            float(each.share(each.win))
        )
        assert calculator.value("Insurance", f"M{row}") == pytest.approx(float(each.edge))


def test_stored_values_are_those_of_the_formulas(book: Workbook, path: Path) -> None:
    stored = load_workbook(path, data_only=True)
    calculator = Calculator(book)
    checked = 0
    for name in ("Pay rows", "Bets", "Confidence", "Insurance"):
        for row in book[name].iter_rows(min_row=FIRST + 1):
            for cell in row:
                if isinstance(cell.value, str) and cell.value.startswith("="):
                    assert stored[name][cell.coordinate].value == pytest.approx(
                        calculator.value(name, cell.coordinate), abs=1e-12
                    )
                    checked += 1
    assert checked > 400


def test_ways_are_exact_as_text_and_sum_to_all_draws(book: Workbook, insured: ParSheet) -> None:
    rows = book["Pay rows"]
    sums: dict[str, int] = {}
    for row in range(FIRST + 1, rows.max_row + 1):
        bet = rows[f"A{row}"].value
        sums[bet] = sums.get(bet, 0) + int(rows[f"F{row}"].value)
        assert ":" in rows[f"J{row}"].value  # every line cites a clause
    assert set(sums.values()) == {insured.orderings}
    assert len(sums) == len(insured.bets)


def test_effects_and_tags_sum_to_nothing(book: Workbook) -> None:
    calculator = Calculator(book)
    rows = book["Removal"]
    for row in range(FIRST + 1, rows.max_row + 1):
        assert calculator.value("Removal", f"O{row}") == pytest.approx(0, abs=1e-12)
