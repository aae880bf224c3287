"""How a command reaches a running server, and what several commands ask for alike."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from punto.cli.output import Failed, Problem

if TYPE_CHECKING:
    from punto.client import Client

Server: TypeAlias = Annotated[
    str, typer.Option("--server", envvar="PUNTO_SERVER", help="The address of the server.")
]
Token: TypeAlias = Annotated[
    str | None,
    typer.Option("--token", envvar="PUNTO_TOKEN", help="A session; see `punto table login`."),
]
TableId: TypeAlias = Annotated[
    str, typer.Argument(metavar="TABLE", help="A table; `list` names them.")
]
HERE = "http://127.0.0.1:8000"


@contextmanager
def connected(server: str, token: str | None) -> Iterator[Client]:
    """Talk to a server; what it refuses is one line for a person."""
    from punto.client import Client, Refused, Unreachable

    try:
        with Client(server, token) as client:
            yield client
    except Refused as refused:
        problem = refused.problem
        raise Failed(
            Problem(
                code=problem.code,
                message=str(refused),
                clause=problem.clauses[0] if problem.clauses else None,
                where=problem.where or None,
            )
        ) from None
    except Unreachable as error:
        raise Failed(Problem(code="unreachable", message=str(error), where="--server")) from None


def cents(dollars: float, where: str) -> int:
    """Read dollars as whole cents."""
    found = round(dollars * 100)
    if abs(found - dollars * 100) > 1e-6:
        message = f"{dollars} is no whole number of cents"
        raise Failed(Problem(code="bad_amount", message=message, where=where))
    return found
