"""The covers: which game of which casino a document approves, and from when."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from punto.core.rulebook import Rulebook
from punto.rules import NotApproved, resolve
from tests.support.games import games

RWS = "Resorts World at Sentosa Pte. Ltd."


@pytest.mark.parametrize(
    ("rules", "title", "operator", "operator_name", "version"),
    [
        pytest.param(
            *("tb4", "Tiger Buffalo (Non-Commission Baccarat)", "rws", RWS, "4"),
            marks=[
                pytest.mark.clause("tb4:cover-approval"),
                pytest.mark.interpretation("I-32"),
            ],
        ),
        pytest.param(
            *("mbs5", "Tiger No Commission Baccarat", "mbs", "Marina Bay Sands Pte. Ltd.", "5"),
            marks=[
                pytest.mark.clause("mbs5:cover-approval"),
                pytest.mark.interpretation("I-32"),
            ],
        ),
        pytest.param(
            "dhyx2",
            "Da Hu Ying Xiong (Non-Commission Baccarat with Insurance Plus)",
            *("rws", RWS, "2"),
            marks=[
                pytest.mark.clause("dhyx2:cover-approval"),
                pytest.mark.interpretation("I-32"),
            ],
        ),
        pytest.param(
            "tbi1",
            "Tiger Buffalo (Non-Commission Baccarat with Insurance Plus)",
            *("rws", "Resort World Sentosa Pte. Ltd.", "not stated"),
            marks=[
                pytest.mark.clause("tbi1:cover-approval"),
                pytest.mark.interpretation("I-31", "I-32"),
            ],
        ),
    ],
    indirect=["rules"],
)
def test_the_rulebook_names_the_approved_game_its_casino_and_its_version(
    rules: Rulebook, title: str, operator: str, operator_name: str, version: str
) -> None:
    document = rules.document
    assert (document.title, document.version) == (title, version)
    assert (document.operator, document.operator_name) == (operator, operator_name)
    assert document.approval == "Casino Control Act 2006, section 100(1)"
    assert document.clauses == (f"{rules.key}:cover-approval", f"{rules.key}:cover-effective")


@pytest.mark.clause("tb4:cover-approval", "mbs5:cover-approval")
@pytest.mark.clause("dhyx2:cover-approval", "tbi1:cover-approval")
@pytest.mark.interpretation("I-31")
@games("tb4", "mbs5", "dhyx2", "tbi1")
def test_the_game_is_approved_for_its_own_casino_only(rules: Rulebook) -> None:
    late = datetime(2030, 1, 1, tzinfo=UTC)
    own = rules.document.operator
    assert resolve(own, rules.game, late) is rules
    other = {"rws": "mbs", "mbs": "rws"}[own]
    assert isinstance(resolve(other, rules.game, late), NotApproved)


@pytest.mark.parametrize(
    ("rules", "operator", "game", "first"),
    [
        pytest.param(
            *("tb4", "rws", "tiger-buffalo", "2025-08-08T08:00:00+08:00"),
            marks=pytest.mark.clause("tb4:cover-effective"),
        ),
        pytest.param(
            *("mbs5", "mbs", "tiger-no-commission", "2022-04-07T00:00:00+08:00"),
            marks=pytest.mark.clause("mbs5:cover-effective"),
        ),
        pytest.param(
            *("dhyx2", "rws", "da-hu-ying-xiong", "2023-11-07T08:00:00+08:00"),
            marks=pytest.mark.clause("dhyx2:cover-effective"),
        ),
        pytest.param(
            *("tbi1", "rws", "tiger-buffalo-insurance", "2024-05-14T08:00:00+08:00"),
            marks=pytest.mark.clause("tbi1:cover-effective"),
        ),
    ],
    indirect=["rules"],
)
@pytest.mark.interpretation("I-33")
def test_no_round_that_begins_before_the_effective_moment_is_played_by_the_rules(
    rules: Rulebook, operator: str, game: str, first: str
) -> None:
    moment = datetime.fromisoformat(first)
    for zone in (moment.tzinfo, UTC):
        at = moment.astimezone(zone)
        assert resolve(operator, game, at) is rules
        assert resolve(operator, game, at + timedelta(days=1000)) is rules
        early = resolve(operator, game, at - timedelta(microseconds=1))
        assert isinstance(early, NotApproved)
        assert first in early.reason
