"""The grammar of a line of a play, made from the phrases themselves (EBNF of ISO 14977).

    python -m punto.record.grammar

prints it; `docs/reference/record.md` holds the same text, and a test that it does.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Final

from punto.core.commands import Command, Effect
from punto.core.rulebook import Kind
from punto.record import values as v
from punto.record.patterns import Field, Literal, Optional, Part
from punto.record.phrases import CODECS, PHRASES, SETUP, Phrase

WIDTH: Final = 100

TOP: Final = """\
play   = { line , end of line } ;
line   = [ remark | [ actor ] , deed ] ;
remark = "#" , text ;
actor  = name , [ "as" , role ] | role ;
"""

TERMS: Final = """\
id, name, box, method, interpretation = word | quoted ;
bet            = word | quoted ;
winner         = "player" | "banker" | "tie" | word | quoted ;
word           = letter or digit , { letter or digit or one of _ . + - ' } ;
quoted         = a JSON string: '"' , { any sign, with \\" and \\\\ and \\n and \\u0000 } , '"' ;
text           = the rest of the line, or quoted ;
money          = [ "-" ] , digits , [ "." , digit , digit ] ;
number         = [ "-" ] , digits ;
known          = rank , suit ;
card           = known | "??" ;
seen           = card , [ "-up" | "-down" ] ;
exposure       = number , [ "=" , known ] ;
cards          = known , { known } | "none" ;
sorted         = cards | "all" , number , ( "decks" | "deck" ) , "but" , cards ;
rank           = "A" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "10" | "J" | "Q" | "K" ;
suit           = "S" | "H" | "D" | "C" ;
moment         = hh:mm, hh:mm:ss (on the day of the head) or a date and time of ISO 8601 ;
limits         = limit , { limit } | "none" ;
limit          = ( "minimum" | "maximum" | "differential" | "unit" ) , money ;
limits by bet  = { "for" , bet , limits } ;
"""

CLOSED: Final[Mapping[str, Sequence[str]]] = {
    "role": tuple(v.ROLES),
    "side": ("player", "banker"),
    "kind": tuple(v.spoken(kind) for kind in Kind),
    "effect": tuple(v.spoken(effect) for effect in Effect),
    "face": ("up", "down"),
    "choice": ("continue", "return"),
    "switch": ("on", "off"),
    "exposed": ("face up", "face down"),
    "power": ("power failure", "interruption"),
    "repairable": ("repairable", "beyond repair"),
}


def ebnf() -> str:
    """Write the whole grammar."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield TOP
    kinds = list(dict.fromkeys(phrase.command for phrase in PHRASES))
    yield from _alternatives("deed", [_title(kind) for kind in kinds])
    yield ""
    for kind in kinds:
        phrases = [_phrase(phrase) for phrase in PHRASES if phrase.command is kind]
        yield from _alternatives(_title(kind), phrases)
    yield from _alternatives("setup", [_parts(SETUP.parts)])
    yield ""
    for name, words in CLOSED.items():
        yield from _alternatives(name, [f'"{word}"' for word in words])
    yield ""
    yield TERMS.rstrip("\n")


def _alternatives(name: str, options: Sequence[str]) -> Iterator[str]:
    """Write a rule, on one line if it fits."""
    line = f"{name} = {' | '.join(options)} ;"
    if len(line) <= WIDTH:
        yield line
        return
    if all("," not in option for option in options):
        yield from wrap(line, WIDTH, subsequent_indent="    ", break_on_hyphens=False)
        return
    yield f"{name} ="
    for number, option in enumerate(options):
        said = f"    {'| ' if number else '  '}{option}"
        yield from wrap(said, WIDTH, subsequent_indent=" " * 8, break_on_hyphens=False)
    yield "    ;"


def _title(kind: type[Command]) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", " ", kind.__name__).lower()


def _phrase(phrase: Phrase) -> str:
    words = _parts(phrase.pattern.parts)
    return f'{words} , [ ":" , text ]' if phrase.text is not None else words


def _parts(parts: Sequence[Part]) -> str:
    return " , ".join(said for said in map(_part, parts) if said)


def _part(part: Part) -> str:
    match part:
        case Literal(forms):
            words = " | ".join(f'"{form}"' for form in forms)
            return f"( {words} )" if len(forms) > 1 else words
        case Optional(parts):
            return f"[ {_parts(parts)} ]"
        case Field(_, codec, many):
            name = _NAMES[codec.title, codec.example]
            return f"{name} , {{ {name} }}" if many else name


_NAMES: Final = {
    (codec.title, codec.example): "" if codec is v.YES else name.replace("_", " ")
    for name, codec in CODECS.items()
} | {(v.PERSON.title, v.PERSON.example): "name"}


if __name__ == "__main__":
    sys.stdout.write(ebnf())
