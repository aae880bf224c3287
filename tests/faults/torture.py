# ruff: noqa: T201 - it prints its figures
"""The long column of R1 and R3: many damages at every point, until the number of runs is reached.

    python -m tests.faults.torture --runs 100000 --seed 1

Prints the runs, and each loss with the scene, point, damage and seed that show it again.
"""

from __future__ import annotations

import argparse
import sys
import time
from random import Random

from punto.testing.faults import Damage, Fault
from tests.faults.harness import LostError, Runner, points, scenes, workplace


def torture(runs: int, seed: int) -> int:
    """Run until `runs` are done; return how many losses there were."""
    chance, losses, begun = Random(seed), 0, time.monotonic()
    with workplace() as folder:
        runner = Runner(folder)
        every = [(scene, at) for scene in scenes() for at in points(runner, scene)]
        print(f"{len(scenes())} scenes, {len(every)} points")
        while runner.runs < runs:
            scene, at = chance.choice(every)
            case, kind = chance.randrange(1 << 32), chance.choice(("cut", "cut twice", "fail"))
            try:
                if kind == "cut":
                    runner.cut(scene, at, chance.choice(tuple(Damage)), Random(case), prove=False)
                elif kind == "cut twice":
                    runner.cut_twice(scene, at, case % 40 + 1, Random(case))
                else:
                    runner.fail(scene, at % 12 + 1, tuple(Fault)[1 + case % 3])
            except LostError as lost:
                losses += 1
                print(f"LOST: {scene.name} {kind} at {at}, case {case}: {lost}")
    seconds = time.monotonic() - begun
    print(f"{runner.runs} runs, {losses} losses, {seconds:.0f} s")
    return losses


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    sys.exit(torture(asked.runs, asked.seed) > 0)
