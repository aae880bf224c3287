"""Cards, compositions, money, odds, limits, outcomes and roles: what each refuses and says."""

from __future__ import annotations

import pytest

from punto.core.bets import Bet, Condition, PayRow, check_rows, compile_bet
from punto.core.cards import DECK, POINTS, RANKS, Card, Rank, Suit, parse_card, parse_rank, total
from punto.core.checks import Defect, Misuse, invariant, require
from punto.core.composition import Composition, card_too_often, fresh, full_set
from punto.core.differential import Measure
from punto.core.insurance import policy, stage_of
from punto.core.limits import NO_LIMITS, Limits
from punto.core.money import Odds
from punto.core.outcome import OutcomeClass, PairClass, Side, Winner, decode
from punto.core.policies import Role, Ruling
from punto.core.refusal import Refused
from punto.core.rulebook import Kind, Result, Stage
from punto.rules import find


def test_every_card_is_read_as_it_is_written() -> None:
    assert [parse_card(str(card)) for card in DECK] == list(DECK)
    assert parse_card("TH") == parse_card("10H") == Card(Rank.TEN, Suit.HEARTS)
    assert [parse_rank(str(rank)) for rank in RANKS] == list(RANKS)
    assert parse_rank("T") is Rank.TEN
    assert [rank.place for rank in RANKS] == list(range(13))


@pytest.mark.parametrize("text", ["", "A", "S", "1S", "11S", "as", "AS ", " AS", "10", "TT", "0H"])
def test_a_text_that_is_no_card_is_refused_with_what_would_be_right(text: str) -> None:
    with pytest.raises(Misuse, match=r"is not a card: .* for example 10H"):
        parse_card(text)


@pytest.mark.parametrize("text", ["", "1", "11", "a", "AS", "X"])
def test_a_text_that_is_no_rank_is_refused(text: str) -> None:
    with pytest.raises(Misuse, match=r"is not a rank: A 2 3 4 5 6 7 8 9 10 J Q K"):
        parse_rank(text)


def test_points_by_rank_and_the_total_of_a_hand() -> None:
    assert POINTS == (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0)
    assert total(()) == 0
    assert total(parse_card(text) for text in ("9S", "9H", "9D")) == 7


def test_require_is_for_callers_and_invariant_for_us() -> None:
    require(condition=True, message="never")
    invariant(condition=True, message="never")
    with pytest.raises(Misuse, match="the caller"):
        require(condition=False, message="the caller")
    with pytest.raises(Defect, match="ourselves"):
        invariant(condition=False, message="ourselves")


def test_a_composition_holds_thirteen_counts_none_below_nothing() -> None:
    with pytest.raises(Misuse, match=r"counts 13 ranks .*, not 12"):
        Composition((1,) * 12)
    with pytest.raises(Misuse, match="cannot hold -1 cards of rank 2"):
        Composition((0, -1, *(0,) * 11))
    with pytest.raises(Misuse, match="more cards of rank K shown than the 4 that are left"):
        fresh(1).without([Rank.KING] * 5)
    with pytest.raises(Misuse, match="0 decks of cards do not exist"):
        fresh(0)
    assert fresh(8).counts == (32,) * 13


def test_a_set_of_decks_holds_each_card_once_for_each_deck() -> None:
    cards = full_set(6)
    assert set(cards) == set(DECK)
    assert set(cards.values()) == {6}
    ace = parse_card("AS")
    assert card_too_often([ace] * 6, 6) is None
    assert card_too_often([parse_card("2S"), *[ace] * 7], 6) == ace


@pytest.mark.parametrize(("num", "den"), [(0, 1), (1, 0), (-1, 2), (1, -2)])
def test_odds_that_pay_nothing_are_refused(num: int, den: int) -> None:
    with pytest.raises(Misuse, match=f"odds of {num} to {den} pay nothing"):
        Odds(num, den)


def test_odds_are_written_as_a_pay_table_prints_them() -> None:
    assert [str(Odds(1, 2)), str(Odds(100, 1))] == ["1 to 2", "100 to 1"]


@pytest.mark.parametrize("name", ["minimum", "maximum", "differential"])
@pytest.mark.parametrize("value", [0, -1])
def test_a_limit_is_above_nothing(name: str, value: int) -> None:
    with pytest.raises(Misuse, match=f"{name} must be above 0, not {value}"):
        Limits(**{name: value})


def test_the_unit_is_above_nothing_and_the_minimum_not_above_the_maximum() -> None:
    with pytest.raises(Misuse, match="unit must be above 0, not 0"):
        Limits(unit=0)
    with pytest.raises(Misuse, match="the minimum 6 is above the maximum 5"):
        Limits(minimum=6, maximum=5)
    assert Limits(minimum=5, maximum=5).minimum == 5
    assert Limits(minimum=6, differential=5).maximum is None
    assert (NO_LIMITS.minimum, NO_LIMITS.maximum, NO_LIMITS.unit) == (None, None, 1)


@pytest.mark.parametrize("code", [-1, 2000])
def test_a_class_code_out_of_range_is_refused(code: int) -> None:
    with pytest.raises(Misuse, match=f"class code {code} is outside 0 to 1999"):
        decode(code)


def test_a_three_card_eight_is_no_natural_even_in_a_class_that_cannot_occur() -> None:
    assert OutcomeClass(8, 0, 2, 2, PairClass.NONE).natural
    assert OutcomeClass(0, 9, 2, 2, PairClass.NONE).natural
    assert not OutcomeClass(8, 0, 3, 2, PairClass.NONE).natural
    assert not OutcomeClass(7, 7, 2, 2, PairClass.NONE).natural


def test_a_pair_class_says_which_hands_are_paired() -> None:
    assert [(pairs.player, pairs.banker) for pairs in PairClass] == [
        (False, False),
        (True, False),
        (False, True),
        (True, True),
        (True, True),
    ]


@pytest.mark.interpretation("I-109")
def test_a_higher_rank_may_do_what_a_lower_may_and_patrons_stand_beside_the_staff() -> None:
    staff = [role for role in Role if role is not Role.PATRON]
    for place, role in enumerate(staff):
        assert [role.at_least(least) for least in staff] == [
            other <= place for other in range(len(staff))
        ]
        assert not role.at_least(Role.PATRON)
        assert not Role.PATRON.at_least(role)
    assert Role.PATRON.at_least(Role.PATRON)


def test_a_refusal_is_one_line_with_what_would_be_right() -> None:
    refused = Refused(code="x", reason="that is wrong", remedy="do this")
    assert refused.message == "that is wrong: do this"
    assert Refused(code="x", reason="that is wrong", remedy="").message == "that is wrong"


def row(name: str, condition: Condition) -> PayRow:
    return PayRow(name=name, when=condition, odds=Odds(1, 1), clauses=("tb4:4.1.1",), by=())


def bet(*rows: PayRow) -> Bet:
    return Bet(id="b", name="B", name_zh="乙", rows=rows, clauses=("tb4:4.1.1",), by=())


def test_pay_rows_that_hold_at_once_are_refused() -> None:
    wins = row("wins", Condition(winner=frozenset({Winner.PLAYER})))
    six = row("six", Condition(winning_total=frozenset({6})))
    with pytest.raises(Misuse, match="pay rows wins and six overlap"):
        check_rows(bet(wins, six))
    loses = row("loses", Condition(winner=frozenset({Winner.BANKER, Winner.TIE})))
    check_rows(bet(wins, loses))
    assert all(compile_bet(bet(wins, loses)).row(code) for code in range(2000))


def test_a_condition_without_words_always_holds_and_one_that_allows_nothing_never() -> None:
    assert Condition().mask() == (1 << 2000) - 1
    assert Condition(margin=frozenset()).mask() == 0


def test_a_ruling_is_looked_up_by_what_is_established_and_what_can_be_repaired() -> None:
    item = find("tb4").irregularities[Kind.WRONG_NUMBER_OF_CARDS]
    assert item.ruling(established=False, repairable=True) is Ruling.OPTIONS
    assert item.ruling(established=False, repairable=False) is Ruling.VOID
    assert item.ruling(established=True, repairable=True) is Ruling.BY_ERROR
    assert item.ruling(established=True, repairable=False) is Ruling.VOID


def test_a_rulebook_knows_its_game_and_finds_its_insurance_rows() -> None:
    assert find("dhyx2").game == "da-hu-ying-xiong"
    assert find("mbs5").game == "tiger-no-commission"
    found = find("dhyx2").insurance_row(Side.PLAYER, Stage.AFTER_FOUR_CARDS, 5, 4)
    assert found is not None
    assert found.covers(5, 4)
    assert not found.covers(5, 3)
    assert find("tb4").insurance_row(Side.PLAYER, Stage.AFTER_FOUR_CARDS, 5, 4) is None


def test_a_game_without_insurance_has_no_insurance_policy() -> None:
    with pytest.raises(Misuse, match="rws-tiger-buffalo@4 has no Insurance"):
        policy(find("tb4"))
    assert policy(find("tbi1")).long_odds.value == (10, 1)


@pytest.mark.parametrize("key", ["tb4", "mbs5", "dhyx2", "tbi1"])
def test_the_masks_of_a_bet_are_the_classes_that_win_and_that_win_or_push(key: str) -> None:
    rules = find(key)
    for name, column in rules.columns.items():
        rows = [column.row(code) for code in range(2000)]
        wins = sum(1 << code for code, row in enumerate(rows) if row and row.odds)
        pays = sum(1 << code for code, row in enumerate(rows) if row)
        assert rules.masks[name] == (wins, pays)


def test_banker_draws_in_any_case_on_nought_one_and_two_only() -> None:
    table = find("dhyx2").tableau
    assert [total for total in range(10) if table.banker_always_draws(total)] == [0, 1, 2]


def test_only_four_or_five_cards_are_a_stage_of_insurance() -> None:
    one, two, three = (parse_card(text) for text in ("7S", "2H", "3D"))
    assert stage_of((one, two), (one, two)) is Stage.AFTER_FOUR_CARDS
    assert stage_of((one, two, three), (one, two)) is Stage.AFTER_PLAYER_THIRD_CARD
    for player, banker in (((one,), (one, two)), ((one, two), (one,)), ((one, two), (one,) * 3)):
        assert stage_of(player, banker) is None
    assert stage_of((one,) * 4, (one, two)) is None


def test_an_insurance_row_that_pays_on_the_tie_pays_on_nothing_else() -> None:
    row = find("dhyx2").insurance_row(Side.PLAYER, Stage.AFTER_PLAYER_THIRD_CARD, 9, 4)
    assert row is not None
    results = [
        row.result(OutcomeClass(player, banker, 3, 3, PairClass.NONE))
        for player, banker in ((9, 9), (9, 4), (4, 9))
    ]
    assert results == [Result.WIN, Result.LOSE, Result.LOSE]


def test_a_card_that_player_holds_in_excess_is_no_third_card_for_banker() -> None:
    six, king, two, five = (parse_card(text) for text in ("6S", "KH", "2D", "5C"))
    table = find("tb4").tableau
    assert table.next_hand((six, king, two), (five, king)) is Side.BANKER


def test_a_row_of_a_single_class_is_compiled() -> None:
    only = Condition(
        player_total=frozenset({0}),
        banker_total=frozenset({0}),
        total_cards=frozenset({4}),
        pairs=frozenset({PairClass.NONE}),
    )
    column = compile_bet(bet(row("only", only)))
    assert [code for code in range(2000) if column.row(code)] == [0]


def test_a_differential_without_a_limit_leaves_room_for_anything() -> None:
    totals = Measure(player=300, banker=500)
    assert totals.room(Side.PLAYER, None) is None
    assert (totals.room(Side.PLAYER, 100), totals.room(Side.BANKER, 100)) == (300, 0)
