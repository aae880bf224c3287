"""One shoe, card by card, from (seed, shoe number): the slow twin that is obviously right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from punto.core.cards import RANKS, Card, Rank, Suit
from punto.core.checks import require
from punto.core.outcome import OutcomeClass, classify
from punto.core.tableau import Tableau, deal
from punto.sim.plan import ShoePlan
from punto.sim.streams import MAX_NUMBER, MAX_SEED, Purpose, Stream


@dataclass(frozen=True, slots=True)
class DealtShoe:
    """Every card of a shoe, in the order in which it came out."""

    plan: ShoePlan
    seed: int
    number: int
    burnt: tuple[Card, ...]
    rounds: tuple[tuple[Card, ...], ...]
    void: tuple[Card, ...]
    """What was on the table when the cards ran out in the last round (I-08), mostly nothing."""
    behind: tuple[Card, ...]
    """The cards that were never dealt, in the order in which they lay."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return the whole shoe in order, from the first card burnt to the last behind."""
        dealt = tuple(card for round_ in self.rounds for card in round_)
        return self.burnt + dealt + self.void + self.behind

    def outcomes(self, tableau: Tableau) -> Iterator[OutcomeClass]:
        """Class every round with the core's own Table of Play."""
        for cards in self.rounds:
            hands = deal(cards, tableau)
            yield classify(hands.player, hands.banker)


def check_stream(seed: int, number: int) -> None:
    """Refuse a seed or a shoe number that the streams cannot take."""
    require(0 <= seed <= MAX_SEED, f"seed {seed}: a seed is 0 to {MAX_SEED}")
    require(0 <= number <= MAX_NUMBER, f"shoe {number}: shoes are numbered from 0 to {MAX_NUMBER}")


def deal_shoe(plan: ShoePlan, seed: int, number: int, tableau: Tableau) -> DealtShoe:
    """Deal shoe `number` of `seed` by the Table of Play, every card with its suit."""
    check_stream(seed, number)
    device = _Device(plan.decks, seed, number)
    burnt = tuple(_burn(plan, device, Stream.of(seed, number, Purpose.BURN)))
    stream = Stream.of(seed, number, Purpose.DEAL)
    rounds: list[tuple[Card, ...]] = []
    void: tuple[Card, ...] = ()
    before = 0
    while len(rounds) < plan.most_rounds and plan.starts(device.left, before) and not void:
        before = device.left
        cards, complete = _round(device, stream, tableau)
        if complete:
            rounds.append(cards)
        else:
            void = cards
    rest = Stream.of(seed, number, Purpose.BEHIND)
    behind = tuple(device.take(rest.below(device.left)) for _ in range(device.left))
    return DealtShoe(plan, seed, number, burnt, tuple(rounds), void, behind)


class _Device:
    """The cards left, as counts of the ranks, and the order in which each rank's suits come."""

    def __init__(self, decks: int, seed: int, number: int) -> None:
        self.left = 52 * decks
        self._counts = [4 * decks] * len(RANKS)
        stream = Stream.of(seed, number, Purpose.SUITS)
        self._suits = {rank: _shuffled(decks, stream) for rank in RANKS}

    def take(self, index: int) -> Card:
        """Take the card at `index` of the cards left, sorted by rank."""
        for rank in RANKS:
            count = self._counts[rank.place]
            if index < count:
                self._counts[rank.place] -= 1
                self.left -= 1
                return Card(rank, self._suits[rank].pop())
            index -= count
        raise IndexError(index)


def _shuffled(decks: int, stream: Stream) -> list[Suit]:
    suits = [suit for suit in Suit for _ in range(decks)]
    for last in range(len(suits) - 1, 0, -1):
        other = stream.below(last + 1)
        suits[last], suits[other] = suits[other], suits[last]
    return suits


def burn_count(first: Rank) -> int:
    """Count how many cards a shown card burns: its face value, ten for a Ten or a face card."""
    return first.points or 10


def _burn(plan: ShoePlan, device: _Device, stream: Stream) -> Iterator[Card]:
    many = plan.burn
    if plan.burn_by_value:
        shown = device.take(stream.below(device.left))
        yield shown
        many = burn_count(shown.rank)
    for _ in range(many):
        yield device.take(stream.below(device.left))


def _round(device: _Device, stream: Stream, tableau: Tableau) -> tuple[tuple[Card, ...], bool]:
    """Draw until the Table of Play is satisfied; the flag is False when the cards ran out."""
    cards: list[Card] = []
    for index in stream.six(device.left):
        if cards[3:] and deal(cards, tableau).complete:
            return tuple(cards), True
        if not device.left:
            return tuple(cards), False
        cards.append(device.take(index))
    return tuple(cards), True
