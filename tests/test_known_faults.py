"""What went wrong in other people's software, each by its name, and that it cannot happen here.

The four with a number are of a public casino project (NovaDrake76/KaniCasino). All of them vanish
where events, entries and position advance in one transaction and recovery is nothing but replay.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from punto.core import commands as c
from punto.core import events as e
from punto.core.cards import parse_card
from punto.core.conduct import evolve
from punto.core.money import profit
from punto.core.outcome import Side, Winner
from punto.core.refusal import Refused
from punto.core.roads import Bead, Derived, roads
from punto.core.rulebook import Result, Rulebook
from punto.core.settle import Wager, settle
from punto.core.state import Drawn, Phase, Table
from punto.rules import find
from punto.service.promises import at_risk
from punto.store import codec
from punto.store.contract import Deed
from punto.store.ledger import risk_account
from punto.store.memory import MemoryStore
from punto.store.recovery import recover
from punto.store.verify import verify
from punto.testing.faults import Damage
from tests.faults.harness import Runner, points, scenes, workplace
from tests.store.histories import Recorder, filled
from tests.support.conduct import CALLED, CASINO, CLOSED, DEALER, SUPERVISOR, setup_for
from tests.support.games import EVERY_GAME, games


@cache
def store() -> MemoryStore:
    return filled()


def histories() -> Iterator[tuple[str, list[Deed]]]:
    for stream in store().streams():
        if stream.startswith("table:"):
            yield stream, list(store().read(stream))


def test_132_a_payout_that_is_rounded_down_on_a_small_bet() -> None:
    """A floor made a bet of one unit a 50 % edge: here no cent of a payout is ever cut off."""
    tried = 0
    for key in EVERY_GAME:
        for bet in find(key).bets.values():
            for row in bet.rows:
                if row.odds is None:
                    continue
                for stake in (1, 2, 3, 5, 99, 100, 101):
                    tried += 1
                    paid = profit(stake, row.odds)
                    assert paid * row.odds.den >= stake * row.odds.num
                    assert (paid - 1) * row.odds.den < stake * row.odds.num, "more than a cent over"
    assert tried > 400


def test_133_a_stake_that_is_taken_before_the_round_is_on_disk() -> None:
    """A stake moves in the deed that lays the bet, in a round that was opened by an earlier one."""
    laid = 0
    for stream, deeds in histories():
        risk = risk_account(stream.removeprefix("table:"))
        opened = False
        for deed in deeds:
            body = codec.decode(deed.body)
            events = codec.events_of(body)
            moved = dict(body.entries).get(risk, 0)
            if moved > 0:
                laid += 1
                assert opened, "money is at risk in a round that is not on record"
                changing = (e.WagerPlaced, e.WagerJoined, e.WagerChanged, e.InsurancePlaced)
                assert any(isinstance(event, changing) for event in events)
            opened = opened or any(isinstance(event, e.RoundOpened) for event in events)
    assert laid > 50


def test_134_a_round_that_is_marked_void_before_the_refunds_are_written() -> None:
    """Whatever the power fails at, the round is void with every stake given back, or open still."""
    voiding = [s for s in scenes() if {"RoundVoided", "RoundWithoutResult"} & {*s.kinds}]
    assert voiding
    with workplace() as folder:
        runner = Runner(folder)
        for scene in voiding:
            for at in points(runner, scene):
                # The harness holds events, entries and balances to each other and to the chain.
                runner.cut(scene, at, Damage.MIXED, Random(at), prove=False)
        assert runner.runs > 12 * len(voiding)
    given_back = 0
    for stream, deeds in histories():
        risk = risk_account(stream.removeprefix("table:"))
        left = 0
        for deed in deeds:
            body = codec.decode(deed.body)
            left += dict(body.entries).get(risk, 0)
            events = codec.events_of(body)
            if any(isinstance(event, (e.RoundVoided, e.RoundWithoutResult)) for event in events):
                given_back += 1
                assert left == 0, "a void round keeps stakes"
    assert given_back > 5


def test_281_a_recovery_that_looks_at_the_round_while_money_lies_in_the_ledger() -> None:
    """After every single deed the bets of the table and the money at risk are the same."""
    compared = 0
    for stream, deeds in histories():
        risk = risk_account(stream.removeprefix("table:"))
        table, left = Table(), 0
        for deed in deeds:
            body = codec.decode(deed.body)
            left += dict(body.entries).get(risk, 0)
            for event in codec.events_of(body):
                table = evolve(table, event)
            compared += 1
            assert at_risk(table) == left, f"{stream}, deed {deed.position}"
        assert recover(store(), stream).table == table
        assert store().balance(risk) == left
    assert compared > 500


def test_a_derived_road_that_skips_the_first_column() -> None:
    assert len(_marks("BBPP")) == 1


def test_a_road_that_reads_the_drawn_grid_takes_a_dragons_tail_for_columns() -> None:
    assert _marks("B" * 9 + "PP") == _marks("B" * 3 + "PP")


def _marks(results: str) -> list[str]:
    winners = {"B": Winner.BANKER, "P": Winner.PLAYER}
    beads = [
        Bead(round=n, winner=winners[x], points=6, cards=4) for n, x in enumerate(results, start=1)
    ]
    return [mark.value for column in roads(beads).road(Derived.BIG_EYE) for mark in column]


@games(*EVERY_GAME)
def test_a_tie_that_counts_as_a_lost_player_or_banker_bet(rules: Rulebook) -> None:
    cards = [parse_card(text) for text in ("9H", "9S", "KD", "KC")]
    letter = next(iter(rules.layouts))
    wagers = [Wager(id=bet, bet=bet, stake=1_000) for bet in ("player", "banker")]
    settled = settle(rules, letter, cards, wagers)
    assert not isinstance(settled, Refused)
    assert [(line.result, line.returned) for line in settled.lines] == [(Result.PUSH, 1_000)] * 2


def test_a_verifier_that_compares_totals_but_not_whether_the_third_card_was_due() -> None:
    """A card more that leaves every total as it was: the chain is right, the drawing is not."""
    rules, kept = find("tb4"), MemoryStore()
    table = Recorder(kept, rules, "shoe").created()
    commands = [
        c.OpenTable(actor=CASINO, setup=setup_for(rules)),
        c.LoadCards(actor=SUPERVISOR),
        c.CallForBets(actor=DEALER, at=CALLED),
        c.CloseBets(actor=DEALER, at=CLOSED),
        *(c.DrawCard(actor=DEALER, card=parse_card(text)) for text in ("9H", "2S", "KD", "3C")),
    ]
    for command in commands:
        table.does(command)
    assert table.table.phase is Phase.COMPLETE, "Player 9 against 5: nobody draws"
    assert verify(kept).good
    king = parse_card("KS")
    drawn = Drawn(card=king, belongs=Side.PLAYER, exposed=True)
    table.append(c.DrawCard(actor=DEALER, card=king), (e.CardDrawn(drawn=drawn),))
    table.does(c.Declare(actor=DEALER))
    (wrong,) = verify(kept).wrong
    assert wrong.position == len(commands) + 2
    assert "DrawCard was accepted; it must be refused" in wrong.what
