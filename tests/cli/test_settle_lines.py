"""`punto settle --lines`: one answer a line, in order, never a stop; pipes that close, Ctrl-C."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader, BytesIO
from itertools import islice
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from punto.cli.app import app
from punto.cli.settle import batches
from punto.testing.rounds import rounds

run = CliRunner()
PUNTO = str(Path(sys.executable).with_name("punto"))
GOOD = json.dumps(next(rounds(1)))


def heed_ctrl_c() -> None:
    """Let Ctrl-C end the command, even where the tests themselves run in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def started(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """Start the command with pipes at both ends, and end it whatever happens."""
    with subprocess.Popen(
        [PUNTO, "settle", "--lines", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=heed_ctrl_c,  # noqa: PLW1509 - it only sets a signal
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def lines(text: str) -> list[dict[str, object]]:
    """Run the command in this process and read its answers."""
    result = run.invoke(app, ["settle", "--lines", "-"], input=text)
    assert (result.exit_code, result.stderr) == (0, "")
    return [json.loads(line) for line in result.stdout.splitlines()]


def code(answer: dict[str, object]) -> object:
    error = answer.get("error")
    return error["code"] if isinstance(error, dict) else None


def test_every_line_is_answered_in_order_and_a_bad_one_stops_nothing() -> None:
    made = [json.dumps(item) for item in islice(rounds(8), 50)]
    made[10] = "{"
    made[20] = ""
    made[30] = "[]"
    answers = lines("\n".join(made) + "\n")
    assert len(answers) == 50
    wrong = {place: code(answer) for place, answer in enumerate(answers) if "error" in answer}
    assert wrong == {10: "not_json", 20: "empty_input", 30: "not_an_object"}
    for item, answer in zip(made, answers, strict=True):
        if "error" not in answer:
            assert answer["game"] == json.loads(item)["game"]


def test_a_line_is_answered_as_the_single_round_is() -> None:
    alone = run.invoke(app, ["settle", "-", "--json"], input=GOOD).stdout
    assert run.invoke(app, ["settle", "-", "--lines"], input=GOOD).stdout == alone
    assert run.invoke(app, ["settle", "-", "--lines", "--json"], input=GOOD).stdout == alone


def test_the_last_line_needs_no_end_and_other_systems_line_ends_do() -> None:
    assert len(lines(f"{GOOD}\n{GOOD}")) == 2
    assert [code(answer) for answer in lines(f"{GOOD}\r\n{GOOD}\r\n")] == [None, None]
    assert lines("") == []


def test_an_error_line_is_the_error_object_of_the_single_round() -> None:
    alone = run.invoke(app, ["settle", "-", "--json"], input="{}").stdout
    assert json.loads(alone) == lines("{}\n")[0]


def test_a_file_is_read_line_by_line(tmp_path: Path) -> None:
    file = tmp_path / "rounds.ndjson"
    file.write_text(f"{GOOD}\n{GOOD}\n", encoding="utf-8")
    assert len(run.invoke(app, ["settle", "--lines", str(file)]).stdout.splitlines()) == 2
    lacking = run.invoke(app, ["settle", "--lines", str(tmp_path / "none"), "--json"])
    assert lacking.exit_code == 2
    assert json.loads(lacking.stdout)["error"]["code"] == "file_not_found"


@given(st.lists(st.binary(max_size=6)), st.integers(1, 5))
def test_lines_are_cut_alike_however_they_arrive(parts: list[bytes], size: int) -> None:
    class Trickle(BytesIO):
        def read1(self, _size: int | None = -1, /) -> bytes:
            return super().read(size)

    whole = b"\n".join(parts)
    arrived = [line for batch in batches(Trickle(whole)) for line in batch]
    expected = whole.split(b"\n")
    assert arrived == (expected[:-1] if expected[-1] == b"" else expected)
    with BufferedReader(BytesIO(whole)) as stream:
        assert [line for batch in batches(stream) for line in batch] == arrived


def test_an_answer_comes_before_the_next_question_is_asked() -> None:
    with started("-") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(3):
            process.stdin.write(GOOD.encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["lines"]
        process.stdin.close()
        assert process.wait(timeout=60) == 0


def test_a_reader_that_has_seen_enough_ends_it_quietly(tmp_path: Path) -> None:
    file = tmp_path / "rounds.ndjson"
    file.write_text(f"{GOOD}\n" * 5000, encoding="utf-8")
    with started(str(file)) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(timeout=60) == 141
        assert process.stderr.read() == b""


def test_ctrl_c_ends_it_quietly() -> None:
    with started("-") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(GOOD.encode() + b"\n")
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 130
        assert process.stderr.read() == b""
