"""Three kernels, one shoe: compiled lanes, NumPy arrays, and the core card by card."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from punto.core.cards import RANKS, Card, Suit
from punto.core.checks import Misuse
from punto.core.composition import fresh, full_set
from punto.core.outcome import SLOTS, classify
from punto.core.rulebook import Rulebook
from punto.core.tableau import deal
from punto.odds.drawing import drawing
from punto.odds.weights import joint
from punto.rules import load, rulebooks
from punto.sim import jit
from punto.sim.arrays import ArrayKernel
from punto.sim.compiled import CompiledKernel
from punto.sim.histogram import Histogram, count_bets
from punto.sim.kernels import KernelName, choose, plays_lane_table
from punto.sim.lanes import width_for
from punto.sim.plan import ShoePlan
from punto.sim.shoe import deal_shoe
from punto.sim.trace import UNSHOWN, VOID_CODE

RULES = load("rws-tiger-buffalo@4")
TABLE = RULES.tableau
COMPILED, ARRAYS = CompiledKernel(), ArrayKernel()

PLANS = [
    ShoePlan(),
    ShoePlan(cut_card=15),
    ShoePlan(cut_card=14, burn_by_value=True, one_more=True),
    ShoePlan(decks=5, cut_card=2, one_more=True),
    ShoePlan(rounds=67),
    ShoePlan(decks=4, cut_card=0, burn_by_value=True),
    ShoePlan(decks=6, cut_card=5, burn=1),
    ShoePlan(decks=10, cut_card=300, burn=5),
    ShoePlan(decks=8, cut_card=416),
]


@pytest.mark.parametrize("plan", PLANS, ids=str)
def test_compiled_and_numpy_agree_to_the_unit(plan: ShoePlan) -> None:
    fast = COMPILED.trace(plan, 7, 5, 300)
    slow = ARRAYS.trace(plan, 7, 5, 300)
    assert np.array_equal(fast.codes, slow.codes)
    dealt = (fast.codes < VOID_CODE)[:, :, None]
    assert np.array_equal(np.where(dealt, fast.ranks, 0), np.where(dealt, slow.ranks, 0))
    assert np.array_equal(fast.shown, slow.shown)
    histogram = COMPILED.histogram(plan, 7, 5, 300)
    assert histogram == ARRAYS.histogram(plan, 7, 5, 300) == fast.histogram()


@pytest.mark.parametrize("plan", PLANS, ids=str)
def test_a_replayed_shoe_is_the_one_that_was_counted(plan: ShoePlan) -> None:
    trace = COMPILED.trace(plan, 11, 0, 25)
    for number in range(25):
        shoe = deal_shoe(plan, 11, number, TABLE)
        codes = [outcome.code for outcome in shoe.outcomes(TABLE)]
        assert codes == [code for code in trace.codes[number] if code < VOID_CODE]
        assert bool(shoe.void) == bool((trace.codes[number] == VOID_CODE).any())
        for place, cards in enumerate(shoe.rounds):
            drawn = [rank for rank in trace.ranks[number, place] if rank != UNSHOWN]
            assert [card.rank.place for card in cards] == drawn
        if plan.burn_by_value:
            assert shoe.burnt[0].rank.place == trace.shown[number]


@pytest.mark.parametrize("plan", PLANS, ids=str)
@pytest.mark.clause("tb4:2.2.1", "dhyx2:2.2.1", "tbi1:2.2.1", "mbs5:2.1")
@pytest.mark.interpretation("I-05", "I-06")
def test_every_card_of_the_set_is_in_the_shoe_once(plan: ShoePlan) -> None:
    shoe = deal_shoe(plan, 3, 8, TABLE)
    assert Counter(shoe.cards) == full_set(plan.decks)
    if plan.burn_by_value:
        value = shoe.burnt[0].points or 10
        assert len(shoe.burnt) == 1 + value
    else:
        assert len(shoe.burnt) == plan.burn


@pytest.mark.clause("mbs5:3.17", "mbs5:3.17.1")
@pytest.mark.interpretation("I-07")
def test_the_round_in_which_the_cutting_card_appears_is_the_last() -> None:
    for number in range(40):
        shoe = deal_shoe(ShoePlan(cut_card=14), 2, number, TABLE)
        before_last = 416 - sum(len(cards) for cards in shoe.rounds[:-1])
        assert before_last >= 14, "it had not appeared, or is the first card of this round"
        assert len(shoe.behind) < 14


@pytest.mark.parametrize(
    "plan", [ShoePlan(), ShoePlan(decks=4, burn_by_value=True), ShoePlan(cut_card=0)]
)
def test_every_shoe_has_the_rounds_that_are_always_there(plan: ShoePlan) -> None:
    counts = COMPILED.trace(plan, 4, 0, 5000).codes < VOID_CODE
    assert counts.sum(axis=1).min() >= plan.rounds_always
    assert plan.rounds_always <= plan.most_rounds
    assert ShoePlan().rounds_always == 68


@pytest.mark.interpretation("I-07")
def test_the_cutting_card_only_decides_where_a_shoe_ends() -> None:
    deep = deal_shoe(ShoePlan(cut_card=14), 2, 5, TABLE)
    shallow = deal_shoe(ShoePlan(cut_card=200), 2, 5, TABLE)
    assert shallow.rounds == deep.rounds[: len(shallow.rounds)]
    front = deal_shoe(ShoePlan(cut_card=416), 2, 5, TABLE)
    assert front.rounds == deep.rounds[:1], "the cutting card in front: that round is the last"


@pytest.mark.clause("tb4:5.5.4", "dhyx2:5.5.4", "tbi1:5.5.4", "mbs5:5.3")
@pytest.mark.interpretation("I-08")
def test_a_round_is_void_only_when_a_card_that_is_due_is_not_there() -> None:
    plan = ShoePlan(decks=4, cut_card=0)
    voids = 0
    for number in range(60):
        shoe = deal_shoe(plan, 1, number, TABLE)
        assert len(shoe.behind) < 4
        if shoe.void:
            voids += 1
            assert not shoe.behind
            assert not deal(shoe.void, TABLE).complete
    assert 5 < voids < 55
    assert COMPILED.histogram(plan, 1, 0, 60)[SLOTS] == voids


@pytest.mark.parametrize(
    ("features", "width"), [("+avx512bw,+avx2", 64), ("+sse2,+avx2", 32), ("", 16)]
)
def test_lanes_follow_the_processor(features: str, width: int) -> None:
    assert width_for(features) == width


@pytest.mark.slow
@pytest.mark.parametrize("processor", ["haswell", "nehalem"])
def test_an_older_processor_counts_the_same(processor: str) -> None:
    program = (
        "from punto.sim.compiled import CompiledKernel, WIDTH\n"
        "from punto.sim.plan import ShoePlan\n"
        "from punto.sim.histogram import Histogram\n"
        "counts = CompiledKernel().histogram(ShoePlan(), 7, 5, 300)\n"
        "print(WIDTH, Histogram(tuple(counts[:2000]), counts[2000]).digest)\n"
    )
    features = "+avx2" if processor == "haswell" else ""
    found = subprocess.run(
        [sys.executable, "-c", program],
        env={"NUMBA_CPU_NAME": processor, "NUMBA_CPU_FEATURES": features, "PATH": "/bin"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    counts = COMPILED.histogram(ShoePlan(), 7, 5, 300)
    width = "32" if processor == "haswell" else "16"
    assert found == [width, Histogram(tuple(counts[:2000]), counts[2000]).digest]


def test_shoes_are_pinned_for_good() -> None:
    histogram = Histogram(tuple(COMPILED.histogram(ShoePlan(), 1, 0, 5000)[:SLOTS]), 0)
    assert histogram.rounds == 409_919
    assert histogram.digest == ("caf46bbd2e76042ac9836e6bf62ba2585217aa52ab787cb08ccfc3491a753638")
    assert " ".join(map(str, deal_shoe(ShoePlan(), 1, 0, TABLE).cards[:12])) == (
        "9S 3D 6D 7D 4C 10S 4H KH KH 10H 5C 7S"
    )


@pytest.mark.slow
@pytest.mark.clause("tb4:3.10", "tb4:3.11", "tb4:3.12", "mbs5:3.12", "mbs5:3.13", "mbs5:3.14")
@pytest.mark.clause("dhyx2:3.10", "dhyx2:3.13", "dhyx2:3.15", "tbi1:3.10", "tbi1:3.13", "tbi1:3.15")
def test_the_core_settles_a_hundred_thousand_shoes_as_the_kernel_counts_them() -> None:
    """Deal the cards that the kernel drew by the core's Table of Play, and class them by it."""
    plan, shoes, seed = ShoePlan(), 100_000, 20_250_808
    made = [Card(rank, suit) for rank, suit in zip(RANKS, (*Suit,) * 4, strict=False)]
    counts = [0] * SLOTS
    packed = []
    for first in range(0, shoes, 20_000):
        trace = COMPILED.trace(plan, seed, first, 20_000)
        ranks = trace.ranks[trace.codes < SLOTS].astype(np.int64)
        # rounds of the same Hands are settled once, whichever of its first two cards came first
        for one, two in ((0, 2), (1, 3)):
            ranks[:, [one, two]] = np.sort(ranks[:, [one, two]], axis=1)
        packed.append(ranks @ (14 ** np.arange(5, -1, -1)))
    different = np.unique(np.concatenate(packed), return_counts=True)
    for number, many in zip(*(part.tolist() for part in different), strict=True):
        drawn = [number // 14**place % 14 for place in range(5, -1, -1)]
        hands = deal([made[rank] for rank in drawn if rank != UNSHOWN], TABLE)
        assert hands.complete
        assert not hands.surplus
        counts[classify(hands.player, hands.banker).code] += many
    assert counts == COMPILED.histogram(plan, seed, 0, shoes)[:SLOTS]
    assert sum(counts) > 8_000_000


def test_bets_are_counted_as_the_core_settles_them() -> None:
    shoes = [deal_shoe(ShoePlan(), 5, number, TABLE) for number in range(40)]
    histogram = Histogram(tuple(COMPILED.histogram(ShoePlan(), 5, 0, 40)[:SLOTS]), 0)
    outcomes = [outcome for shoe in shoes for outcome in shoe.outcomes(TABLE)]
    assert histogram.rounds == len(outcomes)
    assert histogram.cards == sum(len(cards) for shoe in shoes for cards in shoe.rounds)
    for rules in rulebooks().values():
        for name, count in count_bets(rules, histogram).items():
            column = rules.columns[name]
            marks = Counter(column.row(outcome.code) for outcome in outcomes)
            assert count.lose == marks[None]
            assert {row.name: many for row, many in count.rows if many} == {
                row.name: many for row, many in marks.items() if row
            }
            assert count.rounds == len(outcomes)


@pytest.mark.parametrize("decks", [4, 8])
def test_counts_are_as_the_exact_odds_say(decks: int) -> None:
    weights = joint(fresh(decks), drawing(TABLE))
    total = sum(weights)
    counts = COMPILED.histogram(ShoePlan(decks=decks), 42, 0, 200_000)
    rounds = sum(counts[:SLOTS])
    reachable = [code for code in range(SLOTS) if weights[code]]
    assert all(weights[code] for code in range(SLOTS) if counts[code])
    expected = [rounds * weights[code] / total for code in reachable]
    square = sum(
        (counts[code] - wanted) ** 2 / wanted
        for code, wanted in zip(reachable, expected, strict=True)
    )
    freedom = len(reachable) - 1
    assert freedom == 778
    assert abs(square - freedom) < 4 * (2 * freedom) ** 0.5


@pytest.mark.parametrize(
    "wrong",
    [
        {"decks": 3},
        {"decks": 11},
        {"cut_card": -1},
        {"cut_card": 417},
        {"burn": -1},
        {"rounds": 0},
        {"burn": 411, "cut_card": 0},
        {"burn": 1, "burn_by_value": True},
        {"burn_by_value": True, "cut_card": 406},
    ],
    ids=str,
)
@pytest.mark.interpretation("I-06")
def test_a_shoe_that_nobody_could_prepare_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(Misuse):
        replace(ShoePlan(), **wrong)


def test_a_seed_or_number_out_of_range_is_refused() -> None:
    for seed, number in ((-1, 0), (1 << 64, 0), (0, -1), (0, 1 << 62)):
        with pytest.raises(Misuse):
            deal_shoe(ShoePlan(), seed, number, TABLE)


@pytest.mark.parametrize("rules", rulebooks().values(), ids=lambda rules: rules.id)
@pytest.mark.interpretation("I-03", "I-04")
def test_the_lanes_play_by_the_rulebooks_table(rules: Rulebook) -> None:
    assert plays_lane_table(load(rules.id))


def test_a_table_of_play_of_its_own_is_left_to_the_core() -> None:
    other = replace(RULES, tableau=replace(TABLE, player_draws=frozenset(range(5))))
    assert choose(other) is KernelName.PLAIN
    with pytest.raises(Misuse, match="Table of Play of its own"):
        choose(other, KernelName.COMPILED)
    assert choose(RULES, KernelName.NUMPY) is KernelName.NUMPY


def test_a_change_of_any_source_makes_cached_code_stale() -> None:
    from punto.sim import compiled

    cache = compiled._histogram._cache._cache_file  # type: ignore[attr-defined]
    assert cache._source_stamp == jit.SOURCES
    assert len(jit.SOURCES) == 64
