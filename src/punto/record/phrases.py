"""Every command in short words: the phrases that a line of a play may be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from datetime import datetime, timedelta
from typing import Any, Final

from punto.core import commands as c
from punto.core.state import Actor, Setup
from punto.record import values as v
from punto.record.patterns import Furthest, Pattern, Values, compile_pattern
from punto.record.tokens import Token, free_text
from punto.record.values import Codec, Mismatch, Scene

CODECS: Final[dict[str, Codec]] = {
    "person": v.PERSON,
    "id": v.ID,
    "box": v.BOX,
    "method": v.METHOD,
    "interpretation": v.INTERPRETATION,
    "money": v.MONEY,
    "number": v.NUMBER,
    "side": v.SIDE,
    "role": v.ROLE,
    "kind": v.KIND,
    "face": v.FACE,
    "choice": v.CHOICE,
    "effect": v.EFFECT,
    "switch": v.SWITCH,
    "exposed": v.EXPOSED,
    "power": v.POWER,
    "repairable": v.REPAIRABLE,
    "winner": v.WINNER,
    "card": v.CARD,
    "known": v.KNOWN,
    "seen": v.SEEN,
    "exposure": v.EXPOSURE,
    "cards": v.CARDS,
    "sorted": v.SORTED,
    "moment": v.MOMENT,
    "limits": v.LIMITS,
    "limits_by_bet": v.LIMITS_BY_BET,
    "bet": v.BET,
    "yes": v.YES,
}

BETWEEN_ROUNDS: Final = timedelta(minutes=1)
BETTING: Final = timedelta(seconds=30)
"""When a call for bets and "No more bets" come, where the record does not say."""


@dataclass(slots=True)
class Progress:
    """What a line may leave out because of the lines before it."""

    setup: Setup
    moment: datetime
    started: bool = False
    wagers: int = 0
    insurances: int = 0

    def defaults(self, command: type[c.Command], actor: Actor) -> dict[str, Any]:
        """Return the value that each field has where a line does not say it."""
        found: dict[str, Any] = {
            item.name: item.default if item.default is not MISSING else None
            for item in fields(command)
        }
        found["actor"] = actor
        for name in ("patron", "reason", "note", "text"):
            if name in found:
                found[name] = actor.name if name == "patron" else ""
        if command is c.OpenTable:
            found["setup"] = self.setup
        if command is c.CallForBets:
            found["at"] = self._later(BETWEEN_ROUNDS) if self.started else self.moment
        if command is c.CloseBets:
            found["at"] = self._later(BETTING)
        if command in (c.PlaceWager, c.AcceptUnchecked):
            found["id"] = f"w{self.wagers + 1}"
        if command is c.PlaceInsurance:
            found["id"] = f"i{self.insurances + 1}"
        return found

    def _later(self, by: timedelta) -> datetime:
        try:
            return self.moment + by
        except OverflowError:
            return self.moment

    def after(self, command: c.Command) -> None:
        """Go on behind a command."""
        match command:
            case c.CallForBets(at=at) | c.CloseBets(at=at):
                self.moment, self.started = at, True
            case c.PlaceWager() | c.AcceptUnchecked():
                self.wagers += 1
            case c.PlaceInsurance():
                self.insurances += 1
            case _:
                pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrase:
    """A command and the words for it."""

    command: type[c.Command]
    pattern: Pattern
    text: str | None = None
    """The field that is written behind a colon."""
    spread: tuple[str, ...] = ()
    """Fields that differ between the commands of one line, which are written as one list."""
    fixed: Mapping[str, Any] = field(default_factory=dict)
    """Fields that these words say without naming them."""

    def read(
        self,
        actor: Actor,
        tokens: Sequence[Token],
        place: int,
        text: str | None,
        progress: Progress,
        scene: Scene,
        furthest: Furthest,
    ) -> tuple[c.Command, ...]:
        """Read a line as these commands."""
        values, end = self.pattern.read(tokens, place, scene, furthest)
        if end < len(tokens):
            raise Mismatch(end, "the end of the line")
        if text is not None and self.text is None:
            raise Mismatch(end, "no text behind a colon here")
        known = progress.defaults(self.command, actor) | dict(self.fixed)
        if self.text is not None and text is not None:
            known[self.text] = text
        if not self.spread:
            return (self.command(**known | values),)
        items = values.pop("spread")
        return tuple(self.command(**known | values | self._one(item)) for item in items)

    def _one(self, item: Any) -> Values:
        return dict(zip(self.spread, item if len(self.spread) > 1 else (item,), strict=True))

    def write(self, line: Sequence[c.Command], form: int, progress: Progress, scene: Scene) -> str:
        """Write commands in these words; "" if the words cannot say them."""
        first = line[0]
        said = {item.name for item in self.pattern.fields()} | set(self.spread)
        values = {item.name: getattr(first, item.name) for item in fields(first)}
        if self.spread:
            values["spread"] = tuple(self._item(command) for command in line)
        defaults = progress.defaults(self.command, first.actor) | dict(self.fixed)
        silent = set(values) - said - {self.text, "spread"}
        if any(values[name] != defaults[name] for name in silent):
            return ""
        if any(item.lacks(values.get(item.name)) for item in self.pattern.required()):
            return ""
        words = self.pattern.write(values, defaults, form, scene)
        text = values[self.text] if self.text else ""
        return f"{words}: {free_text(text)}" if text else words

    def _item(self, command: c.Command) -> Any:
        item = tuple(getattr(command, name) for name in self.spread)
        return item if len(self.spread) > 1 else item[0]


def _phrase(
    command: type[c.Command],
    text: str,
    behind: str | None = None,
    spread: tuple[str, ...] = (),
    **fixed: Any,
) -> Phrase:
    pattern = compile_pattern(text, CODECS)
    return Phrase(command=command, pattern=pattern, text=behind, spread=spread, fixed=fixed)


SETUP: Final = compile_pattern(
    "with layout {layout:id} [boxes {boxes:box*}] decks {decks:number} limits {limits:limits} "
    "[{limits_by_bet:limits_by_bet}] [method {method:method}] [face {face:face}] "
    "[hlga {hlga:yes}] [private {private:yes}] [reading {reading_device:yes}]",
    CODECS,
)


def _read_setup(tokens: Sequence[Token], place: int, scene: Scene) -> tuple[Setup, int]:
    values, end = SETUP.read(tokens, place, scene, Furthest())
    return Setup(**{"boxes": (), **values}), end


def _write_setup(setup: Setup, scene: Scene) -> str:
    values = {item.name: getattr(setup, item.name) for item in fields(setup)}
    defaults = {item.name: item.default for item in fields(setup)} | {"boxes": ()}
    return SETUP.write(values, defaults, 0, scene)


CODECS["setup"] = Codec("setup", _read_setup, _write_setup, "with layout A boxes 1 2 decks 8 ...")

PHRASES: Final[tuple[Phrase, ...]] = (
    _phrase(c.OpenTable, "opens|open the table [{setup:setup}]"),
    _phrase(c.CloseTable, "closes|close the table"),
    _phrase(c.AssignStaff, "makes|make {person:person} {role:role}"),
    _phrase(c.AssignStaff, "relieves|relieve {person:person}", role=None),
    _phrase(c.LoadCards, "loads|load cards [of {decks:number} decks]", "reason"),
    _phrase(c.BurnCard, "burns|burn {card:card}"),
    _phrase(c.SetLimits, "sets|set limits {limits:limits} [{limits_by_bet:limits_by_bet}]"),
    _phrase(c.SetMethod, "chooses|choose method {method:method}"),
    _phrase(c.SetFace, "sets|set face {face:face}"),
    _phrase(c.PostNotice, "posts|post notice", "text"),
    _phrase(c.TakeNoticeDown, "takes|take down notice", "text"),
    _phrase(c.RestrictWagers, "restricts|restrict wagers to {number:number}"),
    _phrase(c.SwitchInsurance, "switches|switch insurance {offered:switch}"),
    _phrase(c.SeatPatron, "seats|seat {patron:person} at {box:box}"),
    _phrase(c.UnseatPatron, "unseats|unseat {patron:person}"),
    _phrase(c.PatronLeaves, "leaves|leave"),
    _phrase(c.PatronLeaves, "sees|see {patron:person} leave"),
    _phrase(c.CallForBets, "calls|call for bets [at {at:moment}]"),
    _phrase(c.AcknowledgeExposedCard, "acknowledges|acknowledge the exposed card"),
    _phrase(
        c.PlaceWager,
        "bets|bet {stake:money} on {bet:bet} at {box:box} [as {id:id}] [for {patron:person}] "
        "[laid {at:moment}]",
    ),
    _phrase(
        c.AcceptUnchecked,
        "overlooks|overlook {stake:money} on {bet:bet} at {box:box} by {patron:person} "
        "[as {id:id}]",
    ),
    _phrase(c.JoinWager, "joins|join {id:id} with {stake:money} [for {patron:person}]"),
    _phrase(c.RaiseWager, "raises|raise {id:id} to {stake:money} [for {patron:person}]"),
    _phrase(c.LowerWager, "lowers|lower {id:id} to {stake:money} [for {patron:person}]"),
    _phrase(c.WithdrawWager, "withdraws|withdraw {id:id} [for {patron:person}]"),
    _phrase(c.RemoveWager, "removes|remove {id:id}", "reason"),
    _phrase(c.CloseBets, "calls|call no more bets [at {at:moment}]"),
    _phrase(
        c.DrawCard, "deals|deal|draws|draw {spread:card*} [{exposed:exposed}]", spread=("card",)
    ),
    _phrase(c.ExposeCard, "exposes|expose {spread:exposure*}", spread=("number", "card")),
    _phrase(c.CuttingCard, "finds|find the cutting card"),
    _phrase(c.AllowWithdrawal, "allows|allow withdrawal"),
    _phrase(c.ChooseRevealOrder, "reveals|reveal {first:side} first"),
    _phrase(c.RequestSqueeze, "asks|ask to squeeze {side:side} [for {patron:person}]"),
    _phrase(c.PermitSqueeze, "lets|let {patron:person} squeeze {side:side}"),
    _phrase(c.PassCards, "passes|pass the {side:side} cards"),
    _phrase(c.DeclineCards, "declines|decline the {side:side} cards [for {patron:person}]"),
    _phrase(c.DesignateHandler, "gives|give the {side:side} cards to {patron:person}"),
    _phrase(c.DesignateHandler, "keeps|keep the {side:side} cards", patron=None),
    _phrase(c.TakeDevice, "takes|take the device"),
    _phrase(c.TakeDevice, "gives|give the device to {patron:person}"),
    _phrase(c.GiveUpDevice, "returns|return the device"),
    _phrase(c.GiveUpDevice, "takes|take the device from {patron:person}"),
    _phrase(c.NoteAbsence, "notes|note {patron:person} absent"),
    _phrase(c.OpenInsurance, "offers|offer insurance"),
    _phrase(
        c.PlaceInsurance,
        "insures|insure {side:side} {stake:money} at {box:box} [as {id:id}] [for {patron:person}] "
        "[late {late:yes}]",
    ),
    _phrase(c.DeclineInsurance, "declines|decline insurance [for {patron:person}]"),
    _phrase(c.ConsentEarlySqueeze, "lets|let {patron:person} squeeze early"),
    _phrase(c.ReopenInsurance, "offers|offer insurance late"),
    _phrase(c.RefundMissedInsurance, "refunds|refund missed insurance to {patrons:person*}"),
    _phrase(c.RefundMissedInsurance, "refunds|refund missed insurance to nobody", patrons=()),
    _phrase(c.Declare, "declares|declare [{winner:winner}]"),
    _phrase(c.Settle, "settles|settle"),
    _phrase(c.ReportInterruption, "reports|report {power:power}", "note"),
    _phrase(
        c.ReportIrregularity,
        "reports|report {kind:kind} [behind it {behind:kind}] [drawn {drawn:seen*}] "
        "[cards {cards:number*}]",
        "note",
    ),
    _phrase(c.JudgeReconstruction, "judges|judge {repairable:repairable}", "reason"),
    _phrase(c.AssignOrder, "puts|put cards in order {order:number*}"),
    _phrase(c.AssignOrder, "puts|put no cards in order", order=()),
    _phrase(c.ChooseOption, "chooses|choose to {choice:choice} [for {patron:person}]"),
    _phrase(c.Resume, "resumes|resume"),
    _phrase(
        c.EnterMissingCard,
        "sorts|sort {sorted_cards:sorted} and sets aside {set_aside:cards} "
        "[gone in order {cards:known*}]",
    ),
    _phrase(
        c.Rule,
        "rules|rule {effect:effect} [for {wagers:id*}] [on {interpretation:interpretation}]",
        "reason",
    ),
    _phrase(c.CorrectResult, "corrects|correct the cards to {cards:cards}", "reason"),
)

VERBS: Final = frozenset(form for phrase in PHRASES for form in phrase.pattern.verb)
RESERVED: Final = (
    frozenset(word for phrase in PHRASES for word in phrase.pattern.literals())
    | frozenset(SETUP.literals())
    | frozenset(word for text in v.ROLES for word in text.split())
    | frozenset({"all", "as", "but", "deck", "decks", "none", *v.LIMITS_WORDS})
)
"""Words that a name cannot be unless it stands in quotes."""
