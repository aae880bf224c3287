"""Data frames hold the exact figures and go to Arrow."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from punto.core.composition import Composition, fresh
from punto.odds.weights import orderings
from punto.report import frames
from punto.report.sheet import ParSheet
from punto.rules import load

BOOK = load("rws-da-hu-ying-xiong@2")


def test_classes_sum_to_all_draws() -> None:
    found = frames.classes(BOOK, fresh(10))
    assert found.height == 779
    assert found["ways"].cast(pl.Int64).sum() == orderings(fresh(10))
    assert found["probability"].sum() == pytest.approx(1)


def test_bets_and_their_rows(insured: ParSheet) -> None:
    bets = frames.bets(BOOK, fresh(8))
    assert bets["edge"].to_list() == [float(odds.edge) for odds in insured.bets]
    rows = frames.pay_rows(BOOK, fresh(8))
    lost = bets.select("bet", ways=pl.col("lose").cast(pl.Int64) + pl.col("push").cast(pl.Int64))
    ways = pl.concat([rows.select("bet", pl.col("ways").cast(pl.Int64)), lost])
    assert set(ways.group_by("bet").sum()["ways"]) == {orderings(fresh(8))}
    assert all(rows["clauses"].list.len() > 0)


def test_insurance_has_83_situations_or_none() -> None:
    found = frames.insurance(BOOK, fresh(8))
    assert found.height == 83
    assert (found["win"] + found["push"] + found["lose"]).to_list() == pytest.approx([1.0] * 83)
    none = frames.insurance(load("rws-tiger-buffalo@4"), fresh(8))
    assert none.height == 0
    assert none.columns == found.columns


def test_removal_and_decks() -> None:
    shoe = Composition((4,) * 13)
    found = frames.removal(BOOK, shoe)
    assert found.height == 13 * len(BOOK.bets)
    assert found.filter(pl.col("bet") == "banker")["effect"].sum() == pytest.approx(0)
    decks = frames.edges_by_decks(BOOK, (4, 8))
    assert decks.filter(decks=8, bet="tiger_pair")["edge"].item() == pytest.approx(0.16121722)
    assert decks["decks"].unique().to_list() == [4, 8]


def test_frames_go_to_parquet_and_back(tmp_path: Path) -> None:
    found = frames.classes(BOOK, fresh(8))
    found.write_parquet(tmp_path / "classes.parquet")
    assert pl.read_parquet(tmp_path / "classes.parquet").equals(found)
