"""`punto settle`: the contract in and out, and every wrong input in one line with status 2."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from punto.cli.app import app
from punto.core.refusal import Refused
from punto.record.desk import Desk
from punto.record.settling import settle_json
from punto.record.wire import Answer

run = CliRunner()

CONTRACT: dict[str, Any] = {
    "game": "rws-tiger-buffalo@4",
    "layout": "A",
    "cards": ["4S", "KD", "10H", "9C"],
    "wagers": [{"id": "w1", "bet": "banker", "stake": 10000}],
}
SETTLED = (
    '{"game":"rws-tiger-buffalo@4","layout":"A","outcome":{"player_total":4,"banker_total":9,'
    '"player_cards":2,"banker_cards":2,"winner":"banker","natural":true,"player_pair":false,'
    '"banker_pair":false,"same_pair_rank":false},"lines":[{"id":"w1","bet":"banker",'
    '"stake":10000,"result":"win","odds":[1,1],"profit":10000,"returned":20000,'
    '"clauses":["4.1.1"],"interpretations":[]}],"staked":10000,"returned":20000}\n'
)
INSURED: dict[str, Any] = {
    "game": "rws-da-hu-ying-xiong@2",
    "layout": "B",
    "cards": ["2S", "3D", "3H", "AC", "2D", "4C"],
    "wagers": [{"id": "w1", "bet": "player", "stake": 10000}],
    "insurance": [
        {"id": "i1", "side": "player", "stage": "after_player_third_card", "stake": 5000}
    ],
}
"""Player 7 with three cards, Banker 4 and to draw: Player may be insured at 4 to 1."""


def with_(base: dict[str, Any], place: str, value: object) -> dict[str, Any]:
    """Change one place, as `wagers.0.stake`; a value of `...` takes it out."""
    changed = deepcopy(base)
    *path, last = (int(part) if part.isdigit() else part for part in place.split("."))
    target: Any = changed
    for part in path:
        target = target[part]
    if value is ...:
        del target[last]
    else:
        target[last] = value
    return changed


def settle(item: object, *options: str) -> Any:
    """Run the command on standard input."""
    text = item if isinstance(item, str) else json.dumps(item)
    return run.invoke(app, ["settle", "-", *options], input=text)


def test_the_contracts_own_example_to_the_byte() -> None:
    result = settle(CONTRACT, "--json")
    assert (result.stdout, result.stderr, result.exit_code) == (SETTLED, "", 0)


def test_a_file_is_read_as_standard_input_is(tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    file.write_text(json.dumps(CONTRACT, indent=2), encoding="utf-8")
    assert run.invoke(app, ["settle", str(file), "--json"]).stdout == SETTLED


def test_a_person_reads_a_table() -> None:
    result = settle(with_(CONTRACT, "wagers.0.bet", "player"))
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0] == (
        "rws-tiger-buffalo@4, layout A: Player 4 with 2 cards, Banker 9 with 2 cards, "
    )
    lines = [" ".join(line.split()) for line in result.stdout.splitlines()]
    assert "id bet stake result odds profit returned rests on" in lines
    assert "w1 player 100.00 lose 0.00 0.00 3.13" in lines
    assert lines[-1] == "staked 100.00, returned 0.00"
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert "\x1b" not in result.stdout


def test_pushes_wins_and_rounded_profits_say_so() -> None:
    tie = {**CONTRACT, "cards": ["4S", "KD", "4H", "8C"]}
    tie["wagers"] = [
        {"id": "p", "bet": "player", "stake": 100},
        {"id": "t", "bet": "tie", "stake": 100},
    ]
    push, won = json.loads(settle(tie, "--json").stdout)["lines"]
    assert (push["result"], push["odds"], push["profit"], push["returned"]) == (
        "push", None, 0, 100,
    )  # fmt: skip
    assert (won["result"], won["odds"], won["profit"], won["returned"]) == (
        "win", [8, 1], 800, 900,
    )  # fmt: skip
    six = with_({**CONTRACT, "cards": ["AS", "KD", "QH", "6C", "KS"]}, "wagers.0.stake", 101)
    (half,) = json.loads(settle(six, "--json").stdout)["lines"]
    assert (half["odds"], half["profit"]) == ([1, 2], 51)
    assert half["interpretations"] == ["I-23"]


@pytest.mark.interpretation("I-77")
def test_insurance_is_settled_at_the_odds_of_its_stage() -> None:
    settled = json.loads(settle(INSURED, "--json").stdout)
    wager, insured = settled["lines"]
    assert (wager["result"], wager["returned"]) == ("lose", 0)
    assert (insured["id"], insured["bet"], insured["stake"]) == ("i1", "player_insurance", 5000)
    assert insured["result"] == "win"
    assert (insured["odds"], insured["profit"]) == ([4, 1], 20000)
    assert (settled["staked"], settled["returned"]) == (15000, 25000)


FOUR_DECKS = {**CONTRACT, "decks": 4, "cards": ["AS", "AS", "AS", "AS", "AS", "9C"]}

WRONG: list[tuple[str, object, str, str | None]] = [
    ("empty", "", "empty_input", None),
    ("blank", " \n ", "empty_input", None),
    ("not JSON", "{", "not_json", None),
    ("two objects", "{} {}", "not_json", None),
    ("NaN", '{"game": NaN}', "not_json", None),
    ("nested", "[" * 100_000, "not_json", None),
    ("half a surrogate", '{"game": "\\ud800"}', "not_json", None),
    ("a list", "[]", "not_an_object", None),
    ("a text", '"x"', "not_an_object", None),
    ("null", "null", "not_an_object", None),
    ("unknown key", with_(CONTRACT, "gaem", 1), "unknown_key", None),
    ("unknown key in a wager", with_(CONTRACT, "wagers.0.odds", 1), "unknown_key", "wagers[0]"),
    ("no game", with_(CONTRACT, "game", ...), "missing_key", None),
    ("no stake", with_(CONTRACT, "wagers.0.stake", ...), "missing_key", "wagers[0]"),
    ("game", with_(CONTRACT, "game", "rws-tiger-bufalo@4"), "unknown_game", "game"),
    ("game without version", with_(CONTRACT, "game", "rws-tiger-buffalo"), "unknown_game", "game"),
    ("game a number", with_(CONTRACT, "game", 4), "wrong_type", "game"),
    ("layout", with_(CONTRACT, "layout", "Z"), "unknown_layout", "layout"),
    ("bet", with_(CONTRACT, "wagers.0.bet", "bankr"), "unknown_bet", "wagers[0].bet"),
    ("bet not here", with_(CONTRACT, "wagers.0.bet", "tiger"), "bet_not_on_layout",
     "wagers[0].bet"),
    ("card", with_(CONTRACT, "cards.1", "1D"), "unknown_card", "cards[1]"),
    ("card in lower case", with_(CONTRACT, "cards.1", "kd"), "unknown_card", "cards[1]"),
    ("card a number", with_(CONTRACT, "cards.1", 7), "wrong_type", "cards[1]"),
    ("cards not a list", with_(CONTRACT, "cards", "4S"), "wrong_type", "cards"),
    ("no cards", with_(CONTRACT, "cards", []), "too_few_cards", "cards"),
    ("too few cards", with_(CONTRACT, "cards.3", "2C"), "too_few_cards", "cards"),
    ("too many cards", with_(CONTRACT, "cards", ["4S", "KD", "10H", "9C", "2S"]),
     "too_many_cards", "cards"),
    ("card too often", FOUR_DECKS, "card_not_in_set", "cards"),
    ("stake 0", with_(CONTRACT, "wagers.0.stake", 0), "bad_stake", "wagers[0].stake"),
    ("stake below", with_(CONTRACT, "wagers.0.stake", -5), "bad_stake", "wagers[0].stake"),
    ("stake true", with_(CONTRACT, "wagers.0.stake", True), "bad_stake", "wagers[0].stake"),
    ("stake a float", with_(CONTRACT, "wagers.0.stake", 1.0), "bad_stake", "wagers[0].stake"),
    ("stake a text", with_(CONTRACT, "wagers.0.stake", "10"), "bad_stake", "wagers[0].stake"),
    ("stake null", with_(CONTRACT, "wagers.0.stake", None), "bad_stake", "wagers[0].stake"),
    ("stake immense", with_(CONTRACT, "wagers.0.stake", 2**63), "bad_stake", "wagers[0].stake"),
    ("empty id", with_(CONTRACT, "wagers.0.id", ""), "bad_id", "wagers[0].id"),
    ("id twice", with_(CONTRACT, "wagers", CONTRACT["wagers"] * 2), "duplicate_id",
     "wagers[1].id"),
    ("id twice, insurance", with_(INSURED, "insurance.0.id", "w1"), "duplicate_id",
     "insurance[0].id"),
    ("3 decks", with_(CONTRACT, "decks", 3), "decks_not_allowed", "decks"),
    ("11 decks", with_(CONTRACT, "decks", 11), "decks_not_allowed", "decks"),
    ("decks true", with_(CONTRACT, "decks", True), "wrong_type", "decks"),
    ("decks immense", with_(CONTRACT, "decks", 10**30), "wrong_type", "decks"),
    ("limits a list", with_(CONTRACT, "limits", []), "not_an_object", "limits"),
    ("limit 0", with_(CONTRACT, "limits", {"maximum": 0}), "bad_limits", "limits.maximum"),
    ("limit null", with_(CONTRACT, "limits", {"minimum": None}), "bad_limits", "limits.minimum"),
    ("unit 0", with_(CONTRACT, "limits", {"unit": 0}), "bad_limits", "limits.unit"),
    ("limits upside down", with_(CONTRACT, "limits", {"minimum": 2, "maximum": 1}), "bad_limits",
     "limits"),
    ("unknown limit", with_(CONTRACT, "limits", {"max": 5}), "unknown_key", "limits"),
    ("stage", with_(INSURED, "insurance.0.stage", "later"), "unknown_stage", "insurance[0].stage"),
    ("side", with_(INSURED, "insurance.0.side", "tie"), "unknown_side", "insurance[0].side"),
    ("no insurance in the game", with_(CONTRACT, "insurance", INSURED["insurance"]),
     "no_insurance_in_game", "insurance"),
    ("insurance not on offer", with_(INSURED, "insurance.0.side", "banker"),
     "insurance_not_on_offer", "insurance[0]"),
    ("insurance without Original Bet", with_(INSURED, "wagers.0.bet", "tie"), "no_original_bet",
     "insurance[0]"),
    ("insurance above its cap", with_(INSURED, "insurance.0.stake", 10001),
     "insurance_above_cap", "insurance[0].stake"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("item", "code", "where"),
    [row[1:] for row in WRONG],
    ids=[row[0] for row in WRONG],
)
def test_a_wrong_input_is_named_in_one_line_with_status_2(
    item: object, code: str, where: str | None
) -> None:
    as_json = settle(item, "--json")
    assert (as_json.exit_code, as_json.stderr) == (2, "")
    (said,) = as_json.stdout.splitlines()
    answer = json.loads(said)
    assert list(answer) == ["error"]
    error = answer["error"]
    assert list(error) == ["code", "message", "clause", "where"]
    assert (error["code"], error["where"]) == (code, where)
    assert error["clause"] is None or ":" in error["clause"]

    plain = settle(item)
    assert (plain.exit_code, plain.stdout) == (2, "")
    (line,) = plain.stderr.splitlines()
    assert " ".join(error["message"].split()) in line
    assert len(line) < 600


@pytest.mark.parametrize(
    ("item", "clause"),
    [
        (with_(CONTRACT, "layout", "Z"), "tb4:2.1.1"),
        (with_(CONTRACT, "cards.3", "2C"), "tb4:3.12"),
        (with_(CONTRACT, "decks", 11), "tb4:2.2.1"),
        (with_(INSURED, "insurance.0.stake", 10001), "dhyx2:3.12.2"),
        (with_(CONTRACT, "wagers.0.stake", 0), None),
    ],
)
def test_an_error_names_the_clause_in_full(item: object, clause: str | None) -> None:
    assert json.loads(settle(item, "--json").stdout)["error"]["clause"] == clause


@pytest.mark.parametrize(
    ("item", "meant"),
    [
        (with_(CONTRACT, "game", "rws-tiger-bufalo@4"), "did you mean rws-tiger-buffalo@4?"),
        (with_(CONTRACT, "wagers.0.bet", "playr"), "did you mean player?"),
        (with_(CONTRACT, "game", "whist"), "the games are mbs-tiger-no-commission@5, "),
        (with_(CONTRACT, "wagers.0.bet", "zzz"), "its bets are player, banker, "),
    ],
)
def test_a_misspelt_name_is_answered_with_the_right_one(item: object, meant: str) -> None:
    assert meant in settle(item).stderr


def test_a_file_that_is_not_there_or_cannot_be_read(tmp_path: Path) -> None:
    lacking = run.invoke(app, ["settle", str(tmp_path / "none.json"), "--json"])
    assert lacking.exit_code == 2
    assert json.loads(lacking.stdout)["error"]["code"] == "file_not_found"
    folder = run.invoke(app, ["settle", str(tmp_path)])
    assert folder.exit_code == 2
    assert folder.stderr.splitlines() == [f"{tmp_path}: Is a directory"]


def test_a_ten_may_be_written_in_two_ways_and_is_one_card() -> None:
    ten = with_(CONTRACT, "cards.2", "TH")
    assert settle(ten, "--json").stdout == SETTLED
    both = {**FOUR_DECKS, "cards": ["10H", "TH", "10H", "TH", "TH", "2C"]}
    error = json.loads(settle(both, "--json").stdout)["error"]
    assert error["code"] == "card_not_in_set"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["id", "bet", "stake", "side", "stage", "unit", "x"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)
ALMOST = st.fixed_dictionaries(
    {
        "game": st.sampled_from(["rws-tiger-buffalo@4", "rws-da-hu-ying-xiong@2"]) | JSON,
        "layout": st.sampled_from(["A", "B"]) | JSON,
        "cards": st.lists(st.sampled_from(["4S", "KD", "10H", "9C", "TH", "AS"]), max_size=7)
        | JSON,
        "wagers": st.lists(
            st.fixed_dictionaries(
                {
                    "id": st.text(max_size=2),
                    "bet": st.sampled_from(["player", "banker", "tie", "tiger"]),
                    "stake": st.integers(min_value=-1) | JSON,
                }
            )
            | JSON,
            max_size=3,
        )
        | JSON,
    },
    optional={"insurance": JSON, "decks": st.integers(3, 11) | JSON, "limits": JSON},
)


@given(st.binary() | (JSON | ALMOST).map(lambda value: json.dumps(value).encode()))
def test_nothing_that_can_be_sent_makes_either_way_fall_over(data: bytes) -> None:
    slow = settle_json(data)
    assert isinstance(slow, Answer | Refused)
    assert Desk().answer(data) == slow
    if isinstance(slow, Refused):
        assert slow.code
        assert slow.message


@given(st.text() | (JSON | ALMOST).map(json.dumps))
def test_the_command_never_shows_a_traceback(text: str) -> None:
    data = text.encode(errors="surrogatepass")
    result = run.invoke(app, ["settle", "-", "--json"], input=data)
    assert result.exit_code in (0, 2)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert set(json.loads(result.stdout)) & {"error", "lines"}
