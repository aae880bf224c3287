"""The randomness of a shoe: one stream for each (seed, shoe number, purpose).

This module is the definition; the fast kernels repeat it to the bit. It needs nothing but
integers, so a laboratory can check it with pen and paper:

- `mix` is the finalizer of SplitMix64, a bijection of 64-bit words.
- `state` spreads (seed, number, purpose) into the 128 bits that start a generator.
- `Stream.word` is xoshiro128++, 32 bits a step.
- `split` turns a word into two independent, exactly uniform indices, or refuses it
  (Lemire's multiplication with rejection, batched for two bounds).

Why per shoe: whatever the size of a block, the number of workers or of machines, shoe 12,345
of seed 7 is the same shoe, and it can be dealt again alone.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

MASK32: Final = (1 << 32) - 1
MASK64: Final = (1 << 64) - 1
GOLDEN: Final = 0x9E3779B97F4A7C15
"""The step of SplitMix64, 2^64 over the golden ratio, odd."""

MAX_SEED: Final = MASK64
MAX_NUMBER: Final = (1 << 62) - 1


class Purpose(IntEnum):
    """What a stream is for; suits never disturb ranks, burning never disturbs the deal."""

    DEAL = 0
    BURN = 1
    SUITS = 2
    BEHIND = 3
    PATRONS = 4


def mix(word: int) -> int:
    """Scramble a 64-bit word (the finalizer of SplitMix64)."""
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & MASK64
    return word ^ (word >> 31)


def key(seed: int, purpose: Purpose) -> int:
    """Return what all shoes of one seed and purpose share."""
    return mix((mix((seed + GOLDEN) & MASK64) + purpose * GOLDEN) & MASK64)


def state(shared: int, number: int) -> tuple[int, int, int, int]:
    """Return the four words that start the generator of shoe `number` under a `key`.

    The inner `mix` scatters neighbouring numbers before the two outer ones are taken a step
    apart, so no two shoes share half of a state. Both outer words are zero for no shoe at
    all: `mix` is zero at zero only.
    """
    scattered = mix((shared + GOLDEN * number) & MASK64)
    low = mix((scattered + GOLDEN) & MASK64)
    high = mix((scattered + 2 * GOLDEN) & MASK64)
    return low & MASK32, low >> 32, high & MASK32, high >> 32


def split(word: int, first: int, second: int) -> tuple[int, int] | None:
    """Turn 32 random bits into an index below `first` and one below `second`, or refuse.

    Refused are the `2**32 % (first * second)` words too many that would favour some pairs,
    at most 63 in a million with ten decks.
    """
    product = word * first
    one, product = product >> 32, (product & MASK32) * second
    two, rest = product >> 32, product & MASK32
    return None if rest < (1 << 32) % (first * second) else (one, two)


class Stream:
    """A generator of 32-bit words."""

    __slots__ = ("_a", "_b", "_c", "_d")

    def __init__(self, start: tuple[int, int, int, int]) -> None:
        self._a, self._b, self._c, self._d = start

    @classmethod
    def of(cls, seed: int, number: int, purpose: Purpose) -> Stream:
        """Start the stream of a shoe for a purpose."""
        return cls(state(key(seed, purpose), number))

    def word(self) -> int:
        """Return the next 32 bits (xoshiro128++)."""
        a, b, c, d = self._a, self._b, self._c, self._d
        result = (_rotate((a + d) & MASK32, 7) + a) & MASK32
        c ^= a
        d ^= b
        self._b, self._a = b ^ c, a ^ d
        self._c, self._d = c ^ ((b << 9) & MASK32), _rotate(d, 11)
        return result

    def pair(self, first: int, second: int, word: int | None = None) -> tuple[int, int]:
        """Return two exactly uniform indices, from `word` if it will do, else from the next."""
        found = split(self.word() if word is None else word, first, second)
        while found is None:
            found = split(self.word(), first, second)
        return found

    def below(self, bound: int) -> int:
        """Return an exactly uniform index below `bound`."""
        return self.pair(bound, 1)[0]

    def six(self, cards: int) -> tuple[int, int, int, int, int, int]:
        """Return the indices of a round's six possible cards, `cards` being left before it.

        Three words are taken; a word refused is replaced from what follows them, first pair
        first. A round that needs four or five cards leaves the other indices unused, so
        every round of every shoe starts at the same place of its stream however the cards
        fell, but for the rare refusals.
        """
        words = (self.word(), self.word(), self.word())
        one = self.pair(cards, cards - 1, words[0])
        two = self.pair(cards - 2, cards - 3, words[1])
        three = self.pair(max(cards - 4, 1), max(cards - 5, 1), words[2])
        return *one, *two, *three


def _rotate(word: int, by: int) -> int:
    return ((word << by) | (word >> (32 - by))) & MASK32
