"""The `punto` command: a registry of commands, each imported only when it is used.

To add a command, write a module in `punto.cli` with a function `command` (or, for a group of
commands, a `typer.Typer` named `app`) and add one line to `COMMANDS`.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Annotated, Any, Final

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command as build

from punto import __version__


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """Where a command lives and the line that `punto --help` says of it."""

    module: str
    help: str


COMMANDS: Final[dict[str, Entry]] = {
    "games": Entry(
        module="punto.cli.games",
        help="List the games, and with --at which of them were in force.",
    ),
    "rules": Entry(
        module="punto.cli.rules",
        help="Say what a clause asks for, and which values, interpretations, code and tests do it.",
    ),
    "layouts": Entry(
        module="punto.cli.layouts",
        help="Show the layouts of a game and the bets that each carries.",
    ),
    "interpretations": Entry(
        module="punto.cli.interpretations",
        help="List where the documents leave a program to decide, and what punto takes.",
    ),
    "settle": Entry(
        module="punto.cli.settle",
        help="Settle rounds from their cards and wagers, to the cent and with clauses.",
    ),
    "replay": Entry(
        module="punto.cli.replay",
        help="Decide a round record anew and print what happened and who gets what.",
    ),
    "explain": Entry(
        module="punto.cli.explain",
        help="Tell one patron in plain words why the bets of a record were paid so.",
    ),
    "odds": Entry(
        module="punto.cli.odds",
        help="Price every bet and every Insurance exactly, for any cards left.",
    ),
    "diff": Entry(
        module="punto.cli.diff",
        help="Say what changed from one rulebook to another, and what it does to every edge.",
    ),
    "par": Entry(
        module="punto.cli.par",
        help="Write a PAR sheet: a workbook with live formulas, a page to print, and plots.",
    ),
    "protect": Entry(
        module="punto.cli.protect",
        help="Measure how well a game is protected against those who know more than its odds.",
    ),
    "serve": Entry(
        module="punto.cli.serve",
        help="Run the table server: a practice table for each game, and tables of your own.",
    ),
    "table": Entry(
        module="punto.cli.table",
        help="Drive a running server: list, create, sit, bet, call, draw, settle and the rest.",
    ),
    "roads": Entry(
        module="punto.cli.roads",
        help="Draw the five roads of a shoe, as text or SVG.",
    ),
    "doctor": Entry(
        module="punto.cli.doctor",
        help="Check whether this machine can serve, and whether a store is sound.",
    ),
    "conformance": Entry(
        module="punto.cli.conformance",
        help="Show where each clause is implemented and which tests show it.",
    ),
    "shoe": Entry(
        module="punto.cli.shoe",
        help="Deal one shoe of a simulation again and show every round of it.",
    ),
    "simulate": Entry(
        module="punto.cli.simulate",
        help="Deal whole shoes and count every outcome; estimates stand beside the exact odds.",
    ),
    "study": Entry(
        module="punto.cli.study",
        help="Study counts, Insurance, bankrolls, roads and whole floors.",
    ),
    "verify": Entry(
        module="punto.cli.verify",
        help="Prove chain, money, replay and shoes of a store or a bundle.",
    ),
    "export": Entry(
        module="punto.cli.export",
        help="Write a round or a shoe as a bundle that proves itself without a server.",
    ),
    "history": Entry(
        module="punto.cli.history",
        help="Show the last rounds, every ruling by somebody, every void since a day.",
    ),
    "close-day": Entry(
        module="punto.cli.close_day",
        help="Record the heads of all tables under a date, once.",
    ),
    "backup": Entry(
        module="punto.cli.backup",
        help="Copy a store while it is in use, and prove the copy.",
    ),
    "restore": Entry(
        module="punto.cli.restore",
        help="Restore a backup into a new file or an empty database.",
    ),
}


def load(name: str) -> TyperCommand | TyperGroup:
    """Import the module of a command and build the command from it."""
    module = import_module(COMMANDS[name].module)
    app = getattr(module, "app", None)
    if app is None:
        app = typer.Typer(add_completion=False, rich_markup_mode="markdown")
        app.command(name)(module.command)
    command = build(app)
    command.name = name
    if not isinstance(command, TyperCommand | TyperGroup):
        raise TypeError(f"{COMMANDS[name].module} gives {command!r}, which is no command")
    return command


class LazyGroup(TyperGroup):
    """Knows every command by name and help, and imports the one that is called."""

    def __init__(self, **options: Any) -> None:
        """Register a placeholder for each command: enough for help, completion and typos."""
        placeholders = {
            name: TyperCommand(name, help=entry.help) for name, entry in COMMANDS.items()
        }
        super().__init__(**{**options, "commands": placeholders})

    def resolve_command(
        self,
        ctx: Any,  # Typer keeps the type to itself
        args: list[str],
    ) -> tuple[str | None, TyperCommand | TyperGroup | None, list[str]]:
        """Put the real command in the placeholder's place once it is called."""
        name, found, rest = super().resolve_command(ctx, args)
        return name, None if found is None or name is None else load(name), rest


app = typer.Typer(
    cls=LazyGroup,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(*, wanted: bool) -> None:
    if wanted:
        typer.echo(f"punto {__version__}")
        raise typer.Exit


@app.callback()
def root(
    *,
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", callback=_print_version),
    ] = False,
) -> None:
    """Conduct, settle, price and prove the non-commission baccarat games of Singapore.

    Play money only.
    """


def main() -> None:
    """Run the command line."""
    app(prog_name="punto")
