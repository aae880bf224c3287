"""The settlement model held against examples worked by hand from the documents."""

from __future__ import annotations

from collections import Counter

import pytest

from .dealing import (
    BANKER_DRAWS_ON_PLAYERS_THIRD,
    Finished,
    deal,
)
from .hands import DHYX2, MBS5, TB4, TBI1
from .insuring import SITUATIONS
from .layouts import bets_of_layout
from .paying import pays, profit
from .refusal import ReferenceRefusal
from .settlement import Line, Settled, settle_reference


def given(
    game: str, layout: str, cards: str, *wagers: tuple[str, int], **more: object
) -> dict[str, object]:
    """Write an input shortly: cards by rank, suits in turn."""
    suits = "SHDCSHDC"
    return {
        "game": game,
        "layout": layout,
        "cards": [rank + suit for rank, suit in zip(cards.split(), suits, strict=False)],
        "wagers": [
            {"id": f"w{n}", "bet": bet, "stake": stake} for n, (bet, stake) in enumerate(wagers)
        ],
        **more,
    }


def insure(*rows: tuple[str, str, int]) -> list[dict[str, object]]:
    """Write Insurance shortly."""
    return [
        {"id": f"i{n}", "side": side, "stage": stage, "stake": stake}
        for n, (side, stage, stake) in enumerate(rows)
    ]


def money(settled: Settled) -> list[tuple[str, str, int]]:
    return [(line["bet"], line["result"], line["returned"]) for line in settled["lines"]]


def test_the_contracts_own_example() -> None:
    settled = settle_reference(given(TB4, "A", "4 K 10 9", ("banker", 10000)))
    line: Line = {
        "id": "w0",
        "bet": "banker",
        "stake": 10000,
        "result": "win",
        "odds": [1, 1],
        "profit": 10000,
        "returned": 20000,
    }
    assert settled["lines"] == [line]
    assert (settled["staked"], settled["returned"]) == (10000, 20000)
    assert settled["outcome"] == {
        "player_total": 4,
        "banker_total": 9,
        "player_cards": 2,
        "banker_cards": 2,
        "winner": "banker",
        "natural": True,
        "player_pair": False,
        "banker_pair": False,
        "same_pair_rank": False,
    }


def test_a_banker_of_0_stands_against_a_natural() -> None:
    """I-03: Player 8 with two cards ends the drawing though Banker has 0."""
    finished = deal(["8S", "KS", "KD", "QD"])
    assert (len(finished.player), len(finished.banker), finished.winner) == (2, 2, "player")


def test_player_standing_lets_banker_draw_on_5_and_stand_on_6() -> None:
    """I-04."""
    assert deal(["6S", "5S", "KD", "QD", "2C"]).banker_total == 7
    assert len(deal(["6S", "6S", "KD", "QD"]).banker) == 2


def test_the_draw_and_stand_columns_together_name_every_third_card() -> None:
    """The stand column of tb4:3.12, typed on its own, is the complement of the draw column."""
    stands = {3: (8,), 4: (0, 1, 8, 9), 5: (0, 1, 2, 3, 8, 9), 6: (0, 1, 2, 3, 4, 5, 8, 9)}
    for banker, values in stands.items():
        both = sorted(BANKER_DRAWS_ON_PLAYERS_THIRD[banker] + values)
        assert both == list(range(10))


def test_insurance_has_83_situations_each_once() -> None:
    keys = {(side, stage, own, other) for side, stage, own, other, _, _ in SITUATIONS}
    assert (len(SITUATIONS), len(keys)) == (83, 83)


def test_insurance_rows_by_odds_and_the_stars() -> None:
    """Counted in the documents: 3 to 2, 5 to 2, 4 to 1, 6 to 1, 10 to 1; stars at 9 and at 0."""
    by_odds = Counter(odds for *_, odds, _ in SITUATIONS)
    assert by_odds == {(3, 2): 15, (5, 2): 19, (4, 1): 23, (6, 1): 1, (10, 1): 25}
    starred = {(side, own, other) for side, _, own, other, _, on_tie in SITUATIONS if on_tie}
    assert starred == {("player", 9, other) for other in range(7)} | {
        ("banker", own, 0) for own in range(1, 7)
    }


@pytest.mark.parametrize(
    ("cards", "natural"),
    [("8 2 K K 7", True), ("2 9 K K", True), ("9 8 K K", True), ("7 6 K K", False)],
)
def test_a_natural_in_either_hand(cards: str, natural: bool) -> None:
    hands = cards.split()[:4]
    assert deal([rank + "S" for rank in hands]).natural is natural


def test_as_many_equal_cards_as_decks_are_possible() -> None:
    data = GOOD | {"cards": ["KS"] * 4 + ["9S", "2S"], "decks": 4}
    assert settle_reference(data)["outcome"]["player_total"] == 9


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("K 9 K 9", 20),
        ("K K K K", 100),
        ("K 9 K 8", 4),
        ("K Q 9 Q", 4),
        ("K 10 Q 9", None),
        ("10 9 J 8", None),
    ],
)
def test_tiger_pair_pays_its_highest_class_by_rank(cards: str, expected: int | None) -> None:
    """I-09 to I-12; the round of four kings goes on, so its pair is asked of the hands."""
    p1, b1, p2, b2 = cards.split()
    odds = pays("tiger_pair", Finished((p1 + "S", p2 + "H"), (b1 + "D", b2 + "C")))
    assert odds == (None if expected is None else (expected, 1))


def test_tiger_and_big_tiger_are_both_paid() -> None:
    """I-17: Player 0 draws a 4, Banker 5 draws an Ace and wins with 6, for half pay."""
    settled = settle_reference(
        given(
            MBS5,
            "A",
            "K 5 K 10 4 A",
            ("tiger", 100),
            ("big_tiger", 100),
            ("small_tiger", 100),
            ("banker", 101),
        )
    )
    assert money(settled) == [
        ("tiger", "win", 2100),
        ("big_tiger", "win", 5100),
        ("small_tiger", "lose", 0),
        ("banker", "win", 152),
    ]


def test_a_6_6_tie_pays_tie_and_tiger_tie_and_no_tiger() -> None:
    """I-16, I-17."""
    settled = settle_reference(
        given(DHYX2, "R", "6 6 K 10", ("tie", 10), ("tiger_tie", 10), ("tiger", 10), ("player", 7))
    )
    assert money(settled) == [
        ("tie", "win", 90),
        ("tiger_tie", "win", 360),
        ("tiger", "lose", 0),
        ("player", "push", 7),
    ]


def test_half_pay_is_rounded_up_to_the_unit() -> None:
    """I-23."""
    assert profit(101, (1, 2), 1) == 51
    assert profit(100, (1, 2), 1) == 50
    assert profit(500, (1, 2), 100) == 300
    assert profit(100, (3, 2), 100) == 200


def test_the_first_worked_example_of_i60() -> None:
    """Banker 4 against 3, insured at 3 to 2; Player draws 7 to 0, insured at 10 to 1; 0-0."""
    settled = settle_reference(
        given(
            DHYX2,
            "A",
            "3 4 K Q 7 6",
            ("banker", 1000),
            insurance=insure(
                ("banker", "after_four_cards", 600), ("banker", "after_player_third_card", 400)
            ),
        )
    )
    assert money(settled) == [
        ("banker", "push", 1000),
        ("banker_insurance", "push", 600),
        ("banker_insurance", "win", 4400),
    ]


def test_the_second_worked_example_of_i60() -> None:
    """Banker 4 against 2, insured; Player draws 7 to 9, insured; Banker draws 5: 9-9."""
    settled = settle_reference(
        given(
            TBI1,
            "C",
            "2 4 K Q 7 5",
            ("banker", 1000),
            ("player", 300),
            insurance=insure(
                ("banker", "after_four_cards", 1000), ("player", "after_player_third_card", 300)
            ),
        )
    )
    assert money(settled) == [
        ("banker", "push", 1000),
        ("player", "push", 300),
        ("banker_insurance", "push", 1000),
        ("player_insurance", "win", 3300),
    ]
    assert settled["staked"] == 2600
    assert settled["returned"] == 5600


def test_insurance_on_the_losing_and_on_the_winning_hand() -> None:
    """I-77: Player 6 stands against Banker 0; Banker's third card decides."""
    base = insure(("player", "after_four_cards", 200))
    lost = settle_reference(given(DHYX2, "A", "6 K K Q 7", ("player", 200), insurance=base))
    won = settle_reference(given(DHYX2, "A", "6 K K Q 5", ("player", 200), insurance=base))
    assert money(lost) == [("player", "lose", 0), ("player_insurance", "win", 700)]
    assert money(won) == [("player", "win", 400), ("player_insurance", "lose", 0)]


def test_an_insurance_that_cannot_win_is_not_on_offer() -> None:
    """I-57: Player 5 after a third card of 0 against Banker 4, who stands."""
    data = given(
        DHYX2,
        "A",
        "5 4 K Q K",
        ("player", 100),
        insurance=insure(("player", "after_player_third_card", 100)),
    )
    with pytest.raises(ReferenceRefusal, match="not on offer"):
        settle_reference(data)


def test_a_quarter_of_the_maximum_caps_ten_to_one() -> None:
    """I-63: the maximum if there is one, else the Differential; no cap without limits."""

    def data(stake: int, **limits: int) -> object:
        more = {"limits": limits} if limits else {}
        return given(
            DHYX2,
            "A",
            "3 4 K Q 7 6",
            ("banker", 10000),
            insurance=insure(("banker", "after_player_third_card", stake)),
            **more,
        )

    assert settle_reference(data(10000))["returned"] == 120000
    assert settle_reference(data(1000, differential=4000))["returned"] == 21000
    assert settle_reference(data(2000, maximum=8000, differential=4000))["returned"] == 32000
    for refused in (data(1001, differential=4000), data(10001), data(2001, maximum=8000)):
        with pytest.raises(ReferenceRefusal, match="insurance above"):
            settle_reference(refused)


def test_each_stage_has_a_cap_of_its_own_and_one_offer_is_added_up() -> None:
    """I-61: Banker 4 against 3, then Banker 4 against 0 after a 7."""
    stages = ("after_four_cards", "after_player_third_card")
    both = given(
        DHYX2,
        "A",
        "3 4 K Q 7 6",
        ("banker", 100),
        ("banker", 50),
        insurance=insure(("banker", stages[0], 150), ("banker", stages[1], 150)),
    )
    assert settle_reference(both)["staked"] == 450
    both["insurance"] = insure(("banker", stages[0], 100), ("banker", stages[0], 51))
    with pytest.raises(ReferenceRefusal, match="above the original"):
        settle_reference(both)


def test_layouts_carry_what_the_settlement_paragraphs_say() -> None:
    """T1, T3, T4: a few columns counted by hand."""
    assert sorted(bets_of_layout(TB4, "P")) == sorted(
        [
            "player",
            "banker",
            "tie",
            "banker_big_7",
            "banker_small_7",
            "player_big_7",
            "player_small_7",
            "tiger_pair",
            "wu_dalang",
            "tiger",
        ]
    )
    assert sorted(bets_of_layout(TB4, "M")) == sorted(
        ["player", "banker", "tie", "player_pair", "banker_pair", "big_tiger", "small_tiger"]
    )
    assert len(bets_of_layout(TBI1, "C")) == 11
    assert len(bets_of_layout(MBS5, "H")) == len(bets_of_layout(DHYX2, "R")) == 8


GOOD = given(TB4, "A", "4 K 10 9", ("banker", 100))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"game": "rws-tiger-buffalo"}, "unknown game"),
        ({"game": MBS5, "layout": "I"}, "unknown layout"),
        ({"layout": "AB"}, "unknown layout"),
        ({"layout": ""}, "unknown layout"),
        ({"cards": ["4S", "KD", "10H"]}, "too few"),
        ({"cards": ["4S", "KD", "10H", "9C", "2C"]}, "too many"),
        ({"cards": ["4S", "KD", "1H", "9C"]}, "not a card"),
        ({"cards": ["4S", "KD", "10X", "9C"]}, "not a card"),
        ({"cards": ["KS"] * 5, "decks": 4}, "more of a card"),
        ({"decks": 3}, "four to ten"),
        ({"decks": 11}, "four to ten"),
        ({"decks": True}, "not a positive"),
        ({"wagers": [{"id": "a", "bet": "tiger_pair", "stake": 1}]}, "not on the layout"),
        ({"wagers": [{"id": "a", "bet": "moon", "stake": 1}]}, "unknown bet"),
        ({"wagers": [{"id": "a", "bet": "tie", "stake": 0}]}, "not a positive"),
        ({"wagers": [{"id": "a", "bet": "tie", "stake": 1.0}]}, "not a positive"),
        ({"wagers": [{"id": "a", "bet": "tie", "stake": True}]}, "not a positive"),
        ({"wagers": [{"id": "a", "bet": "tie"}]}, "missing key"),
        ({"wagers": [{"id": "a", "bet": "tie", "stake": 1, "odds": 1}]}, "unknown key"),
        ({"wagers": [{"id": "a", "bet": "tie", "stake": 1}] * 2}, "one id"),
        ({"tip": 1}, "unknown key"),
        ({"limits": {"unit": 0}}, "not a positive"),
        ({"limits": {"half": 1}}, "unknown key"),
        ({"insurance": insure(("banker", "after_four_cards", 1))}, "no insurance"),
    ],
)
def test_what_is_wrong_is_refused(change: dict[str, object], reason: str) -> None:
    assert settle_reference(GOOD)["returned"] == 200
    with pytest.raises(ReferenceRefusal, match=reason):
        settle_reference(GOOD | change)


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (("player", "after_four_cards", 1), "not on offer"),
        (("banker", "after_player_third_card", 1), "not on offer"),
        (("tie", "after_four_cards", 1), "unknown side"),
        (("banker", "before", 1), "unknown stage"),
        (("banker", "after_four_cards", 101), "above the original"),
    ],
)
def test_insurance_that_is_not_on_offer_is_refused(row: tuple[str, str, int], reason: str) -> None:
    """Banker 7 against Player 2: the one offer is Banker's, after four cards."""
    data = given(DHYX2, "A", "2 7 K K 4", ("banker", 100), ("player", 100))
    with pytest.raises(ReferenceRefusal, match=reason):
        settle_reference(data | {"insurance": insure(row)})


def test_insurance_needs_its_original_bet() -> None:
    data = given(DHYX2, "A", "2 7 K K 4", ("player", 100), ("tie", 100))
    with pytest.raises(ReferenceRefusal, match="without its original"):
        settle_reference(data | {"insurance": insure(("banker", "after_four_cards", 1))})
