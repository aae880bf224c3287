"""The head of a record: what its keys must be, and what is wrong with one that is not."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, Final

from punto.core.checks import Misuse
from punto.core.limits import NO_LIMITS, Limits
from punto.core.money import Cents
from punto.core.policies import Role
from punto.core.state import Face, Setup
from punto.record.problems import RecordError, suggestion
from punto.record.values import LIMITS_WORDS, MOST_DECKS, ROLES, read_money

FORMAT: Final = 1
FLAGS: Final = ("hlga", "private", "reading_device")
SEAT: Final = "seat"
STANDING: Final = "standing"
TABLE: Final = "table"

KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "": (
        *("format", "title", "game", "time", "opened"),
        *(TABLE, "limits", "limits_by_bet", "staff", "patrons", "paid", "play"),
    ),
    TABLE: ("layout", "boxes", "decks", "face", "method", *FLAGS),
    "limits": LIMITS_WORDS,
    "play": ("lines",),
}
_PLACE: Final = re.compile(r"\(at line (\d+), column (\d+)\)")
_PLAY: Final = re.compile(r"\s*(?:play\s*\.\s*)?\"?lines\"?\s*=\s*(?:'''|\"\"\")(.*)")


def load(text: str) -> dict[str, Any]:
    """Read the TOML; say where it is none."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = _PLACE.search(str(error))
        raise RecordError(
            f"this is no TOML ({_PLACE.sub('', str(error)).strip()})",
            "look for a missing quote, bracket or equals sign there",
            line=int(place[1]) if place else text.count("\n") + 1,
            column=int(place[2]) if place else 0,
        ) from None
    except (ValueError, RecursionError, OverflowError) as error:
        raise RecordError(f"this is no TOML ({error})", "write it anew") from None


class Head:
    """Reads one key after the other and knows on which line each stands."""

    def __init__(self, text: str, data: Mapping[str, Any]) -> None:
        """Take the text, and the TOML in it."""
        self._lines = text.split("\n")
        self._data = data

    def wrong(self, key: str, message: str, remedy: str) -> RecordError:
        """Make the error of a key, with the line where the key stands."""
        last = re.escape(key.rpartition(".")[2])
        key_line = re.compile(rf"\s*(?:\[.*)?\"?{last}\"?\s*[=\].]")
        numbered = enumerate(self._lines, start=1)
        return RecordError(
            message, remedy, line=next((at for at, line in numbered if key_line.match(line)), 0)
        )

    def check(self) -> None:
        """Refuse another format, and keys that nobody knows."""
        version = self._data.get("format")
        if type(version) is not int or version != FORMAT:
            said = (
                "the record does not say its format"
                if version is None
                else f"format {version!r} is not known here"
            )
            raise self.wrong("format", said, f"this program reads format = {FORMAT}")
        for table, known in KEYS.items():
            inner = self._data if not table else self._section(table)
            for key in inner:
                if key not in known:
                    where = f" in [{table}]" if table else ""
                    raise self.wrong(key, f"there is no {key!r}{where}", suggestion(key, known))

    def _section(self, name: str) -> Mapping[str, Any]:
        found = self._data.get(name, {})
        if not isinstance(found, dict):
            raise self.wrong(name, f"{name} is no table", f"write [{name}] and its keys below")
        return found

    def items(self, section: str) -> Iterator[tuple[str, Any]]:
        """List the keys and values of a section."""
        yield from self._section(section).items()

    def text(self, key: str, otherwise: str | None = None, section: str = "") -> str:
        """Read a text."""
        inner = self._section(section) if section else self._data
        if key not in inner and otherwise is not None:
            return otherwise
        if key not in inner:
            raise self.wrong(
                section or key, f"the record does not say its {key}", f'write {key} = "..."'
            )
        found = inner[key]
        if not isinstance(found, str):
            raise self.wrong(key, f"{key} is no text", f'write {key} = "..."')
        return found

    def flag(self, key: str, *, default: bool, section: str = "") -> bool:
        """Read a yes or no."""
        found = (self._section(section) if section else self._data).get(key, default)
        if not isinstance(found, bool):
            raise self.wrong(key, f"{key} is neither true nor false", f"write {key} = true")
        return found

    def moment(self) -> datetime:
        """Read when it began."""
        found = self._data.get("time")
        if not isinstance(found, datetime) or found.tzinfo is None:
            raise self.wrong(
                "time",
                "the record does not say when it began, with its zone",
                "write time = 2026-03-05T21:14:00+08:00, without quotes",
            )
        return found

    def setup(self) -> Setup:
        """Read the table."""
        table = self._section(TABLE)
        boxes = table.get("boxes", [])
        if not isinstance(boxes, list) or not all(_label(box) for box in boxes):
            raise self.wrong("boxes", "boxes are no list of labels", 'write boxes = ["1", "2"]')
        decks = table.get("decks", 8)
        if type(decks) is not int or abs(decks) > MOST_DECKS:
            raise self.wrong("decks", "decks is no number of decks", "write decks = 8")
        face = self.text("face", Face.UP, TABLE)
        if face not in list(Face):
            raise self.wrong("face", f"cards are not dealt {face!r}", 'write face = "down" or "up"')
        flags = {name: self.flag(name, default=False, section=TABLE) for name in FLAGS}
        return Setup(
            layout=self.text("layout", section=TABLE),
            boxes=tuple(str(box) for box in boxes),
            decks=decks,
            limits=self._limits("limits", self._section("limits")),
            limits_by_bet=tuple(
                (bet, self._limits(f"limits_by_bet.{bet}", said))
                for bet, said in self.items("limits_by_bet")
            ),
            method=self.text("method", "standard", TABLE),
            face=Face(face),
            **flags,
        )

    def _limits(self, where: str, said: Any) -> Limits:
        if not isinstance(said, dict):
            raise self.wrong(where, f"{where} is no table", "write minimum = 25 below its name")
        for word in said:
            if word not in LIMITS_WORDS:
                raise self.wrong(
                    word, f"there is no limit {word!r}", suggestion(word, LIMITS_WORDS)
                )
        amounts = {word: self.money(f"{where}.{word}", amount) for word, amount in said.items()}
        try:
            return Limits(**amounts) if amounts else NO_LIMITS
        except Misuse as misuse:
            raise self.wrong(where, str(misuse), "put the limits right") from None

    def money(self, key: str, said: Any) -> Cents:
        """Read an amount: whole dollars, or dollars and cents in quotes."""
        cents = said * 100 if type(said) is int else None
        if isinstance(said, str):
            cents = read_money(said)
        if cents is None or abs(cents) >= 10**18:
            last = key.rpartition(".")[2]
            raise self.wrong(
                key, f"{said!r} is no amount", f'write {last} = 25, or {last} = "12.50" with cents'
            )
        return cents

    def role(self, name: str, said: Any) -> Role:
        """Read what a member of the staff is."""
        role = ROLES.get(said) if isinstance(said, str) else None
        if role is None or role is Role.PATRON:
            staff = [text for text, held in ROLES.items() if held is not Role.PATRON]
            raise self.wrong(
                f"staff.{name}", f"{said!r} is no role of staff", suggestion(str(said), staff)
            )
        return role

    def seat(self, name: str, said: Any) -> str | None:
        """Read where a patron sits, None for one who stands."""
        if said == STANDING:
            return None
        word, _, box = said.partition(" ") if isinstance(said, str) else ("", "", "")
        if word != SEAT or not box:
            raise self.wrong(
                f"patrons.{name}", f"{said!r} is no place", f'write "{SEAT} 3" or "{STANDING}"'
            )
        return box

    def play(self) -> tuple[str, int]:
        """Read the text of the play, and the number of the line on which it begins."""
        lines = self.text("lines", "", "play")
        for number, line in enumerate(self._lines, start=1):
            match = _PLAY.match(line)
            if match:
                return lines, number + (0 if match[1].strip() else 1)
        return lines, 1


def _label(box: object) -> bool:
    return isinstance(box, str) or type(box) is int
