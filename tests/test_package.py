"""The wheel is whole: what is installed from it works without the repository."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]


def run(*command: str, cwd: Path, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command, with a folder of packages first on the path if one is given."""
    env = dict(os.environ)
    if path is not None:
        env["PYTHONPATH"] = str(path)
    return subprocess.run(
        command, cwd=cwd, env=env, capture_output=True, text=True, check=False, timeout=120
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    built = run(
        *(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)), cwd=ROOT
    )
    assert built.returncode == 0, built.stdout + built.stderr
    (found,) = folder.glob("*.whl")
    return found


def test_the_wheel_holds_every_file_of_the_package(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if name.startswith("punto/")}
    kept = {
        path.relative_to(ROOT / "src").as_posix()
        for path in (ROOT / "src" / "punto").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert "punto/rules/data/clauses.toml" in held
    assert held == kept


def test_the_installed_package_knows_its_rules_and_says_what_it_lacks(
    wheel: Path, tmp_path: Path
) -> None:
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    program = "from punto.cli.app import main; main()"

    rules = run(
        *(sys.executable, "-c", "import punto.rules as r; print(len(r.rulebooks()), r.__file__)"),
        cwd=tmp_path,
        path=site,
    )
    report = run(*(sys.executable, "-c", program, "conformance"), cwd=tmp_path, path=site)

    assert rules.returncode == 0, rules.stderr
    assert rules.stdout == f"4 {site / 'punto' / 'rules' / '__init__.py'}\n"
    assert report.returncode == 2
    assert "run it in a checkout" in report.stderr
