"""Several patrons at one table, as a PettingZoo environment.

All answer at once, see the same cards, and leave when they have no unit left. For the
turn-by-turn interface wrap it with PettingZoo's own `parallel_to_aec`.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from punto.core.checks import require
from punto.envs.spaces import action_space, observation_space
from punto.envs.table import Table, TableSetting
from punto.rules import find
from punto.sim.plan import ShoePlan

_MOST = 1 << 62

Seen = dict[str, Any]


class PatronsEnv(ParallelEnv[str, Seen, Any]):  # type: ignore[misc] # theirs has no types
    """A table with several patrons."""

    metadata: dict[str, Any] = {  # noqa: RUF012 - theirs
        "name": "punto_table_v0",
        "render_modes": [],
        "is_parallelizable": True,
    }

    def __init__(
        self,
        game: str,
        *,
        patrons: int = 3,
        layout: str = "A",
        plan: ShoePlan | None = None,
        most: int = 10,
        bankroll: int = 1000,
    ) -> None:
        require(1 <= patrons <= 14, f"{patrons} patrons: a table seats 1 to 14")
        self.setting = TableSetting(
            rules=find(game), layout=layout, plan=plan or ShoePlan(), most=most, bankroll=bankroll
        )
        self.table = Table(self.setting, seats=patrons)
        self.possible_agents = [f"patron_{seat}" for seat in range(1, patrons + 1)]
        self.agents: list[str] = []
        self.render_mode = None
        self._random = np.random.default_rng()
        self._actions = cache(lambda _: action_space(self.setting))
        self._observations = cache(lambda _: observation_space(self.setting))

    def observation_space(self, agent: str) -> spaces.Space[Seen]:
        """Return what a patron may see."""
        return self._observations(agent)

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return what a patron may answer."""
        return self._actions(agent)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """Bring a shoe: one that the seed chooses, or `options={"shoe": (seed, number)}`."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        chosen = (options or {}).get("shoe")
        if chosen is None:
            chosen = (int(self._random.integers(_MOST)), int(self._random.integers(_MOST)))
        self.table.open(int(chosen[0]), int(chosen[1]))
        self.agents = list(self.possible_agents)
        return self._seen(), {agent: {"shoe": tuple(chosen)} for agent in self.agents}

    def _seen(self) -> dict[str, Seen]:
        return {agent: self.table.observe(self._seat(agent)) for agent in self.agents}

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[
        dict[str, Seen],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Take every patron's stakes or Insurance; who has left stakes nothing."""
        if not self.agents:
            return {}, {}, {}, {}, {}
        nothing = np.zeros(self.setting.width, np.int64)
        gains = self.table.step([actions.get(agent, nothing) for agent in self.possible_agents])
        seen = self._seen()
        rewards = {agent: gains[self._seat(agent)] for agent in self.agents}
        ended = {
            agent: self.table.over or self.table.broke(self._seat(agent)) for agent in self.agents
        }
        truncated = dict.fromkeys(self.agents, False)
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agents = [agent for agent in self.agents if not ended[agent]]
        return seen, rewards, ended, truncated, infos

    def render(self) -> None:
        """Show nothing: patrons observe."""

    def close(self) -> None:
        """Hold nothing."""
