"""All 10^6 sequences of six card values through the Table of Play, three ways.

The core draws card by card; the reference model decides by its own functions; and the table that
the documents print is typed here and looked up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Final

import numpy as np
import numpy.typing as npt
import pytest

from punto.core.cards import Card, parse_card
from punto.core.outcome import Side
from punto.core.rulebook import Rulebook
from punto.core.tableau import deal
from tests.reference import dealing
from tests.support.games import games

Sizes = npt.NDArray[np.int8]
"""By the six values in draw order: the number of cards that the round takes, times ten, plus the
number of Player's cards."""

CARDS: Final = [parse_card(f"{rank}S") for rank in ("K", "A", *"23456789")]

PRINTED: Final = """
    0-1-2   Banker draws a card             0-1-2-3-4-5-6-7-8-9
    3       0-1-2-3-4-5-6-7-9               8
    4       2-3-4-5-6-7                     0-1-8-9
    5       4-5-6-7                         0-1-2-3-8-9
    6       6-7                             0-1-2-3-4-5-8-9
    7       Banker stands                   0-1-2-3-4-5-6-7-8-9
"""


def numbers(cell: str) -> list[int]:
    return [int(number) for number in cell.split("-") if number.isdigit()]


def as_printed() -> Sizes:
    """Look each sequence up in the documents' table."""
    on_third = np.zeros((10, 10), dtype=bool)
    for line in PRINTED.strip().splitlines():
        totals, draws, other = (cell.strip() for cell in line.split("  ") if cell.strip())
        drawing = numbers(draws) or (numbers(other) if "draws" in draws else [])
        for total in numbers(totals):
            on_third[total, drawing] = True
    values = np.indices((10,) * 6, dtype=np.int8, sparse=True)
    player, banker = (values[0] + values[2]) % 10, (values[1] + values[3]) % 10
    natural = (player >= 8) | (banker >= 8)
    player_draws = ~natural & (player <= 5)
    banker_draws = ~natural & np.where(player <= 5, on_third[banker, values[4]], banker <= 5)
    sizes = (4 + player_draws + banker_draws) * 10 + 2 + player_draws
    return np.broadcast_to(sizes, (10,) * 6).astype(np.int8)


def walk(next_hand: Callable[[list[int], list[int]], str | None]) -> Sizes:
    """Draw every sequence card by card; sequences that begin alike are drawn together."""
    sizes = np.zeros((10,) * 6, dtype=np.int8)

    def draw(drawn: tuple[int, ...], player: list[int], banker: list[int]) -> None:
        hand = next_hand(player, banker)
        if hand is None:
            assert not sizes[drawn].any(), "met twice"
            sizes[drawn] = len(drawn) * 10 + len(player)
            return
        for value in range(10):
            if hand == "player":
                draw((*drawn, value), [*player, value], banker)
            else:
                draw((*drawn, value), player, [*banker, value])

    draw((), [], [])
    return sizes


def by_the_reference() -> Sizes:
    texts = [f"{rank}S" for rank in ("K", "A", *"23456789")]
    return walk(
        lambda player, banker: dealing.next_hand(
            ([texts[value] for value in player], [texts[value] for value in banker])
        )
    )


def by_the_core(rules: Rulebook) -> Sizes:
    return walk(
        lambda player, banker: rules.tableau.next_hand(
            [CARDS[value] for value in player], [CARDS[value] for value in banker]
        )
    )


@pytest.fixture(scope="module")
def printed() -> Sizes:
    return as_printed()


def test_the_reference_model_draws_as_printed(printed: Sizes) -> None:
    assert np.array_equal(by_the_reference(), printed)


@games("tb4", "mbs5", "dhyx2", "tbi1")
def test_the_core_draws_every_sequence_of_six_values_as_printed(
    rules: Rulebook, printed: Sizes
) -> None:
    assert np.array_equal(by_the_core(rules), printed)


def every_round(printed: Sizes) -> Iterator[tuple[tuple[Card, ...], int, int]]:
    for values in product(range(10), repeat=4):
        for more in product(range(0, 10, 3), repeat=2):
            size = int(printed[(*values, *more)])
            yield tuple(CARDS[value] for value in (*values, *more)), size // 10, size % 10


@games("tb4")
def test_deal_sends_the_cards_to_the_hands_and_keeps_the_surplus(
    rules: Rulebook, printed: Sizes
) -> None:
    for cards, used, player in every_round(printed):
        hands = deal(cards, rules.tableau)
        assert hands.complete
        assert hands.player == (cards[0], cards[2], *cards[4 : 4 + player - 2])
        assert hands.banker == (cards[1], cards[3], *cards[4 + player - 2 : used])
        assert hands.surplus == cards[used:]
        for short in range(used):
            assert not deal(cards[:short], rules.tableau).complete


def test_a_side_knows_the_hand_opposite() -> None:
    assert [side.other for side in Side] == [Side.BANKER, Side.PLAYER]
