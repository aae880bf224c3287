"""How fast the exact odds are counted, and how far that is from looping over all deals.

    python benchmarks/bench_odds.py [--quick]

Every way is checked against the others before it is timed. The slow way is the
obvious one: nested loops that deal every round rank by rank from the Table of Play. One core
throughout.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from time import perf_counter

import numpy as np

from punto.core.cards import POINTS, Rank
from punto.core.composition import Composition, fresh
from punto.core.outcome import SLOTS
from punto.core.tableau import Tableau
from punto.odds.batch import Batch, joint_batch
from punto.odds.bets import all_bet_odds
from punto.odds.document import odds_document
from punto.odds.drawing import drawing
from punto.odds.given import Shown, joint_given
from punto.odds.insurance import offers_given
from punto.odds.weights import joint
from punto.rules import load

BOOK = load("rws-tiger-buffalo-insurance@1")
RULES = drawing(BOOK.tableau)
SHOE = fresh(8)


def main() -> None:
    """Check, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="fewer repetitions")
    quick = parser.parse_args().quick
    compositions = some_compositions(500 if quick else 5_000)
    check(compositions[:: len(compositions) // 50])
    slow = best(lambda: by_nested_loops(SHOE, BOOK.tableau), 1)
    show("slow way: nested loops, all classes", slow, slow)
    show("plain Python: all 779 classes", best(lambda: joint(SHOE, RULES), 20), slow, 6e-3)
    middle = Shown((Rank.ACE, Rank.FOUR), (Rank.KING, Rank.FOUR))
    show("plain: mid-round, all bets and offers", best(lambda: live(middle), 50), slow, 1e-3)
    first = Shown((Rank.ACE,), (Rank.KING,))
    show("plain: mid-round, two cards shown", best(lambda: live(first), 20), slow)
    show("plain: the whole answer of punto odds", best(whole_answer, 10), slow)
    one = np.array([SHOE.counts], np.int64)
    show("compiled: all classes, one at a time", best(lambda: joint_one(one), 200), slow, 20e-6)
    each = len(compositions)
    batch = Batch(BOOK.columns.values(), RULES)
    wins = best(lambda: batch.win_counts(compositions), 5) / each
    show("compiled: wins of all bets, in a batch", wins, slow, 1 / 150_000)
    classes = best(lambda: joint_batch(compositions, RULES), 5) / each
    show("compiled: all classes, in a batch", classes, slow, 1 / 50_000)
    command = best(from_the_shell, 5 if quick else 10)
    show("punto odds GAME --json, from the shell", command, slow, 120e-3)


def show(name: str, seconds: float, slow: float, allowed: float | None = None) -> None:
    """Print one line: time, rate, ratio to the slow way, and the goal if there is one."""
    goal = f"   goal {allowed * 1e6:>9,.1f} us" if allowed else ""
    rate, ratio = 1 / seconds, slow / seconds
    print(f"{name:<40}{seconds * 1e6:>13,.1f} us{rate:>12,.0f}/s{ratio:>11,.0f}x{goal}")


def best(action: Callable[[], object], times: int) -> float:
    """Return the shortest of several runs, in seconds."""
    action()
    shortest = float("inf")
    for _ in range(times):
        begin = perf_counter()
        action()
        shortest = min(shortest, perf_counter() - begin)
    return shortest


def some_compositions(number: int) -> np.ndarray:
    """Deal fresh shoes down to random depths."""
    random = np.random.default_rng(7)
    shoe = np.repeat(np.arange(13), 32)
    found = np.empty((number, 13), np.int64)
    for row in found:
        left = random.permutation(shoe)[: random.integers(14, 417)]
        row[:] = np.bincount(left, minlength=13)
    return found


def check(compositions: np.ndarray) -> None:
    """Stop unless every way gives the same numbers."""
    twin = by_nested_loops(SHOE, BOOK.tableau)
    if joint(SHOE, RULES) != [twin[place] for place in range(SLOTS)]:
        sys.exit("the plain count and nested loops differ")
    fast = joint_batch(compositions, RULES)
    plain = joint_batch(compositions, RULES, compiled=False)
    wins = Batch(BOOK.columns.values(), RULES).win_counts(compositions)
    plain_wins = Batch(BOOK.columns.values(), RULES, compiled=False).win_counts(compositions)
    if not (fast == plain).all() or not (wins == plain_wins).all():
        sys.exit("the compiled and the plain counts differ")
    print(f"twins agree: nested loops, plain and compiled, {len(compositions)} compositions")


def live(shown: Shown) -> None:
    """Do what a table needs between two cards."""
    weights = joint_given(SHOE, shown, RULES)
    all_bet_odds(BOOK.columns.values(), weights)
    offers_given(BOOK, shown, weights)


def whole_answer() -> None:
    """Price everything before the round, as text."""
    odds_document(BOOK, SHOE, Shown())


def joint_one(composition: np.ndarray) -> None:
    """Count one composition through the public entry, checks included."""
    joint_batch(composition, RULES)


def from_the_shell() -> None:
    """Run the command as a user does."""
    program = "from punto.cli.start import main; main()"
    command = [sys.executable, "-c", program, "odds", BOOK.id, "--decks", "8", "--json"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def by_nested_loops(composition: Composition, tableau: Tableau) -> Counter[int]:
    """Weigh every class by dealing every round rank by rank, the obvious way."""
    left, found = list(composition.counts), Counter[int]()
    size = composition.size - 4
    for first in product(range(13), repeat=4):
        ways = 1
        for rank in first:
            ways *= left[rank]
            left[rank] -= 1
        if ways:
            for player, banker, more in endings(first, left, size, tableau):
                found[code(player, banker)] += ways * more
        for rank in first:
            left[rank] += 1
    return found


Hand = tuple[int, ...]


def endings(
    first: Hand, left: list[int], size: int, tableau: Tableau
) -> Iterator[tuple[Hand, Hand, int]]:
    """Draw the third cards after the first four in every way."""
    player, banker = first[::2], first[1::2]
    p, b = points(player), points(banker)
    if not tableau.player_takes_third(p, b):
        if not tableau.banker_takes_third(p, b, None):
            yield player, banker, size * (size - 1)
            return
        for last, count in enumerate(left):
            yield player, (*banker, last), count * (size - 1)
        return
    for third, count in enumerate(left):
        if not tableau.banker_takes_third(p, b, POINTS[third]):
            yield (*player, third), banker, count * (size - 1)
            continue
        for last, other in enumerate(left):
            yield (*player, third), (*banker, last), count * (other - (last == third))


def points(hand: Hand) -> int:
    """Score a Hand of rank places."""
    return sum(POINTS[rank] for rank in hand) % 10


def code(player: Hand, banker: Hand) -> int:
    """Number the class of two Hands."""
    pairs = 2 * (banker[0] == banker[1]) + (player[0] == player[1])
    pairs += pairs == 3 and player[0] == banker[0]
    sizes = (len(player) - 2) * 2 + len(banker) - 2
    return ((points(player) * 10 + points(banker)) * 4 + sizes) * 5 + pairs


if __name__ == "__main__":
    main()
