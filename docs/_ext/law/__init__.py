"""Law beside code: pages made from rule data, sources and tests, linked both ways."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from law import checking, commands, linking, pages, sources
from law.facts import facts_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def _write(app: Sphinx) -> None:
    facts = facts_of(Path(app.srcdir).parent)
    generated = {**pages.all_pages(facts), **commands.all_pages()}
    for name, text in generated.items():
        path = Path(app.srcdir) / f"{name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    """Write the pages before they are read, link every citation, and add the sources."""
    app.connect("builder-inited", _write)
    app.connect("doctree-resolved", linking.link_citations)
    app.connect("html-collect-pages", sources.collect)
    app.connect("build-finished", checking.check_links)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
