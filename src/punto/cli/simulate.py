"""`punto simulate`: whole shoes, every outcome class counted, every bet settled."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import typer

from punto.cli.choices import Game, rulebook
from punto.cli.output import AsJson, answers, console, print_json, table
from punto.cli.simulation import (
    Burn,
    ClusterAt,
    CutCard,
    Decks,
    OneMore,
    Out,
    Rounds,
    Seed,
    Shoes,
    Workers,
    carry_out,
    naming,
    shoe_plan,
    tell_expected,
)
from punto.core.composition import fresh
from punto.core.outcome import SLOTS, decode
from punto.core.rulebook import Rulebook
from punto.odds.bets import all_bet_odds
from punto.odds.drawing import drawing
from punto.odds.weights import joint
from punto.sim.estimates import Estimate, Precision
from punto.sim.histogram import BetCount, Histogram, HistogramJob, count_bets
from punto.sim.jobs import Tally, check_shoes
from punto.sim.kernels import KernelName, choose, kernel
from punto.sim.runner import Enough, Run, never, until
from punto.sim.shoe import check_stream


@answers
def command(  # noqa: PLR0913 - an option is an argument
    game: Game,
    *,
    decks: Decks = 8,
    shoes: Shoes = 100_000,
    seed: Seed = 1,
    cut_card: CutCard = 14,
    burn: Burn = "0",
    one_more: OneMore = False,
    rounds: Rounds = None,
    workers: Workers = None,
    cluster: ClusterAt = None,
    out: Out = None,
    precision: Annotated[
        float | None,
        typer.Option(
            help="Stop once each bet's edge is known to this standard error.", show_default=False
        ),
    ] = None,
    wanted_kernel: Annotated[
        KernelName | None,
        typer.Option("--kernel", help="What deals; all give the same.", show_default="fastest"),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Deal whole shoes and count every outcome; estimates stand beside the exact odds.

    The seed and the number of a shoe fix its cards, whatever the cores or machines: `punto
    shoe` shows any of them. A hundred thousand shoes are eight million rounds.
    """
    rules = rulebook(game)
    with naming("--shoes", "bad_shoes"):
        check_shoes(shoes)
    with naming("--seed", "bad_seed"):
        check_stream(seed, 0)
    plan = shoe_plan(rules, decks, cut_card, burn, one_more=one_more, rounds=rounds)
    with naming("--kernel", "bad_kernel"):
        chosen = choose(rules, wanted_kernel)
    job = HistogramJob(game=rules.id, plan=plan, shoes=shoes, seed=seed, kernel=chosen)
    enough: Enough = never
    if precision is not None:
        with naming("--precision", "bad_precision"):
            enough = until(lambda tally: _least_known(rules, tally).error, Precision(precision))
    if cluster is None:
        tell_expected(job, kernel(chosen, rules).shoes_a_second, workers, quiet=as_json)
    done, folder = carry_out(
        job,
        rules,
        workers=workers,
        cluster=cluster,
        out=out,
        enough=enough,
        known=lambda tally: _how_well(rules, tally),
        quiet=as_json,
    )
    histogram = Histogram.of(done.tally)
    summary = _summary(rules, job, done, histogram)
    if folder:
        folder.finish(job, summary, _columns(histogram))
    if as_json:
        print_json(summary)
    else:
        _show(rules, done, histogram, count_bets(rules, histogram), plan.decks)


def _how_well(rules: Rulebook, tally: Tally) -> str:
    """Name the edge that is known least."""
    least = _least_known(rules, tally)
    return f"{least.bet} ±{least.error:.3%}"


class _LeastKnown(NamedTuple):
    bet: str
    error: float


def _least_known(rules: Rulebook, tally: Tally) -> _LeastKnown:
    counts = count_bets(rules, Histogram.of(tally))
    errors = (_LeastKnown(name, bet.cost().error) for name, bet in counts.items())
    return max(errors, key=lambda each: each.error)


def _summary(
    rules: Rulebook, job: HistogramJob, done: Run, histogram: Histogram
) -> dict[str, object]:
    return {
        "game": rules.id,
        "decks": job.plan.decks,
        "shoes": done.shoes,
        "seed": job.seed,
        "rounds": histogram.rounds,
        "cards": histogram.cards,
        "bets": {
            name: {
                "pays": [
                    {"odds": [row.odds.num, row.odds.den], "count": count}
                    for row, count in bet.pays
                    if row.odds
                ],
                "push": bet.push,
                "lose": bet.lose,
            }
            for name, bet in count_bets(rules, histogram).items()
        },
        "digest": histogram.digest,
        "seconds": round(done.seconds, 3),
    }


def _columns(histogram: Histogram) -> dict[str, list[object]]:
    codes = [code for code in range(SLOTS) if histogram.counts[code]]
    classes = [decode(code) for code in codes]
    return {
        "code": [*codes],
        "player_total": [each.player_total for each in classes],
        "banker_total": [each.banker_total for each in classes],
        "player_cards": [each.player_cards for each in classes],
        "banker_cards": [each.banker_cards for each in classes],
        "pairs": [each.pairs.name.lower() for each in classes],
        "count": [histogram.counts[code] for code in codes],
    }


def _show(
    rules: Rulebook, done: Run, histogram: Histogram, bets: dict[str, BetCount], decks: int
) -> None:
    weights = joint(fresh(decks), drawing(rules.tableau))
    odds = all_bet_odds(rules.columns.values(), weights)
    exact = {each.bet.id: float(each.edge) for each in odds}
    names = ("bet", "hit", "edge", "±", "exact", "off by")
    shown = table(*names, right=names[1:], title=str(rules.document.title))
    for name, bet in bets.items():
        cost: Estimate = bet.cost()
        shown.add_row(
            bet.bet.name,
            f"{sum(count for _, count in bet.pays) / bet.rounds:.3%}",
            f"{cost.mean:.3%}",
            f"{cost.error:.3%}",
            f"{exact[name]:.3%}",
            f"{cost.distance(exact[name]):+.1f} se",
        )
    out = console()
    out.print(shown)
    rate = histogram.rounds / done.seconds / 1e6 if done.seconds else 0.0
    out.print(
        f"{histogram.rounds:,} rounds of {done.shoes:,} shoes in {done.seconds:.1f} s "
        f"({rate:,.0f} million a second), {histogram.rounds / done.shoes:.2f} a shoe."
    )
    if histogram.voids:
        out.print(f"{histogram.voids:,} rounds ran out of cards and were void (I-08).")
    out.print(f"digest {histogram.digest}")
