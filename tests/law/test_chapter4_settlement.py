"""Chapter 4: what each bet pays on which round, and on which layouts."""

from __future__ import annotations

from fractions import Fraction

import pytest

from punto.core.limits import Limits
from punto.core.rulebook import Rulebook
from punto.rules import rulebooks
from tests.support.games import games
from tests.support.rounds import Ending, accepted_on, paid, settled, where

HALF = Fraction(1, 2)


def player_wins(ending: Ending) -> bool:
    return ending.player_total > ending.banker_total


def banker_wins(ending: Ending) -> bool:
    return ending.banker_total > ending.player_total


def single(ending: Ending) -> bool:
    return ending.player_pair != ending.banker_pair


def double(ending: Ending) -> bool:
    return ending.player_pair and ending.banker_pair and not twin(ending)


def twin(ending: Ending) -> bool:
    ranks = {card[:-1] for card in (*ending.player[:2], *ending.banker[:2])}
    return len(ranks) == 1


@pytest.mark.clause("tb4:4.1.1", "mbs5:4.1", "dhyx2:4.1.1", "tbi1:4.1.1")
@pytest.mark.interpretation("I-22")
@games("tb4", "mbs5", "dhyx2", "tbi1")
def test_player_and_banker_pay_even_money_and_banker_on_six_half(rules: Rulebook) -> None:
    assert paid(rules, "player") == {1: where(player_wins)}
    assert paid(rules, "banker") == {
        1: where(lambda ending: banker_wins(ending) and ending.banker_total != 6),
        HALF: where(lambda ending: banker_wins(ending) and ending.banker_total == 6),
    }
    lines = settled(rules, "K K 5 6 K", {"banker": 200})
    assert (lines["banker"].profit, lines["banker"].returned) == (100, 300)


@pytest.mark.clause("tb4:4.1.1", "mbs5:4.1", "dhyx2:4.1.1", "tbi1:4.1.1")
@pytest.mark.interpretation("I-23")
@games("tb4", "mbs5", "dhyx2", "tbi1")
@pytest.mark.parametrize(
    ("stake", "unit", "profit"),
    [(1, 1, 1), (3, 1, 2), (4, 1, 2), (4, 100, 100), (500, 100, 300), (2500, 500, 1500)],
)
def test_half_pay_that_chips_cannot_make_is_rounded_up_for_the_player(
    rules: Rulebook, stake: int, unit: int, profit: int
) -> None:
    line = settled(rules, "K K 5 6 K", {"banker": stake}, limits=Limits(unit=unit))["banker"]
    assert (line.profit, line.returned) == (profit, stake + profit)


@pytest.mark.clause("tb4:4.1.2", "tbi1:4.1.2")
@pytest.mark.interpretation("I-19")
@games("tb4", "tbi1")
def test_tie_pays_eight_on_every_layout(rules: Rulebook) -> None:
    assert paid(rules, "tie") == {8: where(lambda e: e.player_total == e.banker_total)}
    assert accepted_on(rules, "tie") == "".join(rules.layouts)


@pytest.mark.clause("mbs5:4.1", "dhyx2:4.1.1")
@games("mbs5", "dhyx2")
def test_tie_pays_eight(rules: Rulebook) -> None:
    assert paid(rules, "tie") == {8: where(lambda e: e.player_total == e.banker_total)}


@pytest.mark.parametrize(
    ("rules", "layouts"),
    [
        pytest.param("tb4", "ABDEGJKLMN", marks=pytest.mark.clause("tb4:4.1.3")),
        pytest.param("tbi1", "ABDEGJK", marks=pytest.mark.clause("tbi1:4.1.3")),
    ],
    indirect=["rules"],
)
@pytest.mark.interpretation("I-13")
def test_either_baccarat_pair_pays_eleven_on_its_layouts(rules: Rulebook, layouts: str) -> None:
    assert paid(rules, "player_pair") == {11: where(lambda ending: ending.player_pair)}
    assert paid(rules, "banker_pair") == {11: where(lambda ending: ending.banker_pair)}
    assert accepted_on(rules, "player_pair") == accepted_on(rules, "banker_pair") == layouts


@pytest.mark.parametrize(
    ("rules", "layouts"),
    [
        pytest.param("tb4", "ABCDEFGHIJKLMNOQR", marks=pytest.mark.clause("tb4:4.1.4")),
        pytest.param("mbs5", "ABCDEFGH", marks=pytest.mark.clause("mbs5:4.3")),
        pytest.param("dhyx2", "ABCDEFGHIJKLMNOPQR", marks=pytest.mark.clause("dhyx2:4.1.1")),
        pytest.param("tbi1", "ABCDEFGHIJK", marks=pytest.mark.clause("tbi1:4.1.4")),
    ],
    indirect=["rules"],
)
@pytest.mark.interpretation("I-29")
def test_big_tiger_pays_fifty_and_small_tiger_twenty_two(rules: Rulebook, layouts: str) -> None:
    on_6 = where(lambda ending: banker_wins(ending) and ending.banker_total == 6)
    assert paid(rules, "big_tiger") == {50: frozenset(e for e in on_6 if len(e.banker) == 3)}
    assert paid(rules, "small_tiger") == {22: frozenset(e for e in on_6 if len(e.banker) == 2)}
    assert accepted_on(rules, "big_tiger") == accepted_on(rules, "small_tiger") == layouts


@pytest.mark.parametrize(
    ("rules", "layouts"),
    [
        pytest.param("tb4", "ABCDEFGHIJKLOQR", marks=pytest.mark.clause("tb4:4.1.5")),
        pytest.param("tbi1", "ABCDEFGHIJK", marks=pytest.mark.clause("tbi1:4.1.4")),
    ],
    indirect=["rules"],
)
@pytest.mark.interpretation("I-29")
def test_big_buffalo_pays_thirty_five_and_small_buffalo_twenty(
    rules: Rulebook, layouts: str
) -> None:
    on_6 = where(lambda ending: player_wins(ending) and ending.player_total == 6)
    assert paid(rules, "big_buffalo") == {35: frozenset(e for e in on_6 if len(e.player) == 3)}
    assert paid(rules, "small_buffalo") == {20: frozenset(e for e in on_6 if len(e.player) == 2)}
    assert accepted_on(rules, "big_buffalo") == accepted_on(rules, "small_buffalo") == layouts


@pytest.mark.clause("tb4:4.1.6")
@pytest.mark.interpretation("I-26")
@games("tb4")
def test_banker_big_7_pays_thirty_and_small_7_fifteen_on_layout_p_only(rules: Rulebook) -> None:
    on_7 = where(lambda ending: banker_wins(ending) and ending.banker_total == 7)
    assert paid(rules, "banker_big_7") == {30: frozenset(e for e in on_7 if len(e.banker) == 3)}
    assert paid(rules, "banker_small_7") == {15: frozenset(e for e in on_7 if len(e.banker) == 2)}
    assert accepted_on(rules, "banker_big_7") == accepted_on(rules, "banker_small_7") == "P"


@pytest.mark.clause("tb4:4.1.7")
@games("tb4")
def test_player_big_7_pays_thirty_and_small_7_fifteen_on_layout_p_only(rules: Rulebook) -> None:
    on_7 = where(lambda ending: player_wins(ending) and ending.player_total == 7)
    assert paid(rules, "player_big_7") == {30: frozenset(e for e in on_7 if len(e.player) == 3)}
    assert paid(rules, "player_small_7") == {15: frozenset(e for e in on_7 if len(e.player) == 2)}
    assert accepted_on(rules, "player_big_7") == accepted_on(rules, "player_small_7") == "P"


@pytest.mark.clause("tb4:4.1.8", "tbi1:4.1.5")
@pytest.mark.interpretation("I-16")
@games("tb4", "tbi1")
def test_tiger_buffalo_pays_six_on_layouts_c_f_h_i_only(rules: Rulebook) -> None:
    assert paid(rules, "tiger_buffalo") == {
        6: where(
            lambda ending: (
                max(ending.player_total, ending.banker_total) == 6 and ending.winner != "tie"
            )
        )
    }
    assert accepted_on(rules, "tiger_buffalo") == "CFHI"


@pytest.mark.parametrize(
    ("rules", "layouts"),
    [
        pytest.param("tb4", "P", marks=pytest.mark.clause("tb4:4.1.9")),
        pytest.param("mbs5", "ABCDEFGH", marks=pytest.mark.clause("mbs5:4.2")),
        pytest.param("dhyx2", "ABCDEFGHIJKLMNOPQR", marks=pytest.mark.clause("dhyx2:4.1.1")),
    ],
    indirect=["rules"],
)
@pytest.mark.interpretation("I-10", "I-12")
def test_tiger_pair_pays_its_highest_class_only(rules: Rulebook, layouts: str) -> None:
    assert paid(rules, "tiger_pair") == {4: where(single), 20: where(double), 100: where(twin)}
    assert accepted_on(rules, "tiger_pair") == layouts


@pytest.mark.parametrize(
    ("rules", "layouts"),
    [
        pytest.param("tb4", "OQR", marks=pytest.mark.clause("tb4:4.1.10")),
        pytest.param("mbs5", "ABCDEFGH", marks=pytest.mark.clause("mbs5:4.3")),
        pytest.param("dhyx2", "ABCDEFGHIJKLMNOPQR", marks=pytest.mark.clause("dhyx2:4.1.1")),
    ],
    indirect=["rules"],
)
@pytest.mark.interpretation("I-17")
def test_tiger_tie_pays_thirty_five_beside_the_tie(rules: Rulebook, layouts: str) -> None:
    on_6 = where(lambda ending: ending.player_total == ending.banker_total == 6)
    assert paid(rules, "tiger_tie") == {35: on_6}
    assert accepted_on(rules, "tiger_tie") == layouts
    lines = settled(rules, "K K 6 6", {"tie": 100, "tiger_tie": 100})
    assert [line.profit for line in lines.values()] == [800, 3500]


@pytest.mark.parametrize(
    ("rules", "layouts"),
    [
        pytest.param("tb4", "CFHIP", marks=pytest.mark.clause("tb4:4.1.11")),
        pytest.param("tbi1", "CFHI", marks=pytest.mark.clause("tbi1:4.1.6")),
    ],
    indirect=["rules"],
)
@pytest.mark.interpretation("I-15")
def test_wu_dalang_pays_a_hundred_and_fifty(rules: Rulebook, layouts: str) -> None:
    one_over_nothing = where(lambda e: (e.player_total, e.banker_total) == (1, 0))
    assert paid(rules, "wu_dalang") == {150: one_over_nothing}
    assert accepted_on(rules, "wu_dalang") == layouts


@pytest.mark.parametrize(
    ("rules", "layouts", "big"),
    [
        pytest.param("tb4", "P", False, marks=pytest.mark.clause("tb4:4.1.12")),
        pytest.param("mbs5", "ABCDEFGH", True, marks=pytest.mark.clause("mbs5:4.3")),
        pytest.param("dhyx2", "ABCDEFGHIJKLMNOPQR", True, marks=pytest.mark.clause("dhyx2:4.1.1")),
    ],
    indirect=["rules"],
)
@pytest.mark.interpretation("I-17")
def test_tiger_pays_twelve_or_twenty_by_the_cards_and_beside_big_tiger(
    rules: Rulebook, layouts: str, big: bool
) -> None:
    on_6 = where(lambda ending: banker_wins(ending) and ending.banker_total == 6)
    assert paid(rules, "tiger") == {
        12: frozenset(ending for ending in on_6 if len(ending.banker) == 2),
        20: frozenset(ending for ending in on_6 if len(ending.banker) == 3),
    }
    assert accepted_on(rules, "tiger") == layouts
    if big:
        lines = settled(rules, "K K 3 K 2 6", {"tiger": 100, "big_tiger": 100})
        assert [line.profit for line in lines.values()] == [2000, 5000]


@pytest.mark.parametrize(
    ("rules", "layouts"),
    [
        pytest.param("tb4", "ABCDEFGHIJKLOQR", marks=pytest.mark.clause("tb4:4.1.13")),
        pytest.param("tbi1", "ABCDEFGHIJK", marks=pytest.mark.clause("tbi1:4.1.7")),
    ],
    indirect=["rules"],
)
@pytest.mark.interpretation("I-18", "I-29")
@pytest.mark.parametrize("side", ["player", "banker"])
def test_char_siu_pays_ten_fifteen_or_fifty_by_the_cards_in_all(
    rules: Rulebook, layouts: str, side: str
) -> None:
    def with_cards(number: int) -> frozenset[Ending]:
        high, low = f"{side}_total", "banker_total" if side == "player" else "player_total"
        return where(
            lambda ending: (
                (getattr(ending, high), getattr(ending, low)) in {(7, 6), (8, 7), (9, 8)}
                and len(ending.player) + len(ending.banker) == number
            )
        )

    assert paid(rules, f"{side}_char_siu") == {
        10: with_cards(4),
        15: with_cards(5),
        50: with_cards(6),
    }
    assert accepted_on(rules, f"{side}_char_siu") == layouts


def test_the_four_pay_tables_have_seventy_eight_rows() -> None:
    counted = {
        rules.key: sum(len(bet.rows) for bet in rules.bets.values())
        for rules in rulebooks().values()
    }
    assert counted == {"tb4": 30, "mbs5": 14, "dhyx2": 14, "tbi1": 20}
    assert sum(counted.values()) == 78
