"""`punto replay` and `punto explain`: what they print, and what they say of a wrong record."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from punto.cli.app import app

PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"
HALF = PLAYTHROUGHS / "settlement" / "banker_on_six_is_paid_one_to_two.toml"
INSURED = PLAYTHROUGHS / "insurance" / "both_offers_and_a_tie_on_nothing.toml"


def punto(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(one) for one in arguments])


def test_a_replay_prints_the_golden_text() -> None:
    done = punto("replay", HALF)
    assert done.exit_code == 0
    assert done.output == HALF.with_suffix(".txt").read_text(encoding="utf-8")


def test_a_replay_in_json_has_every_command_and_every_patron() -> None:
    done = json.loads(punto("replay", HALF, "--json").output)
    assert done["game"] == "rws-tiger-buffalo@4"
    assert [one["patron"] for one in done["patrons"]] == ["Ann", "Bob"]
    assert done["patrons"][0] == {
        "patron": "Ann",
        "staked": 12500,
        "returned": 72500,
        "paid": 72500,
    }
    (only,) = done["rounds"]
    assert only["ended"] == "settled"
    assert [card["card"] for card in only["cards"]] == ["4S", "KD", "10H", "6C", "9D"]
    assert only["lines"][0]["odds"] == [1, 2]
    assert [step["line"] for step in done["steps"]][-1] == "settle"


def test_a_refusal_is_in_the_json_with_its_clause() -> None:
    record = PLAYTHROUGHS / "betting" / "free_until_no_more_bets.toml"
    done = json.loads(punto("replay", record, "--json").output)
    refused = [one["refused"] for step in done["steps"] for one in step["answers"]]
    codes = [one["code"] for one in refused if one is not None]
    assert codes.count("bets_closed") == 3
    assert "tb4:5.7" in [one for one in refused if one is not None][-1]["clauses"]


def test_another_rulebook_marks_what_it_does_not_carry() -> None:
    done = json.loads(punto("replay", INSURED, "--under", "tb4", "--json").output)
    assert [one["not_carried"] for one in done["lines"]] == [
        None,
        "rws-tiger-buffalo@4 has no Insurance",
        "rws-tiger-buffalo@4 has no Insurance",
    ]
    said = punto("replay", INSURED, "--under", "tbi1").output
    assert "Ann: $1,300 back here, $1,300 there" in said


def test_an_explanation_tells_cards_odds_and_arithmetic() -> None:
    said = punto("explain", INSURED, "--patron", "Ann").output
    assert "Player draws on 3: 7D makes 0." in said
    assert "Banker draws on 4 against Player's third card, which counts 7: 6H makes 0." in said
    assert "wins on a Tie and on nothing else" in said
    assert "$100 x 10 / 1 = $1,000 profit" in said
    assert "staked $300 and got back $1,300: won $1,000." in said


def test_an_explanation_in_json() -> None:
    done = json.loads(punto("explain", INSURED, "--patron", "Ann", "--json").output)
    assert (done["staked"], done["returned"]) == (30000, 130000)
    assert done["explanation"][0].startswith("Why Ann")


def test_a_patron_who_is_not_there_is_answered_with_who_is() -> None:
    done = punto("explain", HALF, "--patron", "Bab")
    assert done.exit_code == 2
    assert "did you mean Bob?" in done.output


@pytest.mark.parametrize(
    ("old", "new", "place", "said"),
    [
        ("format = 1", "format = 2", "line 1", "format 2 is not known here"),
        ("format = 1\n", "", "", "does not say its format"),
        ("Ann bets 100", "Anne bets 100", "line 32, column 1", "did you mean Ann?"),
        ("settle\n", "setle\n", "line 40, column 1", "did you mean settle?"),
        ("on banker at 1", "on banker by 1", "line 32, column 24", 'write "at"'),
        ("deal 4S", "deal 4X", "line 37, column 6", "a card, as 10H"),
        ("minimum = 25", "minimum = 25.5", "line 12", "is no amount"),
        ("minimum = 25", "minimun = 25", "line 12", "did you mean minimum?"),
        ('"dealer"', '"croupier"', "line 16", "is no role of staff"),
        ('"seat 1"', '"chair 1"', "line 22", "is no place"),
        ("[table]", "[table", "line 6", "this is no TOML"),
    ],
)
def test_a_wrong_record_is_answered_with_its_place(
    tmp_path: Path, old: str, new: str, place: str, said: str
) -> None:
    text = HALF.read_text(encoding="utf-8")
    assert old in text
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(text.replace(old, new, 1), encoding="utf-8")
    done = punto("replay", wrong)
    assert done.exit_code == 2
    assert place in done.output
    assert said in done.output
    problem = json.loads(punto("replay", wrong, "--json").output)["error"]
    assert problem["code"] == "bad_record"
    assert place in problem["where"]


def test_a_game_that_is_not_there(tmp_path: Path) -> None:
    text = HALF.read_text(encoding="utf-8").replace("rws-tiger-buffalo@4", "rws-tiger-bufalo@4")
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(text, encoding="utf-8")
    assert "did you mean rws-tiger-buffalo@4?" in punto("replay", wrong).output


def test_a_file_that_is_not_there_or_is_no_text(tmp_path: Path) -> None:
    assert punto("replay", tmp_path / "none.toml").exit_code == 2
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe")
    done = punto("replay", binary)
    assert done.exit_code == 2
    assert "UTF-8" in done.output
