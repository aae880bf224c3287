"""All 83 Insurance situations, each through all completions of the round, against the reference."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

from punto.core.cards import Card, parse_card
from punto.core.insurance import offers, stage_of
from punto.core.outcome import Side
from punto.core.rulebook import Result, Rulebook, Stage
from punto.core.tableau import deal
from punto.rules import load
from tests.reference.dealing import Finished
from tests.reference.insuring import STAGES, insurance_pays, situation_in_round
from tests.reference.settlement import settle_line
from tests.support.games import games
from tests.support.rounds import Ending, refusal, settle_bets, settled

SIDES = ("player", "banker")
BY_POINTS = [parse_card(f"{rank}S") for rank in ("K", "A", *"23456789")]
STAKES = {"player": 1001, "banker": 1001}


@cache
def rounds(rulebook_id: str) -> tuple[tuple[tuple[Card, ...], Ending], ...]:
    """Give every round by its points: 100 starts, each third card of ten values."""
    tableau = load(rulebook_id).tableau
    found: dict[tuple[Card, ...], Ending] = {}
    king = BY_POINTS[0]
    for player, banker, fifth, sixth in product(range(10), repeat=4):
        start = (king, king, BY_POINTS[player], BY_POINTS[banker])
        hands = deal((*start, BY_POINTS[fifth], BY_POINTS[sixth]), tableau)
        drawn = (*start, *hands.player[2:], *hands.banker[2:])
        texts = tuple(str(card) for card in drawn)
        players = len(hands.player) - 2
        found[drawn] = Finished(
            (texts[0], texts[2], *texts[4 : 4 + players]),
            (texts[1], texts[3], *texts[4 + players :]),
        )
    return tuple(found.items())


def offered(ending: Ending) -> Iterator[tuple[str, str, tuple[int, int], bool]]:
    """List what the reference model says was on offer in a finished round."""
    for side, stage in product(SIDES, STAGES):
        situation = situation_in_round(ending, side, stage)
        if situation is not None:
            yield side, stage, *situation


@games("dhyx2", "tbi1")
def test_what_is_on_offer_at_each_stage_is_what_the_reference_offers(rules: Rulebook) -> None:
    situations = set()
    for drawn, ending in rounds(rules.id):
        hands = deal(drawn, rules.tableau)
        for stage, shown in ((Stage.AFTER_FOUR_CARDS, 2), (Stage.AFTER_PLAYER_THIRD_CARD, 3)):
            if len(hands.player) < shown:
                continue
            player, banker = hands.player[:shown], hands.banker[:2]
            assert stage_of(player, banker) is stage
            rows = [
                (row.side, row.stage, (row.odds.num, row.odds.den), row.pays_on_tie)
                for row in offers(rules, player, banker)
            ]
            assert rows == [row for row in offered(ending) if row[1] == stage]
            points = sum(card.points for card in player) % 10, hands.banker[1].points
            situations |= {
                (row[0], row[1], *(points if row[0] is Side.PLAYER else points[::-1]))
                for row in rows
            }
    assert len(situations) == 83


@games("dhyx2", "tbi1")
def test_every_insurance_on_every_completion_ends_as_in_the_reference(rules: Rulebook) -> None:
    results = set()
    for drawn, ending in rounds(rules.id):
        for side, stage, odds, on_tie in offered(ending):
            for stake in (100, 1001):
                line = settled(rules, drawn, STAKES, [(side, stage, stake)])[f"{side} {stage}"]
                told = settle_line(
                    "i", f"{side}_insurance", stake, insurance_pays(ending, side, odds, on_tie), 1
                )
                assert line.bet == told["bet"]
                assert (line.result, line.profit, line.returned) == (
                    told["result"],
                    told["profit"],
                    told["returned"],
                ), (drawn, side, stage)
                results.add((on_tie, line.result))
    assert results == {
        *((False, result) for result in Result),
        *((True, result) for result in (Result.WIN, Result.LOSE)),
    }


@games("dhyx2", "tbi1")
def test_insurance_that_the_reference_does_not_offer_is_refused(rules: Rulebook) -> None:
    refused = 0
    for drawn, ending in rounds(rules.id):
        open_now = {(side, stage) for side, stage, _, _ in offered(ending)}
        for side, stage in set(product(SIDES, STAGES)) - open_now:
            answer = refusal(settle_bets(rules, drawn, STAKES, [(side, stage, 100)]))
            assert answer.code == "insurance_not_on_offer"
            refused += 1
    assert refused > 8000
