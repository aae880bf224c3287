"""Fails the build when a link inside the documentation leads nowhere."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from sphinx.util import logging

if TYPE_CHECKING:
    from sphinx.application import Sphinx

LOG = logging.getLogger(__name__)
OUTSIDE = re.compile(r"[a-z]+:")


def check_links(app: Sphinx, failed: Exception | None) -> None:
    """Follow every internal link of the pages that were written, to the anchor."""
    if failed is not None or app.builder.name != "html":
        return
    out = Path(app.outdir).resolve()
    texts = {path: path.read_text(encoding="utf-8") for path in out.rglob("*.html")}
    anchors = {path: set(re.findall(r'\bid="([^"]+)"', text)) for path, text in texts.items()}
    for path, text in texts.items():
        for href in set(re.findall(r'href="([^"]+)"', text)):
            if OUTSIDE.match(href):
                continue
            file, _, anchor = href.partition("#")
            target = (path.parent / unquote(file.partition("?")[0])).resolve() if file else path
            lacking = target in anchors and anchor and anchor not in anchors[target]
            if lacking or not target.exists():
                LOG.warning("%s: %s leads nowhere", path.relative_to(out), href)
