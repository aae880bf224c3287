"""Write the manifest of approved rulebooks anew: `python -m punto.rules.pin`.

A changed rule file is an error until it is pinned; pinning is a deed of its own, so that the
change shows in the history beside the tests that judge it.
"""

from __future__ import annotations

from punto.rules.clauses import DATA
from punto.rules.loading import load_file
from punto.rules.registry import MANIFEST

HEADER = "# The approved rulebooks and their digests, in the order in which they are shown.\n"


def main() -> None:
    """Load every rulebook strictly and write its digest down."""
    files = sorted(DATA.glob("*@*.toml"))
    lines = [HEADER]
    for path in files:
        rulebook = load_file(path)
        lines.append(
            f'[[rulebook]]\nid = "{rulebook.id}"\nkey = "{rulebook.key}"\nfile = "{path.name}"\n'
            f'sha256 = "{rulebook.digest}"\n'
        )
    (DATA / MANIFEST).write_text("\n".join(lines))


if __name__ == "__main__":
    main()
