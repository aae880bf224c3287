"""Every way in which a record can be wrong is answered with its line and what would be right."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from punto.core.checks import Misuse
from punto.core.commands import CloseTable, DrawCard, PlaceWager, RestrictWagers, Settle
from punto.core.policies import Role
from punto.core.rulebook import Rulebook
from punto.core.state import Actor
from punto.record.comparing import tell_compared
from punto.record.document import Record, parse, write
from punto.record.lines import Line, Remark
from punto.record.problems import RecordError
from punto.record.replaying import replay
from punto.record.telling import tell
from punto.rules import find

GOLDEN = Path(__file__).parents[1] / "playthroughs" / "settlement" / "wu_dalang.toml"
TEXT = GOLDEN.read_text(encoding="utf-8")
LIM = Actor(name="Lim", role=Role.DEALER)


def error(text: str) -> RecordError:
    """Read a text that must be wrong."""
    with pytest.raises(RecordError) as caught:
        parse(text)
    return caught.value


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("time = 2026-03-05T21:14:00+08:00", "time = 2026-03-05T21:14:00", "with its zone"),
        ("time = 2026", 'title = "twice"\ntime = 2026', "this is no TOML"),
        ('game = "rws-tiger-buffalo@4"\n', "", "does not say its game"),
        ('game = "rws-tiger-buffalo@4"', "game = 4", "game is no text"),
        ('layout = "C"\n', "", "does not say its layout"),
        ("decks = 8", 'decks = "8"', "no number of decks"),
        ("decks = 8", 'decks = 8\nface = "sideways"', "not dealt 'sideways'"),
        ("decks = 8", 'decks = 8\nhlga = "yes"', "neither true nor false"),
        ("decks = 8", "decks = 8\ncolour = 1", "there is no 'colour' in [table]"),
        ('boxes = ["1"', "boxes = [1.5", "no list of labels"),
        ("minimum = 25", 'minimum = "25.5"', "is no amount"),
        ("minimum = 25", "minimum = 25\nmaximum = 20", "above the maximum"),
        ("minimum = 25", "minimun = 25", "did you mean minimum?"),
        ("[limits]", "[limits_by_bet]\ntie = 3\n[limits]", "limits_by_bet.tie is no table"),
        ("[limits]", "[limits_by_bet.tie]\nminimun = 3\n[limits]", "no limit 'minimun'"),
        ('Lim = "dealer"', 'Ann = "dealer"', "stands in the cast once"),
        ('Lim = "dealer"', 'Lim = "patron"', "is no role of staff"),
        ('Bob = "standing"', "Bob = 3", "is no place"),
        ("[play]", "[play]\nspeed = 3", "there is no 'speed' in [play]"),
    ],
)
def test_a_wrong_head_is_answered(old: str, new: str, said: str) -> None:
    assert old in TEXT
    assert said in str(error(TEXT.replace(old, new, 1)))


def test_a_section_that_is_no_table_is_answered() -> None:
    wrong = 'format = 1\ngame = "tb4"\ntime = 2026-03-05T21:14:00+08:00\ntable = 3\n'
    assert "table is no table" in str(error(wrong))


def test_a_number_of_the_format_that_is_not_known_is_answered_before_all_else() -> None:
    assert "format 7 is not known here" in str(error('format = 7\ngame = "tb4"\nnew = true\n'))


@pytest.mark.parametrize(
    ("line", "column", "said"),
    [
        ("Ann", 4, "what is done"),
        ("Ann as", 7, "a role"),
        ("Ann dances", 5, "'dances' is not a deed"),
        ("Zoe bets 100 on tie at 1", 1, "list people under"),
        ("anne bets 100 on tie at 1", 1, "did you mean Ann?"),
        ('"Ann bets 100', 1, "a quote is not closed"),
        ('"a\\qb" bets 100', 1, "cannot be read"),
        ('judge repairable: "half', 19, "must end with one"),
        ("declare: because", 8, "no text behind a colon"),
        ("Ann bets ten on tie at 1", 10, "an amount in dollars"),
        ("Ann bets 1.5 on tie at 1", 10, "an amount in dollars"),
        ("Ann bets 100 on tie at 1 as deal", 29, "in quotes if it is called so"),
        ("deal 4S KX", 9, "a card, as 10H"),
        ("deal 4S KD face sideways", 12, "face up"),
        ("expose 0x=4S", 8, "the number of a card"),
        ("expose 1=??", 8, "3=10H"),
        ("report card in excess drawn 7H-sideways", 29, "7H-down"),
        ("report nothing", 8, "an irregularity"),
        ("call for bets at noon", 18, "a time"),
        ("call for bets at 25:99", 18, "a time"),
        ("put cards in order first", 20, "a whole number"),
        ("sort all 999 decks but none and sets aside none", 10, "a number of decks"),
        ("sort all 1 decks but 4S 4S and sets aside none", 22, "no more often"),
        ("sort all 1 deck less 4S", 17, "but"),
        ("set limits minimum 100 maximum 50", 12, "limits that can hold"),
        ("set limits low", 12, "minimum"),
        ("set limits none for tie", 24, "minimum"),
        ("correct the cards to ??", 22, "cards"),
    ],
)
def test_a_wrong_line_is_answered_with_its_column(line: str, column: int, said: str) -> None:
    wrong = error(TEXT.replace("declare\n", f"{line}\n", 1))
    assert (wrong.line, wrong.column) == (38, column)
    assert said in str(wrong)


def test_a_line_may_be_written_in_several_ways() -> None:
    ways = [
        "Ann bets 1,000.00 on tie at 1, as w5",
        "  Ann   bets 1000 on tie at 1 as w5  ",
        '"Ann" bet 1000 on "tie" at "1" as "w5"',
        "Ann as patron bets 1000 on tie at 1 as w5",
    ]
    read = [parse(TEXT.replace("declare\n", f"{way}\n", 1)).commands for way in ways]
    assert len(set(read)) == 1
    assert parse(TEXT.replace("declare\n", "pit supervisor resumes\n", 1)) == parse(
        TEXT.replace("declare\n", "supervisor resumes\n", 1)
    )


def test_what_one_line_cannot_hold_is_refused() -> None:
    with pytest.raises(Misuse):
        Line(())
    with pytest.raises(Misuse):
        Line((DrawCard(actor=LIM), Settle(actor=LIM)))
    with pytest.raises(Misuse):
        Remark("two\nlines")
    with pytest.raises(Misuse):
        Remark("''' ends the play")


def test_what_a_record_cannot_hold_is_refused() -> None:
    record = parse(TEXT)
    huge = PlaceWager(actor=LIM, id="w", patron="Ann", box="1", bet="tie", stake=10**18)
    with pytest.raises(Misuse):
        write(replace(record, play=(Line((huge,)),)))
    many = RestrictWagers(actor=LIM, number=10**10)
    with pytest.raises(Misuse):
        write(replace(record, play=(Line((many,)),)))
    with pytest.raises(Misuse):
        write(replace(record, title="\ud800"))
    odd = timezone(timedelta(seconds=30))
    with pytest.raises(Misuse):
        replace(record, moment=datetime(2026, 3, 5, tzinfo=odd))


def test_a_record_that_opens_nothing_begins_shut() -> None:
    record = replace(parse(TEXT), opened=False, play=(Line((CloseTable(actor=LIM),)),))
    assert isinstance(parse(write(record)), Record)
    told = tell(replay(record, find("tb4")))
    assert "Layout" not in told
    assert "REFUSED" in told


def test_a_head_that_the_rules_refuse_says_so_first() -> None:
    record = parse(TEXT.replace('layout = "C"', 'layout = "Z"', 1))
    told = tell(replay(record, find("tb4")))
    assert "REFUSED: rws-tiger-buffalo@4 has no layout 'Z'" in told


def test_what_the_record_says_was_paid_is_compared() -> None:
    told = tell(replay(parse(TEXT.replace("Ann = 3975", "Ann = 4000", 1)), find("tb4")))
    assert "Ann got back $4,000; the rules require $3,975: $25 too much." in told


def _with_better_odds(rules: Rulebook) -> Rulebook:
    """Pay Player's wins two to one."""
    bet = rules.bets["player"]
    even = bet.rows[0].odds
    assert even is not None
    row = replace(bet.rows[0], odds=replace(even, num=2))
    other = replace(bet, rows=(row, *bet.rows[1:]))
    return replace(rules, bets={**rules.bets, "player": other})


def test_a_difference_between_two_rulebooks_is_told() -> None:
    said = tell_compared(replay(parse(TEXT), find("tb4")), _with_better_odds(find("tb4")))
    told = " ".join(said.split())
    assert "$100 on Player (w1) wins at 2 to 1" in told
    assert "$100 more than here" in told
    assert "Ann: $3,975 back here, $4,075 there" in told
