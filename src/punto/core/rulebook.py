"""A rulebook: one rule document as values, each with the clauses that it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import Final

from punto.core.bets import Bet, Column, compile_bet
from punto.core.money import Odds
from punto.core.outcome import OutcomeClass, Side, Winner
from punto.core.policies import Cited, Need, Policies, Role, Ruling
from punto.core.tableau import Tableau


class Stage(StrEnum):
    """When an Insurance is offered (dhyx2:3.12, dhyx2:4.1.2)."""

    AFTER_FOUR_CARDS = "after_four_cards"
    AFTER_PLAYER_THIRD_CARD = "after_player_third_card"


class Kind(StrEnum):
    """What can go wrong at the table, in the words of the floor."""

    FOREIGN_CARD = "foreign_card"
    WRONG_CARD_COUNT = "wrong_card_count"
    UNSHUFFLED = "unshuffled"
    DEVICE_EXHAUSTED = "device_exhausted"
    WRONG_NUMBER_OF_CARDS = "wrong_number_of_cards"
    CARD_IN_EXCESS = "card_in_excess"
    CARD_EXPOSED = "card_exposed"
    WRONG_AREA = "wrong_area"
    WRONG_PERSON = "wrong_person"
    DEALT_FACE_UP = "dealt_face_up"
    DRAWN_TOGETHER = "drawn_together"
    DRAWN_TOGETHER_ORDER_UNKNOWN = "drawn_together_order_unknown"
    OTHER_DEALING_ERROR = "other_dealing_error"
    ORDER_DISTURBED = "order_disturbed"
    DEVICE_RESET = "device_reset"
    CARD_FOUND_FACE_UP = "card_found_face_up"
    CARDS_NOT_PASSED = "cards_not_passed"
    PLAYER_GONE_WITH_CARD = "player_gone_with_card"
    DEVICE_MOVED = "device_moved"
    NOT_COVERED = "not_covered"


SET_OF_CARDS: Final = frozenset(
    {Kind.FOREIGN_CARD, Kind.WRONG_CARD_COUNT, Kind.UNSHUFFLED, Kind.DEVICE_EXHAUSTED}
)
"""Kinds that lie in the cards themselves: they void a round and ask for other cards (I-85)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """The document itself (cover pages; I-31 to I-34)."""

    title: str
    title_zh: str
    operator: str
    operator_name: str
    version: str
    effective: datetime
    zone: str
    approval: str
    source: str
    sha256: str
    clauses: tuple[str, ...]
    by: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Decks:
    """How many decks may be in play."""

    minimum: int
    maximum: int
    jokers: bool
    clauses: tuple[str, ...]
    by: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class InsuranceRow:
    """One line of the Insurance Plus Pay Table; `own` are the points of the insured Hand."""

    side: Side
    stage: Stage
    own: frozenset[int]
    other: frozenset[int]
    odds: Odds
    pays_on_tie: bool
    clauses: tuple[str, ...]
    by: tuple[str, ...]

    def covers(self, own: int, other: int) -> bool:
        """Tell whether the points fall under this line."""
        return own in self.own and other in self.other

    def result(self, outcome: OutcomeClass) -> Result:
        """Settle on the final result; a row marked so wins on its tie alone.

        dhyx2:4.2.1, dhyx2:4.2.1.a, dhyx2:4.2.1.b, I-59, I-60, I-77.
        """
        if outcome.winner is Winner.TIE:
            return Result.WIN if self.pays_on_tie else Result.PUSH
        hand_lost = outcome.winner.value != self.side.value
        return Result.WIN if hand_lost and not self.pays_on_tie else Result.LOSE


class Result(StrEnum):
    """How a bet ended."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """One appendix: the bets it carries; None where the document does not state a bound."""

    letter: str
    least_positions: int | None
    most_positions: int | None
    stated: tuple[str, ...]
    defaulted: tuple[str, ...]
    clauses: tuple[str, ...]
    by: tuple[str, ...]

    @property
    def bets(self) -> tuple[str, ...]:
        """Return every bet that the layout carries, stated or by default (I-25)."""
        return self.defaulted + self.stated


@dataclass(frozen=True, slots=True, kw_only=True)
class Irregularity:
    """What follows from one kind of irregularity, by what is established and repairable."""

    kind: Kind
    open: Ruling
    open_beyond_repair: Ruling
    established: Ruling
    established_beyond_repair: Ruling
    decided_by: Role
    needs: Need
    clauses: tuple[str, ...]
    by: tuple[str, ...]
    initial_deal: Ruling | None = None
    """Overrides all four while the initial deal is under way (mbs5:5.8.2.1)."""
    exposed: Ruling | None = None
    """Overrides all four once a card is exposed (I-95)."""
    bets_open: Ruling | None = None
    """Overrides all four while bets are open (I-96)."""
    void_needs_new_cards: bool = False
    """After the void the cards must be replaced, not only may be (mbs5:5.12.2)."""

    def ruling(self, *, established: bool, repairable: bool) -> Ruling:
        """Look the cell of table T6 up."""
        if established:
            return self.established if repairable else self.established_beyond_repair
        return self.open if repairable else self.open_beyond_repair


@dataclass(frozen=True, slots=True, kw_only=True)
class Authority:
    """The least role for an act."""

    role: Role
    clauses: tuple[str, ...]
    by: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wagers:
    """Which bets there are."""

    original: Cited[tuple[str, ...]]
    offered: Cited[int]
    side_bets_alone: Cited[bool]


@dataclass(frozen=True, kw_only=True)
class Rulebook:
    """All that one document decides."""

    id: str
    key: str
    document: Document
    decks: Decks
    tableau: Tableau
    wagers: Wagers
    bets: Mapping[str, Bet]
    insurance_rows: tuple[InsuranceRow, ...]
    layouts: Mapping[str, Layout]
    policies: Policies
    irregularities: Mapping[Kind, Irregularity]
    authority: Mapping[str, Authority]
    interpretations: frozenset[str]
    """What a ruling may rest on: the ids of the catalogue, of which no game has one of its own."""
    digest: str
    """SHA-256 of the rule data, stored with every round."""

    @cached_property
    def columns(self) -> Mapping[str, Column]:
        """Compile every bet once."""
        return {name: compile_bet(bet) for name, bet in self.bets.items()}

    @cached_property
    def masks(self) -> Mapping[str, tuple[int, int]]:
        """For each bet the codes that win, and those that win or push, as bits."""
        return {name: _masks(bet) for name, bet in self.bets.items()}

    @property
    def game(self) -> str:
        """Return the game's name without operator and version."""
        return self.id.partition("@")[0].removeprefix(f"{self.document.operator}-")

    def insurance_row(self, side: Side, stage: Stage, own: int, other: int) -> InsuranceRow | None:
        """Find the line of the Insurance pay table for these points, if there is one (I-58)."""
        for row in self.insurance_rows:
            if row.side is side and row.stage is stage and row.covers(own, other):
                return row
        return None


def _masks(bet: Bet) -> tuple[int, int]:
    wins = pays = 0
    for row in bet.rows:
        mask = row.when.mask()
        pays |= mask
        if row.odds is not None:
            wins |= mask
    return wins, pays
