"""`punto study`: what has no closed form, asked of reproducible shoes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple, TypeAlias, TypeVar

import typer

from punto.cli.choices import Game, rulebook
from punto.cli.output import AsJson, Failed, Problem, answers, console, print_json, table
from punto.cli.simulation import (
    Burn,
    ClusterAt,
    CutCard,
    Decks,
    OneMore,
    Out,
    Seed,
    Workers,
    carry_out,
    naming,
    needing_numba,
    shoe_plan,
    tell_expected,
)
from punto.core.checks import require
from punto.core.composition import fresh
from punto.core.rulebook import Rulebook
from punto.odds.removal import best_count, bet_results, effects_of_removal
from punto.sim.estimates import Estimate, Precision
from punto.sim.jobs import Tally, check_shoes
from punto.sim.plots import check_path, save
from punto.sim.runner import Enough, never, until
from punto.sim.shoe import check_stream

if TYPE_CHECKING:
    from punto.cli.study_views import View
    from punto.sim.studies.base import StudyJob

J = TypeVar("J", bound="StudyJob")

app = typer.Typer(no_args_is_help=True, add_completion=False)

PlotTo: TypeAlias = Annotated[
    Path | None, typer.Option("--plot", help="Draw into an .svg or .png.", show_default=False)
]
Bet: TypeAlias = Annotated[str, typer.Option("--bet", help="A bet of the game.")]
Tags: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--tags",
        help="13 whole numbers A 2 ... 10 J Q K with commas, or 10 with one for 10 to K.",
        show_default="the best that a person can keep",
    ),
]
Margin: TypeAlias = Annotated[float, typer.Option("--margin", help="Bet above this advantage.")]
Sharp: TypeAlias = Annotated[
    float | None,
    typer.Option(
        "--precision", help="Stop at this standard error of the gain.", show_default=False
    ),
]
SharpShare: TypeAlias = Annotated[
    float | None,
    typer.Option(
        "--precision", help="Stop at this standard error of every share.", show_default=False
    ),
]
SharpResult: TypeAlias = Annotated[
    float | None,
    typer.Option(
        "--precision",
        help="Stop at this standard error of the result: stakes a session, cents a day.",
        show_default=False,
    ),
]


@app.callback()
def root() -> None:
    """Study counts, Insurance, bankrolls, roads and whole floors.

    What has no closed form, asked of the same reproducible shoes as `punto simulate`.
    """


class How(NamedTuple):
    """The options that every study has: where it runs, where it stops, what it leaves."""

    workers: int | None
    cluster: str | None
    out: Path | None
    plot: Path | None
    precision: float | None
    as_json: bool


def _show(
    job: J,
    rules: Rulebook,
    view: Callable[[J, Tally], View],
    how: How,
    *,
    precise: Callable[[Tally], Estimate],
    unit: str,
) -> None:
    if how.plot is not None:
        with naming("--plot", "bad_plot"):
            check_path(how.plot)
    enough: Enough = never
    if how.precision is not None:
        with naming("--precision", "bad_precision"):
            enough = until(lambda tally: precise(tally).error, Precision(how.precision))
    if how.cluster is None:
        tell_expected(job, job.shoes_a_second, how.workers, quiet=how.as_json)
    done, folder = carry_out(
        job,
        rules,
        workers=how.workers,
        cluster=how.cluster,
        out=how.out,
        enough=enough,
        known=lambda tally: f"±{precise(tally).error:.4g} {unit}",
        quiet=how.as_json,
    )
    seen = view(job, done.tally)
    summary = {
        "study": job.name,
        **job.describe(),
        "shoes": done.shoes,
        **seen.summary,
        "seconds": round(done.seconds, 3),
    }
    if folder:
        folder.finish(job, summary, seen.columns)
    if how.plot is not None:
        save(seen.plot, how.plot)
    if how.as_json:
        print_json(summary)
        return
    shown = table(*seen.head, right=seen.head[1:], title=str(rules.document.title))
    for row in seen.rows:
        shown.add_row(*row)
    page = console()
    page.print(shown)
    for title, head, rows in seen.also:
        more = table(*head, right=head[1:], title=title)
        for row in rows:
            more.add_row(*row)
        page.print(more)
    for note in seen.notes:
        page.print(note)
    page.print(f"{done.shoes:,} shoes of seed {job.seed} in {done.seconds:.1f} s.")


def _checked(shoes: int, seed: int) -> None:
    with naming("--shoes", "bad_shoes"):
        check_shoes(shoes)
    with naming("--seed", "bad_seed"):
        check_stream(seed, 0)


def _checked_margin(margin: float) -> None:
    with naming("--margin", "bad_margin"):
        require(0 <= margin < 1, f"a margin of {margin}: give 0 to 1")


def _tags(text: str | None, rules: Rulebook, bet: str, decks: int) -> tuple[int, ...]:
    """Read tags, or find the best that a person can keep from the effects of removal."""
    with naming("--bet", "unknown_bet"):
        require(bet in rules.bets, f"{rules.id} has no bet {bet!r}: {', '.join(rules.bets)}")
    if text is None:
        cards = fresh(decks)
        effects = effects_of_removal(bet_results(rules), cards)[bet]
        tags = best_count(effects, cards, level=3).tags
        with naming("--tags", "no_count"):
            require(
                any(tags),
                f"{bet} has no linear count of its own: no rank's removal does more than "
                "another's. Give the tags to be tried",
            )
        return tags
    try:
        tags = tuple(int(each) for each in text.replace(" ", "").split(","))
    except ValueError:
        message = f"{text!r} are no whole numbers with commas"
        raise Failed(Problem(code="bad_tags", message=message, where="--tags")) from None
    return tags + tags[-1:] * 3 if len(tags) == 10 else tags


@app.command()
@answers
def count(  # noqa: PLR0913 - an option is an argument
    game: Game,
    *,
    bet: Bet,
    tags: Tags = None,
    shoes: Annotated[int, typer.Option("--shoes", help="How many shoes.")] = 2_000_000,
    decks: Decks = 8,
    seed: Seed = 1,
    cut_card: CutCard = 14,
    burn: Burn = "0",
    one_more: OneMore = False,
    precision: Sharp = None,
    workers: Workers = None,
    cluster: ClusterAt = None,
    out: Out = None,
    plot: PlotTo = None,
    as_json: AsJson = False,
) -> None:
    """Count cards for one bet: frequency and advantage at every true count."""
    with needing_numba():
        from punto.cli.study_views import count_view
        from punto.sim.studies.count import CountJob, triggers
    rules = rulebook(game)
    _checked(shoes, seed)
    plan = shoe_plan(rules, decks, cut_card, burn, one_more=one_more)
    chosen = _tags(tags, rules, bet, decks)
    with naming("--tags", "bad_tags"):
        job = CountJob(game=rules.id, plan=plan, shoes=shoes, seed=seed, bet=bet, tags=chosen)

    def gain(tally: Tally) -> Estimate:
        return max((each.units for each in triggers(job, tally)), key=lambda each: each.mean)

    _show(
        job,
        rules,
        count_view,
        How(workers, cluster, out, plot, precision, as_json),
        precise=gain,
        unit="units in 100 rounds",
    )


@app.command()
@answers
def perfect(  # noqa: PLR0913 - an option is an argument
    game: Game,
    *,
    margin: Margin = 0.0,
    shoes: Annotated[int, typer.Option("--shoes", help="How many shoes.")] = 10_000,
    decks: Decks = 8,
    seed: Seed = 1,
    cut_card: CutCard = 14,
    burn: Burn = "0",
    one_more: OneMore = False,
    precision: Sharp = None,
    workers: Workers = None,
    cluster: ClusterAt = None,
    out: Out = None,
    plot: PlotTo = None,
    as_json: AsJson = False,
) -> None:
    """Know the exact odds before every round: the ceiling of any count, for every bet."""
    with needing_numba():
        from punto.cli.study_ceilings import perfect_view
        from punto.sim.studies.perfect import PerfectJob, ceilings
    rules = rulebook(game)
    _checked(shoes, seed)
    _checked_margin(margin)
    plan = shoe_plan(rules, decks, cut_card, burn, one_more=one_more)
    with naming("--cut-card", "bad_cut_card"):
        job = PerfectJob(game=rules.id, plan=plan, shoes=shoes, seed=seed, margin=margin)

    def gain(tally: Tally) -> Estimate:
        return max((each.gain for each in ceilings(job, tally)), key=lambda each: each.error)

    _show(
        job,
        rules,
        perfect_view,
        How(workers, cluster, out, plot, precision, as_json),
        precise=gain,
        unit="units a shoe",
    )


@app.command()
@answers
def insurance(  # noqa: PLR0913 - an option is an argument
    game: Game,
    *,
    margin: Margin = 0.0,
    shoes: Annotated[int, typer.Option("--shoes", help="How many shoes.")] = 200_000,
    decks: Decks = 8,
    seed: Seed = 1,
    cut_card: CutCard = 14,
    burn: Burn = "0",
    precision: Sharp = None,
    workers: Workers = None,
    cluster: ClusterAt = None,
    out: Out = None,
    plot: PlotTo = None,
    as_json: AsJson = False,
) -> None:
    """Insure when the cards left make it pay, by line of the pay table and by depth."""
    with needing_numba():
        from punto.cli.study_ceilings import insurance_view
        from punto.sim.studies.insurance import InsuranceJob, gain_of_all
    rules = rulebook(game)
    _checked(shoes, seed)
    plan = shoe_plan(rules, decks, cut_card, burn)
    _checked_margin(margin)
    with naming("GAME", "no_insurance_in_game"):
        require(bool(rules.insurance_rows), f"{rules.id} has no Insurance")
    job = InsuranceJob(game=rules.id, plan=plan, shoes=shoes, seed=seed, margin=margin)

    _show(
        job,
        rules,
        insurance_view,
        How(workers, cluster, out, plot, precision, as_json),
        precise=gain_of_all,
        unit="units a shoe",
    )


@app.command()
@answers
def bankroll(  # noqa: PLR0913 - an option is an argument
    game: Game,
    *,
    bet: Bet = "banker",
    session: Annotated[int, typer.Option("--session", help="Shoes in a session.")] = 4,
    trigger: Annotated[
        int | None,
        typer.Option("--trigger", help="Bet from this true count on.", show_default="every round"),
    ] = None,
    tags: Tags = None,
    sessions: Annotated[int, typer.Option("--sessions", help="How many sessions.")] = 100_000,
    decks: Decks = 8,
    seed: Seed = 1,
    cut_card: CutCard = 14,
    burn: Burn = "0",
    precision: SharpResult = None,
    workers: Workers = None,
    cluster: ClusterAt = None,
    out: Out = None,
    plot: PlotTo = None,
    as_json: AsJson = False,
) -> None:
    """Play sessions at one stake: results, ruin by bankroll, drawdown, Kelly."""
    with needing_numba():
        from punto.cli.study_views import bankroll_view
        from punto.sim.studies.bankroll import ALWAYS, BankrollJob
        from punto.sim.studies.bankroll import sessions as results
    rules = rulebook(game)
    with naming("--session", "bad_session"):
        require(1 <= session <= 10_000, f"{session} shoes a session: ask for 1 to 10000")
    with naming("--sessions", "bad_sessions"):
        check_shoes(sessions)
    _checked(sessions * session, seed)
    plan = shoe_plan(rules, decks, cut_card, burn)
    counts = _tags(tags, rules, bet, decks) if trigger is not None else (0,) * 13
    with naming("--bet", "bad_strategy"):
        job = BankrollJob(
            game=rules.id,
            plan=plan,
            shoes=sessions * session,
            seed=seed,
            bet=bet,
            session=session,
            tags=counts,
            trigger=ALWAYS if trigger is None else trigger,
        )
    _show(
        job,
        rules,
        bankroll_view,
        How(workers, cluster, out, plot, precision, as_json),
        precise=lambda tally: results(job, tally).result,
        unit="stakes",
    )


@app.command()
@answers
def roads(  # noqa: PLR0913 - an option is an argument
    game: Game,
    *,
    shoes: Annotated[int, typer.Option("--shoes", help="How many shoes.")] = 500_000,
    decks: Decks = 8,
    seed: Seed = 1,
    cut_card: CutCard = 14,
    burn: Burn = "0",
    precision: SharpShare = None,
    workers: Workers = None,
    cluster: ClusterAt = None,
    out: Out = None,
    plot: PlotTo = None,
    as_json: AsJson = False,
) -> None:
    """Rounds a shoe, streaks, columns and marks of the roads, and whether they foretell."""
    with needing_numba():
        from punto.cli.study_views import roads_view
        from punto.sim.studies.roads import RoadsJob, least_known
    rules = rulebook(game)
    _checked(shoes, seed)
    job = RoadsJob(
        game=rules.id, plan=shoe_plan(rules, decks, cut_card, burn), shoes=shoes, seed=seed
    )
    _show(
        job,
        rules,
        roads_view,
        How(workers, cluster, out, plot, precision, as_json),
        precise=least_known,
        unit="of a share",
    )


@app.command(name="floor")
@answers
def of_a_floor(  # noqa: PLR0913 - an option is an argument
    game: Game,
    *,
    tables: Annotated[int, typer.Option("--tables", help="Tables open.")] = 10,
    hours: Annotated[int, typer.Option("--hours", help="Hours a day.")] = 12,
    pace: Annotated[int, typer.Option("--pace", help="Rounds an hour at a table.")] = 60,
    seats: Annotated[int, typer.Option("--seats", help="Patrons at a table.")] = 7,
    minimum: Annotated[int, typer.Option("--minimum", help="Least stake, in cents.")] = 5_000,
    maximum: Annotated[int, typer.Option("--maximum", help="Most, in cents.")] = 1_000_000,
    differential: Annotated[
        int, typer.Option("--differential", help="Most between Player and Banker, in cents.")
    ] = 2_000_000,
    mix: Annotated[
        str, typer.Option("--mix", help="Bets and how many patrons choose each.")
    ] = "player=40,banker=45,tie=15",
    days: Annotated[int, typer.Option("--days", help="How many days.")] = 1_000,
    decks: Decks = 8,
    seed: Seed = 1,
    cut_card: CutCard = 14,
    burn: Burn = "0",
    precision: SharpResult = None,
    workers: Workers = None,
    cluster: ClusterAt = None,
    out: Out = None,
    plot: PlotTo = None,
    as_json: AsJson = False,
) -> None:
    """Run a floor of tables for days: what the house wins, and how surely."""
    with needing_numba():
        from punto.cli.study_views import floor_view
        from punto.sim.studies.floor import FloorJob
        from punto.sim.studies.floor import floor as result_of
    rules = rulebook(game)
    with naming("--days", "bad_days"):
        check_shoes(days)
    plan = shoe_plan(rules, decks, cut_card, burn)
    with naming("floor", "bad_floor"):
        job = FloorJob.of_days(
            days,
            game=rules.id,
            plan=plan,
            seed=seed,
            tables=tables,
            hours=hours,
            rounds_an_hour=pace,
            seats=seats,
            minimum=minimum,
            maximum=maximum,
            differential=differential,
            mix=_mix(mix),
        )
    _show(
        job,
        rules,
        floor_view,
        How(workers, cluster, out, plot, precision, as_json),
        precise=lambda tally: result_of(job, tally).result,
        unit="cents a day",
    )


def _mix(text: str) -> tuple[tuple[str, int], ...]:
    pairs = [each.partition("=") for each in text.split(",")]
    if not all(weight.isdecimal() for _, _, weight in pairs):
        message = f"{text!r}: write bets with weights, as player=40,banker=45"
        raise Failed(Problem(code="bad_mix", message=message, where="--mix"))
    return tuple((bet.strip(), int(weight)) for bet, _, weight in pairs)
