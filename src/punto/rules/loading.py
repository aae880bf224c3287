"""From TOML to a `Rulebook`, strictly."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import fields
from datetime import datetime
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from punto.core import policies as policy_types
from punto.core.bets import Bet, Condition, PayRow, check_rows
from punto.core.cards import RANKS
from punto.core.checks import Misuse
from punto.core.money import Odds
from punto.core.outcome import PairClass, Side, Winner
from punto.core.policies import Cited, Method, Need, Policies, Role, Ruling
from punto.core.rulebook import (
    SET_OF_CARDS,
    Authority,
    Decks,
    Document,
    InsuranceRow,
    Irregularity,
    Kind,
    Layout,
    Rulebook,
    Stage,
    Wagers,
)
from punto.core.tableau import Tableau
from punto.rules.clauses import clauses, interpretation_ids, interpretations
from punto.rules.reading import Citations, RuleError, Table, read_toml

__all__ = ["RuleError", "load_file"]

E = TypeVar("E", bound=StrEnum)
P = TypeVar("P")
FORMAT = 1
NOT_STATED = "not stated"


def load_file(path: Path, *, approved: str | None = None) -> Rulebook:
    """Load one rulebook; anything unknown, missing, uncited or overlapping is a `RuleError`.

    The citations of a file whose digest is the `approved` one were looked up when it was pinned.
    """
    values, content = read_toml(path)
    digest = sha256(content).hexdigest()
    key = values.get("key")
    citations = Citations(
        own_key=key if isinstance(key, str) else "",
        known=None if digest == approved else frozenset(clauses()) | frozenset(interpretations()),
    )
    top = Table(path.name, "", values, citations)
    if top.take("format", int) != FORMAT:
        raise top.error("format", f"must be {FORMAT}, the only format that is known")
    _check_card_values(top.table("card_values"))
    bets = _bets(top)
    rulebook = Rulebook(
        id=top.take("id", str),
        key=top.take("key", str),
        document=_document(top.table("document")),
        decks=_decks(top.table("decks")),
        tableau=_tableau(top.table("table_of_play")),
        wagers=_record(top.table("wagers"), Wagers),
        bets=bets,
        insurance_rows=_insurance_rows(top),
        layouts=_layouts(top, bets),
        policies=_policies(top.table("policies")),
        irregularities=_irregularities(top),
        authority=_authority(top.table("authority")),
        interpretations=interpretation_ids(),
        digest=digest,
    )
    top.finish()
    _check_whole(top, rulebook)
    return rulebook


def _word(table: Table, key: str, kind: type[E]) -> E:
    text = table.take(key, str)
    try:
        return kind(text)
    except ValueError:
        words = ", ".join(kind)
        raise table.error(key, f"must be one of {words}; it says {text!r}") from None


def _odds(table: Table, key: str) -> Odds:
    pair = table.take_list(key, int)
    try:
        return Odds(*pair)
    except (TypeError, Misuse) as error:
        raise table.error(key, f"must be two positive numbers [profit, stake]: {error}") from None


def _numbers(table: Table, key: str, allowed: range = range(10)) -> frozenset[int]:
    numbers = table.take_list(key, int)
    wrong = [number for number in numbers if number not in allowed]
    if wrong or len(set(numbers)) != len(numbers):
        raise table.error(
            key, f"must be different numbers from {allowed[0]} to {allowed[-1]}: {list(numbers)}"
        )
    return frozenset(numbers)


def _document(table: Table) -> Document:
    cited, by = table.cited()
    document = Document(
        **{
            key: table.take(key, str)
            for key in (
                "title",
                "title_zh",
                "operator",
                "operator_name",
                "version",
                "zone",
                "approval",
                "source",
                "sha256",
            )
        },
        effective=table.take("effective", datetime),
        clauses=cited,
        by=by,
    )
    if document.effective.tzinfo is None:
        raise table.error("effective", "needs a zone offset, for example +08:00 (I-33)")
    if len(document.sha256) != sha256().digest_size * 2:
        raise table.error("sha256", "is not a SHA-256 digest")
    table.finish()
    return document


def _decks(table: Table) -> Decks:
    cited, by = table.cited()
    decks = Decks(
        minimum=table.take("minimum", int),
        maximum=table.take("maximum", int),
        jokers=table.take("jokers", bool),
        clauses=cited,
        by=by,
    )
    if not 1 <= decks.minimum <= decks.maximum:
        raise table.error("minimum", "must be at least 1 and not above the maximum")
    if decks.jokers:
        raise table.error("jokers", "must be false: a joker is no card of the set (I-06)")
    table.finish()
    return decks


def _check_card_values(table: Table) -> None:
    """The core counts cards one way only; data that says otherwise is refused, not ignored."""
    table.cited()
    for rank in RANKS:
        value = table.take(str(rank), int)
        if value != rank.points:
            raise table.error(str(rank), f"is {value}; a {rank} counts {rank.points} (I-01, I-02)")
    table.finish()


def _tableau(table: Table) -> Tableau:
    cited, by = table.cited()
    naturals = _numbers(table, "naturals")
    rows = table.table("banker_draws_on_third_card")
    by_third = {total: _numbers(rows, str(total)) for total in range(10) if total not in naturals}
    rows.finish()
    tableau = Tableau(
        naturals=naturals,
        player_draws=_numbers(table, "player_draws"),
        banker_draws_when_player_stands=_numbers(table, "banker_draws_when_player_stands"),
        banker_draws_on_third_card=MappingProxyType(by_third),
        clauses=cited,
        by=by,
    )
    table.finish()
    return tableau


_NUMBER_WORDS: Mapping[str, range] = {
    "player_total": range(10),
    "banker_total": range(10),
    "winning_total": range(10),
    "margin": range(10),
    "player_cards": range(2, 4),
    "banker_cards": range(2, 4),
    "total_cards": range(4, 7),
}


def _condition(table: Table) -> Condition:
    words: dict[str, frozenset[Any]] = {
        word: _numbers(table, word, allowed)
        for word, allowed in _NUMBER_WORDS.items()
        if table.has(word)
    }
    if table.has("winner"):
        words["winner"] = frozenset(_choices(table, "winner", {str(w): w for w in Winner}))
    if table.has("pairs"):
        names = {pairs.name.lower(): pairs for pairs in PairClass}
        words["pairs"] = frozenset(_choices(table, "pairs", names))
    table.finish()
    if not words:
        raise table.error("", "names no condition, so the row would always hold")
    return Condition(**words)


def _choices(table: Table, key: str, names: Mapping[str, P]) -> list[P]:
    words = table.take_list(key, str)
    for word in words:
        if word not in names:
            raise table.error(key, f"must name some of {', '.join(names)}; it says {word!r}")
    return [names[word] for word in words]


def _pay_row(table: Table) -> PayRow:
    cited, by = table.cited()
    push = table.has("push")
    if push and not table.take("push", bool):
        raise table.error("push", "is true or absent")
    row = PayRow(
        name=table.take("name", str),
        when=_condition(table.table("when")),
        odds=None if push else _odds(table, "odds"),
        clauses=cited,
        by=by,
    )
    table.finish()
    return row


def _bets(top: Table) -> Mapping[str, Bet]:
    bets: dict[str, Bet] = {}
    for table in top.tables("bets"):
        cited, by = table.cited()
        bet = Bet(
            id=table.take("id", str),
            name=table.take("name", str),
            name_zh=table.take("name_zh", str),
            rows=tuple(_pay_row(row) for row in table.tables("pays")),
            clauses=cited,
            by=by,
        )
        table.finish()
        if bet.id in bets:
            raise table.error("id", f"bet {bet.id} stands twice")
        if not any(row.odds for row in bet.rows):
            raise table.error("pays", f"bet {bet.id} can never win")
        try:
            check_rows(bet)
        except Misuse as error:
            raise table.error("pays", str(error)) from None
        bets[bet.id] = bet
    return MappingProxyType(bets)


def _insurance_rows(top: Table) -> tuple[InsuranceRow, ...]:
    rows: list[InsuranceRow] = []
    for table in top.tables("insurance_rows"):
        cited, by = table.cited()
        row = InsuranceRow(
            side=_word(table, "side", Side),
            stage=_word(table, "stage", Stage),
            own=_numbers(table, "own"),
            other=_numbers(table, "other"),
            odds=_odds(table, "odds"),
            pays_on_tie=table.take("pays_on_tie", bool),
            clauses=cited,
            by=by,
        )
        table.finish()
        for earlier in rows:
            same_place = (earlier.side, earlier.stage) == (row.side, row.stage)
            if same_place and earlier.own & row.own and earlier.other & row.other:
                raise table.error("", "overlaps an earlier insurance row")
        rows.append(row)
    return tuple(rows)


def _positions(table: Table) -> tuple[int | None, int | None]:
    stated = table.values.get("positions")
    if stated == NOT_STATED:
        table.take("positions", str)
        return None, None
    bounds = table.take("positions", list)
    valid = len(bounds) == 2 and all(type(b) is int or b == NOT_STATED for b in bounds)
    if not valid:
        raise table.error("positions", f'must be [least, most], a bound may be "{NOT_STATED}"')
    least, most = (bound if type(bound) is int else None for bound in bounds)
    return least, most


def _layouts(top: Table, bets: Mapping[str, Bet]) -> Mapping[str, Layout]:
    layouts: dict[str, Layout] = {}
    for table in top.tables("layouts"):
        cited, by = table.cited()
        least, most = _positions(table)
        layout = Layout(
            letter=table.take("letter", str),
            least_positions=least,
            most_positions=most,
            stated=table.take_list("bets", str),
            defaulted=table.take_list("defaulted", str),
            clauses=cited,
            by=by,
        )
        table.finish()
        for bet in layout.bets:
            if bet not in bets:
                raise table.error("bets", f"names {bet!r}, which is no bet of this rulebook")
        if layout.letter in layouts:
            raise table.error("letter", f"layout {layout.letter} stands twice")
        layouts[layout.letter] = layout
    return MappingProxyType(layouts)


def _irregularities(top: Table) -> Mapping[Kind, Irregularity]:
    found: dict[Kind, Irregularity] = {}
    for table in top.tables("irregularities"):
        cited, by = table.cited()
        overrides = {
            key: _word(table, key, Ruling)
            for key in ("initial_deal", "exposed", "bets_open")
            if table.has(key)
        }
        replaced = table.has("void_needs_new_cards")
        item = Irregularity(
            kind=_word(table, "kind", Kind),
            open=_word(table, "open", Ruling),
            open_beyond_repair=_word(table, "open_beyond_repair", Ruling),
            established=_word(table, "established", Ruling),
            established_beyond_repair=_word(table, "established_beyond_repair", Ruling),
            decided_by=_word(table, "decided_by", Role),
            needs=_word(table, "needs", Need),
            clauses=cited,
            by=by,
            void_needs_new_cards=replaced and table.take("void_needs_new_cards", bool),
            **overrides,
        )
        table.finish()
        if item.kind in found:
            raise table.error("kind", f"{item.kind} stands twice")
        _check_cells(table, item)
        found[item.kind] = item
    missing = [kind for kind in Kind if kind not in found]
    if missing:
        raise top.error("irregularities", f"no ruling for {missing[0]}")
    return MappingProxyType(found)


def _check_cells(table: Table, item: Irregularity) -> None:
    """Refuse cells that nothing would look up."""
    cells = (item.open, item.established, item.open_beyond_repair, item.established_beyond_repair)
    if item.kind in SET_OF_CARDS and set(cells) != {Ruling.VOID}:
        raise table.error("open", f"{item.kind} is a void in all four cells (I-82, I-85)")
    if item.needs is not Need.JUDGEMENT and cells[:2] != cells[2:]:
        raise table.error(
            "needs",
            f"is {item.needs}: where nobody judges whether the cards can be Reconstructed, the "
            "cells beyond repair must say the same as the others",
        )


_DECIDES: Final[Mapping[Need, str]] = {
    Need.NOTHING: "report_irregularity",
    Need.JUDGEMENT: "judge_reconstruction",
    Need.ORDER: "assign_order",
    Need.MISSING_CARD: "enter_missing_card",
    Need.RULING: "rule",
}
"""The act that answers each need, and so whose role decides."""


def _authority(table: Table) -> Mapping[str, Authority]:
    acts: dict[str, Authority] = {}
    for act in table.values:
        row = table.table(act)
        cited, by = row.cited()
        acts[act] = Authority(role=_word(row, "role", Role), clauses=cited, by=by)
        row.finish()
    return MappingProxyType(acts)


def _cited(table: Table, kind: Any) -> Cited[Any]:
    """Read `{ is, clause, by }` where the value has the type that the policy declares."""
    cited, by = table.cited()
    value: Any
    if get_origin(kind) is Literal:
        (known,) = get_args(kind)
        value = table.take("is", type(known))
        if value != known:
            raise table.error("is", f"must be {str(known).lower()}: the engine knows no other way")
    elif get_origin(kind) is tuple:
        value = table.take_list("is", get_args(kind)[0])
    elif issubclass(kind, StrEnum):
        value = _word(table, "is", kind)
    else:
        value = table.take("is", kind)
    table.finish()
    return Cited(value, cited, by)


def _record(table: Table, kind: type[P]) -> P:
    """Read a table of cited values into a dataclass; its annotations are the schema."""
    hints = get_type_hints(kind)
    values = {
        item.name: _cited(table.table(item.name), get_args(hints[item.name])[0])
        for item in fields(cast("Any", kind))
    }
    table.finish()
    return kind(**values)


def _policies(table: Table) -> Policies:
    hints = get_type_hints(Policies)
    sections: dict[str, Any] = {}
    for item in fields(Policies):
        name, hint = item.name, hints[item.name]
        if name == "methods":
            continue
        optional = get_origin(hint) in (Union, types.UnionType)
        if optional and not table.has(name):
            continue
        section_type = get_args(hint)[0] if optional else hint
        sections[name] = _record(table.table(name), section_type)
    methods = table.table("methods")
    sections["methods"] = {
        name: _record(methods.table(name), Method) for name in list(methods.values)
    }
    methods.finish()
    table.finish()
    return policy_types.Policies(**sections)


def _check_whole(top: Table, rulebook: Rulebook) -> None:
    """Check what no single table shows."""
    carried = {bet for layout in rulebook.layouts.values() for bet in layout.bets}
    for bet in rulebook.bets:
        if bet not in carried:
            raise top.error(f"bets.{bet}", "is on no layout")
    if len(rulebook.bets) != rulebook.wagers.offered.value:
        raise top.error(
            "wagers.offered",
            f"says {rulebook.wagers.offered.value} kinds of bet; there are {len(rulebook.bets)}",
        )
    for bet in rulebook.wagers.original.value:
        if bet not in rulebook.bets:
            raise top.error("wagers.original", f"names {bet!r}, which is no bet of this rulebook")
    if bool(rulebook.insurance_rows) != (rulebook.policies.insurance is not None):
        raise top.error("policies.insurance", "stands if and only if there are insurance rows")
    for item in rulebook.irregularities.values():
        act = _DECIDES[item.needs]
        role = rulebook.authority[act].role if act in rulebook.authority else None
        if item.decided_by is not role:
            raise top.error(
                f"irregularities.{item.kind}.decided_by",
                f"is {item.decided_by}; the act {act} is for {role}",
            )
    name, _, version = rulebook.id.partition("@")
    if not version or not name.startswith(f"{rulebook.document.operator}-"):
        raise top.error("id", f"must be operator-game@version, not {rulebook.id!r}")
