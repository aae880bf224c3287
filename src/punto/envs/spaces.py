"""The spaces that both environments share."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from punto.envs.table import MOST_MONEY, NO_CARD, SIDES, Phase, TableSetting


def action_space(setting: TableSetting) -> spaces.MultiDiscrete:
    """Return the space of answers: units on each bet, then of Insurance on each Hand.

    While bets are open the Insurance is passed over, and the bets once they are closed.
    """
    return spaces.MultiDiscrete([setting.most + 1] * setting.width)


def observation_space(setting: TableSetting) -> spaces.Dict:
    """Return the space of what a patron sees (`Table.observe`)."""
    most_cards = 4 * setting.plan.decks
    bets = len(setting.bets)
    return spaces.Dict(
        {
            "phase": spaces.Discrete(len(Phase)),
            "seen": spaces.Box(0, most_cards, (NO_CARD,), np.int64),
            "cards": spaces.Box(0, NO_CARD, (6,), np.int64),
            "points": spaces.Box(0, 9, (2,), np.int64),
            "offers": spaces.Box(0, 10, (len(SIDES), 2), np.int64),
            "staked": spaces.Box(0, setting.most, (bets,), np.int64),
            "money": spaces.Box(0, MOST_MONEY, (1,), np.float64),
        }
    )
