"""What `punto simulate` and the studies share: options, engines, a progress bar, a run folder."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from punto.cli.output import Failed, Problem
from punto.core.checks import Misuse
from punto.core.rulebook import Rulebook
from punto.sim.engines import EngineError, check_workers, choose_engine, cores
from punto.sim.folder import RunFolder
from punto.sim.jobs import Job, Tally
from punto.sim.plan import ShoePlan
from punto.sim.runner import Enough, Progress, Run, Watch, never, run

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

Known: TypeAlias = Callable[[Tally], str]
"""Says how precisely a run knows already what it is for."""

REFRESH = 0.2
"""Seconds between two looks at the bar."""

Decks: TypeAlias = Annotated[int, typer.Option("--decks", help="Decks in the shoe, 4 to 10.")]
Shoes: TypeAlias = Annotated[int, typer.Option("--shoes", help="How many shoes to deal.")]
Seed: TypeAlias = Annotated[
    int, typer.Option("--seed", help="With the shoe number it fixes every card.")
]
CutCard: TypeAlias = Annotated[
    int,
    typer.Option(
        "--cut-card",
        help="Cards behind the cutting card. The round in which it appears is the last.",
    ),
]
Burn: TypeAlias = Annotated[
    str,
    typer.Option("--burn", help="Cards burnt first: a number, or `value` by the first card's."),
]
OneMore: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--one-more", help="Another round after the one in which the cutting card appears."
    ),
]
Rounds: TypeAlias = Annotated[
    int | None,
    typer.Option("--rounds", help="Rounds of a shoe at the most.", show_default="to the end"),
]
Workers: TypeAlias = Annotated[
    int | None, typer.Option("--workers", help="Cores to use.", show_default="all")
]
ClusterAt: TypeAlias = Annotated[
    str | None,
    typer.Option("--cluster", help="A Dask scheduler, as tcp://host:8786.", show_default=False),
]
Out: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--out",
        help="A folder for the results (Parquet) and the manifest; the same command resumes.",
        show_default=False,
    ),
]


@contextmanager
def naming(where: str, code: str) -> Iterator[None]:
    """Say which option is to blame for a refusal."""
    try:
        yield
    except Misuse as misuse:
        raise Failed(Problem(code=code, message=str(misuse), where=where)) from None


@contextmanager
def needing_numba() -> Iterator[None]:
    """Say what to install where a study cannot be imported."""
    try:
        yield
    except ModuleNotFoundError as missing:
        message = f"studies need {missing.name}: install punto with the extra `sim`"
        raise Failed(Problem(code="not_installed", message=message)) from missing


def shoe_plan(
    rules: Rulebook,
    decks: int,
    cut_card: int,
    burn: str,
    *,
    one_more: bool = False,
    rounds: int | None = None,
) -> ShoePlan:
    """Read the options that prepare a shoe."""
    allowed = rules.decks
    if not allowed.minimum <= decks <= allowed.maximum:
        message = f"{decks} decks are not allowed: {allowed.minimum} to {allowed.maximum} are"
        raise Failed(
            Problem(code="bad_decks", message=message, clause=allowed.clauses[0], where="--decks")
        )
    with naming("--decks", "bad_decks"):
        ShoePlan(decks=decks, cut_card=0)
    by_value = burn == "value"
    if not by_value and not burn.isdecimal():
        message = f"{burn!r}: give a number of cards, or `value`"
        raise Failed(Problem(code="bad_burn", message=message, where="--burn"))
    many = 0 if by_value else int(burn)
    with naming("--burn", "bad_burn"):
        ShoePlan(decks=decks, cut_card=0, burn=many, burn_by_value=by_value)
    with naming("--cut-card", "bad_cut_card"):
        plan = ShoePlan(
            decks=decks,
            cut_card=cut_card,
            burn=many,
            burn_by_value=by_value,
            one_more=one_more,
        )
    with naming("--rounds", "bad_rounds"):
        return replace(plan, rounds=rounds)


def carry_out(
    job: Job,
    rulebook: Rulebook,
    *,
    workers: int | None,
    cluster: str | None,
    out: Path | None,
    enough: Enough = never,
    known: Known | None = None,
    quiet: bool = False,
) -> tuple[Run, RunFolder | None]:
    """Run a job where the options say, with a bar on standard error if somebody is looking."""
    if workers is not None:
        with naming("--workers", "bad_workers"):
            check_workers(workers)
    folder = RunFolder(out, rulebook.digest) if out else None
    if cluster:
        _hush_dask()
    engine = choose_engine(job, workers, cluster, lambda text: typer.echo(text, err=True))
    with bar(job, known, quiet=quiet) as watch, naming("--out", "bad_folder"):
        try:
            done = run(job, engine, folder=folder, watch=watch, enough=enough)
        except EngineError as failed:
            where = "--cluster" if cluster else "--workers"
            problem = Problem(code="engine_failed", message=str(failed), where=where)
            raise Failed(problem) from failed
        except KeyboardInterrupt:
            if folder:
                typer.echo(f"Interrupted. The same command goes on from {folder.path}.", err=True)
            raise
    return done, folder


def _hush_dask() -> None:
    """Keep Dask from logging tracebacks of what is answered in one line; it sets levels itself."""
    with suppress(ImportError):
        import_module("distributed")
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)


@contextmanager
def bar(job: Job, known: Known | None, *, quiet: bool) -> Iterator[Watch]:
    """Show shoes, rate, precision and time left while a run goes on, on a terminal only."""
    if quiet or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} shoes"),
        TextColumn("{task.fields[rate]}"),
        TextColumn("{task.fields[known]}"),
        TextColumn("{task.fields[left]}"),
        TimeElapsedColumn(),
    )
    with Bar(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(job.name, total=job.shoes, rate="", known="", left="")
        yield _Shower(shown, task, known)


class _Shower:
    """Updates the bar a few times a second; working the precision out is not free."""

    def __init__(self, shown: Bar, task: TaskID, known: Known | None) -> None:
        self._shown = shown
        self._task = task
        self._known = known
        self._next = 0.0

    def __call__(self, progress: Progress) -> None:
        if progress.seconds < self._next and progress.shoes < progress.job.shoes:
            return
        self._next = progress.seconds + REFRESH
        left = progress.seconds_left
        counted = sum(progress.tally.get("classes", ())) * progress.shoes_a_second
        rounds = counted / progress.shoes if progress.shoes else 0
        self._shown.update(
            self._task,
            completed=progress.shoes,
            rate=f"{rounds / 1e6:,.0f} M rounds/s" if rounds else "",
            known=self._known(progress.tally) if self._known and progress.shoes else "",
            left="" if left is None else f"{duration(left)} left",
        )


def duration(seconds: float) -> str:
    """Write a time for people."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"


def tell_expected(job: Job, shoes_a_second: float, workers: int | None, *, quiet: bool) -> None:
    """Say how long a long run will take before it starts."""
    seconds = job.shoes / shoes_a_second / (workers or cores())
    if seconds > 10 and not quiet:
        typer.echo(f"About {duration(seconds)} for {job.shoes:,} shoes on this machine.", err=True)
