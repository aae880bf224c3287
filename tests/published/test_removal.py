"""Effects of removal in print."""

from __future__ import annotations

import pytest

from punto.core.cards import Rank
from punto.core.composition import fresh

from .shoes import PLAYER, chance

PLAYER_EFFECTS = {
    Rank.FOUR: ("-0.0000435175", "-0.0000870460", "-0.0001305855"),
    Rank.TEN: ("-0.0000373810", "-0.0000749287", "-0.0001126377"),
    Rank.JACK: ("-0.0000373810", "-0.0000749287", "-0.0001126377"),
    Rank.QUEEN: ("-0.0000373810", "-0.0000749287", "-0.0001126377"),
    Rank.KING: ("-0.0000373810", "-0.0000749287", "-0.0001126377"),
    Rank.ACE: ("-0.0000295798", "-0.0000594307", "-0.0000895596"),
}
"""excelpunks.com, Concepts 16: change of Player's chance as one, two, three cards of a rank go.

Eight decks; the stored copy of the page ends within the line for 3, whose first figure follows.
"""


@pytest.mark.parametrize("rank", PLAYER_EFFECTS)
def test_cards_gone_change_the_chance_of_player(rank: Rank) -> None:
    before = chance(8, PLAYER)
    for gone, printed in enumerate(PLAYER_EFFECTS[rank], start=1):
        after = chance(fresh(8).without([rank] * gone), PLAYER)
        assert f"{after - before:.10f}" == printed


def test_a_three_gone_changes_the_chance_of_player() -> None:
    after = chance(fresh(8).without([Rank.THREE]), PLAYER)
    assert f"{after - chance(8, PLAYER):.10f}" == "-0.0000217068"
