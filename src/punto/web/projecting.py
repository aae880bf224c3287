"""What goes over the wire of a table: the summary, the view, the layout."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

import msgspec

from punto.core.limits import Limits
from punto.core.policies import Role
from punto.core.rulebook import Rulebook
from punto.core.state import Actor
from punto.rules import NotApproved, find
from punto.service.acts import possible_acts
from punto.service.audiences import Scene, Viewer
from punto.service.hosted import Hosted
from punto.web.context import House

Plain = dict[str, Any]
T = TypeVar("T")


def rules_of(hosted: Hosted) -> Rulebook:
    """Return the rulebook of a table, the last one where none is in force any more."""
    rules = hosted.host.rules()
    if isinstance(rules, NotApproved):
        return find(f"{hosted.config.operator}-{hosted.config.game}")
    return rules


def summary(hosted: Hosted) -> Plain:
    """Tell a visitor of the lobby what a table is."""
    config, table = hosted.config, hosted.host.table
    rules = rules_of(hosted)
    setup = table.setup
    return {
        "id": config.id,
        "name": config.name,
        "game": config.game,
        "operator": config.operator,
        "rules": rules.id,
        "title": rules.document.title,
        "title_zh": rules.document.title_zh,
        "layout": None if setup is None else setup.layout,
        "phase": table.phase.value,
        "practice": config.practice,
        "shoe": config.shoe,
        "dealer": config.dealer,
        "boxes": 0 if setup is None else len(setup.boxes),
        "seats_taken": len(table.seats),
        "rounds": table.rounds,
        "limits": None if setup is None else limits_of(setup.limits),
    }


def limits_of(limits: Limits) -> Plain:
    """Show limits, in cents."""
    return {
        "minimum": limits.minimum,
        "maximum": limits.maximum,
        "differential": limits.differential,
        "unit": limits.unit,
    }


def view(at: House, hosted: Hosted, viewer: Viewer) -> msgspec.Raw:
    """Project a table as it is now for a viewer: JSON, written once for all who see the same."""
    return shared(at, hosted, ("view", viewer), lambda: _view(at, hosted, viewer))


def shared(at: House, hosted: Hosted, key: Hashable, make: Callable[[], T]) -> T:
    """Make something of a table as it is now, unless it was made already."""
    host, deals = hosted.host, tuple((dealer_of(hosted) or {}).items())
    state = (host.position, host.interrupted, deals, rules_of(hosted).id)
    return at.shared.get(hosted.config.id, state, at.clock.now(), key, make)


def _view(at: House, hosted: Hosted, viewer: Viewer) -> msgspec.Raw:
    rules = rules_of(hosted)
    scene = shared(at, hosted, "scene", lambda: Scene(hosted.host.table, rules))
    shown = scene.view(viewer)
    shown["interrupted"] = hosted.host.interrupted
    shown["dealer"] = dealer_of(hosted)
    shown["now"] = at.clock.now().isoformat()
    if viewer.role is not None:
        shown["acts"] = acts(at, hosted, viewer.role)
    return msgspec.Raw(msgspec.json.encode(shown))


def acts(at: House, hosted: Hosted, role: Role) -> list[Plain]:
    """Show what a member of staff may do now."""
    actor = Actor(name="", role=role)
    return possible_acts(hosted.host.table, rules_of(hosted), actor, at.clock.now())


def dealer_of(hosted: Hosted) -> Plain | None:
    """Show how the automatic dealer deals."""
    if hosted.dealer is None:
        return None
    config, setup = hosted.config, hosted.host.table.setup
    face = hosted.dealer.face or (None if setup is None else setup.face)
    return {
        "paused": hosted.dealer.paused,
        "speed": hosted.dealer.speed,
        "face": None if face is None else face.value,
        "betting_seconds": config.betting_seconds,
        "insurance_seconds": config.insurance_seconds,
        "next_at": hosted.dealer.next_at,
    }


def layout(hosted: Hosted) -> Plain:
    """Show what lies on the felt: the bets of the layout, names and odds."""
    rules = rules_of(hosted)
    setup = hosted.host.table.setup
    letter = next(iter(rules.layouts)) if setup is None else setup.layout
    found = rules.layouts[letter]
    limits = {} if setup is None else dict(setup.limits_by_bet)
    return {
        "rules": rules.id,
        "title": rules.document.title,
        "title_zh": rules.document.title_zh,
        "layout": letter,
        "positions": {"least": found.least_positions, "most": found.most_positions},
        "boxes": [] if setup is None else list(setup.boxes),
        "original": list(rules.wagers.original.value),
        "insurance": bool(rules.insurance_rows),
        "clauses": list(found.clauses),
        "bets": [
            {
                "bet": name,
                "name": rules.bets[name].name,
                "name_zh": rules.bets[name].name_zh,
                "main": name in rules.wagers.original.value,
                "stated": name in found.stated,
                "limits": limits_of(limits[name]) if name in limits else None,
                "pays": [
                    {
                        "row": row.name,
                        "odds": None if row.odds is None else [row.odds.num, row.odds.den],
                        "clauses": list(row.clauses),
                        "by": list(row.by),
                    }
                    for row in rules.bets[name].rows
                ],
            }
            for name in found.bets
        ],
    }
