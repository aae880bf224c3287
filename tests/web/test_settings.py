"""Settings: file, environment, command line; what is wrong is refused before anything starts."""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from punto.cli.app import app
from punto.cli.doctor import LEAST_FILES
from punto.core.checks import Misuse
from punto.store.sqlite import SQLiteStore
from punto.testing import postgres
from punto.web.logs import JsonLines
from punto.web.rates import Rate, Rates
from punto.web.settings import Settings, read
from tests.support.served import address


def test_later_settings_win() -> None:
    assert read(None, {}) == Settings()
    assert read(None, {"PUNTO_PORT": "81", "PATH": "x"}).port == 81
    assert read(None, {"PUNTO_PORT": "81"}, port=82, host=None).port == 82


def test_a_file_is_read_below_the_environment(tmp_path: Path) -> None:
    file = tmp_path / "punto.toml"
    file.write_text('port = 80\nstore = "data"\npractice = false\n')
    found = read(file, {"PUNTO_PORT": "81"})
    assert (found.port, found.store, found.practice) == (81, "data", False)
    assert not found.shared
    assert read(None, {"PUNTO_STORE": "postgresql://db/punto"}).shared


@pytest.mark.parametrize(
    ("text", "environment", "given", "said"),
    [
        ("prot = 80", {}, {}, "prot"),
        ('port = "80"', {}, {}, "port"),
        ("port = 70000", {}, {}, "70000"),
        ("port = ", {}, {}, "Invalid value"),
        ("", {"PUNTO_PROT": "80"}, {}, "PUNTO_PROT"),
        ("", {"PUNTO_PORT": "eighty"}, {}, "PUNTO_PORT"),
        ("", {"PUNTO_PRACTICE": "maybe"}, {}, "PUNTO_PRACTICE"),
        ('log_level = "loud"', {}, {}, "loud"),
        ("lease_seconds = 0.0", {}, {}, "lease_seconds"),
        ('store = ""', {}, {}, "store"),
        ("views_per_address = 0", {}, {}, "views_per_address"),
        ("", {"PUNTO_VIEWS_PER_ADDRESS": "many"}, {}, "PUNTO_VIEWS_PER_ADDRESS"),
        ("", {}, {"port": -1}, "-1"),
    ],
)
def test_what_is_wrong_is_refused(
    tmp_path: Path, text: str, environment: dict[str, str], given: dict[str, Any], said: str
) -> None:
    file = tmp_path / "punto.toml"
    file.write_text(text)
    with pytest.raises(Misuse, match=said):
        read(file, environment, **given)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(Misuse, match="there is no file"):
        read(tmp_path / "none.toml", {})


def test_log_lines_are_json_and_carry_what_was_named() -> None:
    record = logging.LogRecord("punto.x", logging.INFO, "", 0, "said %s", ("so",), None)
    record.table = "a"
    record.password = "secret"  # noqa: S105 - it must not be logged
    line = json.loads(JsonLines().format(record))
    assert (line["said"], line["table"], line["level"]) == ("said so", "a", "info")
    assert "secret" not in json.dumps(line)


def test_a_bucket_empties_and_fills_with_time() -> None:
    now = [0.0]
    rates = Rates(lambda: now[0])
    rate = Rate(burst=2, a_second=0.5)
    assert [rates.wait("a", "x", rate) for _ in range(3)] == [0, 0, 2]
    assert rates.wait("b", "x", rate) == 0
    assert rates.wait("a", "y", rate) == 0
    now[0] = 2.0
    assert rates.wait("a", "x", rate) == 0
    assert rates.wait("a", "x", rate) > 0


def doctor(store: Path | str, port: int = 9) -> tuple[int, dict[str, Any]]:
    done = CliRunner().invoke(app, ["doctor", str(store), "--port", str(port), "--json"])
    return done.exit_code, json.loads(done.stdout)


def test_the_doctor_finds_a_sound_store_and_a_broken_one(tmp_path: Path) -> None:
    status, told = doctor(tmp_path)
    assert {one["what"]: one["found"] for one in told["findings"]}["store"].startswith("none yet")
    SQLiteStore(tmp_path / "punto.db").close()
    _, told = doctor(tmp_path)
    found = {one["what"]: one for one in told["findings"]}
    assert found["store"]["found"] == "0 streams, 0 deeds"
    assert found["money"]["good"]
    (tmp_path / "punto.db").write_bytes(b"this is no store at all" * 100)
    status, told = doctor(tmp_path)
    found = {one["what"]: one for one in told["findings"]}
    assert (status, told["fit"], found["store"]["good"]) == (2, False, False)
    assert found["store"]["remedy"] == "restore a backup"


DEPLOY = Path(__file__).parents[2] / "deploy"
MANUAL = Path(__file__).parents[2] / "docs" / "operate" / "server.md"


def test_the_example_of_the_settings_says_what_there_is() -> None:
    shipped = read(DEPLOY / "punto.toml", {})
    other = {"store": "store", "secure_cookie": True}
    assert shipped == read(None, {}, **other)


def test_the_manual_names_every_setting_its_variable_and_its_default() -> None:
    rows = [line.split("|") for line in MANUAL.read_text().splitlines() if line.startswith("| `")]
    told = {row[1].strip(" `"): (row[2].strip(" `"), row[3].strip(" `")) for row in rows}
    for name in Settings.__struct_fields__:
        default = getattr(Settings(), name)
        written = "empty" if default == "" else msgspec.json.encode(default).decode().strip('"')
        assert told[name] == (f"PUNTO_{name.upper()}", written)


def test_the_unit_reads_the_settings_where_the_manual_puts_them() -> None:
    unit = (DEPLOY / "punto.service").read_text()
    assert "serve --config %E/punto/punto.toml" in unit
    assert "/etc/punto/punto.toml" in MANUAL.read_text()
    files = re.search(r"LimitNOFILE=(\d+)", unit)
    assert files is not None
    assert int(files[1]) >= LEAST_FILES


@pytest.mark.needs("postgres")
def test_the_doctor_looks_at_a_shared_store(tmp_path: Path) -> None:
    with postgres.server() as database:
        shared = address(database.database())
        _, told = doctor(shared)
        found = {one["what"]: one for one in told["findings"]}
        assert int(found["PostgreSQL"]["found"].split(".")[0]) >= 15
        assert (found["PostgreSQL"]["good"], found["money"]["good"]) == (True, True)
        assert found["store"]["found"] == "0 streams, 0 deeds"
        assert "disk" not in found
    away = f"postgresql://somebody:a-secret@/punto?host={tmp_path}&connect_timeout=1"
    status, told = doctor(away)
    found = {one["what"]: one for one in told["findings"]}
    assert (status, found["store"]["good"]) == (2, False)
    assert "start PostgreSQL" in found["store"]["remedy"]
    assert "a-secret" not in json.dumps(told)


def test_roads_are_drawn_from_letters_and_from_records(tmp_path: Path) -> None:
    run = CliRunner().invoke
    drawn = run(app, ["roads", "bbppt", "--json"])
    told = json.loads(drawn.stdout)
    assert told["counts"] == {
        "rounds": 5,
        "player": 2,
        "banker": 2,
        "tie": 1,
        "player_pair": 0,
        "banker_pair": 0,
        "natural": 0,
        "tiger": 0,
        "buffalo": 0,
    }
    assert told["derived"]["big_eye"] == [["red"]]
    assert run(app, ["roads", "BP", "--svg", "big"]).stdout.startswith("<svg")
    assert run(app, ["roads", "BP", "--svg", "all"]).stdout.count("<svg") == 6
    assert "Big road" in run(app, ["roads", "BP"]).stdout
    record = tmp_path / "one.toml"
    source = Path(__file__).parents[1] / "playthroughs" / "settlement" / "tie_on_six.toml"
    record.write_bytes(source.read_bytes())
    told = json.loads(run(app, ["roads", "--record", str(record), "--json"]).stdout)
    assert (told["counts"]["tie"], told["counts"]["tiger"]) == (1, 1)
    drawn = run(app, ["roads", "--record", str(record), "--svg", "bead"])
    assert 'class="tiger"' in drawn.stdout
    for wrong in (["roads"], ["roads", "BX"], ["roads", "B", "--svg", "nothing"]):
        assert run(app, wrong).exit_code == 2
