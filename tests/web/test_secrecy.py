"""Nobody receives a card that lies face down, or another patron's money."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from punto.core.policies import Role
from punto.core.state import Phase
from tests.support.site import Guest, Site, at_once, site

TABLE = "real"
STAKES = {"Ann": 12_300, "Bob": 45_600}
"""Amounts that nothing else at the table has, so that they can be looked for."""


def numbers(value: Any) -> Iterator[int]:
    """List every whole number in a JSON value."""
    if isinstance(value, dict):
        for item in value.values():
            yield from numbers(item)
    elif isinstance(value, list):
        for item in value:
            yield from numbers(item)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield value


def money_of(name: str) -> set[int]:
    """Return what a bet of this patron may show itself as: stake, profit and return at any odds."""
    stake = STAKES[name]
    return {stake} | {stake * num // den for num in range(1, 61) for den in (1, 2, 4)}


async def scene(at: Site, face: str, game: str) -> tuple[Guest, Guest, Guest]:
    """Open a table with an automatic shoe that a person deals, and seat two patrons with chips."""
    boss = await at.staff("Mei", Role.PIT_MANAGER, TABLE)
    more = {"game": game, "shoe": "automatic", "face": face}
    if game.startswith("mbs"):
        more["method"] = "A"
    opened = await at.opens(TABLE, boss, **more)
    assert opened.status_code == 201, opened.text
    dora = await at.staff("Dora", Role.DEALER, TABLE)
    await boss.does("LoadCards")
    guests = []
    for name, box in (("Ann", "1"), ("Bob", "2")):
        bought = await dora.posts("/money", kind="buy_in", patron=name, amount=10_000_000)
        assert bought.status_code == 200, bought.text
        invited = await dora.posts("/seat-tokens", patron=name, box=box)
        client = at.client()
        sat = await client.post(
            f"/api/tables/{TABLE}/seat", json={"token": invited.json()["token"]}
        )
        assert sat.status_code == 200, sat.text
        guests.append(Guest(client=client, table=TABLE, name=name))
    return dora, guests[0], guests[1]


def hidden_cards(at: Site, seen: set[str]) -> set[str]:
    """Say which cards lie face down and are known to the server alone; `seen` were shown before."""
    round_ = at.table(TABLE).host.table.round
    drawn = () if round_ is None else round_.drawn
    seen |= {str(one.card) for one in drawn if one.exposed}
    return {str(one.card) for one in drawn if not one.exposed and one.card} - seen


async def check(at: Site, lookers: dict[str, Guest], seen: set[str]) -> int:
    """Look as everybody, everywhere; return how many cards were hidden meanwhile."""
    hidden = hidden_cards(at, seen)
    for name, looker in lookers.items():
        for below in ("", "/layout", "/roads", "/odds", "/rounds", "/rounds/1", "/deeds"):
            answer = await looker.client.get(looker.path + below)
            text = answer.text
            told = {card for card in hidden if f'"{card}"' in text or f" {card} " in text}
            assert not told, f"{name} is told {told} by {below}"
            other = {"Ann": "Bob", "Bob": "Ann"}.get(name)
            others = [other] if other else list(STAKES) if name == "anybody" else []
            for patron in others:
                leaked = money_of(patron) & set(numbers(json.loads(text)))
                own = money_of(name) if name in STAKES else set()
                assert not leaked - own, f"{name} is told {leaked} of {patron} by {below or '/'}"
                written = f"{STAKES[patron] // 100}"
                assert f"${written}" not in text, f"{name} reads {written} of {patron} at {below}"
    return len(hidden)


@pytest.mark.parametrize(
    ("game", "face"),
    [
        ("rws-tiger-buffalo", "down"),
        ("rws-da-hu-ying-xiong", "down"),
        ("mbs-tiger-no-commission", "down"),
        ("rws-tiger-buffalo-insurance", "up"),
    ],
)
def test_nobody_is_told_what_is_not_his_to_know(game: str, face: str) -> None:
    async def scenario() -> int:
        seen, shown = 0, set[str]()
        chance = random.Random(f"{game} {face}")
        async with site(practice=False) as at:
            dora, ann, bob = await scene(at, face, game)
            auditor = await at.staff("Ada", "auditor", TABLE)
            nobody = Guest(client=at.client(), table=TABLE)
            lookers = {"Ann": ann, "Bob": bob, "anybody": nobody, "Dora": dora, "Ada": auditor}
            for _ in range(3):
                await dora.does("CallForBets")
                for guest, box in ((ann, "1"), (bob, "2")):
                    for bet in chance.sample(("player", "banker", "tie"), 2):
                        stake = STAKES[guest.name]
                        placed = await guest.does("PlaceWager", box=box, bet=bet, stake=stake)
                        assert placed.status_code in (200, 409, 422)
                    seen += await check(at, lookers, shown)
                await dora.does("CloseBets")
                for _ in range(30):
                    seen += await check(at, lookers, shown)
                    phase = at.table(TABLE).host.table.phase
                    if phase is Phase.IDLE:
                        break
                    await _deal_on(at, dora, ann)
            assert at.table(TABLE).host.table.rounds == 3
        return seen

    seen = at_once(scenario())
    assert (seen > 0) == (face == "down"), "the test saw no hidden card"


async def _deal_on(at: Site, dora: Guest, ann: Guest) -> None:
    """Do whatever is possible next, cards face down as long as they may."""
    table = at.table(TABLE).host.table
    if table.phase is Phase.COMPLETE:
        await dora.does("Declare")
        return
    if table.phase is Phase.DECLARED:
        await dora.does("Settle")
        return
    drawn = await dora.does("DrawCard")
    if drawn.status_code == 200:
        return
    offered = await dora.does("OpenInsurance")
    if offered.status_code == 200:
        await ann.does("DeclineInsurance")
        return
    cards = () if table.round is None else table.round.drawn
    down = [number for number, one in enumerate(cards, start=1) if not one.exposed]
    assert down, drawn.text
    turned = await dora.does("ExposeCard", number=down[0])
    assert turned.status_code == 200, turned.text


def test_the_view_over_the_wire_is_the_view_of_the_audience() -> None:
    async def scenario() -> None:
        async with site(practice=False) as at:
            dora, ann, _ = await scene(at, "down", "rws-tiger-buffalo")
            nobody = Guest(client=at.client(), table=TABLE)
            audiences = [(await one.sees())["audience"] for one in (dora, ann, nobody)]
            assert audiences == ["dealer", "patron", "board"]
            assert "acts" in (await dora.sees())["view"]
            assert "acts" not in (await ann.sees())["view"]
            assert (await nobody.sees())["view"]["me"] is None

    at_once(scenario())
