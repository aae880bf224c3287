"""`punto settle`: what every bet of a finished round pays, to the cent and with its clauses."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import BufferedIOBase, BufferedReader
from pathlib import Path
from typing import Annotated, Final, Protocol, cast

import msgspec
import typer

from punto.cli.output import AsJson, Failed, Problem, answers, console, money, table, write
from punto.core.outcome import Winner
from punto.core.refusal import Refused
from punto.record.desk import Desk
from punto.record.settling import settle_json
from punto.record.wire import Answer, OutcomeJson

STDIN: Final = "-"
CHUNK: Final = 1 << 16


@answers
def command(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE|-", help="The round as JSON; - reads standard input.", show_default=False
        ),
    ],
    *,
    lines: Annotated[
        bool, typer.Option("--lines", help="One round a line in, one JSON answer a line out.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Settle rounds from their cards and wagers, to the cent and with clauses.

    FILE holds one JSON object: game, layout, cards in draw order, wagers with stakes in cents,
    and optionally insurance, decks and limits. A wrong input is named in one line; the status
    is then 2.

    With --lines every line is such an object and is answered by one line of JSON, in order: a
    settlement, or an error object. A bad line stops nothing and leaves the status 0.

    A round in a file, the same as JSON from a pipe, and a year of them:

        punto settle round.json

        punto settle --json - < round.json

        punto settle --lines rounds.ndjson > settled.ndjson
    """
    with opened(file) as stream:
        if lines:
            settle_lines(stream, cast("BufferedIOBase", sys.stdout.buffer))
            return
        settled = settle_json(stream.read())
    if isinstance(settled, Refused):
        raise Failed(settled)
    if as_json:
        write(msgspec.json.encode(settled))
    else:
        draw(settled)


def opened(file: str) -> BufferedReader:
    """Open a file, or standard input for `-`."""
    if file == STDIN:
        if sys.stdin is None:
            raise Failed(Problem(code="no_input", message="standard input is closed", where="FILE"))
        return cast("BufferedReader", sys.stdin.buffer)
    try:
        return Path(file).open("rb")
    except FileNotFoundError:
        problem = Problem(
            code="file_not_found",
            message=f"there is no file {file!r}: name one, or - for standard input",
            where="FILE",
        )
        raise Failed(problem) from None


def settle_lines(source: Arriving, target: BufferedIOBase) -> None:
    """Answer every line; flush whenever all that has arrived is answered."""
    desk = Desk()
    encode = msgspec.json.Encoder().encode
    for arrived in batches(source):
        answered = [encode(_worded(desk.answer(line))) for line in arrived]
        target.write(b"\n".join([*answered, b""]))
        target.flush()


def _worded(settled: Answer | Refused) -> object:
    return Problem.of(settled).as_json() if isinstance(settled, Refused) else settled


class Arriving(Protocol):
    """What can be read as far as it has arrived."""

    def read1(self, size: int, /) -> bytes:
        """Return what is there, waiting only where nothing is; nothing at the end."""
        ...


def batches(source: Arriving) -> Iterator[list[bytes]]:
    """Yield the lines that have arrived, as soon as they are whole; the last needs no end."""
    unfinished: list[bytes] = []
    while chunk := source.read1(CHUNK):
        *whole, rest = chunk.split(b"\n")
        if whole:
            whole[0] = b"".join([*unfinished, whole[0]])
            unfinished.clear()
            yield whole
        unfinished.append(rest)
    last = b"".join(unfinished)
    if last:
        yield [last]


def draw(settled: Answer) -> None:
    """Draw a settlement for a person."""
    rows = table(
        "id",
        "bet",
        "stake",
        "result",
        "odds",
        "profit",
        "returned",
        "rests on",
        right=("stake", "profit", "returned"),
    )
    for line in settled.lines:
        odds = "" if line.odds is None else f"{line.odds[0]} to {line.odds[1]}"
        rows.add_row(
            line.id,
            line.bet,
            money(line.stake),
            line.result,
            odds,
            money(line.profit),
            money(line.returned),
            ", ".join((*line.clauses, *line.interpretations)),
        )
    screen = console()
    screen.print(f"{settled.game}, layout {settled.layout}: {_told(settled.outcome)}")
    screen.print(rows)
    screen.print(f"staked {money(settled.staked)}, returned {money(settled.returned)}")


def _told(outcome: OutcomeJson) -> str:
    """Tell an outcome in a sentence."""
    ending = "tie" if outcome.winner == Winner.TIE else f"{outcome.winner.capitalize()} wins"
    pairs = {
        "Player Pair": outcome.player_pair,
        "Banker Pair": outcome.banker_pair,
        "of one rank": outcome.same_pair_rank,
    }
    return ", ".join(
        [
            f"Player {outcome.player_total} with {outcome.player_cards} cards",
            f"Banker {outcome.banker_total} with {outcome.banker_cards} cards",
            f"{ending} on a Natural" if outcome.natural else ending,
            *(name for name, holds in pairs.items() if holds),
        ]
    )
