"""Play simulated pits for as long as one likes: `python -m punto.testing.torture --pits 100`.

Every pit has a seed of its own; one that breaks names its seed, so that it can be played again.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from punto.core.checks import Defect
from punto.testing.pit import SimulatedPit


def main() -> int:
    """Play pit after pit."""
    parser = argparse.ArgumentParser(prog="punto.testing.torture", description=__doc__)
    parser.add_argument("--pits", type=int, default=20, help="how many pits")
    parser.add_argument("--hours", type=float, default=12.5, help="hours at each of four tables")
    parser.add_argument("--seed", type=int, default=1_000, help="the first seed")
    wanted = parser.parse_args()
    hours = 0.0
    irregularities: Counter[str] = Counter()
    for seed in range(wanted.seed, wanted.seed + wanted.pits):
        try:
            report = SimulatedPit(seed).run(wanted.hours)
        except Defect as defect:
            sys.stderr.write(f"seed {seed} breaks: {defect}\n")
            return 1
        hours += 4 * wanted.hours
        irregularities += report.irregularities
        sys.stdout.write(
            f"seed {seed}: {report.rounds} rounds, {report.crashes} crashes, "
            f"{sum(report.irregularities.values())} irregularities\n"
        )
    sys.stdout.write(
        f"{hours:g} table-hours, {irregularities.total()} irregularities, none broke\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
