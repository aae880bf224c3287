"""Chapter 5 of the MBS game where several Players share a wager that nobody checked."""

from __future__ import annotations

import pytest

from punto.core import events as e
from punto.core.limits import Limits
from tests.support.conduct import refused
from tests.support.trouble import Troubled


def shared(**limits: int) -> Troubled:
    """Let Ann lay 300 on Banker, and Bob 600 on top of it, unnoticed."""
    table = Troubled("mbs5", limits=Limits(minimum=10, **limits)).open().call()
    table.unnoticed("Ann", "banker", 300, id="joint")
    return table.unnoticed("Bob", "banker", 600, id="joint")


@pytest.mark.clause("mbs5:5.15", "mbs5:3.5.1")
@pytest.mark.interpretation("I-41", "I-42")
@pytest.mark.parametrize(
    ("cards", "ann", "bob"), [("2S 9S KS KH", 500, 1_000), ("9S 2S KS KH", 100, 200)]
)
def test_each_share_of_a_joint_wager_over_the_maximum_is_cut_by_its_part(
    cards: str, ann: int, bob: int
) -> None:
    """Of 900 only 600 play: 200 of Ann's 300 and 400 of Bob's 600; the rest comes back."""
    table = shared(maximum=600)
    table.close()
    assert table.playing() == {"joint": 600}
    table.deals(cards).ends()
    assert (table.back("Ann"), table.back("Bob")) == ({"joint": ann}, {"joint": bob})


@pytest.mark.interpretation("I-41", "I-51")
def test_a_share_that_chips_cannot_make_is_cut_down_to_one_that_they_can() -> None:
    """Of 100 at risk Ann has a third: 33, and 30 in chips of 10."""
    table = shared(maximum=100, unit=10)
    table.deals("9S 2S KS KH").ends()
    assert (table.back("Ann"), table.back("Bob")) == ({"joint": 270}, {"joint": 540})


@pytest.mark.clause("mbs5:5.15", "mbs5:5.8.1")
@pytest.mark.interpretation("I-41", "I-94")
def test_a_share_taken_back_leaves_the_others_part_as_it_was_cut() -> None:
    table = shared(maximum=600)
    table.deals("2S 9S").reports("drawn_together").chooses("Ann", "return").resumes()
    assert table.playing() == {"joint": 400}
    table.deals("KS KH").ends()
    assert (table.back("Ann"), table.back("Bob")) == ({"joint": 300}, {"joint": 1_000})


@pytest.mark.interpretation("I-42", "I-45")
def test_chips_laid_on_a_wager_unnoticed_make_it_joint_only_in_its_own_area() -> None:
    table = shared()
    joined = table.just(e.WagerJoined)
    assert joined.unchecked
    assert refused(table.unnoticed, "Bob", "banker", 10, id="joint").code == "duplicate_id"
    assert refused(table.unnoticed, "Cy", "player", 10, id="joint").code == "duplicate_id"
    assert refused(table.unnoticed, "Cy", "banker", -1, id="joint").code == "bad_stake"
    alone = Troubled("tb4").open().call().unnoticed("Ann", "banker", 300, id="one")
    assert refused(alone.unnoticed, "Bob", "banker", 10, id="one").code == "duplicate_id"


@pytest.mark.clause("mbs5:5.9")
@pytest.mark.interpretation("I-94", "I-95")
def test_who_took_his_share_back_has_none_to_move_when_betting_opens_again() -> None:
    table = shared()
    table.close().reports("device_reset").chooses("Ann", "return").resumes()
    assert refused(table.raises, "Ann", "joint", 900).code == "not_your_wager"
    table.raises("Bob", "joint", 700).deals("2S 9S KS KH").ends()
    assert (table.back("Ann"), table.back("Bob")) == ({"joint": 300}, {"joint": 1_400})
