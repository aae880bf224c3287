"""How the documentation is built: `make docs`, warnings are errors."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

from punto import __version__

project = "punto"
author = "the punto contributors"
release = __version__
version = __version__

extensions = ["myst_parser", "law"]
exclude_patterns = ["_build", "_ext"]
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3
suppress_warnings = ["myst.header"]
nitpicky = True

html_theme = "furo"
html_title = f"punto {release}"
html_static_path = ["_static"]
html_css_files = ["law.css"]
html_show_sourcelink = False
html_copy_source = False
