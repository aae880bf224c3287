"""A replay as a text for people: each line of the play, what followed, who gets what, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import fill

from punto.core.events import ResultCorrected, RoundSettled, RoundVoided, RoundWithoutResult
from punto.core.money import Cents
from punto.core.outcome import Side
from punto.core.refusal import Refused
from punto.core.rulebook import Result, Rulebook
from punto.core.settle import Line
from punto.core.state import Placed
from punto.record import wording as w
from punto.record.replaying import Answered, Happened, Replay, Step
from punto.record.values import spoken
from punto.record.words import say

WIDTH = 100
ENDS = (RoundSettled, RoundVoided, RoundWithoutResult, ResultCorrected)


def tell(replay: Replay) -> str:
    """Write the whole text."""
    return page(_lines(replay))


def page(lines: Iterable[str]) -> str:
    """Join lines; signs that are no print are spelt out, so that no name commands a terminal."""
    text = "\n".join(lines) + "\n"
    return "".join(
        char if char.isprintable() or char == "\n" else repr(char)[1:-1] for char in text
    )


def _lines(replay: Replay) -> Iterator[str]:
    record, rules = replay.record, replay.rules
    if record.title:
        yield from (wrap(record.title, 0), "")
    yield f"{rules.document.title}, {rules.id}"
    if record.opened:
        yield wrap(w.sentence(w.table(record.setup)), 0)
    yield from _cast(replay)
    for answered in replay.opening:
        if answered.refused is not None:
            yield from _refusal(answered.refused)
    yield ""
    for step in replay.steps:
        yield from _step(step, rules)
    yield from _sums(replay)


def _cast(replay: Replay) -> Iterator[str]:
    record = replay.record
    staff = [f"{name}, {spoken(role)}" for name, role in record.staff]
    seats = [
        f"{name} at box {box}" if box is not None else f"{name} standing"
        for name, box in record.patrons
    ]
    if staff:
        yield wrap(f"Staff: {'; '.join(staff)}.", 0)
    if seats:
        yield wrap(f"Players: {'; '.join(seats)}.", 0)


def _step(step: Step, rules: Rulebook) -> Iterator[str]:
    if step.remark:
        yield wrap(f"# {step.text}".rstrip(), 0)
        return
    yield wrap(f"> {step.text}", 2)
    for answers in _runs(step.answers):
        for sentences, cited in _paragraphs(answers, rules):
            yield wrap(f"  {' '.join(sentences)}{cited}", 2)
        for answered in answers:
            if answered.refused is not None:
                yield from _refusal(answered.refused)
            for happened in answered.events:
                if isinstance(happened.event, ENDS):
                    yield from _settlement(happened, rules)


def _runs(answers: Sequence[Answered]) -> Iterator[Sequence[Answered]]:
    """Cut the answers to one line behind each refusal, so that all is told in its order."""
    run: list[Answered] = []
    for answered in answers:
        if answered.refused is not None and run:
            yield run
            run = []
        run.append(answered)
        if answered.refused is not None:
            yield run
            run = []
    if run:
        yield run


def _paragraphs(answers: Sequence[Answered], rules: Rulebook) -> Iterator[tuple[list[str], str]]:
    """Put sentences that rest on the same clauses together, and cite once."""
    sentences: list[str] = []
    cited = ""
    for happened in (one for answered in answers for one in answered.events):
        said = say(happened.event, happened.before, rules)
        if not said:
            continue
        rests_on = w.citation(happened.event.clauses, happened.event.by)
        if sentences and rests_on != cited:
            yield sentences, cited
            sentences = []
        sentences.append(said)
        cited = rests_on
    if sentences:
        yield sentences, cited


def _refusal(refused: Refused) -> Iterator[str]:
    cited = w.citation(refused.clauses, refused.by)
    remedy = f" What is right: {w.sentence(refused.remedy)}" if refused.remedy else ""
    said = w.in_dollars(f"{w.sentence(refused.reason)}{remedy}")
    yield wrap(f"  REFUSED: {said}{cited}", 2)


def _settlement(happened: Happened, rules: Rulebook) -> Iterator[str]:
    event = happened.event
    lines: tuple[tuple[str, Line], ...] = getattr(event, "lines", ())
    placed = (
        {item.id: item for item in happened.before.round.wagers} if happened.before.round else {}
    )
    patrons: dict[str, list[Line]] = {}
    for patron, line in lines:
        patrons.setdefault(patron, []).append(line)
    for patron, own in patrons.items():
        yield f"  {patron}"
        for line in own:
            yield wrap(f"    {line_words(line, placed.get(line.id), rules)}", 6)
        staked = sum(line.stake for line in own)
        back = sum(line.returned for line in own)
        yield (
            f"    in all: staked {w.money(staked)}, gets back {w.money(back)} "
            f"({gain(back - staked)})"
        )


def gain(cents: Cents) -> str:
    """Say what came of it in all."""
    if cents == 0:
        return "even"
    return f"won {w.money(cents)}" if cents > 0 else f"lost {w.money(-cents)}"


def line_words(line: Line, placed: Placed | None, rules: Rulebook) -> str:
    """Say how one bet ended: `$100 on Banker (w1) wins at 1 to 2: profit $50, back $150`."""
    on = (
        f"of {w.bet_name(line.bet, rules)}"
        if is_insurance(line)
        else f"on {w.bet_name(line.bet, rules)}"
    )
    name = f"{w.money(line.stake)} {on} ({line.id})"
    rest = left_out(line, placed)
    part = f", for {w.money(line.stake - rest)} of it" if rest else ""
    over = f"; {w.money(rest)} did not play and is returned" if rest else ""
    cited = w.citation(line.clauses, line.by)
    match line.result:
        case Result.WIN:
            return (
                f"{name} wins at {line.odds}{part}: profit {w.money(line.profit)}, "
                f"back {w.money(line.returned)}{over}{cited}"
            )
        case Result.LOSE:
            return f"{name} loses{part}{over}{cited}"
        case Result.PUSH:
            return f"{name} is returned{cited}"


def is_insurance(line: Line) -> bool:
    """Tell whether a line is that of an Insurance."""
    return line.bet in {f"{side}_insurance" for side in Side}


def left_out(line: Line, placed: Placed | None) -> Cents:
    """Return the part of a stake that did not play (tb4:5.1.1, mbs5:5.15)."""
    if line.result is Result.LOSE:
        return line.returned
    if line.result is Result.WIN and placed is not None and placed.at_risk is not None:
        return placed.stake - placed.at_risk if len(placed.shares) == 1 else _unplayed(line)
    return 0


def _unplayed(line: Line) -> Cents:
    """Work the unplayed part of a share out of its profit."""
    if line.odds is None:
        return 0
    return line.stake - line.profit * line.odds.den // line.odds.num


def _sums(replay: Replay) -> Iterator[str]:
    totals = replay.totals()
    paid = dict(replay.record.paid)
    if len(replay.rounds) > 1 and totals:
        yield ""
        yield "In all rounds"
        for patron, (staked, back) in totals.items():
            yield (
                f"  {patron}: staked {w.money(staked)}, got back {w.money(back)} "
                f"({gain(back - staked)})"
            )
    if paid:
        yield ""
        for patron, cents in paid.items():
            due = totals.get(patron, (0, 0))[1]
            yield f"  {_compared(patron, cents, due)}"


def _compared(patron: str, paid: Cents, due: Cents) -> str:
    said = f"The record says that {patron} got back {w.money(paid)}"
    if paid == due:
        return f"{said}, as the rules require."
    way = "too little" if paid < due else "too much"
    return f"{said}; the rules require {w.money(due)}: {w.money(abs(due - paid))} {way}."


def wrap(text: str, indent: int = 2) -> str:
    """Break a line that is too long; what follows stands further in."""
    first = len(text) - len(text.lstrip())
    return fill(
        text.strip(),
        WIDTH,
        initial_indent=" " * first,
        subsequent_indent=" " * (first + 2 if indent else 2),
        break_long_words=False,
        break_on_hyphens=False,
    )
