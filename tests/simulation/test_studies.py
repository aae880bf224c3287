"""Every study against a slow twin that is obviously right, and against exact values."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from punto.core.cards import Card, Rank
from punto.core.checks import Misuse
from punto.core.composition import Composition, fresh
from punto.core.insurance import offers
from punto.core.outcome import OutcomeClass, Winner, classify
from punto.core.rulebook import InsuranceRow
from punto.core.tableau import deal
from punto.odds.bets import all_bet_odds, profit
from punto.odds.drawing import drawing
from punto.odds.given import Shown, joint_given
from punto.odds.insurance import insurance_table, offers_given
from punto.odds.weights import joint
from punto.rules import load
from punto.sim.engines import Serial
from punto.sim.jobs import block_size
from punto.sim.plan import ShoePlan
from punto.sim.runner import run
from punto.sim.shoe import deal_shoe
from punto.sim.studies.bankroll import ALWAYS, REACH, BankrollJob, sessions
from punto.sim.studies.base import StudyJob
from punto.sim.studies.count import BUCKETS, HIGHEST, LOWEST, CountJob, best, triggers
from punto.sim.studies.floor import FloorJob, floor
from punto.sim.studies.insurance import InsuranceJob, cells, gain_of_all, lines
from punto.sim.studies.perfect import PARTS, PerfectJob, ceilings
from punto.sim.studies.roads import RoadsJob, board

GAME = "rws-tiger-buffalo-insurance@1"
RULES = load(GAME)
TABLE = RULES.tableau
DRAWING = drawing(TABLE)
TAGS = (0, 0, -1, -1, -1, -2, 1, 2, 2, 0, 0, 0, 0)
PLANS = [ShoePlan(), ShoePlan(decks=4, cut_card=60, burn_by_value=True), ShoePlan(one_more=True)]

Round = tuple[Composition, tuple[Card, ...], OutcomeClass]


def rounds_of(plan: ShoePlan, seed: int, number: int) -> Iterator[Round]:
    """Yield each round with the cards that nobody had seen before it."""
    shoe = deal_shoe(plan, seed, number, TABLE)
    unseen = fresh(plan.decks)
    if plan.burn_by_value:
        unseen = unseen.without([shoe.burnt[0].rank])
    for cards in shoe.rounds:
        hands = deal(cards, TABLE)
        yield unseen, cards, classify(hands.player, hands.banker)
        unseen = unseen.without([card.rank for card in cards])


def gain(bet: str, outcome: OutcomeClass) -> Fraction:
    return profit(RULES.columns[bet].row(outcome.code))


def finished(job: StudyJob) -> Any:
    return run(job, Serial()).tally


@pytest.mark.parametrize("plan", PLANS, ids=str)
def test_a_count_is_kept_as_a_person_would_keep_it(plan: ShoePlan) -> None:
    job = CountJob(game=GAME, plan=plan, shoes=70, seed=4, bet="banker", tags=TAGS)
    bets = [Counter[int]() for _ in range(70)]
    won = [Counter[int]() for _ in range(70)]
    whole = fresh(plan.decks)
    for number in range(70):
        for unseen, _, outcome in rounds_of(plan, 4, number):
            seen = [a - b for a, b in zip(whole.counts, unseen.counts, strict=True)]
            running = sum(tag * many for tag, many in zip(TAGS, seen, strict=True))
            true_count = math.floor(Fraction(running * 52, unseen.size))
            at = min(max(true_count, LOWEST), HIGHEST)
            bets[number][at] += 1
            won[number][at] += int(2 * gain("banker", outcome))
    tally = finished(job)
    for bucket in range(BUCKETS):
        above = range(LOWEST + bucket, HIGHEST + 1)
        taken = [sum(counts[at] for at in above) for counts in bets]
        gained = [sum(counts[at] for at in above) for counts in won]
        assert tally["sums"][5 * bucket : 5 * bucket + 5] == [
            sum(taken),
            sum(gained),
            sum(n * n for n in taken),
            sum(n * n for n in gained),
            sum(a * b for a, b in zip(taken, gained, strict=True)),
        ]
    found = triggers(job, tally)
    assert found[0].at == LOWEST
    assert found[0].frequency.mean == 1
    assert found[0].advantage.mean == pytest.approx(
        sum(sum(counts.values()) for counts in won) / 2 / sum(map(sum, (c.values() for c in bets)))
    )


def test_more_is_gained_at_a_higher_count() -> None:
    job = CountJob(
        game="rws-tiger-buffalo@4",
        plan=ShoePlan(),
        shoes=150_000,
        seed=1,
        bet="big_tiger",
        tags=TAGS,
    )
    found = {trigger.at: trigger for trigger in triggers(job, finished(job))}
    edge = next(
        odds.edge
        for odds in all_bet_odds(job.rulebook.columns.values(), joint(fresh(8), DRAWING))
        if odds.bet.id == "big_tiger"
    )
    assert abs(found[LOWEST].advantage.distance(-float(edge))) < 4
    assert found[0].advantage.mean < 0 < found[8].advantage.mean < found[14].advantage.mean
    top = best(list(found.values()))
    assert top is not None
    assert 4 <= top.at <= 12
    assert top.kelly == pytest.approx(top.advantage.mean / 50, rel=0.1)


def test_perfect_knowledge_is_the_exact_odds_before_each_round() -> None:
    plan = ShoePlan(decks=4, cut_card=20, burn_by_value=True)
    job = PerfectJob(game=GAME, plan=plan, shoes=3, seed=2)
    favourable: Counter[str] = Counter()
    gained: Counter[str] = Counter()
    for number in range(3):
        for unseen, _, _ in rounds_of(plan, 2, number):
            for odds in all_bet_odds(RULES.columns.values(), joint(unseen, DRAWING)):
                if odds.edge < 0:
                    favourable[odds.bet.id] += 1
                    gained[odds.bet.id] += round(-odds.edge * PARTS)
    tally = finished(job)
    assert sum(favourable.values()) > 10
    for place, bet in enumerate(RULES.columns):
        assert tally["sums"][5 * place] == favourable[bet]
        assert abs(tally["sums"][5 * place + 1] - gained[bet]) <= favourable[bet]
    for each in ceilings(job, tally):
        assert each.by_depth[0][1] == pytest.approx(each.gain.mean)
        worths = [worth for _, worth in each.by_depth]
        assert worths == sorted(worths, reverse=True)


def stages(cards: tuple[Card, ...]) -> Iterator[tuple[Shown, list[InsuranceRow]]]:
    hands = deal(cards, TABLE)
    for many in (2, 3):
        if len(hands.player) >= many:
            player, banker = hands.player[:many], hands.banker[:2]
            rows = list(offers(RULES, player, banker))
            ranks: list[tuple[Rank, ...]] = [
                tuple(card.rank for card in hand) for hand in (player, banker)
            ]
            yield Shown(player=ranks[0], banker=ranks[1]), rows


@pytest.mark.interpretation("I-57")
def test_insurance_is_weighed_as_the_odds_weigh_it() -> None:
    plan = ShoePlan(decks=4, cut_card=10, burn_by_value=True)
    job = InsuranceJob(game=GAME, plan=plan, shoes=8, seed=3)
    offered: Counter[InsuranceRow] = Counter()
    taken: Counter[InsuranceRow] = Counter()
    gained: Counter[InsuranceRow] = Counter()
    for number in range(8):
        for unseen, cards, _ in rounds_of(plan, 3, number):
            for shown, rows in stages(cards):
                if not rows:
                    continue
                for odds in offers_given(RULES, shown, joint_given(unseen, shown, DRAWING)):
                    offered[odds.row] += 1
                    if odds.edge < 0:
                        taken[odds.row] += 1
                        gained[odds.row] += round(-odds.edge * PARTS)
    tally = finished(job)
    assert sum(taken.values()) > 10
    for line in lines(job, tally):
        assert line.offered == offered[line.row]
        assert line.taken == taken[line.row]
        worth = Fraction(gained[line.row], PARTS * 8)
        assert line.gain == pytest.approx(float(worth), abs=1e-8)
    assert gain_of_all(tally).mean == pytest.approx(sum(gained.values()) / PARTS / 8)


def test_insurance_ends_as_the_exact_table_says() -> None:
    job = InsuranceJob(game=GAME, plan=ShoePlan(), shoes=40_000, seed=8)
    exact = {
        (cell.row, cell.own[0], cell.other[0]): cell
        for line in insurance_table(RULES, fresh(8), DRAWING)
        for cell in line.cells
    }
    found = cells(job, finished(job))
    assert len(found) == len(exact) == 83
    for cell in found:
        wanted = exact[cell.row, cell.own, cell.other]
        assert abs(cell.arises().distance(float(wanted.arises))) < 4.5
        assert abs(cell.cost().distance(float(wanted.edge))) < 4.5


def test_a_game_without_insurance_is_refused() -> None:
    with pytest.raises(Misuse, match="has no Insurance"):
        InsuranceJob(game="rws-tiger-buffalo@4", plan=ShoePlan(), shoes=1, seed=1)


@pytest.mark.parametrize(("tags", "trigger"), [((0,) * 13, ALWAYS), (TAGS, 2)])
def test_sessions_go_as_one_who_writes_every_bet_down(tags: tuple[int, ...], trigger: int) -> None:
    plan = ShoePlan(cut_card=100)
    job = BankrollJob(
        game=GAME, plan=plan, shoes=60, seed=6, bet="banker", session=3, tags=tags, trigger=trigger
    )
    final, lowest, falls, played = Counter[int](), Counter[int](), Counter[int](), 0
    for session in range(20):
        money, path = Fraction(0), [Fraction(0)]
        for number in range(3 * session, 3 * session + 3):
            for unseen, _, outcome in rounds_of(plan, 6, number):
                seen = [32 - count for count in unseen.counts]
                running = sum(tag * many for tag, many in zip(tags, seen, strict=True))
                if trigger == ALWAYS or Fraction(running * 52, unseen.size) >= trigger:
                    money += gain("banker", outcome)
                    path.append(money)
                    played += 1
        peaks = [max(path[: at + 1]) for at in range(len(path))]
        fall = max(peak - at for peak, at in zip(peaks, path, strict=True))
        final[math.floor(money)] += 1
        lowest[math.ceil(-min(path))] += 1
        falls[math.ceil(fall)] += 1
    tally = finished(job)
    width = 2 * REACH + 1
    for place, counts in enumerate((final, lowest, falls)):
        ends = tally["ends"][place * width : (place + 1) * width]
        assert {at - REACH: many for at, many in enumerate(ends) if many} == counts
    found = sessions(job, tally)
    assert found.sessions == 20
    assert found.bets * 20 == played
    assert found.ruin[0][1].mean == sum(many for at, many in lowest.items() if at >= 10) / 20


def test_long_sessions_lose_what_the_edge_says() -> None:
    job = BankrollJob(game=GAME, plan=ShoePlan(), shoes=40_000, seed=6, bet="player", session=2)
    found = sessions(job, finished(job))
    assert found.exact is not None
    assert abs(found.result.distance(found.exact[0])) < 4
    assert found.deviation == pytest.approx(found.exact[1], rel=0.03)
    assert found.kelly == 0
    chances = [chance.mean for _, chance in found.ruin]
    assert chances == sorted(chances, reverse=True)
    assert block_size(job) % 2 == 0


def mark(lengths: list[int], column: int, row: int, back: int) -> str | None:
    """Return a derived road's mark as the books teach it, columns and rows from 1."""
    if column < back + (2 if row == 1 else 1):
        return None
    if row == 1:
        return "red" if lengths[column - 2] == lengths[column - 2 - back] else "blue"
    beside = lengths[column - 1 - back]
    if beside >= row:
        return "red"
    return "blue" if beside == row - 1 else "red"


def test_roads_are_drawn_as_by_hand() -> None:
    plan = ShoePlan(cut_card=14)
    many, red, blue = 30, Counter[int](), Counter[int]()
    columns, longest, ties, lengths_of = (
        Counter[int](),
        Counter[int](),
        Counter[int](),
        Counter[int](),
    )
    for number in range(many):
        winners = [outcome.winner for _, _, outcome in rounds_of(plan, 5, number)]
        lengths: list[int] = []
        last: Winner | None = None
        for winner in winners:
            if winner is Winner.TIE:
                continue
            if winner is not last:
                lengths.append(0)
                last = winner
            lengths[-1] += 1
            for back in (1, 2, 3):
                drawn = mark(lengths, len(lengths), lengths[-1], back)
                red[back] += drawn == "red"
                blue[back] += drawn == "blue"
        columns[len(lengths)] += 1
        longest[max(lengths)] += 1
        ties[winners.count(Winner.TIE)] += 1
        lengths_of.update(lengths)
    tally = finished(RoadsJob(game=GAME, plan=plan, shoes=many, seed=5))
    for back in (1, 2, 3):
        assert tally["marks"][2 * back - 2 : 2 * back] == [red[back], blue[back]]
    assert {at: n for at, n in enumerate(tally["columns"]) if n} == columns
    assert {at: n for at, n in enumerate(tally["ties"]) if n} == ties
    found = board(tally)
    assert found.longest_by == longest
    drawn_columns = Counter(found.streaks["player"]) + Counter(found.streaks["banker"])
    assert drawn_columns == lengths_of


def test_the_known_faults_of_derived_roads_are_not_repeated() -> None:
    assert mark([2, 2], 2, 2, 1) == "red", "BBPP: the first column counts"
    assert [mark([1, 2], 2, 2, 1), mark([1, 3], 2, 3, 1)] == ["blue", "red"], "BPPP"


def floor_job(**other: Any) -> FloorJob:
    setting: dict[str, Any] = {
        "game": GAME,
        "plan": ShoePlan(),
        "seed": 3,
        "tables": 2,
        "hours": 2,
        "rounds_an_hour": 70,
        "seats": 5,
        "minimum": 100,
        "maximum": 10_000,
        "differential": 500,
        "mix": (("player", 2), ("banker", 2), ("tie", 1)),
    }
    return FloorJob.of_days(30, **(setting | other))


def test_a_floor_wins_what_its_edges_say() -> None:
    job = floor_job(seats=3)
    tally = run(job, Serial()).tally
    found = floor(job, tally)
    assert found.days == job.days == 30
    assert job.shoes == 30 * job.step
    assert abs(found.result.distance(found.exact)) < 4
    assert found.staked >= 30 * 0.5
    assert found.quantiles[0][1] <= found.quantiles[-1][1]
    assert sum(tally["ends"]) == 30


def test_the_differential_bounds_what_a_table_risks() -> None:
    # one seat bets at most the Differential, so no round can move the day by more than that
    tight = floor_job(seats=1, hours=1, rounds_an_hour=1, tables=1, mix=(("player", 1),))
    tally = run(tight, Serial()).tally
    assert max(abs(tally["sums"][0]), 1) <= 30 * 500
    assert tally["staked"][0] <= 30 * 500
    loose = floor_job(
        seats=1, hours=1, rounds_an_hour=1, tables=1, mix=(("player", 1),), differential=10_000
    )
    assert run(loose, Serial()).tally["staked"][0] > tally["staked"][0]


@pytest.mark.parametrize(
    "wrong",
    [
        {"tables": 0},
        {"hours": 0},
        {"rounds_an_hour": 0},
        {"seats": 0},
        {"minimum": 0},
        {"minimum": 20_000},
        {"differential": 1},
        {"mix": ()},
        {"mix": (("player", 0),)},
        {"mix": (("insurance", 1),)},
    ],
    ids=str,
)
def test_a_floor_that_nobody_could_open_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(Misuse):
        floor_job(**wrong)


@pytest.mark.parametrize(
    ("kind", "wrong"),
    [
        (CountJob, {"bet": "banker", "tags": (1, 2)}),
        (CountJob, {"bet": "banker", "tags": (0,) * 13}),
        (CountJob, {"bet": "banker", "tags": (10**6,) * 13}),
        (CountJob, {"bet": "nothing", "tags": TAGS}),
        (PerfectJob, {"margin": 2.0}),
        (PerfectJob, {"plan": ShoePlan(cut_card=5)}),
        (InsuranceJob, {"margin": -1.0}),
        (BankrollJob, {"bet": "banker", "session": 0}),
        (BankrollJob, {"bet": "banker", "session": 7}),
        (BankrollJob, {"bet": "banker", "trigger": 3}),
        (BankrollJob, {"bet": "banker", "tags": (1,)}),
        (RoadsJob, {"shoes": 0}),
        (RoadsJob, {"seed": -1}),
    ],
    ids=str,
)
def test_a_study_that_means_nothing_is_refused(kind: Any, wrong: dict[str, Any]) -> None:
    setting: dict[str, Any] = {"game": GAME, "plan": ShoePlan(), "shoes": 64, "seed": 1}
    with pytest.raises(Misuse):
        kind(**(setting | wrong))


def test_a_study_describes_all_that_decides_it() -> None:
    job = CountJob(game=GAME, plan=ShoePlan(), shoes=64, seed=1, bet="tie", tags=TAGS)
    assert job.describe() == {
        "game": GAME,
        "shoes": 64,
        "seed": 1,
        "bet": "tie",
        "tags": list(TAGS),
        "decks": 8,
        "cut_card": 14,
        "burn": 0,
        "burn_by_value": False,
        "one_more": False,
        "rounds": None,
    }
    assert floor_job().describe()["mix"] == [["player", 2], ["banker", 2], ["tie", 1]]
