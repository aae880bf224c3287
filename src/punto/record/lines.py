"""A line of a play: who acts, and what in short words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from punto.core.checks import Misuse, require
from punto.core.commands import Command, DrawCard, ExposeCard
from punto.core.policies import Role
from punto.core.state import Actor
from punto.record.patterns import Furthest
from punto.record.phrases import PHRASES, RESERVED, VERBS, Phrase, Progress
from punto.record.problems import RecordError, suggestion
from punto.record.tokens import Token, split
from punto.record.tokens import name as write_name
from punto.record.values import ROLE, ROLES, Mismatch, Scene, spoken


@dataclass(frozen=True, slots=True)
class Remark:
    """A line for the reader; it does nothing."""

    text: str

    def __post_init__(self) -> None:
        """Refuse what one line cannot hold."""
        require(
            self.text == self.text.strip() and "'''" not in self.text,
            f"a remark cannot hold {self.text!r}",
        )
        require(
            all(char.isprintable() for char in self.text), "a remark is one line of printed signs"
        )


@dataclass(frozen=True, slots=True)
class Line:
    """One line: a command, or several cards drawn or exposed by one person."""

    commands: tuple[Command, ...]

    def __post_init__(self) -> None:
        """Refuse what one line cannot say."""
        require(bool(self.commands), "a line has at least one command")
        first = self.commands[0]
        require(
            all(together(first, command) for command in self.commands[1:]),
            "a line holds one command, or several of drawing or exposing by one person",
        )


def together(one: Command, other: Command) -> bool:
    """Tell whether two commands may stand in one line."""
    if isinstance(one, DrawCard) and isinstance(other, DrawCard):
        return replace(one, card=None) == replace(other, card=None)
    if isinstance(one, ExposeCard) and isinstance(other, ExposeCard):
        return one.actor == other.actor
    return False


@dataclass(frozen=True, slots=True)
class Cast:
    """Who is at the table, and as what."""

    staff: tuple[tuple[str, Role], ...]
    patrons: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """List everybody."""
        return (*(name for name, _ in self.staff), *self.patrons)

    def role(self, name: str) -> Role | None:
        """Return what somebody is here as."""
        if name in self.patrons:
            return Role.PATRON
        return dict(reversed(self.staff)).get(name)

    def holding(self, role: Role) -> Actor:
        """Return the first who holds a role; where nobody is named, whoever holds it."""
        for name, held in self.staff:
            if held is role:
                return Actor(name=name, role=role)
        return Actor(name=spoken(role), role=role)


def read_line(text: str, cast: Cast, progress: Progress, scene: Scene) -> Line:
    """Read one line; `RecordError` with its column where it says nothing that is known."""
    words = split(text)
    tokens = words.tokens
    try:
        actor, place = _actor(tokens, cast, scene)
        commands = _commands(actor, tokens, place, words.text, progress, scene)
    except Mismatch as wrong:
        given = tokens[wrong.place].text if wrong.place < len(tokens) else ""
        said = f"{given!r} does not fit here" if given else "the line is not finished"
        raise RecordError(said, f"write {wrong.wanted}", column=words.column(wrong.place)) from None
    for command in commands:
        progress.after(command)
    return Line(commands)


def _actor(tokens: Sequence[Token], cast: Cast, scene: Scene) -> tuple[Actor, int]:
    if not tokens:
        raise Mismatch(0, "who does what, as Ann bets 100 on banker at 3")
    first = tokens[0]
    if first.quoted or first.text not in RESERVED:
        return _named(first, tokens, cast, scene)
    if first.text in VERBS:
        return cast.holding(Role.DEALER), 0
    role, place = ROLE.read(tokens, 0, scene)
    return cast.holding(role), place


def _named(first: Token, tokens: Sequence[Token], cast: Cast, scene: Scene) -> tuple[Actor, int]:
    if len(tokens) > 1 and tokens[1].says(("as",)):
        role, place = ROLE.read(tokens, 2, scene)
        return Actor(name=first.text, role=role), place
    role = cast.role(first.text)
    if role is None:
        known = [*cast.names, *VERBS, *ROLES]
        raise RecordError(
            f"there is no {first.text!r} at this table, and it is no deed",
            f"{suggestion(first.text, known) if known else 'list people in the cast'}"
            if _near(first.text, known)
            else "list people under [staff] or [patrons]; a deed is, for example, bets, deals",
            column=first.column,
        )
    return Actor(name=first.text, role=role), 1


def _near(given: str, known: Sequence[str]) -> bool:
    return suggestion(given, known).startswith("did you mean")


def _commands(
    actor: Actor,
    tokens: Sequence[Token],
    place: int,
    text: str | None,
    progress: Progress,
    scene: Scene,
) -> tuple[Command, ...]:
    furthest = Furthest()
    phrases = [item for item in PHRASES if _begins(item, tokens, place)]
    if not phrases:
        raise _no_such_deed(tokens, place)
    for phrase in phrases:
        try:
            return phrase.read(actor, tokens, place, text, progress, scene, furthest)
        except Mismatch as mismatch:
            furthest.missed(mismatch)
        except Misuse as misuse:
            furthest.missed(Mismatch(place, str(misuse)))
    raise Mismatch(furthest.place, " or ".join(furthest.wanted))


def _begins(phrase: Phrase, tokens: Sequence[Token], place: int) -> bool:
    return place < len(tokens) and tokens[place].says(phrase.pattern.verb)


def _no_such_deed(tokens: Sequence[Token], place: int) -> Exception:
    if place >= len(tokens):
        return Mismatch(place, "what is done, as bets 100 on banker at 3")
    token = tokens[place]
    return RecordError(
        f"{token.text!r} is not a deed", suggestion(token.text, sorted(VERBS)), column=token.column
    )


def write_line(line: Line, cast: Cast, progress: Progress, scene: Scene) -> str:
    """Write one line in its shortest words."""
    first = line.commands[0]
    who = _write_actor(first.actor, cast)
    for phrase in PHRASES:
        if phrase.command is type(first):
            said = phrase.write(line.commands, 0 if who else 1, progress, scene)
            if said:
                break
    else:
        raise Misuse(f"a record has no words for {first!r}")
    for command in line.commands:
        progress.after(command)
    return f"{who} {said}" if who else said


def _write_actor(actor: Actor, cast: Cast) -> str:
    if actor == cast.holding(Role.DEALER):
        return ""
    if actor == cast.holding(actor.role) and actor.name == spoken(actor.role):
        return actor.name
    written = write_name(actor.name, RESERVED)
    return written if cast.role(actor.name) is actor.role else f"{written} as {spoken(actor.role)}"
