"""The command registry is quick to ask, and right about what it registers."""

from __future__ import annotations

import subprocess
import sys

import pytest
from typer.testing import CliRunner

import punto
from punto.cli.app import COMMANDS, app, load

run = CliRunner()


def test_help_lists_every_command_without_importing_any() -> None:
    program = (
        "import sys\n"
        "from typer.testing import CliRunner\n"
        "from punto.cli.app import COMMANDS, app\n"
        "print(CliRunner().invoke(app, ['--help']).output)\n"
        "print('imported:', sorted({e.module for e in COMMANDS.values()} & set(sys.modules)))\n"
        "print('heavy:', sorted({'numpy', 'numba', 'polars', 'pydantic'} & set(sys.modules)))\n"
    )
    said = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    ).stdout
    assert "imported: []" in said
    assert "heavy: []" in said
    for name in COMMANDS:
        assert name in said


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_a_command_loads_and_its_help_opens_with_the_line_of_the_registry(name: str) -> None:
    help_text = load(name).help
    assert help_text is not None
    assert help_text.split("\n\n")[0].replace("\n", " ") == COMMANDS[name].help


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_has_help(name: str) -> None:
    result = run.invoke(app, [name, "--help"])
    assert result.exit_code == 0
    assert f" {name} [OPTIONS]" in result.output


def test_the_version() -> None:
    result = run.invoke(app, ["--version"])
    assert result.output == f"punto {punto.__version__}\n"


def test_a_mistyped_command_is_answered_with_the_right_one() -> None:
    result = run.invoke(app, ["conformace"])
    assert result.exit_code == 2
    assert "Did you mean 'conformance'?" in result.output


def test_no_command_shows_the_help() -> None:
    assert "Commands" in run.invoke(app, []).output
