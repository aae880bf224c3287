"""Everything that a table says at random play: each refusal and event, and the clauses it rests on.

    python -m tests.conduct.said   # writes docs/reference/refusals.md and docs/reference/events.md

What differs from case to case is left out, so that a sentence stands there once.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from punto.core import commands as c
from punto.core import events as e
from punto.core.conduct import AUTOMATIC, LIVE
from punto.core.conduct.decide import HOUSE, foresee
from punto.core.policies import Role
from punto.core.refusal import Refused
from punto.core.state import Table
from punto.rules import find, rulebooks
from tests.conduct.at_random import PATRONS, WILD, AnybodyAt
from tests.support.games import EVERY_GAME

RUNS: Final = 120
STEPS: Final = 300
DOCS: Final = Path(__file__).parents[2] / "docs" / "reference"

Cited = tuple[tuple[str, ...], tuple[str, ...]]
"""Clauses and interpretations."""
Where = Mapping[str, set[Cited]]
"""By the key of the game."""


class Said(NamedTuple):
    """A refusal without what differs from case to case."""

    code: str
    reason: str
    remedy: str
    where: str


class Heard(NamedTuple):
    """What was said in answer to which command."""

    key: str
    command: c.Command
    answer: Refused | tuple[e.Event, ...]


class Collected(NamedTuple):
    """All that was said."""

    refusals: Mapping[Said, Where]
    events: Mapping[str, Where]
    actors: Mapping[str, set[str]]
    """Whom an event names."""
    misplaced: set[tuple[str, str]]
    """Commands and a field that a refusal names and they do not have."""


def heard() -> Iterator[Heard]:
    """Play many tables of every game at random."""
    for key in EVERY_GAME:
        rules = find(key)
        for seed in range(RUNS):
            anybody, table = AnybodyAt(Random(f"said {key} {seed}"), rules), Table()
            automation = AUTOMATIC if seed % 3 == 0 else LIVE
            for _ in range(STEPS):
                command = anybody.command(table)
                answer = foresee(table, command, rules, automation)
                if isinstance(answer, Refused):
                    yield Heard(key, command, answer)
                else:
                    yield Heard(key, command, answer[0])
                    table = answer[1]


@cache
def collected() -> Collected:
    """Sort what is said: refusals, and events by their type."""
    found = Collected(defaultdict(_by_game), defaultdict(_by_game), defaultdict(set), set())
    for key, command, answer in heard():
        name = type(command).__name__
        if isinstance(answer, Refused):
            said = Said(answer.code, bare(answer.reason), bare(answer.remedy), answer.where)
            found.refusals[said][key].add((answer.clauses, answer.by))
            # What belongs to the setup of a table is named without saying so.
            holders = (command, getattr(command, "setup", None))
            field = answer.where.partition(".")[0]
            if field and not any(hasattr(holder, field) for holder in holders):
                found.misplaced.add((name, answer.where))
            continue
        for event in answer:
            found.events[type(event).__name__][key].add((event.clauses, event.by))
            found.actors[type(event).__name__].add(_actor(event, command))
    return found


def _actor(event: e.Event, command: c.Command) -> str:
    if event.actor is None:
        return "nobody"
    if event.actor == command.actor:
        return "who gave the command"
    return "the table" if event.actor == HOUSE else "somebody else"


def _by_game() -> dict[str, set[Cited]]:
    return defaultdict(set)


def _words() -> Iterator[str]:
    """List the names of things that stand in sentences."""
    for rules in rulebooks().values():
        yield from (rules.id, *rules.bets, *rules.policies.methods)
    yield from (
        *PATRONS,
        *WILD["id"][1:],
        "Nobody",
        "nobody",
        "player",
        "banker",
        "Player",
        "Banker",
    )
    yield from (role.value for role in Role)
    yield from (role.value.replace("_", " ") for role in Role)


CARD: Final = r"(?:10|[2-9AJQK])[CDHS]"
WORDS: Final = "|".join(sorted(map(re.escape, set(_words())), key=len, reverse=True))
VARIES: Final = re.compile(
    rf"'[^']*'(?!s)|\blayout [A-Z]\b|(?<=the table is )[^;]+|(?<=now it waits for ).+"
    rf"|(?<!\w)-?(?:{CARD}|{WORDS}|[wi]\d+|\d[\d:.+T-]*)(?!\w)"
    r"|(?<= )$| (?= )"
)
LIST: Final = re.compile(r"…(?:(?:,| to| and| or)? …)+")


def bare(text: str) -> str:
    """Leave out of a sentence what differs from case to case."""
    return LIST.sub("…", VARIES.sub("…", text))


# --- the pages ------------------------------------------------------------------------------------


def refusals_page() -> str:
    """Write what a table refuses."""
    refusals = collected().refusals
    lines = [
        "# What a table refuses",
        "",
        "Every refusal of a table's conduct: its code; what it says, where `…` stands for what",
        "differs from case to case; what to do instead; and the clauses it rests on, game by game.",
        "`make said` writes this page from random play, and a test holds the code to it.",
        "",
    ]
    for code in sorted({said.code for said in refusals}):
        lines += [f"## `{code}`", ""]
        for said in sorted(one for one in refusals if one.code == code):
            place = f" (`{said.where}`)" if said.where else ""
            lines += [f"{said.reason[:1].upper()}{said.reason[1:]}{place}. {_remedy(said)}", ""]
            lines += [*_cited(refusals[said]), ""]
    return "\n".join(lines).rstrip() + "\n"


def _remedy(said: Said) -> str:
    return f"*{said.remedy[:1].upper()}{said.remedy[1:]}.*"


def events_page() -> str:
    """Write what happens at a table."""
    events = collected().events
    lines = [
        "# What happens at a table",
        "",
        "Every event that a command can lead to, whom it names, and the clauses it may rest on,",
        "game by game; what follows from a rule alone names nobody.",
        "`make said` writes this page from random play, and a test holds the code to it.",
        "",
    ]
    for name in sorted(events):
        named = " or ".join(sorted(collected().actors[name], reverse=True))
        lines += [f"## `{name}`", "", f"Names {named}.", "", *_cited(events[name]), ""]
    return "\n".join(lines).rstrip() + "\n"


def _cited(where: Where) -> Iterable[str]:
    """Say by which clauses: a line for each game that knows it, or one for all that agree."""
    rest = {key: " / ".join(_rests(cited)) for key, cited in where.items()}
    if len(set(rest.values())) == 1 and len(rest) > 1:
        games = "every game" if len(rest) == len(EVERY_GAME) else ", ".join(rest)
        yield f"- {games}: {rest.popitem()[1]}"
        return
    yield from (f"- {key}: {rest[key]}" for key in EVERY_GAME if key in rest)


def _rests(rests_on: set[Cited]) -> Iterable[str]:
    for clauses, by in sorted(rests_on):
        cited = [*(ref.partition(":")[2] for ref in clauses), *by]
        yield ", ".join(cited) or "no clause of its own"


PAGES: Final = {DOCS / "refusals.md": refusals_page, DOCS / "events.md": events_page}

if __name__ == "__main__":
    for path, page in PAGES.items():
        path.write_text(page(), encoding="utf-8")
