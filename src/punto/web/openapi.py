"""The description of the API (OpenAPI 3.1), generated from the types that the routes read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import Any, Final, get_type_hints

import msgspec

from punto import __version__
from punto.core import commands as c
from punto.web import audit_shapes, lab_shapes, shapes
from punto.web.commanding import GIVEN_BY_SERVER, MAY_BE_LEFT_OUT, TAKEN
from punto.web.routes import auditing, counting, lab, past, playing, signing_in, staff, tables

Plain = dict[str, Any]
REF: Final = "#/components/schemas/{name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One method of one path."""

    method: str
    path: str
    summary: str
    answers: type[Any]
    body: type[Any] | None = None
    status: int = 200
    query: tuple[str, ...] = ()
    filters: Mapping[str, Plain] | None = None
    """Further parameters of the query, each with its schema."""
    keyed: bool = False
    """It takes an Idempotency-Key."""
    media: str = "application/json"


def _get(
    path: str,
    summary: str,
    answers: type[Any],
    *query: str,
    filters: Mapping[str, Plain] | None = None,
    media: str = "application/json",
) -> Operation:
    return Operation(
        method="get",
        path=path,
        summary=summary,
        answers=answers,
        query=query,
        filters=filters,
        media=media,
    )


def _post(
    path: str,
    summary: str,
    answers: type[Any],
    body: type[Any] | None,
    *,
    status: int = 200,
    keyed: bool = False,
) -> Operation:
    return Operation(
        method="post",
        path=path,
        summary=summary,
        answers=answers,
        body=body,
        status=status,
        keyed=keyed,
    )


class AnyCommand(msgspec.Struct):
    """Stands for the commands, each of which is described by itself."""


TABLE: Final = "/api/tables/{table_id}"
PAST: Final = f"{TABLE}/rounds/{{number}}"
OPERATIONS: Final = (
    _get("/api/tables", "List the tables", shapes.Tables, "limit"),
    _post("/api/tables", "Create and open a table", shapes.Made, tables.NewTable, status=201),
    _get(TABLE, "Show a table as the caller may see it", shapes.TableView),
    _get(f"{TABLE}/layout", "Show what lies on the felt", shapes.Layout),
    _get(f"{TABLE}/acts", "Show what a member of staff may do now", shapes.Acts),
    _post(f"{TABLE}/commands", "Give a command", shapes.Told, AnyCommand, keyed=True),
    _post(f"{TABLE}/seat", "Sit down", shapes.Seated, playing.Seat),
    _post(
        f"{TABLE}/interruption",
        "Find that a restart did not touch the round",
        shapes.Told,
        playing.Judgement,
        keyed=True,
    ),
    _post(f"{TABLE}/dealer", "Steer the automatic dealer", shapes.Steered, playing.DealerWish),
    _get(f"{TABLE}/rounds", "List the last rounds", shapes.Rounds, "limit", "before"),
    _get(f"{TABLE}/rounds/{{number}}", "Show a round that is over", shapes.Round),
    _get(f"{PAST}/full", "Show a round in full", audit_shapes.PastRound),
    _get(f"{PAST}/steps", "Show a round step by step", audit_shapes.PastSteps, "after", "limit"),
    _get(f"{PAST}/comparison", "Decide a round anew", audit_shapes.Comparison),
    _get(f"{PAST}/bundle", "Take a round away", str, media=past.LINES),
    _get(f"{PAST}/shoe", "Show the shoe of a round", audit_shapes.PastShoe),
    _get(f"{PAST}/shoe/bundle", "Take a shoe away", str, media=past.LINES),
    _get("/api/audit", "Say what may be looked back at", audit_shapes.Desk),
    _get(
        "/api/audit/rounds",
        "Find rounds",
        audit_shapes.FoundRounds,
        "limit",
        filters=auditing.ROUND_FILTERS,
    ),
    _get(
        "/api/audit/attempts",
        "List what was tried",
        audit_shapes.Attempts,
        "limit",
        "before",
        filters=auditing.ATTEMPT_FILTERS,
    ),
    _get(
        "/api/audit/proof",
        "Prove a table or the store, a line of JSON at a time",
        str,
        filters=auditing.PROOF_FILTERS,
        media=past.LINES,
    ),
    _get("/api/clauses/{ref}", "Show a clause or an interpretation", shapes.Cited),
    _get(f"{TABLE}/deeds", "List the deeds", shapes.Deeds, "after", "limit"),
    _get(f"{TABLE}/roads", "Show the five roads", shapes.Roads),
    _get(f"{TABLE}/odds", "Price every bet for the cards left", shapes.Odds),
    _get(f"{TABLE}/risk", "Show what the bets may cost the house", shapes.Risk),
    _get(
        "/api/odds",
        "Price every bet for any cards and odds",
        lab_shapes.LabOdds,
        filters=lab.QUERY,
    ),
    _get(
        "/api/odds/removal",
        "Say what one card gone does to every bet",
        lab_shapes.LabRemoval,
        filters=lab.QUERY,
    ),
    _get(
        "/api/odds/decks",
        "Price every bet by number of decks",
        lab_shapes.LabDecks,
        filters=lab.QUERY,
    ),
    _get(
        "/api/odds/draft",
        "Take the rulebook away with other odds",
        str,
        filters=lab.QUERY,
        media=lab.TOML,
    ),
    _post(f"{TABLE}/money", "Move chips", shapes.Moved, counting.Chips, keyed=True),
    _get(
        f"{TABLE}/takings",
        "Show what the table has taken, in all or in a shift",
        shapes.Takings,
        filters=auditing.SPAN,
    ),
    _post(f"{TABLE}/seat-tokens", "Invite a patron", shapes.Invited, staff.Invitation, status=201),
    _get("/api/patrons/{patron}/statement", "Show a statement", shapes.Statement, "limit"),
    _post("/api/login", "Sign in", shapes.SignedIn, signing_in.LogIn),
    _post("/api/logout", "End the session", type(None), None, status=204),
    _get("/api/me", "Say who the caller is", shapes.Me),
    _get("/api/staff", "List the accounts", shapes.Staff),
    _post("/api/staff", "Create an account", shapes.StaffMember, staff.NewAccount, status=201),
    _post("/api/staff/{name}", "Change an account", shapes.StaffMember, staff.Change),
    _get("/healthz", "Say that the process answers", shapes.Alive),
    _get("/readyz", "Say whether the server can serve", shapes.Ready),
)


@cache
def document() -> Plain:
    """Return the document."""
    commands = {name: _wire(name, kind) for name, kind in sorted(TAKEN.items())}
    types = {
        kind
        for operation in OPERATIONS
        for kind in (operation.answers, operation.body)
        if kind not in (None, type(None), AnyCommand)
    }
    kinds = [*sorted(types, key=lambda kind: kind.__name__), shapes.Problem, *commands.values()]
    schemas, components = msgspec.json.schema_components(kinds, ref_template=REF)
    by_kind = dict(zip(kinds, schemas, strict=True))
    for card in ("Card",):
        components[card] = {"anyOf": [components[card], {"type": "string", "examples": ["10H"]}]}
    by_kind[AnyCommand] = {
        "oneOf": [by_kind[kind] for kind in commands.values()],
        "discriminator": {
            "propertyName": "type",
            "mapping": {name: by_kind[kind]["$ref"] for name, kind in commands.items()},
        },
    }
    paths: dict[str, Plain] = {}
    for operation in OPERATIONS:
        described = _operation(operation, by_kind)
        paths.setdefault(operation.path, {})[operation.method] = described
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "punto table server",
            "version": __version__,
            "description": "Play money only. Amounts are in cents. See also WS "
            "/api/tables/{table_id}/live?after=POSITION, /api/live and /metrics.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "punto"},
            },
        },
        "security": [{}, {"bearer": []}, {"cookie": []}],
    }


def _wire(name: str, kind: type[c.Command]) -> type[Any]:
    """Describe a command as it comes over the wire: without the actor, with its type."""
    hints = get_type_hints(kind)
    described: list[Any] = []
    for field in fields(kind):
        if field.name == "actor":
            continue
        optional = field.name in GIVEN_BY_SERVER.get(kind, ()) or field.name in MAY_BE_LEFT_OUT
        if field.default is not MISSING:
            described.append((field.name, hints[field.name], field.default))
        elif optional:
            described.append((field.name, hints[field.name] | msgspec.UnsetType, msgspec.UNSET))
        else:
            described.append((field.name, hints[field.name]))
    return msgspec.defstruct(
        name,
        described,
        kw_only=True,
        tag=name,
        tag_field="type",
        forbid_unknown_fields=True,
        namespace={"__doc__": kind.__doc__},
    )


def _operation(operation: Operation, by_kind: dict[Any, Plain]) -> Plain:
    problem = {"application/problem+json": {"schema": by_kind[shapes.Problem]}}
    found: Plain = {
        "operationId": f"{operation.method}_{operation.path.strip('/').replace('/', '_')}",
        "summary": operation.summary,
        "parameters": [*_parameters(operation)],
        "responses": {
            str(operation.status): _success(operation, by_kind),
            "4XX": {"description": "Refused, with the reason and its clause", "content": problem},
            "503": {"description": "Not now; repeat with the same key", "content": problem},
        },
    }
    if operation.path == "/readyz":
        found["responses"]["503"] = _success(operation, by_kind)
    if operation.body is not None:
        content = {"application/json": {"schema": by_kind[operation.body]}}
        found["requestBody"] = {"required": True, "content": content}
    return found


def _success(operation: Operation, by_kind: dict[Any, Plain]) -> Plain:
    if operation.answers is type(None):
        return {"description": "Done"}
    content = {operation.media: {"schema": by_kind[operation.answers]}}
    return {"description": "Done", "content": content}


def _parameters(operation: Operation) -> Iterable[Plain]:
    text: Plain = {"type": "string", "minLength": 1}
    number: Plain = {"type": "integer", "minimum": 0, "maximum": 1_000}
    for part in operation.path.split("/"):
        if part.startswith("{"):
            name = part.strip("{}")
            schema = {"type": "integer", "minimum": 1} if name == "number" else text
            yield {"name": name, "in": "path", "required": True, "schema": schema}
    for name in operation.query:
        yield {"name": name, "in": "query", "schema": number}
    for name, schema in (operation.filters or {}).items():
        yield {"name": name, "in": "query", "schema": schema}
    if operation.method == "post":
        yield {"name": "X-Punto", "in": "header", "schema": {"type": "string", "enum": ["1"]}}
    if operation.keyed:
        schema = {"type": "string", "minLength": 1, "maxLength": 128}
        yield {"name": "Idempotency-Key", "in": "header", "required": True, "schema": schema}
    if operation.body is AnyCommand:
        schema = {"type": "string", "enum": ["return=minimal"]}
        yield {"name": "Prefer", "in": "header", "schema": schema}
