"""Which rulebooks there are, and which one is in force."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from types import MappingProxyType

from punto.core.checks import require
from punto.core.rulebook import Rulebook
from punto.rules.clauses import DATA
from punto.rules.loading import RuleError, load_file
from punto.rules.reading import read_toml

MANIFEST = "approved.toml"


@dataclass(frozen=True, slots=True)
class NotApproved:
    """No rulebook is in force: why."""

    operator: str
    game: str
    moment: datetime
    reason: str


@cache
def _manifest() -> Mapping[str, Mapping[str, str]]:
    """Read which files are approved: rulebook id to document key, file name and digest."""
    values, _ = read_toml(DATA / MANIFEST)
    return MappingProxyType({row["id"]: row for row in values["rulebook"]})


@cache
def load(rulebook_id: str) -> Rulebook:
    """Load one approved rulebook by its id, such as `rws-tiger-buffalo@4`."""
    known = _manifest()
    require(rulebook_id in known, unknown_game(rulebook_id))
    file, digest = known[rulebook_id]["file"], known[rulebook_id]["sha256"]
    rulebook = load_file(DATA / file, approved=digest)
    if rulebook.digest != digest:
        raise RuleError(
            file,
            "",
            "changed since it was approved. If the change is meant, run `make pin` and let the "
            f"tests judge it (approved {digest[:12]}, found {rulebook.digest[:12]})",
        )
    return rulebook


def file_of(rulebook_id: str) -> str:
    """Name the file of an approved rulebook, below the rule data."""
    require(rulebook_id in _manifest(), unknown_game(rulebook_id))
    return _manifest()[rulebook_id]["file"]


def unknown_game(name: str) -> str:
    """Word the refusal of a game that does not exist."""
    return f"{name!r} is not a game: {', '.join(_manifest())}"


def rulebooks() -> Mapping[str, Rulebook]:
    """Load every approved rulebook by id."""
    return MappingProxyType({rulebook_id: load(rulebook_id) for rulebook_id in _manifest()})


def find(name: str) -> Rulebook:
    """Find a rulebook by id, by document key (`tb4`) or by id without version."""
    for rulebook_id, row in _manifest().items():
        if name in (rulebook_id, row["key"], rulebook_id.partition("@")[0]):
            return load(rulebook_id)
    require(False, unknown_game(name))
    raise AssertionError


def resolve(operator: str, game: str, moment: datetime) -> Rulebook | NotApproved:
    """Give the one rulebook that binds a round that begins at `moment` (I-32 to I-34)."""
    require(moment.tzinfo is not None, "the moment needs a zone, for example +08:00 (I-33)")
    versions = sorted(
        (r for r in rulebooks().values() if (r.document.operator, r.game) == (operator, game)),
        key=lambda rulebook: rulebook.document.effective,
    )
    if not versions:
        return NotApproved(operator, game, moment, f"{operator} has no approved game {game!r}")
    in_force = [r for r in versions if r.document.effective <= moment]
    if not in_force:
        first = versions[0].document.effective.isoformat()
        return NotApproved(operator, game, moment, f"no version was in force before {first}")
    return in_force[-1]
