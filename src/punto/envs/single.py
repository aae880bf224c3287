"""One patron at a table, as a Gymnasium environment.

    import gymnasium
    import punto.envs.single
    env = gymnasium.make("punto/Table-v0", game="rws-tiger-buffalo-insurance@1")

An episode is a shoe; the reward is what a round brought, in units.
"""

from __future__ import annotations

from typing import Any, Final

import gymnasium
import numpy as np
import numpy.typing as npt

from punto.envs.spaces import action_space, observation_space
from punto.envs.table import Table, TableSetting
from punto.rules import find
from punto.sim.plan import ShoePlan

ENV_ID: Final = "punto/Table-v0"
_MOST: Final = 1 << 62

Answer = npt.NDArray[np.int64]
Seen = dict[str, Any]


class TableEnv(gymnasium.Env[Seen, Answer]):
    """A table with one patron."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - theirs

    def __init__(
        self,
        game: str,
        *,
        layout: str = "A",
        plan: ShoePlan | None = None,
        most: int = 10,
        bankroll: int = 1000,
        render_mode: str | None = None,
    ) -> None:
        self.setting = TableSetting(
            rules=find(game), layout=layout, plan=plan or ShoePlan(), most=most, bankroll=bankroll
        )
        self.table = Table(self.setting, seats=1)
        self.action_space = action_space(self.setting)
        self.observation_space = observation_space(self.setting)
        self.render_mode = render_mode
        self.shoe = (0, 0)
        """Seed and number of the shoe in play, as `punto shoe` shows it."""

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Bring a shoe: one that the seed chooses, or `options={"shoe": (seed, number)}`."""
        super().reset(seed=seed)
        chosen = (options or {}).get("shoe")
        if chosen is None:
            chosen = (int(self.np_random.integers(_MOST)), int(self.np_random.integers(_MOST)))
        self.shoe = (int(chosen[0]), int(chosen[1]))
        self.table.open(*self.shoe)
        return self.table.observe(0), {"shoe": self.shoe}

    def step(self, action: Answer) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Lay stakes, or insure, and see what comes of it."""
        (gain,) = self.table.step([action])
        ended = self.table.over or self.table.broke(0)
        return self.table.observe(0), gain, ended, False, {"shoe": self.shoe}

    def render(self) -> str | None:
        """Describe the table in a line."""
        if self.render_mode != "ansi":
            return None
        cards = " ".join(map(str, self.table.cards)) or "no cards"
        money = self.table.seats[0].money / self.setting.unit
        return f"{self.table.phase.name.lower()}: {cards}; {money:g} units"


if ENV_ID not in gymnasium.registry:
    gymnasium.register(ENV_ID, entry_point="punto.envs.single:TableEnv")
