"""`punto odds`: the contract of its JSON, its tables, and what it refuses."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from math import perm
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from punto.cli import odds_quick
from punto.cli.app import app
from punto.rules import load
from punto.rules.clauses import DATA

run = CliRunner()
FRESH = ",".join(["32"] * 13)


def odds(*arguments: str) -> dict[str, Any]:
    result = run.invoke(app, ["odds", *arguments, "--json"])
    assert result.exit_code == 0, result.output
    answer: dict[str, Any] = json.loads(result.output)
    return answer


def refused(*arguments: str) -> dict[str, Any]:
    result = run.invoke(app, ["odds", *arguments, "--json"])
    assert result.exit_code == 2
    error: dict[str, Any] = json.loads(result.output)["error"]
    assert set(error) == {"code", "message", "clause", "where"}
    return error


def test_the_contract_before_the_round() -> None:
    answer = odds("rws-da-hu-ying-xiong@2", "--decks", "8")
    assert answer["game"] == "rws-da-hu-ying-xiong@2"
    assert answer["composition"] == [32] * 13
    assert answer["orderings"] == "4998398275503360"
    banker = answer["bets"]["banker"]
    assert banker["pays"][0] == {"odds": [1, 2], "ways": "269232304455680"}
    assert banker["edge_float"] == pytest.approx(0.0145810, abs=5e-8)
    assert banker["variance_float"] == pytest.approx(0.864, abs=5e-4)
    for bet in answer["bets"].values():
        ways = [int(row["ways"]) for row in bet["pays"]] + [int(bet["push"]), int(bet["lose"])]
        assert sum(ways) == perm(416, 6)
        assert float(Fraction(bet["edge"])) == bet["edge_float"]
    assert banker["clauses"] == ["dhyx2:4.1.1", "dhyx2:1.12", "dhyx2:3.17"]
    assert "result" not in answer
    assert "insurance_offers" not in answer
    first = answer["insurance"][0]
    assert (first["side"], first["stage"]) == ("player", "after_four_cards")
    assert (first["own"], first["other"], first["odds"]) == ([5], [4], [3, 2])
    win, push = Fraction(first["win"]), Fraction(first["push"])
    assert Fraction(first["edge"]) == 1 - win - push - win * Fraction(3, 2)
    assert first["clauses"] == ["dhyx2:4.1.2"]
    assert len(answer["insurance"]) == 17
    assert sum(len(line["cells"]) for line in answer["insurance"]) == 83


def test_the_contract_during_the_round() -> None:
    answer = odds("dhyx2", "--composition", FRESH, "--player", "A,4", "--banker", "K,4")
    assert answer["orderings"] == "4998398275503360"
    assert sum(Fraction(share) for share in answer["result"].values()) == 1
    (offer,) = answer["insurance_offers"]
    assert (offer["side"], offer["odds"]) == ("player", [3, 2])
    shares = [Fraction(offer[result]) for result in ("win", "push", "lose")]
    assert sum(shares) == 1
    assert shares[0] == Fraction(answer["result"]["banker"])
    assert Fraction(offer["edge"]) == shares[2] - shares[0] * Fraction(3, 2)
    assert int(answer["orderings_given"]) == perm(412, 2)


@pytest.mark.interpretation("I-57")
def test_nothing_is_on_offer_when_no_card_is_to_come() -> None:
    answer = odds("dhyx2", "--decks", "8", "--player", "2,3,10", "--banker", "4,K")
    assert answer["insurance_offers"] == []
    assert answer["result"] == {"player": "1/1", "banker": "0/1", "tie": "0/1"}


def test_the_composition_still_holds_the_cards_shown() -> None:
    left = "1,0,0,1,0,0,0,0,0,1,1,1,3"
    answer = odds("tb4", "--composition", left, "--player", "A,4", "--banker", "K,K")
    assert answer["composition"] == [1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 1, 1, 3]
    assert answer["result"]["player"] == "1/1"
    assert refused("tb4", "--composition", left, "--player", "A,A")["where"] == "--player"


@pytest.mark.parametrize(
    ("arguments", "code", "where"),
    [
        (["tb9"], "unknown_game", "GAME"),
        ([], "which_rules", None),
        (["tb4", "--decks", "3"], "decks_not_allowed", "--decks"),
        (["tb4", "--decks", "11"], "decks_not_allowed", "--decks"),
        (["tb4", "--decks", "-8"], "decks_not_allowed", "--decks"),
        (["tb4", "--decks", "eight"], "bad_cards", "--decks"),
        (["tb4", "--decks", "8.5"], "bad_cards", "--decks"),
        (["tb4", "--decks", "8", "--composition", FRESH], "bad_cards", "--decks"),
        (["tb4", "--composition", "1,2,3"], "bad_cards", "--composition"),
        (["tb4", "--composition", "-1" + FRESH[2:]], "bad_cards", "--composition"),
        (["tb4", "--composition", "x" + FRESH[2:]], "bad_cards", "--composition"),
        (["tb4", "--composition", "1.5" + FRESH[2:]], "bad_cards", "--composition"),
        (["tb4", "--composition", "1,1,1,1,1" + ",0" * 8], "bad_cards", "--composition"),
        (["tb4", "--player", "1"], "bad_cards", "--player"),
        (["tb4", "--banker", "A,,2"], "bad_cards", "--banker"),
        (["tb4", "--banker", "A,2,3,4"], "bad_cards", "--banker"),
        (["tb4", "--player", "9,K,2", "--banker", "2,2"], "bad_cards", "--player, --banker"),
        (["tb4", "--rules", "x.toml"], "which_rules", None),
        (["--rules", "x.toml"], "file_not_found", "--rules"),
    ],
)
def test_what_cannot_be_meant_is_refused(
    arguments: list[str], code: str, where: str | None
) -> None:
    error = refused(*arguments)
    assert (error["code"], error["where"]) == (code, where)


@pytest.mark.clause("tb4:2.2.1", "mbs5:2.1", "dhyx2:2.2.1", "tbi1:2.2.1")
@pytest.mark.interpretation("I-06")
@pytest.mark.parametrize(
    ("game", "clause"),
    [("tb4", "tb4:2.2.1"), ("mbs5", "mbs5:2.1"), ("dhyx2", "dhyx2:2.2.1"), ("tbi1", "tbi1:2.2.1")],
)
def test_four_to_ten_decks_are_priced_and_no_others(game: str, clause: str) -> None:
    for decks in (4, 10):
        assert odds(game, "--decks", str(decks))["composition"] == [4 * decks] * 13
    for decks in (3, 11):
        assert refused(game, "--decks", str(decks))["clause"] == clause


def test_a_mistake_is_one_readable_line() -> None:
    result = run.invoke(app, ["odds", "tb4", "--decks", "3"])
    assert result.exit_code == 2
    assert result.output == (
        "--decks: 3 decks are not allowed: 4 to 10 are; for other cards give the composition "
        "(tb4:2.2.1)\n"
    )


def test_the_table_for_people() -> None:
    output = run.invoke(app, ["odds", "dhyx2", "--player", "A,4", "--banker", "K,4"]).output
    assert "shown: Player A 4, Banker K 4" in output
    assert "Insurance on Player at 3 to 2:" in output
    assert "(4128/14111)" in output
    output = run.invoke(app, ["odds", "dhyx2"]).output
    assert "Tiger Pair" in output
    assert "-16.1217" in output
    assert "Insurance after Player's third card" in output


def test_a_draft_rulebook_is_priced(tmp_path: Path) -> None:
    text = (DATA / "rws-da-hu-ying-xiong@2.toml").read_text(encoding="utf-8")
    draft = tmp_path / "my.toml"
    draft.write_text(text.replace("odds = [22, 1]", "odds = [20, 1]"), encoding="utf-8")
    answer = odds("--rules", str(draft))
    assert answer["bets"]["small_tiger"]["edge_float"] == pytest.approx(0.2178, abs=5e-5)
    draft.write_text(text.replace("odds = [22, 1]", "odds = [22, 0]"), encoding="utf-8")
    assert refused("--rules", str(draft))["code"] == "bad_rules"


QUICK = [
    ["rws-tiger-buffalo@4", "--decks", "8", "--json"],
    ["--json", "mbs5", "--decks=6"],
    ["tbi1", "--composition", FRESH, "--player", "A,4", "--banker=K,4", "--json"],
    ["dhyx2", "--player", "2,?,9", "--json"],
]


@pytest.mark.parametrize("arguments", QUICK)
def test_the_quick_answer_is_the_usual_one(
    arguments: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    assert odds_quick.answer(arguments)
    assert capfd.readouterr().out == run.invoke(app, ["odds", *arguments]).output


@pytest.mark.parametrize(
    "arguments",
    [
        ["tb4"],
        ["--json"],
        ["tb4", "mbs5", "--json"],
        ["tb4", "--help", "--json"],
        ["tb9", "--json"],
        ["tb4", "--decks", "--json"],
        ["tb4", "--decks", "12", "--json"],
        ["tb4", "--composition", "1", "--json"],
        ["tb4", "--player", "9,K,2", "--banker", "2,2", "--json"],
    ],
)
def test_what_is_not_plain_is_left_to_the_command_line(
    arguments: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    assert not odds_quick.answer(arguments)
    assert capfd.readouterr().out == ""


def test_a_quick_answer_loads_no_library_of_the_command_line() -> None:
    program = (
        "import sys; sys.argv = ['punto', 'odds', 'rws-tiger-buffalo@4', '--json']\n"
        "from punto.cli.start import main; main()\n"
        "loaded = {'typer', 'rich', 'numpy', 'numba'} & set(sys.modules)\n"
        "sys.exit(f'loaded {loaded}' if loaded else 0)"
    )
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, timeout=60)


def test_every_other_command_goes_to_the_command_line() -> None:
    program = (
        "import sys; sys.argv = ['punto', *sys.argv[1:]]; from punto.cli.start import main; main()"
    )
    command = [sys.executable, "-c", program]
    said = subprocess.run(
        [*command, "--version"], check=True, capture_output=True, text=True, timeout=60
    )
    assert said.stdout.startswith("punto ")
    wrong = subprocess.run(
        [*command, "odds", "tb9", "--json"],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert wrong.returncode == 2
    assert json.loads(wrong.stdout)["error"]["code"] == "unknown_game"


def test_a_reader_that_goes_away_is_no_error() -> None:
    program = (
        "import sys; sys.stdin.read(); sys.argv = ['punto', 'odds', 'mbs5', '--json']\n"
        "from punto.cli.start import main; main()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stdin
        assert running.stdout
        assert running.stderr
        running.stdout.close()
        running.stdin.close()
        said = running.stderr.read()
    assert (running.returncode, said) == (141, b"")


def test_every_game_answers() -> None:
    for game in ("tb4", "mbs5", "dhyx2", "tbi1"):
        answer = odds(game)
        assert set(answer["bets"]) == set(load(answer["game"]).bets)
