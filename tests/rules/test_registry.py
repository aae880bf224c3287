"""Which rulebook is in force: on every day, at the boundary hours, in any zone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from functools import cache
from pathlib import Path
from shutil import copytree
from typing import Final
from zoneinfo import ZoneInfo

import pytest

from punto.core.checks import Misuse
from punto.core.rulebook import Rulebook
from punto.rules import NotApproved, RuleError, find, load, pin, registry, resolve, rulebooks
from punto.rules.clauses import DATA

SINGAPORE: Final = timezone(timedelta(hours=8))

APPROVED: Final = {
    ("mbs", "tiger-no-commission"): ("mbs-tiger-no-commission@5", "2022-04-07T00:00:00+08:00"),
    ("rws", "da-hu-ying-xiong"): ("rws-da-hu-ying-xiong@2", "2023-11-07T08:00:00+08:00"),
    ("rws", "tiger-buffalo-insurance"): (
        "rws-tiger-buffalo-insurance@1",
        "2024-05-14T08:00:00+08:00",
    ),
    ("rws", "tiger-buffalo"): ("rws-tiger-buffalo@4", "2025-08-08T08:00:00+08:00"),
}
"""From the four covers."""


def in_force(operator: str, game: str, moment: datetime) -> str | None:
    """Name the rulebook that binds a round, None where there is explicitly none."""
    answer = resolve(operator, game, moment)
    if isinstance(answer, Rulebook):
        return answer.id
    assert isinstance(answer, NotApproved)
    assert (answer.operator, answer.game, answer.moment) == (operator, game, moment)
    assert answer.reason
    return None


@pytest.mark.interpretation("I-32", "I-33")
@pytest.mark.parametrize(
    ("operator", "game"), [(o, g) for o in ("rws", "mbs") for _, g in APPROVED]
)
def test_every_day_has_exactly_one_rulebook_or_is_explicitly_not_approved(
    operator: str, game: str
) -> None:
    name, first = APPROVED.get((operator, game), (None, "2022-04-07T00:00:00+08:00"))
    since = datetime.fromisoformat(first)
    day, answers = datetime(2022, 4, 6, tzinfo=SINGAPORE), []
    while day.year < 2033:
        for hour in (0, 8, 20):
            moment = day + timedelta(hours=hour)
            expected = name if moment >= since else None
            assert in_force(operator, game, moment) == expected, moment
            answers.append(expected)
        day += timedelta(days=1)
    assert len(answers) > 3 * 3900
    assert set(answers) == {None, name}


@pytest.mark.interpretation("I-33", "I-34")
@pytest.mark.parametrize(("operator", "game"), APPROVED)
def test_the_first_round_under_the_rules_begins_at_the_effective_moment(
    operator: str, game: str
) -> None:
    name, first = APPROVED[operator, game]
    moment = datetime.fromisoformat(first)
    zones = (SINGAPORE, UTC, ZoneInfo("Asia/Singapore"), ZoneInfo("America/New_York"))
    for zone in zones:
        at = moment.astimezone(zone)
        assert in_force(operator, game, at) == name
        for early in (timedelta(microseconds=1), timedelta(minutes=1), timedelta(hours=8)):
            before = (moment - early).astimezone(zone)
            assert in_force(operator, game, before) is None


@pytest.mark.interpretation("I-33")
def test_eight_in_the_morning_is_meant_in_singapore_and_nowhere_else() -> None:
    game = ("rws", "tiger-buffalo")
    assert in_force(*game, datetime(2025, 8, 8, 7, 59, tzinfo=SINGAPORE)) is None
    assert in_force(*game, datetime(2025, 8, 8, 8, 0, tzinfo=SINGAPORE)) == "rws-tiger-buffalo@4"
    assert in_force(*game, datetime(2025, 8, 7, 23, 59, tzinfo=UTC)) is None
    assert in_force(*game, datetime(2025, 8, 8, 0, 0, tzinfo=UTC)) == "rws-tiger-buffalo@4"
    assert in_force(*game, datetime(2025, 8, 8, 8, 0, tzinfo=timezone(timedelta(hours=9)))) is None


@pytest.mark.interpretation("I-33")
def test_a_moment_without_zone_is_refused() -> None:
    with pytest.raises(Misuse, match="needs a zone"):
        resolve("rws", "tiger-buffalo", datetime(2025, 8, 8, 8, 0))  # noqa: DTZ001 - on purpose


@pytest.mark.interpretation("I-31", "I-32")
def test_a_game_with_and_without_insurance_are_two_games_in_force_side_by_side() -> None:
    moment = datetime(2025, 9, 1, tzinfo=UTC)
    with_insurance = resolve("rws", "tiger-buffalo-insurance", moment)
    without = resolve("rws", "tiger-buffalo", moment)
    assert isinstance(with_insurance, Rulebook)
    assert isinstance(without, Rulebook)
    assert with_insurance.insurance_rows
    assert not without.insurance_rows
    assert with_insurance.document.operator == without.document.operator == "rws"
    assert with_insurance.document.version == "not stated"


@pytest.mark.parametrize(
    ("operator", "game"), [("rws", "baccarat"), ("wynn", "tiger-buffalo"), ("", ""), ("RWS", "x")]
)
def test_an_unknown_operator_or_game_is_not_approved(operator: str, game: str) -> None:
    answer = resolve(operator, game, datetime(2026, 1, 1, tzinfo=UTC))
    assert isinstance(answer, NotApproved)
    assert answer.reason == f"{operator} has no approved game {game!r}"


def test_a_rulebook_is_found_by_id_key_and_name() -> None:
    for name in ("tb4", "rws-tiger-buffalo@4", "rws-tiger-buffalo"):
        assert find(name) is load("rws-tiger-buffalo@4")
    for wrong in ("", "tb5", "tiger", "rws-tiger-buffalo@3"):
        with pytest.raises(Misuse, match=r"is not a game: mbs-tiger-no-commission@5, "):
            find(wrong)
        with pytest.raises(Misuse, match=r"is not a game: "):
            load(wrong)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a copy of the rule data that may be changed, with nothing loaded yet."""
    folder = tmp_path / "data"
    copytree(DATA, folder)
    for name in ("load", "_manifest"):
        monkeypatch.setattr(registry, name, cache(getattr(registry, name).__wrapped__))
    monkeypatch.setattr(registry, "DATA", folder)
    monkeypatch.setattr(pin, "DATA", folder)
    return folder


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_rulebook_that_changed_since_it_was_approved_is_refused(data: Path) -> None:
    path = data / "rws-tiger-buffalo@4.toml"
    change(path, "odds = [1, 2]", "odds = [2, 2]")
    with pytest.raises(RuleError, match=r"^rws-tiger-buffalo@4\.toml: changed since it was appr"):
        registry.load("rws-tiger-buffalo@4")
    assert registry.load("mbs-tiger-no-commission@5").key == "mbs5"


def test_pinning_approves_the_change(data: Path) -> None:
    change(data / "rws-tiger-buffalo@4.toml", "odds = [1, 2]", "odds = [2, 2]")
    pin.main()
    row = registry.load("rws-tiger-buffalo@4").bets["banker"].rows[0]
    assert str(row.odds) == "2 to 2"
    assert list(rulebooks()) == [
        "mbs-tiger-no-commission@5",
        "rws-da-hu-ying-xiong@2",
        "rws-tiger-buffalo-insurance@1",
        "rws-tiger-buffalo@4",
    ]


def test_the_manifest_is_what_pinning_would_write(data: Path) -> None:
    pinned = (data / registry.MANIFEST).read_text(encoding="utf-8")
    pin.main()
    assert (data / registry.MANIFEST).read_text(encoding="utf-8") == pinned


def test_pinning_refuses_what_cites_nothing(data: Path) -> None:
    change(data / "rws-tiger-buffalo@4.toml", '["tb4:2.2.1"]', '["tb4:9.9"]')
    with pytest.raises(RuleError, match=r"decks\.clause: cites 'tb4:9\.9'"):
        pin.main()


@pytest.mark.interpretation("I-32", "I-34")
def test_a_later_version_replaces_the_earlier_for_rounds_that_begin_from_then_on(
    data: Path,
) -> None:
    later = data / "rws-tiger-buffalo@5.toml"
    text = (data / "rws-tiger-buffalo@4.toml").read_text(encoding="utf-8")
    later.write_text(text, encoding="utf-8")
    change(later, "rws-tiger-buffalo@4", "rws-tiger-buffalo@5")
    change(later, "effective = 2025-08-08T08", "effective = 2027-01-01T08")
    pin.main()
    game, moment = ("rws", "tiger-buffalo"), datetime(2027, 1, 1, 8, tzinfo=SINGAPORE)
    begun_before = moment - timedelta(seconds=1)
    assert in_force(*game, begun_before) == "rws-tiger-buffalo@4", "however long the round lasts"
    assert in_force(*game, moment) == "rws-tiger-buffalo@5"
    assert in_force("rws", "tiger-buffalo-insurance", moment) == "rws-tiger-buffalo-insurance@1"
