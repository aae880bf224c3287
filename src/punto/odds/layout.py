"""Where things stand in the arrays of the compiled counts.

`cuts` is the Table of Play: for the lanes of a row, -1 where a Player total belongs to the case
and 0 where not, so that a row and its cut make a row of the deals of that case.
"""

from __future__ import annotations

from typing import Final

# Where the parts of `cuts` begin: -1 or 0 for each lane, by t, b and p ...
CUT_BOTH: Final = 0
CUT_PLAYER: Final = CUT_BOTH + 10 * 8 * 8
CUT_BANKER: Final = CUT_PLAYER + 10 * 8 * 8
# ... the same for a paired Player Hand of total 2h, by t and h, lanes over b ...
CUT_BOTH_PAIRED: Final = CUT_BANKER + 8 * 8
CUT_PLAYER_PAIRED: Final = CUT_BOTH_PAIRED + 10 * 4 * 8
CUT_BANKER_PAIRED: Final = CUT_PLAYER_PAIRED + 10 * 4 * 8
# ... whether any lane is kept, by t and b, and whether both Hands stand, by p and b.
ANY_BOTH: Final = CUT_BANKER_PAIRED + 4 * 8
ANY_PLAYER: Final = ANY_BOTH + 10 * 8
ANY_BANKER: Final = ANY_PLAYER + 10 * 8
STAND: Final = ANY_BANKER + 8
CUTS: Final = STAND + 10 * 10

# Where the parts of the sums begin: rows over p by t and Banker's final total, then without t.
BOTH: Final = 0
PLAYER: Final = BOTH + 10 * 10 * 8
BANKER: Final = PLAYER + 10 * 10 * 8
SUMS: Final = BANKER + 10 * 8

# The same for a paired Player Hand: rows over Banker's final total (folded at 10), by t and h.
PAIRED_BOTH: Final = 0
PAIRED_PLAYER: Final = PAIRED_BOTH + 10 * 4 * 18
PAIRED_BANKER: Final = PAIRED_PLAYER + 10 * 4 * 18
PAIRED_SUMS: Final = PAIRED_BANKER + 4 * 18
