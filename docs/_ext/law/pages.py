"""The pages of the law: documents by chapter, interpretations, and what is shown so far."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from law.facts import GENERATED, INTERPRETATIONS, Facts, anchor, chapter
from law.sources import source_page
from punto.core.rulebook import Rulebook
from punto.rules import Clause, Interpretation, rulebooks
from punto.rules.readers import Reading

CHAPTERS = {
    "cover": "Cover",
    "1": "1. Definitions",
    "2": "2. Table, cards and layouts",
    "3": "3. The conduct of a round",
    "4": "4. Settlement",
    "5": "5. Irregularities",
    "6": "6. General provisions",
    "appendices": "Appendices: the layouts",
}
SNIPPETS = 2
READERS = 12
SNIPPET_LINES = 14


def all_pages(facts: Facts) -> Mapping[str, str]:
    """Return every generated page of the law by its name."""
    pages = {
        INTERPRETATIONS: _interpretations(facts),
        f"{GENERATED}/conformance": _conformance(facts),
    }
    for book in rulebooks().values():
        clauses = [clause for clause in facts.clauses.values() if clause.key == book.key]
        chapters = [(name, list(group)) for name, group in groupby(clauses, key=chapter)]
        names = [name for name, _ in chapters]
        pages[f"{GENERATED}/{book.key}/index"] = _document(book, names)
        for name, group in chapters:
            pages[f"{GENERATED}/{book.key}/{name}"] = _chapter(facts, book, name, group)
    return pages


def _page(*parts: Iterable[str]) -> str:
    return "\n".join(line for part in parts for line in part) + "\n"


def _document(book: Rulebook, chapters: list[str]) -> str:
    """Return the front page of a document: what it is, its pay table, its layouts."""
    document = book.document
    head = [
        f"# {document.title}",
        "",
        (
            f"`{book.id}`, {document.title_zh}. {document.operator_name}, "
            f"version {document.version}, in force from "
            f"{document.effective:%d %B %Y %H:%M} ({document.zone}). "
            f"Clauses are cited as `{book.key}:` and their number "
            f"({', '.join(document.clauses)}; {', '.join(document.by)})."
        ),
        "",
        "```{toctree}",
        ":maxdepth: 1",
        "",
        *chapters,
        "```",
        "",
    ]
    pays = [
        "## What each bet pays",
        "",
        "| bet | 中文 | pays when | odds | clauses |",
        "|" + "---|" * 5,
    ]
    for bet in book.bets.values():
        for row in bet.rows:
            words = "; ".join(
                f"{word.replace('_', ' ')} {_values(allowed)}" for word, allowed in row.when.words()
            )
            odds = str(row.odds) if row.odds else "stake returned"
            cited = ", ".join((*row.clauses, *row.by))
            pays.append(f"| {bet.name} | {bet.name_zh} | {words} | {odds} | {cited} |")
    layouts = [
        "",
        "## Layouts",
        "",
        "| appendix | bets beside Player and Banker | clauses |",
        "|" + "---|" * 3,
    ]
    for layout in book.layouts.values():
        names = ", ".join(book.bets[bet].name for bet in layout.stated if bet in book.bets)
        cited = ", ".join((*layout.clauses, *layout.by))
        layouts.append(f"| {layout.letter} | {names} | {cited} |")
    return _page(head, pays, layouts)


def _values(allowed: Iterable[object]) -> str:
    return " or ".join(str(value) for value in sorted(map(_plain, allowed), key=str))


def _plain(value: object) -> object:
    """Return the word for a value: the name of an enumeration's member, or the number."""
    name = getattr(value, "name", None)
    return name.lower().replace("_", " ") if name else value


def _chapter(facts: Facts, book: Rulebook, name: str, clauses: list[Clause]) -> str:
    head = [f"# {CHAPTERS.get(name, name)}", "", f"{book.document.title}, `{book.id}`.", ""]
    return _page(head, *(_clause(facts, clause) for clause in clauses))


def _clause(facts: Facts, clause: Clause) -> Iterator[str]:
    """Yield the section of one clause: paraphrase, data, code, tests."""
    shown = facts.clause_shown[clause.id]
    yield from (f"({anchor(clause.id)})=", f"## {clause.id}", "", _escaped(clause.text), "")
    if clause.same_as:
        yield from (f"Same effect: {', '.join(clause.same_as)}.", "")
    if clause.id in facts.bearing:
        yield from (f"Interpretations: {', '.join(facts.bearing[clause.id])}.", "")
    yield from _places(
        facts, shown.implemented, shown.tests, "../../../", facts.readers[clause.id][:READERS]
    )
    if not shown.tests:
        yield from (
            "Shown by no test yet." if clause.testable else "Nothing in it for a test to show.",
            "",
        )


def _interpretations(facts: Facts) -> str:
    head = [
        "# Interpretations",
        "",
        (
            "Where the documents leave a program to decide: the readings, the default, "
            "and who may rule otherwise."
        ),
        "",
    ]
    return _page(head, *(_interpretation(facts, i) for i in facts.interpretations.values()))


def _interpretation(facts: Facts, entry: Interpretation) -> Iterator[str]:
    shown = facts.interpretation_shown[entry.id]
    yield from (f"({anchor(entry.id)})=", f"## {entry.id}: {_escaped(entry.title)}", "")
    for label, text in (
        ("Clauses", ", ".join(entry.clauses)),
        ("Readings", entry.readings),
        ("Default", entry.default),
        ("Held by", shown.setting),
        ("Decides", entry.decides),
        ("Effect", entry.effect),
    ):
        yield from (f"**{label}.** {_escaped(text)}", "")
    yield from _places(facts, shown.implemented, shown.tests, "../../")
    if not shown.tests:
        yield from ("Shown by no test yet.", "")


def _places(
    facts: Facts,
    implemented: tuple[str, ...],
    tests: tuple[str, ...],
    up: str,
    readers: tuple[Reading, ...] = (),
) -> Iterator[str]:
    """Yield the rule data itself, then links to data, code and tests."""
    data = [place for place in implemented if ".toml:" in place]
    code = [place for place in implemented if ".toml:" not in place]
    snippets = dict.fromkeys(_snippet(facts, place) for place in data)
    for snippet in list(snippets)[:SNIPPETS]:
        yield from ("```toml", snippet, "```", "")
    acting = [reading.place for reading in readers]
    for label, places in (
        ("Code", code),
        ("Code that reads the data", acting),
        ("Rule data", data),
    ):
        if places:
            links = dict.fromkeys(_place_link(facts, place, up) for place in places)
            yield from (f"{label}", "", *(f"- {link}" for link in links), "")
    if tests:
        yield from ("Tests", "", *(f"- {_test_link(facts, test, up)}" for test in tests), "")


def _snippet(facts: Facts, place: str) -> str:
    """Return the table of the rule data around a citation, or its line if it stands alone."""
    file, _, number = place.rpartition(":")
    lines = facts.files[file].read_text(encoding="utf-8").splitlines()
    at = int(number) - 1
    if re.match(r"\s*\w+ = \{", lines[at]):
        return lines[at]
    first = at
    while first > 0 and lines[first].strip() and not lines[first].startswith("["):
        first -= 1
    last = at
    while last + 1 < len(lines) and lines[last + 1].strip() and not lines[last + 1].startswith("["):
        last += 1
    return "\n".join(lines[first : last + 1][-SNIPPET_LINES:]).strip("\n")


def _place_link(facts: Facts, place: str, up: str) -> str:
    file, _, number = place.rpartition(":")
    symbol = facts.enclosing(file, int(number))
    name = f"{file}:{number}" + (f" {symbol}" if symbol else "")
    return _link(up, file, int(number), name)


def _test_link(facts: Facts, test: str, up: str) -> str:
    file, _, qualified = test.partition("::")
    return _link(up, file, facts.line_of_test(file, qualified), test)


def _link(up: str, file: str, line: int, name: str) -> str:
    href = f"{up}{source_page(file)}.html#L{line}"
    return f'<a href="{html.escape(href)}"><code>{html.escape(name)}</code></a>'


def _escaped(text: str) -> str:
    """Keep our plain text from being read as markup."""
    return re.sub(r"([\\`*_<\[\]|$])", r"\\\1", text)


def _conformance(facts: Facts) -> str:
    """Return how much of each document is implemented and shown."""
    lines = [
        "# What is shown so far",
        "",
        (
            "Made from what the sources cite and the tests declare; `punto conformance` prints it "
            "clause by clause."
        ),
        "",
        "| document | clauses | cited by data or code | testable | shown by tests |",
        "|---|---:|---:|---:|---:|",
    ]
    for book in rulebooks().values():
        shown = [s for s in facts.clause_shown.values() if s.clause.startswith(f"{book.key}:")]
        testable = [entry for entry in shown if entry.testable]
        cited = sum(bool(entry.implemented) for entry in shown)
        tested = sum(bool(entry.tests) for entry in testable)
        lines.append(
            f"| {book.document.title}, `{book.id}` | {len(shown)} | {cited} | "
            f"{len(testable)} | {tested} |"
        )
    entries = facts.interpretation_shown.values()
    lines += [
        (
            f"| Interpretations | {len(entries)} | {sum(bool(e.implemented) for e in entries)} | "
            f"{len(entries)} | {sum(bool(e.tests) for e in entries)} |"
        ),
        "",
        "## Open",
        "",
        "Testable, and shown by no test yet:",
        "",
    ]
    for book in rulebooks().values():
        waiting = [
            s.clause
            for s in facts.clause_shown.values()
            if s.clause.startswith(f"{book.key}:") and s.testable and not s.tests
        ]
        lines += [f"- {book.document.title}: {', '.join(waiting) or 'nothing'}"]
    waiting = [entry.id for entry in entries if not entry.tests]
    lines += [f"- Interpretations: {', '.join(waiting) or 'nothing'}"]
    return _page(lines)
