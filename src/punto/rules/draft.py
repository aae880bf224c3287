"""A draft: an approved rulebook with other odds, as values and as a file.

The file is the approved one with these odds in the place of the printed ones. It names itself a
draft, and `punto odds --rules`, `punto diff` and every other reader of rule data take it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from punto.core.bets import Bet, PayRow
from punto.core.checks import require
from punto.core.money import Odds
from punto.core.rulebook import Rulebook
from punto.rules.clauses import DATA
from punto.rules.registry import file_of

Place = tuple[str, str]
"""A bet and its pay row, or `insurance` and the number of the line in its pay table, from 1."""

INSURANCE: Final = "insurance"
MARK: Final = "-draft"

_ODDS: Final = re.compile(r"odds = \[\d+, \d+\]")


def printed(rulebook: Rulebook) -> Mapping[Place, Odds]:
    """List every odds of a rulebook by its place, in the order of the document."""
    found = {
        (bet.id, row.name): row.odds
        for bet in rulebook.bets.values()
        for row in bet.rows
        if row.odds is not None
    }
    lines = enumerate(rulebook.insurance_rows, start=1)
    return MappingProxyType(found | {(INSURANCE, str(number)): row.odds for number, row in lines})


def with_odds(rulebook: Rulebook, odds: Mapping[Place, Odds]) -> Rulebook:
    """Change odds; a place where nothing pays is refused."""
    known = printed(rulebook)
    for place in odds:
        require(place in known, f"no odds stand at {'.'.join(place)} of {rulebook.id}")
    if not odds:
        return rulebook
    return replace(
        rulebook,
        bets=MappingProxyType({bet.id: _bet(bet, odds) for bet in rulebook.bets.values()}),
        insurance_rows=tuple(
            replace(row, odds=odds.get((INSURANCE, str(number)), row.odds))
            for number, row in enumerate(rulebook.insurance_rows, start=1)
        ),
    )


def _bet(bet: Bet, odds: Mapping[Place, Odds]) -> Bet:
    def changed(row: PayRow) -> PayRow:
        return replace(row, odds=odds.get((bet.id, row.name), row.odds))

    return replace(bet, rows=tuple(map(changed, bet.rows)))


def draft_text(rulebook: Rulebook, odds: Mapping[Place, Odds]) -> str:
    """Write the rule data of an approved rulebook with other odds, marked as a draft."""
    known = printed(rulebook)
    differs = {place: each for place, each in odds.items() if known.get(place) != each}
    head = [
        f"# A draft, approved by nobody: {rulebook.id} with other odds.\n",
        *(
            f"# {'.'.join(place)}: {each} instead of {known[place]}\n"
            for place, each in differs.items()
        ),
        "\n",
    ]
    return "".join([*head, *_lines(rulebook, with_odds(rulebook, differs))])


def _lines(rulebook: Rulebook, draft: Rulebook) -> Iterator[str]:
    """Walk through the file; its odds stand in the order of `printed`."""
    odds = iter(printed(draft).values())
    own_name = f'id = "{rulebook.id}"'
    with (DATA / file_of(rulebook.id)).open(encoding="utf-8") as lines:
        for line in lines:
            if line.startswith(own_name):
                yield f'id = "{rulebook.id}{MARK}"\n'
            elif _ODDS.match(line):
                each = next(odds)
                yield _ODDS.sub(f"odds = [{each.num}, {each.den}]", line, count=1)
            else:
                yield line
