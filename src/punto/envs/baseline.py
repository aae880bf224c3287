"""The agent to beat: it knows the exact odds, given all cards seen, and nothing else."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from punto.core.cards import RANKS
from punto.core.composition import Composition, fresh
from punto.envs.table import NO_CARD, SIDES, Phase, TableSetting
from punto.odds.bets import all_bet_odds
from punto.odds.drawing import drawing
from punto.odds.given import Shown, joint_given
from punto.odds.insurance import offers_given
from punto.odds.weights import joint


class ExactAgent:
    """Bets the most where the odds are in its favour.

    With `waits` it bets nothing otherwise; without, a unit on the Original Bet that costs
    least, which keeps its right to insure.
    """

    def __init__(self, setting: TableSetting, *, waits: bool = False) -> None:
        self._setting = setting
        self._waits = waits
        self._rules = drawing(setting.rules.tableau)
        self._fresh = fresh(setting.plan.decks)

    def act(self, seen: dict[str, Any]) -> npt.NDArray[np.int64]:
        """Answer what the table asks."""
        if seen["phase"] == Phase.BETTING:
            return self._bet(self._left(seen))
        return self._insure(seen)

    def _left(self, seen: dict[str, Any]) -> Composition:
        counts = zip(self._fresh.counts, seen["seen"], strict=True)
        return Composition(tuple(int(whole - gone) for whole, gone in counts))

    def _bet(self, left: Composition) -> npt.NDArray[np.int64]:
        setting = self._setting
        stakes = np.zeros(setting.width, np.int64)
        columns = [setting.rules.columns[bet] for bet in setting.bets]
        edges = [odds.edge for odds in all_bet_odds(columns, joint(left, self._rules))]
        for place, edge in enumerate(edges):
            if edge < 0:
                stakes[place] = setting.most
        if not stakes.any() and not self._waits:
            originals = setting.rules.wagers.original.value
            places = [place for place, bet in enumerate(setting.bets) if bet in originals]
            stakes[min(places, key=lambda place: edges[place])] = 1
        return stakes

    def _insure(self, seen: dict[str, Any]) -> npt.NDArray[np.int64]:
        setting = self._setting
        stakes = np.zeros(setting.width, np.int64)
        shown = shown_cards(seen["cards"])
        left = self._left(seen)
        back = [0] * len(RANKS)
        for rank in shown.ranks:
            back[rank.place] += 1
        before = Composition(tuple(a + b for a, b in zip(left.counts, back, strict=True)))
        for offer in offers_given(setting.rules, shown, joint_given(before, shown, self._rules)):
            if offer.edge < 0:
                stakes[len(setting.bets) + SIDES.index(offer.row.side)] = setting.most
        return stakes


def shown_cards(ranks: npt.NDArray[np.int64]) -> Shown:
    """Read the cards of an observation: four, and Player's third once it lies there."""
    known = [RANKS[place] for place in ranks if place != NO_CARD]
    player = (known[0], known[2], *known[4:5])
    return Shown(player=player, banker=(known[1], known[3]))
