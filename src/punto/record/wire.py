"""The JSON of `punto settle`: the shapes of what comes in and what goes out.

`Request` decodes a right input fast and refuses everything else in few words;
`punto.record.reading` finds the many words for a wrong one.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from punto.core.limits import Limits
from punto.core.outcome import OutcomeClass, PairClass
from punto.core.settle import Settlement

DECKS: Final = 8
"""How many decks are in play where the input does not say."""

Id: TypeAlias = Annotated[str, Meta(min_length=1)]
MOST: Final = 2**63 - 1
"""The largest amount that is read: what a signed 64-bit integer holds."""

Positive: TypeAlias = Annotated[int, Meta(gt=0, le=MOST)]


class WagerJson(Struct, forbid_unknown_fields=True, gc=False):
    """One wager as it lay when bets were closed."""

    id: Id
    bet: str
    stake: Positive


class InsuranceJson(Struct, forbid_unknown_fields=True, gc=False):
    """One Insurance with the stage at which it was placed."""

    id: Id
    side: str
    stage: str
    stake: Positive


class LimitsJson(Struct, forbid_unknown_fields=True, gc=False):
    """The limits of the table, in cents; what is absent is not set."""

    minimum: Positive | UnsetType = UNSET
    maximum: Positive | UnsetType = UNSET
    differential: Positive | UnsetType = UNSET
    unit: Positive = 1

    def limits(self) -> Limits:
        """Return the limits of the core; `Misuse` where the minimum is above the maximum."""
        return Limits(
            minimum=None if self.minimum is UNSET else self.minimum,
            maximum=None if self.maximum is UNSET else self.maximum,
            differential=None if self.differential is UNSET else self.differential,
            unit=self.unit,
        )


class Request(Struct, forbid_unknown_fields=True):
    """One patron's bets on one finished round."""

    game: str
    layout: str
    cards: list[str]
    wagers: list[WagerJson]
    insurance: list[InsuranceJson] = []
    decks: Annotated[int, Meta(ge=-MOST, le=MOST)] = DECKS
    limits: LimitsJson | UnsetType = UNSET


class OutcomeJson(Struct, frozen=True, gc=False):
    """What the cards say."""

    player_total: int
    banker_total: int
    player_cards: int
    banker_cards: int
    winner: str
    natural: bool
    player_pair: bool
    banker_pair: bool
    same_pair_rank: bool

    @classmethod
    def of(cls, outcome: OutcomeClass) -> OutcomeJson:
        """Spell a class out."""
        return cls(
            player_total=outcome.player_total,
            banker_total=outcome.banker_total,
            player_cards=outcome.player_cards,
            banker_cards=outcome.banker_cards,
            winner=outcome.winner,
            natural=outcome.natural,
            player_pair=outcome.pairs.player,
            banker_pair=outcome.pairs.banker,
            same_pair_rank=outcome.pairs is PairClass.TWIN,
        )


class LineJson(Struct, gc=False):
    """One settled bet; `odds` is null where nothing is won."""

    id: str
    bet: str
    stake: int
    result: str
    odds: tuple[int, int] | None
    profit: int
    returned: int
    clauses: tuple[str, ...]
    interpretations: tuple[str, ...]


class Answer(Struct):
    """What the patron staked and gets back."""

    game: str
    layout: str
    outcome: OutcomeJson
    lines: list[LineJson]
    staked: int
    returned: int

    @classmethod
    def of(cls, settled: Settlement) -> Answer:
        """Word a settlement of the core; clauses lose the key, which `game` says already."""
        lines = [
            LineJson(
                id=line.id,
                bet=line.bet,
                stake=line.stake,
                result=line.result,
                odds=None if line.odds is None else (line.odds.num, line.odds.den),
                profit=line.profit,
                returned=line.returned,
                clauses=bare(line.clauses),
                interpretations=line.by,
            )
            for line in settled.lines
        ]
        return cls(
            settled.game,
            settled.layout,
            OutcomeJson.of(settled.outcome),
            lines,
            settled.staked,
            settled.returned,
        )


def bare(clauses: tuple[str, ...]) -> tuple[str, ...]:
    """Leave the numbers of clauses without the key of their document."""
    return tuple(clause.partition(":")[2] for clause in clauses)
