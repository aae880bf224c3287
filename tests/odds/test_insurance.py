"""Insurance: table T10, availability, and every cell against dealing every round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import pytest
from hypothesis import given, settings

from punto.core.cards import Rank
from punto.core.composition import Composition, fresh
from punto.core.rulebook import Rulebook
from punto.odds.drawing import Drawing
from punto.odds.given import Shown, joint_given
from punto.odds.insurance import Line, insurance_table, offers_given
from punto.odds.weights import joint, orderings
from punto.rules import load

from .counting import BANKER_DRAWS, RANKS, VALUES, Ranks, every_deal, few_cards, total

T10 = {
    ("player", "after_four_cards", "5 v 4"): ("3:2", "-16.3", "-16.3", "-16.3"),
    ("player", "after_four_cards", "6 v 0-5"): ("5:2", "-11.8", "-11.3", "-11.8"),
    ("player", "after_four_cards", "7 v 0-5"): ("4:1", "-15.7", "-15.2", "-15.7"),
    ("player", "after_player_third_card", "5 v 0-4"): ("3:2", "-15.9", "-15.0", "-60.0"),
    ("player", "after_player_third_card", "6 v 0-5"): ("5:2", "-12.1", "-11.1", "-51.9"),
    ("player", "after_player_third_card", "7 v 0-6"): ("4:1", "-16.0", "-14.9", "-66.9"),
    ("player", "after_player_third_card", "8 v 0-6"): ("10:1", "-8.2", "-7.2", "-71.8"),
    ("player", "after_player_third_card", "9 v 0-6"): ("10:1", "-15.9", "-15.4", "-74.4"),
    ("banker", "after_four_cards", "4 v 0-3"): ("3:2", "-14.8", "-2.7", "-14.8"),
    ("banker", "after_four_cards", "5 v 0-4"): ("3:2", "-27.8", "-15.9", "-27.8"),
    ("banker", "after_four_cards", "6 v 0-5"): ("5:2", "-20.8", "-4.0", "-20.8"),
    ("banker", "after_four_cards", "7 v 0-5"): ("4:1", "-15.7", "-15.2", "-15.7"),
    ("banker", "after_player_third_card", "1-6 v 0"): ("10:1", "-17.2", "-15.2", "-85.0"),
    ("banker", "after_player_third_card", "1 v 1"): ("6:1", "-15.3", "-15.3", "-15.3"),
    ("banker", "after_player_third_card", "2-6 v 1"): ("10:1", "-8.9", "-7.6", "-81.0"),
    ("banker", "after_player_third_card", "3-6 v 2"): ("4:1", "-16.2", "-15.2", "-91.2"),
    ("banker", "after_player_third_card", "4 v 3"): ("5:2", "-11.1", "-11.1", "-76.2"),
}
"""8 decks, result of a unit in per cent: worst and best cell, and worst if offered when Banker
is bound to stand."""

GAMES = ("rws-da-hu-ying-xiong@2", "rws-tiger-buffalo-insurance@1")

Cell = tuple[str, str, int, int]


@pytest.fixture(scope="module", params=GAMES)
def book(request: pytest.FixtureRequest) -> Rulebook:
    return load(request.param)


def key(line: Line) -> tuple[str, str, str]:
    def span(points: tuple[int, ...]) -> str:
        return str(points[0]) if len(points) == 1 else f"{points[0]}-{points[-1]}"

    whole = line.whole
    return whole.row.side, whole.row.stage, f"{span(whole.own)} v {span(whole.other)}"


def percent(edge: Fraction) -> str:
    return f"{float(-edge * 100):.1f}"


@pytest.mark.clause("dhyx2:4.1.2", "tbi1:4.1.8")
@pytest.mark.interpretation("I-57", "I-58", "I-59")
def test_edges_are_those_of_table_t10(book: Rulebook, rules: Drawing) -> None:
    lines = insurance_table(book, fresh(8), rules)
    standing = insurance_table(book, fresh(8), rules, also_standing=True)
    assert {
        key(line): (
            f"{line.whole.row.odds.num}:{line.whole.row.odds.den}",
            percent(line.edges[1]),
            percent(line.edges[0]),
            percent(other.edges[1]),
        )
        for line, other in zip(lines, standing, strict=True)
    } == T10


def test_all_83_situations_arise_and_none_favours_the_bettor(
    book: Rulebook, rules: Drawing
) -> None:
    cells = [cell for line in insurance_table(book, fresh(8), rules) for cell in line.cells]
    assert len(cells) == 83
    assert all(cell.edge > 0 for cell in cells)


@pytest.mark.interpretation("I-57")
def test_26_of_49_situations_would_be_offered_when_banker_must_stand(
    book: Rulebook, rules: Drawing
) -> None:
    def offered(*, also_standing: bool) -> list[int]:
        lines = insurance_table(book, fresh(8), rules, also_standing=also_standing)
        return [
            cell.offered
            for line in lines
            for cell in line.cells
            if line.whole.row.stage == "after_player_third_card"
        ]

    pairs = zip(offered(also_standing=False), offered(also_standing=True), strict=True)
    differs = [more > less for less, more in pairs]
    assert (len(differs), sum(differs)) == (49, 26)


def twin_cells(counts: list[int]) -> dict[Cell, Counter[str]]:
    """Every cell by side, stage, own and other points, with who wins after it."""
    cells: dict[Cell, Counter[str]] = {}
    for player, banker, ways in every_deal(counts):
        p, b = total(player), total(banker)
        winner = "tie" if p == b else "player" if p > b else "banker"
        for stage, own, other in moments(player, banker):
            for side, points in (("player", (own, other)), ("banker", (other, own))):
                cells.setdefault((side, stage, *points), Counter())[winner] += ways
    return cells


def moments(player: Ranks, banker: Ranks) -> Iterator[tuple[str, int, int]]:
    if len(player) + len(banker) > 4:
        yield "after_four_cards", total(player[:2]), total(banker[:2])
    if len(player) == 3 and VALUES[player[2]] in BANKER_DRAWS[total(banker[:2])]:
        yield "after_player_third_card", total(player), total(banker[:2])


@pytest.mark.slow
@pytest.mark.interpretation("I-57", "I-59", "I-77")
def test_a_fresh_shoe_agrees_with_dealing_every_round(rules: Drawing) -> None:
    # a Ten stands for J, Q and K, which another test shows to be alike
    compare_with_dealing(rules, [32] * 9 + [128, 0, 0, 0])


@given(few_cards(13))
@settings(max_examples=15, deadline=None)
@pytest.mark.interpretation("I-57", "I-59", "I-77")
def test_few_cards_agree_with_dealing_every_round(rules: Drawing, counts: list[int]) -> None:
    compare_with_dealing(rules, counts)


def compare_with_dealing(rules: Drawing, counts: list[int]) -> None:
    book = load(GAMES[0])
    shoe = Composition(tuple(counts))
    twin = twin_cells(counts)
    found = set()
    for line in insurance_table(book, shoe, rules):
        for cell in line.cells:
            side, tie_pays = cell.row.side, cell.row.pays_on_tie
            place = (str(side), str(cell.row.stage), cell.own[0], cell.other[0])
            results = twin[place]
            found.add(place)
            lost = results[str(side.other)]
            assert cell.win == (results["tie"] if tie_pays else lost)
            assert cell.push == (0 if tie_pays else results["tie"])
            assert cell.lose == results[str(side)] + (lost if tie_pays else 0)
            assert cell.arises == Fraction(sum(results.values()), orderings(shoe))
    printed = {
        (str(row.side), str(row.stage), own, other)
        for row in book.insurance_rows
        for own in row.own
        for other in row.other
    }
    assert found == printed & set(twin)


@pytest.mark.interpretation("I-57", "I-67")
@pytest.mark.parametrize(
    ("player", "banker", "offered"),
    [
        ("A 4", "K 4", [("player", "3 to 2")]),
        ("A 4 K", "K 4", []),
        ("A 4 2", "K 4", [("player", "4 to 1")]),
        ("2 3 10", "4 K", []),
        ("2 A 5", "7 9", []),
        ("2 A 6", "K 6", [("player", "10 to 1")]),
        ("2 A 7", "K 6", [("banker", "10 to 1")]),
        ("2 A 6", "K 6 2", []),
        ("9 K", "2 2", []),
        ("K 4", "A K", []),
        ("K 2", "2 2", [("banker", "3 to 2")]),
        ("7 K", "2 2", [("player", "4 to 1")]),
        ("A", "K 4", []),
        ("A ?", "K 4", []),
    ],
)
def test_offers_are_made_only_while_a_card_is_to_come(
    rules: Drawing, player: str, banker: str, offered: list[tuple[str, str]]
) -> None:
    shown = Shown(
        tuple(None if rank == "?" else Rank(rank) for rank in player.split()),
        tuple(Rank(rank) for rank in banker.split()),
    )
    weights = joint_given(fresh(8), shown, rules)
    found = offers_given(load(GAMES[0]), shown, weights)
    assert [(str(each.row.side), str(each.row.odds)) for each in found] == offered


def test_an_offer_is_weighed_given_the_cards_shown(rules: Drawing) -> None:
    # Player A 4 stands on nothing: 5 against Banker 4; count what is left by hand
    shown = Shown((Rank.TWO, Rank.ACE, Rank.SEVEN), (Rank.KING, Rank.SIX))
    weights = joint_given(fresh(8), shown, rules)
    (offer,) = offers_given(load(GAMES[0]), shown, weights)
    left = {rank: 32 - shown.ranks.count(Rank(rank)) for rank in RANKS}
    # Banker 6 is insured against Player 0: only a 4 ties, and that is what pays
    assert (offer.win, offer.push, offer.lose) == (left["4"], 0, 411 - left["4"])
    assert offer.edge == Fraction(411 - left["4"] - 10 * left["4"], 411)


def test_a_game_without_insurance_has_no_table(rules: Drawing) -> None:
    book = load("rws-tiger-buffalo@4")
    assert insurance_table(book, fresh(8), rules) == []
    shown = Shown((Rank.ACE, Rank.FOUR), (Rank.KING, Rank.FOUR))
    assert offers_given(book, shown, joint_given(fresh(8), shown, rules)) == []


@pytest.mark.interpretation("I-80")
def test_how_often_the_result_is_fixed_before_the_last_card(rules: Drawing) -> None:
    """Table T5, last row: with four cards, and after Player's third card.

    T5 takes every completion as possible, so its shares are those of very many decks.
    """
    by_size = [0, 0, 0, 0]
    for code, ways in enumerate(joint(fresh(1000), rules)):
        by_size[code // 5 % 4] += ways
    both_stand, _, banker_stands, both_draw = by_size
    assert f"{100 * both_stand / sum(by_size):.1f}" == "37.9"
    assert f"{100 * banker_stands / (banker_stands + both_draw):.1f}" == "36.8"
