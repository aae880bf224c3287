"""A simulated shoe as a round record, to be replayed under the rules like any other."""

from __future__ import annotations

from collections.abc import Iterator

from punto.core.cards import Card
from punto.core.rulebook import Rulebook
from punto.record.document import parse, write
from punto.sim.shoe import DealtShoe


def record_of(shoe: DealtShoe, rules: Rulebook) -> str:
    """Write the rounds of a shoe as a record without bets, in its canonical form.

    The table is one that the rulebook allows on the day it came into force; the play is the
    shoe's: what was burnt, every card in draw order, and where the cutting card came (I-07).
    """
    letter, layout = next(iter(rules.layouts.items()))
    boxes = ", ".join(f'"{box}"' for box in range(1, (layout.least_positions or 1) + 1))
    # where there is a choice nobody but the Dealer touches the cards, as in a simulation
    methods = rules.policies.methods
    method = min(methods, key=lambda name: methods[name].player_handles_cards.value)
    head = [
        "format = 1",
        f'title = "Shoe {shoe.number} of seed {shoe.seed}"',
        f'game = "{rules.id}"',
        f"time = {rules.document.effective.isoformat()}",
        "[table]",
        f'layout = "{letter}"',
        f"boxes = [{boxes}]",
        f"decks = {shoe.plan.decks}",
        f'method = "{method}"',
        "[limits]",
        "minimum = 25",
        "maximum = 5000",
        "differential = 10000",
        "[staff]",
        'Lim = "dealer"',
        'Chua = "pit supervisor"',
        "[play]",
        "lines = '''",
        *_play(shoe),
        "'''",
    ]
    return write(parse("\n".join(head) + "\n"))


def _play(shoe: DealtShoe) -> Iterator[str]:
    for card in shoe.burnt:
        yield f"Chua burns {card}"
    before_cut = shoe.plan.cards - shoe.plan.cut_card - len(shoe.burnt)
    for cards in (*shoe.rounds, *([shoe.void] if shoe.void else [])):
        yield "call for bets"
        yield "call no more bets"
        if 0 <= before_cut < len(cards):
            yield from _deal(cards[:before_cut])
            yield "find the cutting card"
            yield from _deal(cards[before_cut:])
        else:
            yield from _deal(cards)
        before_cut -= len(cards)
        if cards is not shoe.void:
            yield "declare"
            yield "settle"


def _deal(cards: tuple[Card, ...]) -> Iterator[str]:
    if cards:
        yield f"deal {' '.join(map(str, cards))}"
