"""The random bits: known answers, exact uniformity, and streams that keep to themselves."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.sim.streams import MASK32, MASK64, Purpose, Stream, key, mix, split, state


def test_mix_is_the_published_finalizer_of_splitmix64() -> None:
    # the first outputs of the published generator from seed 1234567, step by step
    golden = 0x9E3779B97F4A7C15
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert [mix((1234567 + k * golden) & MASK64) for k in (1, 2, 3)] == published


def test_words_are_those_of_the_published_xoshiro128_plus_plus() -> None:
    stream = Stream((1, 2, 3, 4))
    # the answers that other implementations print for this state
    assert [stream.word() for _ in range(3)] == [641, 1573767, 3222811527]


@given(st.integers(0, MASK32), st.integers(1, 520), st.integers(1, 520))
def test_split_is_division_of_the_unit_interval(word: int, first: int, second: int) -> None:
    found = split(word, first, second)
    if found is not None:
        one, two = found
        assert one * second + two == word * first * second >> 32


@pytest.mark.parametrize(("first", "second"), [(7, 5), (13, 4), (416, 1), (1, 1)])
def test_every_pair_of_indices_keeps_equally_many_words(first: int, second: int) -> None:
    # count the words of each pair exactly, as intervals instead of one by one
    product = first * second
    surplus = (1 << 32) % product
    for pair in range(product):
        low = -((-pair << 32) // product)
        high = -((-(pair + 1) << 32) // product)
        kept = [
            word
            for word in (*range(low, min(low + 3, high)), *range(max(low, high - 3), high))
            if split(word, first, second) is None
        ]
        start = range(low, min(low + 2, high))
        refused = sum(1 for word in start if split(word, first, second) is None)
        assert high - low - refused == ((1 << 32) - surplus) // product
        assert len(kept) <= 2


def test_split_refuses_a_word_that_would_favour_a_pair() -> None:
    # 2^32 % (416 * 415) of all words are one too many; word 0 is the first of them
    assert split(0, 416, 415) is None
    assert split(FINE, 416, 415) is not None


FINE = 0x9ABCDEF1
"""A word that no bound here refuses."""


class Scripted(Stream):
    """A stream of chosen words."""

    def __init__(self, *words: int) -> None:
        super().__init__((1, 2, 3, 4))
        self._words = list(words)

    def word(self) -> int:
        return self._words.pop(0)


def test_a_refused_word_is_replaced_from_behind_the_three() -> None:
    refused = Scripted(FINE, 0, FINE, 0, FINE + 2)
    plain = Scripted(FINE, FINE + 2, FINE)
    assert refused.six(416) == plain.six(416)


def test_the_last_cards_of_a_shoe_still_have_indices() -> None:
    *_, fifth, sixth = Scripted(FINE, FINE, FINE).six(4)
    assert (fifth, sixth) == (0, 0)


def test_streams_differ_by_seed_number_and_purpose() -> None:
    starts = Counter(
        state(key(seed, purpose), number)
        for seed in (0, 1, 2, MASK64)
        for purpose in Purpose
        for number in range(200)
    )
    assert max(starts.values()) == 1
    halves = Counter(start[half : half + 2] for start in starts for half in (0, 2))
    assert max(halves.values()) == 1
    assert (0, 0, 0, 0) not in starts


def test_below_is_uniform_enough_to_shuffle_suits() -> None:
    stream = Stream.of(3, 0, Purpose.SUITS)
    counts = Counter(stream.below(5) for _ in range(20_000))
    assert sorted(counts) == [0, 1, 2, 3, 4]
    assert sum((count - 4000) ** 2 / 4000 for count in counts.values()) < 18.5  # p = 0.001
