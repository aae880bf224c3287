"""The automatic shoe: every order equally likely, from entropy, with nothing that gives it away.

A stream of bytes with a fixed seed stands in for the operating system's entropy, below the code
that rejects what would favour some cards: what is measured is that code, the same every time.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from itertools import permutations
from random import Random

import pytest

from punto.core.cards import DECK, Card
from punto.service.shoes import Shoe, below, commitment, new_shoe, shuffled

FIVE = DECK[:5]
ORDERS = math.factorial(5)
TIMES = 100_000
LEAST, MOST = 70.0, 180.0
"""Of chi-square with 119 degrees of freedom: all but one in some thousand lie between."""


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let entropy come from a seed; tell how many bytes were taken each time."""
    stream, sizes = Random(20), list[int]()

    def urandom(size: int) -> bytes:
        sizes.append(size)
        return stream.randbytes(size)

    monkeypatch.setattr("random._urandom", urandom)
    return sizes


def chi_square(shuffle: Callable[[], tuple[Card, ...]]) -> float:
    found = Counter(shuffle() for _ in range(TIMES))
    expected = TIMES / ORDERS
    return sum((found[order] - expected) ** 2 / expected for order in permutations(FIVE))


@pytest.mark.slow
def test_every_order_of_five_cards_is_equally_likely(taken: list[int]) -> None:
    assert LEAST < chi_square(lambda: shuffled(FIVE, below)) < MOST
    assert len(taken) > 4 * TIMES, "numbers that would favour some cards were not rejected"


@pytest.mark.slow
def test_the_measure_sees_a_remainder_that_was_taken_instead() -> None:
    bits = Random(20)
    assert chi_square(lambda: shuffled(FIVE, lambda n: bits.getrandbits(4) % n)) > MOST


@pytest.mark.slow
def test_the_measure_sees_cards_that_are_swapped_with_any_place() -> None:
    bits = Random(20)

    def naive() -> tuple[Card, ...]:
        order = list(FIVE)
        for place in range(5):
            other = bits.randrange(5)
            order[place], order[other] = order[other], order[place]
        return tuple(order)

    assert chi_square(naive) > 10 * MOST


def test_a_number_beyond_the_last_card_is_rejected_and_drawn_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    numbers = iter([b"\xff\xff", b"\xd0\x00", b"\x00\x80"])
    monkeypatch.setattr("random._urandom", lambda size: next(numbers)[:size])
    # Nine bits for 416 cards: 511 and 416 are beyond the last, 1 is a card.
    assert below(416) == 1
    assert next(numbers, None) is None


@pytest.mark.parametrize("decks", [4, 6, 8, 10])
def test_a_shoe_takes_more_entropy_than_it_has_orders(decks: int, taken: list[int]) -> None:
    """A generator of 31 bits reaches one order in so many; and its seed would be no proof."""
    shoe = new_shoe(decks)
    assert Counter(shoe.cards) == Counter(DECK * decks)
    drawn = 8 * sum(taken)
    assert drawn >= math.log2(math.factorial(52 * decks)) - 52 * math.log2(math.factorial(decks))


def test_the_promise_hides_the_order_and_binds_to_it() -> None:
    shoe = new_shoe(8)
    other = Shoe(shoe.cards, new_shoe(8).nonce)
    assert shoe.commitment != other.commitment, "who guesses the order could test his guess"
    assert len(bytes.fromhex(shoe.nonce)) == 32
    swapped = Shoe((shoe.cards[1], shoe.cards[0], *shoe.cards[2:]), shoe.nonce)
    assert (swapped.commitment == shoe.commitment) == (shoe.cards[0] == shoe.cards[1])
    assert commitment(shoe.order, shoe.nonce) == shoe.commitment
