"""The static reading of what tests declare agrees with what pytest collects."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from punto.rules.declarations import Declaration, Undeclared, by_target, declarations

ROOT = Path(__file__).parents[2]

RECORDER = """
    import json, os

    def pytest_collection_finish(session):
        found = set()
        for item in session.items:
            if any(item.iter_markers("skip")) or any(item.iter_markers("xfail")):
                continue
            for name in ("clause", "interpretation"):
                for mark in item.iter_markers(name):
                    found.update((item.nodeid.split("[")[0], target) for target in mark.args)
        with open(os.environ["RECORD"], "w", encoding="utf-8") as file:
            json.dump(sorted(found), file)
"""


def collected(tests: Path, root: Path, tmp_path: Path) -> set[Declaration]:
    """Return what pytest itself finds declared by the tests below a folder."""
    (tmp_path / "recorder.py").write_text(dedent(RECORDER), encoding="utf-8")
    record = tmp_path / "record.json"
    ran = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "recorder"),
            *("-p", "no:cacheprovider", "-c", str(ROOT / "pyproject.toml")),
            *(f"--rootdir={root}", str(tests)),
        ],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(tmp_path), "RECORD": str(record)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-2000:]
    return {
        Declaration(test, target) for test, target in json.loads(record.read_text(encoding="utf-8"))
    }


def test_what_the_tests_of_this_project_declare(tmp_path: Path) -> None:
    assert set(declarations(ROOT / "tests", ROOT)) == collected(ROOT / "tests", ROOT, tmp_path)


# What a reader of markers may meet, skips included: it is written to a file that is read and
# collected, and never run.
MODULE = """
    import pytest
    from hypothesis.stateful import RuleBasedStateMachine, rule

    pytestmark = [pytest.mark.clause("tb4:1.1")]

    BOTH = ("tb4:1.2", "mbs5:1.1")
    MORE = BOTH + ("tb4:1.3",)
    NAMED = pytest.mark.interpretation("I-01")
    CASES = [
        pytest.param(1, marks=pytest.mark.clause("tb4:3.1")),
        pytest.param(2, marks=[pytest.mark.clause("tb4:3.2"), NAMED]),
    ]

    @pytest.mark.clause("tb4:2.1", "tb4:2.2")
    @pytest.mark.interpretation("I-90")
    def test_plain():
        ...

    @pytest.mark.clause(*MORE)
    def test_of_a_constant():
        ...

    @NAMED
    def test_of_a_named_mark():
        ...

    @pytest.mark.parametrize("case", CASES)
    def test_of_cases(case):
        assert case

    @pytest.mark.clause("tb4:5.1")
    class TestGroup:
        pytestmark = pytest.mark.interpretation("I-02")

        @pytest.mark.clause("tb4:5.2")
        def test_inside(self):
            ...

    @pytest.mark.skip(reason="not now")
    @pytest.mark.clause("tb4:5.3")
    def test_skipped():
        assert False

    @pytest.mark.xfail(reason="known")
    @pytest.mark.clause("tb4:5.4")
    def test_expected_to_fail():
        assert False

    @pytest.mark.clause("tb4:5.5")
    def helper():
        return True

    class Machine(RuleBasedStateMachine):
        @rule()
        def turn(self):
            pass

    TestMachine = Machine.TestCase
"""


def test_every_way_to_declare(tmp_path: Path) -> None:
    tests = tmp_path / "project" / "tests"
    tests.mkdir(parents=True)
    (tests / "test_sample.py").write_text(dedent(MODULE), encoding="utf-8")
    root = tmp_path / "project"

    found = set(declarations(tests, root))

    assert found == collected(tests, root, tmp_path)
    shown = by_target(found)
    assert shown["tb4:5.2"] == ("tests/test_sample.py::TestGroup::test_inside",)
    assert shown["tb4:1.3"] == ("tests/test_sample.py::test_of_a_constant",)
    assert shown["I-01"] == (
        "tests/test_sample.py::test_of_a_named_mark",
        "tests/test_sample.py::test_of_cases",
    )
    assert not shown.keys() & {"tb4:5.3", "tb4:5.4", "tb4:5.5"}


@pytest.mark.parametrize(
    "argument", ['f"tb4:{chapter}"', "*clauses()", "unknown", "*[c for c in ALL]"]
)
def test_a_marker_that_only_running_could_read_is_refused(tmp_path: Path, argument: str) -> None:
    (tmp_path / "test_sample.py").write_text(
        f"import pytest\n\n\n@pytest.mark.clause({argument})\ndef test_it():\n    pass\n",
        encoding="utf-8",
    )
    with pytest.raises(Undeclared, match=r"test_sample\.py:4: write the clauses"):
        list(declarations(tmp_path, tmp_path))
