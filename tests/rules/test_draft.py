"""A draft with other odds: the values and the file say the same, and nothing else differs."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from punto.core.checks import Misuse
from punto.core.money import Odds
from punto.core.rulebook import Rulebook
from punto.odds.compare import changes
from punto.rules import load, load_file, rulebooks
from punto.rules.draft import MARK, draft_text, printed, with_odds

GAMES = list(rulebooks())


def read(text: str, folder: Path) -> Rulebook:
    path = folder / "my.toml"
    path.write_text(text, encoding="utf-8")
    return load_file(path)


@pytest.mark.parametrize("game", GAMES)
def test_every_odds_of_a_rulebook_can_be_changed_in_values_and_in_the_file(
    game: str, tmp_path: Path
) -> None:
    book, chance = load(game), random.Random(game)
    other = {place: Odds(chance.randint(1, 200), chance.randint(1, 20)) for place in printed(book)}
    assert len(other) == len(book.insurance_rows) + sum(
        row.odds is not None for bet in book.bets.values() for row in bet.rows
    )
    draft = with_odds(book, other)
    assert dict(printed(draft)) == other
    written = read(draft_text(book, other), tmp_path)
    assert [(one.where, one.after) for one in changes(draft, written)] == [("id", game + MARK)]


@pytest.mark.parametrize("game", GAMES)
def test_a_draft_without_changes_is_the_printed_rulebook(game: str, tmp_path: Path) -> None:
    book = load(game)
    assert with_odds(book, {}) is book
    same = dict(printed(book))
    assert changes(with_odds(book, same), book) == []
    text = draft_text(book, same)
    assert [one.where for one in changes(book, read(text, tmp_path))] == ["id"]
    assert "instead of" not in text


def test_a_draft_says_what_it_changed_and_that_nobody_approved_it() -> None:
    text = draft_text(
        load("rws-tiger-buffalo@4"), {("small_tiger", "small_tiger_wins"): Odds(20, 1)}
    )
    head = text.splitlines()[:2]
    assert "approved by nobody" in head[0]
    assert head[1] == "# small_tiger.small_tiger_wins: 20 to 1 instead of 22 to 1"


@pytest.mark.parametrize(
    "place",
    [
        ("small_tiger", "single"),
        ("none", "none"),
        ("player", "tie_stake_returned"),
        ("insurance", "1"),
    ],
)
def test_odds_where_nothing_pays_are_refused(place: tuple[str, str]) -> None:
    with pytest.raises(Misuse, match="no odds stand at"):
        with_odds(load("rws-tiger-buffalo@4"), {place: Odds(20, 1)})
