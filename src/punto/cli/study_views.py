"""What each study shows: a table, an object for programs, columns for Parquet, a plot."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass

from punto.core.composition import fresh
from punto.core.outcome import Winner, decode
from punto.odds.bets import all_bet_odds
from punto.odds.drawing import drawing
from punto.odds.weights import joint
from punto.sim.estimates import Estimate, share
from punto.sim.jobs import Tally
from punto.sim.plots import Plot
from punto.sim.studies.bankroll import BankrollJob, sessions
from punto.sim.studies.base import StudyJob
from punto.sim.studies.count import CountJob, Trigger, best, triggers
from punto.sim.studies.floor import FloorJob, floor
from punto.sim.studies.roads import RoadsJob, board


@dataclass(frozen=True, kw_only=True)
class View:
    """A result in all its forms."""

    head: tuple[str, ...]
    rows: Sequence[Sequence[str]]
    notes: Sequence[str]
    summary: Mapping[str, object]
    columns: Mapping[str, Sequence[object]]
    plot: Plot
    also: Sequence[tuple[str, Sequence[str], Sequence[Sequence[str]]]] = ()
    """Further tables: title, head and rows."""


_TRIGGERS_SHOWN = 7
"""To each side of the best."""


def per_cent(value: float, digits: int = 3) -> str:
    """Write a share."""
    return f"{value:.{digits}%}"


def estimated(estimate: Estimate, digits: int = 3) -> str:
    """Write a share with its standard error."""
    return f"{estimate.mean:.{digits}%} ±{estimate.error:.{digits}%}"


def exact_edges(job: StudyJob) -> dict[str, float]:
    """Return the edge of every bet from a fresh shoe."""
    rules = job.rulebook
    weights = joint(fresh(job.plan.decks), drawing(rules.tableau))
    return {odds.bet.id: float(odds.edge) for odds in all_bet_odds(rules.columns.values(), weights)}


def _results(job: StudyJob) -> dict[Winner, float]:
    weights = joint(fresh(job.plan.decks), drawing(job.rulebook.tableau))
    sums = dict.fromkeys(Winner, 0)
    for code, ways in enumerate(weights):
        sums[decode(code).winner] += ways
    return {winner: ways / sum(weights) for winner, ways in sums.items()}


def count_view(job: CountJob, tally: Tally) -> View:
    """Show every trigger from a little below break-even up."""
    found = triggers(job, tally)
    top = best(found)
    edge = exact_edges(job)[job.bet]
    middle = found[-1].at // 2 if top is None else top.at
    shown = [each for each in found if abs(each.at - middle) <= _TRIGGERS_SHOWN]
    notes = [
        "tags " + " ".join(f"{tag:+d}" if tag else "0" for tag in job.tags) + " (A 2 ... 10 J Q K)",
        f"Betting every round costs {estimated(_cost(found[0]))}; exactly {per_cent(edge)}.",
        "No trigger gains."
        if top is None
        else f"Most is gained from a true count of {top.at:+d}: "
        f"{top.units.mean:.3f} ±{top.units.error:.3f} units in 100 rounds.",
    ]
    return View(
        head=("true count", "bets", "advantage", "units per 100", "DI", "Kelly"),
        rows=[
            (
                f"{each.at:+d}",
                per_cent(each.frequency.mean),
                estimated(each.advantage, 2),
                f"{each.units.mean:+.3f} ±{each.units.error:.3f}",
                f"{each.desirability:+.2f}",
                per_cent(each.kelly),
            )
            for each in shown
        ],
        notes=notes,
        summary={
            "tags": list(job.tags),
            "edge": edge,
            "best": None if top is None else top.at,
            "triggers": [_trigger(each) for each in found],
        },
        columns={
            "trigger": [each.at for each in found],
            "frequency": [each.frequency.mean for each in found],
            "advantage": [each.advantage.mean for each in found],
            "advantage_error": [each.advantage.error for each in found],
            "units_per_100": [each.units.mean for each in found],
            "kelly": [each.kelly for each in found],
        },
        plot=Plot(
            title=f"{job.bet}: betting from a true count on",
            across="true count",
            up="units gained in 100 rounds",
            lines={"gain": [(each.at, each.units.mean) for each in shown]},
            bands={"gain": [(each.at, *each.units.interval) for each in shown]},
            zero=True,
        ),
    )


def _cost(trigger: Trigger) -> Estimate:
    gain = trigger.advantage
    return Estimate(-gain.mean, gain.error, gain.count)


def _trigger(each: Trigger) -> dict[str, object]:
    return {
        "at": each.at,
        "frequency": each.frequency.as_json(),
        "advantage": each.advantage.as_json(),
        "units_per_100": each.units.as_json(),
        "desirability": each.desirability,
        "kelly": each.kelly,
    }


def bankroll_view(job: BankrollJob, tally: Tally) -> View:
    """Show how sessions end and who is ruined."""
    found = sessions(job, tally)
    notes = [
        (
            f"{found.sessions:,} sessions of {job.session} shoes, {found.bets:.1f} bets each: "
            f"{found.result.mean:+.3f} ±{found.result.error:.3f} stakes, "
            f"deviation {found.deviation:.2f}."
        )
    ]
    if found.exact:
        notes.append(
            f"As many bets, each from a fresh shoe: {found.exact[0]:+.3f} stakes exactly, "
            f"deviation {found.exact[1]:.2f}."
        )
    falls = ", ".join(f"{stakes} in {1 - part:.0%}" for part, stakes in found.drawdown)
    notes += [
        f"{estimated(found.ahead, 2)} of sessions end ahead. Falls of more stakes than: {falls}.",
        f"The share of the bankroll that grows fastest (Kelly): {per_cent(found.kelly)}.",
    ]
    return View(
        head=("bankroll in stakes", "ruined"),
        rows=[(f"{size:,}", estimated(chance, 2)) for size, chance in found.ruin],
        notes=notes,
        summary={
            **asdict(found),
            "result": found.result.as_json(),
            "ahead": found.ahead.as_json(),
            "ruin": [{"bankroll": size, **chance.as_json()} for size, chance in found.ruin],
        },
        columns={"result": list(found.results), "sessions": list(found.results.values())},
        plot=Plot(
            title=f"{job.bet}: results of sessions of {job.session} shoes",
            across="stakes won",
            up="sessions",
            bars=list(found.results.items()),
        ),
    )


STREAKS_SHOWN = 10


def roads_view(job: RoadsJob, tally: Tally) -> View:
    """Show what a shoe looks like."""
    found, exact = board(tally), _results(job)
    decided = exact[Winner.BANKER] + exact[Winner.PLAYER]
    banker = exact[Winner.BANKER] / decided
    ties = exact[Winner.TIE] * found.rounds.mean
    means = {
        "rounds a shoe": (found.rounds, None),
        "ties a shoe": (found.ties, ties),
        "columns of the Big Road": (found.columns, None),
        "longest streak": (found.longest, None),
    }
    after = {f"Banker after {name}": each for name, each in found.banker_after.items()}
    red = {f"red on {name.replace('_', ' ')} road": each for name, each in found.red.items()}
    farthest = max(red, key=lambda name: abs(red[name].distance(0.5)))
    return View(
        head=("what", "mean", "exact", "off by"),
        rows=[
            *(
                (name, f"{each.mean:.3f} ±{each.error:.3f}", *_against(each, wanted, "{:.3f}"))
                for name, (each, wanted) in means.items()
            ),
            *(
                (name, estimated(each), *_against(each, banker, "{:.3%}"))
                for name, each in after.items()
            ),
            *((name, estimated(each), "", "") for name, each in red.items()),
        ],
        also=[
            (
                "Streaks by length, beside those of endless fresh shoes",
                ("rounds", "Player", "exact", "Banker", "exact "),
                _streaks(found.streaks, banker),
            )
        ],
        notes=[
            (
                f"Banker wins {per_cent(banker)} of the decided rounds of fresh shoes, exactly; "
                f"{per_cent(exact[Winner.TIE])} of all are ties."
            ),
            (
                "A red mark says that the next result would be the regular one. Of all marks the "
                f"{farthest.removeprefix('red on ')} is farthest from one half: "
                f"{per_cent(red[farthest].mean)} red, "
                f"{red[farthest].distance(0.5):+.1f} standard errors."
            ),
        ],
        summary={
            "means": {name: each.as_json() for name, (each, _) in means.items()},
            "shares": {name: each.as_json() for name, each in (after | red).items()},
            "exact": {"banker_of_decided": banker, "tie": exact[Winner.TIE]},
            "rounds": found.rounds_by,
            "longest": found.longest_by,
            "streaks": found.streaks,
        },
        columns={
            "rounds": list(found.rounds_by),
            "shoes": list(found.rounds_by.values()),
        },
        plot=Plot(
            title="Rounds a shoe",
            across="rounds",
            up="shoes",
            bars=list(found.rounds_by.items()),
        ),
    )


def _against(each: Estimate, exact: float | None, form: str) -> tuple[str, str]:
    if exact is None:
        return "", ""
    return form.format(exact), f"{each.distance(exact):+.1f} se"


def _streaks(streaks: Mapping[str, Mapping[int, int]], banker: float) -> list[tuple[str, ...]]:
    """Hold the lengths against those of rounds that know nothing of each other."""
    rows = []
    for length in range(1, STREAKS_SHOWN + 1):
        last = length == STREAKS_SHOWN
        row = [f"{length} or more" if last else str(length)]
        for name, chance in (("player", 1 - banker), ("banker", banker)):
            counts = streaks[name]
            many = sum(n for at, n in counts.items() if at == length or (last and at > length))
            row.append(estimated(share(many, sum(counts.values()))))
            row.append(per_cent(chance ** (length - 1) * (1 if last else 1 - chance)))
        rows.append(tuple(row))
    return rows


def floor_view(job: FloorJob, tally: Tally) -> View:
    """Show what the house makes of a day."""
    found = floor(job, tally)
    money: Callable[[float], str] = lambda cents: f"{cents / 100:,.0f}"  # noqa: E731
    return View(
        head=("a day", "amount"),
        rows=[
            ("staked", money(found.staked)),
            ("won by the house", f"{money(found.result.mean)} ±{money(found.result.error)}"),
            ("the edges of what was staked", money(found.exact)),
            ("standard deviation", money(found.deviation)),
            ("won by one table", f"{money(found.table.mean)} ±{money(found.table.error)}"),
            ("its standard deviation", money(found.table_deviation)),
            *(
                (f"{part:.0%} of days bring at most", money(amount))
                for part, amount in found.quantiles
            ),
        ],
        notes=[
            f"{found.days:,} days of {job.tables} tables, {job.hours} hours, {job.seats} seats.",
            (
                f"The house keeps {per_cent(found.hold, 2)} of what is staked and loses on "
                f"{estimated(found.losing, 2)} of days."
            ),
        ],
        summary={
            **asdict(found),
            "result": found.result.as_json(),
            "table": found.table.as_json(),
            "losing": found.losing.as_json(),
        },
        columns={
            "bet": list(found.by_bet),
            "staked": [staked for staked, _ in found.by_bet.values()],
            "edge": [edge for _, edge in found.by_bet.values()],
        },
        plot=Plot(
            title="What the house wins in a day",
            across="share of days that bring at most this",
            up="amount",
            lines={"house": [(part, amount / 100) for part, amount in found.quantiles]},
            zero=True,
        ),
    )
