"""A page for each source and test that cites a clause, with the citations as links back."""

from __future__ import annotations

import html
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

from law.facts import Facts, anchor, facts_of, page_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx

LEXERS = {".py": "python", ".toml": "toml", ".sql": "sql", ".html": "html", ".js": "js"}


def source_page(file: str) -> str:
    """Return the page name of a source file."""
    return f"source/{file}"


def collect(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield a page for each file that the report mentions."""
    facts = facts_of(Path(app.srcdir).parent)
    for file, path in facts.files.items():
        lexer = get_lexer_by_name(LEXERS.get(path.suffix, "text"))
        code = highlight(path.read_text(encoding="utf-8"), lexer, HtmlFormatter(nowrap=True))
        up = "../" * (len(PurePosixPath(source_page(file)).parts) - 1)
        lines = "".join(
            f'<span class="line" id="L{number}"><a class="number" href="#L{number}">{number}</a>'
            f"{_linked(facts, line, up)}</span>"
            for number, line in enumerate(code.rstrip("\n").split("\n"), start=1)
        )
        body = f'<h1>{html.escape(file)}</h1><div class="highlight source"><pre>{lines}</pre></div>'
        yield source_page(file), {"title": file, "body": body}, "page.html"


def _linked(facts: Facts, line: str, up: str) -> str:
    """Turn the citations of a highlighted line into links to the law."""

    def link(match: Any) -> str:
        page = page_of(facts, match.group())
        if page is None:
            return str(match.group())
        return f'<a href="{up}{page}.html#{anchor(match.group())}">{match.group()}</a>'

    return facts.vocabulary.pattern.sub(link, line)
