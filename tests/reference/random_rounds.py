"""Random rounds for comparing two implementations: bets, limits, Insurance and one irregularity."""

from __future__ import annotations

from random import Random

from .conduct import TableLimits
from .dealing import RANK_POINTS, SUITS
from .insuring import FOUR, THIRD
from .layouts import GAMES, GAMES_WITH_INSURANCE, bets_of_layout
from .rulings import SET_ERRORS, Seen, is_mbs
from .staking import TableBet
from .whole_round import Round, Trouble
from .windows import Laid

PERSONS = ("ann", "bob", "cy", "dee")

RWS_ERRORS = (
    *SET_ERRORS,
    "device_runs_out",
    "wrong_number_of_cards",
    "drawn_in_excess",
    "exposed_in_error",
    "wrong_area_or_person",
    "dealt_face_up",
    "drawn_together",
    "other_dealing_error",
    "technical_interruption",
)

MBS_ERRORS = (
    *SET_ERRORS,
    "device_runs_out",
    "order_disturbed",
    "face_up_in_device",
    "wrong_area_or_person",
    "wrong_number_of_cards",
    "drawn_in_excess",
    "exposed_in_error",
    "dealt_face_up",
    "not_passed",
    "drawn_together",
    "device_reset",
    "handler_absent",
    "device_moved_card_exposed",
    "device_moved_order_altered",
    "power_failure",
)


def random_round(rng: Random, game: str | None = None) -> Round:
    """Make one round; about one in three has an irregularity."""
    game = rng.choice(sorted(GAMES)) if game is None else game
    layout = rng.choice(GAMES[game]["player"])
    unit = rng.choice([1, 50, 100])
    minimum = unit * rng.choice([1, 5, 10])
    differential = minimum * rng.choice([10, 50])
    maximum = rng.choice([None, minimum * 20])
    limits = TableLimits(minimum, maximum, differential, unit)
    return Round(
        game=game,
        layout=layout,
        limits=limits,
        bets=random_bets(rng, bets_of_layout(game, layout), limits),
        cards=random_cards(rng),
        had_one_before=some_of(rng, PERSONS),
        insurance=random_insurance(rng, limits) if game in GAMES_WITH_INSURANCE else (),
        waived=rng.random() < 0.1,
        no_insurance_notice=rng.random() < 0.05,
        trouble=random_trouble(rng, game) if rng.random() < 0.33 else None,
    )


def random_bets(rng: Random, on_layout: list[str], limits: TableLimits) -> list[TableBet]:
    """Lay up to eight bets; half of them on the Hands, some under the minimum or very large."""
    bets = []
    for time in range(rng.randint(0, 8)):
        bet = rng.choice(("player", "banker")) if rng.random() < 0.5 else rng.choice(on_layout)
        stake = limits.unit * rng.randint(1, 30)
        if rng.random() < 0.3:
            stake = limits.unit * rng.randint(1, 2 * limits.differential // limits.unit)
        person = rng.choice(PERSONS)
        box = rng.randint(1, 2)
        seated = PERSONS.index(person) + 1 == box
        bets.append(TableBet(f"w{time}", person, box, bet, stake, time, seated))
    return bets


def random_cards(rng: Random) -> list[str]:
    """Draw six cards of eight decks, with pairs more often than chance has them."""
    cards = rng.sample([rank + suit for rank in RANK_POINTS for suit in SUITS] * 8, 6)
    if rng.random() < 0.15:
        cards[2] = cards[0][:-1] + rng.choice(SUITS)
    if rng.random() < 0.15:
        cards[3] = cards[1][:-1] + rng.choice(SUITS)
    return cards


def random_insurance(rng: Random, limits: TableLimits) -> list[Laid]:
    """Ask for Insurance at random; most of it is not on offer or is above its cap."""
    return [
        Laid(
            rng.choice(PERSONS),
            rng.randint(1, 2),
            rng.choice(("player", "banker")),
            rng.choice((FOUR, THIRD)),
            limits.unit * rng.randint(1, 12),
        )
        for _ in range(rng.randint(0, 12))
    ]


def random_trouble(rng: Random, game: str) -> Trouble:
    """Let something go wrong after so many exposed cards."""
    seen = Seen(
        rng.choice(MBS_ERRORS if is_mbs(game) else RWS_ERRORS),
        reconstructible=rng.random() < 0.7,
        order_known=rng.random() < 0.5,
        underlying=rng.choice(("drawn_in_excess", "wrong_area_or_person", "drawn_together")),
    )
    return Trouble(seen, rng.randint(0, 6), some_of(rng, PERSONS))


def some_of(rng: Random, persons: tuple[str, ...]) -> frozenset[str]:
    """Choose any of them."""
    return frozenset(person for person in persons if rng.random() < 0.4)
