"""The automatic dealer at a table that is dealt face down: who may squeeze is handed the cards."""

from __future__ import annotations

import random

import pytest

from punto.core import commands as c
from punto.core.cards import DECK
from punto.core.outcome import Side
from punto.core.policies import SqueezeEntitled
from punto.core.rulebook import Rulebook
from punto.core.state import Face, Phase, Table
from punto.rules import rulebooks
from punto.service.acts import possible_acts
from punto.service.audiences import Audience, Viewer, visible_events
from punto.service.dealers import next_command, squeezing
from tests.support.conduct import CLOSED, DEALER, SUPERVISOR, Dealt, patron

EVERY = pytest.mark.parametrize("rules", rulebooks().values(), ids=lambda rules: rules.key)


def handles(rules: Rulebook) -> str:
    """Name the method under which Players handle cards but do not draw them."""
    methods = rules.policies.methods.items()
    return next(
        name
        for name, method in methods
        if method.player_handles_cards.value and not method.player_draws.value
    )


def face_down(rules: Rulebook) -> Dealt:
    """Deal the four initial cards face down, with the larger bet on Player."""
    dealt = Dealt(rules, face=Face.DOWN, method=handles(rules)).open()
    dealt.seats("Ann").seats("Bob", "2").call()
    dealt.bets("Ann", "player", 200).bets("Bob", "player", 100, "2").close()
    for drawn in DECK[:4]:
        dealt.does(c.DrawCard(actor=DEALER, card=drawn))
    return dealt


def coming(dealt: Dealt) -> c.Command:
    command = next_command(dealt.table, dealt.rules, CLOSED)
    assert command is not None
    return command


def until_handed_out(dealt: Dealt) -> list[str]:
    done: list[str] = []
    while not isinstance(command := coming(dealt), c.ExposeCard):
        dealt.does(command)
        done.append(type(command).__name__)
    return done


@EVERY
@pytest.mark.clause("tb4:3.9", "mbs5:3.9.2")
def test_the_entitled_player_is_handed_the_cards(rules: Rulebook) -> None:
    dealt = face_down(rules)
    on_table = rules.policies.squeeze.entitled.value is SqueezeEntitled.HIGHEST_ON_TABLE
    leave = ["PermitSqueeze"] if on_table else []
    assert until_handed_out(dealt) == [*leave, "PassCards"]
    assert dict(dealt.round.handlers)[Side.PLAYER] == "Ann"


@EVERY
def test_the_other_hand_is_turned_up_first_and_then_the_dealer_waits(rules: Rulebook) -> None:
    dealt = face_down(rules)
    until_handed_out(dealt)
    for number in (2, 4):
        command = coming(dealt)
        assert isinstance(command, c.ExposeCard)
        assert (command.number, squeezing(dealt.table)) == (number, False)
        dealt.does(command)
    assert squeezing(dealt.table)
    dealt.does(c.ExposeCard(actor=patron("Ann"), number=1))
    dealt.does(coming(dealt))  # she has had her time: the dealer turns the other one up
    assert all(drawn.exposed for drawn in dealt.round.drawn)
    assert not squeezing(dealt.table)


@EVERY
def test_who_will_not_squeeze_is_not_asked_again(rules: Rulebook) -> None:
    dealt = face_down(rules)
    until_handed_out(dealt)
    while (holder := dict(dealt.round.handlers)[Side.PLAYER]) is not None:
        dealt.does(c.DeclineCards(actor=patron(holder), patron=holder, side=Side.PLAYER))
        until_handed_out(dealt)
    while dealt.phase is Phase.DEALING:
        command = coming(dealt)
        assert not squeezing(dealt.table)
        if isinstance(command, c.DrawCard):
            command = c.DrawCard(actor=DEALER, card=DECK[20])
        dealt.does(command)
    assert dealt.phase is Phase.COMPLETE


def test_nobody_squeezes_where_no_player_touches_the_cards() -> None:
    for rules in rulebooks().values():
        for name, method in rules.policies.methods.items():
            if method.player_handles_cards.value:
                continue
            dealt = Dealt(rules, face=Face.DOWN, method=name).open().seats("Ann").call()
            dealt.bets("Ann", "player", 200).close()
            for drawn in DECK[:4]:
                dealt.does(c.DrawCard(actor=DEALER, card=drawn))
            assert until_handed_out(dealt) == []


@EVERY
@pytest.mark.interpretation("I-81")
def test_a_person_turns_the_initial_cards_up_before_a_third_one(rules: Rulebook) -> None:
    dealt = Dealt(rules, face=Face.DOWN).open().seats("Ann").call()
    dealt.bets("Ann", "player", 200).close()
    chance = random.Random(5)
    cards = chance.sample(DECK, 8)
    turned: list[int] = []
    while dealt.phase is not Phase.COMPLETE:
        acts = possible_acts(dealt.table, rules, DEALER, CLOSED)
        able = {act["type"]: act for act in acts if act["possible"]}
        if "ExposeCard" in able and "DrawCard" not in able:
            number = able["ExposeCard"]["number"]
            dealt.does(c.ExposeCard(actor=DEALER, number=number))
            turned.append(number)
        else:
            dealt.does(c.DrawCard(actor=DEALER, card=cards.pop()))
    assert turned[:4] == [1, 3, 2, 4]
    assert turned[4:] == sorted(turned[4:])


def test_nothing_is_turned_up_at_a_table_without_a_round() -> None:
    assert not squeezing(Table())


def test_who_asks_to_squeeze_is_named_to_those_who_may_grant_it() -> None:
    rules = next(iter(rulebooks().values()))
    dealt = face_down(rules)
    dealt.does(c.RequestSqueeze(actor=patron("Ann"), patron="Ann", side=Side.PLAYER))
    seen = visible_events(dealt.last, Viewer(audience=Audience.PIT, role=SUPERVISOR.role))
    assert [(one["type"], one["patron"], one["side"]) for one in seen] == [
        ("SqueezeRequested", "Ann", "player")
    ]
