"""`punto games`, `rules`, `layouts` and `interpretations`: the rules as people and programs ask."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from punto.cli import cited
from punto.cli.app import app
from punto.cli.cited import cited_values
from punto.rules import clauses, find, interpretations, rulebooks
from punto.rules.clauses import DATA
from punto.rules.conformance import NoSources

run = CliRunner()
ROOT = Path(__file__).parents[2]


def asked(*arguments: str) -> str:
    result = run.invoke(app, list(arguments))
    assert result.exit_code == 0, result.output
    return result.stdout


def answered(*arguments: str) -> Any:
    return json.loads(asked(*arguments, "--json"))


def refused(*arguments: str) -> dict[str, str]:
    """Return the error object, having seen that the plain line says the same."""
    plain = run.invoke(app, list(arguments))
    assert (plain.exit_code, plain.stdout) == (2, "")
    (line,) = plain.stderr.splitlines()
    result = run.invoke(app, [*arguments, "--json"])
    assert (result.exit_code, result.stderr) == (2, "")
    error: dict[str, str] = json.loads(result.stdout)["error"]
    assert line == f"{error['where']}: {error['message']}"
    return error


# --- games ---------------------------------------------------------------------------------------


def test_games_lists_every_rulebook() -> None:
    games = answered("games")["games"]
    assert [game["id"] for game in games] == list(rulebooks())
    tiger = next(game for game in games if game["key"] == "tb4")
    assert tiger["title_zh"] == "虎牛免佣百家樂"
    assert tiger["effective"] == "2025-08-08T08:00:00+08:00"
    assert tiger["decks"] == {"minimum": 4, "maximum": 10}
    assert len(tiger["bets"]) == 20
    assert "in_force" not in tiger
    text = asked("games")
    assert all(game["id"] in text for game in games)


@pytest.mark.interpretation("I-33")
@pytest.mark.parametrize(
    ("moment", "in_force"),
    [
        ("2022-04-06", []),
        ("2022-04-07", ["mbs5"]),
        ("2023-11-07T07:59", ["mbs5"]),
        ("2023-11-07T08:00", ["mbs5", "dhyx2"]),
        ("2023-11-07T00:00Z", ["mbs5", "dhyx2"]),
        ("2025-08-08T07:59:59+08:00", ["mbs5", "dhyx2", "tbi1"]),
        ("2025-08-08T08:00:00+08:00", ["mbs5", "dhyx2", "tbi1", "tb4"]),
    ],
)
def test_games_at_a_moment(moment: str, in_force: list[str]) -> None:
    games = answered("games", "--at", moment)["games"]
    assert [game["key"] for game in games if game["in_force"]] == in_force
    assert all(game["in_force"] == (game["reason"] is None) for game in games)
    for game in games:
        if not game["in_force"]:
            assert game["effective"] in game["reason"]


def test_a_moment_that_is_none() -> None:
    assert refused("games", "--at", "yesterday")["code"] == "bad_moment"


# --- rules ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["rws-tiger-buffalo@4", "rws-tiger-buffalo", "tb4"])
def test_a_game_has_three_names(name: str) -> None:
    listed = answered("rules", name)
    assert listed["game"] == "rws-tiger-buffalo@4"
    own = [clause.id for clause in clauses().values() if clause.key == "tb4"]
    assert [clause["clause"] for clause in listed["clauses"]] == own


@pytest.mark.parametrize("number", ["4.1.1", "tb4:4.1.1"])
def test_a_clause_shows_its_values_interpretations_code_and_tests(number: str) -> None:
    shown = answered("rules", "tb4", number)
    assert shown["clause"] == "tb4:4.1.1"
    assert shown["text"] == clauses()["tb4:4.1.1"].text
    by_setting = {value["setting"]: value for value in shown["values"]}
    six = by_setting["bets.banker.pays.banker_wins_on_6"]
    assert six["value"]["odds"] == [1, 2]
    assert by_setting["policies.money.rounding"]["value"] == "up_to_unit"
    assert "I-23" in [item["id"] for item in shown["interpretations"]]
    assert six["where"] in shown["implemented"]
    text = (ROOT / "src/punto/core/settle.py").read_text(encoding="utf-8").splitlines()
    pays = next(n for n, line in enumerate(text, start=1) if "rules.columns[wager.bet]" in line)
    assert f"src/punto/core/settle.py:{pays}" in six["read_by"]
    assert any(test.startswith("tests/law/") for test in shown["tests"])


def test_a_clause_reads_well_for_a_person() -> None:
    text = asked("rules", "tb4", "3.12")
    assert "banker_draws_on_third_card" in text
    assert "src/punto/core/tableau.py:1" in text
    assert "\x1b" not in text
    assert "src/punto/core/conduct/reading.py" in text
    for heading in ("Values", "Read by", "Interpretations", "Implemented", "Shown by tests"):
        assert heading in text.splitlines()


@pytest.mark.parametrize("key", [rules.key for rules in rulebooks().values()])
def test_every_value_stands_where_it_is_said_to_stand(key: str) -> None:
    rules = find(key)
    found = 0
    for clause in clauses().values():
        for value in cited_values(rules, clause.id):
            name, _, line = value.where.rpartition(":")
            text = (ROOT / name).read_text(encoding="utf-8").splitlines()[int(line) - 1]
            assert f'"{clause.id}"' in text
            assert value.value not in ({}, None)
            found += 1
    written = (DATA / f"{rules.id}.toml").read_text(encoding="utf-8")
    cited_in_text = sum(line.count(f'"{key}:') for line in written.splitlines() if "clause" in line)
    assert found == cited_in_text > 100


def test_outside_a_checkout_code_and_tests_are_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> Path:
        raise NoSources("installed")

    monkeypatch.setattr(cited, "checkout", nowhere)
    shown = answered("rules", "tb4", "3.12")
    assert (shown["implemented"], shown["tests"]) == (None, None)
    assert shown["values"][0]["where"].startswith("punto/rules/data/rws-tiger-buffalo@4.toml:")
    assert "known in a checkout of the repository only" in asked("interpretations", "90")


@pytest.mark.parametrize(
    ("arguments", "code", "hint"),
    [
        (["tb9", "3.12"], "unknown_game", "did you mean tb4?"),
        (["rws-tiger-bufalo"], "unknown_game", "did you mean rws-tiger-buffalo?"),
        (["whist"], "unknown_game", "there are mbs-tiger-no-commission@5, "),
        (["tb4", "3.1222"], "unknown_clause", "did you mean 3.12?"),
        (["tb4", "mbs5:3.14"], "unknown_clause", "did you mean "),
    ],
)
def test_a_wrong_name_is_answered_with_the_right_one(
    arguments: list[str], code: str, hint: str
) -> None:
    error = refused("rules", *arguments)
    assert error["code"] == code
    assert hint in error["message"]


# --- layouts -------------------------------------------------------------------------------------


@pytest.mark.interpretation("I-25")
@pytest.mark.parametrize("key", [rules.key for rules in rulebooks().values()])
def test_layouts_show_what_the_rulebook_says(key: str) -> None:
    rules = find(key)
    shown = answered("layouts", key)["layouts"]
    assert [layout["layout"] for layout in shown] == list(rules.layouts)
    for layout in shown:
        own = rules.layouts[layout["layout"]]
        stated = {bet["bet"]: bet["stated"] for bet in layout["bets"]}
        assert stated == {bet: bet in own.stated for bet in own.bets}
        assert layout["positions"] == {"least": own.least_positions, "most": own.most_positions}
        for bet in layout["bets"]:
            assert bet["name_zh"]
            odds = [row.odds for row in rules.bets[bet["bet"]].rows]
            assert [row["odds"] for row in bet["pays"]] == [
                None if pair is None else [pair.num, pair.den] for pair in odds
            ]


def test_one_layout_is_drawn_with_its_bets() -> None:
    assert [layout["layout"] for layout in answered("layouts", "tb4", "P")["layouts"]] == ["P"]
    text = asked("layouts", "tb4", "P")
    assert "layout P, boxes: 1 to 6" in text
    for word in ("老虎對", "100 to 1: twin", "1 to 2: banker wins on 6", "stake back"):
        assert word in text
    assert "big_tiger" not in text


def test_all_layouts_are_drawn_side_by_side_in_80_columns() -> None:
    lines = asked("layouts", "tb4").splitlines()
    assert max(map(len, lines)) <= 80
    (pair,) = (line.split() for line in lines if line.startswith(" Player Pair"))
    assert pair.count("●") == 10
    assert lines[-1].startswith("boxes: 1 to 6 on A B C")


def test_a_layout_that_there_is_not() -> None:
    assert refused("layouts", "tb4", "p")["message"].endswith("did you mean P?")
    assert refused("layouts", "mbs5", "Q")["message"].endswith("there are A, B, C, D, E, F, G, H")


# --- interpretations -----------------------------------------------------------------------------


def test_interpretations_are_listed() -> None:
    listed = answered("interpretations")["interpretations"]
    assert [item["id"] for item in listed] == list(interpretations())
    assert "I-111" in asked("interpretations")


@pytest.mark.parametrize("name", ["I-03", "i-3", "3", "03"])
def test_one_interpretation_by_any_spelling_of_its_number(name: str) -> None:
    shown = answered("interpretations", name)
    assert shown["id"] == "I-03"
    assert shown["default"] == interpretations()["I-03"].default
    assert shown["implemented"]
    text = asked("interpretations", name)
    for heading in ("Clauses", "Readings", "Taken", "Decides", "Hangs on it", "Implemented"):
        assert heading in text.splitlines()


def test_an_interpretation_that_there_is_not() -> None:
    assert refused("interpretations", "999")["code"] == "unknown_interpretation"


# --- all of them ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "expected"),
    [("punto rules tb", "tb4"), ("punto interpretations I-9", "I-90"), ("punto gam", "games")],
)
def test_shells_complete_names(line: str, expected: str) -> None:
    punto = Path(sys.executable).with_name("punto")
    environment = {
        **os.environ,
        "_PUNTO_COMPLETE": "complete_bash",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(line.split()) - 1),
    }
    ran = subprocess.run(
        [punto], env=environment, capture_output=True, text=True, check=False, timeout=60
    )
    assert expected in ran.stdout.split()


def test_a_closed_pipe_is_no_error() -> None:
    punto = Path(sys.executable).with_name("punto")
    ran = subprocess.run(
        ["bash", "-c", f"'{punto}' rules tb4 | head -1"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert len(ran.stdout.splitlines()) == 1
    assert ran.stderr == ""
