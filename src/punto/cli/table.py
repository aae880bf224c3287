"""`punto table`: the tables of a running server, from the command line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from punto.cli import table_money
from punto.cli.connecting import HERE, Server, TableId, Token, cents, connected
from punto.cli.output import AsJson, Failed, Problem, answers, console, print_json, table, unknown

if TYPE_CHECKING:
    from punto.client import Told

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    help="Drive a running server: list, create, sit, bet, call, draw, settle and the rest.",
)


@app.command("list")
@answers
def list_tables(*, server: Server = HERE, token: Token = None, as_json: AsJson = False) -> None:
    """List the tables of a server.

    punto table list
    """
    import msgspec

    with connected(server, token) as client:
        found = client.tables()
    if as_json:
        print_json({"tables": msgspec.to_builtins(found)})
        return
    rows = table("table", "rules", "layout", "phase", "seats", "rounds", right=("rounds",))
    for one in found:
        seats = f"{one.seats_taken} of {one.boxes}"
        rows.add_row(one.id, one.rules, one.layout or "", one.phase, seats, str(one.rounds))
    console().print(rows)


@app.command()
@answers
def login(
    name: str,
    *,
    password: Annotated[str, typer.Option(prompt=True, hide_input=True, envvar="PUNTO_PASSWORD")],
    server: Server = HERE,
    as_json: AsJson = False,
) -> None:
    """Sign in and print a session, for PUNTO_TOKEN.

    export PUNTO_TOKEN=$(punto table login manager)
    """
    with connected(server, None) as client:
        found = client.log_in(name, password)
    if as_json:
        print_json({"name": name, "token": found})
    else:
        typer.echo(found)


@app.command()
@answers
def create(  # noqa: PLR0913 - an option is an argument
    table_id: TableId,
    game: Annotated[str, typer.Argument(help="A rulebook; `punto games` lists them.")],
    layout: Annotated[str, typer.Argument(help="A layout by its appendix letter.")],
    *,
    boxes: Annotated[str, typer.Option(help="Labels of the boxes.")] = "1,2,3,5,6",
    minimum: Annotated[float, typer.Option(help="The minimum wager, in dollars.")] = 10,
    maximum: Annotated[
        float | None, typer.Option(help="The maximum wager.", show_default="none")
    ] = None,
    differential: Annotated[float, typer.Option(help="The maximum Differential.")] = 10_000,
    decks: Annotated[int, typer.Option(help="Decks of cards.")] = 8,
    method: Annotated[str, typer.Option(help="The dealing method.")] = "standard",
    shoe: Annotated[str, typer.Option(help="automatic, dealer or reader.")] = "dealer",
    server: Server = HERE,
    token: Token = None,
    as_json: AsJson = False,
) -> None:
    """Create a table and open it; it takes a pit manager.

    punto table create main tb4 A --minimum 50 --differential 20000
    """
    import msgspec

    limits = {
        "minimum": cents(minimum, "--minimum"),
        "maximum": None if maximum is None else cents(maximum, "--maximum"),
        "differential": cents(differential, "--differential"),
    }
    with connected(server, token) as client:
        made = client.create(
            id=table_id,
            name=table_id,
            game=game,
            layout=layout,
            boxes=[label.strip() for label in boxes.split(",")],
            limits=limits,
            decks=decks,
            method=method,
            shoe=shoe,
        )
    if as_json:
        print_json(msgspec.to_builtins(made))
    else:
        typer.echo(f"table {made.id} is open: {made.rules}, layout {made.layout}")


@app.command()
@answers
def show(
    table_id: TableId, *, server: Server = HERE, token: Token = None, as_json: AsJson = False
) -> None:
    """Show a table as you may see it.

    punto table show practice-tb4
    """
    with connected(server, token) as client:
        _told(client.table(table_id).show(), as_json=as_json)


@app.command()
@answers
def sit(
    table_id: TableId,
    name: Annotated[str, typer.Argument(help="Your name.")],
    *,
    box: Annotated[str | None, typer.Option(help="The box.", show_default="any free")] = None,
    server: Server = HERE,
    token: Token = None,
    as_json: AsJson = False,
) -> None:
    """Sit down at a practice table and print a session, for PUNTO_TOKEN.

    export PUNTO_TOKEN=$(punto table sit practice-tb4 Ann)
    """
    with connected(server, token) as client:
        patron = client.table(table_id).sit(name, box)
        session = client.token
    if as_json:
        print_json({"patron": patron, "token": session})
    else:
        typer.echo(session)


@app.command()
@answers
def bet(
    table_id: TableId,
    kind: Annotated[str, typer.Argument(metavar="BET", help="For example player.")],
    stake: Annotated[float, typer.Argument(help="In dollars.")],
    *,
    box: Annotated[str, typer.Option(help="The box.")] = "1",
    patron: Annotated[
        str | None, typer.Option(help="For whom, where staff lays the bet.", show_default="you")
    ] = None,
    server: Server = HERE,
    token: Token = None,
    as_json: AsJson = False,
) -> None:
    """Lay a bet.

    punto table bet practice-tb4 player 50 --box 2
    """
    from punto.core.commands import PlaceWager

    more = {} if patron is None else {"patron": patron}
    staked = cents(stake, "STAKE")
    with connected(server, token) as client:
        told = client.table(table_id).give(PlaceWager, box=box, bet=kind, stake=staked, **more)
    _told(told, as_json=as_json)


@app.command()
@answers
def draw(
    table_id: TableId,
    card: Annotated[
        str | None, typer.Argument(help="The card, as 10H; none with an automatic shoe.")
    ] = None,
    *,
    server: Server = HERE,
    token: Token = None,
    as_json: AsJson = False,
) -> None:
    """Draw the next card.

    punto table draw main 10H
    """
    from punto.core.commands import DrawCard

    with connected(server, token) as client:
        told = client.table(table_id).give(DrawCard, **({} if card is None else {"card": card}))
    _told(told, as_json=as_json)


@app.command("give")
@answers
def give_command(
    table_id: TableId,
    name: Annotated[str, typer.Argument(metavar="COMMAND", help="For example CallForBets.")],
    fields: Annotated[str, typer.Argument(help="Its fields as JSON.")] = "{}",
    *,
    key: Annotated[
        str | None, typer.Option(help="The key under which it acts once.", show_default="new")
    ] = None,
    server: Server = HERE,
    token: Token = None,
    as_json: AsJson = False,
) -> None:
    """Give any command of the conduct.

    punto table give main LoadCards '{"reason": "new shoe"}'
    """
    from punto.store.codec import COMMANDS

    if name not in COMMANDS:
        raise Failed(unknown("command", name, COMMANDS, where="COMMAND"))
    with connected(server, token) as client:
        given = _fields(fields)
        told = client.table(table_id).give(COMMANDS[name], key=key, **given)
    _told(told, as_json=as_json)


def _simple(word: str, command: str, said: str) -> None:
    """Add a command that says nothing but itself."""

    @app.command(word, help=f"{said}\n\n    punto table {word} main")
    @answers
    def simple(
        table_id: TableId, *, server: Server = HERE, token: Token = None, as_json: AsJson = False
    ) -> None:
        from punto.store.codec import COMMANDS

        with connected(server, token) as client:
            _told(client.table(table_id).give(COMMANDS[command]), as_json=as_json)


for _word, _command, _said in (
    ("load", "LoadCards", "Load a shuffled set of cards."),
    ("call", "CallForBets", 'Call "Place your Bets, please".'),
    ("close", "CloseBets", 'Call "No more Bets".'),
    ("insurance", "OpenInsurance", "Offer Insurance."),
    ("declare", "Declare", "Declare the result."),
    ("settle", "Settle", "Settle every bet."),
    ("resume", "Resume", "Go on with the round."),
    ("shut", "CloseTable", "Close the table."),
):
    _simple(_word, _command, _said)


app.command()(table_money.chips)
app.command()(table_money.takings)
app.command()(table_money.statement)


def _fields(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise Failed(Problem(code="bad_json", message=str(error), where="FIELDS")) from None
    if not isinstance(found, dict):
        raise Failed(Problem(code="bad_json", message="fields are a JSON object", where="FIELDS"))
    return found


def _told(told: Told, *, as_json: bool) -> None:
    if as_json:
        import msgspec

        print_json(msgspec.to_builtins(told))
        return
    view = told.view
    happened = ", ".join(event["type"] for event in told.events)
    screen = console()
    screen.print(f"position {told.position}, {view['phase']}" + f": {happened}" * bool(happened))
    screen.print(f"next: {view['next']['words']} ({', '.join(view['next']['clauses'])})")
    round_ = view["round"]
    if round_ is not None:
        for side, hand in round_["hands"].items():
            cards = " ".join(card["card"] or "?" for card in hand["cards"])
            screen.print(f"{side}: {cards or '-'}" + f" = {hand['total']}" * bool(cards))
    if view["me"] is not None:
        screen.print(f"{view['me']['patron']} has {view['me']['balance'] / 100:,.2f} in chips")
