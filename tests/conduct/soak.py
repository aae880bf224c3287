"""Play as many random rounds as asked through the conduct and the reference model.

python tests/conduct/soak.py --rounds 200000 --seed 1
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.conduct.comparing import compare


def main() -> None:
    """Compare the rounds, each from a seed of its own, and stop at the first that differs."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=200_000)
    options.add_argument("--seed", type=int, default=0, help="seed of the first round")
    asked = options.parse_args()
    ends: Counter[str] = Counter()
    for seed in range(asked.seed, asked.seed + asked.rounds):
        try:
            ends[compare(Random(seed))] += 1
        except AssertionError as difference:
            sys.exit(f"round {seed} differs: {difference}")
    for end, number in ends.most_common():
        print(f"{number:9,} {end}")  # noqa: T201 - a report at the shell
    print(f"{ends.total():9,} rounds agree")  # noqa: T201


if __name__ == "__main__":
    main()
