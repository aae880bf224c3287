"""A small calculator for the formulas that our workbooks use, so that tests can change a cell.

It turns a formula into Python: references become lookups, ranges become arrays.
"""

from __future__ import annotations

import math
import re
from typing import Any

import numpy as np
from openpyxl import Workbook
from openpyxl.utils import range_boundaries

REFERENCE = re.compile(
    r"(?:(?P<sheet>'[^']+'|[A-Za-z]+)!)?(?P<range>\$?[A-Z]+\$?\d+(?::\$?[A-Z]+\$?\d+)?)"
)


class Calculator:
    """Computes cells of a workbook from its formulas, never from stored values."""

    def __init__(self, book: Workbook) -> None:
        self.book = book

    def value(self, sheet: str, cell: str) -> Any:
        found = self.book[sheet][cell].value
        if not isinstance(found, str) or not found.startswith("="):
            return found
        python = REFERENCE.sub(lambda match: self._lookup(sheet, match), found[1:])
        python = re.sub(r"(?<![<>=])=(?!=)", "==", python)
        names = {
            "at": self._at,
            "SUM": lambda values: values.sum(),
            "SUMPRODUCT": lambda values: values.sum(),
            "SQRT": math.sqrt,
        }
        return eval(python, {"__builtins__": {}}, names)  # noqa: S307 - our own formulas

    @staticmethod
    def _lookup(sheet: str, match: re.Match[str]) -> str:
        name = (match["sheet"] or sheet).strip("'")
        return f"at({name!r},{match['range'].replace('$', '')!r})"

    def _at(self, sheet: str, place: str) -> Any:
        if ":" not in place:
            return self.value(sheet, place)
        left, top, right, bottom = range_boundaries(place)
        cells = self.book[sheet].iter_rows(top, bottom, left, right)
        return np.array(
            [self.value(sheet, cell.coordinate) for row in cells for cell in row], dtype=object
        )
