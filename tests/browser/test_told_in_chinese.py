"""Everything that can happen is told in Chinese, from every kind of round there is on record."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from playwright.sync_api import Page

from punto.core.conduct import evolve
from punto.core.events import Note
from punto.core.state import Table
from punto.odds.lab import words_of
from punto.record.explaining import explain, patrons
from punto.record.replaying import Happened, Replay
from punto.record.telling_json import ending
from punto.rules import load, rulebooks
from punto.service.audiences import outcome
from punto.service.facts import facts
from punto.service.history import History
from punto.service.particulars import particulars
from punto.service.retelling import retell
from punto.service.told import told_to_patron, told_to_staff
from punto.store import codec
from tests.browser.conftest import Opens
from tests.store.histories import filled
from tests.support.records import replays
from tests.support.served import Served

OUTSIDE: Final = {Note.__name__}
"""What everything from outside the rules is; it never happens by itself."""
WORDS: Final = re.compile("[A-Za-z]{2,}")
NO_WORDS: Final = re.compile(r"「[^」]*」|\[[^]]*\]|\b(?:[2-9AJQK]|10)[SHDC]\b|\b[0-9a-f]{64}\b")
"""What somebody typed, what is cited, cards, seals."""
NAMED: Final = {"bound", "by", "name", "patron", "patrons", "person", "shares"}
AMOUNT: Final = re.compile(r"\$([\d,]+(?:\.\d+)?)")
CITED: Final = re.compile(r"\[([^]]+)\]")

TELL: Final = """async (events) => {
  localStorage.setItem("punto.language", "zh");
  const words = await import("/static/words.js");
  words.setLanguage("zh");
  await words.learned();
  const { eventInChinese } = await import("/static/events_zh.js");
  return events.map(({ type, facts }) => eventInChinese(type, facts, (bet) => `注${bet.length}`));
}"""
TELL_ROUNDS: Final = """async (rounds) => {
  const words = await import("/static/words.js");
  words.setLanguage("zh");
  await words.learned();
  const { toldInChinese } = await import("/static/told_zh.js");
  return rounds.map((round) => toldInChinese(round, (bet) => `注${bet.length}`));
}"""
PAY_ROWS: Final = """async (rows) => {
  (await import("/static/words.js")).setLanguage("zh");
  const { rowWords } = await import("/static/row_words.js");
  return rows.map((when) => rowWords(when));
}"""


def english_in(text: str, names: set[str]) -> list[str]:
    """Find the words in a text that are not Chinese, no names, and typed by nobody."""
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, "")
    return WORDS.findall(NO_WORDS.sub("", text))


def happened() -> Iterator[tuple[Happened, str]]:
    """List every event of every golden record and of every stored history, with its rulebook."""
    for record in replays():
        for answered in record.answers:
            for one in answered.events:
                yield one, record.rules.id
    store = filled()
    for stream in store.streams():
        table = Table()
        rules = next(iter(rulebooks()))
        for deed in store.read(stream):
            for event in codec.events_of(codec.decode(deed.body)):
                yield Happened(event=event, before=table), rules
                table = evolve(table, event)
                rules = rules if table.round is None else table.round.rules


def names_in(value: Any, key: str = "") -> Iterator[str]:
    """Find the names of people in what is told."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from names_in(inner, name)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from names_in(inner, key)
    elif isinstance(value, str) and key in NAMED:
        yield value


def page_of(server: Served, opens: Opens) -> Page:
    page = opens()
    page.goto(f"{server.base}/sign-in")
    return page


def test_every_event_is_told_in_chinese_to_the_desk_and_to_the_pit(
    server: Served, opens: Opens
) -> None:
    told: dict[str, dict[str, Any]] = {}
    for one, rules in happened():
        kind = type(one.event).__name__
        # A note that only stands for all of them is nothing that happens.
        for shown in (facts(one.event, one.before, load(rules)), particulars(one.event)):
            told[json.dumps([kind, shown], sort_keys=True)] = {"type": kind, "facts": shown}
    assert {one["type"] for one in told.values()} == set(codec.EVENTS) - OUTSIDE
    names = {name for one in told.values() for name in names_in(one["facts"])}
    said: list[str] = page_of(server, opens).evaluate(TELL, list(told.values()))
    assert not [text for text in said if not text or english_in(text, names)]


def rounds() -> Iterator[Replay]:
    """List the stored rounds, and of the golden records those with one round."""
    store = filled()
    for stream in store.streams():
        history = History(store, stream)
        found = (retell(history, chapter.number) for chapter in history.last(1_000))
        yield from (one.replay for one in found if one is not None)
    yield from (one for one in replays() if len(one.rounds) == 1)


def shown(one: Replay, told: dict[str, Any]) -> dict[str, Any]:
    found = one.rounds[-1].outcome
    return {
        "ending": ending(one.rounds[-1]),
        "outcome": None if found is None else outcome(found),
        "told": told,
    }


def test_a_round_is_told_in_chinese_with_every_amount_and_every_clause(
    server: Served, opens: Opens
) -> None:
    asked, english, names = [], [], []
    for one in rounds():
        round_ = one.rounds[-1]
        staff = {name for name, _ in one.record.staff}
        for patron in patrons(one):
            asked.append(shown(one, told_to_patron(one, round_, patron)))
            english.append(explain(one, patron))
            names.append(staff | set(patrons(one)))
        asked.append(shown(one, told_to_staff(one, round_)))
        english.append("")
        names.append(staff | {one.rules.id, *patrons(one), *names_in(asked[-1])})
    assert len(asked) > 100
    told: list[list[str]] = page_of(server, opens).evaluate(TELL_ROUNDS, asked)
    for lines, before, known in zip(told, english, names, strict=True):
        text = "\n".join(lines)
        assert not english_in(text, known), text
        amounts = {one.replace(",", "") for one in AMOUNT.findall(before)}
        had = set(re.findall(r"\d+(?:\.\d+)?", text.replace(",", "")))
        assert {f"{float(one):g}" for one in amounts} - {"0"} <= {
            f"{float(one):g}" for one in had
        }, text
        cited = {
            ref for refs in CITED.findall(" ".join(before.split())) for ref in refs.split(", ")
        }
        assert cited <= {ref for refs in CITED.findall(text) for ref in refs.split(", ")}, text


def test_every_pay_row_is_told_in_chinese(server: Served, opens: Opens) -> None:
    rows = [
        words_of(row.when)
        for book in rulebooks().values()
        for bet in book.bets.values()
        for row in bet.rows
    ]
    said: list[str] = page_of(server, opens).evaluate(PAY_ROWS, rows)
    assert not [text for text in said if english_in(text, set())]
