"""Reconstruction, table T6, mbs5 chapter 5, authority and handing, worked by hand."""

from __future__ import annotations

import pytest

from .authority import ACTS, RANKS, least_role, may_order
from .dealing import RANK_POINTS
from .handing import mbs_order_of_handlers, method_c_control_ends, rws_squeezer
from .hands import DHYX2, MBS5, TB4, TBI1
from .layouts import GAMES
from .reconstructing import (
    UNKNOWN,
    Drawn,
    cards_needed_after,
    first_cards_of_next_round,
    missing_cards,
    reconstruct,
)
from .rulings import Ruling, Seen, options_worded, rule, rule_when
from .staking import TableBet


def drawn(text: str) -> list[Drawn]:
    """Read `4S>player KD>banker`."""
    return [Drawn(*each.split(">")) for each in text.split()]


def test_a_third_card_drawn_for_a_standing_player_is_bankers() -> None:
    """I-104: Player 6 stands, so the fifth card is Banker's and the sixth is left over."""
    result = reconstruct(drawn("6S>player 2S>banker KD>player QD>banker 5C>player 9C>banker"))
    assert result.player == ["6S", "KD"]
    assert result.banker == ["2S", "QD", "5C"]
    assert result.left_over == ["9C"]
    assert result.moved == [4, 5]
    assert result.next_card_to is None
    assert first_cards_of_next_round(result.left_over, ["AS"]) == ["9C", "AS"]


def test_first_cards_laid_in_the_wrong_areas_are_moved_and_the_round_goes_on() -> None:
    result = reconstruct(drawn("6S>banker 2S>player KD>player"))
    assert (result.player, result.banker) == (["6S", "KD"], ["2S"])
    assert result.moved == [0, 1]
    assert result.next_card_to == "banker"


def test_a_card_beyond_a_natural_goes_to_the_next_round() -> None:
    result = reconstruct(drawn("9S>player 2S>banker KD>player QD>banker 5C>banker 7D>nowhere"))
    assert result.left_over == ["5C", "7D"]


def test_an_unseen_card_leaves_the_place_of_the_next_one_open() -> None:
    """Who gets the fifth card hangs on Player's unseen one, unless Banker has a Natural."""
    open_place = reconstruct(
        [*drawn("6S>player 2S>banker"), Drawn(UNKNOWN, "player"), *drawn("QD>banker 5C>player")]
    )
    assert open_place.undetermined == ["5C"]
    natural = reconstruct(
        [*drawn("6S>player 9S>banker"), Drawn(UNKNOWN, "player"), *drawn("QD>banker 5C>player")]
    )
    assert natural.left_over == ["5C"]


def test_the_missing_card_is_what_the_decks_lack() -> None:
    """mbs5:5.11.2.1."""
    found = [rank + suit for suit in "SHDC" for rank in RANK_POINTS for _ in range(4)]
    found.remove("7H")
    found.remove("KC")
    assert missing_cards(4, found) == ["7H", "KC"]
    assert cards_needed_after(["7S"], ["9S"]) == 4


T6_CELLS = {
    "foreign_card": ("void", "void", "void"),
    "missing_card": ("void", "void", "void"),
    "surplus_card": ("void", "void", "void"),
    "unshuffled": ("void", "void", "void"),
    "device_runs_out": ("void", "void", "void"),
    "wrong_number_of_cards": ("options", "no options", "void"),
    "drawn_in_excess": ("options", "no options", "house"),
    "exposed_in_error": ("options", "no options", "house"),
    "wrong_area_or_person": ("options", "no options", "options"),
    "dealt_face_up": ("options", "no options", "no options"),
    "drawn_together": ("options", "options", "options"),
    "other_dealing_error": ("options", "options", "options"),
    "technical_interruption": ("void", "no options", "no options"),
}


def cell(ruling: Ruling) -> str:
    if ruling.play == "void":
        return "void"
    if ruling.play == "house rules on the cards":
        return "house"
    assert ruling.play == "play on"
    return "options" if ruling.options else "no options"


@pytest.mark.parametrize("game", [TB4, DHYX2, TBI1])
@pytest.mark.parametrize("error", sorted(T6_CELLS))
def test_table_t6(game: str, error: str) -> None:
    open_round, mended, lost = T6_CELLS[error]
    assert cell(rule(game, Seen(error))) == open_round
    assert cell(rule(game, Seen(error, established=True))) == mended
    assert cell(rule(game, Seen(error, established=True, reconstructible=False))) == lost


def test_a_wrong_number_beyond_reconstruction_voids_before_any_outcome_too() -> None:
    """I-86."""
    assert rule(TB4, Seen("wrong_number_of_cards", reconstructible=False)).play == "void"
    together = Seen("wrong_number_of_cards", established=True, underlying="drawn_together")
    assert rule(TB4, together).options


def test_paragraphs_are_cited_by_each_documents_own_number() -> None:
    assert rule(TB4, Seen("drawn_together")).clauses == "5.11, 5.11.1"
    assert rule(DHYX2, Seen("drawn_together")).clauses == "5.10, 5.10.1"
    assert rule(TBI1, Seen("other_dealing_error")).clauses == "5.12"


def test_cards_drawn_together_without_order_need_the_pit() -> None:
    """I-92."""
    assert rule(TB4, Seen("drawn_together", order_known=False)).decides == "pit_supervisor"
    assert rule(TB4, Seen("drawn_together")).decides is None
    later = rule(MBS5, Seen("drawn_together", order_known=False))
    assert (later.play, later.options, later.decides) == ("play on", True, "pit_manager")
    first = rule(MBS5, Seen("drawn_together", order_known=False, initial_deal=True))
    assert (first.play, first.options) == ("void", False)


@pytest.mark.parametrize(
    ("seen", "play", "options"),
    [
        (Seen("foreign_card", established=True), "void", False),
        (Seen("unshuffled"), "void", False),
        (Seen("order_disturbed", reconstructible=False), "void", False),
        (Seen("order_disturbed"), "play on", False),
        (Seen("device_runs_out", established=True), "void", False),
        (Seen("face_up_in_device"), "play on", False),
        (Seen("face_up_in_device", first_card_drawn=False), "play on", False),
        (Seen("face_up_in_device", first_card_drawn=False, bets_open=True), "refer", False),
        (Seen("wrong_area_or_person"), "play on", False),
        (Seen("drawn_in_excess"), "play on", False),
        (Seen("drawn_in_excess", reconstructible=False), "void", False),
        (Seen("exposed_in_error"), "play on", False),
        (Seen("not_passed"), "play on", False),
        (Seen("drawn_together", established=True), "play on", True),
        (Seen("device_reset"), "reopen betting and deal afresh", True),
        (Seen("device_reset", card_exposed=True), "refer", False),
        (Seen("handler_absent"), "play on", False),
        (Seen("player_gone_with_card"), "replace the missing card and play on", False),
        (
            Seen("player_gone_with_card", cards_needed=2),
            "replace the missing card and play on",
            False,
        ),
        (Seen("player_gone_with_card", cards_needed=3), "refer", False),
        (Seen("player_gone_with_card", identity_known=True), "play on", False),
        (Seen("device_moved_card_exposed"), "play on", False),
        (Seen("device_moved_order_altered", reconstructible=False), "void", False),
        (Seen("power_failure"), "play on", True),
        (Seen("power_failure", established=True), "play on", False),
        (Seen("technical_interruption"), "refer", False),
        (Seen("cutting_card_first", hlga=True), "play on", True),
        (Seen("cutting_card_first"), "play on", False),
        (Seen("something_new"), "refer", False),
    ],
)
def test_mbs_chapter_5(seen: Seen, play: str, options: bool) -> None:
    ruling = rule(MBS5, seen)
    assert (ruling.play, ruling.options) == (play, options)


def test_which_rulings_demand_new_cards() -> None:
    """mbs5:5.11.5 and 5.12.2, and not 5.2."""
    moved = rule(MBS5, Seen("device_moved_order_altered", reconstructible=False))
    assert moved.replace_cards
    assert rule(MBS5, Seen("player_gone_with_card")).replace_cards
    assert not rule(MBS5, Seen("order_disturbed", reconstructible=False)).replace_cards


def test_when_an_error_is_found_after_the_round() -> None:
    """I-84, I-85."""
    for game in GAMES:
        foreign = rule_when(game, Seen("foreign_card"), "settled")
        assert (foreign.play, foreign.replace_cards) == ("stands", True)
        assert rule_when(game, Seen("foreign_card"), "next_round_opened").play == "stands"
        lost = Seen("wrong_number_of_cards", reconstructible=False)
        assert rule_when(game, lost, "settled").play == "void"
        assert rule_when(game, lost, "next_round_opened").play == "stands"
    assert not rule_when(TB4, Seen("drawn_in_excess"), "settled").options
    assert rule_when(TB4, Seen("drawn_in_excess"), "in_round").options


def test_play_that_must_go_on_and_cannot_is_suspended() -> None:
    """I-99."""
    stuck = Seen("technical_interruption", established=True, can_deal_on=False)
    assert rule(TB4, stuck).play == "suspend"


def test_the_options_in_each_houses_words() -> None:
    assert options_worded(TB4, rule(TB4, Seen("drawn_together"))) == [
        "continue reconstructed",
        "return",
    ]
    lost = rule(TB4, Seen("wrong_area_or_person", reconstructible=False))
    assert options_worded(TB4, lost) == ["continue", "return"]
    assert options_worded(MBS5, rule(MBS5, Seen("power_failure"))) == ["withdraw", "play"]
    assert options_worded(TB4, rule(TB4, Seen("foreign_card"))) == []


def test_each_act_passes_from_its_least_role_upwards() -> None:
    for game, acts in ACTS.items():
        for act, (least, _) in acts.items():
            allowed = [role for role in RANKS if may_order(game, act, role)]
            assert allowed == list(RANKS[RANKS.index(least) :])


def test_the_houses_differ_over_cards_drawn_together() -> None:
    assert least_role(TB4, "assign_cards_drawn_together") == "pit_supervisor"
    assert least_role(MBS5, "assign_cards_drawn_together") == "pit_manager"
    assert least_role(TB4, "offer_late_insurance") is None
    assert not may_order(TB4, "offer_late_insurance", "shift_manager")
    assert may_order(DHYX2, "offer_late_insurance", "pit_manager")


def lay(person: str, side: str, stake: int, time: int, *, seated: bool = True) -> TableBet:
    return TableBet(f"{person}{time}", person, 1, side, stake, time, seated)


def test_mbs_cards_go_to_the_largest_then_the_first_then_around() -> None:
    """I-107."""
    bets = [
        lay("ann", "banker", 100, 1),
        lay("bob", "banker", 300, 2),
        lay("cy", "banker", 300, 3),
        lay("dee", "banker", 300, 4),
        lay("bob", "tie", 900, 5),
    ]
    around = ["ann", "dee", "cy", "bob"]
    assert mbs_order_of_handlers(bets, "banker", around) == ["bob", "dee", "cy", "ann"]
    assert mbs_order_of_handlers(bets, "player", around) == []


def test_rws_squeezer_is_the_highest_original_bet() -> None:
    """I-106."""
    bets = [
        lay("ann", "banker", 300, 1, seated=False),
        lay("bob", "player", 200, 2),
        lay("cy", "banker", 200, 3),
        lay("dee", "tie", 900, 4),
    ]
    assert rws_squeezer(bets, seated_only=True) == "bob"
    assert rws_squeezer(bets, seated_only=False) == "ann"
    assert rws_squeezer(bets[3:], seated_only=False) is None


def test_method_c_control_ends_when_an_original_wager_loses() -> None:
    """I-108."""
    assert method_c_control_ends("banker", {"player"}, gives_up=False)
    assert not method_c_control_ends("tie", {"player"}, gives_up=False)
    assert not method_c_control_ends("banker", {"tiger"}, gives_up=False)
    assert method_c_control_ends("banker", set(), gives_up=True)
