"""What a page needs to tell a round in another language; to a patron what is his own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from punto.core import events as e
from punto.core.cards import parse_card
from punto.core.outcome import Side
from punto.core.policies import Role
from punto.core.rulebook import Stage
from punto.core.state import Actor, Drawn, Missed
from punto.rules import rulebooks
from punto.service.history import History
from punto.service.particulars import particulars
from punto.service.retelling import Retold, retell
from punto.service.told import told_to_staff
from tests.store.histories import filled
from tests.support.records import replays


@cache
def rounds() -> tuple[Retold, ...]:
    store = filled()
    found = (
        retell(history, chapter.number)
        for stream in store.streams()
        for history in [History(store, stream)]
        for chapter in history.last(1_000)
    )
    return tuple(one for one in found if one is not None)


def events_in(told: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for deed in told["deeds"]:
        yield from deed["events"]


def test_staff_is_told_every_deed_with_its_facts() -> None:
    for one in rounds():
        told = one.facts_for_staff()
        answers = list(one.replay.answers)
        assert [len(deed["events"]) for deed in told["deeds"]] == [len(a.events) for a in answers]
        refused = [deed["refused"]["code"] for deed in told["deeds"] if deed["refused"]]
        assert refused == [a.refused.code for a in answers if a.refused is not None]
        assert len(told["bets"]) == len(one.round.lines)
        assert json.loads(json.dumps(told))["bets"] == told["bets"]


def test_a_patron_is_told_his_own_money_and_nobody_elses() -> None:
    alone = ("RoundSettled", "DifferentialExceeded", "CardDrawn", "LimitsSet")
    several = 0
    for one in rounds():
        patrons = {patron for patron, _ in one.round.lines}
        several += len(patrons) > 1
        for patron in patrons:
            told = one.facts_for_patron(patron)
            assert {bet["patron"] for bet in told["bets"]} == {patron}
            assert not [event["type"] for event in events_in(told) if event["type"] in alone]
            assert all(deed["actor"] is None for deed in told["deeds"])
            assert "staff" not in told
            back = [event for event in events_in(told) if event["type"] == "BetsReturned"]
            for event in back:
                whose = {w["patron"] for w in event["facts"]["wagers"] if not w["shares"]}
                assert whose <= {patron}
    assert several > 10


def test_a_round_without_a_result_shows_no_hands() -> None:
    void = [one for one in rounds() if one.round.void and one.round.drawn]
    assert len(void) > 5
    for one in void:
        told = one.facts_for_patron("Ann")
        assert told["hands"] is told["totals"] is None
        assert told["play"] == []


def test_a_bet_says_what_it_ended_by() -> None:
    told = [told_to_staff(one, one.rounds[-1]) for one in replays() if one.rounds]
    grounds = [bet["ground"] for one in told for bet in one["bets"]]
    kinds = {key for ground in grounds if ground for key in ground}
    assert kinds == {"rows", "beaten_by", "insured"}


def test_the_floor_hears_whose_insurance_was_missed_and_no_card() -> None:
    book = next(book for book in rulebooks().values() if book.insurance_rows)
    row = book.insurance_rows[0]
    missed = Missed(stage=Stage.AFTER_FOUR_CARDS, rows=(row,), patrons=("Ann",))
    dealer = Actor(name="Dora", role=Role.DEALER)
    told = particulars(e.InsuranceMissed(actor=dealer, missed=missed))
    odds = [row.odds.num, row.odds.den]
    rows = [{"side": row.side.value, "odds": odds, "on_tie": row.pays_on_tie}]
    assert told == {
        "by": "Dora",
        "rows": rows,
        "stage": "after_four_cards",
        "patrons": ["Ann"],
    }


def test_the_floor_hears_of_no_card_that_lies_face_down() -> None:
    hidden = parse_card("9H")
    down = Drawn(card=hidden, belongs=Side.PLAYER)
    order = e.ShoeRevealed(commitment="", order="9H", nonce="")
    events = (
        e.CardDrawn(drawn=down),
        e.CardsReconstructed(drawn=(down,), carried=(down,)),
        e.MissingCardsReplaced(cards=((0, hidden),), set_aside=(hidden,)),
        e.CardBurnt(card=hidden),
        order,
    )
    assert not [event for event in events if "9H" in json.dumps(particulars(event))]
