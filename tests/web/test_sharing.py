"""What several see is made once, and only for those who may see the same."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from itertools import count

import pytest

from punto.core.policies import Role
from punto.service.audiences import Audience, Scene, Viewer
from punto.service.clock import SINGAPORE
from punto.web import projecting
from punto.web.sharing import LASTS, Shared
from tests.support.site import at_once, site

NOW = datetime(2026, 3, 1, 20, 0, tzinfo=SINGAPORE)
TABLE = "practice-tb4"


def test_a_piece_is_made_once_until_the_table_moves_or_a_moment_has_passed() -> None:
    shared, number = Shared(), count()

    def get(of: object, now: datetime, key: str = "a", table: str = "t") -> int:
        return shared.get(table, (of,), now, key, lambda: next(number))

    assert [get(1, NOW), get(1, NOW), get(1, NOW + LASTS / 2)] == [0, 0, 0]
    assert get(1, NOW, "b") == 1
    assert get(1, NOW, table="u") == 2
    assert get(2, NOW) == 3
    assert get(2, NOW + LASTS) == 4
    assert get(2, NOW + LASTS - timedelta(seconds=1)) == 5, "a clock that was set back"


def test_equal_viewers_share_a_view_and_others_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Viewer] = []
    real = Scene.view

    def noted(scene: Scene, viewer: Viewer) -> dict[str, object]:
        made.append(viewer)
        return real(scene, viewer)

    monkeypatch.setattr(Scene, "view", noted)
    board = Viewer(audience=Audience.BOARD)
    ann = Viewer(audience=Audience.PATRON, patron="Ann", balance=7)
    richer = Viewer(audience=Audience.PATRON, patron="Ann", balance=8)
    bob = Viewer(audience=Audience.PATRON, patron="Bob", balance=7)
    dealer = Viewer(audience=Audience.DEALER, role=Role.DEALER)

    async def scenario() -> None:
        async with site() as at:
            hosted = at.table(TABLE)
            viewers = (board, ann, board, bob, ann, richer, dealer, dealer)
            views = [bytes(projecting.view(at.house, hosted, viewer)) for viewer in viewers]
            assert made == [board, ann, bob, richer, dealer]
            shown = [json.loads(view) for view in views]
            assert [view["me"] and view["me"]["balance"] for view in shown[:6]] == [
                None,
                7,
                None,
                7,
                7,
                8,
            ]
            assert all(("acts" in view) == (n > 5) for n, view in enumerate(shown))
            await at.steps(TABLE)
            projecting.view(at.house, hosted, board)
            assert made[5:] == [board]
            at.clock.advance(1)
            later = json.loads(bytes(projecting.view(at.house, hosted, board)))
            assert later["now"] == at.clock.now().isoformat()

    at_once(scenario())
