"""Where the `punto` command begins.

A request that a live table sends between two cards is answered before the command line's
libraries are loaded; every other one goes to `punto.cli.app`.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Final

QUICK: Final = {"odds": "punto.cli.odds_quick"}
"""Commands with a module whose `answer(arguments)` may answer at once, and says whether it did."""


INTERRUPTED: Final = 130
"""The status that a shell gives to a program ended by SIGINT."""


def main() -> None:
    """Run the command line."""
    command, arguments = sys.argv[1:2], sys.argv[2:]
    quick = QUICK.get(command[0]) if command else None
    try:
        if quick is not None and import_module(quick).answer(arguments):
            return
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    import_module("punto.cli.app").main()
