"""Staff hears who did what to whom; everybody else hears that it was done."""

from __future__ import annotations

import pytest

from punto.core import events as e
from punto.core.cards import parse_card
from punto.core.outcome import Side
from punto.core.policies import Role
from punto.core.state import Actor, Drawn, Placed, Share
from punto.service.audiences import Audience, Viewer, visible_events

DORA = Actor(name="Dora", role=Role.DEALER)
CARD = parse_card("9H")
BET = Placed(id="w1", box="3", bet="banker", shares=(Share(patron="Ann", stake=5_000),), order=1)
STAFF = (Audience.DEALER, Audience.PIT, Audience.AUDITOR)


def heard(event: e.Event, audience: Audience) -> dict[str, object]:
    (told,) = visible_events((event,), Viewer(audience=audience, patron="Bob"))
    return told


@pytest.mark.parametrize("audience", Audience)
def test_only_staff_hears_the_particulars(audience: Audience) -> None:
    placed = heard(e.WagerPlaced(actor=DORA, wager=BET), audience)
    more = {"by": "Dora", "patron": "Ann", "box": "3", "bet": "banker", "stake": 5_000}
    assert placed == {"type": "WagerPlaced"} | (more if audience in STAFF else {})


@pytest.mark.parametrize("audience", Audience)
@pytest.mark.parametrize("exposed", [True, False])
def test_nobody_hears_of_a_card_that_lies_face_down(audience: Audience, exposed: bool) -> None:
    drawn = Drawn(card=CARD, belongs=Side.PLAYER, exposed=exposed)
    told = heard(e.CardDrawn(actor=DORA, drawn=drawn), audience)
    assert ("card" in told) is (exposed and audience in STAFF)
    assert told["exposed"] is exposed


def test_words_are_told_as_they_stand() -> None:
    event = e.NoticePosted(actor=DORA, text="Last shoe")
    assert heard(event, Audience.PIT) == {"type": "NoticePosted", "by": "Dora", "text": "Last shoe"}
    rejected = e.WagerRejected(id="w1", stake=100, reason="above the maximum")
    assert heard(rejected, Audience.PIT)["by"] is None
