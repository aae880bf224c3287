"""`punto simulate`, `punto study` and `punto shoe` as they are used."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from typer.testing import CliRunner

from punto.cli.app import app
from punto.core.composition import fresh
from punto.odds.bets import all_bet_odds
from punto.odds.drawing import drawing
from punto.odds.weights import joint
from punto.rules import load, rulebooks
from punto.sim.compiled import CompiledKernel
from punto.sim.engines import Cluster
from punto.sim.plan import ShoePlan

cli = CliRunner()
INSURED = "rws-tiger-buffalo-insurance@1"


def said(*words: str) -> str:
    result = cli.invoke(app, [*words])
    assert result.exit_code == 0, result.output
    return result.stdout


def told(*words: str) -> Any:
    return json.loads(said(*words, "--json"))


@pytest.mark.parametrize("game", rulebooks())
def test_the_contract_of_simulate(game: str) -> None:
    found = told("simulate", game, "--decks", "6", "--shoes", "500", "--seed", "12")
    keys = ["game", "decks", "shoes", "seed", "rounds", "cards", "bets", "digest", "seconds"]
    assert list(found) == keys
    assert (found["game"], found["decks"], found["shoes"], found["seed"]) == (game, 6, 500, 12)
    counts = CompiledKernel().histogram(ShoePlan(decks=6), 12, 0, 500)[:2000]
    packed = b"".join(count.to_bytes(8, "little") for count in counts)
    assert found["digest"] == hashlib.sha256(packed).hexdigest()
    assert found["rounds"] == sum(counts)
    rules = load(game)
    assert list(found["bets"]) == list(rules.bets)
    for name, bet in found["bets"].items():
        paid = [(row.odds.num, row.odds.den) for row in rules.bets[name].rows if row.odds]
        assert [tuple(row["odds"]) for row in bet["pays"]] == paid
        every = sum(row["count"] for row in bet["pays"]) + bet["push"] + bet["lose"]
        assert every == found["rounds"]


def test_the_digest_is_the_same_on_any_number_of_workers_and_any_kernel() -> None:
    every = [
        told("simulate", "tb4", "--shoes", "300", "--workers", workers, "--kernel", kernel)
        for workers, kernel in (("1", "compiled"), ("2", "compiled"), ("8", "compiled"))
    ]
    every.append(told("simulate", "tb4", "--shoes", "300", "--workers", "1", "--kernel", "numpy"))
    every.append(told("simulate", "tb4", "--shoes", "300", "--workers", "1", "--kernel", "plain"))
    assert len({found["digest"] for found in every}) == 1
    assert len({json.dumps({**found, "seconds": 0}) for found in every}) == 1


def test_people_read_estimates_beside_exact_odds() -> None:
    text = said("simulate", "tb4", "--shoes", "5000")
    assert "Big Tiger" in text
    assert "15.253%" in text
    assert "digest " in text
    assert " se" in text


def test_a_run_stops_at_the_precision_asked_for() -> None:
    found = told("simulate", "tb4", "--shoes", "64000", "--precision", "0.01")
    assert 8 * 1000 <= found["shoes"] < 64_000


@pytest.mark.parametrize(
    ("words", "code", "where"),
    [
        (["--shoes", "-5"], "bad_shoes", "--shoes"),
        (["--shoes", "0"], "bad_shoes", "--shoes"),
        (["--seed", "-1"], "bad_seed", "--seed"),
        (["--decks", "3"], "bad_decks", "--decks"),
        (["--decks", "11"], "bad_decks", "--decks"),
        (["--cut-card", "417"], "bad_cut_card", "--cut-card"),
        (["--cut-card", "-1"], "bad_cut_card", "--cut-card"),
        (["--burn", "x"], "bad_burn", "--burn"),
        (["--burn", "500"], "bad_burn", "--burn"),
        (["--workers", "0"], "bad_workers", "--workers"),
        (["--precision", "0"], "bad_precision", "--precision"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_nonsense_is_refused(words: list[str], code: str, where: str) -> None:
    result = cli.invoke(app, ["simulate", "tb4", *words, "--json"])
    assert result.exit_code == 2
    error = json.loads(result.stdout)["error"]
    assert (error["code"], error["where"]) == (code, where)
    assert list(error) == ["code", "message", "clause", "where"]
    plain = cli.invoke(app, ["simulate", "tb4", *words])
    assert plain.exit_code == 2
    assert plain.stdout == ""
    assert plain.stderr.startswith(where)
    assert len(plain.stderr.splitlines()) == 1


def test_an_unreachable_cluster_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    hasty = Cluster("tcp://127.0.0.1:9", patience=0.2)
    monkeypatch.setattr("punto.cli.simulation.choose_engine", lambda *_: hasty)
    words = ["simulate", "tb4", "--cluster", "tcp://127.0.0.1:9", "--json"]
    result = cli.invoke(app, words)
    assert result.exit_code == 2
    error = json.loads(result.stdout)["error"]
    assert error["code"] == "engine_failed"
    assert error["where"] == "--cluster"
    assert "tcp://127.0.0.1:9" in error["message"]


def test_results_are_kept(tmp_path: Path) -> None:
    words = ["simulate", "tb4", "--shoes", "640", "--out", str(tmp_path / "run")]
    first, again = told(*words), told(*words)
    assert first["digest"] == again["digest"]
    frame = pl.read_parquet(tmp_path / "run" / "result.parquet")
    assert frame["count"].sum() == first["rounds"]
    assert set(frame.columns) >= {"code", "player_total", "banker_total", "pairs", "count"}
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert manifest["digest"] == first["digest"]
    result = cli.invoke(app, [*words, "--seed", "2", "--json"])
    assert json.loads(result.stdout)["error"]["where"] == "--out"


def test_a_shoe_is_shown_card_by_card() -> None:
    found = told("shoe", "--seed", "12", "--number", "3", "--decks", "6")
    trace = CompiledKernel().trace(ShoePlan(decks=6), 12, 3, 1).codes[0]
    assert [each["class"] for each in found["rounds"]] == [code for code in trace if code < 2000]
    every = [card for each in found["rounds"] for card in each["cards"]]
    assert len(every) + len(found["behind"]) == 312
    text = said("shoe", "--seed", "12", "--number", "3", "--decks", "6")
    assert " ".join(found["behind"][:5]) in text


@pytest.mark.parametrize("game", rulebooks())
@pytest.mark.parametrize("burn", ["0", "value"])
@pytest.mark.interpretation("I-05", "I-07")
def test_a_shoe_is_saved_as_a_record_that_the_rules_replay(
    game: str, burn: str, tmp_path: Path
) -> None:
    record = tmp_path / "shoe.toml"
    words = ["shoe", "--seed", "4", "--number", "9", "--game", game, "--burn", burn]
    found = told(*words, "--save", str(record))
    replayed = told("replay", str(record))
    assert replayed["refused"] == []
    played = [
        [each["card"] for each in round_["cards"]]
        for round_ in replayed["rounds"]
        if round_["ended"] == "settled"
    ]
    assert played == [each["cards"] for each in found["rounds"]]
    winners = [each["winner"] for each in found["rounds"]]
    named = [round_["result"].partition(" ")[0].lower() for round_ in replayed["rounds"]]
    assert [winner for winner in named if winner in ("player", "banker")] == [
        winner for winner in winners if winner != "tie"
    ]


@pytest.mark.parametrize(
    ("words", "code"), [(["--number", "-1"], "bad_number"), (["--seed", "-1"], "bad_seed")]
)
def test_a_shoe_that_is_none_is_refused(words: list[str], code: str) -> None:
    result = cli.invoke(app, ["shoe", *words, "--json"])
    assert result.exit_code == 2
    assert json.loads(result.stdout)["error"]["code"] == code


STUDIES = {
    "count": ["tb4", "--bet", "big_tiger", "--shoes", "3000"],
    "perfect": ["tb4", "--shoes", "30"],
    "insurance": [INSURED, "--shoes", "3000"],
    "bankroll": ["tb4", "--bet", "banker", "--sessions", "300"],
    "roads": ["tb4", "--shoes", "3000"],
    "floor": ["tb4", "--days", "5", "--tables", "2", "--hours", "2"],
}


@pytest.mark.parametrize("study", STUDIES)
def test_a_study_is_a_table_an_object_a_file_and_a_plot(study: str, tmp_path: Path) -> None:
    words = ["study", study, *STUDIES[study]]
    plot = tmp_path / "plot.svg"
    found = told(*words, "--out", str(tmp_path / "run"), "--plot", str(plot))
    assert found["study"] == study
    assert found["seed"] == 1
    assert plot.read_text().startswith("<?xml")
    assert len(pl.read_parquet(tmp_path / "run" / "result.parquet")) > 1
    text = said(*words)
    assert f"{found['shoes']:,} shoes of seed 1" in text
    again = told(*words, "--workers", "1")
    assert {**again, "seconds": 0} == {**found, "seconds": 0}


def test_the_same_plot_is_the_same_file(tmp_path: Path) -> None:
    words = ["study", "roads", "tb4", "--shoes", "640", "--plot"]
    for name in ("one.svg", "two.svg"):
        said(*words, str(tmp_path / name))
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()
    said(*words, str(tmp_path / "three.png"))
    assert (tmp_path / "three.png").read_bytes().startswith(b"\x89PNG")


def test_perfect_knowledge_beats_every_count() -> None:
    ceiling = told("study", "perfect", "tb4", "--shoes", "600")["bets"]["big_tiger"]
    found = told("study", "count", "tb4", "--bet", "big_tiger", "--shoes", "100000")
    best = next(each for each in found["triggers"] if each["at"] == found["best"])
    per_shoe = best["units_per_100"]["mean"] * 0.82
    assert per_shoe < ceiling["gain"]["mean"] + 3 * ceiling["gain"]["error"]
    rules = load("rws-tiger-buffalo@4")
    odds = all_bet_odds(rules.columns.values(), joint(fresh(8), drawing(rules.tableau)))
    edges = {each.bet.id: float(each.edge) for each in odds}
    assert ceiling["exact_edge"] == found["edge"] == edges["big_tiger"]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["count", "tb4", "--bet", "nothing"], "unknown_bet"),
        (["count", "tb4", "--bet", "tie", "--tags", "a,b"], "bad_tags"),
        (["count", "tb4", "--bet", "tie", "--tags", "1,2"], "bad_tags"),
        (["count", "tb4", "--bet", "player_pair"], "no_count"),
        (["insurance", "tb4"], "no_insurance_in_game"),
        (["bankroll", "tb4", "--session", "0"], "bad_session"),
        (["bankroll", "tb4", "--sessions", "0"], "bad_sessions"),
        (["floor", "tb4", "--mix", "tie"], "bad_mix"),
        (["floor", "tb4", "--mix", "none=3"], "bad_floor"),
        (["floor", "tb4", "--days", "0"], "bad_days"),
        (["roads", "tb4", "--plot", "roads.pdf"], "bad_plot"),
        (["roads", "tb4", "--shoes", "-1"], "bad_shoes"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_studies_refuse_nonsense(words: list[str], code: str) -> None:
    result = cli.invoke(app, ["study", *words, "--json"])
    assert result.exit_code == 2
    assert json.loads(result.stdout)["error"]["code"] == code


SHARP = {
    "insurance": ([INSURED, "--shoes", "64000", "--precision", "0.02"], 64_000),
    "bankroll": (["tb4", "--sessions", "6400", "--session", "1", "--precision", "0.2"], 6400),
    "roads": (["tb4", "--shoes", "6400", "--precision", "0.01"], 6400),
    "floor": (
        ["tb4", "--days", "640", "--tables", "1", "--hours", "1", "--precision", "300000"],
        640,
    ),
}


@pytest.mark.parametrize("study", SHARP)
def test_a_study_stops_at_the_precision_asked_for(study: str) -> None:
    words, most = SHARP[study]
    assert most / 8 <= told("study", study, *words)["shoes"] < most
    if study != "insurance":
        assert told("study", study, *words[:-2])["shoes"] == most


def test_the_ceiling_is_shown_by_where_the_cutting_card_lies() -> None:
    for words in (["perfect", "tb4", "--shoes", "30"], ["insurance", INSURED, "--shoes", "300"]):
        found, text = told("study", *words), said("study", *words)
        lines = text.partition("by cards unseen")[2].splitlines()
        assert lines[2].split()[-7:] == ["14", "26", "52", "78", "104", "156", "208"]
        by_depth = (found["bets"]["big_tiger"] if words[0] == "perfect" else found["lines"][0])[
            "by_depth"
        ]
        name = "big_tiger" if words[0] == "perfect" else "player 5 v 4, 4"
        (row,) = [line for line in lines if line.strip().startswith(name + " ")]
        wanted = dict(by_depth)
        assert row.split()[-7:] == [
            f"{wanted[cards]:.3f}" for cards in (14, 26, 52, 78, 104, 156, 208)
        ]


def test_roads_are_held_against_exact_values() -> None:
    text = said("study", "roads", "tb4", "--shoes", "640")
    rules = load("rws-tiger-buffalo@4")
    odds = all_bet_odds(rules.columns.values(), joint(fresh(8), drawing(rules.tableau)))
    tie = next(each for each in odds if each.bet.id == "tie")
    player = next(each for each in odds if each.bet.id == "player")
    banker = player.lose / (tie.orderings - player.push)
    assert text.count(f"{banker:.3%}") >= 4
    (third,) = [line for line in text.splitlines() if line.split()[:1] == ["3"]]
    assert third.split()[3] == f"{(1 - banker) ** 2 * banker:.3%}"
    assert third.split()[6] == f"{banker**2 * (1 - banker):.3%}"


def test_ten_tags_stand_for_thirteen() -> None:
    words = ["study", "count", "tb4", "--bet", "tie", "--shoes", "640", "--tags"]
    short = told(*words, "1,0,0,-1,0,0,0,0,0,2")
    assert short["tags"] == [1, 0, 0, -1, 0, 0, 0, 0, 0, 2, 2, 2, 2]


def test_decks_are_refused_by_the_clause_of_the_game() -> None:
    shoe = ["shoe", "--game", "mbs5", "--seed", "1", "--number", "0"]
    for words in (["simulate", "mbs5"], ["study", "roads", "mbs5"], shoe):
        result = cli.invoke(app, [*words, "--decks", "3", "--json"])
        error = json.loads(result.stdout)["error"]
        assert (error["code"], error["clause"]) == ("bad_decks", "mbs5:2.1")


@pytest.mark.parametrize("address", ["nonsense", "tcp://127.0.0.1", "tcp://", "a b:1"])
def test_what_is_no_address_is_refused_before_anything_is_tried(address: str) -> None:
    result = cli.invoke(app, ["simulate", "tb4", "--cluster", address, "--json"])
    assert result.exit_code == 2
    error = json.loads(result.stdout)["error"]
    assert (error["code"], error["where"]) == ("engine_failed", "--cluster")
    assert "tcp://host:8786" in error["message"]


def test_a_margin_that_means_nothing_is_refused() -> None:
    for words in (["perfect", "tb4"], ["insurance", INSURED]):
        result = cli.invoke(app, ["study", *words, "--margin", "2", "--json"])
        assert json.loads(result.stdout)["error"]["where"] == "--margin"


def test_perfect_knowledge_of_one_round_more() -> None:
    words = ["study", "perfect", "tb4", "--shoes", "30", "--one-more"]
    more, usual = told(*words), told(*words[:-1])
    assert more["rounds"] == usual["rounds"] + 30 - _opened_by_the_cutting_card(30)
    result = cli.invoke(app, [*words, "--cut-card", "10", "--json"])
    assert json.loads(result.stdout)["error"]["where"] == "--cut-card"


def _opened_by_the_cutting_card(shoes: int) -> int:
    """Count the shoes whose last round began with exactly 14 cards left: they have no other."""
    found = 0
    for number in range(shoes):
        shoe = told("shoe", "--seed", "1", "--number", str(number))
        found += len(shoe["behind"]) + len(shoe["rounds"][-1]["cards"]) == 14
    return found
