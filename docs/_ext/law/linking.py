"""Turns every citation in the documentation into a link to what it cites."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.util import logging

from law.facts import Facts, anchor, facts_of, page_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx

LOG = logging.getLogger(__name__)
NOT_IN = (nodes.title, nodes.reference, nodes.literal_block, nodes.raw, nodes.comment)


def _inside(node: nodes.Node, kinds: tuple[type[nodes.Node], ...]) -> bool:
    parent = node.parent
    while parent is not None:
        if isinstance(parent, kinds):
            return True
        parent = parent.parent
    return False


def link_citations(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Replace `tb4:5.8.1` and `I-90` in running text by links; warn of what does not exist."""
    facts = facts_of(Path(app.srcdir).parent)
    for text in list(doctree.findall(nodes.Text)):
        if _inside(text, NOT_IN):
            continue
        parts = _parts(app, facts, docname, text)
        if parts and text.parent is not None:
            text.parent.replace(text, parts)


def _parts(app: Sphinx, facts: Facts, docname: str, text: nodes.Text) -> list[nodes.Node]:
    """Cut a text at its citations; nothing if it has none."""
    plain = text.astext()
    parts: list[nodes.Node] = []
    done = 0
    for match in facts.vocabulary.pattern.finditer(plain):
        target = match.group()
        page = page_of(facts, target)
        if page is None:
            LOG.warning("%s is cited and does not exist", target, location=(docname, None))
            continue
        uri = app.builder.get_relative_uri(docname, page) + "#" + anchor(target)
        parts += [
            nodes.Text(plain[done : match.start()]),
            nodes.reference("", target, internal=True, refuri=uri, classes=["law"]),
        ]
        done = match.end()
    return [*parts, nodes.Text(plain[done:])] if parts else []
