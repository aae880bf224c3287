"""The odds lab over HTTP: every figure against `punto.odds`, to the unit, and every refusal."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from punto.core.cards import RANKS, Rank
from punto.core.composition import Composition, fresh
from punto.core.money import Odds
from punto.core.policies import Role
from punto.core.rulebook import Rulebook
from punto.core.state import Phase
from punto.odds.bets import all_bet_odds
from punto.odds.compare import changes
from punto.odds.document import odds_document
from punto.odds.drawing import drawing
from punto.odds.given import Shown, joint_given
from punto.odds.insurance import insurance_table, offers_given
from punto.odds.removal import bet_results, effects_of_removal, insurance_results
from punto.odds.weights import joint
from punto.rules import find, load_file, rulebooks
from punto.rules.draft import printed, with_odds
from punto.web.rates import COUNT
from tests.support.site import at_once, site

KEYS: Final = [book.key for book in rulebooks().values()]
ACES_LEFT: Final = "6,5,4,3,2,1,0,1,2,3,4,5,6"


async def _ask(path: str, query: dict[str, str]) -> httpx.Response:
    async with site(practice=False) as at:
        return await at.client().get(path, params=query)


def ask(path: str = "/api/odds", **query: str) -> httpx.Response:
    return at_once(_ask(path, query))


def told(path: str = "/api/odds", **query: str) -> Any:
    answer = ask(path, **query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def other_odds(book: Rulebook, seed: int) -> dict[tuple[str, str], Odds]:
    chance = random.Random(seed)
    return {
        place: Odds(chance.randint(1, 120), chance.randint(1, 4))
        for place in printed(book)
        if chance.random() < 0.6
    }


def in_words(odds: dict[tuple[str, str], Odds]) -> str:
    return ",".join(f"{bet}.{row}.{each.num}-{each.den}" for (bet, row), each in odds.items())


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("cards", [{"decks": "8"}, {"composition": ACES_LEFT}])
def test_every_figure_is_that_of_punto_odds(key: str, cards: dict[str, str]) -> None:
    book, found = find(key), told(game=key, **cards)
    left = Composition(tuple(found["composition"]))
    known = odds_document(book, left, Shown())
    assert found["orderings"] == found["ways"] == known["orderings"]
    assert [each["bet"] for each in found["bets"]] == list(book.bets)
    for each in found["bets"]:
        same = known["bets"][each["bet"]]
        paying = [row for row in each["rows"] if row["odds"]]
        assert [{"odds": row["odds"], "ways": row["ways"]} for row in paying] == same["pays"]
        assert (each["lose"], each["edge"]) == (same["lose"], same["edge"])
        assert each["edge"] == each["printed_edge"]
        assert each["variance_float"] == same["variance_float"]
        assert each["hit_float"] == same["hit_float"]
        for row, rule in zip(each["rows"], book.bets[each["bet"]].rows, strict=True):
            assert (row["row"], row["clauses"]) == (rule.name, list(rule.clauses))
    assert len(found["insurance"]) == len(known["insurance"])
    for line, same in zip(found["insurance"], known["insurance"], strict=True):
        for word in ("side", "stage", "own", "other", "odds", "arises", "edge", "clauses"):
            assert line[word] == same[word]


@pytest.mark.parametrize("key", KEYS)
def test_other_odds_are_priced_as_a_draft_is(key: str, tmp_path: Path) -> None:
    book = find(key)
    odds = other_odds(book, 7)
    pay = in_words(odds)
    found = told(game=key, decks="6", pay=pay)
    text = ask("/api/odds/draft", game=key, pay=pay).text
    path = tmp_path / "my.toml"
    path.write_text(text, encoding="utf-8")
    draft = load_file(path)
    known = odds_document(draft, fresh(6), Shown())
    for each in found["bets"]:
        same = known["bets"][each["bet"]]
        assert (each["edge"], each["variance_float"]) == (same["edge"], same["variance_float"])
    for line, same in zip(found["insurance"], known["insurance"], strict=True):
        assert (line["odds"], line["edge"]) == (same["odds"], same["edge"])
    differs = [vars_of(one) for one in changes(book, draft) if one.where != "id"]
    assert found["changes"] == differs
    assert len(differs) > 3


def vars_of(change: Any) -> dict[str, str | None]:
    return {"where": change.where, "before": change.before, "after": change.after}


def test_what_if_small_tiger_paid_twenty() -> None:
    found = told(game="tb4", decks="8", pay="small_tiger.small_tiger_wins.20-1")
    (bet,) = [each for each in found["bets"] if each["bet"] == "small_tiger"]
    assert f"{100 * -bet['edge_float']:.4f}" == "-21.7819"
    assert f"{100 * -float(Fraction(bet['printed_edge'])):.4f}" == "-14.3325"
    assert found["changes"] == [
        {
            "where": "bets.small_tiger.rows.small_tiger_wins.odds",
            "before": "22 to 1",
            "after": "20 to 1",
        }
    ]


def test_printed_odds_that_are_written_out_are_no_change() -> None:
    found = told(game="tb4", decks="8", pay="small_tiger.small_tiger_wins.22-1")
    assert found == told(game="tb4", decks="8")
    assert found["changes"] == []


@pytest.mark.parametrize("key", KEYS)
def test_the_sums_can_be_done_again_from_the_ways(key: str) -> None:
    """What the page does with whole numbers when odds are changed in place."""
    book = find(key)
    found = told(game=key, decks="8", pay=in_words(other_odds(book, 3)))
    total = int(found["ways"])
    for each in found["bets"]:
        profits = [Fraction(*row["odds"]) if row["odds"] else Fraction(0) for row in each["rows"]]
        ways = [int(row["ways"]) for row in each["rows"]]
        assert sum(ways) + int(each["lose"]) == total
        won = list(zip(profits, ways, strict=True))
        mean = (sum(profit * way for profit, way in won) - int(each["lose"])) / total
        square = (sum(profit**2 * way for profit, way in won) + int(each["lose"])) / total
        assert Fraction(each["edge"]) == -mean
        assert Fraction(each["variance"]) == square - mean**2
    for line in found["insurance"]:
        wins, loses = int(line["win"]), int(line["lose"])
        offered = wins + loses + int(line["push"])
        assert Fraction(line["edge"]) == (loses - wins * Fraction(*line["odds"])) / offered


@pytest.mark.parametrize(
    ("key", "player", "banker"),
    [
        ("dhyx2", "A,4", "K,4"),
        ("tbi1", "2 A 7", "K 6"),
        ("tb4", "?,4", "9"),
        ("mbs5", "", "10 ?"),
        ("dhyx2", "K,6", "A,?"),
    ],
)
def test_cards_shown_are_taken_into_account(key: str, player: str, banker: str) -> None:
    book = find(key)
    found = told(game=key, decks="8", player=player, banker=banker)

    def hand(text: str) -> tuple[Rank | None, ...]:
        words = text.replace(",", " ").split()
        return tuple(None if word == "?" else Rank(word) for word in words)

    shown = Shown(hand(player), hand(banker))
    weights = joint_given(fresh(8), shown, drawing(book.tableau))
    assert int(found["ways"]) == sum(weights)
    known = {each.bet.id: each for each in all_bet_odds(book.columns.values(), weights)}
    for each in found["bets"]:
        assert Fraction(each["edge"]) == known[each["bet"]].edge
    offers = offers_given(book, shown, weights)
    assert [Fraction(each["edge"]) for each in found["offers"]] == [one.edge for one in offers]
    assert found["insurance"] == []
    assert sum(Fraction(each["chance"]) for each in found["result"].values()) == 1


def test_cards_seen_are_gone_and_suits_do_not_matter() -> None:
    found = told(game="tb4", decks="4", seen="A 2 10 K, as\n10♥;TD")
    gone = [Rank.ACE, Rank.ACE, Rank.TWO, Rank.TEN, Rank.TEN, Rank.TEN, Rank.KING]
    assert found["composition"] == list(fresh(4).without(gone).counts)


@pytest.mark.parametrize("text", ["[" + ", ".join(["32"] * 13) + "]", "\t".join(["32"] * 13)])
def test_a_composition_may_be_pasted_as_it_comes(text: str) -> None:
    assert told(game="tb4", composition=text)["composition"] == [32] * 13


def test_a_layout_shows_the_bets_that_it_carries() -> None:
    for book in rulebooks().values():
        layout = list(book.layouts.values())[-1]
        found = told(game=book.id, decks="8", layout=layout.letter)
        assert [each["bet"] for each in found["bets"]] == list(layout.bets)


@pytest.mark.parametrize("key", ["tb4", "dhyx2"])
def test_effects_of_removal_are_those_of_punto_protect(key: str) -> None:
    book = find(key)
    odds = other_odds(book, 11)
    found = told("/api/odds/removal", game=key, composition=ACES_LEFT, pay=in_words(odds))
    draft, left = with_odds(book, odds), Composition(tuple(map(int, ACES_LEFT.split(","))))
    assert found["ranks"] == [str(rank) for rank in RANKS]
    known = effects_of_removal(bet_results(draft), left)
    lines = insurance_table(draft, left, drawing(draft.tableau))
    by_name = effects_of_removal(insurance_results(draft), left)
    for line in lines:
        number = draft.insurance_rows.index(line.whole.row) + 1
        known[f"insurance.{number}"] = by_name[line.name]
    assert {
        name: tuple(map(Fraction, effects)) for name, effects in found["effects"].items()
    } == known


def test_effects_weighed_by_the_cards_left_sum_to_nothing() -> None:
    found = told("/api/odds/removal", game="mbs5", decks="8", layout="A")
    assert len(found["effects"]) == 8
    for effects in found["effects"].values():
        assert sum(32 * Fraction(effect) for effect in effects) == 0


@pytest.mark.parametrize("key", ["mbs5", "tbi1"])
def test_edges_by_decks_are_those_of_every_number_allowed(key: str) -> None:
    book = find(key)
    odds = other_odds(book, 5)
    found = told("/api/odds/decks", game=key, pay=in_words(odds))
    assert found["decks"] == list(range(book.decks.minimum, book.decks.maximum + 1))
    draft = with_odds(book, odds)
    for place, number in enumerate(found["decks"]):
        weights = joint(fresh(number), drawing(book.tableau))
        for rules, word in ((draft, "edges"), (book, "printed_float")):
            for each in all_bet_odds(rules.columns.values(), weights):
                value = found["bets"][each.bet.id][word][place]
                assert (
                    value == float(each.edge) if word != "edges" else Fraction(value) == each.edge
                )


WRONG: Final[list[tuple[dict[str, str], str, str]]] = [
    ({}, "game", "there are mbs5"),
    ({"game": "craps"}, "game", "there are mbs5"),
    ({"game": "tb4", "layout": "Z"}, "layout", "there are A, B"),
    ({"game": "tb4", "decks": "3"}, "decks", "for other cards"),
    ({"game": "tb4", "decks": "eight"}, "decks", "a whole number, for example 8"),
    ({"game": "tb4", "decks": "\u0664"}, "decks", "a whole number, for example 8"),
    ({"game": "tb4", "decks": "8", "composition": "1"}, "decks", "alone"),
    ({"game": "tb4", "composition": ""}, "composition", "13 whole numbers"),
    ({"game": "tb4", "composition": "1,,2"}, "composition", "13 whole numbers"),
    ({"game": "tb4", "composition": "-1" + ",8" * 12}, "composition", "13 whole numbers"),
    ({"game": "tb4", "composition": "10000" + ",8" * 12}, "composition", "13 whole numbers"),
    ({"game": "tb4", "composition": "5" + ",0" * 12}, "composition", "six cards"),
    ({"game": "tb4", "decks": "8", "seen": "A 11"}, "seen", "for example A 2 10 K"),
    ({"game": "tb4", "decks": "4", "seen": "A " * 17}, "seen", "for example A 2 10 K"),
    ({"game": "tb4", "decks": "8", "player": "A,B"}, "player", "up to three cards"),
    ({"game": "tb4", "decks": "8", "banker": "A 2 3 4"}, "banker", "up to three cards"),
    ({"game": "tb4", "pay": "small_tiger"}, "pay", "small_tiger.small_tiger_wins.20-1"),
    ({"game": "tb4", "pay": "small_tiger.x.20-1"}, "pay", "small_tiger.small_tiger_wins"),
    ({"game": "tb4", "pay": "none.none.20-1"}, "pay", "there are banker, "),
    ({"game": "tb4", "pay": "tie.tie_wins.0-1"}, "pay", "above 0"),
    ({"game": "tb4", "pay": "tie.tie_wins.9-0"}, "pay", "above 0"),
    ({"game": "tb4", "pay": "player.tie_stake_returned.1-1"}, "pay", "player.player_wins"),
    ({"game": "tb4", "deck": "8"}, "deck", "there are game, layout, decks"),
]
"""A query, the field that is wrong in it, and a part of what would be right."""


@pytest.mark.parametrize("path", ["/api/odds", "/api/odds/draft"])
def test_what_is_wrong_is_said_by_field_with_what_would_be_right(path: str) -> None:
    async def scenario() -> None:
        async with site(practice=False) as at:
            client = at.client()
            for query, where, says in WRONG:
                answer = await client.get(path, params=query)
                assert answer.status_code == 422, (query, answer.text)
                problem = answer.json()
                assert problem["where"] == where, query
                assert says in problem["remedy"], query
                assert problem["detail"]

    at_once(scenario())


def test_cards_that_no_round_can_show_are_refused_where_they_stand() -> None:
    problem = ask(game="tb4", decks="8", player="9 K", banker="2 3 4").json()
    assert (problem["code"], problem["where"]) == ("bad_cards", "player")
    assert "the Table of Play forbids it" in problem["detail"]


def test_decks_that_are_not_allowed_cite_their_clause() -> None:
    for book in rulebooks().values():
        problem = ask(game=book.key, decks="11").json()
        assert problem["clauses"] == [book.decks.clauses[0]]


def test_the_draft_is_a_file_with_a_name() -> None:
    answer = ask("/api/odds/draft", game="dhyx2", pay="insurance.1.2-1")
    assert answer.headers["content-disposition"] == (
        'attachment; filename="rws-da-hu-ying-xiong-draft.toml"'
    )
    assert "# insurance.1: 2 to 1 instead of 3 to 2\n" in answer.text


def test_who_counts_too_often_has_to_wait() -> None:
    async def scenario() -> None:
        async with site(rates=True, practice=False) as at:
            client = at.client()
            codes = [
                (await client.get("/api/odds/nothing")).status_code for _ in range(int(COUNT.burst))
            ]
            assert set(codes) == {404}
            answer = await client.get("/api/odds", params={"game": "tb4"})
            assert (answer.status_code, answer.json()["code"]) == (429, "too_often")
            assert (await client.get("/lab")).status_code == 200

    at_once(scenario())


@pytest.mark.interpretation("I-81")
def test_a_live_shoe_is_told_without_the_cards_that_the_device_alone_knows() -> None:
    """The page takes a shoe from the odds of its table: the lab's answer to them is the same."""

    async def scenario() -> int:
        hidden = 0
        async with site(practice=False) as at:
            boss = await at.staff("Mei", Role.PIT_MANAGER, "real")
            opened = await at.opens("real", boss, shoe="automatic", face="down")
            assert opened.status_code == 201, opened.text
            dora = await at.staff("Dora", Role.DEALER, "real")
            await boss.does("LoadCards")
            await dora.does("CallForBets")
            await dora.does("CloseBets")
            anybody = at.client()
            for _ in range(4):
                await dora.does("DrawCard")
                live = (await anybody.get("/api/tables/real/odds")).json()
                hands = live.get("shown", {"player": [], "banker": []})
                hidden += sum(hand.count("?") for hand in hands.values())
                query = {
                    "game": live["game"],
                    "composition": ",".join(map(str, live["composition"])),
                    "player": ",".join(hands["player"]),
                    "banker": ",".join(hands["banker"]),
                }
                found = (await anybody.get("/api/odds", params=query)).json()
                edges = {each["bet"]: each["edge"] for each in found["bets"]}
                assert edges == {bet: odds["edge"] for bet, odds in live["bets"].items()}
                table = at.table("real").host.table
                seen = sum(number for _, number in table.seen)
                face_down = sum(hand.count("?") for hand in hands.values())
                assert sum(live["composition"]) >= 416 - seen + face_down
            assert at.table("real").host.table.phase is not Phase.BETTING
        return hidden

    assert at_once(scenario()) > 0


def test_the_page_needs_no_account_and_offers_every_game() -> None:
    answer = ask("/lab")
    assert answer.status_code == 200
    for book in rulebooks().values():
        assert f'value="{book.key}"' in answer.text
        assert f'data-layouts="{" ".join(book.layouts)}"' in answer.text
