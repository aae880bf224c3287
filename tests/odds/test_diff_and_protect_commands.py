"""`punto diff` and `punto protect`."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from punto.cli.app import app
from punto.rules import load
from punto.rules.clauses import DATA

run = CliRunner()


def answer(*arguments: str) -> dict[str, Any]:
    result = run.invoke(app, [*arguments, "--json"])
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.output)
    return found


def draft(path: Path, old: str, new: str) -> str:
    text = (DATA / "rws-tiger-buffalo@4.toml").read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    return str(path)


def test_a_draft_with_other_odds_differs_in_one_value_and_one_edge(tmp_path: Path) -> None:
    file = draft(tmp_path / "my.toml", "odds = [22, 1]", "odds = [20, 1]")
    found = answer("diff", "tb4", file)
    assert found["changes"] == [
        {
            "where": "bets.small_tiger.rows.small_tiger_wins.odds",
            "before": "22 to 1",
            "after": "20 to 1",
        }
    ]
    moved = {name for name, edge in found["edges"].items() if edge["before"] != edge["after"]}
    assert moved == {"small_tiger"}
    assert found["edges"]["small_tiger"]["after"] == pytest.approx(0.2178, abs=5e-5)


def test_a_rulebook_does_not_differ_from_itself() -> None:
    found = answer("diff", "mbs5", "mbs5")
    assert found["changes"] == []
    assert all(edge["before"] == edge["after"] for edge in found["edges"].values())
    said = run.invoke(app, ["diff", "mbs5", "mbs5"]).output
    assert said == "no value differs\nno edge changes\n"


def test_a_bet_that_only_one_game_has_is_one_change() -> None:
    found = answer("diff", "dhyx2", "tbi1", "--decks", "6")
    about = [each for each in found["changes"] if each["where"].startswith("bets.tiger_pair")]
    assert about == [{"where": "bets.tiger_pair", "before": "present", "after": None}]
    assert found["edges"]["tiger_pair"]["after"] is None
    assert found["edges"]["wu_dalang"]["before"] is None
    assert (
        found["edges"]["player 5 v 4 after four cards"]["before"]
        == (found["edges"]["player 5 v 4 after four cards"]["after"])
    )


def test_the_difference_for_people(tmp_path: Path) -> None:
    file = draft(
        tmp_path / "my.toml",
        "player_draws = [0, 1, 2, 3, 4, 5]",
        "player_draws = [0, 1, 2, 3, 4]",
    )
    said = run.invoke(app, ["diff", "tb4", file]).output
    assert "tableau.player_draws" in said
    assert "0, 1, 2, 3, 4, 5" in said
    assert "Results, 8 decks" in said


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["tb4", "tb9"], "unknown_game"),
        (["tb4", "nowhere.toml"], "file_not_found"),
        (["tb4", "mbs5", "--decks", "3"], "decks_not_allowed"),
    ],
)
def test_a_difference_that_cannot_be_meant_is_refused(arguments: list[str], code: str) -> None:
    result = run.invoke(app, ["diff", *arguments, "--json"])
    assert result.exit_code == 2
    assert json.loads(result.output)["error"]["code"] == code


def test_protection_by_removal() -> None:
    found = answer("protect", "dhyx2")
    effects = found["bets"]["banker"]["effects"]
    assert sum(Fraction(effect) for effect in effects) == 0
    assert [len(count["tags"]) for count in found["bets"]["banker"]["counts"]] == [13, 13, 13]
    assert len(found["insurance"]) == 17


@pytest.mark.interpretation("I-90")
def test_protection_against_exposed_cards() -> None:
    found = answer("protect", "tb4", "--view", "exposed", "--composition", "4," * 12 + "4")
    assert len(found["one_card"]) == 13
    assert len(found["two_cards"]) == 169
    assert 0 < Fraction(found["gain_of_one"]) < Fraction(found["gain_of_two"])


def test_protection_by_readings_and_correlation() -> None:
    found = answer("protect", "tb4", "--view", "readings")
    worst = max(found["readings"], key=lambda each: float(each["edge_float"]))
    best = min(found["readings"], key=lambda each: float(each["edge_float"]))
    assert (worst["interpretation"], best["interpretation"]) == ("I-11", "I-15")
    table = answer("protect", "mbs5", "--view", "correlation")
    assert len(table["correlation"]) == len(table["bets"]) == 8


def test_a_book_of_wagers() -> None:
    found = answer("protect", "dhyx2", "--book", "banker=500000,tiger=20000,big_tiger=10000")
    assert found["staked"] == 530_000
    assert found["worst"] == "-1150000/1"
    assert found["expected_float"] == pytest.approx(12_153, abs=1)


@pytest.mark.parametrize("view", ["removal", "exposed", "readings", "correlation"])
def test_every_view_has_a_table_for_people(view: str) -> None:
    result = run.invoke(app, ["protect", "mbs5", "--view", view])
    assert result.exit_code == 0
    assert "banker" in result.output


def cells(output: str, name: str) -> list[str]:
    (line,) = [line for line in output.splitlines() if line.split()[:1] == [name]]
    return line.split()[1:]


def test_the_table_of_removal_cuts_no_number_off() -> None:
    found = answer("protect", "tb4")["bets"]
    output = run.invoke(app, ["protect", "tb4"]).output.partition("Best counts")[0]
    assert max(map(len, output.splitlines())) <= 80
    for bet, each in found.items():
        printed = [float(cell) for cell in cells(output, bet)]
        exact = [1e5 * float(Fraction(effect)) for effect in each["effects"][:10]]
        assert printed == pytest.approx(exact, abs=0.5 + 1e-9)


def test_the_table_of_exposed_cards_has_every_bet() -> None:
    found = answer("protect", "tb4", "--view", "exposed")
    output = run.invoke(app, ["protect", "tb4", "--view", "exposed"]).output
    assert max(map(len, output.splitlines())) <= 80
    for bet in load("rws-tiger-buffalo@4").bets:
        printed = [float(cell) for cell in cells(output, bet)]
        exact = [100 * each["results"][bet] for each in found["one_card"][:10]]
        assert printed == pytest.approx(exact, abs=0.5)
    assert cells(output, "player")[0] == "-7.83"


def test_ranks_of_value_zero_are_told_apart_where_pairs_make_them_differ() -> None:
    words = ["protect", "mbs5", "--composition", "4,4,4,4,4,4,4,4,4,4,1,3,4"]
    output = run.invoke(app, words).output
    assert len(cells(output.partition("Best counts")[0], "tiger_pair")) == 13
    words += ["--view", "exposed"]
    seen = answer(*words)["one_card"]
    printed = cells(run.invoke(app, words).output, "tiger_pair")
    assert [f"{float(cell):.0f}" for cell in printed] == [
        f"{100 * each['results']['tiger_pair']:.0f}" for each in seen
    ]


def test_the_table_of_a_book() -> None:
    said = run.invoke(app, ["protect", "mbs5", "--book", "tie=1000,tie=500"]).output
    assert "-12,000" in said
    assert "staked 1,500, expected 215" in said


@pytest.mark.parametrize("book", ["banker", "banker=x", "banker=-5", "nothing=5"])
def test_a_book_that_cannot_be_meant_is_refused(book: str) -> None:
    result = run.invoke(app, ["protect", "mbs5", "--book", book, "--json"])
    assert result.exit_code == 2
    assert json.loads(result.output)["error"]["code"] == "bad_book"
