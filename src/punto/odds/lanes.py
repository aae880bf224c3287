"""Ten counts in one integer: a row over the Player totals, worked on in one operation.

Plain integers have no size limit, so a row of ten numbers can live in one of them, each in a
lane wide enough for the largest result. Adding two rows, or multiplying a row by a number,
is then one operation. A lane may be short of the next one while a sum is being built; it is
exact again when every number in the row is, which is why rows are cut only when finished.
"""

from __future__ import annotations

from punto.odds.drawing import TOTALS


class Lanes:
    """Reads and writes rows whose numbers do not exceed `largest`."""

    __slots__ = ("_masks", "low", "row", "unit", "width")

    def __init__(self, largest: int) -> None:
        self.width = largest.bit_length() + 1
        self.low = (1 << self.width) - 1
        self.row = (1 << 10 * self.width) - 1
        self.unit = [1 << self.width * lane for lane in TOTALS]
        self._masks: dict[int, int] = {}

    def mask(self, bits: int) -> int:
        """Turn a mask of one bit a lane into one that keeps those lanes whole."""
        found = self._masks.get(bits)
        if found is None:
            found = sum(self.low << self.width * lane for lane in TOTALS if bits >> lane & 1)
            self._masks[bits] = found
        return found

    def rotations(self, row: int) -> list[int]:
        """Return the row turned by 0 to 9 lanes: lane s of turn v is lane (s - v) mod 10."""
        twice = row | row << 10 * self.width
        return [twice >> (10 - turn) * self.width & self.row for turn in TOTALS]

    def numbers(self, row: int) -> list[int]:
        """Read a row of up to twenty lanes; lanes ten apart are the same total, so they add."""
        row = (row & self.row) + (row >> 10 * self.width)
        return [row >> self.width * lane & self.low for lane in TOTALS]
