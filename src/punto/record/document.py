"""The round record as a TOML text: a head, the cast, and the play in short words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from punto.core.checks import Misuse, require
from punto.core.commands import (
    AssignStaff,
    Command,
    LoadCards,
    OpenTable,
    SeatPatron,
)
from punto.core.limits import Limits
from punto.core.money import Cents
from punto.core.policies import Role
from punto.core.state import Actor, Face, Setup
from punto.record.heads import FLAGS, FORMAT, SEAT, STANDING, Head, load
from punto.record.lines import Cast, Line, Remark, read_line, together, write_line
from punto.record.phrases import RESERVED, Progress
from punto.record.problems import RecordError
from punto.record.values import LIMITS_WORDS, Scene, spoken, write_money

HOUSE: Final = Actor(name="the House", role=Role.ASSISTANT_CASINO_MANAGER)
"""Who opens the table that the head of a record describes (tb4:1.13)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What was done at a table, in order; everything else follows from the rules."""

    game: str
    setup: Setup
    moment: datetime
    title: str = ""
    opened: bool = True
    """True where the head itself opens the table; False where the play begins with that."""
    staff: tuple[tuple[str, Role], ...] = ()
    patrons: tuple[tuple[str, str | None], ...] = ()
    """Patrons and the box where each sits, None for one who stands."""
    paid: tuple[tuple[str, Cents], ...] = ()
    """What each patron is said to have got back in all, where the record states it."""
    play: tuple[Line | Remark, ...] = ()

    def __post_init__(self) -> None:
        """Refuse what a record cannot hold."""
        zone = self.moment.utcoffset()
        require(
            zone is not None and not zone % timedelta(minutes=1),
            "the time of a record has a zone in whole minutes",
        )
        people = [*(name for name, _ in self.staff), *(name for name, _ in self.patrons)]
        require(len(set(people)) == len(people), "everybody stands in the cast once")
        require(Role.PATRON not in (role for _, role in self.staff), "a patron is no staff")
        require(len(dict(self.paid)) == len(self.paid), "what a patron was paid stands once")
        bets = [bet for bet, _ in self.setup.limits_by_bet]
        require(len(set(bets)) == len(bets), "the limits of a bet stand once")

    @property
    def cast(self) -> Cast:
        """Return who is there."""
        return Cast(self.staff, tuple(name for name, _ in self.patrons))

    @property
    def opening(self) -> tuple[Command, ...]:
        """Return what the head says as commands: open, staff, load, seat."""
        if not self.opened:
            return ()
        seated = ((name, box) for name, box in self.patrons if box is not None)
        return (
            OpenTable(actor=HOUSE, setup=self.setup),
            *(AssignStaff(actor=HOUSE, person=name, role=role) for name, role in self.staff),
            LoadCards(actor=HOUSE),
            *(SeatPatron(actor=HOUSE, patron=name, box=box) for name, box in seated),
        )

    @property
    def commands(self) -> tuple[Command, ...]:
        """Return the commands of the play, without the opening."""
        return tuple(
            command for line in self.play if isinstance(line, Line) for command in line.commands
        )


def lines_of(commands: Sequence[Command]) -> tuple[Line, ...]:
    """Put commands into lines: cards that one person draws in a row share one."""
    lines: list[list[Command]] = []
    for command in commands:
        if lines and together(lines[-1][0], command):
            lines[-1].append(command)
        else:
            lines.append([command])
    return tuple(Line(tuple(line)) for line in lines)


def scene(record: Record) -> tuple[Scene, Progress]:
    """Return what the lines of a record lean on, from its beginning."""
    return Scene(record.moment, RESERVED), Progress(record.setup, record.moment)


# --- writing -------------------------------------------------------------------------------------


def write(record: Record) -> str:
    """Write a record; `parse` reads the same record back."""
    return "\n".join(_written(record)) + "\n"


def _written(record: Record) -> Iterator[str]:
    yield f"format = {FORMAT}"
    if record.title:
        yield f"title = {_string(record.title)}"
    yield f"game = {_string(record.game)}"
    yield f"time = {record.moment.isoformat()}"
    if not record.opened:
        yield "opened = false"
    yield from _table(record.setup)
    yield from _section("staff", ((name, _string(spoken(role))) for name, role in record.staff))
    yield from _section("patrons", ((name, _seat(box)) for name, box in record.patrons))
    yield from _section("paid", ((name, _amount(cents)) for name, cents in record.paid))
    yield from ("", "[play]", "lines = '''")
    here, progress = scene(record)
    for line in record.play:
        if isinstance(line, Remark):
            yield f"# {line.text}".rstrip()
        else:
            yield write_line(line, record.cast, progress, here)
    yield "'''"


def _table(setup: Setup) -> Iterator[str]:
    yield from ("", "[table]", f"layout = {_string(setup.layout)}")
    yield f"boxes = [{', '.join(_string(box) for box in setup.boxes)}]"
    yield f"decks = {setup.decks}"
    if setup.face is not Face.UP:
        yield f"face = {_string(setup.face)}"
    if setup.method != "standard":
        yield f"method = {_string(setup.method)}"
    yield from (f"{flag} = true" for flag in FLAGS if getattr(setup, flag))
    yield from _section("limits", _limits(setup.limits))
    for bet, limits in setup.limits_by_bet:
        yield from ("", f"[limits_by_bet.{_key(bet)}]")
        yield from (f"{word} = {amount}" for word, amount in _limits(limits))


def _section(title: str, items: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Write a section, if it has anything in it."""
    lines = [f"{_key(key)} = {value}" for key, value in items]
    if lines:
        yield from ("", f"[{title}]", *lines)


def _seat(box: str | None) -> str:
    return _string(STANDING if box is None else f"{SEAT} {box}")


_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")


def _string(text: str) -> str:
    """Write a TOML string."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Misuse(f"a record cannot hold the text {text!r}") from None
    return f'"{"".join(_escaped(char) for char in text)}"'


def _escaped(char: str) -> str:
    if char in '"\\':
        return f"\\{char}"
    return char if char.isprintable() else f"\\U{ord(char):08x}"


def _key(text: str) -> str:
    return text if _BARE_KEY.fullmatch(text) else _string(text)


def _amount(cents: Cents) -> str:
    require(abs(cents) < 10**18, f"a record cannot hold an amount of {cents} cents")
    return _string(write_money(cents)) if cents % 100 else str(cents // 100)


def _limits(limits: Limits) -> Iterator[tuple[str, str]]:
    for word in LIMITS_WORDS:
        amount = getattr(limits, word)
        if amount is not None and not (word == "unit" and amount == 1):
            yield word, _amount(amount)


# --- reading -------------------------------------------------------------------------------------


def parse(text: str) -> Record:
    """Read a record; raise `RecordError`, and nothing else, where it is none."""
    plain = text.replace("\r\n", "\n")
    head = Head(plain, load(plain))
    head.check()
    try:
        record = Record(
            game=head.text("game"),
            title=head.text("title", ""),
            moment=head.moment(),
            opened=head.flag("opened", default=True),
            setup=head.setup(),
            staff=tuple((name, head.role(name, said)) for name, said in head.items("staff")),
            patrons=tuple((name, head.seat(name, said)) for name, said in head.items("patrons")),
            paid=tuple(
                (name, head.money(f"paid.{name}", said)) for name, said in head.items("paid")
            ),
        )
    except Misuse as misuse:
        raise RecordError(str(misuse), "put the head right") from None
    return replace(record, play=tuple(_play(record, *head.play())))


def _play(record: Record, text: str, first: int) -> Iterator[Line | Remark]:
    here, progress = scene(record)
    for number, line in enumerate(text.split("\n"), start=first):
        said = line.strip()
        if not said:
            continue
        try:
            if said.startswith("#"):
                yield Remark(said[1:].strip())
            else:
                yield read_line(line, record.cast, progress, here)
        except RecordError as error:
            raise error.at(number) from None
        except Misuse as misuse:
            raise RecordError(str(misuse), "write it otherwise", line=number) from None
