"""The reference of the command line, from the commands themselves."""

from __future__ import annotations

from collections.abc import Mapping

from typer import rich_utils
from typer.testing import CliRunner

from punto.cli.app import COMMANDS, app

PAGE = "reference/generated/commands"
WIDTH = 96


def all_pages() -> Mapping[str, str]:
    """Return one page with the help of every command."""
    rich_utils.MAX_WIDTH = WIDTH
    run = CliRunner(env={"NO_COLOR": "1", "COLUMNS": str(WIDTH)})
    lines = [
        "# Commands",
        "",
        (
            "What `--help` says of each command. Wrong input leaves with status 2 and one line "
            "that says what is wrong and what would be right; with `--json` the same as an object."
        ),
    ]
    for words in ([], *([name] for name in COMMANDS)):
        said = run.invoke(app, [*words, "--help"], prog_name="punto").output
        trimmed = "\n".join(line.rstrip() for line in said.strip("\n").splitlines())
        lines += ["", f"## {' '.join(['punto', *words])}", "", "```text", trimmed, "```"]
    return {PAGE: "\n".join(lines) + "\n"}
