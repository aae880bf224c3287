"""Rounds that somebody will want to look back at: paid, insured, refused, ruled void, promised."""

from __future__ import annotations

from typing import Final

from tests.browser.staffed import Floor

SALON: Final = "salon"
"""A person deals; the cards are known."""
VAULT: Final = "vault"
"""An automatic shoe deals; its order is promised."""
GAME: Final = "rws-tiger-buffalo-insurance"

TIGER: Final = 1
"""Ann wins on Small Tiger, Bob's bet at a box that is not there is refused."""
INSURED: Final = 2
VOID: Final = 3
NATURAL: Final = 4


def keep_books(floor: Floor) -> None:
    """Play the rounds, and sign in those who look back at them."""
    floor.hire("Ada", "auditor")
    floor.hire("Dora", "dealer")
    floor.hire("Sum", "shift_manager")
    floor.opens_table(SALON, GAME)
    floor.does("manager", SALON, "LoadCards")
    floor.seats(SALON, "Ann", "1")
    floor.seats(SALON, "Bob", "3")
    _tiger(floor)
    _insured(floor)
    _void(floor)
    floor.deals(SALON, "9S 2H KD 3C", "Dora")
    _promised(floor)


def _bets(floor: Floor, *bets: tuple[str, str, str, int]) -> None:
    floor.does("Dora", SALON, "CallForBets")
    for patron, box, bet, stake in bets:
        floor.does(patron, SALON, "PlaceWager", box=box, bet=bet, stake=stake)


def _draws(floor: Floor, cards: str) -> None:
    for card in cards.split():
        floor.does("Dora", SALON, "DrawCard", card=card)


def _tiger(floor: Floor) -> None:
    """Banker wins with 6 on two cards."""
    _bets(
        floor,
        ("Ann", "1", "banker", 10_000),
        ("Ann", "1", "small_tiger", 2_500),
        ("Bob", "3", "player", 20_000),
    )
    floor.is_refused("Bob", SALON, "PlaceWager", box="9", bet="player", stake=5_000)
    floor.does("Dora", SALON, "CloseBets")
    _draws(floor, "4S KD 10H 6C 9D")
    floor.does("Dora", SALON, "Declare")
    floor.does("Dora", SALON, "Settle")


def _insured(floor: Floor) -> None:
    """Player stands 6 to 4 when Bob insures, and Banker draws to 7."""
    _bets(floor, ("Bob", "3", "player", 20_000))
    floor.does("Dora", SALON, "CloseBets")
    _draws(floor, "KS 2D 6H 2C")
    if floor.view(SALON)["round"]["offer"] is None:
        floor.does("Dora", SALON, "OpenInsurance")
    floor.does("Bob", SALON, "PlaceInsurance", box="3", side="player", stake=5_000)
    _draws(floor, "3D")
    floor.does("Dora", SALON, "Declare")
    floor.does("Dora", SALON, "Settle")


def _void(floor: Floor) -> None:
    """Something that the rules do not cover; the shift manager rules the round void."""
    _bets(floor, ("Ann", "1", "tie", 2_500), ("Bob", "3", "player", 10_000))
    floor.does("Dora", SALON, "CloseBets")
    _draws(floor, "4S KD")
    floor.does("Dora", SALON, "ReportIrregularity", kind="not_covered", note="a bird")
    floor.does("Sum", SALON, "Rule", effect="void", reason="a bird took a card")


def _promised(floor: Floor) -> None:
    """Two rounds from an automatic shoe, whose order is shown at the next change of cards."""
    floor.opens_table(VAULT, GAME, shoe="automatic")
    floor.does("manager", VAULT, "LoadCards")
    for _ in range(2):
        floor.does("Dora", VAULT, "CallForBets")
        floor.does("Dora", VAULT, "CloseBets")
        while floor.view(VAULT)["phase"] in ("closed", "dealing"):
            floor.does("Dora", VAULT, "DrawCard")
        floor.does("Dora", VAULT, "Declare")
        floor.does("Dora", VAULT, "Settle")
    floor.does("manager", VAULT, "LoadCards")
