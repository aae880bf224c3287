"""`punto table chips`, `takings` and `statement`: money at a running server."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from punto.cli.connecting import HERE, Server, TableId, Token, cents, connected
from punto.cli.output import AsJson, Failed, answers, console, print_json, table, unknown

KINDS = {
    "buy": "buy_in",
    "cash": "cash_out",
    "carry": "transfer",
    "correct": "correction",
}


@answers
def chips(  # noqa: PLR0913 - an option is an argument
    table_id: TableId,
    act: Annotated[str, typer.Argument(metavar="ACT", help="buy, cash, carry or correct.")],
    patron: Annotated[str, typer.Argument(help="Whose chips.")],
    amount: Annotated[float, typer.Argument(help="In dollars.")],
    *,
    to: Annotated[
        str | None, typer.Option(help="The table to carry them to.", show_default=False)
    ] = None,
    reason: Annotated[str, typer.Option(help="What a correction puts right.")] = "",
    second: Annotated[
        str | None, typer.Option(help="Who agrees to a correction.", show_default=False)
    ] = None,
    second_password: Annotated[
        str | None,
        typer.Option(help="Asked for if not given.", envvar="PUNTO_SECOND_PASSWORD", hidden=True),
    ] = None,
    server: Server = HERE,
    token: Token = None,
    as_json: AsJson = False,
) -> None:
    """Sell chips, take them back, let them be carried to another table, or correct.

    punto table chips main buy Ann 500

    punto table chips main carry Ann 200 --to vip

    punto table chips main correct Ann 50 --reason "paid short in round 7" --second paul
    """
    if act not in KINDS:
        raise Failed(unknown("act", act, KINDS, where="ACT"))
    more: dict[str, Any] = {"reason": reason}
    if to is not None:
        more["to"] = to
    if second is not None:
        word = second_password or typer.prompt(f"Password of {second}", hide_input=True, err=True)
        more["second"] = {"name": second, "password": word}
    moved = cents(amount, "AMOUNT")
    with connected(server, token) as client:
        balance = client.table(table_id).move(KINDS[act], patron, moved, **more)
    if as_json:
        print_json({"patron": patron, "balance": balance})
    else:
        typer.echo(f"{patron} has {balance / 100:,.2f} in chips")


@answers
def takings(
    table_id: TableId,
    *,
    since: Annotated[
        str | None, typer.Option(help="From this moment on, bet by bet.", show_default=False)
    ] = None,
    until: Annotated[
        str | None, typer.Option(help="Up to this moment.", show_default="now")
    ] = None,
    server: Server = HERE,
    token: Token = None,
    as_json: AsJson = False,
) -> None:
    """Show what a table has taken: drop, win, hold, what is at risk; in a shift also bet by bet.

    punto table takings main

    punto table takings main --since 2026-03-01T12:00 --until 2026-03-01T20:00
    """
    with connected(server, token) as client:
        found = client.table(table_id).takings(since, until)
    if as_json:
        print_json(found)
        return
    screen = console()
    rows = table("", "dollars", right=("dollars",))
    for name in ("drop", "paid_out", "carried", "corrected", "win", "at_risk"):
        if found[name] is not None:
            rows.add_row(name.replace("_", " "), _dollars(found[name]))
    rows.add_row("hold", _share(found["hold"]))
    screen.print(rows)
    if found["bets"]:
        names = ("settled", "staked", "returned", "win", "hold", "at risk")
        rows = table("bet", *names, right=names)
        for bet in found["bets"]:
            rows.add_row(
                bet["bet"],
                str(bet["settled"]),
                *(_dollars(bet[name]) for name in ("staked", "returned", "win")),
                _share(bet["hold"]),
                _dollars(bet["at_risk"]),
            )
        screen.print(rows)


@answers
def statement(
    patron: Annotated[str, typer.Argument(help="Whose chips.")],
    *,
    limit: Annotated[int, typer.Option(help="How many movements.", min=1, max=1_000)] = 20,
    server: Server = HERE,
    token: Token = None,
    as_json: AsJson = False,
) -> None:
    """Show a patron's chips and their last movements.

    punto table statement Ann
    """
    with connected(server, token) as client:
        found = client.statement(patron, limit)
    if as_json:
        print_json(found)
        return
    rows = table("at", "table", "position", "for", "dollars", right=("position", "dollars"))
    for one in found["entries"]:
        at, name = one["at"][:19], one["table"]
        rows.add_row(at, name, str(one["position"]), one["for"], _dollars(one["amount"]))
    console().print(rows)
    typer.echo(f"{patron} has {found['balance'] / 100:,.2f} in chips")


def _dollars(amount: int) -> str:
    return f"{amount / 100:,.2f}"


def _share(hold: list[int] | None) -> str:
    return "" if hold is None or not hold[1] else f"{hold[0] / hold[1]:.2%}"
