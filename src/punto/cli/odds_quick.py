"""`punto odds GAME ... --json` without the command line's libraries.

Those take longer to load than all odds take to count. Only a request that is right in every
way is answered here. Anything else, a mistake included, is left to `punto.cli.odds`, which
answers the same and says what is wrong.
"""

from __future__ import annotations

import json
import sys

from punto.core.checks import Misuse
from punto.odds.asked import BadRequest, cards_left, shown_cards
from punto.odds.document import odds_document
from punto.rules import find

VALUES = ("--decks", "--composition", "--player", "--banker")


def answer(arguments: list[str]) -> bool:
    """Answer if the request is plain; say whether it was."""
    options = _options(arguments)
    if options is None:
        return False
    try:
        book = find(options["GAME"])
        left = cards_left(book.decks, options.get("--decks"), options.get("--composition"))
        shown = shown_cards(left, options.get("--player", ""), options.get("--banker", ""))
        document = odds_document(book, left, shown)
    except (BadRequest, Misuse):
        return False
    answered = json.dumps(document, ensure_ascii=False, indent=2).encode() + b"\n"
    try:
        sys.stdout.buffer.write(answered)
        sys.stdout.flush()
    except BrokenPipeError:
        return False  # the command line knows how to end quietly
    return True


def _options(arguments: list[str]) -> dict[str, str] | None:
    """Read options with a value, the game and --json; None if there is anything else."""
    found: dict[str, str] = {}
    rest = iter(arguments)
    for argument in rest:
        name, equals, value = argument.partition("=")
        if argument == "--json":
            found[name] = ""
        elif name in VALUES:
            found[name] = value if equals else next(rest, "")
        elif name.startswith("-") or "GAME" in found:
            return None
        else:
            found["GAME"] = argument
    return found if {"GAME", "--json"} <= set(found) else None
