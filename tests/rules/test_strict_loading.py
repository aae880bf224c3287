"""Rule data that is damaged is refused by name of file and place, whatever the damage."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from punto.rules import RuleError, load_file
from punto.rules.clauses import DATA

TB4: Final = "rws-tiger-buffalo@4.toml"
MBS5: Final = "mbs-tiger-no-commission@5.toml"
DHYX2: Final = "rws-da-hu-ying-xiong@2.toml"


class Damage(NamedTuple):
    """One change of a real file, and what must be said of it."""

    name: str
    change: tuple[str, str]
    said: tuple[str, str]
    file: str = TB4


DAMAGES: Final = (
    # the file as a whole
    Damage("not_toml", ("[decks]", "[decks"), ("", "is not TOML: .*line")),
    Damage("key_twice", ("minimum = 4", "minimum = 4\nminimum = 4"), ("", "is not TOML")),
    Damage("format", ("format = 1", "format = 2"), ("format", "must be 1, the only format")),
    Damage("format_missing", ("format = 1\n", ""), ("format", "is missing")),
    Damage("unknown_top_key", ("format = 1", "format = 1\nsize = 3"), ("size", "is not a key")),
    Damage("no_id", ('id = "rws-tiger-buffalo@4"\n', ""), ("id", "is missing")),
    Damage("id_without_version", ("buffalo@4", "buffalo"), ("id", "must be operator-game@version")),
    Damage("id_of_another", ('"rws-tiger', '"mbs-tiger'), ("id", "must be operator-game@version")),
    # the document
    Damage("document_key", ("[document]", "[document]\nx = 1"), ("document.x", "is not a key")),
    Damage("no_title", ('title = "T', 'titel = "T'), ("document.title", "is missing")),
    Damage(
        "version_number", ('version = "4"', "version = 4"), ("document.version", "must be a str")
    ),
    Damage(
        "no_zone", ("08:00:00+08:00", "08:00:00"), ("document.effective", "needs a zone offset")
    ),
    Damage(
        "a_day_only",
        ("effective = 2025-08-08T08:00:00+08:00", "effective = 2025-08-08"),
        ("document.effective", "must be a datetime, not date"),
    ),
    Damage("digest", ('sha256 = "71eb', 'sha256 = "71e'), ("document.sha256", "is not a SHA-256")),
    # citations
    Damage(
        "uncited",
        ('clause = ["tb4:2.2.1"]\n', ""),
        ("decks.clause", "is missing: every value cites the clause behind it"),
    ),
    Damage("cites_none", ('["tb4:2.2.1"]', "[]"), ("decks.clause", "is empty: every value cites")),
    Damage("no_such_clause", ('["tb4:2.2.1"]', '["tb4:2.2.9"]'), ("decks.clause", "'tb4:2.2.9'")),
    Damage(
        "of_another_document",
        ('["tb4:2.2.1"]', '["dhyx2:2.2.1"]'),
        ("decks.clause", "cites 'dhyx2:2.2.1', which is no clause of this document"),
    ),
    Damage("clause_no_text", ('["tb4:2.2.1"]', "[2]"), ("decks.clause[0]", "must be a str")),
    Damage("no_interpretation", ('["I-06"]', '["I-999"]'), ("decks.by", "no interpretation")),
    Damage(
        "cell_uncited",
        (', clause = ["tb4:1.16"], by = ["I-20"] }', " }"),
        ("wagers.original.clause", "is missing: every value cites"),
    ),
    # cards and the Table of Play
    Damage("ten_is_ten", ("10 = 0", "10 = 10"), ("card_values.10", "a 10 counts 0")),
    Damage("no_king", ("K = 0\n", ""), ("card_values.K", "is missing")),
    Damage("joker", ("K = 0", "K = 0\nX = 0"), ("card_values.X", "is not a key")),
    Damage(
        "decks_swapped", ("maximum = 10", "maximum = 3"), ("decks.minimum", "not above the maximum")
    ),
    Damage("no_decks", ("minimum = 4", "minimum = 0"), ("decks.minimum", "must be at least 1")),
    Damage(
        "jokers", ("jokers = false", "jokers = true"), ("decks.jokers", "a joker is no card of")
    ),
    Damage(
        "insured_for_nothing",
        ("only_if_card_to_come = { is = true", "only_if_card_to_come = { is = false"),
        ("policies.insurance.only_if_card_to_come.is", "must be true: the engine knows no other"),
        DHYX2,
    ),
    Damage(
        "long_odds_scope",
        ('long_odds_scope = { is = "person"', 'long_odds_scope = { is = "patron"'),
        ("policies.insurance.long_odds_scope.is", "must be one of person, box, table"),
        DHYX2,
    ),
    Damage("jokers_text", ("jokers = false", 'jokers = "no"'), ("decks.jokers", "must be a bool")),
    Damage(
        "natural_12",
        ("naturals = [8, 9]", "naturals = [8, 12]"),
        ("table_of_play.naturals", "must be different numbers from 0 to 9"),
    ),
    Damage(
        "third_card_twice",
        ("6 = [6, 7]", "6 = [6, 6]"),
        ("table_of_play.banker_draws_on_third_card.6", "must be different numbers"),
    ),
    Damage(
        "row_missing",
        ("7 = []\n", ""),
        ("table_of_play.banker_draws_on_third_card.7", "is missing"),
    ),
    Damage(
        "row_of_a_natural",
        ("7 = []", "7 = []\n8 = []"),
        ("table_of_play.banker_draws_on_third_card.8", "is not a key"),
    ),
    # bets and their pay rows
    Damage(
        "bet_key", ('name = "Player"', 'name = "Player"\ncolour = "red"'), ("bets[0].colour", "key")
    ),
    Damage(
        "rows_overlap",
        ("banker_total = [1, 2, 3, 4, 5, 7, 8, 9]", "banker_total = [1, 6]"),
        ("bets[1].pays", "banker_wins_on_6 and banker_wins_on_other_points overlap"),
    ),
    Damage(
        "word", ('winner = ["player"] }', 'victor = ["player"] }'), ("bets[0].pays[0].when", "key")
    ),
    Damage(
        "winner",
        ('{ winner = ["player"] }', '{ winner = ["punter"] }'),
        ("bets[0].pays[0].when.winner", "must name some of player, banker, tie"),
    ),
    Damage(
        "always", ('{ winner = ["player"] }', "{}"), ("bets[0].pays[0].when", "would always hold")
    ),
    Damage(
        "odds_zero", ("odds = [1, 2]", "odds = [0, 2]"), ("bets[1].pays[0].odds", "two positive")
    ),
    Damage(
        "odds_three",
        ("odds = [1, 2]", "odds = [1, 2, 3]"),
        ("bets[1].pays[0].odds", "two positive"),
    ),
    Damage(
        "odds_part",
        ("odds = [1, 2]", "odds = [0.5, 1]"),
        ("bets[1].pays[0].odds[0]", "must be a int"),
    ),
    Damage(
        "push_false", ("push = true", "push = false"), ("bets[0].pays[1].push", "is true or absent")
    ),
    Damage(
        "push_and_odds",
        ("push = true", "push = true\nodds = [1, 1]"),
        ("bets[0].pays[1].odds", "is not a key"),
    ),
    Damage(
        "never_wins", ("odds = [8, 1]", "push = true"), ("bets[2].pays", "bet tie can never win")
    ),
    Damage(
        "bet_twice", ('id = "banker"\n', 'id = "player"\n'), ("bets[1].id", "player stands twice")
    ),
    Damage(
        "number_of_bets",
        ("offered = { is = 20", "offered = { is = 19"),
        ("wagers.offered", "says 19 kinds of bet; there are 20"),
    ),
    Damage(
        "original_unknown",
        ('original = { is = ["player", "banker"]', 'original = { is = ["x"]'),
        ("wagers.original", "names 'x', which is no bet"),
    ),
    # layouts
    Damage("bet_on_no_layout", ('"tiger_pair", ', ""), ("bets.tiger_pair", "is on no layout")),
    Damage("no_such_bet", ('"tiger_pair", ', '"lucky_6", '), ("layouts[15].bets", "'lucky_6'")),
    Damage(
        "layout_twice", ('letter = "B"', 'letter = "A"'), ("layouts[1].letter", "A stands twice")
    ),
    Damage(
        "positions",
        ("positions = [1, 6]", "positions = [1]"),
        ("layouts[0].positions", r"must be \[least, most\]"),
    ),
    Damage(
        "positions_word",
        ("positions = [1, 6]", 'positions = "some"'),
        ("layouts[0].positions", "must be a list"),
    ),
    # insurance
    Damage(
        "rows_cover_twice",
        ("own = [6]\nother = [0, 1", "own = [5]\nother = [0, 1"),
        ("insurance_rows[1]", "overlaps an earlier insurance row"),
        DHYX2,
    ),
    Damage(
        "stage",
        ('"after_four_cards"', '"after_five_cards"'),
        ("insurance_rows[0].stage", "must be one of after_four_cards, after_player_third_card"),
        DHYX2,
    ),
    # policies, irregularities, authority
    Damage(
        "policy_word",
        ('opens_at = { is = "call_for_bets"', 'opens_at = { is = "never"'),
        ("policies.round.opens_at.is", "must be one of call_for_bets; it says 'never'"),
    ),
    Damage("policy_missing", ("opens_at =", "#"), ("policies.round.opens_at", "is missing")),
    Damage(
        "policy_type",
        ("joint_wagers = { is = false", "joint_wagers = { is = 0"),
        ("policies.betting.joint_wagers.is", "must be a bool, not int 0"),
    ),
    Damage(
        "section_missing", ("[policies.money]", "[policies.cash]"), ("policies.money", "is missing")
    ),
    Damage(
        "method_key",
        ("chosen_by = {", "picked_by = {"),
        ("policies.methods.standard.chosen_by", "is missing"),
    ),
    Damage(
        "irregularity_missing",
        ('kind = "foreign_card"', 'kind = "unshuffled"'),
        ("irregularities[", "unshuffled stands twice"),
    ),
    Damage(
        "unfit_set_stands",
        ('kind = "unshuffled"\nopen = "void"', 'kind = "unshuffled"\nopen = "stand"'),
        ("irregularities[2].open", "unshuffled is a void in all four cells"),
    ),
    Damage(
        "cell_that_nobody_looks_up",
        (
            'kind = "dealt_face_up"\nopen = "options"\nopen_beyond_repair = "options"',
            'kind = "dealt_face_up"\nopen = "options"\nopen_beyond_repair = "void"',
        ),
        ("irregularities[9].needs", "is nothing: where nobody judges"),
    ),
    Damage(
        "decided_by_another",
        (
            'decided_by = "pit_supervisor"\nneeds = "order"',
            'decided_by = "dealer"\nneeds = "order"',
        ),
        (
            "irregularities.drawn_together_order_unknown.decided_by",
            "is dealer; the act assign_order is for pit_supervisor",
        ),
    ),
    Damage(
        "irregularity_unknown",
        ('kind = "foreign_card"', 'kind = "torn_card"'),
        ("irregularities[0].kind", "must be one of foreign_card"),
    ),
    Damage(
        "ruling_unknown",
        ('open = "void"', 'open = "ignore"'),
        ("irregularities[0].open", "must be one of void, options"),
    ),
    Damage(
        "role",
        ('open_table = { role = "', 'open_table = { role = "x'),
        ("open_table.role", "one of"),
    ),
)


@pytest.mark.parametrize("damage", DAMAGES, ids=[damage.name for damage in DAMAGES])
def test_damage_is_refused_with_file_and_place(tmp_path: Path, damage: Damage) -> None:
    text = (DATA / damage.file).read_text(encoding="utf-8")
    old, new = damage.change
    assert old in text, "the damage must hit something"
    path = tmp_path / damage.file
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(RuleError) as refused:
        load_file(path)
    place, message = damage.said
    error = refused.value
    assert error.file == damage.file
    assert place in error.place, error
    assert re.search(message, error.message), error
    assert str(error).startswith(f"{damage.file}: ")


def test_a_ruling_that_is_lacking_is_named(tmp_path: Path) -> None:
    text = (DATA / MBS5).read_text(encoding="utf-8")
    start = text.index('[[irregularities]]\nkind = "card_exposed"')
    end = text.index("[[irregularities]]", start + 1)
    path = tmp_path / MBS5
    path.write_text(text[:start] + text[end:], encoding="utf-8")
    with pytest.raises(RuleError, match=f"^{MBS5}: irregularities: no ruling for card_exposed$"):
        load_file(path)


@pytest.mark.parametrize(
    "part",
    [r"\[\[insurance_rows\]\]\n.*?(?=\n\[\[)", r"\[policies\.insurance\]\n.*?(?=\n\[policies)"],
    ids=["rows", "policy"],
)
def test_insurance_rows_and_insurance_policy_stand_together(tmp_path: Path, part: str) -> None:
    text = (DATA / DHYX2).read_text(encoding="utf-8")
    path = tmp_path / DHYX2
    path.write_text(re.sub(part, "", text, flags=re.DOTALL), encoding="utf-8")
    with pytest.raises(RuleError, match=r"policies\.insurance: stands if and only if"):
        load_file(path)


def test_a_file_that_is_not_there_or_not_text_is_named(tmp_path: Path) -> None:
    with pytest.raises(RuleError, match=r"^gone@1\.toml: cannot be read: No such file"):
        load_file(tmp_path / "gone@1.toml")
    (tmp_path / "bytes@1.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(RuleError, match=r"^bytes@1\.toml: is not TOML"):
        load_file(tmp_path / "bytes@1.toml")


@pytest.mark.parametrize("path", sorted(DATA.glob("*@*.toml")), ids=lambda path: path.name)
def test_every_approved_file_passes_the_whole_inspection(path: Path) -> None:
    assert load_file(path).id == path.stem
