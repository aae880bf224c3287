"""The environments pass the official checkers, and pay what the core pays."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test
from pettingzoo.utils.conversions import parallel_to_aec

from punto.core.checks import Misuse
from punto.core.composition import Composition
from punto.core.outcome import Side
from punto.core.refusal import Refused
from punto.core.rulebook import Stage
from punto.core.settle import Insurance, Settlement, Wager, settle
from punto.envs.baseline import ExactAgent, shown_cards
from punto.envs.several import PatronsEnv
from punto.envs.single import ENV_ID, TableEnv
from punto.envs.table import NO_CARD, Phase
from punto.odds.bets import all_bet_odds
from punto.odds.drawing import drawing
from punto.odds.weights import joint
from punto.rules import load, rulebooks
from punto.sim.plan import ShoePlan
from punto.sim.shoe import deal_shoe

SHORT = ShoePlan(cut_card=300)
GAME = "rws-tiger-buffalo-insurance@1"
RULES = load(GAME)
WITH_WU = next(
    letter
    for letter, layout in load("rws-tiger-buffalo@4").layouts.items()
    if "wu_dalang" in layout.bets
)


@pytest.mark.parametrize("game", rulebooks())
def test_gymnasiums_checker_is_content(game: str) -> None:
    env = gymnasium.make(ENV_ID, game=game, plan=SHORT, render_mode="ansi")
    check_env(env.unwrapped)


def test_it_is_made_by_its_name() -> None:
    env = gymnasium.make(ENV_ID, game="mbs-tiger-no-commission@5", plan=SHORT)
    seen, info = env.reset(seed=3)
    assert env.observation_space.contains(seen)
    again, same = env.reset(seed=3)
    assert info == same
    assert all(np.array_equal(seen[name], again[name]) for name in seen)


@pytest.mark.filterwarnings("ignore:.*:UserWarning")
@pytest.mark.filterwarnings("ignore:.*:DeprecationWarning")
@pytest.mark.slow
def test_pettingzoos_checkers_are_content() -> None:
    parallel_api_test(PatronsEnv(GAME, plan=SHORT), num_cycles=150)
    parallel_seed_test(lambda: PatronsEnv(GAME, plan=SHORT), num_cycles=60)
    api_test(parallel_to_aec(PatronsEnv(GAME, plan=SHORT)), num_cycles=150)


def play(
    env: TableEnv, answers: dict[Phase, Any], shoe: tuple[int, int]
) -> list[tuple[Any, float]]:
    """Play a shoe with one answer for each question; what was seen and gained."""
    seen, _ = env.reset(options={"shoe": shoe})
    story, ended = [], False
    while not ended:
        action = answers.get(Phase(int(seen["phase"])), np.zeros(env.setting.width, np.int64))
        before = seen
        seen, gain, ended, _, _ = env.step(action)
        story.append((before, gain))
    return story


@pytest.mark.interpretation("I-57", "I-62")
def test_a_shoe_pays_what_the_core_settles() -> None:
    env = TableEnv(GAME, bankroll=10**6)
    bets = env.setting.bets
    stakes = np.arange(1, env.setting.width + 1) % 7
    stakes[:2] = 10, 10
    insured = np.zeros(env.setting.width, np.int64)
    insured[-2:] = 2
    answers = {
        Phase.BETTING: stakes,
        Phase.AFTER_FOUR_CARDS: insured,
        Phase.AFTER_PLAYER_THIRD_CARD: insured,
    }
    story = play(env, answers, (9, 4))
    shoe = deal_shoe(ShoePlan(), 9, 4, RULES.tableau)
    asked = [seen for seen, _ in story if seen["phase"] != Phase.BETTING]
    assert {int(seen["phase"]) for seen in asked} == {1, 2}
    gains = [gain for before, gain in story]
    expected = []
    for cards in shoe.rounds:
        wagers = [
            Wager(id=bet, bet=bet, stake=100 * int(units))
            for bet, units in zip(bets, stakes, strict=False)
            if units
        ]
        items: list[Insurance] = []
        for side in Side:
            for stage in Stage:
                item = Insurance(id=f"{side}{stage}", side=side, stage=stage, stake=200)
                tried = settle(RULES, "A", cards, wagers, [item])
                if isinstance(tried, Settlement):
                    items.append(item)
        settled = settle(RULES, "A", cards, wagers, items)
        assert not isinstance(settled, Refused)
        expected.append((settled.returned - settled.staked) / 100)
    assert sum(gains) == sum(expected)
    assert [gain for gain in gains if gain] == [gain for gain in expected if gain]
    assert env.table.seats[0].money == 10**8 + round(100 * sum(expected))


def test_what_is_seen_is_what_was_dealt() -> None:
    env = TableEnv(GAME)
    stakes = np.zeros(env.setting.width, np.int64)
    stakes[:2] = 1
    story = play(env, {Phase.BETTING: stakes}, (1, 1))
    shoe = deal_shoe(ShoePlan(), 1, 1, RULES.tableau)
    rounds = [seen for seen, _ in story if seen["phase"] == Phase.BETTING]
    assert len(rounds) == len(shoe.rounds)
    dealt = 0
    for seen, cards in zip(rounds, shoe.rounds, strict=True):
        assert seen["seen"].sum() == dealt
        assert (seen["cards"] == NO_CARD).all()
        dealt += len(cards)


def test_nobody_stakes_what_they_do_not_have() -> None:
    env = TableEnv(GAME, bankroll=15, plan=SHORT)
    seen, _ = env.reset(seed=1)
    everything = np.full(env.setting.width, 10)
    ended = False
    while not ended:
        seen, _, ended, _, _ = env.step(everything)
        assert seen["money"][0] >= 0
    assert env.table.over or seen["money"][0] < 1


def test_patrons_leave_when_they_are_broke() -> None:
    env = PatronsEnv("rws-tiger-buffalo@4", layout=WITH_WU, patrons=2, bankroll=3, most=3)
    env.reset(seed=5)
    wild = np.zeros(env.setting.width, np.int64)
    wild[env.setting.bets.index("wu_dalang")] = 3
    calm = np.zeros(env.setting.width, np.int64)
    left: dict[str, bool] = {}
    while env.agents:
        _, _, left, _, _ = env.step({"patron_1": wild, "patron_2": calm})
    assert left["patron_2"]
    assert env.table.seats[0].money < 100 <= env.table.seats[1].money


def test_the_exact_agent_takes_what_is_worth_it() -> None:
    env = TableEnv("rws-tiger-buffalo@4", layout=WITH_WU)
    agent = ExactAgent(env.setting, waits=True)
    env.reset(options={"shoe": (1, 0)})
    seen = env.table.observe(0)
    assert not agent.act(seen).any(), "nothing gains from a fresh shoe"
    # without Sevens, Eights and Nines Hands of three cards are likelier
    seen["seen"][6:9] = 32
    left = Composition(tuple(0 if place in (6, 7, 8) else 32 for place in range(13)))
    rules = env.setting.rules
    odds = all_bet_odds(rules.columns.values(), joint(left, drawing(rules.tableau)))
    gaining = {each.bet.id for each in odds if each.edge < 0} & set(env.setting.bets)
    assert gaining
    stakes = dict(zip(env.setting.bets, agent.act(seen), strict=False))
    assert {bet for bet, units in stakes.items() if units == 10} == gaining
    assert all(units in (0, 10) for units in stakes.values())
    careful = ExactAgent(env.setting).act(env.table.observe(0))
    assert careful.sum() == 1
    assert careful[env.setting.bets.index("player")] == 1


def test_the_exact_agent_insures_when_it_pays() -> None:
    env = TableEnv(GAME)
    agent = ExactAgent(env.setting)
    seen = env.table.observe(0)
    # Player 7 against Banker 0: insured at 4 to 1, lost if Banker draws an Eight or a Nine
    seen["phase"] = np.int64(Phase.AFTER_FOUR_CARDS)
    seen["cards"] = np.array([6, 9, 9, 9, NO_CARD, NO_CARD])
    seen["seen"] = np.array([20, 20, 20, 20, 20, 20, 20, 0, 0, 20, 20, 20, 20])
    assert list(agent.act(seen)[-2:]) == [10, 0]
    seen["seen"] = np.array([0, 0, 0, 0, 0, 0, 1, 32, 32, 3, 0, 0, 0])
    assert list(agent.act(seen)[-2:]) == [0, 0]


def test_cards_are_read_in_draw_order() -> None:
    shown = shown_cards(np.array([0, 1, 2, 3, 4, NO_CARD]))
    assert [str(rank) for rank in (*shown.player, *shown.banker)] == ["A", "3", "5", "2", "4"]


@pytest.mark.parametrize(
    "wrong", [{"layout": "Z"}, {"most": 0}, {"bankroll": 0}], ids=lambda wrong: next(iter(wrong))
)
def test_a_table_without_play_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(Misuse):
        TableEnv(GAME, **wrong)
