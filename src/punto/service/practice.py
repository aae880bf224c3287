"""The practice floor: one table for each approved game, play chips, no staff needed."""

from __future__ import annotations

from typing import Final

from punto.core.checks import Defect
from punto.core.limits import Limits
from punto.core.policies import Role
from punto.core.refusal import Refused
from punto.core.rulebook import Rulebook
from punto.core.state import Actor, Setup
from punto.rules import rulebooks
from punto.service.floor import Floor
from punto.service.host import TableConfig
from punto.service.hosted import Hosted

OPENER: Final = Actor(name="the House", role=Role.ASSISTANT_CASINO_MANAGER)
"""Opens the practice tables."""
CHIPS: Final = 1_000_000
"""Play chips for a newcomer, in cents."""
LIMITS: Final = Limits(minimum=1_000, maximum=500_000, differential=1_000_000, unit=500)
ROOM: Final = 6
"""Boxes at a practice table, where the layout has room for them."""
DECKS: Final = 8


def practice_config(rules: Rulebook) -> TableConfig:
    """Describe the practice table of a game."""
    return TableConfig(
        id=f"practice-{rules.key}",
        name=_short(rules.document.title),
        operator=rules.document.operator,
        game=rules.game,
        practice=True,
        shoe="automatic",
        dealer="automatic",
        betting_seconds=12,
        insurance_seconds=8,
        pace_seconds=0.9,
    )


def _short(title: str) -> str:
    """Leave out of a title what all games are: "Tiger Buffalo with Insurance Plus"."""
    name, _, kind = title.partition(" (")
    _, and_with, what = kind.rstrip(")").partition(" with ")
    return name + and_with + what


def practice_setup(rules: Rulebook) -> Setup:
    """Set it up: the layout with the most bets, open limits, the first dealing method."""
    letter = max(
        (name for name, layout in rules.layouts.items() if (layout.least_positions or 1) <= ROOM),
        key=lambda name: len(rules.layouts[name].bets),
    )
    most = rules.layouts[letter].most_positions
    boxes = min(most or ROOM, ROOM)
    return Setup(
        layout=letter,
        boxes=tuple(str(number) for number in range(1, boxes + 1)),
        decks=DECKS,
        limits=LIMITS,
        method=next(iter(rules.policies.methods)),
    )


async def open_practice_floor(floor: Floor) -> list[Hosted]:
    """Open the practice tables that do not exist yet."""
    opened: list[Hosted] = []
    for rules in rulebooks().values():
        config = practice_config(rules)
        if floor.exists(config.id):
            continue
        table = await floor.create(config, practice_setup(rules), OPENER, "practice")
        if isinstance(table, Refused):
            raise Defect(f"the practice table of {rules.id} cannot open: {table.message}")
        opened.append(table)
    return opened
