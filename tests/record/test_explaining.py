"""One patron is told why: what he asked for, the cards, the bet, the odds, the arithmetic."""

from __future__ import annotations

from pathlib import Path

import pytest

from punto.core.checks import Misuse
from punto.record.comparing import compare
from punto.record.document import parse
from punto.record.explaining import explain
from punto.record.replaying import Replay, replay
from punto.rules import find

PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"


def replayed(name: str) -> Replay:
    record = parse((PLAYTHROUGHS / f"{name}.toml").read_text(encoding="utf-8"))
    return replay(record, find(record.game))


def told(name: str, patron: str) -> str:
    """Explain a golden record, its lines joined."""
    return " ".join(explain(replayed(name), patron).split())


def test_nobody_is_told_about_somebody_who_is_not_there() -> None:
    with pytest.raises(Misuse, match="there are Ann, Bob"):
        explain(replayed("settlement/wu_dalang"), "Zoe")


def test_a_patron_hears_of_his_own_bets_only() -> None:
    said = told("settlement/wu_dalang", "Bob")
    assert "Tie wins only when the result is a Tie." in said
    assert "Wu Dalang" not in said


def test_half_pay_and_its_rounding_are_worked_out() -> None:
    said = told("settlement/half_a_cent_goes_to_the_player", "Ann")
    assert "Banker pays 1 to 2 when Banker wins and Banker has 6." in said
    assert "$33.33 x 1 / 2 = $16.67 profit" in said
    assert "rounded up for the Player. [I-23]" in said


def test_a_lost_original_bet_names_the_other_hand() -> None:
    said = told("settlement/one_patron_on_every_side", "Ann")
    assert "Player loses when Banker wins." in said
    assert "Banker pays 1 to 1 when Banker wins and Banker does not have 6." in said


def test_pairs_are_said_once() -> None:
    said = told("options/decided_bets_stay", "Ann")
    assert "Player Pair pays 11 to 1 when Player's first two cards are a pair." in said
    single = told("options/a_decided_wager_is_not_withdrawn", "Ann")
    assert "Tiger Pair pays 4 to 1 when one Hand alone begins with a pair." in single


def test_a_stake_that_played_in_part_is_said_so() -> None:
    said = told("differential/pro_rata", "Bob")
    assert "for $20,757 of it" in said
    assert "$9,243 did not play and is returned" in said
    assert "$20,757 x 1 / 1 = $20,757 profit" in said


def test_a_share_that_was_taken_back_has_no_condition() -> None:
    said = told("options/one_of_two_partners_withdraws", "Ann")
    assert "Ann's share of $60 in Banker at box 1 (w1)" in said
    assert "Banker pays" not in said


def test_what_came_after_the_settlement_is_told_after_it() -> None:
    said = told("insurance/neglected_and_noticed_after_settlement", "Ann")
    assert said.index("Banker wins with 9 to 6") < said.index("Afterwards: Ann's $100 on Player")


def test_a_refusal_is_told_to_the_one_who_asked() -> None:
    said = told("betting/free_until_no_more_bets", "Bob")
    assert "Refused to Bob: Bets are closed." in said
    assert "Refused to Ann" not in said


def test_a_natural_and_a_void_are_told() -> None:
    assert "That is a Natural" in told("settlement/double_tiger_pair", "Bob")
    assert "The round ended void: no bet won or lost." in told(
        "options/a_void_takes_back_what_was_won", "Ann"
    )


def test_an_open_round_and_a_patron_without_a_bet_are_told() -> None:
    open_round = told("options/wrong_number_noticed_before_the_next_call_tb4", "Ann")
    assert "The round is not over in this record." in open_round
    nothing = told("settlement/a_round_without_bets", "Ann")
    assert "Ann had no bet in this round." in nothing


def test_another_rulebook_pays_the_same_bet_by_its_own_row() -> None:
    paid = compare(replayed("settlement/banker_on_six_is_paid_one_to_two"), find("mbs5"))
    assert [None if one.other is None else one.other.returned for one in paid] == [
        15000,
        57500,
        0,
        0,
    ]
    assert paid[0].other is not None
    assert paid[0].other.clauses == ("mbs5:4.1",)


def test_another_rulebook_pays_what_was_at_risk_and_returns_what_was_returned() -> None:
    reduced = compare(replayed("differential/pro_rata"), find("mbs5"))
    by_patron = {one.patron: one.other.returned for one in reduced if one.other is not None}
    assert by_patron["Ann"] == 10151500
    taken_back = compare(replayed("options/decided_bets_stay"), find("tbi1"))
    assert [one.other.returned for one in taken_back if one.other is not None] == [
        10000,
        60000,
        0,
    ]
    void = compare(replayed("options/a_void_takes_back_what_was_won"), find("dhyx2"))
    assert [one.other == one.here for one in void] == [True]
